//! Rule files and tournaments of Tic Tac Toe SP.

use std::sync::Arc;

use rivals_core::contest::{Contest, GameRecord, Players};
use rivals_core::play::{AgentSpec, Dice, Game};

use crate::tests::{read_rules, refuses};
use crate::tic_tac_toe_sp::{TicTacToe, TicTacToeState};

#[test]
fn rules_are_read() {
    assert_eq!(read_rules::<TicTacToe>("").unwrap(), TicTacToe::STUDIO.identity());
    let text =
        "rows = 6\ncolumns = 3\nwin = 3\nstocks = { torch = 2, bomb = 0 }\nopening_plies = 0\n";
    let expected = "rows = 6\ncolumns = 3\nwin = 3\nstocks = { ice = 2, plant = 2, torch = 2, \
                    bomb = 0 }\nopening_plies = 0\n";
    assert_eq!(read_rules::<TicTacToe>(text).unwrap(), expected);
    refuses::<TicTacToe>(&[
        ("rows = 7", "out of range", "from 1 to 6"),
        ("win = 1", "out of range", "from 2 to 6"),
        ("stocks = { torches = 1 }", "unknown key `torches`", "did you mean torch?"),
        ("stocks = { ice = 100 }", "out of range", "from 0 to 99"),
        ("opening_plies = 21", "out of range", "from 0 to 20"),
        ("k = 4", "unknown key `k`", "win"),
        ("rows = 1\ncolumns = 2\nwin = 2\nopening_plies = 9", "end nearly every game", "fewer"),
    ]);
}

/// Both games of a pair begin from the same opening, which follows from the dice alone.
#[test]
fn openings_are_paired_and_games_are_measured() {
    let spec = |text| AgentSpec::parse(text, TicTacToe::KINDS).unwrap();
    let specs = [spec("priority"), spec("alphabeta:1"), spec("random")];
    let contest = TicTacToe::agent_contest(&Arc::new(TicTacToe::STUDIO), &specs);
    let metrics = contest.metrics().len();
    let mut first = GameRecord::new(2, metrics);
    let mut again = first.clone();
    for group in 0..30 {
        let dice = Dice::new(1, 2, group);
        contest.play(&[0, 1], &dice, &mut first);
        contest.play(&[0, 1], &dice, &mut again);
        assert_eq!(first, again);
        let sums = |name| first.sums(TicTacToe::metric(name));
        let [of_first, of_second] = [0, metrics].map(|seat| first.sums(seat)[0]);
        assert!(of_first >= of_second && of_first - of_second <= 1);
        let parts = ["pieces", "blocks", "clearings"].map(|name| sums(name)[0]);
        assert_eq!(parts.iter().sum::<i64>(), of_first);
        assert_eq!(sums("priority_74")[1], of_first);
        let [nodes, moves] = first.sums(2 * metrics - 1);
        assert!(moves == of_second && nodes > moves);
    }
}

/// Equal players score the same against the same opponent, whatever their names are, and the
/// same claim that finds them equal tells different players apart.
#[test]
fn all_pairings_have_the_same_openings() {
    let names = ["alphabeta:1", "minimax:1", "priority-fixed", "priority"];
    let specs = names.map(|text| AgentSpec::parse(text, TicTacToe::KINDS).unwrap());
    let contest = TicTacToe::agent_contest(&Arc::new(TicTacToe::STUDIO), &specs);
    for group in 0..20 {
        let dice = |pairing| Dice::new(3, pairing, group);
        let [mut one, mut other] = [(); 2].map(|()| GameRecord::new(2, contest.metrics().len()));
        contest.play(&[0, 3], &dice(1), &mut one);
        contest.play(&[1, 3], &dice(2), &mut other);
        assert_eq!(one.winners, other.winners);
        assert_eq!(one.sums(0), other.sums(0));
    }
    let [same, all] = contest.same_decisions([0, 1], 50).unwrap();
    assert!(same == all && all > 20, "{same} of {all}");
    let [same, all] = contest.same_decisions([2, 3], 50).unwrap();
    assert!(same < all, "{same} of {all}");
}

#[test]
fn openings_vary() {
    let states =
        (0..100).map(|group| TicTacToe::STUDIO.opening(2, &mut Dice::new(1, 2, group).turn(24, 0)));
    let states: std::collections::HashSet<TicTacToeState> = states.collect();
    assert_eq!(states.len(), 100);
}
