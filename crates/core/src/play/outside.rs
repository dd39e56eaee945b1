//! Agents outside of the program: the questions that they are asked, and what their answers mean.
//!
//! An [`Outsider`] is a player that is a program of its own. At each seat of each game sits an
//! [`OutsideAgent`], which asks it over a [`Wire`]. What carries the lines is not known here: there
//! are no processes, clocks and files. `docs/protocol.md` describes the lines;
//! [`speaker`](crate::engine::speaker) is the other end, at which built-in agents answer.
//!
//! A question is made of the view of the seat alone. One wrong step ends the game for the agent: it
//! forfeits, and its wire is closed.

use std::fmt;
use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::agent::{Agent, Bound, Cost, Decision, Forfeit, Thought, Valued};
use super::game::{Hidden, Outcome};
use super::playthrough::{Logged, LoggedOf};
use super::seat::Seat;
use super::spec::{AgentKind, AgentSpec};
use super::watch::Watch;

/// The version of the protocol.
pub const PROTOCOL: u64 = 1;

/// How an agent outside of the program failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// It did not begin: not found, no greeting in time, another protocol or game, or it refuses.
    Start,
    /// There was no whole line in time.
    Timeout,
    /// Its output ended.
    Crash,
    /// An action that is not legal.
    Illegal,
    /// A line that is not an answer.
    Malformed,
}

impl Word {
    /// All words, in the order of the columns.
    pub const ALL: [Self; 5] =
        [Self::Start, Self::Timeout, Self::Crash, Self::Illegal, Self::Malformed];

    /// The word.
    #[must_use]
    pub fn text(self) -> &'static str {
        ["start", "timeout", "crash", "illegal", "malformed"][self as usize]
    }

    /// The numbers of failures by word, such as `crash 2, illegal 1`.
    #[must_use]
    pub fn counted(failures: &[u64; 5]) -> String {
        let counts = Self::ALL.into_iter().zip(failures).filter(|(_, count)| **count > 0);
        let counts = counts.map(|(word, count)| format!("{} {count}", word.text()));
        counts.collect::<Vec<_>>().join(", ")
    }
}

/// A failure: its word, and what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The word.
    pub word: Word,
    /// What happened, as a sentence without its end.
    pub what: String,
    /// What the seat saw, of an illegal action.
    pub view: Option<Value>,
    /// Why the action is not legal.
    pub why_not: Option<String>,
}

impl Failure {
    /// A failure of this kind.
    pub fn new(word: Word, what: impl Into<String>) -> Self {
        Self { word, what: what.into(), view: None, why_not: None }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.word.text(), self.what)
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// The agent failed.
    Failed(Failure),
    /// The program was asked to stop.
    Stopped,
}

/// For those who ask where nobody stops the program.
impl From<Unanswered> for Failure {
    fn from(unanswered: Unanswered) -> Self {
        match unanswered {
            Unanswered::Failed(failure) => failure,
            Unanswered::Stopped => Self::new(Word::Timeout, "the program was asked to stop"),
        }
    }
}

/// A question of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A game begins.
    New,
    /// The seat decides. The clock runs.
    Decide,
}

/// What an agent's clock shows, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClockFace {
    /// The most for a decision; null where only the game has a limit.
    pub move_ms: Option<u64>,
    /// What is left for all decisions of the game; null where only a decision has a limit.
    pub left_ms: Option<u64>,
}

/// What is known of an outside player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Its id in all files.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// How it plays, in a sentence; may be empty.
    pub about: String,
    /// Everything that decides how it plays, as `key="value"` with spaces between.
    pub identity: String,
    /// Whether it says that it decides alike whenever it is asked the same.
    pub deterministic: bool,
}

/// A player that is a program of its own.
pub trait Outside: fmt::Debug + Send + Sync {
    /// What is known of it.
    fn facts(&self) -> &Facts;

