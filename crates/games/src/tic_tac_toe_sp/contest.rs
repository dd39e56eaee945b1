//! What tournaments of Tic Tac Toe SP measure.

use std::sync::Arc;

use super::agents::AGENTS;
use super::conduct::CONDUCT;
use super::facts::FACTS;
use super::priorities::Priorities;
use super::rules::TicTacToe;
use super::state::Kind;
use rivals_core::conduct::Conducting;
use rivals_core::contest::{AgentContest, Build, MetricRow, Played, Players};
use rivals_core::play::{AgentRow, AgentSpec, Game, Logged, Step};
use rivals_core::sentences::FactRow;

/// What a seat did in a game, after the opening.
#[derive(Debug, Default)]
pub struct Counts {
    moves: i64,
    pieces: i64,
    blocks: i64,
    clearings: i64,
    /// The moves on cells of this priority.
    priority_74: i64,
    searched: [i64; 2],
}

impl Players for TicTacToe {
    type Counts = Counts;

    const AGENTS: &'static [AgentRow<Build<Self>>] = AGENTS;

    const FACTS: &'static [FactRow<Self>] = FACTS;

    const CONDUCT: Option<Conducting<Self>> = Some(CONDUCT);

    const METRICS: &'static [MetricRow<Counts>] = &[
        MetricRow::new("moves", "moves", "moves per game, without those of the opening", |of| {
            [of.moves, 1]
        }),
        MetricRow::new("pieces", "pieces", "own pieces placed per game", |of| [of.pieces, 1]),
        MetricRow::new("blocks", "blocks", "ice and plants placed per game", |of| [of.blocks, 1]),
        MetricRow::new("clearings", "clearings", "torches and bombs used per game", |of| {
            [of.clearings, 1]
        }),
        MetricRow::new(
            "priority_74",
            "moves",
            "share of moves on cells to which the document's board gives the priority 74",
            |of| [of.priority_74, of.moves],
        ),
        MetricRow::nodes(|of| of.searched),
    ];

    fn count(played: &Played<'_, Self>) -> Vec<Counts> {
        let document = Priorities::as_documented();
        let counts = |seat| Counts { searched: played.searched(seat), ..Counts::default() };
        let mut counts: Vec<Counts> = (0..2).map(counts).collect();
        let mut state = *played.playthrough.start();
        for step in played.playthrough.steps() {
            // The game is over after a forfeit.
            let Logged::Act(seat, action) = step else { break };
            let of = &mut counts[usize::from(seat.0)];
            of.moves += 1;
            match action.kind {
                Kind::Basic => of.pieces += 1,
                Kind::Ice | Kind::Plant => of.blocks += 1,
                Kind::Torch | Kind::Bomb => of.clearings += 1,
                Kind::Swap => {}
            }
            of.priority_74 += i64::from(document.priority(&state, action.cell) == 74);
            played.playthrough.game().play(&mut state, Step::Act(action));
        }
        counts
    }

    fn agent_contest(game: &Arc<Self>, agents: &[AgentSpec]) -> AgentContest<Self> {
        let mut contest = AgentContest::of(game, agents);
        contest.share_unit = 2;
        contest
    }
}
