//! The results of pairings: the cross table, the comparison of sampled and exact win rates,
//! and cycles; with more than two seats the line-ups.

use std::collections::HashMap;

use super::ranking::Ranking;
use super::standings::SEATS;
use crate::words::{Names, sentence, share};
use rivals_core::document::{
    Axis, Block, Cell, Chart, Column, Columns, HeatMap, Mark, Panel, Plot, Row, RowContent, Rows,
    Scale, Series, Spot, Table,
};
use rivals_core::text::number::{
    count, counted, degrees_of_freedom, fixed, p_value, percent, signed, statistic,
};
use rivals_league::results::Tournament;
use rivals_league::standings::{
    AgreementEntry, AheadRow, CopiesRow, LineUpRow, PairingRow, PlaceRow,
};
use rivals_statistics::{FAMILY_LEVEL, normal_density};

pub(super) const PAIRINGS: &str = "tournament/pairings.csv";
pub(super) const LINE_UPS: &str = "tournament/line_ups.csv";
const AHEAD: &str = "tournament/ahead.csv";
const PLACE_SHARES: &str = "tournament/place_shares.csv";
const COPIES: &str = "tournament/copies.csv";
const CYCLES: &str = "tournament/cycles.csv";

/// The id of the figure of the cross table.
pub const MATRIX: &str = "matrix";

/// The largest number of line-ups in the table.
const MAX_LINE_UPS: usize = 12;

/// The largest number of cycles that are listed.
const MAX_CYCLES: usize = 10;

/// The width of a bin of the histogram of z, in standard errors.
const BIN: f64 = 0.5;

/// The largest z that has a bin of its own.
const MOST_Z: f64 = 12.0;

pub(super) fn blocks(played: &Tournament, names: &Names<'_>) -> Vec<Block> {
    let mut blocks = vec![Block::heading("Results by pairing")];
    if played.settings.seats != 2 {
        blocks.extend(ahead(played, names));
        blocks.extend(places_table(played, names).map(Block::Table));
        blocks.extend(places(played, names));
        blocks.extend(place_shares(played, names));
        let ranking = Ranking::of(played);
        if ranking.is_metric && played.settings.pairings > 1 {
            blocks.push(shared_tables(played, names, &ranking));
        }
        blocks.push(line_ups(played, names));
        blocks.extend(copies(played, names));
        return blocks;
    }
    blocks.push(cross_table(played, names));
    let agreement = agreement(played, names);
    if !agreement.is_empty() {
        blocks.push(Block::heading("Sampled against exact win rates"));
        blocks.extend(agreement);
    }
    let (text, cycles) = cycles_text(played, names);
    blocks.push(Block::heading("Cycles"));
    blocks.push(Block::text(format!("{text} From {CYCLES}.")));
    blocks.push(Block::list(cycles));
    blocks
}

/// A heat map of the players against each other, in the order of the standings; `rate` is the
/// win rate of the row's player.
fn heat_map(
    played: &Tournament,
    names: &Names<'_>,
    titles: [&str; 2],
    scale: Scale,
    rate: impl Fn(&str, &str) -> Option<f64>,
) -> HeatMap {
    let order = || played.standings.iter().map(|row| &*row.id);
    let row = |id: &str| order().map(|other| rate(id, other)).collect();
    HeatMap {
        rows_title: titles[0].to_owned(),
        columns_title: titles[1].to_owned(),
        rows: (1..).zip(order()).map(|(rank, id)| format!("{rank} {}", names.of(id))).collect(),
        columns: (1..=played.standings.len()).map(|rank| rank.to_string()).collect(),
        values: order().map(row).collect(),
        scale,
        players: order().map(|id| names.of(id).to_owned()).collect(),
        numbers: Default::default(),
        below: None,
    }
}

/// The win rate of a player against another: the mean over both seats, and how much higher it is
/// in the first seat.
#[derive(Clone, Copy)]
pub(super) struct BothSeats {
    pub mean: f64,
    pub first_seat_adds: f64,
    /// Whether the rates are exact.
    pub exact: bool,
}

