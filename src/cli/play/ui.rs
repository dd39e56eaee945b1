//! What a session needs of an interface: to show what happens, to ask, and to wait. The lines
//! and the screen are the two interfaces.

use std::time::Duration;

use crate::play::show::{LogLine, Scene};
use rivals_core::text::language::Language;

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Left {
    /// The game is over.
    Over,
    /// A player has left it, or the input has ended.
    Unfinished,
    /// The user asked the program to stop.
    Interrupted,
    /// The game is over, and another one follows.
    Next(Then),
}

/// Which game follows one that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Then {
    /// The same players with the seats turned.
    Rematch,
    /// One that is chosen.
    New,
}

/// What a player is asked.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Prompt {
    /// The question; empty if a stop needs none.
    pub question: String,
    /// The answers in words; they are numbered from 1.
    pub choices: Vec<String>,
    /// The name of the person who is asked, if there are several.
    pub person: Option<String>,
    /// The kind of the question.
    pub kind: Kind,
}

impl Prompt {
    /// The most actions of a decision that are listed.
    const MOST_LISTED: usize = 24;

    /// A question without choices.
    pub(super) fn new(kind: Kind, question: impl Into<String>) -> Self {
        Self { question: question.into(), choices: Vec::new(), person: None, kind }
    }

    /// The choices with their numbers. Of a decision between many actions, only their number and
    /// an example, in the language of the choices: the scene shows what can be done.
    pub(super) fn listed(&self, language: Language) -> Vec<String> {
        let many = self.choices.len();
        let numbered = |(place, name): (usize, &String)| format!("{} {name}", place + 1);
        match self.kind {
            Kind::Decision if many > Self::MOST_LISTED => {
                let such = language.text(&format!("{many} choices, such as"));
                vec![format!(
                    "{such} \"{}\" (1); {}",
                    self.choices[0],
                    language.text("why lists all")
                )]
            }
            _ => self.choices.iter().enumerate().map(numbered).collect(),
        }
    }
}

/// The kind of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A decision of the game.
    Decision,
    /// A stop: anything goes on.
    Stop,
    /// The keyboard is passed to another person, who must see nothing of what is shown now.
    Pass,
    /// Any other question with choices.
    Question,
    /// A step of a replay: which one is next.
    Replay,
    /// The game is over, and the interface is about to go.
    Over {
        /// Whether there is a review.
        review: bool,
        /// Whether costly decisions can be tried again.
        again: bool,
    },
}

/// An interface.
pub(super) trait Ui {
    /// Shows a line of the log and the game after it.
    fn happened(&mut self, told: &LogLine, scene: &Scene);

    /// The game goes on from here: what was shown has been read.
    fn goes_on(&mut self, _scene: &Scene) {}

    /// Whether a roll is seen rolling, where the interface can show that.
    fn set_motion(&mut self, _on: bool) {}

    /// Replaces the log with the log so far, all of which was told earlier.
    fn recall(&mut self, _told: &[LogLine]) {}

    /// Shows the game as it stands, before a decision. It is `fresh` if others have acted since
    /// the last decision.
    fn stands(&mut self, scene: &Scene, fresh: bool);

    /// Shows the answer to a command, of any number of lines.
    fn say(&mut self, text: &str);

    /// Asks; returns a line, without its end.
    ///
    /// # Errors
    /// [`Left::Unfinished`] if the input has ended or nobody reads the output any more,
    /// [`Left::Interrupted`] if the user asked to stop the program.
    fn ask(&mut self, prompt: &Prompt) -> Result<String, Left>;

    /// Lets a player think for this time, which may be zero; a key ends it early. Returns false
    /// if the user asked to stop.
    fn think(&mut self, text: &str, time: Duration) -> bool;

    /// Whether a person may need time to answer, so that times are kept.
    fn is_live(&self) -> bool;

    /// Whether what was shown can be read when the interface is gone.
    fn stays(&self) -> bool;

    /// Removes everything that a person who has passed the keyboard on has seen.
    fn clear(&mut self);
}
