//! The section of the standings of a tournament: win rates, ratings and seats.

use super::pairings;
use super::ranking::Ranking;
use crate::report::charts::{Axis, Chart, Row, RowContent, Rows, Spot};
use crate::report::words::{Names, list, share};
use crate::report::{Block, Cell, Column, Columns, Panel, Section, Table};
use crate::results::Tournament;
use crate::results::tournament::StandingRow;
use crate::text::number::{count, counted, half_width, percent, rating, signed};

const STANDINGS: &str = "tournament/standings.csv";

/// The seats in words.
pub(super) const SEATS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];

/// The section: standings, ratings, the results of pairings, and cycles.
#[must_use]
pub(crate) fn standings(played: &Tournament) -> Section {
    let names = Names::new(played);
    let mut blocks = vec![
        Block::text(self::played(played)),
        Block::text(summary(played, &names)),
    ];
    blocks.extend(optional_stopping(played).map(Block::text));
    blocks.push(Block::Table(table(played, &names)));
    blocks.push(ratings(&played.standings));
    blocks.extend(pairings::blocks(played, &names));
    Section::new("standings", "Tournament results", blocks)
}

/// The sentences on what was played and how the rates are computed.
pub(super) fn played(played: &Tournament) -> String {
    let settings = &played.settings;
    let (met, many, seats) = match settings.seats {
        2 => ("pairing", "pairings", "both seats on the same dice"),
        _ if !played.copies.is_empty() => {
            ("line-up", "line-ups", "every seating on the same deals")
        }
        _ => ("line-up", "line-ups", "all seats in turn on the same dice"),
    };
    let players = settings.roster.len();
    let shown = match played.standings.len() < players {
        true => format!(
            " The report shows the {} strongest players; the files have all.",
            played.standings.len()
        ),
        false => String::new(),
    };
    let sampled = match &settings.pairing_design {
        Some(design) => format!(
            " These pairings are a sample ({design}): win rates are against the opponents that a \
             player met, so compare players by their ratings, whose intervals include the error \
             of the sample."
        ),
        None => String::new(),
    };
    format!(
        "{} games of {} by {} players in {}, {seats} (seed {}). All opponents have \
         equal weight; intervals are computed over sets of paired games.{}{sampled}{shown}",
        count(settings.games),
        played.entry.game,
        count(players as u64),
        counted(settings.pairings as u64, met, many),
        played.seed(),
        shared_wins(played),
    )
}

/// The sentences on the two best players, and on the advantage of the seats.
fn summary(played: &Tournament, names: &Names<'_>) -> String {
    let (standings, seats) = (&played.standings, played.settings.seats);
    let mut text = String::new();
    let ranking = Ranking::of(played);
    let value = |row: &StandingRow| {
        let value = row.ranked_value.unwrap_or_default();
        ranking.as_ref().map(|ranking| ranking.words(value))
    };
    if let [first, second, ..] = &standings[..] {
        text += &match (&ranking, value(first).zip(value(second))) {
            (Some(ranking), Some((best, next))) => format!(
                "{} leads with {} of {best}, before {} with {next}. ",
                names.of(&first.id),
                ranking.name,
                names.of(&second.id),
            ),
            _ => format!(
                "{} leads with {} of its games won, before {} with {}. ",
                names.of(&first.id),
                share(first.win_rate),
                names.of(&second.id),
                share(second.win_rate),
            ),
        };
    }
    let won = SEATS.iter().take(seats).enumerate().map(|(seat, name)| {
        let rates = standings.iter().filter_map(|row| row.by_seat().nth(seat));
        let mean = rates.sum::<f64>() / standings.len().max(1) as f64;
        format!("{} in the {name}", share(mean))
    });
    text + &format!(
        "By seat, the players won {} seat; without an advantage of the seat it would be {} in \
         each.",
        list(&won.collect::<Vec<_>>()),
        share(1.0 / seats as f64)
    )
}

/// The sentences on optional stopping, after `--until-ci`.
pub(super) fn optional_stopping(played: &Tournament) -> Option<String> {
    let width = played.settings.until_ci?;
    let file = match played.settings.seats {
        2 => pairings::PAIRINGS,
        _ => pairings::LINE_UPS,
    };
    Some(format!(
        "Each pairing was played until its intervals were narrower than {} percentage points. The \
         intervals of win rates, ratings, metrics and claims shown here treat the number of games \
         as fixed and do not correct for this optional stopping; those of {file} do. The column \
         optional_stopping of each file says which.",
        percent(width, 2)
    ))
}

/// How shared wins count, if wins may be shared.
fn shared_wins(played: &Tournament) -> &'static str {
    let shared = played.standings.iter().any(|row| row.draw_rate.is_some());
    match (shared, played.settings.seats) {
        (true, 2) => {
            " A shared win counts as equal parts of a win, a draw of two players as half a win."
        }
        (true, _) => {
            " A shared win counts as equal parts of a win; a game is drawn if all players share it."
        }
        (false, _) => "",
    }
}

