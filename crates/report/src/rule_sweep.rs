//! The report of a sweep of rules: what changes with them, which one matters most, and the measures of
//! each set of rules.

use serde_json::{Map, Value, json};

use super::sweep::{
    Change, PICTURE, SAMPLED, axis, difference_map, effects_chart, named, spot, tied, ties, told,
    value_cell, written,
};
use super::words::{list, plain};
use rivals_core::document::{
    Axis, Block, Cell, Chart, Column, Document, Mark, Panel, Plot, Section, Series, Table,
};
use rivals_core::text::number::{self, NO_DIFFERENCE, count, fixed, percent, signed, significant};
use rivals_league::results::rule_sweep::{Measure, RuleRow, RuleSweepResults};
use rivals_league::results::sweep::{FILE, Rate};

/// The most lines of a chart.
const MAX_LINES: usize = 4;

/// The measures of one thing by all rules, such as the win rate of a player.
struct Measured<'a> {
    measure: Measure,
    /// What is measured, in words.
    name: String,
    rows: Vec<&'a RuleRow>,
}

/// The report of a sweep of rules.
#[must_use]
pub fn document(results: &RuleSweepResults) -> Document {
    let mut said: Vec<Block> = changes(results).into_iter().map(Block::text).collect();
    said.push(figure(results));
    said.extend(ranking(results).map(Block::Table));
    let sections = vec![
        Section::new("answer", "What the rules change", said),
        Section::new("rules", "All rules", vec![Block::Table(table(results, false))]),
        Section::new(
            "differences",
            "Differences from the unchanged rules",
            vec![Block::Table(table(results, true))],
        ),
        Section::new("method", "Method", vec![Block::list(method(results))]),
    ];
    Document::new(&title(results), &[&lead(results)], sections)
}

/// The table of all rules, or of the effects of rules that vary alone, and the sentences about them.
#[must_use]
pub fn answer_document(results: &RuleSweepResults) -> Document {
    let alone = ranking(results).filter(|_| results.settings.alone);
    let tables = match alone {
        Some(ranking) => vec![ranking],
        None => vec![table(results, false), table(results, true)],
    };
    let shown = tables.into_iter().enumerate().map(|(at, mut shown)| {
        // The caption of the first table says what its title says.
        shown.source = String::new();
        if at == 0 {
            shown.caption = String::new();
        }
        Block::Table(shown)
    });
    let said = changes(results).into_iter().chain([lead(results)]).map(Block::text);
    Document::answer(&title(results), shown.chain(said).collect())
}

/// All measures, as a JSON object.
#[must_use]
pub fn json(results: &RuleSweepResults) -> Value {
    let settings = &results.settings;
    let by_rules = |rows: &[RuleRow]| {
        let by_measure = |of: fn(&RuleRow) -> Rate| {
            let mut measured = Map::new();
            for row in rows {
                let measure = json!(row.measure);
                let key = measure.as_str().unwrap_or_default();
                let rate = json!(of(row));
                if row.of.is_empty() {
                    measured.insert(key.to_owned(), rate);
                } else {
                    measured.entry(key).or_insert_with(|| json!({}))[&row.of] = rate;
                }
            }
            measured
        };
        let rules = settings.rules.iter().zip(&rows[0].values);
        let rules: Map<_, _> =
            rules.map(|(swept, value)| (swept.name.clone(), written(swept, *value))).collect();
        json!({
            "id": rows[0].rules,
            "rules": rules,
            "measures": by_measure(RuleRow::rate),
            "differences": by_measure(|row| row.difference),
        })
    };
    let of_measure = |of: &Measured<'_>| {
        let effect = |(rule, row): (usize, &RuleRow)| {
            let swept = &settings.rules[rule];
            json!({
                "measure": row.measure,
                "of": row.of,
                "rule": swept.name,
                "unchanged": swept.unchanged.map(|own| written(swept, own)),
                "value": written(swept, row.values[rule]),
                "effect": row.difference,
            })
        };
        results.effects(&of.rows).into_iter().map(effect).collect::<Vec<_>>()
    };
    let effects: Vec<Value> = series(results).iter().flat_map(of_measure).collect();
    let mut notes = changes(results);
    notes.push(lead(results));
    notes.extend(method(results));
    json!({
        "game": results.entry.game,
        "seed": results.entry.seed,
        "seats": settings.seats,
        "rules": settings.rules,
        "players": settings.players,
        "groups_per_pairing": settings.groups_per_pairing,
        "games": settings.games,
        "length": settings.length,
        "variants": results.by_rules().map(by_rules).collect::<Vec<_>>(),
        "effects": effects,
        "notes": notes,
    })
}

