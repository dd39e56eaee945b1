//! Tests of the rules: every rule on its own with scripted dice, and a whole game as a readable
//! text. The conformance suite is in `tests/library/games/dragon_slayer.rs` of the workspace.

use std::sync::{Arc, LazyLock};

use crate::odds::exact;
use crate::solver::{Play, Position, Solution, Stage};
use crate::tests::dragons;
use crate::{Action, AfterRoll, DragonSlayer, FightState, Phase, Rules, State};
use rivals_core::engine::{Engine, EngineOf};
use rivals_core::play::{BySeat, Game, Seat, Step, Turn};
use rivals_core::random::{Key, Purpose};
use serde_json::{Value, json};

const BLUE: Action = Action::Fight(0);
const GREEN: Action = Action::Fight(1);
const RED: Action = Action::Fight(2);

fn game() -> DragonSlayer {
    DragonSlayer::by(Rules::built_in())
}

/// A line of a script: an action, or how a fight ends.
#[derive(Clone, Copy)]
enum Do {
    Act(Action),
    /// The fight ends with this number of dice left, 0 for a defeat.
    End(u8),
}
use Do::{Act, End};

/// Plays a script to its end.
fn follow(game: &DragonSlayer, mut state: State, script: &[Do]) -> State {
    for step in script {
        state = match *step {
            Act(action) => {
                assert!(game.actions(&state).contains(&action), "{action}: {state:?}");
                game.after(&state, Step::Act(action))
            }
            End(0) => game.after(&state, Step::Event(AfterRoll::Defeat)),
            End(dice_left) => {
                let Phase::Fighting { fight, .. } = state.turn.phase else {
                    panic!("no fight in {state:?}")
                };
                // The dice that are not left are lost in a roll before the last.
                if fight.warrior_dice > dice_left {
                    let rolling = AfterRoll::Rolling(FightState {
                        dragon_dice: fight.dragon_dice,
                        warrior_dice: dice_left,
                    });
                    state = game.after(&state, Step::Event(rolling));
                }
                game.after(&state, Step::Event(AfterRoll::Slain { dice_left }))
            }
        };
    }
    state
}

fn scores(state: &State) -> Vec<u32> {
    state.scores.iter().map(|(_, score)| score).collect()
}

fn at(game: &DragonSlayer, scores: &[u32]) -> State {
    let mut state = game.start(scores.len());
    for (seat, score) in scores.iter().enumerate() {
        state.scores[Seat(seat as u8)] = *score;
    }
    state
}

#[test]
fn dice_and_dragons_are_used_up_within_a_turn() {
    let game = game();
    let state = follow(&game, game.start(2), &[Act(RED), End(2), Act(BLUE), End(2)]);
    assert_eq!((state.turn.at_stake, state.turn.dice), (8, 2));
    assert_eq!(game.actions(&state), [GREEN, Action::Stop]);
    // The third slain dragon revives all.
    let state = follow(&game, state, &[Act(GREEN), End(1)]);
    assert_eq!((state.turn.at_stake, state.turn.dice), (12, 1));
    assert_eq!(game.actions(&state), [BLUE, GREEN, RED, Action::Stop]);
    // A defeat scores nothing, and the next turn has all dice again.
    let state = follow(&game, state, &[Act(BLUE), End(0)]);
    assert_eq!(scores(&state), [0, 0]);
    assert_eq!((state.mover, state.turn.dice), (Seat::SECOND, 3));
}

#[test]
fn no_passing() {
    let game = game();
    assert_eq!(game.actions(&game.start(2)), [BLUE, GREEN, RED]);
}

#[test]
fn a_challenge_declined_costs_half() {
    let game = game();
    let stop = [Act(RED), End(3), Act(GREEN), End(3), Act(Action::Stop)];
    let asked = follow(&game, game.start(2), &stop);
    assert_eq!(asked.turn.phase, Phase::Asked(Seat::SECOND));
    let declined = follow(&game, asked, &[Act(Action::Challenge), Act(Action::Decline)]);
    assert_eq!(scores(&declined), [5, 5]);
    assert_eq!(declined.tokens[Seat::SECOND], 0);
    assert_eq!(declined.mover, Seat::SECOND);
    let let_stop = follow(&game, asked, &[Act(Action::LetStop)]);
    assert_eq!(scores(&let_stop), [10, 0]);
    assert_eq!(let_stop.tokens[Seat::SECOND], 1);
}

