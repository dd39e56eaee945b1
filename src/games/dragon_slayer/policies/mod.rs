//! The policies for two seats: optimal play, simple rules to compare it with, the
//! thesis's trees, and personalities ([`PersonalityPolicy`]).
//!
//! | name | plays |
//! |---|---|
//! | `optimum` | the solution: maximises the win probability |
//! | `hold-N` | fights the lowest-valued living dragon, stops at N points or more, never challenges, declines every challenge |
//! | `greedy` | for the most expected points of its own this turn, and ignores the score |
//! | `random` | chooses a legal action at random, all equally likely |
//! | `tree-K` | the thesis's expectiminimax over K further fights, and its fixed plays |

mod decision_table;
mod greedy;
mod hold;
mod node;
mod optimal;
pub(crate) mod personality;
mod random;
mod tree;
pub(crate) mod turn_table;

use miette::Diagnostic;
use thiserror::Error;

use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::solver::{Play, Policy, Solution, SolveError};
use crate::play::{AgentKind, AgentSpec, Parameter, ParameterValues, SpecError};

pub(crate) use greedy::Greedy;
pub(crate) use hold::Hold;
pub(crate) use optimal::OptimalPolicy;
pub(crate) use personality::{
    ChallengeRates, GAINS, MoveState, PersonalityPolicy, Scratch, Unit, Weighed,
};
pub(crate) use random::Random;
pub(crate) use tree::Tree;

/// Most points that `hold-N` waits for.
const MAX_HOLD: u64 = 10_000;

/// Most fights that `tree-K` looks ahead.
const MAX_TREE: u64 = 8;

/// Why there is no such policy.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq)]
pub enum PolicyError {
    /// No policy has this name.
    #[error("no policy is called \"{name}\"")]
    #[diagnostic(help("{help}"))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The policy that was meant, or the policies that there are.
        help: String,
    },
    /// The optimal policy needs the solution.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Solve(#[from] SolveError),
}

/// The policies by which an agent may play.
pub(crate) const AGENTS: &[AgentKind] = &[
    AgentKind {
        name: "optimum",
        about: "Plays the solution, which maximises the win probability.",
        parameters: &[],
    },
    AgentKind {
        name: "greedy",
        about: "Fights for the most expected points this turn, and ignores the score.",
        parameters: &[],
    },
    AgentKind {
        name: "random",
        about: "Chooses a legal action at random, all equally likely.",
        parameters: &[],
    },
    AgentKind {
        name: "hold",
        about: "Fights the lowest-valued dragon, stops at {n|1 point|points} or more, never \
                challenges nor accepts.",
        parameters: &[Parameter {
            name: "n",
            about: "points at stake at which it stops",
            values: ParameterValues::whole(1..=MAX_HOLD),
        }],
    },
    AgentKind {
        name: "tree",
        about: "Looks {k|one fight|fights} ahead, as the thesis's trees do, with its fixed plays.",
        parameters: &[Parameter {
            name: "k",
            about: "fights that it looks ahead",
            values: ParameterValues::whole(1..=MAX_TREE),
        }],
    },
];

/// The policy of that name.
///
/// # Errors
/// [`PolicyError`].
pub fn named(name: &str, rules: &Rules) -> Result<Box<dyn Policy>, PolicyError> {
    let spec = AgentSpec::parse(name, AGENTS)
        .map_err(|SpecError { spec, help }| PolicyError::Unknown { name: spec, help })?;
    Ok(match spec.kind.name {
        "greedy" => Box::new(Greedy::new(rules)),
        "random" => Box::new(Random),
        "hold" => Box::new(Hold::new(rules, spec.whole("n") as u32)),
        "tree" => Box::new(Tree::new(rules, spec.whole("k") as u32)),
        "optimum" => {
            let solution = Solution::solve(rules, [Play::Optimal; 2])?;
            Box::new(OptimalPolicy::new(solution))
        }
        other => unreachable!("{other} is in AGENTS and has no arm here"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of agent makes a policy.
    #[test]
    fn every_agent_has_a_policy() {
        let rules = Rules::built_in();
        for kind in AGENTS {
            let number = if kind.parameters.is_empty() { "" } else { "-2" };
            assert!(named(&format!("{}{number}", kind.name), &rules).is_ok());
        }
    }

    /// The lists of policies in the documents and above have every kind of agent.
    #[test]
    fn every_agent_is_in_the_documents() {
        for page in ["docs/command-line.md", "docs/protocol.md", file!()] {
            let text = std::fs::read_to_string(page).unwrap();
            for usage in AGENTS.iter().map(AgentKind::usage) {
                assert!(text.contains(&format!("`{usage}`")), "{page}: {usage}");
            }
        }
    }

    /// These sentences stand in `roster.csv`.
    #[test]
    fn sentences() {
        for (name, sentence) in [
            ("tree-1", "Looks one fight ahead, as"),
            ("tree-2", "Looks 2 fights ahead, as"),
            ("hold-1", "stops at 1 point or more, never challenges nor accepts."),
            ("hold-6", "stops at 6 points or more, never challenges nor accepts."),
        ] {
            let about = AgentSpec::parse(name, AGENTS).unwrap().about();
            assert!(about.contains(sentence), "{about}");
        }
    }

    #[test]
    fn names() {
        let rules = Rules::built_in();
        for name in ["optimum", "greedy", "random", "hold-6", "hold-12", "tree-1", "tree-3"] {
            assert!(named(name, &rules).is_ok(), "{name}");
        }
        for (name, help) in [
            ("gredy", "did you mean greedy?"),
            ("hold-0", "hold-N"),
            ("tree-9", "write tree-K: K is from 1 to 8"),
            ("abel", "there are"),
            ("hold-+6", "did you mean hold-6?"),
            ("hold-006", "did you mean hold-6?"),
            ("tree-01", "did you mean tree-1?"),
            ("hold-00", "hold-N"),
            ("hodl-6", "did you mean hold-N?"),
            ("hold-", "hold-N"),
            ("hold--6", "hold-N"),
        ] {
            match named(name, &rules) {
                Err(PolicyError::Unknown { help: said, .. }) => {
                    assert!(said.contains(help), "{said}")
                }
                _ => panic!("{name}"),
            }
        }
    }
}
