//! Dragon Slayer as a game of the registry, and its built-in roster and claims.

pub(crate) mod commands;
pub(crate) mod learn;
pub(crate) mod report;
pub(crate) mod results;
pub(crate) mod review;

use std::ffi::OsString;
use std::path::Path;

use clap::{ArgMatches, Command, FromArgMatches, Subcommand};
use miette::{Context, miette};

use commands::GameCommand;
pub(crate) use commands::solve::SolveArgs;
use results::{inference, learning, odds, solve};

use crate::command::Output;
use crate::config::{Error, Source, built};
use crate::document::Document;
use crate::dragon_slayer::contest::{DragonSlayerContest, tournament_files};
use crate::dragon_slayer::engine::DragonSlayerEngine;
use crate::dragon_slayer::odds::Published;
use crate::dragon_slayer::policies::AGENTS;
use crate::dragon_slayer::{INFO, Rules};
use crate::games::any_game::{AnyGame, Behaviour, OnSolving, Reviewed, seated};
use crate::personalities::Roster;
use crate::personality_files;
use crate::play::engine::Engine;
use crate::play::record::{Header, Record, Sitter};
use crate::play::seated::AnySitting;
use crate::play::{GameInfo, Seat};
use crate::report::person::Profile;
use crate::results::Tournament;
use crate::standings::claims::Claims;
use crate::tournament::Contest;
use crate::tournament::config::TournamentConfig;

/// The text of the built-in claims.
const CLAIMS: &str = include_str!("../../../configs/claims.toml");

/// The text of the built-in rules.
const RULES: &str = include_str!("../../../configs/dragon_slayer.toml");

/// Reads rules, or gives the built-in ones.
///
/// # Errors
/// [`Error`], at the first thing that is wrong.
pub(crate) fn read_rules(source: Option<&Source>) -> Result<Rules, Error> {
    built(source, Rules::checked)
}

/// The game in which the personalities of these files play as well, in place of built-in ones with
/// the same ids.
///
/// # Errors
/// [`Error`], at the first file that is wrong.
pub(crate) fn with_personalities(
    engine: DragonSlayerEngine,
    files: &[String],
) -> Result<DragonSlayerEngine, Error> {
    if files.is_empty() {
        return Ok(engine);
    }
    Ok(engine.with_roster(personality_files::kept(files, AGENTS)?))
}

/// The game by these rules with the built-in personalities.
pub(crate) fn engine(rules: Rules) -> DragonSlayerEngine {
    DragonSlayerEngine::new(rules, personality_files::built_in(AGENTS))
}

/// Dragon Slayer in the registry.
#[derive(Debug)]
pub(crate) struct DragonSlayerGame;

impl DragonSlayerGame {
    /// The game by these rules, with the players of this header.
    fn engine_of(header: &Header, rules: Option<&Source>) -> miette::Result<DragonSlayerEngine> {
        Ok(with_personalities(engine(read_rules(rules)?), &header.personalities)?)
    }

    /// The game by the rules of a record.
    fn engine_of_record(record: &Record) -> miette::Result<DragonSlayerEngine> {
        let file = record.header.rule_file.as_ref();
        let file = file.map(|text| Source::new("the rules of the game", text));
        Self::engine_of(&record.header, file.as_ref())
    }
}

impl AnyGame for DragonSlayerGame {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn rules(&self, rules: Option<&Source>) -> miette::Result<String> {
        Ok(read_rules(rules)?.identity())
    }