/// The win rates of the first of these players against the second; exact ones if they are known.
pub(super) fn both_seats(played: &Tournament) -> HashMap<(&str, &str), BothSeats> {
    let firsts: HashMap<(&str, &str), &PairingRow> =
        (played.pairings.iter()).map(|pair| ((&*pair.first, &*pair.second), pair)).collect();
    let both = played.pairs.iter().flat_map(|pair| {
        let mean = pair.exact.unwrap_or(pair.a_win_rate);
        let (a, b) = (&*pair.a, &*pair.b);
        [(a, b, mean), (b, a, 1.0 - mean)].map(|(a, b, mean)| {
            let row = firsts.get(&(a, b))?;
            let exact = pair.exact.and(row.exact);
            let rates = BothSeats {
                mean,
                first_seat_adds: exact.unwrap_or(row.first_win_rate) - mean,
                exact: exact.is_some(),
            };
            Some(((a, b), rates))
        })
    });
    both.flatten().collect()
}

fn cross_table(played: &Tournament, names: &Names<'_>) -> Block {
    let both = both_seats(played);
    let rank = |id: &str| played.standings.iter().position(|row| row.id == id);
    let players = played.standings.len();
    let pairings = players * players.saturating_sub(1) / 2;
    let titles = ["rows: the player", "columns: the opponent, by rank"];
    // Both figures of a pair are the same from either side, so each stands once.
    let scale = Scale::chances("above the diagonal: games that the row wins, %", 0.5, "not played");
    let mut chart = heat_map(played, names, titles, scale, |id, other| {
        let rates = both.get(&(id, other))?;
        Some(if rank(id) < rank(other) { rates.mean } else { rates.first_seat_adds })
    });
    let won = both.iter().filter(|((a, b), rates)| rank(a) < rank(b) && rates.mean > 0.5);
    let alternative = format!(
        "In {} of {} the player of the higher rank wins more than half.",
        count(won.count() as u64),
        counted(pairings as u64, "pairing", "pairings"),
    );
    let most = both.values().map(|rates| rates.first_seat_adds.abs()).fold(0.005, f64::max);
    let tick = |part: f64| (part, signed(100.0 * part, 1));
    chart.below = Some(Box::new(Scale {
        title: "below the diagonal: the first seat adds, percentage points".to_owned(),
        low: -most,
        high: most,
        ticks: [-most, 0.0, most].map(tick).to_vec(),
        ..chart.scale.clone()
    }));
    let panel = Panel::new("", alternative, Chart::HeatMap(chart));
    let exact = both.values().all(|rates| rates.exact);
    let caption = format!(
        "Each pair stands once on either side of the diagonal, in order of strength. Above it: the \
         share of games that the row's player wins against the column's, the mean over both seats \
         in per cent. Below it: what the first seat adds to the share of either of them, in \
         percentage points (the second seat takes away as much). Win rates are {}.",
        if exact { "exact" } else { "sampled where no exact rate is known" }
    );
    Block::figure(MATRIX, "Who beats whom", PAIRINGS, caption, [panel])
}

/// The largest number of pairs of players that a text or table has.
const MAX_AHEAD: usize = 15;

/// The sentence on who finishes ahead of whom, with more than two seats.
fn ahead_text(played: &Tournament, names: &Names<'_>) -> Option<String> {
    let told = played.ahead.iter().take(MAX_AHEAD).map(|row| {
        let (a, b) = (names.of(&row.a), names.of(&row.b));
        let (one, other, [rate, low, high]) = if row.a_ahead < 0.5 {
            (b, a, [1.0 - row.a_ahead, 1.0 - row.high, 1.0 - row.low])
        } else {
            (a, b, [row.a_ahead, row.low, row.high])
        };
        let (rate, low, high) = (share(rate), percent(low, 2), percent(high, 2));
        format!("{one} ahead of {other} in {rate} ({low} to {high})")
    });
    let more = if played.ahead.len() > MAX_AHEAD { "; ahead.csv has the others" } else { "" };
    (!played.ahead.is_empty()).then(|| {
        format!(
            "Who finishes ahead of whom in the games of both, with 95 % intervals: {}{more}.",
            told.collect::<Vec<_>>().join("; ")
        )
    })
}

