//! Figures from decisions: those of the personality that makes observed decisions the likeliest.
//!
//! What is observed ([`Seen`]) does not depend on figures, so that it is computed once and serves
//! all fits. The likelihood is that of [`Judge::probabilities`]: any player with these figures,
//! whatever its judgement errors.

use rivals_statistics::{highest, inverse};

use super::Conducting;
use super::choice::{Judge, Memory, single};
use super::prospects::Prospects;
use crate::personalities::{Personality, Scale, Units};
use crate::play::{Agent, Decision, Forfeit, Hidden};
use crate::values::Invalid;

/// The part of decisions that figures do not explain, in which each option is as likely. Without it,
/// one such decision outweighs all others.
const LAPSES: f64 = 0.001;

/// A search does not begin nearer to the end of a scale, where the likelihood may be flat, in lengths
/// of the scale.
const INSIDE: f64 = 0.2;

/// The size of the steps that measure the curvature, in lengths of a scale.
const NEAR: f64 = 0.005;

/// Players differ in a figure by this deviation at least, in lengths of its scale.
const APART: f64 = 0.02;

/// The figures that change no decision.
const IDLE: [&str; 2] = ["accept_aversion", "thinking_seconds"];

/// A decision between two actions or more, as fits use it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// What was at stake.
    pub prospects: Prospects,
    /// What the player remembered.
    pub memory: Memory,
    /// The place of what it chose among the options; `None` of an action that the game leaves out.
    pub chosen: Option<usize>,
    /// The number of seats of the game.
    pub seats: usize,
}

/// The figures that explain decisions best.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The known personality with these figures.
    pub personality: Personality,
    /// The natural logarithm of the likelihood of all decisions.
    pub log_likelihood: f64,
    /// By free figure, its standard error by the curvature of the likelihood; `None` at the end of its
    /// scale, where the decisions do not tell it, or if the player hardly errs: its likelihood has
    /// steps then, and no curvature.
    pub errors: Vec<Option<f64>>,
}

impl Seen {
    /// The probability that a player with these figures makes this decision.
    #[must_use]
    pub fn likelihood(&self, judge: &Judge) -> f64 {
        let chances = judge.probabilities(&self.prospects, &self.memory);
        let chosen = self.chosen.map_or(0.0, |at| chances[at]);
        (1.0 - LAPSES) * chosen + LAPSES / chances.len() as f64
    }
}

/// The natural logarithm of the likelihood of decisions by a personality.
#[must_use]
pub fn log_likelihood(personality: &Personality, units: &Units, seen: &[Seen]) -> f64 {
    let of = |one: &Seen| libm::log(one.likelihood(&Judge::new(personality, units, one.seats)));
    seen.iter().map(of).sum()
}

/// The keys of all figures that change decisions of any game, in the order of their scales.
pub fn keys() -> impl Iterator<Item = &'static str> {
    let neutral = Personality::neutral("");
    let scales: Vec<Scale> = figures(&neutral).map(|(scale, _)| scale).collect();
    scales.into_iter().map(|scale| scale.key).filter(|key| !IDLE.contains(key))
}

/// The personality that explains decisions best: the figures with these keys are free, and all others
/// are those of a known one. If it is one among other players, its figures are as probable as in a
/// normal distribution with their means and deviations. The result depends on nothing else.
///
/// # Errors
/// [`Invalid`], if there are no decisions, no free figures, or one that changes no decision.
pub fn fit(
    seen: &[Seen],
    units: &Units,
    known: &Personality,
    free: &[&str],
    among: &[Personality],
) -> Result<Fitted, Invalid> {
    if seen.is_empty() {
        let message = "there are no decisions between two actions or more";
        return Err(Invalid::new("decisions", message, "give games in which the player decides"));
    }
    let wrong = free.iter().find(|key| !keys().any(|known| known == **key));
    if wrong.is_some() || free.is_empty() {
        let of = wrong.map_or_else(String::new, |key| format!(" called \"{key}\""));
        let help = format!("the figures are {}", keys().collect::<Vec<_>>().join(", "));
        return Err(Invalid::new("figures", format!("no figure{of} can be estimated"), help));
    }
    let space = Space { seen, units, known, free, usual: usual(free, among) };
    let (best, _) = highest(|place| space.height(place), space.start());
    let personality = space.personality(&best);
    let log_likelihood = log_likelihood(&personality, units, seen);
    Ok(Fitted { errors: space.errors(&best), personality, log_likelihood })
}

/// The means of figures among players and their deviations, as places; nothing without players.
fn usual(free: &[&str], among: &[Personality]) -> Vec<[f64; 2]> {
    if among.is_empty() {
        return Vec::new();
    }
    let count = among.len() as f64;
    let of = |key: &&str| {
        let found = among.iter().filter_map(|player| {
            let (scale, figure) = figures(player).find(|(scale, _)| scale.key == *key)?;
            Some(place((scale, figure)))
        });
        let mean = found.clone().sum::<f64>() / count;
        let variance = found.map(|x| (x - mean) * (x - mean)).sum::<f64>() / count;
        [mean, variance.sqrt().max(APART)]
    };
    free.iter().map(of).collect()
}

