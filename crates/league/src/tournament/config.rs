//! The tournament's file: the game, the roster, the number of seats (key `players`), the number
//! of games, the seed, and the rules.
//!
//! `configs/tournament.toml` shows the format. Paths in it are relative to the folder of the
//! file. The reader knows no game: what it needs of a game is in its [`GameInfo`]. The rules are
//! passed on as they are written, because only their game can read them.

use std::path::{Path, PathBuf};

use miette::Diagnostic;

use super::plan::MAX_GAMES;
use crate::config::{ConfigError, Source, Table};
use crate::files::base_folder;
use crate::personalities::{Member, Roster, RosterError};
use rivals_core::play::{AgentSpec, GameInfo};

/// A tournament as its file describes it.
#[derive(Clone, Debug)]
pub struct TournamentConfig {
    /// The game.
    pub game: &'static GameInfo,
    /// The number of seats in a game: the key `players`.
    pub seats: usize,
    /// Games from each seat against the same opponents: with two seats, of every
    /// ordered pair; with more, the seatings are played in rotation. 1 to [`MAX_GAMES`].
    pub games: u64,
    /// The master seed. From a file, at most 2^63 - 1, the largest number of TOML.
    pub seed: u64,
    /// The personalities of the folder by id, then the agents as listed.
    pub roster: Roster,
    /// The ids of personalities of the folder that are played in place of built-in ones.
    pub replaced: Vec<String>,
    /// The rules: a file that the key `rules` names, or the table `[rules]`. None if the file
    /// leaves them out, and in a built-in tournament.
    pub rules: Option<Source>,
    /// The paths that the file names, by key.
    pub paths: Vec<(&'static str, PathBuf)>,
}

/// The games that a tournament's file may name.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Looks up a game by name, or says which game was meant or which there are.
    pub find: fn(&str) -> Result<&'static GameInfo, String>,
    /// The game of a file that names none.
    pub default: &'static GameInfo,
    /// The game that was asked for; files of others are refused.
    pub asked: Option<&'static GameInfo>,
}

impl TournamentConfig {
    /// The tournament of a game that is built in.
    ///
    /// # Panics
    /// If its text is not well-formed, which a test of each game excludes.
    #[must_use]
    pub fn built_in(game: &'static GameInfo) -> Self {
        let name = format!("built-in tournament of {}", game.name);
        let source = Source::new(name, game.tournament);
        (source.parse(|file| config(file, game, &source, None)))
            .expect("every built-in tournament is read by a test")
    }

    /// Reads a file and the files that it names, except the rules.
    ///
    /// # Errors
    /// [`ConfigError`], at the first thing that is wrong in one of the files.
    pub fn read(path: &Path, choice: Choice) -> Result<Self, ConfigError> {
        let folder = base_folder(path);
        let source = Source::read(path)?;
        source.parse(|file| config(file, choice.read(file)?, &source, Some(folder)))
    }
}

impl Choice {
    /// The game of a file.
    fn read(self, file: &Table) -> Result<&'static GameInfo, ConfigError> {
        let named = if file.has("game") {
            let expected = format!("the name of a game, such as {:?}", self.default.name);
            let name = file.text("game", &expected, |text| Some(text.to_owned()))?;
            (self.find)(&name)
                .map_err(|help| file.error("game", format!("no game is called {name:?}"), help))?
        } else {
            self.default
        };
        match self.asked {
            Some(asked) if asked.name != named.name => {
                let message =
                    format!("this is a tournament of {}, not of {}", named.name, asked.name);
                let help = format!(
                    "write game = {:?}, or give a configuration file of {0} with --config",
                    asked.name
                );
                Err(file.error("game", message, help))
            }
            _ => Ok(named),
        }
    }
}