    /// A wire for one seat of one game. A `fresh` one is of a process that has played nothing.
    fn wire(&self, fresh: bool) -> Box<dyn Wire>;
}

/// A connection to an outside agent, at one seat of one game. One that is dropped before
/// [`Self::over`] ends its process.
pub trait Wire: Send {
    /// What the clock shows.
    fn clock(&self) -> ClockFace;

    /// Asks a question, which is the text of an object that begins with `ask`, and waits for the
    /// fields of the answer.
    ///
    /// # Errors
    /// [`Unanswered`].
    fn ask(
        &mut self,
        ask: Ask,
        question: &str,
        watch: Option<&Watch>,
    ) -> Result<Map<String, Value>, Unanswered>;

    /// Ends the process, as the agent has failed. Returns whether the whole run has to end.
    fn fail(&mut self, failure: &Failure) -> bool;

    /// Notes that the game is over, and tells it if the agent still `hears`. The `game` has `seats`,
    /// the players' ids, `seat`, that of the agent, `start`, the position at first, and
    /// `moves`, all steps.
    fn over(&mut self, line: &str, hears: bool, game: &dyn Fn() -> Value);

    /// What was counted at this seat.
    fn counts(&self) -> Counts;
}

/// What was counted of an outside player, as sums.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// The games.
    pub games: u64,
    /// The decisions.
    pub decisions: u64,
    /// The time of the decisions, in microseconds.
    pub micros: u64,
    /// The decisions that took more than half of the time that there was.
    pub slow: u64,
    /// The processor time of the program, in milliseconds.
    pub cpu_ms: u64,
    /// The games that it gave up.
    pub resigned: u64,
    /// The games that it lost by failing, by [`Word::ALL`].
    pub failures: [u64; 5],
    /// The games that were played again, to see whether it decides alike.
    pub repeated: u64,
    /// Those in which it did not.
    pub different: u64,
}

impl Counts {
    /// Adds other counts.
    pub fn add(&mut self, more: &Self) {
        let sums = [
            (&mut self.games, more.games),
            (&mut self.decisions, more.decisions),
            (&mut self.micros, more.micros),
            (&mut self.slow, more.slow),
            (&mut self.cpu_ms, more.cpu_ms),
            (&mut self.resigned, more.resigned),
            (&mut self.repeated, more.repeated),
            (&mut self.different, more.different),
        ];
        // A damaged file may say anything.
        for (sum, more) in sums.into_iter().chain(self.failures.iter_mut().zip(more.failures)) {
            *sum = sum.saturating_add(more);
        }
    }

    /// The games that it lost by failing.
    #[must_use]
    pub fn failed(&self) -> u64 {
        self.failures.iter().fold(0, |sum, more| sum.saturating_add(*more))
    }
}

/// An outside player as the roster has it.
#[derive(Clone, Debug)]
pub struct Outsider(pub Arc<dyn Outside>);

impl PartialEq for Outsider {
    fn eq(&self, other: &Self) -> bool {
        self.0.facts() == other.0.facts()
    }
}

/// The kind of all players that are programs of their own.
static PROGRAM: AgentKind =
    AgentKind::new("external", "Is a program of its own, which is asked.", &[]);

impl From<Outsider> for AgentSpec {
    fn from(outside: Outsider) -> Self {
        let mut spec = Self::alone(&PROGRAM, &outside.0.facts().id);
        spec.outside = Some(outside);
        spec
    }
}

/// An agent that asks a program of its own.
pub struct OutsideAgent {
    wire: Box<dyn Wire>,
    begun: bool,
    /// The steps that it was told.
    told: usize,
    /// Whether it hears no more, as it has failed or was stopped.
    gone: bool,
    /// Whether it gave up by itself.
    resigned: bool,
    /// Why it is gone, as a sentence.
    why: Option<String>,
}

/// The question `decide`.
#[derive(Serialize)]
struct Decide<'a, View> {
    ask: &'static str,
    seat: Seat,
    view: &'a View,
    actions: &'a [String],
    moves: Vec<Value>,
    seed: String,
    clock: ClockFace,
}

