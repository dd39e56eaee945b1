//! A player that is a program of its own: its processes, which games share one after the other, its
//! failures, and when they end the run.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rivals_core::play::Watch;
use rivals_core::play::outside::{
    Ask, ClockFace, Counts, Facts, Failure, Greeting, Outside, Unanswered, Wire, Word, greeting,
    shortened,
};
use rivals_league::tournament::external::{External, TimeLimit};
use serde_json::{Map, Value, json};

use super::LOG;
use super::greeting::{hello_about, identity, wrong_option};
use super::process::Process;
use crate::catalogue::Playable;
use crate::files::cannot_write;
use rivals_league::Error;

/// How long a program has to say hello, and to be ready for a game.
pub(super) const HELLO: Duration = Duration::from_secs(10);
pub(super) const READY: Duration = Duration::from_secs(5);

/// More failures than this, one after the other, end the run.
const IN_A_ROW: u64 = 10;

/// How much of standard error a log takes of one process.
pub(super) const MOST_LOG: usize = 10 << 20;

/// How much of standard error is told of a failure.
pub(super) const TOLD_ERRORS: usize = 4 << 10;

/// Where a run keeps what its programs say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    /// The folder of what they write on standard error.
    pub log: Option<PathBuf>,
    /// The folder of the lines of failed games.
    pub failed: Option<PathBuf>,
    /// The file of all games.
    pub games: Option<(PathBuf, Arc<Mutex<File>>)>,
    /// Why something could not be kept, the first time.
    pub unkept: Arc<Mutex<Option<Error>>>,
}

impl Kept {
    /// Whether the lines of a game are kept.
    fn lines(&self) -> bool {
        self.failed.is_some() || self.games.is_some()
    }

    /// Notes whether something could be written to this file.
    fn note(&self, path: &Path, written: io::Result<()>) {
        if let Err(error) = written {
            let mut unkept = self.unkept.lock().unwrap_or_else(PoisonError::into_inner);
            unkept.get_or_insert_with(|| cannot_write(path, error));
        }
    }
}

/// A player that is a program of its own.
#[derive(Debug)]
pub(crate) struct Program {
    external: External,
    pub(super) facts: Facts,
    game: String,
    /// The question `hello`, and what was answered first.
    hello: String,
    greeting: OnceLock<Greeting>,
    idle: Mutex<Vec<Process>>,
    standing: Mutex<Standing>,
    kept: Kept,
    /// The numbers of the files that are kept.
    files: AtomicU64,
}

/// The failures of a player.
#[derive(Debug, Default)]
struct Standing {
    failures: [u64; 5],
    in_a_row: u64,
    /// The planned games, and how many per cent of them may fail; no limit where nothing is planned.
    borne: Option<(u64, f64)>,
    /// The file of failures.
    log: Option<File>,
    /// Why the run has to end.
    stopped: Option<String>,
}

impl Program {
    /// Starts a program, and asks it who it is.
    ///
    /// # Errors
    /// The failure, with its word [`Word::Start`].
    pub(crate) fn begin(
        external: External,
        game: &dyn Playable,
        kept: Kept,
    ) -> Result<Arc<Self>, Failure> {
        let mut program = Self::waiting(external, game);
        program.kept = kept;
        let (process, greeting) = program.greeted(None)?;
        program.facts = Facts {
            id: program.external.id.clone(),
            name: greeting.name.clone(),
            about: greeting.about.clone(),
            identity: identity(&program.external, &greeting)?,
            deterministic: greeting.deterministic,
        };
        program.greeting = greeting.into();
        program.idle().push(process);
        Ok(Arc::new(program))
    }

    /// A program that is started at its first decision.
    pub(crate) fn waiting(external: External, game: &dyn Playable) -> Self {
        let hello = hello_about(game, &external);
        let mut program = Self::absent(called(&external.id), external);
        (program.game, program.hello) = (game.game_name().to_owned(), hello);
        program
    }

    /// A program that is not started, as it has played already, or is only offered.
    pub(crate) fn absent(facts: Facts, external: External) -> Self {
        Self {
            external,
            facts,
            game: String::new(),
            hello: String::new(),
            greeting: OnceLock::new(),
            idle: Mutex::default(),
            standing: Mutex::default(),
            kept: Kept::default(),
            files: AtomicU64::new(1),
        }
    }

    /// The cores that a game of it takes.
    pub(crate) fn threads(&self) -> usize {
        self.external.threads.unwrap_or(1)
    }

