//! The decisions of a player, read from JSON lines as `rivals engine` writes them.
//!
//! ```text
//! a decision  {"position":{"scores":[20,31],...},"action":"stop"}
//! a game      {"moves":["fight dragon 1","slain, dice left 2",...],"winners":[1],"scores":[41,30]}
//! ```
//!
//! A game begins at the usual start of the rules, with two seats; it is an answer of the question
//! `play`.

use serde_json::Value;

use super::DragonSlayerEngine;
use crate::solver::{Position, Stage};
use crate::{Action, State, Turn};
use rivals_core::play::engine::{Field, Positions, Refusal};
use rivals_core::play::{self, Dice, Game, NotationError, Seat, Sitting};

/// The fields of a line that has a game; the others are not used.
const GAME: [&str; 6] = ["id", "moves", "winners", "scores", "forfeit", "seconds"];

/// A decision between at least two actions.
pub struct SeenDecision {
    /// The position in which the turn began.
    pub position: Position,
    /// The state of the turn.
    pub turn: Turn,
    /// The action that was taken.
    pub action: Action,
    /// The player's win probability after that action and after the best one, under optimal play
    /// by both players from there on; none where the solver does not follow the turn far enough.
    pub wins: Option<[f64; 2]>,
}

/// A line of a file.
pub struct SeenLine {
    /// Whether the line is a whole game.
    pub is_game: bool,
    /// The decisions, in their order.
    pub decisions: Vec<SeenDecision>,
}

impl DragonSlayerEngine {
    /// The decisions of a line. Of a game, those of `seat`; a decision in a position is of the
    /// seat that decides there.
    ///
    /// # Errors
    /// [`Refusal`], at the first thing that is wrong.
    pub fn seen(&self, line: &str, seat: Seat) -> Result<SeenLine, Refusal> {
        let value: Value = serde_json::from_str(line).map_err(|error| {
            let help = "write a JSON object with `moves`, or with `position` and `action`";
            Refusal::new("line", format!("it is not JSON: {error}"), help)
        })?;
        let line = Field::new("", &value);
        let is_game = value.get("moves").is_some();
        let decisions = if is_game {
            self.of_game(&line, seat)?
        } else {
            let fields = line.object(&["id", "position", "action"])?;
            let state = self.read(&fields.required("position")?)?;
            self.of_state(&state, &fields.required("action")?)?.into_iter().collect()
        };
        Ok(SeenLine { is_game, decisions })
    }

    fn of_game(&self, line: &Field<'_>, seat: Seat) -> Result<Vec<SeenDecision>, Refusal> {
        let fields = line.object(&GAME)?;
        if let Some(scores) = fields.optional("scores") {
            scores.list_of(2..=2)?;
        }
        let mut sitting = Sitting::new(self.game().clone(), 2, Dice::new(0, 0, 0));
        let mut decisions = Vec::new();
        for field in fields.required("moves")?.list()? {
            let text = field.text()?;
            let unread = |error: NotationError| {
                let message = format!("{text} is not what comes next");
                field.refuse(message, error.help)
            };
            let played = match sitting.turn() {
                play::Turn::Over(_) => return Err(field.refuse("the game is over", "leave it out")),
                play::Turn::Chance(_) => sitting.happen(text.parse().map_err(unread)?),
                play::Turn::Decide(decider) => {
                    if decider == seat {
                        decisions.extend(self.of_state(sitting.state(), &field)?);
                    }
                    sitting.act(text.parse().map_err(unread)?)
                }
            };
            played.map_err(|illegal| {
                let help = "give games that begin at the usual start, by these rules";
                field.refuse(format!("{text} is not legal: {}", illegal.reason), help)
            })?;
        }
        Ok(decisions)
    }

    /// The decision in a state; none if only one action is legal.
    fn of_state(&self, state: &State, action: &Field<'_>) -> Result<Option<SeenDecision>, Refusal> {
        let text = action.text()?;
        let read = text.parse::<Action>();
        let taken =
            read.map_err(|error| action.refuse(format!("{text} is no action"), error.help))?;
        let legal = self.game().actions(state);
        let place = legal.iter().position(|&other| other == taken);
        let place = place.ok_or_else(|| {
            let all: Vec<_> = legal.iter().map(Action::to_string).collect();
            let help = if all.is_empty() {
                "give a position in which a player decides".to_owned()
            } else {
                format!("legal are {}", all.join(", "))
            };
            action.refuse(format!("{text} is not legal here"), help)
        })?;
        let seats = state.scores.seats();
        if seats != 2 {
            let help = "give decisions in games of two players";
            return Err(action.refuse(format!("the position has {seats} seats"), help));
        }
        let position = Position::of(state, self.game().rules().target);
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
