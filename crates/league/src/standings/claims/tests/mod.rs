//! Tests of all verdicts.

mod file;

use crate::standings::Analysis;
use crate::standings::claims::*;
use crate::standings::fake::{Fake, FakeContest, fake};

/// The verdict on a claim with these keys in a tournament of two seats, with the player
/// it was compared with and the reason.
fn verdict(contest: &FakeContest, groups: u64, keys: &str) -> (Verdict, String, String) {
    verdict_at(2, contest, groups, keys)
}

fn verdict_at(
    seats: usize,
    contest: &FakeContest,
    groups: u64,
    keys: &str,
) -> (Verdict, String, String) {
    let text =
        format!("game = \"fake\"\n[[claim]]\nid = \"x\"\nsentence = \"It is so.\"\n{keys}\n");
    let claims = Claims::read(&Source::new("claims.toml", text)).expect(keys);
    let finished = contest.finish(seats, groups, 4);
    let results = Analysis::new(contest, &finished, &claims);
    let checked = &results.claims[0];
    if let Some((low, high)) = checked.interval() {
        let [value, against, difference] = checked.compared().map(Option::unwrap);
        assert!(low <= difference && difference <= high, "{checked:?}");
        let compared = value - checked.times.unwrap_or(1.0) * against;
        assert!((compared - difference).abs() < 1e-9, "{checked:?}");
    }
    let reason = checked.reason.clone().unwrap_or_default();
    (checked.verdict, checked.against.clone(), reason)
}

/// A contest of four with these shares of lost turns: ann 10 %, bob 20 %, cid 15 %, tom
/// as bob.
fn four() -> FakeContest {
    let tom = Fake { id: "tom", thinking: 9, ..fake("x", 2.0) };
    FakeContest::new(vec![fake("ann", 1.0), fake("bob", 2.0), fake("cid", 1.5), tom])
}

#[test]
fn every_verdict() {
    use Verdict::{CannotBeMeasured, CannotHold, Fails, Holds, Open};
    let contest = four();
    let lost = "metric = \"turns_lost\"";
    let bob = "personality = \"bob\"";
    for (keys, expected, against) in [
        (
            format!("{bob}\n{lost}\ncomparison = \"highest\"\namong = [\"ann\", \"cid\", \"bob\"]"),
            Holds,
            "cid",
        ),
        (format!("{bob}\n{lost}\ncomparison = \"highest\""), Open, "tom"),
        (format!("{bob}\n{lost}\ncomparison = \"lowest\""), Fails, "ann"),
        (format!("personality = \"cid\"\n{lost}\ncomparison = \"highest\""), Fails, ""),
        (format!("personality = \"ann\"\n{lost}\ncomparison = \"lowest\""), Holds, "cid"),
        (format!("{bob}\n{lost}\ncomparison = \"above\"\nthan = [\"ann\", \"cid\"]"), Holds, "cid"),
        // The comparison is with each of several players, not with their mean: cid's
        // 15 % are above the mean of ann and bob less a little, and not above bob's.
        (
            format!(
                "personality = \"cid\"\n{lost}\ncomparison = \"above\"\nthan = [\"ann\", \"bob\"]"
            ),
            Fails,
            "bob",
        ),
        (
            format!(
                "personality = \"cid\"\n{lost}\ncomparison = \"below\"\nthan = [\"bob\", \"tom\"]"
            ),
            Holds,
            "",
        ),
        (
            format!(
                "personality = \"ann\"\n{lost}\ncomparison = \"above\"\nthan = [\"bob\", \"cid\"]"
            ),
            Fails,
            "",
        ),
        (format!("{bob}\n{lost}\ncomparison = \"below\"\nthan = [\"ann\"]"), Fails, "ann"),
        (format!("{bob}\n{lost}\ncomparison = \"above_value\"\nvalue = 0.2"), Open, ""),
        (format!("{bob}\n{lost}\ncomparison = \"below_value\"\nvalue = 1"), Holds, ""),
        (
            format!(
                "{bob}\n{lost}\ncomparison = \"below_value\"\nvalue = 0.1\nimpossible = \"no\""
            ),
            CannotHold,
            "",
        ),
        (
            format!(
                "{bob}\n{lost}\ncomparison = \"above_value\"\nvalue = 0.1\nimpossible = \"no\""
            ),
            Holds,
            "",
        ),
        // A quantity that never varies decides nothing.
        (
            "personality = \"tom\"\nmetric = \"thinking_seconds\"\ncomparison = \"highest\""
                .to_owned(),
            Open,
            "",
        ),
        (
            format!(
                "{bob}\nmetric = \"thinking_seconds\"\ncomparison = \"above\"\nthan = [\"ann\"]"
            ),
            Open,
            "ann",
        ),
        // Quantities other than the contest's metrics.
        (
            format!("{bob}\nmetric = \"win_rate\"\ncomparison = \"above\"\nthan = [\"cid\"]"),
            Holds,
            "cid",
        ),
        (
            format!(
                "{bob}\nmetric = \"rating\"\ncomparison = \"below\"\nthan = [\"cid\", \"ann\"]"
            ),
            Fails,
            "ann",
        ),
        (
            format!(
                "{bob}\nmetric = \"exact_win_rate\"\ncomparison = \"above_value\"\nvalue = 0.5"
            ),
            Holds,
            "",
        ),
        (
            "personality = \"ann\"\nmetric = \"equity_loss\"\ncomparison = \"lowest\"".to_owned(),
            Holds,
            "",
        ),
        (
            format!(
                "{bob}\nmetric = \"turns_lost\"\nminus = \"win_rate\"\ncomparison = \"below_value\"\nvalue = 0"
            ),
            Holds,
            "",
        ),
        (format!("{bob}\nimpossible = \"no game counts it\""), CannotBeMeasured, ""),
    ] {
        let (verdict, found, reason) = verdict(&contest, 4_000, &keys);
        assert_eq!(verdict, expected, "{keys} {reason}");
        assert!(against.is_empty() || found == against, "{keys}: {found}");
    }
}

