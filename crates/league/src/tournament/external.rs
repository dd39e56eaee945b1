//! Players that are programs of their own, as files declare them: tables `[[external]]` in a
//! tournament's file, or in a file of its own. Nothing is started here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::config::{Source, checked, whole};
use crate::error::Error;
use crate::files::base_folder;

/// A declared player, a table `[[external]]`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct External {
    /// Its id in all files.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// The program and its arguments, without a shell.
    #[serde(deserialize_with = "command")]
    pub command: Vec<String>,
    /// The program: a path, or a name to be found in `PATH`.
    #[serde(skip)]
    pub program: PathBuf,
    /// The working directory.
    #[serde(default)]
    pub folder: PathBuf,
    /// Files whose contents decide how it plays, as they are written: paths from [`Self::base`].
    #[serde(default)]
    pub files: Vec<String>,
    /// The folder of the file that declares it.
    #[serde(skip)]
    pub base: PathBuf,
    /// What it finds in its environment, beside what all find.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// The values of its own options.
    #[serde(default)]
    pub options: toml::Table,
    /// The time that it has.
    #[serde(default, deserialize_with = "time")]
    pub time: TimeLimit,
    /// How many milliseconds longer a decision may take before it is a failure.
    #[serde(default, deserialize_with = "whole::<u64, _, _, 0, 60_000>")]
    pub margin_ms: u64,
    /// The cores that a game of it takes; 1 if it does not say.
    #[serde(default, deserialize_with = "whole::<usize, _, _, 1, 256>")]
    pub threads: Option<usize>,
    /// Whether each game has a process of its own.
    #[serde(default, rename = "restart", deserialize_with = "restarts")]
    pub restarts: bool,
    /// The most memory of its process.
    #[serde(default, deserialize_with = "whole::<u64, _, _, 64, 1_048_576>")]
    pub memory_mib: Option<u64>,
}

/// The time that a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    /// For each decision.
    Move(Duration),
    /// For a game, and what is added after each decision.
    Game(Duration, Duration),
}

impl Default for TimeLimit {
    fn default() -> Self {
        Self::Move(Duration::from_secs(10))
    }
}

fn restarts<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    let known = |text: &str| ["failure", "game"].contains(&text);
    let text: String = checked(from, known, "\"failure\" or \"game\"")?;
    Ok(text == "game")
}

fn id<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    checked(from, is_id, "an id of lower-case letters, digits, \"-\", \":\", \"=\" and \".\"")
}

/// Whether a text may be the id of a player. The spelling of a built-in agent may, as a program can
/// take its place.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-:=.".contains(c);
    !text.is_empty() && text.chars().all(known)
}

fn command<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let expected = "a list of the program and its arguments, such as [\"python3\", \"my_bot.py\"]";
    let list = Vec::<String>::deserialize(from)?;
    let named = list.first().is_some_and(|first| !first.is_empty());
    if named && !list.iter().any(|word| word.contains('\0')) {
        return Ok(list);
    }
    Err(D::Error::custom(format!("cannot be used, expected {expected}")))
}

fn time<'de, D: Deserializer<'de>>(from: D) -> Result<TimeLimit, D::Error> {
    let expected = "a time such as \"move 1s\", \"move 300ms\", \"game 2m\" or \"game 60s+0.5s\"";
    let text: String = checked(from, |text| TimeLimit::parse(text).is_some(), expected)?;
    Ok(TimeLimit::parse(&text).unwrap_or_default())
}

impl TimeLimit {
    /// The limit of a text such as `move 1s` or `game 60s+0.5s`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, time) = text.split_once(' ')?;
        match (kind, time.split_once('+')) {
            ("move", None) => Some(Self::Move(duration(time)?)),
            ("game", None) => Some(Self::Game(duration(time)?, Duration::ZERO)),
            ("game", Some((time, more))) => Some(Self::Game(duration(time)?, duration(more)?)),
            _ => None,
        }
    }
}

/// The limit as [`TimeLimit::parse`] reads it.
impl std::fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Move(time) => write!(f, "move {}ms", time.as_millis()),
            Self::Game(time, more) => {
                write!(f, "game {}ms+{}ms", time.as_millis(), more.as_millis())
            }
        }
    }
}

