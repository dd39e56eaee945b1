//! `rivals assess`: measures of a game itself, of all games or of variants of its rules.

mod shown;

use std::time::Duration;

use clap::Args;
use miette::miette;

use super::contest::{Chosen, ConfigArgs};
use crate::assess::{Ladder, bouts, course};
use crate::catalogue::{Playable, catalogue};
use crate::command::progress::Bar;
use crate::command::shared::{OutputArgs, ThreadsArg, whole_number};
use crate::command::{Answer, GameArg, Output, PlayerId, help_end};
use crate::config::Source;
use crate::personalities::Member;
use crate::play::MAX_SEATS;
use crate::player_files::with_files;
use crate::report::picture;
use crate::results::ManifestEntry;
use crate::session::{Trials, Values};
use crate::statistics::parallel;
use crate::text::csv;
use crate::tournament::config::TournamentConfig;
use crate::tournament::{Contest, QUIETLY};
use shown::{Assessed, Shown};

/// The name of the command in manifests, and of its figure.
pub(crate) const COMMAND: &str = "assess";

/// The file of the rows, and the picture.
const FILE: &str = "assess.csv";
const FILES: [&str; 2] = [FILE, "assess.svg"];

/// The players of the ladder without --roster, at most.
const PLAYERS: usize = 6;

/// The players of the ladder without --roster think about a decision at most for this long.
const THINKING: Duration = Duration::from_micros(500);

/// About the decisions of a game, for what is known of its time before it is played.
const DECISIONS: u32 = 100;

/// About the time of all games of the agent, of all values of decisions and of all games of the
/// ladder on one core, by what agents say of their time: the number of games is fixed before any.
const GAMES_TIME: Duration = Duration::from_secs(10);
const VALUES_TIME: Duration = Duration::from_secs(40);
const LADDER_TIME: Duration = Duration::from_secs(20);

/// The fewest and the most games of the agent, and groups of games of each two players.
const GAMES: [u64; 2] = [100, 1_000];
const GROUPS: [u64; 2] = [20, 400];

/// The fewest and the most decisions that are valued: all of a game that is solved, and else some of
/// each game.
const VALUED: [u64; 2] = [240, 20_000];

/// The decisions of a game that are valued by a search, about.
const OF_A_GAME: u64 = 12;

/// The searches of a decision: of the best action, again after it, and of the one that is drawn.
const SEARCHES: u32 = 3;

/// Measures of a game: its seats, its course, its decisions, its luck and its depth.
///
/// One agent plays all seats of some games: the measures of the course are those of its games. The
/// values of decisions are those of the solved game, or else of the search by which reviews judge.
/// Six players of the configuration, or those of --roster, meet in pairs and say what skill and
/// depth are. Values without an interval around them are exact; the number of games is fixed before
/// the first one. docs/method.md defines every measure and names its source.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # is Pig any good?
        rivals assess --game pig --games 200
        # and what does its target change?
        rivals assess --game pig --vary-rules target=20..60:3 --games 100
    ")
)]
pub(crate) struct AssessArgs {
    #[command(flatten)]
    game: GameArg,
    /// Assess all games by their own rules, side by side
    #[arg(long, conflicts_with_all = [
        "game", "config", "personalities", "rules", "vary_rules", "agent", "roster", "players"
    ])]
    all: bool,
    #[command(flatten)]
    config: ConfigArgs,
    /// Rule to vary, once or twice, or RULE=A,B for numbers, for words and for true and false, with
    /// the variants side by side; a dot leads into a table, or into a list by the name of an entry or
    /// its number from 1
    #[arg(long, value_name = "RULE=FROM..TO:STEPS")]
    vary_rules: Vec<String>,
    /// Agent that plays all seats [default: the game's own for sampled games; `rivals assess`
    /// names it]
    #[arg(long, value_name = "ID", value_parser = PlayerId, hide_possible_values = true)]
    agent: Option<String>,
    /// Players of the ladder, 2 to 8 [default: six of the configuration]
    #[arg(long, value_name = "ID,...", value_delimiter = ',', value_parser = PlayerId, hide_possible_values = true)]
    roster: Option<Vec<String>>,
    /// Seats of each game, 2 to 6 [default: from the configuration]
    #[arg(long, value_name = "P", allow_negative_numbers = true, value_parser = whole_number(2..=MAX_SEATS))]
    players: Option<usize>,
    /// Games of the agent, 20 to 1000000; the other numbers of games grow with it [default: by the
    /// time that its decisions take, 100 to 1000]
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number(20..=1_000_000_u64))]
    games: Option<u64>,
    /// Seed; the same seed gives the same figures [default: from the configuration]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    output: OutputArgs,
}

