//! Tic Tac Toe SP: the document's AI, its faults on their boards, and what each correction is worth.

mod drawing;
pub(crate) mod powers;
pub(crate) mod tuning;

use rivals_core::document::{Block, Cell, Chart, Column, Panel, Section};
use rivals_core::play::Dice;
use rivals_core::text::number::rating;
use rivals_games::tic_tac_toe_sp::TicTacToeState;
use rivals_games::tic_tac_toe_sp::board::cell;
use rivals_games::tic_tac_toe_sp::priorities::{Corrections, Priorities, Tie};
use rivals_games::tic_tac_toe_sp::state::{Kind, Setup};
use rivals_league::results::Tournament;
use rivals_league::results::tournament::PairingRow;
use rivals_statistics::{Interval, RatioSums, share_interval};

use drawing::{drawing, priority_board};

/// The file of pairings.
const PAIRINGS: &str = "../tic_tac_toe_sp/tournament/pairings.csv";

/// The document's AI, and the beginnings of the spellings of its corrected form and of its form
/// with one correction.
const DOCUMENT: &str = "priority";
const FIXED: &str = "priority-fixed";
const ONE: &str = "priority:fix=";

/// The sections on the committed tournament.
pub(crate) fn sections(played: &Tournament) -> Vec<Section> {
    let mut sections = vec![game(), corrections(played), faults()];
    sections.extend(strength(played));
    sections
}

/// The position of the developer log: two loose enemy pieces, two own pieces side by side, and
/// one isolated block of ice.
fn example() -> TicTacToeState {
    let mut state = Setup::STUDIO.state();
    state.pieces = [1 << cell(2, 1) | 1 << cell(2, 2), 1 << cell(0, 0) | 1 << cell(4, 4)];
    state.ice = 1 << cell(4, 1);
    state
}

/// The section on the game, with the board and the priority board of a position.
fn game() -> Section {
    let state = example();
    let document = Priorities::as_documented();
    let panels = [
        Panel::new(
            "A position",
            "Five rows of five cells. X has pieces at 2,1 and 2,2, O at 0,0 and 4,4; ice is at 4,1.",
            Chart::Drawing(drawing(&state, &[])),
        ),
        Panel::new(
            "Its priorities for X",
            "The cells beside the two pieces in their row have the priority 75, the other cells around \
             the pieces 50, and all other empty cells 0; all with the action basic.",
            Chart::Drawing(priority_board(&state, &document)),
        ),
    ];
    let caption = "A position, and what the document's AI sees in it: the priority of each cell, and its \
                   action (B for basic, P for prevent, D for destroy).";
    let blocks = vec![
        Block::text(
            "Two players, X and O, place pieces on the cells of a board; a line of own pieces of a given \
             length wins. Each turn is one action: a piece, a block of ice or a plant on an empty cell, or \
             a torch or a bomb that clears cells again. A bomb clears five cells and spares plants. A full \
             board is a draw. The usual game has 5x5 cells, lines of four, two of ice and of plants, one \
             torch and one bomb for each player.",
        ),
        Block::figure(
            "board",
            "A position and its priorities",
            "../tic_tac_toe_sp/manifest.json",
            caption,
            panels,
        ),
    ];
    Section::new("tic-tac-toe-sp-game", "Tic Tac Toe SP: the game", blocks)
}

/// A fault of the document on a board: the switch that corrects it, what it is about, the rows, and
/// whether O can clear cells. X is to move.
const FAULTS: [(&str, &str, [&str; 5], bool); 8] = [
    ("split", "a line with a gap", ["OOO..", ".....", "XX.X.", ".....", "....."], true),
    ("threes", "a three with two open ends", [".....", ".OOO.", ".....", "..X..", "X...X"], true),
    ("pairs", "a pair that becomes a three", [".....", ".OO..", ".....", ".....", "...XX"], true),
    (
        "reach",
        "where a line is still possible",
        ["..X..", ".X...", ".....", ".....", "..OO."],
        true,
    ),
    ("between", "ice that cannot be cleared", ["OOiO.", ".....", ".....", ".X...", ".X..."], false),
    ("forks", "double threats", ["O....", ".....", ".XX..", ".....", "...O."], true),
    ("centre", "which of equal cells", [".....", ".....", ".....", ".....", "....."], true),
    ("blocker", "a piece or ice as a block", ["OOO..", ".....", "..X..", ".X...", "....."], true),
];

