//! The priority board: the examples of the specification, the order of the functions, the faults of
//! the document, and the reference implementation.

use std::sync::Arc;

use super::super::board::cell;
use super::super::forced::winning_cells;
use super::super::priorities::{Act, Priorities};
use super::super::rules::TicTacToe;
use super::super::rules::make;
use super::super::state::{Stock, TicTacToeState};
use super::reference::{self, Plain, assigned, choice, wishes};
use super::{at, decision, named, undecided};
use rivals_core::contest::{Contest, GameRecord, Players};
use rivals_core::play::{AgentSpec, Dice, Seat, Seats};

/// An example of the specification.
struct Example {
    name: &'static str,
    state: TicTacToeState,
    board: Vec<Vec<&'static str>>,
    chosen: &'static str,
}

fn examples() -> Vec<Example> {
    let text = include_str!("examples.txt");
    let blocks = text.split("\n\n").skip(1);
    let example = |block: &'static str| {
        let lines: Vec<&str> = block.lines().collect();
        let stock: Vec<u8> = lines[1].split(',').map(|many| many.parse().unwrap()).collect();
        let stock: Stock = stock.try_into().unwrap();
        let row = |line: &'static str| line.split(' ').collect::<Vec<_>>();
        let rows: Vec<Vec<&str>> = lines[2..7].iter().map(|line| row(line)).collect();
        let cells: [&str; 5] = std::array::from_fn(|at| rows[at][0]);
        Example {
            name: lines[0],
            state: at(cells, "X", [stock; 2]),
            board: rows.into_iter().map(|row| row[1..].to_vec()).collect(),
            chosen: lines[7],
        }
    };
    blocks.map(example).collect()
}

fn agent(spelling: &str) -> Priorities {
    named(spelling).downcast::<Priorities>().unwrap().clone()
}

/// An entry as the examples write it.
fn entry((priority, act): (i32, Act)) -> String {
    match act {
        Act::None => "--".to_owned(),
        act => format!("{priority}{}", act.name()[..1].to_uppercase()),
    }
}

#[test]
fn examples_of_the_specification() {
    let examples = examples();
    assert_eq!(examples.len(), 19);
    for Example { name, state, board, chosen } in examples {
        let found = agent("priority").board(&state);
        for (row, expected) in board.iter().enumerate() {
            for (column, expected) in expected.iter().enumerate() {
                let found = entry(found[usize::from(cell(row as u8, column as u8))]);
                assert_eq!(found, *expected, "{name}: {row},{column}");
            }
        }
        assert_eq!(decision(&mut *named("priority"), &state).to_string(), chosen, "{name}");
        assert_eq!(choice(&Plain::new(&state)), chosen, "{name}, by the reference");
    }
}

