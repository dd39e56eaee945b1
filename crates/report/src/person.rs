//! The report on a person: its wins, how strong it is without its luck, what its decisions cost
//! over time, what its game adds, and its own character.
//!
//! The result of a game less the luck of its rolls is what the decisions made of it. Luck has the
//! mean 0, so that the mean of this difference is the win probability, and it varies far less
//! than the result does.

mod character;

use serde::Serialize;

pub use character::{Character, Measured};

use super::words::list;
use rivals_core::document::{
    Axis, Block, Cell, Chart, Column, Columns, Document, Mark, Panel, Plot, Section, Series, Spot,
    Table,
};
use rivals_core::play::Seat;
use rivals_core::play::record::Record;
use rivals_core::text::number::{counted, percent, points, significant};
use rivals_statistics::{Interval, RatioSums, share_interval, two_sided_t_point};

/// The fewest games of which an interval of a mean is shown.
const FEWEST: usize = 5;

/// The number of games over which the mean in the chart is taken.
const RUNNING: usize = 10;

/// The share of the win of a finished game that a seat has: 1 alone, less with others, 0 for a loss.
pub fn share_of_win(record: &Record, seat: Seat) -> f64 {
    let winners = record.end().map_or(&[][..], |end| &end.winners);
    if winners.contains(&(seat.0 + 1)) { 1.0 / winners.len() as f64 } else { 0.0 }
}

/// The numbers of games that were won, shared and lost, and the mean share of wins with its
/// interval.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is 0..=1")]
pub fn scored(shares: &[f64]) -> ([u64; 3], f64, Interval) {
    let count = |share| shares.iter().filter(|&&one| one == share).count() as u64;
    let (all, won, lost) = (shares.len() as u64, count(1.0), count(0.0));
    // A win of up to six seats is shared in sixtieths.
    let mut counts = [0; 61];
    for share in shares {
        counts[(60.0 * share).round() as usize] += 1;
    }
    let interval = share_interval(&[RatioSums::of_counts(&counts)], 1.0, 0.05);
    // No games say nothing.
    let (low, high) = (0.0, 1.0);
    let share = shares.iter().sum::<f64>() / all as f64;
    ([won, all - won - lost, lost], share, interval.unwrap_or(Interval { low, high }))
}

/// A finished game of the person that is not practice.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The name of the game.
    pub game: String,
    /// The other players.
    pub others: Vec<String>,
    /// Its share of the win.
    pub share: f64,
}

/// What a solved game says of a person.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// The games of two seats, the oldest first.
    pub games: Vec<Judged>,
    /// What only this game tells of a person.
    pub sections: Vec<Section>,
    /// Its character, if there are enough decisions.
    pub character: Option<Character>,
    /// The number of games that are not in it, as they were played by other rules.
    pub other_rules: usize,
}

/// A game of a person with its luck taken out.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The other player.
    pub opponent: String,
    /// 1 if the person won, else 0.
    pub result: f64,
    /// The result less the luck of all rolls, of both players.
    pub without_luck: f64,
    /// The win probability that the person's decisions cost.
    pub equity_lost: f64,
    /// The number of its decisions.
    pub decisions: u32,
    /// How many of them cost nothing.
    pub optimal: u32,
}

/// A mean of games with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The mean.
    pub mean: f64,
    /// The ends of the interval; none with fewer than five games.
    pub interval: Option<(f64, f64)>,
    /// By what factor more games would be needed if only wins were counted; none without an
    /// interval, or if all games are alike.
    pub gain: Option<f64>,
}

impl Strength {
    /// The win probability, by these results without their luck.
    pub fn of(games: &[f64]) -> Option<Self> {
        let count = games.len() as f64;
        let mean = games.iter().sum::<f64>() / count;
        if games.is_empty() {
            return None;
        }
        let square = |game: &f64| (game - mean) * (game - mean);
        let variance = games.iter().map(square).sum::<f64>() / (count - 1.0);
        let enough = games.len() >= FEWEST;
        let interval = enough.then(|| {
            let half = two_sided_t_point(0.05, 1, count - 1.0) * (variance / count).sqrt();
            ((mean - half).max(0.0), (mean + half).min(1.0))
        });
        // A won or lost game has the variance p (1 - p).
        let counting = mean * (1.0 - mean);
        let gain = (enough && variance > 1e-12 && counting > 0.0).then(|| counting / variance);
        Some(Self { mean, interval, gain })
    }
}

