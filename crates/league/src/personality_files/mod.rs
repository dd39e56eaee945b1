//! Files of personalities: read from folders, or built in. [`rivals_core::personalities`] has what
//! is in them.

mod drawn;
#[cfg(any(test, feature = "fake"))]
#[allow(missing_docs)] // for tests
pub mod fake;
mod folder;
mod ranges;
mod rule_variants;
#[cfg(test)]
mod tests;
mod variants;

use rivals_core::personalities::remarks::{Remark, RemarkFile};
use rivals_core::personalities::{Member, Personality, Roster};
use rivals_core::play::AgentKinds;
use rivals_core::sort;

use crate::config::{Error, Source};
pub use drawn::{drawn, drawn_with_id};
pub use folder::from_folder;
pub use ranges::split_ranges;
pub(crate) use ranges::{value_text, word};
pub use rivals_core::personalities::BUILT_IN_FILES;
pub use rule_variants::{RuleVariants, rule_variants};
pub use variants::{Span, Variants, variant, variants};

/// The built-in remarks, with their names: copies of those in `configs/personalities/remarks`.
macro_rules! remarks {
    ($($id:literal)*) => {
        [$((concat!($id, ".toml"), include_str!(concat!("built_in/remarks/", $id, ".toml")))),*]
    };
}

/// The names and texts of the files of the built-in remarks.
const REMARKS: [(&str, &str); 16] = remarks!(
    "abel" "achiever-averse" "achiever-impulsive" "achiever-intelligent" "beatriu" "carla"
    "daniel" "explorer-averse" "explorer-impulsive" "explorer-intelligent" "killer-averse"
    "killer-impulsive" "killer-intelligent" "socializer-averse" "socializer-impulsive"
    "socializer-intelligent"
);

/// Reads a personality's file; those in `configs/personalities` show the format. Its id must
/// name none of the agents of these kinds.
///
/// # Errors
/// [`Error`], at the first thing that is wrong.
pub fn read(source: &Source, agents: AgentKinds) -> Result<Personality, Error> {
    let read: Personality = source.parse()?;
    match read.validate(agents) {
        Ok(()) => Ok(read),
        Err(wrong) => Err(source.wrong(&wrong.field, wrong.message, wrong.help)),
    }
}

/// The sixteen personalities by id, for a game with agents of these kinds.
///
/// # Examples
/// ```
/// let roster = rivals_league::personality_files::built_in(rivals_core::play::AgentKinds::NONE);
/// assert_eq!(roster.members.len(), 16);
/// assert_eq!(roster.members[0].name(), "Abel");
/// ```
#[must_use]
pub fn built_in(agents: AgentKinds) -> Roster {
    let member = |(name, text): &(&str, &str)| {
        let personality = read(&Source::new(format!("built-in {name}"), *text), agents);
        Member::Personality(personality.expect("the built-in personalities are read by a test"))
    };
    Roster::new(BUILT_IN_FILES.iter().map(member).collect(), agents)
}

/// A roster with the built-in personalities that it lacks, by id. Also returns the ids of
/// the personalities that are played instead of built-in ones.
#[must_use]
pub fn with_built_in(mut roster: Roster) -> (Roster, Vec<String>) {
    let mut replaced = Vec::new();
    for member in built_in(roster.agents).members {
        match roster.find(member.id()) {
            None => roster.members.push(member),
            Some(own) if *own != member => replaced.push(member.id().to_owned()),
            Some(_) => {}
        }
    }
    sort::by(&mut roster.members, |one, next| one.id().cmp(next.id()));
    (roster, replaced)
}

/// The personalities of these files, as a game keeps them, beside the built-in ones.
///
/// # Errors
/// [`Error`], at the first file that is wrong.
pub fn kept(files: &[String], agents: AgentKinds) -> Result<Roster, Error> {
    let member = |text: &String| {
        let source = Source::new("a personality of the game", text);
        read(&source, agents).map(Member::Personality)
    };
    let own = files.iter().map(member).collect::<Result<_, _>>()?;
    Ok(with_built_in(Roster::new(own, agents)).0)
}

/// Reads a file of remarks; those in `configs/personalities/remarks` show the format.
///
/// # Errors
/// [`Error`], at the first thing that is wrong.
pub fn remarks(source: &Source) -> Result<Vec<Remark>, Error> {
    let file: RemarkFile = source.parse()?;
    file.remarks().map_err(|wrong| source.wrong(&wrong.field, wrong.message, wrong.help))
}

/// The built-in remarks of a personality; empty for other players.
#[must_use]
pub fn built_in_remarks(id: &str) -> Vec<Remark> {
    let file = REMARKS.iter().find(|(name, _)| name.strip_suffix(".toml") == Some(id));
    file.map_or_else(Vec::new, |(name, text)| {
        remarks(&Source::new(format!("built-in remarks/{name}"), *text))
            .expect("the built-in remarks are read by a test")
    })
}
