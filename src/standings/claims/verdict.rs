//! The figures of a claim, their difference and what follows.
//!
//! The interval of a difference is one of 95 %. Against the highest or lowest
//! of several others it is simultaneous: wide enough for the difference from
//! each of them at once (Bonferroni). A claim holds if the whole interval is on
//! its side of equality, fails if it is on the other, and is open otherwise.

use super::{Claim, Claims, Comparison, Test};
use crate::config::nearest;
use crate::standings::field::Field;
use crate::standings::figure::{Difference, Figure};
use crate::standings::fingerprints::Fingerprints;
use crate::standings::ratings::Ratings;
use crate::standings::standing::exact_win_rate;
use crate::statistics::two_sided_point;

/// What an interval may miss.
const ALPHA: f64 = 0.05;

/// The measures beside the contest's metrics, with their units.
const MEASURES: [(&str, &str); 4] = [
    ("win_rate", "share"),
    ("rating", "elo"),
    ("exact_win_rate", "probability"),
    ("given_away", "probability"),
];

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// So it is.
    Holds,
    /// It is the other way round.
    Fails,
    /// The games do not tell.
    Open,
    /// It does not hold, and there is a reason why it cannot.
    CannotHold,
    /// There is no figure for it.
    CannotBeMeasured,
}

impl Verdict {
    /// Every one.
    pub const ALL: [Self; 5] = [
        Self::Holds,
        Self::Fails,
        Self::Open,
        Self::CannotHold,
        Self::CannotBeMeasured,
    ];

    /// As people read it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Open => "open",
            Self::CannotHold => "cannot hold",
            Self::CannotBeMeasured => "cannot be measured",
        }
    }
}

/// A claim with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked<'a> {
    /// What is said.
    pub claim: &'a Claim,
    /// The quantity's unit, where there is one.
    pub unit: Option<String>,
    /// The ids that it was compared with; of the highest or lowest, the one
    /// that decides: clearly beyond it, or else nearest to it.
    pub against: Vec<String>,
    /// The personality's figure.
    pub value: Option<f64>,
    /// The others' figure, or the number.
    pub against_value: Option<f64>,
    /// The first less the second.
    pub difference: Option<f64>,
    /// Lower end of its interval; a single point where nothing varies.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// What follows.
    pub verdict: Verdict,
    /// Why it cannot hold or be measured, or is open for want of games.
    pub reason: Option<String>,
}

/// All claims about this game.
pub(in crate::standings) fn check<'a>(
    field: &Field,
    fingerprints: &Fingerprints,
    ratings: Option<&Ratings>,
    claims: &'a Claims,
) -> Vec<Checked<'a>> {
    if claims.game != field.contest.name() {
        return Vec::new();
    }
    let bench = Bench {
        field,
        fingerprints,
        ratings,
        win_rates: (0..field.players())
            .map(|player| Figure::win_rate(field, player))
            .collect(),
    };
    (claims.claims.iter())
        .map(|claim| bench.check(claim))
        .collect()
}

/// What claims are measured with.
struct Bench<'a> {
    field: &'a Field<'a>,
    fingerprints: &'a Fingerprints,
    ratings: Option<&'a Ratings>,
    win_rates: Vec<Option<Figure>>,
}

/// A metric that exists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Metric(usize),
    WinRate,
    Rating,
    ExactWinRate,
    GivenAway,
}

/// Figures side by side, before anything is concluded.
struct Measured {
    against: Vec<String>,
    value: f64,
    against_value: f64,
    difference: Difference,
    /// Standard errors on either side.
    z: f64,
}

