//! The kinds of agents that a game offers, as data, and the one spelling of each agent.
//!
//! A spec is `name[:number][:key=value]...`, such as `alphabeta:6:eval=gm2`: a first parameter that
//! is a whole number is given without its key. In the one spelling of an agent, values equal to
//! their defaults are left out, and the others stand in the order in which the kind declares them,
//! because the dice of a tournament are keyed by these texts. A kind whose only parameter is a whole
//! number is spelled `hold-6`. Texts with other orders of the keys, or with defaults, are read as
//! well; every other spelling is refused, and the refusal says which spelling is accepted.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::text::nearest::{did_you_mean, nearest};

/// A kind of agent that a game offers.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct AgentKind {
    /// Lower-case letters, digits and `-`.
    pub name: &'static str,
    /// How such an agent plays, in one sentence.
    ///
    /// `{n}` stands for the value of the parameter `n`, and `{n|1 point|points}` for `1 point`
    /// or for the value followed by `points`. [`Self::about`] and [`AgentSpec::about`] fill it.
    #[serde(serialize_with = "filled")]
    pub about: &'static str,
    /// In the order in which a spec gives them.
    pub parameters: &'static [Parameter],
}

/// A parameter of a kind of agent.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Parameter {
    /// The key in a spec, in lower case; usages have it in upper case.
    pub name: &'static str,
    /// What the parameter does, in a few words.
    pub about: &'static str,
    /// The values that it takes.
    #[serde(flatten)]
    pub values: ParameterValues,
}

/// The values that a parameter takes. A parameter without a default must be given.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ParameterValues {
    /// A whole number.
    Whole {
        /// The least value.
        low: u64,
        /// The greatest value.
        high: u64,
        /// The value of a spec that leaves it out.
        default: Option<u64>,
    },
    /// One of these words, which are lower-case.
    OneOf {
        /// The words.
        choices: &'static [&'static str],
        /// The word of a spec that leaves it out.
        default: Option<&'static str>,
    },
}

/// An agent: its kind, with a value for every parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSpec {
    /// The kind.
    pub kind: &'static AgentKind,
    /// By parameter: the number, or the place of the word among the choices.
    values: Vec<u64>,
    /// The one spelling.
    text: String,
}

/// The refusal of a text that names no agent of a game.
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

impl AgentKind {
    /// The usage of an agent of this kind: `hold-N`, or `alphabeta:DEPTH[:eval=EVAL]`.
    #[must_use]
    pub fn usage(&self) -> String {
        let parameters = self.parameters.iter().enumerate();
        let values = parameters.map(|(place, parameter)| {
            let value = self.written(place, &parameter.symbol());
            match parameter.values.default() {
                Some(_) => format!("[{value}]"),
                None => value,
            }
        });
        self.name.to_owned() + &values.collect::<String>()
    }

    /// How an agent of this kind plays; the names of parameters stand for their values.
    #[must_use]
    pub fn about(&self) -> String {
        fill(self.about, |name, _| name.to_uppercase())
    }

    /// Whether the only parameter is a whole number, so that a spec is `name-N`.
    fn is_numbered(&self) -> bool {
        matches!(self.parameters, [one] if matches!(one.values, ParameterValues::Whole { .. }))
    }

    /// Whether the first parameter is a whole number, which a spec gives without its name.
    fn begins_with_number(&self) -> bool {
        let first = self.parameters.first().map(|parameter| &parameter.values);
        matches!(first, Some(ParameterValues::Whole { .. }))
    }

