//! Dragon Slayer as a contest: all seats have the same dice, the results do not depend on the
//! number of threads, and the games agree with a reference implementation.
//!
//! The reference implementation is a playthrough of agents. It goes through the states of the
//! rules, action by action and roll by roll, and asks each seat's policy. Its events use the
//! draws of the fast path, so that both play exactly the same games.

use crate::built_in_roster;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use crate::dragon_slayer::contest::DragonSlayerContest;
use crate::dragon_slayer::game::agent::PolicyAgent;
use crate::dragon_slayer::policies::{PersonalityPolicy, named};
use crate::dragon_slayer::solver::{FightOdds, Policy, Position, SolvedGame, TurnPolicy};
use crate::dragon_slayer::{AfterRoll, DragonSlayer, Phase, Rules, State, Turn as TurnState};
use crate::personalities::{Member, Personality, Roster};
use crate::play::AgentKinds;
use crate::play::{Agent, Decision, Game, Outcome, Playthrough, Seat, Step, Turn, TurnDice};
use crate::tournament::{QUIETLY, Solved};
use rand::Rng;
use rivals_core::contest::{Played, Players};

use super::*;

/// A contest of players of the built-in roster, in a game to this target.
pub(super) fn contest(ids: &[&str], target: u32) -> DragonSlayerContest {
    let ids: Vec<String> = ids.iter().map(|&id| id.to_owned()).collect();
    let roster = built_in_roster().select(&ids).unwrap();
    DragonSlayerContest::new(&rules(target), &roster).unwrap()
}

fn rules(target: u32) -> Rules {
    Rules { target, ..Rules::built_in() }
}

#[test]
fn against_its_like_a_personality_ties_in_every_group() {
    let mut traits = Personality::neutral("any").traits;
    traits.risk_aversion = -0.5;
    traits.nerves = 1.0;
    traits.nerves_after_big_turn = 1.0;
    traits.intuition = 0.4;
    traits.eagerness = 0.05;
    traits.thinking_seconds = 2.0;
    let reference =
        |id: &str| Member::Personality(Personality { traits, ..Personality::neutral(id) });
    let roster = Roster::new(["one", "other", "third"].map(reference).into(), AgentKinds::NONE);
    let contest = DragonSlayerContest::new(&rules(20), &roster).unwrap();
    for seats in [2, 3] {
        let games = 1_000;
        let finished = finished(&contest, settings(seats, games), 2);
        for pairing in &finished.pairings {
            for shares in pairing.totals.shares.chunks(seats + 1) {
                // In each group each player wins one game.
                let mut expected = vec![0; seats + 1];
                expected[1] = games;
                assert_eq!(shares, expected);
            }
            // The measured sums are then equal as well.
            let metrics = pairing.totals.metrics.len() / seats;
            let (first, others) = pairing.totals.metrics.split_at(metrics);
            assert!(others.chunks(metrics).all(|other| other == first));
        }
    }
}

#[test]
fn the_same_results_on_any_number_of_threads() {
    let ids = ["daniel", "killer-impulsive", "random", "tree-2"];
    // The policy tables are computed on several threads as well.
    let contests = [1, 2, 8].map(|threads| (threads, pool(threads).install(|| contest(&ids, 17))));
    for (seats, games) in [(2, 503), (3, 101)] {
        let texts = contests
            .each_ref()
            .map(|(threads, contest)| text(&finished(contest, settings(seats, games), *threads)));
        assert!(texts[0].len() > 1_000);
        assert_eq!(texts[0], texts[1]);
        assert_eq!(texts[0], texts[2]);
    }
}

