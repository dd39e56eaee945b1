//! Who sits down, by the files of the user.

use std::path::Path;

use super::tournament::personalities;
use crate::catalogue::GameEntry;
use crate::command::shared::{PERSONALITIES_FOLDER, in_configs};
use crate::config::Source;
use crate::personality_files;
use crate::play::Seat;
use crate::play::record::{Header, Participant};
use crate::tables::seating::{Opponents, Speakers};

/// The opponents of a game: its personalities, or the players of its tournament and those beside.
///
/// The personalities are the built-in ones and those of this folder; without one, of
/// `configs/personalities` if it exists.
///
/// # Errors
/// If the folder cannot be read, or personalities do not play the game.
pub(super) fn opponents(
    game: &'static GameEntry,
    folder: Option<&Path>,
) -> miette::Result<Opponents> {
    let opponents = Opponents::built_in(game);
    let of_configs = || in_configs(PERSONALITIES_FOLDER).filter(|_| game.info().personalities);
    let Some(folder) = folder.map(Path::to_owned).or_else(of_configs) else {
        return Ok(opponents);
    };
    let roster = personalities(game.info(), &folder, true, false, &opponents.roster)?.0;
    Ok(Opponents::in_roster(game, roster))
}

/// The remarks of the players of a game: from the folder `remarks` in this folder of personalities,
/// else from that in `configs/personalities`, else built in.
///
/// # Errors
/// Says where a file is wrong.
pub(super) fn speakers(header: &Header, folder: Option<&Path>) -> miette::Result<Speakers> {
    let mut speakers = Vec::new();
    for (seat, participant) in (0..).map(Seat).zip(&header.seats) {
        let Participant::Agent { agent, .. } = participant else {
            continue;
        };
        let own = folder.map(|folder| folder.join("remarks").join(format!("{agent}.toml")));
        let file = format!("{PERSONALITIES_FOLDER}/remarks/{agent}.toml");
        let own = own.filter(|path| path.exists());
        let remarks = match own.or_else(|| in_configs(&file)) {
            Some(path) => personality_files::remarks(&Source::read(&path)?)?,
            None => personality_files::built_in_remarks(agent),
        };
        speakers.push((seat, remarks));
    }
    Ok(speakers)
}
