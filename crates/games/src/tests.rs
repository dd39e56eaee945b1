//! What the tests of several games share.

use rivals_core::play::Game;
use rivals_league::config::{Source, built};

/// The canonical text of the rules in this file, or the error with its help.
pub(crate) fn read_rules<G: Game>(text: &str) -> Result<String, String> {
    match built(Some(&Source::new("rules.toml", text)), G::new) {
        Ok(game) => Ok(game.identity()),
        Err(error) => {
            let help = miette::Diagnostic::help(&error).unwrap().to_string();
            Err(format!("{error} | {help}"))
        }
    }
}

/// Checks that each of these files is refused with this message and help.
pub(crate) fn refuses<G: Game>(files: &[(&str, &str, &str)]) {
    for (text, message, help) in files {
        let refusal = read_rules::<G>(text).unwrap_err();
        let (left, right) = refusal.split_once(" | ").unwrap();
        assert!(left.contains(message) && right.contains(help), "{refusal}");
    }
}
