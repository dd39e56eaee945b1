//! Tests of the review of a game: its equation, its luck and its costs.

use crate::commands::dragon_slayer::game as dragons;
use std::collections::HashMap;
use std::sync::Arc;

use proptest::prelude::*;

use crate::built_in_roster;
use crate::commands::dragon_slayer::review::{Page, document, json};
use crate::dragon_slayer::policies::PersonalityPolicy;
use crate::dragon_slayer::review::{Kind, Review, Values};
use crate::dragon_slayer::solver::{Play, Position, Solution, SolvedGame};
use crate::dragon_slayer::{Action, DragonSet, DragonSlayer, Rules, State};
use crate::play::show::Names;
use crate::play::{Agent, Dice, Game, Logged, Outcome, Playthrough, RandomAgent, Seat, Step, Turn};
use crate::report::person::Strength;
use crate::report::{html, markdown};
use crate::tournament::Players;

fn solve(rules: &Rules) -> Solution {
    Solution::solve(rules, [Play::Optimal; 2]).unwrap()
}

fn agents(engine: &DragonSlayer, names: &[&str]) -> Vec<Box<dyn Agent<DragonSlayer>>> {
    let agent = |name: &&str| match *name {
        "any" => Box::new(RandomAgent) as Box<dyn Agent<DragonSlayer>>,
        name => engine.player(name).unwrap(),
    };
    names.iter().map(agent).collect()
}

/// A game of these players, to its end or for `steps` steps.
fn played(rules: &Rules, names: &[&str], seed: u64, steps: usize) -> Playthrough<DragonSlayer> {
    played_by(&dragons(rules.clone()), names, seed, steps)
}

/// The same, by an engine that is solved once for many games.
fn played_by(
    engine: &DragonSlayer,
    names: &[&str],
    seed: u64,
    steps: usize,
) -> Playthrough<DragonSlayer> {
    let game = Arc::new(engine.clone());
    let mut playthrough = Playthrough::new(game, names.len(), Dice::new(seed, 0, 0));
    let mut agents = agents(engine, names);
    while playthrough.steps().len() < steps && playthrough.advance(&mut agents).is_none() {}
    playthrough
}

fn outcome(playthrough: &Playthrough<DragonSlayer>) -> Option<Outcome> {
    match playthrough.turn() {
        Turn::Over(outcome) => Some(outcome),
        _ => None,
    }
}

fn variants() -> Vec<Rules> {
    let mut short = Rules::built_in();
    short.target = 15;
    let mut tokens = short.clone();
    tokens.challenge.tokens = 3;
    let mut free = short.clone();
    free.challenge.tokens = 0;
    let mut other = short.clone();
    other.dragons.truncate(2);
    other.warrior.dice = 4;
    other.challenge.bonus = 9;
    other.challenge.accepted_factor = 3;
    vec![short, tokens, free, other]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The result less the value of the start is luck less costs, in any game of two seats, at
    /// its end and before it.
    #[test]
    fn luck_and_costs_explain_the_result(
        variant in 0..4_usize,
        players in prop::sample::subsequence(vec!["any", "optimum", "carla", "hold-40", "greedy", "tree-1", "any"], 2),
        seed: u64,
        cut in prop::option::of(0..60_usize),
    ) {
        use std::sync::OnceLock;
        static SOLVED: OnceLock<Vec<(DragonSlayer, Solution)>> = OnceLock::new();
        let solved = SOLVED.get_or_init(|| {
            variants().into_iter().map(|rules| { let solution = solve(&rules); (dragons(rules), solution) }).collect()
        });
        let (engine, solution) = &solved[variant];
        let playthrough = played_by(engine, &players, seed, cut.unwrap_or(usize::MAX));
        let review = Review::of(&playthrough, outcome(&playthrough), solution);
        let residual = review.residual.unwrap();
        prop_assert!(residual.abs() < 1e-8, "{residual}");
        for (seat, sums) in review.players.iter() {
            prop_assert!(sums.equity_lost >= -1e-9);
            if players[usize::from(seat.0)] == "optimum" {
                prop_assert!(sums.equity_lost < 1e-8, "{}", sums.equity_lost);
                prop_assert_eq!(sums.best, sums.decisions);
            }
        }
        for moment in &review.moments {
            prop_assert!((-1e-9..=1.0 + 1e-9).contains(&moment.wins));
            if let Kind::Roll(roll) = &moment.kind {
                let chances: f64 = roll.results.iter().map(|result| result.1).sum();
                let mean: f64 = roll.results.iter().map(|(luck, chance)| luck * chance).sum();
                prop_assert!((chances - 1.0).abs() < 1e-12 && mean.abs() < 1e-12);
                prop_assert!((0.0..=1.0).contains(&roll.percentile));
            }
        }
    }
}

