//! The solved game: against a stupid twin, against games played with dice, and
//! against what the thesis says.

use std::collections::HashMap;
use std::sync::Arc;

use rand::RngExt;
use rayon::prelude::*;
use rivals::games::dragon_slayer::{Action, DragonSlayer, Phase, Rules, State, Turn};
use rivals::games::{Game, Node, Seat};
use rivals::policies::named;
use rivals::random::{Key, Purpose};
use rivals::solver::{
    After, Choice, Decision, Linear, Play, Policy, Position, Solution, Stage, TurnPlay, TurnPolicy,
    TurnTree, Turns, Walk, Workspace,
};

fn best(rules: &Rules) -> Solution {
    Solution::solve(rules, [Play::Best; 2]).unwrap()
}

/// Small rules with everything in them: two dragons, a challenge, ties.
fn small() -> Rules {
    let mut rules = Rules::built_in();
    rules.target = 7;
    rules.dragons.remove(0);
    rules.dragons[0].points = 2;
    rules.dragons[0].dice = 1;
    rules.dragons[1].points = 3;
    rules.dragons[1].dice = 1;
    rules.warrior.dice = 2;
    rules.challenge.bonus = 2;
    rules
}

/// The stupid twin: every state of the rule book, roll by roll, improved round
/// after round until nothing moves. Shares the rules with the solver, but
/// neither odds nor structure.
fn value_iteration(game: &DragonSlayer, cap: u32) -> HashMap<State, f64> {
    let target = game.rules().target;
    // Past the target only the lead matters; without this, ties never end.
    let canonical = |mut state: State| {
        if let Some(position) = Position::of(&state, target)
            && !matches!(position.stage, Stage::Running { .. })
        {
            state.scores = position.scores(target);
        }
        state
    };
    let successors = |state: &State| -> Vec<(State, f64)> {
        match game.node(state) {
            Node::Over(_) => Vec::new(),
            Node::Decision(_, actions) => (actions.iter())
                .filter(|&&action| {
                    let fight = matches!(action, Action::Fight(_));
                    let stopped = state.turn.phase == Phase::MayStop && state.turn.at_stake >= cap;
                    !(fight && stopped)
                })
                .map(|&action| (canonical(game.act(state, action).unwrap()), 1.0))
                .collect(),
            Node::Chance(chances) => (chances.weights.iter())
                .map(|&(event, weight)| {
                    let next = canonical(game.happen(state, event).unwrap());
                    (next, weight as f64 / chances.total as f64)
                })
                .collect(),
        }
    };
    let mut index = HashMap::from([(game.start(), 0)]);
    let mut states = vec![game.start()];
    let mut edges: Vec<Vec<(usize, f64)>> = Vec::new();
    while edges.len() < states.len() {
        let state = states[edges.len()];
        let list = successors(&state).into_iter().map(|(next, weight)| {
            let place = *index.entry(next).or_insert_with(|| {
                states.push(next);
                states.len() - 1
            });
            (place, weight)
        });
        let list = list.collect();
        edges.push(list);
    }
    let mut values: Vec<f64> = (states.iter())
        .map(|state| match state.turn.phase {
            Phase::Over { winner } if winner == Seat::FIRST => 1.0,
            Phase::Over { .. } => 0.0,
            _ => 0.5,
        })
        .collect();
    loop {
        let mut moved: f64 = 0.0;
        for (place, state) in states.iter().enumerate().rev() {
            let next = edges[place]
                .iter()
                .map(|&(next, weight)| weight * values[next]);
            let value = match game.node(state) {
                Node::Over(_) => continue,
                Node::Chance(_) => next.sum(),
                Node::Decision(Seat::FIRST, _) => next.fold(0.0, f64::max),
                Node::Decision(..) => next.fold(1.0, f64::min),
            };
            moved = moved.max((value - values[place]).abs());
            values[place] = value;
        }
        if moved < 1e-15 {
            return states.into_iter().zip(values).collect();
        }
    }
}