/// Where a figure is on its scale, 0 to 1.
fn place((scale, figure): (Scale, f64)) -> f64 {
    (figure - scale.low) / (scale.high - scale.low)
}

/// Every figure with its scale: traits, values, then habits.
fn figures(of: &Personality) -> impl Iterator<Item = (Scale, f64)> {
    of.figures().chain(of.habit_figures())
}

/// All personalities among which a fit looks for the best: a place has a number from 0 to 1 for each
/// free figure.
struct Space<'a> {
    seen: &'a [Seen],
    units: &'a Units,
    known: &'a Personality,
    free: &'a [&'a str],
    /// By free figure: the mean place of players and its deviation; empty if these are not known.
    usual: Vec<[f64; 2]>,
}

impl Space<'_> {
    /// The free figures with their scales, in the order of the places.
    fn scales(&self) -> impl Iterator<Item = (Scale, f64)> {
        self.free.iter().filter_map(|key| figures(self.known).find(|(scale, _)| scale.key == *key))
    }

    /// Where a search begins: near the known figures, or what is usual.
    fn start(&self) -> Vec<f64> {
        let known: Vec<f64> = if self.usual.is_empty() {
            self.scales().map(place).collect()
        } else {
            self.usual.iter().map(|[mean, _]| *mean).collect()
        };
        known.into_iter().map(|place| place.clamp(INSIDE, 1.0 - INSIDE)).collect()
    }

    fn personality(&self, place: &[f64]) -> Personality {
        let figure = |(scale, figure): (Scale, f64)| {
            let at = self.free.iter().position(|key| *key == scale.key);
            let of = |at: usize| scale.low + place[at].clamp(0.0, 1.0) * (scale.high - scale.low);
            at.map_or(figure, of)
        };
        self.known.with_figures(figures(self.known).map(figure))
    }

    /// The log likelihood, and that of the figures among those of players.
    fn height(&self, place: &[f64]) -> f64 {
        let away = place.iter().zip(&self.usual).map(|(x, [mean, deviation])| {
            let deviations = (x - mean) / deviation;
            deviations * deviations / 2.0
        });
        let unusual: f64 = away.sum();
        log_likelihood(&self.personality(place), self.units, self.seen) - unusual
    }

    /// The standard errors at the best place.
    fn errors(&self, best: &[f64]) -> Vec<Option<f64>> {
        if self.personality(best).traits.calculation > 1.0 - NEAR {
            return vec![None; best.len()];
        }
        let inside: Vec<usize> =
            (0..best.len()).filter(|&at| (NEAR..=1.0 - NEAR).contains(&best[at])).collect();
        let moved = |steps: [(usize, f64); 2]| {
            let mut place = best.to_vec();
            steps.into_iter().for_each(|(at, step)| place[at] += step * NEAR);
            self.height(&place)
        };
        // The curvature of the log likelihood, by differences.
        let curvature = |one: usize, other: usize| {
            let [a, b, c, d] = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
                .map(|(step, way)| moved([(one, step / 2.0), (other, way / 2.0)]));
            (b + c - a - d) / (NEAR * NEAR)
        };
        let rows = inside.iter().map(|&one| inside.iter().map(|&of| curvature(one, of)).collect());
        let variances = inverse(rows.collect());
        let mut errors = vec![None; best.len()];
        for (row, &at) in inside.iter().enumerate() {
            errors[at] = Some(variances[row][row].sqrt()).filter(|error| error.is_finite());
        }
        let lengths = self.scales().map(|(scale, _)| scale.high - scale.low);
        errors.into_iter().zip(lengths).map(|(error, length)| Some(error? * length)).collect()
    }
}

