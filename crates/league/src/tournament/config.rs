//! The tournament's file: the game, the roster, the number of seats (key `players`), the number
//! of games, the seed, and the rules.
//!
//! `configs/tournament.toml` shows the format. Paths in it are relative to the folder of the
//! file. The reader knows no game: what it needs of a game is in its [`GameInfo`]. The rules are
//! passed on as they are written, because only their game can read them.

#![expect(clippy::cast_possible_wrap, reason = "MAX_GAMES is below 2^63")]

use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer};
use toml::Value;
use toml::de::{DeArray, DeTable, DeValue};

use super::external::{External, declared};
use super::info::GameInfo;
use super::plan::MAX_GAMES;
use crate::config::{Source, Whole, checked};
use crate::error::Error;
use crate::files::base_folder;
use crate::personality_files::{built_in, from_folder, with_built_in};
use crate::player_files;
use rivals_core::personalities::{Member, Roster};
use rivals_core::play::AgentSpec;

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
    /// The ids of personalities of the folder that are played instead of built-in ones.
    pub replaced: Vec<String>,
    /// The rules: a file that the key `rules` names, or the table `[rules]`. `None` if the file
    /// leaves them out, and in a built-in tournament.
    pub rules: Option<Source>,
    /// The players that are programs of their own. They are not in [`Self::roster`] before they are
    /// started.
    pub externals: Vec<External>,
    /// The paths that the file names, by key.
    pub paths: Vec<(&'static str, PathBuf)>,
    /// The file; `None` for a built-in tournament.
    pub source: Option<Source>,
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

/// The file as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Option<String>,
    players: i64,
    games: Whole<u64, 1, { MAX_GAMES as i64 }>,
    seed: Whole<u64, 0, { i64::MAX }>,
    #[serde(default, deserialize_with = "path")]
    personalities: Option<String>,
    built_in_personalities: Option<bool>,
    agents: Option<Vec<String>>,
    #[serde(default)]
    external: Vec<External>,
    rules: Option<Value>,
}

fn path<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let expected = "the path of a folder of personalities, such as \"personalities\"";
    checked(from, |text| !text.is_empty(), expected)
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
        let read = source.parse().and_then(|file: File| file.config(game, &source, None));
        read.expect("every built-in tournament is read by a test")
    }

    /// The players of the built-in tournament of a game, without the rest of its text.
    ///
    /// # Panics
    /// As [`Self::built_in`].
    #[must_use]
    pub fn built_in_roster(game: &'static GameInfo) -> Roster {
        let source = Source::new("", game.tournament);
        let text = DeTable::parse(game.tournament).expect("a test reads every built-in tournament");
        let word = |value: &DeValue<'_>| value.as_str().unwrap_or_default().to_owned();
        let list = |of: &DeArray<'_>| of.iter().map(|name| word(name.get_ref())).collect();
        let file = File {
            personalities: text.get_ref().get("personalities").map(|path| word(path.get_ref())),
            agents: text.get_ref().get("agents").and_then(|of| of.get_ref().as_array().map(list)),
            ..File::default()
        };
        let read = file.roster(game, &source, None);
        read.expect("a test reads every built-in tournament").0
    }

    /// Reads a file and the files that it names, except the rules.
    ///
    /// # Errors
    /// [`Error`], at the first thing that is wrong in one of the files.
    pub fn read(path: &Path, choice: Choice) -> Result<Self, Error> {
        let source = Source::read(path)?;
        let file: File = source.parse()?;
        let game = choice.game(file.game.as_deref(), &source)?;
        file.config(game, &source, Some(base_folder(path)))
    }
}

impl Choice {
    /// The game of a file that names this one.
    fn game(self, name: Option<&str>, source: &Source) -> Result<&'static GameInfo, Error> {
        let named = name.map_or(Ok(self.default), |name| {
            let wrong = |help| source.wrong("game", format!("no game is called {name:?}"), help);
            (self.find)(name).map_err(wrong)
        })?;
        match self.asked {
            Some(asked) if asked.name != named.name => {
                let message =
                    format!("this is a tournament of {}, not of {}", named.name, asked.name);
                let help = format!(
                    "write game = {:?}, or give a configuration file of {0} with --config",
                    asked.name
                );
                Err(source.wrong("game", message, help))
            }
            _ => Ok(named),
        }
    }
}

impl File {
    /// The tournament that the file describes. Its paths are relative to `folder`; without
    /// a folder, they name built-in files.
    fn config(
        self,
        game: &'static GameInfo,
        source: &Source,
        folder: Option<&Path>,
    ) -> Result<TournamentConfig, Error> {
        let seats = usize::try_from(self.players).ok().filter(|seats| game.seats.contains(seats));
        let seats = seats.ok_or_else(|| {
            let (low, high) = (game.seats.start(), game.seats.end());
            let message = format!("players = {} is out of range", self.players);
            let help = if low == high {
                format!("write {low}")
            } else {
                format!("write a whole number from {low} to {high}")
            };
            source.wrong("players", message, help)
        })?;
        let (roster, replaced) = self.roster(game, source, folder)?;
        let personalities = self.personalities.zip(folder).map(|(path, of)| of.join(path));
        let mut paths: Vec<_> =
            personalities.map(|path| ("personalities", path)).into_iter().collect();
        let rules = match (self.rules, folder) {
            (Some(Value::Table(_)), _) => Some(source.only_table("rules")),
            (Some(Value::String(path)), Some(folder)) => {
                let path = folder.join(path);
                let read = Source::read(&path).map_err(|error| source.placed("rules", error))?;
                paths.push(("rules", path));
                Some(read)
            }
            (None, _) | (Some(Value::String(_)), None) => None,
            (Some(_), _) => {
                let example = game.rule_file.unwrap_or("rules.toml");
                let help =
                    format!("write the path of a file, such as {example:?}, or a table [rules]");
                return Err(source.wrong("rules", "rules is neither a path nor a table", help));
            }
        };
        Ok(TournamentConfig {
            externals: declared(self.external, source, folder)?,
            game,
            seats,
            games: self.games.0,
            seed: self.seed.0,
            roster,
            replaced,
            rules,
            paths,
            source: folder.map(|_| source.clone()),
        })
    }

