//! The section of the standings of a tournament: win rates, ratings and seats.

use super::pairings;
use super::ranking::Ranking;
use crate::words::{Names, list, share};
use rivals_core::document::{
    Axis, Block, Cell, Chart, Column, Columns, Panel, Row, RowContent, Rows, Section, Spot, Table,
};
use rivals_core::text::number::{count, counted, half_width, percent, rating, signed};
use rivals_league::results::Tournament;
use rivals_league::results::tournament::StandingRow;

const STANDINGS: &str = "tournament/standings.csv";

/// The seats in words.
pub(super) const SEATS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];

/// The section: standings, ratings, the results of pairings, and cycles.
#[must_use]
pub fn standings(played: &Tournament) -> Section {
    let names = Names::new(played);
    let mut blocks = vec![Block::text(self::played(played))];
    blocks.extend(seats(played).map(Block::text));
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
        2 => ("pairing", "pairings", "both seats with the same random numbers"),
        _ if !played.copies.is_empty() => {
            ("line-up", "line-ups", "every seating on the same deals")
        }
        _ => ("line-up", "line-ups", "all seats in turn with the same random numbers"),
    };
    let players = settings.roster.len();
    let shown = if played.standings.len() < players {
        format!(
            " The report shows the {} strongest players; the files have all.",
            played.standings.len()
        )
    } else {
        String::new()
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

/// The sentences on the advantage of the seats.
pub(super) fn seats(played: &Tournament) -> Option<String> {
    let seats = played.seats.iter().zip(SEATS);
    let won = seats.map(|(row, name)| {
        let exact = row.exact_advantage;
        let exact = exact.map(|exact| format!("; exactly {}", signed(100.0 * exact, 2)));
        format!(
            "{} in the {name} ({}, {} to {}{})",
            share(row.win_rate),
            signed(100.0 * row.advantage, 2),
            signed(100.0 * row.advantage_low, 2),
            signed(100.0 * row.advantage_high, 2),
            exact.unwrap_or_default(),
        )
    });
    (!played.seats.is_empty()).then(|| {
        format!(
            "By seat, the players won {} seat. In parentheses are the advantage of the seat, which \
             is its win rate less {}, in percentage points, and its 95 % interval.",
            list(&won.collect::<Vec<_>>()),
            match played.seats.len() {
                2 => "that of the other seat",
                _ => "the mean of the other seats",
            }
        )
    })
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
    let loss = if played.standings.iter().any(|row| row.equity_loss.is_some()) {
        ", the equity loss per game in percentage points (loss)"
    } else {
        ""
    };
    let rated = if played.standings.iter().any(|row| row.rating.is_some()) {
        ", ratings in Elo points around 0"
    } else {
        ""
    };
    let ranking = Ranking::of(played);
    let worst = if played.standings.iter().all(|row| row.worst_opponent.is_none()) {
        ""
    } else if ranking.is_metric {
        ", and the opponent in whose games the player does worst by the metric, with its value there"
    } else {
        ", and the opponent in whose games the player wins least, with the share of these games \
         that it wins"
    };
    let metric = if ranking.is_metric {
        format!("the metric {}, which ranks the players, the least first, ", ranking.name)
    } else {
        String::new()
    };
    let caption = format!("Standings: {metric}games won in percent{rated}{loss}{worst}.");
    let figures = |title: &str, priority: u8| Column::figures(title).priority(priority);
    let metric = ranking.title();
    let rate = |rate: Option<f64>| Cell::percent(rate);
    let against = |row: &StandingRow| match row.worst_ranked {
        Some(value) => ranking.cell(value),
        None => rate(row.worst_win_rate),
    };
    let seat = |row: &StandingRow, seat: usize| rate(row.by_seat().nth(seat));
    let worst = |row: &StandingRow| {
        let id = row.worst_opponent.as_deref();
        Cell::maybe_words(id.map(|id| names.of(id)))
    };
    let beside = if ranking.is_metric { &metric } else { "%" };
    let columns: &Columns<'_, StandingRow> = &[
        (Column::figures("rank"), &|row| Cell::whole(row.rank as u64)),
        (Column::words("name"), &|row| Cell::words(&row.name)),
        (Column::figures(&*metric), &|row| ranking.cell(row.ranked())),
        (figures("95 %", 6), &|row| ranking.ends(row.ranked_ends())),
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
        (figures("±", 1), &half_or_end),
        (figures("loss", 4), &|row| rate(row.equity_loss)),
        (Column::words("worst against").priority(3), &worst),
        (figures(beside, 3), &against),
    ];
    Table::of(STANDINGS, caption, &played.standings, columns)
}

