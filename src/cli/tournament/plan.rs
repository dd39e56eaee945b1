//! `rivals plan`: how many games, how much time and memory an answer needs, by a pilot of few games.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::{ArgGroup, Args};
use miette::miette;
use serde::Serialize;

use super::Chosen;
use super::contest::ContestArgs;
use super::jobs::{Estimate, long, on_cores};
use super::run;
use super::text::{facts, named, precision};
use crate::command::progress::Bar;
use crate::command::shared::{OutputArgs, ThreadsArg};
use crate::command::{Answer, Output, help_end};
use crate::document::{
    Axis, Block, Cell, Chart, Column, Document, Mark, Panel, Plot, Series, Spot,
};
use crate::report::picture;
use crate::results::ManifestEntry;
use crate::standings::claims::Claims;
use crate::standings::{Analysis, Goal, MIN_GROUPS, NeedRow};
use crate::text::csv;
use crate::text::number::{count, difference, percent, significant};
use crate::tournament::header::JournalEntry;
use crate::tournament::{
    Contest, Finished, Ledger, MAX_GAMES, Memory, Plan, Sample, Settings, play,
};

/// The name of the command in manifests.
pub(crate) const COMMAND: &str = "plan";

/// The file of the rows, and the picture.
const FILE: &str = "plan.csv";
const FILES: [&str; 2] = [FILE, "plan.svg"];

/// The fewest and the most sets of paired games of each pairing in a pilot; the fewest are those of an
/// answer.
const PILOT: [u64; 2] = [MIN_GROUPS, 1_000];

/// About how long a pilot takes on one core.
const PILOT_TIME: Duration = Duration::from_secs(10);

/// The goals that the text names beside the one that was asked for, in percentage points.
const POINTS: [f64; 4] = [1.0, 2.0, 3.0, 5.0];

/// The most rows of the table; plan.csv and JSON have all.
const MAX_ROWS: usize = 20;

/// How many games show a difference, or make intervals narrow, and how long they take.
///
/// A pilot of few games measures how much the games of each pairing vary: by default about ten
/// seconds on one core, but no more games than the answer has, or --games of each pairing from each
/// seat. No answer is below 30 games from each seat, as intervals of fewer do not hold. A goal is in
/// percentage points of the win rate. Two players need a --difference of a win rate, over both seats,
/// to one half; more players need one between the win rates of any two, and every player of the
/// line-ups is compared with every other. The numbers hold for tournaments of these players with
/// another seed as well. Where the game of two seats is solved, exact figures stand beside those of
/// the pilot.
#[derive(Debug, Args)]
#[command(
    group(ArgGroup::new("goal").required(true).args(["difference", "width"])),
    after_help = help_end("
        # how many games show that Abel wins 1 point more than half of them?
        rivals plan --difference 1 --pair abel,carla
        # how many until the win rates have intervals of 2 percentage points?
        rivals plan --width 2 --game pig --roster hold-20,hold-25 --games 200
    ")
)]
pub(crate) struct PlanArgs {
    /// Difference of win rates to find, in percentage points
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = points)]
    difference: Option<f64>,
    /// Width of the 95 % intervals of win rates, in percentage points
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = points)]
    width: Option<f64>,
    /// Probability that the difference is found, in per cent, 50 to 99.9
    #[arg(long, value_name = "PERCENT", default_value = "90", allow_negative_numbers = true, conflicts_with = "width", value_parser = power)]
    power: f64,
    /// The two players of the difference
    #[arg(long, value_name = "ID,ID", value_delimiter = ',', conflicts_with = "roster")]
    pair: Option<Vec<String>>,
    #[command(flatten)]
    contest: ContestArgs,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    output: OutputArgs,
}

/// Reads percentage points as a fraction.
fn points(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|points: &f64| (0.001..100.0).contains(points));
    number
        .map(|points| points / 100.0)
        .ok_or("write percentage points of the win rate, from 0.001 to below 100, such as 1 or 0.5")
}

