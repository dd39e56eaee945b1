//! The section that a reader sees first: who wins, by how much, and what is surprising.

use std::collections::HashSet;

use super::pairings::both_seats;
use super::ranking::Ranking;
use super::standings::SEATS;
use crate::words::{Names, share};
use rivals_core::document::{Block, Headline, Section};
use rivals_core::text::number::signed;
use rivals_league::results::Tournament;
use rivals_league::results::tournament::StandingRow;

/// The headline figures of a tournament.
#[must_use]
pub fn headlines(played: &Tournament) -> Section {
    let names = Names::new(played);
    let mut figures = Vec::new();
    let order = order(played);
    let ranking = Ranking::of(played);
    if let Some(first) = order.first().filter(|_| played.settings.games > 0) {
        let second = order.get(1);
        figures.push(winner(first, &played.standings, &ranking));
        // In a sample, win rates are against different opponents.
        if ranking.is_metric || played.settings.pairing_design.is_none() {
            figures.extend(second.map(|second| margin(first, second, &ranking)));
        }
        if !ranking.is_metric && played.settings.pairing_design.is_none() {
            figures.extend(surprise(played, &order, &names));
        }
        figures.extend(seat(played));
    }
    let blocks = if figures.is_empty() {
        vec![Block::text("No games were played.")]
    } else {
        vec![Block::Headlines { figures }]
    };
    Section::new("headlines", "In short", blocks)
}

/// The standings, the best first: by exact win rates if they are known for all players, so that
/// chance decides nothing, if all players met and no metric ranks.
fn order(played: &Tournament) -> Vec<&StandingRow> {
    let mut rows: Vec<&StandingRow> = played.standings.iter().collect();
    let all_met = played.settings.pairing_design.is_none();
    let exact =
        |row: &StandingRow| row.exact_win_rate.filter(|_| row.ranked_by.is_none() && all_met);
    if rows.iter().all(|row| exact(row).is_some()) {
        let rate = |row| exact(row).unwrap_or(0.0);
        rows.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
    }
    rows
}

fn headline(title: &str, figure: String, text: String) -> Headline {
    let title = title.to_owned();
    Headline { title, figure, text }
}

/// The best player; without a metric that ranks, the standings begin with the highest rating.
fn winner(first: &StandingRow, standings: &[StandingRow], ranking: &Ranking) -> Headline {
    let (leader, name, value) = (&standings[0], &first.name, ranking.with_interval(first));
    let text = if ranking.is_metric {
        let won = share(first.win_rate);
        format!(
            "{name} has the lowest {}, {value}; the least ranks first. It wins {won}.",
            ranking.name
        )
    } else if first.id != leader.id {
        format!(
            "{name} has the highest exact win rate: {value}. By the games that were played, {} has \
             the highest rating.",
            leader.name
        )
    } else if standings.iter().all(|row| row.rating <= leader.rating) {
        format!("{name} has the highest rating and wins {value}.")
    } else {
        format!("{name} comes first and wins {value}.")
    };
    headline("Who wins?", name.clone(), text)
}

/// By how much the best player is before the second.
fn margin(first: &StandingRow, second: &StandingRow, ranking: &Ranking) -> Headline {
    let exact = first.exact_win_rate.zip(second.exact_win_rate).filter(|_| !ranking.is_metric);
    let [(one, ends), (other, others)] = [first, second].map(|row| ranking.value(row));
    let (one, other) = exact.unwrap_or((one, other));
    let apart = match (exact, ends.zip(others)) {
        (Some(_), _) => "Both rates are exact.",
        (_, Some(((low, high), (least, most)))) if low > most || high < least => {
            "Their 95 % intervals do not overlap."
        }
        (_, Some(_)) => "Their 95 % intervals overlap.",
        (_, None) => "There are too few games for an interval.",
    };
    let text = format!(
        "The {} of {} minus that of {}: the second has {}. {apart}",
        ranking.name,
        first.name,
        second.name,
        ranking.with_interval(second)
    );
    headline("By how much?", ranking.difference(one, other), text)
}

/// The largest upset: a player of a lower rank that beats one of a higher rank beyond the 95 %
/// interval of their games.
fn surprise(played: &Tournament, order: &[&StandingRow], names: &Names<'_>) -> Option<Headline> {
    let title = "What is surprising?";
    if played.settings.seats != 2 {
        return None;
    }
    let both = both_seats(played);
    // Chance alone makes upsets among players of nearly equal strength.
    let certain: HashSet<(&str, &str)> = (played.pairs.iter())
        .filter_map(|pair| match (pair.low, pair.high) {
            (Some(low), _) if low > 0.5 => Some((&*pair.a, &*pair.b)),
            (_, Some(high)) if high < 0.5 => Some((&*pair.b, &*pair.a)),
            _ => None,
        })
        .collect();
    let order: Vec<&str> = order.iter().map(|row| &*row.id).collect();
    let pairs = (0..order.len()).flat_map(|low| (0..low).map(move |high| (low, high)));
    let upsets = pairs.filter_map(|(low, high)| {
        let rates = both.get(&(order[low], order[high]))?;
        let sure = rates.exact || certain.contains(&(order[low], order[high]));
        (rates.mean > 0.5 && sure).then_some((low, high, rates))
    });
    let upsets: Vec<_> = upsets.collect();
    let largest = upsets.iter().max_by(|a, b| a.2.mean.total_cmp(&b.2.mean));
    let Some(&(low, high, rates)) = largest else {
        let text = "Over both seats, no player wins more than half of the games against a player of \
                    a higher rank, beyond the 95 % interval of their games.";
        return Some(headline(title, "No upset".to_owned(), text.to_owned()));
    };
    let kind = if rates.exact { "exact" } else { "sampled" };
    let text = format!(
        "{}, number {}, beats {}, number {}: it wins {} of their games over both seats ({kind}). \
         {}{}.",
        names.of(order[low]),
        low + 1,
        names.of(order[high]),
        high + 1,
        share(rates.mean),
        match upsets.len() {
            1 => "This is the only upset".to_owned(),
            many => format!("This is the largest of {many} upsets"),
        },
        if rates.exact { "" } else { "; with many pairs, chance alone makes some" },
    );
    Some(headline(title, names.of(order[low]).to_owned(), text))
}

/// The seat that is favoured, over all players.
fn seat(played: &Tournament) -> Option<Headline> {
    let best = (played.seats.iter()).max_by(|a, b| {
        let exact = a.exact_advantage.zip(b.exact_advantage);
        let (a, b) = exact.unwrap_or((a.advantage, b.advantage));
        a.total_cmp(&b)
    })?;
    let title = "Which seat is better?";
    let others = match played.seats.len() {
        2 => "the other seat",
        _ => "the mean of the other seats",
    };
    let pp = |advantage: f64| format!("{} pp", signed(100.0 * advantage, 2));
    let text = format!(
        "The {} seat wins {} of the games, over all players: {} more than {others} (sampled, 95 % \
         interval {} to {}{}).",
        SEATS[best.seat - 1],
        share(best.win_rate),
        pp(best.advantage),
        signed(100.0 * best.advantage_low, 2),
        pp(best.advantage_high),
        (best.exact_advantage).map_or_else(String::new, |exact| format!("; exactly {}", pp(exact))),
    );
    let shown = best.exact_advantage.unwrap_or(best.advantage);
    let decided = best.advantage_low > 0.0 || best.exact_advantage.is_some_and(|of| of > 0.5e-4);
    Some(if decided && shown > 0.5e-4 {
        headline(title, pp(shown), text)
    } else {
        headline(title, "Not decided".to_owned(), text)
    })
}
