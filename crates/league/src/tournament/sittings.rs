//! Makes a contest of any game and its agents: each game is a [`Sitting`], or is played on the
//! game's fast path if it gives one. `tests/library/tournament/sittings.rs` compares both for
//! Pig.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use rand::Rng;

use super::contest::{Contest, GameRecord, Metric, Solved};
use super::memory::{MemoryPart, SEARCHES};
use super::player::Player;
use rivals_core::play::{
    Agent, AnyAction, Decision, Dice, Game, MAX_SEATS, Node, Outcome, Seat, Seats, Sitting, Step,
    Watch, draw,
};

/// The seat number whose dice draw a winner after a forfeit, beyond those of [`Sitting`].
const FORFEITED: usize = 5 * MAX_SEATS;

/// The seat number whose dice draw positions and decide in them, where decisions are compared.
const COMPARED: usize = 6 * MAX_SEATS;
/// The most drawn moves before such a position.
const MOST_DRAWN: usize = 80;

/// Makes a fresh agent for every game.
pub type AgentMaker<G> = Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// A function that measures a finished game of a line-up: it adds to a record whose sums are 0.
pub type Measure<G> = Box<dyn Fn(&[usize], &Sitting<G>, &Outcome, &mut GameRecord) + Send + Sync>;

/// A function that plays a game of a line-up and fills in the empty record, as the sitting of
/// the same agents would, only faster. It returns false if it cannot play between these players.
pub type FastPath = Box<dyn Fn(&[usize], &Dice, &mut GameRecord) -> bool + Send + Sync>;

/// Draws the state from which a game begins. The games of a group begin from the same state in all
/// pairings.
pub type Opening<G> = Box<dyn Fn(&mut dyn Rng) -> <G as Game>::State + Send + Sync>;

/// A game with its roster of agents.
pub struct Sittings<G: Game> {
    game: Arc<G>,
    name: &'static str,
    rules: String,
    players: Vec<Player>,
    /// The makers of the agents, by player.
    makers: Vec<AgentMaker<G>>,
    metrics: Vec<Metric>,
    measure: Measure<G>,
    /// The metric that ranks the players.
    ranking: Option<usize>,
    /// Whether the last metric is the number of visited states per decision.
    counts_nodes: bool,
    opening: Option<Opening<G>>,
    share_unit: u32,
    every_seating: bool,
    game_time: Duration,
    /// The memory of an agent, in bytes.
    agent_bytes: u64,
    watch: Arc<Watch>,
    solved: Option<Box<dyn Solved + Send>>,
    /// The fast path, and the time of a game on it.
    fast: Option<(Duration, FastPath)>,
}

impl<G: Game> Sittings<G> {
    /// A game of this name between players, each with a maker of its agent. A player's id is
    /// the spelling of its agent, which says how the player plays. `rules` are the rules as
    /// canonical text.
    #[must_use]
    pub fn new(
        name: &'static str,
        game: Arc<G>,
        rules: String,
        players: impl IntoIterator<Item = (Player, AgentMaker<G>)>,
    ) -> Self {
        let (players, makers) = players.into_iter().unzip();
        Self {
            game,
            name,
            rules,
            players,
            makers,
            metrics: Vec::new(),
            measure: Box::new(|_, _, _, _| {}),
            ranking: None,
            counts_nodes: false,
            opening: None,
            share_unit: 1,
            every_seating: false,
            game_time: Duration::from_micros(1),
            agent_bytes: 0,
            watch: Arc::default(),
            solved: None,
            fast: None,
        }
    }

    /// The same game with wins that may be shared in units of 1 / `share_unit`; see
    /// [`Contest::share_unit`].
    #[must_use]
    pub fn shared(mut self, share_unit: u32) -> Self {
        self.share_unit = share_unit;
        self
    }