    fn rule_text(&self) -> Option<&'static str> {
        Some(RULES)
    }

    fn contest(&self, rules: Option<&Source>, roster: &Roster) -> miette::Result<Box<dyn Contest>> {
        self.contest_and_report(rules, roster, &|_, _| {})
    }

    fn contest_and_report(
        &self,
        rules: Option<&Source>,
        roster: &Roster,
        report: OnSolving<'_>,
    ) -> miette::Result<Box<dyn Contest>> {
        let rules = read_rules(rules)?;
        let contest = DragonSlayerContest::new_and_report(&rules, roster, report)?;
        Ok(Box::new(contest))
    }

    fn engine(&self, rules: Option<&Source>) -> miette::Result<Box<dyn Engine>> {
        Ok(engine(read_rules(rules)?).engine())
    }

    fn sit(&self, header: &Header) -> Option<miette::Result<Box<dyn AnySitting>>> {
        let read = |rules: Option<&Source>| Self::engine_of(header, rules);
        Some(seated(header, read))
    }

    fn notation(&self) -> &'static str {
        r#"Dragon Slayer: a position is {"scores":[20,31],"tokens":[1,1],"mover":1,"at_stake":6,
"alive":[1,2],"dice":2,"phase":"may-stop"}, with "challenger" (a seat), "after_big_turn", in
the phase "fighting" "fight":{"dragon":1,"dragon_dice":2} and in the phase "asked" "asked" (a
seat). The other phases are must-fight, challenged and over. The actions are "fight dragon 1",
"stop", "challenge", "let stop", "accept" and "decline", the events "defeat", "slain, dice
left 2" and "roll on with 1 dragon and 3 warrior dice". Dragons have their numbers in the
rules."#
    }

    fn commands(&self, program: Command) -> Command {
        GameCommand::augment_subcommands(program)
    }

    fn run(&self, program: &ArgMatches) -> Option<miette::Result<Output>> {
        GameCommand::has_subcommand(program.subcommand_name()?).then(|| {
            // clap has accepted the words, so an error is a fault of this program.
            let command = GameCommand::from_arg_matches(program);
            command.map_err(|error| miette!("{error}"))?.run()
        })
    }

    fn claims(&self) -> Option<&'static str> {
        Some(CLAIMS)
    }

    fn reproduction(
        &self,
        rules: Option<&Path>,
        folder: &Path,
    ) -> miette::Result<Vec<Vec<OsString>>> {
        let source = rules.map(Source::read).transpose()?;
        let mut end: Vec<OsString> = vec!["--out".into(), folder.into()];
        if let Some(path) = rules {
            end.extend(["--rules".into(), path.into()]);
        }
        // The thesis has no rates of other dragons than its own: simulated ones are used for them.
        let frequencies: &[OsString] = if published_are_of(&read_rules(source.as_ref())?) {
            &[]
        } else {
            &["--frequencies".into(), folder.join(odds::FILE).into()]
        };
        let command = |words: &[&str]| {
            let words = words.iter().map(OsString::from);
            words.chain(end.iter().cloned()).collect::<Vec<_>>()
        };
        let infer = [command(&["odds", "infer"]), frequencies.to_vec()].concat();
        Ok(vec![command(&["odds"]), infer, command(&["solve"]), command(&["learn"])])
    }

    fn tournament_files(&self, seats: usize) -> &'static [&'static str] {
        tournament_files(seats)
    }

    fn report(&self, folder: &Path, played: &Tournament) -> miette::Result<Document> {
        Ok(report::document(folder, played)?)
    }

    fn report_without_tournament(&self, folder: &Path) -> miette::Result<Option<Document>> {
        Ok(report::without_tournament(folder)?)
    }

    fn sit_learned(
        &self,
        header: &Header,
        seen: &[(i64, Record, Seat)],
    ) -> Option<miette::Result<(Box<dyn AnySitting>, u64)>> {
        let mut games = 0;
        let read = |rules: Option<&Source>| {
            let engine = Self::engine_of(header, rules)?;
            let learns = |sitter: &Sitter| matches!(sitter, Sitter::Agent { agent, .. } if engine.is_personality(agent));
            let is_person = |sitter: &Sitter| matches!(sitter, Sitter::Person { .. });
            let seats = &header.seats;
            if !(seats.iter().any(learns) && seats.iter().any(is_person)) {
                let help =
                    "seat a personality, such as abel, against a person, or play without --learn";
                return Err(miette!(help = help, "nobody at this table learns"));
            }
            let mut rates = review::Seen::default();
            for (replayed, seat) in replayed(&engine, &header.rules, seen)? {
                let review = replayed.review(&*engine.solution()?);
                games += u64::from(rates.add(&review, &replayed.hints, seat));
            }
            Ok(engine.knowing(rates.rates().clone()))
        };
        let seated = seated(header, read);
        Some(seated.map(|sitting| (sitting, games)))
    }

    fn review(&self, record: &Record, source: &str) -> Option<miette::Result<Reviewed>> {
        let engine = Self::engine_of_record(record);
        Some(engine.and_then(|engine| review::of_record(&engine, record, source)))
    }

    fn profile(
        &self,
        person: &str,
        games: &[(i64, Record, Seat)],
    ) -> Option<miette::Result<Profile>> {
        Some(profile(person, games))
    }

    fn behaviour(&self, games: &[(i64, Record, Seat)]) -> miette::Result<Vec<Behaviour>> {
        let mut all = Vec::new();
        for (number, record, seat) in games {
            let engine = Self::engine_of_record(record)?;
            let replayed = review::Replayed::new(&engine, record);
            let context = || format!("game {number} cannot be played again");
            all.push((replayed.wrap_err_with(context)?, *seat));
        }
        Ok(review::behaviour(all.iter().map(|(replayed, seat)| (replayed, *seat))))
    }

    fn reproduced_files(&self) -> &'static [&'static str] {
        &[odds::FILE, inference::FILE, solve::VALUES, solve::STOPS, learning::FILE]
    }
}