/// Sampled games have the computed numbers of fights and stops, at the computed risk;
/// one of the policies chooses at random.
#[test]
fn games_agree_with_the_computed_risk_curves() {
    let ids = ["daniel", "killer-impulsive", "random", "hold-6", "optimum"];
    let contest = contest(&ids, 20);
    let metric = |name: &str| {
        let of = |metric: &Metric| metric.name == name;
        contest.metrics().iter().position(of).unwrap()
    };
    let [risk, declared, accepted] =
        ["risk_per_fight", "points_when_stopping", "accepted_won"].map(metric);
    let scale = f64::from(contest.metrics()[risk].scale);
    let (optimum, metrics) = (ids.len() - 1, contest.metrics().len());
    let mut record = GameRecord::new(2, metrics);
    contest.prepare(None, QUIETLY);
    for (player, id) in ids.iter().enumerate() {
        let curve = contest.risk_curve(player);
        assert!(curve.is_sorted_by(|one, other| one.at_stake < other.at_stake));
        let fights: f64 = curve.iter().map(|row| row.fights_per_game).sum();
        let defeats =
            curve.iter().filter_map(|row| Some(row.fights_per_game * row.risk_per_fight?));
        let defeats: f64 = defeats.sum();
        let stops: f64 = curve.iter().map(|row| row.stops_per_game).sum();
        // By group: fights, stops, and the risk in excess of the expected risk of that
        // many fights.
        let groups = 8_000;
        let (mut sums, mut squares) = ([0.0; 3], [0.0; 3]);
        for group in 0..groups {
            let dice = Dice::new(5, player as u64, group);
            let mut found = [0.0; 3];
            for (seat, line_up) in [[player, optimum], [optimum, player]].iter().enumerate() {
                contest.play(line_up, &dice, &mut record);
                let of = |metric| record.sums(seat * metrics + metric).map(|sum| sum as f64);
                let [risked, fought] = of(risk);
                found[0] += fought / 2.0;
                found[1] += of(declared)[1] / 2.0;
                found[1] += of(accepted)[0] / 2.0;
                found[2] += risked / scale - fought * defeats / fights;
            }
            for i in 0..3 {
                sums[i] += found[i];
                squares[i] += found[i] * found[i];
            }
        }
        for (i, exact) in [fights, stops, 0.0].into_iter().enumerate() {
            let mean = sums[i] / groups as f64;
            let error = ((squares[i] / groups as f64 - mean * mean) / groups as f64).sqrt();
            // Risks are counted in units of 1 / scale.
            let allowed = 4.5 * error + if i == 2 { fights / scale } else { 0.0 };
            assert!((mean - exact).abs() < allowed, "{id}, {i}: {mean} {exact} {error}");
        }
    }
}

/// A policy that decides once about each position and remembers the decision.
struct Remembered {
    policy: Box<dyn Policy>,
    turns: Mutex<HashMap<Position, Arc<dyn TurnPolicy>>>,
}

impl Policy for Remembered {
    fn turn(&self, position: &Position) -> Arc<dyn TurnPolicy> {
        let mut turns = self.turns.lock().unwrap();
        let turn = turns.entry(*position).or_insert_with(|| self.policy.turn(position));
        Arc::clone(turn)
    }
}

/// The reference implementation: playthroughs of agents, with the dice of the fast path.
struct Reference {
    game: Arc<DragonSlayer>,
    solved: Arc<SolvedGame>,
    odds: FightOdds,
    players: Vec<Arc<dyn Policy>>,
    /// The counts of the last game, by seat, and those of its playthrough.
    counts: Vec<Counts>,
    counted: Vec<<DragonSlayer as Players>::Counts>,
}

/// What a seat did in a game.
#[derive(Clone, Debug, Default)]
struct Counts {
    decisions: u64,
    /// The number of fights, by dragon.
    fights: Vec<u64>,
    /// The sum of the probabilities of defeat in these fights, each rounded to units of
    /// 1 / 2^12.
    risk: u64,
}

impl Reference {
    fn new(ids: &[&str], target: u32) -> Self {
        let rules = rules(target);
        let solved = Arc::new(SolvedGame::new(&rules).unwrap());
        let roster = built_in_roster();
        let player = |id: &&str| -> Arc<dyn Policy> {
            let personality = roster.find(id).and_then(Member::personality);
            Arc::new(Remembered {
                policy: match personality {
                    Some(who) => Box::new(PersonalityPolicy::new(who.clone(), Arc::clone(&solved))),
                    None => named(id, &rules).unwrap(),
                },
                turns: Mutex::default(),
            })
        };
        Self {
            players: ids.iter().map(player).collect(),
            odds: FightOdds::new(&rules),
            game: Arc::new(DragonSlayer::by(rules)),
            solved,
            counts: Vec::new(),
            counted: Vec::new(),
        }
    }

    /// Plays a game: the outcome and the number of rounds.
    fn play(&mut self, line_up: &[usize], dice: &Dice) -> (Outcome, u32) {
        let dragons = self.game.rules().dragons.len();
        let none = Counts { fights: vec![0; dragons], ..Counts::default() };
        self.counts = vec![none; line_up.len()];
        let agent = |&player: &usize| {
            let policy = Arc::clone(&self.players[player]);
            PolicyAgent::new(policy, Some(Arc::clone(&self.solved)))
        };
        let mut agents: Vec<PolicyAgent> = line_up.iter().map(agent).collect();
        let mut playthrough = Playthrough::new(Arc::clone(&self.game), line_up.len(), *dice);
        let (mut mover, mut round) = (Seat::FIRST, 0);
        let mut draws = dice.turn(0, 0);
        loop {
            let state = *playthrough.state();
            if state.mover != mover {
                mover = state.mover;
                round += u32::from(mover == Seat::FIRST);
                draws = dice.turn(mover.0.into(), round);
            }
            match playthrough.turn() {
                Turn::Over(outcome) => {
                    let playthrough = &playthrough;
                    let played = Played { playthrough, outcome: &outcome, agents: &[] };
                    self.counted = DragonSlayer::count(&played);
                    return (outcome, round);
                }
                Turn::Decide(seat) => {
                    self.counts[usize::from(seat.0)].decisions += 1;
                    let (game, actions) = (&**playthrough.game(), playthrough.actions());
                    let at = Decision::new(game, seat, &state, actions);
                    let thought = agents[usize::from(seat.0)].decide(&at, &mut draws);
                    playthrough.act(thought.unwrap().action).unwrap();
                }
                Turn::Chance(_) => {
                    for event in self.fight(&state, &mut draws) {
                        playthrough.happen(event).unwrap();
                    }
                }
            }
        }
    }

