//! Tic Tac Toe SP for searches with a memory: keys of states, and which moves to search.
//!
//! A key is an exclusive or of random numbers (Zobrist 1970) for what stands on the cells, for the
//! stocks and for the player to move.

use super::board::{around, count, each, plus};
use super::forced::{for_each_relevant, winning_cells};
use super::rules::{TicTacToe, cleared, for_each_move};
use super::state::{Kind, Swap, TicTacToeMove, TicTacToeState};
use rivals_core::random::split_mix;
use rivals_core::search::Searchable;

/// By what stands on a cell: X, O, ice, plant, an obstacle.
static NUMBERS: [[u64; 48]; 5] = {
    let mut numbers = [[0; 48]; 5];
    let mut at = 0;
    while at < 5 * 48 {
        numbers[at / 48][at % 48] = split_mix(at as u64);
        at += 1;
    }
    numbers
};

impl Searchable for TicTacToe {
    const SLOTS: usize = 5 * 48 + 1;
    const MAX_DEPTH: u32 = 30;
    const WIDTH: u64 = 45;

    #[inline]
    fn key(&self, state: &TicTacToeState) -> u64 {
        let [x, o] = state.pieces;
        let mut key = 0;
        let sets = [x, o, state.ice, state.plants, state.shape.obstacles];
        for (cells, numbers) in sets.into_iter().zip(&NUMBERS) {
            for cell in each(cells) {
                key ^= numbers[usize::from(cell) % 48];
            }
        }
        let stocks = state.stocks.map(u32::from_le_bytes);
        let stocks = u64::from(stocks[0]) << 32 | u64::from(stocks[1]);
        // Whether a swap is past does not matter.
        if let Some(open @ (Swap::Next | Swap::Now)) = state.swap {
            key ^= split_mix(5 * 48 + open as u64);
        }
        key ^ split_mix(stocks) ^ split_mix(!stocks).wrapping_mul(u64::from(state.mover))
    }

    #[inline]
    fn slot(&self, _: &TicTacToeState, action: TicTacToeMove) -> usize {
        48 * action.kind as usize + usize::from(action.cell) % 48
    }

    /// Only moves that matter ([`for_each_relevant`]); if all lose at once, the first of them.
    /// Double threats come first, then threats, blocks, and pieces beside others.
    fn list(&self, state: &TicTacToeState, into: &mut Vec<TicTacToeMove>, promises: &mut Vec<i32>) {
        let listed = into.len();
        for_each_relevant(state, |action| into.push(action));
        if into.len() == listed {
            let mut first = None;
            for_each_move(state, |action| first = first.or(Some(action)));
            into.extend(first);
        }
        if into.len() == listed + 1 {
            return promises.push(0);
        }
        let ([own, enemy], empty, shape) = (state.sides(), state.empty(), state.shape);
        let (attack, defence) = (shape.threatening(own, empty), shape.threatening(enemy, empty));
        let board = shape.cells();
        for &action in &into[listed..] {
            let bit = 1 << action.cell;
            promises.push(match action.kind {
                Kind::Swap => 100,
                Kind::Torch | Kind::Bomb => {
                    let cleared = cleared(state, action);
                    let of = |pieces: u64| count(cleared & pieces);
                    50 + 40 * of(enemy) - 50 * of(own)
                }
                kind => {
                    let is_piece = i32::from(kind == Kind::Basic);
                    let doubles = match attack & bit {
                        0 => 0,
                        _ => count(shape.completing(own | bit, empty & !bit)).min(2),
                    };
                    let near = around(bit, board);
                    let beside = count(near & own) * is_piece;
                    let against = count(near & enemy);
                    let room = count(near & empty) + count(plus(action.cell, board));
                    let blocks = i32::from(defence & bit != 0);
                    is_piece * (60 + 220 * doubles)
                        + 150 * blocks
                        + 12 * beside
                        + 8 * against
                        + room
                }
            });
        }
    }

    /// Whether neither player has a winning cell.
    #[inline]
    fn is_quiet(&self, state: &TicTacToeState) -> bool {
        winning_cells(state) == [0, 0]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::tests::{random_states, undecided};
    use super::*;
    use rivals_core::play::Game;

    #[test]
    fn different_states_have_different_keys() {
        let mut found: HashMap<u64, TicTacToeState> = HashMap::new();
        for state in random_states(200) {
            let key = TicTacToe::STUDIO.key(&TicTacToeState { winner: 2, ..state });
            let other = found.entry(key).or_insert(state);
            let shape = other.shape == state.shape;
            assert!(
                !shape
                    || TicTacToeState { winner: 2, ..*other }
                        == TicTacToeState { winner: 2, ..state }
            );
        }
    }

    /// Every list has a move that is as good as any, and promises within bounds.
    #[test]
    fn lists_are_legal_and_ranked() {
        for state in undecided(100) {
            let legal = TicTacToe::STUDIO.actions(&state);
            let (mut listed, mut promises) = (Vec::new(), Vec::new());
            TicTacToe::STUDIO.list(&state, &mut listed, &mut promises);
            assert!(!listed.is_empty() && listed.len() == promises.len());
            assert!(listed.iter().all(|action| legal.contains(action)));
            assert!(
                promises.iter().all(|promise| (-300..=1_000).contains(promise)),
                "{promises:?}"
            );
        }
    }
}
