//! Forced sequences: wins by threats alone, each of which the opponent has to answer.
//!
//! A threat is a winning cell for the next move. The attacker makes one with every move and
//! leaves the opponent no winning cell; all answers are tried: the piece or a plant on the winning
//! cell, and every torch and bomb after which no winning cell is left. So a win that is found is
//! one against any play. Ice is not tried, because the piece is never worse.

use super::board::{Cells, first};
use super::rules::{for_each_move, make};
use super::state::{Kind, Swap, TicTacToeMove, TicTacToeState};
use rivals_core::play::{Meter, Watch};
use rivals_core::sort;

/// The winning cells of the player to move and of the other one.
#[inline]
pub fn winning_cells(state: &TicTacToeState) -> [Cells; 2] {
    let (empty, shape) = (state.empty(), state.shape);
    state.sides().map(|pieces| shape.completing(pieces, empty))
}

/// A move that wins at once.
#[inline]
pub fn win_in_one(state: &TicTacToeState) -> Option<TicTacToeMove> {
    let [own, _] = winning_cells(state);
    let cell = first(own);
    (own != 0).then_some(TicTacToeMove { kind: Kind::Basic, cell })
}

/// Whether a move is never better than another one: ice, and plants where no bomb is left. Before a
/// swap a better move is none.
#[inline]
pub fn is_dominated(state: &TicTacToeState, action: TicTacToeMove) -> bool {
    match action.kind {
        _ if state.swap == Some(Swap::Next) => false,
        Kind::Ice => true,
        Kind::Plant => state.stocks[0][3] | state.stocks[1][3] == 0,
        _ => false,
    }
}

/// Calls `each_move` for the moves that matter in a state that is not over: one that wins, if
/// there is one; else those that leave the opponent no winning cell, if it has one now; else all
/// but those that are never better than another.
pub fn for_each_relevant(state: &TicTacToeState, mut each_move: impl FnMut(TicTacToeMove)) {
    if let Some(action) = win_in_one(state) {
        return each_move(action);
    }
    let [_, threats] = winning_cells(state);
    if threats == 0 {
        return for_each_move(state, |action| {
            if !is_dominated(state, action) {
                each_move(action);
            }
        });
    }
    let single = threats & (threats - 1) == 0;
    for_each_move(state, |action| {
        let may_answer = match action.kind {
            Kind::Torch | Kind::Bomb | Kind::Swap => true,
            _ => single && threats >> action.cell & 1 != 0,
        };
        if may_answer
            && !is_dominated(state, action)
            && winning_cells(&after(state, action))[0] == 0
        {
            each_move(action);
        }
    });
}

#[inline]
fn after(state: &TicTacToeState, action: TicTacToeMove) -> TicTacToeState {
    let mut next = *state;
    make(&mut next, action);
    next
}

/// A search for a forced win.
pub struct Forced<'a> {
    meter: Meter<'a>,
    most_nodes: u64,
}

impl<'a> Forced<'a> {
    /// The most threats in a row.
    pub const MOST_THREATS: u32 = 6;

    /// A search that visits at most `most_nodes` states.
    pub fn new(most_nodes: u64) -> Self {
        Self { meter: Meter::new(None), most_nodes }
    }

    /// The same search with a watch.
    pub fn watched(mut self, watch: Option<&'a Watch>) -> Self {
        self.meter = Meter::new(watch);
        self
    }

    /// The number of states that were visited.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes
    }

    /// The first move of a forced win, with the fewest threats that win.
    pub fn win(&mut self, state: &TicTacToeState) -> Option<TicTacToeMove> {
        (0..=Self::MOST_THREATS).find_map(|threats| self.attack(state, threats))
    }

    /// A move of the attacker that wins with at most this number of threats.
    fn attack(&mut self, state: &TicTacToeState, threats: u32) -> Option<TicTacToeMove> {
        // An answer may fill the board, which draws the game.
        if self.meter.visit() || state.empty() == 0 {
            return None;
        }
        let at_once = win_in_one(state);
        if at_once.is_some() || threats == 0 || self.meter.nodes >= self.most_nodes {
            return at_once;
        }
        let [own, _] = state.sides();
        let making = state.shape.threatening(own, state.empty());
        let mut tried = Vec::new();
        for_each_move(state, |action| match action.kind {
            Kind::Basic if making >> action.cell & 1 != 0 => tried.push(action),
            Kind::Torch | Kind::Bomb => tried.push(action),
            _ => {}
        });
        // Pieces first: they keep the stock.
        sort::by_key(&mut tried, |action| action.kind as usize);
        tried.into_iter().find(|&action| {
            let next = after(state, action);
            let [defender, attacker] = winning_cells(&next);
            attacker != 0 && defender == 0 && self.all_answers_lose(&next, threats - 1)
        })
    }

    /// Whether the attacker wins after all answers to its threat.
    fn all_answers_lose(&mut self, state: &TicTacToeState, threats: u32) -> bool {
        if self.meter.visit() {
            return false;
        }
        let mut answers = Vec::new();
        for_each_relevant(state, |action| answers.push(action));
        answers.into_iter().all(|action| self.attack(&after(state, action), threats).is_some())
    }
}
