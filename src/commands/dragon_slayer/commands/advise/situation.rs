//! Turns the arguments of `rivals advise` into a position of the solved game, or into an error
//! that names the argument to change.

use miette::{Report, miette};

use super::AdviseArgs;
use crate::config::nearest;
use crate::dragon_slayer::solver::{Position, Solution, Stage};
use crate::dragon_slayer::{DragonSet, DragonSlayer, Phase, Rules, State, Turn, horizon};
use crate::play::BySeat;
use crate::values::Invalid;

impl AdviseArgs {
    /// The position in which the turn began, and the state of the turn.
    pub(super) fn place(&self, rules: &Rules) -> miette::Result<(Position, Turn)> {
        let decider = self.decider();
        let by_seat = |mine, theirs| {
            let mut values = BySeat::new(theirs, 2);
            values[decider] = mine;
            values
        };
        let mover = if self.asked { decider.next(2) } else { decider };
        let other = mover.next(2);
        let challenged = self.challenged || self.just_accepted || self.challenged_now;
        let at_stake = self.at_stake;
        let phase = if self.asked {
            Phase::Asked(decider)
        } else if self.challenged_now {
            Phase::Challenged
        } else if self.just_accepted || at_stake == 0 && !self.challenged {
            Phase::MustFight
        } else {
            Phase::MayStop
        };
        let [mine, theirs] = self.tokens(rules, challenged);
        let state = State {
            scores: by_seat(self.mine, self.theirs),
            tokens: by_seat(mine, theirs),
            mover,
            turn: Turn {
                at_stake,
                alive: self.alive(rules)?,
                dice: self.dice.unwrap_or(rules.warrior.dice),
                challenger: challenged.then_some(other),
                phase,
            },
            after_big_turn: false,
        };
        let most = horizon(rules);
        if at_stake > most {
            let message = format!("{at_stake} points at stake exceed the solver's limit of {most}");
            return Err(impossible(&message, format!("give --at-stake of at most {most}")));
        }
        DragonSlayer::by(rules.clone()).check(&state).map_err(|error| refusal(&error))?;
        let position = Position::of(&state, rules.target).expect("the game goes on");
        Ok((position, state.turn))
    }

    /// The tokens of the player who decides and of the other; without --tokens, the most that
    /// they can have.
    fn tokens(&self, rules: &Rules, challenged: bool) -> [u32; 2] {
        let all = rules.challenge.tokens;
        match self.tokens {
            Some(tokens) => tokens.left(all),
            None => [all, all.saturating_sub(challenged.into())],
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
}

/// The error, with the flags that correct it.
fn refusal(error: &Invalid) -> Report {
    let flags = match error.field.split('[').next() {
        Some("scores") => "--mine and --theirs, or --tokens",
        Some("tokens") => "--tokens",
        Some("alive") => "--alive",
        Some("dice") => "--dice",
        Some("at_stake") => "--at-stake, --alive and --dice, or another flag about challenges",
        _ => "--mine and --theirs, --at-stake, or the flags about challenges",
    };
    impossible(&error.message, format!("give other values with {flags}"))
}

/// Refuses scores so far apart that the solver's cap on the points of a turn may change the
/// values.
pub(super) fn check_lead(position: &Position, solution: &Solution) -> miette::Result<()> {
    if !solution.is_capped(position) {
        return Ok(());
    }
    let Stage::Chase { .. } = position.stage else {
        return Err(impossible(
            "with these scores a turn can exceed the solver's cap on points at stake",
            "give --mine and --theirs below the target",
        ));
    };
    Err(impossible(
        "the scores are further apart than the solver's cap on points at stake",
        "give --mine and --theirs that are nearer to each other",
    ))
}

fn impossible(message: &(impl ToString + ?Sized), help: impl Into<String>) -> Report {
    miette!(help = help.into(), "impossible position: {}", message.to_string())
}
