//! The figures of a claim, their difference and what follows.
//!
//! The interval of a difference is one of 95 %. Against several others it is
//! simultaneous: wide enough for the difference from each of them at once
//! (Bonferroni), and the most adverse of them decides: what is said of several
//! is said of each, never of their mean. Where a quantity is known exactly of all who
//! played, that decides, and no interval does. A claim holds if the whole interval is on
//! its side of equality, fails if it is on the other, and is open otherwise.

use super::{Claim, Claims, Comparison, Test};
use crate::config::nearest;
use crate::standings::field::Field;
use crate::standings::figure::{Difference, Figure};
use crate::standings::fingerprints::Fingerprints;
use crate::standings::ratings::Ratings;
use crate::standings::standing::exact_win_rate;
use crate::statistics::two_sided_point;

/// Exact figures that come without a bound are as good as equal within this.
const EXACT_WITHIN: f64 = 1e-9;

/// What an interval may miss.
const ALPHA: f64 = 0.05;

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// So it is.
    Holds,
    /// It is the other way round.
    Fails,
    /// The games do not tell.
    Open,
    /// It fails, and there is a reason why it cannot hold.
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
    /// Whom it was compared with; of several, the one that decides: clearly
    /// beyond it, or else nearest to it. None where it is a number.
    pub against: Option<String>,
    /// The personality's figure.
    pub value: Option<f64>,
    /// That one's figure, or the number.
    pub against_value: Option<f64>,
    /// The first less the second.
    pub difference: Option<f64>,
    /// Lower end of its interval; a single point where nothing varies.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// Whether the figures are exact; none where there are none. Of a difference of two
    /// metrics, whether both are.
    pub exact: Option<bool>,
    /// Whether the figures are of games with the seed that tuning saw.
    pub seed_tuned: bool,
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
    let finished = field.finished;
    let bench = Bench {
        seed_tuned: claims.tuning_seed == Some(finished.seed),
        reasons_apply: (claims.config_hash.as_ref()).is_none_or(|of| *of == finished.config_hash)
            && claims.seats.is_none_or(|of| of == finished.seats),
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
    /// This is the tournament that the reasons why claims cannot hold are of.
    reasons_apply: bool,
    /// The games are of the seed that tuning saw.
    seed_tuned: bool,
    win_rates: Vec<Option<Figure>>,
}

/// A metric that exists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    /// The contest's.
    Metric(usize),
    /// Every contest's.
    Common(Common),
}

/// What is measured beside the contest's metrics.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Common {
    WinRate,
    Rating,
    ExactWinRate,
    GivenAway,
}

impl Common {
    pub(super) const ALL: [Self; 4] = [
        Self::WinRate,
        Self::Rating,
        Self::ExactWinRate,
        Self::GivenAway,
    ];

    /// As in files.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::WinRate => "win_rate",
            Self::Rating => "rating",
            Self::ExactWinRate => "exact_win_rate",
            Self::GivenAway => "given_away",
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Self::WinRate => "share",
            Self::Rating => "elo",
            Self::ExactWinRate | Self::GivenAway => "probability",
        }
    }
}

/// Figures side by side, before anything is concluded.
struct Measured {
    against: Option<String>,
    value: f64,
    against_value: f64,
    difference: Difference,
    /// Whether no dice went into it.
    exact: bool,
    /// Standard errors on either side.
    z: f64,
}

