//! The report of a sweep: what the best variant is, a curve or a map, the table of variants, and
//! how they play.

use serde_json::{Map, Value, json};

mod all_traits;

use super::words::{list, plain, sentence};
pub(super) use all_traits::{Change, effects_chart};
use rivals_core::document::{
    Axis, Block, Cell, Chart, Column, Document, HeatMap, Mark, Panel, Plot, Scale, Section, Series,
    Spot, Table,
};
use rivals_core::text::number::{NO_DIFFERENCE, count, difference, percent, signed, significant};
use rivals_core::text::words::shortened;
use rivals_league::results::sweep::{FILE, Rate, SweepResults, SweptTrait, VariantRow};

/// The id of the figure that is also written as a picture.
pub const PICTURE: &str = "sweep";

/// What is said of results at more than two seats.
pub(super) const SAMPLED: &str =
    "All results are sampled: with more than two seats, none are computed exactly.";

/// The most points whose values are the labels of an axis.
const MAX_LABELS: usize = 12;

/// The report of a sweep.
#[must_use]
pub fn document(results: &SweepResults) -> Document {
    let title = title(results);
    let lead = lead(results);
    let mut said: Vec<Block> = answer(results).into_iter().map(Block::text).collect();
    said.push(figure(results));
    if results.settings.alone {
        said.push(Block::Table(main_table(results)));
        said.push(all_traits::curves(results));
    }
    let sections = vec![
        Section::new("answer", "What the sweep shows", said),
        Section::new("variants", "All variants", vec![Block::Table(variants(results))]),
        Section::new("play", "How the variants play", vec![fingerprints(results)]),
        Section::new("method", "Method", vec![Block::list(method(results))]),
    ];
    Document::new(&title, &[&lead], sections)
}

/// The table of variants and the sentences about them.
#[must_use]
pub fn variants_document(results: &SweepResults) -> Document {
    let mut shown = main_table(results);
    (shown.caption, shown.source) = Default::default();
    let said = answer(results).into_iter().chain([lead(results)]).map(Block::text);
    Document::answer(&title(results), [Block::Table(shown)].into_iter().chain(said).collect())
}

/// The text of [`variants_document`] and every column of `sweep.csv`, as a JSON object.
#[must_use]
pub fn sweep_json(results: &SweepResults) -> Value {
    let settings = &results.settings;
    let variant = |row: &VariantRow| {
        let traits = settings.traits.iter().zip(&row.values);
        let traits: Map<_, _> =
            traits.map(|(swept, value)| (swept.name.clone(), written(swept, *value))).collect();
        let metrics = settings.metrics.iter().zip(&row.fingerprint);
        let metrics: Map<_, _> =
            metrics.map(|((name, _), value)| (name.clone(), json!(value))).collect();
        json!({
            "id": row.id,
            "traits": traits,
            "games": row.games,
            "win_rate": row.win_rate,
            "difference": row.difference,
            "fingerprint": metrics,
        })
    };
    let mut notes = answer(results);
    notes.push(lead(results));
    notes.extend(method(results));
    let mut json = json!({
        "game": results.entry.game,
        "seed": results.entry.seed,
        "player": settings.player,
        "differences_to": reference(results),
        "traits": settings.traits,
        "against": settings.against,
        "groups_per_pairing": settings.groups_per_pairing,
        "games": settings.games,
        "unchanged": settings.unchanged,
        "variants": results.rows.iter().map(variant).collect::<Vec<_>>(),
        "notes": notes,
    });
    if settings.alone {
        json["effects"] = all_traits::json(results);
    }
    json
}

/// A value in JSON: a number or a word.
pub(super) fn written(swept: &SweptTrait, value: f64) -> Value {
    swept.word(value).map_or_else(|| json!(value), |word| json!(word))
}

/// The table that answers: of the variants, or of the traits where each varies alone.
fn main_table(results: &SweepResults) -> Table {
    if results.settings.alone { all_traits::table(results) } else { variants(results) }
}

