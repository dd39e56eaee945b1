//! Dragon Slayer in the conformance suite.

use crate::commands::dragon_slayer::game as dragons;
use crate::dragon_slayer::{Action, AfterRoll, DragonSlayer, FightState, Rules};
use crate::tournament::Players;

use super::conformance::conforms;

#[test]
fn it_conforms() {
    let actions: Vec<Action> = (0..4)
        .map(Action::Fight)
        .chain([Action::Stop, Action::Challenge, Action::LetStop, Action::Accept, Action::Decline])
        .collect();
    let mut events = vec![AfterRoll::Defeat];
    for warrior_dice in 1..=4 {
        events.push(AfterRoll::Slain { dice_left: warrior_dice });
        events.extend(
            (0..=4).map(|dragon_dice| AfterRoll::Rolling(FightState { dragon_dice, warrior_dice })),
        );
    }
    let mut rules = Rules::built_in();
    rules.target = 20;
    rules.challenge.tokens = 2;
    let table = dragons(rules.clone());
    let specs = ["greedy", "hold-6", "random", "tree-1", "optimum", "daniel"];
    let agents = move || {
        let agent = |spec: &str| table.player(spec).unwrap();
        specs.map(agent).into()
    };
    // There are fewer games with agents, because these are slower.
    conforms(DragonSlayer::by(Rules::built_in()), 10, &actions, &events, &Vec::new);
    conforms(DragonSlayer::by(rules), 1, &actions, &events, &agents);
}
