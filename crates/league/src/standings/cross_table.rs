//! The cross table: sampled win rates of all ordered pairs beside the exact ones.
//!
//! Each ordered pair gives a p-value, the exact binomial one of [`Agreement`], and all pairs
//! together give one more, of a chi-square with both of its tails (see [`quadratic_form`]).
//! `docs/method.md`, "Agreement of sampled and exact numbers", describes the decision about all
//! of them, at [`FAMILY_LEVEL`].
//!
//! Where games may be drawn, the share of the win takes the place of the win: z is its
//! distance from the exact expectation in standard errors, and its p-value the bound of
//! [`ShareAgreement`]. Both use the exact probability of a draw. Where that is unknown
//! there is no z, the bound is the one for games that are never drawn, which have the
//! largest variance, and the chi-square leaves the pairing out.

use std::fmt;

use super::field::Field;
use crate::tournament::Tally;
use crate::tournament::stopping::{ALPHA, looks};
use rivals_statistics::{
    Agreement, ChiSquare, FAMILY_LEVEL, Interval, RatioSums, ShareAgreement, share_interval,
};

/// The least count that the chi-square treats as normal: the variance of its square is
/// then at most 2.05, instead of 2.
const MIN_COUNT: f64 = 20.0;

/// The largest number of pairs that a message names.
const MAX_NAMED: usize = 10;

/// One player in the first seat against another in the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrderedPair {
    /// The index of the first player in the roster.
    pub first: usize,
    /// The index of the second player in the roster.
    pub second: usize,
    /// The number of games, at least one.
    pub games: u64,
    /// The number of games that the first player won alone.
    pub first_wins: u64,
    /// The number of drawn games; none where games are never drawn.
    pub draws: Option<u64>,
    /// The exact expectation of the first player's share of the win and a bound on its
    /// error. Where games are never drawn, this is the probability of winning.
    pub exact: Option<(f64, f64)>,
    /// The exact probability of a draw, where it is known.
    pub exact_draws: Option<f64>,
}

impl OrderedPair {
    /// The sampled rate: a draw counts as half a win.
    #[must_use]
    pub fn rate(&self) -> f64 {
        let draws = self.draws.unwrap_or_default();
        (self.first_wins as f64 + draws as f64 / 2.0) / self.games as f64
    }

    /// The 95 % interval of the rate. The games of one seating belong to different groups and
    /// are therefore independent.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let draws = self.draws.unwrap_or_default();
        let counts = [self.games - self.first_wins - draws, draws, self.first_wins];
        let interval = share_interval(&[RatioSums::of_counts(&counts)], 1.0, ALPHA);
        interval.expect("a pair has at least one game")
    }

    /// The distance from the exact chance in standard errors; none where the chance is
    /// unknown or the result is certain.
    #[must_use]
    pub fn z(&self) -> Option<f64> {
        let (chance, _) = self.exact?;
        match self.draws {
            None => Agreement::new(self.first_wins, self.games, chance).z(),
            Some(_) => self.share_agreement(chance).z(),
        }
    }

    /// The sampled rate beside an expected share.
    fn share_agreement(&self, expected: f64) -> ShareAgreement {
        // A draw adds 1/4 to the mean square, and its half of a win adds 1/2 to the
        // mean.
        let variance = |draws: f64| expected * (1.0 - expected) - draws / 4.0;
        ShareAgreement {
            mean: self.rate(),
            trials: self.games,
            expected,
            variance: self.exact_draws.map(|draws| variance(draws).max(0.0)),
        }
    }

    /// The chance that the sample is tested against: the nearest to the sampled rate of
    /// all chances within the error bound.
    fn chance(&self) -> Option<f64> {
        let (chance, error) = self.exact?;
        let (low, high) = (chance - error, chance + error);
        let (low, high) = (low.clamp(0.0, 1.0), high.clamp(0.0, 1.0));
        Some(self.rate().clamp(low, high))
    }

    /// The two-sided p-value of the sample if the exact chance is right: the binomial one,
    /// or a bound where games may be drawn; none where the chance is unknown.
    #[must_use]
    pub fn p_value(&self) -> Option<f64> {
        let chance = self.chance()?;
        Some(match self.draws {
            // If the chance is clamped to the rate itself, rounding must not refute it.
            _ if chance == self.rate() => 1.0,
            None => Agreement::new(self.first_wins, self.games, chance).p_value(),
            Some(_) => self.share_agreement(chance).p_value(),
        })
    }
}

/// All ordered pairs of a tournament of two seats.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrossTable {
    /// The pairs, in the roster's order of the first player, then of the second.
    pub pairs: Vec<OrderedPair>,
    /// The chi-square over the pairings that are large enough.
    pub chi_square: ChiSquare,
    /// The number of solved pairings of which the chi-square leaves out a part.
    pub too_small: usize,
    /// The number of times at which a pairing might have stopped; none with a number of
    /// games fixed beforehand.
    looks: Option<usize>,
}

