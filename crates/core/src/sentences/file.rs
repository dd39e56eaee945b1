//! The file of a player, in TOML: read with the places of all its values, so that an error points at
//! a line and a column.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::expression::Node;
use super::language::{Kind, Language, Wrong};
use super::{Decide, Effect, Facts, PlayerError, Sentence, Sentences, Ties};
use crate::sha256::sha256;
use crate::sort;
use crate::text::nearest::did_you_mean;
use crate::values::line;

/// The most sentences of a player.
const MOST: usize = 1_000;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, deserialize_with = "line::<_, _, 200>")]
    about: String,
    #[serde(default)]
    numbers: BTreeMap<String, Spanned<f64>>,
    #[serde(default)]
    terms: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    decide: Decide,
    #[serde(default)]
    ties: Ties,
    #[serde(default)]
    sentence: Vec<Spanned<Written>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(deserialize_with = "line::<_, _, 60>")]
    name: String,
    #[serde(rename = "if")]
    condition: Option<Spanned<String>>,
    choose: Option<Spanned<bool>>,
    forbid: Option<Spanned<bool>>,
    points: Option<Spanned<Points>>,
}

enum Points {
    Number(f64),
    Expression(String),
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Either;

        impl Visitor<'_> for Either {
            type Value = Points;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or an expression")
            }

            fn visit_f64<E>(self, number: f64) -> Result<Points, E> {
                Ok(Points::Number(number))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Points, E> {
                Ok(Points::Number(number as f64))
            }

            fn visit_str<E>(self, text: &str) -> Result<Points, E> {
                Ok(Points::Expression(text.to_owned()))
            }
        }

        from.deserialize_any(Either)
    }
}

impl Sentences {
    /// The player of the text of a file, for a game with these facts. `spelling` is how rosters call
    /// it; numbers behind its file, `:KEY=VALUE`, are played instead of those of the text.
    ///
    /// # Errors
    /// [`PlayerError`], at the first thing that is wrong.
    pub fn read(spelling: &str, text: &str, facts: Facts) -> Result<Self, PlayerError> {
        let places = Places(text);
        let (name, given) = Self::split(spelling).unwrap_or((spelling, ""));
        let file: File = toml::from_str(text).map_err(|error| {
            let help = "write about, decide, ties, [numbers], [terms] and [[sentence]] with name, \
                        if, and choose, forbid or points; docs/players.md has the format";
            places.error(error.span().unwrap_or(0..0), error.message().trim(), help)
        })?;
        let mut numbers = BTreeMap::new();
        for (key, number) in &file.numbers {
            places.name(key, number.span(), facts, &file)?;
            if !number.get_ref().is_finite() {
                return Err(places.error(number.span(), "this is no number", "write a number"));
            }
            numbers.insert(key.clone(), *number.get_ref());
        }
        let mut id = name.to_owned();
        let before = spelling.len() - given.len();
        for (key, value) in changed(given, &numbers).map_err(|(at, message, help)| PlayerError {
            span: 0..0,
            line: 0,
            column: spelling[..before + at].chars().count() + 1,
            message,
            help,
        })? {
            if numbers.insert(key.clone(), value) != Some(value) {
                id += &format!(":{key}={value}");
            }
        }
        let mut language = Language {
            facts,
            numbers: &numbers,
            terms: BTreeMap::new(),
            slots: Default::default(),
        };
        // A term may use those before it.
        let mut terms: Vec<_> = file.terms.iter().collect();
        sort::by_key(&mut terms, |(_, term)| term.span().start);
        for (key, term) in terms {
            places.name(key, term.span(), facts, &file)?;
            let compiled = language.any(term.get_ref());
            let mut compiled = compiled.map_err(|wrong| places.inside(term, wrong))?;
            compiled.node = language.kept(compiled.node);
            language.terms.insert(key.clone(), compiled);
        }
        if file.sentence.is_empty() || file.sentence.len() > MOST {
            let message = format!("there are {} sentences", file.sentence.len());
            let help = format!("write [[sentence]] 1 to {MOST} times");
            return Err(places.error(text.len()..text.len(), &message, &help));
        }
        let read =
            |written: &Spanned<Written>| sentence(&places, written, file.decide, &mut language);
        let sentences = file.sentence.iter().map(read).collect::<Result<_, _>>()?;
        let slots = language.slots;
        Ok(Self {
            id,
            about: file.about,
            digest: sha256(text.as_bytes()),
            text: text.to_owned(),
            numbers: numbers.into_iter().collect(),
            decide: file.decide,
            ties: file.ties,
            sentences,
            slots,
            facts,
        })
    }
}

