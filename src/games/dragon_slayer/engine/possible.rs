//! Whether play can lead to a position. What cannot be is refused, with the field that is wrong.

use super::positions::{DragonSlayerEngine, asked};
use crate::games::dragon_slayer::solver::Unreachable;
use crate::games::dragon_slayer::{BIG_TURN, DragonSet, Phase, State, Turn};
use crate::play::Seat;
use crate::play::engine::{Field, Refusal};

impl DragonSlayerEngine {
    /// Refuses a state that play cannot lead to.
    pub(super) fn check(&self, position: &Field<'_>, state: &State) -> Result<(), Refusal> {
        let (turn, mover) = (&state.turn, state.mover);
        let refuse = |field: &str, message: &str, help: &str| {
            Err(Refusal::new(position.at(field), message, help))
        };
        let seats = state.scores.seats();
        let before = Seat(((usize::from(mover.0) + seats - 1) % seats) as u8);
        if state.after_big_turn && state.scores[before] < BIG_TURN {
            let message = format!("{before} has not scored {BIG_TURN} points");
            return refuse("after_big_turn", &message, "write false");
        }
        let round_begins = mover == Seat::FIRST;
        if matches!(turn.phase, Phase::Over { .. }) {
            let fresh = Turn {
                phase: turn.phase,
                ..Turn::new(self.rules().dragons.len(), self.rules().warrior.dice)
            };
            return match round_begins && *turn == fresh {
                true => Ok(()),
                false => refuse(
                    "phase",
                    "a game is over after a round, before a turn has begun",
                    "write mover 1, at_stake 0, all dragons, all dice and no challenger, or \
                     another phase",
                ),
            };
        }
        if let Some(winner) = self.game.winner(&state.scores).filter(|_| round_begins) {
            return refuse(
                "phase",
                &format!("the game is over: {winner} has won"),
                "write over, or scores with which the game goes on",
            );
        }
        for (field, seat) in [("challenger", turn.challenger), ("asked", asked(turn))] {
            if seat == Some(mover) {
                let message = "the mover does not challenge itself";
                return refuse(field, message, "write another seat");
            }
        }
        let (challenged, at_stake) = (turn.challenger.is_some(), turn.at_stake > 0);
        let right = match turn.phase {
            Phase::MustFight => challenged == at_stake,
            Phase::MayStop => at_stake,
            Phase::Asked(_) => at_stake && !challenged,
            Phase::Challenged => at_stake && challenged,
            Phase::Fighting { .. } => !challenged || at_stake,
            Phase::Over { .. } => true,
        };
        if !right {
            return refuse(
                "phase",
                "no turn is in this phase with these points at stake and this challenger",
                "write must-fight at the beginning of a turn and after accepting a challenge; a \
                 challenger and points at stake once a stop was challenged; and may-stop once a \
                 dragon is slain",
            );
        }
        // The solver's check below leaves positions out that it has no number for.
        if let Some(seat) = asked(turn).or(turn.challenger) {
            let (held, most) = (state.tokens[seat], self.rules().challenge.tokens);
            if most == 0 {
                let message = "these rules have no challenge";
                return refuse("phase", message, "write another phase");
            }
            let place = format!("tokens[{}]", seat.0);
            if !challenged && held == 0 {
                let message = format!("{seat} has no token and is not asked");
                return refuse(&place, &message, "write at least one token");
            }
            if challenged && held == most {
                let message = format!("{seat} has challenged and still has all its tokens");
                return refuse(&place, &message, &format!("write at most {}", most - 1));
            }
        }
        let Some(unreachable) = self.unreachable(state) else {
            return Ok(());
        };
        let field = match unreachable {
            Unreachable::TooManyTokens { .. }
            | Unreachable::TokenNotSpent
            | Unreachable::NoToken => "tokens",
            Unreachable::Over { .. } | Unreachable::LeadBeforeTurn => "scores",
            Unreachable::NoChallenge => "phase",
            Unreachable::Dragons => "alive",
            Unreachable::NoDice | Unreachable::TooManyDice { .. } => "dice",
            _ => "at_stake",
        };
        refuse(
            field,
            &unreachable.to_string(),
            "write a position that play leads to, such as one that `apply` answers with",
        )
    }

    /// Why play cannot lead to a state; none if it can. Turns with more points at stake than the
    /// solver follows are possible if dragons add up to these points.
    fn unreachable(&self, state: &State) -> Option<Unreachable> {
        let mut first = None;
        for &turn_stage in Self::turn_stages(&state.turn) {
            match self.situation(state, turn_stage).place(self.rules()) {
                Ok(_) => return None,
                Err(Unreachable::TooMuchAtStake { .. }) if self.may_be_at_stake(&state.turn) => {
                    return None;
                }
                Err(error) => first = first.or(Some(error)),
            }
        }
        first
    }

    /// Whether dragons other than the living ones can be worth the points at stake, if no
    /// challenge was accepted.
    fn may_be_at_stake(&self, turn: &Turn) -> bool {
        let dragons = &self.rules().dragons;
        let worth = |set: DragonSet| set.iter().map(|dragon| dragons[dragon].points).sum::<u32>();
        let all = worth(DragonSet::all(dragons.len()));
        let slain = all - worth(turn.alive);
        turn.challenger.is_some() && turn.phase != Phase::Challenged
            || turn.at_stake % all == slain % all
    }
}
