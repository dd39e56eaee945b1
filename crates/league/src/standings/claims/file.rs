//! Reads a file of claims: its keys become [`Claims`], or an error names the line that
//! is wrong. `configs/claims.toml` explains every key.

use super::{Basis, Claim, Claims, Comparison, Others, SAME_AS, Test, WIN_RATE, Wording};
use crate::config::{ConfigError, Source, Table};
use rivals_core::play::MAX_SEATS;

const KEYS: [&str; 15] = [
    "id",
    "sentence",
    "source",
    "wording",
    "original",
    "basis",
    "personality",
    "metric",
    "minus",
    "comparison",
    "among",
    "than",
    "times",
    "value",
    "impossible",
];

const COMPARISONS: &str = "highest, lowest, above, below, same_as, above_value or below_value";

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

/// The largest number of characters of a sentence.
const MAX_SENTENCE: usize = 200;

/// The largest absolute value of a number that a quantity may be compared with.
const MOST: f64 = 1e9;

pub(super) fn claims(source: &Source) -> Result<Claims, ConfigError> {
    source.parse(|file| {
        file.only(&["game", "config_hash", "seats", "tuning_seed", "claim"])?;
        let mut claims: Vec<Claim> = Vec::new();
        for table in file.tables("claim")? {
            let claim = claim(&table)?;
            if claims.iter().any(|other| other.id == claim.id) {
                let message = format!("two claims are called \"{}\"", claim.id);
                return Err(table.error("id", message, "give each claim its own id"));
            }
            claims.push(claim);
        }
        Ok(Claims {
            game: file.text("game", "a game's name such as \"dragon-slayer\"", id)?,
            config_hash: optional(file, "config_hash", |key| {
                file.text(key, "64 digits 0 to 9 and a to f", hash)
            })?,
            seats: optional(file, "seats", |key| file.integer(key, 2..=MAX_SEATS))?,
            tuning_seed: optional(file, "tuning_seed", |key| {
                file.integer(key, 0..=i64::MAX as u64)
            })?,
            claims,
        })
    })
}

/// The value of a key that may be left out.
fn optional<T>(
    table: &Table,
    key: &str,
    read: impl FnOnce(&str) -> Result<T, ConfigError>,
) -> Result<Option<T>, ConfigError> {
    table.has(key).then(|| read(key)).transpose()
}

fn claim(table: &Table) -> Result<Claim, ConfigError> {
    table.only(&KEYS)?;
    let line = |key: &str| table.line(key, MAX_SENTENCE);
    let maybe = |key| optional(table, key, line);
    if table.has("source") && !table.has("sentence") {
        let message = "the key `source` needs the key `sentence`";
        let help = "write what is claimed as `sentence`, and its page or section as `source`";
        return Err(table.error("source", message, help));
    }
    for key in ["wording", "original"] {
        if table.has(key) && !table.has("source") {
            let message = format!("the key `{key}` needs the key `source`");
            return Err(table.error(key, message, "name the source, or remove it"));
        }
    }
    let impossible = maybe("impossible")?;
    // A claim without a metric gives the reason why it has none.
    let untested = impossible.is_some() && !table.has("metric");
    Ok(Claim {
        id: table.text("id", "lower-case letters, digits and `-`", id)?,
        sentence: line("sentence")?,
        source: maybe("source")?,
        wording: word(table, "wording", Wording::ALL.map(|of| (of.name(), of)))?,
        original: maybe("original")?,
        basis: word(table, "basis", Basis::ALL.map(|of| (of.name(), of)))?,
        personality: table.text("personality", "a personality's id", id)?,
        test: if untested {
            no_test(table)?;
            None
        } else {
            Some(test(table)?)
        },
        impossible,
    })
}