/// The names of the rules that are varied.
fn names(results: &RuleSweepResults) -> Vec<String> {
    results.settings.rules.iter().map(|swept| plain(&swept.name)).collect()
}

fn title(results: &RuleSweepResults) -> String {
    if results.settings.alone {
        return format!("What the rules of {} change", results.entry.game);
    }
    format!("{} with another {}", results.entry.game, list(&names(results)))
}

fn lead(results: &RuleSweepResults) -> String {
    let settings = &results.settings;
    let own = settings.rules.iter().filter_map(|swept| Some((swept, swept.unchanged?)));
    let own: Vec<_> = own.map(|(swept, value)| named(swept, value)).collect();
    let own = match own.len() {
        0 => String::new(),
        _ => format!(" The configuration has {}.", list(&own)),
    };
    let players: Vec<_> = settings.players.iter().map(|player| player.name.as_str()).collect();
    format!(
        "By each of {} sets of rules, {} met in games of {} seats, {} games in all{}.{own}",
        count(results.by_rules().count() as u64),
        list(&players),
        settings.seats,
        count(settings.games),
        (results.entry.seed).map_or_else(String::new, |seed| format!(" (seed {seed})")),
    )
}

/// A set of rules in words.
fn at(results: &RuleSweepResults, row: &RuleRow) -> String {
    let settings = &results.settings;
    let changed = settings.changed(row).collect::<Vec<_>>();
    if changed.is_empty() && (settings.alone || settings.beside) {
        return "the unchanged rules".to_owned();
    }
    let pairs = settings.rules.iter().zip(&row.values).enumerate();
    let shown = pairs.filter(|(place, _)| !settings.alone || changed.contains(place));
    list(&shown.map(|(_, (swept, value))| named(swept, *value)).collect::<Vec<_>>())
}

/// Everything that is measured, in the order of the rows.
fn series(results: &RuleSweepResults) -> Vec<Measured<'_>> {
    let Some(first) = results.by_rules().next() else {
        return Vec::new();
    };
    let of = |one: &RuleRow| {
        let name = match one.measure {
            Measure::WinRate => {
                let player = results.settings.players.iter().find(|player| player.id == one.of);
                format!("win rate of {}", player.map_or(&*one.of, |player| &player.name))
            }
            Measure::Advantage => format!("advantage of seat {}", one.of),
            Measure::Length => "length of a game".to_owned(),
            Measure::Draws => "share of draws".to_owned(),
            Measure::Optimal => format!("win rate of seat {} under optimal play", one.of),
        };
        let same = |row: &&RuleRow| (row.measure, &row.of) == (one.measure, &one.of);
        Measured { measure: one.measure, name, rows: results.rows.iter().filter(same).collect() }
    };
    // With two seats, the second one has what the first one has not.
    let two = results.settings.seats == 2;
    let twice = |one: &&RuleRow| {
        two && one.of == "2" && matches!(one.measure, Measure::Advantage | Measure::Optimal)
    };
    first.iter().filter(|one| !twice(one)).map(of).collect()
}

