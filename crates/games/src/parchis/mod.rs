//! Parchis: with chosen dice, two players with two colours each, perfect information and no chance;
//! or with a thrown die, as it is played in Spain by two to four.
//!
//! # Board
//! The ring has 68 squares, and all pieces move upwards, from 68 on to 1. Each colour has four
//! pieces, a home, a start square, a corridor of seven squares behind its last square of the
//! ring, and a goal behind the corridor. The first seat plays yellow and red, the second blue
//! and green.
//!
//! | colour | start | last square |
//! |---|---|---|
//! | yellow | 4 | 68 |
//! | blue | 21 | 17 |
//! | red | 38 | 34 |
//! | green | 55 | 51 |
//!
//! The squares 4, 13, 17, 21, 30, 34, 38, 47, 51, 55, 64 and 68 are safe.
//!
//! # Moves with chosen dice
//! The colours move in the order yellow, blue, red, green. Each colour has the dice 1 to 6 and
//! uses one of them for one piece. A used die is gone until all six are used. A die that can
//! move no piece may be used for nothing (skip), and no other die may.
//!
//! * A 5 moves a piece from home to the start square; no other die does. It may move another
//!   piece instead.
//! * A 6 counts 7 while the colour has no piece at home. After a 6 the same colour moves again.
//! * A piece that is not on a safe square is captured by a piece of another colour that ends its
//!   move there, be it the player's own second colour. It goes home, and the mover gets a bonus
//!   of 20. A piece that reaches the goal brings a bonus of 10. A bonus is used at once, for one
//!   piece, and leaves the dice as they are.
//! * The goal is reached by an exact number. A piece that would go further bounces back, out of
//!   the corridor if need be.
//! * No square but home and goal holds more than two pieces.
//! * Two pieces of one colour on a square are a wall. No piece of another colour passes it.
//!   While a colour has a wall, its 6 moves a piece of a wall and no other.
//!
//! # End
//! A player wins when the four pieces of one colour are in the goal. A colour that bounces for
//! the 31st time loses the game for its player. After 2,000 moves the game is drawn.
//!
//! # Rules
//! | rules | difference |
//! |---|---|
//! | `ugr22` or `course` (default) | walls as in the course's program: see below |
//! | `ugr22-fixed` | a wall stops the pieces that pass it, and no others |
//! | `thrown` | a thrown die: see below |
//!
//! In `ugr22`, a piece on 68 is not stopped by a wall on square 1. If its move ends on square 1, a
//! wall on any other square of the ring stops it. So is a piece that bounces from the ring to a
//! square of the ring behind it. A piece that bounces out of its corridor is stopped by no wall in
//! either set of rules; in `ugr22-fixed`, a piece that bounces from the ring is stopped by walls up
//! to its last square.
//!
//! # A thrown die
//! With `thrown`, each seat has one colour (`colours = 1`), two seats yellow and red; or two seats
//! have two (`colours = 2`). All pieces begin at home, and yellow throws first. Colours, board, safe
//! squares, walls, captures and bonuses are as above, but for these rules; `docs/rules.md` names the
//! source of each.
//!
//! * Each turn throws one die for one piece, which must move if it can.
//! * A 5 must bring a piece out unless two of one colour stand on its start square. If two of
//!   different colours do, one of another colour is captured: the one that is nearer to its goal.
//! * After a 6 the colour throws again. The third 6 in a row moves nothing: the piece that was moved
//!   last goes home, unless it is in its corridor or goal, and the turn ends.
//! * A 6 must move a piece of a wall on the ring if one can, and else moves another piece.
//! * The goal needs the exact number; a piece that would go further does not move.
//! * The first complete colour wins. There is no limit of moves.
//!
//! Source of the rest: the practice "Búsqueda con adversario: el parchís" of the course Inteligencia
//! Artificial, University of Granada, 2021/22. Its program was read and compared with games that
//! it played; `ugr22` keeps what the program does. The limit of 2,000 moves and `ugr22-fixed` are
//! additions.

pub mod agents;
#[doc(hidden)]
pub mod board;
pub mod conduct;
pub mod contest;
pub mod evaluations;
pub mod keys;
mod observed;
pub mod picture;
pub mod positions;
pub mod printed;
#[doc(hidden)]
pub mod rivals;
pub mod rules;
pub mod show;
#[doc(hidden)]
pub mod sides;
pub mod state;
#[cfg(test)]
mod tests;
pub mod text;
mod walks;

pub use board::{Colour, Square};
pub use rivals::{WEIGHTS, Weights, features};
pub use rules::{Parchis, Variant};
pub use state::{ParchisMove, ParchisState, Setup};
