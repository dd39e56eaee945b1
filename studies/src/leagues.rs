//! How often the 95 % intervals of ratings in small leagues contain the ratings of a large run, as
//! `docs/method.md` states it.

use miette::Result;
use rand::Rng;
use rivals::built_in_roster;
use rivals_core::contest::Contest;
use rivals_core::contest::Players;
use rivals_core::play::AgentSpec;
use rivals_core::random::{Key, Purpose};
use rivals_dragon_slayer::Rules;
use rivals_dragon_slayer::contest::DragonSlayerContest;
use rivals_games::parchis::Parchis;
use rivals_games::pig::hold_contest;
use rivals_league::standings::Analysis;
use rivals_statistics::{BradleyTerry, PairedLineUp, Rating};
use std::sync::Arc;

use crate::played::{no_claims, played_on};

/// The ratings of the players after a tournament of this many groups of each pairing.
fn ratings(contest: &dyn Contest, seats: usize, groups: u64, seed: u64) -> Vec<Rating> {
    let finished = played_on(1, contest, seats, groups, seed).expect("the contest is played");
    let claims = no_claims();
    let results = Analysis::new(contest, &finished, &claims);
    let fit = results.ratings.expect("it is rated");
    (0..contest.roster().len()).filter_map(|player| fit.of(player)).collect()
}

/// Games whose winners are drawn with these ratings, in natural units. The second game of a group
/// has the luck of the first with this probability, which favours the player in the same seat.
fn drawn(strengths: &[f64], same: f64, draws: f64, groups: u64, seed: u64) -> Vec<Rating> {
    let mut rng = Key::new(seed, Purpose::Tournament, &[groups]).generator();
    let mut uniform = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let players = strengths.len();
    let pairs = (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b]));
    let line_ups = pairs.map(|[a, b]| {
        let share = 1.0 / (1.0 + f64::exp(strengths[b] - strengths[a]));
        let draws = draws * 2.0 * share.min(1.0 - share);
        // The half wins of the first player, by the luck of the first seat.
        let won = |luck: f64, seat: usize| {
            let luck = if seat == 0 { luck } else { 1.0 - luck };
            u64::from(luck < share - draws / 2.0) + u64::from(luck < share + draws / 2.0)
        };
        let mut line_up = PairedLineUp {
            batches: Vec::new(),
            players: [a, b],
            unit: 2,
            groups,
            shares: [0; 2],
            products: [0; 3],
        };
        for _ in 0..groups {
            let luck = uniform();
            let other = if uniform() < same { luck } else { uniform() };
            let [first, second] = [won(luck, 0), won(other, 1)];
            let products = [first * first, first * second, second * second];
            (line_up.shares[0], line_up.shares[1]) =
                (line_up.shares[0] + first, line_up.shares[1] + second);
            (line_up.products.iter_mut().zip(products)).for_each(|(sum, of)| *sum += of);
        }
        line_up
    });
    let line_ups: Vec<_> = line_ups.collect();
    BradleyTerry::fit_pairs(players, &line_ups, None).unwrap().ratings
}

/// The share of the intervals that contain the true ratings, and the share of the runs in which an
/// end is open.
fn coverage(truth: &[f64], runs: u64, run: impl Fn(u64) -> Vec<Rating>) -> [f64; 2] {
    let (mut held, mut open) = (0, 0);
    for seed in 1..=runs {
        let found = run(seed);
        open += u64::from(found.iter().any(|of| of.low.is_none() || of.high.is_none()));
        let inside = found.iter().zip(truth).filter(|(of, truth)| {
            of.low.is_none_or(|low| low <= **truth) && of.high.is_none_or(|high| **truth <= high)
        });
        held += inside.count() as u64;
    }
    [held as f64 / (runs * truth.len() as u64) as f64, open as f64 / runs as f64]
}

const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The leagues of drawn games: a name, strengths, luck shared by the games of a group, draws.
const DRAWN: [(&str, &[f64], f64, f64); 5] = [
    ("3 similar players", &[0.3, 0.0, -0.3], 0.0, 0.0),
    ("4 similar players, shared luck", &[0.4, 0.1, -0.1, -0.4], 0.7, 0.0),
    ("6 players, shared luck, draws", &[0.9, 0.5, 0.2, -0.2, -0.5, -0.9], 0.7, 0.4),
    ("4 players, one far ahead", &[3.0, -0.8, -1.0, -1.2], 0.3, 0.0),
    ("4 players far apart", &[4.5, 1.5, -1.5, -4.5], 0.3, 0.0),
];

