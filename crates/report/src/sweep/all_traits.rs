//! A sweep of all traits, each alone: which one matters most.

use serde_json::{Value, json};

use super::{
    FILE, PICTURE, at, axis, named, plain, reference, share, spot, tied, ties, told, value_cell,
    written,
};
use rivals_core::document::{
    Axis, Block, Cell, Chart, Column, Mark, Panel, Plot, Row, RowContent, Rows, Series, Spot, Table,
};
use rivals_core::text::number::{counted, difference, signed, size};
use rivals_league::results::sweep::{Rate, SweepResults, SweptTrait, VariantRow, largest};

/// The id of the figure of curves.
const CURVES: &str = "traits";

/// The most traits in a figure of curves.
const MAX_CURVES: usize = 8;

/// What is shown of a trait.
struct Effect<'a> {
    name: String,
    swept: &'a SweptTrait,
    /// The value of the unchanged player.
    own: f64,
    /// The place among the values of a variant.
    place: usize,
    rows: Vec<&'a VariantRow>,
    largest: &'a VariantRow,
}

/// The traits, the one of the greatest effect first.
fn effects(results: &SweepResults) -> Vec<Effect<'_>> {
    let of = |(place, rows): (usize, Vec<_>)| {
        let swept = &results.settings.traits[place];
        let own = swept.unchanged.unwrap_or_default();
        let (name, largest) = (plain(&swept.name), largest(&rows)?);
        Some(Effect { name, swept, own, place, rows, largest })
    };
    results.effects().into_iter().filter_map(of).collect()
}

/// The traits in the order of their effects, as JSON.
pub(super) fn json(results: &SweepResults) -> Value {
    let of = |of: &Effect<'_>| {
        json!({
            "trait": of.swept.name,
            "unchanged": written(of.swept, of.own),
            "value": written(of.swept, of.largest.values[of.place]),
            "effect": of.largest.difference,
        })
    };
    effects(results).iter().map(of).collect()
}

fn points(value: f64) -> String {
    difference(100.0 * value, 2)
}

/// Which trait matters most, and which least.
pub(super) fn answer(results: &SweepResults) -> Vec<String> {
    let effects = effects(results);
    let (Some(most), Some(least)) = (effects.first(), effects.last()) else {
        return Vec::new();
    };
    let player = &results.settings.player.name;
    let sentence = |of: &Effect<'_>| {
        let Rate { sampled, low, high, exact } = of.largest.difference;
        let loses = of.largest.difference.best() < 0.0;
        let minus = |value: Option<f64>| value.map(|value| -value);
        let (more, how) = if loses {
            let less =
                Rate { sampled: -sampled, low: minus(high), high: minus(low), exact: minus(exact) };
            (less, "less")
        } else {
            (of.largest.difference, "more")
        };
        format!(
            "with {} instead of {}, {player} wins {} {how}",
            at(results, of.largest),
            of.swept.text(of.own),
            told(&more, |value| size(100.0 * value, 2), "percentage points")
        )
    };
    let effect = |of: &Effect<'_>| of.largest.difference.best().abs();
    let as_much = |other: &Effect<'_>| -> Vec<String> {
        let equal = effects.iter().filter(|of| ties(effect(of), effect(other)));
        equal.map(|of| of.name.clone()).collect()
    };
    let (as_most, as_least) = (as_much(most), as_much(least));
    let of_all = counted(effects.len() as u64, "trait or parameter", "traits and parameters");
    let shown = most.largest.difference.is_shown();
    let who = match (shown, as_most.len()) {
        (true, 1) => format!("{} matters most", most.name),
        (true, _) => format!("{} tie and matter most", tied(&as_most)),
        (false, 1) => {
            format!("none is shown to matter; the change by {} is the largest", most.name)
        }
        (false, _) => {
            format!("none is shown to matter; the changes by {} tie as the largest", tied(&as_most))
        }
    };
    let mut said = vec![format!(
        "Of {of_all}, {who}: {}. {player} unchanged wins {}.",
        sentence(most),
        share(&results.settings.unchanged)
    )];
    // Where all tie, the first ones are the last ones.
    if shown && as_most.len() < effects.len() {
        let which = match as_least.len() {
            1 => format!("The trait that matters least is {}", least.name),
            _ => format!("The traits {} tie and matter least", tied(&as_least)),
        };
        said.push(format!("{which}: {}.", sentence(least)));
    }
    said
}