impl CrossTable {
    /// The cross table; empty if there are not two seats.
    pub(super) fn new(field: &Field) -> Self {
        let mut table = Self {
            looks: (field.finished.until_ci).map(|_| looks(field.finished.games)),
            ..Self::default()
        };
        if field.finished.seats != 2 {
            return table;
        }
        for pairing in &field.pairings {
            let (players, totals) = (&pairing.players, &pairing.totals);
            let shared = totals.share_unit() > 1;
            let pair = |member: usize| OrderedPair {
                first: players[member],
                second: players[1 - member],
                games: totals.groups,
                first_wins: *totals.shares_in_seat(member, 0).last().unwrap_or(&0),
                draws: shared.then(|| totals.draws_in_seat(member, 0).iter().sum()),
                exact: (field.solved())
                    .and_then(|solved| solved.exact(players[member], players[1 - member])),
                exact_draws: (field.solved().filter(|_| shared))
                    .and_then(|solved| solved.exact_draws(players[member], players[1 - member])),
            };
            let pairs = [pair(0), pair(1)];
            table.pairs.extend(pairs);
            if let [Some(first), Some(second)] = pairs.map(|pair| pair.chance()) {
                // The first player's chance from either seat.
                let chances = [first, 1.0 - second];
                // Without draws, the probability of a draw is known to be 0.
                let draws = pairs.map(|pair| pair.exact_draws.or((!shared).then_some(0.0)));
                let form = match draws {
                    [Some(first), Some(second)] => quadratic_form(totals, chances, [first, second]),
                    _ => ChiSquare::default(),
                };
                table.chi_square = table.chi_square + form;
                table.too_small += usize::from(form.degrees_of_freedom < 2);
            }
        }
        table.pairs.sort_by_key(|pair| (pair.first, pair.second));
        table
    }

    /// The ordered pairs that are solved.
    pub fn solved(&self) -> impl Iterator<Item = &OrderedPair> {
        self.pairs.iter().filter(|pair| pair.exact.is_some())
    }

    /// The solved pair furthest from its exact chance.
    #[must_use]
    pub fn furthest(&self) -> Option<&OrderedPair> {
        (self.solved())
            .filter_map(|pair| Some((pair.z()?.abs(), pair)))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, pair)| pair)
    }

    /// The number of tests of sampled values against exact ones: one for each solved
    /// ordered pair, and one for the chi-square if it has degrees of freedom. Where
    /// pairings were played until their intervals were narrow, an ordered pair counts as
    /// a test for every time at which it might have stopped, so that the stated
    /// probability of a contradiction is right, and the chi-square is not tested.
    #[must_use]
    pub fn tests(&self) -> usize {
        let pairs = self.solved().count();
        match self.looks {
            Some(looks) => pairs * looks,
            None => pairs + usize::from(self.tested_fit().is_some()),
        }
    }

    /// The p-value of the chi-square, if it is tested.
    fn tested_fit(&self) -> Option<f64> {
        (self.chi_square.two_sided_p_value()).filter(|_| self.looks.is_none())
    }

    /// A bound on the probability that chance makes any of the values as improbable as
    /// the least probable of them, if the exact chances are right; none where no pair is
    /// solved.
    #[must_use]
    pub fn family_p_value(&self) -> Option<f64> {
        (self.solved().filter_map(OrderedPair::p_value))
            .chain(self.tested_fit())
            .min_by(f64::total_cmp)
            .map(|least| (least * self.tests() as f64).min(1.0))
    }

    /// The contradiction between the exact chances and the samples, if there is one.
    pub(super) fn disagreement(&self, field: &Field) -> Option<Disagreement> {
        let tests = self.tests();
        let refuted = |p_value: f64| p_value * (tests as f64) < FAMILY_LEVEL;
        let id = |player: usize| field.finished.roster[player].id.clone();
        let pairs: Vec<_> = (self.solved())
            .filter(|pair| pair.p_value().is_some_and(refuted))
            .map(|pair| Refuted { first: id(pair.first), second: id(pair.second), pair: *pair })
            .collect();
        let all = self.tested_fit().is_some_and(refuted);
        let chi_square = all.then_some(self.chi_square);
        let any = !pairs.is_empty() || chi_square.is_some();
        any.then_some(Disagreement { pairs, chi_square, tests })
    }
}

