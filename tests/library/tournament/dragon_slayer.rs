//! Dragon Slayer as a contest: the same dice from every seat, the same results on
//! any number of threads, and a stupid twin of how its games are played.
//!
//! The twin goes through the rule book's states, action by action and roll by
//! roll, and asks everybody's policy; nothing is written down. Chance takes the
//! same draws.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use crate::games::dragon_slayer::built_in_roster;
use crate::games::dragon_slayer::contest::DragonSlayerContest;
use crate::games::dragon_slayer::policies::Mind;
use crate::games::dragon_slayer::policies::named;
use crate::games::dragon_slayer::solver::SolvedGame;
use crate::games::dragon_slayer::solver::{
    BIG_TURN, Choice, Decision, FightOdds, Policy, Position, TurnPolicy,
};
use crate::games::dragon_slayer::{
    Action, AfterRoll, DragonSlayer, Phase, Rules, State, Turn as TurnState,
};
use crate::personalities::{Member, Personality, Roster};
use crate::play::TurnDice;
use crate::play::{Game, Node, Outcome, Seat};
use rand::Rng;

use super::*;

/// Members of the built-in roster in a game to this target.
pub fn contest(ids: &[&str], target: u32) -> DragonSlayerContest {
    let ids: Vec<String> = ids.iter().map(|&id| id.to_owned()).collect();
    let roster = built_in_roster().select(&ids).unwrap();
    DragonSlayerContest::new(&rules(target), &roster).unwrap()
}

fn rules(target: u32) -> Rules {
    Rules {
        target,
        ..Rules::built_in()
    }
}

#[test]
fn against_its_like_a_personality_ties_in_every_group() {
    let mut traits = Personality::neutral("any").traits;
    traits.risk_aversion = -0.5;
    traits.nerves = 1.0;
    traits.nerves_after_big_turn = 1.0;
    traits.intuition = 0.4;
    traits.eagerness = 0.05;
    traits.thinking.mean_seconds = 2.0;
    let twin = |id: &str| {
        Member::Personality(Personality {
            traits,
            ..Personality::neutral(id)
        })
    };
    let roster = Roster::new(["one", "other", "third"].map(twin).into(), &[]);
    let contest = DragonSlayerContest::new(&Rules::built_in(), &roster).unwrap();
    for seats in [2, 3] {
        let games = 1_000;
        let finished = finished(&contest, settings(seats, games), 2);
        for pairing in &finished.pairings {
            for shares in pairing.totals.shares.chunks(seats + 1) {
                // One game each, in every single group.
                let mut expected = vec![0; seats + 1];
                expected[1] = games;
                assert_eq!(shares, expected);
            }
            // So what they measure is the same as well.
            let metrics = pairing.totals.metrics.len() / seats;
            let (first, others) = pairing.totals.metrics.split_at(metrics);
            assert!(others.chunks(metrics).all(|other| other == first));
        }
    }
}

#[test]
fn the_same_results_on_any_number_of_threads() {
    let ids = ["daniel", "killer-impulsive", "random", "tree-2"];
    for (seats, games) in [(2, 503), (3, 101)] {
        // The books are written on as many threads as well.
        let texts = [1, 2, 8].map(|threads| {
            let contest = pool(threads).install(|| contest(&ids, 17));
            text(&finished(&contest, settings(seats, games), threads))
        });
        assert!(texts[0].len() > 1_000);
        assert_eq!(texts[0], texts[1]);
        assert_eq!(texts[0], texts[2]);
    }
}

