//! Every word that a game, a table and a session say in lines is in the file of each language.

pub(in crate::cli::play) mod corpus;
mod pages;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use super::super::home::{Wish, ask_home};
use super::super::lines::{Lines, Source};
use super::super::setup::ask_opponents;
use super::super::ui::{Kind, Prompt, Ui};
use super::Translated;
use crate::catalogue::catalogue;
use crate::languages::language;
use crate::personalities::Member;
use crate::personalities::remarks::filled;
use crate::personality_files::built_in_remarks;
use crate::play::Seat;
use crate::play::show::{Cue, Trigger};
use crate::tables::home::Home;
use crate::tables::seating::Opponents;
use corpus::CORPUS;
use rivals_core::text::language::{Forms, Language};

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

/// The names of players and of games.
pub(in crate::cli::play) fn names() -> BTreeSet<String> {
    let listed = listed();
    let names = listed.iter().flat_map(|one| [one.name().to_owned(), one.id().to_owned()]);
    let games = catalogue().iter().map(|game| game.info().name.to_owned());
    names.chain(games).chain(PEOPLE.map(str::to_owned)).collect()
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

/// A moment is opened in the words of a language, and in English.
#[test]
fn moments_are_opened_in_each_language() {
    for (tag, typed) in [("ca", "moment 2"), ("es", "Momento 2"), ("es", "moment 2")] {
        let (stop, mut output) = (AtomicBool::new(false), Vec::new());
        let mut lines = Lines::new(Source::script(&format!("{typed}\n")), &mut output, &stop);
        let over = Prompt::new(Kind::Over { review: false, again: false }, "");
        let answer = Translated::new(&mut lines, language(tag).unwrap()).ask(&over);
        assert_eq!(answer, Ok("moment 2".to_owned()));
    }
}

/// The groups of a file whose forms need not be met in these games: they are seldom, or of the page
/// and the screen.
const SELDOM: [&str; 9] =
    ["rare", "lists", "page", "screen", "setup", "characters", "agents", "review", "person"];

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
    let about = |one: &Member| format!("{}: {}", one.name(), one.character());
    let mut texts: BTreeSet<String> = CORPUS.texts().cloned().chain(remarks()).collect();
    texts.extend(listed().iter().map(about));
    let names = names();
    let is_name = |text: &str| {
        // Lists have numbers before names.
        let name = text.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim();
        names.contains(name)
    };
    if let Ok(path) = std::env::var("RIVALS_WORDS") {
        let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
        std::fs::write(path, texts.join("\u{1}")).unwrap();
    }
    for (tag, text) in LANGUAGES {
        let groups: Groups = toml::from_str(text).unwrap();
        let english = english(&groups);
        let forms: &'static Forms = Box::leak(Box::new(Forms::new(groups.clone()).unwrap()));
        let language = Language::of(forms);
        // Each text is read once, as there are thousands of them and hundreds of forms.
        let told = texts.iter().map(|text| (text, language.read(text)));
        let told: Vec<(&String, String, bool)> =
            told.map(|(text, (told, covered))| (text, told, covered)).collect();
        let missing = |(text, told, covered): &&(&String, String, bool)| {
            !is_name(text) && (!covered || !left(told, &english, &names).is_empty())
        };
        let missing: Vec<_> = told.iter().filter(missing).take(40).collect();
        assert!(missing.is_empty(), "configs/languages/{tag}.toml has no forms for {missing:#?}");
        let wide = |(text, told, _): &&(&String, String, bool)| {
            let columns = |text: &str| text.lines().map(|line| line.chars().count()).max();
            columns(text) <= Some(80) && text.contains("\n") && columns(told) > Some(80)
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
    let faces = CORPUS.faces.iter().filter(|face| face.chars().any(char::is_alphabetic));
    for face in faces {
        for language in words {
            let told = language.face(face);
            assert!(told != face || face == "cap", "{face}");
            assert!(told.chars().count() <= 7, "{told}");
        }
    }
}
