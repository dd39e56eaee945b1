//! `rivals compare`: what differs between two tournaments, rule files, rosters or players, in what
//! goes in and in what comes out.

mod shown;
mod sides;

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use clap::Args;
use miette::miette;
use rayon::ThreadPool;

use super::contest::SettingsArgs;
use super::run;
use crate::command::output::print_note;
use crate::command::progress::Bar;
use crate::command::shared::{OutputArgs, ThreadsArg, whole_number};
use crate::command::{Answer, Output, PlayerId, Success, help_end};
use crate::play::MAX_SEATS;
use crate::report::picture;
use crate::results::ManifestEntry;
use crate::results::compare::{Basis, CompareRow, rows};
use crate::results::rule_sweep::{RuleRow, length, measures};
use crate::standings::Analysis;
use crate::standings::claims::Claims;
use crate::text::csv_or_header;
use crate::text::number::counted;
use crate::tournament::{
    Contest, Finished, Header, Ledger, Plan, SideBySide, are_paired, changes, play,
    play_side_by_side,
};
use shown::Compared;
pub(super) use sides::player;
use sides::{Side, sides};

/// The name of the command in manifests.
pub(crate) const COMMAND: &str = "compare";

/// The file of the rows, and the picture.
const FILES: [&str; 2] = ["compare.csv", "compare.svg"];

/// What differs between A and B: first in what was played, then in what came out.
///
/// A and B are two folders of tournaments or sweeps, two files of rules, two configurations of
/// tournaments, two rosters (ID,ID,...), or two players: ids, agents or files. Everything but folders
/// is played, both sides with the same random numbers; rosters with other ids have other games, whose
/// intervals are those of independent games. A tournament in a folder, or the sweep of a player, is
/// played again where that takes less than a minute, so that its games can be paired with those of the
/// other one.
///
/// Differences are B less A, exact or with intervals that hold together with a probability of 95 %
/// (Bonferroni). A difference is one beyond chance if it is exact and not 0, or if its interval has no
/// 0 in it.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # what does Carla win more if she is as averse to risk as Abel?
        rivals roster show carla --format toml > careful.toml
        rivals compare carla careful.toml --against abel,daniel --games 500
        # does it matter whether Pig ends at 50 or at 100 points?
        echo 'target = 50' > short.toml
        echo 'target = 100' > long.toml
        rivals compare short.toml long.toml --game pig --games 500
    ")
)]
pub(crate) struct CompareArgs {
    /// The first side: a folder of results, a file, ID,ID,... or the id of a player
    #[arg(value_name = "A")]
    a: String,
    /// The second side, of the same kind
    #[arg(value_name = "B")]
    b: String,
    /// Opponents of two players, by id; `all` stands for all other players of the configuration
    #[arg(long, value_name = "ID,...", value_delimiter = ',', default_value = super::sweep::ALL)]
    against: Vec<String>,
    /// Players who meet by two files of rules [default: those of the configuration]
    #[arg(long, value_name = "ID,...", value_delimiter = ',', value_parser = PlayerId, hide_possible_values = true)]
    roster: Option<Vec<String>>,
    /// Number of players in each game [default: from the configuration]
    #[arg(long, value_name = "N", value_parser = whole_number(2..=MAX_SEATS))]
    players: Option<usize>,
    #[command(flatten)]
    settings: SettingsArgs,
    /// Exit with 6 if a difference is shown beyond chance; otherwise the exit code is 0 whatever is
    /// found
    #[arg(long)]
    exit_code: bool,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    output: OutputArgs,
}

/// A folder is played again if that takes less time than this.
const AGAIN: Duration = Duration::from_secs(60);

