//! The two sides of a comparison: what the words name, and what is played or kept of it.

use std::path::Path;

use miette::miette;

use super::CompareArgs;
use crate::catalogue::{GameEntry, Playable};
use crate::cli::tournament::Chosen;
use crate::cli::tournament::sweep::ALL;
use crate::config::Source;
use crate::contest::CONDUCT;
use crate::personalities::{Member, Personality, Roster};
use crate::personality_files;
use crate::player_files::with_files;
use crate::results::Tournament;
use crate::results::manifest::TournamentSettings;
use crate::results::rule_sweep::{Measure, RuleRow, RuleSweepResults};
use crate::results::sweep::{Rate, SweepResults, VariantRow};
use crate::tables::seating::game_called;
use crate::tournament::sweep::Sweep;
use crate::tournament::{Contest, Header, JOURNAL, Plan, Settings, config_hash, header};

/// One side of a comparison.
pub(super) struct Side {
    /// As it was named.
    pub name: String,
    /// Everything that its games depend on. The player that is compared has the id of that of the
    /// first side.
    pub header: Header,
    /// The player that is compared, if it is one.
    pub player: Option<String>,
    /// What can be played.
    pub game: Option<(Box<dyn Contest>, Plan)>,
    /// The measures of a folder, which need no games.
    pub kept: Option<Vec<RuleRow>>,
}

/// What a word of the command line names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Folder,
    Rules,
    Configuration,
    Roster,
    Player,
}

impl Kind {
    fn of(word: &str) -> miette::Result<Self> {
        let path = Path::new(word);
        if path.is_dir() {
            return Ok(Self::Folder);
        }
        let is_named_so = path.extension().is_some_and(|ending| ending == "toml");
        if is_named_so && !path.exists() {
            let help = "name a file that exists, or a player by its id";
            return Err(miette!(help = help, "there is no file {word}"));
        }
        if !path.is_file() || !is_named_so {
            return Ok(if word.contains(',') { Self::Roster } else { Self::Player });
        }
        let keys: toml::Table = Source::read(path)?.parse()?;
        let has = |names: &[&str]| names.iter().any(|name| keys.contains_key(*name));
        Ok(match () {
            () if has(&["character", "sentence", "traits"]) => Self::Player,
            () if has(&["games", "agents", "personalities"]) => Self::Configuration,
            () => Self::Rules,
        })
    }

    fn words(self) -> &'static str {
        match self {
            Self::Folder => "a folder of results",
            Self::Rules => "a file of rules",
            Self::Configuration => "the configuration of a tournament",
            Self::Roster => "a roster",
            Self::Player => "a player",
        }
    }
}

/// Both sides.
pub(super) fn sides(args: &CompareArgs) -> miette::Result<[Side; 2]> {
    let words = [&args.a, &args.b];
    let [a, b] = [Kind::of(words[0])?, Kind::of(words[1])?];
    if a != b {
        for (word, kind, other) in [(&args.a, a, b), (&args.b, b, a)] {
            if (kind, other) == (Kind::Player, Kind::Folder) && !Path::new(word).exists() {
                let help = "name two folders of results, or two players";
                return Err(miette!(help = help, "there is no folder {word}"));
            }
        }
        let [first, second] = [a, b].map(Kind::words);
        let help =
            "name two of a kind: two folders, rule files, configurations, rosters or players";
        return Err(miette!(help = help, "{} is {first}, and {} is {second}", args.a, args.b));
    }
    if args.roster.is_some() && a != Kind::Rules {
        let help = "leave out --roster; --against names the opponents of two players";
        return Err(miette!(help = help, "--roster names the players of two files of rules"));
    }
    let mut both = match a {
        Kind::Folder => [folder(words[0])?, folder(words[1])?],
        Kind::Player => players(args)?,
        _ => [side(args, a, words[0])?, side(args, a, words[1])?],
    };
    if both[0].header.game != both[1].header.game {
        let help = "compare results of one game";
        return Err(miette!(help = help, "{} and {} are of different games", args.a, args.b));
    }
    if a == Kind::Configuration && !args.settings.names_seed() {
        // Both sides are played with the same dice.
        let seed = both[0].header.seed;
        let (contest, plan) = both[1].game.take().expect("it is played");
        let settings = Settings { seed, ..plan.settings };
        both[1].header = Header::new(&*contest, &settings);
        let plan = Plan::new(&*contest, settings)?;
        both[1].game = Some((contest, plan));
    }
    Ok(both)
}

impl CompareArgs {
    /// The settings of the games of a configuration.
    fn plan_of(&self, chosen: &Chosen) -> Settings {
        Settings {
            seats: self.players.unwrap_or(chosen.config.seats),
            seed: chosen.config.seed,
            games: chosen.config.games,
            until_ci: None,
            until_pairs: false,
            shard: None,
        }
    }

