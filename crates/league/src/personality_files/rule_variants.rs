//! Variants of rules: a rule file with other numbers, words or switches.

use super::ranges::{MOST, Range, Scale, alone, check_keys, combinations, value_text};
use crate::config::{Error, canonical, did_you_mean};

/// Sets of rules that ranges describe.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleVariants {
    /// The keys that are varied, with their values of the unchanged rules.
    pub keys: Vec<(String, Option<f64>)>,
    /// By key: the words whose places from 0 are the values; empty for numbers.
    pub words: Vec<Vec<String>>,
    /// The ranges in one spelling, `key=from..to:steps` or `key=value,value`.
    pub ranges: Vec<String>,
    /// Whether each set of rules differs from the unchanged rules in one key alone.
    pub alone: bool,
    /// The values of each set of rules in the order of the keys, and the rules as TOML.
    pub rules: Vec<(Vec<f64>, String)>,
    /// The unchanged rules, if none of these is equal to them.
    pub beside: Option<(Vec<f64>, String)>,
}

impl RuleVariants {
    /// All sets of rules; those beside the ranges come last.
    pub fn all(&self) -> impl Iterator<Item = &(Vec<f64>, String)> {
        self.rules.iter().chain(&self.beside)
    }

    /// The place of the unchanged rules in [`Self::all`].
    #[must_use]
    pub fn unchanged(&self) -> usize {
        let own = |(values, _): &(Vec<f64>, String)| self.differing(values).next().is_none();
        self.rules.iter().position(own).unwrap_or(self.rules.len())
    }

    /// The number of sets of rules among which the largest difference from the unchanged rules is
    /// chosen: all others, or those that differ in the same key as these values.
    pub(crate) fn together(&self, values: &[f64]) -> usize {
        let others = self
            .all()
            .filter(|(of, _)| !self.alone || self.differing(of).eq(self.differing(values)));
        others.count() - usize::from(!self.alone)
    }

    /// The keys by which these values differ from the unchanged rules, by place.
    fn differing(&self, values: &[f64]) -> impl Iterator<Item = usize> {
        let pairs = self.keys.iter().zip(values).enumerate();
        pairs.filter(|(_, ((_, own), value))| *own != Some(**value)).map(|(at, _)| at)
    }

    /// The id of the rules with these values: `target=30:challenge.bonus=5`. Where each key varies
    /// alone it names the one that differs, and is `unchanged` if none does.
    #[must_use]
    pub fn id(&self, values: &[f64]) -> String {
        let named =
            |at: usize| format!("{}={}", self.keys[at].0, value_text(&self.words[at], values[at]));
        if !self.alone {
            return (0..values.len()).map(named).collect::<Vec<_>>().join(":");
        }
        self.differing(values).next().map_or_else(|| "unchanged".to_owned(), named)
    }
}

/// The variants of rules by ranges of their numbers, or lists of numbers or words: by one or two
/// together, or by each `alone`. A dot leads into a table or a list, whose entries have the key
/// `name` or are numbered from 1: `dragon.red.points=4..8:3`. `refused` returns the game's help for
/// rules that it does not accept.
///
/// # Errors
/// [`Error`], for a range that is wrong. Whether the game accepts the rules is not checked.
pub fn rule_variants(
    rules: toml::Table,
    ranges: &[String],
    alone_each: bool,
    refused: impl Fn(&str) -> Option<String>,
) -> Result<RuleVariants, Error> {
    let base = toml::Value::Table(rules);
    let mut all = Vec::new();
    list_rules("", &base, &mut all);
    let refused = |key: &str, value: toml::Value| {
        let mut rules = base.clone();
        if let Some(rule) = place(&mut rules, key) {
            *rule = value;
        }
        refused(&canonical(&rules))
    };
    let example = |key: &str| {
        let named = all.iter().filter(|(other, _)| other == key);
        named.chain(&all).find_map(|(key, rule)| two_values(key, rule, refused))
    };
    let some_example = |key: &str| example(key).unwrap_or_else(|| "RULE=A,B".to_owned());
    let read = |text| Range::read(text, some_example);
    let asked = ranges.iter().map(String::as_str).map(read).collect::<Result<Vec<_>, Error>>()?;
    check_keys(&asked, alone_each, "rule")?;
    let (mut keys, mut words) = (Vec::new(), Vec::new());
    let (mut spellings, mut values) = (Vec::new(), Vec::new());
    for range in &asked {
        let key = &*range.key;
        let Some(rule) = place(&mut base.clone(), key).cloned() else {
            return Err(unknown(key, &all));
        };
        let own = word_of(&rule);
        let scale = match (&own, as_number(&rule)) {
            (Some(own), _) => {
                // Only the game knows its words: it is asked when the rules are read.
                let mut words: Vec<String> = Vec::new();
                let listed = range.list().unwrap_or_default().iter();
                for word in listed.map(|word| (*word).to_owned()).chain([own.clone()]) {
                    if !words.contains(&word) {
                        words.push(word);
                    }
                }
                let unchanged = words.iter().position(|word| word == own).map(|at| at as f64);
                Scale { unchanged, words, whole: true, ..Scale::default() }
            }
            (None, unchanged @ Some(_)) => {
                let whole = !rule.is_float();
                Scale { low: -MOST, high: MOST, unchanged, whole, ..Scale::default() }
            }
            (None, None) => {
                let help =
                    "vary a number; `rivals tournament --rules FILE` plays by a file of rules";
                return Err(Error::refused(format!("{key} = {rule} is not a number"), help));
            }
        };
        let right = || {
            let accepted = own.as_ref().and_then(|_| refused(key, "?".into()));
            let accepted = accepted.map_or_else(String::new, |help| format!("; {help}"));
            some_example(key) + &accepted
        };
        let (of_range, spelling) = range.values(&scale, None, &right)?;
        keys.push((key.to_owned(), scale.unchanged));
        spellings.push(spelling);
        values.push(of_range);
        words.push(scale.words);
    }
    let with = |values: Vec<f64>| {
        let mut rules = base.clone();
        for (((key, _), words), value) in keys.iter().zip(&words).zip(&values) {
            if let Some(rule) = place(&mut rules, key) {
                set(rule, words, *value);
            }
        }
        (values, canonical(&rules))
    };
    let combined = if alone_each {
        alone(&keys, &values, "the file of rules")?
    } else {
        combinations(&values)?
    };
    let own: Vec<f64> = keys.iter().filter_map(|(_, own)| *own).collect();
    let beside = (!combined.contains(&own)).then(|| with(own));
    let rules = combined.into_iter().map(with).collect();
    Ok(RuleVariants { keys, words, ranges: spellings, alone: alone_each, rules, beside })
}