/// Games that are played fight and stop as often as is computed, at the same risk;
/// of one who draws as well.
#[test]
fn risk_curves_are_what_games_come_to() {
    let ids = ["daniel", "killer-impulsive", "random", "hold-6", "optimum"];
    let contest = contest(&ids, 40);
    let metric = |name: &str| {
        let of = |metric: &Metric| metric.name == name;
        contest.metrics().iter().position(of).unwrap()
    };
    let [risk, declared, accepted] =
        ["risk_per_fight", "points_when_stopping", "accepted_won"].map(metric);
    let scale = f64::from(contest.metrics()[risk].scale);
    let (optimum, metrics) = (ids.len() - 1, contest.metrics().len());
    let mut record = GameRecord::new(2, metrics);
    contest.prepare();
    for (player, id) in ids.iter().enumerate() {
        let curve = contest.risk_curve(player);
        assert!(curve.is_sorted_by(|one, other| one.at_stake < other.at_stake));
        let fights: f64 = curve.iter().map(|row| row.fights_per_game).sum();
        let defeats = curve
            .iter()
            .filter_map(|row| Some(row.fights_per_game * row.risk_per_fight?));
        let defeats: f64 = defeats.sum();
        let stops: f64 = curve.iter().map(|row| row.stops_per_game).sum();
        // By group: fights, stops, and risks beyond those that as many fights have.
        let groups = 20_000;
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
            // Risks are counted in parts of 1 / scale.
            let allowed = 4.5 * error + if i == 2 { fights / scale } else { 0.0 };
            assert!(
                (mean - exact).abs() < allowed,
                "{id}, {i}: {mean} {exact} {error}"
            );
        }
    }
}

/// Somebody who is asked at every decision; none draws.
type Asked = Option<Box<dyn Policy>>;

/// The stupid twin's table.
struct Twin {
    game: DragonSlayer,
    solved: Arc<SolvedGame>,
    odds: FightOdds,
    players: Vec<Asked>,
    /// Policies of turns by player and position, so that none is thought about
    /// twice.
    turns: HashMap<(usize, Position), Arc<dyn TurnPolicy>>,
    /// By seat, of the last game.
    counts: [Counts; 2],
}

/// What a seat did in a game, counted one by one.
#[derive(Clone, Debug, Default)]
struct Counts {
    decisions: u64,
    /// By dragon.
    fights: Vec<u64>,
    /// The chances of a defeat in these fights, each in whole parts of 1 / 2^12.
    risk: u64,
}

impl Twin {
    fn new(ids: &[&str], target: u32) -> Self {
        let rules = rules(target);
        let solved = Arc::new(SolvedGame::new(&rules).unwrap());
        let roster = built_in_roster();
        let player = |id: &&str| -> Asked {
            match roster.member(id).unwrap() {
                Member::Personality(who) => Some(Box::new(Mind::new(who, Arc::clone(&solved)))),
                Member::Agent(spec) if spec.as_str() == "random" => None,
                Member::Agent(spec) => Some(named(spec.as_str(), &rules).unwrap()),
            }
        };
        Self {
            players: ids.iter().map(player).collect(),
            odds: FightOdds::new(&rules),
            game: DragonSlayer::new(rules, 2),
            solved,
            turns: HashMap::new(),
            counts: Default::default(),
        }
    }

    /// Who wins, with what scores, after how many rounds.
    fn play(&mut self, line_up: [usize; 2], dice: &Dice) -> (Outcome, u32) {
        let mut state = self.game.start();
        let dragons = self.game.rules().dragons.len();
        self.counts = [(); 2].map(|()| Counts {
            fights: vec![0; dragons],
            ..Counts::default()
        });
        let (mut round, mut after_big_turn) = (0, false);
        loop {
            let mover = state.mover;
            let mut draws = dice.turn(mover.0.into(), round);
            let begun = state;
            while state.mover == mover {
                state = match self.game.node(&state) {
                    Node::Over(outcome) => return (outcome, round),
                    Node::Decision(seat, actions) => {
                        self.counts[usize::from(seat.0)].decisions += 1;
                        let player = line_up[usize::from(seat.0)];
                        let action =
                            self.action(player, &state, after_big_turn, &actions, &mut draws);
                        self.game.act(&state, action).unwrap()
                    }
                    Node::Chance(_) => self.fight(&state, &mut draws),
                };
                if let Phase::Over { .. } = state.turn.phase {
                    break;
                }
            }
            after_big_turn = state.scores[mover] - begun.scores[mover] >= BIG_TURN;
            if mover == Seat::SECOND {
                round += 1;
            }
            if let Node::Over(outcome) = self.game.node(&state) {
                return (outcome, round);
            }
        }
    }