/// The section that shows each fault of the document on a board.
fn faults() -> Section {
    let document = Priorities::as_documented();
    let mut dice = Dice::new(0, 0, 0).turn(0, 0);
    let mut rows = Vec::new();
    let mut panels = Vec::new();
    for (switch, about, cells, clears) in FAULTS {
        let mut state = Setup::STUDIO.state();
        for (row, line) in (0..).zip(cells) {
            for (column, content) in (0..).zip(line.chars()) {
                let bit = 1 << cell(row, column);
                match content {
                    'X' => state.pieces[0] |= bit,
                    'O' => state.pieces[1] |= bit,
                    'i' => state.ice |= bit,
                    _ => {}
                }
            }
        }
        if !clears {
            state.stocks[1] = [2, 2, 0, 0];
        }
        let only = Corrections::by_name(|name| name == switch);
        let corrected = Priorities::corrected(only, Tie::First, Kind::Ice);
        let moves = [&document, &corrected].map(|priorities| priorities.choose(&state, &mut dice));
        let [before, after] = moves.map(|one| one.to_string());
        let alternative = format!(
            "Rows from the top: {}. The document's AI plays {before}, with the correction {after}.",
            cells.join(", ")
        );
        let drawn =
            [(moves[0], "document", "move documented"), (moves[1], "corrected", "move corrected")];
        let title = format!("{switch}: {about}");
        panels.push(Panel::new(title, alternative, Chart::Drawing(drawing(&state, &drawn))));
        rows.push(vec![Cell::words(switch), Cell::words(before), Cell::words(after)]);
    }
    let columns = vec![
        Column::words("correction"),
        Column::words("the document's AI plays"),
        Column::words("with the correction"),
    ];
    let blocks = vec![
        Block::figure(
            "fault-boards",
            "What X plays, without and with a correction",
            "../tic_tac_toe_sp/manifest.json",
            "A board for each fault, with X to move. A dashed frame is the move of the document's AI, a \
             solid frame the move with this correction; rows and columns are numbered as in the names \
             of moves. On the board of between, O has neither torch nor bomb. The tables before say \
             what each correction is worth.",
            panels,
        ),
        Block::table(
            "../tic_tac_toe_sp/manifest.json",
            "What X plays there, without and with only this correction.",
            columns,
            rows,
        ),
    ];
    Section::new("tic-tac-toe-sp-faults", "Tic Tac Toe SP: the faults on their boards", blocks)
}

/// Wins, draws and losses of a player against another one, over both seats.
fn against(played: &Tournament, player: &str, other: &str) -> Option<[u64; 3]> {
    let find = |first: &str, second: &str| {
        let mut pairings = played.pairings.iter();
        pairings.find(|row| row.first == first && row.second == second)
    };
    let (ahead, behind) = (find(player, other)?, find(other, player)?);
    let draws = |row: &PairingRow| row.draws.unwrap_or(0);
    let lost = |row: &PairingRow| row.games - row.first_wins - draws(row);
    Some([
        ahead.first_wins + lost(behind),
        draws(ahead) + draws(behind),
        lost(ahead) + behind.first_wins,
    ])
}