impl<'a> Measured<'a> {
    /// The rows of the smallest and of the largest value; of equals, the first.
    fn ends(&self) -> Option<[&'a RuleRow; 2]> {
        let by = |a: &&&RuleRow, b: &&&RuleRow| a.rate().best().total_cmp(&b.rate().best());
        Some([self.rows.iter().min_by(by)?, self.rows.iter().rev().max_by(by)?])
    }

    /// By how much the rules change it.
    fn spread(&self) -> f64 {
        self.ends().map_or(0.0, |[low, high]| high.rate().best() - low.rate().best())
    }

    /// A number of this measure, or a difference of two.
    fn text(&self, value: f64, difference: bool) -> String {
        match self.measure {
            Measure::Length if difference => number::difference(value, 2),
            Measure::Length => fixed(value, 2),
            _ if difference => number::difference(100.0 * value, 2),
            Measure::Advantage => signed(100.0 * value, 2),
            _ => percent(value, 2),
        }
    }

    /// A value, or a difference of two, in words with the unit.
    fn words(&self, rate: &Rate, difference: bool, length: Option<&str>) -> String {
        let unit = match self.measure {
            Measure::Length => format!("{} of each player", length.unwrap_or_default()),
            Measure::Advantage => "percentage points".to_owned(),
            _ if difference => "percentage points".to_owned(),
            _ => "%".to_owned(),
        };
        told(rate, |value| self.text(value, difference), &unit)
    }
}

/// Sentences on each measure: by which rules it is smallest and largest, and which rule changes it
/// most.
fn changes(results: &RuleSweepResults) -> Vec<String> {
    let length = results.settings.length.as_deref();
    // The rules by which a measure is as large as in this row.
    let equal = |of: &Measured<'_>, row: &RuleRow| {
        let equal = of.rows.iter().filter(|other| ties(other.rate().best(), row.rate().best()));
        let equal: Vec<String> = equal.map(|other| at(results, other)).collect();
        if equal.len() == 1 { tied(&equal) } else { format!("{}, which tie", tied(&equal)) }
    };
    let ends = |of: &Measured<'_>| {
        let [low, high] = of.ends().filter(|_| !results.settings.alone)?;
        let words = |row: &RuleRow| of.words(&row.rate(), false, length);
        if of.spread() <= NO_DIFFERENCE {
            return Some(format!("The {} is the same under all rules: {}.", of.name, words(low)));
        }
        Some(format!(
            "The {} is least with {}: {}. It is most with {}: {}.",
            of.name,
            equal(of, low),
            words(low),
            equal(of, high),
            words(high)
        ))
    };
    let effect = |of: &Measured<'_>| {
        let effects = results.effects(&of.rows);
        let shown = effects.iter().find(|(_, row)| row.difference.is_shown());
        let &(rule, row) = shown.or(effects.first())?;
        let swept = &results.settings.rules[rule];
        let own = swept.unchanged.map_or_else(String::new, |own| swept.text(own));
        let with = format!("with {} instead of {own}", named(swept, row.values[rule]));
        let change = of.words(&row.difference, true, length);
        let (name, many) = (&of.name, effects.len());
        let size = |row: &RuleRow| row.difference.best().abs();
        let equal = effects.iter().filter(|(_, other)| ties(size(other), size(row)));
        let equal = equal.filter(|(_, other)| other.difference.is_shown());
        let equal: Vec<String> =
            equal.map(|(rule, _)| plain(&results.settings.rules[*rule].name)).collect();
        let does = if equal.len() > 1 { "tie and do most" } else { "does most" };
        Some(match (shown.is_some(), many) {
            (true, 1) => format!("The {name} changes most {with}: by {change}."),
            (false, 1) => {
                format!("No change of the {name} is shown; the largest is {with}: {change}.")
            }
            // The others are named together.
            (false, _) => return None,
            (true, _) => format!(
                "Of the rules that are shown to change the {name}, {} {does}: {with}, by {change}.",
                tied(&equal)
            ),
        })
    };
    let is_unchanged = |of: &&Measured<'_>| {
        let effects = results.effects(&of.rows);
        effects.len() > 1 && effects.iter().all(|(_, row)| !row.difference.is_shown())
    };
    let series = series(results);
    let said = series.iter().flat_map(|of| [ends(of), effect(of)]).flatten();
    let unchanged = series.iter().filter(is_unchanged).map(|of| format!("the {}", of.name));
    let unchanged: Vec<_> = unchanged.collect();
    let none = (!unchanged.is_empty())
        .then(|| format!("No rule is shown to change {}.", list(&unchanged)));
    said.chain(none).collect()
}

