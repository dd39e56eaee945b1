//! Rule files and tournaments of Parchis.

use std::sync::Arc;

use rivals_core::contest::{Contest, GameRecord, Players};
use rivals_core::play::{AgentSpec, Dice, Game};

use crate::parchis::{Parchis, ParchisState};
use crate::tests::{read_rules, refuses};

#[test]
fn rules_are_read() {
    assert_eq!(read_rules::<Parchis>("").unwrap(), Parchis::UGR22.identity());
    let text = "variant = \"ugr22-fixed\"\nboards = [\"debug\"]\nopening_plies = 0\n";
    assert_eq!(read_rules::<Parchis>(text).unwrap(), text);
    refuses::<Parchis>(&[
        ("variant = \"ugr\"", "variant = \"ugr\" cannot be used", "ugr22, ugr22-fixed"),
        ("boards = [\"gruoped\"]", "\"gruoped\" cannot be used", "did you mean grouped?"),
        ("boards = []", "there is no setup", "a list"),
        ("boards = [\"debug\", \"debug\"]", "it stands twice in the list", "write it once"),
        ("opening_plies = 41", "out of range", "from 0 to 40"),
        ("plies = 1", "unknown key `plies`", "opening_plies"),
    ]);
}

/// Both games of a pair begin from the same opening, which follows from the dice alone.
#[test]
fn openings_are_paired_and_games_are_measured() {
    let spec = |text| AgentSpec::parse(text, Parchis::KINDS).unwrap();
    let specs = [spec("alphabeta:1:eval=gm2"), spec("greedy")];
    let contest = Parchis::agent_contest(&Arc::new(Parchis::UGR22), &specs);
    let mut first = GameRecord::new(2, contest.metrics().len());
    let mut again = first.clone();
    for group in 0..20 {
        let dice = Dice::new(1, 2, group);
        contest.play(&[0, 1], &dice, &mut first);
        contest.play(&[0, 1], &dice, &mut again);
        assert_eq!(first, again);
        let metrics = contest.metrics().len();
        let [nodes, moves] = first.sums(metrics - 1);
        assert_eq!(moves, first.sums(Parchis::metric("moves"))[0]);
        assert!(nodes > moves);
        assert_eq!(first.sums(2 * metrics - 1), [0, 0]);
        let goals = Parchis::metric("goals");
        let goals = [first.sums(goals)[0], first.sums(metrics + goals)[0]];
        assert!(goals.iter().any(|goals| *goals >= 4), "{goals:?}");
    }
}

#[test]
fn openings_vary() {
    let states =
        (0..100).map(|group| Parchis::UGR22.opening(2, &mut Dice::new(1, 2, group).turn(24, 0)));
    let states: std::collections::HashSet<ParchisState> = states.collect();
    assert!(states.len() > 90, "{}", states.len());
    assert!(states.iter().all(|state| state.moves == 6));
}