    /// The same game in every seating, and with copies of players; see
    /// [`Contest::every_seating`].
    #[must_use]
    pub fn in_every_seating(mut self) -> Self {
        self.every_seating = true;
        self
    }

    /// The same game with the approximate time that a game takes; see [`Contest::game_time`].
    #[must_use]
    pub fn taking(mut self, game_time: Duration) -> Self {
        self.game_time = game_time;
        self
    }

    /// The same game with agents that take about this memory each, in bytes.
    #[must_use]
    pub fn remembering(mut self, agent_bytes: u64) -> Self {
        self.agent_bytes = agent_bytes;
        self
    }

    /// The same game, in which the groups of all pairings with the same number begin from one drawn
    /// state. The rules must say how it is drawn.
    #[must_use]
    pub fn opened(mut self, opening: Opening<G>) -> Self {
        self.opening = Some(opening);
        self
    }

    /// The same game with one more metric: the states that an agent's searches visit per
    /// decision. It is the last metric; call this after [`Self::measured`].
    #[must_use]
    pub fn counting_nodes(mut self) -> Self {
        self.counts_nodes = true;
        self.metrics.push(Metric {
            name: "nodes".to_owned(),
            unit: "states",
            scale: 1,
            about: "states visited per move, of agents that search".to_owned(),
            behaviour: false,
        });
        self
    }

    /// The same game with its exact results.
    #[must_use]
    pub fn solved_by(mut self, solved: Box<dyn Solved + Send>) -> Self {
        self.solved = Some(solved);
        self
    }

    /// The same game with metrics that a function measures.
    #[must_use]
    pub fn measured(
        mut self,
        metrics: Vec<Metric>,
        measure: impl Fn(&[usize], &Sitting<G>, &Outcome, &mut GameRecord) + Send + Sync + 'static,
    ) -> Self {
        (self.metrics, self.measure) = (metrics, Box::new(measure));
        self
    }

    /// The same game whose players are ranked by a metric; see [`Contest::ranking`].
    #[must_use]
    pub fn ranked_by(mut self, metric: usize) -> Self {
        self.ranking = Some(metric);
        self
    }

    /// The same game without a fast path, to compare it with.
    #[must_use]
    pub fn without_fast_path(mut self) -> Self {
        self.fast = None;
        self
    }

    /// The same game with a fast path; a game takes this time.
    #[must_use]
    pub fn played_by(mut self, game_time: Duration, fast: FastPath) -> Self {
        self.fast = Some((game_time, fast));
        self
    }
}

impl<G: Game> Contest for Sittings<G> {
    fn name(&self) -> &str {
        self.name
    }

    fn seats(&self) -> RangeInclusive<usize> {
        self.game.seats()
    }

