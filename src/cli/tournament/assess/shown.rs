//! The answer of `rivals assess` in every format.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::super::text::facts;
use super::{COMMAND, FILE, Subject};
use crate::assess::{KINDS, Kind, Measure, SEAT, Unit, kinds};
use crate::command::Answer;
use crate::document::{
    Axis, Block, Cell, Chart, Column, Document, Panel, Row as ChartRow, RowContent, Rows, Spot,
};
use crate::session::{Trace, Values};
use crate::text::csv;
use crate::text::number::{count, fixed, percent, signed, significant};

/// The measures whose values come from those of decisions.
const VALUED: [&str; 6] =
    ["drama", "lead_changes", "comebacks", "decisiveness", "decisions", "stakes"];

/// A game by its rules, with its measures.
pub(super) struct Assessed {
    /// The game, or what is different of its rules.
    name: String,
    game: &'static str,
    seats: usize,
    seed: u64,
    agent: String,
    players: Vec<String>,
    /// Where the values of decisions come from, in words.
    values: String,
    measures: Vec<Measure>,
    ladder: Vec<String>,
    actions: Vec<Action>,
}

/// How often a kind of actions was legal, and chosen.
#[derive(Serialize)]
struct Action {
    action: String,
    legal: u64,
    chosen: u64,
}

/// A row of assess.csv.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    name: &'a str,
    game: &'a str,
    seats: usize,
    measure: &'static str,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    games: u64,
    from: String,
    meaning: &'static str,
}

impl Assessed {
    pub(super) fn new(
        of: &Subject,
        measures: Vec<Measure>,
        values: Option<Values>,
        steps: &[usize],
        played: &[Trace],
    ) -> Self {
        let players = of.contest.roster().iter().map(|player| player.id.clone());
        let players: Vec<String> = players.collect();
        let values = match values {
            None => "none are known with this number of seats".to_owned(),
            Some(Values::Exact) => "exact, of the solved game".to_owned(),
            Some(Values::Estimated) => "estimated, of the solved game of two".to_owned(),
            Some(Values::Judged(judge)) => format!("estimated, by a search of {judge}"),
        };
        let action = |(action, counts): (&str, Vec<[u64; 4]>)| {
            let sum = |of: usize| counts.iter().map(|counts| counts[of]).sum();
            Action { action: action.to_owned(), legal: sum(0), chosen: sum(1) }
        };
        Self {
            name: of.name.clone(),
            game: of.chosen.game.info().name,
            seats: of.seats,
            seed: of.seed,
            agent: of.agent.clone(),
            ladder: steps.iter().map(|step| players[*step].clone()).collect(),
            players,
            values,
            measures,
            actions: kinds(played).into_iter().map(action).collect(),
        }
    }

    /// Where a measure comes from, in few words.
    fn from(&self, of: &Measure) -> String {
        match of.games {
            _ if of.value.is_none() => String::new(),
            0 => "exact".to_owned(),
            games => {
                let valued =
                    VALUED.contains(&of.kind().key) && self.values.starts_with("estimated");
                let how = if valued { "estimated values" } else { "sampled" };
                format!("{how}, {} games", count(games))
            }
        }
    }

    /// The kinds of actions that are hardly chosen, or the ladder, in a sentence.
    fn notes(&self) -> Vec<String> {
        let hardly = self.actions.iter().filter(|of| 100 * of.chosen < of.legal);
        let hardly: Vec<&str> = hardly.map(|of| &*of.action).collect();
        let ladder = format!("ladder, the best first: {}", self.ladder.join(", "));
        let hardly = (!hardly.is_empty()).then(|| format!("hardly chosen: {}", hardly.join(", ")));
        let ladder = (self.ladder.len() > 1).then_some(ladder);
        ladder.into_iter().chain(hardly).collect()
    }
}

