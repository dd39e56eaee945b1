//! The report of a tournament of Tic Tac Toe SP: the sections of every tournament, and those on the
//! game, on what each correction is worth, and on the solved setups.

use std::path::Path;

use crate::document::{Block, Cell, Chart, Column, Document, Panel, Section};
use crate::games::tic_tac_toe_sp::board::cell;
use crate::games::tic_tac_toe_sp::picture::{drawing, priority_board};
use crate::games::tic_tac_toe_sp::priorities::{Corrections, Priorities, Tie};
use crate::games::tic_tac_toe_sp::solve::{COMMAND, FILE, Row};
use crate::games::tic_tac_toe_sp::state::{Kind, Setup, TicTacToeState};
use crate::play::Dice;
use crate::report::tournament;
use crate::results::tournament::PairingRow;
use crate::results::{FolderReader, Tournament};
use crate::statistics::{Interval, RatioSums, share_interval};
use crate::text::number::rating;

/// The document's AI, and the beginnings of the spellings of its corrected form and of its form
/// with one correction.
const DOCUMENT: &str = "priority";
const FIXED: &str = "priority-fixed";
const ONE: &str = "priority:fix=";

/// The report of a tournament.
pub(super) fn document(folder: &Path, played: &Tournament) -> miette::Result<Document> {
    let mut sections = tournament::sections(played);
    sections.insert(0, game(played));
    let mut own = vec![corrections(played), faults()];
    own.extend(strength(played));
    own.extend(solved(folder)?);
    sections.splice(2..2, own);
    Ok(Document::new("Rivals: a tournament of Tic Tac Toe SP", &LEAD, sections))
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
fn game(played: &Tournament) -> Section {
    let rules = played.settings.rules().join(", ");
    let rules = rules.replace(" = { ", " of ").replace(" }", "").replace(" = ", " ");
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
        Block::text(format!("The rules of this tournament: {rules}.")),
        Block::figure("board", "A position and its priorities", "manifest.json", caption, panels),
    ];
    Section::new("game", "The game", blocks)
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
        for (row, line) in cells.iter().enumerate() {
            for (column, content) in line.chars().enumerate() {
                let bit = 1 << cell(row as u8, column as u8);
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
            "manifest.json",
            "A board for each fault, with X to move. A dashed frame is the move of the document's AI, a \
             solid frame the move with this correction; rows and columns are numbered as in the names \
             of moves. On the board of between, O has neither torch nor bomb. The tables before say \
             what each correction is worth.",
            panels,
        ),
        Block::table(
            "manifest.json",
            "What X plays there, without and with only this correction.",
            columns,
            rows,
        ),
    ];
    Section::new("faults", "The faults on their boards", blocks)
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
            "corrections",
            "What each correction is worth",
            vec![Block::text(none)],
        );
    }
    let columns = vec![
        Column::words("corrections"),
        Column::figures("rating"),
        Column::figures("95 %").worth(1),
        Column::figures("wins"),
        Column::figures("draws"),
        Column::figures("losses"),
        Column::figures("of decided %"),
        Column::figures("95 %").worth(2),
    ];
    let caption = "The document's AI with all corrections, with all but those that are off, and with \
                   only one, best first. Wins, draws and losses are those against priority, the AI as \
                   it is documented; the last columns are the share of wins of decided games, with \
                   Wilson's interval.";
    let blocks = vec![Block::table("tournament/pairings.csv", caption, columns, rows)];
    Section::new("corrections", "What each correction is worth", blocks)
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
            Column::figures("95 %").worth(1),
            Column::figures("points %"),
            Column::figures("95 %").worth(2),
            Column::figures("priority's %").worth(3),
        ];
        let caption = format!(
            "{player} against each opponent. A draw is half a point. The intervals are Wilson's for \
             losses and those of shares for points. The last column has the points of \
             {DOCUMENT} against the same opponent, from the same openings."
        );
        let source = "tournament/pairings.csv";
        (!rows.is_empty()).then(|| Block::table(source, caption, columns, rows))
    };
    let tables: Vec<Block> = SHOWN.iter().filter_map(table).collect();
    let title = "The search and the learned priorities against each opponent";
    (!tables.is_empty()).then(|| Section::new("strength", title, tables))
}

/// The section on the solved setups, if the folder has them.
fn solved(folder: &Path) -> miette::Result<Option<Section>> {
    let help = "run `rivals reproduce --game tic-tac-toe-sp`";
    if !folder.join(FILE).is_file() {
        return Ok(None);
    }
    let reader = FolderReader::open(folder, help)?;
    let rows: Vec<Row> = reader.entry(COMMAND, help.to_owned())?.rows(FILE)?;
    let solved = rows.iter().filter(|row| row.value.is_some()).count();
    let text = format!(
        "Of {} setups, {solved} are solved. A setup without a value was given up after a number of positions; \
         the columns say what is proven of it. Ice is never better than the player's own piece on the same \
         cell, so that stocks of ice do not change a value.",
        rows.len()
    );
    let columns = vec![
        Column::words("setup"),
        Column::words("first player"),
        Column::words("at least"),
        Column::words("at most"),
        Column::words("first move").worth(1),
        Column::figures("positions"),
    ];
    let cells = rows.iter().map(|row| {
        vec![
            Cell::words(&row.setup),
            Cell::maybe_words(row.value.as_deref()),
            Cell::words(&row.least),
            Cell::words(&row.greatest),
            Cell::words(&row.action),
            Cell::whole(row.nodes),
        ]
    });
    let caption = "The values of setups under optimal play, for the first player.";
    let blocks = vec![Block::text(text), Block::table(FILE, caption, columns, cells)];
    Ok(Some(Section::new("solved", "Solved setups", blocks)))
}

/// The paragraphs that explain the report.
const LEAD: [&str; 2] = [
    "This report shows the results of a round-robin tournament of Tic Tac Toe SP, a game without \
     chance and without hidden information. Each pair of players played each opening from both seats. Figures are counts over games; their intervals are 95 % confidence intervals \
     over openings.",
    "The players with a priority board follow a studio's developer log of 2017, as it is written or \
     with its faults corrected. The players that search differ in method, depth and evaluation; the \
     metric nodes says how many states they visited per move.",
];