impl OutsideAgent {
    /// An agent for one game.
    #[must_use]
    pub fn of(outsider: &Outsider) -> Self {
        Self::new(outsider.0.wire(false))
    }

    /// An agent for one game at this wire.
    pub(crate) fn new(wire: Box<dyn Wire>) -> Self {
        Self { wire, begun: false, told: 0, gone: false, resigned: false, why: None }
    }

    /// Tells the agent how the game ended, unless it has failed; `game` is for those who keep it.
    pub fn over(&mut self, outcome: &Outcome, forfeited: bool, game: &dyn Fn() -> Value) {
        let winners: Vec<Seat> = outcome.winners().iter().collect();
        let scores: Vec<i32> = outcome.scores.iter().map(|(_, score)| score).collect();
        let why = if forfeited { "forfeit" } else { "over" };
        let over = json!({ "ask": "over", "winners": winners, "scores": scores, "why": why });
        self.wire.over(&over.to_string(), self.begun && !self.gone, game);
    }

    /// Why it gave up the game, as a sentence or in its own words; `None` if it has not.
    #[must_use]
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// What was counted in this game.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts { games: 1, resigned: self.resigned.into(), ..self.wire.counts() }
    }

    fn failed(&mut self, failure: &Failure, watch: Option<&Watch>) -> Forfeit {
        self.gone = true;
        self.why = Some(format!("It failed ({failure})."));
        if self.wire.fail(failure)
            && let Some(watch) = watch
        {
            watch.close();
        }
        Forfeit("it failed")
    }

    /// Asks a question; a failure ends the game.
    fn ask(
        &mut self,
        ask: Ask,
        question: &str,
        watch: Option<&Watch>,
    ) -> Result<Map<String, Value>, Forfeit> {
        self.wire.ask(ask, question, watch).map_err(|unanswered| match unanswered {
            Unanswered::Failed(failure) => self.failed(&failure, watch),
            Unanswered::Stopped => {
                self.gone = true;
                Forfeit::STOPPED
            }
        })
    }

    fn begin<G: Hidden>(&mut self, at: &Decision<'_, G>) -> Result<(), Forfeit> {
        let json = |state: &G::State| serde_json::to_value(state).expect("positions are JSON");
        let start = at.past.start.map(json);
        let drawn = G::DRAWS_OPENINGS && start != Some(json(&at.game.start(at.past.seats)));
        let setup = (!drawn).then(|| at.game.setups()[0].clone());
        let mut question = json!({
            "ask": "new", "game": G::NAME, "setup": setup, "seat": at.seat,
            "seats": at.past.seats, "clock": self.wire.clock(),
        });
        // A position may have what a seat must not see.
        if let Some(start) = start.filter(|_| !G::HIDES) {
            question["position"] = start;
        }
        let answer = self.ask(Ask::New, &ask_first(&question), at.watch)?;
        self.begun = true;
        if answer.get("ready") == Some(&Value::Bool(true)) {
            return Ok(());
        }
        let what = format!("\"ready\" is not true in its answer to new, {}", Value::Object(answer));
        Err(self.failed(&Failure::new(Word::Malformed, shortened(&what)), at.watch))
    }

    /// The steps since the last question.
    fn moves<G: Hidden>(&mut self, at: &Decision<'_, G>) -> Vec<Value> {
        let steps = at.past.steps();
        // A game may have been taken back, or go on after a break.
        let told = if self.told <= steps.len() { self.told } else { 0 };
        self.told = steps.len();
        let known = |step: &LoggedOf<G>| match step {
            Logged::Act(..) => true,
            Logged::Happen(_) => !G::HIDES,
            Logged::Forfeit(_) => false,
        };
        steps.skip(told).filter(known).map(|step| written::<G>(&step)).collect()
    }
}