/// The largest change of each measure by each rule alone, the greatest first; `None` unless two rules
/// or more vary alone.
fn ranking(results: &RuleSweepResults) -> Option<Table> {
    let columns = vec![
        Column::words("measure"),
        Column::words("rule"),
        Column::figures("own value"),
        Column::figures("value"),
        Column::figures("difference"),
        Column::figures("of difference, 95 %").priority(2),
        Column::figures("exact difference"),
    ];
    let length = results.settings.length.as_deref().unwrap_or_default();
    let mut rows = Vec::new();
    for of in &series(results) {
        let effects = results.effects(&of.rows);
        let unit = if of.measure == Measure::Length { length } else { "pp" };
        for (rule, row) in effects.iter().filter(|_| effects.len() > 1) {
            let (swept, difference) = (&results.settings.rules[*rule], &row.difference);
            let text = |value: f64| of.text(value, true);
            let ends = difference.interval();
            let ends = ends.map(|(low, high)| format!("{} to {}", text(low), text(high)));
            rows.push(vec![
                Cell::words(format!("{}, {unit}", of.name)),
                Cell::words(plain(&swept.name)),
                swept.unchanged.map_or_else(|| Cell::words(""), |own| value_cell(swept, own)),
                value_cell(swept, row.values[*rule]),
                Cell::figure(difference.sampled, text(difference.sampled)),
                Cell::maybe_words(ends.as_deref()),
                Cell::maybe(difference.exact, text),
            ]);
        }
    }
    let caption = "The value of each rule alone that changes each measure most, and the difference from \
                   the unchanged rules with the same random numbers; of one measure, the greatest first.";
    (!rows.is_empty()).then(|| Table::new(FILE, caption.to_owned(), columns, rows))
}

/// The largest change of each measure by each rule alone.
fn ranked(results: &RuleSweepResults) -> Block {
    let effect = |(rule, row): (usize, &RuleRow)| {
        let swept = &results.settings.rules[rule];
        let own = swept.unchanged.unwrap_or_default();
        (named(swept, own), swept.text(row.values[rule]), row.difference)
    };
    let mut of_shares = Vec::new();
    let mut of_length = Vec::new();
    for of in &series(results) {
        let rows = results.effects(&of.rows).into_iter().map(effect).collect::<Vec<_>>();
        let into = if of.measure == Measure::Length { &mut of_length } else { &mut of_shares };
        into.push((of.name.clone(), rows));
    }
    // Of many players, those whose win rates change most.
    let size =
        |rows: &[Change]| rows.first().map_or(0.0, |(_, _, difference)| difference.best().abs());
    of_shares.sort_by(|(_, a), (_, b)| size(b).total_cmp(&size(a)));
    of_shares.truncate(2 * MAX_LINES);
    let length = results.settings.length.as_deref().unwrap_or_default();
    let charts = [
        ("Shares", effects_chart(of_shares, "percentage points", |of| signed(100.0 * of, 1))),
        (
            "Length of a game",
            effects_chart(of_length, format!("{length} of each player"), |of| signed(of, 2)),
        ),
    ];
    let told = changes(results).join(" ");
    let panels = charts
        .into_iter()
        .filter(|(_, chart)| matches!(chart, Chart::Rows(rows) if !rows.groups.is_empty()));
    let caption = "The largest change of each measure that each rule alone makes, against the unchanged \
                   rules. Left is the value of the unchanged rules, which is at 0 of the axis; right is \
                   the value that makes the change. Values are exact where the game is solved; \
                   otherwise bars are intervals of paired games.";
    let panels = panels.map(|(title, chart)| Panel::new(title, told.clone(), chart));
    Block::figure(PICTURE, &title(results), FILE, caption, panels)
}

