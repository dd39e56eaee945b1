//! What authors of programs need: `rivals agent check`, which asks a program everything that it will
//! be asked, and `rivals agent replay`, which asks it the questions of a game again.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rivals_core::contest::GameRecord;
use rivals_core::play::outside::{
    Ask, ClockFace, Counts, Facts, Failure, Greeting, Outside, Outsider, Unanswered, Wire, Word,
    ask_first, greeting, hello, reason, shortened, thought,
};
use rivals_league::tournament::external::External;
use serde_json::{Map, Value, json};

use super::games::kept_games;
use super::greeting::hello_about;
use super::process::Process;
use super::program::{HELLO, READY, TOLD_ERRORS, ask, indented};
use crate::catalogue::Playable;
use crate::personalities::{Member, Roster};
use crate::play::{AgentSpec, Dice, Watch};

/// The time for a question of a check.
const LIMIT: Duration = Duration::from_secs(10);

/// The questions of each game that are asked.
const MOST_QUESTIONS: usize = 200;

/// A check, and what came of it.
pub(crate) struct Check {
    pub name: String,
    /// What was found; the error is what is wrong.
    pub found: Result<String, String>,
}

/// The questions of a seat of a game, each with its fields.
type Questions = Vec<(Ask, Map<String, Value>)>;

/// A program at a seat of a game, as a player of it.
#[derive(Clone, Debug)]
struct Player {
    facts: Facts,
    live: Arc<Mutex<Live>>,
}

/// A program in a game, until it does something wrong.
#[derive(Debug)]
struct Live {
    process: Process,
    /// The questions that it answered.
    questions: Questions,
    wrong: Option<String>,
}

impl Outside for Player {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn wire(&self, _: bool) -> Box<dyn Wire> {
        Box::new(self.clone())
    }
}

impl Wire for Player {
    fn clock(&self) -> ClockFace {
        ClockFace { move_ms: Some(10_000), left_ms: None }
    }

    fn ask(
        &mut self,
        asked: Ask,
        question: &str,
        _: Option<&Watch>,
    ) -> Result<Map<String, Value>, Unanswered> {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        if live.questions.len() == MOST_QUESTIONS {
            return Err(Unanswered::Stopped);
        }
        let fields: Map<String, Value> = serde_json::from_str(question).unwrap_or_default();
        match answer(&mut live.process, asked, &fields) {
            Ok((answer, _)) => {
                live.questions.push((asked, fields));
                Ok(answer)
            }
            Err(wrong) => {
                live.wrong = Some(wrong);
                Err(Unanswered::Stopped)
            }
        }
    }

    fn fail(&mut self, _: &Failure) -> bool {
        false
    }

    fn over(&mut self, _: &str, _: bool, _: &dyn Fn() -> Value) {}

    fn counts(&self) -> Counts {
        Counts::default()
    }
}

