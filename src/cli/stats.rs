//! `rivals history stats`: how the players of the program fare against persons.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::history::checked;
use crate::command::data::DataArg;
use crate::command::output::print_note;
use crate::command::shared::TextFormat;
use crate::command::{Output, help_end};
use crate::games::ALL;
use crate::history::History;
use crate::play::Seat;
use crate::play::record::{Record, Sitter};
use crate::results::{MANIFEST, Tournament};
use crate::statistics::Interval;
use crate::text::json;
use crate::text::number::{count, percent};
use crate::text::table::{Column, note, table};

/// Show how the players of the program fare against persons, beside the league's figures.
///
/// Games against persons are finished games with at least one person; practice does not count.
/// The league's figures are those of a folder of results.
#[derive(Debug, Args)]
#[command(after_help = help_end("
        # all players that have met a person
        rivals history stats --data my-games
    "))]
pub(super) struct StatsArgs {
    /// Folder of results with the league [default: results, if it exists]
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    #[command(flatten)]
    data: DataArg,
    /// What to print on standard output
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
}

/// A figure of one player.
#[derive(Debug, Serialize)]
struct Figure {
    game: &'static str,
    player: String,
    figure: &'static str,
    /// The mean against persons; null if nothing was counted.
    persons: Option<f64>,
    /// The ends of the 95 % interval; null for figures that are no shares.
    low: Option<f64>,
    high: Option<f64>,
    /// The number of games, turns or decisions that it is the mean of.
    of: u64,
    /// The same figure in the league; null if it is not known.
    league: Option<f64>,
}

/// The figure of the first row of each player.
const WIN_RATE: &str = "win_rate";

impl StatsArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let Some(history) = self.data.find()? else {
            return self.printed(&[]);
        };
        let league = self.league()?;
        let mut figures = Vec::new();
        for (game, player) in met(&history)? {
            let (game, games) = (ALL[game], player.1);
            let info = game.info();
            let league = league
                .as_ref()
                .filter(|league| league.entry.game == info.name);
            let of_league = |figure: &str| of_league(league?, &player.0, figure);
            let wins = |(_, record, seat): &&(i64, Record, Seat)| {
                record
                    .end()
                    .is_some_and(|end| end.winners.contains(&(seat.0 + 1)))
            };
            let (won, all) = (games.iter().filter(wins).count() as u64, games.len() as u64);
            let interval = Interval::wilson(won, all);
            figures.push(Figure {
                game: info.name,
                player: player.0.clone(),
                figure: WIN_RATE,
                persons: Some(won as f64 / all as f64),
                low: Some(interval.low),
                high: Some(interval.high),
                of: all,
                league: of_league(WIN_RATE),
            });
            for behaviour in game.behaviour(&games)? {
                figures.push(Figure {
                    game: info.name,
                    player: player.0.clone(),
                    figure: behaviour.metric,
                    persons: (behaviour.count > 0)
                        .then(|| behaviour.sum as f64 / behaviour.count as f64),
                    low: None,
                    high: None,
                    of: behaviour.count,
                    league: of_league(behaviour.metric),
                });
            }
        }
        self.printed(&figures)
    }

    fn printed(&self, figures: &[Figure]) -> miette::Result<Output> {
        Ok(Output::done(match self.format {
            TextFormat::Json => json(&figures),
            TextFormat::Table if figures.is_empty() => {
                print_note("no finished games against persons are kept");
                String::new()
            }
            TextFormat::Table if figures.iter().all(|figure| figure.league.is_none()) => {
                let none = "No results of the league are here; --from names their folder.\n";
                text(figures) + none
            }
            TextFormat::Table => text(figures),
        }))
    }

    /// The league's results, if there are any. A folder that was named must have them.
    fn league(&self) -> miette::Result<Option<Tournament>> {
        if let Some(folder) = &self.from {
            return Ok(Some(Tournament::find(folder)?));
        }
        let default = Path::new("results");
        if !default.join(MANIFEST).is_file() {
            return Ok(None);
        }
        match Tournament::find(default) {
            Ok(found) => Ok(Some(found)),
            Err(error) => {
                let reason = format!("{error}; --from names another folder");
                print_note(&format!("note: without the league's figures: {reason}"));
                Ok(None)
            }
        }
    }
}

/// The players of the program that have met persons, by the place of their game in the registry,
/// each with its games.
type Met = (usize, (String, Vec<(i64, Record, Seat)>));

fn met(history: &History) -> miette::Result<Vec<Met>> {
    let mut met: Vec<Met> = Vec::new();
    for row in &history.games()? {
        let is_person = |sitter: &Sitter| matches!(sitter, Sitter::Person { .. });
        let game = ALL
            .iter()
            .position(|game| game.info().name == row.header.game);
        let Some(game) = game.filter(|_| row.header.seats.iter().any(is_person)) else {
            continue;
        };
        let record = checked(history, row.id)?;
        if !row.counts() {
            continue;
        }
        for (sitter, seat) in row.header.seats.iter().zip((0..).map(Seat)) {
            let Sitter::Agent { agent, .. } = sitter else {
                continue;
            };
            let known = met
                .iter()
                .position(|(place, player)| *place == game && player.0 == *agent);
            let place = known.unwrap_or_else(|| {
                met.push((game, (agent.clone(), Vec::new())));
                met.len() - 1
            });
            met[place].1.1.push((row.id, record.clone(), seat));
        }
    }
    met.sort_by(|a, b| (a.0, &a.1.0).cmp(&(b.0, &b.1.0)));
    Ok(met)
}

/// A figure of a player in the league.
fn of_league(league: &Tournament, player: &str, figure: &str) -> Option<f64> {
    if figure == WIN_RATE {
        let row = league.standings.iter().find(|row| row.id == player)?;
        return Some(row.exact_win_rate.unwrap_or(row.win_rate));
    }
    let mut rows = league.fingerprints.iter();
    rows.find(|row| row.id == player && row.metric == figure)?
        .value
}

fn text(figures: &[Figure]) -> String {
    let columns = [
        Column::left("player"),
        Column::left("figure"),
        Column::right("against persons"),
        Column::centre("95 % interval"),
        Column::right("of"),
        Column::right("in the league"),
    ];
    let row = |figure: &Figure| {
        let is_share = figure.figure == WIN_RATE;
        let write = |value: f64| match is_share {
            true => format!("{} %", percent(value, 1)),
            false => format!("{value:.3}"),
        };
        let or_dash = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), write);
        let interval = figure.low.zip(figure.high);
        vec![
            match is_share {
                true => figure.player.clone(),
                false => String::new(),
            },
            figure.figure.replace('_', " "),
            or_dash(figure.persons),
            interval.map_or_else(String::new, |(low, high)| {
                format!("{}–{}", percent(low, 1), percent(high, 1))
            }),
            count(figure.of),
            or_dash(figure.league),
        ]
    };
    let rows: Vec<_> = figures.iter().map(row).collect();
    let explanation = "The win rate of the league is against all its players. \"of\" is the number \
                       of games, turns, stops or challenges that a figure is the mean of.";
    table(&columns, &rows, 2) + "\n" + &note(explanation, None)
}