/// Reads a power in per cent as a fraction.
fn power(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|power: &f64| (50.0..=99.9).contains(power));
    number.map(|power| power / 100.0).ok_or("write per cent from 50 to 99.9, such as 90")
}

/// The answer; serialised, it is the JSON object.
#[derive(Serialize)]
struct Planned {
    game: String,
    seats: usize,
    /// The ids of the players.
    roster: Vec<String>,
    /// Of the goal, as fractions.
    difference: Option<f64>,
    width: Option<f64>,
    power: Option<f64>,
    /// The sets of paired games of each pairing that were played.
    pilot_groups: u64,
    /// What each player, or every two of them, need.
    needs: Vec<NeedRow>,
    pairings: u64,
    /// The value of `rivals tournament --games`.
    games_per_seat: u64,
    /// All games.
    games: u64,
    /// The time on one core, by the games of the pilot.
    seconds: f64,
    memory_bytes: u64,
    #[serde(skip)]
    goal: Goal,
    #[serde(skip)]
    text: String,
}

impl PlanArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let folder = self.output.prepare_folder(COMMAND, &FILES)?;
        let goal = match (self.difference, self.width) {
            (Some(difference), _) => Goal::Difference { difference, power: self.power },
            (None, width) => Goal::Width(width.unwrap_or_default()),
        };
        let chosen = self.chosen()?;
        let begun = Instant::now();
        let contest = &*chosen.contest(self.output.quiet)?;
        let plan = |games| {
            let settings = Settings {
                seats: chosen.config.seats,
                seed: chosen.config.seed,
                games,
                until_ci: None,
                until_pairs: false,
                shard: None,
            };
            Plan::designed(contest, settings, self.contest.pairings)
        };
        let smallest = plan(1)?;
        let asked = self.contest.settings.games;
        let games = asked.unwrap_or_else(|| pilot(contest, &smallest));
        let pool = self.threads.pool()?;
        let bar = Bar::of_steps(self.output.quiet);
        let progress = |unit, more, of| bar.add_to(unit, more, of);
        pool.install(|| contest.prepare(None, &progress));
        bar.finish();
        let preparation = begun.elapsed();
        let claims = Claims::none(contest.name());
        let needs = |played: &Finished| {
            goal.needs(&pool.install(|| Analysis::new(contest, played, &claims)))
        };
        let quiet = self.output.quiet;
        let pilot_of = |games, before| play_pilot(contest, &plan(games)?, before, &pool, quiet);
        let shortest = if asked.is_some() { games } else { PILOT[0] };
        let (mut played, mut sample) = pilot_of(shortest, None)?;
        // A pilot need not have more games than the answer.
        let longer = needs(&played).first().map_or(games, |row| row.groups.min(games));
        if longer > played.games {
            (played, sample) = pilot_of(longer, Some((played, sample)))?;
        }
        if played.seats == 2 {
            played.exact = run::solve(contest, Some(&played), &pool, quiet);
        }
        let needs = needs(&played);
        let most = needs.first().map_or(u64::MAX, |row| row.groups);
        if needs.is_empty() || most > MAX_GAMES {
            let help = "ask for a larger difference or width, or play a longer pilot with --games";
            return Err(miette!(help = help, "this needs more than {} games", count(MAX_GAMES)));
        }
        let estimate = Estimate { sample, preparation };
        let planned = self.planned(contest, &plan(most)?, goal, needs, played.games, &estimate);
        if let Some(folder) = folder {
            let entry = ManifestEntry {
                seed: Some(chosen.config.seed),
                ..ManifestEntry::new(COMMAND, contest.name(), &contest.rules())
            };
            let picture = picture(&planned.document(), COMMAND).unwrap_or_default();
            folder.write(entry, &[(FILES[0], csv(&planned.needs)), (FILES[1], picture)])?;
        }
        self.output.format.output_by(&chosen.named(), &planned)
    }

    /// The game and its players.
    fn chosen(&self) -> miette::Result<Chosen> {
        let pair = self.pair.as_ref();
        if let Some(pair) = pair.filter(|pair| pair.len() != 2) {
            let help = "name two, such as --pair abel,carla, or more with --roster";
            return Err(miette!(help = help, "--pair has two players, not {}", pair.len()));
        }
        self.contest.settings_of(pair.or(self.contest.roster.as_ref()), None)
    }

    /// What the whole tournament takes.
    fn planned(
        &self,
        contest: &dyn Contest,
        whole: &Plan,
        goal: Goal,
        needs: Vec<NeedRow>,
        pilot_groups: u64,
        estimate: &Estimate,
    ) -> Planned {
        let needed = whole.settings.games;
        let cores = self.threads.count();
        let memory = Memory::new(contest, whole, cores);
        // The pilot tells the error of any number of games.
        let most = needs.first().map_or(0.0, |row| row.standard_error);
        let error = most * (pilot_groups as f64 / needed as f64).sqrt();
        let ids: Vec<String> = contest.roster().iter().map(|player| player.id.clone()).collect();
        let on = |cores: usize| on_cores(whole, estimate, cores as u64);
        let times = if cores > 1 { format!("{}, {}", on(1), on(cores)) } else { on(1) };
        let before = match estimate.preparation {
            time if time < Duration::from_secs(1) => String::new(),
            time => format!("; {} of it before the first game", long(time)),
        };
        let [pairings, games] = [whole.pairings.len() as u64, whole.most_games()];
        let least = if needed > MIN_GROUPS { "" } else { ", the fewest with which intervals hold" };
        let mut told = vec![
            ("game", format!("{}, {} seats", contest.name(), whole.settings.seats)),
            ("players", named(&ids)),
            ("pilot", format!("{} sets of paired games of each pairing", count(pilot_groups))),
            ("pairings", format!("{}, each with --games {needed}{least}", count(pairings))),
            ("games", count(games)),
            ("time", format!("about {times}{before}")),
            ("memory", format!("about {memory}")),
            ("precision", precision(error, self.power)),
        ];
        if needs.iter().any(|row| row.exact.is_some()) {
            let exact = "exact figures need no games; the pilot says how the two games of a set, \
                         which share their dice, vary together";
            told.push(("exact", exact.to_owned()));
        }
        Planned {
            game: contest.name().to_owned(),
            seats: whole.settings.seats,
            roster: ids,
            difference: self.difference,
            width: self.width,
            power: self.difference.map(|_| self.power),
            pilot_groups,
            pairings,
            games_per_seat: needed,
            games,
            seconds: (estimate.preparation + estimate.sample.game.mul_f64(games as f64))
                .as_secs_f64(),
            memory_bytes: memory.bytes(),
            needs,
            goal,
            text: facts(&told),
        }
    }
}

