//! Policies for two seats that need no learning: the optimum, and simple rules
//! to measure it against.
//!
//! | name | plays |
//! |---|---|
//! | `optimum` | the solution: maximises the chance of winning |
//! | `hold-N` | fights the lowest-valued living dragon, stops at N points or more, never challenges, declines every challenge |
//! | `greedy` | for the most expected points of its own this turn, blind to the score |
//! | `random` | draws any of the actions that the rules allow |
//! | `tree-K` | the thesis's expectiminimax over K further fights, and its fixed plays |

mod greedy;
mod hold;
mod optimum;
mod random;
mod table;
mod tree;

use miette::Diagnostic;
use thiserror::Error;

use crate::config::nearest;
use crate::games::dragon_slayer::Rules;
use crate::solver::{Play, Policy, Solution, SolveError};

pub use greedy::Greedy;
pub use hold::Hold;
pub use optimum::Optimum;
pub use random::Random;
pub use tree::Tree;

/// Most fights that `tree-K` looks ahead.
const MAX_TREE: u32 = 8;

/// Why there is no such policy.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq)]
pub enum PolicyError {
    /// Nobody is called so.
    #[error("no policy is called \"{name}\"")]
    #[diagnostic(help("{help}"))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        help: String,
    },
    /// The optimum needs the solution.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Solve(#[from] SolveError),
}

/// The policy of that name.
///
/// # Errors
/// [`PolicyError`].
pub fn named(name: &str, rules: &Rules) -> Result<Box<dyn Policy>, PolicyError> {
    let number = |prefix: &str| name.strip_prefix(prefix)?.parse::<u32>().ok();
    if let Some(points @ 1..=10_000) = number("hold-") {
        return Ok(Box::new(Hold::new(rules, points)));
    }
    if let Some(fights @ 1..=MAX_TREE) = number("tree-") {
        return Ok(Box::new(Tree::new(rules, fights)));
    }
    match name {
        "optimum" => {
            let solution = Solution::solve(rules, [Play::Best; 2])?;
            Ok(Box::new(Optimum::new(solution)))
        }
        "greedy" => Ok(Box::new(Greedy::new(rules))),
        "random" => Ok(Box::new(Random)),
        _ => {
            let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let list = format!(
                "there are optimum, greedy, random, hold-N (N from 1), and tree-K (K from 1 to {MAX_TREE})"
            );
            let help = match nearest(word, ["optimum", "greedy", "random", "hold-", "tree-"]) {
                Some(near) if !name.starts_with(near) => format!("did you mean {near}? {list}"),
                _ => list,
            };
            Err(PolicyError::Unknown {
                name: name.to_owned(),
                help,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let rules = Rules::built_in();
        for name in [
            "optimum", "greedy", "random", "hold-6", "hold-12", "tree-1", "tree-3",
        ] {
            assert!(named(name, &rules).is_ok(), "{name}");
        }
        for (name, help) in [
            ("gredy", "did you mean greedy?"),
            ("hold-0", "hold-N"),
            ("tree-9", "K from 1 to 8"),
            ("abel", "there are"),
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
