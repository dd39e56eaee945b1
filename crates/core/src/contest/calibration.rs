//! Measures the units of a game: what a usual turn of its reference changes, and how careless a
//! player is that keeps a given part of its fair share of the win.

use std::sync::Arc;

use rivals_statistics::parallel;

use super::Players;
use crate::conduct::{Conducting, Judge};
use crate::personalities::{Character, Level, Personality, SeatUnits, Units};
use crate::play::{Agent, Dice, Outcome, Playthrough, Seat, Turn, draw};
use crate::random::{Key, Purpose};
use crate::values::Invalid;

/// The calculations whose temperatures are measured.
pub const CALCULATIONS: [f64; 5] = [0.95, 0.9, 0.8, 0.7, 0.5];

/// A part of a fair share that is near enough to a calculation.
const NEAR: f64 = 0.005;

/// The most temperatures that are tried for a calculation.
const TRIES: u32 = 12;

/// The temperatures that are tried first, in shares of the win; the highest draws moves.
const LOWEST: f64 = 1e-4;
const HIGHEST: f64 = 10.0;

/// The measurement of a game.
pub struct Calibration<'a, G: Players> {
    game: &'a Arc<G>,
    conducting: Conducting<G>,
    seed: u64,
    /// What a spectator is told: the name of what is measured, and how much of it, 0 to 1.
    progress: &'a (dyn Fn(&str, f64) + Sync),
}

impl<'a, G: Players> Calibration<'a, G> {
    /// The measurement of a game with a seed.
    ///
    /// # Errors
    /// [`Invalid`], if personalities do not play the game.
    pub fn new(
        game: &'a Arc<G>,
        seed: u64,
        progress: &'a (dyn Fn(&str, f64) + Sync),
    ) -> Result<Self, Invalid> {
        Ok(Self { game, conducting: G::conducting()?, seed, progress })
    }

    /// All units: those of every number of seats by `turns` games of the reference against itself, and the
    /// temperatures by `games` games each, with the fewest seats. One of `every` decisions is
    /// measured.
    #[must_use]
    pub fn units(&self, turns: u64, games: u64, every: usize) -> Units {
        let seats = self.game.seat_counts();
        let measured = seats.map(|seats| self.seat_units(seats, turns, every)).collect();
        let mut units = self.without_levels(measured);
        let of = units.seats[0];
        (self.progress)("temperatures", 0.0);
        units.calculation =
            levels(|tau| self.tried(of, tau, games), |part| (self.progress)("temperatures", part));
        units
    }

    /// What a usual turn changes, by games of the reference against itself, of which one of `every`
    /// decisions is measured.
    ///
    /// # Panics
    /// If no decision was measured.
    #[must_use]
    pub fn seat_units(&self, seats: usize, games: u64, every: usize) -> SeatUnits {
        let sums = parallel::map(usize::try_from(games).unwrap_or(usize::MAX), |number| {
            let (mut decisions, mut sums) = (0_u64, [0.0; 3]);
            let mut dice = Key::new(self.seed, Purpose::Calibration, &[number as u64]).generator();
            let mut agents: Vec<_> = (0..seats).map(|_| self.reference()).collect();
            let mut reference = self.reference();
            self.play(number as u64, &mut agents, |playthrough, seat| {
                if playthrough.actions().len() < 2 || draw(&mut dice, every) > 0 {
                    return;
                }
                let view = self.game.view(playthrough.state(), seat);
                let at = playthrough.decision(seat, &view);
                if let Ok(prospects) = self.conducting.conduct.prospects(&at, &mut *reference) {
                    let best = &prospects.options[prospects.best];
                    decisions += 1;
                    sums[0] += best.value_variance();
                    sums[1] += best.variance(|outcome| outcome.own - outcome.others);
                    sums[2] += prospects.value();
                }
            });
            (self.progress)("decisions", (number + 1) as f64 / games as f64);
            (decisions, sums)
        });
        let decisions: u64 = sums.iter().map(|(decisions, _)| decisions).sum();
        assert!(decisions > 0, "games without decisions");
        let mean =
            |at: usize| sums.iter().map(|(_, sums)| sums[at]).sum::<f64>() / decisions as f64;
        let (kappa, k, fair) = (mean(0).sqrt(), mean(1).sqrt(), mean(2));
        SeatUnits { seats, games, decisions, kappa, k, fair }
    }

    /// What an otherwise neutral personality of this temperature keeps, as the level that it is.
    fn tried(&self, units: SeatUnits, tau: f64, games: u64) -> Level {
        let (kept, error) = self.kept(units, tau, games);
        Level { calculation: kept, tau, kept, error, games }
    }