/// The games that were played by these rules, played again.
fn replayed(
    engine: &DragonSlayerEngine,
    rules: &str,
    games: &[(i64, Record, Seat)],
) -> miette::Result<Vec<(review::Replayed, Seat)>> {
    let same = games.iter().filter(|(_, record, _)| record.header.has_rules(rules));
    let replayed = same.map(|(number, record, seat)| {
        let replayed = review::Replayed::new(engine, record);
        let replayed = replayed.wrap_err_with(|| format!("game {number} cannot be played again"));
        Ok((replayed?, *seat))
    });
    replayed.collect()
}

/// The profile of a person, by the rules of its last game.
fn profile(person: &str, games: &[(i64, Record, Seat)]) -> miette::Result<Profile> {
    // The rules of the last game whose rules can be solved.
    for (_, last, _) in games.iter().rev() {
        let engine = DragonSlayerGame::engine_of_record(last)?;
        let Ok(solution) = engine.solution() else {
            continue;
        };
        let replayed = replayed(&engine, &last.header.rules, games)?;
        return Ok(Profile {
            other_rules: games.len() - replayed.len(),
            ..review::profile(person, &replayed, &solution)
        });
    }
    Ok(Profile { other_rules: games.len(), ..Profile::default() })
}

/// Whether the thesis published rates of dragons of these names.
fn published_are_of(rules: &Rules) -> bool {
    let names = |name: &String| rules.dragons.iter().any(|dragon| dragon.name == *name);
    let cells = Published::thesis().frequencies();
    cells.iter().all(|cell| names(&cell.dragon))
}

/// The players of the built-in tournament: sixteen personalities by id, then six policies to
/// measure them against.
///
/// # Examples
/// ```
/// let roster = rivals::built_in_roster();
/// assert_eq!(roster.members.len(), 22);
/// assert_eq!(roster.members[0].name(), "Abel");
/// ```
#[must_use]
pub fn built_in_roster() -> Roster {
    TournamentConfig::built_in(&INFO).roster
}

/// The claims of Castells Amat 2018 about its four personalities, the same as in
/// `configs/claims.toml`.
///
/// # Panics
/// Never: a test reads the file.
#[must_use]
pub fn built_in_claims() -> Claims {
    let source = Source::new("configs/claims.toml", CLAIMS);
    Claims::read(&source).expect("the built-in claims are well-formed")
}

#[cfg(test)]
mod tests;
