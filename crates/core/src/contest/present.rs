//! How a game looks and sounds: pure functions of what one seat knows, for a terminal, a
//! browser and a log alike.
//!
//! Everything that is shown of a game comes from the view of one seat, so that nothing hidden
//! can be shown. `tests/library/games/hidden.rs` and `tests/library/session.rs`
//! hold every game to it.

use std::sync::Arc;

use rand::Rng;
use serde_json::{Value, json};

use super::Solve;
use crate::play::show::{LogLine, Names, Part, Scene};
use crate::play::{Logged, LoggedOf, Playthrough};
use crate::values::Invalid;

/// How a game is shown to its players. What is left out is shown in the notation of the game.
pub trait Present: Solve {
    /// The elements of a view that are drawn.
    fn scene(&self, view: &Self::View, _names: &Names) -> Scene {
        Scene { parts: vec![Part::Text(json!(view).to_string())] }
    }

    /// The elements that are drawn while a step between two views is told: a turn that the step has
    /// ended is still there.
    fn told_scene(&self, _before: &Self::View, after: &Self::View, names: &Names) -> Scene {
        self.scene(after, names)
    }

    /// Why the game is over, as one sentence; empty where the result says it.
    fn reason(&self, _view: &Self::View, _names: &Names) -> String {
        String::new()
    }

    /// A view as lines of at most 80 columns.
    fn text(&self, view: &Self::View, names: &Names) -> String {
        self.scene(view, names).to_string()
    }

    /// A legal action in words, such as `fight green`. No two legal actions have the same name.
    fn name(&self, _view: &Self::View, action: Self::Action) -> String {
        action.to_string()
    }

    /// What the seat that decides is asked, as one line.
    fn question(&self, _view: &Self::View, _names: &Names) -> String {
        "What do you play?".to_owned()
    }

    /// A fact about the next roll that any player could compute from the rules, as a sentence; `None`
    /// where there is no roll. It never says what a choice is worth.
    fn odds(&self, _view: &Self::View) -> Option<String> {
        None
    }

    /// A step in words, as the seat of these views notices it: one line for each thing that
    /// happened. Never a forfeit. What is drawn from `dice` is for show only, such as which
    /// faces gave the result of a roll.
    fn tell(
        &self,
        _before: &Self::View,
        step: &LoggedOf<Self>,
        _after: &Self::View,
        names: &Names,
        _dice: &mut dyn Rng,
    ) -> Vec<LogLine> {
        match step {
            Logged::Act(seat, action) => {
                vec![LogLine::line(format!("{} {action}.", names.does(*seat, "play")))]
            }
            // An event may be hidden from the seat.
            Logged::Happen(_) | Logged::Forfeit(_) => Vec::new(),
        }
    }

    /// What may come of a legal action, as one sentence.
    fn explain(&self, _view: &Self::View, _action: Self::Action) -> String {
        String::new()
    }

    /// What a player of the game sees in a view in which a seat decides, as lines of at most 80
    /// columns; empty if the game draws no such thing.
    fn sketch(&self, _view: &Self::View) -> String {
        String::new()
    }

    /// The question that is asked before an action that is easily regretted; `None` for others.
    fn confirm(&self, _view: &Self::View, _action: Self::Action) -> Option<String> {
        None
    }

    /// Whether a person is not asked where this is the only legal action, as passing.
    fn goes_without_asking(&self, _view: &Self::View, _action: Self::Action) -> bool {
        false
    }

    /// The elements of the scene and the rules in short, as paragraphs.
    fn guide(&self) -> String {
        Self::ABOUT.to_owned()
    }

    /// The log of a game, as the game tells what happened; `None` if it has no log of its own.
    fn events(&self, _playthrough: &Playthrough<Self>) -> Option<Vec<Value>> {
        None
    }

    /// What is rolled where chance is next, as the engine's `legal` writes it beside the events; none
    /// where these say all.
    fn roll(&self, _state: &Self::State) -> Option<Value> {
        None
    }

    /// The questions of the engine's protocol that only this game answers.
    fn own_asks(&self) -> &'static [&'static str] {
        &[]
    }

    /// The answer to one of [`Self::own_asks`], from its fields beside `id` and `ask`.
    ///
    /// # Errors
    /// [`Invalid`] of the field that is wrong.
    fn answer_own(self: &Arc<Self>, ask: &str, _fields: &Value) -> Result<Value, Invalid> {
        unreachable!("{ask} is not a question of this game")
    }
}
