//! What a sweep varies, of a player or of the rules: `KEY=FROM..TO[:STEPS]`, `STEPS` numbers from
//! `FROM` to `TO`, both included, or `KEY=VALUE,VALUE`, numbers or words. Without `STEPS`, a range
//! between whole numbers has every whole number.

use crate::config::Error;

/// The largest number of variants.
const MAX_VARIANTS: usize = 1_000;

/// The smallest step of a range; values have twelve decimals.
const LEAST_STEP: f64 = 1e-9;

/// The greatest number where nothing else bounds it.
pub(super) const MOST: f64 = 1e9;

/// What is varied, as it was written.
pub(super) struct Range<'a> {
    pub(super) text: &'a str,
    pub(super) key: String,
    values: Values<'a>,
}

enum Values<'a> {
    Between { from: &'a str, to: &'a str, steps: Option<&'a str> },
    List(Vec<&'a str>),
}

/// The values that a key takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Scale {
    /// The least number.
    pub(super) low: f64,
    /// The greatest number.
    pub(super) high: f64,
    /// The value of the unchanged player or rules.
    pub(super) unchanged: Option<f64>,
    /// Whether only whole numbers are allowed.
    pub(super) whole: bool,
    /// The words, whose places from 0 are the values; empty for numbers.
    pub(super) words: Vec<String>,
}

impl Scale {
    /// A range or a list that this scale allows.
    pub(super) fn example(&self, key: &str) -> String {
        let &Self { low, high, whole, unchanged, .. } = self;
        match &*self.words {
            [] if whole => format!("{key}={low}..{}", high.min(low + 5.0)),
            [] if high < MOST => format!("{key}={}..{high}:3", f64::midpoint(low, high)),
            [] => match unchanged.map(f64::abs).filter(|size| *size > 0.0 && *size < MOST) {
                Some(size) => format!("{key}=0..{size}:3"),
                None => format!("{key}=0..1:3"),
            },
            words => format!("{key}={}", words[..words.len().min(2)].join(",")),
        }
    }
}

impl<'a> Range<'a> {
    /// Reads a range or a list; `example` is one that would be right.
    pub(super) fn read(text: &'a str, example: impl Fn(&str) -> String) -> Result<Self, Error> {
        let (key, values) = text.split_once('=').unwrap_or((text, ""));
        let key = spelled(key);
        if values.trim().is_empty() {
            let help =
                format!("write NAME=FROM..TO:STEPS or NAME=VALUE,VALUE, such as {}", example(&key));
            return Err(Error::refused(format!("{text:?} is not a range"), help));
        }
        let values = match values.split_once("..") {
            Some((from, rest)) => {
                let (to, steps) = match rest.split_once(':') {
                    Some((to, steps)) => (to, Some(steps)),
                    None => (rest, None),
                };
                Values::Between { from: from.trim(), to: to.trim(), steps }
            }
            None => Values::List(values.split(',').map(str::trim).collect()),
        };
        Ok(Self { text, key, values })
    }

    /// The values of a list, as they were written.
    pub(super) fn list(&self) -> Option<&[&'a str]> {
        match &self.values {
            Values::List(list) => Some(list),
            Values::Between { .. } => None,
        }
    }

    /// The values, smallest first, which must be on the scale, and their one spelling. A range
    /// without steps has every whole number, or else this number of values.
    pub(super) fn values(
        &self,
        scale: &Scale,
        otherwise: Option<usize>,
        example: &dyn Fn() -> String,
    ) -> Result<(Vec<f64>, String), Error> {
        let key = &self.key;
        match &self.values {
            Values::List(list) => {
                let values = list.iter().map(|text| self.value(text, scale));
                let mut values = values.collect::<Result<Vec<_>, Error>>()?;
                let again = (0..values.len()).find(|at| values[..*at].contains(&values[*at]));
                let what = match again {
                    Some(at) => format!("{:?} is listed twice", list[at]),
                    None if values.len() < 2 => "one value varies nothing".to_owned(),
                    None => {
                        values.sort_by(f64::total_cmp);
                        let texts = values.iter().map(|value| value_text(&scale.words, *value));
                        let spelling = format!("{key}={}", texts.collect::<Vec<_>>().join(","));
                        return Ok((values, spelling));
                    }
                };
                let help = format!(
                    "write a range, or a list of two values or more, each once, such as {}",
                    example()
                );
                Err(self.refuse(&what, help))
            }
            Values::Between { .. } if !scale.words.is_empty() => {
                let help = format!("list words, such as {}", example());
                Err(self.refuse(&format!("{key} is no number"), help))
            }
            Values::Between { from, to, steps } => {
                self.between([from, to], *steps, scale, otherwise, example)
            }
        }
    }