impl CompareArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let folder = self.output.prepare_folder(COMMAND, &FILES)?;
        let both = sides(&self)?;
        let pool = self.threads.pool()?;
        let changes = changed(&both);
        let basis = self.basis(&both, &changes);
        let (rows, games) = self.compared(&both, basis, &pool)?;
        let [a, b] = both;
        if rows.is_empty() {
            let help = "compare results that have players, variants or rules in common";
            return Err(miette!(help = help, "{} and {} have nothing in common", a.name, b.name));
        }
        let seeds = [a.header.seed, b.header.seed];
        let compared = Compared {
            seats: [a.header.seats, b.header.seats],
            players: a.player.zip(b.player).map(<[String; 2]>::from),
            game: a.header.game,
            a: a.name,
            b: b.name,
            seeds,
            games,
            basis,
            changes,
            rows,
        };
        if let Some(folder) = folder {
            let entry = ManifestEntry {
                seed: Some(seeds[0]),
                ..ManifestEntry::new(COMMAND, &compared.game, &(a.header.rules + &b.header.rules))
            };
            let picture = picture(&compared.document(), COMMAND).unwrap_or_default();
            let files = [(FILES[0], csv_or_header(&compared.rows)), (FILES[1], picture)];
            folder.write(entry, &files)?;
        }
        let output = self.output.format.output(&compared)?;
        let shown = compared.rows.iter().any(|row| row.shown);
        let success = if self.exit_code && shown { Success::Shown } else { Success::Done };
        Ok(Output { success, ..output })
    }

    /// How the differences are known.
    fn basis(&self, both: &[Side; 2], changes: &[String]) -> Basis {
        let [a, b] = both.each_ref().map(|side| &side.header);
        if changes.is_empty() {
            return Basis::Same;
        }
        if let [Some((_, one)), Some((_, other))] = both.each_ref().map(|side| side.game.as_ref())
            && are_paired([one, other])
            // Sweeps are paired variant by variant, so both must have the same variants and opponents.
            && ([a, b].iter().all(|of| of.sweep.is_none()) || a.roster == b.roster)
            && (both.iter().all(|side| side.kept.is_none()) || self.time(both) < AGAIN)
        {
            return Basis::Paired;
        }
        let players = |header: &Header| {
            let ids = header.roster.iter().cloned();
            ids.zip(header.players.iter().cloned()).collect::<BTreeMap<_, _>>()
        };
        let (of_a, of_b) = (players(a), players(b));
        let alike = |(id, text)| of_b.get(id).is_none_or(|other| other == text);
        // What players meet on the same dice by the same rules are the same games on both sides,
        // which make a difference smaller and never larger.
        if a.seed != b.seed || (a.rules == b.rules && of_a.iter().all(alike)) {
            Basis::Independent
        } else {
            Basis::Dependent
        }
    }

    /// About how long it takes to play both sides.
    fn time(&self, both: &[Side; 2]) -> Duration {
        let games = both.iter().filter_map(|side| side.game.as_ref());
        let time = games
            .map(|(contest, plan)| contest.game_time().as_secs_f64() * plan.most_games() as f64);
        let seconds = time.sum::<f64>() / self.threads.count() as f64;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }

    /// Says what is going to be played, where no terminal shows the progress.
    fn announce(&self, both: &[Side; 2], games: u64) {
        if games == 0 || self.output.quiet || io::stderr().is_terminal() {
            return;
        }
        let [a, b] = both;
        let opponents = match (&a.player, &a.game) {
            (Some(_), Some((contest, _))) => {
                let others = contest.roster().len().saturating_sub(1) as u64;
                let others = counted(others, "opponent", "opponents");
                format!(", each against {others}; --against names fewer")
            }
            _ => String::new(),
        };
        let games = counted(games, "game", "games");
        print_note(&format!(
            "playing {games} of {}: {} and {}{opponents}",
            a.header.game, a.name, b.name
        ));
    }

    /// The rows, and the number of games that were played for them.
    fn compared(
        &self,
        both: &[Side; 2],
        basis: Basis,
        pool: &ThreadPool,
    ) -> miette::Result<(Vec<CompareRow>, u64)> {
        let [a, b] = both;
        let is_played = |(at, side): &(usize, &Side)| match basis {
            Basis::Paired => true,
            _ => side.kept.is_none() && (*at == 0 || basis != Basis::Same),
        };
        let due = both.iter().enumerate().filter(is_played);
        let due: u64 = due.filter_map(|(_, side)| Some(side.game.as_ref()?.1.most_games())).sum();
        self.announce(both, due);
        let bar = Bar::new(due, "games", self.output.quiet);
        let games = AtomicU64::new(0);
        let played = |more: u64| {
            games.fetch_add(more, Ordering::Relaxed);
            bar.add(more);
        };
        let mut rows_of = Vec::new();
        let mut paired = None;
        if let (Basis::Paired, Some((one, plan)), Some((other, others))) = (basis, &a.game, &b.game)
        {
            let length = length(&**one).filter(|_| length(&**other) == length(&**one));
            let sides = [(&**one, plan), (&**other, others)];
            let both = pool.install(|| play_side_by_side(sides, length, &played))?;
            rows_of.push(self.measured(&**one, &both.finished[0], pool));
            rows_of.push(self.measured(&**other, &both.finished[1], pool));
            paired = Some((both, one.roster().iter().map(|player| player.id.clone()).collect()));
        } else {
            for side in both {
                rows_of.push(match (&side.kept, &side.game) {
                    (None, Some((contest, plan))) if rows_of.is_empty() || basis != Basis::Same => {
                        let finished = alone(&**contest, plan, pool, &played)?;
                        self.measured(&**contest, &finished, pool)
                    }
                    (Some(kept), _) => kept.clone(),
                    _ => rows_of[0].clone(),
                });
            }
        }
        bar.finish();
        for (side, rows) in both.iter().zip(&mut rows_of) {
            check_again(side, rows)?;
            if let (Some(_), Some(kept)) = (&side.header.sweep, &side.kept) {
                // A sweep compares its variants alone, and not their opponents.
                rows.clone_from(kept);
            }
            if let (Some(_), Some(first)) = (&side.player, rows.first_mut()) {
                // The player that is compared, whatever it is called, is the first of its side.
                first.of.clone_from(&a.header.roster[0]);
            }
        }
        let paired: Option<(SideBySide, Vec<String>)> = paired;
        let paired = paired.as_ref().map(|(both, ids)| (both, &ids[..]));
        Ok((rows([&rows_of[0], &rows_of[1]], basis, paired), games.into_inner()))
    }

    /// The measures of a finished tournament.
    fn measured(
        &self,
        contest: &dyn Contest,
        finished: &Finished,
        pool: &ThreadPool,
    ) -> Vec<RuleRow> {
        if finished.seats == 2 && contest.solved().is_some() {
            run::solve(contest, None, pool, self.output.quiet);
        }
        let claims = Claims::none(contest.name());
        let analysis = pool.install(|| Analysis::new(contest, finished, &claims));
        measures(&analysis, length(contest), None)
    }
}

