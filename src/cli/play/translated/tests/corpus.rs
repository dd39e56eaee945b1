//! Games that are played once for all tests of languages: what is said in them, what stands on the
//! screen, and their records.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::time::Duration;

use crate::catalogue::{GameEntry, Playable, find};
use crate::cli::play::game_loop::{GameLoop, Mode, Options, Services};
use crate::cli::play::ui::{Kind, Left, Prompt, Ui};
use crate::commands::review;
use crate::play::fair::Fair;
use crate::play::record::Record;
use crate::play::show::{Board, LogLine, Part, Scene};
use crate::tables::seating::{self, Beginning, Opponents};
use rivals_core::drawing::Shape;
use rivals_core::text::language::Language;

/// The games that are played, and by whom.
const PLAYED: [(&str, &str); 14] = [
    ("dragon-slayer", "me,abel"),
    ("dragon-slayer", "daniel,me,stranger"),
    ("dragon-slayer", "me,bet:person"),
    ("dragon-slayer", "daniel,carla"),
    ("pig", "me,hold-20"),
    ("pig", "me,stranger,bet:person"),
    ("parchis", "me,greedy"),
    ("parchis", "random-smart,greedy"),
    ("tic-tac-toe-sp", "me,win-block"),
    ("tic-tac-toe-sp", "me,bet:person"),
    ("tute", "me,novice,expert"),
    ("tute", "me,bet:person,cai:person"),
    ("battletech", "me,charge"),
    ("battletech", "seed,charge"),
];

/// What is said and shown of all games: of each with two seeds in lines, and once on a screen.
pub(in crate::cli::play) static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
    let mut corpus = Corpus::default();
    for (game, seats) in PLAYED {
        for seed in 0..3 {
            (corpus.asked, corpus.is_reviewed, corpus.on_screen) = (0, false, seed == 1);
            corpus.shown = Shown::default();
            let record = play(&mut corpus, find(game).unwrap(), seats, seed);
            corpus.records.push(record);
        }
    }
    corpus
});

/// What is on the screen: the scene, what has happened since the last question, and the question, or
/// who thinks.
#[derive(Clone, Default)]
pub(in crate::cli::play) struct Shown {
    pub scene: Scene,
    pub log: Vec<LogLine>,
    pub said: Vec<String>,
    pub prompt: Option<Prompt>,
    pub thinks: String,
}

impl Shown {
    fn lines(&self) -> impl Iterator<Item = String> {
        let prompt = self.prompt.iter();
        let asked = prompt.flat_map(|prompt| prompt.choices.iter().chain([&prompt.question]));
        let told = self.log.iter().map(|told| &told.text);
        let texts = asked.chain(told).chain(&self.said).chain([&self.thinks]);
        let texts: Vec<String> = texts.cloned().chain([self.scene.to_string()]).collect();
        let lines = texts.join("\n");
        lines.lines().map(words).collect::<Vec<_>>().into_iter()
    }
}

/// The words of a text, without short ones and numbers.
fn words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2);
    words.collect::<Vec<_>>().join(" ")
}

/// A text in which all numbers are the same.
pub(in crate::cli::play) fn without_numbers(text: &str) -> String {
    let mut kind = String::new();
    for c in text.chars() {
        match c.is_ascii_digit() {
            true if kind.ends_with('0') => {}
            true => kind.push('0'),
            false => kind.push(c),
        }
    }
    kind
}

/// An interface that keeps all that it is shown, and answers with commands and choices in turn.
#[derive(Default)]
pub(in crate::cli::play) struct Corpus {
    /// A text of each kind: they differ in more than their numbers.
    texts: BTreeMap<String, String>,
    /// The faces of dice.
    pub faces: BTreeSet<String>,
    /// What was on the screen whenever it had a line with other words than before.
    pub shown_so_far: Vec<Shown>,
    pub records: Vec<Record>,
    on_screen: bool,
    asked: usize,
    is_reviewed: bool,
    shown: Shown,
    lines: BTreeSet<String>,
}

impl Corpus {
    pub(super) fn texts(&self) -> impl Iterator<Item = &String> {
        self.texts.values()
    }

    fn take(&mut self, text: &str) {
        let text = text.trim_end();
        self.texts.entry(without_numbers(text)).or_insert_with(|| text.to_owned());
    }

    fn keep_shown(&mut self) {
        let mut lines: Vec<String> = self.shown.lines().collect();
        lines.retain(|line| !self.lines.contains(line));
        if self.on_screen && !lines.is_empty() {
            self.lines.extend(lines);
            self.shown_so_far.push(self.shown.clone());
        }
    }

