//! `rivals evolve`: searches for the player that wins most against given ones.

mod search;
mod shown;

use std::path::PathBuf;
use std::slice;
use std::time::Duration;

use clap::Args;
use miette::miette;

use super::super::interrupt::{End, Interrupt};
use super::compare::player;
use super::contest::{Chosen, SettingsArgs};
use super::sweep::{DEFAULT_STEPS, opponents};
use crate::command::output::writable;
use crate::command::shared::{ThreadsArg, whole_number};
use crate::command::{Format, Output, help_end};
use crate::config::Error;
use crate::personalities::{Member, Personality, Roster, is_id};
use crate::personality_files::{Variants, variants};
use crate::play::{AgentKind, MAX_SEATS};
use crate::player_files::with_files;
use crate::tournament::GameInfo;
use rivals_core::sentences::PLAYERS;
use search::{Progress, Search, THINKING};

/// The id of a personality that is not given another one.
const ID: &str = "evolved";

/// Find the player that wins as often as it can against given players.
///
/// The search (CMA-ES) begins with a personality, by default one that plays optimally, or an agent,
/// and varies what `rivals sweep --all-traits` varies: all traits and values but the time of thinking,
/// or all parameters. Whole numbers of which there are fewer than the search would try are all tried.
/// Where a game of two seats is solved, a player is valued by its exact win rate over all opponents and
/// both seats, else by games on the same dice. The best player then plays games with the next seed,
/// which the search never saw: these say by how much it wins. Win rates are kept in the cache: after
/// Ctrl-C, the same command goes on where it was.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # at how many points should a player of Pig hold against one who holds at 25?
        rivals evolve hold-20 --game pig --against hold-25 --generations 8 -n 1000
        # with which numbers does a novice of Tute fare best?
        rivals evolve players/novice --game tute --against medium --generations 2 -n 9
    ")
)]
pub(crate) struct EvolveArgs {
    /// Player that the search begins with: a personality by id or in a file, or an agent [default:
    /// optimal play, in games that personalities play]
    #[arg(value_name = "ID")]
    player: Option<String>,
    /// Ranges of the search that are not whole scales, or not half to twice a parameter
    #[arg(value_name = "TRAIT=FROM..TO")]
    ranges: Vec<String>,
    /// Players to beat, by id; `all` stands for all other players of the configuration
    #[arg(long, value_name = "ID,...", value_delimiter = ',', required = true)]
    against: Vec<String>,
    /// Generations of the search; each has four players and more, the more is varied
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = whole_number(1..=10_000_usize))]
    generations: usize,
    /// Id of the personality that is found [default: evolved]
    #[arg(long, value_name = "ID", value_parser = id)]
    id: Option<String>,
    /// Number of players in each game [default: the fewest that the rules allow]
    #[arg(long, value_name = "N", value_parser = whole_number(2..=MAX_SEATS))]
    players: Option<usize>,
    #[command(flatten)]
    settings: SettingsArgs,
    /// File for the personality that is found, which other commands read
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv, Format::Toml, Format::Svg]), default_value = "table")]
    format: Format,
    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
}

/// What to name instead of a player of which nothing can be varied.
fn others(roster: &Roster, game: &GameInfo) -> String {
    let files = game.players.iter().map(|(name, _)| format!("{PLAYERS}/{name}"));
    let files = files.filter(|file| roster.find(file).is_none());
    let all = roster.members.iter().map(|member| member.id().to_owned()).chain(files);
    let varies = |spelling: &String| {
        let known = with_files(roster.clone(), game, slice::from_ref(spelling));
        known.is_ok_and(|(all, ids)| variants(&all, &ids[0], &[], Some(DEFAULT_STEPS)).is_ok())
    };
    let mut names: Vec<String> = all.filter(varies).take(3).collect();
    if names.is_empty() {
        let kinds = game.agents.iter().filter(|kind| !kind.parameters.is_empty());
        names.extend(kinds.map(AgentKind::usage));
    }
    match names.len() {
        0 => format!("no player of {} has parameters or numbers", game.name),
        _ => format!("begin with a player that has parameters or numbers: {}", names.join(", ")),
    }
}

/// Reads the id of a personality.
fn id(text: &str) -> Result<String, &'static str> {
    let valid = is_id(text).then(|| text.to_owned());
    valid.ok_or("write 1 to 24 lower-case letters, digits and -, such as evolved")
}

