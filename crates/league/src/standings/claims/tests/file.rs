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
        ("than = [", "then = [", "line 9: unknown key `then` in [claim]", "did you mean than?"),
        ("\"above\"", "\"over\"", "line 8: comparison = \"over\"", "highest, lowest, above"),
        ("\"above\"", "\"same_as\"", "line 7: same_as cannot compare", "metric = \"win_rate\""),
        (
            "\"above\"\nthan = [\"bob\"]",
            "\"highest\"\ntimes = 2",
            "line 9: times cannot be used",
            "above and below take times",
        ),
        ("than = [\"bob\"]", "", "missing key `than` in [claim]", "compares with"),
        ("[\"bob\"]", "[]", "line 9: than compares ann with itself or with no one", "name others"),
        ("[\"bob\"]", "[\"Bob\"]", "line 9: than = \"Bob\" cannot be", "lower-case letters"),
        ("[\"bob\"]", "[7]", "line 9: than = 7 cannot be used", "a text"),
        ("[\"bob\"]", "[\"bob\", \"bob\"]", "line 9: than names bob twice", "each once"),
        ("[\"bob\"]", "[\"ann\", \"bob\"]", "line 9: than compares ann with itself", "others"),
        ("than =", "value = 3\nthan =", "line 9: value cannot be used with", "takes than"),
        (
            "\"above\"\nthan = [\"bob\"]",
            "\"above_value\"\nvalue = nan",
            "line 9: value = nan is out of range",
            "a number from",
        ),
        ("turns_lost", "turns lost", "line 7: metric =", "lower-case words"),
        ("than =", "minus = \"turns_lost\"\nthan =", "line 9: turns_lost minus itself", "another"),
        (
            "metric = \"turns_lost\"",
            "impossible = \"no\"",
            "line 8: the key `comparison` needs the key `metric`",
            "add metric",
        ),
        (
            "metric = \"turns_lost\"\ncomparison = \"above\"\nthan = [\"bob\"]",
            "",
            "line 3: missing key `metric` in [claim]",
            "impossible",
        ),
        ("\"It is so.\"", "\"\"", "line 5: sentence = \"\" cannot be used", "one line of 1 to 200"),
        ("sentence =", "source =", "line 3: missing key `sentence` in [claim]", "add sentence"),
        (
            "personality =",
            "wording = \"quotation\"\npersonality =",
            "`wording` needs",
            "add source",
        ),
        ("personality =", "basis = \"tuning\"\npersonality =", "line 6: basis =", "tuned, con"),
        (
            "metric = \"turns_lost\"\ncomparison = \"above\"\nthan = [\"bob\"]",
            "impossible = \"no\"\nbasis = \"finding\"",
            "line 8: the key `basis` needs the key `metric`",
            "add metric",
        ),
        ("\"fake\"", "\"fake\"\ntuning_seed = -1", "tuning_seed = -1 is out of range", "from 0"),
        ("\"one\"", "\"One\"", "line 4: id = \"One\"", "lower-case letters"),
        ("\"fake\"", "\"fake\"\nconfig_hash = \"01\"", "config_hash = \"01\"", "64 digits"),
        ("\"fake\"", "\"fake\"\nseats = 7", "seats = 7 is out of range", "from 2 to 6"),
        ("game", "games", "line 1: unknown key `games`", "did you mean game?"),
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
