//! The games of programs that `--keep-games` wrote, as records: `rivals review` reads them.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Duration;

use miette::miette;
use serde_json::Value;

use super::program::millis;
use crate::catalogue::Playable;
use crate::play::record::{Ended, Entry, Header, Participant, Record};
use crate::session::{Next, PROGRAM};
use crate::tables::seating::{Opponents, game_called};
use crate::tournament::VALUES;

/// A game of a file that `--keep-games` wrote, by its number from 1; `None` of another file.
///
/// # Errors
/// If there is no such game, a line before it is not whole, or its moves are not those of its rules.
pub(crate) fn kept_game(path: &Path, number: usize) -> miette::Result<Option<Record>> {
    let Some(mut games) = kept_games(path) else { return Ok(None) };
    let mut all = 0;
    let game = games.find(|game| {
        all += usize::from(game.is_ok());
        game.is_err() || all == number
    });
    let game = game.transpose()?.ok_or_else(|| {
        let help = format!("give a number from 1 to {all}");
        miette!(help = help, "the file has no game {number}")
    })?;
    record(&game).map(Some)
}

/// The games of a file that `--keep-games` wrote, which may be of any length, up to the first line
/// that is not whole, as a run leaves that is killed while it writes; `None` of another file.
pub(crate) fn kept_games(path: &Path) -> Option<impl Iterator<Item = miette::Result<Value>>> {
    let lines = BufReader::new(File::open(path).ok()?).lines();
    let whole = |line: std::io::Result<String>| serde_json::from_str::<Value>(&line.ok()?).ok();
    let mut games = lines.map(whole).peekable();
    let kept = games.peek()?.as_ref().is_some_and(|game| game["moves"].is_array());
    let name = path.display().to_string();
    let mut broken = false;
    let games = (1..).zip(games).map_while(move |(line, game)| {
        let help = "the run that wrote it was stopped, or the disk was full: delete the line";
        let error = || miette!(help = help, "line {line} of {name} is not a whole game");
        let game = (!broken).then(|| game.ok_or_else(error))?;
        broken = game.is_err();
        Some(game)
    });
    kept.then_some(games)
}

/// The record of a game of such a file.
///
/// # Errors
/// If its moves are not those of its rules.
pub(crate) fn record(game: &Value) -> miette::Result<Record> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |key: &str| game[key].as_array().map_or(&[][..], Vec::as_slice);
    let entry = game_called(&text(&game["game"]))?;
    let opponents = Opponents::built_in(entry);
    let seat = |id: &Value| {
        let name = text(id);
        let known = opponents.member(&name).is_ok();
        let agent = if known { name.clone() } else { format!("{PROGRAM}{name}") };
        Participant::Agent { agent, name, stranger: false }
    };
    let rules = text(&game["rules"]);
    let header = Header {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        values: VALUES,
        game: entry.info().name.to_owned(),
        rule_file: Some(rules.clone()).filter(|rules| !rules.is_empty()),
        rules,
        seats: list("seats").iter().map(seat).collect(),
        start: Some(game["start"].clone()).filter(|start| !start.is_null()),
        ..Header::default()
    };
    let mut session = entry.of_record(&header)?.seat(header.clone())?;
    let mut decisions = list("decisions").iter();
    let mut entries = Vec::new();
    for step in list("moves") {
        let seat = step[0].as_u64().and_then(|seat| u8::try_from(seat).ok());
        entries.push(match (seat, &step[1]) {
            (Some(seat), Value::String(act)) => {
                let own = seat.checked_sub(1).is_some() && game["seat"] == seat;
                let said = own.then(|| decisions.next()).flatten();
                let seconds = said.and_then(|said| Some(said["ms"].as_f64()? / 1000.0));
                let time = seconds.and_then(|time| Duration::try_from_secs_f64(time).ok());
                let ms = time.map(millis);
                let options = session.choices().len();
                Entry::Act { act: act.clone(), seat, options, ms, hint: false, why: None }
            }
            (Some(seat), _) => Entry::Forfeit { forfeit: seat },
            (None, _) => Entry::Event { event: text(&step[0]) },
        });
        session.replay_at(&entries, entries.len() - 1)?;
    }
    if let Next::Over(outcome) = session.next() {
        entries.push(Entry::End { end: Ended::from(&outcome) });
    }
    Ok(Record { header, entries })
}
