//! Pig by the book.

use crate::games::pig::{Face, Pig, PigAction};

use super::conformance::conforms;

#[test]
fn it_conforms() {
    let actions = [PigAction::Roll, PigAction::Hold];
    let events: Vec<Face> = (0..=7).map(Face).collect();
    conforms(&Pig::new(30), 20, &actions, &events);
}
