//! Bradley-Terry ratings from the winners of games, all fitted together.
//!
//! The chance that the player in seat s wins is
//!
//! ```text
//! exp(r[player in s] + a[s]) / sum over the seats t of exp(r[player in t] + a[t])
//! ```
//!
//! with a rating r for each player and an advantage a for each seat. For two seats this is
//! the model of Bradley and Terry (1952, Biometrika 39, 324-345) with an order effect, for
//! more seats that of Luce (1959, Individual Choice Behavior). The first seat's advantage
//! is 0 and the ratings add up to 0. One fit by penalised likelihood finds both together, so
//! that a good seat is not mistaken for a good player.
//!
//! The penalty is the prior of Jeffreys (Firth 1993, Biometrika 80, 27-38): about as many drawn
//! games as there are free parameters, most of them where the games say the most. It keeps every rating finite, also that of a player that won
//! or lost every game, and hardly matters with many games. What it adds there is not evidence:
//! where the games alone would allow a rating of any height, its interval is open at that end.
//!
//! A shared win counts as equal parts of a win: a draw of two is half a win for each, as in
//! Elo's expected score. The fit then finds the strengths whose expected shares equal the
//! observed mean shares, and the formula above gives the expected share instead of the
//! chance of winning, however often games are drawn (the fractional logit of Papke and
//! Wooldridge 1996, J. Appl. Econometrics 11, 619-632: it is consistent for any
//! distribution of the shares, and the standard errors from groups allow for it). The
//! models of Rao and Kupper (1967) and Davidson (1970) estimate a probability of draws
//! instead, and assume that it follows from the strengths: they are for two players, and
//! their ratings do not correspond to expected shares.
//!
//! * `line_up`: the data of a fit;
//! * `connected`: the check that all players can be compared, and what the games bound;
//! * `likelihood`, `newton`, `matrix`: the fit;
//! * `sandwich`: the variance of games that come in groups;
//! * `fit`: ratings, their standard errors and predictions.
//!
//! The tests reproduce Agresti's fit of baseball results, and compare with Hunter's
//! iteration.

mod connected;
mod error;
mod fit;
mod likelihood;
mod line_up;
mod matrix;
mod newton;
mod sandwich;

pub use error::BradleyTerryError;
pub use fit::{BradleyTerry, Rating};
pub use line_up::{LineUp, MixedLineUp, PairedLineUp};

#[cfg(test)]
mod tests;
