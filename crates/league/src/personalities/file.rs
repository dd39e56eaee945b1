//! The file of a [`Personality`], as it is written, and ids. `id`, `name` and `character` are
//! required; a trait or a value that is not given is neutral, and `manner` may be left out.

use serde::Deserializer;

use super::personality::Personality;
use super::traits::{Scale, Traits, Values};
use crate::config::checked;

/// The largest number of characters of an id; the list of all players has to fit into
/// 80 columns.
pub(super) const MAX_ID: usize = 24;
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
    let tables: [(&str, &[Scale], &[f64]); 2] = [
        ("traits", &Traits::SCALES, &of.traits.figures()),
        ("values", &Values::SCALES, &of.values.figures()),
    ];
    for (name, scales, figures) in tables {
        text += &format!("\n[{name}]\n");
        for (scale, figure) in scales.iter().zip(figures) {
            let Scale { key, low, high, neutral, about, .. } = scale;
            text += &format!("{key} = {figure:?} # {low} to {high}, neutral {neutral}: {about}\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Error, Source};
    use crate::personalities::roster::fake;

    const EVA: &str = "id = \"eva\"\nname = \"Eva\"\ncharacter = \"Hums.\"\n";

    fn read(text: &str) -> Result<Personality, Error> {
        Personality::from_source(&Source::new("eva.toml", text), fake::KINDS)
    }

    #[test]
    fn what_is_not_given_is_neutral() {
        let eva = read(EVA).unwrap();
        let neutral = Personality::neutral("eva");
        assert_eq!((eva.traits, eva.values), (neutral.traits, neutral.values));
        assert_eq!((eva.name.as_str(), eva.character.as_str()), ("Eva", "Hums."));
        assert_eq!(eva.manner, None);
        let mannered = format!("{EVA}manner = \"Yawns.\"\n");
        let mannered = read(&mannered).unwrap();
        assert_eq!(mannered.manner.as_deref(), Some("Yawns."));
        assert_eq!(read(&text(&mannered)).unwrap(), mannered);
        let bent =
            format!("{EVA}[traits]\nnerves = 2\nthinking_seconds = 1.5\n[values]\nharm = 0.5\n");
        let bent = read(&bent).unwrap();
        assert_eq!(bent.traits.nerves, 2.0);
        assert_eq!(bent.traits.thinking_seconds, 1.5);
        assert_eq!((bent.values.winning, bent.values.harm), (1.0, 0.5));
        assert_eq!((bent.traits.calculation, bent.traits.intuition), (1.0, 1.0));
    }

    #[test]
    fn names_are_any_printable_text() {
        for name in ["<b>", "Å. & \\\"O'Neill\\\"", "龍を倒す人", "{{0}}", "%s, 100 %"] {
            let text = EVA.replace("\"Eva\"", &format!("\"{name}\""));
            assert_eq!(read(&text).unwrap().name, name.replace('\\', ""));
        }
    }

    #[test]
    fn ids() {
        for id in ["a", "7", "killer-averse", "a--b", &"x".repeat(24)] {
            assert!(is_id(id), "{id}");
        }
        for id in ["", "-", "-a", "a-", "Abel", "a b", "a_b", "é", "../a", &"x".repeat(25)] {
            assert!(!is_id(id), "{id}");
        }
    }

    #[test]
    fn refusals_name_the_line_and_the_fix() {
        let traits = |line: &str| format!("{EVA}[traits]\n{line}\n");
        let values = |line: &str| format!("{EVA}[values]\n{line}\n");
        for (text, message, help) in [
            (traits("risk_aversion = 4.5"), "line 5: risk_aversion = 4.5", "from -4 to 4"),
            (traits("calculation = 2"), "calculation = 2 is out of range", "from 0 to 1"),
            (traits("thinking_seconds = 601"), "out of range", "from 0 to 600"),
            (traits("risk_averson = 1"), "`risk_averson` in [traits]", "mean risk_aversion?"),
            (values("harm = 1.5"), "line 5: harm = 1.5 is out of range", "from 0 to 1"),
            (values("winning = 0"), "line 4: every value is 0", "above 0"),
            (format!("{EVA}traits = 1"), "traits = 1 cannot be used", "a table"),
            (EVA.replace("\"eva\"", "\"Eva\""), "line 1: id = \"Eva\"", "lower-case letters"),
            (EVA.replace("eva", "greedy"), "line 1: id = \"greedy\" is the name", "another id"),
            (EVA.replace("eva", "hold-7"), "is the name of an agent", "another id"),
            (EVA.replace("\"Eva\"", "\"\""), "line 2: name = \"\"", "1 to 40 printable"),
            (EVA.replace("Hums.", &"m".repeat(201)), "line 3: character", "1 to 200 printable"),
            (EVA.replace("Hums.", "One.\\nTwo."), "line 3: character", "one line"),
            (format!("{EVA}manner = \"\"\n"), "line 4: manner", "1 to 200 printable"),
            (EVA.replace("name = \"Eva\"\n", ""), "missing key `name`", "add name"),
        ] {
            let error = read(&text).expect_err(&text);
            let said = miette::Diagnostic::help(&error).unwrap().to_string();
            assert!(error.to_string().contains(message), "{text}: {error}");
            assert!(said.contains(help), "{text}: {said}");
        }
    }
}
