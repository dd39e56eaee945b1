//! Tests claims: two values of a claim's quantity are compared, and the verdict follows from the
//! interval of their difference.
//!
//! A claim holds if the whole interval is on its side of equality, fails if the interval is on
//! the other side, and is open otherwise. That two players play the same (`same_as`) fails if they
//! won different shares of one set of paired games, and holds if they never did. It is also open,
//! and the reason says so, where fewer than 30 paired games were counted and where nothing varied
//! in them: the games then do not show how far other games would deviate. If a claim compares with several players, the least
//! favourable comparison decides: a claim about several is a claim about each, never about
//! their mean.
//!
//! All verdicts of a run that rest on games are right together with a confidence of 95 %: each
//! interval allows for the number of these claims, and of the players that its claim compares
//! with (Bonferroni, with Student's t for as many paired games as the difference rests on).
//! Where a quantity is known exactly for all who played, the exact values decide, and games
//! do not.

use super::{
    Claim, ClaimRow, Claims, Comparison, Figures, Others, SAME_AS, Test, Verdict, WIN_RATE,
};
use crate::config::nearest;
use crate::standings::estimate::{Difference, MIN_GROUPS, PlayerEstimate};
use crate::standings::field::Field;
use crate::standings::fingerprints::Fingerprints;
use crate::standings::ratings::Ratings;
use crate::standings::standing::exact_win_rate;
use rivals_statistics::Interval;

/// The probability that any of the verdicts is wrong, at most.
const ALPHA: f64 = 0.05;

/// The number of positions in which the decisions of two players are compared.
const POSITIONS: u64 = 200;

/// Exact values without an error bound are equal within this distance.
const EXACT_WITHIN: f64 = 1e-9;

/// Checks all claims about this game.
pub(in crate::standings) fn check(
    field: &Field,
    fingerprints: &Fingerprints,
    ratings: Option<&Ratings>,
    claims: &Claims,
) -> Vec<ClaimRow> {
    if claims.game != field.contest.name() {
        return Vec::new();
    }
    let claimed = || claims.claims.iter().filter(|claim| !claim.personality.is_empty());
    let finished = field.finished;
    let tests = Tests {
        seed_tuned: claims.tuning_seed == Some(finished.seed),
        reasons_apply: (claims.config_hash.as_ref()).is_none_or(|of| *of == finished.config_hash)
            && claims.seats.is_none_or(|of| of == finished.seats),
        has_times: (claimed().filter_map(|claim| claim.test.as_ref()))
            .any(|test| test.comparison.times != 1.0),
        played: field.played(),
        field,
        fingerprints,
        ratings,
        win_rates: (0..field.players())
            .map(|player| PlayerEstimate::win_rate(field, player))
            .collect(),
    };
    let measured: Vec<_> =
        claimed().map(|claim| Some(tests.measure(claim, claim.test.as_ref()?))).collect();
    // The verdicts that depend on sampled games.
    let sampled = (measured.iter().flatten().flatten())
        .filter(|measured| measured.rivals.iter().any(Rival::is_sampled))
        .count();
    claimed().zip(measured).map(|(claim, measured)| tests.check(claim, measured, sampled)).collect()
}

/// The row of a claim about a figure, which has this value.
pub(super) fn on_figure(claim: &Claim, value: f64, unit: &str) -> ClaimRow {
    let mut row = ClaimRow::new(claim);
    let Some(Test {
        comparison: Comparison { direction, with: Others::Number(other), .. }, ..
    }) = &claim.test
    else {
        return row;
    };
    let difference = value - other;
    row.verdict = if direction * difference > 0.0 { Verdict::Holds } else { Verdict::Fails };
    (row.unit, row.figures) = (Some(unit.to_owned()), Some(Figures::Exact));
    [row.exact_value, row.exact_against_value, row.exact_difference] =
        [value, *other, difference].map(Some);
    row
}