/// Who finishes ahead of whom, with more than two seats: a heat map, and a table of few pairs.
fn ahead(played: &Tournament, names: &Names<'_>) -> Vec<Block> {
    let rates: HashMap<(&str, &str), f64> = (played.ahead.iter())
        .flat_map(|row| {
            let (a, b) = (&*row.a, &*row.b);
            [((a, b), row.a_ahead), ((b, a), 1.0 - row.a_ahead)]
        })
        .collect();
    let Some(told) = ahead_text(played, names) else {
        return Vec::new();
    };
    let titles = ["rows: the player", "columns: another player of the game, by rank"];
    let scale = Scale::chances("games in which the row finishes ahead, %", 0.5, "itself");
    let chart =
        heat_map(played, names, titles, scale, |id, other| rates.get(&(id, other)).copied());
    let caption = "Share of the games of both in which the row's player finishes ahead of the \
                   column's, both in order of the standings: it wins and the other does not, or \
                   neither wins and it has more points; a tie is half of one.";
    let panel = Panel::new("", told, Chart::HeatMap(chart));
    vec![Block::figure(MATRIX, "Who finishes ahead of whom", AHEAD, caption, [panel])]
}

/// The mean places, the best first.
fn placed(played: &Tournament) -> Vec<&PlaceRow> {
    let mut rows: Vec<_> = played.places.iter().collect();
    rows.sort_by(|a, b| a.mean_place.total_cmp(&b.mean_place));
    rows
}

/// A table of the mean place of each player and of how often it has each place, the best first; with
/// more than two seats.
pub(super) fn places_table(played: &Tournament, names: &Names<'_>) -> Option<Table> {
    const PLACES: [&str; 6] = ["1st %", "2nd %", "3rd %", "4th %", "5th %", "6th %"];
    let further = |value: f64, low: f64, high: f64| (high - value).max(value - low);
    let mut columns =
        vec![Column::words("player"), Column::figures("mean"), Column::figures("±").priority(1)];
    for title in &PLACES[..played.settings.seats] {
        columns.extend([Column::figures(*title), Column::figures("±").priority(2)]);
    }
    let row = |of: &PlaceRow| {
        let error = further(of.mean_place, of.low, of.high);
        let mean = [of.mean_place, error].map(|place| Cell::figure(place, fixed(place, 2)));
        let mut cells = vec![Cell::words(names.of(&of.id))];
        cells.extend(mean);
        for place in 1..=played.settings.seats {
            let mut rows = played.place_shares.iter();
            let found = rows.find(|row| row.id == of.id && row.place == place);
            let error = found.map(|row| further(row.share, row.low, row.high));
            cells.extend([found.map(|row| row.share), error].map(Cell::percent));
        }
        cells
    };
    let rows: Vec<_> = placed(played).into_iter().map(row).collect();
    let caption = "Mean place of each player and how often it has each place, with 95 % intervals: ± \
                   is the distance to their further ends. Those who tie have equal parts of their \
                   places, as have all whom the rules give no order.";
    (!rows.is_empty()).then(|| Table::new(PLACE_SHARES, caption.to_owned(), columns, rows))
}