    /// A parameter's value as a spec has it: `-6`, `:6` or `:eval=gm2`.
    fn written(&self, place: usize, value: &str) -> String {
        match place {
            0 if self.is_numbered() => format!("-{value}"),
            0 if self.begins_with_number() => format!(":{value}"),
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

    /// Reads an agent of this kind from its values, in any order and spelling.
    ///
    /// # Errors
    /// The help text for the first value that is wrong.
    fn read(&'static self, given: &[&str]) -> Result<AgentSpec, String> {
        let usage = || format!("write {}", self.usage_with_values());
        let mut values: Vec<Option<u64>> = vec![None; self.parameters.len()];
        for (position, text) in given.iter().enumerate() {
            let (place, value) = match text.split_once('=') {
                None if position == 0 && self.begins_with_number() => (0, *text),
                None => return Err(usage()),
                Some((key, value)) => {
                    let mut names = self.parameters.iter().map(|parameter| parameter.name);
                    let place = names.clone().position(|name| name == key);
                    let place = place.ok_or_else(|| match nearest(key, names.by_ref()) {
                        Some(near) => format!("did you mean {near}={value}? {}", usage()),
                        None => usage(),
                    })?;
                    (place, value)
                }
            };
            let parameter = &self.parameters[place];
            let read = parameter.values.read(value).ok_or_else(|| {
                let near = did_you_mean(value, parameter.values.choices().iter().copied());
                format!("{near}{} is {}", parameter.symbol(), parameter.values)
            })?;
            if values[place].replace(read).is_some() {
                return Err(format!("give {} once", parameter.name));
            }
        }
        let filled = values.iter().zip(self.parameters);
        let filled = filled.map(|(value, parameter)| value.or_else(|| parameter.values.default()));
        let values: Vec<u64> = filled.collect::<Option<_>>().ok_or_else(usage)?;
        let mut text = self.name.to_owned();
        for (place, (parameter, &value)) in self.parameters.iter().zip(&values).enumerate() {
            if parameter.values.default() != Some(value) {
                text += &self.written(place, &parameter.values.text(value));
            }
        }
        Ok(AgentSpec { kind: self, values, text })
    }
}

impl Parameter {
    /// The name of the parameter in a usage.
    fn symbol(&self) -> String {
        self.name.to_uppercase()
    }
}

impl ParameterValues {
    /// A required whole number.
    #[must_use]
    pub const fn whole(range: RangeInclusive<u64>) -> Self {
        Self::Whole { low: *range.start(), high: *range.end(), default: None }
    }

    /// The words; none for a number.
    fn choices(&self) -> &'static [&'static str] {
        match self {
            Self::Whole { .. } => &[],
            Self::OneOf { choices, .. } => choices,
        }
    }

    /// The stored form of the default.
    fn default(&self) -> Option<u64> {
        match self {
            Self::Whole { default, .. } => *default,
            Self::OneOf { default, .. } => self.read((*default)?),
        }
    }

    /// The text of the default.
    pub fn default_text(&self) -> Option<String> {
        self.default().map(|value| self.text(value))
    }

    /// The stored form of a text.
    fn read(&self, text: &str) -> Option<u64> {
        match self {
            Self::Whole { low, high, .. } => {
                (text.parse().ok()).filter(|number| (low..=high).contains(&number))
            }
            Self::OneOf { choices, .. } => {
                let place = choices.iter().position(|choice| *choice == text);
                place.map(|place| place as u64)
            }
        }
    }

    /// The text of a stored value.
    fn text(&self, value: u64) -> String {
        match self {
            Self::Whole { .. } => value.to_string(),
            Self::OneOf { choices, .. } => choices[value as usize].to_owned(),
        }
    }
}

/// `from 1 to 8`, or `a, b or c`.
impl fmt::Display for ParameterValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { low, high, .. } => write!(f, "from {low} to {high}"),
            Self::OneOf { choices, .. } => match choices.split_last() {
                Some((last, others @ [_, ..])) => write!(f, "{} or {last}", others.join(", ")),
                _ => f.write_str(&choices.concat()),
            },
        }
    }
}

impl AgentSpec {
    /// The agent of that spelling. Its keys may stand in any order and have their defaults.
    ///
    /// # Errors
    /// [`SpecError`], for any other text.
    pub fn parse(text: &str, kinds: &'static [AgentKind]) -> Result<Self, SpecError> {
        let refused = |help| SpecError { spec: text.to_owned(), help };
        match read(&text.to_lowercase(), kinds) {
            Ok(spec) if spec.is_meant_by(text) => Ok(spec),
            Ok(meant) => Err(refused(format!("did you mean {meant}? {}", list(kinds)))),
            Err(help) => Err(refused(help)),
        }
    }

    /// Whether a text that names this agent is its spelling, but for the order of the keys and
    /// for defaults that are given.
    fn is_meant_by(&self, text: &str) -> bool {
        let own: Vec<&str> = self.text.split(':').collect();
        let name = self.kind.name;
        let mut defaults = Vec::new();
        for (place, parameter) in self.kind.parameters.iter().enumerate() {
            if let Some(default) = parameter.values.default_text() {
                defaults.push(format!("{}={default}", parameter.name));
                // The first one may stand without its key, or in the name if it is the only one.
                match self.kind.is_numbered() {
                    true => defaults.push(format!("{name}-{default}")),
                    false if place == 0 => defaults.push(default),
                    false => {}
                }
            }
        }
        (text.split(':')).all(|part| own.contains(&part) || defaults.iter().any(|one| one == part))
    }