impl AssessArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let folder = self.output.prepare_folder(COMMAND, &FILES)?;
        let pool = self.threads.pool()?;
        let mut subjects = Vec::new();
        if self.all {
            for game in catalogue() {
                let chosen = Chosen::read(Some(game), &ConfigArgs::default())?;
                subjects.push((game.info().name.to_owned(), chosen));
            }
        } else if self.vary_rules.is_empty() {
            let chosen = Chosen::read(self.game.game, &self.config)?;
            subjects.push((chosen.game.info().name.to_owned(), chosen));
        } else {
            let read = || Chosen::read(self.game.game, &self.config);
            let variants = read()?.rule_variants(&self.vary_rules, false)?;
            for (values, text) in &variants.rules {
                let (id, mut chosen) = (variants.id(values), read()?);
                chosen.config.rules = Some(Source::new(format!("the rules with {id}"), text));
                subjects.push((id, chosen));
            }
        }
        // Whatever is wrong is refused before the first game.
        let subjects = subjects.into_iter().map(|(name, chosen)| self.subject(name, chosen));
        let subjects = subjects.collect::<miette::Result<Vec<_>>>()?;
        let bar = Bar::of_steps(self.output.quiet);
        let all = subjects.iter().map(|subject| pool.install(|| subject.assessed(&bar)));
        let all = all.collect::<miette::Result<Vec<Assessed>>>()?;
        bar.finish();
        let chosen = &subjects[0].chosen;
        let shown = Shown { all };
        if let Some(folder) = folder {
            let (name, rules) = if self.all {
                ("all games", "")
            } else {
                (chosen.game.info().name, &*chosen.identity)
            };
            let entry = ManifestEntry {
                seed: Some(subjects[0].seed),
                ..ManifestEntry::new(COMMAND, name, rules)
            };
            let picture = picture(&shown.document(), COMMAND).unwrap_or_default();
            folder.write(entry, &[(FILES[0], csv(shown.rows())), (FILES[1], picture)])?;
        }
        self.output.format.output_by(&chosen.named(), &shown)
    }

    /// A game by its rules, with its players.
    fn subject(&self, name: String, mut chosen: Chosen) -> miette::Result<Subject> {
        let game = chosen.game.load(chosen.config.rules.as_ref())?;
        let trials = game.trials();
        let agent = self.agent.clone().unwrap_or_else(|| trials.agent().to_owned());
        let config = &mut chosen.config;
        let ids = self.roster.clone().unwrap_or_else(|| players(config, &agent, &*trials));
        if !(2..=8).contains(&ids.len()) {
            let help = "name 2 to 8 players, such as --roster random,greedy";
            return Err(miette!(help = help, "--roster has {} players", ids.len()));
        }
        let (all, ids) = with_files(config.roster.clone(), config.game, &ids)?;
        config.roster = all.select(&ids)?;
        let contest = chosen.contest(self.output.quiet)?;
        let seats = self.players.unwrap_or(chosen.config.seats);
        if !contest.seats().contains(&seats) {
            let (least, most) = contest.seats().into_inner();
            let help = format!("give --players {least} to {most}");
            let game = chosen.game.info().name;
            return Err(miette!(help = help, "by these rules {game} is not played by {seats}"));
        }
        let seed = self.seed.unwrap_or(chosen.config.seed);
        // The first game says whether the agent plays by these rules.
        trials.play(&agent, seats, (seed, 0), None)?;
        let thinking = trials.thinking(&agent);
        let usual = number(GAMES_TIME, thinking * DECISIONS, GAMES);
        let games = self.games.unwrap_or(usual);
        Ok(Subject { name, chosen, trials, contest, agent, seats, seed, games, usual })
    }
}

