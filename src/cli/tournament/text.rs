//! The texts that `rivals tournament` prints on standard output.

use std::path::Path;

use serde::Serialize;

use super::run::{Pace, Task};
use crate::command::Answer;
use crate::command::output::terminal_width;
use crate::document::{Block, Document};
use crate::results::tournament::{COPIES, SENTENCES};
use crate::standings::Goal;
use crate::text::number::{count, counted, duration, significant};
use crate::text::table::line;
use crate::text::{by_rules, csv, json};
use crate::tournament::stopping::round_end;
use crate::tournament::{Bytes, Chunk, Contest, JOURNAL, Ledger, Memory, Plan, Settings, Tally};
use rivals_core::text::words::shortened;

/// What `--dry-run` says would be played.
#[derive(Serialize)]
pub(super) struct Planned {
    game: String,
    seats: usize,
    /// The part of the games, as I/N; `None` for all.
    shard: Option<String>,
    players: u64,
    pairings: u64,
    /// The number of games; with `--until-ci` the largest possible one.
    games: u64,
    /// The number of games that the folder has.
    games_done: u64,
    memory_bytes: u64,
    /// The approximate size of the complete journal.
    journal_bytes: u64,
    /// That of each win rate, as a fraction, if all players are equal and games are independent.
    standard_error: f64,
    /// The folder of the files.
    folder: String,
    /// The ids of the players, which JSON has and CSV has not.
    #[serde(skip)]
    roster: Vec<String>,
    /// For people.
    #[serde(skip)]
    text: String,
}

/// The most players that are named in a text.
const MAX_NAMED: usize = 12;

/// How many players there are, and the first of them.
pub(super) fn named(ids: &[String]) -> String {
    format!("{}: {}", count(ids.len() as u64), shortened(ids, MAX_NAMED))
}

impl Planned {
    /// `found` says what the folder has, as a line.
    pub(super) fn new(task: &Task<'_>, ledger: &Ledger<'_>, memory: &Memory, found: &str) -> Self {
        let &Task { contest, plan, .. } = task;
        let settings = &plan.settings;
        let games = match settings.until_ci {
            Some(_) => plan.most_games(),
            None => ledger.games_due(),
        };
        let mut planned = Self {
            game: contest.name().to_owned(),
            seats: settings.seats,
            shard: settings.shard.map(|shard| shard.to_string()),
            players: contest.roster().len() as u64,
            pairings: plan.pairings.len() as u64,
            games,
            games_done: ledger.games_done(),
            memory_bytes: memory.bytes(),
            journal_bytes: journal_bytes(contest, plan),
            standard_error: equal_error(plan),
            folder: task.out.display().to_string(),
            roster: contest.roster().iter().map(|player| player.id.clone()).collect(),
            text: String::new(),
        };
        planned.text = planned.text(task, memory, found);
        planned
    }

    fn text(&self, task: &Task<'_>, memory: &Memory, found: &str) -> String {
        let &Task { contest, plan, .. } = task;
        let settings = &plan.settings;
        let most = settings.until_ci.map_or("", |_| "at most ");
        let each = if contest.every_seating() {
            counted(settings.games, "deal", "deals") + " in every seating"
        } else {
            counted(settings.games, "game", "games") + " from each seat"
        };
        let shard = self.shard.as_ref().map(|shard| format!(", shard {shard}")).unwrap_or_default();
        let mut files = vec![JOURNAL];
        if settings.shard.is_none() {
            let has = |name: &str| match name {
                COPIES => plan.has_copies(),
                SENTENCES => contest.roster().iter().any(|player| player.file.is_some()),
                _ => true,
            };
            files.extend(task.names.iter().filter(|name| has(name)));
        }
        let pairings = format!("{}, each {}{each}", count(self.pairings), until(settings));
        let [games, done] = [self.games, self.games_done].map(count);
        let told = facts(&[
            ("game", format!("{}, {} seats{shard}", self.game, self.seats)),
            ("players", named(&self.roster)),
            ("pairings", pairings),
            ("games", format!("{most}{games}, {done} done")),
            ("memory", format!("about {memory}")),
            ("files", format!("{} in {}", files.join(", "), self.folder)),
            ("journal", format!("{most}about {}", Bytes(self.journal_bytes))),
            (
                "precision",
                format!("{}, if all players are equal", precision(self.standard_error, 0.9)),
            ),
        ]);
        let remark = contest.remark(settings.seats).map(|remark| format!("{remark}\n"));
        let remark = remark.unwrap_or_default();
        let text = format!("{remark}{found}Dry run: no game was played and no file was written.");
        told + &wrapped(&text)
    }
}

