//! What the options of one decision are worth to a personality, for people who ask why it
//! decides as it does.

use super::{Decisions, MoveState, PersonalityPolicy, Scratch};
use crate::policies::turn_table;
use crate::solver::{Decision, Outlook, Position};
use crate::{Action, Turn};

/// The unit of the worth of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The win probability of the player who decides.
    WinProbability,
    /// The utility in turns of 12 points.
    Turns,
    /// The gain against letting the stop stand, in win probability.
    Gain,
}

/// The options of one decision as a personality weighs them.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// The options that no fixed play rules out: the action, its worth, and the judgement error
    /// that is added to it.
    pub options: Vec<(Action, f64, f64)>,
    /// The unit of worths and errors.
    pub unit: Unit,
    /// The aversion to risk with which the options are weighed; `None` for a challenge.
    pub aversion: Option<f64>,
}

impl PersonalityPolicy {
    /// What the options in this state of the turn that began in `position` are worth to the
    /// player who decides; `None` for states that the solved game does not have.
    pub fn weigh(&self, position: &Position, decision: Decision, turn: &Turn) -> Option<Weighed> {
        let (state, _) = turn_table::state(&self.game, decision, turn)?;
        let mut outlook = Outlook::default();
        outlook.look(&self.game, position);
        let mut scratch = Scratch::default();
        let decisions = self.decisions(&outlook, &mut scratch);
        let [aversion, accept_aversion] = self.aversions(position);
        let unit = |solved: bool| if solved { Unit::WinProbability } else { Unit::Turns };
        Some(match decision {
            Decision::Move => {
                let MoveState { accepted, may_stop, state } = MoveState::of(&self.game, turn)?;
                Weighed {
                    options: decisions.weighed_moves(accepted, state, may_stop),
                    unit: unit(decisions.sees_solved(decisions.fighting.1)),
                    aversion: Some(aversion),
                }
            }
            Decision::Answer => {
                let errors = self.judgement_errors.at(decisions.place, 4, state);
                let answers = decisions.answers(state).into_iter().enumerate();
                let weighed = |(number, (action, worth))| (action, worth, errors.of_option(number));
                Weighed {
                    options: answers.map(weighed).collect(),
                    unit: unit(decisions.sees_solved(decisions.accepting.1)),
                    aversion: Some(accept_aversion),
                }
            }
            Decision::Challenge => {
                let errors = self.judgement_errors.at(decisions.place, 5, state);
                let gain = decisions.gain(state);
                Weighed {
                    options: vec![
                        (Action::Challenge, gain, errors.of_gain()),
                        (Action::LetStop, 0.0, 0.0),
                    ],
                    unit: Unit::Gain,
                    aversion: None,
                }
            }
        })
    }
}

impl Decisions<'_> {
    fn weighed_moves(
        &self,
        accepted: bool,
        state: usize,
        may_stop: bool,
    ) -> Vec<(Action, f64, f64)> {
        let (options, count) = self.options(accepted, state, may_stop);
        let kind = 2 * usize::from(accepted) + usize::from(may_stop);
        let errors = self.policy.judgement_errors.at(self.place, kind, state);
        let weighed = |(number, &(action, worth)): (usize, &(Action, f64))| {
            (action, worth, errors.of_option(number))
        };
        options[..count].iter().enumerate().map(weighed).collect()
    }

    /// Whether options are weighed by the solved win probabilities themselves.
    fn sees_solved(&self, pass: &crate::solver::FullBackwardPass) -> bool {
        std::ptr::eq(pass, &self.outlook.best)
    }
}