    /// Samples a whole fight with one draw: the dice left come from the distribution, and
    /// any rolls of the rules that lead to them are played.
    fn fight(&mut self, state: &State, draws: &mut TurnDice) -> Vec<AfterRoll> {
        let TurnState { dice, phase: Phase::Fighting { dragon, .. }, .. } = state.turn else {
            unreachable!("chance acts only in fights");
        };
        let distribution = self.odds.dice_left(dragon.into(), dice);
        let counts = &mut self.counts[usize::from(state.mover.0)];
        counts.fights[usize::from(dragon)] += 1;
        counts.risk += (distribution[0] * 4096.0).round() as u64;
        let draw = draws.next_u64();
        let (mut left, mut sum) = (0, 0.0);
        for &chance in &distribution[..usize::from(dice)] {
            sum += chance;
            let below = (sum * 2.0_f64.powi(31)).round() as u64;
            left += u8::from(draw >> 33 >= below);
        }
        let last = match left {
            0 => AfterRoll::Defeat,
            dice_left => AfterRoll::Slain { dice_left },
        };
        self.rolls(state, last).expect("some rolls lead there")
    }

    /// Rolls that end a fight with this outcome.
    fn rolls(&self, state: &State, last: AfterRoll) -> Option<Vec<AfterRoll>> {
        let Turn::Chance(chances) = self.game.turn(state) else {
            panic!("no dice are rolled in {state:?}");
        };
        let events = chances.weights.iter().map(|&(event, _)| event);
        if events.clone().any(|event| event == last) {
            return Some(vec![last]);
        }
        let rolling = events.filter(|event| matches!(event, AfterRoll::Rolling(_)));
        rolling
            .map(|event| (event, self.game.after(state, Step::Event(event))))
            // A roll that changes nothing leads to no new state.
            .filter(|(_, next)| next != state)
            .find_map(|(event, next)| Some([vec![event], self.rolls(&next, last)?].concat()))
    }
}

#[test]
fn the_fast_path_plays_the_games_of_the_reference_implementation() {
    let ids = [
        "abel",
        "beatriu",
        "carla",
        "daniel",
        "killer-impulsive",
        "socializer-averse",
        "random",
        "tree-2",
        "hold-12",
    ];
    let target = 25;
    let contest = contest(&ids, target);
    contest.prepare(None, QUIETLY);
    let bonus = i64::from(rules(target).challenge.bonus);
    let metric = |name: &str| {
        let metrics = contest.metrics().iter();
        let of = |metric: &Metric| metric.name == name;
        metrics.clone().position(of).unwrap()
    };
    let [points, won, turns, thinking] =
        ["points_per_turn", "challenges_won", "turns_per_game", "thinking_seconds"].map(metric);
    let mut reference = Reference::new(&ids, target);
    let metrics = contest.metrics().len();
    let (mut played, mut challenged) = (0, 0);
    // All pairs, and some line-ups of three to six seats.
    let players = ids.len();
    let pairs = (0..players * players).map(|pair| (vec![pair / players, pair % players], 60));
    let more = (0..24).map(|number| {
        let seats = 3 + number % 4;
        let line_up = (0..seats).map(|seat| (number + seat * (1 + number / 4)) % players);
        (line_up.collect(), 20)
    });
    let line_ups: Vec<(Vec<usize>, u64)> = pairs.chain(more).collect();
    for (place, (line_up, groups)) in line_ups.iter().enumerate() {
        let seats = line_up.len();
        let [mut record, mut counted] =
            [GameRecord::new(seats, metrics), GameRecord::new(seats, metrics)];
        for group in 0..*groups {
            let dice = Dice::new(3, place as u64, group);
            contest.play(line_up, &dice, &mut record);
            let (outcome, rounds) = reference.play(line_up, &dice);
            let what = format!("{line_up:?} of {ids:?}, {dice:?}");
            assert_eq!(outcome.winners(), record.winners, "{what}");
            DragonSlayer::measure(&reference.counted, &mut counted);
            for at in (0..seats * metrics).filter(|at| at % metrics != thinking) {
                let name = &contest.metrics()[at % metrics].name;
                assert_eq!(counted.sums(at), record.sums(at), "{what}: {name}");
            }
            for seat in 0..seats {
                let sum = |metric: usize| record.sums(seat * metrics + metric)[0];
                let score = sum(points) + bonus * sum(won);
                assert_eq!(outcome.scores[Seat::at(seat)], score as i32, "{what}");
                assert_eq!(sum(turns) as u32, rounds, "{what}");
                challenged += sum(won);
            }
            played += 1;
        }
    }
    assert!(played > 4_000 && challenged > 300, "{played} {challenged}");
}

