//! Tournaments of agents, compared with Pig's fast path.

use std::sync::Arc;

use rand::Rng;

use crate::games::pig::{Pig, PigAction};
use crate::games::tute::Tute;
use crate::play::{Agent, AgentSpec, Decision, Forfeit, Seat, Thought};
use crate::tournament::{AgentContest, AgentMaker, Player, Players};

use super::*;

const HOLDS: [u32; 4] = [10, 20, 25, 100];

/// Players that hold at these numbers of points, as agents.
fn plain_pig() -> AgentContest<Pig> {
    let specs = HOLDS.map(|points| spec(&format!("hold-{points}")));
    let mut contest = Pig::agent_contest(&Arc::new(Pig::to(100)), &specs);
    contest.fast = None;
    contest
}

/// An agent of Pig by name.
fn spec(name: &str) -> AgentSpec {
    AgentSpec::parse(name, Pig::KINDS).unwrap()
}

/// Exact and sampled results agree for the other agents as well.
#[test]
fn optimal_play_and_random_play() {
    let names = ["optimum", "random", "hold-20"];
    let specs = names.map(spec);
    let contest = Pig::agent_contest(&Arc::new(Pig::to(30)), &specs);
    let solved = contest.solved().unwrap();
    assert_eq!(solved.exact(0, 1), None);
    let finished = finished(&contest, settings(2, 2_000), 2);
    for pairing in &finished.pairings {
        let [first, second] = pairing.players[..] else { panic!("two players") };
        let (Some(one), Some(other)) = (solved.exact(first, second), solved.exact(second, first))
        else {
            continue;
        };
        let exact = f64::midpoint(one.0, 1.0 - other.0);
        let wins: u64 = pairing.totals.wins[..2].iter().sum();
        let rate = wins as f64 / 4_000.0;
        assert!((rate - exact).abs() < 4.0 * 0.5 / 4_000_f64.sqrt(), "{rate} {exact}");
    }
}

#[test]
fn agents_play_the_games_of_the_fast_path() {
    let (fast, plain) = (pig(&HOLDS), plain_pig());
    for seats in 2..=6 {
        for group in 0..200 {
            let dice = Dice::new(1, seats as u64, group);
            let line_up: Vec<usize> =
                (0..seats).map(|seat| (seat + group as usize) % HOLDS.len()).collect();
            let mut records = [(); 2].map(|()| GameRecord::new(seats, 4));
            fast.play(&line_up, &dice, &mut records[0]);
            plain.play(&line_up, &dice, &mut records[1]);
            assert_eq!(records[0], records[1], "{line_up:?}, {dice:?}");
        }
    }
}

#[test]
fn whole_tournaments_are_the_same_on_any_threads() {
    let of = |contest: &dyn Contest, threads| {
        let finished = finished(contest, settings(2, 200), threads);
        format!("{:?}", finished.pairings)
    };
    let plain = of(&plain_pig(), 1);
    assert_eq!(plain, of(&plain_pig(), 2));
    assert_eq!(plain, of(&pig(&HOLDS), 2));
}

/// An agent that gives up at its first decision.
struct GivesUp;

impl Agent<Pig> for GivesUp {
    fn decide(
        &mut self,
        _: &Decision<'_, Pig>,
        _: &mut dyn Rng,
    ) -> Result<Thought<PigAction>, Forfeit> {
        Err(Forfeit("gives up"))
    }
}

/// One of the other two wins each game, where Pig's wins cannot be shared.
#[test]
fn the_others_win_after_a_forfeit() {
    let player = |id: &str| {
        let make: AgentMaker<Pig> = Box::new(|| Box::new(GivesUp));
        (Player::policy(id.to_owned(), id.to_owned(), ""), make)
    };
    let players = ["a", "b", "c"].map(player);
    let contest = AgentContest::new(Arc::new(Pig::to(20)), players);
    let mut wins = [0_u32; 3];
    for group in 0..100 {
        let mut record = GameRecord::new(3, contest.metrics().len());
        contest.play(&[0, 1, 2], &Dice::new(1, 0, group), &mut record);
        let winners: Vec<_> = record.winners.iter().collect();
        assert_eq!(winners.len(), 1);
        wins[usize::from(winners[0].0)] += 1;
    }
    assert_eq!(wins[0], 0, "the first seat gives up");
    assert!(wins[1] > 30 && wins[2] > 30, "{wins:?}");
}