impl ClaimRow {
    /// What the claim itself says.
    fn new(claim: &Claim) -> Self {
        let test = claim.test.as_ref();
        Self {
            id: claim.id.clone(),
            personality: claim.personality.clone(),
            metric: test.map(Test::quantity).unwrap_or_default(),
            comparison: test.map_or("", |test| test.comparison.name).to_owned(),
            source: claim.source.clone(),
            sentence: claim.sentence.clone(),
            wording: claim.wording,
            original: claim.original.clone(),
            basis: claim.basis,
            ..Self::default()
        }
    }
}

/// The data that claims are tested with.
struct Tests<'a> {
    field: &'a Field<'a>,
    fingerprints: &'a Fingerprints,
    ratings: Option<&'a Ratings>,
    /// Whether this is the tournament to which the reasons why claims cannot hold
    /// apply.
    reasons_apply: bool,
    /// Whether the games have the seed of the tuning.
    seed_tuned: bool,
    /// Whether the column `times` is there.
    has_times: bool,
    /// The players who played.
    played: Vec<usize>,
    /// By player.
    win_rates: Vec<Option<PlayerEstimate>>,
}

/// A quantity of a player.
#[derive(Clone, Copy)]
enum Measure {
    /// A metric of the contest, by index.
    Metric(usize),
    WinRate,
    Rating,
    ExactWinRate,
    EquityLoss,
}

/// The quantities that exist for all contests, with their names and units in files.
const COMMON: [(&str, &str, Measure); 4] = [
    (WIN_RATE, "share", Measure::WinRate),
    ("rating", "elo", Measure::Rating),
    ("exact_win_rate", "probability", Measure::ExactWinRate),
    ("equity_loss", "probability", Measure::EquityLoss),
];

/// The comparisons of a claim, before the verdict.
struct Measured {
    unit: String,
    value: f64,
    /// The players or the number that it is compared with, at least one.
    rivals: Vec<Rival>,
}

/// A comparison with one player or a number.
#[derive(Clone, Copy)]
struct Rival {
    /// The other player; `None` for a number.
    player: Option<usize>,
    /// The other player's value, or the number.
    value: f64,
    /// The value of the claim's personality less the other, multiplied by `times`.
    difference: Difference,
    /// Of [`SAME_AS`]: the number of sets of paired games in which both won the same share.
    even: Option<u64>,
    /// Of [`SAME_AS`], where the game compares decisions: [`Contest::same_decisions`].
    decided: Option<[u64; 2]>,
}

impl Rival {
    fn is_sampled(&self) -> bool {
        self.difference.groups.is_some()
    }

    /// The interval of the difference, at a level that allows for this number of tests:
    /// a single point if it is exact, or the reason why there is none.
    fn interval(&self, tests: usize) -> Result<Interval, String> {
        let value = self.difference.value;
        let within = |half: f64| Interval { low: value - half, high: value + half };
        let Some(groups) = self.difference.groups else {
            return if value.abs() <= EXACT_WITHIN {
                Err("the exact figures are equal".to_owned())
            } else {
                Ok(within(0.0))
            };
        };
        let point = self.difference.point(ALPHA, tests);
        if let Some((point, error)) = point.zip(self.difference.standard_error) {
            return Ok(within(point * error));
        }
        let groups = groups.floor();
        Err(if self.difference.has_enough() {
            format!("nothing varied in {groups} paired games")
        } else {
            format!("a verdict takes {MIN_GROUPS} paired games, and the figures rest on {groups}")
        })
    }
}

impl Rival {
    /// The verdict of [`SAME_AS`], with its reason: one different result or decision refutes it.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "groups are u64")]
    fn sameness(&self) -> (Verdict, Option<String>) {
        let groups = self.difference.groups.unwrap_or(0.0) as u64;
        let even = self.even.unwrap_or(0);
        let apart = self.decided.is_some_and(|[same, all]| same < all);
        let verdict = if even != groups || apart {
            Verdict::Fails
        } else if self.difference.has_enough() {
            Verdict::Holds
        } else {
            Verdict::Open
        };
        let mut reason =
            format!("in {even} of {groups} sets of paired games both players won the same share");
        if let Some([same, all]) = self.decided {
            reason += &format!(", and in {same} of {all} positions they chose the same action");
        }
        (verdict, Some(reason))
    }
}

