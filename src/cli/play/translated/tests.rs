//! Every word that a game, a table and a session say in lines is in the file of each language.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::super::game_loop::{GameLoop, Options, Services};
use super::super::ui::{Kind, Left, Prompt, Ui};
use crate::catalogue::{GameEntry, Playable, catalogue, find};
use crate::cli::seating::{self, Beginning, Opponents};
use crate::play::fair::Fair;
use crate::play::show::{LogLine, Part, Scene};
use rivals_core::drawing::Shape;
use rivals_core::text::language::{Forms, Language};

fn read(text: &str) -> Forms {
    let groups: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(text).unwrap();
    Forms::new(groups).unwrap()
}

/// An interface that keeps all that it is shown, and answers with commands and choices in turn.
#[derive(Default)]
struct Reader {
    texts: BTreeSet<String>,
    /// The faces of dice.
    faces: BTreeSet<String>,
    asked: usize,
}

impl Reader {
    fn take(&mut self, text: &str) {
        self.texts.insert(text.trim_end().to_owned());
    }

    fn scene(&mut self, scene: &Scene) {
        self.take(&scene.to_string());
        for part in &scene.parts {
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
                    let words = board.drawing.iter().flat_map(|drawing| &drawing.shapes);
                    let words: Vec<&String> = words
                        .filter_map(|shape| match shape {
                            Shape::Word { word, .. } => Some(word),
                            _ => None,
                        })
                        .collect();
                    words.into_iter().for_each(|word| self.take(word));
                }
                Part::Text(text) => self.take(text),
            }
        }
    }
}

const COMMANDS: [&str; 12] =
    ["hint", "why", "?", "board", "log", "undo", "mode", "quiet", "mode", "quiet", "", "zzz"];

impl Ui for Reader {
    fn happened(&mut self, told: &LogLine, scene: &Scene) {
        self.take(&told.text);
        self.faces.extend(told.dice.iter().map(|die| die.face.clone()));
        self.scene(scene);
    }

    fn stands(&mut self, scene: &Scene, _: bool) {
        self.scene(scene);
    }

    fn say(&mut self, text: &str) {
        self.take(text);
    }

    fn ask(&mut self, prompt: &Prompt) -> Result<String, Left> {
        self.take(&prompt.question);
        prompt.choices.iter().for_each(|choice| self.take(choice));
        prompt
            .listed()
            .iter()
            .for_each(|choice| self.take(choice.trim_start_matches(|c: char| c.is_ascii_digit())));
        self.asked += 1;
        let asked = self.asked;
        Ok(match prompt.kind {
            Kind::Stop | Kind::Pass | Kind::Over { .. } => String::new(),
            _ if asked % 3 == 0 && asked < 600 => COMMANDS[asked / 3 % COMMANDS.len()].to_owned(),
            _ => (asked * 7 % prompt.choices.len().max(1) + 1).to_string(),
        })
    }

    fn think(&mut self, text: &str, _: Duration) -> bool {
        self.take(text);
        true
    }

    fn is_live(&self) -> bool {
        false
    }

    fn stays(&self) -> bool {
        true
    }

    fn clear(&mut self) {}
}

/// Plays a game by these rules with these players as words of `--seats`.
fn play(
    reader: &mut Reader,
    game: &'static GameEntry,
    rules: Option<&str>,
    seats: &str,
    seed: u64,
) {
    let rules = rules.map(|text| crate::config::Source::new("rules.toml", text.to_owned()));
    let opponents = Opponents::of(game, None).unwrap();
    let words: Vec<String> = seats.split(',').map(str::to_owned).collect();
    let seating = opponents.seats(&words, "Ana", seed).unwrap();
    let beginning = Beginning {
        rules: rules.as_ref(),
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
    let mut table = seating::table(session, &opening, Vec::new(), 0, None, false).unwrap();
    let services =
        Services { opening, keeper: None, candidates: opponents.listed, review: &|_| None };
    let options = Options { interactive: false, hints: false };
    GameLoop::new(&mut table, reader, options, services).run();
}

/// What is shown of all games.
fn corpus() -> Reader {
    let mut reader = Reader::default();
    for (game, seats) in [
        ("dragon-slayer", "me,abel"),
        ("dragon-slayer", "daniel,me,stranger"),
        ("dragon-slayer", "me,ana:person"),
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
    ] {
        for seed in 0..3 {
            reader.asked = 0;
            play(&mut reader, find(game).unwrap(), None, seats, seed);
        }
    }
    reader
}

/// The languages, each with the text of its file.
const LANGUAGES: [(&str, &str); 2] = [
    ("ca", include_str!("../../../../configs/languages/ca.toml")),
    ("es", include_str!("../../../../configs/languages/es.toml")),
];

/// Whether a text is the name of a player, with its place at the table.
fn is_name(text: &str) -> bool {
    let name = text.trim_start_matches(|c: char| !c.is_alphabetic());
    let known = |game: &'static GameEntry| {
        let listed = Opponents::of(game, None).unwrap().listed;
        listed.iter().any(|one| one.name() == name)
    };
    PEOPLE.contains(&name) || catalogue().iter().any(known)
}

const PEOPLE: [&str; 3] = ["Ana", "bet", "cai"];

/// All that is said fits the forms of each language, and hardly a form is without use.
#[test]
fn everything_is_said_in_each_language() {
    let reader = corpus();
    if let Ok(path) = std::env::var("RIVALS_WORDS") {
        let texts: Vec<&str> = reader.texts.iter().map(|text| &**text).collect();
        std::fs::write(path, texts.join("\u{1}")).unwrap();
    }
    for (tag, text) in LANGUAGES {
        let forms: &'static Forms = Box::leak(Box::new(read(text)));
        let language = Language::of(forms);
        let texts = reader.texts.iter().filter(|text| !language.covers(text) && !is_name(text));
        let missing: Vec<&String> = texts.take(20).collect();
        assert!(missing.is_empty(), "configs/languages/{tag}.toml has no forms for {missing:#?}");
    }
}