/// The quadratic form of one pairing, from the exact expectations of the first player's share
/// from each seat and the exact probabilities of a draw.
///
/// The two ordered pairs of a pairing share their dice, so their squares are not
/// independent and must not be added up. With z and z' of the two and their correlation
/// r, a pairing gives
///
/// ```text
/// z^2 + (z' - r z)^2 / (1 - r^2)
/// ```
///
/// on 2 degrees of freedom: the quadratic form with the inverse of their covariance
/// matrix (Hotelling's). Different pairings have their own dice ([`rivals_core::play::Dice`]), so their
/// forms add up. Here z is the signed root of the deviance, 2 sum of observed
/// ln(observed / expected): its tail follows the normal tail much further than that of
/// (observed - expected) / standard error, which at 5 standard errors and an expectation
/// of 20 is 19 times too heavy. The exact covariance is not known. It is estimated as the
/// mean of (A - p)(B' - p') over the groups of paired games, from the numbers of groups of
/// which a player wins none, one and both games. The error of the estimate changes the
/// form by about 1 / groups.
///
/// Where players are alike, r is close to -1 and the second term rests on few groups. It
/// is left out, with its degree of freedom, if there are fewer than [`MIN_COUNT`] groups
/// in which each player has one win, or fewer than [`MIN_COUNT`] other groups. A count
/// with a smaller expectation than that is not a normal variable and is left out as well;
/// only its own p-value tests it.
fn quadratic_form(totals: &Tally, chances: [f64; 2], draws: [f64; 2]) -> ChiSquare {
    let n = totals.groups as f64;
    let unit = totals.share_unit();
    let enough = |seat: usize| {
        let (chance, half_draws) = (chances[seat], draws[seat] / 2.0);
        n * (chance - half_draws) >= MIN_COUNT && n * (1.0 - chance - half_draws) >= MIN_COUNT
    };
    let products = totals.products_of_pair(0);
    let (true, Some([_, both, _])) = ((0..2).all(enough), products) else {
        return ChiSquare::default();
    };
    let [p, q] = chances;
    let shares = [0, 1].map(|seat| totals.wins[seat] as f64 / unit as f64);
    let (roots, variance) = if unit == 1 {
        let roots = [0, 1].map(|seat| deviance_root(shares[seat], n, chances[seat]));
        (roots, p * (1.0 - p) * q * (1.0 - q))
    } else {
        let variances =
            [0, 1].map(|seat| chances[seat] * (1.0 - chances[seat]) - draws[seat] / 4.0);
        let root = |seat: usize| (shares[seat] - n * chances[seat]) / (n * variances[seat]).sqrt();
        ([root(0), root(1)], variances[0] * variances[1])
    };
    // The number of groups in which each player has one win in all.
    let even = totals.shares_of(0)[unit as usize] as f64;
    if even < MIN_COUNT || n - even < MIN_COUNT {
        return squared(roots[0]);
    }
    let products = both as f64 / (unit * unit) as f64 - p * shares[1] - q * shares[0] + n * p * q;
    let correlation = products / n / variance.sqrt();
    let left = 1.0 - correlation * correlation;
    let mut form = squared(roots[0]);
    if left > 0.0 {
        let rest = roots[1] - correlation * roots[0];
        form = form + ChiSquare { statistic: rest * rest / left, degrees_of_freedom: 1 };
    }
    form
}

/// The square of a normal variable.
fn squared(root: f64) -> ChiSquare {
    ChiSquare { statistic: root * root, degrees_of_freedom: 1 }
}

/// The root of the deviance of a count of `n`, with the sign of its deviation from the
/// expectation n * `chance`.
fn deviance_root(count: f64, n: f64, chance: f64) -> f64 {
    let term = |observed: f64, expected: f64| {
        if observed > 0.0 { observed * libm::log(observed / expected) } else { 0.0 }
    };
    let deviance = 2.0 * (term(count, n * chance) + term(n - count, n * (1.0 - chance)));
    deviance.max(0.0).sqrt().copysign(count - n * chance)
}

/// An ordered pair whose sample contradicts its exact chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Refuted {
    /// The id of the first player.
    pub first: String,
    /// The id of the second player.
    pub second: String,
    /// The pair with its results.
    pub pair: OrderedPair,
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = &self.pair;
        let (chance, _) = pair.exact.unwrap_or_default();
        let (first, second, won) = (&self.first, &self.second, pair.first_wins);
        write!(f, "{first} against {second} won {won}")?;
        if let Some(draws) = pair.draws {
            write!(f, " and drew {draws}")?;
        }
        write!(f, " of {} games where {chance:.6} is exact", pair.games)?;
        pair.z().map_or(Ok(()), |z| write!(f, " (z = {z:+.2})"))
    }
}