/// The tournament that the file describes. Its paths are relative to `folder`; without
/// a folder, they name built-in files.
fn config(
    file: &Table,
    game: &'static GameInfo,
    source: &Source,
    folder: Option<&Path>,
) -> Result<TournamentConfig, ConfigError> {
    file.only(&["game", "players", "games", "seed", "personalities", BUILT_IN, "agents", "rules"])?;
    let (roster, replaced) = roster(file, game, folder)?;
    Ok(TournamentConfig {
        game,
        seats: file.integer("players", game.seats.clone())?,
        games: file.integer("games", 1..=MAX_GAMES)?,
        seed: file.integer("seed", 0..=i64::MAX as u64)?,
        roster,
        replaced,
        rules: rules(file, game, source, folder)?,
        paths: paths(file, folder)?,
    })
}

/// The paths that a file in this folder names, by key.
fn paths(file: &Table, folder: Option<&Path>) -> Result<Vec<(&'static str, PathBuf)>, ConfigError> {
    ["personalities", "rules"]
        .into_iter()
        .filter(|key| folder.is_some() && file.has(key) && !file.has_table(key))
        .map(|key| Ok((key, file.text(key, "a path", |text| path(text, folder))?)))
        .collect()
}

/// The key that says whether the built-in personalities are played beside those of a folder.
const BUILT_IN: &str = "built_in_personalities";

/// The players, and the ids of those that are played in place of built-in ones.
fn roster(
    file: &Table,
    game: &GameInfo,
    folder: Option<&Path>,
) -> Result<(Roster, Vec<String>), ConfigError> {
    let (mut roster, replaced) = match file.has("personalities") {
        true => personalities(file, game, folder)?,
        false if file.has(BUILT_IN) => {
            let message = format!("{BUILT_IN} needs a folder of personalities");
            return Err(file.error(BUILT_IN, message, "write personalities = \"DIR\" as well"));
        }
        false => (Roster::new(Vec::new(), game.agents), Vec::new()),
    };
    let expected = "a list of agents, such as [\"random\", \"hold-6\"], or []";
    // A roster of personalities alone needs no list of agents.
    if file.has("agents") || roster.members.is_empty() {
        for name in file.texts("agents", expected)? {
            let spec = AgentSpec::parse(name.as_str(), game.agents)
                .map_err(|error| name.error(error.to_string(), error.help))?;
            if roster.find(spec.as_str()).is_some() {
                let message = format!("{:?} is named twice", spec.as_str());
                return Err(name.error(message, "remove it"));
            }
            roster.members.push(Member::Agent(spec));
        }
    }
    if roster.members.is_empty() {
        Err(file.error("agents", "there is no player", format!("write {expected}")))
    } else {
        Ok((roster, replaced))
    }
}

fn personalities(
    file: &Table,
    game: &GameInfo,
    folder: Option<&Path>,
) -> Result<(Roster, Vec<String>), ConfigError> {
    if !game.personalities {
        let message = format!("personalities do not play {}", game.name);
        return Err(file.error("personalities", message, "remove this key"));
    }
    let expected = "the path of a folder of personalities, such as \"personalities\"";
    let path = file.text("personalities", expected, |text| path(text, folder))?;
    if folder.is_none() {
        return Ok((Roster::built_in(game.agents), Vec::new()));
    }
    let beside = !file.has(BUILT_IN) || file.boolean(BUILT_IN)?;
    let read = Roster::from_folder(&path, game.agents).map_err(|error| match error {
        RosterError::File(error) => error,
        error => {
            let help = error.help().map(|help| help.to_string());
            file.error("personalities", error.to_string(), help.unwrap_or_default())
        }
    })?;
    Ok(if beside { read.with_built_in() } else { (read, Vec::new()) })
}

fn rules(
    file: &Table,
    game: &GameInfo,
    source: &Source,
    folder: Option<&Path>,
) -> Result<Option<Source>, ConfigError> {
    if !file.has("rules") {
        return Ok(None);
    }
    if file.has_table("rules") {
        return Ok(Some(source.only_table("rules")));
    }
    let example = game.rule_file.unwrap_or("rules.toml");
    let expected = format!("the path of a rule file, such as {example:?}, or a table [rules]");
    let path = file.text("rules", &expected, |text| path(text, folder))?;
    if folder.is_none() {
        return Ok(None);
    }
    Source::read(&path).map(Some).map_err(|error| match error {
        ConfigError::Unreadable(error) => {
            file.error("rules", error.to_string(), format!("write {expected}"))
        }
        error @ ConfigError::Invalid { .. } => error,
    })
}