/// A reason why a claim cannot hold applies to the tournament it was found in, and only
/// if the claim fails there: an open claim stays open.
#[test]
fn a_reason_applies_only_to_its_own_tournament() {
    use Verdict::{CannotHold, Fails, Holds, Open};
    let contest = four();
    let text = "game = \"fake\"\n[[claim]]\nid = \"x\"\nsentence = \"It is so.\"\n\
                personality = \"bob\"\nmetric = \"turns_lost\"\ncomparison = \"below\"\n\
                than = [\"ann\"]\nimpossible = \"no\"\n";
    let read = Claims::read(&Source::new("claims.toml", text)).unwrap();
    let hash = contest.finish(2, 1, 4).config_hash;
    for (config_hash, seats, groups, than, expected, reason) in [
        (Some(hash.clone()), Some(2), 4_000, "ann", CannotHold, Some("no")),
        (None, None, 4_000, "ann", CannotHold, Some("no")),
        (Some("other".to_owned()), Some(2), 4_000, "ann", Fails, None),
        (Some(hash.clone()), Some(3), 4_000, "ann", Fails, None),
        (Some(hash), Some(2), 4_000, "tom", Open, Some("the exact figures are equal")),
    ] {
        let mut claims = Claims { config_hash, seats, ..read.clone() };
        let test = claims.claims[0].test.as_mut().unwrap();
        test.comparison.with = Others::Players(Some(vec![than.to_owned()]));
        let finished = contest.finish(2, groups, 4);
        let results = Analysis::new(&contest, &finished, &claims);
        let checked = &results.claims[0];
        assert_eq!(checked.verdict, expected, "{checked:?}");
        assert_eq!(checked.reason.as_deref(), reason, "{checked:?}");
    }
    let held = text.replace("below", "above");
    let held = Claims::read(&Source::new("claims.toml", held)).unwrap();
    let finished = contest.finish(2, 4_000, 4);
    let results = Analysis::new(&contest, &finished, &held);
    assert_eq!(results.claims[0].verdict, Holds);
    let said = results.claims[0].reason.as_deref();
    assert_eq!(said, Some("contrary to its `impossible`: no"));
}