#[test]
fn an_accepted_challenge_doubles_the_points_that_follow() {
    let game = game();
    let accepted = follow(
        &game,
        game.start(2),
        &[Act(RED), End(3), Act(Action::Stop), Act(Action::Challenge), Act(Action::Accept)],
    );
    // One more dragon must be slain.
    assert_eq!(game.actions(&accepted), [BLUE, GREEN]);
    assert!(!game.actions(&accepted).contains(&Action::Stop));
    let slain = follow(&game, accepted, &[Act(GREEN), End(2)]);
    assert_eq!(slain.turn.at_stake, 6 + 2 * 4);
    // A stop then ends the turn: no further opponent may challenge.
    let stopped = follow(&game, slain, &[Act(Action::Stop)]);
    assert_eq!(scores(&stopped), [14, 0]);
    // Points count double after continuing as well, and a defeat gives the challenger
    // five points.
    let defeated = follow(&game, slain, &[Act(BLUE), End(2), Act(RED), End(0)]);
    assert_eq!(scores(&defeated), [0, 5]);
}

#[test]
fn challengers_are_asked_clockwise() {
    let game = game();
    // Seat 2 decides; seat 4 has spent its token.
    let mut state = follow(&game, game.start(4), &[Act(BLUE), End(0), Act(BLUE), End(3)]);
    state.tokens[Seat(3)] = 0;
    let mut asked = game.after(&state, Step::Act(Action::Stop));
    let mut seats = Vec::new();
    while let Turn::Decide(seat) = game.turn(&asked)
        && game.actions(&asked) == [Action::Challenge, Action::LetStop]
    {
        seats.push(seat);
        game.play(&mut asked, Step::Act(Action::LetStop));
    }
    assert_eq!(seats, [Seat(2), Seat(0)]);
    assert_eq!(scores(&asked), [0, 2, 0, 0]);
}

#[test]
fn the_game_ends_with_a_round_and_one_leader() {
    let game = game();
    let score = [Act(RED), End(3), Act(Action::Stop), Act(Action::LetStop)];
    // The first player reaches the target, but the second still has its turn.
    let state = follow(&game, at(&game, &[36, 30]), &score);
    assert_eq!((state.mover, state.turn.phase), (Seat::SECOND, Phase::MustFight));
    let won = follow(&game, state, &[Act(RED), End(0)]);
    assert_eq!(won.turn.phase, Phase::Over { winner: Seat::FIRST });
    assert!(game.actions(&won).is_empty());
    // The second player passes the first.
    let passed = follow(&game, follow(&game, at(&game, &[36, 38]), &score), &score);
    assert_eq!(passed.turn.phase, Phase::Over { winner: Seat::SECOND });
    // After a tie, the game continues by whole rounds.
    let tied = follow(&game, follow(&game, at(&game, &[36, 36]), &score), &score);
    assert_eq!((scores(&tied), tied.turn.phase), (vec![42, 42], Phase::MustFight));
    let again = follow(&game, tied, &[Act(RED), End(0), Act(RED), End(0)]);
    assert_eq!(again.turn.phase, Phase::MustFight);
    let won = follow(&game, follow(&game, again, &score), &[Act(RED), End(0)]);
    assert_eq!(won.turn.phase, Phase::Over { winner: Seat::FIRST });
}

#[test]
fn a_challenger_may_reach_the_target_by_the_bonus() {
    let game = game();
    let script = [
        Act(RED),
        End(3),
        Act(Action::Stop),
        Act(Action::LetStop),
        Act(Action::Challenge),
        Act(Action::Decline),
        Act(BLUE),
        End(0),
        Act(BLUE),
        End(0),
    ];
    let state = follow(&game, at(&game, &[0, 0, 36]), &script);
    assert_eq!(scores(&state), [3, 0, 41]);
    assert_eq!(state.turn.phase, Phase::Over { winner: Seat(2) });
}

/// The text of one game, line by line.
fn transcript(game: &DragonSlayer, seats: usize, seed: u64) -> String {
    let mut rng = Key::new(seed, Purpose::Playing, &[]).generator();
    let name = |dragon: u8| game.rules().dragons[usize::from(dragon)].name.clone();
    let mut text = String::new();
    let mut state = game.start(seats);
    loop {
        let next = match game.turn(&state) {
            Turn::Decide(seat) => {
                let actions = game.actions(&state);
                if state.turn == game.start(seats).turn {
                    text += &format!("\n{:?}, {seat} to move\n", scores(&state));
                }
                // The policy stops at 8 points or more, fights the strongest dragon, and
                // challenges and accepts from 10 points.
                let action = match state.turn.phase {
                    Phase::MayStop if state.turn.at_stake >= 8 => Action::Stop,
                    Phase::Asked(_) if state.turn.at_stake >= 10 => Action::Challenge,
                    Phase::Asked(_) => Action::LetStop,
                    Phase::Challenged if state.turn.dice > 1 => Action::Accept,
                    Phase::Challenged => Action::Decline,
                    _ => *actions.iter().rfind(|action| **action != Action::Stop).unwrap(),
                };
                text += &match action {
                    Action::Fight(dragon) => format!("  {seat}: fight {}\n", name(dragon)),
                    action => format!("  {seat}: {action}\n"),
                };
                game.after(&state, Step::Act(action))
            }
            Turn::Chance(chances) => {
                let event = chances.sample(&mut rng);
                text += &format!("    {event}\n");
                game.after(&state, Step::Event(event))
            }
            Turn::Over(outcome) => {
                text += &format!(
                    "\n{:?}, {} wins\n",
                    scores(&state),
                    outcome.winners().iter().next().unwrap()
                );
                return text;
            }
        };
        state = next;
    }
}