/// The values of a small game, against those of a plain search that knows only the rules: every
/// state of one turn is expanded, with the solved values of the positions after it.
#[test]
fn values_are_those_of_a_plain_search() {
    /// The values that are known already.
    type Known = HashMap<State, f64>;

    fn search(game: &DragonSlayer, solution: &Solution, state: &State, known: &mut Known) -> f64 {
        if let Some(&value) = known.get(state) {
            return value;
        }
        let mut of = |next: &State| {
            let turn = &next.turn;
            let whole = DragonSet::all(game.rules().dragons.len());
            let begins = turn.at_stake == 0 && turn.alive == whole && turn.challenger.is_none();
            match game.turn(next) {
                Turn::Decide(_) if begins => {
                    solution.value(&Position::of(next, game.rules().target).unwrap())
                }
                _ => search(game, solution, next, known),
            }
        };
        let value = match game.turn(state) {
            Turn::Over(outcome) => outcome.returns[Seat::FIRST].value(),
            Turn::Decide(seat) => {
                // Optimal play stops long before 30 points here.
                let far = state.turn.at_stake > 30 && game.actions(state).contains(&Action::Stop);
                let actions = game.actions(state).into_iter();
                let actions = actions.filter(|&action| !far || action == Action::Stop);
                let values = actions.map(|action| of(&game.after(state, Step::Act(action))));
                match seat {
                    Seat::FIRST => values.fold(0.0, f64::max),
                    _ => values.fold(1.0, f64::min),
                }
            }
            Turn::Chance(chances) => {
                let (mut same, mut sum) = (0, 0.0);
                for &(event, weight) in &chances.weights {
                    match game.after(state, Step::Event(event)) {
                        next if next == *state => same += weight,
                        next => sum += weight as f64 * of(&next),
                    }
                }
                sum / (chances.total - same) as f64
            }
        };
        known.insert(*state, value);
        value
    }
    // One die, so that a turn is short.
    let mut rules = Rules::built_in();
    (rules.target, rules.warrior.dice) = (9, 1);
    rules.dragons.truncate(2);
    let solution = solve(&rules);
    let game = Arc::new(DragonSlayer::by(rules.clone()));
    let mut values = Values::new(&game, &solution);
    let (mut checked, mut known) = (0, Known::new());
    for seed in 0..40 {
        let playthrough = played(&rules, &["any", "any"], seed, 40);
        let mut state = game.start(2);
        for step in playthrough.steps() {
            match step {
                Logged::Act(_, action) => game.play(&mut state, Step::Act(action)),
                Logged::Happen(event) => game.play(&mut state, Step::Event(event)),
                Logged::Forfeit(_) => unreachable!(),
            }
            if state.turn.at_stake > 20 || matches!(game.turn(&state), Turn::Over(_)) {
                continue;
            }
            let expected = search(&game, &solution, &state, &mut known);
            let found = values.first_wins(&state);
            assert!((found - expected).abs() < 1e-9, "{found} {expected} {state:?}");
            checked += 1;
        }
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn a_forfeit_costs_what_was_left() {
    let rules = Rules::built_in();
    let mut playthrough = played(&rules, &["carla", "abel"], 3, 30);
    while !matches!(playthrough.turn(), Turn::Decide(_)) {
        playthrough.roll().unwrap();
    }
    playthrough.forfeit();
    let review = Review::of(&playthrough, outcome(&playthrough), &solve(&rules));
    assert!(review.residual.unwrap().abs() < 1e-8);
    let last = review.moments.last().unwrap();
    assert!(
        matches!(&last.kind, Kind::Decision(asked) if asked.action.is_none() && asked.wins == 0.0)
    );
}

/// With more than two seats the figures are called estimates, and no equation is claimed.
#[test]
fn more_than_two_seats() {
    let rules = Rules::built_in();
    let solution = solve(&rules);
    for names in
        [vec!["carla", "any", "abel"], vec!["abel", "any", "any", "greedy", "any", "daniel"]]
    {
        let playthrough = played(&rules, &names, 5, usize::MAX);
        let review = Review::of(&playthrough, outcome(&playthrough), &solution);
        assert!(!review.is_exact() && review.residual.is_none());
        // Abel decides by the same view, so that its decisions cost nothing in it.
        for (seat, sums) in review.players.iter() {
            assert_eq!(names[usize::from(seat.0)] == "abel", sums.equity_lost < 1e-6, "{seat}");
        }
        let players = Names::new(names.iter().map(|&name| name.to_owned()), None);
        let text = markdown(&document(&page(&review, &playthrough, &players)), None);
        assert!(text.contains("estimates") && !text.contains("add up for"), "{text}");
    }
}

/// What a review of game 12 is written from, in which Ana is the only person.
fn page<'a>(
    review: &'a Review,
    playthrough: &'a Playthrough<DragonSlayer>,
    names: &'a Names,
) -> Page<'a> {
    Page {
        review,
        game: playthrough.game(),
        names,
        named: &[Seat::FIRST],
        source: "game 12",
        by_lot: false,
    }
}

