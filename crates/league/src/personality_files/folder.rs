//! Reads a roster from a folder of files.

use std::path::{Path, PathBuf};
use std::{fs, io};

use rivals_core::personalities::{Member, Personality, Roster, is_id};
use rivals_core::play::AgentKinds;
use rivals_core::sort;

use super::read;
use crate::config::{Error, Source};

/// The personalities of a folder by id: all files `*.toml` in it, except hidden
/// ones. They play a game with agents of these kinds.
///
/// # Errors
/// [`Error`], for a folder without personalities, and for a file that is wrong or
/// has the id of another one.
pub fn from_folder(path: &Path, agents: AgentKinds) -> Result<Roster, Error> {
    let mut found: Vec<(Personality, PathBuf)> = Vec::new();
    for file in files(path)? {
        let source = Source::read(&file)?;
        let personality = read(&source, agents)?;
        let id = &personality.id;
        if let Some((_, first)) = found.iter().find(|(other, _)| other.id == *id) {
            let message = format!("id = \"{id}\" is also the id of {}", first.display());
            let stem = file.file_stem().and_then(|stem| stem.to_str());
            let free = stem.filter(|stem| is_id(stem) && stem != id);
            let such = free.map_or_else(String::new, |stem| format!(", such as \"{stem}\" here"));
            return Err(source.wrong("id", message, format!("give each its own id{such}")));
        }
        found.push((personality, file));
    }
    if found.is_empty() {
        return Err(Error::refused(
            format!("there is no personality in {}", path.display()),
            "put at least one file ID.toml there; configs/personalities/carla.toml shows the \
             format",
        ));
    }
    sort::by(&mut found, |(a, _), (b, _)| a.id.cmp(&b.id));
    let members = found.into_iter().map(|(one, _)| Member::Personality(one));
    Ok(Roster::new(members.collect(), agents))
}

/// The files of a folder that hold personalities, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let refused = |reason: io::Error| {
        let message = format!("cannot read the folder {}: {reason}", folder.display());
        let help = "give the path of a folder with a file ID.toml for each personality";
        Error::refused(message, help)
    };
    let entries: Result<Vec<_>, _> = fs::read_dir(folder).map_err(refused)?.collect();
    let mut names: Vec<_> = (entries.map_err(refused)?.iter())
        .map(fs::DirEntry::file_name)
        .filter(|name| {
            let hidden = name.as_encoded_bytes().starts_with(b".");
            !hidden && Path::new(name).extension().is_some_and(|end| end == "toml")
        })
        .collect();
    names.sort_unstable();
    Ok(names.into_iter().map(|name| folder.join(name)).collect())
}
