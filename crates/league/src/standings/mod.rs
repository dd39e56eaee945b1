//! The results that follow from the games of a finished tournament.
//!
//! Every result is a pure function of a [`Finished`](crate::tournament::Finished)
//! tournament and of what its [`Contest`](crate::tournament::Contest) knows exactly; what sentences
//! are worth the contest plays out ([`SentenceRow`]). The module does not play, print or open files, and does not know any game. A result that is written
//! to a file is a row of it: a struct whose fields are the columns. [`Analysis`] has all of them.
//!
//! * `field`: the tournament indexed by player, with what the contest knows of the players;
//! * `estimate`: an estimate of one player with its variance by pairing, and comparisons of
//!   the estimates of several players;
//! * [`PairingRow`] and [`PairRow`]: sampled win rates beside exact ones, and their [`Disagreement`];
//! * [`LineUpRow`] and [`CopiesRow`]: the results of larger tables;
//! * [`StandingRow`]: win rates, ratings and worst opponents, in order;
//! * [`SeatRow`], [`AheadRow`], [`PlaceRow`] and [`PlaceShareRow`]: the advantage of seats, who
//!   finishes ahead of whom, mean places, and how often each place is taken;
//! * [`CycleRow`]: A beats B, B beats C and C beats A;
//! * [`FingerprintRow`] and [`DistanceRow`]: how players play, and how different they are;
//! * [`claims`]: claims about players, and the test of each claim.
//!
//! # Standard errors
//! A group is the paired games of a pairing on the same dice. Groups are independent and
//! the games of a group are not, so every variance is a variance between groups. Opponents
//! were chosen and not drawn: a player's value is the mean over its pairings, which all
//! have equal weight, and it varies only within them. Two players share the dice of the
//! pairing in which they meet, and the covariance there is not recorded: a difference
//! assumes the largest possible one, so that its interval is a little too wide and never
//! too narrow.
//!
//! Fewer than 30 paired games give no verdicts. Intervals of shares are those of
//! [`rivals_statistics::share_interval`]; others use Student's t.
//!
//! # Shared wins
//! Where games may be drawn, a win rate is a mean share of the win: a draw of two counts as
//! half a win for each, and a draw of three as a third. Variances between groups are those
//! of the shares; ratings are fitted to the shares. Exact results are expected shares.
//!
//! With more than two seats there are no ordered pairs, no exact chances and no cycles,
//! because it is not defined which player of three beats which.
//!
//! # Optional stopping
//! After `--until-ci`, pairings, line-ups and cycles have intervals that hold at any time.
//! The other intervals treat the number of games as fixed, and are labelled so: ratios of
//! unbounded metrics have no interval that holds at any time, and for ratings and mean win
//! rates the union over all pairings would be several times as wide. A pairing stops by the
//! widths of its intervals, not by the current leader; the usual interval is then right in
//! the limit of widths that go to 0 (Chow and Robbins 1965, Ann. Math. Statist. 36,
//! 457-462). The tests play 200 seeds.

/// Defines a CSV file: its row type, whose fields are the columns, and the function that computes
/// the rows. Each column has a doc comment, its name, its type and its value.
macro_rules! csv_rows {
    (
        $(#[$row_doc:meta])*
        struct $row:ident;
        $(#[$rows_doc:meta])*
        fn $rows:ident($($with:ident: $of:ty),*), for $item:pat in $items:expr => { $($shared:tt)* }
        $($(#[$doc:meta])* $column:ident: $type:ty = $value:expr;)*
    ) => {
        $(#[$row_doc])*
        // A column of another name is of another version.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $row {
            $($(#[$doc])* pub $column: $type,)*
        }

        $(#[$rows_doc])*
        pub(super) fn $rows($($with: $of),*) -> Vec<$row> {
            let rows = $items.map(|$item| {
                $($shared)*
                $row { $($column: $value,)* }
            });
            rows.collect()
        }
    };
}

/// What the columns of a row of a player say together: its win rates by seat, and the interval of
/// the metric that ranks.
macro_rules! player_row {
    ($row:ident) => {
        impl $row {
            /// The mean share of the win from each seat, in the order of the seats.
            pub fn by_seat(&self) -> impl Iterator<Item = f64> {
                let first = [self.first_seat, self.second_seat, self.third_seat];
                let others = [self.fourth_seat, self.fifth_seat, self.sixth_seat];
                first.into_iter().chain(others).flatten()
            }

            /// The metric that ranks.
            #[must_use]
            pub fn ranked(&self) -> Option<f64> {
                self.ranked_value.flatten()
            }

            /// The interval of the metric that ranks.
            #[must_use]
            pub fn ranked_ends(&self) -> Option<(f64, f64)> {
                self.ranked_low.flatten().zip(self.ranked_high.flatten())
            }
        }
    };
}

mod analysis;
pub mod claims;
mod copies;
mod cross_table;
pub mod cycles;
mod distances;
mod estimate;
mod externals;
mod field;
mod fingerprints;
mod line_ups;
mod pairs;
mod places;
mod precision;
mod ratings;
mod roster;
mod sentences;
mod standing;

pub use analysis::{Analysis, Measured};
pub use claims::ClaimRow;
pub use copies::CopiesRow;
pub use cross_table::{AgreementEntry, Disagreement, PairingRow};
pub use cycles::CycleRow;
pub use distances::{DistanceRow, NeighbourRow};
pub use estimate::{Difference, MIN_GROUPS, PlayerEstimate};
pub use externals::ExternalRow;
pub use fingerprints::{FingerprintRow, Fingerprints};
pub use line_ups::LineUpRow;
pub use pairs::PairRow;
pub use places::{AheadRow, PlaceRow, PlaceShareRow, SeatRow};
pub use precision::{Goal, NeedRow};
pub use ratings::Ratings;
pub use roster::{RosterRow, TraitRow};
pub use sentences::SentenceRow;
pub use standing::StandingRow;

#[cfg(any(test, feature = "fake"))]
#[allow(missing_docs)] // for tests
#[path = "tests/fake.rs"]
pub mod fake;
#[cfg(test)]
mod tests;
