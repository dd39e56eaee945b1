//! The files with what the players say.

use std::path::Path;

use crate::command::shared::{PERSONALITIES_FOLDER, in_configs};
use crate::config::Source;
use crate::personalities::remarks::Remark;
use crate::personality_files;
use crate::play::Seat;
use crate::play::record::{Header, Participant};

/// The remarks of the players of a game: from the folder `remarks` in this folder of personalities,
/// else from that in `configs/personalities`, else built in.
///
/// # Errors
/// Says where a file is wrong.
pub(super) fn of(
    header: &Header,
    folder: Option<&Path>,
) -> miette::Result<Vec<(Seat, Vec<Remark>)>> {
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
