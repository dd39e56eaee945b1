//! `rivals games`: lists the games, their seats, agents and rules.

use clap::Args;
use serde::Serialize;

use crate::command::output::terminal_width;
use crate::command::shared::TextFormat;
use crate::command::{Output, help_end};
use crate::games::{self, AnyGame};
use crate::play::{AgentKind, GameInfo};
use crate::text::table::{Column, line, note, wrapped};

/// The largest width of the text in columns, and that if standard output is no terminal.
const WIDTH: usize = 100;

/// List the games, with their seats, agents and rules.
///
/// An agent is written hold-20 if its only parameter is a whole number, else
/// NAME[:FIRST][:KEY=VALUE]...; values equal to their defaults are left out.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # the agents of Pig
    rivals games pig
"))]
pub(super) struct GamesArgs {
    /// Show only this game, with its agents and rules
    #[arg(value_name = "GAME", value_parser = games::find)]
    game: Option<&'static dyn AnyGame>,
    /// What to print on standard output
    #[arg(short, long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
}

/// A game in the JSON output.
#[derive(Serialize)]
struct GameObject {
    #[serde(flatten)]
    info: &'static GameInfo,
    /// The canonical text of the built-in rules.
    rules: String,
}

impl GamesArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let width = terminal_width().unwrap_or(WIDTH).min(WIDTH);
        let text = match (self.game, self.format) {
            (Some(game), TextFormat::Json) => crate::text::json(&object(game)?),
            (None, TextFormat::Json) => {
                let objects = games::ALL.iter().map(|game| object(*game));
                crate::text::json(&objects.collect::<miette::Result<Vec<_>>>()?)
            }
            (Some(game), TextFormat::Table) => {
                let board = game.board().map(|board| format!("\nboard\n{board}"));
                one(&object(game)?, width) + &board.unwrap_or_default()
            }
            (None, TextFormat::Table) => all(width),
        };
        Ok(Output::done(text))
    }
}

fn object(game: &dyn AnyGame) -> miette::Result<GameObject> {
    let (info, rules) = (game.info(), game.rules(None)?);
    Ok(GameObject { info, rules })
}

/// The table of all games, a row for each.
fn all(width: usize) -> String {
    let columns = ["game", "seats", "agents", "about"].map(Column::left);
    let rows: Vec<_> = (games::ALL.iter().map(|game| game.info()))
        .map(|game| {
            // The parameters behind a colon are in the text about the game.
            let first = |usage: String| usage.split([':', '[']).next().map(str::to_owned);
            let agents = game.agents.iter().map(AgentKind::usage);
            let agents: Vec<String> = agents.filter_map(first).collect();
            let about = game.about.to_owned();
            vec![game.name.to_owned(), seats(game), agents.join(" "), about]
        })
        .collect();
    let hint = "`rivals games GAME` shows the agents and rules of a game.";
    wrapped(&columns, &rows, 2, width) + "\n" + &note(hint, Some(width))
}

/// The text about one game, with its agents and rules.
fn one(game: &GameObject, width: usize) -> String {
    let GameObject { info, rules } = game;
    let personalities = if info.personalities {
        "personalities and agents; `rivals roster` lists personalities"
    } else {
        "agents"
    };
    let players = line(&format!("players  {personalities}"), 9, Some(width));
    let mut text = format!("{}\n", info.name)
        + &note(info.about, Some(width))
        + &format!("\nseats    {}\n{players}hints    {}\n\n", seats(info), info.adviser);
    let columns = ["agent", "about"].map(Column::left);
    let rows: Vec<_> = (info.agents.iter()).map(|kind| vec![kind.usage(), kind.about()]).collect();
    text += &wrapped(&columns, &rows, 2, width);
    let parameters = (info.agents.iter())
        .flat_map(|kind| kind.parameters.iter().map(move |parameter| (kind, parameter)));
    let parameters: Vec<_> = parameters
        .map(|(kind, parameter)| {
            vec![
                kind.name.to_owned(),
                parameter.name.to_uppercase(),
                parameter.values.to_string(),
                parameter.values.default().unwrap_or_default(),
                parameter.about.to_owned(),
            ]
        })
        .collect();
    if !parameters.is_empty() {
        let columns = ["agent", "parameter", "values", "default", "about"].map(Column::left);
        text += "\n";
        text += &wrapped(&columns, &parameters, 2, width);
    }
    let rules = rules.lines().map(|rule| line(rule, 2, Some(width)));
    text + "\nrules\n" + &rules.collect::<String>()
}

fn seats(game: &GameInfo) -> String {
    match (game.seats.start(), game.seats.end()) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}
