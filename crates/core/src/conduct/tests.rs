use rand::Rng;

use super::choice::{Judge, Memory};
use super::prospects::{Outcome, Prospect, Prospects, Spread, no_better};
use crate::personalities::memo::{Decided, Memo};
use crate::personalities::{Level, Personality, SeatUnits, Units};
use crate::random::{Key, Purpose};

const UNITS: SeatUnits =
    SeatUnits { seats: 2, games: 1, decisions: 1, kappa: 0.1, k: 0.05, fair: 0.5 };

/// A prospect of two outcomes that are as likely, this far from the value.
fn even(place: usize, value: f64, spread: f64) -> Prospect {
    let outcome = |value| Outcome { value, own: spread, others: 0.02, gap: 0.01 };
    Prospect {
        place,
        value,
        lottery: vec![(0.5, outcome(value - spread)), (0.5, outcome(value + spread))],
        spread: Spread::Exact,
        kind: u8::try_from(place).unwrap(),
        spends: 0.1 * place as f64,
        salience: 0.2 * place as f64,
        information: place as f64,
    }
}

fn prospects() -> Prospects {
    let options = vec![even(0, 0.48, 0.2), even(2, 0.5, 0.1), even(3, 0.45, 0.0)];
    Prospects::new(7, [0.3, 0.4], options, 2)
}

fn judge(change: impl Fn(&mut Personality), tau: f64) -> Judge {
    let mut personality = Personality::neutral("eva");
    change(&mut personality);
    Judge::with(&personality, UNITS, tau)
}

fn chosen(judge: &Judge, times: u64) -> Vec<f64> {
    let prospects = prospects();
    let mut counts = vec![0.0; prospects.options.len()];
    let mut dice = Key::new(1, Purpose::Playing, &[]).generator();
    for _ in 0..times {
        let fresh = Some(dice.next_u64());
        counts[judge.choose(&prospects, &Memory::default(), fresh)] += 1.0 / times as f64;
    }
    counts
}

#[test]
fn the_best_option_is_that_of_the_reference() {
    let options = vec![even(0, 0.7, 0.0), even(1, 0.6, 0.0)];
    let prospects = Prospects::new(1, [0.0; 2], options, 1);
    // The reference takes none for better than its choice.
    assert_eq!((prospects.value(), prospects.options[0].value), (0.6, 0.6));
    let neutral = judge(|_| {}, 0.0);
    assert!(neutral.is_neutral());
    assert_eq!(neutral.choose(&prospects, &Memory::default(), None), 1);
}

/// The mean of a normal distribution below 0, by the midpoints of narrow steps.
#[test]
fn what_is_no_better_is_worth_less() {
    for (estimate, error) in [(-0.3, 0.1), (-0.02, 0.1), (0.0, 0.1), (0.05, 0.1), (0.4, 0.1)] {
        let (mut weights, mut sum) = (0.0, 0.0);
        for step in 0..200_000 {
            let difference = -(f64::from(step) + 0.5) / 100_000.0;
            let away: f64 = (difference - estimate) / error;
            let weight = (-away * away / 2.0).exp();
            weights += weight;
            sum += weight * difference;
        }
        let found = no_better(estimate, error);
        assert!((found - sum / weights).abs() < 1e-6, "{estimate}: {found}");
    }
    assert_eq!([-0.2, 0.2].map(|estimate| no_better(estimate, 0.0)), [-0.2, 0.0]);
    let far = no_better(10.0, 0.1);
    assert!(far <= 0.0 && far > -0.01, "{far}");
}

/// The probabilities are those of the logit, as counted with errors that are drawn anew.
#[test]
fn probabilities_of_choices() {
    let judge = judge(
        |who| {
            who.traits.risk_aversion = 1.5;
            who.values.own_points = 0.3;
        },
        0.05,
    );
    let utilities = judge.utilities(&prospects(), &Memory::default());
    let weights: Vec<f64> = utilities.iter().map(|utility| (utility / 0.5).exp()).collect();
    let sum: f64 = weights.iter().sum();
    let found = judge.probabilities(&prospects(), &Memory::default());
    let counted = chosen(&judge, 20_000);
    for (at, weight) in weights.iter().enumerate() {
        assert!((found[at] - weight / sum).abs() < 1e-12, "{found:?}");
        // Four standard errors.
        assert!((counted[at] - found[at]).abs() < 0.015, "{found:?} {counted:?}");
    }
}

/// What is overlooked is enumerated: each set of options that are seen, with its probability.
#[test]
fn probabilities_of_what_is_seen() {
    let judge = judge(|who| who.habits.attention = 0.4, 0.05);
    let (prospects, memory) = (prospects(), Memory::default());
    let utilities = judge.utilities(&prospects, &memory);
    // The most salient option, at place 3, is always seen; 0.4 + 0.6 * salience of the others.
    let seen = [0.4, 0.4 + 0.6 * 0.4, 1.0];
    let mut expected = [0.0; 3];
    for set in 0..8_usize {
        let is_in = |at: usize| set >> at & 1 == 1;
        let likely: f64 =
            (0..3).map(|at| if is_in(at) { seen[at] } else { 1.0 - seen[at] }).product();
        let weights = [0, 1, 2].map(|at| if is_in(at) { (utilities[at] / 0.5).exp() } else { 0.0 });
        let sum: f64 = weights.iter().sum();
        for at in 0..3 {
            expected[at] += if likely > 0.0 { likely * weights[at] / sum } else { 0.0 };
        }
    }
    let found = judge.probabilities(&prospects, &memory);
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }
}