impl Bench<'_> {
    fn check<'a>(&self, claim: &'a Claim) -> Checked<'a> {
        let unmeasured = |reason: String| Checked {
            claim,
            unit: None,
            against: None,
            value: None,
            against_value: None,
            difference: None,
            low: None,
            high: None,
            exact: None,
            seed_tuned: false,
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
                let why = claim.impossible.as_ref().filter(|_| self.reasons_apply);
                let (verdict, reason) = match (why, verdict) {
                    (Some(why), Verdict::Holds) => {
                        (Verdict::Holds, Some(format!("though it was said: {why}")))
                    }
                    (Some(why), Verdict::Fails) => (Verdict::CannotHold, Some(why.clone())),
                    (_, verdict) => (verdict, reason),
                };
                Checked {
                    unit: Some(unit),
                    against: measured.against,
                    value: Some(measured.value),
                    against_value: Some(measured.against_value),
                    difference: Some(measured.difference.value),
                    low: interval.map(|interval| interval.low),
                    high: interval.map(|interval| interval.high),
                    exact: Some(measured.exact),
                    seed_tuned: self.seed_tuned && !measured.exact,
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
        let exact = (quantity.iter()).all(|&(_, measure)| self.decides_exactly(measure));
        let point = |tests: usize| two_sided_point(ALPHA, tests);
        let value = self.sum(&quantity, &[(1.0, player)])?.value;
        let others = match &test.comparison {
            Comparison::Highest(among) | Comparison::Lowest(among) => {
                self.others(player, among.as_deref())?
            }
            Comparison::Above(than) | Comparison::Below(than) => self.others(player, Some(than))?,
            Comparison::AboveValue(number) | Comparison::BelowValue(number) => {
                let own = self.sum(&quantity, &[(1.0, player)])?;
                let beyond = own.value - number;
                let equal = exact && beyond.abs() <= EXACT_WITHIN;
                let measured = Measured {
                    against: None,
                    value,
                    against_value: *number,
                    difference: Difference {
                        value: if equal { 0.0 } else { beyond },
                        ..own
                    },
                    exact,
                    z: point(1),
                };
                return Ok((unit, measured));
            }
        };
        let rivals: Result<Vec<_>, String> = (others.iter())
            .map(|&other| {
                let weights = [(1.0, player), (-1.0, other)];
                Ok((other, self.sum(&quantity, &weights)?))
            })
            .collect();
        let z = point(others.len().max(1));
        let (rival, difference) =
            decisive(&rivals?, test.comparison.direction(), z).ok_or("nobody else played")?;
        let measured = Measured {
            against: Some(self.id(rival)),
            value,
            against_value: value - difference.value,
            difference,
            exact,
            z,
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
        if let Some(common) = Common::ALL.into_iter().find(|of| of.name() == name) {
            return Ok((Measure::Common(common), common.unit().to_owned()));
        }
        let names = metrics.iter().map(|metric| metric.name.as_str());
        let names = names.chain(Common::ALL.map(Common::name));
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
        let (mut exact, mut within) = (0.0, 0.0);
        for &(sign, measure) in quantity {
            for &(weight, player) in players {
                let weight = sign * weight;
                let sampled = match measure {
                    _ if self.decides_exactly(measure) => None,
                    Measure::Metric(metric) => self.fingerprints.get(player, metric),
                    Measure::Common(Common::Rating) => {
                        ratings.push((weight, player));
                        continue;
                    }
                    Measure::Common(_) => self.win_rates[player].as_ref(),
                };
                if let Some(figure) = sampled {
                    figures.push((weight, figure));
                    continue;
                }
                let known = self.exact(measure, player);
                let (value, error) = self.present(known, self.name(measure), player)?;
                exact += weight * value;
                within += error;
            }
        }
        if ratings.is_empty() {
            let sampled = Difference::new(&figures);
            // Equal but for what is not known of exact figures.
            let equal = figures.is_empty() && exact.abs() <= within;
            return Ok(Difference {
                value: sampled.value + if equal { 0.0 } else { exact },
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

    /// A player's figure as the solved game has it, and how far it may be off.
    fn exact(&self, measure: Measure, player: usize) -> Option<(f64, f64)> {
        let within = |value| (value, EXACT_WITHIN);
        match measure {
            Measure::Metric(metric) => self.fingerprints.exact(player, metric).map(within),
            Measure::Common(Common::WinRate | Common::ExactWinRate) => {
                exact_win_rate(self.field, player)
            }
            Measure::Common(Common::GivenAway) => self.field.given_away(player).map(within),
            Measure::Common(Common::Rating) => None,
        }
    }

    /// Whether exact figures decide: where they are all that can be, or known of all who
    /// played. Exact and sampled figures of the same measure are never compared.
    fn decides_exactly(&self, measure: Measure) -> bool {
        let played =
            (0..self.field.players()).filter(|&player| !self.field.places(player).is_empty());
        match measure {
            Measure::Common(Common::ExactWinRate | Common::GivenAway) => true,
            _ => played
                .clone()
                .all(|player| self.exact(measure, player).is_some()),
        }
    }

    /// As in files.
    fn name(&self, measure: Measure) -> &str {
        match measure {
            Measure::Metric(metric) => &self.field.contest.metrics()[metric].name,
            Measure::Common(common) => common.name(),
        }
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