    /// The configuration, whose programs of others do not play.
    fn chosen(&self, file: Option<&Path>) -> miette::Result<Chosen> {
        let chosen = match file {
            Some(file) => self.settings.read_file(file)?,
            None => self.settings.read()?,
        };
        if !chosen.config.externals.is_empty() {
            let help = "take the tables [[external]] out of a copy of the configuration, or compare \
                        two folders of results";
            return Err(miette!(help = help, "programs of others do not play comparisons"));
        }
        Ok(chosen)
    }
}

/// A side in which all players of a roster meet.
fn side(args: &CompareArgs, kind: Kind, word: &str) -> miette::Result<Side> {
    let mut chosen = args.chosen((kind == Kind::Configuration).then_some(Path::new(word)))?;
    let mut ids = args.roster.clone();
    match kind {
        Kind::Rules => chosen.config.rules = Some(Source::read(Path::new(word))?),
        Kind::Roster => ids = Some(word.split(',').map(|id| id.trim().to_owned()).collect()),
        _ => {}
    }
    if let Some(ids) = ids {
        let (all, ids) = chosen.roster_with(&ids)?;
        chosen.config.roster = all.select(&ids)?;
    }
    let contest = chosen.contest(args.output.quiet)?;
    let plan = Plan::new(&*contest, args.plan_of(&chosen))?;
    let header = Header::of_plan(&*contest, &plan);
    let (name, game) = (word.to_owned(), Some((contest, plan)));
    Ok(Side { name, header, player: None, game, kept: None })
}

/// Two players against the same opponents, on the dice of the first one.
fn players(args: &CompareArgs) -> miette::Result<[Side; 2]> {
    let chosen = args.chosen(None)?;
    let own = [player(&chosen, &args.a)?, player(&chosen, &args.b)?];
    let game = chosen.config.game;
    let (all, against) = chosen.roster_with(&args.against)?;
    let opponents = if against == [ALL] {
        let is_other = |member: &&Member| own.iter().all(|of| of.id() != member.id());
        all.members.iter().filter(is_other).cloned().collect()
    } else {
        all.select(&against)?.members
    };
    let played = |name: &str, member: &Member| {
        let mut chosen = args.chosen(None)?;
        let members = [member.clone()].into_iter().chain(opponents.iter().cloned()).collect();
        chosen.config.roster = Roster::new(members, game.agents);
        let contest = chosen.contest(args.output.quiet)?;
        let plan = Plan::against(&*contest, args.plan_of(&chosen), 1, own[0].id())?;
        // What differs between the players is told as of one.
        let mut header = Header::of_plan(&*contest, &plan);
        own[0].id().clone_into(&mut header.roster[0]);
        Ok::<_, miette::Report>(Side {
            name: name.to_owned(),
            header,
            player: Some(member.id().to_owned()),
            game: Some((contest, plan)),
            kept: None,
        })
    };
    Ok([played(&args.a, &own[0])?, played(&args.b, &own[1])?])
}

/// The player with this id or in this file.
pub(in crate::cli::tournament) fn player(chosen: &Chosen, word: &str) -> miette::Result<Member> {
    let config = &chosen.config;
    if Path::new(word).is_file() && config.game.personalities && config.game.facts.is_empty() {
        let source = Source::read(Path::new(word))?;
        return Ok(Member::Personality(personality_files::read(&source, config.game.agents)?));
    }
    let (roster, ids) = chosen.roster_with(&[word.to_owned()])?;
    Ok(roster.member(&ids[0])?)
}

/// The results of a folder.
fn folder(word: &str) -> miette::Result<Side> {
    let path = Path::new(word);
    let name = word.to_owned();
    if SweepResults::is_in(path) {
        let rate = |measure, of: String, rate: &Rate| RuleRow {
            measure,
            of,
            value: rate.sampled,
            low: rate.low,
            high: rate.high,
            exact: rate.exact,
            ..RuleRow::default()
        };
        let mut header = header(&path.join(JOURNAL))?;
        let (kept, game) = match RuleSweepResults::read(path)? {
            Some(of_rules) => {
                let row = |row: RuleRow| RuleRow { of: format!("{}@{}", row.of, row.rules), ..row };
                (of_rules.rows.into_iter().map(row).collect(), None)
            }
            None => {
                let swept = SweepResults::read(path)?;
                header.rules = swept.rules().join("\n");
                let game = swept_again(&header, !swept.settings.from_unchanged);
                let row = |row: VariantRow| rate(Measure::WinRate, row.id, &row.win_rate);
                (swept.rows.into_iter().map(row).collect(), game)
            }
        };
        return Ok(Side { name, header, player: None, game, kept: Some(kept) });
    }
    let found = Tournament::find(path)?;
    let mut kept: Vec<RuleRow> = Vec::new();
    for row in &found.standings {
        kept.push(RuleRow {
            of: row.id.clone(),
            value: row.win_rate,
            low: row.low,
            high: row.high,
            exact: row.exact_win_rate,
            ..RuleRow::default()
        });
    }
    for row in &found.seats {
        kept.push(RuleRow {
            measure: Measure::Advantage,
            of: row.seat.to_string(),
            value: row.advantage,
            low: Some(row.advantage_low),
            high: Some(row.advantage_high),
            exact: row.exact_advantage,
            ..RuleRow::default()
        });
    }
    let of = &found.settings;
    let rules = of.rules().join("\n");
    let players = of.roster.iter().zip(&of.config[of.rules().len()..]);
    let figures = players.map(|(player, line)| {
        line.strip_prefix(&player.id).unwrap_or(line).trim_start().to_owned()
    });
    let header = Header {
        format: 0,
        version: found.entry.version.clone(),
        commit: None,
        values: found.entry.values,
        game: found.entry.game.clone(),
        config: of.config_hash.clone(),
        rules,
        roster: of.roster.iter().map(|player| player.id.clone()).collect(),
        players: figures.collect(),
        seats: of.seats,
        seed: found.entry.seed.unwrap_or_default(),
        games: of.groups_per_pairing,
        until_ci: of.until_ci,
        until_pairs: of.until_pairs,
        shard: None,
        pairings: of
            .pairing_design
            .as_deref()
            .and_then(|text| text.parse().ok())
            .unwrap_or_default(),
        sweep: None,
    };
    let game = again(&header, of);
    Ok(Side { name, header, player: None, game, kept: Some(kept) })
}

