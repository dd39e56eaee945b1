//! The messages of a page.

use rivals_core::json;
use rivals_core::values::Invalid;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::games::{Chair, Tried};

/// The version of the messages.
pub(crate) const VERSION: u32 = 1;

/// The longest message in bytes.
pub const LONGEST: usize = 4_096;

/// The most nested lists and objects.
const DEEPEST: usize = 4;

/// What a page asks: the field `do` of a message names the variant.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Ask {
    /// The first message of a socket.
    Hello {
        /// The version.
        v: u32,
        /// The build of the page.
        #[expect(dead_code, reason = "the page compares it with that of the answer")]
        build: Option<String>,
        /// The owner's key, or that of a seat.
        key: Option<String>,
        /// The table of that seat.
        table: Option<String>,
        /// How many lines of the log the page has.
        #[serde(default)]
        have: usize,
        /// The language in which the page is written to, as `ca` or `es-ES`.
        lang: Option<String>,
    },
    /// Makes a table and takes its first open seat.
    New {
        game: String,
        seats: Vec<Chair>,
        #[serde(default)]
        hints: bool,
        /// Whether the opponents expect of the people what their earlier games show.
        #[serde(default)]
        learn: bool,
        /// The date whose game this is.
        day: Option<String>,
        /// What time each person has; as long as it wants without one.
        clock: Option<Clock>,
        /// Whether others may look on.
        #[serde(default)]
        watch: bool,
    },
    /// Takes the seat of an invitation.
    Sit { table: String, invitation: String, name: String },
    /// Plays a choice.
    Act {
        /// The number of the question that is answered.
        at: u64,
        choice: usize,
        /// Whether the table waits for `go` or `undo` then.
        #[serde(default)]
        hold: bool,
    },
    /// Goes on after an action that was held.
    Go {},
    /// Takes the last action back.
    Undo {},
    /// Asks what the choices are worth.
    Hint {},
    /// Asks what may come of each choice.
    Why {},
    /// Asks for the rules.
    Guide {},
    /// Says who a stranger was: a place in the list of candidates, or nobody.
    Guess { choice: Option<usize> },
    /// Lets the other players remark upon the game, or silences them.
    Remarks { on: bool },
    /// Asks for the review of the game, which is over.
    Review {},
    /// Asks for the game as it stood after this number of steps, when it is over.
    At { step: usize },
    /// The host opens a seat whose key was lost, or makes another invitation; without a seat, another
    /// link for those who look on.
    Invite { seat: Option<usize> },
    /// Lets those who look on see what this seat sees, or not.
    Allow { on: bool },
    /// Says one of [`PHRASES`].
    Say { phrase: usize },
    /// Plays the game again at another table, with the seats turned.
    Again {},
    /// Lets a table without people go on by this number of steps.
    More { steps: u32 },
    /// The page shows the question of this number.
    Seen { at: u64 },
    /// Ends the wait for a person whose time is over.
    End {},
    /// Asks what a person can go on with.
    Home { name: String },
    /// Asks what the games of a person say of it.
    Person { name: String },
    /// Asks for a costly decision to be tried again, and says what was tried.
    Practice { name: String, tried: Option<Tried> },
    /// Asks whether anybody is there.
    Ping {},
}

/// A clock for each person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clock {
    /// The time at the start, in minutes.
    pub minutes: u32,
    /// What each decision adds, in seconds.
    #[serde(default)]
    pub increment: u32,
}

/// What a person may say.
pub(crate) const PHRASES: [&str; 8] = [
    "Hello!",
    "Good luck!",
    "Well played!",
    "Thank you!",
    "Oops!",
    "One moment, please.",
    "I have to go.",
    "Another game?",
];

/// Why a message is refused.
#[derive(Clone, Debug)]
pub(crate) struct No {
    /// A word for programs.
    pub why: &'static str,
    /// The field that is wrong; empty if it is none.
    pub field: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl No {
    /// A refusal of a field.
    pub(crate) fn of(field: &str, message: impl Into<String>, help: &str) -> Self {
        Self { field: field.to_owned(), ..Self::new("invalid", message, help) }
    }

    pub(crate) fn new(why: &'static str, message: impl Into<String>, help: &str) -> Self {
        Self { why, field: String::new(), message: message.into(), help: help.to_owned() }
    }

    /// The answer to the message of this id.
    pub(crate) fn json(&self, id: Option<&str>) -> Value {
        let Self { why, field, message, help } = self;
        json!({"is": "no", "id": id, "why": why, "field": field, "message": message, "help": help})
    }
}

impl From<Invalid> for No {
    fn from(error: Invalid) -> Self {
        Self { why: "invalid", field: error.field, message: error.message, help: error.help }
    }
}

/// Reads a message and its id, which is `None` for messages that get no answer of their own.
///
/// # Errors
/// [`No`], which says what is wrong with it, and the id of the message if it has one.
pub(crate) fn read(text: &str) -> Result<(Ask, Option<String>), (No, Option<String>)> {
    let refused = |message: String, help: &str| (No::new("message", message, help), None);
    if text.len() > LONGEST {
        let message = format!("the message has {} bytes", text.len());
        return Err(refused(message, &format!("write at most {LONGEST}")));
    }
    let help = "docs/protocol.md lists the messages";
    let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else {
        return Err(refused("the message is no JSON object".to_owned(), help));
    };
    if fields.values().map(depth).max() >= Some(DEEPEST) {
        let message = format!("the message is more than {DEEPEST} levels deep");
        return Err(refused(message, "write one flat object"));
    }
    let given = fields.remove("id");
    let id = given.as_ref().and_then(Value::as_str).map(str::to_owned);
    let missing =
        |field: &str| Invalid::new(field, format!("the field \"{field}\" is missing"), help);
    let word = fields.remove("do").ok_or_else(|| missing("do"));
    let ask: Result<Ask, Invalid> = word
        .and_then(|word| json::read::<String>(&word))
        .and_then(|word| json::read(&json!({ word: fields })));
    let named = |ask: Ask| match (&ask, &given) {
        (Ask::Hello { .. } | Ask::Seen { .. } | Ask::Ping {}, None) => Ok(ask),
        (Ask::Hello { .. } | Ask::Seen { .. } | Ask::Ping {}, Some(_)) => {
            Err(Invalid::new("id", "unknown field \"id\"", help))
        }
        (_, None) => Err(missing("id")),
        (_, Some(given)) => match json::read::<String>(given) {
            Ok(_) => Ok(ask),
            Err(wrong) => Err(wrong.under("id")),
        },
    };
    match ask.and_then(named) {
        Ok(ask) => Ok((ask, id)),
        Err(Invalid { field, message, help }) => {
            // Only the word itself is not named.
            let field = if field.is_empty() { "do".to_owned() } else { field };
            Err((No { field, ..No::new("message", message, &help) }, id))
        }
    }
}

/// How deep lists and objects are nested. `serde_json` reads no more than 128 levels, so that the
/// recursion ends.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(values) => 1 + values.iter().map(depth).max().unwrap_or(0),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