#[test]
fn the_twin_agrees_in_every_position() {
    for tokens in [0, 1] {
        let mut rules = small();
        rules.challenge.tokens = tokens;
        let cap = 12;
        let solution = Solution::with_cap(&rules, [Play::Best; 2], cap).unwrap();
        let game = DragonSlayer::new(rules.clone(), 2);
        let mut compared = 0;
        for (state, value) in value_iteration(&game, cap) {
            let Some(position) = Position::of(&state, rules.target) else {
                continue;
            };
            if state.turn == game.start().turn {
                let solved = solution.value(&position);
                assert!(
                    (solved - value).abs() < 1e-11,
                    "{state:?}: {solved} {value}"
                );
                compared += 1;
            }
            // Within the turn as well: the best action is worth the state.
            let actions = solution.actions(&position, &state.turn);
            let first = |wins: f64| {
                if state.mover == Seat::FIRST {
                    wins
                } else {
                    1.0 - wins
                }
            };
            let values = actions.iter().map(|action| first(action.mover_wins));
            if !actions.is_empty() && state.turn.at_stake < cap {
                let decider = match state.turn.phase {
                    Phase::Asked(seat) => seat,
                    _ => state.mover,
                };
                let best = match decider {
                    Seat::FIRST => values.fold(0.0, f64::max),
                    _ => values.fold(1.0, f64::min),
                };
                assert!((best - value).abs() < 1e-11, "{state:?}: {best} {value}");
                compared += 1;
            }
        }
        assert!(compared > 1_000, "{compared}");
    }
}

#[test]
fn the_cap_does_not_matter() {
    let rules = Rules::built_in();
    let solution = best(&rules);
    let doubled = Solution::with_cap(&rules, [Play::Best; 2], 4 * 45).unwrap();
    assert!(solution.error() < 0.5e-9);
    let mut moved: f64 = 0.0;
    for first in 0..40 {
        for second in 0..40 {
            for tokens in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                for mover in [Seat::FIRST, Seat::SECOND] {
                    let scores = [first, second];
                    let stage = Stage::Running { scores, mover };
                    let position = Position::new(stage, tokens);
                    moved = moved.max((solution.value(&position) - doubled.value(&position)).abs());
                }
            }
        }
    }
    assert!(moved < 1e-14, "{moved:e}");
}

/// Decisions of a policy, remembered.
struct Player<'a> {
    policy: &'a dyn Policy,
    choices: HashMap<(Position, Turn), Choice>,
}

impl Player<'_> {
    fn decide(&mut self, position: Position, state: &State) -> Choice {
        let decision = match state.turn.phase {
            Phase::Asked(_) => Decision::Challenge,
            Phase::Challenged => Decision::Answer,
            _ => Decision::Move,
        };
        let policy = self.policy;
        *(self.choices)
            .entry((position, state.turn))
            .or_insert_with(|| policy.turn(&position).decide(decision, &state.turn))
    }
}

/// Games that the first seat wins of `games`, played with dice.
fn play(rules: &Rules, policies: [&dyn Policy; 2], games: u64) -> u64 {
    const BATCH: u64 = 50_000;
    let game = DragonSlayer::new(rules.clone(), 2);
    (0..games / BATCH)
        .into_par_iter()
        .map(|batch| {
            let mut players = policies.map(|policy| Player {
                policy,
                choices: HashMap::new(),
            });
            let mut rng = Key::new(1, Purpose::Playing, &[batch]).generator();
            let mut wins = 0;
            for _ in 0..BATCH {
                let mut state = game.start();
                let mut position = Position::of(&state, rules.target).unwrap();
                loop {
                    state = match game.node(&state) {
                        Node::Over(outcome) => {
                            wins += u64::from(outcome.winners[0] == Seat::FIRST);
                            break;
                        }
                        Node::Chance(chances) => {
                            let event = chances.sample(&mut rng);
                            game.happen(&state, event).unwrap()
                        }
                        Node::Decision(seat, actions) => {
                            if state.turn == game.start().turn {
                                position = Position::of(&state, rules.target).unwrap();
                            }
                            let choice = players[usize::from(seat.0)].decide(position, &state);
                            let action = match choice {
                                Choice::Take(action) => action,
                                Choice::AnyAlike => actions[rng.random_range(0..actions.len())],
                            };
                            game.act(&state, action).unwrap()
                        }
                    };
                }
            }
            wins
        })
        .sum()
}

#[test]
fn a_million_games_agree_with_the_exact_values() {
    const GAMES: u64 = 1_000_000;
    let rules = Rules::built_in();
    for names in [
        ["optimum", "optimum"],
        ["hold-6", "hold-12"],
        ["random", "greedy"],
    ] {
        let policies = names.map(|name| named(name, &rules).unwrap());
        let policies = [&*policies[0], &*policies[1]];
        let exact = Solution::solve(&rules, policies.map(Play::As))
            .unwrap()
            .first_wins();
        let wins = play(&rules, policies, GAMES);
        let error = (exact * (1.0 - exact) / GAMES as f64).sqrt();
        let z = (wins as f64 / GAMES as f64 - exact) / error;
        assert!(
            z.abs() < 4.0,
            "{names:?}: {wins} wins, exact {exact}, z {z}"
        );
    }
}

