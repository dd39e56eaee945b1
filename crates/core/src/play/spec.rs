//! The agents that a game offers, as rows of a table, and the one spelling of each agent.
//!
//! A spec is `name[:number][:key=value]...`, such as `alphabeta:6:eval=gm2`: a first parameter that
//! is a whole number is given without its key. In the one spelling of an agent, values equal to
//! their defaults are left out, and the others stand in the order in which the kind declares them,
//! because the dice of a tournament are keyed by these texts. A kind whose only parameter is a whole
//! number is spelled `hold-6` unless its row says [`AgentRow::with_colon`]. Texts with other orders of
//! the keys, or with defaults, are read as well; any other spelling is an error that names the one.

mod parameter;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::outside::Outsider;
use crate::personalities::Character;
use crate::sentences::Sentences;
use crate::text::nearest::{did_you_mean, nearest};
use crate::values::Invalid;
use parameter::{TIME, seconds};

pub use parameter::{Parameter, ParameterValues};

/// A kind of agent that a game offers: all that is known of it without the types of the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AgentKind {
    /// Lower-case letters, digits and `-`.
    pub name: &'static str,
    /// How such an agent plays, in one sentence.
    ///
    /// `{n}` stands for the value of the parameter `n`, and `{n points}` for `one point` or for
    /// the value followed by `points`. [`Self::about`] and [`AgentSpec::about`] fill it.
    #[serde(serialize_with = "filled")]
    pub about: &'static str,
    /// In the order in which a spec gives them.
    pub parameters: &'static [Parameter],
    /// Whether a spec is `name-6` and not `name:6`.
    #[serde(skip)]
    dashed: bool,
}

/// A row of a game's table of agents: a kind, and how the game makes an agent of this kind.
#[derive(Clone, Copy, Debug)]
pub struct AgentRow<Build> {
    /// The kind.
    pub kind: AgentKind,
    /// The name for people, filled as [`AgentKind::about`]; empty if it is the spelling.
    pub title: &'static str,
    /// A function of the spec, and of whatever else the game needs.
    pub build: Build,
}

/// What limits a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// The number of states that it visits.
    States(u64),
    /// The time that it takes, by the clock of its watch: what it decides depends on the machine.
    Time(Duration),
}

impl Budget {
    /// The largest number of states.
    pub(crate) fn most_states(self) -> u64 {
        match self {
            Self::States(nodes) => nodes,
            Self::Time(_) => u64::MAX >> 1,
        }
    }
}

/// An agent: its kind, with a value for every parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSpec {
    /// The kind.
    pub kind: &'static AgentKind,
    /// The player, if it is made of sentences.
    pub player: Option<Arc<Sentences>>,
    /// The player, if it is a program of its own.
    pub outside: Option<Outsider>,
    /// The personality, if it is one.
    pub character: Option<Arc<Character>>,
    /// By parameter, as texts.
    values: Vec<String>,
    /// The one spelling.
    text: String,
}

/// The error for a text that names no agent of a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[cfg_attr(feature = "miette", derive(miette::Diagnostic))]
#[error("no agent is called \"{spec}\"")]
#[cfg_attr(feature = "miette", diagnostic(help("{help}")))]
pub struct SpecError {
    /// The text.
    pub spec: String,
    /// The spelling that was meant, or the agents that there are.
    pub help: String,
}

impl From<SpecError> for Invalid {
    fn from(error: SpecError) -> Self {
        Self::new("", &error, error.help.clone())
    }
}

/// The kinds of agents that a game offers, in their order.
#[derive(Clone, Copy)]
pub struct AgentKinds {
    len: usize,
    at: fn(usize) -> &'static AgentKind,
}

impl AgentKinds {
    /// No agents.
    pub const NONE: Self = Self::new(0, |_| unreachable!("there are none"));

    /// The kinds of a table with this number of rows; `at` is the kind of a row.
    pub const fn new(len: usize, at: fn(usize) -> &'static AgentKind) -> Self {
        Self { len, at }
    }

    /// The kinds.
    pub fn iter(self) -> impl ExactSizeIterator<Item = &'static AgentKind> {
        (0..self.len).map(self.at)
    }
}

impl PartialEq for AgentKinds {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for AgentKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for AgentKinds {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<Build> AgentRow<Build> {
    /// A row whose agents are called by their spelling.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        parameters: &'static [Parameter],
        build: Build,
    ) -> Self {
        Self { kind: AgentKind::new(name, about, parameters), title: "", build }
    }

    /// A row whose agents are spelled `minimax:4`, as where there are more parameters.
    #[must_use]
    pub const fn with_colon(mut self) -> Self {
        self.kind.dashed = false;
        self
    }

    /// The row of an agent in the table of its game.
    ///
    /// # Panics
    /// If the agent is of another game.
    pub fn of<'a>(rows: &'a [Self], spec: &AgentSpec) -> &'a Self {
        let row = rows.iter().find(|row| row.kind.name == spec.kind.name);
        row.expect("an agent has a row in the table of its game")
    }
}

