//! The record of a game as it happened: who played, by which rules, and every roll's result and
//! every decision in the notation of the game. A game is replayed from its record and never from
//! its seed.
//!
//! A record is JSON lines: the header first, then one line for each entry, in their order.
//!
//! ```text
//! {"record":1,"program":"0.1.0","values":1,"game":"pig","rules":"target = 100\n","seed":7,
//!  "seats":[{"person":"Ana"},{"agent":"hold-20","name":"Hold at 20"}],"began":1795248000}
//! {"act":"roll","seat":1,"options":2,"ms":1250}
//! {"event":"5"}
//! {"undo":1}
//! {"end":{"winners":[1],"scores":[102,90]}}
//! ```
//!
//! An entry `undo` takes back this number of actions before it. A record without an entry `end` is an
//! unfinished game. Seats are numbered from 1.
//!
//! An unfinished game is written as one line `{"record":1,"game":"pig","sealed":"..."}` unless
//! its secrets are asked for: its seed, the names of strangers, and all hands.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::fair::{Fair, sealed, unsealed};
use super::game::Outcome;
use super::seat::Seat;
use crate::values::json_fault;

/// The version of the format.
pub const VERSION: Version = Version(1);

/// A game as it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Who played what.
    pub header: Header,
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

/// A version of the format of records; of a header that was not read, [`VERSION`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Version(u32);

impl Default for Version {
    fn default() -> Self {
        VERSION
    }
}

/// The first line of a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub record: Version,
    /// The version of the program.
    pub program: String,
    /// The version of its values: programs with the same number decide alike.
    pub values: u32,
    /// The game's name.
    pub game: String,
    /// The canonical text of its rules.
    pub rules: String,
    /// The text of the rule file; `None` for the built-in rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule_file: Option<String>,
    /// The seed of the dice.
    pub seed: u64,
    /// The position in which the game begins, as `rivals engine` writes it; `None` if that follows
    /// from the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Value>,
    /// The commitment to the seed, which was shown at the start; `None` if no person was told any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<Fair>,
    /// The files of the personalities at the table that are not built in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub personalities: Vec<String>,
    /// The files of the players made of sentences at the table: the text of each by its name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<String, String>,
    /// The numbers of the people's earlier games that the agents know; `None` for agents that do
    /// not learn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learned: Option<Vec<i64>>,
    /// By the number of a stranger's seat, the number of an earlier game in which the same stranger
    /// sat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub met: BTreeMap<u8, i64>,
    /// The players by seat.
    pub seats: Vec<Participant>,
    /// The player whose decisions are the hints; `None` for what the game knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adviser: Option<String>,
    /// Whether hints are shown at every decision.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hints: bool,
    /// The date whose game this is, as `2026-11-28`; `None` if it is not the game of a day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// When the game began, in seconds since 1970; 0 if a script plays it.
    pub began: u64,
}

impl Header {
    /// The people, with their seats.
    pub fn persons(&self) -> impl Iterator<Item = (Seat, &str)> {
        let seats = (0..).map(Seat).zip(&self.seats);
        seats.filter_map(|(seat, participant)| Some((seat, participant.person()?)))
    }

    /// A new game of the same players by the same rules, in which each sits one seat further on.
    /// Who was a stranger is known by now.
    #[must_use]
    pub fn rematch(&self, seed: u64, fair: Fair, began: u64) -> Self {
        let mut next =
            Self { seed, fair: Some(fair), learned: None, day: None, began, ..self.clone() };
        next.met.clear();
        next.seats.rotate_left(1);
        for participant in &mut next.seats {
            if let Participant::Agent { stranger, .. } = participant {
                *stranger = false;
            }
        }
        next
    }

    /// Whether the game has these rules. Older records have `dice=3` where canonical texts of
    /// today have `dice = 3`, in another order.
    #[must_use]
    pub fn has_rules(&self, rules: &str) -> bool {
        if self.rules.contains(" = ") == rules.contains(" = ") {
            return self.rules == rules;
        }
        let values = |text: &str| {
            let text = text.replace(" = ", "=").replace(['"', '['], "");
            let words = text.replace(['{', '}', ']', ','], " ");
            let is_value = |word: &&str| word.contains('=') && !word.ends_with('=');
            let mut words: Vec<String> =
                words.split_whitespace().filter(is_value).map(str::to_owned).collect();
            words.sort_unstable();
            words
        };
        values(&self.rules) == values(rules)
    }
}

/// An unfinished game, of which no more is said than which game it is.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed {
    record: Version,
    game: String,
    /// The lines of the record.
    sealed: String,
}

/// The name of a person who gave none.
pub const ME: &str = "me";

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Participant {
    /// A person.
    Person {
        /// The name, any text of 1 to 40 characters.
        person: String,
    },
    /// An agent or a personality.
    Agent {
        /// Its spelling or id.
        agent: String,
        /// Its name for people.
        name: String,
        /// Whether the other players did not know who it was.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stranger: bool,
    },
}

