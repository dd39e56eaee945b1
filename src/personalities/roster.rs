//! Who plays: personalities, and policies to measure them against.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use miette::Diagnostic;
use thiserror::Error;

use super::file;
use super::personality::Personality;
use crate::config::{ConfigError, Source, nearest};
use crate::policies::{self, PolicyError};

/// A file of `configs/personalities` that is built in, with its name.
macro_rules! built_in {
    ($($id:literal)*) => {
        [$((
            concat!("built-in ", $id, ".toml"),
            include_str!(concat!("../../configs/personalities/", $id, ".toml")),
        )),*]
    };
}

/// The personalities that are built in, by id.
const PERSONALITIES: [(&str, &str); 16] = built_in!(
    "abel" "achiever-averse" "achiever-impulsive" "achiever-intelligent" "beatriu" "carla"
    "daniel" "explorer-averse" "explorer-impulsive" "explorer-intelligent" "killer-averse"
    "killer-impulsive" "killer-intelligent" "socializer-averse" "socializer-impulsive"
    "socializer-intelligent"
);

/// The policies that play beside them.
const BASELINES: [&str; 6] = ["random", "hold-6", "hold-12", "greedy", "tree-1", "tree-2"];

/// Who plays, everybody once, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    /// At least one; no two have the same id.
    pub members: Vec<Member>,
}

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    /// One that is described by figures.
    Personality(Personality),
    /// A policy by its name, which [`policies::named`] knows.
    Policy(String),
}

/// Why there is no such roster.
#[derive(Debug, Error, Diagnostic)]
pub enum RosterError {
    /// A personality's file was refused.
    #[error(transparent)]
    #[diagnostic(transparent)]
    File(#[from] ConfigError),
    /// The folder cannot be read.
    #[error("cannot read the folder {}: {reason}", path.display())]
    #[diagnostic(help("give the path of a folder with a file ID.toml for each personality"))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why, in the system's words.
        reason: io::Error,
    },
    /// The folder holds no personality.
    #[error("there is no personality in {}", path.display())]
    #[diagnostic(help(
        "put at least one file ID.toml there; configs/personalities/carla.toml shows the format"
    ))]
    EmptyFolder {
        /// The folder.
        path: PathBuf,
    },
    /// Nobody was asked for.
    #[error("the roster is empty")]
    #[diagnostic(help("name at least one personality or policy"))]
    Empty,
    /// Nobody has this id.
    #[error("nobody in the roster is called \"{id}\"")]
    #[diagnostic(help("{help}"))]
    Unknown {
        /// What was asked for.
        id: String,
        /// Who there is.
        help: String,
    },
    /// Somebody was asked for twice.
    #[error("\"{id}\" is named twice")]
    #[diagnostic(help("name it once; everybody also meets itself"))]
    Twice {
        /// Who.
        id: String,
    },
}

impl Member {
    /// Its id, or the policy's name.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Personality(personality) => &personality.id,
            Self::Policy(name) => name,
        }
    }

    /// As people read it.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Personality(personality) => &personality.name,
            Self::Policy(name) => name,
        }
    }

    /// How it plays, in a sentence; empty for a policy that there is not.
    #[must_use]
    pub fn character(&self) -> String {
        match self {
            Self::Personality(personality) => personality.character.clone(),
            Self::Policy(name) => policies::about(name).unwrap_or_default(),
        }
    }

    /// The personality, if it is one.
    #[must_use]
    pub fn personality(&self) -> Option<&Personality> {
        match self {
            Self::Personality(personality) => Some(personality),
            Self::Policy(_) => None,
        }
    }
}

impl Roster {
    /// The sixteen personalities by id, then six policies to measure them against.
    ///
    /// # Examples
    /// ```
    /// use rivals::personalities::Roster;
    /// let roster = Roster::built_in();
    /// assert_eq!(roster.members.len(), 22);
    /// assert_eq!(roster.members[0].name(), "Abel");
    /// ```
    #[must_use]
    pub fn built_in() -> Self {
        let read = |(name, text): &(&str, &str)| {
            Personality::from_source(&Source::new(*name, *text))
                .expect("the built-in personalities are read by every test")
        };
        let personalities = PERSONALITIES.iter().map(read).map(Member::Personality);
        let policies = BASELINES.map(|name| Member::Policy(name.to_owned()));
        Self {
            members: personalities.chain(policies).collect(),
        }
    }