impl<G: Hidden> Conducting<G> {
    /// What a decision tells of the player that made it; `None` if it had no choice. `memory` is what
    /// the player remembers, and afterwards contains this decision.
    ///
    /// # Errors
    /// [`Forfeit`], if the search was stopped.
    pub fn seen(
        &self,
        at: &Decision<'_, G>,
        reference: &mut dyn Agent<G>,
        memory: &mut Memory,
        action: G::Action,
    ) -> Result<Option<Seen>, Forfeit> {
        if at.actions.len() < 2 {
            return Ok(None);
        }
        let prospects = self.conduct.prospects(at, reference)?;
        let place = at.place(action);
        let chosen = prospects.options.iter().position(|option| Some(option.place) == place);
        let before = *memory;
        memory.keep(single(prospects.value()), self.conduct.kind(at.game, at.view, action));
        let seats = self.conduct.seats(at.game, at.view);
        Ok(Some(Seen { prospects, memory: before, chosen, seats }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::prospects::{Outcome, Prospect, Spread};
    use super::*;
    use crate::personalities::{Level, SeatUnits};
    use crate::random::{Key, Purpose};
    use rand::Rng;

    fn units() -> Units {
        let seats = SeatUnits { seats: 2, games: 1, decisions: 1, kappa: 0.1, k: 0.05, fair: 0.5 };
        let calculation =
            vec![Level { calculation: 0.5, tau: 0.1, kept: 0.5, error: 0.0, games: 1 }];
        let (game, reference) = ("pig".to_owned(), "optimum".to_owned());
        Units { game, reference, seed: 1, seats: vec![seats], calculation, digest: String::new() }
    }

    /// Decisions of a personality between three lotteries that are drawn.
    fn decisions(of: &Personality, number: usize) -> Vec<Seen> {
        let mut dice = Key::new(3, Purpose::Playing, &[]).generator();
        let mut drawn = || (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let judge = Judge::new(of, &units(), 2);
        let mut decision = |at: usize| {
            let mut option = |place: usize| {
                let (value, spread) = (0.45 + 0.1 * drawn(), 0.1 * drawn());
                let outcome = |value| Outcome { value, ..Outcome::default() };
                let ends = [value - spread, value + spread].map(|end| (0.5, outcome(end)));
                Prospect {
                    place,
                    value,
                    lottery: ends.to_vec(),
                    spread: Spread::Exact,
                    kind: 0,
                    spends: 0.0,
                    salience: 0.0,
                    information: 0.0,
                }
            };
            let options: Vec<Prospect> = (0..3).map(&mut option).collect();
            let best =
                (0..3).max_by(|&one, &other| options[one].value.total_cmp(&options[other].value));
            let prospects = Prospects::new(at as u64, [0.5; 2], options, best.unwrap());
            let memory = Memory::default();
            let mut left = drawn();
            let chances = judge.probabilities(&prospects, &memory);
            let chosen = chances.iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            Seen { prospects, memory, chosen, seats: 2 }
        };
        (0..number).map(&mut decision).collect()
    }

    fn carla() -> Personality {
        let mut carla = Personality::neutral("carla");
        (carla.traits.risk_aversion, carla.traits.calculation) = (-1.2, 0.8);
        carla
    }

    /// The best figure is that of a grid, and its error that of the curvature of a wide parabola.
    #[test]
    fn a_figure_is_the_likeliest() {
        let (units, seen) = (units(), decisions(&carla(), 200));
        let fitted = fit(&seen, &units, &carla(), &["risk_aversion"], &[]).unwrap();
        let at = |rho: f64| {
            let mut other = carla();
            other.traits.risk_aversion = rho;
            log_likelihood(&other, &units, &seen)
        };
        let grid = (-400..=400).map(|step| f64::from(step) / 100.0);
        let best = grid.max_by(|one, other| at(*one).total_cmp(&at(*other))).unwrap();
        let found = fitted.personality.traits.risk_aversion;
        assert!((found - best).abs() < 0.01, "{found} {best}");
        assert!((fitted.log_likelihood - at(found)).abs() < 1e-9);
        let curvature = (2.0 * at(found) - at(found - 0.1) - at(found + 0.1)) / 0.01;
        let error = fitted.errors[0].unwrap();
        assert!((error * curvature.sqrt() - 1.0).abs() < 0.05, "{error}");
        assert!((found + 1.2).abs() < 4.0 * error, "{found} {error}");
    }

    #[test]
    fn figures_are_found_together() {
        let (units, seen) = (units(), decisions(&carla(), 600));
        let neutral = Personality::neutral("fitted");
        let fitted = fit(&seen, &units, &neutral, &["risk_aversion", "calculation"], &[]).unwrap();
        assert!(fitted.log_likelihood >= log_likelihood(&carla(), &units, &seen) - 1e-6);
        let found =
            [fitted.personality.traits.risk_aversion, fitted.personality.traits.calculation];
        for ((found, truth), error) in found.iter().zip([-1.2, 0.8]).zip(&fitted.errors) {
            assert!((found - truth).abs() < 4.0 * error.unwrap(), "{found} {truth} {error:?}");
        }
        // Neutral figures leave nothing but lapses to what is not the best.
        assert!(log_likelihood(&neutral, &units, &seen) < fitted.log_likelihood);
    }

    #[test]
    fn refusals() {
        let (units, neutral) = (units(), Personality::neutral("fitted"));
        let seen = decisions(&neutral, 1);
        let refused =
            |seen: &[Seen], free: &[&str]| fit(seen, &units, &neutral, free, &[]).unwrap_err();
        assert!(refused(&[], &["nerves"]).message.contains("no decisions"));
        for free in [&[][..], &["nerve"], &["thinking_seconds"]] {
            let refused = refused(&seen, free);
            assert!(refused.help.contains("nerves, "), "{refused:?}");
            assert!(!refused.help.contains("thinking"), "{refused:?}");
        }
    }
}