/// The report on a person. `left_out` is the number of practice and of unfinished games.
pub fn person(
    name: &str,
    games: &[Finished],
    left_out: [u64; 2],
    profiles: &[(&str, Profile)],
) -> Document {
    let other_rules = match profiles.iter().map(|(_, profile)| profile.other_rules).sum() {
        0 => String::new(),
        count => format!(
            " {} by other rules than the last one are among the wins alone.",
            counted(count as u64, "game", "games")
        ),
    };
    let uncounted = match left_out {
        [0, 0] => String::new(),
        [practice, unfinished] => format!(
            " Not counted: {} of practice, in which actions were taken back, and {}.",
            counted(practice, "game", "games"),
            counted(unfinished, "unfinished game", "unfinished games")
        ),
    };
    let lead = [
        format!(
            "{name} has finished {}.{uncounted}{other_rules}",
            counted(games.len() as u64, "game", "games"),
        ),
        "Intervals are 95 % intervals, unless they say otherwise; pp are percentage points of win \
         probability."
            .to_owned(),
    ];
    let lead: Vec<&str> = lead.iter().map(String::as_str).collect();
    let mut sections = vec![Section::new("wins", "Wins", vec![wins(&line_ups(games))])];
    let judged = || profiles.iter().filter(|(_, profile)| !profile.games.is_empty());
    let several = judged().count() > 1;
    let section = |id, title, blocks: &dyn Fn(&Profile) -> Vec<Block>| {
        let of_game = |(game, profile): &(&str, Profile)| {
            let heading = several.then(|| Block::heading(*game));
            heading.into_iter().chain(blocks(profile)).collect::<Vec<_>>()
        };
        let all: Vec<Block> = judged().flat_map(of_game).collect();
        (!all.is_empty()).then(|| Section::new(id, title, all))
    };
    let strength = &|profile: &Profile| strength(name, profile);
    sections.extend(section("strength", "Strength without luck", strength));
    sections.extend(section("costs", "What decisions cost", &|profile| vec![costs(profile)]));
    sections.extend(judged().flat_map(|(_, profile)| profile.sections.iter().cloned()));
    let character = &|profile: &Profile| character::character(name, profile);
    sections.extend(section("character", "Character", character));
    Document::new(&format!("{name} as a player"), &lead, sections)
}

/// What the tables and charts on a person are made from.
pub const SOURCE: &str = "the games that are kept";

/// The games of a person against the same other players; all strangers count as one player.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LineUp {
    /// The name of the game.
    pub game: String,
    /// The other players, in words.
    pub against: String,
    /// The number of finished games that are not practice.
    pub games: u64,
    /// The number of games that were won alone.
    pub won: u64,
    /// The number of games whose win was shared.
    pub drawn: u64,
    /// The number of games that were lost.
    pub lost: u64,
    /// The mean share of the win, in 0..=1.
    pub score: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The games by line-up, in the order of games and names.
pub fn line_ups(games: &[Finished]) -> Vec<LineUp> {
    let mut line_ups: Vec<(&str, Vec<&str>, Vec<f64>)> = Vec::new();
    for game in games {
        let mut others: Vec<&str> = game.others.iter().map(String::as_str).collect();
        others.sort_unstable();
        let found = line_ups.iter().position(|row| row.0 == game.game && row.1 == others);
        let place = found.unwrap_or_else(|| {
            line_ups.push((&game.game, others, Vec::new()));
            line_ups.len() - 1
        });
        line_ups[place].2.push(game.share);
    }
    line_ups.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    let row = |(game, others, shares): (&str, Vec<&str>, Vec<f64>)| {
        let ([won, drawn, lost], score, Interval { low, high }) = scored(&shares);
        let (game, against) = (game.to_owned(), list(&others));
        LineUp { game, against, games: won + drawn + lost, won, drawn, lost, score, low, high }
    };
    line_ups.into_iter().map(row).collect()
}

/// The table of wins.
fn wins(line_ups: &[LineUp]) -> Block {
    let columns: &Columns<'_, LineUp> = &[
        (Column::words("game"), &|row| Cell::words(&*row.game)),
        (Column::words("against"), &|row| Cell::words(&*row.against)),
        (Column::figures("games"), &|row| Cell::whole(row.games)),
        (Column::figures("won"), &|row| Cell::whole(row.won)),
        (Column::figures("drawn"), &|row| Cell::whole(row.drawn)),
        (Column::figures("lost"), &|row| Cell::whole(row.lost)),
        (Column::figures("score %"), &|row| Cell::percent(row.score)),
        (Column::figures("interval"), &|row| Cell::percents(Some(row.low), Some(row.high))),
    ];
    let caption = "Games against each line-up of players; all strangers count as one player. \
                   A win that several players share is drawn; in the score each of them has an \
                   equal part of it.";
    Block::Table(Table::of(SOURCE, caption, line_ups, columns))
}