/// The numbers `KEY=VALUE:KEY=VALUE` of a spelling, by key.
///
/// # Errors
/// The place in bytes, a message and the help text.
fn changed(
    given: &str,
    numbers: &BTreeMap<String, f64>,
) -> Result<BTreeMap<String, f64>, (usize, String, String)> {
    let (mut changed, mut at) = (BTreeMap::new(), 0);
    for part in given.split(':').filter(|_| !given.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        if !numbers.contains_key(key) {
            let names = || numbers.keys().map(String::as_str);
            let near = did_you_mean(key, names());
            let all = names().collect::<Vec<_>>().join(", ");
            let help = if all.is_empty() {
                "it has no numbers".to_owned()
            } else {
                format!("{near}its numbers are {all}")
            };
            return Err((at, format!("the player has no number {key:?}"), help));
        }
        let number = value.parse().ok().filter(|number: &f64| number.is_finite());
        let wrong = || (at, format!("{part} gives no number"), format!("write {key}=NUMBER"));
        if changed.insert(key.to_owned(), number.ok_or_else(wrong)? + 0.0).is_some() {
            return Err((at, format!("{key} is given twice"), format!("give {key} once")));
        }
        at += part.len() + 1;
    }
    Ok(changed)
}

fn sentence(
    places: &Places<'_>,
    written: &Spanned<Written>,
    decide: Decide,
    language: &mut Language<'_>,
) -> Result<Sentence, PlayerError> {
    let Written { name, condition, choose, forbid, points } = written.get_ref();
    let condition = match condition {
        None => Node::Constant(1.0),
        Some(text) => {
            let compiled = language.compile(text.get_ref(), &Kind::Bool);
            compiled.map_err(|wrong| places.inside(text, wrong))?
        }
    };
    for (key, switch) in [("choose", choose), ("forbid", forbid)] {
        if let Some(switch) = switch.as_ref().filter(|switch| !*switch.get_ref()) {
            let message = format!("{key} = false says nothing");
            return Err(places.error(switch.span(), &message, &format!("write {key} = true")));
        }
    }
    let effect = match (choose, forbid, points) {
        (Some(switch), None, None) if decide != Decide::First => {
            let message = "choose = true belongs to decide = \"first\"";
            return Err(places.error(switch.span(), message, "write points = NUMBER"));
        }
        (Some(_), None, None) => Effect::Points(Node::Constant(0.0)),
        (None, Some(_), None) => Effect::Forbid,
        (None, None, Some(points)) => Effect::Points(match points.get_ref() {
            Points::Number(number) => Node::Constant(*number),
            Points::Expression(text) => {
                let compiled = language.compile(text, &Kind::Number);
                compiled.map_err(|wrong| places.inside_of(points.span(), text, wrong))?
            }
        }),
        _ => {
            let message = format!("the sentence {name:?} needs one of choose, forbid and points");
            let help = "write choose = true, forbid = true, or points = NUMBER";
            return Err(places.error(written.span(), &message, help));
        }
    };
    Ok(Sentence { name: name.as_str().into(), condition, effect })
}

/// Places in the text of a file.
struct Places<'a>(&'a str);

impl Places<'_> {
    fn error(&self, span: Range<usize>, message: &str, help: &str) -> PlayerError {
        let before = self.0.get(..span.start).unwrap_or(self.0);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        PlayerError { span, line, column, message: message.to_owned(), help: help.to_owned() }
    }

    /// The error inside a text.
    fn inside(&self, text: &Spanned<String>, wrong: Wrong) -> PlayerError {
        self.inside_of(text.span(), text.get_ref(), wrong)
    }

    /// The error inside a value that is read as this text: at its place, or at the beginning of a
    /// value with escaped characters.
    fn inside_of(&self, value: Range<usize>, text: &str, wrong: Wrong) -> PlayerError {
        let start = self.0[value.clone()].find(text).map(|quotes| value.start + quotes);
        let span = start.map_or(value, |start| start + wrong.at.start..start + wrong.at.end);
        self.error(span, &wrong.message, &wrong.help)
    }

    /// Checks the name of a number or a term.
    fn name(
        &self,
        name: &str,
        at: Range<usize>,
        facts: Facts,
        file: &File,
    ) -> Result<(), PlayerError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        let (message, help) =
            if !name.bytes().all(plain) || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
                ("is not a name", "write lower-case letters, digits and _, a letter first")
            } else if facts.iter().any(|fact| fact.name == name) {
                ("is the name of a fact", "choose another name")
            } else if file.numbers.contains_key(name) && file.terms.contains_key(name) {
                ("is a number and a term", "choose another name for one of them")
            } else {
                return Ok(());
            };
        Err(self.error(at, &format!("{name} {message}"), help))
    }
}
