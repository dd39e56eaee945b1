//! The report of Pig, which adds no sections of its own, with two and with three seats.

use crate::program::done;

#[test]
fn a_tournament_of_pig_is_played_and_reported() {
    for seats in ["2", "3"] {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().to_str().unwrap();
        let players = [
            "--roster",
            "hold-10,hold-20,hold-25,hold-40",
            "--players",
            seats,
        ];
        let rest = ["--games", "60", "--seed", "7", "--out", folder, "--quiet"];
        done(&[&["tournament", "--game", "pig"], &players[..], &rest].concat());
        let from = ["report", "--from", folder, "--format"];
        let page = done(&[&from[..], &["html", "--out", "-"]].concat());
        let text = done(&[&from[..], &["markdown"]].concat());
        assert!(
            page.contains("Hold at 25") && !page.contains("NaN"),
            "{text}"
        );
        assert_eq!(text.contains("line\\_ups.csv"), seats == "3", "{text}");
    }
}
