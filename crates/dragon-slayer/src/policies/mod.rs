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

mod best_fight;
mod decision_table;
mod greedy;
mod hold;
mod optimal;
pub(crate) mod personality;
mod random;
mod tree;
pub(crate) mod turn_table;

use crate::Error;
use crate::Rules;
use crate::solver::{Play, Policy, Solution};
use rivals_core::play::{AgentKinds, AgentRow, AgentSpec, Parameter};

pub use greedy::Greedy;
pub use hold::Hold;
pub use optimal::OptimalPolicy;
pub use personality::{
    ChallengeRates, GAINS, MoveState, PersonalityPolicy, Scratch, Unit, Weighed,
};
pub use random::Random;
pub use tree::Tree;

/// Makes a policy under these rules.
type Build = fn(&Rules, &AgentSpec) -> Result<Box<dyn Policy>, Error>;

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
pub const AGENTS: AgentKinds = AgentKinds::new(ROWS.len(), |at| &ROWS[at].kind);

/// The policy of that name.
///
/// # Errors
/// [`Error`].
pub fn named(name: &str, rules: &Rules) -> Result<Box<dyn Policy>, Error> {
    of(&AgentSpec::parse(name, AGENTS)?, rules)
}

/// The policy of an agent.
///
/// # Errors
/// [`Error`], for rules that cannot be solved.
pub fn of(spec: &AgentSpec, rules: &Rules) -> Result<Box<dyn Policy>, Error> {
    (AgentRow::of(ROWS, spec).build)(rules, spec)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_core::play::AgentKind;

    /// Every kind of agent makes a policy.
    #[test]
    fn every_agent_has_a_policy() {
        let rules = Rules::built_in();
        for kind in AGENTS.iter() {
            let number = if kind.parameters.is_empty() { "" } else { "-2" };
            assert!(named(&format!("{}{number}", kind.name), &rules).is_ok());
        }
    }

    /// The list above has every kind of agent.
    #[test]
    fn every_agent_is_listed() {
        for usage in AGENTS.iter().map(AgentKind::usage) {
            assert!(include_str!("mod.rs").contains(&format!("| `{usage}` |")), "{usage}");
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
                Err(Error::Policy(error)) => {
                    assert!(error.help.contains(help), "{error:?}")
                }
                _ => panic!("{name}"),
            }
        }
    }
}