    /// Sets how many of its `games` may fail, in per cent, with the failures `before`, and the file
    /// for what happens.
    pub(crate) fn bear(&self, games: u64, per_cent: f64, before: [u64; 5], log: Option<File>) {
        let mut standing = self.standing();
        let borne = Some((games, per_cent));
        *standing = Standing { failures: before, borne, log, ..Standing::default() };
    }

    /// What is said of it when the run is over, as a line; nothing if all went well.
    pub(crate) fn said(&self, counts: &Counts) -> String {
        let by_word = Word::counted(&counts.failures);
        let (id, games, repeated) = (&self.external.id, counts.games, counts.repeated);
        let (failed, resigned, differs) = (counts.failed(), counts.resigned, counts.different);
        let lines = [
            (failed, format!("{id} lost {failed} of {games} games by failing ({by_word}).\n")),
            (resigned, format!("{id} gave up {resigned} of {games} games.\n")),
            (
                differs,
                format!(
                    "{id} decided differently in {differs} of {repeated} games that were played \
                     again: these results are not reproducible.\n"
                ),
            ),
        ];
        lines.into_iter().filter(|(count, _)| *count > 0).map(|(_, line)| line).collect()
    }

    /// Why something of the run could not be kept.
    pub(crate) fn unkept(&self) -> MutexGuard<'_, Option<Error>> {
        self.kept.unkept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why the run has to end.
    pub(crate) fn stopped(&self) -> Option<String> {
        self.standing().stopped.clone()
    }

    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A process that has said who it is.
    fn process(&self, fresh: bool, watch: Option<&Watch>) -> Result<Process, Unanswered> {
        let idle = if fresh { None } else { self.idle().pop() };
        if let Some(process) = idle {
            return Ok(process);
        }
        let (process, greeting) = self.greeted(watch)?;
        let first = self.greeting.get_or_init(|| greeting.clone());
        if greeting == *first {
            return Ok(process);
        }
        let what = format!("it was {:?}, and now is {:?}", first.name, greeting.name);
        Err(Unanswered::Failed(Failure::new(Word::Start, what)))
    }

    /// A new process, with what it says of itself.
    fn greeted(&self, watch: Option<&Watch>) -> Result<(Process, Greeting), Unanswered> {
        let mut process = Process::start(&self.external).map_err(Unanswered::Failed)?;
        process.logs = self.kept.log.is_some();
        let answer = ask(&mut process, &self.hello, HELLO, watch).and_then(|(answer, _)| {
            let fits = |greeting| match wrong_option(&json!(self.external.options), &answer) {
                Some(what) => Err(what),
                None => Ok(greeting),
            };
            let greeting = greeting(&answer, &self.game).and_then(fits);
            greeting.map_err(|what| Unanswered::Failed(Failure::new(Word::Start, what)))
        });
        match answer {
            Ok(greeting) => Ok((process, greeting)),
            Err(Unanswered::Stopped) => Err(Unanswered::Stopped),
            Err(Unanswered::Failed(Failure { what, .. })) => {
                process.kill();
                let errors = indented(&process.errors(TOLD_ERRORS));
                self.log(&mut process);
                let what = format!("{what}\n{errors}");
                Err(Unanswered::Failed(Failure::new(Word::Start, what.trim_end())))
            }
        }
    }

    /// Appends what a process wrote on standard error to the log of it.
    fn log(&self, process: &mut Process) {
        let Some(folder) = &self.kept.log else {
            return;
        };
        let text = process.take_errors();
        let path = folder.join(format!("{}-{}.log", self.external.id, process.id()));
        let written = File::options().create(true).append(true).open(&path).and_then(|mut file| {
            let room = (MOST_LOG as u64).saturating_sub(file.metadata()?.len());
            let most = usize::try_from(room).unwrap_or(usize::MAX).min(text.len());
            file.write_all(&text[..most])
        });
        self.kept.note(&path, written);
    }

    /// The path of the next failed game, none of an earlier run.
    fn unused(&self, folder: &Path) -> PathBuf {
        let id = &self.external.id;
        let next = || self.files.fetch_add(1, Ordering::Relaxed);
        let mut paths = iter::repeat_with(|| folder.join(format!("{id}-{}.jsonl", next())));
        paths.find(|path| !path.exists()).expect("numbers do not end")
    }