/// Hands and matches of Tute on the fast path are those of playthroughs, with the same measures.
#[test]
fn fast_games_of_tute_are_playthroughs() {
    let agents = [
        "random",
        "always-high",
        "always-low",
        "dumper",
        "novice",
        "medium",
        "expert",
        "expert-calibrated",
        "medium-looking",
    ];
    let specs = agents.map(|spec| AgentSpec::parse(spec, Tute::KINDS).unwrap());
    let rules = |text: &str| crate::config::Source::new("rules.toml", text);
    for text in
        ["", "unit = \"match\"", "muestra = \"mano14\"\ncantes = \"todos\"\ncontrafallo = true"]
    {
        let source = rules(text);
        let game: Arc<Tute> = Arc::new(source.parse().unwrap());
        let fast = Tute::agent_contest(&game, &specs);
        let mut plain = Tute::agent_contest(&game, &specs);
        plain.fast = None;
        let metrics = fast.metrics().len();
        for group in 0..150 {
            let dice = Dice::new(7, 0, group);
            let line_up: Vec<usize> =
                (0..3).map(|seat| (group as usize * (seat + 2) + seat) % agents.len()).collect();
            let mut records = [(); 2].map(|()| GameRecord::new(3, metrics));
            fast.play(&line_up, &dice, &mut records[0]);
            plain.play(&line_up, &dice, &mut records[1]);
            assert_eq!(records[0], records[1], "{line_up:?} {text}");
            assert!(records[0].numerators.iter().any(|sum| *sum > 0));
        }
    }
}

/// All orders of three, found plainly.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Every deal is played in all seatings, and every player also meets two of every other one; the
/// sums are those of games that are played one by one.
#[test]
fn deals_are_played_in_every_seating() {
    let ids = ["random", "medium", "expert"];
    let specs = ids.map(|spec| AgentSpec::parse(spec, Tute::KINDS).unwrap());
    let contest = Tute::agent_contest(&Arc::new(Tute::HAND), &specs);
    let (groups, metrics) = (30, contest.metrics().len());
    let settings = settings(3, groups);
    let seed = settings.seed;
    let finished = finished(&contest, settings, 2);
    let expected: [&[usize]; 7] =
        [&[0, 1, 2], &[0, 1, 1], &[0, 2, 2], &[1, 0, 0], &[1, 2, 2], &[2, 0, 0], &[2, 1, 1]];
    assert_eq!(finished.pairings.len(), expected.len());
    for (pairing, players) in finished.pairings.iter().zip(expected) {
        assert_eq!(pairing.players, players);
        let totals = &pairing.totals;
        let key = Dice::pairing(players.iter().map(|&player| ids[player]));
        let (mut units, mut porotos, mut games) = ([0; 3], [0; 3], 0);
        let mut squares = [0; 3];
        for group in 0..groups {
            let mut of_group = [0; 3];
            let mut seen = Vec::new();
            for order in ORDERS {
                let line_up = order.map(|place| players[place]);
                // Two copies that change seats play the same game.
                if players[1] == players[2] && seen.contains(&line_up) {
                    continue;
                }
                seen.push(line_up);
                games += 1;
                let mut record = GameRecord::new(3, metrics);
                contest.play(&line_up, &Dice::new(seed, key, group), &mut record);
                let winners = record.winners.len();
                for (seat, place) in order.into_iter().enumerate() {
                    units[place] +=
                        if record.winners.contains(Seat::at(seat)) { 6 / winners } else { 0 };
                    of_group[place] += record.numerators[seat * metrics];
                }
            }
            for place in 0..3 {
                porotos[place] += of_group[place];
                squares[place] += of_group[place] * of_group[place];
            }
        }
        assert_eq!(totals.games(), games);
        let places = |sums: [i32; 3]| {
            if players[1] == players[2] { vec![sums[0], sums[1] + sums[2]] } else { sums.to_vec() }
        };
        let wins = |place: usize| totals.wins[place * 3..][..3].iter().sum::<u64>() as i32;
        assert_eq!(places([0, 1, 2].map(wins)), places(units.map(|of| of.try_into().unwrap())));
        let sum = |place: usize| totals.metrics[place * metrics][0] as i32;
        assert_eq!(places([0, 1, 2].map(sum)), places(porotos));
        // The deal is the unit of variance: squares are those of sums over its games.
        assert_eq!(totals.metrics[0][2], i128::from(squares[0]), "{players:?}");
        assert_eq!(totals.metrics[0][1], i128::from(games));
    }
}