    fn refuse(&self, message: &str, help: String) -> Error {
        Error::refused(format!("{}: {message}", self.text), help)
    }

    /// The value of a text: a number on the scale, or the place of a word.
    fn value(&self, text: &str, scale: &Scale) -> Result<f64, Error> {
        let &Scale { low, high, whole, .. } = scale;
        if !scale.words.is_empty() {
            let place = scale.words.iter().position(|word| word == text);
            return place.map(|at| at as f64).ok_or_else(|| {
                let help = format!("there are {}", scale.words.join(", "));
                self.refuse(&format!("{} does not take {text:?}", self.key), help)
            });
        }
        let help = || {
            let kind = if whole { "whole numbers" } else { "numbers" };
            // Where nothing else bounds numbers, their limits are no news.
            let within = if high < MOST { format!(" from {low} to {high}") } else { String::new() };
            format!("write {kind}{within}")
        };
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        let number =
            number.ok_or_else(|| self.refuse(&format!("{text:?} is not a number"), help()))?;
        if !(low..=high).contains(&number) {
            let what = format!("{number} is outside the range of {}", self.key);
            return Err(self.refuse(&what, help()));
        }
        if whole && number.fract() != 0.0 {
            return Err(self.refuse(&format!("{number} is not a whole number"), help()));
        }
        Ok(number)
    }

    fn between(
        &self,
        [from, to]: [&str; 2],
        steps: Option<&str>,
        scale: &Scale,
        otherwise: Option<usize>,
        example: &dyn Fn() -> String,
    ) -> Result<(Vec<f64>, String), Error> {
        let (from, to) = (self.value(from, scale)?, self.value(to, scale)?);
        if from >= to {
            let help = format!("write a range that grows, or a list, such as {}", example());
            return Err(self.refuse(&format!("{from} is not below {to}"), help));
        }
        let whole = from.fract() == 0.0 && to.fract() == 0.0;
        let every = whole && to - from < MAX_VARIANTS as f64;
        // A number of steps whose values are whole where they must be.
        let fits = |steps: &usize| !scale.whole || (to - from) % (*steps as f64 - 1.0) == 0.0;
        let fitting = (2..=5).rev().find(fits).unwrap_or(2);
        // Only the game knows whether rules may have the numbers between the ends.
        let is_open = scale.low <= -MOST;
        let stepped = |range: &str| if is_open { example() } else { format!("{range}:{fitting}") };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number of variants"
        )]
        let steps = match (steps, otherwise) {
            (None, _) if every => (to - from) as usize + 1,
            // Values between the ends would not be whole in general.
            (None, Some(_)) if scale.whole => 2,
            (None, Some(steps)) => steps,
            (None, None) => {
                let help = format!("add how many values it has, such as {}", stepped(self.text));
                return Err(self.refuse("the number of steps is missing", help));
            }
            (Some(steps), _) => {
                let number = steps.trim().parse().ok();
                let number = number.filter(|number| (2..=MAX_VARIANTS).contains(number));
                let help = || format!("write a whole number from 2 to {MAX_VARIANTS}");
                let what = format!("{steps:?} is not a number of steps");
                number.ok_or_else(|| self.refuse(&what, help()))?
            }
        };
        let last = (steps - 1) as f64;
        if (to - from) / last < LEAST_STEP {
            let help = "write a wider range or fewer steps".to_owned();
            let what = format!("its steps are smaller than {LEAST_STEP:e}");
            return Err(self.refuse(&what, help));
        }
        let value = |step: usize| {
            let step = step as f64;
            let value = (from * (last - step) + to * step) / last;
            // The digits beyond the twelfth decimal are rounding errors.
            format!("{value:.12}").parse().unwrap_or(value) + 0.0
        };
        let values: Vec<f64> = (0..steps).map(value).collect();
        if let Some(part) = values.iter().find(|value| scale.whole && value.fract() != 0.0) {
            let help = if every {
                format!("leave out the number of steps for every number from {from} to {to}")
            } else {
                format!("write {}", stepped(&format!("{}={from}..{to}", self.key)))
            };
            return Err(self.refuse(&format!("{part} is not a whole number"), help));
        }
        Ok((values, format!("{}={from}..{to}:{steps}", self.key)))
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

