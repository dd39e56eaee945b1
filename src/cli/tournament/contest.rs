//! The game of a tournament, its configuration, and the flags that change it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use miette::miette;

use crate::catalogue::{GameEntry, Playable, find};
use crate::command::cache::{CacheArgs, build};
use crate::command::progress::Bar;
use crate::command::shared::{
    CONFIGS, PERSONALITIES_FOLDER, RulesName, existing, in_configs, whole_number,
};
use crate::command::{GameArg, PlayerId, clock, default_game};
use crate::config::{Error, Source};
use crate::files::cache::Cache;
use crate::outside::{Program, ProgramArgs, names_program};
use crate::personalities::{Member, Roster};
use crate::personality_files::{
    RuleVariants, drawn, drawn_with_id, from_folder, rule_variants, with_built_in,
};
use crate::play::MAX_SEATS;
use crate::player_files::with_files;
use crate::tournament::config::{Choice, TournamentConfig};
use crate::tournament::{Contest, Design, GameInfo, MAX_GAMES};

/// The name of a tournament's configuration file in `configs/`.
pub(crate) const TOURNAMENT_FILE: &str = "tournament.toml";

/// The most drawn personalities: the policy tables of more take more than 100 GB.
const MAX_DRAWN: u64 = 10_000;

/// The arguments that choose players and rules.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ConfigArgs {
    /// Configuration file [default: configs/tournament.toml, or configs/GAME/tournament.toml for
    /// another game, if it exists, else the built-in copy]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Folder of your own personalities. They are added to the built-in ones, and replace those
    /// with the same id [default: the configuration's]
    #[arg(long, value_name = "DIR")]
    personalities: Option<PathBuf>,
    /// Play only the personalities of the folder, without the built-in ones
    #[arg(long, requires = "personalities")]
    no_built_in: bool,
    /// File of the rules [default: the configuration's]
    #[arg(long, value_name = "FILE", value_parser = rule_file)]
    rules: Option<PathBuf>,
}

/// Reads the name of a file of rules, which no range of a rule is.
fn rule_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if text.contains('=') && !path.exists() {
        return Err(format!(
            "it names a file; `rivals sweep` and `rivals assess` vary rules with --vary-rules {text}"
        ));
    }
    Ok(path)
}

impl ConfigArgs {
    /// The arguments that name this configuration file, or none.
    pub(crate) fn of_file(config: Option<PathBuf>) -> Self {
        Self { config, ..Self::default() }
    }

    /// The same arguments with this configuration file.
    fn with_file(&self, file: &Path) -> Self {
        Self { config: Some(file.to_owned()), ..self.clone() }
    }
}

/// The configuration of a tournament or a sweep, and the flags that change it.
#[derive(Debug, Args)]
pub(super) struct SettingsArgs {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    pub config: ConfigArgs,
    #[arg(short = 'n', long, value_name = "N", help = games_help(), allow_negative_numbers = true, value_parser = whole_number(1..=MAX_GAMES))]
    pub games: Option<u64>,
    /// Seed; the same seed gives the same files [default: from the configuration]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    cache: CacheArgs,
}

#[derive(Debug, Args)]
pub(super) struct ContestArgs {
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// Players, by id [default: all players of the configuration]
    #[arg(long, value_name = "ID,...", value_delimiter = ',', value_parser = PlayerId, hide_possible_values = true)]
    pub roster: Option<Vec<String>>,
    /// Add this number of personalities whose traits and values are drawn with the seed; without
    /// --roster they are all players. Their ids are drawn-1, drawn-2, ..., and an id has the same
    /// figures with the same seed; --roster, `compare` and `evolve` take single ones by it
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number(1..=MAX_DRAWN))]
    random_personalities: Option<u64>,
    /// Seats of each game, 2 to 6; --dry-run says how players decide with more than 2 [default:
    /// from the configuration]
    #[arg(long, value_name = "P", allow_negative_numbers = true, value_parser = whole_number(2..=MAX_SEATS))]
    players: Option<usize>,
    /// Pairings to play: all, or random:K for K drawn pairings of each player, as large rosters need
    #[arg(long, value_name = "DESIGN", default_value_t = Design::All)]
    pub pairings: Design,
    /// Allow players whose search is limited by time, such as deepening:time=1s. What they decide
    /// depends on the machine, so that the games cannot be played again, and the results say so
    #[arg(long)]
    allow_time: bool,
}

fn games_help() -> String {
    format!(
        "Games of each pairing from each seat, 1 to {MAX_GAMES}. With more than two seats, the \
         seatings are played in rotation; in games of hidden hands, each deal in all seatings [default: from the \
         configuration]"
    )
}

impl SettingsArgs {
    /// The configuration, in which flags override its own values.
    pub(super) fn read(&self) -> miette::Result<Chosen> {
        self.read_with(&self.config)
    }

    /// Whether a flag names the seed.
    pub(super) fn names_seed(&self) -> bool {
        self.seed.is_some()
    }