impl AgentKind {
    /// A kind of agent.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        parameters: &'static [Parameter],
    ) -> Self {
        let only = matches!(parameters, [Parameter { values: ParameterValues::Whole { .. }, .. }]);
        Self { name, about, parameters, dashed: only }
    }

    /// The usage of an agent of this kind: `hold-N`, `alphabeta:DEPTH[:eval=EVAL]`, or
    /// `deepening:NODES|time=TIME[:eval=EVAL]`.
    #[must_use]
    pub fn usage(&self) -> String {
        let is_time = |parameter: &Parameter| parameter.name == TIME;
        let timed = self.parameters.iter().any(is_time);
        let parameters = self.parameters.iter().enumerate().filter(|(_, one)| !is_time(one));
        let values = parameters.map(|(place, parameter)| {
            let value = self.written(place, &parameter.symbol());
            match parameter.values.default() {
                Some(_) => format!("[{value}]"),
                None if timed => format!("{value}|{TIME}={}", TIME.to_uppercase()),
                None => value,
            }
        });
        self.name.to_owned() + &values.collect::<String>()
    }

    /// How an agent of this kind plays; the names of parameters stand for their values.
    #[must_use]
    pub fn about(&self) -> String {
        fill(self.about, str::to_uppercase)
    }

    /// The first parameter, if it is a whole number, which a spec gives without its name.
    fn number(&self) -> Option<&Parameter> {
        let is_whole = |values| matches!(values, ParameterValues::Whole { .. });
        self.parameters.first().filter(|first| is_whole(first.values))
    }

    /// A parameter's value as a spec has it: `-6`, `:6` or `:eval=gm2`.
    fn written(&self, place: usize, value: &str) -> String {
        match place {
            0 if self.dashed => format!("-{value}"),
            0 if self.number().is_some() => format!(":{value}"),
            _ => format!(":{}={value}", self.parameters[place].name),
        }
    }

    /// The usage, with the values of every parameter.
    fn usage_with_values(&self) -> String {
        let values: Vec<String> = (self.parameters.iter())
            .map(|parameter| format!("{} {}", parameter.symbol(), parameter.values))
            .collect();
        if values.is_empty() {
            self.usage()
        } else {
            format!("{} ({})", self.usage(), values.join("; "))
        }
    }

    /// The values that a text gives by parameter; `None` if it is not a text of this kind.
    fn given<'a>(&self, text: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
        let mut parts = text.split(':');
        let number = parts.next()?.strip_prefix(self.name)?;
        let mut given = Vec::new();
        if !number.is_empty() {
            let number = number.strip_prefix('-').filter(|_| self.dashed)?;
            // A number too large for the type has the form of no kind.
            given.push((self.number()?.name, number.parse::<u64>().map(|_| number).ok()?));
        }
        for (place, part) in parts.enumerate() {
            given.push(match part.split_once('=') {
                Some(pair) => pair,
                None if place == 0 && !self.dashed => (self.number()?.name, part),
                None => return None,
            });
        }
        Some(given)
    }

    /// The agent of this kind with these values by parameter, in any order. Those that are left out
    /// have their defaults.
    ///
    /// # Errors
    /// The help text for the first value that is wrong.
    pub fn with(&'static self, given: &[(&str, &str)]) -> Result<AgentSpec, String> {
        let usage = || format!("write {}", self.usage_with_values());
        let mut values: Vec<_> = self.parameters.iter().map(|of| of.values.default()).collect();
        for (at, &(name, value)) in given.iter().enumerate() {
            let names = || self.parameters.iter().map(|parameter| parameter.name);
            let place = names().position(|one| one == name);
            let place = place.ok_or_else(|| did_you_mean(name, names()) + &usage())?;
            let parameter = &self.parameters[place];
            if given[..at].iter().any(|(earlier, _)| *earlier == name) {
                return Err(format!("give {name} once"));
            }
            if !parameter.values.take(value) {
                let near = did_you_mean(value, parameter.values.choices().iter().copied());
                return Err(format!("{near}{} is {}", parameter.symbol(), parameter.values));
            }
            values[place] = Some(value.to_owned());
        }
        if given.iter().any(|(name, _)| *name == TIME) {
            match &mut values[0] {
                Some(_) => {
                    return Err(format!("give {} or {TIME}, not both", self.parameters[0].name));
                }
                limited => *limited = Some(String::new()),
            }
        }
        let values: Vec<String> = values.into_iter().collect::<Option<_>>().ok_or_else(usage)?;
        let mut text = self.name.to_owned();
        for (place, (parameter, value)) in self.parameters.iter().zip(&values).enumerate() {
            if parameter.values.default().as_ref() != Some(value) && !value.is_empty() {
                text += &self.written(place, value);
            }
        }
        Ok(AgentSpec { kind: self, player: None, outside: None, character: None, values, text })
    }
}

impl AgentSpec {
    /// An agent of a kind without parameters, with a spelling of its own.
    pub(crate) fn alone(kind: &'static AgentKind, text: &str) -> Self {
        let text = text.to_owned();
        Self { kind, player: None, outside: None, character: None, values: Vec::new(), text }
    }

