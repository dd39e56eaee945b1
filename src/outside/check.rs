//! What authors of programs need: `rivals agent check`, which asks a program everything that it will
//! be asked, and `rivals agent replay`, which asks it the questions of a game again.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rivals_core::contest::GameRecord;
use rivals_core::play::outside::{
    Ask, ClockFace, Counts, Facts, Failure, Greeting, Outside, Outsider, Unanswered, Wire,
    ask_first, greeting, hello, shortened, thought,
};
use rivals_league::tournament::external::External;
use serde_json::{Map, Value, json};

use super::process::Process;
use super::program::{HELLO, READY, ask};
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

/// The questions of a seat of a game.
type Questions = Vec<(Ask, String)>;

/// A player that keeps its questions and answers by lot.
#[derive(Debug)]
struct Recorder {
    facts: Facts,
    questions: Arc<Mutex<Questions>>,
}

impl Outside for Recorder {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn wire(&self, _: bool) -> Box<dyn Wire> {
        Box::new(Recording(Arc::clone(&self.questions)))
    }
}

/// The wire of a [`Recorder`].
struct Recording(Arc<Mutex<Questions>>);

impl Wire for Recording {
    fn clock(&self) -> ClockFace {
        ClockFace { move_ms: Some(10_000), left_ms: None }
    }

    fn ask(
        &mut self,
        asked: Ask,
        question: &str,
        _: Option<&Watch>,
    ) -> Result<Map<String, Value>, Unanswered> {
        let mut questions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        questions.push((asked, question.to_owned()));
        let read: Value = serde_json::from_str(question).unwrap_or_default();
        let actions = read["actions"].as_array().cloned().unwrap_or_default();
        let action = actions.get((7 * questions.len()) % actions.len().max(1));
        let answer = json!({ "ready": true, "action": action });
        Ok(answer.as_object().cloned().unwrap_or_default())
    }

    fn fail(&mut self, _: &Failure) -> bool {
        false
    }

    fn over(&mut self, _: &str, _: bool, _: &dyn Fn() -> Value) {}

    fn counts(&self) -> Counts {
        Counts::default()
    }
}

/// The questions of each seat of a game between players who act by lot.
fn questions(game: &dyn Playable, seats: usize, number: u64) -> miette::Result<Vec<Questions>> {
    let kept: Vec<Arc<Mutex<Questions>>> = (0..seats).map(|_| Arc::default()).collect();
    let members = kept.iter().map(|questions| {
        let facts = Facts { id: "by-lot".to_owned(), ..Facts::default() };
        let recorder = Recorder { facts, questions: Arc::clone(questions) };
        Member::Agent(AgentSpec::from(Outsider(Arc::new(recorder))))
    });
    let roster = Roster::new(members.collect(), game.roster().agents);
    let contest = game.contest(&roster, &|_, _| {}).map_err(rivals_league::Error::from)?;
    let mut record = GameRecord::new(seats, contest.metrics().len());
    let line_up: Vec<usize> = (0..seats).collect();
    contest.play(&line_up, &Dice::new(0, 0, number), &mut record);
    let taken = kept.iter().map(|of| of.lock().unwrap_or_else(PoisonError::into_inner).clone());
    Ok(taken.collect())
}

/// A program that is checked, and what was found so far.
struct Checked<'a> {
    external: &'a External,
    game: &'a dyn Playable,
    checks: Vec<Check>,
}

impl Checked<'_> {
    /// Notes what came of a check.
    fn note(&mut self, name: impl Into<String>, found: Result<String, String>) {
        self.checks.push(Check { name: name.into(), found });
    }

    /// A process that has said hello with this question.
    fn begun(&self, hello: &str) -> Result<(Process, Map<String, Value>, Duration), String> {
        let mut process = Process::start(self.external).map_err(|failure| failure.what)?;
        let (answer, time) = told(ask(&mut process, hello, HELLO, None))?;
        Ok((process, answer, time))
    }

    fn hello(&self) -> String {
        let options = json!(self.external.options);
        hello(self.game.game_name(), &self.game.rules_text(), &self.game.seats(), &options)
    }

    /// Asks the questions of a seat, changed so: the answers, with the times of the decisions.
    fn asked(
        &self,
        questions: &Questions,
        change: Change<'_>,
    ) -> Result<(Vec<String>, Vec<Duration>), String> {
        let (mut process, ..) = self.begun(&self.hello())?;
        let (mut actions, mut times) = (Vec::new(), Vec::new());
        for (asked, question) in questions.iter().take(MOST_QUESTIONS) {
            let mut fields: Map<String, Value> = serde_json::from_str(question).unwrap_or_default();
            change(&mut fields);
            let limit = if *asked == Ask::New { READY } else { LIMIT };
            let (answer, time) = told(ask(&mut process, &ask_first(&json!(fields)), limit, None))?;
            match asked {
                Ask::New if answer.get("ready") == Some(&json!(true)) => {}
                Ask::New => return Err("\"ready\" is not true in its answer to new".to_owned()),
                Ask::Decide => {
                    actions.push(decided(&answer, &fields)?);
                    times.push(time);
                }
            }
        }
        Ok((actions, times))
    }
}

/// The action of an answer to these fields.
fn decided(answer: &Map<String, Value>, fields: &Map<String, Value>) -> Result<String, String> {
    if answer.contains_key("resign") {
        return Ok("resign".to_owned());
    }
    let listed = fields.get("actions").and_then(Value::as_array);
    let actions = listed.into_iter().flatten().filter_map(Value::as_str);
    let actions: Vec<String> = actions.map(str::to_owned).collect();
    let places: Vec<usize> = (0..actions.len()).collect();
    let thought = thought(answer, &places, &actions).map_err(|failure| told_failure(&failure))?;
    Ok(actions[thought.action].clone())
}

