//! Reads a file of claims: the keys of each become its test, or an error names the line that
//! is wrong. `configs/claims.toml` explains every key.

use serde::{Deserialize, Deserializer};

use super::{Claim, Claims, Comparison, Others, SAME_AS, Test, WIN_RATE};
use crate::config::{Source, Table, checked};
use crate::error::Error;

/// The comparisons: the name of each, its direction and the key of what it compares with.
const KINDS: [(&str, f64, &str); 7] = [
    ("highest", 1.0, "among"),
    ("lowest", -1.0, "among"),
    ("above", 1.0, "than"),
    ("below", -1.0, "than"),
    (SAME_AS, 0.0, "than"),
    ("above_value", 1.0, "value"),
    ("below_value", -1.0, "value"),
];

/// The keys that need another one.
const NEEDS: [(&str, &str); 9] = [
    ("wording", "source"),
    ("original", "source"),
    ("basis", "metric"),
    ("minus", "metric"),
    ("comparison", "metric"),
    ("among", "metric"),
    ("than", "metric"),
    ("times", "metric"),
    ("value", "metric"),
];

/// The id of another player.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(super) struct Id(#[serde(deserialize_with = "id")] String);

pub(super) fn claims(source: &Source) -> Result<Claims, Error> {
    let mut read: Claims = source.parse()?;
    let written: toml::Table = source.parse()?;
    for at in 0..read.claims.len() {
        let place = Place { source, at, keys: &written["claim"][at] };
        let id = &read.claims[at].id;
        if read.claims[..at].iter().any(|other| other.id == *id) {
            let message = format!("two claims are called \"{id}\"");
            return Err(place.wrong("id", message, "give each claim its own id"));
        }
        let test = read.claims[at].read_test(&place)?;
        read.claims[at].test = test;
    }
    Ok(read)
}

/// Where a claim is written, and its keys.
struct Place<'a> {
    source: &'a Source,
    at: usize,
    keys: &'a toml::Value,
}

impl Place<'_> {
    fn has(&self, key: &str) -> bool {
        self.keys.get(key).is_some()
    }

    fn wrong(&self, key: &str, message: impl Into<String>, help: impl Into<String>) -> Error {
        self.source.wrong(&format!("claim.{}.{key}", self.at), message, help)
    }
}

impl Claim {
    fn read_test(&mut self, place: &Place<'_>) -> Result<Option<Test>, Error> {
        let lacks = |(key, other): &&(&str, &str)| place.has(key) && !place.has(other);
        if let Some((key, other)) = NEEDS.iter().find(lacks) {
            let message = format!("the key `{key}` needs the key `{other}`");
            return Err(place.wrong(key, message, format!("add {other}, or remove {key}")));
        }
        // A claim without a metric gives the reason why it has none.
        if self.metric.is_none() && self.impossible.is_none() {
            let help = "add metric, or why the claim cannot be measured as impossible";
            return Err(place.wrong("metric", "missing key `metric` in [claim]", help));
        }
        let test = self.metric.take().map(|metric| self.test(metric, place)).transpose()?;
        let number =
            |test: &Test| test.minus.is_none() && matches!(test.comparison.with, Others::Number(_));
        if self.personality.is_empty() && !test.as_ref().is_some_and(number) {
            let help = "add personality; only a figure of a study has none, which value compares";
            return Err(place.wrong("personality", "missing key `personality` in [claim]", help));
        }
        Ok(test)
    }

    fn test(&mut self, metric: String, place: &Place<'_>) -> Result<Test, Error> {
        let minus = self.minus.take();
        if minus.as_ref() == Some(&metric) {
            let message = format!("{metric} minus itself is always 0");
            return Err(place.wrong("minus", message, "name another metric"));
        }
        let comparison = self.comparison(place)?;
        if comparison.name == SAME_AS && (metric != WIN_RATE || minus.is_some()) {
            let message = format!("{SAME_AS} cannot compare {metric}");
            let help =
                format!("write metric = \"{WIN_RATE}\", which {SAME_AS} compares game by game");
            return Err(place.wrong("metric", message, help));
        }
        Ok(Test { metric, minus, comparison })
    }

    /// The comparison, with the one key that belongs to it.
    fn comparison(&mut self, place: &Place<'_>) -> Result<Comparison, Error> {
        let named = KINDS.into_iter().find(|(name, ..)| *name == self.comparison);
        let (name, direction, key) = named.ok_or_else(|| {
            let help = format!("write one of {}", KINDS.map(|(name, ..)| name).join(", "));
            let message = format!("comparison = {:?} cannot be used", self.comparison);
            place.wrong("comparison", message, help)
        })?;
        let takes_times = key == "than" && name != SAME_AS;
        let fits = |other: &str| other == key || other == "times" && takes_times;
        let others = ["among", "than", "value", "times"];
        if let Some(other) = others.into_iter().find(|other| place.has(other) && !fits(other)) {
            let message = format!("{other} cannot be used with this comparison");
            let help = format!("remove it; {name} takes {key}, and above and below take times");
            return Err(place.wrong(other, message, help));
        }
        let ids = self.among.take().or_else(|| self.than.take());
        let with = match (self.value, ids) {
            (Some(value), _) => Others::Number(value),
            (None, Some(ids)) => Others::Players(Some(self.others(key, ids, place)?)),
            (None, None) if key == "among" => Others::Players(None),
            (None, None) => {
                let message = format!("missing key `{key}` in [claim]");
                return Err(place.wrong(key, message, format!("add what {name} compares with")));
            }
        };
        Ok(Comparison { name, direction, times: self.times.unwrap_or(1.0), with })
    }

    /// The ids of other players than the claim's own.
    fn others(&self, key: &str, ids: Vec<Id>, place: &Place<'_>) -> Result<Vec<String>, Error> {
        if let Some(at) = (0..ids.len()).find(|&at| ids[..at].contains(&ids[at])) {
            let message = format!("{key} names {} twice", ids[at].0);
            return Err(place.wrong(&format!("{key}.{at}"), message, "name each once"));
        }
        // `among` always includes the claim's own personality, and a comparison with itself
        // makes no sense.
        let (all, own) = (ids.len(), &self.personality);
        let others: Vec<String> = ids.into_iter().map(|Id(id)| id).filter(|id| id != own).collect();
        if others.is_empty() || key == "than" && others.len() < all {
            let message = format!("{key} compares {} with itself or with no one", own);
            return Err(place.wrong(key, message, "name others, such as [\"a\", \"b\"]"));
        }
        Ok(others)
    }
}

/// The claims, which are tables of a list.
pub(super) fn tables<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Claim>, D::Error> {
    let tables = Vec::<Table<Claim>>::deserialize(from)?;
    Ok(tables.into_iter().map(|Table(claim)| claim).collect())
}

/// An id; that of an agent may have `:` and `=`, as in `alphabeta:6:eval=gm2`.
pub(super) fn id<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    checked(from, |text| is_spelled(text, b"-:="), "lower-case letters, digits and -")
}

pub(super) fn metric<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let metric = |text: &str| is_spelled(text, b"_");
    checked(from, metric, "a metric's name: lower-case words joined by _")
}

/// The SHA-256 hash, as [`crate::tournament::header::config_hash`] writes it.
pub(super) fn hash<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let hash = |text: &str| text.len() == 64 && text.bytes().all(digit);
    checked(from, hash, "64 digits 0 to 9 and a to f")
}

/// Whether a text has only lower-case letters, digits and these characters.
fn is_spelled(text: &str, others: &[u8]) -> bool {
    let plain =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || others.contains(&byte);
    !text.is_empty() && text.bytes().all(plain)
}