#[test]
fn why_not() {
    let contest = four();
    for (keys, reason) in [
        (
            "personality = \"sam\"\nmetric = \"turns_lost\"\ncomparison = \"highest\"",
            "sam did not play",
        ),
        (
            "personality = \"bob\"\nmetric = \"turns_lost\"\ncomparison = \"above\"\nthan = [\"sam\"]",
            "sam did not play",
        ),
        (
            "personality = \"bob\"\nmetric = \"turn_lost\"\ncomparison = \"highest\"",
            "there is no metric turn_lost; did you mean turns_lost?",
        ),
        (
            "personality = \"bob\"\nmetric = \"never_counted\"\ncomparison = \"highest\"",
            "bob has no never_counted",
        ),
        (
            "personality = \"bob\"\nmetric = \"turns_lost\"\nminus = \"rating\"\ncomparison = \"highest\"",
            "turns_lost is in share and rating in elo",
        ),
        ("personality = \"bob\"\nimpossible = \"no game counts it\"", "no game counts it"),
    ] {
        let found = verdict(&contest, 50, keys);
        assert_eq!(found.0, Verdict::CannotBeMeasured, "{keys}");
        assert_eq!(found.2, reason);
    }
    let keys = "personality = \"bob\"\nmetric = \"winning_margin\"\ncomparison = \"highest\"";
    let (found, _, reason) = verdict(&contest, 1, keys);
    assert_eq!(found, Verdict::Open);
    let few = "a verdict takes 30 paired games, and the figures rest on 3";
    assert_eq!(reason, few);
    let keys = "personality = \"tom\"\nmetric = \"thinking_seconds\"\ncomparison = \"highest\"";
    let (found, _, reason) = verdict(&contest, 50, keys);
    assert_eq!((found, &*reason), (Verdict::Open, "nothing varied in 150 paired games"));
    let keys =
        "personality = \"ann\"\nmetric = \"equity_loss\"\ncomparison = \"above_value\"\nvalue = 0";
    let (found, _, reason) = verdict(&contest, 50, keys);
    assert_eq!((found, &*reason), (Verdict::Open, "the exact figures are equal"));
    let mut unsolved = four();
    unsolved.told = None;
    let keys = "personality = \"bob\"\nmetric = \"equity_loss\"\ncomparison = \"highest\"";
    assert_eq!(verdict(&unsolved, 9, keys).2, "bob has no equity_loss");
}

/// From two paired games, in which one player happened never to lose a turn and the
/// other lost some, it once followed that a claim holds.
#[test]
fn few_games_have_no_verdict() {
    let mut contest = four();
    contest.told = None;
    let keys = "personality = \"bob\"\nmetric = \"turns_lost\"\ncomparison = \"above\"\n\
                than = [\"ann\"]";
    for groups in 1..=4 {
        let (found, _, reason) = verdict(&contest, groups, keys);
        assert_eq!(found, Verdict::Open);
        assert!(reason.starts_with("a verdict takes 30 paired games"), "{reason}");
    }
    assert_eq!(verdict(&contest, 1_000, keys).0, Verdict::Holds);
}

/// With players that are alike and many claims that one of them is above another, any
/// verdict is wrong in less than one run in twenty.
#[test]
fn the_number_of_claims_is_respected() {
    let fakes = ["ann", "bob", "eve", "fay"].map(|id| fake(id, 1.5));
    let mut contest = FakeContest::new(fakes.to_vec());
    contest.told = None;
    let mut text = "game = \"fake\"\n".to_owned();
    for metric in ["turns_lost", "winning_margin", "win_rate", "rating"] {
        for (who, than) in [("ann", "bob"), ("eve", "fay"), ("bob", "fay"), ("eve", "ann")] {
            text += &format!(
                "[[claim]]\nid = \"{who}-{than}-{}\"\nsentence = \"It is so.\"\npersonality = \"{who}\"\n\
                 metric = \"{metric}\"\ncomparison = \"above\"\nthan = [\"{than}\"]\n",
                metric.replace('_', "-")
            );
        }
    }
    let claims = Claims::read(&Source::new("claims.toml", text)).unwrap();
    assert_eq!(claims.claims.len(), 16);
    let runs = 200;
    let wrong = (0..runs)
        .filter(|&seed| {
            let finished = contest.finish(2, 15, seed);
            let results = Analysis::new(&contest, &finished, &claims);
            let level = 1.0 - 0.05 / 16.0;
            let checked = results.claims.iter();
            let mut decided = checked.filter(|checked| {
                let confidence = checked.confidence.unwrap_or(level);
                assert!((confidence - level).abs() < 1e-12);
                checked.verdict != Verdict::Open
            });
            decided.next().is_some()
        })
        .count();
    // At a level of 5 % for each claim, half of all runs would have a wrong verdict.
    assert!(wrong <= 10, "{wrong} of {runs}");
}

