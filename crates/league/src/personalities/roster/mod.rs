//! The players of a game: personalities, and agents to compare them with.

#[cfg(any(test, feature = "fake"))]
#[allow(missing_docs)] // for tests
pub mod fake;
#[cfg(feature = "files")]
mod folder;
mod member;
mod variants;

use std::collections::HashSet;
use std::fmt::Write;

use crate::config::{Error, Source, nearest};
use crate::personalities::Personality;
use rivals_core::play::{AgentKind, AgentSpec};

pub use member::Member;
pub use variants::Variants;

/// A built-in file of `configs/personalities`, with its name.
macro_rules! built_in {
    ($($id:literal)*) => {
        [$((
            concat!($id, ".toml"),
            include_str!(concat!("../../../../../configs/personalities/", $id, ".toml")),
        )),*]
    };
}

/// The names and texts of the files of the built-in personalities, by id.
pub const BUILT_IN_FILES: [(&str, &str); 16] = built_in!(
    "abel" "achiever-averse" "achiever-impulsive" "achiever-intelligent" "beatriu" "carla"
    "daniel" "explorer-averse" "explorer-impulsive" "explorer-intelligent" "killer-averse"
    "killer-impulsive" "killer-intelligent" "socializer-averse" "socializer-impulsive"
    "socializer-intelligent"
);

/// The players of a game, each once, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    /// At least one; no two have the same id.
    pub members: Vec<Member>,
    /// The kinds of agents that the game offers. Any of them may be named.
    agents: &'static [AgentKind],
}

impl Roster {
    /// The sixteen personalities by id, for a game with agents of these kinds.
    ///
    /// # Examples
    /// ```
    /// use rivals_league::personalities::Roster;
    /// let roster = Roster::built_in(&[]);
    /// assert_eq!(roster.members.len(), 16);
    /// assert_eq!(roster.members[0].name(), "Abel");
    /// ```
    #[must_use]
    pub fn built_in(agents: &'static [AgentKind]) -> Self {
        let read = |(name, text): &(&str, &str)| {
            let personality =
                Personality::from_source(&Source::new(format!("built-in {name}"), *text), agents)
                    .expect("the built-in personalities are read by a test");
            Member::Personality(personality)
        };
        Self::new(BUILT_IN_FILES.iter().map(read).collect(), agents)
    }

    /// The roster of these players in a game with agents of these kinds.
    #[must_use]
    pub fn new(members: Vec<Member>, agents: &'static [AgentKind]) -> Self {
        Self { members, agents }
    }

    /// This roster with the built-in personalities that it lacks, by id. Also returns the ids of
    /// the personalities that are played in place of other built-in ones.
    #[must_use]
    pub fn with_built_in(mut self) -> (Self, Vec<String>) {
        let mut replaced = Vec::new();
        for member in Self::built_in(self.agents).members {
            match self.find(member.id()) {
                None => self.members.push(member),
                Some(own) if *own != member => replaced.push(member.id().to_owned()),
                Some(_) => {}
            }
        }
        self.members.sort_by(|one, next| one.id().cmp(next.id()));
        (self, replaced)
    }