impl Participant {
    /// The name of a person; `None` for an agent.
    pub fn person(&self) -> Option<&str> {
        match self {
            Self::Person { person } => Some(person),
            Self::Agent { .. } => None,
        }
    }
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Entry {
    /// Chance decided.
    Event {
        /// The event in the game's notation.
        event: String,
    },
    /// A seat decided.
    Act {
        /// The action in the game's notation.
        act: String,
        /// The number of the seat.
        seat: u8,
        /// How many actions were legal.
        options: usize,
        /// How long a person took, in milliseconds; `None` for agents and scripts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
        /// Whether a hint was shown for the decision.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hint: bool,
        /// The sentence that decided, in words, of a player made of sentences.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// A person took back its last actions, which makes the game practice.
    Undo {
        /// How many actions.
        undo: usize,
    },
    /// A player remarked something.
    Remark {
        /// The text.
        remark: String,
        /// The number of its seat.
        seat: u8,
    },
    /// A person guessed who the stranger was.
    Guess {
        /// The id that was guessed.
        guess: String,
        /// The number of the stranger's seat.
        seat: u8,
    },
    /// An agent gave up.
    Forfeit {
        /// The number of its seat.
        forfeit: u8,
    },
    /// The game ended.
    End {
        /// How.
        end: Ended,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// The numbers of the seats that share the win.
    pub winners: Vec<u8>,
    /// The scores by seat.
    pub scores: Vec<i32>,
    /// Whether the winner was drawn by lot, as the game would not have ended by itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_lot: bool,
}

impl From<&Outcome> for Ended {
    fn from(outcome: &Outcome) -> Self {
        Self {
            winners: outcome.winners().iter().map(|Seat(seat)| seat + 1).collect(),
            scores: outcome.scores.iter().map(|(_, score)| score).collect(),
            by_lot: false,
        }
    }
}

/// Why a text is not the record of a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[cfg_attr(feature = "miette", derive(miette::Diagnostic))]
#[error("line {line} of the record {message}")]
#[cfg_attr(feature = "miette", diagnostic(help("{help}")))]
pub struct RecordError {
    /// The number of the line, from 1; an entry's number is one less.
    pub line: usize,
    /// What is wrong, after "line 3 of the record".
    pub message: String,
    /// What to do.
    pub help: String,
}

impl RecordError {
    /// An error in a line.
    #[must_use]
    pub fn new(line: usize, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { line, message: message.into(), help: help.into() }
    }
}

/// A header or entry as one line with its end.
#[must_use]
pub fn line(of: &impl Serialize) -> String {
    serde_json::to_string(of).expect("names and numbers") + "\n"
}

impl Record {
    /// Reads JSON lines; empty lines are skipped.
    ///
    /// # Errors
    /// [`RecordError`], at the first line that is wrong.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let mut lines = (text.lines().enumerate()).filter(|(_, line)| !line.trim().is_empty());
        if let Some((place, first)) = lines.next()
            && let Ok(Sealed { sealed, .. }) = serde_json::from_str(first)
        {
            let whole = unsealed(&sealed).filter(|_| lines.next().is_none());
            let read = whole.as_deref().map(Self::read_open);
            return read.unwrap_or_else(|| {
                let help = "the line was changed; use the record as it was written";
                Err(RecordError::new(place + 1, "cannot be unsealed", help))
            });
        }
        Self::read_open(text)
    }

    /// Reads the lines of a record that is not sealed.
    fn read_open(text: &str) -> Result<Self, RecordError> {
        let lines = text.lines().enumerate();
        let mut lines = lines.filter(|(_, line)| !line.trim().is_empty());
        let help = "a record is a line of JSON for the header, then one for each entry";
        let wrong = |place: usize, error: serde_json::Error| {
            RecordError::new(place + 1, format!("cannot be read: {}", json_fault(&error)), help)
        };
        let Some((place, first)) = lines.next() else {
            return Err(RecordError::new(1, "is missing: the text is empty", help));
        };
        let header: Header = serde_json::from_str(first).map_err(|error| wrong(place, error))?;
        if header.record != VERSION {
            let message = format!("has the version {}", header.record.0);
            let help = format!("this program reads version {}; use a newer program", VERSION.0);
            return Err(RecordError::new(place + 1, message, help));
        }
        let (mut entries, mut over) = (Vec::new(), false);
        for (place, line) in lines {
            let entry = serde_json::from_str(line).map_err(|error| wrong(place, error))?;
            if over && !matches!(entry, Entry::Remark { .. } | Entry::Guess { .. }) {
                let help = "the record was changed; take this line out";
                return Err(RecordError::new(place + 1, "follows the end of the game", help));
            }
            over |= matches!(entry, Entry::End { .. });
            entries.push(entry);
        }
        Ok(Self { header, entries })
    }

    /// The record as JSON lines.
    #[must_use]
    pub fn write(&self) -> String {
        let entries = self.entries.iter().map(line);
        line(&self.header) + &entries.collect::<String>()
    }

    /// The record as JSON lines that tell nothing which a player does not know: an unfinished
    /// game is sealed.
    #[must_use]
    pub fn write_sealed(&self) -> String {
        match self.end() {
            Some(_) => self.write(),
            None => line(&Sealed {
                record: VERSION,
                game: self.header.game.clone(),
                sealed: sealed(&self.write()),
            }),
        }
    }

    /// Whether an action was taken back, so that the game is practice.
    #[must_use]
    pub fn is_practice(&self) -> bool {
        let taken_back = |entry: &Entry| matches!(entry, Entry::Undo { .. });
        self.entries.iter().any(taken_back)
    }

    /// The number of decisions for which a hint was shown, also of those that were taken back.
    #[must_use]
    pub fn hints(&self) -> u64 {
        let hinted = |entry: &&Entry| matches!(entry, Entry::Act { hint: true, .. });
        self.entries.iter().filter(hinted).count() as u64
    }

    /// The places of the entries that are steps of the game and were not taken back.
    #[must_use]
    pub fn standing(&self) -> Vec<usize> {
        let mut steps = Vec::new();
        for (place, entry) in self.entries.iter().enumerate() {
            match entry {
                Entry::Act { .. } | Entry::Event { .. } | Entry::Forfeit { .. } => {
                    steps.push(place)
                }
                Entry::Undo { undo } => steps.truncate(steps.len() - undo),
                Entry::Remark { .. } | Entry::Guess { .. } | Entry::End { .. } => {}
            }
        }
        steps
    }

    /// How the game ended; `None` for an unfinished one.
    #[must_use]
    pub fn end(&self) -> Option<&Ended> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::End { end } => Some(end),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let person = |name: &str| Participant::Person { person: name.to_owned() };
        Record {
            header: Header {
                record: VERSION,
                program: "0.1.0".to_owned(),
                values: 1,
                game: "pig".to_owned(),
                rules: "target = 9\n".to_owned(),
                rule_file: Some("target = 9".to_owned()),
                seed: u64::MAX,
                start: None,
                fair: Some(Fair::of_given(u64::MAX)),
                personalities: Vec::new(),
                players: BTreeMap::new(),
                adviser: None,
                learned: None,
                seats: vec![
                    person("Ana\n\"x\""),
                    Participant::Agent {
                        agent: "hold-20".to_owned(),
                        name: "Hold at 20".to_owned(),
                        stranger: true,
                    },
                ],
                hints: false,
                day: None,
                met: BTreeMap::new(),
                began: 0,
            },
            entries: vec![
                Entry::Act {
                    act: "roll".to_owned(),
                    seat: 1,
                    options: 2,
                    ms: Some(3),
                    hint: false,
                    why: None,
                },
                Entry::Event { event: "5".to_owned() },
                Entry::Remark { remark: "Hm.".to_owned(), seat: 2 },
                Entry::End { end: Ended { winners: vec![1], scores: vec![9, 0], by_lot: false } },
            ],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut record = record();
        assert_eq!(Record::read(&record.write()).unwrap(), record);
        assert!(!record.is_practice() && record.end().is_some());
        let end = record.entries.pop().unwrap();
        record.entries.push(Entry::Undo { undo: 1 });
        record.entries.push(Entry::Forfeit { forfeit: 2 });
        record.entries.push(end.clone());
        assert!(record.is_practice());
        assert_eq!(Record::read(&record.write()).unwrap(), record);
        assert_eq!(record.write().lines().count(), 7);
        record.entries.push(end);
        let twice = Record::read(&record.write()).unwrap_err().to_string();
        assert_eq!(twice, "line 8 of the record follows the end of the game");
    }

    #[test]
    fn unfinished_games_are_sealed() {
        let mut record = record();
        assert_eq!(record.write_sealed(), record.write());
        record.entries.pop();
        let sealed = record.write_sealed();
        assert_eq!(Record::read(&sealed).unwrap(), record);
        assert!(sealed.starts_with("{\"record\":1,\"game\":\"pig\",\"sealed\":\""));
        for secret in ["roll", "hold-20", &u64::MAX.to_string()] {
            assert!(!sealed.contains(secret), "{sealed}");
        }
        let changed = sealed.replace("\"}", "00\"}");
        for text in [changed, sealed.repeat(2)] {
            let error = Record::read(&text).unwrap_err().to_string();
            assert_eq!(error, "line 1 of the record cannot be unsealed");
        }
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let text = record().write();
        for (text, said) in [
            (String::new(), "line 1 of the record is missing"),
            ("{}".to_owned(), "line 1 of the record cannot be read"),
            (
                text.replace("\"record\":1", "\"record\":9"),
                "line 1 of the record has the version 9",
            ),
            (text.replace("{\"event\":", "{\"evnt\":"), "line 3 of the record cannot be read"),
        ] {
            let error = Record::read(&text).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
    }
}
