//! The conformance of Parchis. Its own tests are in `crates/games/src/parchis`.

use super::conformance::conforms;
use crate::games::parchis::{Parchis, ParchisMove};
use crate::tournament::Players;

#[test]
fn it_conforms() {
    let dice = ["1", "2", "3", "4", "5", "6", "10", "20"];
    let pieces = ["0", "1", "2", "3", "skip"];
    let moves = dice.iter().flat_map(|die| pieces.map(|piece| format!("{die}:{piece}")));
    let moves: Vec<ParchisMove> = moves.map(|text| text.parse().unwrap()).collect();
    for rules in [Parchis::UGR22, Parchis::UGR22_FIXED] {
        let agents = move || {
            ["random", "random-smart", "advance", "greedy", "minimax:1", "deepening:20", "mcts:5"]
                .map(|spec| Parchis::UGR22.player(spec).unwrap())
                .into()
        };
        conforms(rules, 3, &moves, &[], &agents);
    }
}
