//! The section that a reader sees first: who wins, by how much, and what is surprising.

use super::pairings::both_seats;
use super::ranking::Ranking;
use super::standings::SEATS;
use crate::report::words::{Names, share};
use crate::report::{Block, Headline, Section};
use crate::results::Tournament;
use crate::results::tournament::StandingRow;
use crate::text::number::{percent, signed};

/// The headline figures of a tournament.
#[must_use]
pub(crate) fn headlines(played: &Tournament) -> Section {
    let names = Names::new(played);
    let mut figures = Vec::new();
    let order = order(played);
    let ranking = Ranking::of(played);
    if let Some(first) = order.first().filter(|_| played.settings.games > 0) {
        let second = order.get(1);
        match &ranking {
            Some(ranking) => {
                figures.push(lowest(first, ranking));
                figures.extend(second.and_then(|second| lead(first, second, ranking)));
            }
            None => {
                figures.push(winner(first, &played.standings));
                // In a sample, win rates are against different opponents.
                if played.settings.pairing_design.is_none() {
                    figures.extend(second.map(|second| margin(first, second)));
                    figures.extend(surprise(played, &order, &names));
                }
            }
        }
        figures.extend(seat(played));
    }
    let blocks = match figures.is_empty() {
        true => vec![Block::text("No games were played.")],
        false => vec![Block::Headlines { figures }],
    };
    Section::new("headlines", "In short", blocks)
}

/// The standings, the best first: by exact win rates if they are known for all players, so that
/// chance decides nothing, if all players met and no metric ranks.
fn order(played: &Tournament) -> Vec<&StandingRow> {
    let mut rows: Vec<&StandingRow> = played.standings.iter().collect();
    let all_met = played.settings.pairing_design.is_none();
    let exact = |row: &StandingRow| {
        row.exact_win_rate
            .filter(|_| row.ranked_by.is_none() && all_met)
    };
    if rows.iter().all(|row| exact(row).is_some()) {
        let rate = |row| exact(row).unwrap_or(0.0);
        rows.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
    }
    rows
}

fn headline(title: &str, figure: String, text: String) -> Headline {
    let title = title.to_owned();
    Headline {
        title,
        figure,
        text,
    }
}

/// The win rate with its interval, and the exact one.
fn rate(row: &StandingRow) -> String {
    let interval = row
        .low
        .zip(row.high)
        .map(|(low, high)| format!(", 95 % interval {} to {}", percent(low, 2), share(high)));
    let exact = row
        .exact_win_rate
        .map(|exact| format!("; exactly {}", share(exact)));
    format!(
        "{}{}{}",
        share(row.win_rate),
        interval.unwrap_or_default(),
        exact.unwrap_or_default()
    )
}

/// The best player by the metric that ranks in the game.
fn lowest(first: &StandingRow, ranking: &Ranking) -> Headline {
    let text = format!(
        "{} has the lowest {}, {}; the fewest rank first. It wins {}.",
        first.name,
        ranking.name,
        ranking.with_interval(first.ranked_value.unwrap_or_default(), first.ranked_ends()),
        rate(first)
    );
    headline("Who wins?", first.name.clone(), text)
}

/// By how much the best player by the metric is before the second.
fn lead(first: &StandingRow, second: &StandingRow, ranking: &Ranking) -> Option<Headline> {
    let (one, other) = first.ranked_value.zip(second.ranked_value)?;
    let apart = match first.ranked_ends().zip(second.ranked_ends()) {
        Some(((_, high), (low, _))) if high < low => "Their 95 % intervals do not overlap.",
        Some(_) => "Their 95 % intervals overlap.",
        None => "There are too few games for an interval.",
    };
    let text = format!(
        "The {} of {} minus that of {}: the second has {}. {apart}",
        ranking.title(),
        first.name,
        second.name,
        ranking.with_interval(other, second.ranked_ends())
    );
    Some(headline(
        "By how much?",
        ranking.difference(one, other),
        text,
    ))
}