    /// The personalities of these files, as a game keeps them, beside the built-in ones.
    ///
    /// # Errors
    /// [`Error`], at the first file that is wrong.
    pub fn kept(files: &[String], agents: &'static [AgentKind]) -> Result<Self, Error> {
        let read = |text: &String| {
            let source = Source::new("a personality of the game", text);
            Personality::from_source(&source, agents).map(Member::Personality)
        };
        let own = files.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Self::new(own, agents).with_built_in().0)
    }

    /// This roster, followed by the agents of another one that it lacks.
    #[must_use]
    pub fn with_agents_of(mut self, other: &Self) -> Self {
        for member in &other.members {
            if member.personality().is_none() && self.find(member.id()).is_none() {
                self.members.push(member.clone());
            }
        }
        self
    }

    /// The personalities of the roster.
    #[must_use]
    pub fn without_agents(mut self) -> Self {
        (self.members).retain(|member| member.personality().is_some());
        self
    }

    /// The player with this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.id() == id)
    }

    /// The roster of these players in this order. Any agent of the game may be named, whether
    /// or not it is in this roster.
    ///
    /// # Errors
    /// [`Error`], if an id is unknown or named twice, or if there are none.
    pub fn select(&self, ids: &[String]) -> Result<Self, Error> {
        if ids.is_empty() {
            let help = "name at least one personality or agent";
            return Err(Error::refused("the roster is empty", help));
        }
        let mut named = HashSet::new();
        let members = ids.iter().map(|id| {
            let member = self.member(id)?;
            if named.insert(member.id().to_owned()) {
                Ok(member)
            } else {
                let message = format!("\"{}\" is named twice", member.id());
                Err(Error::refused(message, "name each player once"))
            }
        });
        Ok(Self::new(members.collect::<Result<_, _>>()?, self.agents))
    }

    /// The player with this id, or the agent with this spelling.
    ///
    /// # Errors
    /// [`Error`], if there is none.
    pub fn member(&self, id: &str) -> Result<Member, Error> {
        if let Some(member) = self.find(id) {
            return Ok(member.clone());
        }
        let refusal = match AgentSpec::parse(id, self.agents) {
            Ok(spec) => return Ok(Member::Agent(spec)),
            Err(refusal) => refusal,
        };
        let ids = self.members.iter().map(Member::id);
        let name = id.split(':').next().unwrap_or_default();
        let has_kind = self.agents.iter().any(|kind| kind.name == name);
        let help = match nearest(id, ids.clone()) {
            // The kind exists, and its parameter is wrong.
            _ if has_kind || refusal.help.contains(" is from ") => refusal.help,
            Some(near) => format!("did you mean {near}? `rivals roster` lists all"),
            None if refusal.help.starts_with("did you mean") => refusal.help,
            None => {
                let ids = ids.collect::<Vec<_>>().join(", ");
                format!("there are {ids}; `rivals games` lists all agents")
            }
        };
        let message = format!("no player of the roster is called \"{id}\"");
        Err(Error::refused(message, help))
    }

    /// Everything that decides how the players play, as text: a line for each, in
    /// order. Names and characters are not in it, because they decide nothing.
    #[must_use]
    pub fn identity(&self) -> String {
        let mut text = String::new();
        for member in &self.members {
            text += member.id();
            if let Member::Personality(personality) = member {
                for (scale, figure) in personality.figures() {
                    // A figure is written with the fewest decimals that are read back
                    // as the same number.
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

    /// The built-in personalities, and two agents.
    fn roster() -> Roster {
        let mut roster = Roster::built_in(fake::KINDS);
        for name in ["tree-2", "greedy"] {
            roster.members.push(roster.member(name).unwrap());
        }
        roster
    }

    fn ids(roster: &Roster) -> Vec<&str> {
        roster.members.iter().map(Member::id).collect()
    }

    fn help(error: &Error) -> String {
        error.help().unwrap().to_string()
    }

    #[test]
    fn the_built_in_ones_are_those_of_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/personalities");
        let from_folder = Roster::from_folder(&folder, fake::KINDS).unwrap();
        let from_folder = from_folder.with_agents_of(&roster());
        for member in &roster().members {
            assert_eq!(from_folder.find(member.id()), Some(member));
        }
        let mut sorted = BUILT_IN_FILES.map(|(name, _)| name);
        sorted.sort_unstable();
        assert_eq!(sorted, BUILT_IN_FILES.map(|(name, _)| name));
    }

    #[test]
    fn abel_alone_is_neutral_and_no_two_are_the_same() {
        let roster = roster();
        for member in &roster.members {
            if let Some(personality) = member.personality() {
                assert_eq!(personality.is_neutral(), personality.id == "abel");
                let sentence = &personality.character;
                assert!(sentence.ends_with('.') && sentence.len() > 40, "{sentence}");
            }
        }
        let identity = roster.identity();
        let figures: HashSet<_> =
            (identity.lines().take(16)).map(|line| line.split_once(' ').unwrap().1).collect();
        assert_eq!(figures.len(), 16);
    }

    #[test]
    fn the_identity_has_every_figure() {
        let hold = roster().member("hold-6").unwrap();
        let eva = Member::Personality(Personality::neutral("eva"));
        let mut roster = Roster::new(vec![eva, hold], fake::KINDS);
        let neutral = "eva risk_aversion=0 accept_aversion=0 nerves=0 nerves_after_big_turn=0 \
                       calculation=1 intuition=1 eagerness=0 thinking_seconds=0 \
                       winning=1 own_points=0 harm=0 closeness=0 variety=0\nhold-6\n";
        assert_eq!(roster.identity(), neutral);
        let Member::Personality(eva) = &mut roster.members[0] else { unreachable!() };
        eva.traits.nerves = 0.1 + 0.2;
        eva.name = "Another".to_owned();
        let bent = neutral.replace("nerves=0 ", "nerves=0.30000000000000004 ");
        assert_eq!(roster.identity(), bent);
    }

    #[test]
    fn selected_in_the_order_asked_for() {
        let roster = roster();
        let select = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(ToString::to_string).collect();
            roster.select(&names)
        };
        let chosen = select(&["tree-2", "carla", "abel", "hold-9"]).unwrap();
        assert_eq!(ids(&chosen), ["tree-2", "carla", "abel", "hold-9"]);
        assert_eq!(select(&[]).unwrap_err().to_string(), "the roster is empty");
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
        let read = || Roster::from_folder(place.path(), fake::KINDS);
        assert!(read().unwrap_err().to_string().contains("no personality"));
        write("README.md", "no");
        write(".hidden.toml", "hidden");
        assert!(read().unwrap_err().to_string().contains("no personality"));
        write("1.toml", "zoe");
        write("2.toml", "eva");
        assert_eq!(ids(&read().unwrap()), ["eva", "zoe"]);
        write("kim.toml", "eva");
        let error = read().unwrap_err();
        for expected in ["kim.toml, line 1", "id = \"eva\"", "2.toml"] {
            assert!(error.to_string().contains(expected), "{error}");
        }
        assert!(help(&error).contains("such as \"kim\""));
        let missing = Roster::from_folder(&place.path().join("missing"), &[]).unwrap_err();
        assert!(missing.to_string().starts_with("cannot read the folder"));
    }
}