/// The names of the traits that are varied.
fn traits(results: &SweepResults) -> Vec<String> {
    results.settings.traits.iter().map(|swept| plain(&swept.name)).collect()
}

fn title(results: &SweepResults) -> String {
    if results.settings.alone {
        return format!("What matters to {}", results.settings.player.name);
    }
    format!("{} with other {}", results.settings.player.name, list(&traits(results)))
}

fn lead(results: &SweepResults) -> String {
    let settings = &results.settings;
    let against: Vec<_> = (settings.against.iter()).map(|player| player.name.as_str()).collect();
    let against = match against.len() {
        0..=6 => list(&against),
        many => format!("{many} players"),
    };
    format!(
        "{} variants played {} games of {} against {against}{}. {}",
        count(results.rows.len() as u64),
        count(settings.games),
        results.entry.game,
        (results.entry.seed).map_or_else(String::new, |seed| format!(" (seed {seed})")),
        match results.rows[0].win_rate.exact {
            Some(_) => "Exact win rates are computed without playing games.",
            None if settings.seats > 2 => SAMPLED,
            None => "The win rates are sampled, because no exact ones are known.",
        }
    )
}

/// What the differences are to.
fn reference(results: &SweepResults) -> String {
    let settings = &results.settings;
    if settings.from_unchanged {
        format!("{} unchanged", settings.player.name)
    } else {
        format!("the first variant ({})", at(results, &results.rows[0]))
    }
}

/// The traits of a variant, in words: those that were varied.
fn at(results: &SweepResults, row: &VariantRow) -> String {
    let alone = results.settings.alone;
    let varied = |(swept, value): &(&SweptTrait, &f64)| !alone || swept.unchanged != Some(**value);
    let traits = results.settings.traits.iter().zip(&row.values).filter(varied);
    let traits = traits.map(|(swept, value)| named(swept, *value));
    list(&traits.collect::<Vec<_>>())
}

/// A trait or a rule with a value, in words.
pub(super) fn named(swept: &SweptTrait, value: f64) -> String {
    format!("{} {}", plain(&swept.name), swept.text(value))
}

/// An axis over the values of a trait or a rule.
pub(super) fn axis(swept: &SweptTrait, values: impl Iterator<Item = f64>, count: usize) -> Axis {
    let title = plain(&swept.name);
    if swept.words.is_empty() {
        return Axis::over(title, values, count, |value| significant(value, 3));
    }
    let mut places: Vec<f64> = values.collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    Axis::of_names(title, places.into_iter().map(|place| (place, swept.text(place))).collect())
}

/// A mark with the exact value, or with the sampled one and its interval.
pub(super) fn spot(rate: &Rate) -> Spot {
    Spot { value: rate.best(), interval: rate.interval().filter(|_| rate.exact.is_none()) }
}

/// The most names of what ties.
const MAX_TIED: usize = 3;

/// The names of what ties, the first ones of many.
pub(super) fn tied(names: &[String]) -> String {
    if names.len() > MAX_TIED { shortened(names, MAX_TIED) } else { list(names) }
}

/// Whether two values differ by no more than errors of rounding.
pub(super) fn ties(one: f64, other: f64) -> bool {
    (one - other).abs() <= NO_DIFFERENCE
}

/// A rate in a sentence.
pub(super) fn told(rate: &Rate, write: impl Fn(f64) -> String, unit: &str) -> String {
    let how = match (rate.exact, rate.interval()) {
        (Some(_), _) => "exact".to_owned(),
        (None, Some((low, high))) => {
            format!("sampled, 95 % interval {} to {}", write(low), write(high))
        }
        (None, None) => "sampled".to_owned(),
    };
    format!("{} {unit} ({how})", write(rate.best()))
}

fn share(rate: &Rate) -> String {
    told(rate, |share| percent(share, 2), "% of its games")
}

