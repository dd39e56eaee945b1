//! One sentence form with its translation.

use std::sync::atomic::{AtomicBool, Ordering};

/// What a hole holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Who,
    Names,
    It,
    Text,
}

impl Kind {
    /// The kind of a hole of this name. Remarks have names of their own.
    fn of(name: &str) -> Option<Self> {
        Some(match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
            "n" | "points" | "percent" => Self::Number,
            "who" | "name" => Self::Who,
            "names" => Self::Names,
            "it" => Self::It,
            "text" => Self::Text,
            _ => return None,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(String),
    Hole(String, Kind),
}

/// A form.
#[derive(Debug)]
pub(super) struct Form {
    pub english: String,
    parts: Vec<Part>,
    translation: Vec<Part>,
    /// The [`pairs`] of all texts of the form.
    pairs: u128,
    used: AtomicBool,
}

impl Form {
    /// The form of these texts, or what is wrong and what helps.
    pub(super) fn new(english: &str, translation: &str) -> Result<Self, (String, &'static str)> {
        let (parts, translated) = (parts(english)?, parts(translation)?);
        let holes = |parts: &[Part]| {
            let mut holes: Vec<String> = parts.iter().filter_map(|part| part.hole()).collect();
            holes.sort_unstable();
            holes
        };
        let own = holes(&parts);
        if own != holes(&translated) || own.windows(2).any(|pair| pair[0] == pair[1]) {
            let help = "write each hole once in both texts, with numbers as {n} and {n2}";
            return Err(("has other holes than its translation".to_owned(), help));
        }
        let beside = parts.windows(2).any(|pair| pair.iter().all(|part| part.hole().is_some()));
        if beside || !parts.iter().any(|part| matches!(part, Part::Literal(_))) {
            let help = "write words or signs between holes";
            return Err(("has nothing between its holes".to_owned(), help));
        }
        let english = english.to_owned();
        let used = AtomicBool::new(false);
        let mut form = Self { english, parts, translation: translated, pairs: 0, used };
        form.pairs = form.literals().fold(0, |all, literal| all | pairs(literal));
        Ok(form)
    }

    /// Whether a text with these [`pairs`] may be of this form: most forms are of other texts.
    pub(super) fn may_fit(&self, pairs: u128) -> bool {
        self.pairs & !pairs == 0
    }

    /// The number of characters outside of holes.
    pub(super) fn length(&self) -> usize {
        self.literals().map(str::len).sum()
    }

    /// The word with which all texts of the form begin; empty if it begins with a hole.
    pub(super) fn first_word(&self) -> &str {
        match &self.parts[..] {
            [Part::Literal(only)] => only.split(' ').next().unwrap_or_default(),
            [Part::Literal(first), ..] => first.split_once(' ').map_or("", |(word, _)| word),
            _ => "",
        }
    }

    pub(super) fn is_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }

    fn literals(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Literal(text) => Some(&**text),
            Part::Hole(..) => None,
        })
    }

    /// The translation of a text of this form; `hole` says what a hole holds in the language, if it
    /// can hold that.
    pub(super) fn fit(
        &self,
        text: &str,
        hole: &dyn Fn(Kind, &str) -> Option<String>,
    ) -> Option<String> {
        let ends = match self.parts.last() {
            Some(Part::Literal(last)) => text.ends_with(&**last),
            _ => true,
        };
        if !ends || !self.literals().all(|literal| text.contains(literal)) {
            return None;
        }
        let mut held = Vec::new();
        if !fits(&self.parts, text, hole, &mut held) {
            return None;
        }
        self.used.store(true, Ordering::Relaxed);
        let part = |part: &Part| match part {
            Part::Literal(text) => text.clone(),
            Part::Hole(name, _) => {
                let named = held.iter().find(|(other, _)| other == name);
                named.map_or_else(String::new, |(_, text)| text.clone())
            }
        };
        Some(self.translation.iter().map(part).collect())
    }
}

impl Part {
    /// The name of a hole.
    fn hole(&self) -> Option<String> {
        match self {
            Self::Hole(name, _) => Some(name.clone()),
            Self::Literal(_) => None,
        }
    }
}

/// The pairs of neighbouring bytes in a text, as bits. A text has those of all its parts.
pub(super) fn pairs(text: &str) -> u128 {
    let bit = |pair: &[u8]| 1 << ((pair[0].wrapping_mul(31) ^ pair[1]) % 128);
    text.as_bytes().windows(2).fold(0, |all, pair| all | bit(pair))
}

/// Whether a text is made of these parts. A hole holds as little as it can.
fn fits(
    parts: &[Part],
    text: &str,
    hole: &dyn Fn(Kind, &str) -> Option<String>,
    held: &mut Vec<(String, String)>,
) -> bool {
    match parts {
        [] => text.is_empty(),
        [Part::Literal(literal), rest @ ..] => {
            text.strip_prefix(&**literal).is_some_and(|text| fits(rest, text, hole, held))
        }
        [Part::Hole(name, kind)] => match hole(*kind, text) {
            Some(found) => {
                held.push((name.clone(), found));
                true
            }
            None => false,
        },
        [Part::Hole(name, kind), rest @ ..] => {
            let Part::Literal(next) = &rest[0] else { return false };
            for (at, _) in text.match_indices(&**next) {
                let Some(found) = hole(*kind, &text[..at]) else { continue };
                held.push((name.clone(), found));
                if fits(rest, &text[at..], hole, held) {
                    return true;
                }
                held.pop();
            }
            false
        }
    }
}

/// The literal parts and the holes of a text.
fn parts(text: &str) -> Result<Vec<Part>, (String, &'static str)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((literal, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let Some(kind) = Kind::of(name) else {
            let help = "write {n}, {who}, {names}, {it} or {text}, with a number behind if needed";
            return Err((format!("has the unknown hole {{{name}}}"), help));
        };
        parts.extend((!literal.is_empty()).then(|| Part::Literal(literal.to_owned())));
        parts.push(Part::Hole(name.to_owned(), kind));
        rest = after;
    }
    parts.extend((!rest.is_empty()).then(|| Part::Literal(rest.to_owned())));
    Ok(parts)
}
