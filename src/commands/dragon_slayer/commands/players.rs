//! Players as arguments name them: a policy, a personality, or the file of a personality. Every
//! command that takes a policy takes any of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::rules::{self, with_positions};
use crate::command::shared::{PERSONALITIES_FOLDER, in_configs};
use crate::config::Source;
use crate::dragon_slayer::Rules;
use crate::dragon_slayer::policies::{self, AGENTS, OptimalPolicy, PersonalityPolicy};
use crate::dragon_slayer::solver::{Play, Policy, SolvedGame};
use crate::personalities::Member;
use crate::personality_files::{self, from_folder, with_built_in};
use crate::play::AgentSpec;

/// The argument that says where personalities are read from.
#[derive(Debug, Args)]
pub(super) struct PersonalitiesArg {
    /// Folder of personalities, which may be named beside the built-in ones [default:
    /// configs/personalities if it exists]
    #[arg(long, value_name = "DIR")]
    personalities: Option<PathBuf>,
}

impl PersonalitiesArg {
    /// The player of this name. A name that ends in `.toml` is the file of a personality, and
    /// `-` is such a file on standard input.
    pub(super) fn player(&self, name: &str) -> miette::Result<Member> {
        let path = Path::new(name);
        if name == "-" || path.extension().is_some_and(|end| end == "toml") {
            let personality = personality_files::read(&Source::read(path)?, AGENTS)?;
            return Ok(Member::Personality(personality));
        }
        if let Ok(spec) = AgentSpec::parse(name, AGENTS) {
            return Ok(Member::Agent(spec));
        }
        let folder = (self.personalities.clone()).or_else(|| in_configs(PERSONALITIES_FOLDER));
        let roster = match folder {
            Some(folder) => with_built_in(from_folder(&folder, AGENTS)?).0,
            None => personality_files::built_in(AGENTS),
        };
        Ok(roster.member(name)?)
    }
}

/// The policies of players who meet in one game. The game is solved if one of them needs that.
pub(super) fn policies(
    members: &[&Member],
    rules: &Rules,
    quiet: bool,
) -> miette::Result<Vec<Arc<dyn Policy>>> {
    let agents = members.iter().map(|member| match member {
        Member::Personality(_) => Ok(None),
        Member::Agent(spec) if spec.kind.name == "optimum" => {
            let solution = rules::solve(rules, [Play::Optimal; 2], quiet)?;
            Ok(Some(Arc::new(OptimalPolicy::new(solution)) as Arc<dyn Policy>))
        }
        Member::Agent(spec) => Ok(Some(Arc::from(policies::of(spec, rules)?))),
    });
    let agents = agents.collect::<miette::Result<Vec<_>>>()?;
    if agents.iter().all(Option::is_some) {
        return Ok(agents.into_iter().flatten().collect());
    }
    let game = with_positions(quiet, |progress| {
        SolvedGame::for_policies(rules, agents.iter().flatten(), progress)
    });
    let game = Arc::new(game?);
    let policies = members.iter().zip(agents).map(|of_member| match of_member {
        (Member::Personality(personality), _) => {
            Arc::new(PersonalityPolicy::new(personality.clone(), Arc::clone(&game)))
        }
        (Member::Agent(_), agent) => agent.expect("every agent has a policy"),
    });
    Ok(policies.collect())
}
