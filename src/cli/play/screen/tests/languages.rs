//! The screen in each language: no row of it has an English word.

use std::collections::BTreeSet;
use std::time::Duration;

use ratatui::crossterm::event::KeyCode;

use super::{Picture, SIZES, drawn, lines};
use crate::cli::play::translated::Translated;
use crate::cli::play::translated::tests::corpus::{CORPUS, Shown};
use crate::cli::play::translated::tests::{Groups, LANGUAGES, english, left, names};
use crate::cli::play::ui::{Kind, Left, Prompt, Ui};
use crate::languages::language;
use crate::play::show::{LogLine, Scene};

/// Draws the screen when somebody is asked or thinks.
struct Watcher {
    picture: Picture,
    seen: BTreeSet<String>,
}

impl Watcher {
    fn draw(&mut self, sizes: &[(u16, u16)]) {
        let shown = sizes.iter().map(|size| lines(&drawn(&self.picture, *size)));
        self.seen
            .extend(shown.flat_map(|shown| shown.lines().map(str::to_owned).collect::<Vec<_>>()));
    }
}

impl Ui for Watcher {
    fn happened(&mut self, told: &LogLine, scene: &Scene) {
        self.picture.happened(told, scene);
    }

    fn recall(&mut self, told: &[LogLine]) {
        told.iter().for_each(|told| self.picture.recall(told));
    }

    fn stands(&mut self, scene: &Scene, _: bool) {
        self.picture.scene = scene.clone();
    }

    fn say(&mut self, text: &str) {
        self.picture.say(text);
    }

    fn ask(&mut self, prompt: &Prompt) -> Result<String, Left> {
        self.picture.ask(prompt);
        self.draw(&SIZES);
        if prompt.kind == Kind::Decision {
            self.picture.moved(KeyCode::Right);
            self.picture.entered();
            self.draw(&SIZES[..1]);
        }
        Ok(String::new())
    }

    fn think(&mut self, text: &str, _: Duration) -> bool {
        text.clone_into(&mut self.picture.doing);
        self.draw(&SIZES);
        true
    }

    fn is_live(&self) -> bool {
        false
    }

    fn stays(&self) -> bool {
        false
    }

    fn clear(&mut self) {
        self.picture.clear();
    }
}

/// Shows what was on the screen.
fn show(ui: &mut dyn Ui, shown: &Shown) {
    ui.stands(&shown.scene, true);
    ui.recall(&shown.log);
    shown.said.iter().for_each(|said| ui.say(said));
    match &shown.prompt {
        Some(prompt) => drop(ui.ask(prompt)),
        None => drop(ui.think(&shown.thinks, Duration::ZERO)),
    }
}

#[test]
fn the_screen_speaks_each_language() {
    let names = names();
    for (tag, text) in LANGUAGES {
        let english = english(&toml::from_str::<Groups>(text).unwrap());
        let language = language(tag).unwrap();
        let picture = || Picture { language, ..Picture::default() };
        let mut watcher = Watcher { picture: picture(), seen: BTreeSet::new() };
        for shown in &CORPUS.shown_so_far {
            watcher.picture = picture();
            show(&mut Translated::new(&mut watcher, language), shown);
        }
        let rows = watcher.seen.iter();
        let english: Vec<_> = rows.filter(|row| !left(row, &english, &names).is_empty()).collect();
        assert!(
            english.is_empty(),
            "{tag}: {} rows are English in part: {:#?}",
            english.len(),
            &english[..english.len().min(40)]
        );
        let small = lines(&drawn(&watcher.picture, (60, 20)));
        assert!(!small.contains("window"), "{small}");
    }
}