    /// As [`Self::read`], of this configuration file.
    pub(super) fn read_file(&self, file: &Path) -> miette::Result<Chosen> {
        self.read_with(&self.config.with_file(file))
    }

    fn read_with(&self, args: &ConfigArgs) -> miette::Result<Chosen> {
        let mut chosen = Chosen::read(self.game.game, args)?;
        chosen.cache = self.cache.open();
        let config = &mut chosen.config;
        config.games = self.games.unwrap_or(config.games);
        config.seed = self.seed.unwrap_or(config.seed);
        Ok(chosen)
    }
}

impl ContestArgs {
    /// Whether the file itself names fewer players than it has seats.
    pub(super) fn too_few_in_file(&self, config: &TournamentConfig) -> bool {
        self.roster.is_none()
            && self.players.is_none()
            && config.roster.members.len() < config.seats
    }

    /// The configuration, in which flags override its own values.
    pub(super) fn settings(&self, programs: &ProgramArgs) -> miette::Result<Chosen> {
        self.settings_of(self.roster.as_ref(), Some(programs))
    }

    /// As [`Self::settings`], with these players; without `programs`, none may be a program of its
    /// own.
    pub(super) fn settings_of(
        &self,
        roster: Option<&Vec<String>>,
        programs: Option<&ProgramArgs>,
    ) -> miette::Result<Chosen> {
        let mut chosen = self.settings.read()?;
        let config = &mut chosen.config;
        config.seats = self.players.unwrap_or(config.seats);
        let mut ids = roster.cloned();
        if let Some(programs) = programs {
            (config.roster, chosen.programs) = programs.join(chosen.game, config, &mut ids)?;
        } else if names_program(config, ids.as_deref()) {
            let help = "name players with --roster or --pair that are built in";
            return Err(miette!(help = help, "a pilot is played without programs of others"));
        }
        if let Some(ids) = ids {
            let (roster, ids) = chosen.roster_with(&ids)?;
            chosen.config.roster = roster.select(&ids)?;
        }
        let config = &mut chosen.config;
        if let Some(count) = self.random_personalities {
            if !config.game.personalities {
                let help = "leave out --random-personalities";
                return Err(miette!(help = help, "personalities do not play {}", config.game.name));
            }
            if roster.is_none() {
                config.roster.members.retain(|member| member.outside().is_some());
            }
            let drawn = (1..=count).map(|number| Member::Personality(drawn(config.seed, number)));
            config.roster.members.extend(drawn);
        }
        chosen.allows_time = self.allow_time;
        Ok(chosen)
    }
}

/// A game with the configuration of a tournament.
pub(crate) struct Chosen {
    pub game: &'static GameEntry,
    pub config: TournamentConfig,
    /// The name of the rules, for the user.
    pub rules: RulesName,
    /// The canonical text of the rules.
    pub identity: String,
    /// Whether a player's search may be limited by time.
    pub allows_time: bool,
    /// The players that are programs of their own.
    pub programs: Vec<Arc<Program>>,
    /// Where policy tables are kept from run to run, if they are.
    pub cache: Option<Arc<Cache>>,
}

impl Chosen {
    /// Reads the configuration of a file; without one, that of `configs/` in the current folder
    /// if it exists, else the built-in copy. Without `game`, the file names the game.
    ///
    /// The built-in copy takes its personalities from `configs/` if they exist. For a
    /// configuration without rules, the rules are those that every other command uses.
    pub(crate) fn read(
        game: Option<&'static GameEntry>,
        args: &ConfigArgs,
    ) -> miette::Result<Self> {
        let asked = game.unwrap_or_else(default_game);
        let file = (args.config.clone()).or_else(|| in_game_configs(asked, TOURNAMENT_FILE));
        let mut config = match &file {
            Some(path) => {
                let choice = Choice {
                    find: |name| Ok(find(name)?.info()),
                    default: default_game().info(),
                    asked: game.map(GameEntry::info),
                };
                TournamentConfig::read(path, choice)?
            }
            None => TournamentConfig::built_in(asked.info()),
        };
        let game = find(config.game.name).expect("the file names a game of the catalogue");
        let named = !config.roster.beside.is_empty();
        let folder = match (&args.personalities, file, config.game.personalities) {
            (Some(folder), _, _) => Some(folder.clone()),
            (None, file, true) if named || file.is_none() => in_configs(PERSONALITIES_FOLDER),
            _ => None,
        };
        if let Some(folder) = folder {
            let join = args.personalities.is_some();
            (config.roster, config.replaced) =
                personalities(config.game, &folder, !args.no_built_in, join, &config.roster)?;
        }
        if let Some(path) = &args.rules {
            config.rules = Some(Source::read(path)?);
        }
        if let (None, Some(name)) = (&config.rules, config.game.rule_file)
            && let Some(path) = in_game_configs(game, name)
        {
            config.rules = Some(Source::read(&path)?);
        }
        let identity = game.load(config.rules.as_ref())?.rules_text();
        let built_in = identity == game.load(None)?.rules_text();
        let rules = RulesName::new(built_in, config.rules.as_ref().map(Source::name));
        let (programs, cache) = (Vec::new(), None);
        Ok(Self { game, config, rules, identity, allows_time: false, programs, cache })
    }