fn strength(name: &str, profile: &Profile) -> Vec<Block> {
    let mut opponents: Vec<&str> = profile.games.iter().map(|game| &*game.opponent).collect();
    opponents.sort_unstable();
    opponents.dedup();
    type Row<'a> = (&'a str, usize, f64, Strength);
    let rows = opponents.into_iter().filter_map(|opponent| {
        let games = || profile.games.iter().filter(|game| game.opponent == opponent);
        let won = games().map(|game| game.result).sum::<f64>();
        let games: Vec<f64> = games().map(|game| game.without_luck).collect();
        Some((opponent, games.len(), won / games.len() as f64, Strength::of(&games)?))
    });
    let rows: Vec<Row<'_>> = rows.collect();
    // The estimate itself may lie outside.
    let mean = |of: &Strength| of.interval.map(|_| of.mean.clamp(0.0, 1.0));
    let columns: &Columns<'_, Row<'_>> = &[
        (Column::words("against"), &|row| Cell::words(row.0)),
        (Column::figures("games"), &|row| Cell::whole(row.1 as u64)),
        (Column::figures("won %"), &|row| Cell::percent(row.2)),
        (Column::figures("would win %"), &|row| Cell::percent(mean(&row.3))),
        (Column::figures("interval"), &|row| Cell::interval(row.3.interval, |of| percent(of, 2))),
        (Column::figures("worth games"), &|row| Cell::maybe(row.3.gain, |of| significant(of, 2))),
    ];
    let caption = "The mean result less luck, in the seats that were played. The last column says \
                   how many games one is worth, compared with counting wins.";
    let told = rows.iter().map(|(opponent, count, _, strength)| {
        let among = counted(*count as u64, "game", "games");
        let Some((low, high)) = strength.interval else {
            let is = if *count == 1 { "is" } else { "are" };
            return format!(
                "Strength against {opponent} needs {FEWEST} games; there {is} {among}."
            );
        };
        let [mean, low, high] =
            [strength.mean.clamp(0.0, 1.0), low, high].map(|rate| percent(rate, 1));
        let more = strength.gain.map_or_else(String::new, |gain| {
            let times = significant(gain, 2);
            format!(" Counting wins would need {times} times as many games for such an interval.")
        });
        format!(
            "{name} would win {mean} % against {opponent}, 95 % interval {low} to {high} %, by \
             {among}.{more}"
        )
    });
    let told = Block::list(told.collect());
    vec![told, Block::Table(Table::of(SOURCE, caption, &rows, columns))]
}

/// The equity lost per game, over time.
fn costs(profile: &Profile) -> Block {
    let lost: Vec<f64> = profile.games.iter().map(|game| 100.0 * game.equity_lost).collect();
    let at = |place: usize| place as f64 + 1.0;
    let each = lost.iter().enumerate().map(|(place, &lost)| (at(place), Spot::exact(lost)));
    let each = Series::new("a game", Mark::Point, each.collect());
    let running = lost.windows(RUNNING.min(lost.len())).enumerate().map(|(place, window)| {
        let mean = window.iter().sum::<f64>() / window.len() as f64;
        (at(place + window.len() - 1), Spot::exact(mean))
    });
    let running: Vec<(f64, Spot)> = running.collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let half = lost.len() / 2;
    let mut alternative = format!(
        "{:.2} percentage points a game on average over {}",
        mean(&lost),
        counted(lost.len() as u64, "game", "games")
    );
    if half > 0 {
        alternative += &format!(
            "; {:.2} in the first half of them and {:.2} in the second",
            mean(&lost[..half]),
            mean(&lost[half..])
        );
    }
    let (decisions, optimal) = profile.games.iter().fold((0, 0), |sum, game| {
        (sum.0 + u64::from(game.decisions), sum.1 + u64::from(game.optimal))
    });
    alternative +=
        &format!(". {optimal} of {} cost nothing.", counted(decisions, "decision", "decisions"));
    let series = each.into_iter().chain(Series::new(
        &format!("mean of {RUNNING} games"),
        Mark::Line,
        if lost.len() > RUNNING { running } else { Vec::new() },
    ));
    let plot = Plot {
        across: Axis::over("game", [0.0, lost.len() as f64], 8, points),
        up: Axis::over("lost, pp", lost.iter().copied().chain([0.0]), 5, |value| {
            significant(value, 3)
        }),
        series: series.collect(),
    };
    let caption = "The win probability that the decisions of each game cost, in percentage points, \
                   the oldest game first.";
    Block::figure(
        "costs-over-time",
        "What decisions cost in each game",
        SOURCE,
        caption,
        [Panel::new("", alternative, Chart::Plot(plot))],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_with_its_interval() {
        // By hand: mean 0.44, variance 0.00025, t with 4 degrees 2.776.
        let strength = Strength::of(&[0.42, 0.43, 0.44, 0.45, 0.46]).unwrap();
        let (low, high) = strength.interval.unwrap();
        assert!((strength.mean - 0.44).abs() < 1e-12);
        assert!((high - low - 2.0 * 2.776 * (0.00025_f64 / 5.0).sqrt()).abs() < 2e-4);
        assert!((strength.gain.unwrap() - 0.44 * 0.56 / 0.00025).abs() < 1e-6);
        assert_eq!(Strength::of(&[0.5; 4]).unwrap().interval, None);
        assert_eq!(Strength::of(&[]), None);
    }
}
