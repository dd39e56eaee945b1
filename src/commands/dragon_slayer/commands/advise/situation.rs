//! Turns the arguments of `rivals advise` into a position of the solved game, or into an error
//! that names the argument to change.

use miette::{Report, miette};

use super::AdviseArgs;
use crate::config::nearest;
use crate::dragon_slayer::solver::{Position, Situation, Solution, Stage, TurnStage, Unreachable};
use crate::dragon_slayer::{DragonSet, Rules, Turn};

impl AdviseArgs {
    /// The position in which the turn began, and the state of the turn.
    pub(super) fn place(&self, rules: &Rules) -> miette::Result<(Position, Turn)> {
        let situation = self.situation(rules)?;
        (situation.place(rules)).map_err(|error| self.refusal(&error))
    }

    fn situation(&self, rules: &Rules) -> miette::Result<Situation> {
        let decider = self.decider();
        let by_seat = |mine, theirs| {
            let mut values = [theirs; 2];
            values[usize::from(decider.0)] = mine;
            values
        };
        let turn_stage = self.turn_stage();
        let [mine, theirs] = self.tokens(rules, turn_stage);
        Ok(Situation {
            scores: by_seat(self.mine as u32, self.theirs as u32),
            tokens: by_seat(mine, theirs),
            mover: if self.asked { decider.next(2) } else { decider },
            at_stake: self.at_stake as u32,
            alive: self.alive(rules)?,
            dice: self.dice.map_or(rules.warrior.dice, |dice| dice as u8),
            turn_stage,
        })
    }

    fn turn_stage(&self) -> TurnStage {
        let flags = [
            (self.asked, TurnStage::Asked),
            (self.challenged_now, TurnStage::Challenged),
            (self.just_accepted, TurnStage::JustAccepted),
            (self.challenged, TurnStage::SlainSince),
        ];
        let given = flags.into_iter().find(|(given, _)| *given);
        given.map_or(TurnStage::Unchallenged, |(_, turn_stage)| turn_stage)
    }

    /// The tokens of the player who decides and of the other; without --tokens, the most that
    /// they can have.
    fn tokens(&self, rules: &Rules, turn_stage: TurnStage) -> [u32; 2] {
        let all = rules.challenge.tokens;
        match self.tokens {
            Some(tokens) => tokens.left(all),
            None => [all, all.saturating_sub(turn_stage.challenged().into())],
        }
    }

    fn alive(&self, rules: &Rules) -> miette::Result<DragonSet> {
        if self.alive.is_empty() {
            return Ok(DragonSet::all(rules.dragons.len()));
        }
        let names = || rules.dragons.iter().map(|dragon| dragon.name.as_str());
        let mut alive = DragonSet::default();
        for name in self.alive.iter().map(|name| name.trim()) {
            let Some(dragon) = names().position(|known| known == name) else {
                let list = names().collect::<Vec<_>>().join(", ");
                let help = match nearest(name, names()) {
                    Some(near) => format!("did you mean {near}? The dragons are {list}"),
                    None => format!("the dragons are {list}"),
                };
                return Err(impossible(&format!("no dragon is called \"{name}\""), help));
            };
            if alive.contains(dragon) {
                return Err(impossible(
                    &format!("there is one {name} dragon, not two"),
                    "give each name once",
                ));
            }
            alive = alive.with(dragon);
        }
        Ok(alive)
    }

    /// The error, with the flags that correct it.
    fn refusal(&self, error: &Unreachable) -> Report {
        let message = match error {
            Unreachable::Over { winner } if *winner == self.decider() => {
                "the game is over: you have won".to_owned()
            }
            Unreachable::Over { .. } => "the game is over: the other player has won".to_owned(),
            error => error.to_string(),
        };
        let help = match error {
            Unreachable::NoChallenge => {
                "leave out --challenged, --just-accepted, --challenged-now and --asked"
            }
            Unreachable::TooManyTokens { held, .. } => {
                &format!("give --tokens with at most {held} each")
            }
            Unreachable::TokenNotSpent => {
                "the other player spent a token on the challenge: give --tokens mine or none, or \
                 two numbers"
            }
            Unreachable::NoToken => {
                "you need a token to challenge: give --tokens both or mine, or two numbers of \
                 which the first is at least 1"
            }
            Unreachable::Over { .. } => {
                "the first seat has a turn only while no player leads alone with the target: give \
                 other scores with --mine and --theirs"
            }
            Unreachable::LeadBeforeTurn => {
                "give the second seat a token less with --tokens; with --mine and --theirs, give \
                 it a score below the target plus the bonus, or a lead of at most the bonus"
            }
            Unreachable::Dragons => "give the names of living dragons with --alive",
            Unreachable::NoDice => "give --dice of at least 1",
            Unreachable::TooManyDice { most, .. } => &format!("give --dice from 1 to {most}"),
            Unreachable::TooMuchAtStake { most, .. } => {
                &format!("give --at-stake of at most {most}")
            }
            Unreachable::JustBegun => {
                "give --at-stake, or leave out --alive, --dice, --asked and the flags about \
                 challenges"
            }
            Unreachable::Points { .. } | Unreachable::PointsAfterChallenge { .. } => {
                "give other points with --at-stake, or other living dragons with --alive"
            }
            Unreachable::NothingSlainSince { .. } => {
                "give --just-accepted in place of --challenged if no dragon was slain after the \
                 challenge"
            }
        };
        impossible(&message, help)
    }
}

/// Refuses scores so far apart that the solver's cap on the points of a turn may change the
/// values.
pub(super) fn check_lead(position: &Position, solution: &Solution) -> miette::Result<()> {
    if !solution.is_capped(position) {
        return Ok(());
    }
    let Stage::Chase { lead } = position.stage else {
        return Err(impossible(
            "with these scores a turn can exceed the solver's cap on points at stake",
            "give --mine and --theirs below the target",
        ));
    };
    let followed = |apart: &u32| {
        let lead = lead.signum() * *apart as i32;
        !solution.is_capped(&Position::new(Stage::Chase { lead }, position.tokens))
    };
    let most = (0..lead.unsigned_abs()).rev().find(followed);
    Err(impossible(
        "the scores are further apart than the solver's cap on points at stake",
        match most {
            Some(most) => format!("give --mine and --theirs that are at most {most} apart"),
            None => "give --mine and --theirs below the target".to_owned(),
        },
    ))
}

fn impossible(message: &(impl ToString + ?Sized), help: impl Into<String>) -> Report {
    miette!(help = help.into(), "impossible position: {}", message.to_string())
}