/// A table of who finishes ahead of whom; none with two seats.
pub(super) fn ahead_table(played: &Tournament, names: &Names<'_>) -> Option<Block> {
    let pair = |row: &AheadRow| {
        let of = [&row.a, &row.b].map(|id| Cell::words(names.of(id)));
        let figures = [Cell::percent(row.a_ahead), Cell::percents(Some(row.low), Some(row.high))];
        of.into_iter().chain(figures).collect::<Vec<_>>()
    };
    let columns = ["player", "ahead of"].map(Column::words).into_iter();
    let columns = columns.chain(["% of games", "95 %"].map(Column::figures)).collect();
    let more = if played.ahead.len() > MAX_AHEAD { " (ahead.csv has the others)" } else { "" };
    let caption = format!("Who finishes ahead of whom in the games of both{more}:");
    let pairs = played.ahead.iter().take(MAX_AHEAD).map(pair);
    (!played.ahead.is_empty()).then(|| Block::table("", caption, columns, pairs))
}

/// A row of a value with the ends of its interval.
fn row_with([value, low, high]: [f64; 3], name: &str, told: String) -> Row {
    let spot = Spot { value, interval: Some((low, high)) };
    Row { name: name.to_owned(), content: RowContent::Values(vec![Some(spot)]), value: told }
}

/// What is told of the player with the best mean place, to what is told of the one with the worst.
fn ends_of(
    rows: &[&PlaceRow],
    names: &Names<'_>,
    told: impl Fn(&PlaceRow) -> Option<String>,
) -> Option<String> {
    let told = |of: &PlaceRow| Some(format!("{} ({})", names.of(&of.id), told(of)?));
    let (first, last) = (*rows.first()?, *rows.last()?);
    Some(format!("{} to {}", told(first)?, told(last)?))
}

/// The mean places of all players, with more than two seats.
fn places(played: &Tournament, names: &Names<'_>) -> Option<Block> {
    let rows = placed(played);
    let told = ends_of(&rows, names, |of| Some(fixed(of.mean_place, 2)))?;
    let row = |row: &&PlaceRow| {
        let name = names.of(&row.id);
        row_with([row.mean_place, row.low, row.high], name, fixed(row.mean_place, 2))
    };
    let ends = rows.iter().flat_map(|row| [row.low, row.high]);
    let axis = Axis::over("mean place", ends, 6, |place| fixed(place, 1));
    let groups = vec![(String::new(), rows.iter().map(row).collect())];
    let chart = Rows { axis: Some(axis), names: Vec::new(), groups };
    let caption = "Mean place of each player at the end of a game: 1 and the number of players who \
                   finish ahead, of whom a tie counts half. Bars are 95 % intervals over paired \
                   games, which may be too wide, as all errors are added.";
    let panel = Panel::new("", format!("From {told}."), Chart::Rows(chart));
    Some(Block::figure("places", "Mean places", "tournament/places.csv", caption, [panel]))
}

/// How often each player has each place, with more than two seats.
fn place_shares(played: &Tournament, names: &Names<'_>) -> Option<Block> {
    let first = |of: &PlaceRow| {
        let mut rows = played.place_shares.iter();
        Some(share(rows.find(|row| row.id == of.id && row.place == 1)?.share))
    };
    let told = ends_of(&placed(played), names, first)?;
    let group = |(place, title): (usize, &str)| {
        let row = |of: &PlaceRow| {
            let mut rows = played.place_shares.iter();
            let row = rows.find(|row| row.id == of.id && row.place == place)?;
            let name = names.of(&row.id);
            Some(row_with([row.share, row.low, row.high], name, percent(row.share, 2)))
        };
        let rows: Vec<Row> = placed(played).into_iter().filter_map(row).collect();
        (format!("{title} place"), rows)
    };
    let groups = (1..=played.settings.seats).zip(SEATS).map(group).collect();
    let ends = played.place_shares.iter().flat_map(|row| [row.low, row.high]);
    let axis = Axis::over("share of the games, %", ends, 6, |share| percent(share, 0));
    let chart = Rows { axis: Some(axis), names: Vec::new(), groups };
    let caption = "Share of the games of each player in which it has the place; those who tie have \
                   equal parts of their places, so that the first place is the win rate. Bars are \
                   95 % intervals over paired games. Players are in order of their mean places.";
    let panel = Panel::new("", format!("First places: from {told}."), Chart::Rows(chart));
    Some(Block::figure("place-shares", "Shares of the places", PLACE_SHARES, caption, [panel]))
}

