//! Evaluations where dice are thrown: those of `evaluations.rs` and `rivals.rs`, for two to four
//! seats with one or two colours each.

use super::board::Colour;
use super::evaluations::{COURSE, Course, Gm2, ORTS, Orts};
use super::rivals::Rivals;
use super::rules::Parchis;
use super::state::ParchisState;
use rivals_core::play::{Outcome, Seat};
use rivals_core::search::{Evaluation, ended};

/// The value of a won game in scales of the evaluation. Each scale is a factor of e in the odds.
const WIN_IN_SCALES: f64 = 10.0;

/// An evaluation that is a sum of the points of each side.
pub trait Sides: Evaluation<Parchis> {
    /// The points of a seat by itself.
    fn points(&self, state: &ParchisState, seat: Seat) -> f64;
}

impl Sides for Box<dyn Sides> {
    fn points(&self, state: &ParchisState, seat: Seat) -> f64 {
        (**self).points(state, seat)
    }
}

/// The points of a seat minus the mean of those of the other seats, where dice are thrown. A won
/// game is worth so little more than the best position that chances of it are weighed with other
/// gains.
pub struct Against<E>(pub E);

impl<E: Sides> Evaluation<Parchis> for Against<E> {
    fn value(&self, _: &Parchis, state: &ParchisState, seat: Seat) -> f64 {
        let all: f64 = (0..state.seats()).map(|seat| self.0.points(state, Seat::at(seat))).sum();
        let own = self.0.points(state, seat);
        let mean = (all - own) / (state.seats() - 1) as f64;
        let most = 0.99 * self.bound();
        (own - mean).clamp(-most, most)
    }

    fn ended(&self, outcome: &Outcome, seat: Seat, _: u32) -> f64 {
        ended(outcome, seat).clamp(-self.bound(), self.bound())
    }

    fn bound(&self) -> f64 {
        WIN_IN_SCALES * self.0.scale()
    }

    fn scale(&self) -> f64 {
        self.0.scale()
    }
}

/// The points of a seat's pieces by their squares.
fn sum(points: &[i8], state: &ParchisState, seat: Seat) -> i32 {
    let pieces = state.colours_of(seat).flat_map(|colour| state.of(colour as usize));
    pieces.map(|square| i32::from(points[usize::from(square)])).sum()
}

impl Sides for Course {
    fn points(&self, state: &ParchisState, seat: Seat) -> f64 {
        f64::from(sum(&COURSE, state, seat))
    }
}

impl Sides for Orts {
    fn points(&self, state: &ParchisState, seat: Seat) -> f64 {
        let event = if state.seat() == seat { Self::event(state) } else { 0 };
        f64::from(sum(&ORTS, state, seat) + event)
    }
}

impl Sides for Gm2 {
    fn points(&self, state: &ParchisState, seat: Seat) -> f64 {
        let index = |colour: Colour| colour as usize;
        Self::side(state, state.colours_of(seat).map(index), state.colours_against(seat).map(index))
    }
}

impl Sides for Rivals {
    fn points(&self, state: &ParchisState, seat: Seat) -> f64 {
        self.side(state, seat)
    }
}
