//! Tute Cabrero as a game of the registry.

mod report;
mod switches;

use std::ffi::OsString;
use std::path::Path;

use clap::{ArgMatches, Command, FromArgMatches, Subcommand};
use miette::miette;

use crate::command::Output;
use crate::config::{self, Error, Source};
use crate::document::Document;
use crate::games::any_game::{AnyGame, agents_of, seated};
use crate::games::tute::INFO;
use crate::games::tute::engine::TuteEngine;
use crate::personalities::Roster;
use crate::play::GameInfo;
use crate::play::engine::{Engine, EngineOf, Positions};
use crate::play::record::Header;
use crate::play::seated::AnySitting;
use crate::results::Tournament;
use crate::tournament::Contest;
use switches::SwitchesArgs;

/// The commands that Tute Cabrero adds to the program.
#[derive(Debug, Subcommand)]
enum GameCommand {
    Switches(SwitchesArgs),
}

fn read(rules: Option<&Source>) -> Result<TuteEngine, Error> {
    config::rules(rules).map(TuteEngine::new)
}

/// Tute Cabrero in the registry.
#[derive(Debug)]
pub(crate) struct TuteGame;

impl AnyGame for TuteGame {
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

    fn claims(&self) -> Option<&'static str> {
        Some(include_str!("../../../configs/tute/claims.toml"))
    }

    fn commands(&self, program: Command) -> Command {
        GameCommand::augment_subcommands(program)
    }

    fn run(&self, program: &ArgMatches) -> Option<miette::Result<Output>> {
        GameCommand::has_subcommand(program.subcommand_name()?).then(|| {
            // clap has accepted the words, so an error is a fault of this program.
            let command = GameCommand::from_arg_matches(program);
            let GameCommand::Switches(args) = command.map_err(|error| miette!("{error}"))?;
            args.run()
        })
    }

    fn reproduction(&self, _: Option<&Path>, folder: &Path) -> miette::Result<Vec<Vec<OsString>>> {
        let words = [switches::COMMAND, "--out"].map(OsString::from);
        Ok(vec![[&words[..], &[folder.into()]].concat()])
    }

    fn reproduced_files(&self) -> &'static [&'static str] {
        &[switches::FILE]
    }

    fn report(&self, folder: &Path, played: &Tournament) -> miette::Result<Document> {
        report::document(folder, played)
    }

    fn notation(&self) -> &'static str {
        "Tute: a position is {\"trump\":\"O\",\"muestra\":\"2O\",\"dealer\":3,\"leader\":1,\"trick\":[\"RC\"],\n\
         \"hands\":{\"1\":[\"AO\",\"3C\"],...},\"played\":[[1,\"AB\"],...],\"scores\":[60,30,10],\"tricks\":[7,2,1],\n\
         \"declared\":[[\"C\"],[],[]],\"voids\":{\"2\":[\"C\"]},\"may_declare\":null,\"porotos\":[0,1,2]}. An action is\n\
         a card, \"declare:40\", \"declare:20:C\", \"declare:tute\" or \"pass\"; an event is a card that is dealt.\n\
         Its own question is log {agents, position?, seed?}: the log of a game that these agents play,\n\
         one object for each event."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standings::claims::Claims;
    use crate::tournament::config::TournamentConfig;

    #[test]
    fn the_claims_of_the_report_are_built_in() {
        let text = TuteGame.claims().unwrap();
        for (fault, id) in super::report::FAULTS {
            assert!(text.contains(&format!("id = \"{id}\"")), "{fault}: {id}");
        }
    }

    #[test]
    fn the_built_in_claims_are_about_players_of_the_tournament() {
        let text = TuteGame.claims().unwrap();
        let claims = Claims::read(&Source::new("claims.toml", text)).unwrap();
        let roster = TournamentConfig::built_in(&INFO).roster;
        let contest = TuteGame.contest(None, &roster).unwrap();
        assert!(claims.claims.iter().filter(|claim| claim.test.is_some()).count() >= 8);
        for claim in &claims.claims {
            assert!(roster.find(&claim.personality).is_some(), "{}", claim.id);
            // One claim only says why it has no test.
            let Some(test) = &claim.test else { continue };
            let known = contest.metrics().iter().any(|known| known.name == test.metric);
            assert!(known, "{}", test.metric);
        }
    }
}