/// The table of the standings, which `rivals tournament` prints as well.
pub(super) fn table(played: &Tournament, names: &Names<'_>) -> Table {
    let loss = match played.standings.iter().any(|row| row.equity_loss.is_some()) {
        true => ", the equity loss per game in percentage points (loss)",
        false => "",
    };
    let rated = match played.standings.iter().any(|row| row.rating.is_some()) {
        true => ", ratings in Elo points around 0",
        false => "",
    };
    let ranking = Ranking::of(played);
    let worst = match played
        .standings
        .iter()
        .any(|row| row.worst_opponent.is_some())
    {
        true if ranking.is_some() => {
            ", and the opponent in whose games the player does worst by the metric, with its value there"
        }
        true => {
            ", and the opponent in whose games the player wins least, with the share of these games \
             that it wins"
        }
        false => "",
    };
    let caption = match &ranking {
        Some(ranking) => format!(
            "Standings: the metric {}, which ranks the players, the least first, games won in \
             percent{rated}{loss}{worst}.",
            ranking.name
        ),
        None => format!("Standings: games won in percent{rated}{loss}{worst}."),
    };
    let figures = |title: &str, worth: u8| Column::figures(title).worth(worth);
    let metric = || ranking.as_ref().map_or_else(String::new, Ranking::title);
    let cell = |value: Option<f64>| match &ranking {
        Some(ranking) => ranking.cell(value),
        None => Cell::missing(),
    };
    let ends = |row: &StandingRow| match &ranking {
        Some(ranking) => ranking.ends(row.ranked_ends()),
        None => Cell::missing(),
    };
    let rate = |rate: Option<f64>| Cell::percent(rate);
    let against = |row: &StandingRow| match &ranking {
        Some(_) => cell(row.worst_ranked.flatten()),
        None => rate(row.worst_win_rate),
    };
    let seat = |row: &StandingRow, seat: usize| rate(row.by_seat().nth(seat));
    let worst = |row: &StandingRow| {
        let id = row.worst_opponent.as_deref();
        Cell::maybe_words(id.map(|id| names.of(id)))
    };
    let metric_there = metric();
    let beside = if ranking.is_some() {
        &metric_there
    } else {
        "%"
    };
    let columns: &Columns<'_, StandingRow> = &[
        (Column::figures("rank"), &|row| Cell::whole(row.rank as u64)),
        (Column::words("name"), &|row| Cell::words(&row.name)),
        (Column::figures(metric()), &|row| cell(row.ranked_value)),
        (figures("95 %", 6), &ends),
        (Column::figures("win %"), &|row| Cell::percent(row.win_rate)),
        (figures("95 %", 5), &|row| Cell::percents(row.low, row.high)),
        (figures("exact", 7), &|row| rate(row.exact_win_rate)),
        (figures("1st seat", 2), &|row| seat(row, 0)),
        (figures("2nd seat", 2), &|row| seat(row, 1)),
        (figures("3rd seat", 2), &|row| seat(row, 2)),
        (figures("4th seat", 2), &|row| seat(row, 3)),
        (figures("5th seat", 2), &|row| seat(row, 4)),
        (figures("6th seat", 2), &|row| seat(row, 5)),
        (figures("drawn", 3), &|row| rate(row.draw_rate)),
        (figures("shared", 2), &|row| rate(row.shared_rate)),
        (figures("rating", 6), &|row| Cell::maybe(row.rating, rating)),
        (figures("±", 1), &|row| Cell::maybe(half(row), half_width)),
        (figures("loss", 4), &|row| rate(row.equity_loss)),
        (Column::words("worst against").worth(3), &worst),
        (figures(beside, 3), &against),
    ];
    Table::of(STANDINGS, caption, &played.standings, columns)
}

/// Half of the width of the interval of the rating.
fn half(row: &StandingRow) -> Option<f64> {
    Some(row.rating_high? - row.rating?)
}

/// The sentence on players without a rating, where others have one.
pub(super) fn unrated(standings: &[StandingRow]) -> Option<String> {
    let (rated, unrated): (Vec<_>, Vec<_>) =
        (standings.iter()).partition(|row| row.rating.is_some());
    let names: Vec<_> = unrated.iter().map(|row| row.name.clone()).collect();
    let have = match &names[..] {
        [] => return None,
        [_] => "has no rating, because it",
        _ => "have no rating, because each",
    };
    (!rated.is_empty()).then(|| {
        format!(
            "{} {have} won or lost every game against the players with one.",
            list(&names)
        )
    })
}

fn ratings(standings: &[StandingRow]) -> Block {
    let Some(widest) = standings.iter().filter_map(half).max_by(f64::total_cmp) else {
        return Block::text(
            "There are no ratings with intervals: the games do not determine them.",
        );
    };
    let ends = |row: &StandingRow| [row.rating, row.rating_low, row.rating_high];
    let rows = standings.iter().map(|row| Row {
        name: row.name.clone(),
        content: RowContent::Values(vec![row.rating.map(|value| Spot {
            value,
            interval: row.rating_low.zip(row.rating_high),
        })]),
        value: String::new(),
    });
    let told = standings.iter().filter_map(|row| {
        let half = half(row).map_or_else(String::new, |half| format!(" ± {}", half_width(half)));
        Some(format!("{} {}{half}", row.name, rating(row.rating?)))
    });
    let title = "rating, Elo points; the mean is 0";
    let values = standings.iter().flat_map(ends).flatten();
    let chart = Chart::Rows(Rows {
        axis: Some(Axis::over(title, values, 5, |elo| signed(elo, 0))),
        names: Vec::new(),
        groups: vec![(String::new(), rows.collect())],
    });
    let told = list(&told.collect::<Vec<_>>());
    let panel = Panel::new("", format!("Ratings in Elo points: {told}."), chart);
    let caption = format!(
        "Ratings by one joint Bradley-Terry fit, with 95 % intervals where they are wider than \
         the points; the widest reaches {} points to either side.{}",
        half_width(widest),
        unrated(standings).map_or_else(String::new, |unrated| format!(" {unrated}"))
    );
    Block::figure("ratings", STANDINGS, caption, [panel])
}