/// The section on the corrections of the priority AI: the AI with all of them, with all but one
/// and with one, against the document's AI.
fn corrections(played: &Tournament) -> Section {
    let mut rows = Vec::new();
    for standing in &played.standings {
        let id = &standing.id;
        let what = match (id.strip_prefix(FIXED), id.strip_prefix(ONE)) {
            (Some(""), _) => "all".to_owned(),
            (Some(off), _) => format!("all, {}", off[1..].replace(':', ", ")),
            (_, Some(one)) => format!("only {one}"),
            _ => continue,
        };
        let Some([wins, draws, losses]) = against(played, id, DOCUMENT) else {
            continue;
        };
        let decided = wins + losses;
        let share =
            (decided > 0).then(|| (wins as f64 / decided as f64, Interval::wilson(wins, decided)));
        rows.push(vec![
            Cell::words(what),
            Cell::maybe(standing.rating, rating),
            Cell::open([standing.rating_low, standing.rating_high], rating),
            Cell::whole(wins),
            Cell::whole(draws),
            Cell::whole(losses),
            Cell::percent(share.as_ref().map(|(share, _)| *share)),
            Cell::percents(
                share.as_ref().map(|(_, ends)| ends.low),
                share.as_ref().map(|(_, ends)| ends.high),
            ),
        ]);
    }
    if rows.is_empty() {
        let none = "No player of this tournament is the document's AI with its faults corrected, or the \
                    document's AI itself is missing.";
        return Section::new(
            "tic-tac-toe-sp-corrections",
            "Tic Tac Toe SP: what each correction is worth",
            vec![Block::text(none)],
        );
    }
    let columns = vec![
        Column::words("corrections"),
        Column::figures("rating"),
        Column::figures("95 %").priority(1),
        Column::figures("wins"),
        Column::figures("draws"),
        Column::figures("losses"),
        Column::figures("of decided %"),
        Column::figures("95 %").priority(2),
    ];
    let caption = "The document's AI with all corrections, with all but those that are off, and with \
                   only one, best first. Wins, draws and losses are those against priority, the AI as \
                   it is documented; the last columns are the share of wins of decided games, with \
                   Wilson's interval.";
    let blocks = vec![Block::table(PAIRINGS, caption, columns, rows)];
    Section::new(
        "tic-tac-toe-sp-corrections",
        "Tic Tac Toe SP: what each correction is worth",
        blocks,
    )
}

/// The players whose games against each opponent have a table of their own: the strongest search,
/// and the AI with learned priorities, which was tuned on the document's AI alone.
const SHOWN: [&str; 2] = ["deepening:20000", "priority-learned"];

/// The section on how often the shown players lose to each opponent, if one of them has played.
fn strength(played: &Tournament) -> Option<Section> {
    let table = |player: &&str| {
        let others = played.standings.iter().filter_map(|other| {
            let [wins, draws, losses] = against(played, player, &other.id)?;
            let games = wins + draws + losses;
            let sums = RatioSums::of_counts(&[losses, draws, wins]);
            let points_interval = share_interval(&[sums], 1.0, 0.05);
            let percents = |ends: Interval| Cell::percents(Some(ends.low), Some(ends.high));
            // What the document's AI reaches against the same opponent.
            let document = against(played, DOCUMENT, &other.id);
            let points = |[wins, draws, losses]: [u64; 3]| {
                (wins as f64 + draws as f64 / 2.0) / (wins + draws + losses) as f64
            };
            Some(vec![
                Cell::words(&other.id),
                Cell::whole(wins),
                Cell::whole(draws),
                Cell::whole(losses),
                Cell::percent(Some(losses as f64 / games as f64)),
                percents(Interval::wilson(losses, games)),
                Cell::percent(Some(points([wins, draws, losses]))),
                Cell::percents(points_interval.map(|of| of.low), points_interval.map(|of| of.high)),
                Cell::percent(document.map(points)),
            ])
        });
        let rows: Vec<_> = others.collect();
        let columns = vec![
            Column::words("opponent"),
            Column::figures("wins"),
            Column::figures("draws"),
            Column::figures("losses"),
            Column::figures("lost %"),
            Column::figures("95 %").priority(1),
            Column::figures("points %"),
            Column::figures("95 %").priority(2),
            Column::figures("priority's %").priority(3),
        ];
        let caption = format!(
            "{player} against each opponent. A draw is half a point. The intervals are Wilson's for \
             losses and those of shares for points. The last column has the points of \
             {DOCUMENT} against the same opponent, from the same openings."
        );
        (!rows.is_empty()).then(|| Block::table(PAIRINGS, caption, columns, rows))
    };
    let tables: Vec<Block> = SHOWN.iter().filter_map(table).collect();
    let title = "Tic Tac Toe SP: the search and the learned priorities against each opponent";
    (!tables.is_empty()).then(|| Section::new("tic-tac-toe-sp-strength", title, tables))
}