impl<G: Hidden> Agent<G> for OutsideAgent {
    fn decide(
        &mut self,
        at: &Decision<'_, G>,
        _: &mut dyn Rng,
    ) -> Result<Thought<G::Action>, Forfeit> {
        if cfg!(rivals_page) {
            return Err(Forfeit("no program runs in a page"));
        }
        if !self.begun {
            self.begin(at)?;
        }
        let actions: Vec<String> = at.actions.iter().map(ToString::to_string).collect();
        let question = Decide {
            ask: "decide",
            seat: at.seat,
            view: at.view,
            actions: &actions,
            moves: self.moves(at),
            seed: format!("{:016x}", at.seed),
            clock: self.wire.clock(),
        };
        let question = serde_json::to_string(&question).expect("views are JSON");
        let answer = self.ask(Ask::Decide, &question, at.watch)?;
        let reason = reason(&answer, "resign")
            .map_err(|what| self.failed(&Failure::new(Word::Malformed, what), at.watch))?;
        if let Some(reason) = reason {
            self.resigned = true;
            self.why = Some(format!("{reason:?}"));
            return Err(Forfeit("it resigns"));
        }
        thought(&answer, at.actions, &actions).map_err(|failure| {
            let illegal = failure.word == Word::Illegal;
            let view = illegal.then(|| serde_json::to_value(at.view).expect("views are JSON"));
            let action = answer.get("action").and_then(Value::as_str).filter(|_| illegal);
            let why_not = action.map(|action| match action.parse::<G::Action>() {
                Ok(_) => "the game has this action, and not in this position".to_owned(),
                Err(error) => format!("{}; {}", shortened(&error.to_string()), error.help),
            });
            self.failed(&Failure { view, why_not, ..failure }, at.watch)
        })
    }

    fn cost(&self) -> Cost {
        Cost { time: std::time::Duration::from_micros(100), bytes: 0 }
    }
}

/// A step as agents read it: `[SEAT, ACTION]`, `[EVENT]`, or `[SEAT, null]` of a seat that gave up.
pub(crate) fn written<G: Hidden>(step: &LoggedOf<G>) -> Value {
    match step {
        Logged::Act(seat, action) => json!([seat, action.to_string()]),
        Logged::Happen(event) => json!([event.to_string()]),
        Logged::Forfeit(seat) => json!([seat, null]),
    }
}

/// The text of an object, its field `ask` first.
#[must_use]
pub fn ask_first(question: &Value) -> String {
    let mut fields = question.as_object().cloned().unwrap_or_default();
    let ask = fields.remove("ask").unwrap_or_default();
    format!("{{\"ask\":{ask},{}", &Value::Object(fields).to_string()[1..])
}

/// What an answer says of these actions, which are written so.
///
/// # Errors
/// [`Failure`], at the first thing that is wrong.
pub fn thought<Action: Copy>(
    answer: &Map<String, Value>,
    actions: &[Action],
    written: &[String],
) -> Result<Thought<Action>, Failure> {
    let wrong =
        |field: &str, is: &str| Failure::new(Word::Malformed, another_type(answer, field, is));
    let Some(action) = answer.get("action").and_then(Value::as_str) else {
        return Err(wrong("action", "a text"));
    };
    let find = |action: &str| Some(actions[written.iter().position(|one| one == action)?]);
    let Some(chosen) = find(action) else {
        let legal = written.join(", ");
        let what = format!("{action:?} is none of the legal actions {legal}");
        return Err(Failure::new(Word::Illegal, shortened(&what)));
    };
    let given = |field: &str| answer.get(field).filter(|value| !value.is_null());
    let whole = |field: &str| {
        let read = |value: &Value| value.as_u64().ok_or_else(|| wrong(field, "a whole number"));
        given(field).map(read).transpose()
    };
    let value =
        given("value").map(|value| value.as_f64().ok_or_else(|| wrong("value", "a number")));
    let mut valued = Vec::new();
    if let Some(list) = given("actions") {
        let list = list.as_array().ok_or_else(|| wrong("actions", "a list of objects"))?;
        for one in list {
            let found = one["action"].as_str().and_then(find).zip(one["value"].as_f64());
            let (action, value) = found.ok_or_else(|| {
                wrong("actions", "a list of objects with \"action\", which is legal, and \"value\"")
            })?;
            let bound = match one["bound"].as_str() {
                Some("lower") => Bound::Lower,
                Some("upper") => Bound::Upper,
                _ => Bound::Exact,
            };
            valued.push(Valued { action, value, bound });
        }
    }
    let depth = whole("depth")?.map(u32::try_from).transpose();
    Ok(Thought {
        value: value.transpose()?,
        nodes: whole("nodes")?,
        depth: depth.map_err(|_| wrong("depth", "below 2^32"))?,
        actions: valued,
        ..chosen.into()
    })
}

