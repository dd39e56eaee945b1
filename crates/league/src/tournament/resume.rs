//! Opens a tournament's journal: checks that this build and these settings began it, and reads
//! which games are done.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::changes::{changes, find};
use super::design::{Design, random};
use super::header::{Header, JournalEntry, VALUES};
use super::ledger::Ledger;
use super::plan::MAX_PAIRINGS;
use super::plan::Plan;
use super::schedule;
use super::sweep::SweepWords;
use crate::error::{Error, ErrorKind};
use crate::files::journal::{Journal, Recovery, foreign};

/// The name of a tournament's journal in its folder.
pub const JOURNAL: &str = "tournament.journal";

/// The file beside the journal in which a run keeps what it prepares before its first game. It is
/// removed when the run is done.
pub const TABLES: &str = "tournament.tables";

/// A tournament's journal.
pub type TournamentJournal = Journal<Header, JournalEntry>;

/// The header of a journal that this build can continue, if it belongs to the tournament
/// to play.
///
/// # Errors
/// If it cannot be read, describes no tournament, or is of a build with other values.
pub fn header(path: &Path) -> Result<Header, Error> {
    let theirs = TournamentJournal::header(path)?;
    theirs.check().map_err(|reason| foreign(path, 1, reason))?;
    if theirs.values != VALUES {
        let message = format!(
            "the journal {} was started by a build with other computed values (version {}, values \
             {}) than this one (version {}, values {VALUES})",
            path.display(),
            theirs.version,
            theirs.values,
            env!("CARGO_PKG_VERSION")
        );
        let help = "continue with the build that started it, or play again with this one in another \
                    folder (--out)";
        return Err(Error::new(ErrorKind::Foreign, message, help));
    }
    Ok(theirs)
}

/// Checks whether a journal belongs to the tournament with this header.
///
/// # Errors
/// [`ErrorKind::OtherTournament`] if it does not; the errors of [`header`].
pub fn check(path: &Path, expected: &Header) -> Result<(), Error> {
    check_header(path, header(path)?, expected)
}

/// As [`check`], for a journal whose header was read.
///
/// # Errors
/// [`ErrorKind::OtherTournament`].
pub(super) fn check_header(path: &Path, theirs: Header, expected: &Header) -> Result<(), Error> {
    if theirs == *expected {
        return Ok(());
    }
    let changes = changes(&theirs, expected);
    if changes.is_empty() {
        return Ok(());
    }
    let kind = if theirs.sweep.is_some() { "sweep" } else { "tournament" };
    let (path, list) = (path.display(), changes.join("; "));
    let message = format!("the journal {path} belongs to another {kind}: {list}");
    let games = expected.games;
    let only_more_games = theirs.games < games && Header { games, ..theirs } == *expected;
    let help = "use the settings that it was started with, or choose another folder with --out";
    Err(Error::new(ErrorKind::OtherTournament { changes, only_more_games }, message, help))
}

/// Opens a journal to continue it, and returns it with the ledger of what is done.
///
/// # Errors
/// Those of [`check`] and of reading. The journal then stays as it was, except for a torn end.
pub fn resume<'a>(
    path: &Path,
    header: &Header,
    plan: &'a Plan,
) -> Result<(TournamentJournal, Ledger<'a>, Recovery), Error> {
    check(path, header)?;
    let mut ledger = Ledger::new(plan);
    let (journal, _, recovery) = TournamentJournal::resume(path, |entry| ledger.add(&entry))?;
    ledger.settle_all();
    Ok((journal, ledger, recovery))
}

/// The ledger of what a journal says is done. The journal is not changed.
///
/// # Errors
/// Those of [`check`] and of reading.
pub fn look<'a>(path: &Path, header: &Header, plan: &'a Plan) -> Result<Ledger<'a>, Error> {
    check(path, header)?;
    let mut ledger = Ledger::new(plan);
    TournamentJournal::read(path, |entry| ledger.add(&entry))?;
    ledger.settle_all();
    Ok(ledger)
}