/// The sets of paired games of each pairing that take about [`PILOT_TIME`] on one core.
fn pilot(contest: &dyn Contest, smallest: &Plan) -> u64 {
    let once = contest.game_time().as_secs_f64() * smallest.most_games() as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let groups = (PILOT_TIME.as_secs_f64() / once.max(1e-9)) as u64;
    groups.clamp(PILOT[0], PILOT[1])
}

/// Plays a pilot that begins with the games of a shorter one, if there is one; measures how long
/// a game takes on one core.
fn play_pilot(
    contest: &dyn Contest,
    plan: &Plan,
    before: Option<(Finished, Sample)>,
    pool: &rayon::ThreadPool,
    quiet: bool,
) -> miette::Result<(Finished, Sample)> {
    let mut ledger = Ledger::new(plan);
    let mut whole = Duration::ZERO;
    if let Some((shorter, sample)) = before {
        whole = sample.game.mul_f64(sample.games as f64);
        for (pairing, played) in shorter.pairings.into_iter().enumerate() {
            let entry = JournalEntry { pairing, first: 0, tally: played.totals };
            ledger.add(&entry).expect("both have the same pairings");
        }
    }
    let bar = Bar::new(ledger.games_due(), "games", quiet);
    let begun = Instant::now();
    let go = AtomicBool::new(false);
    play(contest, &mut ledger, None, pool, &go, &mut |at| bar.set(at.done, at.due))?;
    bar.finish();
    let games = ledger.games_done();
    whole += begun.elapsed() * u32::try_from(pool.current_num_threads()).unwrap_or(u32::MAX);
    let game = whole.div_f64(games.max(1) as f64);
    Ok((ledger.finished(contest), Sample { game, games }))
}