/// Decides anything, but always the same in the same state.
struct Erratic(u64);

impl TurnPolicy for Erratic {
    fn decide(&self, decision: Decision, turn: &Turn) -> Choice {
        let points = u64::from(turn.at_stake);
        let state = [points, turn.alive.index() as u64, u64::from(turn.dice)];
        let after = [
            u64::from(turn.challenger.is_some()),
            decision as u64,
            self.0,
        ];
        let mut rng = Key::new(3, Purpose::Playing, &[state, after].concat()).generator();
        let fights = turn.alive.iter().map(|dragon| Action::Fight(dragon as u8));
        let mut actions: Vec<_> = match decision {
            Decision::Move => fights.collect(),
            Decision::Challenge => vec![Action::Challenge, Action::LetStop],
            Decision::Answer => vec![Action::Accept, Action::Decline],
        };
        if turn.phase == Phase::MayStop {
            actions.push(Action::Stop);
        }
        match rng.random_range(0..=actions.len()) {
            any if any == actions.len() => Choice::AnyAlike,
            taken => Choice::Take(actions[taken]),
        }
    }
}

/// Some value for every end of a turn.
struct AnyValue(u64);

impl After for AnyValue {
    fn value(&self, points: u32, bonus: u32, challenged: bool) -> Linear {
        let end = [points.into(), bonus.into(), challenged.into(), self.0];
        let mut rng = Key::new(4, Purpose::Playing, &end).generator();
        Linear {
            value: rng.random(),
            slope: rng.random(),
        }
    }
}

/// Forwards and backwards through a turn is the same.
#[test]
fn the_walk_and_the_tree_agree() {
    let turns = Turns::new(&Rules::built_in(), 60);
    let mut walk = Walk::new(&turns);
    let workspace = Workspace::new(&turns);
    for number in 0..200 {
        let policies = [Arc::new(Erratic(number)), Arc::new(Erratic(number + 1000))];
        let plays = policies.clone().map(|policy| TurnPlay::As(policy));
        let challenged = number % 2 == 0;
        workspace.clear();
        let after = AnyValue(number);
        let tree = TurnTree::new(&turns, Seat::FIRST, challenged, plays, after, &workspace);
        let other = challenged.then_some(&*policies[1]);
        let walked = walk.turn(&turns, Seat::FIRST, &*policies[0], other, &AnyValue(number));
        let value = tree.value();
        assert!((walked.value.value - value.value).abs() < 1e-14);
        assert!((walked.value.slope - value.slope).abs() < 1e-14);
        assert_eq!(walked.capped, workspace.capped());
    }
}

#[test]
fn the_optimum_against_itself_is_the_solution() {
    let rules = Rules::built_in();
    let solution = best(&rules);
    let optimum = named("optimum", &rules).unwrap();
    let plays = [Play::As(&*optimum), Play::As(&*optimum)];
    let evaluated = Solution::solve(&rules, plays).unwrap();
    assert!((evaluated.first_wins() - solution.first_wins()).abs() < 1e-10);
    // Nobody gains by leaving it.
    let left = Solution::solve(&rules, [Play::Best, Play::As(&*optimum)]).unwrap();
    assert!((left.first_wins() - solution.first_wins()).abs() < 1e-10);
}

#[test]
fn nobody_beats_the_optimum_and_best_responses_beat_everybody() {
    let rules = Rules::built_in();
    let value = best(&rules).first_wins();
    let optimum = named("optimum", &rules).unwrap();
    for name in ["hold-6", "hold-12", "greedy", "tree-1", "tree-2"] {
        let policy = named(name, &rules).unwrap();
        let first_wins = |plays| Solution::solve(&rules, plays).unwrap().first_wins();
        let first = first_wins([Play::As(&*policy), Play::As(&*optimum)]);
        let second = first_wins([Play::As(&*optimum), Play::As(&*policy)]);
        assert!(
            first < value && value < second,
            "{name}: {first} {value} {second}"
        );
        let response = first_wins([Play::Best, Play::As(&*policy)]);
        assert!(response >= second - 1e-12, "{name}: {response} {second}");
    }
}