    /// The agent of that spelling. Its keys may stand in any order and have their defaults.
    ///
    /// # Errors
    /// [`SpecError`], for any other text.
    pub fn parse(text: &str, kinds: AgentKinds) -> Result<Self, SpecError> {
        let refused = |help| SpecError { spec: text.to_owned(), help };
        let (kind, given) =
            Self::split(text, kinds).ok_or_else(|| refused(nearest_kind(text, kinds)))?;
        let spec = kind.with(&given).map_err(refused)?;
        // Its spelling has a number without its key, unless that is the default.
        let key = kind.number().map(|first| format!(":{}=", first.name)).unwrap_or_default();
        let is_default = || kind.number().and_then(|first| first.values.default());
        if !key.is_empty() && text.contains(&key) && is_default() != Some(spec.values[0].clone()) {
            return Err(refused(format!("did you mean {spec}?")));
        }
        Ok(spec)
    }

    /// The kind of agent that a text names, and the values that it gives by parameter; `None` if the
    /// text has the form of no kind.
    pub fn split(text: &str, kinds: AgentKinds) -> Option<(&'static AgentKind, Vec<(&str, &str)>)> {
        kinds.iter().find_map(|kind| Some((kind, kind.given(text)?)))
    }

    /// The one spelling of the agent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The value of a parameter that is a whole number.
    ///
    /// # Panics
    /// If the kind has no such parameter, or the type does not hold its values.
    #[must_use]
    pub fn whole<T: FromStr>(&self, name: &str) -> T {
        self.choice(name).parse().ok().expect("the type holds every value of the parameter")
    }

    /// The value of a parameter, as a text.
    ///
    /// # Panics
    /// If the kind has no such parameter.
    #[must_use]
    pub fn choice(&self, name: &str) -> &str {
        let mut parameters = self.kind.parameters.iter().zip(&self.values);
        let found = parameters.find(|(parameter, _)| parameter.name == name);
        // The names are literals of the games' sources; what a user writes is looked up by `with`.
        found.unwrap_or_else(|| panic!("{} has no parameter {name}", self.kind.name)).1
    }

    /// The time that limits the agent's search instead of its first parameter.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        let place = self.kind.parameters.iter().position(|parameter| parameter.name == TIME)?;
        seconds(&self.values[place]).map(Duration::from_secs_f64)
    }

    /// What limits a search: the time, or else the first parameter.
    ///
    /// # Panics
    /// If the kind has no parameters.
    #[must_use]
    pub fn budget(&self) -> Budget {
        match self.time() {
            Some(time) => Budget::Time(time),
            None => Budget::States(self.whole(self.kind.parameters[0].name)),
        }
    }

    /// Whether a switch is on.
    ///
    /// # Panics
    /// If the kind has no such parameter.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        self.choice(name) == "on"
    }

    /// How the agent plays, in one sentence.
    #[must_use]
    pub fn about(&self) -> String {
        match (&self.player, &self.outside, &self.character) {
            (Some(player), ..) => player.about().to_owned(),
            (_, Some(outside), _) => outside.0.facts().about.clone(),
            (.., Some(of)) => of.personality.character.clone(),
            _ => self.filled(self.kind.about),
        }
    }

    /// A text of the agent's row with the agent's values.
    pub fn filled(&self, template: &str) -> String {
        fill(template, |name| match self.choice(name) {
            "" => format!("what {} allow", self.choice(TIME).replace('s', " seconds")),
            value => value.to_owned(),
        })
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The help text for a text that has the form of no kind.
fn nearest_kind(text: &str, kinds: AgentKinds) -> String {
    let head = text.split(':').next().unwrap_or_default();
    let word = head.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').to_lowercase();
    let near = nearest(&word, kinds.iter().map(|kind| kind.name));
    let usages: Vec<String> = kinds.iter().map(AgentKind::usage_with_values).collect();
    let all = match usages.split_last() {
        None => "there are no agents".to_owned(),
        Some((only, [])) => format!("there is only {only}"),
        Some((last, others)) => format!("there are {}, and {last}", others.join(", ")),
    };
    match kinds.iter().find(|kind| Some(kind.name) == near) {
        Some(kind) if kind.name == word => format!("write {}", kind.usage_with_values()),
        Some(kind) => format!("did you mean {}? {all}", kind.usage()),
        None => all,
    }
}

/// Replaces every `{name}` by its value, and every `{name nouns}` by the value and the nouns, or by
/// `one noun`.
fn fill(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut parts = template.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (place, rest) = part.split_once('}').expect("every { has a matching }");
        let (name, nouns) = place.split_once(' ').unwrap_or((place, ""));
        text += &match (value(name), nouns) {
            (value, "") => value,
            (value, _) if value.contains(' ') => value,
            (value, _) if value == "1" => format!("one {}", nouns.trim_end_matches('s')),
            (value, _) => format!("{value} {nouns}"),
        };
        text += rest;
    }
    text
}

/// Serializes an about text for programs, as [`AgentKind::about`] fills it.
fn filled<S: Serializer>(about: &&'static str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&fill(about, str::to_uppercase))
}

#[cfg(test)]
mod tests;
