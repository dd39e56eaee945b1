//! Pig as numbers, for programs that learn.

use super::{MAX_POINTS, Pig, PigAction, PigState};
use rivals_core::play::Seat;
use rivals_core::play::observed::{Field, Numbers, Observed};

impl Observed for Pig {
    fn fields(&self, view: &PigState) -> Vec<Field> {
        let (seats, most) = (view.scores.seats(), (MAX_POINTS / self.target()) as f32 + 1.0);
        vec![
            Field::up_to(most, "scores / target", seats),
            Field::up_to(most, "at stake / target", 1),
            Field::flags("who moves", seats),
            Field::flags("the die is rolled", 1),
        ]
    }

    fn actions_count(&self, _: &PigState) -> usize {
        2
    }

    fn index(&self, _: &PigState, action: PigAction) -> usize {
        action as usize
    }

    fn observe(&self, view: &PigState, seat: Seat, into: &mut Numbers<'_>) {
        let (seats, target) = (view.scores.seats(), f64::from(self.target()));
        seat.onwards(seats).for_each(|seat| into.put(f64::from(view.scores[seat]) / target));
        into.put(f64::from(view.at_stake) / target);
        into.one_of(Some(view.mover.after(seat, seats)), seats);
        into.flag(view.rolling);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_core::play::observed::observes;

    #[test]
    fn views_and_actions_have_numbers() {
        observes(&Pig::to(100), &[("start", 2), ("start", 3), ("start", 6)], 50_000);
        observes(&Pig::to(20), &[("start", 2)], 50_000);
    }
}