/// How often something that takes about this time fits into a limit, within a range.
fn number(limit: Duration, time: Duration, [least, most]: [u64; 2]) -> u64 {
    let often = limit.as_nanos() / time.as_nanos().max(1);
    u64::try_from(often).unwrap_or(most).clamp(least, most)
}

/// The players of a ladder: the agent, the one that draws its actions, and others of the
/// configuration that decide soon, evenly spread.
fn players(config: &TournamentConfig, agent: &str, trials: &dyn Trials) -> Vec<String> {
    let random = config.game.agents.iter().find(|kind| kind.name == "random");
    let mut ids = vec![agent.to_owned()];
    ids.extend(random.map(|kind| kind.name.to_owned()));
    ids.dedup();
    let soon = |member: &&Member| trials.thinking(member.id()) <= THINKING;
    let others =
        config.roster.members.iter().filter(|member| !ids.iter().any(|id| id == member.id()));
    let others: Vec<&str> = others.filter(soon).map(Member::id).collect();
    let room = PLAYERS.saturating_sub(ids.len()).min(others.len());
    ids.extend((0..room).map(|at| others[at * (others.len() - 1) / (room - 1).max(1)].to_owned()));
    ids
}

/// A game by its rules that is ready to be assessed.
struct Subject {
    name: String,
    chosen: Chosen,
    trials: Box<dyn Trials>,
    contest: Box<dyn Contest>,
    agent: String,
    seats: usize,
    seed: u64,
    games: u64,
    /// The games without --games.
    usual: u64,
}

impl Subject {
    /// A number of games that grows with that of the agent's games.
    fn scaled(&self, usual: u64) -> usize {
        usize::try_from((usual * self.games).div_ceil(self.usual)).unwrap_or(usize::MAX)
    }

    fn assessed(&self, bar: &Bar) -> miette::Result<Assessed> {
        let (trials, seats) = (&*self.trials, self.seats);
        let games = usize::try_from(self.games).unwrap_or(usize::MAX);
        let play = |what, games: usize, every| {
            let traces = parallel::map(games, |game| {
                let trace = trials.play(&self.agent, seats, (self.seed, game as u64), every);
                bar.add_to(what, 1, games as u64);
                trace
            });
            traces.into_iter().collect::<Result<Vec<_>, _>>()
        };
        let played = play("games", games, None)?;
        let decisions: u64 = played.iter().map(|trace| trace.decisions).sum();
        let of_a_game = decisions.div_ceil(self.games).max(1);
        let values = trials.values(seats);
        let valued = match values {
            None => Vec::new(),
            Some(Values::Judged(judge)) => {
                let each = SEARCHES * trials.thinking(judge);
                let games = number(VALUES_TIME, each, VALUED) / OF_A_GAME;
                let every = usize::try_from(of_a_game.div_ceil(OF_A_GAME)).unwrap_or(1);
                let games = self.scaled(games).min(played.len());
                play("games with searched decisions", games, Some(every))?
            }
            Some(_) => {
                let games = self.scaled((VALUED[1] / of_a_game).clamp(20, self.usual));
                play("games with valued decisions", games.min(played.len()), Some(1))?
            }
        };
        let contest = &*self.contest;
        contest.prepare(None, QUIETLY);
        let players = contest.roster().len();
        let pairs = players * (players - 1) / if seats == 2 { 2 } else { 1 };
        let one = contest.game_time() * u32::try_from(seats * pairs).unwrap_or(1);
        let groups = self.scaled(number(LADDER_TIME, one, GROUPS)).max(2);
        let all = (groups * pairs * seats) as u64;
        let met = bouts(contest, seats, (self.seed, groups), &|more| {
            bar.add_to("games of the ladder", more, all);
        });
        let ladder = Ladder::of(&met, players, seats);
        // The exact value holds for optimal play only; games of another agent are measured.
        let is_optimal = *self.agent == *trials.agent();
        let first_seat = is_optimal.then(|| trials.first_seat(seats)).flatten();
        let mut measures = course(&played, &valued, first_seat);
        measures.extend(ladder.measures);
        measures.sort_by_key(|of| of.kind);
        Ok(Assessed::new(self, measures, values, &ladder.steps, &played))
    }
}
