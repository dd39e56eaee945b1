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
use crate::play::{AgentKind, AgentRow, AgentSpec, Parameter, SpecError};

pub(crate) use greedy::Greedy;
pub(crate) use hold::Hold;
pub(crate) use optimal::OptimalPolicy;
pub(crate) use personality::{
    ChallengeRates, GAINS, MoveState, PersonalityPolicy, Scratch, Unit, Weighed,
};
pub(crate) use random::Random;
pub(crate) use tree::Tree;

/// Why there is no such policy.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq)]
pub enum PolicyError {
    /// No policy has this name.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Unknown(#[from] SpecError),
    /// The optimal policy needs the solution.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Solve(#[from] SolveError),
}

/// Makes a policy under these rules.
type Build = fn(&Rules, &AgentSpec) -> Result<Box<dyn Policy>, PolicyError>;

/// The policies by which an agent may play.
const ROWS: &[AgentRow<Build>] = &[
    AgentRow::new(
        "optimum",
        "Plays the solution, which maximises the win probability.",
        &[],
        |rules, _| {
            let solution = Solution::solve(rules, [Play::Optimal; 2])?;
            Ok(Box::new(OptimalPolicy::new(solution)))
        },
    ),
    AgentRow::new(
        "greedy",
        "Fights for the most expected points this turn, and ignores the score.",
        &[],
        |rules, _| Ok(Box::new(Greedy::new(rules))),
    ),
    AgentRow::new(
        "random",
        "Chooses a legal action at random, all equally likely.",
        &[],
        |_, _| Ok(Box::new(Random)),
    ),
    AgentRow::new(
        "hold",
        "Fights the lowest-valued dragon, stops at {n points} or more, never challenges nor \
         accepts.",
        &[Parameter::whole("n", "points at stake at which it stops", 1..=10_000)],
        |rules, spec| Ok(Box::new(Hold::new(rules, spec.whole("n")))),
    ),
    AgentRow::new(
        "tree",
        "Looks {k fights} ahead, as the thesis's trees do, with its fixed plays.",
        &[Parameter::whole("k", "fights that it looks ahead", 1..=8)],
        |rules, spec| Ok(Box::new(Tree::new(rules, spec.whole("k")))),
    ),
];

/// The kinds of agents.
pub(crate) const AGENTS: &[AgentKind] = &AgentRow::kinds::<{ ROWS.len() }>(ROWS);

/// The policy of that name.
///
/// # Errors
/// [`PolicyError`].
pub fn named(name: &str, rules: &Rules) -> Result<Box<dyn Policy>, PolicyError> {
    of(&AgentSpec::parse(name, AGENTS)?, rules)
}

/// The policy of an agent.
///
/// # Errors
/// [`PolicyError`], for rules that cannot be solved.
pub(crate) fn of(spec: &AgentSpec, rules: &Rules) -> Result<Box<dyn Policy>, PolicyError> {
    (AgentRow::of(ROWS, spec).build)(rules, spec)
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
            ("hold-1", "stops at one point or more, never challenges nor accepts."),
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
            ("hold-0", "N is from 1"),
            ("tree-9", "K is from 1 to 8"),
            ("abel", "there are"),
            ("hodl-6", "did you mean hold-N?"),
        ] {
            match named(name, &rules) {
                Err(PolicyError::Unknown(error)) => {
                    assert!(error.help.contains(help), "{error:?}")
                }
                _ => panic!("{name}"),
            }
        }
    }
}
