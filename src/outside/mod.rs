//! Players that are programs of their own: they are started here, and nowhere else. What they are
//! asked is in [`rivals_core::play::outside`]; what declares them is in
//! [`rivals_league::tournament::external`].

pub(crate) mod check;
mod games;
mod greeting;
#[cfg(unix)]
pub(crate) mod guard;
#[cfg(not(unix))]
mod none;
#[cfg(unix)]
mod process;
mod program;

#[cfg(not(unix))]
use none as process;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use clap::Args;
use miette::miette;
use rivals_core::play::outside::{Facts, Outside, Outsider};
use rivals_league::Error;
use rivals_league::tournament::external::External;

use crate::catalogue::{GameEntry, Playable};
use crate::config::Source;
use crate::files::cannot_write;
use crate::personalities::{Member, Roster};
use crate::play::AgentSpec;
use crate::play::record::Participant;
use crate::session::PROGRAM;
use crate::tournament::config::TournamentConfig;
use crate::tournament::{Contest, Header, Ledger, Plan};
pub(crate) use games::{kept_game, record as kept_record};
pub(crate) use greeting::games;
pub(crate) use program::Program;
use program::{Kept, Player, called, not_begun};

/// The file of failures, in the folder of a tournament.
const LOG: &str = "externals.log";

/// The arguments about programs of others.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ProgramArgs {
    /// File with tables [[external]], each a player that is a program of its own. cmd:PATH in
    /// --roster is a program without arguments
    #[arg(long, value_name = "FILE")]
    external: Option<PathBuf>,
    /// Start the programs that the configuration declares. They have your rights
    #[arg(long)]
    run_programs: bool,
    /// End the run when more than N per cent of a program's games have failed; more than 10 one
    /// after the other end it always
    #[arg(long, value_name = "N%", default_value = "1%", value_parser = per_cent)]
    failures: f64,
    /// Keep what programs write to standard error in this folder, at most 10 MiB of each process
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Keep the lines of failed games in this folder; `rivals agent replay` sends them again
    #[arg(long, value_name = "DIR")]
    keep_failed: Option<PathBuf>,
    /// Keep the lines of all games of programs, a game in each line of this file, with the time of each
    /// answer; `rivals agent replay` reads it as well
    #[arg(long, value_name = "FILE")]
    keep_games: Option<PathBuf>,
}

fn per_cent(text: &str) -> Result<f64, &'static str> {
    let number = text.strip_suffix('%').unwrap_or(text).parse().ok();
    number
        .filter(|number: &f64| (0.0..=100.0).contains(number))
        .ok_or("write a number of per cent from 0% to 100%, such as 5%")
}

/// A program that failed too often, or did not begin; the program ends with
/// [`crate::command::Success::ProgramFailed`].
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("{0}")]
pub(crate) struct ProgramFailed(pub String);

impl ProgramArgs {
    /// The roster of these players, with the programs among them, which are started. Without `ids`,
    /// they are those of the configuration and all that are declared.
    ///
    /// # Errors
    /// [`ProgramFailed`], and whatever is wrong with the declarations and the roster.
    pub(crate) fn join(
        &self,
        game: &'static GameEntry,
        config: &TournamentConfig,
        ids: &mut Option<Vec<String>>,
    ) -> miette::Result<(Roster, Vec<Arc<Program>>)> {
        let mut roster = config.roster.clone();
        let mut declared = config.externals.clone();
        let in_config = declared.len();
        declared
            .extend(externals(self.external.as_deref(), ids.as_deref_mut().unwrap_or_default())?);
        let wanted =
            |external: &External| ids.as_ref().is_none_or(|ids| ids.contains(&external.id));
        if declared[..in_config].iter().any(wanted) && !self.run_programs {
            let help =
                "read what they are, and add --run-programs to let them run with your rights";
            return Err(miette!(help = help, "the configuration declares programs of others"));
        }
        let folders = [&self.log, &self.keep_failed];
        for folder in folders.into_iter().flatten() {
            std::fs::create_dir_all(folder).map_err(|reason| cannot_write(folder, reason))?;
        }
        let games = self
            .keep_games
            .as_ref()
            .map(|path| continued(path).map(|file| (path.clone(), Arc::new(Mutex::new(file)))));
        let games = games.transpose()?;
        let (log, failed) = (self.log.clone(), self.keep_failed.clone());
        let kept = Kept { log, failed, games, ..Kept::default() };
        let mut programs = Vec::new();
        for external in declared.into_iter().filter(wanted) {
            let id = external.id.clone();
            let rules = game.load(config.rules.as_ref())?;
            let program = Program::begin(external, &rules, kept.clone())
                .map_err(|failure| ProgramFailed(not_begun(&id, &failure)))?;
            add(&mut roster, Arc::new(Player(Arc::clone(&program))));
            programs.push(program);
        }
        Ok((roster, programs))
    }

