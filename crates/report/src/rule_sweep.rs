//! The report of a sweep of rules: what changes with them, and the measures of each set of rules.

use serde_json::{Map, Value, json};

use super::sweep::{PICTURE, difference_map, told};
use super::words::{list, plain};
use rivals_core::document::{
    Axis, Block, Cell, Chart, Column, Document, Mark, Panel, Plot, Section, Series, Spot, Table,
};
use rivals_core::text::number::{count, fixed, percent, signed, significant};
use rivals_league::results::rule_sweep::{Measure, RuleRow, RuleSweepResults};
use rivals_league::results::sweep::{FILE, SweptTrait};

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
    let sections = vec![
        Section::new("answer", "What the rules change", said),
        Section::new("rules", "All rules", vec![Block::Table(table(results))]),
        Section::new("method", "Method", vec![Block::list(method(results))]),
    ];
    Document::new(&title(results), &[&lead(results)], sections)
}

/// The table of all rules and the sentences about them.
#[must_use]
pub fn answer_document(results: &RuleSweepResults) -> Document {
    let mut shown = table(results);
    (shown.caption, shown.source) = Default::default();
    let said = changes(results).into_iter().chain([lead(results)]).map(Block::text);
    Document::answer(&title(results), [Block::Table(shown)].into_iter().chain(said).collect())
}

/// All measures, as a JSON object.
#[must_use]
pub fn json(results: &RuleSweepResults) -> Value {
    let settings = &results.settings;
    let by_rules = |rows: &[RuleRow]| {
        let mut measured = Map::new();
        for row in rows {
            let measure = json!(row.measure);
            let key = measure.as_str().unwrap_or_default();
            let rate = json!(row.rate());
            if row.of.is_empty() {
                measured.insert(key.to_owned(), rate);
            } else {
                measured.entry(key).or_insert_with(|| json!({}))[&row.of] = rate;
            }
        }
        let rules = settings.rules.iter().zip(rows[0].values());
        let rules: Map<_, _> =
            rules.map(|(swept, value)| (swept.name.clone(), written(swept, value))).collect();
        json!({ "id": rows[0].rules, "rules": rules, "measures": measured })
    };
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
        "notes": notes,
    })
}

/// The value of a rule in JSON: a number or a word.
fn written(swept: &SweptTrait, value: f64) -> Value {
    swept.word(value).map_or_else(|| json!(value), |word| json!(word))
}

/// The names of the rules that are varied.
fn names(results: &RuleSweepResults) -> Vec<String> {
    results.settings.rules.iter().map(|swept| plain(&swept.name)).collect()
}

fn title(results: &RuleSweepResults) -> String {
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

/// A rule with a value, in words.
fn named(swept: &SweptTrait, value: f64) -> String {
    format!("{} {}", plain(&swept.name), swept.text(value))
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

    /// A value in words, and its unit.
    fn words(&self, row: &RuleRow, length: Option<&str>) -> String {
        match self.measure {
            Measure::Length => {
                let unit = format!("{} of each player", length.unwrap_or_default());
                told(&row.rate(), |value| fixed(value, 2), &unit)
            }
            Measure::Advantage => {
                told(&row.rate(), |value| signed(100.0 * value, 2), "percentage points")
            }
            _ => told(&row.rate(), |value| percent(value, 2), "%"),
        }
    }
}

/// A sentence on each measure: by which rules it is smallest and largest.
fn changes(results: &RuleSweepResults) -> Vec<String> {
    let at = |row: &RuleRow| {
        let pairs = results.settings.rules.iter().zip(row.values());
        list(&pairs.map(|(swept, value)| named(swept, value)).collect::<Vec<_>>())
    };
    let length = results.settings.length.as_deref();
    let sentence = |of: &Measured<'_>| {
        let [low, high] = of.ends()?;
        if of.spread() == 0.0 {
            return Some(format!(
                "The {} is the same under all rules: {}.",
                of.name,
                of.words(low, length)
            ));
        }
        Some(format!(
            "The {} is least with {}: {}. It is most with {}: {}.",
            of.name,
            at(low),
            of.words(low, length),
            at(high),
            of.words(high, length)
        ))
    };
    series(results).iter().filter_map(sentence).collect()
}