impl EvolveArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let chosen = self.settings.read()?;
        if !chosen.config.externals.is_empty() {
            let help = "take the tables [[external]] out of a copy of the configuration";
            return Err(miette!(help = help, "programs of others play in tournaments alone"));
        }
        let start = self.start(&chosen)?;
        let game = chosen.config.game;
        let (mut roster, against) = chosen.roster_with(&self.against)?;
        let opponents = opponents(&roster, &against, start.id())?;
        if start.personality().is_some() && opponents.iter().any(|other| other.id() == start.id()) {
            let help = "give another --id";
            return Err(miette!(help = help, "{} is one of the opponents", start.id()));
        }
        roster.members.retain(|member| member.id() != start.id());
        roster.members.push(start.clone());
        // Both ends are enough: the search takes any value between them.
        let variants = variants(&roster, start.id(), &self.ranges, Some(DEFAULT_STEPS));
        let variants = variants.map_err(|error| match &*self.ranges {
            [] => Error::refused(error.to_string(), others(&roster, game)),
            _ => error,
        })?;
        self.check_ranges(&variants)?;
        let out = self.out.as_deref().map(writable).transpose()?;
        let pool = self.threads.pool()?;
        let seats = self.players.unwrap_or(*game.seats.start());
        let (generations, quiet) = (self.generations, self.quiet);
        let cache = chosen.cache.clone();
        let interrupt = Interrupt::listen()?.watched();
        let note = match cache {
            Some(_) => "interrupted; the same command goes on from the cache",
            None => "interrupted; nothing is kept without a cache, so that the search begins again",
        };
        let (note, after) = (note.to_owned(), Duration::ZERO);
        interrupt.set_end(Some(End { after, note, scratch: None }));
        let mut search = Search {
            chosen,
            roster,
            variants,
            opponents,
            seats,
            generations,
            pool,
            quiet,
            progress: Progress::default(),
            cache,
        };
        let evolved = search.run(start)?;
        drop(interrupt);
        if let (Some((folder, name)), Some(personality)) = (out, evolved.found.personality()) {
            folder.write(name, personality.to_toml().as_bytes())?;
        }
        self.format.output_by(&search.chosen.named(), &evolved)
    }

    /// Refuses ranges that would change nothing.
    fn check_ranges(&self, variants: &Variants) -> miette::Result<()> {
        let mut given = variants.keys.iter().take(self.ranges.len());
        let (message, help) = if let Some(range) = self.ranges.iter().find(|of| of.contains(':')) {
            let help = "leave out the number of steps; a search takes any value between the ends";
            (format!("{range} has steps"), help)
        } else if let Some(list) = self.ranges.iter().find(|of| of.contains(',')) {
            let help = "write TRAIT=FROM..TO; a search takes any value between the ends";
            (format!("{list} is a list"), help)
        } else if given.any(|(key, _)| key == THINKING) {
            let help = "leave it out; sweep shows the scores per second by it";
            (format!("{THINKING} changes no decision"), help)
        } else {
            return Ok(());
        };
        Err(miette!(help = help, "{message}"))
    }

    /// The player that the search begins with.
    fn start(&self, chosen: &Chosen) -> miette::Result<Member> {
        let game = chosen.config.game;
        let start = match &self.player {
            Some(word) => player(chosen, word)?,
            None if game.personalities => Member::Personality(Personality::neutral(ID)),
            None => {
                let help = "name an agent whose parameters are varied, before --against; `rivals games \
                            GAME` lists them";
                return Err(miette!(help = help, "personalities do not play {}", game.name));
            }
        };
        match start {
            Member::Personality(start) => {
                let id = self.id.clone().unwrap_or_else(|| ID.to_owned());
                let start = Personality {
                    name: id.clone(),
                    id,
                    character: "Was evolved by rivals.".to_owned(),
                    manner: None,
                    ..start
                };
                start.validate(game.agents)?;
                Ok(Member::Personality(start))
            }
            agent if self.id.is_some() || self.out.is_some() => {
                let help = "leave out --id and --out: what is found is an agent, whose id other \
                            commands take";
                Err(miette!(help = help, "{} is no personality", agent.id()))
            }
            agent => Ok(agent),
        }
    }
}
