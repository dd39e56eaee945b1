//! A whole turn backwards, with any worth of its ends: every state at once,
//! where [`super::TurnTree`] evaluates only what best play needs.
//!
//! The worth may be a chance of winning or what somebody makes of it. The mover
//! maximises it; what the other seat does with a stop is said from outside.

use super::graph::{Place, TurnGraph};

/// Two worths closer than this are the same: rounding alone does as much.
pub const TIE: f64 = 1e-12;

/// What the ends of a turn are worth to the mover, by the numbers of their
/// states in a [`TurnGraph`].
#[derive(Clone, Debug, Default)]
pub struct Ends {
    /// A defeat, before and after accepting a challenge.
    pub lost: [f64; 2],
    /// A stop that stands, before and after accepting a challenge.
    pub stands: [Vec<f64>; 2],
    /// A challenge that is declined.
    pub declined: Vec<f64>,
}

/// What the mover expects of the other seat when it stops.
#[derive(Clone, Copy, Debug)]
pub enum Foresight<'a> {
    /// No challenge: there is no token.
    NoToken,
    /// A challenge wherever that makes the stop worth less.
    Worst,
    /// A challenge at these states before one, and of that with this weight in
    /// 0..=1.
    Known(&'a [bool], f64),
}

/// The worth of every state of a turn.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// A stop, with what the other seat makes of it, before a challenge.
    stop: Vec<f64>,
    /// Taking a challenge, by the state before it.
    accept: Vec<f64>,
    /// The best of stop and fights, before and after accepting a challenge.
    best: [Vec<f64>; 2],
}

impl Sweep {
    /// Evaluates every state. Memory is used again.
    pub fn run(&mut self, graph: &TurnGraph, ends: &Ends, foresight: Foresight<'_>) {
        let plain = graph.places(false);
        self.accept.clear();
        if !matches!(foresight, Foresight::NoToken) {
            self.run_accepted(graph, ends);
            let accept = (0..plain.len()).map(|number| {
                let accepted = graph.on_accepting(number);
                self.best_fight(graph, ends, true, accepted)
            });
            self.accept = accept.collect();
        }
        let mut stop = std::mem::take(&mut self.stop);
        stop.clear();
        stop.extend((0..plain.len()).map(|number| {
            let stands = ends.stands[0][number];
            match foresight {
                Foresight::NoToken => stands,
                Foresight::Worst => stands.min(self.challenged(ends, number)),
                Foresight::Known(challenges, weight) if challenges[number] => {
                    (1.0 - weight) * stands + weight * self.challenged(ends, number)
                }
                Foresight::Known(..) => stands,
            }
        }));
        self.stop = stop;
        self.best[0].clear();
        self.best[0].resize(plain.len(), f64::NEG_INFINITY);
        for number in (0..plain.len()).rev() {
            let fight = self.best_fight(graph, ends, false, number);
            self.best[0][number] = fight.max(self.stop[number]);
        }
    }

    /// The states after accepting a challenge alone; of the others, only
    /// [`Self::fight`] with `accepted` may be asked then.
    pub fn run_accepted(&mut self, graph: &TurnGraph, ends: &Ends) {
        let places = graph.places(true);
        self.best[1].clear();
        self.best[1].resize(places.len(), f64::NEG_INFINITY);
        for number in (0..places.len()).rev() {
            let fight = self.best_fight(graph, ends, true, number);
            self.best[1][number] = fight.max(ends.stands[1][number]);
        }
    }

    /// Of a stop before a challenge.
    #[must_use]
    pub fn stop(&self, number: usize) -> f64 {
        self.stop[number]
    }

    /// Of a stop before a challenge, when it is challenged.
    #[must_use]
    pub fn challenged(&self, ends: &Ends, number: usize) -> f64 {
        self.accept[number].max(ends.declined[number])
    }

    /// Of taking a challenge in a state before it; minus infinity at the cap.
    #[must_use]
    pub fn accept(&self, number: usize) -> f64 {
        self.accept[number]
    }

    /// Of fighting this dragon; minus infinity where that cannot be.
    #[must_use]
    pub fn fight(
        &self,
        graph: &TurnGraph,
        ends: &Ends,
        accepted: bool,
        number: usize,
        dragon: usize,
    ) -> f64 {
        let place = &graph.places(accepted)[number];
        self.fight_of(graph, ends, accepted, place, dragon)
    }

    /// Of the best fight; minus infinity at the cap.
    #[must_use]
    pub fn best_fight(&self, graph: &TurnGraph, ends: &Ends, accepted: bool, number: usize) -> f64 {
        let place = &graph.places(accepted)[number];
        (0..graph.rules().dragons.len())
            .map(|dragon| self.fight_of(graph, ends, accepted, place, dragon))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    fn fight_of(
        &self,
        graph: &TurnGraph,
        ends: &Ends,
        accepted: bool,
        place: &Place,
        dragon: usize,
    ) -> f64 {
        let Some(slain) = place.slain[dragon] else {
            return f64::NEG_INFINITY;
        };
        let law = graph.odds().law(dragon, place.dice);
        let accepted = usize::from(accepted);
        let after = &self.best[accepted][slain..];
        (law[1..].iter().zip(after)).fold(law[0] * ends.lost[accepted], |sum, (chance, worth)| {
            sum + chance * worth
        })
    }
}