/// A game of a program in a seat against players who draw their actions.
fn played(
    game: &dyn Playable,
    (seats, seat): (usize, usize),
    process: Process,
) -> miette::Result<Live> {
    let live = Arc::new(Mutex::new(Live { process, questions: Vec::new(), wrong: None }));
    let facts = Facts { id: "checked".to_owned(), ..Facts::default() };
    let player = Player { facts, live: Arc::clone(&live) };
    let player = Member::Agent(AgentSpec::from(Outsider(Arc::new(player))));
    let drawing = game.roster().member("random").map_err(rivals_league::Error::from)?;
    let roster = Roster::new(vec![player, drawing], game.roster().agents);
    let contest = game.contest(&roster, &|_, _| {}).map_err(rivals_league::Error::from)?;
    let mut record = GameRecord::new(seats, contest.metrics().len());
    let line_up: Vec<usize> = (0..seats).map(|at| usize::from(at != seat)).collect();
    contest.play(&line_up, &Dice::new(0, 0, seats as u64), &mut record);
    drop((contest, roster));
    let live = Arc::into_inner(live).expect("the game is over");
    Ok(live.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// An answer, and of a decision its action and time.
type Answered = (Map<String, Value>, Option<(String, Duration)>);

/// Asks a question of a game; the error is what is wrong with the answer.
fn answer(
    process: &mut Process,
    asked: Ask,
    question: &Map<String, Value>,
) -> Result<Answered, String> {
    let limit = if asked == Ask::New { READY } else { LIMIT };
    let (answer, time) = told(ask(process, &ask_first(&json!(question)), limit, None))?;
    let decided = match asked {
        Ask::Decide => Some((decided(&answer, question)?, time)),
        Ask::New if answer.get("ready") == Some(&json!(true)) => None,
        Ask::New => return Err("\"ready\" is not true in its answer to new".to_owned()),
    };
    Ok((answer, decided))
}

/// A program that is checked, and what was found so far.
struct Checked<'a> {
    external: &'a External,
    game: &'a dyn Playable,
    checks: Vec<Check>,
    /// What the program wrote to standard error before the first failure.
    errors: String,
}

impl Checked<'_> {
    /// Notes what came of a check.
    fn note(&mut self, name: impl Into<String>, found: Result<String, String>) {
        self.checks.push(Check { name: name.into(), found });
    }

    /// A process that has said hello with this question.
    fn begun(&mut self, hello: &str) -> Result<(Process, Map<String, Value>, Duration), String> {
        let mut process = Process::start(self.external).map_err(|failure| failure.what)?;
        match told(ask(&mut process, hello, HELLO, None)) {
            Ok((answer, time)) => Ok((process, answer, time)),
            Err(wrong) => {
                self.heard(process);
                Err(wrong)
            }
        }
    }

    /// Notes what a program that failed wrote to standard error.
    fn heard(&mut self, mut process: Process) {
        process.kill();
        if self.errors.is_empty() {
            self.errors = indented(&process.errors(TOLD_ERRORS));
        }
    }

    fn hello(&self) -> String {
        hello_about(self.game, self.external)
    }

    /// Asks the questions of a seat, changed so: the actions of the decisions, with their times.
    fn asked(
        &mut self,
        questions: &[(Ask, Map<String, Value>)],
        change: Change<'_>,
    ) -> Result<Vec<(String, Duration)>, String> {
        let (mut process, ..) = self.begun(&self.hello())?;
        let mut decisions = Vec::new();
        for (asked, question) in questions {
            let mut question = question.clone();
            change(&mut question);
            match answer(&mut process, *asked, &question) {
                Ok((_, decided)) => decisions.extend(decided),
                Err(wrong) => {
                    self.heard(process);
                    return Err(wrong);
                }
            }
        }
        Ok(decisions)
    }
}

/// The action of an answer to these fields.
fn decided(answer: &Map<String, Value>, fields: &Map<String, Value>) -> Result<String, String> {
    let malformed = |what: String| Failure::new(Word::Malformed, what).to_string();
    if reason(answer, "resign").map_err(malformed)?.is_some() {
        return Ok("resign".to_owned());
    }
    let listed = fields.get("actions").and_then(Value::as_array);
    let actions = listed.into_iter().flatten().filter_map(Value::as_str);
    let actions: Vec<String> = actions.map(str::to_owned).collect();
    let places: Vec<usize> = (0..actions.len()).collect();
    let thought = thought(answer, &places, &actions).map_err(|failure| failure.to_string())?;
    let values = thought.actions.iter().map(|of| of.value).chain(thought.value);
    if let Some(value) = { values }.find(|value| !(0.0..=1.0).contains(value)) {
        return Err(format!("a \"value\" is {value}, and not a share of the win, from 0 to 1"));
    }
    Ok(actions[thought.action].clone())
}

/// What was answered, or what is said of a failure.
fn told<T>(answered: Result<T, Unanswered>) -> Result<T, String> {
    answered.map_err(|unanswered| Failure::from(unanswered).to_string())
}

/// A change of a question.
type Change<'a> = &'a dyn Fn(&mut Map<String, Value>);

/// Checks a program: what it says at first, and then the questions of games of all sizes.
///
/// Returns the checks, and what it wrote to standard error before the first failure.
///
/// # Errors
/// If the game cannot be played.
pub(crate) fn check(
    external: &External,
    game: &dyn Playable,
) -> miette::Result<(Vec<Check>, String)> {
    let mut checked = Checked { external, game, checks: Vec::new(), errors: String::new() };
    let Some(greeting) = greets(&mut checked) else {
        return Ok((checked.checks, checked.errors));
    };
    let mut longest = Questions::new();
    for seats in game.seats() {
        for seat in 0..seats {
            let name = format!("a game of {seats} seats, in seat {}", seat + 1);
            let begun = checked.begun(&checked.hello());
            let found = match begun {
                Ok((process, ..)) => {
                    let Live { process, questions, wrong } = played(game, (seats, seat), process)?;
                    let first = if questions.len() == MOST_QUESTIONS { "the first " } else { "" };
                    let decisions = questions.len().saturating_sub(1);
                    longest = if questions.len() > longest.len() { questions } else { longest };
                    match wrong {
                        Some(wrong) => {
                            checked.heard(process);
                            Err(wrong)
                        }
                        None => Ok(format!("{first}{decisions} decisions")),
                    }
                }
                Err(wrong) => Err(wrong),
            };
            checked.note(name, found);
        }
    }
    // A program that fails at each `new` has answered nothing that could be asked again.
    if !longest.is_empty() {
        alike(&mut checked, greeting.deterministic, &longest);
        changed(&mut checked, &longest);
    }
    for (name, quits) in [("quit ends it", true), ("the end of its input ends it", false)] {
        let found = checked.begun(&checked.hello()).and_then(|(mut process, ..)| {
            let begun = Instant::now();
            let ends = process.ends(quits);
            let late = "it goes on for more than a second".to_owned();
            ends.then(|| milliseconds(begun.elapsed())).ok_or(late)
        });
        checked.note(name, found);
    }
    Ok((checked.checks, checked.errors))
}

