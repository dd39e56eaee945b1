//! `rivals fit` of any game: the figures of a player by its decisions.

use std::path::PathBuf;

use clap::Args;
use miette::miette;
use serde::Serialize;
use serde_json::Value;

use super::{CommonSolveFlags, of};
use crate::catalogue::{GameEntry, Loaded, Playable};
use crate::command::progress::Bar;
use crate::command::shared::{Given, RulesName};
use crate::command::{Answer, Format, GameArg, Output, default_game, help_end};
use crate::config::Source;
use crate::document::{
    Axis, Block, Cell, Chart, Column, Document, Panel, Row, RowContent, Rows, Spot, Table,
};
use crate::files::{file_name, read_text};
use crate::outside::kept_record;
use crate::personalities::Personality;
use crate::play::Seat;
use crate::play::record::{Entry, Header, Participant, Record};
use crate::report::words::list;
use crate::session::Next;
use crate::text::csv;
use crate::text::number::{counted, fixed, percent, significant};
use crate::tournament::VALUES;
use rivals_core::conduct::Fitted;

/// The figures that are estimated if no others are named.
const FIGURES: [&str; 3] = ["risk_aversion", "nerves", "calculation"];

/// The flags that only some games take: those of the solver, and the others.
const OF_SOLVER: [&str; 3] = ["--target", "--no-challenge", "--seats"];
const OF_FIGURES: [&str; 1] = ["--figures"];

/// The standard errors on either side of an estimate within its 95 % interval.
const NORMAL: f64 = 1.959_964;

/// Estimate how a player decides, and how strong it is, from its decisions.
///
/// FILE has games: one JSON object per line, as `rivals engine` answers the question `play` or
/// `rivals tournament --keep-games` writes them, or records, as `rivals history export` writes them.
/// Of dragon-slayer it has games of the engine, or single decisions such as
/// {"position":{...},"action":"stop"}; each is compared with the best one of its position, which is
/// exact.
#[derive(Debug, Args)]
#[command(
    after_help = help_end("
        # how strong is Carla, by her decisions in ten games against Abel?
        for seed in 1 2 3 4 5 6 7 8 9 10; do
          echo '{\"ask\":\"play\",\"agents\":[\"carla\",\"abel\"],\"seed\":'$seed'}'
        done | rivals engine dragon-slayer > games.jsonl
        rivals fit games.jsonl --seat first
    ")
)]
pub(crate) struct FitArgs {
    // The first, as every other field takes its values from the matches.
    #[command(flatten)]
    given: Given,
    /// File of games or decisions; - is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Seat of the player in games: first, second, ..., or the player's name where games have names
    #[arg(long, value_name = "SEAT", default_value = "first")]
    seat: String,
    #[command(flatten)]
    game: GameArg,
    /// Figures of the player that are estimated beside calculation, of a game other than
    /// dragon-slayer; all others are taken for neutral [default: risk_aversion,nerves]
    #[arg(long, value_name = "KEY,...", value_delimiter = ',')]
    figures: Option<Vec<String>>,
    #[command(flatten)]
    pub solver: CommonSolveFlags,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv, Format::Toml, Format::Svg]), default_value = "table")]
    pub format: Format,
}

impl FitArgs {
    pub(crate) fn run(self) -> miette::Result<Output> {
        let game = self.game.game.unwrap_or_else(default_game);
        let own = of(game).fit;
        let alien: &[&str] = if own.is_some() { &OF_FIGURES } else { &OF_SOLVER };
        if let Some(flag) = alien.iter().find(|flag| self.given.has(flag)) {
            return Err(miette!(
                help = "leave it out",
                "{} does not take {flag}",
                game.info().name
            ));
        }
        own.unwrap_or(figures)(&self)
    }

    /// The seat in a game of these players.
    pub(crate) fn seat(&self, players: &[Participant]) -> miette::Result<Seat> {
        let numbers = ["first", "second", "third", "fourth", "fifth", "sixth"];
        let is_named = |player: &Participant| match player {
            Participant::Person { person } => *person == self.seat,
            Participant::Agent { agent, .. } => *agent == self.seat,
        };
        let place = numbers.iter().position(|number| *number == self.seat);
        let place = place.or_else(|| players.iter().position(is_named));
        place.filter(|place| *place < players.len()).map(Seat::at).ok_or_else(|| {
            let help = format!("write {}", numbers[..players.len().min(numbers.len())].join(", "));
            miette!(help = help, "no player sits at {:?}", self.seat)
        })
    }
}