/// The best player; the standings begin with the highest rating.
fn winner(first: &StandingRow, standings: &[StandingRow]) -> Headline {
    let leader = &standings[0];
    let is_highest = standings.iter().all(|row| row.rating <= leader.rating);
    let text = match first.id == leader.id {
        _ if !is_highest => format!("{} comes first and wins {}.", first.name, rate(first)),
        true => format!(
            "{} has the highest rating and wins {}.",
            first.name,
            rate(first)
        ),
        false => format!(
            "{} has the highest exact win rate: {}. By the games that were played, {} has the \
             highest rating.",
            first.name,
            rate(first),
            leader.name
        ),
    };
    headline("Who wins?", first.name.clone(), text)
}

fn margin(first: &StandingRow, second: &StandingRow) -> Headline {
    let exact = first.exact_win_rate.zip(second.exact_win_rate);
    let (one, other) = exact.unwrap_or((first.win_rate, second.win_rate));
    let apart = match (exact, first.low.zip(second.high)) {
        (Some(_), _) => "Both rates are exact.",
        (None, Some((low, high))) if low > high => "Their 95 % intervals do not overlap.",
        (None, Some(_)) => "Their 95 % intervals overlap.",
        (None, None) => "There are too few games for an interval.",
    };
    let text = format!(
        "Win rate of {} minus that of {}, in percentage points. The second wins {}. {apart}",
        first.name,
        second.name,
        rate(second)
    );
    let points = format!("{} pp", signed(100.0 * (one - other), 2));
    headline("By how much?", points, text)
}

/// The largest upset: a player of a lower rank that beats one of a higher rank.
fn surprise(played: &Tournament, order: &[&StandingRow], names: &Names<'_>) -> Option<Headline> {
    let title = "What is surprising?";
    if played.settings.seats != 2 {
        return None;
    }
    let both = both_seats(played);
    let order: Vec<&str> = order.iter().map(|row| &*row.id).collect();
    let pairs = (0..order.len()).flat_map(|low| (0..low).map(move |high| (low, high)));
    let upsets = pairs.filter_map(|(low, high)| {
        let rates = both.get(&(order[low], order[high]))?;
        (rates.mean > 0.5).then_some((low, high, rates))
    });
    let upsets: Vec<_> = upsets.collect();
    let largest = upsets.iter().max_by(|a, b| a.2.mean.total_cmp(&b.2.mean));
    let Some(&(low, high, rates)) = largest else {
        let text = "Over both seats, every player wins at most half of the games against every \
                    player of a higher rank.";
        return Some(headline(title, "No upset".to_owned(), text.to_owned()));
    };
    let kind = if rates.exact { "exact" } else { "sampled" };
    let text = format!(
        "{}, number {}, beats {}, number {}: it wins {} of their games over both seats ({kind}). \
         {}",
        names.of(order[low]),
        low + 1,
        names.of(order[high]),
        high + 1,
        share(rates.mean),
        match upsets.len() {
            1 => "This is the only upset.".to_owned(),
            many => format!("This is the largest of {many} upsets."),
        },
    );
    Some(headline(title, names.of(order[low]).to_owned(), text))
}

/// The seat that is favoured, over all players.
fn seat(played: &Tournament) -> Option<Headline> {
    let seats = played.settings.seats;
    let mean = |seat: usize| {
        let rates = played
            .standings
            .iter()
            .filter_map(|row| row.by_seat().nth(seat));
        rates.sum::<f64>() / played.standings.len().max(1) as f64
    };
    let best = (0..seats).max_by(|&a, &b| mean(a).total_cmp(&mean(b)))?;
    let title = "Which seat is better?";
    let more = mean(best) - 1.0 / seats as f64;
    // Less than half of the last digit that is shown.
    if more < 0.5e-4 {
        let text = "All seats win equally often (sampled, mean of all players).";
        return Some(headline(title, "None".to_owned(), text.to_owned()));
    }
    let text = format!(
        "The {} seat wins the most, {} of the games (sampled, mean of all players); without an \
         advantage of the seat it would be {}.",
        SEATS[best],
        share(mean(best)),
        share(1.0 / seats as f64),
    );
    let points = format!("{} pp", signed(100.0 * more, 2));
    Some(headline(title, points, text))
}