/// Everything in a journal that the tournament with this header and plan would play in the
/// same way: the games of pairings with the same players by the same rules and seed. They are
/// written to `journal`, if there is one. The journal that is read is not changed.
///
/// # Errors
/// If it is a journal that this build cannot continue.
pub fn take_over<'a>(
    from: &Path,
    header: &Header,
    plan: &'a Plan,
    mut journal: Option<&mut TournamentJournal>,
) -> Result<Ledger<'a>, Error> {
    let theirs = self::header(from)?;
    let same = same_pairings(&theirs, header, plan);
    let mut ledger = Ledger::new(plan);
    loop {
        let before = ledger.games_done();
        let mut failed = None;
        let read = TournamentJournal::read(from, |mut entry| {
            let Some(&(pairing, swapped)) = same.get(&entry.pairing) else {
                return Ok(());
            };
            entry.pairing = pairing;
            if swapped {
                entry.tally.swap();
            }
            if !ledger.lacks(&entry) {
                return Ok(());
            }
            if let Some(journal) = journal.as_deref_mut()
                && let Err(error) = journal.append(std::slice::from_ref(&entry))
            {
                failed = Some(error);
                return Err(String::new());
            }
            ledger.add(&entry)?;
            // Where the number of games depends on results, these games may ask for more.
            ledger.settle(pairing);
            Ok(())
        });
        if let Some(error) = failed {
            return Err(error);
        }
        read?;
        ledger.settle_all();
        if ledger.games_done() == before || header.until_ci.is_none() {
            break;
        }
    }
    if let Some(journal) = journal {
        journal.sync()?;
    }
    Ok(ledger)
}

/// The pairings of a journal that are played in the same way in another tournament: the index of
/// each there, and whether its two players are listed the other way round.
fn same_pairings(from: &Header, to: &Header, plan: &Plan) -> HashMap<usize, (usize, bool)> {
    let of_all = |header: &Header| (header.game.clone(), header.seats, header.seed);
    // Every game of a sweep is played again by the player that variants are compared with.
    let compared = |header: &Header| {
        let sweep = header.sweep.as_ref();
        sweep.map(|sweep| (sweep.player.clone(), sweep.unchanged.clone()))
    };
    let players = from.roster.len();
    let count = match &from.sweep {
        None => schedule::count_all(players, from.seats, plan.has_copies()),
        Some(sweep) if sweep.of_rules => {
            let (players, times) = (sweep.against.len(), sweep.variants);
            schedule::count_repeated(players, from.seats, plan.has_copies(), times)
        }
        Some(SweepWords { variants, .. }) => {
            let field = players - variants;
            schedule::count_against(*variants, field, from.seats, plan.has_copies())
        }
    };
    if of_all(from) != of_all(to)
        || compared(from) != compared(to)
        || from.rules != to.rules
        || count.is_none_or(|count| count > MAX_PAIRINGS)
    {
        return HashMap::new();
    }
    let ids: Vec<&str> = to.roster.iter().map(String::as_str).collect();
    let theirs: Vec<&str> = from.roster.iter().map(String::as_str).collect();
    let played = match (&from.sweep, from.pairings) {
        (None, Design::All) => schedule::all(&theirs, from.seats, plan.has_copies()),
        (None, Design::Random(each)) => {
            schedule::of_players(&theirs, random(&theirs, from.seats, from.seed, each))
        }
        (Some(sweep), _) if sweep.of_rules => {
            let ids: Vec<&str> = sweep.against.iter().map(String::as_str).collect();
            schedule::repeated(&ids, from.seats, plan.has_copies(), sweep.variants)
        }
        (Some(SweepWords { variants, player, .. }), _) => {
            schedule::against(&theirs, from.seats, (*variants, plan.has_copies()), player)
        }
    };
    let known = plan.pairings.iter().enumerate().map(|(index, pairing)| {
        let key: Vec<&str> = pairing.players.iter().map(|&player| ids[player]).collect();
        (key, index)
    });
    let known: HashMap<Vec<&str>, usize> = known.collect();
    let same: HashSet<&str> =
        (theirs.iter().copied()).filter(|id| find(from, id) == find(to, id)).collect();
    (played.iter().enumerate())
        .filter_map(|(index, pairing)| {
            let mut key: Vec<&str> = pairing.players.iter().map(|&at| theirs[at]).collect();
            if !key.iter().all(|id| same.contains(id)) {
                return None;
            }
            if let Some(&at) = known.get(&key) {
                return Some((index, (at, false)));
            }
            // Two players have the same games in either order; more take turns at the seats in
            // another order.
            key.reverse();
            let at = known.get(&key).filter(|_| from.seats == 2)?;
            Some((index, (*at, true)))
        })
        .collect()
}
