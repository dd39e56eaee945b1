//! Tests of all errors of a file of claims.

use super::super::Claims;
use crate::config::Source;

#[test]
fn refusals_name_the_line_and_the_fix() {
    let right = "game = \"fake\"\n\n[[claim]]\nid = \"one\"\nsentence = \"It is so.\"\n\
                 personality = \"ann\"\nmetric = \"turns_lost\"\ncomparison = \"above\"\n\
                 than = [\"bob\"]\n";
    Claims::read(&Source::new("claims.toml", right)).unwrap();
    for (from, to, message, help) in [
        ("than = [", "then = [", "line 9: unknown key `then` in [[claim]]", "did you mean `than`?"),
        (
            "\"above\"",
            "\"over\"",
            "line 8: comparison = \"over\" cannot be used",
            "highest, lowest, above",
        ),
        (
            "\"above\"",
            "\"same_as\"",
            "line 7: same_as cannot compare turns_lost",
            "write metric = \"win_rate\"",
        ),
        (
            "\"above\"\nthan = [\"bob\"]",
            "\"highest\"\ntimes = 2",
            "line 9: times cannot be used",
            "above and below take times",
        ),
        ("\"above\"", "3", "line 8: comparison is a whole number", "above_value or below_value"),
        ("than = [\"bob\"]", "", "missing key `than` in [[claim]]", "a list of personalities"),
        ("[\"bob\"]", "\"bob\"", "line 9: than is a text", "a list of personalities"),
        ("[\"bob\"]", "[]", "line 9: than is an empty list", "a list of personalities"),
        (
            "[\"bob\"]",
            "[\"Bob\"]",
            "line 9: \"Bob\" in than is not the id of a personality",
            "lower-case letters",
        ),
        (
            "[\"bob\"]",
            "[7]",
            "line 9: an entry of than is a whole number",
            "a list of personalities",
        ),
        ("[\"bob\"]", "[\"bob\", \"bob\"]", "line 9: than names bob twice", "each once"),
        ("[\"bob\"]", "[\"ann\"]", "line 9: than compares ann with itself", "name others"),
        (
            "than = [\"bob\"]",
            "than = [\"bob\"]\nvalue = 3",
            "line 10: value cannot be used with",
            "takes than",
        ),
        (
            "\"above\"\nthan = [\"bob\"]",
            "\"above_value\"\nvalue = \"3\"",
            "line 9: value is a text",
            "a number from",
        ),
        (
            "\"above\"\nthan = [\"bob\"]",
            "\"above_value\"\nvalue = nan",
            "line 9: value = nan is out of range",
            "a number from",
        ),
        (
            "\"above\"\nthan = [\"bob\"]",
            "\"highest\"\namong = [\"ann\"]",
            "line 9: among compares ann with itself",
            "others",
        ),
        (
            "metric = \"turns_lost\"",
            "metric = \"turns lost\"",
            "line 7: metric =",
            "lower-case words",
        ),
        (
            "metric = \"turns_lost\"",
            "metric = \"a\"\nminus = \"a\"",
            "line 8: a minus itself",
            "another metric",
        ),
        (
            "metric = \"turns_lost\"",
            "impossible = \"no\"",
            "line 8: the key `comparison` needs the key `metric`",
            "name a metric",
        ),
        ("metric = \"turns_lost\"\n", "", "missing key `metric`", "lower-case words"),
        ("\"It is so.\"", "\"\"", "line 5: sentence = \"\" cannot be used", "one line of 1 to 200"),
        (
            "sentence = \"It is so.\"\n",
            "",
            "missing key `sentence` in [[claim]]",
            "one line of 1 to 200",
        ),
        (
            "sentence = \"It is so.\"",
            "source = \"It is so.\"",
            "line 5: the key `source` needs the key `sentence`",
            "write what is claimed as `sentence`",
        ),
        (
            "\"It is so.\"",
            "\"It is so.\"\nwording = \"quotation\"",
            "line 6: the key `wording` needs the key `source`",
            "name the source",
        ),
        (
            "\"It is so.\"",
            "\"It is so.\"\nsource = \"page 3\"\nwording = \"quote\"",
            "line 7: wording = \"quote\" cannot be used",
            "quotation or paraphrase",
        ),
        (
            "\"It is so.\"",
            "\"It is so.\"\nbasis = \"tuning\"",
            "line 6: basis = \"tuning\" cannot be used",
            "tuned or construction or finding",
        ),
        (
            "metric = \"turns_lost\"\ncomparison = \"above\"\nthan = [\"bob\"]",
            "impossible = \"no\"\nbasis = \"finding\"",
            "line 8: the key `basis` needs the key `metric`",
            "name a metric",
        ),
        (
            "\"fake\"",
            "\"fake\"\ntuning_seed = -1",
            "line 2: tuning_seed = -1 is out of range",
            "a whole number from 0",
        ),
        ("game = \"fake\"", "", "missing key `game` in the file", "dragon-slayer"),
        ("id = \"one\"", "id = \"One\"", "line 4: id = \"One\"", "lower-case letters"),
        (
            "\"fake\"",
            "\"fake\"\nconfig_hash = \"0123\"",
            "line 2: config_hash = \"0123\" cannot be used",
            "64 digits",
        ),
        (
            "\"fake\"",
            "\"fake\"\nseats = 7",
            "line 2: seats = 7 is out of range",
            "a whole number from 2 to 6",
        ),
        ("game", "games", "line 1: unknown key `games`", "did you mean `game`?"),
    ] {
        assert!(right.contains(from), "{from:?}");
        let source = Source::new("claims.toml", right.replacen(from, to, 1));
        let error = Claims::read(&source).expect_err(to);
        let said = error.to_string();
        assert!(said.starts_with("claims.toml, line "), "{said}");
        assert!(said.contains(message), "{to:?}: {said}");
        let advice = miette::Diagnostic::help(&error).map(|help| help.to_string());
        assert!(advice.as_ref().is_some_and(|text| text.contains(help)), "{to:?}: {advice:?}");
    }
    let twice = format!("{right}\n{}", right.split_once("\n\n").unwrap().1);
    let error = Claims::read(&Source::new("claims.toml", twice)).unwrap_err();
    let said = error.to_string();
    assert!(said.contains("line 12: two claims are called \"one\""), "{said}");
}

#[test]
fn a_refusal_points_at_its_place() {
    let text = "game = \"fake\"\n[[claim]]\nid = \"one\"\nsentence = \"It is so.\"\n\
                personality = \"ann\"\nmetric = \"turns_lost\"\ncomparison = \"over\"\n";
    let error = Claims::read(&Source::new("claims.toml", text)).unwrap_err();
    let mut drawn = String::new();
    let theme = miette::GraphicalTheme::unicode_nocolor();
    miette::GraphicalReportHandler::new_themed(theme).render_report(&mut drawn, &error).unwrap();
    assert!(drawn.contains("comparison = \"over\""), "{drawn}");
    assert!(drawn.contains("╰── here"), "{drawn}");
}