fn figure(results: &RuleSweepResults) -> Block {
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
            [one] => Some(Panel::new(title, told, plot(results, one, &of))),
            [one, two] if of[0].measure != Measure::Length => {
                let mean = if of[0].measure == Measure::WinRate { 1.0 / seats as f64 } else { 0.0 };
                let rows = &of[0].rows;
                let places =
                    rows.iter().map(|row| [row.first_value, row.second_value.unwrap_or(0.0)]);
                let values = rows.iter().map(|row| row.rate().best() - mean);
                let places: Vec<_> = places.collect();
                let values: Vec<f64> = values.collect();
                let what = match of[0].measure {
                    Measure::WinRate => format!("{}, pp above the mean of all", of[0].name),
                    _ => format!("{}, pp", of[0].name),
                };
                let chart = difference_map([one, two], &places, &values, what);
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
fn plot(results: &RuleSweepResults, rule: &str, of: &[&Measured<'_>]) -> Chart {
    let length = results.settings.length.as_deref().unwrap_or_default();
    let (up, write): (_, fn(f64) -> String) = match of[0].measure {
        Measure::Length => (format!("{length} of each player"), |value| significant(value, 3)),
        Measure::Advantage => ("percentage points".to_owned(), |value| signed(100.0 * value, 1)),
        _ => ("%".to_owned(), |value| percent(value, 0)),
    };
    let spot = |row: &RuleRow| {
        let interval = row.rate().interval().filter(|_| row.exact.is_none());
        (row.first_value, Spot { value: row.rate().best(), interval })
    };
    let spots: Vec<Vec<_>> =
        of.iter().map(|of| of.rows.iter().map(|row| spot(row)).collect()).collect();
    let ends = spots.iter().flatten().flat_map(|(_, spot)| {
        let ends = spot.interval.map(|(low, high)| [low, high]);
        ends.into_iter().flatten().chain([spot.value])
    });
    let across = spots.iter().flatten().map(|(value, _)| *value);
    let swept = &results.settings.rules[0];
    let label = |value: f64| match &*swept.words {
        [] => significant(value, 3),
        _ => swept.word(value).cloned().unwrap_or_default(),
    };
    let series = of.iter().zip(&spots);
    Chart::Plot(Plot {
        across: Axis::over(rule, across, 8, label),
        up: Axis::over(up, ends, 5, write),
        series: series
            .filter_map(|(of, spots)| Series::new(&of.name, Mark::Line, spots.clone()))
            .collect(),
    })
}

/// The measures, a row for each set of rules.
fn table(results: &RuleSweepResults) -> Table {
    let all = series(results);
    let mut columns: Vec<Column> = names(results).into_iter().map(Column::figures).collect();
    for of in &all {
        let (name, priority) = match of.measure {
            Measure::WinRate => (of.name.replace("win rate of ", ""), None),
            Measure::Advantage => (of.name.replace("advantage of ", "") + ", pp", Some(3)),
            Measure::Length => (results.settings.length.clone().unwrap_or_default(), Some(3)),
            Measure::Draws => ("draws".to_owned(), Some(3)),
            Measure::Optimal => {
                (of.name.replace("win rate of ", "").replace("under ", ""), Some(2))
            }
        };
        let unit = matches!(of.measure, Measure::WinRate | Measure::Draws | Measure::Optimal);
        let name = if unit { name + " %" } else { name };
        let column = Column::figures(name);
        columns.push(match priority {
            None => column,
            Some(priority) => column.priority(priority),
        });
        columns.push(Column::figures("95 %").priority(1));
    }
    let row = |(at, rows): (usize, &[RuleRow])| {
        let values = rows[0].values().zip(&results.settings.rules);
        let cell = |(value, of): (f64, &SweptTrait)| Cell::figure(value, of.text(value));
        let mut cells: Vec<Cell> = values.map(cell).collect();
        for of in &all {
            let rate = of.rows[at].rate();
            let write = |value: f64| match of.measure {
                Measure::Length => fixed(value, 2),
                Measure::Advantage => signed(100.0 * value, 2),
                _ => percent(value, 2),
            };
            cells.push(Cell::figure(rate.best(), write(rate.best())));
            let interval = rate.interval().filter(|_| rate.exact.is_none());
            let ends = interval.map(|(low, high)| format!("{} to {}", write(low), write(high)));
            cells.push(Cell::maybe_words(ends.as_deref()));
        }
        cells
    };
    let caption = "Win rates of the players and seats, and the length of a game for each player. \
                   Values without an interval are exact."
        .to_owned();
    Table::new(FILE, caption, columns, results.by_rules().enumerate().map(row))
}

fn method(results: &RuleSweepResults) -> Vec<String> {
    let mut said = vec![
        "All players meet by every set of rules, with the same random numbers, and from every seat."
            .to_owned(),
        "The advantage of a seat is its win rate less the mean of the others.".to_owned(),
        "Intervals are 95 % intervals of one measure by one set of rules each. They do not correct \
         for choosing the best of many."
            .to_owned(),
        format!(
            "{} sets of paired games were played for each pairing by each set of rules.",
            count(results.settings.groups_per_pairing)
        ),
    ];
    if let Some(unit) = &results.settings.length {
        said.push(format!(
            "The length of a game is the mean number of {unit} of each player. Its interval assumes \
             that the lengths of all players of a game vary together."
        ));
    }
    said
}