/// Lines that each begin with a name.
pub(super) fn facts(facts: &[(&str, String)]) -> String {
    let lines = facts.iter().map(|(name, text)| format!("{name:<10}{text}"));
    wrapped(&lines.collect::<Vec<_>>().join("\n"))
}

/// Lines for the terminal.
fn wrapped(text: &str) -> String {
    text.lines().map(|text| line(text, 10, terminal_width())).collect()
}

/// What win rates with this standard error show, and which differences are found with this power.
pub(super) fn precision(standard_error: f64, power: f64) -> String {
    let [half, difference] =
        [Goal::reached(standard_error, None) / 2.0, Goal::reached(standard_error, Some(power))];
    format!(
        "win rates to about ±{} percentage points; a difference of {} is found with a power of {} %",
        significant(100.0 * half, 3),
        significant(100.0 * difference, 3),
        significant(100.0 * power, 3)
    )
}

/// The standard error of the win rate of a player that has the most games, if all players are equal
/// and all games independent.
fn equal_error(plan: &Plan) -> f64 {
    let players = plan.pairings.iter().flat_map(|pairing| &pairing.players);
    let players: std::collections::BTreeSet<usize> = players.copied().collect();
    let games = players.into_iter().map(|player| plan.games_of(player)).max().unwrap_or_default();
    let share = 1.0 / plan.settings.seats as f64;
    (share * (1.0 - share) / games.max(1) as f64).sqrt()
}

impl Answer for Planned {
    fn document(&self) -> Document {
        Document::answer("What would be played", vec![Block::Lines { text: self.text.clone() }])
    }

    fn json(&self, rules: Option<&str>) -> String {
        #[derive(Serialize)]
        struct WithRoster<'a> {
            #[serde(flatten)]
            planned: &'a Planned,
            roster: &'a [String],
        }
        let all = WithRoster { planned: self, roster: &self.roster };
        json(&by_rules(rules, &all))
    }

    fn csv(&self) -> Option<String> {
        Some(csv([self]))
    }
}

/// How long a pairing is played with `--until-ci`; empty without it.
fn until(settings: &Settings) -> String {
    let Some(width) = settings.until_ci else {
        return String::new();
    };
    let which = match (settings.until_pairs, settings.seats) {
        (true, _) => "the interval of the pair is",
        (false, 2) => "the interval of each seat is",
        (false, _) => "the interval of each player is",
    };
    format!("until {which} narrower than {width}, at most ")
}

/// The approximate size of the complete journal in bytes; with `--until-ci`, its maximum. The
/// journal has a line per chunk, with five sums of each metric of each player, and the same sums of
/// each batch of openings; the sums of more groups have more digits.
pub(super) fn journal_bytes(contest: &dyn Contest, plan: &Plan) -> u64 {
    let settings = &plan.settings;
    let chunk = Chunk::size(contest, settings.seats);
    let sums = 5 * (settings.seats * plan.metrics) as u64;
    let of_groups = |groups: u64| 100 + sums * (u64::from(groups.ilog10()) + 3);
    let line = |groups: u64| {
        let batches = if contest.shares_openings() { Tally::BATCHES.min(groups) } else { 0 };
        50 + of_groups(groups) + batches * of_groups(groups.div_ceil(Tally::BATCHES))
    };
    // A chunk is within one round.
    let (mut bytes, mut first) = (0, 0);
    while first < settings.games {
        let groups = round_end(first).min(settings.games) - first;
        bytes += groups.div_ceil(chunk) * line(groups.min(chunk));
        first += groups;
    }
    let shards = settings.shard.map_or(1, |shard| shard.of);
    500 + (plan.pairings.len() as u64 * bytes).div_ceil(shards)
}

/// The sentence about a complete run: how many games it played, and how fast, and how
/// many it has `taken` over from another tournament.
pub(super) fn done(ledger: &Ledger<'_>, pace: &Pace, taken: Option<u64>, folder: &Path) -> String {
    let [games, now] = [ledger.games_done(), pace.games].map(count);
    let pairings = counted(ledger.plan().pairings.len() as u64, "pairing", "pairings");
    let rate = pace.games as f64 / pace.time.as_secs_f64().max(1e-9);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2^64")]
    let (time, rate, folder) = (duration(pace.time), count(rate as u64), folder.display());
    let taken = taken.map(|taken| format!("{} of them taken over, ", count(taken)));
    let taken = taken.unwrap_or_default();
    format!(
        "Played {games} games of {pairings} ({taken}{now} of them now in {time}, {rate} per second), in \
         {folder}.\n"
    )
}