/// The first sentences: which variant wins most, and which least.
fn answer(results: &SweepResults) -> Vec<String> {
    if results.settings.alone {
        return all_traits::answer(results);
    }
    let key = |row: &&VariantRow| row.win_rate.best();
    // Among equals, the first.
    let best = (results.rows.iter().rev()).max_by(|a, b| key(a).total_cmp(&key(b)));
    let least = results.rows.iter().min_by(|a, b| key(a).total_cmp(&key(b)));
    let (Some(best), Some(least)) = (best, least) else {
        return Vec::new();
    };
    let as_much = |row: &VariantRow| -> Vec<String> {
        let equal = results.rows.iter().filter(|other| ties(key(other), key(&row)));
        equal.map(|other| at(results, other)).collect()
    };
    let (with_best, with_least) = (as_much(best), as_much(least));
    let all_tie = with_best.len() == results.rows.len() && results.rows.len() > 1;
    let most = match with_best.len() {
        1 => format!("most with {}", with_best[0]),
        _ if all_tie => "as much with every variant".to_owned(),
        _ => format!("most with {}, which tie", tied(&with_best)),
    };
    let before = reference(results);
    let mut said = vec![format!(
        "{} wins {most}: {}. The difference to {before} is {}.",
        results.settings.player.name,
        share(&best.win_rate),
        told(&best.difference, |of| difference(100.0 * of, 2), "percentage points")
    )];
    let least = match with_least.len() {
        _ if all_tie => String::new(),
        1 => format!(" The variant with {} wins least: {}.", with_least[0], share(&least.win_rate)),
        _ => format!(
            " The variants with {} tie, and win least: {}.",
            tied(&with_least),
            share(&least.win_rate)
        ),
    };
    said.push(format!("{} wins {}.{least}", sentence(&before), share(&results.settings.unchanged)));
    if best.difference.exact.is_none()
        && best.difference.interval().is_some_and(|(low, _)| low <= 0.0)
    {
        said.push(
            "The interval of this difference includes 0, so these games do not show that the \
             variant wins more."
                .to_owned(),
        );
    }
    said
}

fn figure(results: &SweepResults) -> Block {
    if results.settings.alone {
        return all_traits::ranking(results);
    }
    let settings = &results.settings;
    let (chart, caption) = match &traits(results)[..] {
        [one] => (
            curve(results),
            format!(
                "Win rate of {} by {}, the mean over all opponents and both seats. The curve is exact \
                 where the game is solved; bars are 95 % intervals of the sampled rates.",
                settings.player.name, one
            ),
        ),
        _ => (
            map(results),
            format!(
                "Win rate of each variant less that of {}, in percentage points.",
                reference(results)
            ),
        ),
    };
    let panel = Panel::new("", answer(results).join(" "), chart);
    let title = format!("Win rate of {}", title(results));
    Block::figure(PICTURE, &title, FILE, caption, [panel])
}

fn curve(results: &SweepResults) -> Chart {
    let rows = &results.rows;
    let across = rows.iter().map(|row| row.values[0]);
    let rates = rows.iter().flat_map(|row| {
        let ends = row.win_rate.interval().map(|(low, high)| [low, high]);
        ends.into_iter().flatten().chain([row.win_rate.best()])
    });
    let before = results.settings.unchanged.best();
    let spots = |of: &dyn Fn(&VariantRow) -> Option<Spot>| -> Vec<(f64, Spot)> {
        (rows.iter()).filter_map(|row| Some((row.values[0], of(row)?))).collect()
    };
    let exact = spots(&|row| row.win_rate.exact.map(Spot::exact));
    let sampled =
        spots(&|row| Some(Spot { value: row.win_rate.sampled, interval: row.win_rate.interval() }));
    let ends: Vec<_> = [rows.first(), rows.last()].into_iter().flatten().collect();
    let level = ends.iter().map(|row| (row.values[0], Spot::exact(before)));
    let series = [
        Series::new("exact", Mark::Curve, exact),
        Series::new("sampled, 95 % interval", Mark::Point, sampled),
        Series::new(&reference(results), Mark::Curve, level.collect()),
    ];
    Chart::Plot(Plot {
        across: axis(&results.settings.traits[0], across, 8),
        up: Axis::over("win %", rates.chain([before]), 5, |rate| percent(rate, 0)),
        series: series.into_iter().flatten().collect(),
    })
}