    /// The part of its fair share that an otherwise neutral personality of this temperature keeps
    /// against the reference in all other seats, and its standard error. Each temperature has the
    /// same dice, and each group of dice is played from every seat.
    #[must_use]
    pub fn kept(&self, units: SeatUnits, tau: f64, games: u64) -> (f64, f64) {
        let seats = units.seats;
        let personality = Personality::neutral("calibrated");
        let judge = Judge::with(&personality, units, tau);
        let units = Arc::new(self.without_levels(vec![units]));
        let character = Arc::new(Character::new(personality, units));
        let groups = usize::try_from(games.div_ceil(seats as u64).max(1)).unwrap_or(usize::MAX);
        let shares = parallel::map(groups, |group| {
            let of_seat = |own: usize| {
                let player = || -> Box<dyn Agent<G>> {
                    let player = self.conducting.player(self.game, Arc::clone(&character));
                    Box::new(player.judging(judge.clone(), seats))
                };
                let agent = |seat| if seat == own { player() } else { self.reference() };
                let mut agents: Vec<_> = (0..seats).map(agent).collect();
                let outcome = self.play(group as u64, &mut agents, |_, _| {});
                outcome.returns[Seat::at(own)].value() * seats as f64
            };
            (0..seats).map(of_seat).sum::<f64>() / seats as f64
        });
        let count = groups as f64;
        let mean = shares.iter().sum::<f64>() / count;
        let squares: f64 = shares.iter().map(|share| (share - mean) * (share - mean)).sum();
        (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
    }

    fn without_levels(&self, seats: Vec<SeatUnits>) -> Units {
        Units {
            game: G::NAME.to_owned(),
            reference: self.conducting.reference.to_owned(),
            seed: self.seed,
            seats,
            calculation: Vec::new(),
            digest: String::new(),
        }
    }

    fn reference(&self) -> Box<dyn Agent<G>> {
        self.conducting.reference_of(self.game)
    }

    /// Plays the game with this number, and shows each decision before it is made.
    fn play(
        &self,
        number: u64,
        agents: &mut [Box<dyn Agent<G>>],
        mut decides: impl FnMut(&Playthrough<G>, Seat),
    ) -> Outcome {
        let dice = Dice::new(self.seed, Key::of_texts(Purpose::Calibration, []).word(), number);
        let seats = agents.len();
        let start = self.game.opening(seats, &mut dice.opening());
        let mut playthrough = Playthrough::from_state(Arc::clone(self.game), start, seats, dice);
        let mut adjudicate = self.game.adjudicator(dice);
        loop {
            if let Some(outcome) = adjudicate(playthrough.state()) {
                return outcome;
            }
            if let Turn::Decide(seat) = playthrough.turn() {
                decides(&playthrough, seat);
            }
            if let Some(outcome) = playthrough.advance(agents) {
                return outcome;
            }
        }
    }
}

/// The level of each calculation, by temperatures that are tried. A temperature is never below that
/// of the level before: where tries end at a cliff, later ones may end nearer to its edge.
fn levels(tried: impl Fn(f64) -> Level, progress: impl Fn(f64)) -> Vec<Level> {
    let (mut known, mut levels) = (vec![tried(HIGHEST)], Vec::<Level>::new());
    for calculation in CALCULATIONS {
        let found = level(calculation, &mut known, &tried);
        let before = levels.last().filter(|before| before.tau > found.tau);
        let level = Level { calculation, ..*before.unwrap_or(&found) };
        levels.push(level);
        progress(levels.len() as f64 / CALCULATIONS.len() as f64);
    }
    levels
}

/// The temperature at which an otherwise neutral personality keeps a part of its fair share, to
/// within 0.005 or half of the standard error that the tries have; that of drawn moves, which are
/// `known` first, if they keep more. Those that were tried before narrow where it is looked for.
fn level(calculation: f64, known: &mut Vec<Level>, tried: impl Fn(f64) -> Level) -> Level {
    for tries in 0.. {
        let keeps_more = |level: &&Level| level.kept > calculation;
        let below = known.iter().filter(keeps_more).max_by(|a, b| a.tau.total_cmp(&b.tau));
        let low = below.map_or(LOWEST, |level| level.tau);
        let above = known.iter().filter(|level| level.tau > low);
        let Some(above) = above.min_by(|a, b| a.tau.total_cmp(&b.tau)) else {
            break;
        };
        let off = |level: &Level| (level.kept - calculation).abs();
        let nearest = below.into_iter().chain([above]).min_by(|a, b| off(a).total_cmp(&off(b)));
        let nearest = *nearest.expect("one is above");
        if off(&nearest) < NEAR.max(nearest.error / 2.0) || tries == TRIES {
            return nearest;
        }
        // Between both by what they keep, and never near to one of them.
        let kept = below.map_or(1.0, |level| level.kept);
        let part = ((kept - calculation) / (kept - above.kept)).clamp(0.2, 0.8);
        let [low, high] = [low, above.tau].map(libm::log);
        let found = tried(libm::exp(low + part * (high - low)));
        known.push(found);
    }
    known[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries for 0.7 end above the cliff, and those for 0.5 nearer to its edge.
    #[test]
    fn temperatures_never_fall_at_a_cliff() {
        let tried = |tau| {
            let kept = if tau < 0.5 { 1.0 } else { 0.4 };
            Level { calculation: kept, tau, kept, error: 0.0, games: 1 }
        };
        let mut known = vec![tried(HIGHEST)];
        let [.., before, last] = CALCULATIONS.map(|of| level(of, &mut known, tried).tau);
        assert!(last < before, "{last} {before}");
        let found = levels(tried, |_| ());
        assert_eq!(found.iter().map(|level| level.calculation).collect::<Vec<_>>(), CALCULATIONS);
        assert!(found.windows(2).all(|pair| pair[0].tau <= pair[1].tau), "{found:?}");
        assert_eq!((found[4].tau, found[4].kept), (before, 0.4));
    }
}