/// The largest difference of each trait, exact or with its interval.
pub(super) fn ranking(results: &SweepResults) -> Block {
    let row = |of: &Effect<'_>| {
        (named(of.swept, of.own), of.swept.text(of.largest.values[of.place]), of.largest.difference)
    };
    let rows = effects(results).iter().map(row).collect();
    let title = format!("percentage points more than {}", reference(results));
    let chart = effects_chart(vec![(String::new(), rows)], title, |value| signed(100.0 * value, 1));
    let player = &results.settings.player.name;
    let caption = format!(
        "The largest change of the win rate that each trait alone makes, the greatest first. Left is \
         the value of {player}, which is at 0 of the axis; right is the value that makes the change. \
         Values are exact where the game is solved; otherwise bars are intervals of paired games."
    );
    let panel = Panel::new("", answer(results).join(" "), chart);
    Block::figure(PICTURE, &format!("What matters to {player}"), FILE, caption, [panel])
}

/// What has its own value, the value that makes the difference, and the difference.
pub(crate) type Change = (String, String, Rate);

/// Groups of changes with their titles, in the unit of the title of the axis.
pub(crate) fn effects_chart(
    groups: Vec<(String, Vec<Change>)>,
    title: impl Into<String>,
    write: impl Fn(f64) -> String,
) -> Chart {
    let ends = groups.iter().flat_map(|(_, rows)| rows).flat_map(|(_, _, difference)| {
        let spot = spot(difference);
        let ends = spot.interval.map(|(low, high)| [low, high]);
        ends.into_iter().flatten().chain([spot.value])
    });
    let axis = Axis::over(title, ends.chain([0.0]), 6, write);
    let row = |(name, value, difference): Change| Row {
        name,
        content: RowContent::Values(vec![Some(spot(&difference))]),
        value: format!("at {value}"),
    };
    let groups = groups.into_iter();
    let groups = groups.map(|(title, rows)| (title, rows.into_iter().map(row).collect())).collect();
    Chart::Rows(Rows { axis: Some(axis), names: Vec::new(), groups })
}

/// The curves of the traits that matter most, with the value of the player.
pub(super) fn curves(results: &SweepResults) -> Block {
    let panel = |of: &Effect<'_>| {
        let mut spots: Vec<(f64, Spot)> =
            (of.rows.iter()).map(|row| (row.values[of.place], spot(&row.difference))).collect();
        let own = (of.own, Spot::exact(0.0));
        spots.push(own);
        spots.sort_by(|a, b| a.0.total_cmp(&b.0));
        let up = spots.iter().map(|(_, spot)| spot.value);
        let across = spots.iter().map(|(value, _)| *value);
        let own_text = of.swept.text(of.own);
        let told = format!("Change of the win rate by {}; the player has {own_text}", of.name);
        let plot = Plot {
            across: axis(of.swept, across, 6),
            up: Axis::over("percentage points", up, 4, |value| signed(100.0 * value, 1)),
            series: [
                Series::new("variants", Mark::Line, spots.clone()),
                Series::new("own value", Mark::Diamond, vec![own]),
            ]
            .into_iter()
            .flatten()
            .collect(),
        };
        Panel::new(of.name.clone(), told, Chart::Plot(plot))
    };
    let effects = effects(results);
    let panels = effects.iter().take(MAX_CURVES).map(panel);
    let caption = format!(
        "Win rate by each trait alone, less that of {}. A diamond marks the player's own value.",
        reference(results)
    );
    Block::figure(CURVES, "The traits that matter most", FILE, caption, panels.collect::<Vec<_>>())
}