/// Two groups of paired games show nothing, but the exact win rates are known and
/// decide. The results are marked as exact, and other figures as games with the seed of
/// the tuning.
#[test]
fn exact_figures_decide_where_they_are_known_of_all() {
    let mut contest = four();
    let text = "game = \"fake\"\ntuning_seed = 4\n\
                [[claim]]\nid = \"x\"\nsentence = \"It is so.\"\nbasis = \"tuned\"\n\
                personality = \"bob\"\nmetric = \"win_rate\"\ncomparison = \"above\"\n\
                than = [\"cid\"]\n";
    let mut claims = Claims::read(&Source::new("claims.toml", text)).unwrap();
    let finished = contest.finish(2, 2, 4);
    let results = Analysis::new(&contest, &finished, &claims);
    let checked = &results.claims[0];
    assert_eq!(checked.verdict, Verdict::Holds);
    assert_eq!((checked.figures, checked.seed_tuned), (Some(Figures::Exact), false));
    let standing = results.standings.iter().find(|standing| standing.id == "bob");
    assert_eq!(checked.exact_value, standing.unwrap().exact_win_rate);
    assert_eq!((checked.low, checked.high), (None, None));

    // Quantities that are equal except for rounding are not above each other.
    let test = claims.claims[0].test.as_mut().unwrap();
    test.comparison.with = Others::Players(Some(vec!["tom".to_owned()]));
    let results = Analysis::new(&contest, &finished, &claims);
    assert_eq!(results.claims[0].verdict, Verdict::Open);
    assert_eq!(results.claims[0].exact_difference, Some(0.0));

    contest.told = None;
    for (seed, seen) in [(4, true), (5, false)] {
        let finished = contest.finish(2, 400, seed);
        let results = Analysis::new(&contest, &finished, &claims);
        let checked = &results.claims[0];
        assert_eq!((checked.figures, checked.seed_tuned), (Some(Figures::Sampled), seen));
        assert_ne!(checked.low, checked.high);
    }
}

/// Exact results exist only for two seats.
#[test]
fn what_no_game_shows_is_unknown_at_larger_tables() {
    let mut contest = four();
    contest.knows_uncounted = true;
    let keys = "personality = \"bob\"\nmetric = \"never_counted\"\ncomparison = \"above\"\n\
                than = [\"ann\"]";
    assert_eq!(verdict_at(2, &contest, 50, keys).0, Verdict::Holds);
    let (found, _, reason) = verdict_at(3, &contest, 50, keys);
    assert_eq!(found, Verdict::CannotBeMeasured);
    assert_eq!(reason, "bob has no never_counted");
}

#[test]
fn claims_of_another_game_are_left_out() {
    let contest = four();
    let finished = contest.finish(2, 10, 4);
    let text = "game = \"other\"\n[[claim]]\nid = \"x\"\nsentence = \"It is so.\"\n\
                personality = \"ann\"\nmetric = \"turns_lost\"\ncomparison = \"highest\"\n";
    let claims = Claims::read(&Source::new("claims.toml", text)).unwrap();
    assert!(Analysis::new(&contest, &finished, &claims).claims.is_empty());
}

#[test]
fn players_of_whom_no_paired_games_differ_are_the_same() {
    use Verdict::{CannotBeMeasured, Fails, Holds, Open};
    let keys = "personality = \"ann\"\nmetric = \"win_rate\"\ncomparison = \"same_as\"\n\
                than = [\"bob\", \"tom\"]";
    let mut split = four();
    split.chance = Box::new(|_, _| 1.0);
    let said = |even, groups| {
        format!("in {even} of {groups} sets of paired games both players won the same share")
    };
    let all = (Holds, "bob".to_owned(), said(40, 40));
    assert_eq!(verdict(&split, 40, keys), all);
    assert_eq!(verdict(&split, 29, keys), (Open, "bob".to_owned(), said(29, 29)));
    assert_eq!(verdict(&four(), 40, keys).0, Fails);
    assert_eq!(verdict_at(3, &split, 40, keys).0, CannotBeMeasured);
}

#[test]
fn the_others_are_multiplied() {
    let keys = |times: &str| {
        format!(
            "personality = \"ann\"\nmetric = \"turns_lost\"\ncomparison = \"below\"\n\
             than = [\"bob\"]\ntimes = {times}"
        )
    };
    // Ann loses 10 % of her turns, and Bob 20 %.
    assert_eq!(verdict(&four(), 1_000, &keys("0.7")).0, Verdict::Holds);
    assert_eq!(verdict(&four(), 1_000, &keys("0.3")).0, Verdict::Fails);
}
