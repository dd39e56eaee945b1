//! Tests of the rules of Pig.

use crate::games::pig::engine::PigEngine;
use crate::games::pig::{Face, Pig, PigAction};
use crate::play::engine::Positions;

use super::conformance::conforms;

#[test]
fn it_conforms() {
    let actions = [PigAction::Roll, PigAction::Hold];
    let events: Vec<Face> = (1..=6).map(Face).collect();
    let engine = PigEngine::new(30);
    let agents =
        move || ["hold-10", "optimum", "random"].map(|spec| engine.agent(spec).unwrap()).into();
    conforms(Pig::new(30), 20, &actions, &events, &agents);
}