    fn roster(&self) -> &[Player] {
        &self.players
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn common(&self) -> String {
        String::new()
    }

    fn identity(&self) -> String {
        let ids: Vec<&str> = self.players.iter().map(|player| player.id.as_str()).collect();
        format!("{}{}", self.rules, ids.join("\n"))
    }

    fn solved(&self) -> Option<&dyn Solved> {
        self.solved.as_deref().map(|solved| solved as &dyn Solved)
    }

    fn share_unit(&self) -> u32 {
        self.share_unit
    }

    fn ranking(&self) -> Option<usize> {
        self.ranking
    }

    fn every_seating(&self) -> bool {
        self.every_seating
    }

    fn shares_openings(&self) -> bool {
        self.opening.is_some()
    }

    fn rules(&self) -> String {
        self.rules.clone()
    }

    fn game_time(&self) -> Duration {
        let fast = self.fast.as_ref().map(|(time, _)| *time);
        fast.unwrap_or(self.game_time)
    }

    fn memory(&self, seats: usize, threads: usize) -> Vec<MemoryPart> {
        match self.agent_bytes * (seats * threads) as u64 {
            0 => Vec::new(),
            bytes => vec![MemoryPart { what: SEARCHES, bytes }],
        }
    }

    fn watch(&self) -> Option<&Watch> {
        Some(&self.watch)
    }

    fn same_decisions(&self, players: [usize; 2], positions: u64) -> Option<[u64; 2]> {
        let opening = self.opening.as_ref()?;
        let mut counts = [0; 2];
        for position in 0..positions {
            let dice = Dice::new(0, 0, position);
            let start = opening(&mut dice.opening());
            // The position after so many drawn moves, or after those before the end of the game.
            let after = |moves: usize| {
                let game = Arc::clone(&self.game);
                let mut sitting = Sitting::from_state(game, start.clone(), 2, dice);
                let mut drawing: Vec<Box<dyn Agent<G>>> =
                    vec![Box::new(AnyAction), Box::new(AnyAction)];
                let made = (0..moves).take_while(|_| sitting.advance(&mut drawing).is_none());
                let made = made.count();
                (sitting, made)
            };
            let (_, most) = after(MOST_DRAWN);
            // Early positions and late ones.
            let (sitting, _) = after(draw(&mut dice.turn(COMPARED, 0), most.max(1)));
            let Node::Decision(seat) = sitting.node() else {
                continue;
            };
            if self.watch.stopped() {
                return None;
            }
            let view = self.game.view(sitting.state(), seat);
            let at = Decision { game: &*self.game, seat, view: &view, actions: sitting.actions() };
            let chosen = players.map(|player| {
                let decided = self.makers[player]().decide(&at, &mut dice.turn(COMPARED, 1));
                decided.ok()
            });
            counts[0] += u64::from(chosen[0].is_some() && chosen[0] == chosen[1]);
            counts[1] += 1;
        }
        Some(counts)
    }

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        record.clear();
        if let Some((_, fast)) = &self.fast
            && fast(line_up, dice, record)
        {
            return;
        }
        let mut agents: Vec<_> = line_up.iter().map(|&player| self.makers[player]()).collect();
        (agents.iter_mut()).for_each(|agent| agent.watched_by(&self.watch));
        let (game, seats) = (Arc::clone(&self.game), line_up.len());
        let mut sitting = match &self.opening {
            None => Sitting::new(game, seats, *dice),
            Some(opening) => {
                let start = opening(&mut dice.opening());
                Sitting::from_state(game, start, seats, *dice)
            }
        };
        let outcome = loop {
            if self.watch.stopped() {
                return;
            }
            if let Some(outcome) = sitting.advance(&mut agents) {
                break outcome;
            }
        };
        record.winners = outcome.winners();
        // After a forfeit all others win. Where wins are never shared that many ways, one of
        // them is drawn.
        let winners: Vec<Seat> = outcome.winners().iter().collect();
        if !(self.share_unit as usize).is_multiple_of(winners.len()) {
            let mut dice = dice.turn(FORFEITED, 0);
            record.winners = Seats::one(winners[draw(&mut dice, winners.len())]);
        }
        (self.measure)(line_up, &sitting, &outcome, record);
        if self.counts_nodes {
            self.count_nodes(&sitting, &agents, record);
        }
    }
}

impl<G: Game> Sittings<G> {
    /// Measures the last metric.
    fn count_nodes(
        &self,
        sitting: &Sitting<G>,
        agents: &[Box<dyn Agent<G>>],
        record: &mut GameRecord,
    ) {
        let metrics = self.metrics.len();
        let mut sums: Vec<[i64; 2]> =
            (0..record.numerators.len()).map(|at| record.sums(at)).collect();
        for (seat, agent) in agents.iter().enumerate() {
            if let Some(nodes) = agent.nodes() {
                let decisions = sitting
                    .steps()
                    .filter(|step| matches!(step, Step::Act(by, _) if usize::from(by.0) == seat));
                sums[seat * metrics + metrics - 1] = [nodes as i64, decisions.count() as i64];
            }
        }
        record.set_sums(sums.into_iter());
    }
}