#[test]
fn a_golden_game() {
    let found = transcript(&game(), 3, 7);
    let golden = include_str!("golden/3_seats.txt");
    assert_eq!(found.trim(), golden.trim());
}

#[test]
fn positions_can_be_set_up() {
    let game = game();
    let state = game.round(BySeat::new(3, 2), BySeat::new(0, 2));
    assert_eq!(state, {
        let mut s = at(&game, &[3, 3]);
        s.tokens = BySeat::new(0, 2);
        s
    });
}

/// The engine's answer to a question about the game to 20 points, which is solved once.
fn answer(question: &Value) -> Value {
    static GAME: LazyLock<Arc<DragonSlayer>> =
        LazyLock::new(|| Arc::new(dragons(Rules { target: 20, ..Rules::built_in() })));
    let mut engine = EngineOf::new(Arc::clone(&GAME));
    serde_json::from_str(&engine.answer(question.to_string().as_bytes())).unwrap()
}

/// With more points at stake than the solver follows, advice is sampled. The exact value is known
/// here: who slays a dragon stops and wins, and after a defeat the game goes on as from its start.
#[test]
fn sampled_advice_agrees_with_exact_values() {
    let mut rules = Rules::built_in();
    rules.target = 20;
    let solution = Solution::solve(&rules, [Play::Optimal; 2]).unwrap();
    let begins = Stage::Running { scores: [0, 0], mover: Seat::FIRST };
    let after_defeat = 1.0 - solution.value(&Position::new(begins, [0, 0]));
    let odds = exact::all(&rules);
    for seats in [2, 3] {
        let position = json!({
            "scores": vec![0; seats], "tokens": vec![0; seats], "mover": seats, "at_stake": 600,
            "alive": [1, 2, 3], "dice": 1, "phase": "may-stop",
        });
        let answer = answer(&json!({ "ask": "advise", "position": position }));
        let actions = answer["actions"].as_array().unwrap();
        assert_eq!((actions.len(), &actions[3]["action"]), (4, &json!("stop")));
        assert_eq!(actions[3]["wins"], 1.0);
        for (dragon, action) in actions[..3].iter().enumerate() {
            let [low, wins, high] =
                ["low", "wins", "high"].map(|key| action[key].as_f64().unwrap());
            assert!(low < wins && wins < high, "{action}");
            // The odds of one warrior die are the first of each dragon.
            let slays = exact::to_f64(&odds[3 * dragon].win());
            let expected = match seats {
                2 => slays + (1.0 - slays) * after_defeat,
                // The other two seats can win before the third has another turn.
                _ => slays + (1.0 - slays) / 3.0,
            };
            let error = (expected * (1.0 - expected) / 1_000.0).sqrt();
            let allowed = if seats == 2 { 4.0 * error } else { 0.1 };
            assert!((wins - expected).abs() < allowed, "{action}: {expected}");
        }
    }
}

/// Players that never stop below 200 points do not score.
#[test]
fn games_that_stall_are_adjudicated() {
    for seats in [2, 3, 6] {
        let mut won = vec![0; seats];
        for seed in 0..10 {
            let question =
                json!({ "ask": "play", "agents": vec!["hold-200"; seats], "seed": seed });
            let answer = answer(&question);
            let [winner] = &answer["winners"].as_array().unwrap()[..] else {
                panic!("{answer}");
            };
            assert_eq!(answer["scores"], json!(vec![0; seats]));
            let moves = answer["moves"].as_array().unwrap().len();
            assert!(moves > 1_000 * seats && moves < 100_000, "{moves}");
            won[winner.as_u64().unwrap() as usize - 1] += 1;
        }
        assert!(won.iter().filter(|&&won| won > 0).count() > 1, "{won:?}");
    }
}