fn map(results: &SweepResults) -> Chart {
    let places: Vec<_> = results.rows.iter().map(|row| [row.values[0], row.values[1]]).collect();
    let differences: Vec<f64> = results.rows.iter().map(|row| row.difference.best()).collect();
    let title = format!("percentage points more than {}", reference(results));
    difference_map(&results.settings.traits, &places, &differences, title)
}

/// A map of differences of shares by two traits or rules, of which the second one changes fastest.
pub(super) fn difference_map(
    swept: &[SweptTrait],
    places: &[[f64; 2]],
    differences: &[f64],
    title: String,
) -> Chart {
    let names = |at: usize| {
        let mut values: Vec<f64> = places.iter().map(|place| place[at]).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        values
    };
    let (down, across) = (names(0), names(1));
    let label = |swept: &SweptTrait, values: &[f64]| -> Vec<String> {
        let every = values.len().div_ceil(MAX_LABELS);
        (values.iter().enumerate())
            .map(|(place, value)| match place % every {
                0 if swept.words.is_empty() => significant(*value, 3),
                0 => swept.text(*value),
                _ => String::new(),
            })
            .collect()
    };
    let most = differences.iter().map(|value| 100.0 * value.abs()).fold(0.0, f64::max);
    let most = if most > 0.0 { most } else { 1.0 };
    let tick = |share: f64| (share * most, signed(share * most, 1));
    Chart::HeatMap(HeatMap {
        players: Vec::new(),
        numbers: [(&swept[0], &down), (&swept[1], &across)]
            .map(|(swept, values)| values.iter().map(|value| swept.text(*value)).collect()),
        rows_title: plain(&swept[0].name),
        columns_title: plain(&swept[1].name),
        rows: label(&swept[0], &down),
        columns: label(&swept[1], &across),
        values: (differences.chunks(across.len()))
            .map(|row| row.iter().map(|value| Some(100.0 * value)).collect())
            .collect(),
        scale: Scale {
            title,
            low: -most,
            high: most,
            diverging: true,
            ticks: [-1.0, -0.5, 0.0, 0.5, 1.0].map(tick).to_vec(),
            missing: "not played".to_owned(),
        },
        below: None,
    })
}

/// The cell of a value of a trait or a rule.
pub(super) fn value_cell(swept: &SweptTrait, value: f64) -> Cell {
    match swept.word(value) {
        Some(word) => Cell::words(word),
        None => Cell::figure(value, value.to_string()),
    }
}

/// The table of variants.
fn variants(results: &SweepResults) -> Table {
    let points = |value: f64| difference(100.0 * value, 2);
    let mut columns: Vec<Column> = traits(results).into_iter().map(Column::figures).collect();
    columns.extend([
        Column::figures("win %"),
        Column::figures("95 %").priority(1),
        Column::figures("exact"),
        Column::figures("difference, pp"),
        Column::figures("of difference, 95 %").priority(2),
        Column::figures("exact difference"),
    ]);
    let row = |row: &VariantRow| {
        let values = results.settings.traits.iter().zip(&row.values);
        let mut cells: Vec<Cell> = values.map(|(swept, value)| value_cell(swept, *value)).collect();
        let (rate, change) = (&row.win_rate, &row.difference);
        cells.extend([
            Cell::percent(rate.sampled),
            Cell::percents(rate.low, rate.high),
            Cell::percent(rate.exact),
            Cell::figure(change.sampled, points(change.sampled)),
            Cell::maybe_words(
                (change.interval())
                    .map(|(low, high)| format!("{} to {}", points(low), points(high)))
                    .as_deref(),
            ),
            Cell::maybe(change.exact, points),
        ]);
        cells
    };
    let caption = format!(
        "Win rates, and differences to {} with the same random numbers, in percentage points.",
        reference(results)
    );
    Table::new(FILE, caption, columns, results.rows.iter().map(row))
}

