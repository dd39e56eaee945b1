//! Of each game, a decision in which two personalities differ, and the figure that makes the
//! difference.

use rivals_core::conduct::{Judge, Prospect};
use rivals_core::personalities::{Personality, Scale};
use rivals_core::text::number::{fixed, percent};
use serde::{Deserialize, Serialize};

use super::bank::{Bank, Posed};
use super::players::{figure, with};

/// The decisions of a game that are looked at.
const DECISIONS: usize = 300;

/// The share of the win that both actions are worth at least: who is lost has nothing to decide.
const LEAST: f64 = 0.05;

/// A row of `decisions.csv`: a decision in which two personalities differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    pub game: String,
    pub first: String,
    pub first_action: String,
    pub second: String,
    pub second_action: String,
    /// The figure with which the first one would do what the second one does.
    pub figure: String,
    pub first_figure: f64,
    pub second_figure: f64,
    /// Of both actions: the share of the win, its deviation at the horizon, and the mean changes of
    /// the own progress and of the strongest rival's.
    pub first_value: f64,
    pub second_value: f64,
    pub first_spread: f64,
    pub second_spread: f64,
    pub first_own: f64,
    pub second_own: f64,
    pub first_others: f64,
    pub second_others: f64,
    /// The difference of the utilities of both actions, of the player that minds it less.
    pub margin: f64,
    /// The reason in a sentence.
    pub why: String,
    /// What the seat knows, as JSON.
    pub view: String,
}

/// The decision of a game in which two of these players differ most by one figure.
pub(super) fn row(bank: &Bank, players: &[Personality]) -> Option<Row> {
    let decisions: Vec<&Posed> = bank.blocks.iter().flatten().take(DECISIONS).collect();
    let judges: Vec<Judge> =
        players.iter().map(|player| Judge::with(player, bank.seat_units(), 0.0)).collect();
    let mut best: Option<(f64, Row)> = None;
    for posed in decisions {
        let taken: Vec<usize> = (judges.iter())
            .map(|judge| judge.choose(&posed.prospects, &posed.memory, None))
            .collect();
        for (first, one) in players.iter().enumerate() {
            for (second, other) in players.iter().enumerate() {
                if taken[first] == taken[second] {
                    continue;
                }
                let places = [taken[first], taken[second]];
                let value = |at: usize| posed.prospects.options[at].value;
                if places.map(value).iter().any(|&value| value < LEAST) {
                    continue;
                }
                let of = [&judges[first], &judges[second]];
                let margin = margin(posed, of, places);
                if best.as_ref().is_some_and(|(most, _)| *most >= margin) {
                    continue;
                }
                if let Some(scale) = reason(bank, posed, [one, other], places[1]) {
                    let row = told(bank, posed, [one, other], places, scale, margin);
                    best = Some((margin, row));
                }
            }
        }
    }
    best.map(|(_, row)| row)
}

/// By how much each prefers its own action; the smaller of both.
fn margin(posed: &Posed, judges: [&Judge; 2], [first, second]: [usize; 2]) -> f64 {
    let [one, other] = judges.map(|judge| {
        let utilities = judge.utilities(&posed.prospects, &posed.memory);
        (utilities[first] - utilities[second]).abs()
    });
    one.min(other)
}

/// The figure with which the first player would do what the second one does.
fn reason(
    bank: &Bank,
    posed: &Posed,
    [first, second]: [&Personality; 2],
    action: usize,
) -> Option<Scale> {
    let all = first.figures().chain(first.habit_figures());
    let mut differing = all.filter(|(scale, is)| figure(second, scale.key) != *is);
    let found = differing.find(|(scale, _)| {
        let taken = figure(second, scale.key);
        let changed = with(first, |key| (key == scale.key).then_some(taken));
        if changed.values.figures() == [0.0; 5] {
            return false;
        }
        let judge = Judge::with(&changed, bank.seat_units(), 0.0);
        judge.choose(&posed.prospects, &posed.memory, None) == action
    });
    found.map(|(scale, _)| scale)
}

fn told(
    bank: &Bank,
    posed: &Posed,
    [first, second]: [&Personality; 2],
    places: [usize; 2],
    scale: Scale,
    margin: f64,
) -> Row {
    let options = places.map(|at| &posed.prospects.options[at]);
    let [first_action, second_action] = places.map(|at| posed.actions[at].clone());
    let [first_spread, second_spread] = options.map(|option| option.value_variance().sqrt());
    let [first_mean, second_mean] = options.map(Prospect::mean);
    let [first_value, second_value] = options.map(|option| option.value);
    let figures = [first, second].map(|player| figure(player, scale.key));
    let why = format!(
        "{} plays {first_action} and {} {second_action}. By the reference, {first_action} is worth {} % \
         with a standard deviation of {} percentage points, and {second_action} {} % with {}. With the \
         {} of {}, {} in place of {}, {} would play as {} does.",
        first.name,
        second.name,
        percent(first_value, 1),
        fixed(100.0 * first_spread, 1),
        percent(second_value, 1),
        fixed(100.0 * second_spread, 1),
        scale.key,
        second.name,
        figures[1],
        figures[0],
        first.name,
        second.name,
    );
    Row {
        game: bank.game.to_owned(),
        first: first.id.clone(),
        first_action,
        second: second.id.clone(),
        second_action,
        figure: scale.key.to_owned(),
        first_figure: figures[0],
        second_figure: figures[1],
        first_value,
        second_value,
        first_spread,
        second_spread,
        first_own: first_mean.own,
        second_own: second_mean.own,
        first_others: first_mean.others,
        second_others: second_mean.others,
        margin,
        why,
        view: posed.view.clone(),
    }
}
