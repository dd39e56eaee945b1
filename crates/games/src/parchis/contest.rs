//! What tournaments of Parchis measure.

use std::sync::Arc;

use super::agents::AGENTS;
use super::board::GOAL;
use super::conduct::CONDUCT;
use super::rules::Parchis;
use super::state::ParchisState;
use rivals_core::conduct::Conducting;
use rivals_core::contest::{AgentContest, Build, MetricRow, Played, Players};
use rivals_core::play::{AgentRow, AgentSpec, Game, Logged, Step};

/// What a seat did in a game, after the opening.
#[derive(Debug, Default)]
pub struct Counts {
    moves: i64,
    captures: i64,
    goals: i64,
    bounces: i64,
    skips: i64,
    searched: [i64; 2],
}

impl Players for Parchis {
    type Counts = Counts;

    const AGENTS: &'static [AgentRow<Build<Self>>] = AGENTS;

    const CONDUCT: Option<Conducting<Self>> = Some(CONDUCT);

    const METRICS: &'static [MetricRow<Counts>] = &[
        MetricRow::new("moves", "moves", "moves per game, without those of the opening", |of| {
            [of.moves, 1]
        }),
        MetricRow::new("captures", "captures", "captures per game", |of| [of.captures, 1]),
        MetricRow::new("goals", "goals", "pieces brought to the goal per game", |of| [of.goals, 1]),
        MetricRow::new("bounces", "bounces", "bounces off the goal per game", |of| [of.bounces, 1]),
        MetricRow::new("skips", "skips", "dice used for no piece per game", |of| [of.skips, 1]),
        MetricRow::nodes(|of| of.searched),
    ];

    fn count(played: &Played<'_, Self>) -> Vec<Counts> {
        let counts = |seat| Counts { searched: played.searched(seat), ..Counts::default() };
        let mut counts: Vec<Counts> = (0..played.playthrough.seats()).map(counts).collect();
        let mut state = *played.playthrough.start();
        for step in played.playthrough.steps() {
            let game = played.playthrough.game();
            let (seat, action) = match step {
                Logged::Act(seat, action) => (seat, action),
                Logged::Happen(throw) => {
                    game.play(&mut state, Step::Event(throw));
                    continue;
                }
                // The game is over after a forfeit.
                Logged::Forfeit(_) => break,
            };
            let colour = usize::from(state.mover);
            let after = game.after(&state, Step::Act(action));
            let goals = |state: &ParchisState| i64::from(state.count(colour, GOAL));
            let bounces = |state: &ParchisState| i64::from(state.bounces[colour]);
            let of = &mut counts[usize::from(seat.0)];
            of.moves += 1;
            of.captures += i64::from(after.bonus == 20);
            of.goals += goals(&after) - goals(&state);
            of.bounces += bounces(&after) - bounces(&state);
            of.skips += i64::from(action.is_skip());
            state = after;
        }
        counts
    }

    /// Each seat makes about a hundred decisions.
    fn agent_contest(game: &Arc<Self>, agents: &[AgentSpec]) -> AgentContest<Self> {
        let mut contest = AgentContest::of(game, agents);
        (contest.share_unit, contest.decisions) = (2, 100);
        contest
    }
}
