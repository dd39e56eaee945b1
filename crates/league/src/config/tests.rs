//! Files with values of every form, and what is refused.

use serde::Deserialize;

use super::*;

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    #[serde(deserialize_with = "number::<_, _, -4, 400>")]
    x: f64,
    #[serde(deserialize_with = "whole::<u32, _, _, 1, 37>")]
    n: Option<u32>,
    #[serde(deserialize_with = "word::<Side, _, _>")]
    side: Option<Side>,
    #[serde(deserialize_with = "table")]
    inner: Inner,
    list: Vec<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Side {
    Left,
    Right,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Inner {
    depth: u8,
}

/// The file, or the error's message and help.
fn read(text: &str) -> Result<File, String> {
    let source = Source::new("file.toml", format!("# A comment.\n{text}\n"));
    source.parse().map_err(|error: Error| {
        let help = miette::Diagnostic::help(&error).unwrap().to_string();
        format!("{error} | {help}")
    })
}

#[test]
fn numbers_with_and_without_decimals() {
    for (text, value) in [
        ("2.5", 2.5),
        ("-4", -4.0),
        ("4e2", 400.0),
        ("+1.25", 1.25),
        ("1_0.5_0", 10.5),
        ("1_00", 100.0),
        ("0x10", 16.0),
        ("-0.0", 0.0),
        ("-0", 0.0),
    ] {
        let read = read(&format!("x = {text}")).unwrap().x;
        assert_eq!(read.to_bits(), f64::to_bits(value), "{text}");
    }
    assert_eq!(read("n = 0x25").unwrap().n, Some(37));
}

/// Every kind of error names the file, the line, the key, the value as it is written, and
/// what to write instead.
#[test]
fn refusals() {
    for value in ["-4.01", "401", "inf", "-inf", "nan", "0x1_ff", "0b1_1111_1111"] {
        let said = read(&format!("x = {value}")).unwrap_err();
        let expected =
            format!("line 2: x = {value} is out of range | write a number from -4 to 400");
        assert!(said.ends_with(&expected), "{said}");
    }
    for value in ["\"2\"", "true", "[2]", "{}", "2018-01-01", "99999999999999999999999"] {
        let said = read(&format!("x = {value}")).unwrap_err();
        let expected = format!("line 2: x = {value} cannot be used | write a number");
        assert!(said.ends_with(&expected), "{said}");
    }
    for (text, expected) in [
        ("n = 0x26", "line 2: n = 0x26 is out of range | write a whole number from 1 to 37"),
        ("n = 4e1", "line 2: n = 4e1 cannot be used | write a whole number"),
        ("n = 9223372036854775808", "cannot be used | write a whole number"),
        ("inner = [1]", "line 2: inner = [1] cannot be used | write a table [...] or { ... }"),
        (
            "inner.depht = 1",
            "unknown key `depht` in [inner] | did you mean depth? The keys here are depth",
        ),
        ("list = [\n\"a\",\n1]", "line 4: list = 1 cannot be used | write a text"),
        (
            "side = \"rihgt\"",
            "line 2: side = \"rihgt\" cannot be used | did you mean right? write left, right",
        ),
        ("side = { left = {} }", "line 2: side = { left = {} } cannot be used | write a text"),
        (
            "x = ",
            "line 2: string values must be quoted, expected literal string | correct it; https://toml.io has the rules of TOML",
        ),
    ] {
        let said = read(text).unwrap_err();
        assert!(said.ends_with(expected), "{said}");
    }
}

/// The canonical text is that of toml's own writer, and is read back.
#[test]
fn canonical_rules() {
    #[derive(Debug, Default, Deserialize, PartialEq, serde::Serialize)]
    struct Rules {
        target: i64,
        names: Vec<String>,
        nested: Vec<Inner2>,
        share: f64,
        on: bool,
        none: Vec<u8>,
    }
    #[derive(Debug, Default, Deserialize, PartialEq, serde::Serialize)]
    struct Inner2 {
        points: u8,
        name: String,
    }
    let inner = |points, name: &str| Inner2 { points, name: name.to_owned() };
    let rules = Rules {
        target: -40,
        names: vec!["a".to_owned(), "b, c: {d}".to_owned()],
        nested: vec![inner(1, "x"), inner(2, "[y]")],
        share: 0.5,
        on: true,
        none: Vec::new(),
    };
    let table = toml::Table::try_from(&rules).unwrap();
    let lines = table.iter().map(|(key, value)| format!("{key} = {value}\n"));
    assert_eq!(canonical(&rules), lines.collect::<String>());
    for name in ["\"quoted\"", "back\\slash", "two\nlines", "é", ""] {
        let rules = Rules { names: vec![name.to_owned()], ..Rules::default() };
        assert_eq!(toml::from_str::<Rules>(&canonical(&rules)).unwrap(), rules);
    }
}
