//! BattleTech: what the faults of the source's document cost in games, the figures behind what it
//! says of its methods, and the verdicts on these claims.

mod faults;
mod figures;
mod search;

use miette::{Result, miette};
use rivals_core::document::{Block, Cell, Column, Columns, Section, Table};
use rivals_core::play::Game;
use rivals_core::text::number::{percent, significant};
use rivals_games::battletech::BattleTech;
use rivals_league::config::Source;
use rivals_league::results::ManifestEntry;
use rivals_league::standings::claims::{ClaimRow, Claims};
use rivals_league::text::csv;

use crate::folder::Made;
pub(crate) use faults::Row as FaultRow;
pub(crate) use figures::Row as FigureRow;

/// The name of the study, as the manifest has it, and its files.
pub(crate) const NAME: &str = "battletech";
pub(crate) const FAULTS: &str = "faults.csv";
pub(crate) const FIGURES: &str = "figures.csv";
pub(crate) const VERDICTS: &str = "claims.csv";

/// The study.
pub(crate) fn made() -> Result<Made> {
    let rules = BattleTech::default().identity();
    let (faults, figures) = (faults::measure(faults::GAMES)?, figures::rows());
    let verdicts = verdicts(&figures)?;
    let entry = ManifestEntry {
        seed: Some(figures::SEED),
        ..ManifestEntry::new(NAME, BattleTech::NAME, &rules)
    };
    let files = vec![(FAULTS, csv(faults)), (FIGURES, csv(figures)), (VERDICTS, csv(verdicts))];
    Ok(Made { entry, files })
}

/// The verdicts on the claims about figures.
fn verdicts(figures: &[FigureRow]) -> Result<Vec<ClaimRow>> {
    const FILE: &str = "configs/battletech/claims.toml";
    let text = include_str!("../../../configs/battletech/claims.toml");
    let claims = Claims::read(&Source::new(FILE, text))?.claims.into_iter();
    let about_figures = claims.filter(|claim| claim.personality.is_empty());
    let verdict = about_figures.map(|claim| {
        let metric = claim.test.as_ref().map_or("", |test| &test.metric);
        let figure = figures.iter().find(|row| row.figure == metric);
        let figure = figure.ok_or_else(|| miette!("{FILE}: there is no figure {metric}"))?;
        Ok(claim.on_figure(figure.value, &figure.unit))
    });
    verdict.collect()
}

/// The sections on the files of the study.
pub(crate) fn sections(
    faults: &[FaultRow],
    figures: &[FigureRow],
    verdicts: &[ClaimRow],
) -> Vec<Section> {
    let columns: &Columns<'_, FaultRow> = &[
        (Column::words("player"), &|row| Cell::words(&row.id)),
        (Column::words("what it does"), &|row| Cell::words(&row.about)),
        (Column::figures("wins %"), &|row| Cell::percent(row.win_rate)),
        (Column::figures("95 %"), &|row| Cell::percents(row.low, row.high)),
        (Column::figures("dealt").priority(2), &|row| Cell::maybe(row.damage_dealt, one)),
        (Column::figures("taken").priority(2), &|row| Cell::maybe(row.damage_taken, one)),
    ];
    let caption = "Players against seed, which follows the document with its faults corrected, in \
                   games from both seats on the same dice, over the ten setups of the course: win rates \
                   with 95 % intervals over these pairs of games, and the points of armour and \
                   structure that a player deals and takes in a game.";
    let cost = Block::Table(Table::of(FAULTS, caption, faults, columns));
    let columns: &Columns<'_, FigureRow> = &[
        (Column::words("what is counted"), &|row| Cell::words(&row.about)),
        (Column::figures("value"), &|row| Cell::figure(row.value, value(row))),
        (Column::words("unit"), &|row| Cell::words(&row.unit)),
        (Column::figures("of").priority(1), &|row| Cell::whole(row.cases)),
    ];
    let caption = "Distances are over all ordered pairs of the 255 hexes of a map of 15 columns and 17 \
                   rows, walks over drawn pairs of hexes and facings of the map wooded, choices of \
                   weapons over the seven models, the distances 1 to 21 and the five budgets of \
                   the document. Comparisons, nodes and shares are means.";
    let figures = Block::Table(Table::of(FIGURES, caption, figures, columns));
    let columns: &Columns<'_, ClaimRow> = &[
        (Column::words("claim"), &|row| Cell::words(&row.sentence)),
        (Column::words("verdict"), &|row| Cell::words(row.verdict.words())),
        (Column::figures("value"), &|row| Cell::maybe(row.exact_value, short)),
        (Column::words("unit").priority(1), &|row| Cell::maybe_words(row.unit.as_deref())),
        (Column::words("the document").priority(2), &|row| {
            Cell::maybe_words(row.original.as_deref())
        }),
    ];
    let caption = "The claims about these figures, with their verdicts. What the document says in its own \
                   words is quoted.";
    let verdicts = Block::Table(Table::of(VERDICTS, caption, verdicts, columns));
    vec![
        Section::new("battletech-faults", "BattleTech: what the faults cost", vec![cost]),
        Section::new(
            "battletech-figures",
            "BattleTech: what the document says of its methods",
            vec![verdicts, figures],
        ),
    ]
}

fn one(value: f64) -> String {
    rivals_core::text::number::fixed(value, 1)
}

fn short(value: f64) -> String {
    significant(value, 5)
}

/// A figure in its unit.
fn value(row: &FigureRow) -> String {
    if row.unit == "share" { percent(row.value, 1) + " %" } else { short(row.value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures that the specification of the source counts, and one verdict for each claim.
    #[test]
    fn figures_and_verdicts() {
        let figures = figures::rows();
        let value = |name: &str| figures.iter().find(|row| row.figure == name).unwrap().value;
        for (name, expected) in [
            ("printed_wrong", 11_032.0),
            ("printed_over", 6_016.0),
            ("printed_wrong_beside", 448.0),
            ("star_longer", 0.0),
            ("heats_in_two_rows", 1.0),
            ("damage_past_26", 0.0),
            ("wounds_past_15", 1.0),
            ("wounds_past_26", 2.0),
            ("wounds_without_hit", 0.0),
        ] {
            assert_eq!(value(name), expected, "{name}");
        }
        assert!(value("best_first_longer") > 0.0 && value("greedy_worse") > 0.0);
        let verdicts = verdicts(&figures).unwrap();
        assert!(verdicts.len() >= 12, "{}", verdicts.len());
    }

    #[test]
    fn every_fault_is_played() {
        let rows = faults::measure(2).unwrap();
        assert_eq!(rows.len(), faults::PLAYERS.len());
        assert!(rows.iter().all(|row| row.games == 4), "{rows:?}");
        assert_eq!(rows, faults::measure(2).unwrap());
    }
}
