//! Evaluations of states, which searches use at their horizon.

use super::board::{self, Cells, STEPS, Shape};
use super::rules::TicTacToe;
use super::state::TicTacToeState;
use rivals_core::play::{Outcome, Seat};
use rivals_core::search::{Evaluation, decided};

/// The number of open lines of a player by the number of its pieces in them, 0 to 5.
#[inline]
pub(super) fn open_lines(shape: Shape, pieces: Cells, empty: Cells) -> [i32; 6] {
    let mut counts = [0; 6];
    let win = u32::from(shape.win);
    for step in STEPS {
        let mut open = !0;
        // The number of pieces in binary digits, for all lines at once.
        let (mut one, mut two, mut four) = (0, 0, 0);
        for at in 0..win {
            let piece = pieces >> (at * step);
            open &= (pieces | empty) >> (at * step);
            let carry = one & piece;
            one ^= piece;
            four |= two & carry;
            two ^= carry;
        }
        for (pieces, count) in counts.iter_mut().enumerate() {
            let digit =
                |digit: Cells, at: usize| if pieces >> at & 1 != 0 { digit } else { !digit };
            let lines = open & digit(one, 0) & digit(two, 1) & digit(four, 2);
            *count += board::count(lines);
        }
    }
    counts
}

/// The evaluation of the specification: 1, 4, 16, 64 and so on for each open line with 0, 1, 2, 3
/// and so on own pieces, 1 for each unit of ice and plants, 8 for a torch and 12 for a bomb; minus
/// the same of the other player.
#[derive(Clone, Copy, Debug)]
pub struct Windows;

const STOCK_VALUES: [i32; 4] = [1, 1, 8, 12];

impl Evaluation<TicTacToe> for Windows {
    #[inline]
    fn value(&self, _: &TicTacToe, state: &TicTacToeState, seat: Seat) -> f64 {
        let empty = state.empty();
        let side = |player: usize| {
            let lines = open_lines(state.shape, state.pieces[player], empty);
            let lines = lines.iter().enumerate().map(|(pieces, count)| count << (2 * pieces));
            let stock = state.stocks[player].iter().zip(STOCK_VALUES);
            lines.sum::<i32>() + stock.map(|(&many, value)| i32::from(many) * value).sum::<i32>()
        };
        let first = side(0) - side(1);
        f64::from(if seat == Seat::FIRST { first } else { -first })
    }

    fn scale(&self) -> f64 {
        40.0
    }

    fn ended(&self, outcome: &Outcome, seat: Seat, ply: u32) -> f64 {
        decided(outcome, seat, ply)
    }
}

/// The number of features of [`Rivals`].
pub const FEATURES: usize = 20;

/// The weights, in 1/10,000 of the logarithm of the odds to win, each with its feature.
const WEIGHTS: [i32; FEATURES] = [
    150,    // mover's open lines with three missing
    900,    // mover's open lines with two missing
    40_000, // mover's winning cells
    600,    // mover's threatening cells
    6_000,  // mover's double threats
    300,    // mover's lines with two or fewer missing that one clearing opens
    100,    // mover's plants
    3_000,  // mover's torches
    3_000,  // mover's bombs
    -150,   // opponent's open lines with three missing
    -700,   // opponent's open lines with two missing
    -8_000, // opponent's winning cells
    -500,   // opponent's threatening cells
    -3_000, // opponent's double threats
    -300,   // opponent's lines with two or fewer missing that one clearing opens
    -100,   // opponent's plants
    -3_000, // opponent's torches
    -3_000, // opponent's bombs
    1_000,  // the move
    50,     // the move, by empty cells
];

/// Our own evaluation: a weighted sum of features, with weights chosen by hand. It counts threats,
/// double threats and lines that a torch or bomb would open again, and tells apart whose move it is.
#[derive(Clone, Copy, Debug)]
pub struct Rivals;

impl Evaluation<TicTacToe> for Rivals {
    #[inline]
    fn value(&self, _: &TicTacToe, state: &TicTacToeState, seat: Seat) -> f64 {
        let features = features(state);
        let products = features.iter().zip(&WEIGHTS);
        let mover: i32 = products.map(|(feature, weight)| feature * weight).sum();
        f64::from(if usize::from(seat.0) == usize::from(state.mover) { mover } else { -mover })
    }

    fn scale(&self) -> f64 {
        10_000.0
    }

    fn ended(&self, outcome: &Outcome, seat: Seat, ply: u32) -> f64 {
        decided(outcome, seat, ply)
    }
}

/// The features of a state, from the point of view of the player to move.
#[inline]
pub fn features(state: &TicTacToeState) -> [i32; FEATURES] {
    let (shape, empty) = (state.shape, state.empty());
    let win = usize::from(shape.win);
    let mover = usize::from(state.mover & 1);
    let mut features = [0; FEATURES];
    for (at, player) in [mover, 1 - mover].into_iter().enumerate() {
        let (pieces, stock) = (state.pieces[player], state.stocks[player]);
        let lines = open_lines(shape, pieces, empty);
        let missing = |count: usize| win.checked_sub(count).map_or(0, |own| lines[own.min(5)]);
        let threatening = shape.threatening(pieces, empty);
        let mut doubles = 0;
        for cell in board::each(threatening) {
            let bit = 1 << cell;
            let winning = shape.completing(pieces | bit, empty & !bit);
            doubles += i32::from(winning & winning.wrapping_sub(1) != 0);
        }
        let of_player = &mut features[9 * at..][..9];
        of_player[0] = if win > 3 { missing(3) } else { 0 };
        of_player[1] = missing(2);
        of_player[2] = board::count(shape.completing(pieces, empty));
        of_player[3] = board::count(threatening);
        of_player[4] = doubles;
        if stock[2] + stock[3] > 0 {
            let others = shape.cells() & !pieces & !empty;
            of_player[5] = board::count(shape.threatening(pieces, others | empty));
        }
        of_player[6] = i32::from(stock[1]);
        of_player[7] = i32::from(stock[2]);
        of_player[8] = i32::from(stock[3]);
    }
    features[18] = 1;
    features[19] = board::count(empty);
    features
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_states;
    use super::*;

    /// The evaluation of the specification, line by line.
    #[test]
    fn windows_are_counted_one_by_one() {
        for state in random_states(100) {
            let side = |player: usize| -> i32 {
                let (pieces, others) =
                    (state.pieces[player], state.occupied() & !state.pieces[player]);
                let lines = state.shape.lines().into_iter().filter(|line| line & others == 0);
                let lines = lines.map(|line| 4_i32.pow((line & pieces).count_ones()));
                let [ice, plant, torch, bomb] = state.stocks[player].map(i32::from);
                lines.sum::<i32>() + ice + plant + 8 * torch + 12 * bomb
            };
            // A whole line is a win, which no evaluation sees.
            if state.winner == 2 {
                let value = Windows.value(&TicTacToe::STUDIO, &state, Seat::SECOND);
                assert_eq!(value, f64::from(side(1) - side(0)), "{state:?}");
                let own = Rivals.value(&TicTacToe::STUDIO, &state, Seat::FIRST);
                assert_eq!(own, -Rivals.value(&TicTacToe::STUDIO, &state, Seat::SECOND));
            }
        }
    }
}
