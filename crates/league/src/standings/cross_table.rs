//! The cross table: sampled win rates of all ordered pairs beside the exact ones.
//!
//! Each ordered pair gives a p-value, the exact binomial one of [`Agreement`], and all pairs
//! together give one more, of a chi-square with both of its tails (see [`quadratic_form`]). Pairings
//! that share their dice, as those of the variants of a sweep do, are parts of different chi-squares.
//! `docs/method.md`, "Agreement of sampled and exact numbers", describes the decision about all
//! of them, at [`FAMILY_LEVEL`].
//!
//! Where games may be drawn, the share of the win takes the place of the win: z is its
//! distance from the exact expectation in standard errors, and its p-value the bound of
//! [`ShareAgreement`]. Both use the exact probability of a draw. Where that is unknown
//! there is no z, the bound is the one for games that are never drawn, which have the
//! largest variance, and the chi-square leaves the pairing out.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::field::Field;
use crate::tournament::stopping::{ALPHA, interval, looks};
use crate::tournament::{FinishedPairing, Tally};
use rivals_statistics::{
    Agreement, ChiSquare, FAMILY_LEVEL, RatioSums, ShareAgreement, share_interval,
};

/// The least count that the chi-square treats as normal: the variance of its square is
/// then at most 2.05, instead of 2.
const MIN_COUNT: f64 = 20.0;

/// The largest number of pairs that a message names.
const MAX_NAMED: usize = 10;

csv_rows! {
    /// A row of `pairings.csv`, one player in the first seat against another in the second; the
    /// fields are the columns.
    struct PairingRow;
    /// The rows in the roster's order of the first player, then of the second; empty if there are not
    /// two seats.
    fn rows(field: &Field), for ([first, second], pairing, member) in ordered(field) => {
        let pair = OrderedPair::of(field, pairing, member);
        // The games of one seating belong to different groups and are therefore independent.
        let draws = pair.draws.unwrap_or_default();
        let counts = [pair.games - pair.first_wins - draws, draws, pair.first_wins];
        let counts = RatioSums::of_counts(&counts);
        let interval = match field.finished.until_ci {
            None => share_interval(&[counts], 1.0, ALPHA).expect("a pair has at least one game"),
            Some(_) => interval(&pairing.totals, 2, member),
        };
    }
    /// The id of the player in the first seat.
    first: String = field.id(first);
    /// The id of the player in the second seat.
    second: String = field.id(second);
    /// Games with these seats, at least one.
    games: u64 = pair.games;
    /// Games that `first` won alone.
    first_wins: u64 = pair.first_wins;
    /// `first_wins` / `games`, where a draw counts as half a win.
    first_win_rate: f64 = pair.rate();
    /// Lower end of the 95 % interval, which is Clopper and Pearson's where games are never drawn;
    /// with `--until-ci`, of the anytime-valid interval.
    low: f64 = interval.low;
    /// Upper end of the interval.
    high: f64 = interval.high;
    /// The exact win rate; empty where the game is not solved.
    exact: Option<f64> = pair.exact.map(|exact| exact.0);
    /// (`first_win_rate` - `exact`) / standard error; empty where `exact` is empty, 0 or 1,
    /// and where the exact probability of a draw is unknown.
    z: Option<f64> = pair.z();
    /// Games that were drawn; a column only of games that may be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draws: Option<u64> = pair.draws;
    /// With `--until-ci` only: whether `low` and `high` are corrected for optional stopping,
    /// `corrected` or `not corrected`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional_stopping: Option<String> = field.finished.optional_stopping(true);
}

impl fmt::Display for PairingRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {} won {}", self.first, self.second, self.first_wins)?;
        if let Some(draws) = self.draws {
            write!(f, " and drew {draws}")?;
        }
        write!(f, " of {} games", self.games)?;
        if let Some(exact) = self.exact {
            write!(f, " where {exact:.6} is exact")?;
        }
        self.z.map_or(Ok(()), |z| write!(f, " (z = {z:+.2})"))
    }
}

