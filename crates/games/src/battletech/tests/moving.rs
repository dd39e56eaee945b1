//! The moves of agents.

use rivals_core::play::{Dice, Game, Playthrough, Seat, Turn};
use serde_json::json;

use super::*;
use crate::battletech::movement::Mode;
use crate::battletech::moving::{charge, flee, seed};
use crate::battletech::path::{Distance, Planner};
use crate::battletech::rules::BattleTech;
use crate::battletech::state::{Action, Phase, State};

/// The position of two mechs that are to move, the first one first.
fn duel(lines: &[&str], first: (&str, u8), second: (&str, u8)) -> State {
    let mech = |model: &str, (hex, facing): (&str, u8)| json!({"model": model, "hex": hex, "facing": facing});
    let position = json!({"map": lines, "mechs": [mech("GRF-1N", first), mech("HBK-4G", second)]});
    super::state(&position)
}

fn seeds(state: &State) -> String {
    seed(state, state.decides().unwrap(), &Planner::default()).to_string()
}

/// Ruling 41, and the hex behind the enemy.
#[test]
fn the_seed_hides_or_approaches() {
    let woods = ["15x17", "light: 0806 0907", "heavy: 0808"];
    let mut state = duel(&woods, ("0810", 1), ("0803", 4));
    // Two hexes ahead are heavy woods, which take 1 + 3 movement points.
    assert_eq!(seeds(&state), "walk:0808:1");
    // The second one moves last, and goes behind the first, which has gone nowhere.
    state.acted.push(Seat(0));
    state.mechs[Seat(1)].hex = hex("0807");
    // Around the heavy woods, as far as 4 movement points go: turn, step, turn, step.
    assert_eq!(seeds(&state), "walk:0709:4");
    let open = duel(&["15x17"], ("0814", 1), ("0803", 4));
    // Behind the enemy is 0802, and jumps reach as far as walks.
    assert_eq!(seeds(&open), "jump:0809:1");
    assert_eq!(charge(&open, Seat(0)).to_string(), "run:0806:1");
    let Action::Move(Mode::Jump, refuge, facing) = flee(&open, Seat(0)) else { panic!() };
    assert!(hex("0803").distance(refuge) > 14 && facing == refuge.towards(hex("0803")));
}

/// All moves are legal, with every fault, in games whose other decisions are drawn.
#[test]
fn moves_are_legal() {
    let right = Planner::default();
    let planners = [
        right,
        Planner { distance: Distance::Printed, ..right },
        Planner { distance: Distance::Manhattan, ..right },
        Planner { blind: true, ..right },
        Planner { climbs_back: true, ..right },
    ];
    let game = Arc::new(BattleTech::default());
    let mut rng = generator(6);
    let mut moves = 0;
    let setups = ["jumpers", "heat", "wooded:AS7-D,JR7-D,LCT-1V", "random:GRF-1N,WHM-6R"];
    for (number, setup) in setups.into_iter().enumerate() {
        for planner in planners {
            let seats = setup.matches(',').count().max(1) + 1;
            let start = game.set_up(setup, seats, &mut rng).unwrap();
            let seats = start.mechs.seats();
            let dice = Dice::new(number as u64, 0, 0);
            let mut playthrough = Playthrough::from_state(Arc::clone(&game), start, seats, dice);
            for _ in 0..400 {
                let state = playthrough.state().clone();
                match playthrough.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance(_) => drop(playthrough.roll().unwrap()),
                    Turn::Decide(seat) => {
                        let actions = game.actions(&state);
                        let mut action = actions[rng.random_range(0..actions.len())];
                        if state.phase == Phase::Movement {
                            let all = [
                                seed(&state, seat, &planner),
                                charge(&state, seat),
                                flee(&state, seat),
                            ];
                            for action in all {
                                assert!(actions.contains(&action), "{action} {state:?}");
                            }
                            action = all[rng.random_range(0..3)];
                            moves += u32::from(action != Action::Stay);
                        }
                        playthrough.act(action).unwrap();
                    }
                }
            }
        }
    }
    assert!(moves > 500, "{moves}");
}
