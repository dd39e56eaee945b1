//! The answer of `rivals advise --as`: what a player would do in a position, and why.

use serde::Serialize;

use super::answers::{Advice, AdviceRow, action_name};
use crate::command::Answer;
use crate::document::{Block, Cell, Column, Document, Table};
use crate::dragon_slayer::Rules;
use crate::dragon_slayer::policies::{Unit, Weighed};
use crate::personalities::Member;
use crate::play::Seat;
use crate::text::csv;
use crate::text::number::{percent, signed};

/// The decision of a player: the action, or `None` for a player that draws any of the allowed ones;
/// what the options are worth to it, if it is a personality; its traits that are not neutral.
pub(crate) type Decided = (Option<String>, Option<Weighed>, Vec<TraitRow>);

/// The answer, as JSON and as a document.
#[derive(Serialize)]
pub(crate) struct Reasons {
    #[serde(rename = "as")]
    id: String,
    name: String,
    /// The action that the player takes; `None` for any of the allowed ones, with equal
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
    #[serde(flatten)]
    weighed: WeighedRow,
}

/// An action, as the player weighs it.
#[derive(Serialize)]
struct WeighedRow {
    /// What the action is worth to the player; `None` where a fixed play rules it out, and for
    /// policies.
    utility: Option<f64>,
    /// The judgement error that the player adds to it.
    judgement_error: Option<f64>,
    chosen: bool,
}

#[derive(Serialize)]
pub(crate) struct TraitRow {
    #[serde(rename = "trait")]
    pub key: &'static str,
    pub value: f64,
    pub neutral: f64,
    /// What the player would do if this were neutral.
    pub without: Option<String>,
    /// What the player would do if only this were not neutral.
    pub alone: Option<String>,
    /// Whether the choice is another one without it.
    pub changes: bool,
}

impl Reasons {
    /// The answer from the advice, the best action first, and the player's decision.
    #[must_use]
    pub(crate) fn new(
        rules: &Rules,
        advice: Advice,
        player: &Member,
        (choice, weighed, traits): Decided,
    ) -> Self {
        let Advice { rows: advice, decider } = advice;
        let options = weighed.iter().flat_map(|weighed| &weighed.options);
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
        let row = |advice: AdviceRow| {
            let option = options.iter().find(|option| option.0 == advice.action);
            let weighed = WeighedRow {
                utility: option.map(|option| option.1),
                judgement_error: option.map(|option| option.2),
                chosen: Some(&advice.action) == choice.as_ref(),
            };
            Row { advice, weighed }
        };
        Self {
            id: player.id().to_owned(),
            name: player.name().to_owned(),
            optimal,
            cost,
            unit: weighed.as_ref().map(|weighed| match weighed.unit {
                Unit::WinProbability => "win probability",
                Unit::Turns => "turns of 12 points",
                Unit::Gain => "gain in win probability",
            }),
            aversion: weighed.as_ref().and_then(|weighed| weighed.aversion),
            traits,
            actions: advice.into_iter().map(row).collect(),
            choice,
            decider,
        }
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
            text += &format!(
                " Utility is what an action is worth to {name}, in {unit}, and error is the \
                 judgement error that is added to it."
            );
        }
        if let Some(aversion) = self.aversion {
            text += &format!(" The aversion to risk in this position is {}.", signed(aversion, 2));
        }
        text
    }

    /// The traits that are not neutral, and what the player would do without each.
    fn traits(&self) -> Block {
        let action = |name: &Option<String>| Cell::words(name.as_deref().unwrap_or("any"));
        let figure = |value: f64| Cell::figure(value, value.to_string());
        let table = Table::of(
            "",
            "",
            &self.traits,
            &[
                (Column::words("trait"), &|row: &TraitRow| Cell::words(row.key)),
                (Column::figures("value"), &|row| figure(row.value)),
                (Column::figures("neutral"), &|row| figure(row.neutral)),
                (Column::words("choice if neutral"), &|row| action(&row.without)),
                (Column::words("choice with it alone"), &|row| action(&row.alone)),
            ],
        );
        Block::Table(table)
    }
}

impl Answer for Reasons {
    /// The table of actions, the sentence on the choice, and the traits.
    fn document(&self) -> Document {
        let mut columns = AdviceRow::columns(self.decider);
        columns.extend(["utility", "error"].map(Column::figures));
        columns.push(Column::words(""));
        let rows = self.actions.iter().map(|row| {
            let mut cells = row.advice.cells();
            let WeighedRow { utility, judgement_error, chosen } = row.weighed;
            cells.extend(
                [utility, judgement_error]
                    .map(|value| Cell::maybe(value, |value| signed(value, 4))),
            );
            cells.push(Cell::words(if chosen { &self.id } else { "" }));
            cells
        });
        let mut blocks = vec![Block::table("", "", columns, rows), Block::text(self.sentence())];
        if !self.traits.is_empty() {
            blocks.push(self.traits());
        }
        Document::answer(&format!("What {} would do", self.name), blocks)
    }

    fn csv(&self) -> Option<String> {
        Some(csv(self.actions.iter().map(|row| (&row.advice, &row.weighed))))
    }
}