    /// The name of the rules, with the personalities that are played instead of built-in ones.
    pub(crate) fn named(&self) -> RulesName {
        let mut replaced = self.config.replaced.clone();
        replaced.retain(|id| self.config.roster.members.iter().any(|member| member.id() == id));
        RulesName { replaced, ..self.rules.clone() }
    }

    /// The personality with this id of those that are drawn with the seed.
    pub(crate) fn drawn(&self, id: &str) -> Option<Member> {
        let drawn = drawn_with_id(self.config.seed, id).filter(|_| self.config.game.personalities);
        drawn.map(Member::Personality)
    }

    /// The roster with the players of files and the drawn ones among these spellings, and the ids of
    /// all of them.
    pub(super) fn roster_with(&self, spellings: &[String]) -> Result<(Roster, Vec<String>), Error> {
        let config = &self.config;
        let (mut roster, ids) = with_files(config.roster.clone(), config.game, spellings)?;
        for id in &ids {
            if roster.find(id).is_none() {
                roster.members.extend(self.drawn(id));
            }
        }
        Ok((roster, ids))
    }

    /// The variants of its rules by these ranges, together or each alone.
    pub(super) fn rule_variants(
        &self,
        ranges: &[String],
        alone: bool,
    ) -> Result<RuleVariants, Error> {
        // The canonical text leaves out what a file may set to a default.
        let written = self.config.rules.as_ref().map(Source::parse).transpose()?;
        let mut rules: toml::Table = written.unwrap_or_default();
        let canonical = self.identity.parse::<toml::Table>();
        for (key, value) in canonical.expect("the canonical text is TOML") {
            rules.entry(key).or_insert(value);
        }
        rule_variants(rules, ranges, alone, |asked| {
            let refused = self.game.load(Some(&Source::new("the rules", asked))).err();
            refused.map(|error| error.help)
        })
    }

    /// The game with its players, ready for a tournament. A game that has a solver is solved.
    pub(crate) fn contest(&self, quiet: bool) -> miette::Result<Box<dyn Contest>> {
        let bar = Bar::new(0, "positions solved", quiet);
        let report = |done, all| bar.set(done, all);
        let (rules, roster) = (self.config.rules.as_ref(), &self.config.roster);
        let mut contest = self.game.load(rules)?.contest(roster, &report)?;
        if let Some(cache) = self.cache.clone() {
            contest.kept_in(cache, &build());
        }
        if contest.is_timed() && !self.allows_time {
            let help = "give players a number of states, or a tournament --allow-time";
            return Err(miette!(
                help = help,
                "a search that is limited by time cannot be repeated"
            ));
        }
        if let Some(watch) = contest.watch() {
            watch.set_clock(clock);
        }
        Ok(contest)
    }
}

/// The personalities of a folder, with the built-in ones that it lacks if they are played
/// `beside` it, and the agents of a roster. Where personalities play only if they are named, they
/// `join` the roster, or may be named beside it. Also returns the ids of the personalities that
/// replace built-in ones.
pub(in crate::cli) fn personalities(
    game: &'static GameInfo,
    folder: &Path,
    beside: bool,
    join: bool,
    own: &Roster,
) -> miette::Result<(Roster, Vec<String>)> {
    if !game.personalities {
        let help = "leave out --personalities";
        return Err(miette!(help = help, "personalities do not play {}", game.name));
    }
    let read = from_folder(folder, game.agents)?;
    let (roster, replaced) = if beside { with_built_in(read) } else { (read, Vec::new()) };
    let named = !join && !own.beside.is_empty();
    Ok((if named { own.clone().beside(roster) } else { roster.with_agents_of(own) }, replaced))
}

/// The path of a game's file in `configs/`, or in `configs/GAME` for another game than the
/// default; `None` if there is no such file.
pub(in crate::cli) fn in_game_configs(game: &GameEntry, name: &str) -> Option<PathBuf> {
    existing(configs_of(game).join(name))
}

/// The folder of a game's configuration, beside which every command reads it.
pub(crate) fn configs_of(game: &GameEntry) -> PathBuf {
    folder_of(game, CONFIGS)
}

/// The folder for all results of a game, if no other is named.
pub(crate) fn results_root(game: &GameEntry) -> PathBuf {
    folder_of(game, "results")
}

/// This folder, or that of a game in it for another game than the default.
fn folder_of(game: &GameEntry, folder: &str) -> PathBuf {
    let info = game.info();
    let folder = PathBuf::from(folder);
    if info.name == default_game().info().name { folder } else { folder.join(info.folder()) }
}
