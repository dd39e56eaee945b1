//! What a personality says while it plays: texts for public events, as data.
//!
//! A file has tables `[[remark]]`. A remark is about one kind of event (`on`), whose it is
//! (`whose`, "mine" or "theirs"; both if left out), and how much of it (`from`, `to`; the units
//! are those of [`Trigger`]). One of its `texts` is said; `{name}` is whose event it is,
//! `{points}` its amount as points and `{percent}` in percentage points.
//!
//! The same remarks are made at every game. A table `[only]` lists, by the name of a game, the texts
//! that speak of what this game alone has, such as dragons; they are said nowhere else.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::play::show::{Cue, Trigger};
use crate::text::number::counted;
use crate::values::{Invalid, Table, checked, number, whole, word};

/// The most characters of a text.
pub const LONGEST: usize = 120;

/// The placeholders of texts.
const PLACEHOLDERS: [&str; 3] = ["{name}", "{points}", "{percent}"];

/// Texts for one kind of event.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// The kind of event.
    #[serde(deserialize_with = "word::<Trigger, _, _>")]
    pub on: Trigger,
    /// Whose event it is; `None` if that does not matter.
    #[serde(default, deserialize_with = "word::<Whose, _, _>")]
    whose: Option<Whose>,
    #[serde(default, deserialize_with = "number::<_, _, -1_000_000, 1_000_000>")]
    from: Option<f64>,
    #[serde(default, deserialize_with = "number::<_, _, -1_000_000, 1_000_000>")]
    to: Option<f64>,
    /// How likely each text is, against those of other remarks.
    #[serde(default = "usual", deserialize_with = "whole::<u32, _, _, 1, 1_000>")]
    pub weight: u32,
    /// At least one.
    #[serde(deserialize_with = "texts")]
    pub texts: Vec<String>,
    /// By text, the only game at which it is said; shorter where all others are said at any game.
    #[serde(skip)]
    only: Vec<Option<String>>,
}

/// Whose event a remark is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Whose {
    Mine,
    Theirs,
}

/// The weight of a remark without this key.
fn usual() -> u32 {
    1
}

/// A file of remarks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemarkFile {
    /// The remarks, in the order of the file.
    remark: Vec<Table<Remark>>,
    /// By game, the texts that are said nowhere else.
    #[serde(default)]
    only: BTreeMap<String, Vec<String>>,
}

impl RemarkFile {
    /// The remarks, in the order of the file.
    ///
    /// # Errors
    /// [`Invalid`], if a text that belongs to one game is that of no remark.
    pub fn remarks(self) -> Result<Vec<Remark>, Invalid> {
        let mut remarks: Vec<Remark> =
            self.remark.into_iter().map(|Table(remark)| remark).collect();
        for (game, texts) in &self.only {
            for (place, text) in texts.iter().enumerate() {
                let at = |remark: &Remark| remark.texts.iter().position(|one| one == text);
                let said = remarks.iter_mut().find_map(|remark| Some((at(remark)?, remark)));
                let Some((at, remark)) = said else {
                    let message = format!("\"{text}\" is the text of no remark");
                    let help = "write it as in `texts`";
                    return Err(Invalid::new(format!("only.{game}.{place}"), message, help));
                };
                remark.only.resize(remark.texts.len(), None);
                remark.only[at] = Some(game.clone());
            }
        }
        Ok(remarks)
    }
}

impl Remark {
    /// Whether a text, by its place, is said at a game of this name.
    #[must_use]
    pub fn is_said(&self, text: usize, game: &str) -> bool {
        self.only.get(text).and_then(Option::as_deref).is_none_or(|only| only == game)
    }

    /// Whether the remark is about this event.
    #[must_use]
    pub fn fits(&self, cue: &Cue, mine: bool) -> bool {
        cue.trigger == self.on
            && self.whose.is_none_or(|whose| (whose == Whose::Mine) == mine)
            && self.from.is_none_or(|from| from <= cue.amount)
            && self.to.is_none_or(|to| cue.amount <= to)
    }
}

/// Reads the texts of a remark.
fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    /// A text of its own, so that an error points at it.
    #[derive(Deserialize)]
    struct Text(#[serde(deserialize_with = "text")] String);

    let texts: Vec<Text> = Vec::deserialize(from)?;
    if texts.is_empty() {
        return Err(D::Error::custom("there are no texts; write at least one"));
    }
    Ok(texts.into_iter().map(|Text(text)| text).collect())
}

fn text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let check = |text: &str| {
        let rest = PLACEHOLDERS.iter().fold(text.to_owned(), |rest, place| rest.replace(place, ""));
        let length = text.chars().count();
        !rest.contains(['{', '}'])
            && (1..=LONGEST).contains(&length)
            && !text.chars().any(char::is_control)
    };
    let places = PLACEHOLDERS.join(" and ");
    let expected = format!(
        "one line of 1 to {LONGEST} printable characters with no other placeholders than {places}"
    );
    checked(from, check, &expected)
}

/// A text with its placeholders filled.
#[must_use]
pub fn filled(text: &str, cue: &Cue, name: &str) -> String {
    let amount = cue.amount.abs();
    // The name comes last, as it may be any text.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "points are u32")]
    let points = counted(amount.round() as u64, "point", "points");
    text.replace("{points} points", &points)
        .replace("{points}", &format!("{amount:.0}"))
        .replace("{percent}", &format!("{:.0}", amount * 100.0))
        .replace("{name}", name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Seat;

    #[test]
    fn one_point_is_no_points() {
        let cue = |amount| Cue { trigger: Trigger::Lead, seat: Seat::FIRST, amount };
        let text = "{points} points ahead, {name}.";
        for (amount, said) in [(1.0, "1 point ahead, Ana."), (-2.0, "2 points ahead, Ana.")] {
            assert_eq!(filled(text, &cue(amount), "Ana"), said);
        }
    }
}
