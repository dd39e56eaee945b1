//! `rivals history stats`: how the players of the program fare against people.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::kept::note_damaged;
use crate::catalogue::catalogue;
use crate::command::data::DataArg;
use crate::command::output::print_note;
use crate::command::{Answer, Format, Output, help_after_a_game};
use crate::commands::{self, Behaviour, OwnGame};
use crate::document::{Block, Cell, Column, Columns, Document, Table};
use crate::history::History;
use crate::play::Seat;
use crate::play::record::Participant;
use crate::report::person::{scored, share_of_win};
use crate::results::{MANIFEST, Tournament};
use crate::tables::library::checked;
use crate::text::csv_or_header;
use crate::text::number::{fixed, percent};

/// Show how the players of the program fare against people, beside the league's figures.
///
/// Games against people are finished games with at least one person; practice does not count.
/// The league's figures are those of a folder of results.
#[derive(Debug, Args)]
#[command(after_help = help_after_a_game("count it", "rivals history stats --data my-games"))]
pub(super) struct StatsArgs {
    /// Folder of results with the league [default: results, if it exists]
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    #[command(flatten)]
    data: DataArg,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv]), default_value = "table")]
    format: Format,
}

/// A figure of one player.
#[derive(Debug, Default, Serialize)]
struct Figure {
    game: &'static str,
    /// The number of players in these games.
    seats: usize,
    player: String,
    /// Whether it knew the people from earlier games.
    learned: bool,
    figure: &'static str,
    /// The mean against people; null if nothing was counted.
    persons: Option<f64>,
    /// The ends of the 95 % interval; null for figures that are not shares.
    low: Option<f64>,
    high: Option<f64>,
    /// The number of games, turns or decisions that it is the mean of.
    of: u64,
    /// The same figure in the league; null if it is not known, or of games with another number of
    /// players, or of a player that learned.
    league: Option<f64>,
}

impl Figure {
    fn cell(&self, value: Option<f64>) -> Cell {
        Cell::maybe(value, |value| match self.figure {
            WIN_RATE => format!("{} %", percent(value, 1)),
            _ => fixed(value, 3),
        })
    }
}

/// The figure of the first row of each player.
const WIN_RATE: &str = "win_rate";

impl StatsArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let Some(history) = self.data.find()? else {
            return self.format.output(&Vec::<Figure>::new());
        };
        let league = self.league()?;
        let mut figures = Vec::new();
        for (met, games) in met(&history)? {
            let game = &catalogue()[met.game];
            let info = game.info();
            let league = league.as_ref().filter(|league| {
                let entry = (&*league.entry.game, league.settings.seats);
                entry == (info.name, met.seats) && !met.learned
            });
            let of_league = |figure: &str| of_league(league?, &met.player, figure);
            let shares = (games.iter()).map(|(_, record, seat)| share_of_win(record, *seat));
            let (_, share, interval) = scored(&shares.collect::<Vec<_>>());
            let figure = |figure, of| Figure {
                game: info.name,
                seats: met.seats,
                player: met.player.clone(),
                learned: met.learned,
                figure,
                persons: None,
                low: None,
                high: None,
                of,
                league: of_league(figure),
            };
            figures.push(Figure {
                persons: Some(share),
                low: Some(interval.low),
                high: Some(interval.high),
                ..figure(WIN_RATE, games.len() as u64)
            });
            let reviews = commands::review::solved(game);
            let behaviour = reviews.map_or_else(|| Ok(Vec::new()), |of| (of.behaviour)(&games))?;
            for Behaviour { metric, sum, count } in behaviour {
                let persons = (count > 0).then(|| sum as f64 / count as f64);
                figures.push(Figure { persons, ..figure(metric, count) });
            }
        }
        self.format.output(&figures)
    }

    /// The league's results, if there are any. A folder that was named must have them.
    fn league(&self) -> miette::Result<Option<Tournament>> {
        let default = Path::new("results");
        match &self.from {
            Some(folder) => Ok(Some(Tournament::find(folder)?)),
            None if !default.join(MANIFEST).is_file() => Ok(None),
            None => Ok(Tournament::find(default)
                .map_err(|error| {
                    let reason = format!("{error}; --from names another folder");
                    print_note(&format!("note: without the league's figures: {reason}"));
                })
                .ok()),
        }
    }
}