/// What differs in the input.
fn changed(both: &[Side; 2]) -> Vec<String> {
    let [a, b] = both;
    let players = a.player.as_ref().zip(b.player.as_ref()).filter(|(a, b)| a != b);
    let player = players.map(|(a, b)| format!("player {a} -> {b}"));
    let mut found = changes(&a.header, &b.header);
    if player.is_some() {
        // A sentence on what has no name is no news beside it.
        found.retain(|change| !change.starts_with("configuration:"));
    }
    player.into_iter().chain(found).collect()
}

/// Plays a side alone.
pub(super) fn alone(
    contest: &dyn Contest,
    plan: &Plan,
    pool: &ThreadPool,
    played: &dyn Fn(u64),
) -> miette::Result<Finished> {
    let mut ledger = Ledger::new(plan);
    let mut before = 0;
    let go = AtomicBool::new(false);
    play(contest, &mut ledger, None, pool, &go, &mut |at| {
        played(at.done - before);
        before = at.done;
    })?;
    Ok(ledger.finished(contest))
}

/// Refuses a folder whose games are others when they are played again.
fn check_again(side: &Side, rows: &[RuleRow]) -> miette::Result<()> {
    let differs = |kept: &RuleRow| {
        let same = |row: &&RuleRow| (row.measure, &row.of) == (kept.measure, &kept.of);
        rows.iter().find(same).is_some_and(|row| row.value.to_bits() != kept.value.to_bits())
    };
    match side.kept.iter().flatten().find(|kept| differs(kept)) {
        None => Ok(()),
        Some(kept) => {
            let command = if side.header.sweep.is_some() { "sweep" } else { "tournament" };
            let help = format!(
                "write the folder again with this program, by `rivals {command} --overwrite`"
            );
            Err(miette!(
                help = help,
                "the games of {} are others when they are played again: {} of {}",
                side.name,
                kept.measure.words(),
                kept.of
            ))
        }
    }
}