    /// The one spelling of the agent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The agent of the same kind with other values of whole-number parameters.
    ///
    /// # Errors
    /// The help text for the first value that is wrong.
    pub fn varied(
        kind: &'static AgentKind,
        fixed: &[(String, String)],
        varied: &[(String, u64)],
    ) -> Result<Self, String> {
        let kept = (fixed.iter()).filter(|(name, _)| varied.iter().all(|(other, _)| other != name));
        let kept = kept.map(|(name, value)| format!("{name}={value}"));
        let varied = varied.iter().map(|(name, value)| format!("{name}={value}"));
        let given: Vec<String> = kept.chain(varied).collect();
        kind.read(&given.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// The parameters by name, with the texts of their values.
    pub fn parameters(&self) -> Vec<(String, String)> {
        (self.kind.parameters.iter().zip(&self.values))
            .map(|(parameter, &value)| (parameter.name.to_owned(), parameter.values.text(value)))
            .collect()
    }

    /// The value of a parameter that is a whole number.
    ///
    /// # Panics
    /// If the kind has no such parameter.
    #[must_use]
    pub fn whole(&self, name: &str) -> u64 {
        let (values, value) = self.value(name);
        assert!(values.choices().is_empty(), "{name} of {self} is a word");
        value
    }

    /// The value of a parameter that is one of several words.
    ///
    /// # Panics
    /// If the kind has no such parameter.
    #[must_use]
    pub fn choice(&self, name: &str) -> &'static str {
        let (values, value) = self.value(name);
        values.choices()[value as usize]
    }

    /// How the agent plays, in one sentence.
    #[must_use]
    pub fn about(&self) -> String {
        fill(self.kind.about, |name, singular| {
            let (values, value) = self.value(name);
            match singular {
                Some(singular) if value == 1 => singular.to_owned(),
                _ => values.text(value),
            }
        })
    }

    fn value(&self, name: &str) -> (&'static ParameterValues, u64) {
        let mut parameters = self.kind.parameters.iter().zip(&self.values);
        let found = parameters.find(|(parameter, _)| parameter.name == name);
        // The names are literals of the games' sources; what a user writes is looked up by `read`.
        let (parameter, value) =
            found.unwrap_or_else(|| panic!("{} has no parameter {name}", self.kind.name));
        (&parameter.values, *value)
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The agents of these kinds, as a sentence: `there are greedy, and hold-N (N from 1 to 9)`.
#[must_use]
pub fn list(kinds: &[AgentKind]) -> String {
    let usages: Vec<String> = kinds.iter().map(AgentKind::usage_with_values).collect();
    match usages.split_last() {
        None => "there are no agents".to_owned(),
        Some((only, [])) => format!("there is only {only}"),
        Some((last, others)) => format!("there are {}, and {last}", others.join(", ")),
    }
}

/// Reads an agent in any spelling. The text of the result is the one spelling.
///
/// # Errors
/// The help text.
fn read(text: &str, kinds: &'static [AgentKind]) -> Result<AgentSpec, String> {
    let mut given: Vec<&str> = text.split(':').collect();
    let head = given.remove(0);
    let mut kind = kinds.iter().find(|kind| kind.name == head);
    if kind.is_none()
        && let Some((name, number)) = head.rsplit_once('-')
    {
        // `name-6` is read for every kind whose first parameter is a whole number.
        kind = kinds.iter().find(|kind| kind.name == name && kind.begins_with_number());
        given.insert(0, number);
    }
    if let Some(kind) = kind {
        let is_number = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
        return kind.read(&given).map_err(|help| match kind.is_numbered() {
            // A number that the kind does not take.
            true if given.iter().all(is_number) => format!("write {}: {help}", kind.usage()),
            true => list(kinds),
            false => help,
        });
    }
    let word = head.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
    let near = nearest(word, kinds.iter().map(|kind| kind.name));
    let near = kinds.iter().find(|kind| Some(kind.name) == near);
    Err(match near {
        Some(near) => format!("did you mean {}? {}", near.usage(), list(kinds)),
        None => list(kinds),
    })
}

/// Replaces every `{name}` and `{name|singular|plural}` by what `value` says of the name and
/// the singular. The plural follows a value that is not the singular.
fn fill(template: &str, value: impl Fn(&str, Option<&str>) -> String) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (place, after) = after.split_once('}').expect("every { has a matching }");
        let mut words = place.split('|');
        let (name, singular, plural) = (words.next(), words.next(), words.next());
        let value = value(name.unwrap_or_default(), singular);
        text += before;
        text += &value;
        if let (Some(plural), true) = (plural, singular != Some(&*value)) {
            text += &format!(" {plural}");
        }
        rest = after;
    }
    text + rest
}

/// Serializes an about text for programs, as [`AgentKind::about`] fills it.
fn filled<S: Serializer>(about: &&'static str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&fill(about, |name, _| name.to_uppercase()))
}

#[cfg(test)]
mod tests;