/// A contradiction between sampled games and the solved game.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The ordered pairs whose p-values are too small.
    pub pairs: Vec<Refuted>,
    /// The chi-square of all pairs together, where it is too large or too small.
    pub chi_square: Option<ChiSquare>,
    /// The number of tests: [`CrossTable::tests`].
    pub tests: usize,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> =
            (self.pairs.iter().take(MAX_NAMED)).map(ToString::to_string).collect();
        if self.pairs.len() > MAX_NAMED {
            parts.push(format!("{} more pairs", self.pairs.len() - MAX_NAMED));
        }
        if let Some(fit) = self.chi_square {
            parts.push(format!(
                "chi-square {:.1} on {} degrees of freedom over all pairs",
                fit.statistic, fit.degrees_of_freedom
            ));
        }
        write!(
            f,
            "the games played contradict the solved game, at a level of {FAMILY_LEVEL} for \
             all {} tests together: {}",
            self.tests,
            parts.join("; ")
        )
    }
}

impl std::error::Error for Disagreement {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standings::fake::counted;
    use rand::Rng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;
    use rivals_core::random::{Key, Purpose};

    /// Random groups: both games are won with the first probability, the first alone
    /// with the second, and the second alone with the third.
    fn sample(groups: u64, probabilities: [f64; 3], seed: u64) -> ([u64; 2], u64) {
        let key = Key::new(seed, Purpose::Tournament, &[groups]).word();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(key);
        let (mut wins, mut twice) = ([0; 2], 0);
        for _ in 0..groups {
            let u = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            let both = u < probabilities[0];
            let first = both || u < probabilities[0] + probabilities[1];
            let second = both || (!first && u < probabilities.iter().sum());
            wins[0] += u64::from(first);
            wins[1] += u64::from(second);
            twice += u64::from(both);
        }
        (wins, twice)
    }

    /// The form of a pairing with these wins of its first player.
    fn form(groups: u64, wins: [u64; 2], both: u64, chances: [f64; 2]) -> ChiSquare {
        let pairing = counted([0, 1], groups, wins, both);
        quadratic_form(&pairing.totals, chances, [0.0; 2])
    }

    #[test]
    fn the_form_is_a_chi_square_at_any_correlation() {
        for (groups, probabilities) in [
            (100, [0.25, 0.25, 0.25]),
            (400, [0.02, 0.5, 0.45]),
            (2_000, [0.02, 0.5, 0.45]),
            (1_000, [0.45, 0.03, 0.02]),
        ] {
            let chances =
                [probabilities[0] + probabilities[1], probabilities[0] + probabilities[2]];
            let runs = 20_000;
            let mut total = ChiSquare::default();
            let (mut squares, mut beyond) = (0.0, 0);
            for seed in 0..runs {
                let (wins, both) = sample(groups, probabilities, seed);
                let one = form(groups, wins, both, chances);
                total = total + one;
                squares += one.statistic * one.statistic;
                // The upper 0.1 % point on 2 degrees of freedom: 2 ln 1000.
                beyond += u32::from(one.statistic > 13.815_5);
            }
            // The mean is 1 for each degree of freedom, with a standard error of 0.01.
            // With hardly enough groups there is not always a second degree.
            let degrees = f64::from(total.degrees_of_freedom);
            let mean = total.statistic / degrees;
            assert!((mean - 1.0).abs() < 0.04, "{groups} {probabilities:?}: {mean}");
            if degrees < 2.0 * runs as f64 {
                continue;
            }
            let second = squares / runs as f64;
            assert!((second - 8.0).abs() < 0.8, "{groups} {probabilities:?}: {second}");
            assert!((8..=40).contains(&beyond), "{groups} {probabilities:?}: {beyond}");
        }
    }

    #[test]
    fn equal_players_have_one_degree_of_freedom() {
        let equal = form(10_000, [5_100, 4_900], 0, [0.5, 0.5]);
        assert_eq!(equal.degrees_of_freedom, 1);
        // 2 (5100 ln 1.02 + 4900 ln 0.98), while Pearson's statistic is 4.
        assert!((equal.statistic - 4.000_266_709_350_6).abs() < 1e-9);
        let few = form(50, [3, 40], 3, [0.06, 0.8]);
        assert_eq!(few, ChiSquare::default());
    }

    #[test]
    fn an_exact_chance_may_be_off_by_its_error() {
        let pair = OrderedPair {
            first: 0,
            second: 1,
            games: 1_000_000,
            first_wins: 510_000,
            draws: None,
            exact: Some((0.5, 0.0)),
            exact_draws: None,
        };
        let loose = |error| OrderedPair { exact: Some((0.5, error)), ..pair };
        let p_value = |error| loose(error).p_value().unwrap();
        assert!(p_value(0.0) < 1e-80);
        assert!(p_value(0.001) < 1e-60);
        assert!((1e-5..1e-4).contains(&p_value(0.008)));
        assert_eq!(p_value(0.5), 1.0);
    }
}