/// A path relative to the file's folder.
fn path(text: &str, folder: Option<&Path>) -> Option<PathBuf> {
    (!text.is_empty()).then(|| folder.unwrap_or(Path::new("")).join(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    use rivals_core::play::{AgentKind, Parameter, ParameterValues};

    static DICE: GameInfo = GameInfo {
        name: "dice",
        about: "A game that personalities play.",
        seats: 2..=6,
        agents: &[
            AgentKind { name: "greedy", about: "Takes the most points.", parameters: &[] },
            AgentKind {
                name: "hold",
                about: "Stops at {n} points.",
                parameters: &[Parameter {
                    name: "n",
                    about: "points",
                    values: ParameterValues::whole(1..=100),
                }],
            },
        ],
        adviser: "greedy",
        personalities: true,
        rule_file: Some("dice.toml"),
        tournament: "players = 2\ngames = 9\nseed = 3\npersonalities = \"p\"\nrules = \"r\"\n",
    };
    static CARDS: GameInfo = GameInfo {
        name: "cards",
        about: "A game that personalities do not play.",
        seats: 3..=3,
        agents: DICE.agents,
        adviser: "greedy",
        personalities: false,
        rule_file: None,
        tournament: "players = 3\ngames = 9\nseed = 3\nagents = [\"hold-1\"]\n",
    };
    const GAMES: Choice = Choice {
        find: |name| match name {
            "dice" => Ok(&DICE),
            "cards" => Ok(&CARDS),
            _ => Err("the games are dice, cards".to_owned()),
        },
        default: &DICE,
        asked: None,
    };

    /// A folder with a tournament of one personality, and what reading it gives
    /// after one replacement in the tournament's file.
    fn read(from: &str, to: &str) -> Result<TournamentConfig, String> {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        fs::create_dir(folder.join("people")).unwrap();
        fs::create_dir(folder.join("nobody")).unwrap();
        let eva = "id = \"eva\"\nname = \"Eva\"\ncharacter = \"Hums.\"\n";
        fs::write(folder.join("people/eva.toml"), eva).unwrap();
        fs::create_dir(folder.join("odd")).unwrap();
        fs::write(folder.join("odd/eva.toml"), "id = 1").unwrap();
        fs::write(folder.join("short.toml"), "target = 30").unwrap();
        let text = "players = 3\ngames = 7\nseed = 5\npersonalities = \"people\"\n\
                    agents = [\"greedy\", \"hold-9\"]\nrules = \"short.toml\"\n";
        assert!(text.contains(from), "{from}");
        let path = folder.join("t.toml");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        TournamentConfig::read(&path, GAMES).map_err(|error| {
            let help = error.help().map(|help| help.to_string());
            format!("{error} | {}", help.unwrap_or_default())
        })
    }

    #[test]
    fn paths_begin_in_the_folder_of_the_file() {
        let config = read("", "").unwrap();
        assert_eq!((config.seats, config.games, config.seed), (3, 7, 5));
        let ids: Vec<_> = config.roster.members.iter().map(Member::id).collect();
        assert_eq!(ids.len(), 16 + 3);
        assert_eq!(&ids[16..], ["socializer-intelligent", "greedy", "hold-9"]);
        let own = "personalities = \"people\"\nbuilt_in_personalities = false";
        let alone = read("personalities = \"people\"", own).unwrap();
        let ids: Vec<_> = alone.roster.members.iter().map(Member::id).collect();
        assert_eq!(ids, ["eva", "greedy", "hold-9"]);
        let named = |config: &TournamentConfig| -> Vec<String> {
            let name = |path: &PathBuf| path.file_name().unwrap().display().to_string();
            let name = |(key, path): &(&str, PathBuf)| format!("{key} {}", name(path));
            config.paths.iter().map(name).collect()
        };
        assert_eq!(named(&config), ["personalities people", "rules short.toml"]);
        let target = |config: TournamentConfig| {
            let rules = config.rules.expect("the file has rules");
            rules.parse(|rules| rules.integer("target", 1..=99_u32)).unwrap()
        };
        assert_eq!(target(config), 30);
        let inline = read("rules = \"short.toml\"", "[rules]\ntarget = 20").unwrap();
        assert_eq!(named(&inline), ["personalities people"]);
        assert_eq!(target(inline), 20);
        assert_eq!(read("rules = \"short.toml\"", "").unwrap().rules, None);
        for none in ["agents = []", ""] {
            let alone = read("agents = [\"greedy\", \"hold-9\"]", none).unwrap();
            assert_eq!(alone.roster.members.len(), 16 + 1);
        }
    }

    #[test]
    fn games() {
        assert_eq!(read("", "").unwrap().game.name, "dice");
        let cards = read("personalities = \"people\"", "game = \"cards\"").unwrap();
        assert_eq!((cards.game.name, cards.roster.members.len()), ("cards", 2));
        assert_eq!(TournamentConfig::built_in(&CARDS).roster.members.len(), 1);
        let dice = TournamentConfig::built_in(&DICE);
        assert_eq!((dice.roster.members.len(), dice.rules), (16, None));
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("t.toml");
        fs::write(&path, DICE.tournament).unwrap();
        let asked = Some(&CARDS);
        let error = TournamentConfig::read(&path, Choice { asked, ..GAMES }).unwrap_err();
        assert!(error.to_string().contains("this is a tournament of dice, not of cards"));
    }

    #[test]
    fn refusals_name_the_line_and_the_fix() {
        for (from, to, message, help) in [
            ("players = 3", "players = 7", "line 1: players = 7 is out of range", "from 2 to 6"),
            (
                "games = 7",
                "games = 0",
                "line 2: games = 0 is out of range",
                "from 1 to 10000000000",
            ),
            ("games = 7", "games = 1e4", "games is a decimal number", "a whole number"),
            ("seed = 5", "seed = -5", "line 3: seed = -5 is out of range", "from 0 to"),
            ("seed = 5", "sed = 5", "unknown key `sed`", "did you mean `seed`?"),
            ("seed = 5", "", "missing key `seed`", "add a whole number"),
            ("\"people\"", "\"nobody\"", "line 4: there is no personality in", "ID.toml"),
            ("\"people\"", "\"peple\"", "line 4: cannot read the folder", "ID.toml"),
            ("\"people\"", "\"\"", "personalities = \"\" cannot be used", "the path of a folder"),
            ("\"people\"", "\"odd\"", "eva.toml, line 1: id is a whole number", "lower-case"),
            (
                "\"greedy\"",
                "\"gredy\"",
                "line 5: no agent is called \"gredy\"",
                "did you mean greedy?",
            ),
            ("\"greedy\"", "\"eva\"", "no agent is called \"eva\"", "there are greedy"),
            ("\"greedy\"", "\"hold-9\"", "line 5: \"hold-9\" is named twice", "remove it"),
            ("\"greedy\"", "6", "an entry of agents is a whole number", "a list of agents"),
            ("\"short.toml\"", "\"long.toml\"", "line 6: cannot read", "the path of a rule file"),
            (
                "players = 3",
                "game = \"crads\"\nplayers = 3",
                "line 1: no game is called \"crads\"",
                "the games are dice, cards",
            ),
            (
                "players = 3",
                "game = \"cards\"\nplayers = 3",
                "line 5: personalities do not play cards",
                "remove this key",
            ),
        ] {
            let refusal = read(from, to).expect_err(to);
            let (left, right) = refusal.split_once(" | ").unwrap();
            assert!(left.contains(message), "{to:?}: {refusal}");
            assert!(right.contains(help), "{to:?}: {refusal}");
        }
    }
}