/// The metric that ranks, of each player in the games with each other one.
fn shared_tables(played: &Tournament, names: &Names<'_>, ranking: &Ranking) -> Block {
    let mut tables: HashMap<(&str, &str), Vec<f64>> = HashMap::new();
    for row in &played.line_ups {
        for other in row.players.split('+').filter(|other| *other != row.id) {
            let values = tables.entry((&row.id, other)).or_default();
            values.extend(row.ranked());
        }
    }
    let mean = |rates: &Vec<f64>| {
        (!rates.is_empty()).then(|| rates.iter().sum::<f64>() / rates.len() as f64)
    };
    let titles = ["rows: the player", "columns: another player of the game, by rank"];
    let chart = heat_map(played, names, titles, ranking.scale(), |id, other| {
        tables.get(&(id, other)).and_then(mean)
    });
    let told = played.standings.iter().filter_map(|row| {
        let (name, worst) = (&row.name, names.of(row.worst_opponent.as_deref()?));
        let value = ranking.words(row.worst_ranked.flatten()?);
        Some(format!("{name} has the most {} with {worst}, {value}", ranking.name))
    });
    let alternative = told.collect::<Vec<_>>().join("; ") + ".";
    let caption = format!(
        "{} of the row's player at the tables where the column's player sits as well, both in \
         order of the standings: less is better; the neutral colour is the mean of all players.",
        sentence(&ranking.title())
    );
    let panel = Panel::new("", alternative, Chart::HeatMap(chart));
    Block::figure("with-whom", "Who does well with whom", LINE_UPS, caption, [panel])
}

/// Where each player meets copies of each other one: the metric that ranks, or the win rate.
fn copies(played: &Tournament, names: &Names<'_>) -> Vec<Block> {
    let rows = &played.copies;
    let (ranking, seats) = (Ranking::of(played), played.settings.seats);
    let value = |row: &CopiesRow| row.ranked_value.unwrap_or(row.win_rate);
    let values: HashMap<(&str, &str), f64> =
        (rows.iter()).map(|row| ((&*row.id, &*row.copies), value(row))).collect();
    let titles = ["rows: the player alone", "columns: the player with copies, by rank"];
    let chart = heat_map(played, names, titles, ranking.scale(), |id, other| {
        values.get(&(id, other)).copied()
    });
    if rows.is_empty() {
        return Vec::new();
    }
    let text = format!(
        "Each player also meets copies of each other player in all other {} seats, on deals of their \
         own. The file has the values of the copies as well, and all intervals.",
        seats - 1
    );
    let caption = format!(
        "{} of the row's player alone where copies of the column's player have all other seats; both \
         in order of the standings. The neutral colour is {}.",
        sentence(&ranking.title()),
        if ranking.is_metric {
            "the mean of all players: less is better"
        } else {
            "an equal share"
        }
    );
    let panel = Panel::new("", text, Chart::HeatMap(chart));
    vec![
        Block::heading("A player with copies of another one"),
        Block::figure("copies", "Alone among copies", COPIES, caption, [panel]),
    ]
}

