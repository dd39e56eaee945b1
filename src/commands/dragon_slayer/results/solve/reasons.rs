//! The answer of `rivals advise --as`: what a player would do in a position, and why.

use serde::Serialize;

use super::answers::{AdviceRow, action_name};
use super::seat_name;
use crate::dragon_slayer::policies::{Unit, Weighed};
use crate::dragon_slayer::{Action, Rules};
use crate::personalities::Scale;
use crate::play::Seat;
use crate::text::number::{percent, signed};
use crate::text::table::{Column, note, table};

/// The decision of a player.
pub(crate) struct Decided {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The action; none for a player that draws any of the allowed actions.
    pub(crate) choice: Option<Action>,
    /// What the options are worth to the player, if it is a personality.
    pub(crate) weighed: Option<Weighed>,
    /// The traits and values that are not neutral.
    pub(crate) figures: Vec<FigurePart>,
}

/// The part of one trait or value in a decision.
pub(crate) struct FigurePart {
    pub(crate) scale: Scale,
    pub(crate) figure: f64,
    /// What the player would do if this figure were neutral.
    pub(crate) without: Option<Action>,
    /// What the player would do if all other figures were neutral.
    pub(crate) alone: Option<Action>,
}

/// The answer, as JSON and as text.
#[derive(Serialize)]
pub(crate) struct Reasons {
    #[serde(rename = "as")]
    id: String,
    name: String,
    /// The action that the player takes; none for any of the allowed ones, with equal
    /// probabilities.
    choice: Option<String>,
    /// The action of optimal play.
    optimal: String,
    /// The win probability that the choice loses against optimal play.
    cost: Option<f64>,
    /// The unit of `utility` and `judgement_error`.
    unit: Option<&'static str>,
    /// The aversion to risk with which the player weighs the options in this position.
    aversion: Option<f64>,
    actions: Vec<Row>,
    traits: Vec<TraitRow>,
    #[serde(skip)]
    decider: Seat,
}

#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    advice: AdviceRow,
    /// What the action is worth to the player; none where a fixed play rules it out, and for
    /// policies.
    utility: Option<f64>,
    /// The judgement error that the player adds to it.
    judgement_error: Option<f64>,
    chosen: bool,
}

#[derive(Serialize)]
struct TraitRow {
    #[serde(rename = "trait")]
    key: &'static str,
    value: f64,
    neutral: f64,
    /// What the player would do if this were neutral.
    without: Option<String>,
    /// What the player would do if only this were not neutral.
    alone: Option<String>,
    /// Whether the choice is another one without it.
    changes: bool,
}

impl Reasons {
    /// The answer from the advice, the best action first, and the player's decision.
    #[must_use]
    pub(crate) fn new(rules: &Rules, decider: Seat, advice: Vec<AdviceRow>, of: &Decided) -> Self {
        let name = |action: Option<Action>| action.map(|action| action_name(rules, action));
        let choice = name(of.choice);
        let options = of.weighed.iter().flat_map(|weighed| &weighed.options);
        let options: Vec<_> = options
            .map(|&(action, utility, error)| (action_name(rules, action), utility, error))
            .collect();
        // Optimal play prefers the last of equally good actions; any of them costs nothing.
        let chosen = advice.iter().find(|row| Some(&row.action) == choice.as_ref());
        let cost = chosen.map(|row| row.cost);
        let optimal = match chosen {
            Some(row) if row.cost <= 0.0 => row.action.clone(),
            _ => advice.first().map(|row| row.action.clone()).unwrap_or_default(),
        };
        let figures = of.figures.iter().map(|part| TraitRow {
            key: part.scale.key,
            value: part.figure,
            neutral: part.scale.neutral,
            without: name(part.without),
            alone: name(part.alone),
            changes: part.without != of.choice,
        });
        let row = |advice: AdviceRow| {
            let option = options.iter().find(|option| option.0 == advice.action);
            Row {
                utility: option.map(|option| option.1),
                judgement_error: option.map(|option| option.2),
                chosen: Some(&advice.action) == choice.as_ref(),
                advice,
            }
        };
        Self {
            id: of.id.clone(),
            name: of.name.clone(),
            optimal,
            cost,
            unit: of.weighed.as_ref().map(|weighed| match weighed.unit {
                Unit::WinProbability => "win probability",
                Unit::Turns => "turns of 12 points",
                Unit::Gain => "gain in win probability",
            }),
            aversion: of.weighed.as_ref().and_then(|weighed| weighed.aversion),
            traits: figures.collect(),
            actions: advice.into_iter().map(row).collect(),
            choice,
            decider,
        }
    }