    /// The personalities of a folder by id: every file `*.toml` in it, but for
    /// hidden ones.
    ///
    /// # Errors
    /// [`RosterError::Folder`], [`RosterError::EmptyFolder`], and
    /// [`RosterError::File`] for a file that is wrong or has another one's id.
    pub fn from_folder(path: &Path) -> Result<Self, RosterError> {
        let mut read: Vec<(Personality, PathBuf)> = Vec::new();
        for file in files(path)? {
            let personality = Source::read(&file)?.parse(|table| {
                let personality = file::personality(table)?;
                match read.iter().find(|(other, _)| other.id == personality.id) {
                    None => Ok(personality),
                    Some((_, first)) => {
                        let id = &personality.id;
                        let message = format!("id = \"{id}\" is also that of {}", first.display());
                        let stem = file.file_stem().and_then(|stem| stem.to_str());
                        let free = stem.filter(|stem| file::is_id(stem) && stem != id);
                        let help = free.map_or_else(
                            || "give each its own id".to_owned(),
                            |stem| format!("give each its own id, such as \"{stem}\" here"),
                        );
                        Err(table.error("id", message, help))
                    }
                }
            })?;
            read.push((personality, file));
        }
        if read.is_empty() {
            let path = path.to_owned();
            return Err(RosterError::EmptyFolder { path });
        }
        read.sort_by(|(a, _), (b, _)| a.id.cmp(&b.id));
        let members = read.into_iter();
        Ok(Self {
            members: members.map(|(one, _)| Member::Personality(one)).collect(),
        })
    }

    /// This roster, and after it the policies of the built-in one that it lacks.
    #[must_use]
    pub fn with_baselines(mut self) -> Self {
        for name in BASELINES {
            if self.find(name).is_none() {
                self.members.push(Member::Policy(name.to_owned()));
            }
        }
        self
    }

    /// The personalities alone.
    #[must_use]
    pub fn without_policies(mut self) -> Self {
        (self.members).retain(|member| member.personality().is_some());
        self
    }

    /// The member of that id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.id() == id)
    }

    /// These members in this order. Any policy may be named, of the roster or not.
    ///
    /// # Errors
    /// [`RosterError::Unknown`], [`RosterError::Twice`] or [`RosterError::Empty`].
    pub fn select(&self, ids: &[String]) -> Result<Self, RosterError> {
        let mut named = HashSet::new();
        let members: Result<Vec<_>, _> = (ids.iter())
            .map(|id| match named.insert(id) {
                true => self.member(id),
                false => Err(RosterError::Twice { id: id.clone() }),
            })
            .collect();
        match members? {
            members if members.is_empty() => Err(RosterError::Empty),
            members => Ok(Self { members }),
        }
    }

    /// The member of that id, or any policy of that name.
    ///
    /// # Errors
    /// [`RosterError::Unknown`].
    pub fn member(&self, id: &str) -> Result<Member, RosterError> {
        if let Some(member) = self.find(id) {
            return Ok(member.clone());
        }
        let Err(refusal) = policies::check(id) else {
            return Ok(Member::Policy(id.to_owned()));
        };
        let ids = self.members.iter().map(Member::id);
        let help = match (nearest(id, ids.clone()), refusal) {
            (Some(near), _) => format!("did you mean {near}? `rivals roster` lists all"),
            (None, PolicyError::Unknown { help, .. }) if help.starts_with("did you mean") => help,
            (None, _) => format!("there are {}", ids.collect::<Vec<_>>().join(", ")),
        };
        let id = id.to_owned();
        Err(RosterError::Unknown { id, help })
    }

    /// Everything that decides how they play, as text: a line for each, in order.
    /// Names and characters, which decide nothing, are not in it.
    #[must_use]
    pub fn identity(&self) -> String {
        let mut text = String::new();
        for member in &self.members {
            text += member.id();
            if let Member::Personality(personality) = member {
                for (scale, figure) in personality.figures() {
                    // The shortest decimals that are read back as the same number.
                    let _ = write!(text, " {}={figure}", scale.key);
                }
            }
            text.push('\n');
        }
        text
    }
}

