//! Tests of the rules of Pig.

use crate::games::pig::{Face, Pig, PigAction};
use crate::tournament::Players;

use super::conformance::conforms;

#[test]
fn it_conforms() {
    let actions = [PigAction::Roll, PigAction::Hold];
    let events: Vec<Face> = (1..=6).map(Face).collect();
    let game = Pig::to(30);
    let agents =
        move || ["hold-10", "optimum", "random"].map(|spec| game.player(spec).unwrap()).into();
    conforms(Pig::to(30), 20, &actions, &events, &agents);
}