/// A player of the program that has met people, in games of one kind.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Met {
    /// The place of the game in the catalogue.
    game: usize,
    /// The number of players.
    seats: usize,
    player: String,
    /// Whether it knew the people from earlier games.
    learned: bool,
}

/// The players of the program that have met people, each with its games of one kind.
fn met(history: &History) -> miette::Result<BTreeMap<Met, Vec<OwnGame>>> {
    let mut all = BTreeMap::<Met, Vec<_>>::new();
    for row in &history.games()? {
        let game = catalogue().iter().position(|game| game.info().name == row.header.game);
        let Some(game) = game.filter(|_| row.header.persons().next().is_some()) else {
            continue;
        };
        let record = match checked(history, row.id) {
            Ok(record) => record,
            Err(error) => {
                note_damaged(&[error]);
                continue;
            }
        };
        if !row.counts() {
            continue;
        }
        for (participant, seat) in row.header.seats.iter().zip((0..).map(Seat)) {
            let Participant::Agent { agent, .. } = participant else {
                continue;
            };
            let met = Met {
                game,
                seats: row.header.seats.len(),
                player: agent.clone(),
                learned: row.header.learned.is_some(),
            };
            let games = all.entry(met).or_default();
            games.push((row.id, record.clone(), seat));
        }
    }
    Ok(all)
}

/// A figure of a player in the league.
fn of_league(league: &Tournament, player: &str, figure: &str) -> Option<f64> {
    if figure == WIN_RATE {
        let row = league.standings.iter().find(|row| row.id == player)?;
        return Some(row.exact_win_rate.unwrap_or(row.win_rate));
    }
    let mut rows = league.fingerprints.iter();
    rows.find(|row| row.id == player && row.metric == figure)?.value
}

impl Answer for Vec<Figure> {
    fn document(&self) -> Document {
        if self.is_empty() {
            let none = "No finished games against people are kept.";
            return Document::answer("Players against people", vec![Block::text(none)]);
        }
        let columns: &Columns<'_, Figure> = &[
            (Column::words("game"), &|figure| Cell::words(figure.game)),
            (Column::figures("seats"), &|figure| Cell::whole(figure.seats as u64)),
            (Column::words("player"), &|figure| {
                let learning = if figure.learned { ", learning" } else { "" };
                Cell::words(format!("{}{learning}", figure.player))
            }),
            (Column::words("figure"), &|figure| Cell::words(figure.figure.replace('_', " "))),
            (Column::figures("against people"), &|figure| figure.cell(figure.persons)),
            (Column::figures("95 % interval"), &|figure| Cell::percents(figure.low, figure.high)),
            (Column::figures("of"), &|figure| Cell::whole(figure.of)),
            (Column::figures("in the league"), &|figure| figure.cell(figure.league)),
        ];
        let explanation = "Players who share a win have equal parts of it. The win rate of the league is against all its \
                           players; it is shown beside games with as many seats, and not of players \
                           who learned from earlier games. \"of\" is the number of games or \
                           decisions, say, that a figure is the mean of.";
        let mut blocks =
            vec![Block::Table(Table::of("", "", self, columns)), Block::text(explanation)];
        if self.iter().all(|figure| figure.league.is_none()) {
            let none = "No results of the league are here; --from names their folder.";
            blocks.push(Block::text(none));
        }
        Document::answer("Players against people", blocks)
    }

    fn csv(&self) -> Option<String> {
        Some(csv_or_header(self))
    }
}
