//! What the sentences of players decide and are worth.

use crate::words::Names;
use rivals_core::document::{Block, Cell, Column, Columns, Section, Table};
use rivals_core::text::number::signed;
use rivals_league::results::Tournament;
use rivals_league::standings::SentenceRow;

const FILE: &str = "tournament/sentences.csv";

/// The section on the sentences of players; `None` where no player is made of sentences.
pub(super) fn sentences(played: &Tournament) -> Option<Section> {
    let games = played.sentences.first()?.games;
    let names = Names::new(played);
    let points = |rate: f64| signed(100.0 * rate, 2);
    let columns: &Columns<'_, SentenceRow> = &[
        (Column::words("player"), &|row| Cell::words(names.of(&row.id))),
        (Column::figures("n"), &|row| Cell::whole(row.sentence as u64)),
        (Column::words("sentence"), &|row| Cell::words(&row.name)),
        (Column::figures("decides %"), &|row| {
            Cell::percent(row.decided as f64 / row.decisions.max(1) as f64)
        }),
        (Column::figures("worth, pp"), &|row| {
            Cell::figure(100.0 * row.difference, points(row.difference))
        }),
        (Column::figures("95 %"), &|row| Cell::interval(row.low.zip(row.high), points)),
    ];
    let text = format!(
        "How often each sentence decides, and what it is worth: the share of the win that the player \
         has in {games} games against the others, less the share that it has in the same games \
         without the sentence, in percentage points. Sentences that forbid actions never decide."
    );
    let table = Table::of(
        FILE,
        "The sentences of the players made of sentences.",
        &played.sentences,
        columns,
    );
    Some(Section::new("sentences", "Sentences", vec![Block::text(text), Block::Table(table)]))
}
