//! The policies for two seats: optimal play, simple rules to compare it with, the
//! thesis's trees, and personalities ([`Mind`]).
//!
//! | name | plays |
//! |---|---|
//! | `optimum` | the solution: maximises the chance of winning |
//! | `hold-N` | fights the lowest-valued living dragon, stops at N points or more, never challenges, declines every challenge |
//! | `greedy` | for the most expected points of its own this turn, blind to the score |
//! | `random` | draws any of the actions that the rules allow |
//! | `tree-K` | the thesis's expectiminimax over K further fights, and its fixed plays |

pub mod book;
mod greedy;
mod hold;
mod optimum;
pub(crate) mod personality;
mod random;
mod table;
mod tree;

use std::fmt;

use miette::Diagnostic;
use thiserror::Error;

use crate::config::nearest;
use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::solver::{Play, Policy, Solution, SolveError};

pub use greedy::Greedy;
pub use hold::Hold;
pub use optimum::Optimum;
pub use personality::{Mind, Thoughts};
pub use random::Random;
pub use tree::Tree;

/// Most points that `hold-N` waits for.
const MAX_HOLD: u32 = 10_000;

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

/// What a name stands for.
#[derive(Clone, Copy)]
enum Named {
    Optimum,
    Greedy,
    Random,
    Hold(u32),
    Tree(u32),
}

impl Named {
    /// Reads a name, however its number is spelled.
    fn read(name: &str) -> Option<Self> {
        let number = |prefix: &str| name.strip_prefix(prefix)?.parse::<u32>().ok();
        match (name, number("hold-"), number("tree-")) {
            ("optimum", ..) => Some(Self::Optimum),
            ("greedy", ..) => Some(Self::Greedy),
            ("random", ..) => Some(Self::Random),
            (_, Some(points @ 1..=MAX_HOLD), _) => Some(Self::Hold(points)),
            (_, _, Some(fights @ 1..=MAX_TREE)) => Some(Self::Tree(fights)),
            _ => None,
        }
    }
}

/// The one spelling of a name.
impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optimum => f.write_str("optimum"),
            Self::Greedy => f.write_str("greedy"),
            Self::Random => f.write_str("random"),
            Self::Hold(points) => write!(f, "hold-{points}"),
            Self::Tree(fights) => write!(f, "tree-{fights}"),
        }
    }
}

/// The policy of that name.
///
/// # Errors
/// [`PolicyError`].
pub fn named(name: &str, rules: &Rules) -> Result<Box<dyn Policy>, PolicyError> {
    Ok(match spelled(name)? {
        Named::Optimum => {
            let solution = Solution::solve(rules, [Play::Best; 2])?;
            Box::new(Optimum::new(solution))
        }
        Named::Greedy => Box::new(Greedy::new(rules)),
        Named::Random => Box::new(Random),
        Named::Hold(points) => Box::new(Hold::new(rules, points)),
        Named::Tree(fights) => Box::new(Tree::new(rules, fights)),
    })
}

/// Whether there is a policy of that name; nothing is solved.
///
/// # Errors
/// [`PolicyError::Unknown`].
pub fn check(name: &str) -> Result<(), PolicyError> {
    spelled(name).map(|_| ())
}

/// What the policy of that name does, in one sentence.
///
/// # Errors
/// [`PolicyError::Unknown`].
pub fn about(name: &str) -> Result<String, PolicyError> {
    Ok(match spelled(name)? {
        Named::Optimum => "Plays the solution, which maximises the chance of winning.".to_owned(),
        Named::Greedy => {
            "Fights for the most expected points this turn, blind to the score.".to_owned()
        }
        Named::Random => "Draws any of the actions that the rules allow.".to_owned(),
        Named::Hold(1) => {
            "Fights the lowest-valued dragon, stops at 1 point or more, never challenges nor accepts."
                .to_owned()
        }
        Named::Hold(points) => format!(
            "Fights the lowest-valued dragon, stops at {points} points or more, never challenges nor accepts."
        ),
        Named::Tree(1) => {
            "Looks one fight ahead, as the thesis's trees do, with its fixed plays.".to_owned()
        }
        Named::Tree(fights) => {
            format!("Looks {fights} fights ahead, as the thesis's trees do, with its fixed plays.")
        }
    })
}

/// The policy whose one spelling this is.
fn spelled(name: &str) -> Result<Named, PolicyError> {
    let read = Named::read(name);
    (read.filter(|policy| policy.to_string() == name)).ok_or_else(|| unknown(name, read))
}

/// The refusal of a name, with the policy that was meant, if only its spelling
/// is wrong.
fn unknown(name: &str, meant: Option<Named>) -> PolicyError {
    let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let near = nearest(word, ["optimum", "greedy", "random", "hold-", "tree-"]);
    let near = near.filter(|near| !name.starts_with(near));
    let list = format!(
        "there are optimum, greedy, random, hold-N (N from 1 to {MAX_HOLD}), and tree-K (K from 1 to {MAX_TREE})"
    );
    let help = match (meant, near) {
        (Some(meant), _) => format!("did you mean {meant}? {list}"),
        (None, Some("hold-")) => format!("did you mean hold-N? {list}"),
        (None, Some("tree-")) => format!("did you mean tree-K? {list}"),
        (None, Some(near)) => format!("did you mean {near}? {list}"),
        (None, None) => list,
    };
    PolicyError::Unknown {
        name: name.to_owned(),
        help,
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
            assert!(about(name).unwrap().ends_with('.'), "{name}");
        }
        for (name, help) in [
            ("gredy", "did you mean greedy?"),
            ("hold-0", "hold-N"),
            ("tree-9", "K from 1 to 8"),
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