/// The ordered pairs of players, each with its pairing and the first one's place in it.
fn ordered<'a>(
    field: &Field<'a>,
) -> impl Iterator<Item = ([usize; 2], &'a FinishedPairing, usize)> + use<'a> {
    let pairings = if field.finished.seats == 2 { field.pairings.clone() } else { Vec::new() };
    let both = |pairing: &'a FinishedPairing| {
        let players = &pairing.players;
        [0, 1].map(|member| ([players[member], players[1 - member]], pairing, member))
    };
    let mut ordered: Vec<_> = pairings.into_iter().flat_map(both).collect();
    ordered.sort_by_key(|(players, ..)| *players);
    ordered.into_iter()
}

/// The results of an ordered pair and the exact chance that they are tested against.
struct OrderedPair {
    games: u64,
    first_wins: u64,
    /// `None` where games are never drawn.
    draws: Option<u64>,
    /// The exact expectation of the first player's share of the win and a bound on its
    /// error. Where games are never drawn, this is the probability of winning.
    exact: Option<(f64, f64)>,
    /// The exact probability of a draw, where it is known.
    exact_draws: Option<f64>,
}

impl OrderedPair {
    fn of(field: &Field, pairing: &FinishedPairing, member: usize) -> Self {
        let totals = &pairing.totals;
        let [first, second] = [member, 1 - member].map(|of| pairing.players[of]);
        let shared = totals.share_unit() > 1;
        Self {
            games: totals.groups,
            first_wins: *totals.shares_in_seat(member, 0).last().unwrap_or(&0),
            draws: shared.then(|| totals.draws_in_seat(member, 0).iter().sum()),
            exact: field.exact(first, second),
            // Without draws, the probability of a draw is known to be 0.
            exact_draws: if shared {
                field.solved().and_then(|of| of.exact_draws(first, second))
            } else {
                Some(0.0)
            },
        }
    }

    /// The sampled rate: a draw counts as half a win.
    fn rate(&self) -> f64 {
        let draws = self.draws.unwrap_or_default();
        (self.first_wins as f64 + draws as f64 / 2.0) / self.games as f64
    }

    /// The distance from the exact chance in standard errors; `None` where the chance is
    /// unknown or the result is certain.
    fn z(&self) -> Option<f64> {
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
    /// or a bound where games may be drawn; `None` where the chance is unknown.
    fn p_value(&self) -> Option<f64> {
        let chance = self.chance()?;
        Some(match self.draws {
            // If the chance is clamped to the rate itself, rounding must not refute it.
            _ if chance == self.rate() => 1.0,
            None => Agreement::new(self.first_wins, self.games, chance).p_value(),
            Some(_) => self.share_agreement(chance).p_value(),
        })
    }
}

/// The comparison of sampled with exact win rates. The chi-square is over all pairings that
/// are large enough, and uses the covariance of the two seatings of a pairing, which share
/// their dice. Where pairings share dice there are several, and this is the least likely one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgreementEntry {
    /// The statistic.
    pub chi_square: f64,
    /// Its degrees of freedom; 0 where no pairing is large enough.
    pub degrees_of_freedom: u32,
    /// The probability of a larger statistic by chance; null without degrees of freedom.
    pub p_value: Option<f64>,
    /// The number of tests: the ordered pairs and each chi-square; with `until_ci` the ordered
    /// pairs alone, once for each time at which they could have stopped.
    pub tests: usize,
    /// A bound on the probability that any of these tests deviates so far by chance. The
    /// games contradict the exact win rates if it is below 0.000001.
    pub family_p_value: f64,
}

