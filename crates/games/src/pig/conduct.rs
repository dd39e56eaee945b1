//! How personalities play Pig: its solution tells what is at stake. The horizon is the end of the
//! seat's turn: no action of Pig changes the replies.
//!
//! With nothing at stake a personality rolls. Holding there has the result of rolling a 1, and a
//! personality that takes it once, by a fixed judgement error or to keep the scores close, takes it
//! each time: two such players, or one and a person who waits, would never end their game.

use super::agents::against_the_leader;
use super::{Pig, PigAction, PigState};
use rivals_core::conduct::{Conduct, Conducting, Outcome, Prospect, Prospects, Spread, key_of};
use rivals_core::play::{Agent, Decision, Forfeit, Seat};

/// How personalities play it.
pub const CONDUCT: Conducting<Pig> =
    Conducting { reference: "optimum", conduct: &Turns, units: Some(include_str!("conduct.toml")) };

struct Turns;

impl Turns {
    /// The probabilities of the points of a turn in which the solution rolls on; of none first.
    fn rolled(game: &Pig, state: &PigState) -> Vec<(f64, u32)> {
        let (mover, scores) = against_the_leader(state);
        let to_go = game.target() - scores[mover];
        let from = state.at_stake;
        // By points beyond those at stake.
        let mut reached = vec![0.0; (to_go.saturating_sub(from).max(1) + 6) as usize];
        let mut ends = vec![(1.0 / 6.0, 0)];
        (2..=6).for_each(|face| reached[face] += 1.0 / 6.0);
        for (beyond, points) in (0..reached.len()).zip(from..) {
            let likely = reached[beyond];
            if likely == 0.0 {
                continue;
            }
            if points >= to_go || game.solution().holds(mover, scores, points) {
                ends.push((likely, points));
            } else {
                ends[0].0 += likely / 6.0;
                (2..=6).for_each(|face| reached[beyond + face] += likely / 6.0);
            }
        }
        ends
    }
}

impl Conduct<Pig> for Turns {
    fn prospects(
        &self,
        at: &Decision<'_, Pig>,
        _: &mut dyn Agent<Pig>,
    ) -> Result<Prospects, Forfeit> {
        let (game, state) = (at.game, at.view);
        let (mover, scores) = against_the_leader(state);
        let solution = game.solution();
        let before = self.standing(game, state, state.mover);
        let target = f64::from(game.target());
        let ending = |(likely, points): (f64, u32)| {
            let score = scores[mover] + points;
            let after = [f64::from(score.min(game.target())) / target, before[1]];
            (likely, Outcome::between(before, after, solution.after_turn(mover, scores, score)))
        };
        let [rolled, held] = solution.actions(mover, scores, state.at_stake);
        let option = |(place, &action): (usize, &PigAction)| {
            let (value, ends) = match action {
                PigAction::Roll => (rolled, Self::rolled(game, state)),
                PigAction::Hold => (held, vec![(1.0, state.at_stake)]),
            };
            Prospect {
                place,
                value,
                lottery: ends.into_iter().map(ending).collect(),
                spread: Spread::Exact,
                kind: self.kind(game, state, action),
                spends: 0.0,
                salience: 0.0,
                information: 0.0,
            }
        };
        let passes = |action: PigAction| state.at_stake == 0 && action == PigAction::Hold;
        let options = at.actions.iter().enumerate().filter(|(_, action)| !passes(**action));
        let options = options.map(option).collect();
        let holds = solution.holds(mover, scores, state.at_stake);
        let best = if holds { PigAction::Hold } else { PigAction::Roll };
        let chosen = at.place(best).expect("both are legal");
        Ok(Prospects::new(self.position_key(game, state), before, options, chosen))
    }

    fn progress(&self, game: &Pig, state: &PigState, seat: Seat) -> f64 {
        f64::from(state.scores[seat].min(game.target())) / f64::from(game.target())
    }

    fn kind(&self, _: &Pig, _: &PigState, action: PigAction) -> u8 {
        u8::from(action == PigAction::Hold)
    }

    fn decides_at_once(&self) -> bool {
        true
    }

    fn seats(&self, _: &Pig, state: &PigState) -> usize {
        state.scores.seats()
    }

    fn position_key(&self, _: &Pig, state: &PigState) -> u64 {
        let (mover, scores) = against_the_leader(state);
        key_of(&(scores[mover], scores[1 - mover], state.at_stake))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::Rng;

    use super::*;
    use rivals_core::contest::Players;
    use rivals_core::personalities::BUILT_IN_FILES;
    use rivals_core::play::{Dice, Playthrough, Thought};

    #[test]
    fn conduct_of_personalities() {
        crate::tests::conducts(&Pig::to(100), "hold-20", 2, 300);
    }

    /// A player that never scores.
    struct Waits;

    impl Agent<Pig> for Waits {
        fn decide(
            &mut self,
            _: &Decision<'_, Pig>,
            _: &mut dyn Rng,
        ) -> Result<Thought<PigAction>, Forfeit> {
            Ok(PigAction::Hold.into())
        }
    }

    /// Every personality ends its games: against one that waits, and against itself.
    #[test]
    fn games_end() {
        let game = Arc::new(Pig::to(100));
        for (file, _) in BUILT_IN_FILES {
            let id = file.strip_suffix(".toml").unwrap();
            for number in 0..20 {
                let player = || game.player(id).unwrap();
                let rival: Box<dyn Agent<Pig>> =
                    if number % 2 == 0 { player() } else { Box::new(Waits) };
                let mut agents = [rival, player()];
                let mut played = Playthrough::new(Arc::clone(&game), 2, Dice::new(28, 0, number));
                while played.advance(&mut agents).is_none() {
                    assert!(played.steps().len() < 10_000, "{id}: game {number} does not end");
                }
            }
        }
    }
}