    /// Says how many failures each program of a tournament may have, of the games that are planned.
    pub(crate) fn bear(
        &self,
        programs: &[Arc<Program>],
        (contest, plan, ledger): (&dyn Contest, &Plan, &Ledger<'_>),
        out: &Path,
    ) -> miette::Result<()> {
        for program in programs {
            let id = &program.facts.id;
            let player = contest.roster().iter().position(|player| player.id == *id);
            let Some(player) = player else { continue };
            let before = ledger.outside(player);
            let log = continued(&out.join(LOG))?;
            program.bear(plan.games_of(player), self.failures, before.failures, Some(log));
        }
        Ok(())
    }
}

/// Opens a file to append to it, and creates it if it does not exist.
fn continued(path: &Path) -> Result<File, Error> {
    let file = File::options().create(true).append(true).open(path);
    file.map_err(|reason| cannot_write(path, reason))
}

/// The programs of a file, and those of paths among these words, which become their ids.
///
/// # Errors
/// At the first thing that is wrong.
pub(crate) fn externals(
    file: Option<&Path>,
    words: &mut [String],
) -> miette::Result<Vec<External>> {
    let mut declared = file.map_or_else(|| Ok(Vec::new()), External::read)?;
    for word in words {
        if let Some(path) = word.strip_prefix(PROGRAM) {
            let external = External::of_path(path)?;
            word.clone_from(&external.id);
            declared.push(external);
        }
    }
    Ok(declared)
}

/// Whether programs are among these players of a configuration, or among all of its players.
pub(crate) fn names_program(config: &TournamentConfig, ids: Option<&[String]>) -> bool {
    let mut declared = config.externals.iter().map(|external| &external.id);
    match ids {
        Some(ids) => {
            ids.iter().any(|id| id.starts_with(PROGRAM)) || declared.any(|id| ids.contains(id))
        }
        None => declared.next().is_some(),
    }
}

/// Adds programs to a roster, as opponents that are not started yet.
pub(crate) fn invite(roster: &mut Roster, declared: Vec<External>) {
    for external in declared {
        add(roster, Arc::new(Player(Arc::new(Program::absent(called(&external.id), external)))));
    }
}

/// The programs that sit at a table, of those that are declared: started, or to be started at their
/// first decisions if they `wait`.
///
/// # Errors
/// [`ProgramFailed`], and if one is not declared.
pub(crate) fn programs(
    header: &rivals_core::play::record::Header,
    game: &dyn Playable,
    declared: Vec<External>,
    wait: bool,
) -> miette::Result<Vec<Outsider>> {
    let mut programs: Vec<Outsider> = Vec::new();
    for participant in &header.seats {
        let Participant::Agent { agent, .. } = participant else { continue };
        let Some(id) = agent.strip_prefix(PROGRAM) else { continue };
        if programs.iter().any(|program| program.0.facts().id == id) {
            continue;
        }
        let external = declared.iter().find(|external| external.id == id).ok_or_else(|| {
            let help = "give the file that declares it with --external";
            miette!(help = help, "{id} is a program of its own, and is not declared")
        })?;
        let program = if wait {
            Arc::new(Program::waiting(external.clone(), game))
        } else {
            Program::begin(external.clone(), game, Kept::default())
                .map_err(|failure| ProgramFailed(not_begun(id, &failure)))?
        };
        programs.push(Outsider(Arc::new(Player(program))));
    }
    Ok(programs)
}

/// Whether the run goes on, as no program has failed too often, and what was to be kept is.
///
/// # Errors
/// [`ProgramFailed`], and the file that could not be written.
pub(crate) fn go_on(programs: &[Arc<Program>]) -> miette::Result<()> {
    let unkept = programs.iter().find_map(|program| program.unkept().take());
    match (programs.iter().find_map(|program| program.stopped()), unkept) {
        (Some(stopped), Some(unkept)) => {
            Err(ProgramFailed(format!("{unkept}; {}\n{stopped}", unkept.help)).into())
        }
        (Some(stopped), None) => Err(ProgramFailed(stopped).into()),
        (None, Some(unkept)) => Err(unkept.into()),
        (None, None) => Ok(()),
    }
}

/// Writes what the logs of shards say of failures, whose journals these are, into a folder.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn merge_logs(journals: &[PathBuf], out: &Path) -> miette::Result<()> {
    let logs = journals.iter().map(|journal| journal.with_file_name(LOG));
    let logs = logs.filter(|log| log.exists()).map(|log| crate::files::read_text(&log));
    let all = logs.collect::<Result<String, _>>()?;
    if !all.is_empty() {
        crate::command::output::write(&out.join(LOG), &all)?;
    }
    Ok(())
}

/// What is said of programs when the games of a tournament are played: whole lines.
pub(crate) fn said(
    programs: &[Arc<Program>],
    contest: &dyn Contest,
    ledger: &Ledger<'_>,
) -> String {
    let line = |program: &Arc<Program>| {
        let id = &program.facts.id;
        let player = contest.roster().iter().position(|player| player.id == *id)?;
        Some(program.said(&ledger.outside(player)))
    };
    programs.iter().filter_map(line).collect()
}

/// Adds a program to a roster, in place of the player with its id if there is one.
fn add(roster: &mut Roster, program: Arc<dyn Outside>) {
    let member = Member::Agent(AgentSpec::from(Outsider(program)));
    match roster.members.iter_mut().find(|other| other.id() == member.id()) {
        Some(other) => *other = member,
        None => roster.members.push(member),
    }
}

/// The roster with the programs of a journal, which are not started: they have played already.
pub(crate) fn with_absent(mut roster: Roster, header: &Header) -> Roster {
    for (id, text) in header.roster.iter().zip(&header.players) {
        if let Some(facts) = facts(id, text) {
            let external = External::of_program(facts.id.clone(), PathBuf::new());
            add(&mut roster, Arc::new(Player(Arc::new(Program::absent(facts, external)))));
        }
    }
    roster
}

/// What the header of a journal says of a program; `None` of another player.
fn facts(id: &str, text: &str) -> Option<Facts> {
    let keys: toml::Table = Source::new("", text.replace(' ', "\n")).parse().ok()?;
    keys.get("command")?;
    let word = |key: &str| keys.get(key)?.as_str().map(str::to_owned);
    Some(Facts {
        id: id.to_owned(),
        name: word("name")?,
        about: word("about")?,
        identity: text.to_owned(),
        deterministic: keys.get("deterministic")?.as_bool()?,
    })
}
