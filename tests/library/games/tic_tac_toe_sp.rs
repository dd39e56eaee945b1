//! The conformance of Tic Tac Toe SP. Its own tests are in `crates/games/src/tic_tac_toe_sp`.

use super::conformance::conforms;
use crate::games::tic_tac_toe_sp::{TicTacToe, TicTacToeMove};
use crate::tournament::Players;

#[test]
fn it_conforms() {
    let kinds = ["basic", "ice", "plant", "torch", "bomb"];
    let cells = (0..6).flat_map(|row| (0..6).map(move |column| format!("{row},{column}")));
    let moves = cells.flat_map(|cell| kinds.map(|kind| format!("{kind}:{cell}")));
    let moves: Vec<TicTacToeMove> = moves.map(|text| text.parse().unwrap()).collect();
    for rules in [TicTacToe::STUDIO, TicTacToe::CLASSICAL] {
        let agents = move || {
            [
                "random",
                "win-block",
                "priority:tie=random:prevent=plant",
                "priority-fixed",
                "priority-learned",
                "minimax:1",
                "alphabeta:1:eval=rivals",
                "deepening:20",
                "mcts:5",
            ]
            .map(|spec| TicTacToe::STUDIO.player(spec).unwrap())
            .into()
        };
        conforms(rules, 3, &moves, &[], &agents);
    }
}