/// The board and the choice are those of the ten functions run one after the other.
#[test]
fn the_board_is_that_of_the_reference() {
    let document = agent("priority");
    for state in undecided(400) {
        let plain = Plain::new(&state);
        let expected = assigned(&wishes(&plain), &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let found = document.board(&state);
        for row in 0..state.shape.rows {
            for column in 0..state.shape.columns {
                let (priority, act) = found[usize::from(cell(row, column))];
                let (reference, wanted) = expected[usize::from(row)][usize::from(column)];
                let same = match wanted {
                    reference::Act::None => act == Act::None,
                    reference::Act::Basic => act == Act::Basic,
                    reference::Act::Prevent => act == Act::Prevent,
                    reference::Act::Destroy => act == Act::Destroy,
                };
                assert!(same && priority == reference, "{row},{column}\n{state}");
                assert_eq!(document.priority(&state, cell(row, column)), priority);
            }
        }
        assert_eq!(decision(&mut *named("priority"), &state).to_string(), choice(&plain));
    }
}

/// A board on which all ten functions find something.
fn busy() -> Plain {
    let rows = ["OOiO..", "XX....", "OO.O.X", "O.OO.X", "OiOO.X", "OOO..."];
    let plain = Plain::new(&at(rows, "X", [[2, 2, 1, 1]; 2]));
    assert!(wishes(&plain).iter().all(|wishes| !wishes.is_empty()));
    plain
}

/// All 3,628,800 orders of the ten functions give the same board. No two functions of the same
/// priority have different actions, so that a cell takes the highest entry in any order.
#[test]
fn the_order_of_the_functions_does_not_matter() {
    let wishes = wishes(&busy());
    let mut order = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    let expected = assigned(&wishes, &order);
    // Heap's algorithm.
    let (mut counts, mut at, mut orders) = ([0; 10], 0, 1_u32);
    while at < 10 {
        if counts[at] < at {
            order.swap(if at % 2 == 0 { 0 } else { counts[at] }, at);
            assert!(assigned(&wishes, &order) == expected, "{order:?}");
            orders += 1;
            counts[at] += 1;
            at = 0;
        } else {
            counts[at] = 0;
            at += 1;
        }
    }
    assert_eq!(orders, 3_628_800);
    for wishes in &wishes {
        for (_, (priority, act)) in wishes {
            let others = super::reference::wishes(&busy()).concat();
            let same = others.iter().filter(|(_, (other, _))| other == priority);
            // The reset gives 0 to empty and to occupied cells, each cell one action.
            assert!(*priority == 0 || same.map(|(_, (_, other))| other).all(|other| other == act));
        }
    }
}

fn choices(spelling: &str, rows: [&str; 5], stocks: [Stock; 2]) -> String {
    decision(&mut *named(spelling), &at(rows, "X", stocks)).to_string()
}

const STOCKS: [Stock; 2] = [[2, 2, 1, 1]; 2];

#[test]
fn split_threes_are_won() {
    let rows = [".....", "XX.X.", ".....", "OO...", "....O"];
    assert_eq!(choices("priority-fixed", rows, STOCKS), "basic:1,2");
    // An enemy three outranks the split three in the document, and loses the game.
    let rows = [".....", "XX.X.", ".....", "OOO..", "....."];
    assert_eq!(choices("priority", rows, STOCKS), "ice:3,3");
    assert_eq!(choices("priority-fixed", rows, STOCKS), "basic:1,2");
    assert_ne!(choices("priority-fixed:split=off", rows, STOCKS), "basic:1,2");
}

/// After the answer to an open three, the document still loses at once, and the corrected AI does
/// not.
#[test]
fn open_threes_are_answered() {
    let rows = [".....", ".....", ".OOO.", "..X..", "..X.."];
    let threats_after = |spelling: &str| {
        let mut state = at(rows, "X", STOCKS);
        let action = decision(&mut *named(spelling), &state);
        make(&mut state, action);
        winning_cells(&state)[0].count_ones()
    };
    assert_eq!(threats_after("priority"), 1);
    assert_eq!(threats_after("priority-fixed"), 0);
    assert_eq!(threats_after("priority-fixed:threes=off"), 1);
    // Only a bomb is left.
    let bombs = [[0, 0, 0, 1]; 2];
    assert_eq!(&choices("priority-fixed", rows, bombs)[..5], "bomb:");
}

#[test]
fn enemy_pairs_come_before_own_ones() {
    let rows = [".....", ".OO..", ".....", ".....", "XX..."];
    assert_eq!(choices("priority", rows, STOCKS), "basic:4,2");
    let found = choices("priority-fixed:forks=off", rows, STOCKS);
    assert!(["basic:1,0", "basic:1,3"].contains(&&*found), "{found}");
}

#[test]
fn dead_pairs_do_not_count() {
    let rows = ["..X..", ".X...", ".....", ".....", "..OO."];
    let state = at(rows, "X", STOCKS);
    let of = |spelling: &str, row, column| {
        agent(spelling).board(&state)[usize::from(cell(row, column))].0
    };
    assert_eq!(of("priority", 2, 0), 75);
    assert!(of("priority-fixed", 2, 0) < 75);
    assert_eq!(of("priority-fixed:reach=off", 2, 0), 75);
}

#[test]
fn blocks_between_count_if_they_can_be_cleared() {
    let ice = [".....", "OOiO.", ".....", ".X...", "....."];
    let plant = [".....", "OOpO.", ".....", ".X...", "....."];
    let of = |spelling: &str, rows, theirs: Stock| {
        agent(spelling).board(&at(rows, "X", [[2, 2, 1, 1], theirs]))[usize::from(cell(1, 0))].0
    };
    for (rows, theirs, document, fixed) in [
        (ice, [2, 2, 1, 1], 90, 90),
        (ice, [2, 2, 0, 1], 90, 90),
        (ice, [2, 2, 0, 0], 90, 0),
        (plant, [2, 2, 1, 1], 0, 90),
        (plant, [2, 2, 0, 1], 0, 0),
    ] {
        assert_eq!(of("priority", rows, theirs), document, "{rows:?} {theirs:?}");
        assert_eq!(of("priority-fixed", rows, theirs), fixed, "{rows:?} {theirs:?}");
    }
}

#[test]
fn forks_centre_and_blocker() {
    // Two pairs that meet: a piece at 2,2 makes two threes with open ends.
    let rows = [".....", "..X..", ".X...", "..X.O", ".O..O"];
    let fork = choices("priority-fixed", rows, STOCKS);
    let mut state = at(rows, "X", STOCKS);
    make(&mut state, fork.parse().unwrap());
    assert!(winning_cells(&state)[1].count_ones() >= 2, "{fork}");
    assert_ne!(choices("priority-fixed:forks=off", rows, STOCKS), fork);
    assert_eq!(choices("priority-fixed", ["....."; 5], STOCKS), "basic:2,2");
    assert_eq!(choices("priority-fixed:centre=off", ["....."; 5], STOCKS), "basic:0,0");
    let open = ["O....", "O....", "O....", ".X...", "...X."];
    let blocked = [".X...", "OOO..", ".....", "...X.", "....."];
    assert_eq!(choices("priority-fixed", blocked, STOCKS), "basic:1,3");
    assert_eq!(choices("priority-fixed:blocker=off", blocked, STOCKS), "ice:1,3");
    assert_eq!(choices("priority", open, STOCKS), "ice:3,0");
    assert_eq!(choices("priority:prevent=plant", open, STOCKS), "plant:3,0");
    assert_eq!(choices("priority:prevent=basic", open, STOCKS), "basic:3,0");
}

/// Random ties are drawn from all cells of the highest priority that can be played.
#[test]
fn random_ties() {
    let state = at(["....."; 5], "X", STOCKS);
    let priorities = agent("priority:tie=random");
    let chosen =
        (0..2_000).map(|number| priorities.choose(&state, &mut Dice::new(1, 1, number).turn(0, 0)));
    let different: std::collections::HashSet<_> = chosen.collect();
    assert_eq!(different.len(), 25);
}

/// Wins, draws and losses of the first agent, from drawn openings and both seats.
pub(super) fn results(first: &str, second: &str, pairs: u64, seed: u64) -> [u64; 3] {
    let specs = [first, second].map(|spec| AgentSpec::parse(spec, TicTacToe::KINDS).unwrap());
    let contest = TicTacToe::agent_contest(&Arc::new(TicTacToe::STUDIO), &specs);
    let mut record = GameRecord::new(2, contest.metrics().len());
    let mut results = [0; 3];
    for group in 0..pairs {
        for seat in [0, 1] {
            let line_up = [[0, 1], [1, 0]][seat];
            contest.play(&line_up, &Dice::new(seed, 0, group), &mut record);
            let result = match record.winners {
                won if won == Seats::one(Seat(seat as u8)) => 0,
                won if won.len() == 2 => 1,
                _ => 2,
            };
            results[result] += 1;
        }
    }
    results
}

/// The document's AI is beaten by its own corrected form in at least 80 % of decided games.
#[test]
fn the_corrected_ai_beats_the_documents() {
    let [wins, _, losses] = results("priority-fixed", "priority", 500, 7);
    assert!(10 * wins >= 8 * (wins + losses), "{wins} {losses}");
    let [wins, _, losses] = results("priority", "random", 300, 7);
    assert!(wins > 20 * losses, "{wins} {losses}");
}
