//! Which agents beat which: how much the players explain, and how long a ladder of them is.

use super::Measure;
use rivals_core::contest::{Contest, GameRecord};
use rivals_core::play::{Dice, Seat};
use rivals_statistics::{Interval, RatioSums, parallel, share_interval, two_sided_t_point};

/// The level of an interval.
const ALPHA: f64 = 0.05;

/// The units of a share of the win, which any number of winners divides.
const UNITS: i128 = 60;

/// The win rate of a step of the ladder, at a table of two.
const STEP: f64 = 0.6;

/// The quantile at 95 % of the normal distribution: the better player leads with this probability.
const LEADS: f64 = 1.644_853_626_951_472_7;

/// What is added to the groups of a pair to find their variance where all games are won, half of
/// them won and half lost (Agresti and Coull 1998).
const ADDED: f64 = 3.841_458_820_694_124;

/// One player against copies of another one, from each seat on the same dice.
#[derive(Clone, Debug)]
pub struct Bout {
    /// The player, and the one in all other seats, by their places in the roster.
    pub players: [usize; 2],
    /// The player's shares of the win, in units of 1 / [`UNITS`] of a game; nothing of an exact bout.
    won: RatioSums,
    /// The sum of squared differences of its share to an equal one, over all games.
    squares: f64,
    /// The exact win rate.
    exact: Option<f64>,
}

impl Bout {
    /// The win rate.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.exact.unwrap_or_else(|| self.won.sums[0] as f64 / self.won.sums[1] as f64)
    }

    /// The interval of the win rate.
    fn interval(&self, alpha: f64) -> Interval {
        let sampled = || share_interval(&[self.won], 1.0, alpha);
        let exact = self.exact.map(|rate| Interval { low: rate, high: rate });
        exact.or_else(sampled).unwrap_or(Interval { low: 0.0, high: 1.0 })
    }

    /// The variance of the win rate, and the same with [`ADDED`] groups.
    fn variances(&self) -> [f64; 2] {
        if self.exact.is_some() {
            return [0.0; 2];
        }
        let groups = self.won.groups as f64;
        let all = self.won.sums[1] as f64 / groups;
        let rate = self.rate();
        let square = (self.won.sums[2] as f64 / groups / all / all - rate * rate).max(0.0);
        let more = (square * groups + ADDED / 4.0) / (groups + ADDED);
        [square / (groups - 1.0).max(1.0), more / groups]
    }

    /// The games that were played.
    fn games(&self) -> u64 {
        u64::try_from(self.won.sums[1] / UNITS).unwrap_or(0)
    }
}

/// Bouts of all players of a contest, by its exact results where it has them, and else with this
/// number of groups of games. With more than two seats, each player also meets copies of the others.
#[must_use]
pub fn bouts(
    contest: &dyn Contest,
    seats: usize,
    (seed, groups): (u64, usize),
    progress: &(dyn Fn(u64) + Sync),
) -> Vec<Bout> {
    let players = contest.roster().len();
    let pairs = (0..players).flat_map(|one| (0..players).map(move |other| [one, other]));
    let pairs: Vec<_> =
        pairs.filter(|[one, other]| one < other || (seats > 2 && one != other)).collect();
    let solved = contest.solved().filter(|_| seats == 2 && contest.share_unit() == 1);
    let exact = |[one, other]: [usize; 2]| {
        let ordered = solved?.exact_of_pairs(&[(one, other), (other, one)], &|_, _, _| {});
        Some((ordered[0]?.0 + 1.0 - ordered[1]?.0) / 2.0)
    };
    let exact: Vec<Option<f64>> = pairs.iter().map(|pair| exact(*pair)).collect();
    let equal = 1.0 / seats as f64;
    let group = |at: usize| {
        let pair = at / groups;
        let [one, other] = pairs[pair];
        if exact[pair].is_some() {
            return [0, 0];
        }
        let id = |player: usize| contest.roster()[player].id.as_str();
        // Openings follow from the number alone, and no two bouts share theirs.
        let dice = Dice::new(seed, Dice::pairing([id(one), id(other), id(other)]), at as u64);
        let mut record = GameRecord::new(seats, contest.metrics().len());
        let (mut won, mut squares) = (0, 0);
        for seat in 0..seats {
            let mut line_up = vec![other; seats];
            line_up[seat] = one;
            contest.play(&line_up, &dice, &mut record);
            let winners = record.winners;
            let wins = winners.contains(Seat::at(seat));
            let share = if wins { UNITS / winners.len() as i128 } else { 0 };
            won += share;
            squares += share * share;
        }
        progress(seats as u64);
        [won, squares]
    };
    let played = parallel::map(pairs.len() * groups, group);
    let bout = |(pair, played): (usize, &[[i128; 2]])| {
        let all = UNITS * seats as i128;
        let sum = |of: &dyn Fn(&[i128; 2]) -> i128| played.iter().map(of).sum::<i128>();
        let [won, squares] = [sum(&|group| group[0]), sum(&|group| group[1])];
        let games = (groups * seats) as f64;
        let units = UNITS as f64;
        let mut bout = Bout {
            players: pairs[pair],
            won: RatioSums::of_whole(groups as u64, won, sum(&|group| group[0] * group[0]), all),
            squares: squares as f64 / units / units - 2.0 * equal * won as f64 / units
                + equal * equal * games,
            exact: exact[pair],
        };
        if let Some(rate) = bout.exact {
            // Games of exact results are won by one player alone.
            bout.won = RatioSums::default();
            bout.squares = rate * (1.0 - 2.0 * equal) + equal * equal;
        }
        bout
    };
    played.chunks(groups).enumerate().map(bout).collect()
}