/// What a program says at first.
fn greets(checked: &mut Checked<'_>) -> Option<Greeting> {
    let (game, hello_here) = (checked.game.game_name(), checked.hello());
    let begun = checked.begun(&hello_here);
    let found = begun.as_ref().map(|(.., time)| milliseconds(*time)).map_err(Clone::clone);
    checked.note("it starts, and answers hello", found);
    let greeted = greeting(&begun.ok()?.1, game);
    let named = greeted.as_ref().map(|of| format!("{} {}", of.name, of.version));
    checked.note("hello: protocol 1, its games and its name", named.map_err(Clone::clone));
    let greeted = greeted.ok()?;
    let again = checked.begun(&hello_here).and_then(|(_, answer, _)| greeting(&answer, game));
    let other = || "it has another name or version".to_owned();
    let alike =
        again.and_then(|again| (again == greeted).then(|| "alike".to_owned()).ok_or_else(other));
    checked.note("a second process says the same", alike);
    let other = checked.begun(&hello("no-such-game", "", &[2], &json!({})));
    let plays = other.and_then(|(_, answer, _)| greeting(&answer, "no-such-game"));
    let found = match plays {
        Ok(_) => Err("it says that it plays no-such-game".to_owned()),
        Err(what) => Ok(what),
    };
    checked.note("another game is not played", found);
    Some(greeted)
}

/// Whether the same questions have the same answers, and how fast.
fn alike(checked: &mut Checked<'_>, deterministic: bool, questions: &Questions) {
    let Ok(first) = checked.asked(questions, &|_| {}) else {
        return;
    };
    let again = checked.asked(questions, &|_| {}).and_then(|again| {
        let differ = first.iter().zip(&again).filter(|(one, other)| one.0 != other.0);
        match (differ.count(), deterministic) {
            (0, _) => Ok("alike".to_owned()),
            (count, false) => Ok(format!("{count} decisions differ, as it may")),
            (count, true) => Err(format!("{count} of {} decisions differ", first.len())),
        }
    });
    checked.note("the same game again in another process", again);
    let mut times: Vec<Duration> = first.into_iter().map(|(_, time)| time).collect();
    times.sort_unstable();
    if let (Some(middle), Some(last)) = (times.get(times.len() / 2), times.last()) {
        let [middle, last] = [*middle, *last].map(milliseconds);
        checked.note("speed of a decision", Ok(format!("median {middle}, at most {last}")));
    }
}

