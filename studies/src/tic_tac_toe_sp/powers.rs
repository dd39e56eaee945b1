//! What torches and bombs are used for: the document says that there is only one case in which its AI
//! is asked to use them.

use miette::{Result, miette};
use rivals_core::contest::Players;
use rivals_core::document::{Block, Cell, Column, Columns, Section, Table};
use rivals_core::play::{Dice, Game, Logged, Playthrough, Step};
use rivals_core::text::number::fixed;
use rivals_games::tic_tac_toe_sp::TicTacToe;
use rivals_games::tic_tac_toe_sp::priorities::{Act, Priorities};
use rivals_games::tic_tac_toe_sp::state::Kind;
use rivals_league::config::Source;
use rivals_league::results::ManifestEntry;
use rivals_league::standings::claims::{ClaimRow, Claims};
use rivals_league::text::csv;
use serde::{Deserialize, Serialize};

use crate::folder::Made;

/// The name of the study, as the manifest has it, and its files.
pub(crate) const NAME: &str = "powers";
pub(crate) const FIGURES: &str = "powers.csv";
pub(crate) const VERDICTS: &str = "powers_claims.csv";

/// The seed of the openings, and their number: each is played from both seats.
const SEED: u64 = 2017;
const OPENINGS: u64 = 500;

/// The players, each against the document's AI, and the figure of what they clear in other cases.
const PLAYERS: [(&str, &str); 3] = [
    ("priority", "priority_elsewhere"),
    ("priority-fixed", "fixed_elsewhere"),
    ("deepening:2000", "search_elsewhere"),
];

/// A row of `powers.csv`: the torches and bombs of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// The name of `elsewhere`, as claims have it.
    pub figure: String,
    pub player: String,
    pub games: u64,
    /// The torches and bombs that were used.
    pub used: u64,
    /// Those on a piece beside ice, where the document's AI is asked to destroy.
    pub at_ice: u64,
    /// All others.
    pub elsewhere: u64,
}

/// The study.
pub(crate) fn made() -> Result<Made> {
    const FILE: &str = "configs/tic_tac_toe_sp/claims.toml";
    let rows = PLAYERS.map(|(player, figure)| measured(player, figure, OPENINGS));
    let text = include_str!("../../../configs/tic_tac_toe_sp/claims.toml");
    let claims = Claims::read(&Source::new(FILE, text))?.claims.into_iter();
    let about_figures = claims.filter(|claim| claim.personality.is_empty());
    let verdicts = about_figures.map(|claim| {
        let metric = claim.test.as_ref().map_or("", |test| &test.metric);
        let row = rows.iter().find(|row| row.figure == metric);
        let row = row.ok_or_else(|| miette!("{FILE}: there is no figure {metric}"))?;
        Ok(claim.on_figure(row.elsewhere as f64, "torches and bombs"))
    });
    let verdicts = verdicts.collect::<Result<Vec<ClaimRow>>>()?;
    let rules = TicTacToe::STUDIO.identity();
    let entry =
        ManifestEntry { seed: Some(SEED), ..ManifestEntry::new(NAME, TicTacToe::NAME, &rules) };
    Ok(Made { entry, files: vec![(FIGURES, csv(rows)), (VERDICTS, csv(verdicts))] })
}

/// Games of a player against the document's AI.
fn measured(player: &str, figure: &str, openings: u64) -> Row {
    let document = Priorities::as_documented();
    let [figure, name] = [figure, player].map(str::to_owned);
    let mut row = Row { figure, player: name, games: 0, used: 0, at_ice: 0, elsewhere: 0 };
    for (number, seat) in (0..openings).flat_map(|number| [(number, 0), (number, 1)]) {
        let dice = Dice::new(SEED, 0, number);
        let start = TicTacToe::STUDIO.opening(2, &mut dice.turn(0, 0));
        let names = if seat == 0 { [player, "priority"] } else { ["priority", player] };
        let agent = |name| TicTacToe::STUDIO.player(name).expect("an agent of the game");
        let mut agents = names.map(agent);
        let mut game = Playthrough::from_state(TicTacToe::STUDIO.into(), start, 2, dice);
        while game.advance(&mut agents).is_none() {}
        row.games += 1;
        let mut state = start;
        for step in game.steps() {
            let Logged::Act(mover, action) = step else { break };
            if mover.0 == seat && matches!(action.kind, Kind::Torch | Kind::Bomb) {
                let (_, act) = document.board(&state)[usize::from(action.cell)];
                row.used += 1;
                row.at_ice += u64::from(act == Act::Destroy);
                row.elsewhere += u64::from(act != Act::Destroy);
            }
            TicTacToe::STUDIO.play(&mut state, Step::Act(action));
        }
    }
    row
}

/// The section on the files of the study.
pub(crate) fn section(rows: &[Row], verdicts: &[ClaimRow]) -> Section {
    let columns: &Columns<'_, ClaimRow> = &[
        (Column::words("claim"), &|row| Cell::words(&row.sentence)),
        (Column::words("verdict"), &|row| Cell::words(row.verdict.words())),
        (Column::figures("elsewhere"), &|row| Cell::maybe(row.exact_value, |used| fixed(used, 0))),
        (Column::words("the document").priority(2), &|row| {
            Cell::maybe_words(row.original.as_deref())
        }),
    ];
    let caption = "The claims about what torches and bombs are used for, with their verdicts.";
    let verdicts = Block::Table(Table::of(VERDICTS, caption, verdicts, columns));
    let columns: &Columns<'_, Row> = &[
        (Column::words("player"), &|row| Cell::words(&row.player)),
        (Column::figures("games"), &|row| Cell::whole(row.games)),
        (Column::figures("used"), &|row| Cell::whole(row.used)),
        (Column::figures("at ice"), &|row| Cell::whole(row.at_ice)),
        (Column::figures("elsewhere"), &|row| Cell::whole(row.elsewhere)),
    ];
    let caption = "Torches and bombs of players in games against priority: those on an enemy's piece in a \
                   line with ice between, the one case of the document, and all others.";
    let rows = Block::Table(Table::of(FIGURES, caption, rows, columns));
    let title = "Tic Tac Toe SP: what torches and bombs are used for";
    Section::new("tic-tac-toe-sp-powers", title, vec![verdicts, rows])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The document's AI clears in its one case alone, by construction; all that is used is counted.
    #[test]
    fn what_is_used_is_counted() {
        for (player, figure) in PLAYERS {
            let row = measured(player, figure, 10);
            assert_eq!((row.games, row.used), (20, row.at_ice + row.elsewhere));
            assert!(player != "priority" || row.elsewhere == 0, "{row:?}");
        }
    }
}
