//! Tests of the text at several widths of a terminal, and of the sections with two to four
//! seats.

use unicode_width::UnicodeWidthStr;

use super::{document, standings_json, standings_text};
use crate::{html, markdown};
use rivals_league::results::Tournament;
use rivals_league::standings::Analysis;
use rivals_league::standings::fake::{FakeContest, claims, contest, counted, fake};
use rivals_league::tournament::Finished;

fn crowd() -> FakeContest {
    let ids = [
        "abel",
        "beatriu",
        "carla",
        "daniel",
        "killer-averse",
        "killer-intelligent",
        "killer-impulsive",
        "achiever-averse",
        "achiever-intelligent",
        "achiever-impulsive",
        "socializer-averse",
        "socializer-intelligent",
        "socializer-impulsive",
        "explorer-averse",
        "explorer-intelligent",
        "explorer-impulsive",
        "random",
        "hold-6",
        "hold-12",
        "greedy",
        "tree-1",
        "tree-2",
    ];
    let strength = |at: usize| 0.7 + 0.05 * ((at * 7) % 22) as f64;
    let fakes = ids.iter().enumerate().map(|(at, id)| fake(id, strength(at)));
    FakeContest::new(fakes.collect())
}

#[test]
fn it_fits_the_terminal() {
    let claims = claims();
    for contest in [contest(), crowd()] {
        for seats in [2, 3] {
            if seats == 3 && contest.fakes.len() > 5 {
                continue;
            }
            let finished = contest.finish(seats, 200, 2018);
            let results = Analysis::new(&contest, &finished, &claims);
            for width in [60, 80, 100, 120] {
                let text = standings_text(&results, Some(width));
                assert!(text.lines().all(|line| line.width() <= width), "{text}");
                assert!(text.contains("win"), "{text}");
            }
            assert!(standings_text(&results, None).contains("rating"));
        }
    }
}

#[test]
fn what_matters_is_said() {
    let claims = claims();
    let mut contest = contest();
    let finished = contest.finish(2, 2_000, 5);
    let said = |contest: &FakeContest| {
        let results = Analysis::new(contest, &finished, &claims);
        standings_text(&results, Some(100)).replace('\n', " ")
    };
    let says = |text: &str, words: &str| assert!(text.contains(words), "{words}: {text}");
    let text = said(&contest);
    says(&text, "Sampled and exact win rates agree. The furthest of 6 ordered pairs is ");
    says(&text, "For all 7 tests together p = ");
    says(&text, "no three players beat each other in a cycle");
    says(
        &text,
        "All players are distinguishable by what they decide. The closest two are Bob and Cid",
    );
    says(
        &text,
        "Verdicts on 3 claims: holds 1, fails 1 (cid-wins) and cannot be measured 1 (ann-dreams). \
         This program defines the personalities",
    );
    says(&text, "Exact figures decide 2 verdicts; games with seed 5");
    contest.told = Some(0.3);
    let text = said(&contest);
    says(
        &text,
        "THEY DISAGREE: the games played contradict the solved game, at a level of 0.000001 for all \
         7 tests together: ann against bob won",
    );
    contest.told = None;
    let text = said(&contest);
    assert!(!text.contains("exact win rates"), "{text}");
    says(&text, "Exact figures decide 0 verdicts; games with seed 5");
    let finished = contest.finish(2, 200, 2018);
    let results = Analysis::new(&contest, &finished, &claims);
    let text = standings_text(&results, None).replace('\n', " ");
    says(&text, "games with seed 2018, which was used in tuning");
    contest.chance = Box::new(|first, second| match [first.id, second.id] {
        ["ann", "bob"] | ["bob", "cid"] | ["cid", "ann"] => 0.6,
        _ => 0.4,
    });
    contest.told = Some(0.0);
    let text = said(&contest).replace('\u{a0}', " ");
    says(
        &text,
        "Exact: Ann beats Bob (60.00 %), Bob beats Cid (60.00 %), and Cid beats Ann (60.00 %).",
    );
}

#[test]
fn nothing_played() {
    let claims = claims();
    for seats in [2, 3] {
        let contest = contest();
        let finished = contest.finish(seats, 0, 1);
        let results = Analysis::new(&contest, &finished, &claims);
        assert!(standings_text(&results, Some(80)).contains("No ratings"));
        let text = markdown(&document(&Tournament::of(&results)), None);
        assert!(!text.contains("NaN") && !text.contains("inf "), "{text}");
    }
}

/// Where no metric measures how players decide, nothing is said about who decides alike.
#[test]
fn without_metrics_of_behaviour_nobody_is_indistinguishable() {
    let claims = claims();
    let mut contest = contest();
    contest.metrics.iter_mut().for_each(|metric| metric.behaviour = false);
    let finished = contest.finish(2, 200, 5);
    let results = Analysis::new(&contest, &finished, &claims);
    let document = document(&Tournament::of(&results));
    let text = standings_text(&results, None) + &markdown(&document, None);
    assert!(!text.to_lowercase().contains("distinguishable"), "{text}");
    assert!(!text.contains("There is no map"), "{text}");
}