/// A list of two values that the game accepts of a rule: its own one and another one, which is near
/// a number, or in the game's help.
fn two_values(
    key: &str,
    rule: &toml::Value,
    refused: impl Fn(&str, toml::Value) -> Option<String>,
) -> Option<String> {
    let others: Vec<toml::Value> = match rule {
        toml::Value::Boolean(switch) => vec![(!switch).into()],
        toml::Value::String(own) => {
            let help = refused(key, "?".into())?;
            let apart = |sign: char| !(sign.is_alphanumeric() || "-_".contains(sign));
            let words = help.split(apart).filter(|word| !word.is_empty() && word != own);
            words.map(toml::Value::from).collect()
        }
        toml::Value::Integer(own) => {
            let near = [1, -1, 2, -2, 5, -5, 10, -10, *own, own.saturating_neg()];
            near.map(|more| own.saturating_add(more).into()).to_vec()
        }
        toml::Value::Float(own) => [1.0, -1.0, 0.1, -0.1].map(|more| (own + more).into()).to_vec(),
        _ => return None,
    };
    let other =
        others.into_iter().find(|other| other != rule && refused(key, other.clone()).is_none())?;
    let text = |value: &toml::Value| {
        word_of(value).or_else(|| as_number(value).map(|number| number.to_string()))
    };
    Some(format!("{key}={},{}", text(rule)?, text(&other)?))
}

/// Sets a rule to a number, or to the one of these words that the value stands for.
fn set(rule: &mut toml::Value, words: &[String], value: f64) {
    let word = value_text(words, value);
    #[expect(clippy::cast_possible_truncation, reason = "whole numbers below 10^9")]
    let whole = toml::Value::Integer(value as i64);
    *rule = match rule {
        toml::Value::Float(_) => toml::Value::Float(value),
        toml::Value::Integer(_) => whole,
        toml::Value::Boolean(_) if ["true", "false"].contains(&&*word) => {
            toml::Value::Boolean(word == "true")
        }
        _ => toml::Value::String(word),
    };
}

/// The error for a key that no rule has.
fn unknown(key: &str, all: &[(String, toml::Value)]) -> Error {
    let fits =
        |(_, rule): &&(String, toml::Value)| word_of(rule).is_some() || as_number(rule).is_some();
    let names = || all.iter().filter(fits).map(|(key, _)| key.as_str());
    let near = did_you_mean(key, names());
    let help = match &*names().collect::<Vec<_>>().join(", ") {
        "" => "nothing of these rules can be varied; `rivals tournament --rules FILE` plays by a file \
               of rules"
            .to_owned(),
        all => format!("{near}these rules have {all}"),
    };
    Error::refused(format!("no rule is called {key:?}"), help)
}

/// The text of a rule that is a word or a switch.
fn word_of(rule: &toml::Value) -> Option<String> {
    let switch = || rule.as_bool().map(|switch| switch.to_string());
    rule.as_str().map(str::to_owned).or_else(switch)
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

/// Adds the rules inside a value with their keys, without the names of entries of lists.
fn list_rules(key: &str, value: &toml::Value, into: &mut Vec<(String, toml::Value)>) {
    let inside =
        |step: &str| if key.is_empty() { step.to_owned() } else { format!("{key}.{step}") };
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(step, value)| list_rules(&inside(step), value, into));
        }
        toml::Value::Array(entries) => {
            for (at, entry) in (1..).zip(entries) {
                let name = entry.get("name").and_then(toml::Value::as_str);
                list_rules(
                    &inside(&name.map_or_else(|| format!("{at}"), str::to_owned)),
                    entry,
                    into,
                );
            }
        }
        _ if key.ends_with(".name") => {}
        rule => into.push((key.to_owned(), rule.clone())),
    }
}
