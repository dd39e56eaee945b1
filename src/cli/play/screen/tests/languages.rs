//! The screen in each language: no row of it has an English word.

use std::collections::BTreeSet;
use std::time::Duration;

use ratatui::crossterm::event::KeyCode;

use super::{Picture, SIZES, drawn, lines};
use crate::catalogue::find;
use crate::cli::play::translated::Translated;
use crate::cli::play::translated::tests::{
    Groups, LANGUAGES, PLAYED, Reader, english, left, names, play,
};
use crate::cli::play::ui::{Kind, Left, Prompt, Ui};
use crate::languages::language;
use crate::play::show::{LogLine, Scene};

/// Draws the screen at each question, and answers as a [`Reader`]; at the end it asks for the review.
struct Watcher {
    picture: Picture,
    answers: Reader,
    reviewed: bool,
    seen: BTreeSet<String>,
}

impl Watcher {
    fn draw(&mut self) {
        let shown = SIZES.map(|size| lines(&drawn(&self.picture, size)));
        self.seen.extend(shown.iter().flat_map(|shown| shown.lines()).map(str::to_owned));
    }
}

impl Ui for Watcher {
    fn happened(&mut self, told: &LogLine, scene: &Scene) {
        self.picture.happened(told, scene);
    }

    fn stands(&mut self, scene: &Scene, _: bool) {
        self.picture.scene = scene.clone();
    }

    fn say(&mut self, text: &str) {
        self.picture.say(text);
    }

    fn ask(&mut self, prompt: &Prompt) -> Result<String, Left> {
        self.picture.ask(prompt);
        self.draw();
        if prompt.kind == Kind::Decision {
            self.picture.moved(KeyCode::Right);
            self.picture.entered();
            self.draw();
        }
        self.picture.answered();
        if matches!(prompt.kind, Kind::Over { .. }) && !std::mem::replace(&mut self.reviewed, true)
        {
            return Ok("review".to_owned());
        }
        self.answers.ask(prompt)
    }

    fn think(&mut self, text: &str, _: Duration) -> bool {
        if self.picture.doing != text {
            self.picture.doing = text.to_owned();
            self.draw();
        }
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

#[test]
fn the_screen_speaks_each_language() {
    let names = names();
    for (tag, text) in LANGUAGES {
        let english = english(&toml::from_str::<Groups>(text).unwrap());
        let language = language(tag).unwrap();
        let mut watcher = Watcher {
            picture: Picture { language, ..Picture::default() },
            answers: Reader::default(),
            reviewed: false,
            seen: BTreeSet::new(),
        };
        for (game, seats) in PLAYED {
            (watcher.answers.asked, watcher.reviewed) = (0, false);
            watcher.picture = Picture { language, ..Picture::default() };
            play(&mut Translated::new(&mut watcher, language), find(game).unwrap(), seats, 1);
        }
        // Beside a board, lines are broken in English.
        let rows = watcher.seen.iter().filter(|row| !row.contains('·'));
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
