//! The file of a [`Personality`], as it is written, and ids. `id`, `name` and `character` are
//! required; a trait or a value that is not given is neutral, and `manner` may be left out.

use serde::Deserializer;

use super::personality::Personality;
use super::traits::{Habits, Scale, Traits, Values};
use crate::values::checked;

/// The largest number of characters of an id; the list of all players has to fit into
/// 80 columns.
const MAX_ID: usize = 24;

/// Reads an id.
pub(super) fn id<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let expected = format!(
        "1 to {MAX_ID} lower-case letters, digits and -, beginning and ending with a letter or digit"
    );
    checked(from, is_id, &expected)
}

/// Whether this text is a valid id.
pub fn is_id(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let ends = [text.bytes().next(), text.bytes().last()];
    text.len() <= MAX_ID
        && text.bytes().all(|byte| plain(byte) || byte == b'-')
        && ends.into_iter().all(|end| end.is_some_and(plain))
}

/// The file of a personality.
pub(super) fn text(of: &Personality) -> String {
    // Texts have no control characters, so that TOML and JSON quote them alike.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut text = String::new();
    for (key, value) in [
        ("id", Some(&of.id)),
        ("name", Some(&of.name)),
        ("character", Some(&of.character)),
        ("manner", of.manner.as_ref()),
    ] {
        text += &value.map_or_else(String::new, |value| format!("{key} = {}\n", quoted(value)));
    }
    let tables: [(&str, &[Scale], &[f64]); 3] = [
        ("traits", &Traits::SCALES, &of.traits.figures()),
        ("values", &Values::SCALES, &of.values.figures()),
        ("habits", &Habits::SCALES, &of.habits.figures()),
    ];
    // Neutral habits are left out, so that the files of other versions stay the same.
    let written = if of.habits.is_neutral() { &tables[..2] } else { &tables };
    for &(name, scales, figures) in written {
        text += &format!("\n[{name}]\n");
        for (scale, figure) in scales.iter().zip(figures) {
            let Scale { key, low, high, neutral, about, .. } = scale;
            text += &format!("{key} = {figure:?} # {low} to {high}, neutral {neutral}: {about}\n");
        }
    }
    text
}

#[cfg(test)]
#[test]
fn ids() {
    for id in ["a", "7", "killer-averse", "a--b", &"x".repeat(24)] {
        assert!(is_id(id), "{id}");
    }
    for id in ["", "-", "-a", "a-", "Abel", "a b", "a_b", "é", "../a", &"x".repeat(25)] {
        assert!(!is_id(id), "{id}");
    }
}
