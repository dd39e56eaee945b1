//! What a personality says while it plays: texts for public events, as data.
//!
//! A file has tables `[[remark]]`. A remark is about one kind of event (`on`), whose it is
//! (`whose`, "mine" or "theirs"; both if left out), and how much of it (`from`, `to`; the units
//! are those of [`Trigger`]). One of its `texts` is said; `{name}` is whose event it is,
//! `{points}` its amount as points and `{percent}` in percentage points.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::config::{Error, Source, Table, checked, number, whole, word};
use rivals_core::play::show::{Cue, Trigger};
use rivals_core::text::number::counted;

/// The most characters of a text.
pub const LONGEST: usize = 120;

/// The placeholders of texts.
const PLACEHOLDERS: [&str; 3] = ["{name}", "{points}", "{percent}"];

/// Texts for one kind of event.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    #[serde(deserialize_with = "word::<Trigger, _, _>")]
    on: Trigger,
    /// Whose event it is; none if that does not matter.
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

/// A built-in file of `configs/personalities/remarks`.
macro_rules! built_in {
    ($($id:literal)*) => {
        &[$((
            $id,
            include_str!(concat!("../../../../configs/personalities/remarks/", $id, ".toml")),
        )),*]
    };
}

/// The built-in remarks, by the id of the personality.
const BUILT_IN: &[(&str, &str)] = built_in!(
    "abel" "achiever-averse" "achiever-impulsive" "achiever-intelligent" "beatriu" "carla"
    "daniel" "explorer-averse" "explorer-impulsive" "explorer-intelligent" "killer-averse"
    "killer-impulsive" "killer-intelligent" "socializer-averse" "socializer-impulsive"
    "socializer-intelligent"
);

impl Remark {
    /// The built-in remarks of a personality; none of other players.
    #[must_use]
    pub fn built_in(id: &str) -> Vec<Self> {
        let file = BUILT_IN.iter().find(|(own, _)| *own == id);
        file.map_or_else(Vec::new, |(id, text)| {
            Self::read(&Source::new(format!("built-in remarks/{id}.toml"), *text))
                .expect("the built-in remarks are read by a test")
        })
    }

    /// Reads a file of remarks.
    ///
    /// # Errors
    /// [`Error`], at the first thing that is wrong.
    pub fn read(source: &Source) -> Result<Vec<Self>, Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            remark: Vec<Table<Remark>>,
        }
        let file: File = source.parse()?;
        Ok(file.remark.into_iter().map(|Table(remark)| remark).collect())
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
    let points = counted(amount.round() as u64, "point", "points");
    text.replace("{points} points", &points)
        .replace("{points}", &format!("{amount:.0}"))
        .replace("{percent}", &format!("{:.0}", amount * 100.0))
        .replace("{name}", name)
}

/// Whether something that was said may be this text with its placeholders filled.
#[must_use]
pub fn is_filled(said: &str, text: &str) -> bool {
    let mut text = text.replace("{points} points", "{points}");
    for placeholder in PLACEHOLDERS {
        text = text.replace(placeholder, "\0");
    }
    let mut parts = text.split('\0');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = said.strip_prefix(first) else {
        return false;
    };
    let all = parts.all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    });
    all && (rest.is_empty() || text.ends_with('\0'))
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_point_is_no_points() {
        let cue =
            |amount| Cue { trigger: Trigger::Lead, seat: rivals_core::play::Seat::FIRST, amount };
        let text = "{points} points ahead, {name}.";
        for (amount, said) in [(1.0, "1 point ahead, Ana."), (-2.0, "2 points ahead, Ana.")] {
            assert_eq!(filled(text, &cue(amount), "Ana"), said);
            assert!(is_filled(said, text));
        }
    }

    use std::collections::HashSet;

    use super::*;
    use crate::personalities::{Traits, Values};
    use rivals_core::play::Seat;

    #[test]
    fn what_was_said_is_recognised() {
        let cue = Cue { trigger: Trigger::Lead, seat: Seat::FIRST, amount: 7.0 };
        let text = "{points} ahead, {name}? I must look sharp.";
        let said = filled(text, &cue, "Ana");
        assert!(is_filled(&said, text));
        assert!(is_filled(&filled("Hi {name}", &cue, "Ana"), "Hi {name}"));
        for other in [
            "{points} ahead.",
            "You are making it a race.",
            "{points} behind, {name}? I must look sharp.",
        ] {
            assert!(!is_filled(&said, other), "{other}");
        }
        assert!(is_filled("Hm.", "Hm.") && !is_filled("Hm. Well.", "Hm."));
    }

    /// No text names what a player is to find out.
    #[test]
    fn the_built_in_remarks_are_read_and_name_no_trait() {
        let scales = Traits::SCALES.into_iter().chain(Values::SCALES);
        let keys = scales.flat_map(|scale| scale.key.split('_'));
        let common = ["after", "big", "turn", "own", "points", "winning", "seconds"];
        let mut traits: Vec<&str> = keys.filter(|word| !common.contains(word)).collect();
        traits.extend(["risk-", "averse", "calculating", "intuitive", "nervous", "impulsive"]);
        for (id, _) in BUILT_IN {
            let remarks = Remark::built_in(id);
            let texts: Vec<&String> = remarks.iter().flat_map(|remark| &remark.texts).collect();
            let mut unique = texts.clone();
            unique.sort_unstable();
            unique.dedup();
            assert_eq!(unique.len(), texts.len(), "{id} repeats a text");
            let of_thesis = ["abel", "beatriu", "carla", "daniel"].contains(id);
            assert!(texts.len() >= if of_thesis { 70 } else { 14 }, "{id}: {}", texts.len());
            for text in texts {
                let words = text.to_lowercase();
                let mut words = words.split(|c: char| !c.is_alphabetic() && c != '-');
                assert!(!words.any(|word| traits.contains(&word)), "{id}: {text}");
                assert!(text.is_ascii(), "{text}");
            }
            let kinds: HashSet<Trigger> = remarks.iter().map(|remark| remark.on).collect();
            assert!(kinds.len() == 8 || !of_thesis, "{id} says nothing on some of {kinds:?}");
        }
    }

    #[test]
    fn conditions_and_placeholders() {
        let text = "[[remark]]\non = \"luck\"\nwhose = \"theirs\"\nfrom = 0.3\ntexts = [\"{name} {percent}\"]\n";
        let remarks = Remark::read(&Source::new("r.toml", text)).unwrap();
        let cue = |amount| Cue { trigger: Trigger::Luck, seat: Seat::FIRST, amount };
        assert!(remarks[0].fits(&cue(0.3), false));
        assert!(!remarks[0].fits(&cue(0.3), true) && !remarks[0].fits(&cue(0.2), false));
        assert_eq!(filled(&remarks[0].texts[0], &cue(-0.304), "Ana"), "Ana 30");
        for (text, said) in [
            (text.replace("{name}", "{nam}"), "texts = \"{nam} {percent}\" cannot be used"),
            (text.replace("luck", "rain"), "on"),
            (text.replace("[\"{name} {percent}\"]", "[]"), "there are no texts"),
        ] {
            let error = Remark::read(&Source::new("r.toml", text)).unwrap_err();
            assert!(error.to_string().contains(said), "{error}");
        }
    }
}
