//! The folder of a tournament: its files decide whether a run begins, resumes, takes over the
//! games of another tournament, or is refused.

use std::fs;
use std::path::{Path, PathBuf};

use miette::{Report, miette};

use crate::command::output::print_note;
use crate::files::journal::check_unlocked;
use crate::files::{cannot_write, move_aside, move_file};
use crate::results::tournament::FILES;
use crate::results::{MANIFEST, Manifest, ManifestEntry, SWEEP, TOURNAMENT, sweep};
use crate::text::number::count;
use crate::tournament::{
    Design, Header, JOURNAL, Ledger, Plan, TournamentJournal, check, look, take_over as copy_games,
};
use rivals_league::{Error, ErrorKind};

/// The name under which a journal with games that are taken over is written. It is renamed to
/// [`JOURNAL`] when it has all of them.
const TAKEN: &str = "tournament.journal.new";

/// How a run starts in its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// The folder has no tournament.
    Begin,
    /// The folder has this tournament, which may be complete.
    Resume { complete: bool },
    /// The folder has this tournament with fewer games.
    Extend,
    /// The folder has another tournament, which is to be kept under another name. Its `journal`
    /// can be read, or it has none.
    Replace { journal: bool },
}

impl Start {
    /// What --dry-run says of the folder. `goes_on` is true with --resume or --overwrite.
    pub(super) fn remark(self, goes_on: bool) -> &'static str {
        match self {
            Self::Resume { complete: false } if !goes_on => {
                "The folder contains this tournament; add --resume to continue.\n"
            }
            Self::Extend => "The folder contains this tournament with fewer games.\n",
            Self::Replace { journal: true } => {
                "The folder contains other results. They would be kept under another name, and the \
                 games that are done would be taken over from them.\n"
            }
            Self::Replace { journal: false } => {
                "The folder contains other results, which would be kept under another name. None \
                 of their games can be taken over.\n"
            }
            Self::Begin | Self::Resume { .. } => "",
        }
    }

    /// The games that are done before the run, for a run that writes nothing.
    pub(super) fn ledger<'a>(
        self,
        journal: &Path,
        header: &Header,
        plan: &'a Plan,
    ) -> Result<Ledger<'a>, Error> {
        match self {
            Self::Begin | Self::Replace { journal: false } => Ok(Ledger::new(plan)),
            Self::Resume { .. } => look(journal, header, plan),
            Self::Extend | Self::Replace { journal: true } => {
                copy_games(journal, header, plan, None)
            }
        }
    }
}

/// Decides how a run starts. Writes nothing.
///
/// # Errors
/// If the folder has this tournament and neither `resume` nor `overwrite` is set, or another one
/// without `overwrite`.
pub(super) fn start(
    path: &Path,
    header: &Header,
    plan: &Plan,
    [resume, overwrite, dry_run]: [bool; 3],
) -> miette::Result<Start> {
    let journal = path.join(JOURNAL);
    if !journal.exists() {
        // Results of the same tournament, such as committed ones, may be written again.
        if is_of(path, header).or_else(|error| if overwrite { Ok(false) } else { Err(error) })? {
            return Ok(Start::Begin);
        }
        return match check_no_results(path, files_of(header)) {
            Ok(()) => Ok(Start::Begin),
            Err(_) if overwrite => Ok(Start::Replace { journal: false }),
            Err(error) => Err(error),
        };
    }
    let kind = match header.sweep {
        Some(_) => "sweep",
        None => "tournament",
    };
    match check(&journal, header) {
        Ok(()) => {
            let complete = look(&journal, header, plan)?.is_complete();
            if resume || overwrite || dry_run || complete {
                Ok(Start::Resume { complete })
            } else {
                Err(miette!(
                    help = format!(
                        "add --resume to go on with it, choose another folder with --out, or \
                         remove {}",
                        journal.display()
                    ),
                    "the folder {} contains this {kind} already",
                    path.display()
                ))
            }
        }
        Err(error) => match error.kind {
            ErrorKind::OtherTournament { only_more_games: true, .. } if resume => Ok(Start::Extend),
            ErrorKind::OtherTournament { .. } if overwrite => Ok(Start::Replace { journal: true }),
            _ if overwrite => Ok(Start::Replace { journal: false }),
            _ => Err(offer(error)),
        },
    }
}

/// The error for a journal, with what can be done about it.
fn offer(error: Error) -> Report {
    let (more, again) = match &error.kind {
        ErrorKind::OtherTournament { only_more_games: true, .. } => {
            ("add --resume to play the missing games, ", "only what changed")
        }
        ErrorKind::OtherTournament { .. } => ("", "only what changed"),
        ErrorKind::Foreign => ("", "everything again"),
        _ => return error.into(),
    };
    let help = format!(
        "{more}add --overwrite to keep that folder under another name and play {again}, \
         choose another folder with --out, or use the settings that the journal was started with"
    );
    miette!(help = help, "{error}")
}

