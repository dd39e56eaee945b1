//! What a tournament says on standard output.

use std::path::Path;
use std::time::Duration;

use crate::report::number::{count, duration};
use crate::report::tournament::file_names;
use crate::tournament::{Contest, JOURNAL, Ledger, Memory, Shard};

/// What would be played, for `--dry-run`; `must_resume` says that the folder holds this
/// tournament, and nobody said to go on with it.
pub fn dry_run(
    contest: &dyn Contest,
    ledger: &Ledger<'_>,
    memory: &Memory,
    folder: &Path,
    must_resume: bool,
) -> String {
    let plan = ledger.plan();
    let settings = &plan.settings;
    let players = contest.roster();
    let ids: Vec<&str> = players.iter().map(|player| player.id.as_str()).collect();
    let seats = settings.seats as u64;
    let length = match settings.until_ci {
        Some(width) => format!(
            "until all of its intervals are narrower than {width}, at most {} games from each seat",
            count(settings.games)
        ),
        None => format!("{} games from each seat", count(settings.games)),
    };
    let games = match settings.until_ci {
        Some(_) => format!(
            "at most {}",
            count(plan.pairings.len() as u64 * settings.games * seats)
        ),
        None => count(ledger.games_due()),
    };
    let part = match settings.shard {
        Some(shard) => format!(", shard {shard}"),
        None => String::new(),
    };
    let files = match settings.shard {
        Some(_) => vec![JOURNAL],
        None => [&[JOURNAL][..], &file_names(settings.seats)].concat(),
    };
    let mut remarks = String::new();
    if let Some(remark) = contest.remark(settings.seats) {
        remarks += &format!("{remark}\n");
    }
    if must_resume {
        remarks += "The folder holds this tournament already; to go on with it, add --resume.\n";
    }
    format!(
        "game      {game}, {seats} seats{part}
players   {number}: {ids}
pairings  {pairings}, each {length}
games     {games}, of which {done} are done
memory    about {memory}
files     {files} in {folder}
{remarks}Nothing was played and nothing written.
",
        game = contest.name(),
        number = count(players.len() as u64),
        ids = ids.join(", "),
        pairings = count(plan.pairings.len() as u64),
        done = count(ledger.games_done()),
        files = files.join(", "),
        folder = folder.display(),
    )
}

/// What was played, when nothing is missing.
pub fn done(ledger: &Ledger<'_>, played: u64, time: Duration, folder: &Path) -> String {
    let games = count(ledger.games_done());
    let how = match (played, ledger.plan().settings.shard) {
        (0, _) => "all of them before".to_owned(),
        _ => {
            let rate = played as f64 / time.as_secs_f64();
            let (played, time, rate) = (count(played), duration(time), count(rate as u64));
            format!("{played} of them now in {time}, {rate} per second")
        }
    };
    let pairings = match ledger.plan().pairings.len() as u64 {
        1 => "1 pairing".to_owned(),
        many => format!("{} pairings", count(many)),
    };
    format!(
        "Played {games} games of {pairings} ({how}), in {}.\n",
        folder.display()
    )
}

/// What to do with a shard that is finished.
pub fn shard(shard: Shard) -> String {
    format!(
        "Shard {shard} is finished; when all {} are, join them: rivals merge DIR... --out DIR\n",
        shard.of
    )
}