/// What is said of a field that has another type.
fn another_type(answer: &Map<String, Value>, field: &str, is: &str) -> String {
    let found = answer.get(field).map_or_else(|| "missing".to_owned(), Value::to_string);
    shortened(&format!("\"{field}\" is {found}, and not {is}"))
}

/// The reason that an answer gives in `resign` or `refuse`, in short; `None` if it does neither.
///
/// # Errors
/// What is wrong with the field.
pub fn reason(answer: &Map<String, Value>, field: &str) -> Result<Option<String>, String> {
    match answer.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if !text.trim().is_empty() => Ok(Some(shortened(text.trim()))),
        Some(_) => Err(another_type(answer, field, "a text with the reason")),
    }
}

/// The beginning of a long text.
#[must_use]
pub fn shortened(text: &str) -> String {
    const MOST: usize = 400;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The question `hello` about a game, with the options of a player.
#[must_use]
pub fn hello(game: &str, rules: &str, seats: &[usize], options: &Value) -> String {
    ask_first(&json!({
        "ask": "hello", "protocol": PROTOCOL, "game": game, "rules": rules, "seats": seats,
        "options": options, "program": concat!("rivals ", env!("CARGO_PKG_VERSION")),
    }))
}

/// What an agent says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Greeting {
    /// Its name for people.
    pub name: String,
    /// Its version; may be empty.
    pub version: String,
    /// How it plays; may be empty.
    pub about: String,
    /// Whether it decides alike whenever it is asked the same.
    pub deterministic: bool,
}

/// Reads the answer to `hello`.
///
/// # Errors
/// Why the agent does not play this game.
pub fn greeting(answer: &Map<String, Value>, game: &str) -> Result<Greeting, String> {
    if let Some(reason) = reason(answer, "refuse")? {
        return Err(format!("it refuses: {reason}"));
    }
    let found = answer.get("protocol").cloned().unwrap_or_default();
    if found != json!(PROTOCOL) {
        return Err(format!("it speaks protocol {found}, and this program {PROTOCOL}"));
    }
    let Some(Value::Array(games)) = answer.get("games") else {
        return Err("its hello lacks \"games\", a list of names".to_owned());
    };
    if !games.contains(&json!(game)) {
        return Err(shortened(&format!("it plays {}, and not {game}", json!(games))));
    }
    let text = |field: &str, is: &str| match answer.get(field) {
        None | Some(Value::Null) => Ok(String::new()),
        Some(Value::String(text)) => Ok(text.replace(char::is_control, " ")),
        Some(Value::Number(number)) if field == "version" => Ok(number.to_string()),
        Some(_) => Err(another_type(answer, field, is)),
    };
    let name = text("name", "a text")?;
    if name.is_empty() {
        return Err("its hello lacks \"name\", a text".to_owned());
    }
    let deterministic = match answer.get("deterministic") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(says)) => *says,
        Some(_) => return Err(another_type(answer, "deterministic", "true or false")),
    };
    let (version, about) = (text("version", "a text or a number")?, text("about", "a text")?);
    Ok(Greeting { name, version, about, deterministic })
}
