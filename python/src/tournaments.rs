//! Tournaments, in which agents written in Python may play.

use pyo3::prelude::*;
use rivals::Playable;
use rivals_core::personalities::Roster;
use rivals_league::Error;
use rivals_league::personality_files::built_in;
use rivals_league::player_files::with_files;
use rivals_league::results::tournament::result_files;
use rivals_league::results::{ManifestEntry, Tournament};
use rivals_league::standings::Analysis;
use rivals_league::standings::claims::Claims;
use rivals_league::tournament::{Ledger, Plan, Settings, play};

use crate::agents::{self, SIDE_BY_SIDE, Trouble};
use crate::errors::{Raise, refused};
use crate::games::{self, Inner};
use crate::results::Results;
use crate::tasks::{self, Task, long};

/// These players: spellings of agents, personalities and files, or agents written in Python.
pub(crate) fn members(
    game: &Inner,
    players: &[Bound<'_, PyAny>],
    trouble: &Trouble,
) -> PyResult<Roster> {
    let info = game.entry.info();
    let mut roster = game.loaded.roster();
    if info.personalities {
        roster = roster.beside(built_in(info.agents));
    }
    let mut ids = Vec::new();
    for player in players {
        if let Ok(spelling) = player.extract::<String>() {
            ids.push(spelling);
            continue;
        }
        let player = agents::player(info.name, player, trouble)?;
        ids.push(player.id().to_owned());
        if roster.find(player.id()).is_some() {
            let message = format!("another player is called {}", player.id());
            return Err(refused("players", message, "give your agent a name of its own"));
        }
        roster.members.push(player);
    }
    let (roster, ids) = with_files(roster, info, &ids).raise()?;
    roster.select(&ids).raise()
}

/// Plays a tournament of a game, on threads of its own.
#[pyfunction]
#[pyo3(signature = (
    game, players, games=1_000, seed=1, seats=None, threads=None, rules=None, claims=None,
    until_ci=None, progress=None
))]
#[allow(clippy::too_many_arguments, reason = "they are keywords; pyo3 calls it as well")]
pub(crate) fn tournament(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    players: Vec<Bound<'_, PyAny>>,
    games: u64,
    seed: u64,
    seats: Option<usize>,
    threads: Option<usize>,
    rules: Option<&Bound<'_, PyAny>>,
    claims: Option<&Bound<'_, PyAny>>,
    until_ci: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Results> {
    let game = games::of(game, rules)?.0;
    let trouble = Trouble::default();
    let roster = members(&game, &players, &trouble)?;
    let claims = match claims {
        Some(claims) => Claims::read(&games::source(claims)?).raise()?,
        None => game.entry.built_in_claims().raise()?,
    };
    let seats = seats.unwrap_or(*game.untyped.seat_counts().start());
    let settings = Settings { seats, seed, games, until_ci, until_pairs: false, shard: None };
    let many = players.iter().map(agents::decides_many).collect::<PyResult<Vec<bool>>>()?;
    let many = many.contains(&true);
    let side_by_side = if many { SIDE_BY_SIDE } else { threads.unwrap_or(0) };
    let results = long(py, threads, progress, move |task, pool| {
        pool.install(|| played(&game, &roster, settings, &claims, (side_by_side, task)))
    });
    agents::check(&trouble)?;
    results?.raise()
}

/// Plays all games and computes what follows from them.
fn played(
    game: &Inner,
    roster: &Roster,
    settings: Settings,
    claims: &Claims,
    (threads, task): (usize, &Task),
) -> Result<Results, Error> {
    let solving = |done, all| task.tell("positions solved", done, all);
    let mut contest = game.loaded.contest(roster, &solving)?;
    contest.watched_by(&task.watch);
    let contest = &*contest;
    let plan = Plan::new(contest, settings)?;
    let mut ledger = Ledger::new(&plan);
    // Games have threads of their own, as this one waits for them.
    let pool = tasks::threads(threads);
    play(contest, &mut ledger, None, &pool, &task.stop, &mut |progress| {
        task.tell("games", progress.done, progress.due);
    })?;
    let finished = ledger.finished(contest);
    if finished.seats == 2
        && let Some(solved) = contest.solved()
    {
        solved.prepare_exact(&|what, more, all| task.add(what, more, all));
    }
    let analysis = Analysis::new(contest, &finished, claims);
    let (files, entry) = (result_files(&analysis), ManifestEntry::of_tournament(&analysis));
    Ok(Results { played: Tournament::of(&analysis), files, entry })
}
