//! The claims that a tournament tests.

use std::path::PathBuf;

use clap::Args;

use super::contest::in_game_configs;
use crate::catalogue::GameEntry;
use crate::config::Source;
use crate::standings::claims::Claims;

/// The name of the file of claims in `configs/`.
const CLAIMS: &str = "claims.toml";

#[derive(Debug, Args)]
pub(crate) struct ClaimsArg {
    /// File of claims to test [default: configs/claims.toml, or configs/GAME/claims.toml for
    /// another game, if it exists, else the built-in copy]
    #[arg(long, value_name = "FILE")]
    claims: Option<PathBuf>,
}

impl ClaimsArg {
    /// Whether a file was named.
    pub(crate) fn is_given(&self) -> bool {
        self.claims.is_some()
    }

    /// Reads the claims, and refuses claims about another game.
    pub(crate) fn read(&self, game: &GameEntry) -> miette::Result<Claims> {
        let name = game.info().name;
        let file = (self.claims.clone()).or_else(|| in_game_configs(game, CLAIMS));
        let Some(path) = file else {
            return Ok(game.built_in_claims()?);
        };
        let source = Source::read(&path)?;
        let claims = Claims::read(&source)?;
        if claims.game != name {
            let message =
                format!("the claims are about {}; the tournament is of {name}", claims.game);
            return Err(source
                .wrong("game", message, format!("give claims about {name:?}"))
                .into());
        }
        Ok(claims)
    }
}