    fn scene(&mut self, scene: &Scene) {
        self.shown.scene = scene.clone();
        for part in &scene.parts {
            match part {
                // Its lines are broken in the language.
                Part::Board(Board { beside: Some(beside), words, .. }) => {
                    beside.paragraphs.iter().for_each(|words| self.take(words));
                    self.take(words);
                }
                _ => self.take(&Scene { parts: vec![part.clone()] }.to_string()),
            }
            match part {
                Part::Tracks { .. } => {}
                Part::Pieces { title, pieces } => {
                    self.take(title);
                    pieces.iter().for_each(|piece| self.take(&piece.name));
                }
                Part::Dice { title, dice } => {
                    self.take(title);
                    self.faces.extend(dice.iter().map(|die| die.face.clone()));
                }
                Part::Board(board) => {
                    for shape in board.drawing.iter().flat_map(|drawing| &drawing.shapes) {
                        if let Shape::Word { word, .. } = shape {
                            self.take(word);
                        }
                    }
                }
                Part::Text(text) => self.take(text),
            }
        }
    }
}

const COMMANDS: [&str; 12] =
    ["hint", "why", "?", "board", "log", "undo", "mode", "quiet", "mode", "quiet", "", "zzz"];

impl Ui for Corpus {
    fn happened(&mut self, told: &LogLine, scene: &Scene) {
        self.take(&told.text);
        self.faces.extend(told.dice.iter().map(|die| die.face.clone()));
        self.shown.log.push(told.clone());
        self.scene(scene);
    }

    fn stands(&mut self, scene: &Scene, _: bool) {
        self.scene(scene);
    }

    fn say(&mut self, text: &str) {
        self.take(text);
        self.shown.said.push(text.to_owned());
    }

    fn ask(&mut self, prompt: &Prompt) -> Result<String, Left> {
        self.take(&prompt.question);
        prompt.choices.iter().for_each(|choice| self.take(choice));
        let listed = prompt.listed(Language::default());
        let all = listed.len() == prompt.choices.len();
        listed.iter().filter(|_| all).for_each(|choice| self.take(choice));
        self.shown.prompt = Some(prompt.clone());
        self.keep_shown();
        self.shown = Shown { scene: std::mem::take(&mut self.shown.scene), ..Shown::default() };
        self.asked += 1;
        let asked = self.asked;
        Ok(match prompt.kind {
            Kind::Over { .. } if !std::mem::replace(&mut self.is_reviewed, true) => {
                "review".to_owned()
            }
            Kind::Stop | Kind::Pass | Kind::Over { .. } => String::new(),
            _ if asked.is_multiple_of(3) && asked < 600 => {
                COMMANDS[asked / 3 % COMMANDS.len()].to_owned()
            }
            _ => (asked * 7 % prompt.choices.len().max(1) + 1).to_string(),
        })
    }

    fn think(&mut self, text: &str, _: Duration) -> bool {
        self.take(text);
        text.clone_into(&mut self.shown.thinks);
        self.keep_shown();
        self.shown.thinks.clear();
        true
    }

    fn is_live(&self) -> bool {
        false
    }

    fn stays(&self) -> bool {
        !self.on_screen
    }

    fn clear(&mut self) {
        self.shown = Shown::default();
    }
}

/// Plays a game with these players as words of `--seats`.
fn play(ui: &mut dyn Ui, game: &'static GameEntry, seats: &str, seed: u64) -> Record {
    let opponents = Opponents::built_in(game);
    let words: Vec<String> = seats.split(',').map(str::to_owned).collect();
    let seating = opponents.seats(&words, "Ana", seed).unwrap();
    let beginning = Beginning {
        rules: None,
        seed,
        fair: Fair::of_given(seed),
        adviser: None,
        learned: None,
        hints: false,
        began: 0,
    };
    let header = opponents.header(seating, beginning).unwrap();
    let session = game.of_record(&header).unwrap().seat(header).unwrap();
    let opening = seating::opening(&*session, None);
    let mut table = seating::table(session, &opening, Vec::new(), 0, Vec::new(), false);
    let services = Services {
        opening,
        keeper: None,
        met: &[],
        candidates: opponents.listed,
        review: &|record| Some((review::solved(game)?.review)(record, "this game")),
        learned: None,
        tally: &|| None,
    };
    let options = Options { mode: Mode::Automatic, hints: false };
    GameLoop::new(&mut table, ui, options, services).run();
    table.session().record()
}