    /// The players, and the ids of those that are played instead of built-in ones.
    fn roster(
        &self,
        game: &GameInfo,
        source: &Source,
        folder: Option<&Path>,
    ) -> Result<(Roster, Vec<String>), Error> {
        let (mut roster, replaced) = match (&self.personalities, folder) {
            (None, _) if self.built_in_personalities.is_some() => {
                let key = "built_in_personalities";
                let message = format!("{key} needs a folder of personalities");
                return Err(source.wrong(key, message, "write personalities = \"DIR\" as well"));
            }
            (None, _) => {
                let none = Roster::new(Vec::new(), game.agents);
                (
                    if game.personalities { none.beside(built_in(game.agents)) } else { none },
                    Vec::new(),
                )
            }
            (Some(_), _) if !game.personalities => {
                let message = format!("personalities do not play {}", game.name);
                return Err(source.wrong("personalities", message, "remove this key"));
            }
            (Some(_), None) => (built_in(game.agents), Vec::new()),
            (Some(path), Some(folder)) => {
                let read = from_folder(&folder.join(path), game.agents)
                    .map_err(|error| source.placed("personalities", error))?;
                if self.built_in_personalities == Some(false) {
                    (read, Vec::new())
                } else {
                    with_built_in(read)
                }
            }
        };
        for (at, name) in self.agents.iter().flatten().enumerate() {
            let wrong = |message, help: &str| source.wrong(&format!("agents.{at}"), message, help);
            let spec = match player_files::read(game, name, folder) {
                Some(player) => {
                    player.map_err(|error| source.placed(&format!("agents.{at}"), error))?
                }
                None => AgentSpec::parse(name, game.agents)
                    .map_err(|error| wrong(error.to_string(), &error.help))?,
            };
            if roster.find(spec.as_str()).is_some() {
                return Err(wrong(format!("{:?} is named twice", spec.as_str()), "remove it"));
            }
            roster.members.push(Member::Agent(spec));
        }
        if roster.members.is_empty() && self.external.is_empty() {
            let help = "write a list of agents, such as agents = [\"random\", \"hold-6\"]";
            return Err(source.wrong("agents", "there is no player", help));
        }
        Ok((roster, replaced))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    use miette::Diagnostic;

    use rivals_core::play::{AgentKind, AgentKinds, Parameter, ParameterValues};
    use rivals_core::sentences::Facts;

    const AGENTS: &[AgentKind] = &[
        AgentKind::new("greedy", "Takes the most points.", &[]),
        AgentKind::new(
            "hold",
            "Stops at {n} points.",
            &[Parameter { name: "n", about: "points", values: ParameterValues::whole(1..=100) }],
        ),
    ];

    static DICE: GameInfo = GameInfo {
        name: "dice",
        about: "A game that personalities play.",
        seats: 2..=6,
        agents: AgentKinds::new(AGENTS.len(), |at| &AGENTS[at]),
        adviser: Some("greedy"),
        personalities: true,
        facts: Facts::NONE,
        players: &[],
        rule_file: Some("dice.toml"),
        tournament: "players = 2\ngames = 9\nseed = 3\npersonalities = \"p\"\nrules = \"r\"\n",
    };
    static CARDS: GameInfo = GameInfo {
        name: "cards",
        about: "A game that personalities do not play.",
        seats: 3..=3,
        agents: DICE.agents,
        adviser: Some("greedy"),
        personalities: false,
        facts: Facts::NONE,
        players: &[],
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
            rules.parse::<toml::Table>().unwrap()["target"].as_integer()
        };
        assert_eq!(target(config), Some(30));
        let inline = read("rules = \"short.toml\"", "[rules]\ntarget = 20").unwrap();
        assert_eq!(named(&inline), ["personalities people"]);
        assert_eq!(target(inline), Some(20));
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
            ("games = 7", "games = 0", "line 2: games = 0 is out of range", "to 10000000000"),
            ("seed = 5", "sed = 5", "unknown key `sed`", "did you mean seed?"),
            ("\"people\"", "\"nobody\"", "line 4: there is no personality in", "ID.toml"),
            ("\"people\"", "\"peple\"", "line 4: cannot read the folder", "ID.toml"),
            ("\"people\"", "\"\"", "personalities = \"\" cannot be used", "the path of a folder"),
            ("\"people\"", "\"odd\"", "eva.toml, line 1: id = 1 cannot be used", "a text"),
            ("\"greedy\"", "\"gredy\"", "line 5: no agent is called \"gredy\"", "mean greedy?"),
            ("\"greedy\"", "\"hold-9\"", "line 5: \"hold-9\" is named twice", "remove it"),
            ("\"short.toml\"", "\"long.toml\"", "line 6: cannot read", "give the path"),
            ("\"short.toml\"", "3", "line 6: rules is neither", "the path of a file"),
            ("players", "game = \"crads\"\nplayers", "line 1: no game is called", "dice, cards"),
            ("players", "game = \"cards\"\nplayers", "do not play cards", "remove this key"),
        ] {
            let refusal = read(from, to).expect_err(to);
            let (left, right) = refusal.split_once(" | ").unwrap();
            assert!(left.contains(message), "{to:?}: {refusal}");
            assert!(right.contains(help), "{to:?}: {refusal}");
        }
    }
}