    fn action(
        &mut self,
        player: usize,
        state: &State,
        after_big_turn: bool,
        actions: &[Action],
        draws: &mut TurnDice,
    ) -> Action {
        if self.players[player].is_none() {
            return actions[draw(draws, actions.len())];
        }
        let target = self.game.rules().target;
        let mut position = Position::of(state, target).unwrap();
        let overtime = position.stage == crate::games::dragon_slayer::solver::Stage::Overtime;
        position.after_big_turn = after_big_turn && !overtime;
        let position = self.solved.solution.clamped(&position);
        let (players, turns) = (&self.players, &mut self.turns);
        let turn = turns.entry((player, position)).or_insert_with(|| {
            let policy = players[player].as_ref().unwrap();
            policy.turn(&position)
        });
        let decision = match state.turn.phase {
            Phase::Asked(_) => Decision::Challenge,
            Phase::Challenged => Decision::Answer,
            _ => Decision::Move,
        };
        match turn.decide(decision, &state.turn) {
            Choice::Take(action) => action,
            Choice::AnyAlike => unreachable!("of these only random draws"),
        }
    }

    /// A whole fight by one draw: the law of dice left, then any rolls of the
    /// rule book that lead there.
    fn fight(&mut self, state: &State, draws: &mut TurnDice) -> State {
        let TurnState {
            dice,
            phase: Phase::Fighting { dragon, .. },
            ..
        } = state.turn
        else {
            unreachable!("chance has its say in fights alone");
        };
        let law = self.odds.law(dragon.into(), dice);
        let counts = &mut self.counts[usize::from(state.mover.0)];
        counts.fights[usize::from(dragon)] += 1;
        counts.risk += (law[0] * 4096.0).round() as u64;
        let draw = draws.next_u64();
        let (mut left, mut sum) = (0, 0.0);
        for &chance in &law[..usize::from(dice)] {
            sum += chance;
            let below = (sum * 2.0_f64.powi(31)).round() as u64;
            left += u8::from(draw >> 33 >= below);
        }
        let last = match left {
            0 => AfterRoll::Defeat,
            dice_left => AfterRoll::Slain { dice_left },
        };
        self.roll_until(state, last).expect("some rolls lead there")
    }

    fn roll_until(&self, state: &State, last: AfterRoll) -> Option<State> {
        let Node::Chance(chances) = self.game.node(state) else {
            return None;
        };
        let events = chances.weights.iter().map(|&(event, _)| event);
        let happen = |event| self.game.happen(state, event).unwrap();
        if events.clone().any(|event| event == last) {
            return Some(happen(last));
        }
        let rolling = events.filter(|event| matches!(event, AfterRoll::Rolling(_)));
        // A roll that changes nothing leads nowhere new.
        rolling
            .map(happen)
            .filter(|next| next != state)
            .find_map(|next| self.roll_until(&next, last))
    }
}

/// One of so many, as tournaments draw it.
fn draw(draws: &mut TurnDice, count: usize) -> usize {
    (((draws.next_u64() >> 32) * count as u64) >> 32) as usize
}