/// Refuses a key that is varied twice and, unless each key is varied alone, more than two keys.
pub(super) fn check_keys(ranges: &[Range<'_>], alone: bool, what: &str) -> Result<(), Error> {
    let again =
        (0..ranges.len()).find(|at| ranges[..*at].iter().any(|of| of.key == ranges[*at].key));
    if let Some(at) = again {
        let help = format!("give one range of each {what}");
        return Err(Error::refused(format!("{} is varied twice", ranges[at].key), help));
    }
    if ranges.len() <= 2 || alone {
        return Ok(());
    }
    let help = "give one range for a curve, or two for a map";
    Err(Error::refused(format!("{} ranges are too many", ranges.len()), help))
}

/// The values of the unchanged player or rules with one of them replaced by each other value of its
/// key.
pub(super) fn alone(
    keys: &[(String, Option<f64>)],
    values: &[Vec<f64>],
    of: &str,
) -> Result<Vec<Vec<f64>>, Error> {
    if let Some((key, _)) = keys.iter().find(|(_, unchanged)| unchanged.is_none()) {
        let help =
            format!("name a player that has a value of {key}, with which the others are compared");
        return Err(Error::refused(format!("{of} leaves out {key}"), help));
    }
    let own: Vec<f64> = keys.iter().filter_map(|(_, unchanged)| *unchanged).collect();
    let with = |at: usize, value: f64| {
        let mut all = own.clone();
        all[at] = value;
        all
    };
    let of_key = |(at, of_key): (usize, &Vec<f64>)| {
        let others: Vec<f64> = of_key.iter().copied().filter(|value| *value != own[at]).collect();
        others.into_iter().map(move |value| (at, value))
    };
    let all: Vec<_> = values.iter().enumerate().flat_map(of_key).collect();
    check_number(all.len())?;
    Ok(all.into_iter().map(|(at, value)| with(at, value)).collect())
}

/// Refuses too many variants.
fn check_number(count: usize) -> Result<(), Error> {
    if count <= MAX_VARIANTS {
        return Ok(());
    }
    let help = format!("give fewer steps; at most {MAX_VARIANTS} variants are accepted");
    Err(Error::refused(format!("{count} variants are too many"), help))
}

/// Every combination of the values of one or two keys; the last key changes fastest.
pub(super) fn combinations(values: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, Error> {
    check_number(values.iter().map(Vec::len).product())?;
    let mut all = vec![Vec::new()];
    for of_key in values {
        let longer =
            |start: Vec<f64>| (of_key.iter()).map(move |&value| [&start[..], &[value]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    Ok(all)
}

/// The ranges and lists inside a player's text, each range with its number of steps, and the text
/// without them.
#[must_use]
pub fn split_ranges(text: &str) -> (Vec<String>, String) {
    let (mut ranges, mut plain) = (Vec::<String>::new(), Vec::new());
    let mut after_range = false;
    for part in text.split(':') {
        let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let is_list = part.split_once('=').is_some_and(|(_, list)| list.contains(','));
        match ranges.last_mut() {
            Some(range) if after_range && digits => {
                *range += &format!(":{part}");
                after_range = false;
            }
            _ if (part.contains("..") || is_list) && !part.ends_with(".toml") => {
                ranges.push(part.to_owned());
                after_range = !is_list;
            }
            _ => {
                plain.push(part);
                after_range = false;
            }
        }
    }
    (ranges, plain.join(":"))
}

/// A key in its one spelling.
fn spelled(key: &str) -> String {
    key.trim().to_lowercase().replace('-', "_")
}