/// The files of a folder that hold personalities, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, RosterError> {
    let refused = |reason| RosterError::Folder {
        path: folder.to_owned(),
        reason,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(roster: &Roster) -> Vec<&str> {
        roster.members.iter().map(Member::id).collect()
    }

    fn help(error: &RosterError) -> String {
        error.help().unwrap().to_string()
    }

    #[test]
    fn the_built_in_ones_are_those_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/personalities");
        let roster = Roster::from_folder(&folder).unwrap().with_baselines();
        for member in &Roster::built_in().members {
            assert_eq!(roster.find(member.id()), Some(member));
        }
        let mut sorted = PERSONALITIES.map(|(name, _)| name);
        sorted.sort_unstable();
        assert_eq!(sorted, PERSONALITIES.map(|(name, _)| name));
    }

    #[test]
    fn abel_alone_is_neutral_and_no_two_are_the_same() {
        let roster = Roster::built_in();
        for member in &roster.members {
            if let Some(personality) = member.personality() {
                assert_eq!(personality.is_neutral(), personality.id == "abel");
                let sentence = &personality.character;
                assert!(sentence.ends_with('.') && sentence.len() > 40, "{sentence}");
            }
        }
        let identity = roster.identity();
        let figures: HashSet<_> = (identity.lines().take(16))
            .map(|line| line.split_once(' ').unwrap().1)
            .collect();
        assert_eq!(figures.len(), 16);
    }

    #[test]
    fn the_identity_has_every_figure() {
        let mut roster = Roster {
            members: vec![
                Member::Personality(Personality::neutral("eva")),
                Member::Policy("hold-6".to_owned()),
            ],
        };
        let neutral = "eva risk_aversion=0 accept_aversion=0 nerves=0 nerves_after_big_turn=0 \
                       calculation=1 intuition=1 eagerness=0 thinking_seconds=0 \
                       winning=1 own_points=0 harm=0 closeness=0 variety=0\nhold-6\n";
        assert_eq!(roster.identity(), neutral);
        let Member::Personality(eva) = &mut roster.members[0] else {
            unreachable!()
        };
        eva.traits.nerves = 0.1 + 0.2;
        eva.name = "Another".to_owned();
        let bent = neutral.replace("nerves=0 ", "nerves=0.30000000000000004 ");
        assert_eq!(roster.identity(), bent);
    }

    #[test]
    fn selected_in_the_order_asked_for() {
        let roster = Roster::built_in();
        let select = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(ToString::to_string).collect();
            roster.select(&names)
        };
        let chosen = select(&["tree-2", "carla", "abel", "hold-9"]).unwrap();
        assert_eq!(ids(&chosen), ["tree-2", "carla", "abel", "hold-9"]);
        assert!(matches!(select(&[]), Err(RosterError::Empty)));
        let twice = select(&["abel", "carla", "abel"]).unwrap_err();
        assert_eq!(twice.to_string(), "\"abel\" is named twice");
        for (id, said) in [
            ("Abel", "did you mean abel?"),
            ("beatrice", "did you mean beatriu?"),
            ("killer-avers", "did you mean killer-averse?"),
            ("optimun", "did you mean optimum?"),
            ("zzz", "there are abel, achiever-averse"),
        ] {
            let error = select(&["carla", id]).unwrap_err();
            assert!(error.to_string().contains(id), "{error}");
            assert!(help(&error).starts_with(said), "{}", help(&error));
        }
    }

    #[test]
    fn folders() {
        let place = tempfile::tempdir().unwrap();
        let write = |name: &str, id: &str| {
            let text = format!("id = \"{id}\"\nname = \"x\"\ncharacter = \"x\"\n");
            fs::write(place.path().join(name), text).unwrap();
        };
        let read = || Roster::from_folder(place.path());
        assert!(matches!(read(), Err(RosterError::EmptyFolder { .. })));
        write("README.md", "no");
        write(".hidden.toml", "hidden");
        assert!(matches!(read(), Err(RosterError::EmptyFolder { .. })));
        write("1.toml", "zoe");
        write("2.toml", "eva");
        assert_eq!(ids(&read().unwrap()), ["eva", "zoe"]);
        write("kim.toml", "eva");
        let error = read().unwrap_err();
        for expected in ["kim.toml, line 1", "id = \"eva\"", "2.toml"] {
            assert!(error.to_string().contains(expected), "{error}");
        }
        assert!(help(&error).contains("such as \"kim\""));
        let missing = Roster::from_folder(&place.path().join("missing")).unwrap_err();
        assert!(matches!(missing, RosterError::Folder { .. }));
    }
}
