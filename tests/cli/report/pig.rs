//! The report of Pig, which adds no sections of its own, with two and with three seats.

use crate::program::done;

#[test]
fn a_tournament_of_pig_is_played_and_reported() {
    for seats in ["2", "3"] {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().to_str().unwrap();
        let players = ["--roster", "hold-10,hold-20,hold-25,hold-40", "--players", seats];
        let rest = ["--games", "60", "--seed", "7", "--out", folder, "--quiet"];
        done(&[&["tournament", "--game", "pig"], &players[..], &rest].concat());
        let from = ["report", "--from", folder, "--format"];
        let page = done(&[&from[..], &["html", "--out", "-"]].concat());
        // The tournament has written the same page, and a folder is named without a flag as well.
        let written = std::fs::read_to_string(place.path().join("report.html")).unwrap();
        assert_eq!(written, page);
        assert_eq!(done(&["report", folder, "--out", "-"]), page);
        let text = done(&[&from[..], &["markdown"]].concat());
        assert!(page.contains("Hold at 25") && !page.contains("NaN"), "{text}");
        assert_eq!(text.contains("line\\_ups.csv"), seats == "3", "{text}");
    }
}

/// JSON has the standings and every note of the text; --no-report writes no page.
#[test]
fn json_has_what_the_text_has() {
    let place = tempfile::tempdir().unwrap();
    let folders = ["one", "two"].map(|name| place.path().join(name));
    let play = |folder: &std::path::Path, format: &str| {
        let start = ["tournament", "--game", "pig", "--roster", "hold-10,hold-20,hold-25"];
        let out = folder.to_str().unwrap();
        let rest = ["--games", "60", "--seed", "7", "--out", out, "--quiet", "--no-report"];
        done(&[&start[..], &rest, &["--format", format]].concat())
    };
    // Text is broken into lines for a terminal, JSON is not.
    let text = play(&folders[0], "table");
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let object: serde_json::Value = serde_json::from_str(&play(&folders[1], "json")).unwrap();
    assert!(!folders[0].join("report.html").exists());
    assert_eq!(object["standings"].as_array().unwrap().len(), 3);
    assert_eq!(object["games"], 360);
    for note in object["notes"].as_array().unwrap() {
        assert!(
            text.contains(&*note.as_str().unwrap().replace('\u{a0}', " ")),
            "{note} is not in {text}"
        );
    }
    assert!(object["done"].as_str().unwrap().starts_with("Played 360 games"));
}