/// The figures of a player of any game.
fn figures(args: &FitArgs) -> miette::Result<Output> {
    let entry = args.game.game.unwrap_or_else(default_game);
    let rules = args.solver.rules.read(entry.info())?;
    let game = entry.load(rules.as_ref())?;
    let records = records(entry, &game, rules.as_ref(), args)?.into_iter();
    let games: Vec<(Record, Seat)> = records
        .map(|record| {
            let seat = args.seat(&record.header.seats)?;
            Ok((record, seat))
        })
        .collect::<miette::Result<_>>()?;
    let bar = Bar::new(games.len() as u64, "games", args.solver.quiet);
    let mut free: Vec<&str> = match &args.figures {
        Some(figures) => figures.iter().map(|key| key.trim()).collect(),
        None => FIGURES.to_vec(),
    };
    // One choice that its figures do not explain would rule out a player that never errs.
    if !free.contains(&"calculation") {
        free.push("calculation");
    }
    let known = Personality {
        name: "Fitted".to_owned(),
        character: "Has the figures that explain observed decisions best.".to_owned(),
        ..Personality::neutral("fitted")
    };
    let read = |more| bar.add(more);
    let (fitted, seen) = args.solver.on_threads(|| game.fit(&games, &known, &free, &read))??;
    bar.finish();
    let chance = seen.iter().map(|one| -libm::log(one.prospects.options.len() as f64)).sum();
    let mean = |of: f64| libm::exp(of / seen.len() as f64);
    let answer = FiguresAnswer {
        games: games.len() as u64,
        decisions: seen.len() as u64,
        probability: mean(fitted.log_likelihood),
        probability_of_chance: mean(chance),
        figures: rows(&fitted, &free),
        personality: fitted.personality,
    };
    let built_in = game.rules_text() == entry.load(None)?.rules_text();
    let name = RulesName::new(built_in, rules.as_ref().map(Source::name));
    args.format.output_by(&name, &answer)
}

/// The games of a file.
fn records(
    entry: &GameEntry,
    game: &Loaded,
    rules: Option<&Source>,
    args: &FitArgs,
) -> miette::Result<Vec<Record>> {
    let (text, name) = (read_text(&args.file)?, file_name(&args.file));
    let (mut records, mut lines) = (Vec::new(), String::new());
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let refused = |message: String| {
            let help = "give games as `rivals engine` answers the question `play`";
            miette!(help = help, "{name}, line {}: {message}", number + 1)
        };
        let value: Value =
            serde_json::from_str(line).map_err(|error| refused(format!("no JSON: {error}")))?;
        if value["moves"].is_array() {
            records.push(if value["seats"].is_array() {
                kept_record(&value)?
            } else {
                of_engine(entry, game, rules, &value).map_err(refused)?
            });
            continue;
        }
        // The header of the next record.
        if value.get("record").is_some() && !lines.is_empty() {
            records.push(Record::read(&std::mem::take(&mut lines))?);
        }
        lines += line;
        lines.push('\n');
    }
    if !lines.is_empty() {
        records.push(Record::read(&lines)?);
    }
    match records.iter().find(|record| record.header.game != entry.info().name) {
        Some(other) => {
            let help = format!("write --game {}", other.header.game);
            Err(miette!(help = help, "{name} has a game of {}", other.header.game))
        }
        None => Ok(records),
    }
}

/// People who are called by their seats.
pub(crate) fn people(seats: usize) -> Vec<Participant> {
    let person = |seat: usize| Participant::Person { person: format!("seat {seat}") };
    (1..=seats).map(person).collect()
}

/// The record of a game that the engine has played, between people.
fn of_engine(
    entry: &GameEntry,
    game: &Loaded,
    rules: Option<&Source>,
    played: &Value,
) -> Result<Record, String> {
    let seats = played["scores"].as_array().map_or(0, Vec::len);
    let header = Header {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        values: VALUES,
        game: entry.info().name.to_owned(),
        rules: game.rules_text(),
        rule_file: rules.map(|rules| rules.text().to_owned()),
        start: played.get("position").cloned(),
        seats: people(seats),
        ..Header::default()
    };
    let mut session = game.seat(header.clone()).map_err(|error| error.message)?;
    let mut entries = Vec::new();
    for text in played["moves"].as_array().into_iter().flatten() {
        let text = text.as_str().unwrap_or_default().to_owned();
        entries.push(match session.next() {
            Next::Person(Seat(seat)) => {
                let options = session.choices().len();
                Entry::Act { act: text, seat: seat + 1, options, ms: None, hint: false, why: None }
            }
            _ => Entry::Event { event: text },
        });
        session.replay_at(&entries, entries.len() - 1).map_err(|error| error.to_string())?;
    }
    Ok(Record { header, entries })
}

