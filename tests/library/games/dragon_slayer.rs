//! Dragon Slayer by the book: what holds for every game, every rule on its own
//! with scripted dice, and a whole game as a readable text.

use crate::games::dragon_slayer::{
    Action, AfterRoll, DragonSlayer, FightState, Phase, Rules, State,
};
use crate::play::{BySeat, Game, Node, Seat};
use crate::random::{Key, Purpose};

use super::conformance::conforms;

const BLUE: Action = Action::Fight(0);
const GREEN: Action = Action::Fight(1);
const RED: Action = Action::Fight(2);

fn game(seats: usize) -> DragonSlayer {
    DragonSlayer::new(Rules::built_in(), seats)
}

#[test]
fn it_conforms() {
    let actions: Vec<Action> = (0..5)
        .map(Action::Fight)
        .chain([
            Action::Stop,
            Action::Challenge,
            Action::LetStop,
            Action::Accept,
            Action::Decline,
        ])
        .collect();
    let mut events = vec![AfterRoll::Defeat];
    for warrior_dice in 1..=4 {
        events.push(AfterRoll::Slain {
            dice_left: warrior_dice,
        });
        events.extend((0..=4).map(|dragon_dice| {
            AfterRoll::Rolling(FightState {
                dragon_dice,
                warrior_dice,
            })
        }));
    }
    for seats in 2..=6 {
        conforms(&game(seats), 20, &actions, &events);
    }
}

/// Scripted play: actions, and how each fight ends.
#[derive(Clone, Copy)]
enum Do {
    Act(Action),
    /// The fight ends with so many dice left, 0 for defeat.
    End(u8),
}
use Do::{Act, End};

/// Plays a script to its last line.
fn follow(game: &DragonSlayer, mut state: State, script: &[Do]) -> State {
    for step in script {
        state = match *step {
            Act(action) => game.act(&state, action).unwrap(),
            End(0) => game.happen(&state, AfterRoll::Defeat).unwrap(),
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
                    state = game.happen(&state, rolling).unwrap();
                }
                game.happen(&state, AfterRoll::Slain { dice_left }).unwrap()
            }
        };
    }
    state
}

fn scores(state: &State) -> Vec<u32> {
    state.scores.iter().map(|(_, score)| score).collect()
}

fn at(game: &DragonSlayer, scores: &[u32]) -> State {
    let mut state = game.start();
    for (seat, score) in scores.iter().enumerate() {
        state.scores[Seat(seat as u8)] = *score;
    }
    state
}

#[test]
fn dice_and_dragons_are_used_up_within_a_turn() {
    let game = game(2);
    let state = follow(&game, game.start(), &[Act(RED), End(2), Act(BLUE), End(2)]);
    assert_eq!((state.turn.at_stake, state.turn.dice), (8, 2));
    assert_eq!(game.actions(&state), [GREEN, Action::Stop]);
    assert!(
        game.act(&state, RED)
            .unwrap_err()
            .to_string()
            .contains("no such dragon")
    );
    // The third revives all.
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
    let game = game(2);
    let refusal = game.act(&game.start(), Action::Stop).unwrap_err();
    assert!(refusal.to_string().contains("at least one dragon"));
    assert_eq!(game.actions(&game.start()), [BLUE, GREEN, RED]);
}

#[test]
fn a_challenge_declined_costs_half() {
    let game = game(2);
    let stop = [Act(RED), End(3), Act(GREEN), End(3), Act(Action::Stop)];
    let asked = follow(&game, game.start(), &stop);
    assert_eq!(asked.turn.phase, Phase::Asked(Seat::SECOND));
    let declined = follow(
        &game,
        asked,
        &[Act(Action::Challenge), Act(Action::Decline)],
    );
    assert_eq!(scores(&declined), [5, 5]);
    assert_eq!(declined.tokens[Seat::SECOND], 0);
    assert_eq!(declined.mover, Seat::SECOND);
    let let_stop = follow(&game, asked, &[Act(Action::LetStop)]);
    assert_eq!(scores(&let_stop), [10, 0]);
    assert_eq!(let_stop.tokens[Seat::SECOND], 1);
}

#[test]
fn a_challenge_accepted_doubles_what_follows() {
    let game = game(2);
    let accepted = follow(
        &game,
        game.start(),
        &[
            Act(RED),
            End(3),
            Act(Action::Stop),
            Act(Action::Challenge),
            Act(Action::Accept),
        ],
    );
    // One more dragon must be slain.
    assert_eq!(game.actions(&accepted), [BLUE, GREEN]);
    assert!(game.act(&accepted, Action::Stop).is_err());
    let slain = follow(&game, accepted, &[Act(GREEN), End(2)]);
    assert_eq!(slain.turn.at_stake, 6 + 2 * 4);
    // Then a stop is a stop: nobody is asked again.
    let stopped = follow(&game, slain, &[Act(Action::Stop)]);
    assert_eq!(scores(&stopped), [14, 0]);
    // Going on counts double too, and a defeat gives the challenger five.
    let defeated = follow(&game, slain, &[Act(BLUE), End(2), Act(RED), End(0)]);
    assert_eq!(scores(&defeated), [0, 5]);
}