    /// Notes a failure. Returns whether the run has to end.
    fn failed(&self, failure: &Failure, errors: &str, lines: &[String]) -> bool {
        let kept = self.kept.failed.as_ref().map(|folder| {
            let path = self.unused(folder);
            self.kept.note(&path, fs::write(&path, lines.concat()));
            path.display().to_string()
        });
        let mut standing = self.standing();
        standing.failures[failure.word as usize] += 1;
        standing.in_a_row += 1;
        let told = json!({
            "player": self.external.id, "word": failure.word, "what": failure.what,
            "view": failure.view, "why_not": failure.why_not, "stderr": errors, "lines": kept,
        });
        if let Some(log) = &mut standing.log {
            self.kept.note(Path::new(LOG), writeln!(log, "{told}"));
        }
        let all: u64 = standing.failures.iter().sum();
        let often = standing.borne.filter(|of| all as f64 > of.0 as f64 * of.1 / 100.0);
        let often = often.map(|(games, per_cent)| {
            let more = "--failures N% bears more";
            format!("that is more than {per_cent} % of its {games} games; {more}\n")
        });
        let in_a_row = (standing.in_a_row > IN_A_ROW)
            .then(|| format!("more than {IN_A_ROW} games failed one after the other\n"));
        let limit = in_a_row.or(often);
        let ends = failure.word == Word::Start || limit.is_some();
        if ends && standing.stopped.is_none() {
            let what = format!("{}: {failure}", self.external.id);
            let limit = limit.unwrap_or_default();
            let stopped = stopped(&self.external.id, &standing.failures);
            standing.stopped = Some(format!("{what}\n{}{limit}{stopped}", indented(errors)));
        }
        ends
    }
}

/// The sentence that says which failures ended a run.
fn stopped(id: &str, failures: &[u64; 5]) -> String {
    let all: u64 = failures.iter().sum();
    let plural = if all == 1 { "" } else { "s" };
    format!("{id}: stopped after {all} failure{plural} ({})", Word::counted(failures))
}

/// The last lines of standard error, each behind a bar; nothing for nothing.
pub(super) fn indented(errors: &str) -> String {
    let lines: Vec<&str> = errors.lines().collect();
    let last = &lines[lines.len().saturating_sub(10)..];
    last.iter().fold(String::new(), |mut text, line| {
        let shown: String = line.chars().filter(|c| !c.is_control()).collect();
        let _ = writeln!(text, "  | {shown}");
        text
    })
}

/// What is known of a program before it is asked.
pub(super) fn called(id: &str) -> Facts {
    Facts { id: id.to_owned(), name: id.to_owned(), ..Facts::default() }
}

/// What is said of a program that does not begin.
pub(crate) fn not_begun(id: &str, failure: &Failure) -> String {
    let mut failures = [0; 5];
    failures[failure.word as usize] = 1;
    format!("{id}: {failure}\n{}", stopped(id, &failures))
}

/// Asks a question with the next number. Also returns the time that it took.
pub(super) fn ask(
    process: &mut Process,
    question: &str,
    limit: Duration,
    watch: Option<&Watch>,
) -> Result<(Map<String, Value>, Duration), Unanswered> {
    process.asked += 1;
    let line = numbered(process.asked, question);
    let (answer, time) = process.exchange(line.as_bytes(), limit, watch)?;
    let malformed = |what: String| Unanswered::Failed(Failure::new(Word::Malformed, what));
    let text = || shortened(&String::from_utf8_lossy(&answer));
    let fields: Map<String, Value> = serde_json::from_slice(&answer)
        .map_err(|_| malformed(format!("{:?} is not a JSON object", text())))?;
    if fields.get("id") == Some(&Value::from(process.asked)) {
        return Ok((fields, time));
    }
    Err(malformed(format!("{:?} does not have the id {}", text(), process.asked)))
}

/// The line of a question with its number.
fn numbered(id: u64, question: &str) -> String {
    format!("{{\"id\":{id},{}\n", &question[1..])
}

impl Drop for Program {
    fn drop(&mut self) {
        let mut idle = self.idle();
        // All are asked to end before one is waited for.
        idle.iter_mut().for_each(Process::quit);
        idle.clear();
    }
}

/// A player as the roster has it.
#[derive(Debug)]
pub(crate) struct Player(pub Arc<Program>);

impl Outside for Player {
    fn facts(&self) -> &Facts {
        &self.0.facts
    }

    fn wire(&self, fresh: bool) -> Box<dyn Wire> {
        let left = match self.0.external.time {
            TimeLimit::Move(_) => None,
            TimeLimit::Game(time, _) => Some(time),
        };
        Box::new(Seat {
            program: Arc::clone(&self.0),
            process: None,
            fresh,
            left,
            counts: Counts::default(),
            lines: Vec::new(),
            decisions: Vec::new(),
        })
    }
}

/// A seat of one game.
struct Seat {
    program: Arc<Program>,
    process: Option<Process>,
    /// Whether the game is played again only to compare it.
    fresh: bool,
    left: Option<Duration>,
    counts: Counts,
    /// The lines of both directions, and what was said of each decision, if they are kept.
    lines: Vec<String>,
    decisions: Vec<Map<String, Value>>,
}