impl Planned {
    /// The games of the whole tournament for a goal of this many percentage points.
    fn games_for(&self, points: f64) -> u64 {
        let goal = match self.goal {
            Goal::Width(_) => Goal::Width(points / 100.0),
            Goal::Difference { power, .. } => {
                Goal::Difference { difference: points / 100.0, power }
            }
        };
        let errors = self.needs.iter().map(|row| row.standard_error);
        let groups = goal.groups(errors.fold(0.0, f64::max), self.pilot_groups);
        (self.games / self.games_per_seat).saturating_mul(groups)
    }

    /// The games for other goals.
    fn figure(&self) -> Block {
        let goal = self.difference.or(self.width).unwrap_or_default();
        let what = if self.width.is_some() { "width of the interval" } else { "difference" };
        let at = |step: u32| {
            let points = 100.0 * goal * f64::from(step) / 4.0;
            (points, Spot::exact(self.games_for(points) as f64))
        };
        let spots: Vec<_> = (2..=12).map(at).collect();
        let plot = Plot {
            across: Axis::over(
                format!("{what} in percentage points"),
                spots.iter().map(|(points, _)| *points),
                8,
                |points| significant(points, 3),
            ),
            up: Axis::from_zero("games", spots.iter().map(|(_, spot)| spot.value), 5, |games| {
                significant(games, 3)
            }),
            series: Series::new("games", Mark::Line, spots).into_iter().collect(),
        };
        let told = POINTS.map(|points| format!("{} for {points}", count(self.games_for(points))));
        let told = format!("Games by percentage points: {}.", told.join(", "));
        let caption = format!("The games of the whole tournament by the {what}.");
        let panel = Panel::new("", told, Chart::Plot(plot));
        Block::figure(COMMAND, &format!("Games by the {what}"), FILE, caption, [panel])
    }
}

impl Answer for Planned {
    fn document(&self) -> Document {
        let of_two = self.needs.iter().any(|row| row.other.is_some());
        let columns = vec![
            Column::words("player"),
            Column::words("compared with"),
            Column::figures(if of_two { "difference, pp" } else { "win %" }),
            Column::figures("exact"),
            Column::figures("standard error, pp"),
            Column::figures("sets of paired games"),
        ];
        let row = |row: &NeedRow| {
            let write = |value: f64| match row.other {
                Some(_) => difference(100.0 * value, 2),
                None => percent(value, 2),
            };
            vec![
                Cell::words(row.player.clone()),
                Cell::maybe_words(row.other.as_deref()),
                Cell::figure(row.value, write(row.value)),
                Cell::maybe(row.exact, write),
                Cell::figure(row.standard_error, percent(row.standard_error, 2)),
                Cell::whole(row.groups),
            ]
        };
        let rows = self.needs.iter().take(MAX_ROWS).map(row);
        let mut blocks = vec![Block::table("", "", columns, rows.collect::<Vec<_>>())];
        if self.needs.len() > MAX_ROWS {
            blocks.push(Block::text(format!(
                "The table has the {MAX_ROWS} rows of {} that need the most games; --format csv has \
                 all.",
                count(self.needs.len() as u64)
            )));
        }
        blocks.extend([Block::Lines { text: self.text.clone() }, self.figure()]);
        Document::answer("Games that are needed", blocks)
    }

    fn csv(&self) -> Option<String> {
        Some(csv(&self.needs))
    }
}
