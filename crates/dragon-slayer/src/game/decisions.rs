//! The decisions of a player, read from JSON lines as `rivals engine` writes them.
//!
//! ```text
//! a decision  {"position":{"scores":[20,31],...},"action":"stop"}
//! a game      {"moves":["fight dragon 1","slain, dice left 2",...],"winners":[1],"scores":[41,30]}
//! ```
//!
//! A game begins at the usual start of the rules, with two seats; it is an answer of the question
//! `play`.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::DragonSlayer;
use crate::solver::{Position, Stage};
use crate::{Action, State, Turn};
use rivals_core::engine::position;
use rivals_core::json;
use rivals_core::play::{self, Dice, Game, Playthrough, Seat};
use rivals_core::values::{Invalid, NotationError, json_fault};

/// A game, as the question `play` answers it; only the moves are used.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the other fields are read, and not used")]
struct WholeGame {
    id: Option<IgnoredAny>,
    scores: Option<[IgnoredAny; 2]>,
    moves: Vec<String>,
    winners: Option<IgnoredAny>,
    forfeit: Option<IgnoredAny>,
    seconds: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the id is read, and not used")]
struct OneDecision {
    id: Option<IgnoredAny>,
    position: Value,
    action: String,
}

/// A decision between at least two actions.
pub struct SeenDecision {
    /// The position in which the turn began.
    pub position: Position,
    /// The state of the turn.
    pub turn: Turn,
    /// The action that was taken.
    pub action: Action,
    /// The player's win probability after that action and after the best one, under optimal play
    /// by both players from there on; `None` where the solver does not follow the turn far enough.
    pub wins: Option<[f64; 2]>,
}

/// A line of a file.
pub struct SeenLine {
    /// Whether the line is a whole game.
    pub is_game: bool,
    /// The decisions, in their order.
    pub decisions: Vec<SeenDecision>,
}

impl DragonSlayer {
    /// The decisions of a line. Of a game, those of `seat`; a decision in a position is of the
    /// seat that decides there.
    ///
    /// # Errors
    /// [`Invalid`], at the first thing that is wrong.
    pub fn seen(&self, line: &str, seat: Seat) -> Result<SeenLine, Invalid> {
        let value: Value = serde_json::from_str(line).map_err(|error| {
            let help = "write a JSON object with `moves`, or with `position` and `action`";
            Invalid::new("line", json_fault(&error), help)
        })?;
        let is_game = value.get("moves").is_some();
        let decisions = if is_game {
            self.of_game(&json::read(&value)?, seat)?
        } else {
            let OneDecision { position: asked, action, .. } = json::read(&value)?;
            let state = position(self, &asked)?;
            let seen = self.of_state(&state, &action).map_err(|error| error.under("action"))?;
            seen.into_iter().collect()
        };
        Ok(SeenLine { is_game, decisions })
    }

    fn of_game(&self, game: &WholeGame, seat: Seat) -> Result<Vec<SeenDecision>, Invalid> {
        let mut playthrough = Playthrough::new(Arc::new(self.clone()), 2, Dice::new(0, 0, 0));
        let mut decisions = Vec::new();
        for (place, text) in game.moves.iter().enumerate() {
            let field = format!("moves[{place}]");
            let unread = |error: NotationError| {
                Invalid::new(&field, format!("{text} is not what comes next"), error.help)
            };
            let played = match playthrough.turn() {
                play::Turn::Over(_) => {
                    return Err(Invalid::new(&field, "the game is over", "leave it out"));
                }
                play::Turn::Chance(_) => playthrough.happen(text.parse().map_err(unread)?),
                play::Turn::Decide(decider) => {
                    if decider == seat {
                        let seen = self.of_state(playthrough.state(), text);
                        decisions.extend(seen.map_err(|error| error.under(&field))?);
                    }
                    playthrough.act(text.parse().map_err(unread)?)
                }
            };
            played.map_err(|illegal| {
                let help = "give games that begin at the usual start, by these rules";
                Invalid::new(&field, format!("{text} is not legal: {}", illegal.reason), help)
            })?;
        }
        Ok(decisions)
    }

    /// The decision in a state; `None` if only one action is legal.
    fn of_state(&self, state: &State, text: &str) -> Result<Option<SeenDecision>, Invalid> {
        let refuse = |message: String, help: &str| Invalid::new("", message, help);
        let read = text.parse::<Action>();
        let taken = read.map_err(|error| refuse(format!("{text} is not an action"), error.help))?;
        let legal = self.actions(state);
        let place = legal.iter().position(|&other| other == taken);
        let place = place.ok_or_else(|| {
            let all: Vec<_> = legal.iter().map(Action::to_string).collect();
            let help = if all.is_empty() {
                "give a position in which a player decides".to_owned()
            } else {
                format!("legal are {}", all.join(", "))
            };
            refuse(format!("{text} is not legal here"), &help)
        })?;
        let seats = state.scores.seats();
        if seats != 2 {
            let help = "give decisions in games of two players";
            return Err(refuse(format!("the position has {seats} seats"), help));
        }
        let position = Position::of(state, self.rules.target);
        let Some(mut position) = position.filter(|_| legal.len() > 1) else {
            return Ok(None);
        };
        position.after_big_turn = state.after_big_turn && position.stage != Stage::Overtime;
        let wins = self.exact_wins(state).map(|wins| {
            let best = wins.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            [wins[place], best]
        });
        Ok(Some(SeenDecision { position, turn: state.turn, action: taken, wins }))
    }
}