/// One of these words, if the key is there.
fn word<T: Copy, const N: usize>(
    table: &Table,
    key: &str,
    words: [(&'static str, T); N],
) -> Result<Option<T>, ConfigError> {
    let names = words.map(|(name, _)| name).join(" or ");
    let read = |text: &str| {
        let found = words.iter().find(|(name, _)| *name == text);
        found.map(|(_, value)| *value)
    };
    optional(table, key, |key| table.text(key, &names, read))
}

fn no_test(table: &Table) -> Result<(), ConfigError> {
    let without = ["minus", "comparison", "among", "than", "times", "value", "basis"];
    match without.into_iter().find(|key| table.has(key)) {
        None => Ok(()),
        Some(key) => Err(table.error(
            key,
            format!("the key `{key}` needs the key `metric`"),
            "name a metric, or remove it",
        )),
    }
}

fn test(table: &Table) -> Result<Test, ConfigError> {
    let name = "a metric's name: lower-case words joined by `_`";
    let metric = table.text("metric", name, metric)?;
    let minus = optional(table, "minus", |key| table.text(key, name, self::metric))?;
    if minus.as_ref() == Some(&metric) {
        let message = format!("{metric} minus itself is always 0");
        return Err(table.error("minus", message, "name another metric"));
    }
    let comparison = comparison(table)?;
    if comparison.name == SAME_AS && (metric != WIN_RATE || minus.is_some()) {
        let message = format!("{SAME_AS} cannot compare {metric}");
        let help = format!("write metric = \"{WIN_RATE}\", which {SAME_AS} compares game by game");
        return Err(table.error("metric", message, help));
    }
    Ok(Test { metric, minus, comparison })
}

/// The comparison, with the one key that belongs to it.
fn comparison(table: &Table) -> Result<Comparison, ConfigError> {
    let (name, direction, key) = table.text("comparison", COMPARISONS, |word| {
        KINDS.into_iter().find(|(name, ..)| *name == word)
    })?;
    let others = ["among", "than", "value"];
    if let Some(other) = others.into_iter().find(|k| *k != key && table.has(k)) {
        let message = format!("{other} cannot be used with this comparison");
        let help = format!("remove it; this comparison takes {key}");
        return Err(table.error(other, message, help));
    }
    let with = match key {
        "value" => Others::Number(table.number(key, -MOST..=MOST)?),
        "among" => Others::Players(optional(table, key, |key| ids(table, key))?),
        _ => Others::Players(Some(ids(table, key)?)),
    };
    let times = optional(table, "times", |key| table.number(key, 0.0..=MOST))?;
    if times.is_some() && (key != "than" || name == SAME_AS) {
        let message = "times cannot be used with this comparison";
        return Err(table.error("times", message, "remove it; above and below take times"));
    }
    Ok(Comparison { name, direction, times: times.unwrap_or(1.0), with })
}

/// Ids of personalities, without the claim's own.
fn ids(table: &Table, key: &str) -> Result<Vec<String>, ConfigError> {
    let own = table.text("personality", "a personality's id", id)?;
    let expected = "a list of personalities' ids, such as [\"a\", \"b\"]";
    let texts = table.texts(key, expected)?;
    if texts.is_empty() {
        let message = format!("{key} is an empty list");
        return Err(table.error(key, message, format!("write {expected}")));
    }
    let mut ids: Vec<String> = Vec::new();
    for text in texts {
        let written = text.as_str();
        let Some(id) = id(written) else {
            let message = format!("{written:?} in {key} is not the id of a personality");
            return Err(text.error(message, "use lower-case letters, digits and `-`"));
        };
        if ids.contains(&id) {
            let message = format!("{key} names {id} twice");
            return Err(text.error(message, "name each once"));
        }
        ids.push(id);
    }
    // `among` always includes the claim's own personality, and a comparison with itself
    // makes no sense.
    if key == "among" {
        ids.retain(|id| *id != own);
    }
    if ids.is_empty() || ids.contains(&own) {
        let message = format!("{key} compares {own} with itself");
        return Err(table.error(key, message, "name others"));
    }
    Ok(ids)
}

/// An id; that of an agent may have `:` and `=`, as in `alphabeta:6:eval=gm2`.
fn id(text: &str) -> Option<String> {
    spelled(text, b"-:=")
}

fn metric(text: &str) -> Option<String> {
    spelled(text, b"_")
}

/// A text of lower-case letters, digits and these characters.
fn spelled(text: &str, others: &[u8]) -> Option<String> {
    let plain =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || others.contains(&byte);
    (!text.is_empty() && text.bytes().all(plain)).then(|| text.to_owned())
}

/// The SHA-256 hash, as [`crate::tournament::header::config_hash`] writes it.
fn hash(text: &str) -> Option<String> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (text.len() == 64 && text.bytes().all(digit)).then(|| text.to_owned())
}