/// Questions that are written in another way, and games that follow each other in one process.
fn changed(checked: &mut Checked<'_>, questions: &Questions) {
    let set = |key: &'static str, value: Value| {
        move |fields: &mut Map<String, Value>| {
            if fields.contains_key(key) {
                fields.insert(key.to_owned(), value.clone());
            }
        }
    };
    let more = |fields: &mut Map<String, Value>| {
        fields.insert("a_field_of_later".to_owned(), json!({ "\u{e1}": [1, null, "\u{1F600}"] }));
    };
    let changes: [(&str, Change<'_>); 5] = [
        ("fields that it does not know", &more),
        ("decisions without the moves before", &set("moves", json!([]))),
        ("a clock of a game", &set("clock", json!({ "move_ms": null, "left_ms": 60_000 }))),
        ("a clock of a short time", &set("clock", json!({ "move_ms": 1, "left_ms": null }))),
        ("the largest seed", &set("seed", json!("ffffffffffffffff"))),
    ];
    for (name, change) in changes {
        let found = checked.asked(questions, change);
        checked.note(name, found.map(|_| "legal".to_owned()));
    }
    let begins = &questions[..questions.len().min(2)];
    for (name, times) in [("a game that nobody finishes, then another", 2), ("20 games", 20)] {
        let found = checked.asked(&vec![begins; times].concat(), &|_| {});
        checked.note(name, found.map(|_| "ready".to_owned()));
    }
    let over = checked.begun(&checked.hello()).and_then(|(mut process, ..)| {
        process.tell(b"{\"ask\":\"over\",\"winners\":[1],\"scores\":[1,0],\"why\":\"over\"}\n");
        process.tell(b"{\"ask\":\"of a later version\"}\n");
        let new = ask_first(&json!(begins.first().map(|(_, new)| new)));
        told(ask(&mut process, &new, READY, None)).map(|_| "no answer".to_owned())
    });
    checked.note("lines without an id are not answered", over);
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

/// A question of a game that was kept.
pub(crate) struct Asked {
    /// The number of its game in the file.
    game: usize,
    question: Map<String, Value>,
    /// The answer that it had.
    answer: Option<Map<String, Value>>,
    /// How the program failed at it.
    failed: Option<String>,
}

/// The questions of a file that `--keep-failed` or `--keep-games` wrote: of all of its games, or of
/// one, by its number from 1.
///
/// # Errors
/// If the file cannot be read, or a line of it is not a whole game.
pub(crate) fn kept(path: &Path, nth: Option<usize>) -> miette::Result<Vec<Asked>> {
    let Some(games) = kept_games(path) else {
        return Ok(asked(1, &crate::files::read_text(path)?));
    };
    let mut all = Vec::new();
    for (number, game) in (1..).zip(games) {
        let game = game?;
        if nth.is_none_or(|nth| nth == number) {
            let lines = game["lines"].as_array().cloned().unwrap_or_default();
            let lines: String = lines.iter().filter_map(Value::as_str).collect();
            all.extend(asked(number, &lines));
        }
    }
    Ok(all)
}

/// The questions of the lines of a game.
fn asked(game: usize, text: &str) -> Vec<Asked> {
    let mut all: Vec<Asked> = Vec::new();
    for line in text.lines() {
        let read = |line| serde_json::from_str::<Map<String, Value>>(line).unwrap_or_default();
        let question = line.strip_prefix("> ").map(read);
        if let Some(question) = question.filter(|question| question.contains_key("ask")) {
            all.push(Asked { game, question, answer: None, failed: None });
        } else if let Some(last) = all.last_mut() {
            last.answer = line.strip_prefix("< ").map(read).or(last.answer.take());
            last.failed = line.strip_prefix("# ").map(str::to_owned).or(last.failed.take());
        }
    }
    all
}

impl Asked {
    /// The time for an answer.
    fn limit(&self) -> Duration {
        let clock = &self.question.get("clock").unwrap_or(&Value::Null);
        let ms = clock["move_ms"].as_u64().or(clock["left_ms"].as_u64());
        match self.question["ask"].as_str() {
            Some("hello") => HELLO,
            Some("decide") => ms.map_or(LIMIT, Duration::from_millis),
            _ => READY,
        }
    }

    /// What it asks, in short.
    fn name(&self) -> String {
        let moves = self.question.get("moves").unwrap_or(&Value::Null);
        let what = format!("{}: {} {moves}", self.game, self.question["ask"]);
        let failed = self.failed.as_ref().map(|what| format!(" (it failed here, {what})"));
        shortened(&what) + &failed.unwrap_or_default()
    }
}

/// Asks a program these questions again: a line for each, and what it wrote to standard error.
pub(crate) fn replay(external: &External, kept: Vec<Asked>) -> (Vec<Check>, String) {
    let mut checks = Vec::new();
    let mut process = match Process::start(external) {
        Ok(process) => process,
        Err(failure) => {
            let check = Check { name: "start".to_owned(), found: Err(failure.what) };
            return (vec![check], String::new());
        }
    };
    for mut asked in kept {
        asked.question.remove("id");
        let (name, limit) = (asked.name(), asked.limit());
        let Asked { question, answer: before, .. } = asked;
        let answered = told(ask(&mut process, &ask_first(&json!(question)), limit, None));
        let ends = answered.is_err();
        let found = answered.and_then(|(answer, time)| {
            if question["ask"] != "decide" {
                return Ok(milliseconds(time));
            }
            let action = decided(&answer, &question)?;
            let had = before.and_then(|before| decided(&before, &question).ok());
            match had {
                Some(had) if had != action => Err(format!("{action}, and {had} before")),
                _ => Ok(format!("{action} {}", milliseconds(time))),
            }
        });
        checks.push(Check { name, found });
        if ends {
            break;
        }
    }
    process.kill();
    (checks, indented(&process.errors(TOLD_ERRORS)))
}
