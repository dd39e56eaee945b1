//! Pig by its rules.

use rivals::games::pig::{Face, Pig, PigAction, PigTable};
use rivals::play::engine::{Field, Positions};

use crate::conformance::conforms;

#[test]
fn it_conforms() {
    let actions = [PigAction::Roll, PigAction::Hold];
    let events: Vec<Face> = (1..=6).map(Face).collect();
    let table = PigTable::new(30);
    let agents = move || {
        ["hold-10", "optimum", "random"]
            .map(|spec| table.agent(&Field::new("", &spec.into())).unwrap())
            .into()
    };
    conforms(Pig::new(30), 20, &actions, &events, &agents);
}
