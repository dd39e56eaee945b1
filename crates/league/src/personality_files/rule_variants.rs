//! Variants of rules: a rule file with other numbers, words or switches.

use super::variants::{MOST, Range, Scale, check_keys, combinations};
use crate::config::{Error, canonical, did_you_mean};

/// Sets of rules that ranges describe.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleVariants {
    /// The keys that are varied, one or two, with their values of the unchanged rules.
    pub keys: Vec<(String, Option<f64>)>,
    /// By key: the words that are tried, whose places from 0 are the values; empty for numbers.
    pub words: Vec<Vec<String>>,
    /// The ranges in one spelling, `key=from..to:steps` or `key=word,word`.
    pub ranges: Vec<String>,
    /// The values of each set of rules in the order of the keys, and the rules as TOML.
    pub rules: Vec<(Vec<f64>, String)>,
}

impl RuleVariants {
    /// The id of the rules with these values: `target=30:challenge.bonus=5`.
    #[must_use]
    pub fn id(&self, values: &[f64]) -> String {
        let keys = self.keys.iter().zip(&self.words).zip(values);
        let pairs =
            keys.map(|(((key, _), words), value)| format!("{key}={}", value_text(words, *value)));
        pairs.collect::<Vec<_>>().join(":")
    }
}

/// The one of these words that a value stands for.
pub(crate) fn word(words: &[String], value: f64) -> Option<&String> {
    let mut words = (0_u32..).zip(words);
    words.find(|(at, _)| f64::from(*at) == value).map(|(_, word)| word)
}

/// The text of a value: the word that it stands for, or the number.
pub(crate) fn value_text(words: &[String], value: f64) -> String {
    word(words, value).cloned().unwrap_or_else(|| value.to_string())
}

/// What is varied, as it was written.
enum Asked<'a> {
    Numbers(Range<'a>),
    Words { text: &'a str, key: String, words: Vec<String> },
}

impl Asked<'_> {
    fn key(&self) -> &str {
        match self {
            Self::Numbers(Range { key, .. }) | Self::Words { key, .. } => key,
        }
    }
}

/// The variants of rules by one or two ranges of their numbers, or lists of words. A dot leads
/// into a table or a list, whose entries have the key `name` or are numbered from 1:
/// `dragon.red.points=4..8:3`. `accepted` returns the game's help for rules in which one value is `?`,
/// which lists the words that it takes.
///
/// # Errors
/// [`Error`], for a range that is wrong. Whether the game accepts the rules is not checked.
pub fn rule_variants(
    rules: toml::Table,
    ranges: &[String],
    accepted: impl Fn(&str) -> Option<String>,
) -> Result<RuleVariants, Error> {
    let base = toml::Value::Table(rules);
    let mut all = Vec::new();
    list_rules("", &base, &mut all);
    let example = all.iter().find_map(|(key, rule)| Some((key, as_number(rule)?))).map_or_else(
        || "target=30..50:3".to_owned(),
        |(key, value)| format!("{key}={value}..{}:2", value + 1.0),
    );
    let read = |text| match Range::of_words(text) {
        Some((text, key, words)) => Ok(Asked::Words { text, key, words }),
        None => Range::read(text, &example).map(Asked::Numbers),
    };
    let all_asked =
        ranges.iter().map(String::as_str).map(read).collect::<Result<Vec<_>, Error>>()?;
    check_keys(&all_asked.iter().map(Asked::key).collect::<Vec<_>>(), "rule")?;
    let (mut keys, mut words) = (Vec::new(), Vec::new());
    let (mut spellings, mut values) = (Vec::new(), Vec::new());
    for asked in &all_asked {
        let key = asked.key();
        let Some(rule) = place(&mut base.clone(), key).cloned() else {
            return Err(unknown(key, &all, matches!(asked, Asked::Words { .. })));
        };
        if let Some(own) = word_of(&rule) {
            let listed = words_of(asked, || {
                let mut rules = base.clone();
                if let Some(rule) = place(&mut rules, key) {
                    *rule = "?".into();
                }
                accepted(&canonical(&rules)).unwrap_or_default()
            })?;
            let unchanged = listed.iter().position(|word| *word == own);
            keys.push((key.to_owned(), unchanged.map(|at| at as f64)));
            spellings.push(format!("{key}={}", listed.join(",")));
            values.push((0..listed.len()).map(|at| at as f64).collect());
            words.push(listed.to_vec());
            continue;
        }
        let unchanged = as_number(&rule);
        if unchanged.is_none() {
            let help = "vary a number; `rivals tournament --rules FILE` plays by a file of rules";
            return Err(Error::refused(format!("{key} = {rule} is not a number"), help));
        }
        let range = match asked {
            Asked::Numbers(range) => range,
            Asked::Words { text, .. } => {
                let help = format!("write RULE=FROM..TO:STEPS, such as {example}");
                return Err(Error::refused(format!("{text:?} is not a range"), help));
            }
        };
        let scale = Scale { low: -MOST, high: MOST, unchanged, whole: !rule.is_float() };
        let (of_range, spelling) = range.values(&scale, None)?;
        keys.push((key.to_owned(), unchanged));
        spellings.push(spelling);
        values.push(of_range);
        words.push(Vec::new());
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
    let rules = combinations(&values)?.into_iter().map(with).collect();
    Ok(RuleVariants { keys, words, ranges: spellings, rules })
}

/// The words that are listed for a rule that is a word or a switch: two or more, each once.
fn words_of<'a>(
    asked: &'a Asked<'_>,
    accepted: impl Fn() -> String,
) -> Result<&'a [String], Error> {
    let refused = |text: &str, what: &str| {
        let example = format!("{}=A,B", asked.key());
        let help = format!("list two values or more, each once, such as {example}; {}", accepted());
        Err(Error::refused(format!("{text}: {what}"), help))
    };
    let (text, words) = match asked {
        Asked::Numbers(range) => {
            return refused(range.text, &format!("{} is no number", range.key));
        }
        Asked::Words { text, words, .. } => (*text, words),
    };
    let again = words.iter().enumerate().find(|(at, word)| words[..*at].contains(word));
    match again {
        Some((_, word)) => refused(text, &format!("{word:?} is listed twice")),
        None if words.len() < 2 => refused(text, "one value varies nothing"),
        None => Ok(words),
    }
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

/// The error for a key that no rule has, with those of words or of numbers.
fn unknown(key: &str, all: &[(String, toml::Value)], is_list: bool) -> Error {
    let kind = if is_list { "words" } else { "numbers" };
    let fits = |(_, rule): &&(String, toml::Value)| as_number(rule).is_none() == is_list;
    let names = || all.iter().filter(fits).map(|(key, _)| key.as_str());
    let near = did_you_mean(key, names());
    let help = match &*names().collect::<Vec<_>>().join(", ") {
        "" => format!(
            "these rules have no {kind}; `rivals tournament --rules FILE` plays by a file of rules"
        ),
        all => format!("{near}the {kind} of these rules are {all}"),
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