impl Bench<'_> {
    fn check<'a>(&self, claim: &'a Claim) -> Checked<'a> {
        let unmeasured = |reason: String| Checked {
            claim,
            unit: None,
            against: Vec::new(),
            value: None,
            against_value: None,
            difference: None,
            low: None,
            high: None,
            verdict: Verdict::CannotBeMeasured,
            reason: Some(reason),
        };
        let Some(test) = &claim.test else {
            return unmeasured(claim.impossible.clone().unwrap_or_default());
        };
        match self.measure(claim, test) {
            Err(reason) => unmeasured(reason),
            Ok((unit, measured)) => {
                let interval = measured.difference.interval(measured.z);
                let direction = test.comparison.direction();
                let (verdict, reason) = conclude(interval.map(|i| (i.low, i.high)), direction);
                let (verdict, reason) = match (&claim.impossible, verdict) {
                    (None, verdict) => (verdict, reason),
                    (Some(why), Verdict::Holds) => {
                        (Verdict::Holds, Some(format!("though it was said: {why}")))
                    }
                    (Some(why), _) => (Verdict::CannotHold, Some(why.clone())),
                };
                Checked {
                    unit: Some(unit),
                    against: measured.against,
                    value: Some(measured.value),
                    against_value: Some(measured.against_value),
                    difference: Some(measured.difference.value),
                    low: interval.map(|interval| interval.low),
                    high: interval.map(|interval| interval.high),
                    verdict,
                    reason,
                    ..unmeasured(String::new())
                }
            }
        }
    }

    /// The unit and the figures, or why there are none.
    fn measure(&self, claim: &Claim, test: &Test) -> Result<(String, Measured), String> {
        let (measure, unit) = self.find(&test.metric)?;
        let mut quantity = vec![(1.0, measure)];
        if let Some(minus) = &test.minus {
            let (other, other_unit) = self.find(minus)?;
            if unit != other_unit {
                return Err(format!(
                    "{} is in {unit} and {minus} in {other_unit}",
                    test.metric
                ));
            }
            quantity.push((-1.0, other));
        }
        let player = self.player(&claim.personality)?;
        let point = |tests: usize| two_sided_point(ALPHA, tests);
        let value = self.sum(&quantity, &[(1.0, player)])?.value;
        let measured = match &test.comparison {
            Comparison::Highest(among) | Comparison::Lowest(among) => {
                let direction = test.comparison.direction();
                let others = self.others(player, among.as_deref())?;
                let rivals: Result<Vec<_>, String> = (others.iter())
                    .map(|&other| {
                        let weights = [(1.0, player), (-1.0, other)];
                        Ok((other, self.sum(&quantity, &weights)?))
                    })
                    .collect();
                let (rival, difference) = decisive(&rivals?, direction, point(others.len().max(1)))
                    .ok_or("nobody else played")?;
                Measured {
                    against: vec![self.id(rival)],
                    value,
                    against_value: value - difference.value,
                    difference,
                    z: point(others.len()),
                }
            }
            Comparison::Above(than) | Comparison::Below(than) => {
                let others: Result<Vec<_>, _> = than.iter().map(|id| self.player(id)).collect();
                let others = others?;
                let share = 1.0 / others.len() as f64;
                let mut weights = vec![(1.0, player)];
                weights.extend(others.iter().map(|&other| (-share, other)));
                let difference = self.sum(&quantity, &weights)?;
                Measured {
                    against: than.clone(),
                    value,
                    against_value: value - difference.value,
                    difference,
                    z: point(1),
                }
            }
            Comparison::AboveValue(number) | Comparison::BelowValue(number) => {
                let own = self.sum(&quantity, &[(1.0, player)])?;
                Measured {
                    against: Vec::new(),
                    value,
                    against_value: *number,
                    difference: Difference {
                        value: own.value - number,
                        ..own
                    },
                    z: point(1),
                }
            }
        };
        Ok((unit, measured))
    }

    /// A metric by name, with its unit.
    fn find(&self, name: &str) -> Result<(Measure, String), String> {
        let metrics = self.field.contest.metrics();
        if let Some(metric) = metrics.iter().position(|metric| metric.name == name) {
            let unit = metrics[metric].unit.to_owned();
            return Ok((Measure::Metric(metric), unit));
        }
        let measures = [
            Measure::WinRate,
            Measure::Rating,
            Measure::ExactWinRate,
            Measure::GivenAway,
        ];
        let known = MEASURES.iter().zip(measures);
        if let Some((of, measure)) = known.into_iter().find(|(of, _)| of.0 == name) {
            return Ok((measure, of.1.to_owned()));
        }
        let names = metrics.iter().map(|metric| metric.name.as_str());
        let names = names.chain(MEASURES.iter().map(|of| of.0));
        Err(match nearest(name, names) {
            Some(near) => format!("there is no metric {name}; did you mean {near}?"),
            None => format!("there is no metric {name}"),
        })
    }

    fn player(&self, id: &str) -> Result<usize, String> {
        (self.field.finished.roster.iter())
            .position(|player| player.id == id)
            .filter(|&player| !self.field.places(player).is_empty())
            .ok_or_else(|| format!("{id} did not play"))
    }

    fn others(&self, player: usize, among: Option<&[String]>) -> Result<Vec<usize>, String> {
        match among {
            Some(ids) => ids.iter().map(|id| self.player(id)).collect(),
            None => Ok((0..self.field.players())
                .filter(|&other| other != player && !self.field.places(other).is_empty())
                .collect()),
        }
    }

    /// The quantity's measures of the players, each times both weights.
    fn sum(
        &self,
        quantity: &[(f64, Measure)],
        players: &[(f64, usize)],
    ) -> Result<Difference, String> {
        let mut figures = Vec::new();
        let mut ratings = Vec::new();
        let mut exact = 0.0;
        for &(sign, measure) in quantity {
            for &(weight, player) in players {
                let weight = sign * weight;
                match measure {
                    Measure::Metric(metric) => {
                        let name = &self.field.contest.metrics()[metric].name;
                        match self.fingerprints.get(player, metric) {
                            Some(figure) => figures.push((weight, figure)),
                            // What no game shows may be known without one.
                            None => {
                                let known = self.field.contest.exact_metric(player, metric);
                                exact += weight * self.present(known, name, player)?;
                            }
                        }
                    }
                    Measure::WinRate => {
                        let figure = self.win_rates[player].as_ref();
                        figures.push((weight, self.present(figure, "win_rate", player)?));
                    }
                    Measure::Rating => ratings.push((weight, player)),
                    Measure::ExactWinRate => {
                        let rate = exact_win_rate(self.field, player);
                        exact += weight * self.present(rate, "exact_win_rate", player)?;
                    }
                    Measure::GivenAway => {
                        let given = self.field.given_away(player);
                        exact += weight * self.present(given, "given_away", player)?;
                    }
                }
            }
        }
        if ratings.is_empty() {
            let sampled = Difference::new(&figures);
            return Ok(Difference {
                value: sampled.value + exact,
                ..sampled
            });
        }
        let rating = (self.ratings)
            .and_then(|fit| fit.contrast(&ratings))
            .ok_or("there are no ratings")?;
        Ok(Difference {
            value: rating.elo,
            standard_error: rating.standard_error,
        })
    }

    fn present<T>(&self, figure: Option<T>, name: &str, player: usize) -> Result<T, String> {
        figure.ok_or_else(|| format!("{} has no {name}", self.id(player)))
    }

    fn id(&self, player: usize) -> String {
        self.field.finished.roster[player].id.clone()
    }
}

