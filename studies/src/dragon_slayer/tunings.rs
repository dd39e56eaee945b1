//! Tries other tunings of the thesis's Beatriu, Carla and Daniel, and shows which claims hold for
//! them.
//!
//! Half of the tunings are drawn from all figures that are true to the thesis, the others near the
//! best tuning so far. The best tuning has the most claims that hold, where each claim that is
//! wanted counts ten times; among equals, it is the one that comes nearest to what is wanted. Abel
//! stays neutral; the four play a round-robin tournament. Each tuning is one line of CSV: the
//! number of claims that hold, the figures, and the claims that do not hold (`-` fails, `?` is
//! open). `configs/claims.toml` reports the results.

use std::ops::RangeInclusive;

use miette::{Result, miette};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rivals::{built_in_claims, built_in_roster};
use rivals_core::contest::{Contest, GameRecord, Keep, Metric, OnProgress, Player, Solved};
use rivals_core::personalities::{Member, Personality};
use rivals_core::play::Dice;
use rivals_dragon_slayer::Rules;
use rivals_dragon_slayer::contest::DragonSlayerContest;
use rivals_league::standings::Analysis;
use rivals_league::standings::claims::Verdict;

use crate::played::played;

/// A figure to tune: the personality, the key, the function that sets it, and the range
/// that is true to the thesis.
type Knob = (&'static str, &'static str, fn(&mut Personality, f64), [f64; 2]);

#[rustfmt::skip]
const KNOBS: [Knob; 15] = [
    ("beatriu", "risk_aversion", |p, x| p.traits.risk_aversion = x, [0.4, 1.6]),
    ("beatriu", "accept_aversion", |p, x| p.traits.accept_aversion = x, [0.8, 4.0]),
    ("beatriu", "calculation", |p, x| p.traits.calculation = x, [0.9, 1.0]),
    ("beatriu", "intuition", |p, x| p.traits.intuition = x, [0.6, 1.0]),
    ("carla", "risk_aversion", |p, x| p.traits.risk_aversion = x, [-2.2, -0.2]),
    ("carla", "accept_aversion", |p, x| p.traits.accept_aversion = x, [-2.0, 0.0]),
    ("carla", "calculation", |p, x| p.traits.calculation = x, [0.8, 1.0]),
    ("carla", "intuition", |p, x| p.traits.intuition = x, [0.7, 1.0]),
    ("carla", "harm", |p, x| p.values.harm = x, [0.0, 1.0]),
    ("daniel", "risk_aversion", |p, x| p.traits.risk_aversion = x, [-0.6, 0.3]),
    ("daniel", "nerves", |p, x| p.traits.nerves = x, [0.05, 1.2]),
    ("daniel", "nerves_after_big_turn", |p, x| p.traits.nerves_after_big_turn = x, [0.05, 1.0]),
    ("daniel", "calculation", |p, x| p.traits.calculation = x, [0.8, 1.0]),
    ("daniel", "intuition", |p, x| p.traits.intuition = x, [0.0, 0.5]),
    ("daniel", "eagerness", |p, x| p.traits.eagerness = x, [0.05, 1.0]),
];

const FOUR: [&str; 4] = ["abel", "beatriu", "carla", "daniel"];

type Tuning = [f64; KNOBS.len()];

/// The number of games of every ordered pair.
const GAMES: u64 = 4_000;

/// Tries this many tunings, and prints a line of CSV for each.
pub(crate) fn search(tunings: u64, seed: u64, wanted: &[String]) -> Result<()> {
    let names = KNOBS.map(|(who, figure, ..)| format!("{who} {figure}"));
    println!("held,{},not_held", names.join(","));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut best: Option<((usize, f64), Tuning)> = None;
    for number in 0..tunings {
        let tuning = match best {
            Some((_, best)) if number % 2 == 1 => near(&best, &mut rng),
            _ => KNOBS.map(|knob| rounded(draw(knob.3[0]..=knob.3[1], &mut rng))),
        };
        let found = check(&tuning, wanted)?;
        let figures = tuning.map(|figure| figure.to_string());
        let not_held = found.not_held.join(" ");
        println!("{},{},{not_held}", found.held, figures.join(","));
        let worth = (found.held + 9 * found.wanted_held, found.margin);
        if best.is_none_or(|(most, _)| worth >= most) {
            best = Some((worth, tuning));
        }
    }
    Ok(())
}