fn figure(results: &RuleSweepResults) -> Block {
    if results.settings.alone {
        return ranked(results);
    }
    let names = names(results);
    let mut all = series(results);
    let seats = results.settings.seats;
    all.sort_by(|a, b| b.spread().total_cmp(&a.spread()));
    let of = |measure: Measure| -> Vec<&Measured<'_>> {
        all.iter().filter(|of| of.measure == measure).take(MAX_LINES).collect()
    };
    let mut panels = [
        ("Win rates", of(Measure::WinRate)),
        ("Advantage of seats", of(Measure::Advantage)),
        ("Length of a game", of(Measure::Length)),
        ("Draws", of(Measure::Draws)),
    ];
    if names.len() > 1 {
        // A map shows one measure, and no player is asked for.
        panels.swap(0, 1);
    }
    let panels = panels.into_iter().filter(|(_, of)| !of.is_empty());
    let panel = |(title, of): (&str, Vec<&Measured<'_>>)| {
        let told = of.iter().map(|of| of.name.as_str()).collect::<Vec<_>>();
        let told = format!("{} by {}", list(&told), list(&names));
        match &names[..] {
            [_] => Some(Panel::new(title, told, plot(results, &of))),
            [_, _] if of[0].measure != Measure::Length => {
                let mean = if of[0].measure == Measure::WinRate { 1.0 / seats as f64 } else { 0.0 };
                // Rules beside the ranges come last.
                let (rows, beside) = (&of[0].rows, usize::from(results.settings.beside));
                let rows = &rows[..rows.len() - beside];
                let places = rows.iter().map(|row| [row.values[0], row.values[1]]);
                let values = rows.iter().map(|row| row.rate().best() - mean);
                let places: Vec<_> = places.collect();
                let values: Vec<f64> = values.collect();
                let what = match of[0].measure {
                    Measure::WinRate => format!("{}, pp above the mean of all", of[0].name),
                    _ => format!("{}, pp", of[0].name),
                };
                let chart = difference_map(&results.settings.rules, &places, &values, what);
                Some(Panel::new(title, told, chart))
            }
            _ => None,
        }
    };
    let caption = "What the rules change: the win rates, of the players whose rates change most, the \
                   advantage of each seat, which is its win rate less the mean of the others, and the \
                   length of a game. Values are exact where the game is solved; otherwise bars are \
                   95 % intervals.";
    let title = format!("What another {} changes", list(&names));
    Block::figure(PICTURE, &title, FILE, caption, panels.filter_map(panel))
}

/// Lines over the values of one rule.
fn plot(results: &RuleSweepResults, of: &[&Measured<'_>]) -> Chart {
    let length = results.settings.length.as_deref().unwrap_or_default();
    let (up, write): (_, fn(f64) -> String) = match of[0].measure {
        Measure::Length => (format!("{length} of each player"), |value| significant(value, 3)),
        Measure::Advantage => ("percentage points".to_owned(), |value| signed(100.0 * value, 1)),
        _ => ("%".to_owned(), |value| percent(value, 0)),
    };
    let line = |of: &&Measured<'_>| {
        let spots = of.rows.iter().map(|row| (row.values[0], spot(&row.rate())));
        let mut spots: Vec<_> = spots.collect();
        spots.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        spots
    };
    let spots: Vec<Vec<_>> = of.iter().map(line).collect();
    let ends = spots.iter().flatten().flat_map(|(_, spot)| {
        let ends = spot.interval.map(|(low, high)| [low, high]);
        ends.into_iter().flatten().chain([spot.value])
    });
    let across = spots.iter().flatten().map(|(value, _)| *value);
    let series = of.iter().zip(&spots);
    Chart::Plot(Plot {
        across: axis(&results.settings.rules[0], across, 8),
        up: Axis::over(up, ends, 5, write),
        series: series
            .filter_map(|(of, spots)| Series::new(&of.name, Mark::Line, spots.clone()))
            .collect(),
    })
}

