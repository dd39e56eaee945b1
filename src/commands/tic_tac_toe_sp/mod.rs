//! Tic Tac Toe SP as a game of the registry.

mod report;
mod solve;

use std::ffi::OsString;
use std::path::Path;

use crate::command::Output;
use crate::config::{self, Error, Source};
use crate::document::Document;
use crate::games::any_game::{AnyGame, SolveOptions, agents_of, seated};
use crate::games::tic_tac_toe_sp::INFO;
use crate::games::tic_tac_toe_sp::engine::TicTacToeEngine;
use crate::games::tic_tac_toe_sp::state::Setup;
use crate::personalities::Roster;
use crate::play::GameInfo;
use crate::play::engine::{Engine, EngineOf, Positions};
use crate::play::record::Header;
use crate::play::seated::AnySitting;
use crate::results::Tournament;
use crate::search::Check;
use crate::tournament::Contest;

fn read(rules: Option<&Source>) -> Result<TicTacToeEngine, Error> {
    config::built(rules, TicTacToeEngine::by)
}

/// Tic Tac Toe SP in the registry.
#[derive(Debug)]
pub(crate) struct TicTacToeSpGame;

impl AnyGame for TicTacToeSpGame {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn rules(&self, rules: Option<&Source>) -> miette::Result<String> {
        Ok(read(rules)?.rules_text())
    }

    fn contest(&self, rules: Option<&Source>, roster: &Roster) -> miette::Result<Box<dyn Contest>> {
        let specs = agents_of(roster, &INFO)?;
        Ok(Box::new(read(rules)?.sittings(&specs)))
    }

    fn engine(&self, rules: Option<&Source>) -> miette::Result<Box<dyn Engine>> {
        Ok(Box::new(EngineOf::new(read(rules)?)))
    }

    fn sit(&self, header: &Header) -> Option<miette::Result<Box<dyn AnySitting>>> {
        Some(seated(header, |rules| Ok(read(rules)?)))
    }

    fn notation(&self) -> &'static str {
        "Tic Tac Toe SP: a position is {\"rows\":[\"XX.X.\",...],\"win\":4,\"to_move\":\"X\",\"stocks\":\n\
         {\"X\":{\"ice\":2,\"plant\":2,\"torch\":1,\"bomb\":1},\"O\":{...}}} with i for ice and p for a plant. An\n\
         action is its kind and its cell, \"basic:0,3\" or \"torch:2,2\". There are no events. Setups are\n\
         5x5, 3x3 and any other, such as 4x4:k=4:stocks=1,1,1,1. Its own question is\n\
         priorities {position, agent, seed?}: the numbers from which an agent with priorities decides."
    }

    fn board(&self) -> Option<String> {
        Some(Setup::STUDIO.state().to_string())
    }

    fn claims(&self) -> Option<&'static str> {
        Some(include_str!("../../../configs/tic_tac_toe_sp/claims.toml"))
    }

    fn known_answers(&self) -> miette::Result<Vec<Check>> {
        Ok(crate::games::tic_tac_toe_sp::solve::known_answers())
    }

    fn solve_flags(&self) -> &'static [&'static str] {
        &["--setup", "--memory", "--nodes", "--out"]
    }

    fn solve(&self, options: &SolveOptions) -> Option<miette::Result<Output>> {
        Some(solve::run(options))
    }

    fn reproduction(&self, _: Option<&Path>, folder: &Path) -> miette::Result<Vec<Vec<OsString>>> {
        let words = ["solve", "--game", INFO.name, "--out"].map(OsString::from);
        Ok(vec![[&words[..], &[folder.into()]].concat()])
    }

    fn reproduced_files(&self) -> &'static [&'static str] {
        &[crate::games::tic_tac_toe_sp::solve::FILE]
    }

    fn report(&self, folder: &Path, played: &Tournament) -> miette::Result<Document> {
        report::document(folder, played)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standings::claims::Claims;
    use crate::tournament::config::TournamentConfig;

    #[test]
    fn the_built_in_claims_are_about_players_of_the_tournament() {
        let text = TicTacToeSpGame.claims().unwrap();
        let claims = Claims::read(&Source::new("claims.toml", text)).unwrap();
        let roster = TournamentConfig::built_in(&INFO).roster;
        let contest = TicTacToeSpGame.contest(None, &roster).unwrap();
        assert!(claims.claims.len() >= 6);
        for claim in &claims.claims {
            assert!(roster.find(&claim.personality).is_some(), "{}", claim.id);
            let metric = &claim.test.as_ref().unwrap().metric;
            let known = contest.metrics().iter().any(|known| known.name == *metric);
            assert!(known || ["win_rate", "rating"].contains(&metric.as_str()), "{metric}");
        }
    }
}