/// The JSON object of a game, with a key for each measure.
impl Serialize for Assessed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Figure<'a> {
            low: Option<f64>,
            high: Option<f64>,
            games: u64,
            from: String,
            meaning: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            advantage: Option<f64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            value: Option<Option<f64>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            ladder: Option<&'a [String]>,
            #[serde(skip_serializing_if = "Option::is_none")]
            kinds: Option<&'a [Action]>,
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("game", self.game)?;
        map.serialize_entry("seats", &self.seats)?;
        map.serialize_entry("seed", &self.seed)?;
        map.serialize_entry("agent", &self.agent)?;
        map.serialize_entry("values", &self.values)?;
        map.serialize_entry("players", &self.players)?;
        for of in &self.measures {
            let key = of.kind().key;
            let figure = Figure {
                low: of.low,
                high: of.high,
                games: of.games,
                from: self.from(of),
                meaning: of.kind().meaning,
                advantage: of.value.filter(|_| key == SEAT),
                value: (key != SEAT).then_some(of.value),
                ladder: (key == "depth").then_some(&self.ladder),
                kinds: (key == "actions").then_some(&self.actions),
            };
            map.serialize_entry(key, &figure)?;
        }
        map.end()
    }
}

/// A value as people read it, without its unit.
fn written(kind: &Kind, value: f64) -> String {
    match kind.unit {
        Unit::Points => signed(100.0 * value, 2),
        Unit::Share => percent(value, 2),
        Unit::Number if value.fract() == 0.0 => fixed(value, 0),
        Unit::Number => significant(value, 4),
    }
}

/// The name of a measure with its unit.
fn titled(kind: &Kind) -> String {
    let unit = match kind.unit {
        Unit::Points => ", pp",
        Unit::Share => ", %",
        Unit::Number => "",
    };
    format!("{}{unit}", kind.title)
}

/// The cells of the value of a measure and of its interval.
fn cells(of: &Measure) -> [Cell; 2] {
    let write = |value: f64| written(of.kind(), value);
    let interval = match (of.low, of.high) {
        _ if of.games == 0 => Cell::missing(),
        (Some(low), Some(high)) => Cell::words(format!("{} to {}", write(low), write(high))),
        ends => Cell::open([ends.0, ends.1], write),
    };
    [Cell::maybe(of.value, write), interval]
}

/// The games that were assessed; serialised, it is the JSON object.
pub(super) struct Shown {
    pub all: Vec<Assessed>,
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let [one] = &self.all[..] {
            return one.serialize(serializer);
        }
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("assessed", &self.all)?;
        map.end()
    }
}