/// A time in whole milliseconds.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Seat {
    /// The most time for the next decision.
    fn limit(&self) -> Duration {
        match self.program.external.time {
            TimeLimit::Move(time) => time,
            TimeLimit::Game(..) => self.left.unwrap_or_default(),
        }
    }

    /// Keeps a line if the lines of failed games are kept.
    fn keep(&mut self, mark: &str, line: &str) {
        if self.program.kept.lines() {
            self.lines.push(format!("{mark} {}\n", line.trim_end()));
        }
    }

    /// Writes the game to the file of all games, with the line of its end.
    fn keep_game(&self, over: &str, game: &dyn Fn() -> Value) {
        if let Some((path, file)) = &self.program.kept.games {
            let read = |text| serde_json::from_str::<Value>(text).unwrap_or_default();
            let (hello, mut game) = (read(&self.program.hello), game());
            game["game"] = hello["game"].clone();
            game["rules"] = hello["rules"].clone();
            game["player"] = json!(self.program.external.id);
            game["decisions"] = json!(self.decisions);
            game["lines"] = json!(self.lines);
            game["over"] = read(over);
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            self.program.kept.note(path, file.write_all(format!("{game}\n").as_bytes()));
        }
    }

    /// Counts a decision that took this time.
    fn decided(&mut self, time: Duration) {
        self.counts.decisions += 1;
        self.counts.micros += u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.counts.slow += u64::from(2 * time > self.limit());
        if let (Some(left), TimeLimit::Game(_, more)) = (&mut self.left, self.program.external.time)
        {
            *left = left.saturating_sub(time) + more;
        }
    }
}

impl Wire for Seat {
    fn clock(&self) -> ClockFace {
        match self.program.external.time {
            TimeLimit::Move(time) => ClockFace { move_ms: Some(millis(time)), left_ms: None },
            TimeLimit::Game(..) => ClockFace { move_ms: None, left_ms: self.left.map(millis) },
        }
    }

    fn ask(
        &mut self,
        asked: Ask,
        question: &str,
        watch: Option<&Watch>,
    ) -> Result<Map<String, Value>, Unanswered> {
        let idle = self.process.take();
        let mut process = idle.map_or_else(|| self.program.process(self.fresh, watch), Ok)?;
        let limit = match asked {
            Ask::New => READY,
            Ask::Decide => self.limit() + Duration::from_millis(self.program.external.margin_ms),
        };
        if asked == Ask::New {
            let hello = numbered(1, &self.program.hello);
            self.keep(">", &hello);
        }
        self.keep(">", &numbered(process.asked + 1, question));
        let answered = ask(&mut process, question, limit, watch);
        self.process = Some(process);
        let (answer, time) = answered?;
        if self.program.kept.lines() {
            let mut kept = Value::Object(answer.clone());
            kept["ms"] = json!(time.as_secs_f64() * 1000.0);
            self.keep("<", &kept.to_string());
            if asked == Ask::Decide {
                let said = |key: &str| Some((key.to_owned(), kept.get(key)?.clone()));
                let said = ["action", "ms", "value", "nodes", "depth"].into_iter().filter_map(said);
                self.decisions.push(said.collect());
            }
        }
        if asked == Ask::Decide {
            self.decided(time);
        }
        Ok(answer)
    }

    fn fail(&mut self, failure: &Failure) -> bool {
        let mut errors = String::new();
        if let Some(mut process) = self.process.take() {
            self.counts.cpu_ms += process.cpu();
            process.kill();
            errors = process.errors(TOLD_ERRORS);
            self.program.log(&mut process);
        }
        if self.fresh {
            return false;
        }
        self.counts.failures[failure.word as usize] += 1;
        self.lines.push(format!("# {failure}\n"));
        self.program.failed(failure, &errors, &self.lines)
    }

    fn over(&mut self, line: &str, hears: bool, game: &dyn Fn() -> Value) {
        if !self.fresh {
            self.keep_game(line, game);
        }
        let Some(mut process) = self.process.take().filter(|_| hears) else {
            return;
        };
        process.tell(format!("{line}\n").as_bytes());
        if self.fresh {
            return;
        }
        self.counts.cpu_ms += process.cpu();
        self.program.log(&mut process);
        self.program.standing().in_a_row = 0;
        if !self.program.external.restarts {
            self.program.idle().push(process);
        }
    }

    fn counts(&self) -> Counts {
        self.counts.clone()
    }
}

/// A game that ends before it is over has no result: its process cannot be used for another one.
impl Drop for Seat {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            process.kill();
        }
    }
}