/// Prints a row, and returns whether the coverage is as `docs/method.md` says: at least 93 %, and
/// at most 97 % where an end is open in at most 5 % of the runs, with room for `error`.
fn row(name: &str, games: u64, [held, open]: [f64; 2], error: f64) -> bool {
    let [percent, open_percent] = [100.0 * held, 100.0 * open];
    println!("| {name} | {games} | {percent:.1} % | {open_percent:.0} % |");
    held >= 0.93 - error && (open > 0.05 || held <= 0.97 + error)
}

/// The rows of leagues of drawn games, and whether all hold.
fn drawn_rows(runs: u64, error: f64) -> bool {
    let mut holds = true;
    for (name, strengths, same, draws) in DRAWN {
        let truth: Vec<f64> = strengths.iter().map(|of| ELO * of).collect();
        for groups in [2, 5, 20] {
            let run = |seed| drawn(strengths, same, draws, groups, seed);
            holds &= row(name, 2 * groups, coverage(&truth, runs, run), error);
        }
    }
    holds
}

/// The ratings of a large run: the true ones.
fn truth(contest: &dyn Contest, seats: usize, groups: u64) -> Vec<f64> {
    ratings(contest, seats, groups, 999).iter().map(|of| of.elo).collect()
}

/// Prints the table of `docs/method.md`, in some minutes.
pub(crate) fn print() -> Result<()> {
    drawn_rows(2_000, 0.0);
    let holds = hold_contest(&[5, 15, 20, 30]);
    let far = hold_contest(&[1, 10, 20, 60]);
    let close = hold_contest(&[10, 18, 25, 40]);
    let agents = ["random", "greedy", "alphabeta:1:eval=gm2", "alphabeta:1:eval=rivals"];
    let agents = agents.map(|text| AgentSpec::parse(text, Parchis::KINDS).expect("it is an agent"));
    let parchis = Parchis::agent_contest(&Arc::new(Parchis::UGR22), &agents);
    let agents = ["optimum", "tree-2", "tree-1", "random"].map(str::to_owned);
    let roster = built_in_roster().select(&agents)?;
    let dragons = DragonSlayerContest::new(&Rules::built_in(), &roster)?;
    // The last three are out of sample: nothing was chosen with them.
    let leagues: [(&str, &dyn Contest, usize, u64, u64); 9] = [
        ("Pig, `hold-5` to `hold-30`", &holds, 2, 100_000, 1_000),
        ("Pig, `hold-5` to `hold-30`, 3 seats", &holds, 3, 100_000, 1_000),
        ("Pig, `hold-1` to `hold-60`", &far, 2, 100_000, 1_000),
        ("Pig, `hold-1` to `hold-60`, 3 seats", &far, 3, 100_000, 1_000),
        ("Parchis", &parchis, 2, 2_000, 200),
        ("Dragon Slayer", &dragons, 2, 100_000, 1_000),
        ("Dragon Slayer, 3 seats", &dragons, 3, 100_000, 1_000),
        ("Pig, `hold-10` to `hold-40`", &close, 2, 100_000, 1_000),
        ("Pig, `hold-10` to `hold-40`, 3 seats", &close, 3, 100_000, 1_000),
    ];
    for (name, contest, seats, large, seeds) in leagues {
        let truth = truth(contest, seats, large);
        for groups in [5, 20] {
            let run = |seed| ratings(contest, seats, groups, seed);
            row(name, seats as u64 * groups, coverage(&truth, seeds, run), 0.0);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_of_small_leagues_hold() {
        // The standard error is at most 1 %.
        let mut holds = drawn_rows(200, 0.01);
        let contest = hold_contest(&[5, 15, 20, 30]);
        for seats in [2, 3] {
            let truth = truth(&contest, seats, 20_000);
            let run = |seed| ratings(&contest, seats, 10, seed);
            let name = format!("Pig, {seats} seats");
            holds &= row(&name, seats as u64 * 10, coverage(&truth, 100, run), 0.015);
        }
        assert!(holds);
    }
}