/// The tournament of a folder, to be played again; `None` if its games cannot be played by what the
/// manifest has.
fn again(header: &Header, settings: &TournamentSettings) -> Option<(Box<dyn Contest>, Plan)> {
    if header.until_ci.is_some() || settings.reproducible == Some(false) {
        return None;
    }
    let contest = contest(header, members(header)?)?;
    (config_hash(&*contest) == header.config).then_some(())?;
    let plan = Plan::designed(&*contest, header.settings(), header.pairings).ok()?;
    Some((contest, plan))
}

/// The sweep of a player in a folder, to be played again, as [`again`]. Differences are to its first
/// variant if `among_variants`.
fn swept_again(header: &Header, among_variants: bool) -> Option<(Box<dyn Contest>, Plan)> {
    let words = header.sweep.as_ref()?;
    let game = game_called(&header.game).ok()?;
    let mut members = members(header)?;
    for member in members.iter_mut().take(words.variants) {
        if let Member::Personality(variant) = member {
            // The contest knows each variant by the id of its player.
            variant.id.clone_from(&words.player);
        }
    }
    if !among_variants {
        // `unchanged` is the figures of a personality, or the id of an agent.
        let unchanged = member(game, &words.player, &words.unchanged)
            .or_else(|| member(game, &words.unchanged, ""))?;
        members.push(unchanged);
    }
    let ids = header.roster.iter().take(words.variants);
    let names: Vec<_> = ids.map(|id| (id.clone(), id.clone())).collect();
    let inner = contest(header, members)?;
    inner.is_reproducible().then_some(())?;
    let sweep = Sweep::new(inner, header.seats, &names, among_variants).ok()?;
    (config_hash(&sweep) == header.config).then_some(())?;
    let settings = Settings { shard: None, ..header.settings() };
    let plan = Plan::against(&sweep, settings, words.variants, &words.player).ok()?;
    Some((Box::new(sweep), plan))
}

/// These players by the rules of results.
fn contest(header: &Header, members: Vec<Member>) -> Option<Box<dyn Contest>> {
    let game = game_called(&header.game).ok()?;
    let roster = Roster::new(members, game.info().agents);
    let rules = header.rules.lines().filter(|line| !line.starts_with(CONDUCT));
    let rules: String = rules.map(|line| format!("{line}\n")).collect();
    let rules = Source::new("the rules of the results", rules);
    game.load(Some(&rules)).ok()?.contest(&roster, &|_, _| {}).ok()
}

/// The players of results.
fn members(header: &Header) -> Option<Vec<Member>> {
    let game = game_called(&header.game).ok()?;
    let players = header.roster.iter().zip(&header.players);
    players.map(|(id, figures)| member(game, id, figures)).collect()
}

/// The player with this id and these figures as canonical text.
fn member(game: &GameEntry, id: &str, figures: &str) -> Option<Member> {
    let named: toml::Table = figures.replace(' ', "\n").parse().ok()?;
    let neutral = Personality::neutral(id);
    let figure = |key: &str| match named.get(key)? {
        toml::Value::Float(figure) => Some(*figure),
        toml::Value::Integer(figure) => i32::try_from(*figure).ok().map(f64::from),
        _ => None,
    };
    let habits = neutral.habit_figures().map(|(scale, own)| figure(scale.key).or(Some(own)));
    let own = neutral.figures().map(|(scale, _)| figure(scale.key)).chain(habits);
    match own.collect::<Option<Vec<f64>>>() {
        Some(own) => Some(Member::Personality(neutral.with_figures(own))),
        None => {
            let none = Roster::new(Vec::new(), game.info().agents);
            let (roster, ids) = with_files(none, game.info(), &[id.to_owned()]).ok()?;
            roster.member(&ids[0]).ok()
        }
    }
}