/// The rival that decides whether a player is above, or below, all of them: one
/// that is clearly beyond it, the furthest, or else the one that comes nearest,
/// errors included. One without an interval decides before all.
fn decisive(rivals: &[(usize, Difference)], direction: f64, z: f64) -> Option<(usize, Difference)> {
    // How much the player is ahead, with so many standard errors more or less.
    let ahead = |rival: &(usize, Difference), errors: f64| match rival.1.standard_error {
        Some(error) => direction * rival.1.value + errors * error,
        None => f64::NEG_INFINITY,
    };
    let least = |errors: f64| {
        (rivals.iter().copied()).min_by(|a, b| ahead(a, errors).total_cmp(&ahead(b, errors)))
    };
    let beyond = least(z).filter(|rival| ahead(rival, z) < 0.0);
    beyond.or_else(|| least(-z))
}

/// From the ends of the interval of the difference.
fn conclude(interval: Option<(f64, f64)>, direction: f64) -> (Verdict, Option<String>) {
    let Some((low, high)) = interval else {
        let reason = "too few groups of games for an interval";
        return (Verdict::Open, Some(reason.to_owned()));
    };
    let (low, high) = if direction > 0.0 {
        (low, high)
    } else {
        (-high, -low)
    };
    let verdict = match () {
        () if low > 0.0 => Verdict::Holds,
        () if high < 0.0 => Verdict::Fails,
        () => Verdict::Open,
    };
    (verdict, None)
}