impl Tests<'_> {
    /// The row of a claim, from what was measured, where this number of claims is decided by games.
    fn check(
        &self,
        claim: &Claim,
        measured: Option<Result<Measured, String>>,
        sampled: usize,
    ) -> ClaimRow {
        let test = claim.test.as_ref();
        let mut row = ClaimRow {
            times: self.has_times.then_some(test.map_or(1.0, |test| test.comparison.times)),
            optional_stopping: self.field.finished.optional_stopping(false),
            ..ClaimRow::new(claim)
        };
        let decided = match measured {
            Some(measured) => measured.and_then(|of| self.decide(&mut row, claim, of, sampled)),
            None => Err(claim.impossible.clone().unwrap_or_default()),
        };
        if let Err(reason) = decided {
            row.reason = Some(reason);
        }
        row
    }

    /// The verdict with its figures, or why there is none.
    fn decide(
        &self,
        row: &mut ClaimRow,
        claim: &Claim,
        Measured { unit, value, rivals }: Measured,
        sampled: usize,
    ) -> Result<(), String> {
        let direction = claim.test.as_ref().map_or(0.0, |test| test.comparison.direction);
        let tests = sampled.max(1) * rivals.len();
        let (rival, interval) =
            decisive(&rivals, direction, tests).ok_or("no other player played")?;
        let why = claim.impossible.as_ref().filter(|_| self.reasons_apply);
        (row.verdict, row.reason) = match (&interval, why) {
            _ if rival.even.is_some() => rival.sameness(),
            (Err(reason), _) => (Verdict::Open, Some(reason.clone())),
            (Ok(interval), why) => match (ahead(interval, direction), why) {
                ([low, _], None) if low > 0.0 => (Verdict::Holds, None),
                ([low, _], Some(why)) if low > 0.0 => {
                    (Verdict::Holds, Some(format!("contrary to its `impossible`: {why}")))
                }
                ([_, high], None) if high < 0.0 => (Verdict::Fails, None),
                ([_, high], Some(why)) if high < 0.0 => (Verdict::CannotHold, Some(why.clone())),
                _ => (Verdict::Open, None),
            },
        };
        row.unit = Some(unit);
        row.against = rival.player.map(|player| self.field.id(player)).unwrap_or_default();
        let compared = [value, rival.value, rival.difference.value].map(Some);
        if rival.is_sampled() {
            row.figures = Some(Figures::Sampled);
            row.seed_tuned = self.seed_tuned;
            [row.value, row.against_value, row.difference] = compared;
            if let Ok(Interval { low, high }) = interval {
                (row.low, row.high) = (Some(low), Some(high));
                row.confidence = Some(1.0 - ALPHA / tests as f64);
            }
        } else {
            row.figures = Some(Figures::Exact);
            [row.exact_value, row.exact_against_value, row.exact_difference] = compared;
        }
        Ok(())
    }

    /// The unit and the comparisons, or why the claim cannot be measured.
    fn measure(&self, claim: &Claim, test: &Test) -> Result<Measured, String> {
        let (measure, unit) = self.find(&test.metric)?;
        let mut quantity = vec![(1.0, measure, &test.metric)];
        if let Some(minus) = &test.minus {
            let (other, other_unit) = self.find(minus)?;
            if unit != other_unit {
                let metric = &test.metric;
                return Err(format!("{metric} is in {unit} and {minus} in {other_unit}"));
            }
            quantity.push((-1.0, other, minus));
        }
        let player = self.player(&claim.personality)?;
        let own = self.sum(&quantity, &[(1.0, player)])?;
        let others = match &test.comparison.with {
            Others::Number(number) => {
                self.comparable(&quantity)?;
                let difference = Difference { value: own.value - number, ..own };
                let rival =
                    Rival { player: None, value: *number, difference, even: None, decided: None };
                return Ok(Measured { unit, value: own.value, rivals: vec![rival] });
            }
            Others::Players(Some(ids)) => {
                let players = ids.iter().map(|id| self.player(id));
                players.collect::<Result<_, _>>()?
            }
            Others::Players(None) => {
                let mut others = self.played.clone();
                others.retain(|&other| other != player);
                others
            }
        };
        if test.comparison.name == SAME_AS {
            return self.paired(player, &others, unit);
        }
        self.comparable(&quantity)?;
        let times = test.comparison.times;
        let rivals = others.into_iter().map(|other| {
            let difference = self.sum(&quantity, &[(1.0, player), (-times, other)])?;
            Ok(Rival {
                player: Some(other),
                // The figures add up to the last digit.
                value: if times == 1.0 {
                    own.value - difference.value
                } else {
                    self.sum(&quantity, &[(1.0, other)])?.value
                },
                difference,
                even: None,
                decided: None,
            })
        });
        Ok(Measured { unit, value: own.value, rivals: rivals.collect::<Result<_, String>>()? })
    }

    /// Refuses figures that depend on the opponents whom a player met, if these are a sample.
    fn comparable(&self, quantity: &[(f64, Measure, &String)]) -> Result<(), String> {
        let mut measures = quantity.iter().map(|(_, measure, _)| measure);
        match &self.field.finished.design {
            Some(design) if measures.any(|measure| !matches!(measure, Measure::Rating)) => {
                Err(format!(
                    "the pairings are a sample ({design}), so that players met different opponents"
                ))
            }
            _ => Ok(()),
        }
    }

    /// The results of the games between a player and others: the comparison with the one against
    /// whom the fewest sets of paired games were even.
    fn paired(&self, player: usize, others: &[usize], unit: String) -> Result<Measured, String> {
        let rivals = others.iter().map(|&other| {
            let mut appearances = self.field.appearances(player).iter();
            let met = appearances.find(|appearance| {
                self.field.pairings[appearance.pairing].players.contains(&other)
            });
            let missing =
                || format!("{} and {} did not meet", self.field.id(player), self.field.id(other));
            let met = *met.ok_or_else(missing)?;
            let totals = &self.field.pairings[met.pairing].totals;
            let shares = totals.shares_of(met.member);
            let share = PlayerEstimate::share(self.field, &[met]).ok_or_else(missing)?;
            Ok(Rival {
                player: Some(other),
                value: 1.0 - share.value(),
                difference: Difference {
                    value: 2.0 * share.value() - 1.0,
                    standard_error: None,
                    groups: Some(totals.groups as f64),
                },
                even: Some(shares[shares.len() / 2]),
                decided: (self.field.contest).same_decisions([player, other], POSITIONS),
            })
        });
        let mut rivals = rivals.collect::<Result<Vec<_>, String>>()?;
        // Players that decide differently refute the claim first.
        let apart = |rival: &Rival| rival.decided.is_some_and(|[same, all]| same < all);
        rivals.sort_by_key(|rival| (!apart(rival), rival.even));
        rivals.truncate(1);
        let value = rivals.first().map_or(0.5, |rival| (1.0 + rival.difference.value) / 2.0);
        match self.field.finished.seats {
            2 => Ok(Measured { unit, value, rivals }),
            seats => Err(format!("{SAME_AS} compares games of two seats, and these have {seats}")),
        }
    }

    /// A measure by name, with its unit.
    fn find(&self, name: &str) -> Result<(Measure, String), String> {
        let metrics = self.field.contest.metrics();
        if let Some(metric) = metrics.iter().position(|metric| metric.name == name) {
            let unit = metrics[metric].unit.to_owned();
            return Ok((Measure::Metric(metric), unit));
        }
        if let Some((_, unit, measure)) = COMMON.into_iter().find(|common| common.0 == name) {
            return Ok((measure, unit.to_owned()));
        }
        let names = metrics.iter().map(|metric| metric.name.as_str());
        let names = names.chain(COMMON.map(|(name, ..)| name));
        Err(match nearest(name, names) {
            Some(near) => format!("there is no metric {name}; did you mean {near}?"),
            None => format!("there is no metric {name}"),
        })
    }

    fn player(&self, id: &str) -> Result<usize, String> {
        (self.played.iter().copied())
            .find(|&player| self.field.id(player) == id)
            .ok_or_else(|| format!("{id} did not play"))
    }

    /// The quantity's measures of the players, each times both weights. A measure comes with
    /// its name.
    fn sum(
        &self,
        quantity: &[(f64, Measure, &String)],
        players: &[(f64, usize)],
    ) -> Result<Difference, String> {
        let mut figures = Vec::new();
        let mut ratings = Vec::new();
        let (mut exact, mut within) = (0.0, 0.0);
        for &(sign, measure, name) in quantity {
            for &(weight, player) in players {
                let weight = sign * weight;
                let sampled = match measure {
                    _ if self.decides_exactly(measure) => None,
                    Measure::Metric(metric) => self.fingerprints.get(player, metric),
                    Measure::Rating => {
                        ratings.push((weight, player));
                        continue;
                    }
                    _ => self.win_rates[player].as_ref(),
                };
                if let Some(figure) = sampled {
                    figures.push((weight, figure));
                    continue;
                }
                let known = self.exact(measure, player);
                let (value, error) =
                    known.ok_or_else(|| format!("{} has no {}", self.field.id(player), name))?;
                exact += weight * value;
                within += error;
            }
        }
        if ratings.is_empty() {
            let sampled = Difference::new(&figures);
            // The values are equal within the error of the exact ones.
            let equal = figures.is_empty() && exact.abs() <= within;
            return Ok(Difference {
                value: sampled.value + if equal { 0.0 } else { exact },
                ..sampled
            });
        }
        let rating =
            (self.ratings).and_then(|fit| fit.contrast(&ratings)).ok_or("there are no ratings")?;
        let groups = (self.field.pairings.iter()).map(|pairing| pairing.totals.independent());
        Ok(Difference {
            value: rating.elo,
            standard_error: rating.standard_error,
            groups: groups.min().map(|groups| groups as f64),
        })
    }

    /// A player's exact value and a bound on its error.
    fn exact(&self, measure: Measure, player: usize) -> Option<(f64, f64)> {
        let value = match measure {
            Measure::Metric(metric) => self.fingerprints.exact(player, metric),
            Measure::EquityLoss => {
                self.field.solved().and_then(|solved| solved.equity_loss(player))
            }
            Measure::WinRate | Measure::ExactWinRate => return exact_win_rate(self.field, player),
            Measure::Rating => None,
        };
        value.map(|value| (value, EXACT_WITHIN))
    }

    /// Whether exact values decide: where no others exist, or where they are known for
    /// all who played. Exact and sampled values of the same measure are never compared.
    fn decides_exactly(&self, measure: Measure) -> bool {
        let known = |player: &usize| self.exact(measure, *player).is_some();
        matches!(measure, Measure::ExactWinRate | Measure::EquityLoss)
            || self.played.iter().all(known)
    }
}

