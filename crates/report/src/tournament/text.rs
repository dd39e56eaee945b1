//! The standings as text for a terminal: a line for each player, and notes.

use serde_json::{Value, json};

use super::{claims, distances, pairings, standings};
use crate::terminal;
use crate::words::Names;
use rivals_core::document::{Block, Document, Table};
use rivals_core::text::number::counted;
use rivals_league::results::Tournament;
use rivals_league::standings::Analysis;

/// The standings and their notes, for a terminal of `width` columns; without a
/// terminal, all columns.
#[must_use]
pub fn standings_text(results: &Analysis, width: Option<usize>) -> String {
    terminal::text(&standings_document(results), width)
}

/// The standings and their notes.
#[must_use]
pub fn standings_document(results: &Analysis) -> Document {
    let played = Tournament::of(results);
    let names = Names::new(&played);
    let mut standings = standings::table(&played, &names);
    (standings.caption, standings.source) = Default::default();
    let mut blocks = vec![Block::Table(standings)];
    blocks.extend(pairings::ahead_table(&played, &names));
    let places = pairings::places_table(&played, &names);
    blocks.extend(places.map(|table| Block::Table(Table { source: String::new(), ..table })));
    blocks.extend(notes(results, &played, &names).into_iter().map(Block::text));
    Document::answer("Standings", blocks)
}

/// All that the text has, and the rows of the standings with every column, as a JSON object.
#[must_use]
pub fn standings_json(results: &Analysis) -> Value {
    let played = Tournament::of(results);
    let names = Names::new(&played);
    let settings = &played.settings;
    let rows = |rows: Value| if played.claims.is_empty() { Value::Null } else { rows };
    let mut json = json!({
        "game": played.entry.game,
        "seed": played.entry.seed,
        "seats": settings.seats,
        "games": settings.games,
        "pairings": settings.pairings,
        "until_ci": settings.until_ci,
        "agreement": settings.agreement,
        "standings": played.standings,
        "seats_won": played.seats,
        "ahead": played.ahead,
        "copies": played.copies,
        "cycles": played.cycles,
        "claims": rows(json!(played.claims)),
        "notes": notes(results, &played, &names),
    });
    if !played.places.is_empty() {
        json["places"] = json!(played.places);
        json["place_shares"] = json!(played.place_shares);
    }
    json
}

fn notes(results: &Analysis, played: &Tournament, names: &Names<'_>) -> Vec<String> {
    let mut notes = vec![standings::played(played)];
    notes.extend(standings::optional_stopping(played));
    let remark = results.contest.remark(played.settings.seats);
    notes.extend(remark.map(str::to_owned));
    notes.extend(adjudicated(results));
    if let Err(reason) = &results.ratings {
        let ranked = played.standings.first().and_then(|row| row.ranked_by.as_deref());
        let by = ranked.unwrap_or("win rate");
        notes.push(format!("No ratings, ranked by {by}: {reason}."));
    }
    notes.extend(standings::open_ratings(&played.standings));
    notes.extend(standings::seats(played));
    notes.extend(match &results.disagreement {
        Some(disagreement) => {
            Some(format!("Sampled against exact: THEY DISAGREE: {disagreement}."))
        }
        None => pairings::agreement_text(played, names)
            .map(|text| format!("Sampled and exact win rates agree. {text}")),
    });
    if played.settings.seats == 2 && played.standings.len() > 2 {
        let (text, cycles) = pairings::cycles_text(played, names);
        notes.push([vec![text], cycles].concat().join(" "));
    }
    notes.extend(distances::told_apart(played, names));
    if claims::tested(played) {
        notes.push(format!("{} {}", claims::counts(played, true), claims::evidence(played)));
    }
    notes
}

/// The sentence on adjudicated games, if there are any.
fn adjudicated(results: &Analysis) -> Option<String> {
    let pairings = results.finished.pairings.iter();
    let games = pairings
        .map(|pairing| {
            let denominators: Vec<i128> =
                pairing.totals.metrics.iter().map(|sums| sums[1]).collect();
            results.contest.adjudicated(pairing.totals.games(), &denominators)
        })
        .sum();
    let were = counted(games, "game was", "games were");
    (games > 0)
        .then(|| format!("{were} adjudicated, because too many rounds in a row changed nothing."))
}