/// The verdicts on the claims.
struct Found {
    held: usize,
    wanted_held: usize,
    /// How far the wanted claims that do not hold are on the right side, added up.
    margin: f64,
    not_held: Vec<String>,
}

/// A tuning in which some of the figures moved by up to a quarter of their range.
fn near(best: &Tuning, rng: &mut impl Rng) -> Tuning {
    let mut tuning = *best;
    for (figure, (.., [low, high])) in tuning.iter_mut().zip(KNOBS) {
        if draw(0.0..=1.0, rng) < 0.3 {
            let step = draw(-0.25..=0.25, rng) * (high - low);
            *figure = rounded((*figure + step).clamp(low, high));
        }
    }
    tuning
}

fn draw(range: RangeInclusive<f64>, rng: &mut impl Rng) -> f64 {
    rng.random_range(range)
}

fn rounded(figure: f64) -> f64 {
    (figure * 100.0).round() / 100.0
}

/// Plays the tournament of the four, and checks the claims.
fn check(tuning: &Tuning, wanted: &[String]) -> Result<Found> {
    let mut roster = built_in_roster();
    for member in &mut roster.members {
        let Member::Personality(personality) = member else {
            continue;
        };
        for ((who, _, set, _), figure) in KNOBS.iter().zip(tuning) {
            if personality.id == *who {
                set(personality, *figure);
            }
        }
    }
    let four = roster.select(&FOUR.map(str::to_owned))?;
    let contest = Unsolved(DragonSlayerContest::new(&Rules::built_in(), &four)?);
    let mut claims = built_in_claims();
    let seed = claims.tuning_seed.ok_or_else(|| miette!("claims.toml names no tuning_seed"))?;
    let finished = played(&contest, 2, GAMES, seed)?;
    for claim in &mut claims.claims {
        // The reasons why a claim cannot hold are left out: they were found with other
        // tunings.
        claim.impossible = claim.impossible.take().filter(|_| claim.test.is_none());
    }
    let results = Analysis::new(&contest, &finished, &claims);
    let mut found = Found { held: 0, wanted_held: 0, margin: 0.0, not_held: Vec::new() };
    for checked in &results.claims {
        let id = &checked.id;
        let is_wanted = wanted.contains(id);
        match checked.verdict {
            Verdict::Holds => {
                found.held += 1;
                found.wanted_held += usize::from(is_wanted);
                continue;
            }
            Verdict::CannotBeMeasured => continue,
            Verdict::Open => found.not_held.push(format!("?{id}")),
            Verdict::Fails | Verdict::CannotHold => found.not_held.push(format!("-{id}")),
        }
        if is_wanted {
            let below = checked.comparison.starts_with("below") || checked.comparison == "lowest";
            let difference = checked.compared()[2].unwrap_or_default();
            found.margin += if below { -difference } else { difference };
        }
    }
    Ok(found)
}

/// Dragon Slayer without the exact results of all pairs, which take longest. `equity_loss`,
/// which needs them, is only asked of Abel, for whom it is 0.
struct Unsolved(DragonSlayerContest);

impl Contest for Unsolved {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn seats(&self) -> RangeInclusive<usize> {
        self.0.seats()
    }

    fn roster(&self) -> &[Player] {
        self.0.roster()
    }

    fn metrics(&self) -> &[Metric] {
        self.0.metrics()
    }

    fn identity(&self) -> String {
        self.0.identity()
    }

    fn prepare(&self, kept: Option<&dyn Keep>, progress: OnProgress<'_>) {
        self.0.prepare(kept, progress);
    }

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        self.0.play(line_up, dice, record);
    }

    fn solved(&self) -> Option<&dyn Solved> {
        Some(self)
    }
}

impl Solved for Unsolved {
    fn exact(&self, _: usize, _: usize) -> Option<(f64, f64)> {
        None
    }

    fn exact_metric(&self, player: usize, metric: usize) -> Option<f64> {
        self.0.exact_metric(player, metric)
    }

    fn equity_loss(&self, player: usize) -> Option<f64> {
        (self.roster()[player].id == "abel").then_some(0.0)
    }
}