/// The distance from the rating to the further end of its interval, if it has both ends.
fn half(row: &StandingRow) -> Option<f64> {
    let rating = row.rating?;
    Some((row.rating_high? - rating).max(rating - row.rating_low?))
}

/// The cell of the distance to the further end of the interval of a rating, or of its one end.
fn half_or_end(row: &StandingRow) -> Cell {
    match (row.rating, half(row)) {
        (None, _) => Cell::missing(),
        (_, Some(half)) => Cell::figure(half, half_width(half)),
        _ => Cell::open([row.rating_low, row.rating_high], rating),
    }
}

/// The sentences on ratings whose interval has an open end.
pub(super) fn open_ratings(standings: &[StandingRow]) -> Option<String> {
    let open = |row: &&StandingRow| row.rating.is_some() && half(row).is_none();
    let open = standings.iter().filter(open).count();
    (open > 0).then(|| {
        format!(
            "The intervals of {} have an open end (≥ or ≤), because the games do not say how far \
             a player is above those who never beat it, directly or through others; such a rating \
             itself rests on a prior.",
            counted(open as u64, "rating", "ratings")
        )
    })
}

fn ratings(standings: &[StandingRow]) -> Block {
    if standings.iter().all(|row| row.rating.is_none()) {
        return Block::text("There are no ratings: the games do not determine them.");
    }
    let widest = standings.iter().filter_map(half).max_by(f64::total_cmp);
    let ends = |row: &StandingRow| [row.rating, row.rating_low, row.rating_high];
    let values = || standings.iter().flat_map(ends).flatten();
    let title = "rating, Elo points; the mean is 0";
    let axis = Axis::over(title, values(), 5, |elo| signed(elo, 0));
    // An open end is drawn to the edge.
    let (least, most) = (axis.low, axis.high);
    let rows = standings.iter().map(|row| Row {
        name: row.name.clone(),
        content: RowContent::Values(vec![row.rating.map(|value| Spot {
            value,
            interval: Some((row.rating_low.unwrap_or(least), row.rating_high.unwrap_or(most))),
        })]),
        value: row.rating.map_or_else(String::new, |value| {
            let half = half(row).map(|half| format!(" ± {}", half_width(half)));
            rating(value) + &half.unwrap_or_default()
        }),
    });
    let chart = Chart::Rows(Rows {
        axis: Some(axis),
        names: Vec::new(),
        groups: vec![(String::new(), rows.collect())],
    });
    let rated = standings.iter().filter_map(|row| Some((row.rating?, &row.name)));
    let mut rated: Vec<_> = rated.collect();
    rated.sort_by(|one, other| one.0.total_cmp(&other.0));
    let said = |(value, name): (f64, &String)| format!("{} ({name})", rating(value));
    let alternative = format!(
        "Ratings from {} to {}; the table above lists them.",
        said(rated[0]),
        said(rated[rated.len() - 1])
    );
    let panel = Panel::new("", alternative, chart);
    let caption = format!(
        "Ratings by one joint Bradley-Terry fit, with 95 % intervals where they are wider than \
         the points{}.{}",
        widest.map_or_else(String::new, |widest| format!(
            "; the widest reaches {} points to either side",
            half_width(widest)
        )),
        open_ratings(standings).map_or_else(String::new, |open| format!(
            " {open} A line to the edge has an open end there."
        ))
    );
    Block::figure("ratings", "Ratings of the players", STANDINGS, caption, [panel])
}