/// Moves another tournament aside, and puts a journal with everything in it that is the same
/// into the folder. Says so, and returns the number of games; `None` if the run takes nothing over.
pub(super) fn take_over(
    start: Start,
    path: &Path,
    header: &Header,
    plan: &Plan,
) -> miette::Result<Option<u64>> {
    let (journal, taken) = (path.join(JOURNAL), path.join(TAKEN));
    if journal.exists() {
        check_unlocked(&journal)?;
    }
    let readable = match start {
        Start::Begin | Start::Resume { .. } => return Ok(None),
        Start::Extend => true,
        Start::Replace { journal } => journal,
    };
    let ledger = if readable {
        let mut new = begin_taken(&taken, header)?;
        copy_games(&journal, header, plan, Some(&mut new))?
    } else {
        Ledger::new(plan)
    };
    if start == Start::Extend {
        move_file(&taken, &journal)?;
    } else {
        let from = move_aside(path)?;
        if readable {
            move_file(&from.join(TAKEN), &journal)?;
        }
        print_note(&format!("the other results are kept in {}", from.display()));
    }
    let [games, due] = [ledger.games_done(), ledger.games_due()].map(count);
    print_note(&format!("{games} of {due} games are taken over"));
    Ok(Some(ledger.games_done()))
}

/// Writes the journal of a whole tournament from those of its shards, so that it can go on with
/// more games.
pub(super) fn keep_games(path: &Path, shards: &[PathBuf], header: &Header) -> miette::Result<()> {
    let (journal, taken) = (path.join(JOURNAL), path.join(TAKEN));
    if journal.exists() {
        check_unlocked(&journal)?;
    }
    let mut new = begin_taken(&taken, header)?;
    for shard in shards {
        let mut failed = None;
        let read = TournamentJournal::read(shard, |entry| {
            new.append(&[entry]).map_err(|error| {
                failed = Some(error);
                String::new()
            })
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        read?;
    }
    new.sync()?;
    Ok(move_file(&taken, &journal)?)
}

/// A journal for games that are taken over, instead of one that a killed run left.
fn begin_taken(taken: &Path, header: &Header) -> miette::Result<TournamentJournal> {
    if taken.exists() {
        fs::remove_file(taken).map_err(|reason| cannot_write(taken, reason))?;
    }
    Ok(TournamentJournal::create(taken, header)?)
}

/// Whether a folder's results are of this tournament, computed by builds with the
/// same values.
fn is_of(path: &Path, header: &Header) -> Result<bool, Error> {
    let manifest = Manifest::of(path)?;
    let command = if header.sweep.is_some() { SWEEP } else { TOURNAMENT };
    Ok(manifest.entry(command).is_some_and(|entry| records(entry, header)))
}

/// Whether an entry of a manifest is of this whole tournament or sweep.
fn records(entry: &ManifestEntry, header: &Header) -> bool {
    let same_run = (&entry.version, entry.values, &entry.game, entry.seed)
        == (&header.version, header.values, &header.game, Some(header.seed));
    let rules = entry.rule_sweep.as_ref().map(|of| (&of.config_hash, of.groups_per_pairing));
    let sweep = entry.sweep.as_ref().map(|of| (&of.config_hash, of.groups_per_pairing)).or(rules);
    let same_games = match (&entry.tournament, sweep) {
        (_, Some(sweep)) if header.sweep.is_some() => sweep == (&header.config, header.games),
        (Some(played), _) if header.sweep.is_none() => {
            let design = played.pairing_design.as_deref().map_or(Ok(Design::All), str::parse);
            (&played.config_hash, played.groups_per_pairing, played.seats)
                == (&header.config, header.games, header.seats)
                && (played.until_ci, played.until_pairs) == (header.until_ci, header.until_pairs)
                && played.roster.iter().map(|player| &player.id).eq(&header.roster)
                && design == Ok(header.pairings)
        }
        _ => false,
    };
    same_run && same_games && header.shard.is_none()
}

/// The result files of a tournament or a sweep.
fn files_of(header: &Header) -> &'static [&'static str] {
    match header.sweep {
        Some(_) => &sweep::FILES,
        None => &FILES,
    }
}

/// Checks that results can be written to a folder: it has no journal and no results, except those
/// of the same tournament.
pub(super) fn check_free(path: &Path, header: &Header) -> miette::Result<()> {
    let journal = path.join(JOURNAL);
    let played = journal.exists();
    let same =
        if played { check(&journal, header).is_ok() } else { is_of(path, header).unwrap_or(false) };
    if same {
        return Ok(());
    }
    if played {
        return Err(miette!(
            help = "choose another folder with --out",
            "the folder {} contains a journal",
            path.display()
        ));
    }
    check_no_results(path, &FILES)?;
    check_no_results(path, &[sweep::FILE])
}

fn check_no_results(path: &Path, files: &[&str]) -> miette::Result<()> {
    let names: Vec<_> = (files.iter().copied())
        // Other commands may have entries of their own in the manifest.
        .filter(|name| *name != MANIFEST && path.join(name).exists())
        .collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(miette!(
        help = "choose another folder with --out, or move them away",
        "the folder {} contains results already: {}",
        path.display(),
        names.join(", ")
    ))
}