/// The measures, or their differences from the unchanged rules, a row for each set of rules.
fn table(results: &RuleSweepResults, differences: bool) -> Table {
    let (all, settings) = (series(results), &results.settings);
    let mut columns: Vec<Column> = if settings.alone {
        vec![Column::words("rules")]
    } else {
        names(results).into_iter().map(Column::figures).collect()
    };
    for of in &all {
        let (name, priority) = match of.measure {
            Measure::WinRate => (of.name.replace("win rate of ", ""), None),
            Measure::Advantage => (of.name.replace("advantage of ", ""), Some(3)),
            Measure::Length => (settings.length.clone().unwrap_or_default(), Some(3)),
            Measure::Draws => ("draws".to_owned(), Some(3)),
            Measure::Optimal => {
                (of.name.replace("win rate of ", "").replace("under ", ""), Some(2))
            }
        };
        let unit = match of.measure {
            Measure::Length => "",
            Measure::Advantage => ", pp",
            _ if differences => ", pp",
            _ => " %",
        };
        let column = Column::figures(name + unit);
        columns.push(match priority {
            None => column,
            Some(priority) => column.priority(priority),
        });
        columns.push(Column::figures("95 %").priority(1));
    }
    let row = |(place, rows): (usize, &[RuleRow])| {
        let values = settings.rules.iter().zip(&rows[0].values);
        let mut cells: Vec<Cell> = if settings.alone {
            vec![Cell::words(at(results, &rows[0]))]
        } else {
            values.map(|(swept, value)| value_cell(swept, *value)).collect()
        };
        for of in &all {
            let row = of.rows[place];
            let rate = if differences { row.difference } else { row.rate() };
            let text = |value: f64| of.text(value, differences);
            cells.push(Cell::figure(rate.best(), text(rate.best())));
            let interval = rate.interval().filter(|_| rate.exact.is_none());
            let ends = interval.map(|(low, high)| format!("{} to {}", text(low), text(high)));
            cells.push(Cell::maybe_words(ends.as_deref()));
        }
        cells
    };
    let caption = if differences {
        "Differences from the unchanged rules with the same random numbers. Values without an \
         interval are exact, or those of the unchanged rules themselves."
    } else {
        "Win rates of the players and seats, and the length of a game for each player. Values without \
         an interval are exact."
    };
    Table::new(FILE, caption.to_owned(), columns, results.by_rules().enumerate().map(row))
}

fn method(results: &RuleSweepResults) -> Vec<String> {
    let mut said = vec![
        "All players meet by every set of rules, with the same random numbers, and from every seat."
            .to_owned(),
        "The advantage of a seat is its win rate less the mean of the others.".to_owned(),
        "Intervals of values are 95 % intervals of one measure by one set of rules each. They do not \
         correct for choosing the best of many."
            .to_owned(),
        format!(
            "Each game is played again by the unchanged rules with the same random numbers, and the \
             intervals of differences are those of these paired games. Of one measure, those {} hold \
             together with 95 %, so that the largest difference may be chosen among them.",
            if results.settings.alone { "by the values of one rule" } else { "by all rules" }
        ),
        format!(
            "{} sets of paired games were played for each pairing by each set of rules.",
            count(results.settings.groups_per_pairing)
        ),
    ];
    if results.settings.seats > 2 {
        said.push(SAMPLED.to_owned());
    }
    if let Some(unit) = &results.settings.length {
        said.push(format!(
            "The length of a game is the mean number of {unit} of each player. Its interval assumes \
             that the lengths of all players of a game vary together."
        ));
    }
    said
}