fn told_failure(failure: &Failure) -> String {
    format!("{}: {}", failure.word.text(), failure.what)
}

/// What was answered, or what is said of a failure.
fn told<T>(answered: Result<T, Unanswered>) -> Result<T, String> {
    answered.map_err(|unanswered| match unanswered {
        Unanswered::Failed(failure) => told_failure(&failure),
        Unanswered::Stopped => "the program was asked to stop".to_owned(),
    })
}

/// A change of a question.
type Change<'a> = &'a dyn Fn(&mut Map<String, Value>);

/// Checks a program: what it says at first, and then the questions of games of all sizes.
pub(crate) fn check(external: &External, game: &dyn Playable) -> miette::Result<Vec<Check>> {
    let mut checked = Checked { external, game, checks: Vec::new() };
    let Some(greeting) = greets(&mut checked) else {
        return Ok(checked.checks);
    };
    let mut longest = Questions::new();
    for seats in game.seats() {
        for (seat, questions) in questions(game, seats, seats as u64)?.into_iter().enumerate() {
            let name = format!("a game of {seats} seats, in seat {}", seat + 1);
            let asked = checked.asked(&questions, &|_| {});
            checked.note(name, asked.map(|(actions, _)| format!("{} decisions", actions.len())));
            longest = if questions.len() > longest.len() { questions } else { longest };
        }
    }
    alike(&mut checked, greeting.deterministic, &longest);
    changed(&mut checked, &longest);
    for (name, quits) in [("quit ends it", true), ("the end of its input ends it", false)] {
        let found = checked.begun(&checked.hello()).and_then(|(mut process, ..)| {
            let begun = Instant::now();
            let ends = process.ends(quits);
            let late = "it goes on for more than a second".to_owned();
            ends.then(|| milliseconds(begun.elapsed())).ok_or(late)
        });
        checked.note(name, found);
    }
    Ok(checked.checks)
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
    let Ok((first, mut times)) = checked.asked(questions, &|_| {}) else {
        return;
    };
    let again = checked.asked(questions, &|_| {}).and_then(|(again, _)| {
        match (first.iter().zip(&again).filter(|(one, other)| one != other).count(), deterministic)
        {
            (0, _) => Ok("alike".to_owned()),
            (count, false) => Ok(format!("{count} decisions differ, as it may")),
            (count, true) => Err(format!("{count} of {} decisions differ", first.len())),
        }
    });
    checked.note("the same game again in another process", again);
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
    let begins: Questions = questions.iter().take(2).cloned().collect();
    for (name, times) in [("a game that nobody finishes, then another", 2), ("20 games", 20)] {
        let found = checked.asked(&vec![&begins[..]; times].concat(), &|_| {});
        checked.note(name, found.map(|_| "ready".to_owned()));
    }
    let over = checked.begun(&checked.hello()).and_then(|(mut process, ..)| {
        process.tell(b"{\"ask\":\"over\",\"winners\":[1],\"scores\":[1,0],\"why\":\"over\"}\n");
        process.tell(b"{\"ask\":\"of a later version\"}\n");
        let new = begins.first().map_or("{}", |(_, new)| new);
        told(ask(&mut process, new, READY, None)).map(|_| "no answer".to_owned())
    });
    checked.note("lines without an id are not answered", over);
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

/// A question of a failed game, and the answer that it had.
type Asked = (Map<String, Value>, Option<Map<String, Value>>);

/// The questions of the file of a failed game.
pub(crate) fn kept(text: &str) -> Vec<Asked> {
    let mut kept: Vec<Asked> = Vec::new();
    // A file of all games has a game in each line.
    let games = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let lines = games.flat_map(|game| game["lines"].as_array().cloned().unwrap_or_default());
    let lines: String = lines.filter_map(|line| line.as_str().map(str::to_owned)).collect();
    let text = if lines.is_empty() { text } else { &lines };
    for line in text.lines() {
        let read = |line| serde_json::from_str::<Map<String, Value>>(line).unwrap_or_default();
        if let Some(question) = line.strip_prefix("> ") {
            let question = read(question);
            if question.contains_key("ask") {
                kept.push((question, None));
            }
        } else if let (Some(answer), Some(last)) = (line.strip_prefix("< "), kept.last_mut()) {
            last.1 = Some(read(answer));
        }
    }
    kept
}

/// Asks a program these questions again: a line for each.
pub(crate) fn replay(external: &External, kept: Vec<Asked>) -> Vec<Check> {
    let mut checks = Vec::new();
    let mut process = match Process::start(external) {
        Ok(process) => process,
        Err(failure) => {
            return vec![Check { name: "start".to_owned(), found: Err(failure.what) }];
        }
    };
    for (mut question, before) in kept {
        question.remove("id");
        let name = shortened(&format!(
            "{} {}",
            question["ask"],
            question.get("moves").unwrap_or(&Value::Null)
        ));
        let limit = if question["ask"] == "hello" { HELLO } else { LIMIT };
        let answered = told(ask(&mut process, &ask_first(&json!(question)), limit, None));
        let found = answered.and_then(|(answer, time)| {
            let action = answer.get("action").map(Value::to_string).unwrap_or_default();
            let had = before.and_then(|before| before.get("action").map(Value::to_string));
            match had {
                Some(had) if had != action => Err(format!("{action}, and {had} before")),
                _ => Ok(format!("{action} {}", milliseconds(time)).trim().to_owned()),
            }
        });
        let ends = found.as_ref().is_err_and(|what| !what.contains("before"));
        checks.push(Check { name, found });
        if ends {
            break;
        }
    }
    checks
}