/// A whole review as text, with its costliest decision in a sentence.
#[test]
fn text_html_and_json() {
    let rules = Rules::built_in();
    let solution = solve(&rules);
    let playthrough = played(&rules, &["carla", "abel"], 11, usize::MAX);
    let review = Review::of(&playthrough, outcome(&playthrough), &solution);
    let players = Names::new(["Ana <b>", "Abel"].map(str::to_owned), None);
    let of = page(&review, &playthrough, &players);
    let document = document(&of);
    let (text, page) = (markdown(&document, None), html(&document));
    let json = json(&of);
    for part in ["add up for Ana", "residual", "costliest", " cost ", "From game 12."] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(page.contains("Ana &lt;b&gt;") && page.contains("<svg"));
    let value: serde_json::Value = serde_json::from_str(json.get()).unwrap();
    assert!(value["residual"].as_f64().unwrap().abs() < 1e-8);
    assert_eq!(value["steps"].as_array().unwrap().len(), playthrough.steps().len());
    let cost: f64 = value["steps"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|step| step["seat"] == 1)
        .filter_map(|step| step["cost"].as_f64())
        .sum();
    assert!((cost - value["players"][0]["equity_lost"].as_f64().unwrap()).abs() < 1e-12);
}

/// The mean result without luck is the exact win probability, and it is known far better than
/// from counted wins.
#[test]
fn results_without_luck_are_unbiased() {
    const GAMES: u64 = 240;
    let mut rules = Rules::built_in();
    rules.target = 25;
    let solved = Arc::new(SolvedGame::new(&rules).unwrap());
    let engine = dragons(rules.clone());
    let roster = built_in_roster();
    let policy = |id: &str| {
        let personality = roster.find(id).unwrap().personality().unwrap().clone();
        PersonalityPolicy::new(personality, Arc::clone(&solved))
    };
    let (carla, daniel) = (policy("carla"), policy("daniel"));
    let exact = Solution::solve(&rules, [Play::As(&carla), Play::As(&daniel)]).unwrap();
    let games: Vec<f64> = (0..GAMES)
        .map(|seed| {
            let playthrough = played_by(&engine, &["carla", "daniel"], seed, usize::MAX);
            let review = Review::of(&playthrough, outcome(&playthrough), &solved.solution);
            let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| review.players[seat]);
            review.end - first.luck + second.luck
        })
        .collect();
    let strength = Strength::of(&games).unwrap();
    let (low, high) = strength.interval.unwrap();
    let error = (high - low) / 3.94;
    assert!((strength.mean - exact.first_wins()).abs() < 4.5 * error);
    assert!(strength.gain.unwrap() > 5.0, "{strength:?}");
}
