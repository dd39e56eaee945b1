//! Files of players made of sentences: built in, in the folder of a game's configuration, or anywhere
//! by their path. [`rivals_core::sentences`] has what is in them. Where personalities play, files
//! named by their path may be those of personalities.

use std::path::{Path, PathBuf};

use crate::config::{Error, Source};
use crate::personality_files;
use crate::tournament::GameInfo;
use rivals_core::personalities::{Member, Roster};
use rivals_core::play::AgentSpec;
use rivals_core::sentences::{PLAYERS, Sentences};
use rivals_core::text::nearest::did_you_mean;

/// The text of the file of a player, such as `players/novice` or `mine.toml`. Paths are relative to
/// the folder of the file that names the player, else to the current folder. `players/NAME` is
/// `players/NAME.toml` there, else `configs/GAME/players/NAME.toml`, else the built-in copy.
///
/// # Errors
/// [`Error`], if there is no such file, or it cannot be read.
pub fn source(game: &GameInfo, file: &str, beside: Option<&Path>) -> Result<Source, Error> {
    match path(game, file, beside) {
        Some(path) => Source::read(&path),
        _ => built_in(game, file),
    }
}

/// The path of a file that is not built in.
fn path(game: &GameInfo, file: &str, beside: Option<&Path>) -> Option<PathBuf> {
    let Some(name) = Sentences::built_in_name(file) else {
        return Some(beside.unwrap_or(Path::new("")).join(file));
    };
    let path = Path::new(PLAYERS).join(format!("{name}.toml"));
    let configs = Path::new("configs").join(game.folder());
    let mut paths = beside.into_iter().chain([&*configs]).map(|folder| folder.join(&path));
    paths.find(|path| path.symlink_metadata().is_ok())
}

/// The text of a player that is built in.
fn built_in(game: &GameInfo, file: &str) -> Result<Source, Error> {
    let name = Sentences::built_in_name(file).unwrap_or(file);
    let found = game.players.iter().find(|(own, _)| *own == name);
    let text = found.map(|(_, text)| Source::new(format!("built-in {name}.toml"), *text));
    text.ok_or_else(|| {
        let names: Vec<&str> = game.players.iter().map(|(name, _)| *name).collect();
        let near = did_you_mean(name, names.iter().copied());
        let help = if names.is_empty() {
            format!("sentences do not play {}; name one of its agents", game.name)
        } else {
            let all = names.join(", ");
            format!("{near}there are {all}; a file of your own is named by its path, NAME.toml")
        };
        Error::refused(format!("no player of {} is called {file}", game.name), help)
    })
}

/// The player of a file, by the spelling of a roster and as [`source`]; `None` if it is the spelling
/// of an agent.
///
/// # Errors
/// [`Error`], at the first thing that is wrong with the file.
pub fn read(
    game: &GameInfo,
    spelling: &str,
    beside: Option<&Path>,
) -> Option<Result<AgentSpec, Error>> {
    let (file, _) = Sentences::split(spelling)?;
    Some(source(game, file, beside).and_then(|source| player(game, spelling, &source)))
}

fn player(game: &GameInfo, spelling: &str, source: &Source) -> Result<AgentSpec, Error> {
    let player =
        Sentences::read(spelling, source.text(), game.facts).map_err(|error| match error.line {
            0 => Error::refused(format!("{spelling}, {error}"), error.help),
            _ => source.error(error.span, error.message, error.help),
        })?;
    Ok(AgentSpec::from(player))
}

/// The personality or other player of a file, as [`read`].
///
/// # Errors
/// As [`read`].
pub fn member(game: &GameInfo, spelling: &str) -> Option<Result<Member, Error>> {
    let (file, numbers) = Sentences::split(spelling)?;
    let built_in = Sentences::built_in_name(file).is_some();
    if !game.personalities || built_in || !game.facts.is_empty() && !is_personality(file) {
        return Some(read(game, spelling, None)?.map(Member::Agent));
    }
    let read = || {
        if !numbers.is_empty() {
            let help = format!("write another file; `rivals roster show {file}` prints this one");
            return Err(Error::refused(format!("{spelling:?} changes a personality"), help));
        }
        let source = Source::read(Path::new(file))?;
        Ok(Member::Personality(personality_files::read(&source, game.agents)?))
    };
    Some(read())
}

/// Whether a file is that of a personality, which has a character; players made of sentences have
/// none.
fn is_personality(file: &str) -> bool {
    let read = Source::read(Path::new(file)).and_then(|source| source.parse::<toml::Table>());
    read.is_ok_and(|table| table.contains_key("character"))
}

/// The roster with the players of files among these spellings, and the ids of all of them.
///
/// # Errors
/// As [`read`], and if a personality has the id of another one.
pub fn with_files(
    mut roster: Roster,
    game: &GameInfo,
    spellings: &[String],
) -> Result<(Roster, Vec<String>), Error> {
    let mut ids = spellings.to_vec();
    for id in &mut ids {
        // What the configuration has read is the same player.
        if roster.find(id).is_none()
            && let Some(player) = member(game, id)
        {
            let (player, file) = (player?, std::mem::take(id));
            player.id().clone_into(id);
            match roster.find(id) {
                None => roster.members.push(player),
                Some(Member::Personality(other)) if Some(other) != player.personality() => {
                    let message = format!("{file} has the id of another player, {id}");
                    return Err(Error::refused(message, "give it an id of its own"));
                }
                Some(_) => {}
            }
        }
    }
    Ok((roster, ids))
}
