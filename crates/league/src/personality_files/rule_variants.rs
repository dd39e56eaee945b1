//! Variants of rules: a rule file with other numbers.

use super::variants::{MOST, Range, Scale, check_keys, combinations};
use crate::config::{Error, canonical, did_you_mean};

/// Sets of rules that ranges describe.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleVariants {
    /// The keys that are varied, one or two, with their values of the unchanged rules.
    pub keys: Vec<(String, Option<f64>)>,
    /// The ranges in one spelling, `key=from..to:steps`.
    pub ranges: Vec<String>,
    /// The values of each set of rules in the order of the keys, and the rules as TOML.
    pub rules: Vec<(Vec<f64>, String)>,
}

impl RuleVariants {
    /// The id of the rules with these values: `target=30:challenge.bonus=5`.
    #[must_use]
    pub fn id(&self, values: &[f64]) -> String {
        let pairs = self.keys.iter().zip(values).map(|((key, _), value)| format!("{key}={value}"));
        pairs.collect::<Vec<_>>().join(":")
    }
}

/// The variants of rules by one or two ranges of their numbers. A dot leads
/// into a table or a list, whose entries have the key `name` or are numbered from 1:
/// `dragon.red.points=4..8:3`.
///
/// # Errors
/// [`Error`], for a range that is wrong. Whether the game accepts the rules is not checked.
pub fn rule_variants(rules: toml::Table, ranges: &[String]) -> Result<RuleVariants, Error> {
    let base = toml::Value::Table(rules);
    let mut numbers = Vec::new();
    list_numbers("", &base, &mut numbers);
    let example = numbers.first().map_or_else(
        || "target=30..50:3".to_owned(),
        |(key, value)| format!("{key}={value}..{}:2", value + 1.0),
    );
    let read = |text| Range::read(text, &example);
    let ranges = ranges.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    check_keys(&ranges, "rule")?;
    let (mut keys, mut spellings, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for range in &ranges {
        let Some(number) = place(&mut base.clone(), &range.key).cloned() else {
            let names = || numbers.iter().map(|(key, _)| key.as_str());
            let near = did_you_mean(&range.key, names());
            let all = names().collect::<Vec<_>>().join(", ");
            let help = format!("{near}the numbers of these rules are {all}");
            return Err(Error::refused(format!("no rule is called {:?}", range.key), help));
        };
        let unchanged = as_number(&number);
        if unchanged.is_none() {
            let help = "vary a number; `rivals tournament --rules FILE` plays by a file of rules";
            return Err(Error::refused(format!("{} = {number} is not a number", range.key), help));
        }
        let scale = Scale { low: -MOST, high: MOST, unchanged, whole: !number.is_float() };
        let (of_range, spelling) = range.values(&scale)?;
        keys.push((range.key.clone(), unchanged));
        spellings.push(spelling);
        values.push(of_range);
    }
    let with = |values: Vec<f64>| {
        let mut rules = base.clone();
        for ((key, _), value) in keys.iter().zip(&values) {
            if let Some(place) = place(&mut rules, key) {
                #[expect(clippy::cast_possible_truncation, reason = "whole numbers below 10^9")]
                let whole = toml::Value::Integer(*value as i64);
                *place = if place.is_float() { toml::Value::Float(*value) } else { whole };
            }
        }
        (values, canonical(&rules))
    };
    let rules = combinations(&values)?.into_iter().map(with).collect();
    Ok(RuleVariants { keys, ranges: spellings, rules })
}

fn as_number(value: &toml::Value) -> Option<f64> {
    value.as_integer().map(|whole| whole as f64).or_else(|| value.as_float())
}

/// The value that a key with dots leads to.
fn place<'a>(value: &'a mut toml::Value, key: &str) -> Option<&'a mut toml::Value> {
    key.split('.').try_fold(value, |value, step| match value {
        toml::Value::Table(table) => table.get_mut(step),
        toml::Value::Array(entries) => {
            let named =
                |entry: &toml::Value| entry.get("name").and_then(toml::Value::as_str) == Some(step);
            let at = entries.iter().position(named);
            let at = at.or_else(|| step.parse::<usize>().ok()?.checked_sub(1))?;
            entries.get_mut(at)
        }
        _ => None,
    })
}

/// Adds the keys of all numbers inside a value.
fn list_numbers(key: &str, value: &toml::Value, into: &mut Vec<(String, f64)>) {
    let inside =
        |step: &str| if key.is_empty() { step.to_owned() } else { format!("{key}.{step}") };
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(step, value)| list_numbers(&inside(step), value, into));
        }
        toml::Value::Array(entries) => {
            for (at, entry) in (1..).zip(entries) {
                let name = entry.get("name").and_then(toml::Value::as_str);
                list_numbers(
                    &inside(&name.map_or_else(|| format!("{at}"), str::to_owned)),
                    entry,
                    into,
                );
            }
        }
        other => into.extend(as_number(other).map(|number| (key.to_owned(), number))),
    }
}
