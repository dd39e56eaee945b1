//! How personalities play Tute Cabrero: every action in the same deals that the view allows. A value is
//! the probability not to lose the hand, which is about twice the share of the win.

use rand::SeedableRng;

use super::determinise::Unknown;
use super::policies::Policy;
use super::public::SEATS;
use super::rules::Tute;
use super::state::{TuteMove, TuteState, TuteView};
use super::thinking::{Sample, sampled};
use rivals_core::conduct::{
    Conduct, Conducting, Outcome, Prospect, Prospects, Spread, bits, key_of,
};
use rivals_core::play::{Agent, Decision, Forfeit, Game, Hidden, Seat, Step, TurnDice};
use rivals_core::random::Key;

/// The deals of a lottery.
pub const DEALS: u32 = 20;
/// The times that each is played on from.
const TIMES: u32 = 4;

/// The points of the cards and of the last trick.
const POINTS: f64 = 130.0;

/// How personalities play it.
pub const CONDUCT: Conducting<Tute> = Conducting {
    reference: "pimc:20",
    conduct: &Dealing { deals: DEALS, apart: false },
    units: Some(include_str!("conduct.toml")),
};

/// The same with this many times the deals, drawn from other dice: it can judge decisions.
#[must_use]
pub fn deeper(times: u32) -> impl Conduct<Tute> {
    Dealing { deals: DEALS * times, apart: true }
}

struct Dealing {
    deals: u32,
    /// Whether its dice are others than those of players.
    apart: bool,
}

impl Dealing {
    /// The part of all points that a seat has.
    fn part(points: f64) -> f64 {
        (points / POINTS).min(1.0)
    }

    /// The standing of a seat by the points of all.
    fn by_points(seat: usize, points: [f64; SEATS]) -> [f64; 2] {
        let others = (0..SEATS).filter(|&other| other != seat);
        let rival = others.map(|other| points[other]).fold(0.0, f64::max);
        [points[seat], rival].map(Self::part)
    }

    /// By how many bits the deals that the next seat thinks possible grow fewer when it sees an
    /// action.
    fn told(game: &Tute, state: &TuteState, seat: Seat, action: TuteMove) -> f64 {
        let observer = seat.next(SEATS);
        let known = |state: &TuteState| {
            let deals = Unknown::of(game, &game.view(state, observer)).deals();
            bits(deals)
        };
        known(state) - known(&game.after(state, Step::Act(action)))
    }
}

impl Conduct<Tute> for Dealing {
    fn prospects(
        &self,
        at: &Decision<'_, Tute>,
        reference: &mut dyn Agent<Tute>,
    ) -> Result<Prospects, Forfeit> {
        let (game, view) = (at.game, at.view);
        let key = self.position_key(game, view);
        let seed = if self.apart { Key::after(key, 1) } else { key };
        let mut dice = TurnDice::from_seed(seed.to_le_bytes());
        let explained = Decision {
            explained: true,
            past: at.past,
            watch: at.watch,
            ..Decision::new(game, at.seat, view, at.actions)
        };
        let thought = reference.decide(&explained, &mut dice)?;
        let own = usize::from(at.seat.0);
        let before = Self::by_points(own, view.public.scores.map(f64::from));
        let state = game.sample_state(view, &mut dice);
        let worlds =
            sampled(game, view, Policy::Random, at.actions, [self.deals, TIMES], &mut dice);
        let option = |(place, (&action, worlds)): (usize, (&TuteMove, Vec<Sample>))| {
            let valued = thought.actions.iter().find(|valued| valued.action == action)?;
            let weight = 1.0 / worlds.len() as f64;
            // A mean of results that are 0 or 1 varies by itself.
            let noise = worlds.iter().map(|(won, _)| won * (1.0 - won) / f64::from(TIMES - 1));
            let noise = weight * noise.sum::<f64>();
            let ending = |(won, points)| {
                (weight, Outcome::between(before, Self::by_points(own, points), won))
            };
            Some(Prospect {
                place,
                value: valued.value,
                lottery: worlds.into_iter().map(ending).collect(),
                spread: Spread::Drawn(noise),
                kind: self.kind(game, view, action),
                spends: self.spends(game, view, action),
                salience: 0.0,
                information: Self::told(game, &state, at.seat, action),
            })
        };
        let options = at.actions.iter().zip(worlds).enumerate().filter_map(option).collect();
        let chosen = at.place(thought.action).expect("the reference plays by the rules");
        Ok(Prospects::new(key, before, options, chosen))
    }

    fn progress(&self, _: &Tute, state: &TuteState, seat: Seat) -> f64 {
        Self::part(f64::from(state.public.scores[usize::from(seat.0)]))
    }

    /// A card of its own suit by whether it is a trump and wins the trick so far; a declaration; none;
    /// or an exchange.
    fn kind(&self, _: &Tute, view: &TuteView, action: TuteMove) -> u8 {
        match action {
            TuteMove::Play(card) => {
                let wins =
                    view.public.in_trick == 0 || !(view.public.beating() & card.set()).is_empty();
                2 * u8::from(card.suit() == view.public.trump) + u8::from(wins)
            }
            TuteMove::Forty | TuteMove::Twenty(_) | TuteMove::Tute => 4,
            TuteMove::Pass => 5,
            TuteMove::Exchange => 6,
        }
    }

    /// A trump of those in hand.
    fn spends(&self, _: &Tute, view: &TuteView, action: TuteMove) -> f64 {
        match action {
            TuteMove::Play(card) if card.suit() == view.public.trump => {
                1.0 / view.hand.of(view.public.trump).len() as f64
            }
            _ => 0.0,
        }
    }

    fn seats(&self, _: &Tute, _: &TuteView) -> usize {
        SEATS
    }

    fn position_key(&self, _: &Tute, view: &TuteView) -> u64 {
        key_of(view)
    }
}

#[cfg(test)]
#[test]
fn conduct_of_personalities() {
    crate::tests::conducts(&Tute::HAND, "medium", 3, 60);
}
