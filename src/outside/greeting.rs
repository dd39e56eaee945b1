//! What a program says of itself: the games that it plays, its options, and who it is.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use miette::miette;
use rivals_core::play::outside::{Failure, Greeting, Word, hello};
use rivals_core::sha256::sha256;
use rivals_league::tournament::external::External;
use serde_json::{Map, Value, json};

use super::process::Process;
use super::program::{HELLO, TOLD_ERRORS, ask, indented};
use crate::catalogue::{GameEntry, Playable, catalogue};

/// The games that a program says it plays, asked about one after the other until it answers.
///
/// # Errors
/// If it answers about none, or names none that there is.
pub(crate) fn games(external: &External) -> miette::Result<Vec<&'static GameEntry>> {
    let mut reason = "it names no game that there is".to_owned();
    for game in catalogue() {
        let hello = hello_about(&game.load(None)?, external);
        let mut process = match Process::start(external) {
            Ok(process) => process,
            Err(failure) => {
                reason = failure.what;
                break;
            }
        };
        match ask(&mut process, &hello, HELLO, None) {
            Ok((answer, _)) => {
                let names = answer.get("games").and_then(Value::as_array);
                let named = |game: &GameEntry| {
                    names.is_some_and(|names| names.contains(&json!(game.info().name)))
                };
                let played: Vec<_> = catalogue().iter().filter(|game| named(game)).collect();
                if !played.is_empty() {
                    return Ok(played);
                }
            }
            Err(unanswered) => {
                process.kill();
                let failure = Failure::from(unanswered);
                let late = failure.word == Word::Timeout;
                reason = format!("{}\n{}", failure.what, indented(&process.errors(TOLD_ERRORS)));
                if late {
                    break;
                }
            }
        }
    }
    let reason = reason.trim_end();
    let help = "the answer to hello is one line, which lists its games";
    Err(miette!(help = help, "{}: {reason}", external.command.join(" ")))
}

/// The question `hello` about a game.
pub(super) fn hello_about(game: &dyn Playable, external: &External) -> String {
    hello(game.game_name(), &game.rules_text(), &game.seats(), &json!(external.options))
}

/// What is wrong with the options of a declaration, by those that the program has.
pub(super) fn wrong_option(options: &Value, hello: &Map<String, Value>) -> Option<String> {
    let listed = hello.get("options").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    options.as_object()?.iter().find_map(|(name, value)| {
        let Some(option) = listed.iter().find(|option| option["name"] == name.as_str()) else {
            let names: Vec<&str> = listed.iter().filter_map(|one| one["name"].as_str()).collect();
            let has = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Some(format!("it has no option {name:?}; its hello lists {has}"));
        };
        let bound = |key: &str, other| option[key].as_f64().unwrap_or(other);
        let has_bounds = option["low"].is_number() || option["high"].is_number();
        let Some(number) = value.as_f64() else {
            return has_bounds.then(|| format!("its option {name} is {value}, and not a number"));
        };
        let (low, high) = (bound("low", f64::NEG_INFINITY), bound("high", f64::INFINITY));
        let inside = (low..=high).contains(&number);
        (!inside).then(|| format!("its option {name} is {number}, and not from {low} to {high}"))
    })
}

/// Everything that decides how a player plays, as TOML in one line; within texts there is no space.
pub(super) fn identity(external: &External, greeting: &Greeting) -> Result<String, Failure> {
    let hash = |name: &str, path: &Path| {
        let unreadable = |error| {
            Failure::new(Word::Start, format!("{name} of {} cannot be read: {error}", external.id))
        };
        fs::read(path).map(|bytes| sha256(&bytes)).map_err(unreadable)
    };
    let quoted = |text: &str| json!(text).to_string().replace(' ', "\\u0020");
    // It may hold what nobody else is to read.
    let environment = sha256(json!(external.environment).to_string().as_bytes());
    let options = json!(external.options).to_string();
    let program = found(&external.program);
    let mut text = format!(
        "command={} options={} environment={} time={} margin_ms={} memory_mib={} name={} version={} about={} deterministic={} program={}",
        quoted(&json!(external.command).to_string()),
        quoted(&options),
        quoted(&environment),
        quoted(&external.time.to_string()),
        external.margin_ms,
        quoted(&external.memory_mib.map_or("none".to_owned(), |mib| mib.to_string())),
        quoted(&greeting.name),
        quoted(&greeting.version),
        quoted(&greeting.about),
        greeting.deterministic,
        quoted(&hash(&external.command[0], &program)?),
    );
    let files = external.files.iter();
    let files = files.map(|name| (format!("file {name}"), external.base.join(name)));
    // A script is an argument, from the working directory on.
    let arguments = external.command[1..].iter().map(|name| (name, external.folder.join(name)));
    let readable = |path: &Path| path.is_file() && fs::File::open(path).is_ok();
    let arguments = arguments.filter(|(_, path)| readable(path));
    let arguments = arguments.map(|(name, path)| (format!("argument {name}"), path));
    for (name, path) in files.chain(arguments).collect::<BTreeMap<_, _>>() {
        let _ = write!(text, " {}={}", quoted(&name), quoted(&hash(&name, &path)?));
    }
    Ok(text)
}

/// The file of a program, which is looked for in `PATH` if it has no folder.
fn found(program: &Path) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(program));
    let named = program.components().count() > 1;
    let place = if named { None } else { places.find(|place| place.is_file()) };
    place.unwrap_or_else(|| program.to_owned())
}
