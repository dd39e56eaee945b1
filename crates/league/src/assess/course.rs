//! Measures of the course of games that one agent plays against itself.

use std::collections::BTreeMap;

use super::{DRAMA, Measure, SEAT};
use rivals_core::session::{Trace, Worth};
use rivals_statistics::{Interval, grouped_ratio, grouped_share};

/// The level of an interval.
const ALPHA: f64 = 0.05;

/// A seat leads if its share of the win is above that of every other seat by this much.
const LEAD: f64 = 0.1;

/// A game is decided once the winners have this part of their shares for good.
const DECIDED: f64 = 0.9;

/// An action that is chosen in fewer decisions of those that offer it is hardly chosen.
const RARE: f64 = 0.01;

/// Rounding errors of shares.
const ROUNDING: f64 = 1e-9;

/// The quantile at 97.5 % of a Poisson mean of which nothing was counted (Garwood 1936).
const NOTHING_COUNTED: f64 = 3.688_879_454_113_936;

/// The measures of games, and of the first games again, whose decisions were valued. The solution
/// gives the advantage of the first seat where it is known.
#[must_use]
pub fn course(played: &[Trace], valued: &[Trace], first_seat: Option<f64>) -> Vec<Measure> {
    let each = |of: &dyn Fn(&Trace) -> f64| played.iter().map(|one| [of(one), 1.0]).collect();
    let lengths: Vec<[f64; 2]> = each(&|one| one.length as f64);
    let drawn = |one: &Trace| f64::from(u8::from(one.shares.iter().all(|share| *share > 0.0)));
    let known: Vec<&Trace> = valued.iter().filter(|one| !one.valued.is_empty()).collect();
    let sum = |of: fn(&Worth) -> f64| {
        let sums = |one: &&Trace| [one.valued.iter().map(of).sum(), one.valued.len() as f64];
        known.iter().map(sums).collect::<Vec<[f64; 2]>>()
    };
    let courses: Vec<Course> = known.iter().map(|one| Course::of(one)).collect();
    let changes: Vec<[f64; 2]> = courses.iter().map(|of| [of.changes, 1.0]).collect();
    let won = |of: fn(&[f64; 3]) -> f64| {
        let sums = |one: &Course| [one.winners.iter().map(of).sum(), one.winners.len() as f64];
        courses.iter().map(sums).collect::<Vec<[f64; 2]>>()
    };
    let mut all = vec![
        seat(played, first_seat),
        share("draws", &each(&drawn)),
        ratio("length", &lengths),
        spread(&lengths),
        share(DRAMA, &won(|winner| winner[0])),
        number("lead_changes", &changes),
        share("comebacks", &won(|winner| winner[1])),
        share("decisiveness", &won(|winner| winner[2])),
        share("decisions", &sum(|of| of.matters)),
        loss("stakes", &sum(|of| of.lost)),
    ];
    all.push(rare("actions", played, [0, 1]));
    all.push(rare("dominated", valued, [2, 3]));
    all
}

/// What the valued decisions of a game say of its course.
struct Course {
    changes: f64,
    /// Of each winner: its drama, whether it came back, and the part of the game that was left once
    /// it was decided; none of a game that all players win.
    winners: Vec<[f64; 3]>,
}

impl Course {
    fn of(trace: &Trace) -> Self {
        let seats = trace.shares.len();
        let equal = 1.0 / seats as f64;
        // Of two seats, one has what the other lacks; of more, each is known by its own decisions.
        let mut known = vec![None; seats];
        let mut points: Vec<(u64, Vec<f64>)> = Vec::new();
        for worth in &trace.valued {
            let seat = usize::from(worth.seat.0);
            known[seat] = Some(worth.share);
            if seats == 2 {
                known[1 - seat] = Some(1.0 - worth.share);
            }
            points
                .extend(known.iter().copied().collect::<Option<_>>().map(|at| (worth.number, at)));
        }
        let leader = |shares: &Vec<f64>| {
            (0..seats).find(|&seat| {
                let ahead = |other: usize| shares[seat] >= shares[other] + LEAD - ROUNDING;
                (0..seats).all(|other| other == seat || ahead(other))
            })
        };
        let leaders: Vec<usize> = points.iter().filter_map(|(_, at)| leader(at)).collect();
        let changes = leaders.windows(2).filter(|two| two[0] != two[1]).count();
        let drawn = trace.shares.iter().all(|share| *share > 0.0);
        let winners = (0..seats).filter(|seat| !drawn && trace.shares[*seat] > 0.0);
        let winner = |seat: usize| {
            let best = |at: &[f64]| at.iter().copied().fold(0.0, f64::max);
            let behind = points.iter().map(|(_, at)| best(at) - at[seat]);
            let behind: Vec<f64> = behind.filter(|by| *by > ROUNDING).collect();
            let depth = behind.iter().map(|by| by.sqrt()).sum::<f64>();
            let back = points.iter().any(|(_, at)| at[seat] <= equal / 2.0 + ROUNDING);
            let enough = DECIDED * trace.shares[seat] - ROUNDING;
            let open = points.iter().rposition(|(_, at)| at[seat] < enough);
            let decided = points.get(open.map_or(0, |last| last + 1)).map(|(number, _)| *number);
            let left = decided.map_or(0.0, |at| 1.0 - at as f64 / trace.decisions as f64);
            [depth / behind.len().max(1) as f64, f64::from(u8::from(back)), left]
        };
        Self { changes: changes as f64, winners: winners.map(winner).collect() }
    }
}

