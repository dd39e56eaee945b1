//! What tournaments of Pig measure, their exact results, and a fast path for games between players
//! that all hold at a number of points.
//!
//! Games with other agents are played by [`AgentContest`], with the same metrics.
//! `tests/library/tournament/agent_contest.rs` compares both, game by game.

use std::sync::{Arc, OnceLock};

use super::agents::{AGENTS, Fixed};
use super::conduct::CONDUCT;
use super::die::roll;
use super::exact::{Exact, exact};
use super::{Face, Pig, PigAction, TARGET};
use rivals_core::conduct::Conducting;
use rivals_core::contest::{
    AgentContest, Build, Contest, FastPath, GameRecord, MetricRow, OnProgress, Played, Players,
    Solved,
};
use rivals_core::play::{AgentRow, AgentSpec, Dice, Logged, MAX_SEATS, Seat, Seats};

/// Pig to 100 points between players that hold at these numbers of points, each from 1 to 100,
/// or when holding wins.
///
/// # Panics
/// If a number is out of range.
#[must_use]
pub fn hold_contest(points: &[u32]) -> impl Contest + use<> {
    let spec = |points| AgentSpec::parse(&format!("hold-{points}"), Pig::KINDS);
    let specs = points.iter().map(spec).collect::<Result<Vec<_>, _>>();
    let game = Arc::new(Pig::to(TARGET));
    Pig::agent_contest(&game, &specs.expect("points from 1 to 100"))
}

/// What a seat did in a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    turns: i64,
    /// The turns that ended with a 1.
    lost: i64,
    /// The points of the turns in which it held.
    held: i64,
    won: i64,
    /// The lead over the next best score, if it has won.
    margin: i64,
}

impl Counts {
    /// Adds a turn: the points that it scored, or `None` if it ended with a 1.
    fn add_turn(&mut self, scored: Option<u32>) {
        self.turns += 1;
        self.lost += i64::from(scored.is_none());
        self.held += i64::from(scored.unwrap_or(0));
    }
}

/// Adds the end of a game with these scores.
fn add_end(counts: &mut [Counts], winners: Seats, scores: &[i32]) {
    for seat in winners.iter().map(|seat| usize::from(seat.0)) {
        let others = (scores.iter().enumerate()).filter(|&(other, _)| other != seat);
        let next = others.map(|(_, score)| *score).max().unwrap_or(0);
        counts[seat].won = 1;
        counts[seat].margin = i64::from(scores[seat] - next);
    }
}

impl Players for Pig {
    type Counts = Counts;

    const AGENTS: &'static [AgentRow<Build<Self>>] = AGENTS;

    const CONDUCT: Option<Conducting<Self>> = Some(CONDUCT);