fn fingerprints(results: &SweepResults) -> Block {
    let settings = &results.settings;
    let mut columns = vec![Column::words("metric")];
    columns.extend(results.rows.iter().map(|row| {
        let values = settings.traits.iter().zip(&row.values);
        let values: Vec<_> = values.map(|(swept, value)| swept.text(*value)).collect();
        Column::figures(if settings.alone { at(results, row) } else { values.join(", ") })
    }));
    let rows = settings.metrics.iter().enumerate().map(|(at, (name, unit))| {
        let (shown, unit): (fn(f64) -> String, _) = match unit.as_str() {
            "share" => (|value| percent(value, 1), "%"),
            unit => (|value| significant(value, 3), unit),
        };
        let mut cells = vec![Cell::words(format!("{}, {unit}", plain(name)))];
        cells.extend((results.rows.iter()).map(|row| Cell::maybe(row.fingerprint[at], shown)));
        cells
    });
    let caption = format!("Sampled metrics of every variant, by {}.", list(&traits(results)));
    Block::table(FILE, caption, columns, rows.collect::<Vec<_>>())
}

fn method(results: &SweepResults) -> Vec<String> {
    vec![
        "Variants play the opponents and not each other. All opponents have equal weight, and so have \
         both seats."
            .to_owned(),
        format!(
            "Every variant plays with the same random numbers, and each of its games \
             is played again by {}. The interval of a difference is computed over these paired \
             games, so that luck cancels.",
            reference(results)
        ),
        if results.settings.alone {
            "The intervals of the differences of one trait hold together with 95 %, so that its \
             largest difference may be chosen among them; they do not correct for choosing among \
             traits."
        } else {
            "Intervals are 95 % intervals of one variant each. They do not correct for choosing the \
             best of many."
        }
        .to_owned(),
        format!(
            "{} sets of paired games were played for each variant and opponent, one game from \
             each seat.",
            count(results.settings.groups_per_pairing)
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_league::results::ManifestEntry;
    use rivals_league::results::manifest::RosterEntry;
    use rivals_league::results::sweep::SweepSettings;

    /// What is said of a sweep of one trait over 1, 2, ..., with these exact win rates.
    fn said(rates: &[f64]) -> String {
        let nerves = SweptTrait { name: "nerves".to_owned(), ..SweptTrait::default() };
        let exact = |value: f64| Rate { sampled: value, exact: Some(value), ..Rate::default() };
        let row = |(value, rate): (f64, &f64)| VariantRow {
            values: vec![value],
            win_rate: exact(*rate),
            difference: exact(rate - 0.5),
            ..VariantRow::default()
        };
        let values = [1.0, 2.0, 3.0, 4.0, 5.0];
        let settings = SweepSettings {
            player: RosterEntry { id: "carla".to_owned(), name: "Carla".to_owned() },
            from_unchanged: true,
            traits: vec![nerves],
            unchanged: exact(0.5),
            ..SweepSettings::default()
        };
        let rows = values.into_iter().zip(rates).map(row).collect();
        answer(&SweepResults { entry: ManifestEntry::default(), settings, rows }).join(" ")
    }

    #[test]
    fn variants_that_tie_are_named_together() {
        let apart = said(&[0.4, 0.6]);
        for told in ["Carla wins most with nerves 2: 60", "variant with nerves 1 wins least: 40"] {
            assert!(apart.contains(told), "{told}: {apart}");
        }
        let all = said(&[0.5, 0.5 + 1e-12]);
        assert!(all.contains("Carla wins as much with every variant: 50.00 %"), "{all}");
        assert!(!all.contains("most") && !all.contains("least"), "{all}");
        let some = said(&[0.4, 0.6, 0.4, 0.6]);
        for told in ["most with nerves 2 and nerves 4, which tie: 60", "nerves 1 and nerves 3 tie"]
        {
            assert!(some.contains(told), "{told}: {some}");
        }
        let many = said(&[0.6, 0.6, 0.6, 0.6, 0.4]);
        assert!(many.contains("nerves 1, nerves 2, nerves 3 and 1 more, which tie"), "{many}");
    }
}
