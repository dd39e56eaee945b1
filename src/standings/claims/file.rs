//! The format of a file of claims: from its keys to [`Claims`], or to the line
//! that is wrong. `configs/claims.toml` explains every key.

use super::{Claim, Claims, Comparison, Test};
use crate::config::{ConfigError, Source, Table};
use crate::games::MAX_SEATS;

const KEYS: [&str; 10] = [
    "id",
    "source",
    "personality",
    "metric",
    "minus",
    "comparison",
    "among",
    "than",
    "value",
    "impossible",
];

const COMPARISONS: &str = "highest, lowest, above, below, above_value or below_value";

/// Most characters of a sentence.
const MAX_SENTENCE: usize = 200;

/// Numbers that a quantity may be compared with.
const MOST: f64 = 1e9;

pub(super) fn claims(source: &Source) -> Result<Claims, ConfigError> {
    source.parse(|file| {
        file.only(&["game", "config_hash", "seats", "claim"])?;
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
            config_hash: (file.has("config_hash"))
                .then(|| file.text("config_hash", "64 digits 0 to 9 and a to f", hash))
                .transpose()?,
            seats: (file.has("seats"))
                .then(|| file.integer("seats", 2..=MAX_SEATS))
                .transpose()?,
            claims,
        })
    })
}

fn claim(table: &Table) -> Result<Claim, ConfigError> {
    table.only(&KEYS)?;
    let sentence = |key| table.line(key, MAX_SENTENCE);
    let impossible = table
        .has("impossible")
        .then(|| sentence("impossible"))
        .transpose()?;
    // Without a metric, a claim says why it has none.
    let untested = impossible.is_some() && !table.has("metric");
    Ok(Claim {
        id: table.text("id", "lower-case letters, digits and `-`", id)?,
        source: sentence("source")?,
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

fn no_test(table: &Table) -> Result<(), ConfigError> {
    let without = ["minus", "comparison", "among", "than", "value"];
    match without.into_iter().find(|key| table.has(key)) {
        None => Ok(()),
        Some(key) => Err(table.error(
            key,
            format!("{key} belongs to a metric, and there is none"),
            "name a metric, or remove it",
        )),
    }
}

fn test(table: &Table) -> Result<Test, ConfigError> {
    let name = "a metric's name: lower-case words joined by `_`";
    let metric = table.text("metric", name, metric)?;
    let minus = table
        .has("minus")
        .then(|| table.text("minus", name, self::metric))
        .transpose()?;
    if minus.as_ref() == Some(&metric) {
        let message = format!("{metric} minus itself is always 0");
        return Err(table.error("minus", message, "name another metric"));
    }
    Ok(Test {
        metric,
        minus,
        comparison: comparison(table)?,
    })
}

/// The comparison, with the one key that goes with it.
fn comparison(table: &Table) -> Result<Comparison, ConfigError> {
    type Read = fn(&Table) -> Result<Comparison, ConfigError>;
    let (key, read) = table.text("comparison", COMPARISONS, |word| {
        let found: (&'static str, Read) = match word {
            "highest" => ("among", |t| Ok(Comparison::Highest(among(t)?))),
            "lowest" => ("among", |t| Ok(Comparison::Lowest(among(t)?))),
            "above" => ("than", |t| Ok(Comparison::Above(ids(t, "than")?))),
            "below" => ("than", |t| Ok(Comparison::Below(ids(t, "than")?))),
            "above_value" => ("value", |t| Ok(Comparison::AboveValue(value(t)?))),
            "below_value" => ("value", |t| Ok(Comparison::BelowValue(value(t)?))),
            _ => return None,
        };
        Some(found)
    })?;
    let others = ["among", "than", "value"];
    if let Some(other) = others.into_iter().find(|k| *k != key && table.has(k)) {
        let message = format!("{other} does not go with this comparison");
        let help = format!("remove it; this comparison takes {key}");
        return Err(table.error(other, message, help));
    }
    read(table)
}

fn among(table: &Table) -> Result<Option<Vec<String>>, ConfigError> {
    table.has("among").then(|| ids(table, "among")).transpose()
}

/// Personalities other than the claim's own.
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
            let message = format!("{written:?} in {key} is no personality's id");
            return Err(text.error(message, "use lower-case letters, digits and `-`"));
        };
        if ids.contains(&id) {
            let message = format!("{key} names {id} twice");
            return Err(text.error(message, "name each once"));
        }
        ids.push(id);
    }
    // The own one is understood among others, and nonsense to compare with.
    if key == "among" {
        ids.retain(|id| *id != own);
    }
    if ids.is_empty() || ids.contains(&own) {
        let message = format!("{key} compares {own} with itself");
        return Err(table.error(key, message, "name others"));
    }
    Ok(ids)
}

fn value(table: &Table) -> Result<f64, ConfigError> {
    table.number("value", -MOST..=MOST)
}

fn id(text: &str) -> Option<String> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (!text.is_empty() && text.bytes().all(plain)).then(|| text.to_owned())
}

fn metric(text: &str) -> Option<String> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    (!text.is_empty() && text.bytes().all(plain)).then(|| text.to_owned())
}

/// SHA-256 as [`crate::tournament::config_hash`] writes it.
fn hash(text: &str) -> Option<String> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (text.len() == 64 && text.bytes().all(digit)).then(|| text.to_owned())
}