    const METRICS: &'static [MetricRow<Counts>] = &[
        MetricRow::new("turns", "turns", "turns that it takes in a game", |of| [of.turns, 1]),
        MetricRow::new("lost_turns", "share", "share of its turns that end with a 1", |of| {
            [of.lost, of.turns]
        }),
        MetricRow::new("stakes", "points", "points at stake when it holds", |of| {
            [of.held, of.turns - of.lost]
        }),
        MetricRow::new(
            "margin",
            "points",
            "lead over the next best score at the end of games that it wins",
            |of| [of.margin, of.won],
        ),
    ];

    const ORDERED: bool = true;

    fn count(played: &Played<'_, Self>) -> Vec<Counts> {
        let mut counts = vec![Counts::default(); played.playthrough.seats()];
        let (mut mover, mut at_stake) = (0, 0);
        for step in played.playthrough.steps() {
            match step {
                Logged::Act(seat, PigAction::Roll) => mover = usize::from(seat.0),
                Logged::Act(seat, PigAction::Hold) => {
                    counts[usize::from(seat.0)].add_turn(Some(at_stake));
                    at_stake = 0;
                }
                Logged::Happen(Face(1)) => {
                    counts[mover].add_turn(None);
                    at_stake = 0;
                }
                Logged::Happen(Face(points)) => at_stake += u32::from(points),
                // The game is over then, and the others have won.
                Logged::Forfeit(_) => {}
            }
        }
        let scores: Vec<i32> = played.outcome.scores.iter().map(|(_, score)| score).collect();
        add_end(&mut counts, played.outcome.winners(), &scores);
        counts
    }

    /// On the fast path if all agents hold at a number of points.
    fn agent_contest(game: &Arc<Self>, specs: &[AgentSpec]) -> AgentContest<Self> {
        let agents = specs.iter().map(|spec| game.agent(spec).downcast().copied());
        let agents: Vec<Option<Fixed>> = agents.collect();
        let holds = agents.iter().map(|agent| match agent {
            Some(Fixed::HoldAt(points)) => Some(*points),
            _ => None,
        });
        let holds = holds.collect::<Option<Vec<u32>>>();
        let mut contest = AgentContest::of(game, specs);
        contest.fast = holds.map(|holds| fast_games(game.target(), holds));
        let known = (0..agents.len() * agents.len()).map(|_| OnceLock::new()).collect();
        let game = Arc::clone(game);
        contest.solved = Some(Box::new(ExactResults { game, agents, known }));
        contest
    }
}

/// Plays games between players that hold at these numbers of points.
#[expect(clippy::cast_possible_truncation, reason = "at most `MAX_SEATS`")]
fn fast_games(target: u32, points: Vec<u32>) -> FastPath {
    Box::new(move |line_up: &[usize], dice: &Dice, record: &mut GameRecord| {
        let (mut scores, mut counts) = ([0; MAX_SEATS], [Counts::default(); MAX_SEATS]);
        for turn in 0.. {
            for (seat, &player) in line_up.iter().enumerate() {
                let hold_at = points[player].min(target - scores[seat]);
                let scored = turn_points(hold_at, &mut dice.turn(seat, turn));
                counts[seat].add_turn(scored);
                scores[seat] += scored.unwrap_or(0);
                if scores[seat] >= target {
                    record.winners = Seats::one(Seat(seat as u8));
                    record.scores = scores.map(u32::cast_signed);
                    add_end(&mut counts, record.winners, &record.scores[..line_up.len()]);
                    Pig::measure(&counts[..line_up.len()], record);
                    return true;
                }
            }
        }
        unreachable!("a game ends before the turns run out")
    })
}

/// The points of a turn that ends at `hold_at` points or more; `None` if the turn is lost.
fn turn_points(hold_at: u32, rng: &mut impl rand::Rng) -> Option<u32> {
    let mut at_stake = 0;
    while at_stake < hold_at {
        match roll(rng) {
            1 => return None,
            face => at_stake += face,
        }
    }
    Some(at_stake)
}

/// Exact results between agents of Pig.
struct ExactResults {
    game: Arc<Pig>,
    /// The agents that have exact results, by player.
    agents: Vec<Option<Fixed>>,
    /// By pair of players, the results in both orders; `None` where there are none.
    known: Vec<OnceLock<Option<Exact>>>,
}

impl Solved for ExactResults {
    fn prepare_exact(&self, progress: OnProgress<'_>) {
        let players = 0..self.agents.len();
        let pairs = (players.clone()).flat_map(|other| (0..other).map(move |one| (one, other)));
        self.exact_of_pairs(&pairs.collect::<Vec<_>>(), progress);
    }

    fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        // Always the same order, so that a result does not depend on what was asked first.
        let [one, other] = [first.min(second), first.max(second)];
        let known = &self.known[one * self.agents.len() + other];
        let solve = || exact(&self.game, [self.agents[one]?, self.agents[other]?]).ok();
        let exact = known.get_or_init(solve).as_ref()?;
        Some((exact.wins[usize::from(first > second)], exact.error))
    }
}