/// The thesis's three fixed plays. (b) and (c) are what the optimum does; (a),
/// to play on until past an opponent who has the target, is as long as the
/// mover is behind, but not always at a tie.
#[test]
fn the_optimum_makes_the_fixed_plays() {
    let rules = Rules::built_in();
    let solution = best(&rules);
    let game = DragonSlayer::new(rules.clone(), 2);
    let mut checked = [0; 3];
    let mut broken = [0; 3];
    let (mut ties, mut stops_at_ties) = (0, 0);
    // Every state within a turn, from the rule book.
    let solved: Vec<_> = (turns(&game).into_par_iter())
        .map(|(position, state)| (position, state, solution.actions(&position, &state.turn)))
        .collect();
    for (position, state, actions) in solved {
        let value = |wanted: Action| {
            let found = actions.iter().find(|action| action.action == wanted);
            found.map(|action| action.mover_wins)
        };
        let fight = (actions.iter())
            .filter(|action| matches!(action.action, Action::Fight(_)))
            .map(|action| action.mover_wins)
            .fold(0.0, f64::max);
        let (play, kept) = match (state.turn.phase, position.stage) {
            // (a) The opponent moved first and is at the target or past it.
            (Phase::MayStop, Stage::Chase { lead })
                if lead >= 0 && i64::from(state.turn.at_stake) <= i64::from(lead) =>
            {
                // At a tie, overtime may be worth more.
                let tie = i64::from(state.turn.at_stake) == i64::from(lead);
                let stops = value(Action::Stop).unwrap() > fight + 1e-12;
                stops_at_ties += u32::from(stops && tie);
                assert!(!stops || tie, "{state:?}");
                ties += u32::from(tie);
                (0, !stops || tie)
            }
            // (b) The opponent stops at a total that wins.
            (Phase::Asked(Seat::FIRST), stage)
                if stage.after(state.turn.at_stake, 0, 40) == Err(Seat::SECOND) =>
            {
                let (challenge, stands) = (value(Action::Challenge), value(Action::LetStop));
                (1, challenge <= stands)
            }
            // (c) Declining loses at once.
            (Phase::Challenged, stage)
                if stage.after(state.turn.at_stake / 2, 5, 40) == Err(state.mover.next(2)) =>
            {
                (2, value(Action::Accept) >= value(Action::Decline))
            }
            _ => continue,
        };
        checked[play] += 1;
        broken[play] += u32::from(!kept);
    }
    assert!(checked.iter().all(|&count| count > 100), "{checked:?}");
    assert_eq!(broken, [0; 3], "of {checked:?}");
    // What the thesis did not see: overtime may be worth more than a fight.
    assert_eq!([checked[0], ties, stops_at_ties], [428_220, 19_560, 8_059]);
}

/// The states of turns in which the fixed plays may apply, so of the second
/// seat's, whose end may be the game's: by every score and lead up to 60, with up
/// to 60 points at stake.
fn turns(game: &DragonSlayer) -> Vec<(Position, State)> {
    let mut all = Vec::new();
    for first in 0..=60 {
        for second in 0..40_u32 {
            for tokens in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                let mut start = game.start();
                start.scores[Seat::FIRST] = first;
                start.scores[Seat::SECOND] = second;
                start.tokens[Seat::FIRST] = tokens[0];
                start.tokens[Seat::SECOND] = tokens[1];
                start.mover = Seat::SECOND;
                let position = Position::of(&start, 40).unwrap();
                // Every state that fights and stops lead to, without the rolls.
                let mut open = vec![start];
                let mut seen = std::collections::HashSet::new();
                while let Some(state) = open.pop() {
                    if state.mover != Seat::SECOND
                        || state.turn.at_stake > 60
                        || !seen.insert(state)
                    {
                        continue;
                    }
                    all.push((position, state));
                    for action in game.actions(&state) {
                        let next = game.act(&state, action).unwrap();
                        match next.turn.phase {
                            Phase::Fighting { dragon, .. } => {
                                for dice in 1..=state.turn.dice {
                                    let mut slain = state;
                                    let factor = 1 + u32::from(state.turn.challenger.is_some());
                                    let dragon = usize::from(dragon);
                                    let points = game.rules().dragons[dragon].points;
                                    slain.turn.at_stake += factor * points;
                                    slain.turn.alive = state.turn.alive.after_slaying(dragon, 3);
                                    slain.turn.dice = dice;
                                    slain.turn.phase = Phase::MayStop;
                                    open.push(slain);
                                }
                            }
                            _ => open.push(next),
                        }
                    }
                }
            }
        }
    }
    all
}