/// A game without metrics says nothing about how the players decide, and has no empty section.
#[test]
fn without_metrics_nothing_is_said_about_decisions() {
    let claims = claims();
    let mut contest = contest();
    contest.metrics.clear();
    let mut pairing = counted([0, 2], 100, [60, 50], 30);
    pairing.totals.metrics.clear();
    let finished = Finished { pairings: vec![pairing], ..contest.finish(2, 0, 5) };
    let results = Analysis::new(&contest, &finished, &claims);
    let document = document(&Tournament::of(&results));
    let shown = [
        standings_text(&results, None),
        standings_json(&results).to_string(),
        markdown(&document, None),
        html(&document),
        crate::json(&document),
    ];
    for text in shown {
        assert!(!text.to_lowercase().contains("distinguishable"), "{text}");
        assert!(!text.contains("Distances between players"), "{text}");
    }
}

/// The report has the same sections for every number of seats.
#[test]
fn reports_of_two_to_four_seats() {
    let claims = claims();
    let ids = ["ann", "bob", "cid", "dan", "eve"];
    let strength = |at: usize| 1.0 + 0.4 * at as f64;
    let fakes = ids.iter().enumerate().map(|(at, id)| fake(id, strength(at)));
    let contest = FakeContest::new(fakes.collect());
    for seats in 2..=4 {
        let finished = contest.finish(seats, 300, 5);
        let results = Analysis::new(&contest, &finished, &claims);
        let played = Tournament::of(&results);
        let document = document(&played);
        let (text, page) = (markdown(&document, None), html(&document));
        assert!(!text.contains("NaN") && !page.contains("NaN"), "{text}");
        for title in ["Tournament", "players", "claims", "Method"] {
            let is_title = |line: &str| line.starts_with("## ") && line.contains(title);
            assert!(text.lines().any(is_title), "{title}: {text}");
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ").replace('\u{a0}', " ");
        assert!(text.contains("In parentheses are the advantage"), "{text}");
        let best = &played.standings[0];
        for rate in best.by_seat().chain([best.win_rate]) {
            assert!(page.contains(&format!("{:.2}", 100.0 * rate)), "{text}");
        }
        let ahead = page.contains("ahead.csv") && text.contains("finishes ahead");
        assert_eq!(ahead, seats > 2, "{text}");
        let shares = page.contains("place_shares.csv") && text.contains("each place, with 95 %");
        assert_eq!(shares, seats > 2, "{text}");
        assert_eq!(text.contains("### Cycles"), seats == 2, "{text}");
    }
}

/// Where a metric ranks, the report is about it: who is first, by how much, and with whom a player
/// does worst.
#[test]
fn a_metric_that_ranks_is_what_the_report_is_about() {
    let claims = claims();
    let mut contest = contest();
    contest.ranking = Some(0);
    let finished = contest.finish(3, 400, 5);
    let results = Analysis::new(&contest, &finished, &claims);
    let played = Tournament::of(&results);
    let [first, second, ..] = &played.standings[..] else {
        panic!("a line-up has three players");
    };
    let value = |value: Option<f64>| format!("{:.2}", 100.0 * value.unwrap());
    let text = markdown(&document(&played), None).replace('\u{a0}', " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    for said in [
        format!(
            "Who wins? {}. {0} has the lowest turns lost, {} %, 95 % interval",
            first.name,
            value(first.ranked())
        ),
        format!("the second has {} %, 95 % interval", value(second.ranked())),
        "| turns lost % |".to_owned(),
    ] {
        assert!(text.contains(&said), "{said}: {text}");
    }
    assert!(!text.contains("in which a player wins the most"), "{text}");
    // Players have places all the same, which fit a terminal of 80 columns.
    let text = standings_text(&results, Some(80));
    let row = text.lines().find(|line| line.contains("1st %") && line.contains("3rd %"));
    assert_eq!(row.unwrap().matches('±').count(), 4, "{text}");
    let best = played.places.iter().map(|row| row.mean_place).fold(f64::INFINITY, f64::min);
    assert!(text.contains(&format!("{best:.2}")), "{text}");
}

/// Claims of which nothing was tested are not told.
#[test]
fn claims_that_nothing_tests_are_left_out() {
    let contest = contest();
    let finished = contest.finish(2, 0, 5);
    let results = Analysis::new(&contest, &finished, &claims());
    let mut played = Tournament::of(&results);
    played.claims.iter_mut().for_each(|claim| claim.figures = None);
    assert!(!played.claims.is_empty());
    let text = markdown(&document(&played), None);
    assert!(!text.contains("Verdicts on"), "{text}");
}

/// In a group of games in which a metric does not vary, its interval is an empty cell and no column
/// that is missing.
#[test]
fn intervals_that_are_unknown_are_empty_cells() {
    let claims = claims();
    let mut contest = contest();
    contest.ranking = Some(1);
    for groups in [1, 2] {
        let finished = contest.finish(3, groups, 5);
        let results = Analysis::new(&contest, &finished, &claims);
        let files = rivals_league::results::tournament::result_files(&results);
        let standings = files.iter().find(|file| file.0 == "standings.csv").unwrap();
        let mut lines = standings.1.lines();
        assert!(lines.next().unwrap().ends_with("ranked_low,ranked_high,worst_ranked"));
        assert!(lines.all(|line| line.contains(",,")));
    }
}