#[test]
fn more_aversion_takes_less_spread() {
    let spread = |rho: f64| {
        let found = judge(|who| who.traits.risk_aversion = rho, 0.03)
            .probabilities(&prospects(), &Memory::default());
        0.2 * found[0] + 0.1 * found[1]
    };
    let spreads: Vec<f64> = (-8..=8).map(|rho| spread(f64::from(rho) / 2.0)).collect();
    assert!(spreads.windows(2).all(|pair| pair[1] < pair[0]), "{spreads:?}");
}

/// Behind, and after a bad swing, nervous players take more risk.
#[test]
fn nerves() {
    let options = vec![even(0, 0.2, 0.15), even(1, 0.2, 0.0)];
    let prospects = Prospects::new(1, [0.0; 2], options, 1);
    let gap = |change: fn(&mut Personality), memory: &Memory| {
        let utilities = judge(change, 0.0).utilities(&prospects, memory);
        utilities[0] - utilities[1]
    };
    let fresh = Memory::default();
    let fell = Memory { value: Some(0.31), ..fresh };
    assert_eq!(gap(|_| {}, &fresh), 0.0);
    assert!(gap(|who| who.traits.nerves = 1.0, &fresh) > 0.0);
    assert_eq!(gap(|who| who.traits.nerves_after_big_turn = 1.0, &fresh), 0.0);
    assert!(gap(|who| who.traits.nerves_after_big_turn = 1.0, &fell) > 0.0);
}

/// The certainty equivalent agrees with the variance for small aversions, and is what a lottery of
/// two outcomes has in closed form for large ones.
#[test]
fn certainty_equivalents() {
    let prospects = prospects();
    let worth = |rho: f64| {
        let judge = judge(|who| who.traits.risk_aversion = rho, 0.0);
        judge.utilities(&prospects, &Memory::default())[0] - 4.8
    };
    for rho in [-0.01, 0.01] {
        assert!((worth(rho) + rho / 2.0 * 4.0).abs() < 1e-4);
    }
    for rho in [-4.0_f64, 1.0, 4.0] {
        assert!((worth(rho) + (2.0 * rho).cosh().ln() / rho).abs() < 1e-9, "{rho}");
    }
    assert!(worth(-4.0) > worth(-1.0) && worth(1.0) > worth(4.0));
    // Means of few samples vary by themselves.
    let mut few = prospects.clone();
    few.options[0].spread = Spread::Drawn(0.03);
    let judge = judge(|who| who.traits.risk_aversion = 1.0, 0.0);
    let found = judge.utilities(&few, &Memory::default())[0] - 4.8;
    assert!((found + (0.04 - 0.03) / 0.01 / 2.0).abs() < 1e-9, "{found}");
}

/// A position has the same decision each time, and the same on every machine.
#[test]
fn value_stability() {
    let judge = judge(|who| who.habits.attention = 0.5, 0.2);
    let choices: Vec<usize> = (0..24)
        .map(|key| judge.choose(&Prospects { key, ..prospects() }, &Memory::default(), None))
        .collect();
    let expected = [2, 0, 1, 2, 2, 0, 2, 2, 0, 1, 0, 2, 2, 2, 2, 2, 2, 2, 1, 0, 0, 1, 1, 0];
    assert_eq!(choices, expected);
}

#[test]
fn a_win_is_taken() {
    let mut options = vec![even(0, 1.0, 0.0), even(1, 0.9, 0.0)];
    options[0].salience = 1.0;
    let prospects = Prospects::new(3, [0.0; 2], options, 0);
    let careless = judge(
        |who| {
            who.traits.risk_aversion = -4.0;
            who.values.variety = 1.0;
        },
        10.0,
    );
    let memory = Memory { kinds: 1, ..Memory::default() };
    assert_eq!(careless.choose(&prospects, &memory, None), 0);
    assert_eq!(careless.probabilities(&prospects, &memory), [1.0, 0.0]);
}

#[test]
fn decisions_are_found_again() {
    let memo = Memo::default();
    let decided = |place| Decided { place, kind: 3, value: 0.25 };
    // The last two share an entry, so that one of them is forgotten.
    let keys = [0, 7, 1 << 40, 7 + (1 << 20)];
    for (place, &key) in (0..).zip(&keys) {
        assert_eq!(memo.find(key), None);
        memo.keep(key, decided(place));
        assert_eq!(memo.find(key), Some(decided(place)));
    }
    assert_eq!(keys.map(|key| memo.find(key).is_some()), [false, false, true, true]);
}

#[test]
fn units_are_read_as_they_are_written() {
    let level =
        |calculation, tau| Level { calculation, tau, kept: calculation, error: 0.004, games: 9 };
    let units = Units {
        game: "pig".to_owned(),
        reference: "optimum".to_owned(),
        seed: 2027,
        seats: vec![UNITS],
        calculation: vec![level(0.9, 0.02), level(0.5, 0.1)],
        digest: String::new(),
    };
    for (calculation, tau) in [(1.0, 0.0), (0.95, 0.01), (0.9, 0.02), (0.7, 0.06), (0.2, 0.1)] {
        assert!((units.tau(calculation) - tau).abs() < 1e-12, "{calculation}");
    }
    #[cfg(feature = "players")]
    {
        let read = Units::read(&units.text()).unwrap();
        assert_eq!(read.digest, crate::sha256::sha256(units.text().as_bytes()));
        assert_eq!(Units { digest: String::new(), ..read }, units);
        for (from, to) in [("0.02", "0.2"), ("kappa = 0.1", "kappa = 0.0"), ("seed", "sown")] {
            let text = units.text().replacen(from, to, 1);
            assert!(Units::read(&text).unwrap_err().help.contains("calibrate"), "{text}");
        }
    }
}
