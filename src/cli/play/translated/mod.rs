//! An interface in another language than English: what it is given to show is translated on the
//! way, and an answer on the way back. So nothing else of a session knows languages.

#[cfg(test)]
pub(super) mod tests;

use std::time::Duration;

use super::ui::{Left, Prompt, Ui};
use super::words::{COMMANDS, Meaning, meaning, plain};
use crate::play::show::{LogLine, Part, Scene};
use rivals_core::text::language::Language;

/// What can be answered beside choices and commands.
#[rustfmt::skip]
const ANSWERS: [&str; 16] = [
    "mode", "help", "review", "again", "try again", "more", "a stranger", "stranger",
    "continue", "rematch", "today", "record", "new", "replay", "end", "later",
];

/// An interface in a language.
pub(super) struct Translated<'a> {
    ui: &'a mut dyn Ui,
    language: Language,
}

impl<'a> Translated<'a> {
    pub(super) fn new(ui: &'a mut dyn Ui, language: Language) -> Self {
        Self { ui, language }
    }

    /// A scene. Lines read it as text.
    fn scene(&self, scene: &Scene) -> Scene {
        if self.ui.stays() && !self.language.is_english() {
            return Scene { parts: vec![Part::Text(self.language.lines(scene))] };
        }
        self.language.scene(scene)
    }

    /// The answer in the words of the session, which may have been given in the language.
    fn answer(&self, prompt: &Prompt, told: &Prompt, words: String) -> String {
        let typed = plain(&words);
        let known = |choices: &[String]| choices.iter().any(|choice| plain(choice) == typed);
        if self.language.is_english() || known(&prompt.choices) || typed.parse::<usize>().is_ok() {
            return words;
        }
        let typed = bare(&typed);
        if let Some(number) = typed.strip_prefix(&(bare(self.language.fixed("moment")) + " ")) {
            return format!("moment {number}");
        }
        let choices: Vec<String> = told.choices.iter().map(|choice| bare(choice)).collect();
        if let Some(place) = choices.iter().position(|choice| *choice == typed) {
            return (place + 1).to_string();
        }
        let commands = COMMANDS.iter().map(|(name, ..)| *name).chain(ANSWERS);
        let mut commands = commands.filter(|name| bare(self.language.fixed(name)) == typed);
        match (meaning(&prompt.choices, &plain(&words)), commands.next()) {
            (Meaning::Command(_), _) => words,
            (_, Some(name)) => name.to_owned(),
            (Meaning::Unclear(_), None) => match meaning(&choices, &typed) {
                Meaning::Choice(place) => (place + 1).to_string(),
                _ => words,
            },
            (Meaning::Choice(_), None) => words,
        }
    }
}

/// Words in lower case without accents, as not all keyboards have them.
fn bare(words: &str) -> String {
    let letter = |c: char| match c {
        'à' | 'á' => 'a',
        'è' | 'é' => 'e',
        'í' | 'ï' => 'i',
        'ò' | 'ó' => 'o',
        'ú' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        c => c,
    };
    plain(words).chars().map(letter).collect()
}

impl Ui for Translated<'_> {
    fn happened(&mut self, told: &LogLine, scene: &Scene) {
        let scene = self.scene(scene);
        self.ui.happened(&self.language.told(told), &scene);
    }

    fn goes_on(&mut self, scene: &Scene) {
        let scene = self.scene(scene);
        self.ui.goes_on(&scene);
    }

    fn recall(&mut self, told: &[LogLine]) {
        let told: Vec<LogLine> = told.iter().map(|told| self.language.told(told)).collect();
        self.ui.recall(&told);
    }

    fn stands(&mut self, scene: &Scene, fresh: bool) {
        let board = scene.parts.iter().any(|part| matches!(part, Part::Board(_)));
        let scene = self.scene(scene);
        self.ui.stands(&scene, fresh || board);
    }

    fn say(&mut self, text: &str) {
        self.ui.say(&self.language.text(text));
    }

    fn ask(&mut self, prompt: &Prompt) -> Result<String, Left> {
        let told = Prompt {
            question: self.language.text(&prompt.question),
            choices: prompt.choices.iter().map(|choice| self.language.text(choice)).collect(),
            ..prompt.clone()
        };
        let words = self.ui.ask(&told)?;
        Ok(self.answer(prompt, &told, words))
    }

    fn think(&mut self, text: &str, time: Duration) -> bool {
        self.ui.think(&self.language.text(text), time)
    }

    fn is_live(&self) -> bool {
        self.ui.is_live()
    }

    fn stays(&self) -> bool {
        self.ui.stays()
    }

    fn clear(&mut self) {
        self.ui.clear();
    }
}
