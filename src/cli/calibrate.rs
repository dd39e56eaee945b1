//! `rivals calibrate`: the units of a game, in which the figures of personalities count.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::catalogue::{GameEntry, Playable, find};
use crate::command::answer::lines;
use crate::command::progress::Bar;
use crate::command::shared::{ThreadsArg, whole_number};
use crate::command::{Answer, Format, Output, help_end};
use crate::document::Document;
use rivals_core::personalities::Units;

/// Measure a game for personalities: what a usual turn changes, and how much of its fair share of
/// the win a careless player loses.
///
/// This prints the file configs/GAME/conduct.toml, which is compiled into the program: built with
/// another one, personalities decide otherwise, and results from before are not continued. All games
/// are by the built-in rules.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # a rough calibration of Pig
    rivals calibrate pig --games 50
"))]
pub(super) struct CalibrateArgs {
    /// Game; `rivals games` lists all
    #[arg(value_name = "GAME", value_parser = find)]
    game: &'static GameEntry,
    /// Seed of the games
    #[arg(long, value_name = "S", default_value_t = 2027)]
    seed: u64,
    /// Games for each temperature that is tried: 40,000 measure the part of a fair share that a
    /// player of two keeps to about half a percent
    #[arg(short = 'n', long, value_name = "N", default_value_t = 40_000, value_parser = whole_number(20..=1_000_000_000_u64))]
    games: u64,
    /// Games of the reference against itself whose decisions are measured [default: a twentieth of
    /// --games, at least 10]
    #[arg(long, value_name = "N", value_parser = whole_number(10..=1_000_000_000_u64))]
    turns: Option<u64>,
    /// Measure one of this number of decisions
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole_number(1..=4_u64))]
    every: u64,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Toml]), default_value = "toml")]
    format: Format,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl CalibrateArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let game = self.game.load(None)?;
        let bar = Bar::new(100, "", false);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
        let progress = |what: &str, part: f64| {
            bar.explain(format!("percent of the {what}"));
            bar.set((100.0 * part) as u64, 100);
        };
        let pool = self.threads.pool()?;
        let counts =
            [self.turns.unwrap_or(self.games.div_ceil(20).max(10)), self.games, self.every];
        let units = pool.install(|| game.calibrate(self.seed, counts, &progress))?;
        bar.finish();
        self.format.written(&Calibrated { units }, self.out.as_deref())
    }
}

/// The units of a game.
#[derive(Serialize)]
#[serde(transparent)]
struct Calibrated {
    units: Units,
}

impl Answer for Calibrated {
    fn document(&self) -> Document {
        let title = format!("The units of {}", self.units.game);
        Document::answer(&title, vec![lines(&self.units.text())])
    }

    fn toml(&self) -> Option<String> {
        Some(self.units.text())
    }
}
