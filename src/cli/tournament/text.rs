//! The texts that `rivals tournament` prints on standard output.

use std::path::Path;

use super::run::{Pace, Task};
use crate::command::output::terminal_width;
use crate::results::tournament::{COPIES, SENTENCES};
use crate::text::number::{count, counted, duration};
use crate::text::table::line;
use crate::tournament::stopping::round_end;
use crate::tournament::{Bytes, Chunk, Contest, JOURNAL, Ledger, Memory, Plan, Settings, Tally};

/// The text of `--dry-run`: what would be played. `found` says what the folder has, as a line.
pub(super) fn dry_run(
    task: &Task<'_>,
    ledger: &Ledger<'_>,
    memory: &Memory,
    found: &str,
) -> String {
    let &Task { contest, plan, .. } = task;
    let settings = &plan.settings;
    let ids: Vec<&str> = contest.roster().iter().map(|player| player.id.as_str()).collect();
    let most = settings.until_ci.map_or("", |_| "at most ");
    let games = match settings.until_ci {
        Some(_) => plan.most_games(),
        None => ledger.games_due(),
    };
    let each = if contest.every_seating() {
        counted(settings.games, "deal", "deals") + " in every seating"
    } else {
        counted(settings.games, "game", "games") + " from each seat"
    };
    let shard = settings.shard.map(|shard| format!(", shard {shard}")).unwrap_or_default();
    let mut files = vec![JOURNAL];
    if settings.shard.is_none() {
        let has = |name: &str| match name {
            COPIES => plan.has_copies(),
            SENTENCES => contest.roster().iter().any(|player| player.file.is_some()),
            _ => true,
        };
        files.extend(task.names.iter().filter(|name| has(name)));
    }
    let pairings = count(plan.pairings.len() as u64);
    let facts = [
        ("game", format!("{}, {} seats{shard}", contest.name(), settings.seats)),
        ("players", format!("{}: {}", count(ids.len() as u64), ids.join(", "))),
        ("pairings", format!("{pairings}, each {}{each}", until(settings))),
        ("games", format!("{most}{}, {} done", count(games), count(ledger.games_done()))),
        ("memory", format!("about {memory}")),
        ("files", format!("{} in {}", files.join(", "), task.out.display())),
        ("journal", format!("{most}about {}", Bytes(journal_bytes(contest, plan)))),
    ];
    let facts = facts.map(|(name, text)| format!("{name:<10}{text}")).join("\n");
    let remark = contest.remark(settings.seats).map(|remark| format!("\n{remark}"));
    let remark = remark.unwrap_or_default();
    let text =
        format!("{facts}{remark}\n{found}Dry run: no game was played and no file was written.");
    text.lines().map(|text| line(text, 10, terminal_width())).collect()
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