/// The table of the line-ups in which one player wins the most, or has the lowest value of the
/// metric that ranks.
fn line_ups(played: &Tournament, names: &Names<'_>) -> Block {
    let ranking = Ranking::of(played);
    let rows = &played.line_ups;
    let mut line_ups: Vec<&[LineUpRow]> = rows.chunk_by(|a, b| a.line_up == b.line_up).collect();
    let strength = |row: &LineUpRow| row.ranked().map_or(row.win_rate, |value| -value);
    let best =
        |line_up: &[LineUpRow]| line_up.iter().map(strength).fold(f64::NEG_INFINITY, f64::max);
    let all = line_ups.len();
    if all > MAX_LINE_UPS {
        line_ups.sort_by(|a, b| best(b).total_cmp(&best(a)));
        line_ups.truncate(MAX_LINE_UPS);
    }
    let name = &ranking.name;
    let (most, figures_of) = if ranking.is_metric {
        (
            format!("has the lowest {name}"),
            format!("{name}, which the standings rank by, and games won"),
        )
    } else {
        ("wins the most".to_owned(), "games won".to_owned())
    };
    let which = if all > MAX_LINE_UPS {
        format!("The {MAX_LINE_UPS} line-ups of {} in which a player {most}", count(all as u64))
    } else {
        "The line-ups".to_owned()
    };
    let caption = format!("{which}: {figures_of} in percent, in all and from each seat.");
    let figures = |title: &str| Column::figures(title);
    let seat = |row: &LineUpRow, seat: usize| Cell::percent(row.by_seat().nth(seat));
    let columns: &Columns<'_, LineUpRow> = &[
        (figures("line-up"), &|row| Cell::whole(row.line_up as u64)),
        (Column::words("player"), &|row| Cell::words(names.of(&row.id))),
        (figures(&ranking.title()), &|row| ranking.cell(row.ranked())),
        (figures("95 %"), &|row| ranking.ends(row.ranked_ends())),
        (figures("win %"), &|row| Cell::percent(row.win_rate)),
        (figures("95 %"), &|row| Cell::percents(row.low, row.high)),
        (figures("first seat"), &|row| seat(row, 0)),
        (figures("second seat"), &|row| seat(row, 1)),
        (figures("third seat"), &|row| seat(row, 2)),
        (figures("fourth seat"), &|row| seat(row, 3)),
        (figures("fifth seat"), &|row| seat(row, 4)),
        (figures("sixth seat"), &|row| seat(row, 5)),
    ];
    let rows = line_ups.into_iter().flatten();
    Block::Table(Table::of(LINE_UPS, caption, rows, columns))
}

/// The sentences on the largest deviation of a sampled from an exact win rate and on all tests
/// together; `None` if there are no exact win rates.
pub(super) fn agreement_text(played: &Tournament, names: &Names<'_>) -> Option<String> {
    let pairs = played.pairings.iter();
    let with_z = pairs.filter_map(|pair| Some((pair, pair.z?)));
    let furthest = with_z.clone().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    let (pair, z) = furthest?;
    let mut text = format!(
        "The furthest of {} is {} against {}, with z = {}.",
        counted(with_z.count() as u64, "ordered pair", "ordered pairs"),
        names.of(&pair.first),
        names.of(&pair.second),
        signed(z, 2),
    );
    if let Some(fit) = played.settings.agreement {
        text += &chi_square(&fit).map_or_else(String::new, |fit| format!(" {fit}"));
        text += &format!(
            " For all {} tests together {}; sampled and exact win rates contradict each other if \
             p < {FAMILY_LEVEL}.",
            count(fit.tests as u64),
            p_value(fit.family_p_value),
        );
    }
    Some(text)
}

/// The sentence with the chi-square over all pairings; `None` if no pairing is large enough.
pub(super) fn chi_square(fit: &AgreementEntry) -> Option<String> {
    Some(format!(
        "Over all pairings with enough games chi-square is {} on {} ({}).",
        statistic(fit.chi_square),
        degrees_of_freedom(fit.degrees_of_freedom),
        p_value(fit.p_value?),
    ))
}