/// The win rate of the first seat less the mean of the others, by its solution or by games.
fn seat(played: &[Trace], first_seat: Option<f64>) -> Measure {
    let seats = played.first().map_or(2, |one| one.shares.len()) as f64;
    let advantage = |rate: f64| (seats * rate - 1.0) / (seats - 1.0);
    if let Some(rate) = first_seat {
        return Measure::exact(SEAT, advantage(rate));
    }
    let groups: Vec<[f64; 2]> = played.iter().map(|one| [one.shares[0], 1.0]).collect();
    let Some((rate, Interval { low, high })) = grouped_share(&groups, ALPHA) else {
        return Measure::missing(SEAT);
    };
    Measure::of(SEAT, advantage(rate), Some((advantage(low), advantage(high))), groups.len())
}

/// The mean of parts in 0..=1, also of few games whose parts are far from even.
fn share(key: &str, groups: &[[f64; 2]]) -> Measure {
    grouped_share(groups, ALPHA).map_or_else(
        || Measure::missing(key),
        |(value, ends)| Measure::of(key, value, Some((ends.low, ends.high)), groups.len()),
    )
}

fn ratio(key: &str, groups: &[[f64; 2]]) -> Measure {
    grouped_ratio(groups).map_or_else(
        || Measure::missing(key),
        |(value, ends)| Measure::of(key, value, ends, groups.len()),
    )
}

/// The mean of a number that may be 0 in all games.
fn number(key: &str, groups: &[[f64; 2]]) -> Measure {
    let found = ratio(key, groups);
    if found.value == Some(0.0) {
        let most = NOTHING_COUNTED / groups.len() as f64;
        return Measure { low: Some(0.0), high: Some(most), ..found };
    }
    found
}

/// The mean of small parts in 0..=1, for which the interval of a share is far too wide; but where
/// games do not show how far others would be, nothing else bounds them.
fn loss(key: &str, groups: &[[f64; 2]]) -> Measure {
    let found = ratio(key, groups);
    if found.low.is_some() { found } else { share(key, groups) }
}

/// The standard deviation of the lengths.
fn spread(lengths: &[[f64; 2]]) -> Measure {
    let key = "spread";
    let Some((mean, _)) = grouped_ratio(lengths).filter(|_| lengths.len() > 1) else {
        return Measure::missing(key);
    };
    let freedom = (lengths.len() - 1) as f64 / lengths.len() as f64;
    let square = |[length, _]: &[f64; 2]| [(length - mean) * (length - mean) / freedom, 1.0];
    let variance = ratio(key, &lengths.iter().map(square).collect::<Vec<_>>());
    let root = |of: Option<f64>| of.map(f64::sqrt);
    let [value, low, high] = [variance.value, variance.low, variance.high].map(root);
    Measure { value, low, high, ..variance }
}

/// The kinds of actions of which the second count is hardly ever reached, of the first.
fn rare(key: &str, traces: &[Trace], [of, count]: [usize; 2]) -> Measure {
    let kinds = kinds(traces);
    let groups = |counts: &Vec<[u64; 4]>| -> Vec<[f64; 2]> {
        counts.iter().map(|one| [one[count] as f64, one[of] as f64]).collect()
    };
    let alpha = ALPHA / kinds.len().max(1) as f64;
    let rates: Vec<_> =
        kinds.values().filter_map(|counts| grouped_share(&groups(counts), alpha)).collect();
    if rates.is_empty() {
        return Measure::missing(key);
    }
    let below = |rate: &dyn Fn(&(f64, Interval)) -> f64| {
        rates.iter().filter(|one| rate(one) < RARE).count() as f64
    };
    let ends = (below(&|one| one.1.high), below(&|one| one.1.low));
    Measure::of(key, below(&|one| one.0), Some(ends), traces.len())
}

/// The most actions that are told apart by their whole notation.
const MOST_KINDS: usize = 24;

/// The counts of each kind of action by game. An action is its own kind if there are few, and else
/// its notation up to the first colon is one.
#[must_use]
pub fn kinds(traces: &[Trace]) -> BTreeMap<&str, Vec<[u64; 4]>> {
    let all = || traces.iter().flat_map(|one| one.actions.keys());
    let few = all().collect::<std::collections::BTreeSet<_>>().len() <= MOST_KINDS;
    let mut kinds = BTreeMap::<&str, Vec<[u64; 4]>>::new();
    for (game, trace) in traces.iter().enumerate() {
        for (action, counts) in &trace.actions {
            let kind = if few { action } else { action.split(':').next().unwrap_or(action) };
            let of = kinds.entry(kind).or_insert_with(|| vec![[0; 4]; traces.len()]);
            of[game].iter_mut().zip(counts).for_each(|(sum, more)| *sum += more);
        }
    }
    kinds
}
