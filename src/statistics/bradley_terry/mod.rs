//! Ratings from who won at which table, all fitted at once.
//!
//! The chance that the player in seat s wins is
//!
//! ```text
//! exp(r[player in s] + a[s]) / sum over the seats t of exp(r[player in t] + a[t])
//! ```
//!
//! with a rating r for each player and an advantage a for each seat. For two
//! seats that is the model of Bradley and Terry (1952, Biometrika 39, 324-345)
//! with an order effect, for more that of Luce (1959, Individual Choice
//! Behavior). The first seat's advantage is 0 and the ratings add up to 0. One
//! maximum-likelihood fit finds both together, so that a good seat is not
//! taken for a good player.
//!
//! A shared win counts as equal parts of a win: a draw of two is half a win for each, as
//! in Elo's expected score. The fit then finds the strengths whose expected shares are the
//! mean shares that were observed, and what is said above of the chance of winning holds of
//! the expected share, however often games are drawn (the fractional logit of Papke and
//! Wooldridge 1996, J. Appl. Econometrics 11, 619-632: it is consistent whatever the
//! distribution of the shares, and the errors over groups allow for it). The models of Rao
//! and Kupper (1967) and Davidson (1970) estimate a chance of draws instead, and suppose
//! that it follows from the strengths: they are for two players, and have ratings that are
//! no longer those of expected shares. Errors that take games as independent are those of
//! games with one winner, than which shared wins vary less.
//!
//! A player who never lost has no finite rating. Such data are refused with
//! the player's index, never answered with a large number: see
//! [`BradleyTerryError`].
//!
//! * `line_up`: what a fit is made from;
//! * `connected`: who can be compared with whom, before anything is computed;
//! * `likelihood`, `newton`, `matrix`: the fit;
//! * `sandwich`: the variance of games that come in groups;
//! * `fit`: ratings, their standard errors, what they predict.
//!
//! The tests fit baseball as Agresti does, and compare with Hunter's iteration.

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
pub use line_up::{GroupedLineUp, LineUp, MixedLineUp};

#[cfg(test)]
mod tests;
