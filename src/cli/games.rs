//! `rivals games`: lists the games, their seats, agents and rules.

use clap::Args;
use serde::Serialize;

use crate::catalogue::{GameEntry, Playable, catalogue, find};
use crate::command::{Answer, Format, Output, help_end};
use crate::commands::{self, GameSolver};
use crate::document::{Block, Cell, Column, Columns, Document, Table};
use crate::play::AgentKind;
use crate::text::csv;
use crate::tournament::GameInfo;
use rivals_core::sentences::{Fact, PLAYERS};

/// List the games, with their seats, agents, facts and rules.
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
    #[arg(value_name = "GAME", value_parser = find)]
    game: Option<&'static GameEntry>,
    /// Format of the output
    #[arg(short, long, value_parser = Format::offered(&[Format::Csv]), default_value = "table")]
    format: Format,
}

/// A game; serialised, it is the JSON object.
#[derive(Serialize)]
struct GameObject {
    #[serde(flatten)]
    info: &'static GameInfo,
    /// The canonical text of the built-in rules.
    rules: String,
    #[serde(skip)]
    board: Option<String>,
}

impl GameObject {
    fn new(game: &'static GameEntry) -> miette::Result<Self> {
        let board = commands::of(game).board.map(|board| board());
        Ok(Self { info: game.info(), rules: game.load(None)?.rules_text(), board })
    }

    fn agents(&self) -> impl Iterator<Item = AgentRow> {
        self.info.agents.iter().map(|kind| AgentRow { agent: kind.usage(), about: kind.about() })
    }
}

/// An agent of a game.
#[derive(Serialize)]
struct AgentRow {
    agent: String,
    about: String,
}

impl GamesArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        match self.game {
            Some(game) => self.format.output(&GameObject::new(game)?),
            None => {
                let all = catalogue().iter().map(GameObject::new);
                self.format.output(&all.collect::<miette::Result<Vec<_>>>()?)
            }
        }
    }
}

/// A row of the list of games.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    seats: String,
    /// The names of its agents, without the parameters behind a colon.
    agents: String,
    solver: &'static str,
    about: &'static str,
}

impl Row {
    fn new(GameObject { info, .. }: &GameObject) -> Self {
        let first = |usage: String| usage.split([':', '[']).next().map(str::to_owned);
        let agents: Vec<String> =
            info.agents.iter().map(AgentKind::usage).filter_map(first).collect();
        Self {
            game: info.name,
            seats: seats(info),
            agents: agents.join(" "),
            solver: if solver(info).is_some() { "yes" } else { "no" },
            about: info.about,
        }
    }
}

/// All games, a row for each.
impl Answer for Vec<GameObject> {
    fn document(&self) -> Document {
        let columns: &Columns<'_, Row> = &[
            (Column::words("game"), &|row| Cell::words(row.game)),
            (Column::words("seats"), &|row| Cell::words(&row.seats)),
            (Column::words("agents"), &|row| Cell::words(&row.agents)),
            (Column::words("solver"), &|row| Cell::words(row.solver)),
            (Column::words("about"), &|row| Cell::words(row.about)),
        ];
        let rows: Vec<Row> = self.iter().map(Row::new).collect();
        let hint = "`rivals games GAME` shows the agents and rules of a game.";
        let table = Table::of("", "", &rows, columns);
        Document::answer("Games", vec![Block::Table(table), Block::text(hint)])
    }

    fn csv(&self) -> Option<String> {
        Some(csv(self.iter().map(Row::new)))
    }
}

/// One game, with its agents and rules.
impl Answer for GameObject {
    fn document(&self) -> Document {
        let info = self.info;
        let players = if info.personalities {
            "personalities and agents; `rivals roster` lists personalities"
        } else {
            "agents"
        };
        let facts = [
            format!("seats: {}", seats(info)),
            format!("players: {players}"),
            format!("hints: {}", info.adviser.unwrap_or("none")),
            solver(info).map_or_else(
                || "solver: none".to_owned(),
                |solver| format!("solver: `rivals solve` takes {}", solver.flags.join(", ")),
            ),
        ];
        let agents = self.agents().map(|row| [row.agent, row.about].map(Cell::words).to_vec());
        let parameters = (info.agents.iter())
            .flat_map(|kind| kind.parameters.iter().map(move |parameter| (kind, parameter)));
        let parameters: Vec<_> = parameters
            .map(|(kind, parameter)| {
                let default = parameter.values.default().unwrap_or_default();
                let (name, values) = (parameter.name.to_uppercase(), parameter.values.to_string());
                [kind.name, &name, &values, &default, parameter.about].map(Cell::words).to_vec()
            })
            .collect();
        let columns = |names: &[&str]| names.iter().copied().map(Column::words).collect();
        let mut blocks = vec![
            Block::text(info.name),
            Block::text(info.about),
            Block::list(facts.to_vec()),
            Block::table("", "", columns(&["agent", "about"]), agents),
        ];
        if !parameters.is_empty() {
            let titles = columns(&["agent", "parameter", "values", "default", "about"]);
            blocks.push(Block::table("", "", titles, parameters));
        }
        blocks.extend(facts_table(info));
        blocks.push(Block::heading("rules"));
        blocks.extend(self.rules.lines().map(Block::text));
        if let Some(board) = self.board.clone() {
            blocks.extend([Block::heading("board"), Block::Lines { text: board }]);
        }
        Document::answer(info.name, blocks)
    }

    fn csv(&self) -> Option<String> {
        Some(csv(self.agents()))
    }
}

/// What sentences may speak of, and the players made of sentences.
fn facts_table(info: &GameInfo) -> Vec<Block> {
    if info.facts.is_empty() {
        return Vec::new();
    }
    let columns: &Columns<'_, &Fact> = &[
        (Column::words("fact"), &|fact| Cell::words(fact.name)),
        (Column::words("type"), &|fact| Cell::words(fact.values.kind())),
        (Column::words("values"), &|fact| Cell::words(fact.values.to_string())),
        (Column::words("example"), &|fact| Cell::words(fact.example)),
        (Column::words("about"), &|fact| Cell::words(fact.about)),
    ];
    let facts: Vec<&Fact> = info.facts.iter().collect();
    let players = info.players.iter().map(|(name, _)| format!("{PLAYERS}/{name}"));
    let players = players.collect::<Vec<_>>().join(", ");
    let text = format!(
        "Players made of sentences are {players}, and files of your own. Their sentences speak of \
         these facts of the position and of an action:"
    );
    vec![Block::text(text), Block::Table(Table::of("", "", &facts, columns))]
}

fn solver(game: &GameInfo) -> Option<GameSolver> {
    commands::all().find(|own| own.name == game.name)?.solve
}

fn seats(game: &GameInfo) -> String {
    match (game.seats.start(), game.seats.end()) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}
