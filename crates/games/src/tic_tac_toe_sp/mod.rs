//! Tic Tac Toe SP ("Super Powers"): tic-tac-toe on a larger board, with powers that block cells
//! and clear them again.
//!
//! # Rules (`ttsp-v1`)
//! The board has 1 to 6 rows and columns, by default 5 and 5. X moves first. Each turn is exactly
//! one action on one cell; passing is not possible.
//!
//! | action | target | effect | stock |
//! |---|---|---|---|
//! | `basic` | an empty cell | the player's own X or O | unlimited |
//! | `ice` | an empty cell | a block that belongs to nobody | 2 |
//! | `plant` | an empty cell | a block that belongs to nobody | 2 |
//! | `torch` | any occupied cell | clears it | 1 |
//! | `bomb` | any occupied cell without a plant | clears it and its neighbours in the row and the column, but no plants | 1 |
//!
//! Both players begin with the same stocks. A player who completes a line of four (or another
//! length from 2 to 6) own pieces in a row, a column or a diagonal wins; longer lines count. If the
//! board is full after an action and nobody has a line, the game is drawn. Every action fills a cell
//! or spends a unit of a stock, so that every game ends.
//!
//! A setup may have obstacles: cells that are never empty, which nothing clears and no line crosses.
//!
//! Cells are named by row and column, from 0 at the top left. The canonical order of moves is row
//! by row; on an empty cell basic, ice, plant, on an occupied one torch, bomb.
//!
//! Source: the developer log of the studio Strike Games on its game Tictactoe Superpowers (Dev Log
//! 3, March 2017), which describes the AI with its priority board. The log names some powers and no
//! rules: what powers do, their number, the draw and the order of moves are assumptions, listed in
//! `docs/tic_tac_toe_sp.md`.

pub mod agents;
pub mod board;
pub mod conduct;
pub mod contest;
pub mod evaluations;
mod facts;
pub mod forced;
pub mod keys;
mod observed;
pub mod picture;
pub mod positions;
#[doc(hidden)]
pub mod priorities;
pub mod rules;
pub mod show;
pub mod solve;
#[doc(hidden)]
pub mod solver;
pub mod state;
#[cfg(test)]
mod tests;

pub use rules::TicTacToe;
pub use solve::value;
pub use state::{TicTacToeMove, TicTacToeState};