    /// The table of actions, the sentence on the choice, and the table of traits.
    #[must_use]
    pub(crate) fn text(&self, width: Option<usize>) -> String {
        let mut columns = vec![
            Column::left("action"),
            Column::right(format!("{} wins %", seat_name(self.decider))),
            Column::right("cost, pp"),
        ];
        if self.unit.is_some() {
            columns.extend(["utility", "error"].map(Column::right));
        }
        columns.push(Column::left(""));
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| signed(value, 4));
        let row = |row: &Row| {
            let cost =
                if row.advice.cost > 0.0 { percent(row.advice.cost, 3) } else { "-".to_owned() };
            let mut cells = vec![row.advice.action.clone(), percent(row.advice.wins, 3), cost];
            if self.unit.is_some() {
                cells.extend([number(row.utility), number(row.judgement_error)]);
            }
            cells.push(if row.chosen { self.id.clone() } else { String::new() });
            cells
        };
        let rows: Vec<_> = self.actions.iter().map(row).collect();
        // A narrow terminal takes smaller gaps and headers of two lines.
        let narrow = width.is_some_and(|width| width < 80);
        let gap = if narrow { 1 } else { 2 };
        let mut text = table(&columns, &rows, gap) + "\n" + &note(&self.sentence(), width);
        if !self.traits.is_empty() {
            text += &format!("\n{}", self.traits_text(narrow, gap));
            text += &format!("\n{}", note(&self.verdict(), width));
        }
        text
    }

    fn sentence(&self) -> String {
        let name = &self.name;
        let mut text = match (&self.choice, self.cost) {
            (None, _) => format!("{name} takes any of these actions with the same probability."),
            (Some(choice), Some(cost)) if cost > 0.0 => format!(
                "{name} chooses \"{choice}\". Optimal play chooses \"{}\": the choice loses {} \
                 percentage points of win probability.",
                self.optimal,
                percent(cost, 3)
            ),
            (Some(choice), _) => format!("{name} chooses \"{choice}\", as optimal play does."),
        };
        if let Some(unit) = self.unit {
            let of = match unit {
                "gain in win probability" => "the gain of a challenge, in win probability",
                unit => &format!("what an action is worth to {name}, in {unit}"),
            };
            text +=
                &format!(" Utility is {of}, and error is the judgement error that is added to it.");
        }
        if let Some(aversion) = self.aversion {
            text += &format!(" The aversion to risk in this position is {}.", signed(aversion, 2));
        }
        text
    }

    fn traits_text(&self, narrow: bool, gap: u16) -> String {
        let titles = if narrow {
            ["choice if\nneutral", "choice with\nit alone"]
        } else {
            ["choice if neutral", "choice with it alone"]
        };
        let top = if narrow { "\n" } else { "" };
        let columns = [
            Column::left(format!("{top}trait")),
            Column::right(format!("{top}value")),
            Column::right(format!("{top}neutral")),
            Column::left(titles[0]),
            Column::left(titles[1]),
        ];
        let action = |name: &Option<String>| name.clone().unwrap_or_else(|| "any".to_owned());
        let row = |row: &TraitRow| {
            vec![
                row.key.to_owned(),
                row.value.to_string(),
                row.neutral.to_string(),
                action(&row.without),
                action(&row.alone),
            ]
        };
        table(&columns, &self.traits.iter().map(row).collect::<Vec<_>>(), gap)
    }

    /// The sentence on the traits that change the choice.
    fn verdict(&self) -> String {
        let keys = |of: &dyn Fn(&&TraitRow) -> bool| {
            let keys: Vec<_> = self.traits.iter().filter(of).map(|row| row.key).collect();
            keys.join(", ")
        };
        let name = &self.name;
        let changing = keys(&|row| row.changes);
        let optimal = self.choice.as_ref() == Some(&self.optimal);
        let alone = keys(&|row| row.alone == self.choice);
        match (optimal, changing.is_empty()) {
            (true, true) => format!("No trait of {name} changes the choice."),
            (_, false) if changing.contains(", ") => {
                format!("If any one of {changing} were neutral, {name} would choose differently.")
            }
            (_, false) => {
                format!("If {changing} were neutral, {name} would choose differently.")
            }
            (false, true) if alone.is_empty() => {
                format!("No single trait changes the choice: the traits of {name} do so together.")
            }
            (false, true) => format!(
                "No single trait is needed for the choice: each of these leads to it alone: {alone}."
            ),
        }
    }
}