/// A figure with the ends of its interval; null where there is none.
#[derive(Clone, Copy, Serialize)]
struct FigureRow<'a> {
    figure: &'a str,
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
}

/// The estimates of the free figures, with 95 % intervals within their scales.
fn rows<'a>(fitted: &Fitted, free: &[&'a str]) -> Vec<FigureRow<'a>> {
    let all = || fitted.personality.figures().chain(fitted.personality.habit_figures());
    let row = |(&figure, error): (&&'a str, &Option<f64>)| {
        let (scale, value) = all().find(|(scale, _)| scale.key == figure)?;
        let end = |way: f64| error.map(|error| (value + way * error).clamp(scale.low, scale.high));
        Some(FigureRow { figure, value, low: end(-NORMAL), high: end(NORMAL) })
    };
    free.iter().zip(&fitted.errors).filter_map(row).collect()
}

/// The answer.
#[derive(Serialize)]
struct FiguresAnswer<'a> {
    games: u64,
    /// The number of decisions between two actions or more.
    decisions: u64,
    /// The geometric mean of the probabilities that these figures give to what was chosen, and the
    /// same of a player that draws.
    probability: f64,
    probability_of_chance: f64,
    figures: Vec<FigureRow<'a>>,
    #[serde(skip)]
    personality: Personality,
}

impl Answer for FiguresAnswer<'_> {
    fn document(&self) -> Document {
        let table = Table::of(
            "",
            "",
            &self.figures,
            &[
                (Column::words("figure"), &|row: &FigureRow<'_>| {
                    Cell::words(row.figure.replace('_', " "))
                }),
                (Column::figures("estimate"), &|row| Cell::figure(row.value, fixed(row.value, 2))),
                (Column::figures("95 % interval"), &|row| {
                    Cell::interval(row.low.zip(row.high), |end| fixed(end, 2))
                }),
            ],
        );
        let text = format!(
            "Estimated from {} between two actions or more in {}, by maximum likelihood with all \
             other figures neutral. These figures give what was chosen a probability of {} % \
             (geometric mean), and a player that draws {} %. A figure has no interval at the end \
             of its scale, or where the decisions do not tell it.",
            counted(self.decisions, "decision", "decisions"),
            counted(self.games, "game", "games"),
            percent(self.probability, 1),
            percent(self.probability_of_chance, 1),
        );
        let spots = self.figures.iter().map(|row| {
            let interval = row.low.zip(row.high);
            (row.figure, Spot { value: row.value, interval })
        });
        let spots: Vec<(&str, Spot)> = spots.collect();
        let caption =
            "Figures that explain the decisions best. Bars are 95 % confidence intervals.";
        let picture = picture("figure", caption, &spots);
        let blocks = vec![Block::Table(table), Block::text(text), picture];
        Document::answer("The figures of a player", blocks)
    }

    fn csv(&self) -> Option<String> {
        Some(csv(self.figures.iter().copied()))
    }

    fn toml(&self) -> Option<String> {
        Some(self.personality.to_toml())
    }
}

/// The picture of estimates by the keys of the figures; without charts if there are none. `what` is
/// the word for one of them.
pub(crate) fn picture(what: &str, caption: &str, estimates: &[(&str, Spot)]) -> Block {
    let ends = estimates.iter().flat_map(|(_, spot)| {
        let interval = spot.interval.map(|(low, high)| [low, high]);
        interval.into_iter().flatten().chain([spot.value])
    });
    let title = format!("value of the {what}");
    let axis = Axis::over(title, ends.chain([0.0]), 5, |value| significant(value, 2));
    let named = |key: &str| key.replace('_', " ");
    let told: Vec<String> = (estimates.iter())
        .map(|&(key, spot)| format!("{} {}", named(key), significant(spot.value, 3)))
        .collect();
    let rows = estimates.iter().map(|&(key, spot)| Row {
        name: named(key),
        content: RowContent::Values(vec![Some(spot)]),
        value: significant(spot.value, 3),
    });
    let chart = Chart::Rows(Rows {
        axis: Some(axis),
        names: Vec::new(),
        groups: vec![(String::new(), rows.collect())],
    });
    let title = format!("Estimated {what}s");
    let panel = Panel::new("", format!("{title}: {}.", list(&told)), chart);
    let panels = (!estimates.is_empty()).then_some(panel);
    Block::figure("fitted", &title, "", caption, panels)
}
