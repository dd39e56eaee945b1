//! The parameters of a kind of agent, and the values that they take.

use std::fmt;
use std::ops::RangeInclusive;

use serde::Serialize;

/// The name of the parameter that limits a search by time.
pub(super) const TIME: &str = "time";

/// A parameter of a kind of agent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// The key in a spec, in lower case; usages have it in upper case.
    pub name: &'static str,
    /// What the parameter does, in a few words.
    pub about: &'static str,
    /// The values that it takes.
    #[serde(flatten)]
    pub values: ParameterValues,
}

/// The values that a parameter takes. A whole number without a default must be given.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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
        default: &'static str,
    },
    /// A time of 0.1 to 60 seconds such as `1s`, which a spec gives instead of the first parameter.
    Time {
        /// The least value, in seconds.
        low: f64,
        /// The greatest value, in seconds.
        high: f64,
    },
}

impl Parameter {
    /// A whole number that must be given.
    pub const fn whole(
        name: &'static str,
        about: &'static str,
        range: RangeInclusive<u64>,
    ) -> Self {
        Self { name, about, values: ParameterValues::whole(range) }
    }

    /// A whole number with a default.
    pub const fn defaulted(
        name: &'static str,
        about: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
    ) -> Self {
        let (low, high, default) = (*range.start(), *range.end(), Some(default));
        Self { name, about, values: ParameterValues::Whole { low, high, default } }
    }

    /// One of these words; the first is the default.
    pub const fn one_of(
        name: &'static str,
        about: &'static str,
        choices: &'static [&'static str],
    ) -> Self {
        Self { name, about, values: ParameterValues::OneOf { choices, default: choices[0] } }
    }

    /// Something that is `on`, or may be turned `off`.
    pub const fn switch(name: &'static str, about: &'static str) -> Self {
        Self::one_of(name, about, &["on", "off"])
    }

    /// The time of a search, instead of the first parameter.
    pub const fn time() -> Self {
        let about = "time that it takes, instead of a number of states";
        Self { name: TIME, about, values: ParameterValues::Time { low: 0.1, high: 60.0 } }
    }

    /// The name of the parameter in a usage.
    pub(super) fn symbol(&self) -> String {
        self.name.to_uppercase()
    }
}

impl ParameterValues {
    /// A required whole number.
    #[must_use]
    pub const fn whole(range: RangeInclusive<u64>) -> Self {
        Self::Whole { low: *range.start(), high: *range.end(), default: None }
    }

    /// The words; empty for a number.
    pub(super) fn choices(&self) -> &'static [&'static str] {
        match self {
            Self::Whole { .. } | Self::Time { .. } => &[],
            Self::OneOf { choices, .. } => choices,
        }
    }

    /// The text of the default.
    pub fn default(&self) -> Option<String> {
        match self {
            Self::Whole { default, .. } => default.map(|number| number.to_string()),
            Self::OneOf { default, .. } => Some((*default).to_owned()),
            Self::Time { .. } => Some(String::new()),
        }
    }

    /// Whether a text is one of the values: a number has no sign and no zeros before it.
    pub(super) fn take(&self, text: &str) -> bool {
        match self {
            Self::Whole { low, high, .. } => text.parse().is_ok_and(|number: u64| {
                (*low..=*high).contains(&number) && number.to_string() == text
            }),
            Self::OneOf { choices, .. } => choices.contains(&text),
            Self::Time { low, high } => seconds(text)
                .is_some_and(|time| (*low..=*high).contains(&time) && format!("{time}s") == text),
        }
    }
}

/// `from 1 to 8`, `a, b or c`, or `seconds such as 1s or 0.5s, from 0.1s to 60s`.
impl fmt::Display for ParameterValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { low, high, .. } => write!(f, "from {low} to {high}"),
            Self::OneOf { choices, .. } => match choices.split_last() {
                Some((last, others @ [_, ..])) => write!(f, "{} or {last}", others.join(", ")),
                _ => f.write_str(&choices.concat()),
            },
            Self::Time { low, high } => {
                write!(f, "seconds such as 1s or 0.5s, from {low}s to {high}s")
            }
        }
    }
}

/// The number of seconds that a text such as `1.5s` says.
pub(super) fn seconds(text: &str) -> Option<f64> {
    text.strip_suffix('s')?.parse().ok()
}