/// What bouts say of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    /// The measures.
    pub measures: Vec<Measure>,
    /// The players of the longest ladder, the best first, by their places in the roster.
    pub steps: Vec<usize>,
}

impl Ladder {
    /// The measures of bouts between this number of players.
    #[must_use]
    pub fn of(bouts: &[Bout], players: usize, seats: usize) -> Self {
        let (skill, tell) = skill(bouts, 1.0 / seats as f64);
        let alpha = ALPHA / bouts.len().max(1) as f64;
        let least = step(seats);
        let ladder = |rate: &dyn Fn(&Bout) -> [f64; 2]| {
            let mut beats = vec![vec![false; players]; players];
            for bout in bouts {
                let [one, other] = bout.players;
                let [rate, lost] = rate(bout);
                beats[one][other] |= rate >= least;
                beats[other][one] |= seats == 2 && lost >= least;
            }
            longest(&beats)
        };
        let steps = ladder(&|bout| [bout.rate(), 1.0 - bout.rate()]);
        let low = ladder(&|bout| {
            let ends = bout.interval(alpha);
            [ends.low, 1.0 - ends.high]
        });
        let high = ladder(&|bout| {
            let ends = bout.interval(alpha);
            [ends.high, 1.0 - ends.low]
        });
        let [value, low, high] =
            [&steps, &low, &high].map(|steps| steps.len().saturating_sub(1) as f64);
        let games = bouts.iter().map(Bout::games).sum();
        let depth = Measure::of("depth", value, Some((low, high)), 0);
        let measures = [skill, tell, depth].map(|of| Measure { games, ..of });
        Self { measures: measures.into(), steps }
    }
}

/// The win rate against copies of a player that is a step, at a table of this size: that of a player
/// who is as much likelier to win than one of the others as at a table of two.
fn step(seats: usize) -> f64 {
    let others = (seats - 1) as f64 * (1.0 - STEP);
    STEP / (STEP + others) - 1e-12
}

/// The share of the variance of results that the players explain, and the games after which the
/// better one is above an equal share with 95 %.
fn skill(bouts: &[Bout], equal: f64) -> (Measure, Measure) {
    let many = bouts.len() as f64;
    let mut sums = [0.0; 3];
    for bout in bouts {
        let (above, [variance, more]) = (bout.rate() - equal, bout.variances());
        let games = bout.games().max(1) as f64;
        sums[0] += (above * above - variance) / many;
        sums[1] += bout.squares / games / many;
        sums[2] += (4.0 * above * above * more + 2.0 * more * more) / many / many;
    }
    let [explained, all, variance] = sums;
    if bouts.is_empty() || all <= 0.0 {
        return (Measure::missing("skill"), Measure::missing("games_to_tell"));
    }
    let half = two_sided_t_point(ALPHA, 1, 1e6) * variance.sqrt();
    let [value, low, high] = [explained, explained - half, explained + half]
        .map(|explained| (explained / all).clamp(0.0, 1.0));
    let tell = |share: f64| {
        let games = LEADS * LEADS * (1.0 - share) / share;
        (share > 0.0).then(|| games.max(1.0))
    };
    let skill = Measure::of("skill", value, Some((low, high)), 0);
    let tell = Measure {
        value: tell(value),
        low: tell(high),
        high: tell(low),
        ..Measure::missing("games_to_tell")
    };
    (skill, tell)
}

/// The longest chain of players of whom each beats the next, the best first; of equal ones the first.
fn longest(beats: &[Vec<bool>]) -> Vec<usize> {
    fn extend(beats: &[Vec<bool>], chain: &mut Vec<usize>, best: &mut Vec<usize>) {
        if chain.len() > best.len() {
            best.clone_from(chain);
        }
        for next in 0..beats.len() {
            let beaten = chain.last().is_none_or(|last| beats[*last][next]);
            if beaten && !chain.contains(&next) && best.len() < beats.len() {
                chain.push(next);
                extend(beats, chain, best);
                chain.pop();
            }
        }
    }
    let mut best = Vec::new();
    extend(beats, &mut Vec::new(), &mut best);
    best
}
