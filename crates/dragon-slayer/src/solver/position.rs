//! Positions: the states of a game of two seats in which a turn begins. Details that
//! cannot matter are left out: once a player has reached the target, only the lead counts.

use crate::State;
pub use crate::rules::BIG_TURN;
use rivals_core::play::Seat;

/// The state of a game at the beginning of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The scores, or what matters of them.
    pub stage: Stage,
    /// The challenge tokens of the first and the second seat.
    pub tokens: [u32; 2],
    /// Whether the previous turn brought its player [`BIG_TURN`] points or more. It does not
    /// change the rules, but some policies depend on it. It is never set in overtime.
    pub after_big_turn: bool,
}

/// The scores of a game at the beginning of a turn, or what matters of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// No player has reached the target.
    Running {
        /// Scores of the first and the second seat, below the target.
        scores: [u32; 2],
        /// The seat whose turn it is.
        mover: Seat,
    },
    /// A player has reached the target, and the second seat has the last turn of the
    /// round.
    Chase {
        /// The first seat's score minus the second's.
        lead: i32,
    },
    /// A round begins with a tie at the target or above.
    #[default]
    Overtime,
}

impl Position {
    /// A position without a big turn before it.
    #[must_use]
    pub fn new(stage: Stage, tokens: [u32; 2]) -> Self {
        Self { stage, tokens, after_big_turn: false }
    }

    /// The position in which the turn of a state began, so a token spent in this turn still
    /// counts; `None` if the game is over. The state does not record the previous turn, so
    /// [`Self::after_big_turn`] is not set.
    #[must_use]
    pub fn of(state: &State, target: u32) -> Option<Self> {
        let scores = [state.scores[Seat::FIRST], state.scores[Seat::SECOND]];
        let mut tokens = [state.tokens[Seat::FIRST], state.tokens[Seat::SECOND]];
        if let Some(challenger) = state.turn.challenger {
            tokens[usize::from(challenger.0)] += 1;
        }
        let stage = Stage::of(scores, state.mover, target).ok()?;
        Some(Self::new(stage, tokens))
    }

    /// The seat whose turn it is.
    #[must_use]
    pub fn mover(&self) -> Seat {
        match self.stage {
            Stage::Running { mover, .. } => mover,
            Stage::Chase { .. } => Seat::SECOND,
            Stage::Overtime => Seat::FIRST,
        }
    }

    /// The seat whose turn it is not.
    #[must_use]
    pub fn other(&self) -> Seat {
        self.mover().next(2)
    }

    /// Whether the other seat has a token, so that a stop may be challenged.
    #[must_use]
    pub fn may_be_challenged(&self) -> bool {
        self.tokens[usize::from(self.other().0)] > 0
    }

    /// The scores of the first and the second seat; past the target, the lowest scores with
    /// the same lead.
    #[must_use]
    pub fn scores(&self, target: u32) -> [u32; 2] {
        match self.stage {
            Stage::Running { scores, .. } => scores,
            Stage::Overtime => [target; 2],
            // The leader has at least the target, and the other seat at least 0.
            Stage::Chase { lead } => {
                let gap = lead.unsigned_abs();
                let ahead = target.max(gap);
                match lead {
                    0.. => [ahead, ahead - gap],
                    _ => [ahead - gap, ahead],
                }
            }
        }
    }
}

/// The lead of a score over another one, both below 2^31.
#[inline]
pub(crate) fn lead(score: u32, other: u32) -> i32 {
    score.wrapping_sub(other).cast_signed()
}

impl Stage {
    /// The stage when `mover` has to move with these scores.
    ///
    /// # Errors
    /// The winner, if the game is over.
    pub fn of(scores: [u32; 2], mover: Seat, target: u32) -> Result<Self, Seat> {
        let [first, second] = scores;
        if first.max(second) < target {
            return Ok(Self::Running { scores, mover });
        }
        let lead = lead(first, second);
        match (mover, lead) {
            (Seat::FIRST, 0) => Ok(Self::Overtime),
            (Seat::FIRST, 1..) => Err(Seat::FIRST),
            (Seat::FIRST, _) => Err(Seat::SECOND),
            _ => Ok(Self::Chase { lead }),
        }
    }

    /// The stage after a turn that brought the mover `points` and the other seat `bonus`.
    ///
    /// # Errors
    /// The winner, if the game is over.
    #[inline]
    pub fn after(self, points: u32, bonus: u32, target: u32) -> Result<Self, Seat> {
        match self {
            Self::Running { mut scores, mover } => {
                let at = usize::from(mover.0);
                scores[at] += points;
                scores[1 - at] += bonus;
                Self::of(scores, mover.next(2), target)
            }
            Self::Overtime => Ok(Self::Chase { lead: lead(points, bonus) }),
            Self::Chase { lead } => match lead - self::lead(points, bonus) {
                0 => Ok(Self::Overtime),
                1.. => Err(Seat::FIRST),
                _ => Err(Seat::SECOND),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_recovered_from_its_scores() {
        for stage in [
            Stage::Running { scores: [39, 3], mover: Seat::SECOND },
            Stage::Chase { lead: 7 },
            Stage::Chase { lead: -3 },
            Stage::Chase { lead: 55 },
            Stage::Chase { lead: 0 },
            Stage::Overtime,
        ] {
            let position = Position::new(stage, [1, 0]);
            assert_eq!(Stage::of(position.scores(40), position.mover(), 40), Ok(stage));
        }
    }

    #[test]
    fn rounds_end_as_the_rules_say() {
        let first = Stage::Running { scores: [36, 38], mover: Seat::FIRST };
        let chase = first.after(6, 0, 40).unwrap();
        assert_eq!(chase, Stage::Chase { lead: 4 });
        assert_eq!(chase.after(2, 0, 40), Err(Seat::FIRST));
        assert_eq!(chase.after(4, 0, 40), Ok(Stage::Overtime));
        assert_eq!(chase.after(6, 0, 40), Err(Seat::SECOND));
        // The challenger's bonus counts at the end of the round.
        assert_eq!(chase.after(6, 5, 40), Err(Seat::FIRST));
        assert_eq!(first.after(0, 5, 40), Ok(Stage::Chase { lead: -7 }));
    }
}