/// The comparison of these rows with the exact win rates, if any are known, and the contradiction
/// between both, if there is one.
pub(super) fn compare(
    field: &Field,
    rows: &[PairingRow],
) -> (Option<AgreementEntry>, Option<Disagreement>) {
    // Pairings on the same dice deviate together, so that no chi-square has two of them: the n-th
    // pairing on some dice is a part of the n-th chi-square.
    let mut fits: Vec<ChiSquare> = Vec::new();
    let mut met: BTreeMap<u64, usize> = BTreeMap::new();
    for pairing in field.pairings.iter().filter(|_| field.finished.seats == 2) {
        let times = met.entry(pairing.dice).or_default();
        let at = *times;
        *times += 1;
        if fits.len() == at {
            fits.push(ChiSquare::default());
        }
        let pairs = [0, 1].map(|member| OrderedPair::of(field, pairing, member));
        if let [Some(first), Some(second)] = pairs.each_ref().map(OrderedPair::chance)
            && let [Some(drawn), Some(other)] = pairs.map(|pair| pair.exact_draws)
        {
            // The first player's chance from either seat.
            let chances = [first, 1.0 - second];
            fits[at] = fits[at] + quadratic_form(&pairing.totals, chances, [drawn, other]);
        }
    }
    let p_value = |(_, pairing, member): ([usize; 2], &FinishedPairing, usize)| {
        OrderedPair::of(field, pairing, member).p_value()
    };
    let p_values: Vec<Option<f64>> = ordered(field).map(p_value).collect();
    let solved = p_values.iter().flatten().count();
    // A pair counts as a test for every time at which its pairing might have stopped, so that the
    // stated probability of a contradiction is right, and the chi-square is then not tested.
    let until_ci = field.finished.until_ci.is_some();
    let tests = if until_ci {
        solved * looks(field.finished.games)
    } else {
        solved + fits.iter().filter(|fit| fit.degrees_of_freedom > 0).count()
    };
    let unlikely = |fit: &ChiSquare| fit.two_sided_p_value().unwrap_or(f64::INFINITY);
    let chi_square = fits.into_iter().min_by(|a, b| unlikely(a).total_cmp(&unlikely(b)));
    let chi_square = chi_square.unwrap_or_default();
    let fit = chi_square.two_sided_p_value().filter(|_| !until_ci);
    let least = p_values.iter().flatten().copied().chain(fit).min_by(f64::total_cmp);
    let Some(least) = least else {
        return (None, None);
    };
    let agreement = AgreementEntry {
        chi_square: chi_square.statistic,
        degrees_of_freedom: chi_square.degrees_of_freedom,
        p_value: chi_square.p_value(),
        tests,
        family_p_value: (least * tests as f64).min(1.0),
    };
    let refuted = |p_value: f64| p_value * (tests as f64) < FAMILY_LEVEL;
    let pairs: Vec<PairingRow> = (rows.iter().zip(&p_values))
        .filter(|(_, p_value)| p_value.is_some_and(refuted))
        .map(|(row, _)| row.clone())
        .collect();
    let all = fit.is_some_and(refuted);
    let any = all || !pairs.is_empty();
    (Some(agreement), any.then_some(Disagreement { pairs, all, agreement }))
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
    #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SHARE_UNIT")]
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

/// A contradiction between sampled games and the solved game.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The ordered pairs whose p-values are too small.
    pub pairs: Vec<PairingRow>,
    /// Whether the chi-square of all pairs on different dice is too large or too small.
    pub all: bool,
    /// All tests together.
    pub agreement: AgreementEntry,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> =
            (self.pairs.iter().take(MAX_NAMED)).map(ToString::to_string).collect();
        if self.pairs.len() > MAX_NAMED {
            parts.push(format!("{} more pairs", self.pairs.len() - MAX_NAMED));
        }
        let AgreementEntry { chi_square, degrees_of_freedom, tests, .. } = self.agreement;
        if self.all {
            parts.push(format!(
                "chi-square {chi_square:.1} on {degrees_of_freedom} degrees of freedom over all \
                 pairs on different dice"
            ));
        }
        write!(
            f,
            "the games played contradict the solved game, at a level of {FAMILY_LEVEL} for \
             all {tests} tests together: {}",
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
            games: 1_000_000,
            first_wins: 510_000,
            draws: None,
            exact: Some((0.5, 0.0)),
            exact_draws: Some(0.0),
        };
        let loose = |error| OrderedPair { exact: Some((0.5, error)), ..pair };
        let p_value = |error| loose(error).p_value().unwrap();
        assert!(p_value(0.0) < 1e-80);
        assert!(p_value(0.001) < 1e-60);
        assert!((1e-5..1e-4).contains(&p_value(0.008)));
        assert_eq!(p_value(0.5), 1.0);
    }
}