#[test]
fn games_from_books_are_the_rule_books_games() {
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
    let target = 40;
    let contest = contest(&ids, target);
    contest.prepare();
    let bonus = i64::from(rules(target).challenge.bonus);
    let metric = |name: &str| {
        let metrics = contest.metrics().iter();
        let of = |metric: &Metric| metric.name == name;
        metrics.clone().position(of).unwrap()
    };
    let [points, won, turns] = ["points_per_turn", "challenges_won", "turns_per_game"].map(metric);
    let mut twin = Twin::new(&ids, target);
    let metrics = contest.metrics().len();
    let mut record = GameRecord::new(2, metrics);
    let (mut played, mut challenged) = (0, 0);
    for first in 0..ids.len() {
        for second in 0..ids.len() {
            for group in 0..60 {
                let dice = Dice::new(3, (first * ids.len() + second) as u64, group);
                contest.play(&[first, second], &dice, &mut record);
                let (outcome, rounds) = twin.play([first, second], &dice);
                let what = format!("{} against {}, {dice:?}", ids[first], ids[second]);
                assert_eq!(outcome.winners, [Seat(record.winner as u8)], "{what}");
                for seat in 0..2 {
                    let sum = |metric: usize| record.sums(seat * metrics + metric)[0];
                    let score = sum(points) + bonus * sum(won);
                    assert_eq!(outcome.scores[Seat(seat as u8)], score as u32, "{what}");
                    assert_eq!(sum(turns) as u32, rounds, "{what}");
                    challenged += sum(won);
                }
                played += 1;
            }
        }
    }
    assert!(played > 4_000 && challenged > 500, "{played} {challenged}");
}

/// What is computed before and after the games says how far it is.
#[test]
fn preparations_tell_their_progress() {
    let contest = contest(&["daniel", "hold-6", "random"], 17);
    let told: Mutex<BTreeMap<&str, [u64; 2]>> = Mutex::default();
    let progress = |unit, more, of| {
        let mut told = told.lock().unwrap();
        let [done, all] = told.entry(unit).or_default();
        (*done, *all) = (*done + more, of);
        assert!(more > 0 && *done <= of, "{unit}");
    };
    contest.prepare_with(&progress);
    assert_eq!(told.lock().unwrap().len(), 1);
    contest.prepare_exact(&progress);
    // Nothing is computed twice.
    contest.prepare_with(&progress);
    contest.prepare_exact(&progress);
    let told = told.into_inner().unwrap();
    let units: Vec<&str> = told.keys().copied().collect();
    let expected = [
        "exact pairings",
        "positions for equity losses",
        "positions of policy tables",
    ];
    assert_eq!(units, expected);
    assert!(told.values().all(|[done, of]| done == of), "{told:?}");
}

/// Players that seldom score: their games add up to more than the fast kernels take.
#[test]
fn sums_of_long_games_are_exact() {
    let (ids, target) = (["hold-52", "hold-56"], 20);
    let contest = contest(&ids, target);
    contest.prepare();
    let metrics = contest.metrics().len();
    let metric = |name: &str| {
        let of = |metric: &Metric| metric.name == name;
        contest.metrics().iter().position(of).unwrap()
    };
    let [risk, fights, thinking, turns, blue] = [
        "risk_per_fight",
        "fights_per_turn",
        "thinking_seconds",
        "turns_per_game",
        "fights_blue",
    ]
    .map(metric);
    let mut twin = Twin::new(&ids, target);
    let all_dice: Vec<Dice> = (0..60).map(|group| Dice::new(3, 9, group)).collect();
    let mut records = vec![GameRecord::new(2, metrics); all_dice.len()];
    contest.play_many(&[0, 1], &all_dice, &mut records);
    let mut long = 0;
    for (dice, record) in all_dice.iter().zip(&records) {
        // Longer games come to an end that the twin does not know.
        if record.wide.is_none() || record.sums(turns)[0] >= 1_000 {
            continue;
        }
        let (outcome, rounds) = twin.play([0, 1], dice);
        assert_eq!(outcome.winners, [Seat(record.winner as u8)]);
        for (seat, counts) in twin.counts.iter().enumerate() {
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
        // The sums over the group's games, as a journal has them.
        let seats = [vec![0, 1], vec![1, 0]];
        let mut sums = Sums::new(2, metrics);
        let games = [vec![record.clone()], vec![record.clone()]];
        sums.add(&seats, &games, 1).unwrap();
        let both: u64 = twin.counts.iter().map(|counts| counts.risk).sum();
        let [x, _, xx, ..] = sums.take().metrics[risk];
        assert_eq!([x, xx], [both.into(), i128::from(both) * i128::from(both)]);
    }
    assert!(long > 10, "{long}");
}