/// The computations before and after the games report their progress.
#[test]
fn preparations_tell_their_progress() {
    let contest = contest(&["daniel", "hold-6", "random"], 17);
    let reported: Mutex<BTreeMap<&str, [u64; 2]>> = Mutex::default();
    let progress = |unit, more, of| {
        let mut reported = reported.lock().unwrap();
        let [done, all] = reported.entry(unit).or_default();
        (*done, *all) = (*done + more, of);
        assert!(more > 0 && *done <= of, "{unit}");
    };
    contest.prepare(None, &progress);
    assert_eq!(reported.lock().unwrap().len(), 1);
    contest.prepare_exact(&progress);
    // Preparing twice computes nothing again.
    contest.prepare(None, &progress);
    contest.prepare_exact(&progress);
    let reported = reported.into_inner().unwrap();
    let units: Vec<&str> = reported.keys().copied().collect();
    let expected = ["exact pairings", "positions for equity losses", "positions of policy tables"];
    assert_eq!(units, expected);
    assert!(reported.values().all(|[done, of]| done == of), "{reported:?}");
}

/// Many policy tables are counted as such: those of the players and of optimal play.
#[test]
fn progress_counts_many_policy_tables() {
    let ids = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11"].map(|at| format!("hold-{at}"));
    let contest = contest(&ids.each_ref().map(String::as_str), 12);
    let made: Mutex<u64> = Mutex::default();
    contest.prepare(None, &|unit, more, of| {
        assert_eq!((unit, of), ("policy tables", 11));
        *made.lock().unwrap() += more;
    });
    assert_eq!(made.into_inner().unwrap(), 11);
    assert!(contest.prepare_part() > 0);
}

/// Players that seldom score play so long that the fast kernels cannot add up their
/// games.
#[test]
fn sums_of_long_games_are_exact() {
    let (ids, target) = (["hold-52", "hold-56"], 20);
    let contest = contest(&ids, target);
    contest.prepare(None, QUIETLY);
    let metrics = contest.metrics().len();
    let metric = |name: &str| {
        let of = |metric: &Metric| metric.name == name;
        contest.metrics().iter().position(of).unwrap()
    };
    let [risk, fights, thinking, turns, blue] =
        ["risk_per_fight", "fights_per_turn", "thinking_seconds", "turns_per_game", "fights_blue"]
            .map(metric);
    let mut reference = Reference::new(&ids, target);
    let all_dice: Vec<Dice> = (0..60).map(|group| Dice::new(3, 9, group)).collect();
    let mut records = vec![GameRecord::new(2, metrics); all_dice.len()];
    contest.play_many(&[0, 1], &all_dice, &mut records);
    let mut long = 0;
    for (dice, record) in all_dice.iter().zip(&records) {
        // Games of 1,000 rounds and more are adjudicated, which the reference
        // implementation does not do.
        if record.wide.is_none() || record.sums(turns)[0] >= 1_000 {
            continue;
        }
        let (outcome, rounds) = reference.play(&[0, 1], dice);
        assert_eq!(outcome.winners(), record.winners);
        for (seat, counts) in reference.counts.iter().enumerate() {
            let sums = |metric: usize| record.sums(seat * metrics + metric).map(|sum| sum as u64);
            let all: u64 = counts.fights.iter().sum();
            assert_eq!(sums(turns), [rounds.into(), 1]);
            assert_eq!(sums(risk), [counts.risk, all]);
            assert_eq!(sums(fights), [all, rounds.into()]);
            assert_eq!(sums(thinking), [0, counts.decisions]);
            for (dragon, &count) in counts.fights.iter().enumerate() {
                assert_eq!(sums(blue + dragon), [count, all]);
            }
            long += usize::from(counts.risk >= 1 << 20);
        }
        // The sums over the games of the group, as in a journal.
        let seats = [vec![0, 1], vec![1, 0]];
        let mut sums = Sums::new(2, metrics, 1, 1);
        let games = [vec![record.clone()], vec![record.clone()]];
        sums.add(&seats, &games, 1).unwrap();
        let both: u64 = reference.counts.iter().map(|counts| counts.risk).sum();
        let [x, _, xx, ..] = sums.take().metrics[risk];
        assert_eq!([x, xx], [both.into(), i128::from(both) * i128::from(both)]);
    }
    assert!(long > 10, "{long}");
}
