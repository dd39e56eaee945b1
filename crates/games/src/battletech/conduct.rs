//! How personalities play BattleTech: the most promising actions are played on with the same dice for
//! two turns, which is the horizon.

use rand::SeedableRng;

use super::agents::Player;
use super::rollouts::RollOut;
use super::rules::BattleTech;
use super::state::{Action, State};
use rivals_core::conduct::{Conduct, Conducting, Outcome, Prospect, Prospects, Spread, no_better};
use rivals_core::play::{Agent, Decision, Dice, Forfeit, Game, Seat, Step, Turn, TurnDice};
use rivals_core::random::Key;
use rivals_core::search::{Evaluation, Searchable, win_probability};

/// The actions that are compared, beside the reference's.
const ACTIONS: usize = 5;

/// The dice with which each is played on.
const DICE: u64 = 4;

/// How personalities play it.
pub const CONDUCT: Conducting<BattleTech> = Conducting {
    reference: "commander",
    conduct: &Playing { dice: [0, DICE] },
    units: Some(include_str!("conduct.toml")),
};

/// The same with this many times the dice, which are others than those of players: it can judge
/// decisions.
#[must_use]
pub fn deeper(times: u64) -> impl Conduct<BattleTech> {
    Playing { dice: [DICE, DICE * (1 + times)] }
}

struct Playing {
    /// The number of the first dice, and that after the last.
    dice: [u64; 2],
}

impl Playing {
    /// The actions that are compared: those of searches, or an even choice of them where there are
    /// many.
    fn actions(game: &BattleTech, state: &State, chosen: Action) -> Vec<Action> {
        let (mut actions, mut promises) = (Vec::new(), Vec::new());
        game.list(state, &mut actions, &mut promises);
        actions.retain(|&action| action != chosen);
        let step = actions.len().div_ceil(ACTIONS).max(1);
        [chosen].into_iter().chain(actions.into_iter().step_by(step)).collect()
    }

    /// Where the seats stand after two turns with these dice, and the share of the win.
    fn played(&self, game: &BattleTech, state: &State, seat: Seat, seed: u64) -> (f64, [f64; 2]) {
        let mut dice = TurnDice::from_seed(seed.to_le_bytes());
        let evaluation = RollOut(Player::greedy());
        let (state, lead) = evaluation.played_on(game, state, seat, &mut dice);
        let share = match game.turn(&state) {
            Turn::Over(outcome) => outcome.returns[seat].value(),
            _ => win_probability(lead, evaluation.scale()),
        };
        (share, self.standing(game, &state, seat))
    }
}

impl Conduct<BattleTech> for Playing {
    fn prospects(
        &self,
        at: &Decision<'_, BattleTech>,
        reference: &mut dyn Agent<BattleTech>,
    ) -> Result<Prospects, Forfeit> {
        let (game, state) = (at.game, at.view);
        // It draws nothing.
        let chosen = reference.decide(at, &mut Dice::new(0, 0, 0).turn(0, 0))?.action;
        let key = self.position_key(game, state);
        let before = self.standing(game, state, at.seat);
        let [first, end] = self.dice;
        let weight = 1.0 / (end - first) as f64;
        let option = |action: Action| {
            let after = game.after(state, Step::Act(action));
            let ending = |number| {
                let (share, standing) = self.played(game, &after, at.seat, Key::after(key, number));
                (weight, Outcome::between(before, standing, share))
            };
            Some(Prospect {
                place: at.place(action)?,
                value: 0.0,
                lottery: (first..end).map(ending).collect(),
                spread: Spread::Drawn(0.0),
                kind: self.kind(game, state, action),
                spends: self.spends(game, state, action),
                salience: 0.0,
                information: 0.0,
            })
        };
        let actions = Self::actions(game, state, chosen);
        let mut options: Vec<Prospect> = actions.into_iter().filter_map(option).collect();
        // Few dice make worse actions look better: each is worth less than the first, which is the
        // reference's, by what its dice leave open.
        let of_chosen = options[0].lottery.clone();
        let value = options[0].mean().value;
        for option in &mut options {
            let lost =
                option.lottery.iter().zip(&of_chosen).map(|(one, best)| one.1.value - best.1.value);
            let lost: Vec<f64> = lost.collect();
            let mean = weight * lost.iter().sum::<f64>();
            let squares = lost.iter().map(|lost| (lost - mean) * (lost - mean)).sum::<f64>();
            let error = (squares * weight / ((end - first) as f64 - 1.0)).sqrt();
            option.value = (value + no_better(mean, error)).max(0.0);
        }
        options.sort_by_key(|option| option.place);
        let place = at.place(chosen).expect("the reference plays by the rules");
        Ok(Prospects::new(key, before, options, place))
    }

    /// The part of its armour and structure that is left.
    fn progress(&self, _: &BattleTech, state: &State, seat: Seat) -> f64 {
        let mech = &state.mechs[seat];
        f64::from(mech.points()) / f64::from(mech.record.points())
    }

    fn kind(&self, _: &BattleTech, _: &State, action: Action) -> u8 {
        match action {
            Action::Stay => 0,
            Action::Move(mode, ..) => 1 + mode as u8,
            Action::Stand(_) => 5,
            Action::Prone => 6,
            Action::Turn(_) => 7,
            Action::Attack(..) => 8,
            Action::Clear(..) | Action::Ignite(..) => 9,
            Action::Pickup | Action::Drop => 10,
            Action::Dump(_) => 11,
            Action::Sinks(_) => 12,
            Action::Done => 13,
        }
    }

    /// The heat of a weapon, of 30 that shut a mech down.
    fn spends(&self, _: &BattleTech, state: &State, action: Action) -> f64 {
        let seat = state.decides();
        let mount =
            action.means().zip(seat).and_then(|(means, seat)| state.mechs[seat].mount(means));
        mount.map_or(0.0, |mount| f64::from(mount.weapon.heat) / 30.0)
    }

    fn seats(&self, _: &BattleTech, state: &State) -> usize {
        state.mechs.seats()
    }

    fn position_key(&self, game: &BattleTech, state: &State) -> u64 {
        game.key(state)
    }
}

#[cfg(test)]
#[test]
fn conduct_of_personalities() {
    crate::tests::conducts(&BattleTech::default(), "seed", 2, 12);
}