/// The traits, the one of the greatest effect first.
pub(super) fn table(results: &SweepResults) -> Table {
    let columns = vec![
        Column::words("trait"),
        Column::figures("own value"),
        Column::figures("value"),
        Column::figures("win %"),
        Column::figures("exact").priority(1),
        Column::figures("difference, pp"),
        Column::figures("of difference, 95 %").priority(2),
        Column::figures("exact difference"),
    ];
    let row = |of: &Effect<'_>| {
        let (row, difference) = (of.largest, &of.largest.difference);
        let value = row.values[of.place];
        let ends = difference.interval();
        let ends = ends.map(|(low, high)| format!("{} to {}", points(low), points(high)));
        vec![
            Cell::words(of.name.clone()),
            value_cell(of.swept, of.own),
            value_cell(of.swept, value),
            Cell::percent(row.win_rate.sampled),
            Cell::percent(row.win_rate.exact),
            Cell::figure(difference.sampled, points(difference.sampled)),
            Cell::maybe_words(ends.as_deref()),
            Cell::maybe(difference.exact, points),
        ]
    };
    let caption = format!(
        "The value of each trait that changes the win rate most, and its difference to {} with the \
         same random numbers, in percentage points.",
        reference(results)
    );
    Table::new(FILE, caption, columns, effects(results).iter().map(row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_league::results::ManifestEntry;
    use rivals_league::results::sweep::{SweepSettings, SweptTrait};

    /// A sweep of two traits, each with one variant, which differs by this from the unchanged player.
    fn swept(differences: [Rate; 2]) -> SweepResults {
        let traits = ["nerves", "risk_aversion"].map(|name| SweptTrait {
            name: name.to_owned(),
            unchanged: Some(0.0),
            ..SweptTrait::default()
        });
        let row = |(values, difference): ([f64; 2], Rate)| VariantRow {
            values: values.to_vec(),
            difference,
            ..VariantRow::default()
        };
        let rows = [[1.0, 0.0], [0.0, 1.0]].into_iter().zip(differences).map(row).collect();
        let settings = SweepSettings {
            from_unchanged: true,
            traits: traits.to_vec(),
            alone: true,
            ..SweepSettings::default()
        };
        SweepResults { entry: ManifestEntry::default(), settings, rows }
    }

    /// Traits are ranked where the largest difference is beyond chance, and only there.
    #[test]
    fn chance_does_not_rank_traits() {
        let sampled = |value: f64| Rate {
            sampled: value,
            low: Some(value - 0.02),
            high: Some(value + 0.02),
            exact: None,
        };
        let said = answer(&swept([sampled(0.01), sampled(-0.015)]));
        assert_eq!(said.len(), 1, "{said:?}");
        let none = "none is shown to matter; the change by risk aversion is the largest";
        assert!(said[0].contains(none), "{said:?}");
        let said = answer(&swept([sampled(0.01), sampled(-0.03)]));
        assert!(said[0].contains("risk aversion matters most"), "{said:?}");
        assert!(said[1].contains("matters least is nerves"), "{said:?}");
    }

    /// What ties is named together, and not as most and least.
    #[test]
    fn ties_are_named_as_ties() {
        let exact = |value: f64| Rate { sampled: value, exact: Some(value), ..Rate::default() };
        let said = answer(&swept([exact(0.01), exact(-0.01)]));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].contains("nerves and risk aversion tie and matter most"), "{said:?}");
        let said = answer(&swept([exact(0.0), exact(1e-12)]));
        assert_eq!(said.len(), 1, "{said:?}");
        for told in ["none is shown to matter", "tie as the largest", "0.00 percentage points"] {
            assert!(said[0].contains(told), "{told}: {said:?}");
        }
    }

    /// A difference that is shown never reads zero.
    #[test]
    fn small_differences_are_told_with_their_digits() {
        let exact = |value: f64| Rate { sampled: value, exact: Some(value), ..Rate::default() };
        let said = answer(&swept([exact(0.0), exact(0.000_031)]));
        assert!(said[0].contains("risk aversion matters most"), "{said:?}");
        assert!(said[0].contains("wins 0.0031 percentage points (exact) more"), "{said:?}");
    }
}