#[test]
fn challengers_are_asked_clockwise() {
    let game = game(4);
    // Seat 2 moves; seat 4 has spent its token.
    let mut state = follow(&game, game.start(), &[Act(BLUE), End(0), Act(BLUE), End(3)]);
    state.tokens[Seat(3)] = 0;
    let mut asked = game.act(&state, Action::Stop).unwrap();
    let mut seats = Vec::new();
    while let Node::Decision(seat, actions) = game.node(&asked)
        && actions == [Action::Challenge, Action::LetStop]
    {
        seats.push(seat);
        asked = game.act(&asked, Action::LetStop).unwrap();
    }
    assert_eq!(seats, [Seat(2), Seat(0)]);
    assert_eq!(scores(&asked), [0, 2, 0, 0]);
}

#[test]
fn the_game_ends_with_a_round_and_one_leader() {
    let game = game(2);
    let score = [Act(RED), End(3), Act(Action::Stop), Act(Action::LetStop)];
    // The first reaches the target, but the second still has its turn.
    let state = follow(&game, at(&game, &[36, 30]), &score);
    assert_eq!(
        (state.mover, state.turn.phase),
        (Seat::SECOND, Phase::MustFight)
    );
    let won = follow(&game, state, &[Act(RED), End(0)]);
    assert_eq!(
        won.turn.phase,
        Phase::Over {
            winner: Seat::FIRST
        }
    );
    assert!(game.actions(&won).is_empty());
    // Passed by the second.
    let passed = follow(&game, follow(&game, at(&game, &[36, 38]), &score), &score);
    assert_eq!(
        passed.turn.phase,
        Phase::Over {
            winner: Seat::SECOND
        }
    );
    // A tie is played on, by whole rounds.
    let tied = follow(&game, follow(&game, at(&game, &[36, 36]), &score), &score);
    assert_eq!(
        (scores(&tied), tied.turn.phase),
        (vec![42, 42], Phase::MustFight)
    );
    let again = follow(&game, tied, &[Act(RED), End(0), Act(RED), End(0)]);
    assert_eq!(again.turn.phase, Phase::MustFight);
    let won = follow(&game, follow(&game, again, &score), &[Act(RED), End(0)]);
    assert_eq!(
        won.turn.phase,
        Phase::Over {
            winner: Seat::FIRST
        }
    );
}

#[test]
fn a_challenger_may_reach_the_target_by_the_bonus() {
    let game = game(3);
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

/// One game, told line by line.
fn told(game: &DragonSlayer, seed: u64) -> String {
    let mut rng = Key::new(seed, Purpose::Playing, &[]).generator();
    let name = |dragon: u8| game.rules().dragons[usize::from(dragon)].name.clone();
    let mut text = String::new();
    let mut state = game.start();
    loop {
        let next = match game.node(&state) {
            Node::Decision(seat, actions) => {
                if state.turn == game.start().turn {
                    text += &format!("\n{:?}, {seat} to move\n", scores(&state));
                }
                // Stops at 8 or more, fights the strongest, challenges and accepts from 10.
                let action = match state.turn.phase {
                    Phase::MayStop if state.turn.at_stake >= 8 => Action::Stop,
                    Phase::Asked(_) if state.turn.at_stake >= 10 => Action::Challenge,
                    Phase::Asked(_) => Action::LetStop,
                    Phase::Challenged if state.turn.dice > 1 => Action::Accept,
                    Phase::Challenged => Action::Decline,
                    _ => *actions
                        .iter()
                        .rfind(|action| **action != Action::Stop)
                        .unwrap(),
                };
                text += &match action {
                    Action::Fight(dragon) => format!("  {seat}: fight {}\n", name(dragon)),
                    action => format!("  {seat}: {action}\n"),
                };
                game.act(&state, action).unwrap()
            }
            Node::Chance(chances) => {
                let event = chances.sample(&mut rng);
                text += &format!("    {event}\n");
                game.happen(&state, event).unwrap()
            }
            Node::Over(outcome) => {
                text += &format!("\n{:?}, {} wins\n", scores(&state), outcome.winners[0]);
                return text;
            }
        };
        state = next;
    }
}

#[test]
fn a_golden_game() {
    let told = told(&game(3), 7);
    let golden = include_str!("golden/dragon_slayer_3_seats.txt");
    assert_eq!(told.trim(), golden.trim());
}

#[test]
fn positions_can_be_set_up() {
    let game = game(2);
    let state = game.round(BySeat::new(3, 2), BySeat::new(0, 2));
    assert_eq!(state, {
        let mut s = at(&game, &[3, 3]);
        s.tokens = BySeat::new(0, 2);
        s
    });
}
