//! Every word that a game, a table and a session say in lines is in the file of each language.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::super::game_loop::Mode;
use super::super::game_loop::{GameLoop, Options, Services};
use super::super::home::{Wish, ask_home};
use super::super::lines::{Lines, Source};
use super::super::setup::ask_opponents;
use super::super::ui::{Kind, Left, Prompt, Ui};
use super::Translated;
use crate::catalogue::{GameEntry, Playable, catalogue, find};
use crate::commands::review;
use crate::languages::language;
use crate::personalities::Member;
use crate::personalities::remarks::filled;
use crate::personality_files::built_in_remarks;
use crate::play::Seat;
use crate::play::fair::Fair;
use crate::play::record::Record;
use crate::play::show::{Cue, LogLine, Part, Scene, Trigger};
use crate::tables::home::Home;
use crate::tables::seating::{self, Beginning, Opponents};
use rivals_core::drawing::Shape;
use rivals_core::text::language::{Forms, Language};

/// An interface that keeps all that it is shown, and answers with commands and choices in turn.
#[derive(Default)]
pub(in crate::cli::play) struct Reader {
    texts: BTreeSet<String>,
    /// The faces of dice.
    faces: BTreeSet<String>,
    pub asked: usize,
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
        let listed = prompt.listed(Language::default());
        let all = listed.len() == prompt.choices.len();
        listed.iter().filter(|_| all).for_each(|choice| self.take(choice));
        self.asked += 1;
        let asked = self.asked;
        Ok(match prompt.kind {
            Kind::Stop | Kind::Pass | Kind::Over { .. } => String::new(),
            _ if asked.is_multiple_of(3) && asked < 600 => {
                COMMANDS[asked / 3 % COMMANDS.len()].to_owned()
            }
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

/// Plays a game with these players as words of `--seats`.
pub(in crate::cli::play) fn play(
    reader: &mut dyn Ui,
    game: &'static GameEntry,
    seats: &str,
    seed: u64,
) -> Record {
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
        candidates: opponents.listed,
        review: &|record| Some((review::solved(game)?.review)(record, "this game")),
        learned: None,
        tally: &|| None,
    };
    let options = Options { mode: Mode::Automatic, hints: false };
    GameLoop::new(&mut table, reader, options, services).run();
    table.session().record()
}

/// The games that are played, and by whom.
pub(in crate::cli::play) const PLAYED: [(&str, &str); 14] = [
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
];

/// What is shown of all games.
fn corpus() -> Reader {
    let mut reader = Reader::default();
    for (game, seats) in PLAYED {
        for seed in 0..3 {
            reader.asked = 0;
            let game = find(game).unwrap();
            play(&mut reader, game, seats, seed);
        }
    }
    reader
}

/// The languages, each with the text of its file.
pub(in crate::cli::play) const LANGUAGES: [(&str, &str); 2] = [
    ("ca", include_str!("../../../../configs/languages/ca.toml")),
    ("es", include_str!("../../../../configs/languages/es.toml")),
];

const PEOPLE: [&str; 3] = ["Ana", "bet", "cai"];

/// The words of the forms of a language that none of its translations has, in lower case, without
/// those of this many letters at most.
pub(in crate::cli::play) fn english(groups: &Groups) -> BTreeSet<String> {
    const SHORT: usize = 2;
    let words = |text: &str| -> Vec<String> {
        let outside = text.split('{').map(|part| part.split_once('}').map_or(part, |part| part.1));
        let words = outside.flat_map(|part| part.split(|c: char| !c.is_alphabetic()));
        words.map(str::to_lowercase).filter(|word| word.chars().count() > SHORT).collect()
    };
    let forms = || groups.values().flatten();
    let own: BTreeSet<String> = forms().flat_map(|(_, told)| words(told)).collect();
    let all = forms().flat_map(|(form, _)| words(form));
    all.filter(|word| !own.contains(word)).collect()
}

/// The English words of a text in another language, without the names of players.
pub(in crate::cli::play) fn left(
    text: &str,
    english: &BTreeSet<String>,
    names: &BTreeSet<String>,
) -> Vec<String> {
    let mut text = text.to_owned();
    // Names that begin with another one come first.
    for name in names.iter().rev() {
        text = text.replace(name, "");
    }
    // Parameters of agents are the same in all languages.
    let told = text.split_whitespace().filter(|word| !word.contains('='));
    let words = told.flat_map(|word| word.split(|c: char| !c.is_alphabetic()));
    words.map(str::to_lowercase).filter(|word| english.contains(word)).collect()
}

/// The names of players, in all games.
pub(in crate::cli::play) fn names() -> BTreeSet<String> {
    let listed = listed();
    let names = listed.iter().flat_map(|one| [one.name().to_owned(), one.id().to_owned()]);
    names.chain(PEOPLE.map(str::to_owned)).collect()
}

/// The groups of a file.
pub(in crate::cli::play) type Groups = BTreeMap<String, BTreeMap<String, String>>;

/// What is asked before a game.
#[test]
fn questions_before_a_game_are_asked_in_each_language() {
    let names = names();
    for (tag, text) in LANGUAGES {
        let english = english(&toml::from_str::<Groups>(text).unwrap());
        let (stop, mut output) = (AtomicBool::new(false), Vec::new());
        let language = language(tag).unwrap();
        let answers = format!("?\n{}\nzzz\n1\n", language.fixed("record"));
        let rounds = catalogue().len() + 1;
        let mut lines = Lines::new(Source::script(&answers.repeat(rounds)), &mut output, &stop);
        lines.language = language;
        let mut ui = Translated::new(&mut lines, language);
        let home = Home::of(None, "Ana").unwrap();
        assert!(matches!(ask_home(&home, &mut ui, "2026-11-28"), Ok(Wish::New(_))));
        for game in catalogue() {
            let (loaded, opponents) = (game.load(None).unwrap(), Opponents::built_in(game));
            assert!(ask_opponents(&mut ui, &loaded, &opponents, None).is_ok());
        }
        lines.finish().unwrap();
        let said = String::from_utf8(output).unwrap();
        let told = said.lines().filter(|line| !line.contains("> "));
        let english: Vec<&str> =
            told.filter(|line| !left(line, &english, &names).is_empty()).collect();
        assert!(english.is_empty(), "{tag}: {english:#?}");
    }
}

/// The groups of a file whose forms need not be met in these games: they are seldom, or of the page
/// and the screen.
const SELDOM: [&str; 8] =
    ["rare", "lists", "page", "screen", "setup", "characters", "agents", "review"];

/// Who can be played against in any game.
fn listed() -> Vec<Member> {
    catalogue().iter().flat_map(|game| Opponents::built_in(game).listed).collect()
}

/// All remarks, as they are said: with and without what is filled in.
fn remarks() -> Vec<String> {
    let remarks = listed().into_iter().flat_map(|one| built_in_remarks(one.id()));
    let texts: Vec<String> = remarks.flat_map(|remark| remark.texts).collect();
    let cues = [1.0, 7.0].map(|amount| Cue { trigger: Trigger::Lead, seat: Seat::FIRST, amount });
    let said = |cue: &Cue, text: &String| format!("Abel: \"{}\"", filled(text, cue, "Ana"));
    cues.iter().flat_map(|cue| texts.iter().map(|text| said(cue, text))).collect()
}

/// All that is said fits the forms of each language, and hardly a form is without use.
#[test]
fn everything_is_said_in_each_language() {
    let mut reader = corpus();
    reader.texts.extend(remarks());
    let about = |one: &Member| format!("{}: {}", one.name(), one.character());
    let names = names();
    let is_name = |text: &str| {
        // Lists have numbers before names.
        let name = text.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim();
        names.contains(name)
    };
    let characters: BTreeSet<String> = listed().iter().map(about).collect();
    reader.texts.extend(characters.iter().cloned());
    if let Ok(path) = std::env::var("RIVALS_WORDS") {
        let texts: Vec<&str> = reader.texts.iter().map(|text| &**text).collect();
        std::fs::write(path, texts.join("\u{1}")).unwrap();
    }
    for (tag, text) in LANGUAGES {
        let groups: Groups = toml::from_str(text).unwrap();
        let english = english(&groups);
        let forms: &'static Forms = Box::leak(Box::new(Forms::new(groups.clone()).unwrap()));
        let language = Language::of(forms);
        // Each text is read once, as there are thousands of them and hundreds of forms.
        let texts = reader.texts.iter();
        let told: Vec<(&String, String)> = texts.map(|text| (text, language.text(text))).collect();
        let missing = |(text, told): &&(&String, String)| {
            // Parameters of agents are words, too, and beside a board lines are broken in English.
            let whole = || characters.contains(*text) || text.contains('·');
            let is_told = || whole() || left(told, &english, &names).is_empty();
            let is_told = || language.covers(text) && is_told();
            !is_name(text) && !is_told()
        };
        let missing: Vec<_> = told.iter().filter(missing).take(40).collect();
        assert!(missing.is_empty(), "configs/languages/{tag}.toml has no forms for {missing:#?}");
        let wide = |(text, told): &&(&String, String)| {
            let columns = |text: &str| text.lines().map(|line| line.chars().count()).max();
            !text.contains('·')
                && columns(text) <= Some(80)
                && text.contains("\n")
                && columns(told) > Some(80)
        };
        let wide: Vec<_> = told.iter().filter(wide).take(3).collect();
        assert!(wide.is_empty(), "{tag}: wider than a terminal: {wide:#?}");
        let unused: BTreeSet<&str> = forms.unused().into_iter().collect();
        let groups = groups.iter().filter(|(name, _)| !SELDOM.contains(&&***name));
        let unused: Vec<&String> = groups
            .flat_map(|(_, forms)| forms.keys())
            .filter(|form| unused.contains(&***form))
            .collect();
        assert!(unused.is_empty(), "{tag}: nothing is said so: {unused:#?}");
        for (english, told) in &toml::from_str::<Groups>(text).unwrap()["remarks"] {
            assert!(told.chars().count() <= 120, "{english}: {told}");
        }
    }
    let words = ["ca", "es"].map(|tag| language(tag).unwrap());
    let faces = reader.faces.iter().filter(|face| face.chars().any(char::is_alphabetic));
    for face in faces {
        for language in words {
            let told = language.face(face);
            assert!(told != face || face == "cap", "{face}");
            assert!(told.chars().count() <= 7, "{told}");
        }
    }
}