impl Shown {
    /// The rows of assess.csv.
    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        fn row<'a>(one: &'a Assessed, of: &Measure) -> Row<'a> {
            Row {
                name: &one.name,
                game: one.game,
                seats: one.seats,
                measure: of.kind().key,
                value: of.value,
                low: of.low,
                high: of.high,
                games: of.games,
                from: one.from(of),
                meaning: of.kind().meaning,
            }
        }
        let rows = self.all.iter().flat_map(|one| one.measures.iter().map(move |of| row(one, of)));
        rows.collect()
    }

    /// The measures of one game.
    fn table_of(one: &Assessed) -> Block {
        let columns = vec![
            Column::words("measure"),
            Column::figures("value"),
            Column::figures("95 % interval"),
            Column::words("meaning").priority(2),
            Column::words("from").priority(1),
        ];
        let row = |of: &Measure| {
            let [value, interval] = cells(of);
            let (title, meaning) = (titled(of.kind()), Cell::words(of.kind().meaning));
            vec![Cell::words(title), value, interval, meaning, Cell::words(one.from(of))]
        };
        Block::table(FILE, "", columns, one.measures.iter().map(row).collect::<Vec<_>>())
    }

    /// The measures of several games, side by side.
    fn table(&self) -> Block {
        let columns = vec![
            Column::words("measure"),
            Column::words("of"),
            Column::figures("value"),
            Column::figures("95 % interval"),
            Column::words("from").priority(1),
        ];
        let rows = (0..KINDS.len()).flat_map(|kind| {
            self.all.iter().enumerate().map(move |(at, one)| {
                let of = one.measures.iter().find(|of| of.kind == kind);
                let of = of.expect("every game has all measures");
                let title = if at == 0 { titled(of.kind()) } else { String::new() };
                let [value, interval] = cells(of);
                let from = Cell::words(one.from(of));
                vec![Cell::words(title), Cell::words(one.name.clone()), value, interval, from]
            })
        });
        Block::table(FILE, "", columns, rows.collect::<Vec<_>>())
    }

    /// The shares of one game, or each measure of several.
    fn figure(&self) -> Block {
        let row = |name: &str, of: &Measure| {
            let value = of.value?;
            let interval = of.low.zip(of.high).filter(|_| of.games > 0);
            let content = RowContent::Values(vec![Some(Spot { value, interval })]);
            Some(ChartRow { name: name.to_owned(), content, value: written(of.kind(), value) })
        };
        let panel = |title: &str, of: &str, rows: Vec<ChartRow>, write: fn(f64) -> String| {
            let ends = rows.iter().flat_map(|row| match &row.content {
                RowContent::Values(spots) => spots.iter().flatten().flat_map(|spot| {
                    let (low, high) = spot.interval.unwrap_or((spot.value, spot.value));
                    [low, high]
                }),
                _ => unreachable!("all rows have values"),
            });
            let ends: Vec<f64> = ends.chain([0.0]).collect();
            let told = rows.iter().map(|row| format!("{} {}", row.name, row.value));
            let told = told.collect::<Vec<_>>().join(", ");
            // The title of a panel stands before its words.
            let told = if title.is_empty() { format!("{of}: {told}") } else { told };
            let axis = Some(Axis::over(of, ends, 5, write));
            let groups = vec![(String::new(), rows)];
            Panel::new(title, told, Chart::Rows(Rows { axis, names: Vec::new(), groups }))
        };
        let panels: Vec<Panel> = if let [one] = &self.all[..] {
            let shares = one.measures.iter().filter(|of| of.kind().unit != Unit::Number);
            let rows = shares.filter_map(|of| row(of.kind().title, of)).collect();
            vec![panel("", "per cent or percentage points", rows, |value| percent(value, 0))]
        } else {
            let of_kind = |(place, kind): (usize, &Kind)| {
                let rows = self.all.iter().filter_map(|one| {
                    row(&one.name, one.measures.iter().find(|of| of.kind == place)?)
                });
                let rows: Vec<ChartRow> = rows.collect();
                let write: fn(f64) -> String = match kind.unit {
                    Unit::Number => |value| significant(value, 3),
                    _ => |value| percent(value, 1),
                };
                let title = titled(kind);
                (!rows.is_empty()).then(|| panel(&title, &title, rows, write))
            };
            KINDS.iter().enumerate().filter_map(of_kind).collect()
        };
        let caption = "Bars are 95 % intervals; values without one are exact.";
        Block::figure(COMMAND, "Measures", FILE, caption, panels)
    }
}

impl Answer for Shown {
    fn document(&self) -> Document {
        let mut blocks = Vec::new();
        for one in &self.all {
            let mut told = vec![
                ("game", format!("{}, {} seats", one.game, one.seats)),
                ("agent", format!("{} plays all seats", one.agent)),
                ("values", format!("of decisions: {}", one.values)),
                ("players", one.players.join(", ")),
            ];
            if let [_] = self.all[..] {
                blocks.push(Self::table_of(one));
            } else {
                told.insert(0, ("of", one.name.clone()));
            }
            told.extend(one.notes().into_iter().map(|note| ("note", note)));
            blocks.push(Block::Lines { text: facts(&told) });
        }
        if self.all.len() > 1 {
            blocks.insert(0, self.table());
        }
        blocks.push(self.figure());
        let title = match &self.all[..] {
            [one] => format!("How good is the game {}?", one.game),
            _ => "Games side by side".to_owned(),
        };
        Document::answer(&title, blocks)
    }

    fn csv(&self) -> Option<String> {
        Some(csv(self.rows()))
    }
}