fn agreement(played: &Tournament, names: &Names<'_>) -> Vec<Block> {
    let zs: Vec<f64> = played.pairings.iter().filter_map(|pair| pair.z).collect();
    let Some(told) = agreement_text(played, names) else {
        return Vec::new();
    };
    let beyond = zs.iter().filter(|z| z.abs() > 2.0).count();
    let text = format!(
        "z is the distance of a sampled win rate from the exact one in standard errors. If both \
         agree, z follows the normal distribution, of which 4.6 % lie beyond 2; here it is {beyond} \
         of {} ({}). {told} The chi-square uses the covariance of the two seatings of a pairing, \
         which share their random numbers; the bars below do not.",
        zs.len(),
        share(beyond as f64 / zs.len() as f64),
    );
    let chart = histogram(&zs);
    let alternative = format!(
        "A histogram of {} of z around 0 with the normal distribution: {beyond} beyond 2.",
        counted(zs.len() as u64, "value", "values")
    );
    let caption = format!(
        "How far sampled win rates lie from the exact ones, beside the distribution that they should \
         follow.{}",
        if zs.iter().any(|z| z.abs() > MOST_Z) {
            format!(" The outermost bars contain all values beyond {MOST_Z}.")
        } else {
            String::new()
        }
    );
    let panel = Panel::new("", alternative, chart);
    vec![
        Block::text(text),
        Block::figure("z", "Sampled less exact win rates", PAIRINGS, caption, [panel]),
    ]
}

/// A histogram of z with the normal distribution.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts and few bins")]
fn histogram(zs: &[f64]) -> Chart {
    let edge = zs.iter().fold(4.0, |edge: f64, z| edge.max(z.abs().ceil()));
    let edge = edge.min(MOST_Z);
    let bins = (2.0 * edge / BIN) as usize;
    let mut counts = vec![0.0; bins];
    for z in zs {
        // A negative number is the first bin.
        counts[(((z + edge) / BIN).floor() as usize).min(bins - 1)] += 1.0;
    }
    let expected = |z: f64| normal_density(z) * BIN * zs.len() as f64;
    let most = counts.iter().copied().fold(expected(0.0), f64::max);
    let bars = (0..).zip(counts).map(|(bin, count)| {
        let middle = -edge + BIN * (f64::from(bin) + 0.5);
        (middle, Spot::exact(count))
    });
    let steps = 80;
    let curve = (0..=steps).map(|step| {
        let z = -edge + 2.0 * edge * f64::from(step) / f64::from(steps);
        (z, Spot::exact(expected(z)))
    });
    let series = [
        Series::new("ordered pairs", Mark::Bar, bars.collect()),
        Series::new("normal distribution", Mark::Curve, curve.collect()),
    ];
    let mut across = Axis::over("z, standard errors", [-edge, edge], 8, |z| signed(z, 0));
    (across.low, across.high) = (-edge, edge);
    let plot = Plot {
        across,
        up: Axis::from_zero("ordered pairs", [most], 4, |pairs| count(pairs as u64)),
        series: series.into_iter().flatten().collect(),
    };
    Chart::Plot(plot)
}

/// The sentence on the number of cycles, and a sentence for each of the clearest ones.
pub(super) fn cycles_text(played: &Tournament, names: &Names<'_>) -> (String, Vec<String>) {
    let cycles = &played.cycles;
    if cycles.is_empty() {
        let text = match played.settings.pairing_design {
            None => {
                "There is no non-transitive triple: no three players beat each other in a cycle."
            }
            Some(_) => {
                "No three players who all met beat each other in a cycle; in a sample of the \
                 pairings, most threes did not meet."
            }
        };
        return (text.to_owned(), Vec::new());
    }
    let points = cycles.iter().take(MAX_CYCLES).map(|cycle| {
        let [a, b, c] = [&cycle.a, &cycle.b, &cycle.c].map(|id| names.of(id));
        let [ab, bc, ca] = cycle.rates().map(share);
        let kind = if cycle.exact { "Exact" } else { "Sampled" };
        format!("{kind}: {a} beats {b} ({ab}), {b} beats {c} ({bc}), and {c} beats {a} ({ca}).")
    });
    let shown = if cycles.len() > MAX_CYCLES {
        format!("; these are the {MAX_CYCLES} clearest")
    } else {
        String::new()
    };
    let text = format!(
        "The results contain {}, over both seats: three players who beat each other in a cycle, so \
         that no order of strength tells who beats whom{shown}.",
        counted(cycles.len() as u64, "non-transitive triple", "non-transitive triples"),
    );
    (text, points.collect())
}
