//! How personalities play Parchis: a search tells what each move is worth, and careless replies what
//! may come of it.

use super::board::{FROM_HOME, HOME};
use super::rivals::Rivals;
use super::rules::{Parchis, Variant, distance};
use super::sides::Against;
use super::state::{ParchisMove, ParchisState};
use rivals_core::conduct::{Conduct, Conducting, Prospects, looked_ahead};
use rivals_core::play::{Agent, Decision, Forfeit, Seat};
use rivals_core::search::Searchable;

/// The states that the reference visits.
pub const NODES: u64 = 1_000;

/// How personalities play it.
pub const CONDUCT: Conducting<Parchis> = Conducting {
    reference: "deepening:1000",
    conduct: &Looking,
    units: Some(include_str!("conduct.toml")),
};

struct Looking;

impl Conduct<Parchis> for Looking {
    fn prospects(
        &self,
        at: &Decision<'_, Parchis>,
        reference: &mut dyn Agent<Parchis>,
    ) -> Result<Prospects, Forfeit> {
        if at.game.variant == Variant::Thrown {
            looked_ahead(self, at, reference, &Against(Rivals::TUNED), NODES)
        } else {
            looked_ahead(self, at, reference, &Rivals::TUNED, NODES)
        }
    }

    /// The part of the way of its pieces that a seat has gone.
    fn progress(&self, _: &Parchis, state: &ParchisState, seat: Seat) -> f64 {
        let (mut left, mut most) = (0, 0);
        for colour in state.colours_of(seat).map(|colour| colour as usize) {
            for square in state.of(colour) {
                left += u32::from(distance(colour, square));
                most += u32::from(FROM_HOME);
            }
        }
        1.0 - f64::from(left) / f64::from(most)
    }

    /// Nothing is moved, a piece comes out, a bonus is used, a 6 is, or another die.
    fn kind(&self, _: &Parchis, state: &ParchisState, action: ParchisMove) -> u8 {
        let colour = usize::from(state.mover);
        match action {
            action if action.is_skip() => 0,
            ParchisMove { piece, .. } if state.of(colour)[usize::from(piece)] == HOME => 1,
            ParchisMove { die: 10.., .. } => 2,
            ParchisMove { die: 6, .. } => 3,
            ParchisMove { .. } => 4,
        }
    }

    /// The 6, which brings another move, where dice are chosen.
    fn spends(&self, _: &Parchis, state: &ParchisState, action: ParchisMove) -> f64 {
        f64::from(u8::from(!state.is_thrown() && action.die == 6))
    }

    fn seats(&self, _: &Parchis, state: &ParchisState) -> usize {
        state.seats()
    }

    fn position_key(&self, game: &Parchis, state: &ParchisState) -> u64 {
        game.key(state)
    }
}

#[cfg(test)]
#[test]
fn conduct_of_personalities() {
    crate::tests::conducts(&Parchis::UGR22, "greedy", 2, 60);
}