/// How far the claim's personality is ahead in the direction of the claim, at least and at
/// most.
fn ahead(interval: &Interval, direction: f64) -> [f64; 2] {
    if direction > 0.0 { [interval.low, interval.high] } else { [-interval.high, -interval.low] }
}

/// The comparison that decides whether a player is above, or below, all others, with
/// the interval of the difference: the one that most clearly contradicts the claim, or
/// else one without an interval, or else the one that comes nearest to a contradiction,
/// errors included.
fn decisive(
    rivals: &[Rival],
    direction: f64,
    tests: usize,
) -> Option<(Rival, Result<Interval, String>)> {
    let all = || {
        (rivals.iter()).map(|rival| {
            let interval = rival.interval(tests);
            let ahead = (interval.as_ref())
                .map_or([f64::NEG_INFINITY; 2], |interval| ahead(interval, direction));
            (ahead, *rival, interval)
        })
    };
    let beyond = all()
        .filter(|(ahead, _, interval)| interval.is_ok() && ahead[1] < 0.0)
        .min_by(|a, b| a.0[1].total_cmp(&b.0[1]));
    let nearest = || all().min_by(|a, b| a.0[0].total_cmp(&b.0[0]));
    (beyond.or_else(nearest)).map(|(_, rival, interval)| (rival, interval))
}