/// A time of 1 ms to a day.
fn duration(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(end);
    let plain = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    };
    let seconds = number.parse::<f64>().ok().filter(|_| plain)? * seconds;
    (0.001..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// The players that these tables of a file declare.
///
/// # Errors
/// At an id that is declared twice.
pub(super) fn declared(
    tables: Vec<External>,
    source: &Source,
    folder: Option<&Path>,
) -> Result<Vec<External>, Error> {
    // The program is started in another folder.
    let base = std::path::absolute(
        folder.filter(|folder| *folder != Path::new("")).unwrap_or(Path::new(".")),
    );
    let base = base.unwrap_or_default();
    let mut externals: Vec<External> = Vec::new();
    for (at, table) in tables.into_iter().enumerate() {
        if externals.iter().any(|other| other.id == table.id) {
            let message = format!("{:?} is declared twice", table.id);
            return Err(source.wrong(&format!("external.{at}.id"), message, "write another id"));
        }
        let named = PathBuf::from(&table.command[0]);
        let program = if table.command[0].contains('/') { base.join(named) } else { named };
        let folder = base.join(&table.folder);
        externals.push(External { program, folder, base: base.clone(), ..table });
    }
    Ok(externals)
}

impl External {
    /// The players of a file that declares nothing else.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn read(path: &Path) -> Result<Vec<Self>, Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            external: Vec<External>,
        }
        let source = Source::read(path)?;
        let file: File = source.parse()?;
        declared(file.external, &source, Some(base_folder(path)))
    }

    /// The player of one program without arguments. Its id is the name of the file without its
    /// ending.
    ///
    /// # Errors
    /// If that is not an id.
    pub fn of_path(path: &str) -> Result<Self, Error> {
        let stem = Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let id = stem.unwrap_or_default().to_lowercase().replace(['_', ' '], "-");
        if !is_id(&id) {
            let help = "name it with lower-case letters, digits and \"-\", or declare it in a file \
                        for --external";
            return Err(Error::refused(format!("{path} gives no id of a player"), help));
        }
        let program = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
        Ok(Self { command: vec![path.to_owned()], ..Self::of_program(id, program) })
    }

    /// The player of a program without arguments.
    #[must_use]
    pub fn of_program(id: String, program: PathBuf) -> Self {
        Self {
            id,
            command: vec![program.to_string_lossy().into_owned()],
            program,
            folder: PathBuf::from("."),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<External>, String> {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("bots.toml");
        std::fs::write(&path, text).unwrap();
        External::read(&path).map_err(|error| format!("{error} | {}", error.help))
    }

    #[test]
    fn a_declaration_has_defaults() {
        let bots = "[[external]]\nid = \"a\"\ncommand = [\"python3\", \"a.py\"]\n\
                    [[external]]\nid = \"b-2\"\ncommand = [\"./b\"]\nfolder = \"bots\"\n\
                    time = \"game 1m+0.5s\"\nmargin_ms = 20\nrestart = \"game\"\noptions = { level = 3 }\n";
        let [a, b] = &read(bots).unwrap()[..] else { panic!("two") };
        assert_eq!((a.program.to_str(), a.threads, a.restarts), (Some("python3"), None, false));
        assert_eq!((a.time.to_string(), a.memory_mib), ("move 10000ms".to_owned(), None));
        assert_eq!((a.margin_ms, b.margin_ms), (0, 20));
        assert!(b.program.ends_with("b") && b.program.parent() == b.folder.parent());
        assert_eq!((b.time.to_string(), b.restarts), ("game 60000ms+500ms".to_owned(), true));
        assert_eq!(TimeLimit::parse(&b.time.to_string()), Some(b.time));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let bot = "[[external]]\nid = \"a\"\ncommand = [\"b\"]\n";
        for (more, said) in [
            ("time = \"move 1\"", "time = \"move 1\" cannot be used | write a time such as"),
            ("time = \"move 0s\"", "time = \"move 0s\" cannot be used"),
            ("memory = 3", "unknown key `memory`"),
            ("restart = \"never\"", "restart = \"never\" cannot be used"),
            ("threads = 0", "threads = 0"),
            (bot, "\"a\" is declared twice"),
            ("[[external]]\nid = \"A\"\ncommand = [\"b\"]", "id = \"A\" cannot be used"),
            ("[[external]]\nid = \"b\"\ncommand = \"b c\"", "command = \"b c\" cannot be used"),
            ("[[external]]\nid = \"b\"\ncommand = []", "command = [] cannot be used"),
        ] {
            let error = read(&format!("{bot}{more}\n")).unwrap_err();
            assert!(error.contains(said) && error.contains("line "), "{error}");
        }
        assert_eq!(External::of_path("bots/My_Bot.py").unwrap().id, "my-bot");
        assert!(External::of_path("bots/é.py").is_err());
    }
}
