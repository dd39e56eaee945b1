//! Who plays: personalities, and policies to measure them against.

mod error;
mod folder;
mod member;

use std::collections::HashSet;
use std::fmt::Write;

use crate::config::{Source, nearest};
use crate::games::dragon_slayer::policies;
use crate::games::dragon_slayer::policies::PolicyError;
use crate::personalities::Personality;

pub use error::RosterError;
pub use member::Member;

/// A file of `configs/personalities` that is built in, with its name.
macro_rules! built_in {
    ($($id:literal)*) => {
        [$((
            concat!("built-in ", $id, ".toml"),
            include_str!(concat!("../../../configs/personalities/", $id, ".toml")),
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

#[cfg(test)]
mod tests {
    use super::*;
    use miette::Diagnostic;
    use std::path::Path;

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
            std::fs::write(place.path().join(name), text).unwrap();
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
