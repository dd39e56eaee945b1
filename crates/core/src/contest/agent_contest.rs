//! Makes a contest of any game and its agents: each game is a [`Playthrough`], or is played on the
//! game's fast path if it gives one. `tests/library/tournament/agent_contest.rs` compares both.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use super::{
    Contest, GameRecord, MemoryPart, Metric, MetricRow, Played, Player, Players, SEARCHES,
    SentenceCount, Solved,
};
use crate::play::outside::{OutsideAgent, Outsider, written};
use crate::play::{
    Agent, AgentSpec, Cost, Decision, Dice, Logged, Outcome, Playthrough, RandomAgent, Seat, Seats,
    Stream, Turn, Watch, draw,
};
use crate::sentences::{PLAYERS, SentenceAgent, Sentences};
use rivals_statistics::{RatioSums, parallel};
use serde_json::{Value, json};

/// The most drawn moves before such a position.
const MOST_DRAWN: usize = 80;

/// One of this number of games of programs is played again, to see whether they decide alike.
const REPEATED: usize = 50;

/// The key of the SHA-256 of the units in which personalities count, behind the rules.
pub const CONDUCT: &str = "conduct_sha256";

/// Makes a fresh agent for every game.
pub type AgentMaker<G> = Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// A function that plays a game of a line-up and fills in the empty record, as the playthrough of
/// the same agents would, only faster. It returns false if it cannot play between these players.
pub type FastPath = Box<dyn Fn(&[usize], &Dice, &mut GameRecord) -> bool + Send + Sync>;

/// A game with its roster of agents.
pub struct AgentContest<G: Players> {
    game: Arc<G>,
    players: Vec<Player>,
    /// The makers of the agents, by player.
    makers: Vec<AgentMaker<G>>,
    /// The players made of sentences, by player.
    sentences: Vec<Option<Arc<Sentences>>>,
    /// The players that are programs of their own, by player.
    outsiders: Vec<Option<Outsider>>,
    /// See [`Contest::metrics`]; those of the game's table if its rules have no more.
    pub metrics: Vec<Metric>,
    /// See [`Contest::seats`]; those of the game if its rules do not say otherwise.
    pub seats: RangeInclusive<usize>,
    /// See [`Contest::ranking`].
    pub ranking: Option<usize>,
    /// See [`Contest::share_unit`].
    pub share_unit: u32,
    /// See [`Contest::every_seating`].
    pub every_seating: bool,
    /// The approximate number of decisions in a game.
    pub decisions: u32,
    /// What the dearest decision of these agents takes.
    cost: Cost,
    /// Whether a search is limited by time.
    timed: bool,
    /// The SHA-256 of the units in which personalities count, if there are any.
    units: Option<String>,
    watch: Arc<Watch>,
    /// The exact results.
    pub solved: Option<Box<dyn Solved + Send>>,
    /// The fast path.
    pub fast: Option<FastPath>,
}

impl<G: Players> AgentContest<G> {
    /// A game between players, each with a maker of its agent. A player's id is the spelling of its
    /// agent, which says how the player plays.
    #[must_use]
    pub fn new(game: Arc<G>, players: impl IntoIterator<Item = (Player, AgentMaker<G>)>) -> Self {
        let (players, makers): (Vec<Player>, Vec<AgentMaker<G>>) = players.into_iter().unzip();
        let costs: Vec<Cost> = makers.iter().map(|make| make().cost()).collect();
        let time = costs.iter().map(|cost| cost.time).max().unwrap_or_default();
        let bytes = costs.iter().map(|cost| cost.bytes).max().unwrap_or_default();
        Self {
            sentences: vec![None; players.len()],
            outsiders: vec![None; players.len()],
            players,
            makers,
            metrics: G::METRICS.iter().map(MetricRow::metric).collect(),
            seats: game.seat_counts(),
            game,
            ranking: None,
            share_unit: 1,
            every_seating: false,
            decisions: 10,
            cost: Cost { time, bytes },
            timed: false,
            units: None,
            watch: Arc::default(),
            solved: None,
            fast: None,
        }
    }

    /// A game between agents that rows of its table make.
    pub fn of(game: &Arc<G>, specs: &[AgentSpec]) -> Self {
        let players = specs.iter().map(|spec| {
            let (game, own) = (Arc::clone(game), spec.clone());
            let maker: AgentMaker<G> = Box::new(move || game.agent(&own));
            let file = spec.player.as_ref().map(|player| player.digest().to_owned());
            let player = match &spec.character {
                Some(character) => Player::personality(&character.personality),
                None => Player::policy(spec.as_str(), G::title(spec), spec.about()),
            };
            (Player { file, ..player }, maker)
        });
        let outsiders = specs.iter().map(|spec| spec.outside.clone()).collect();
        let sentences = specs.iter().map(|spec| spec.player.clone()).collect();
        let timed = specs.iter().any(|spec| spec.time().is_some());
        let mut characters = specs.iter().filter_map(|spec| spec.character.as_ref());
        let units = characters.next().map(|character| character.units.digest.clone());
        Self { sentences, timed, units, ..Self::new(Arc::clone(game), players) }
            .with_outsiders(outsiders)
    }

    /// The same contest, in which these players are programs of their own.
    #[must_use]
    pub fn with_outsiders(mut self, outsiders: Vec<Option<Outsider>>) -> Self {
        for (player, outsider) in self.players.iter_mut().zip(&outsiders) {
            player.program = outsider.as_ref().map(|of| of.0.facts().identity.clone());
        }
        Self { outsiders, ..self }
    }

    /// Whether a player is a program of its own.
    fn outsider(&self, player: usize) -> Option<&Outsider> {
        self.outsiders[player].as_ref()
    }

    /// Tells the programs among the agents that the game is over, and writes what was counted.
    fn told_outside(
        &self,
        line_up: &[usize],
        (playthrough, outcome): (&Playthrough<G>, &Outcome),
        (agents, dice): (&mut [Box<dyn Agent<G>>], &Dice),
        record: &mut GameRecord,
    ) {
        if line_up.iter().all(|&player| self.outsider(player).is_none()) {
            return;
        }
        let forfeited = matches!(playthrough.steps().last(), Some(Logged::Forfeit(_)));
        for (seat, agent) in (0..).zip(agents) {
            if let Some(agent) = agent.downcast_mut::<OutsideAgent>() {
                let game = || {
                    let ids = line_up.iter().map(|&player| &*self.players[player].id);
                    let moves = playthrough.steps().map(|step| written::<G>(&step));
                    let (ids, moves): (Vec<&str>, Vec<Value>) = (ids.collect(), moves.collect());
                    json!({
                        "seats": ids, "seat": seat + 1, "start": playthrough.start(), "moves": moves,
                    })
                };
                agent.over(outcome, forfeited, &game);
                record.outside.push((seat, agent.counts()));
            }
        }
        let checked = !forfeited && draw(&mut dice.stream(Stream::Compared, 2), REPEATED) == 0;
        if let Some(differs) = checked.then(|| self.repeated(line_up, playthrough, dice)).flatten()
        {
            for (seat, counts) in &mut record.outside {
                counts.repeated += 1;
                counts.different += u64::from(differs == Some(Seat(*seat)));
            }
        }
    }

    /// Plays a game again, with fresh processes, if all of its players say that they decide alike:
    /// the first seat that did not.
    fn repeated(
        &self,
        line_up: &[usize],
        playthrough: &Playthrough<G>,
        dice: &Dice,
    ) -> Option<Option<Seat>> {
        let repeats = |&player: &usize| {
            self.outsider(player).is_none_or(|outsider| outsider.0.facts().deterministic)
        };
        if self.timed || !line_up.iter().all(repeats) {
            return None;
        }
        let agent = |&player: &usize| -> Box<dyn Agent<G>> {
            match self.outsider(player) {
                Some(outsider) => Box::new(OutsideAgent::new(outsider.0.wire(true))),
                None => self.makers[player](),
            }
        };
        let mut agents: Vec<_> = line_up.iter().map(agent).collect();
        let (again, outcome) = self.played(&mut agents, dice)?;
        for agent in &mut agents {
            if let Some(agent) = agent.downcast_mut::<OutsideAgent>() {
                agent.over(&outcome, false, &|| Value::Null);
            }
        }
        let differs = playthrough.steps().zip(again.steps()).find(|(one, other)| one != other);
        Some(differs.and_then(|(step, _)| match step {
            Logged::Act(seat, _) | Logged::Forfeit(seat) => Some(seat),
            Logged::Happen(_) => None,
        }))
    }

    /// Plays a game between these agents; `None` if it was stopped.
    fn played(
        &self,
        agents: &mut [Box<dyn Agent<G>>],
        dice: &Dice,
    ) -> Option<(Playthrough<G>, Outcome)> {
        let (game, seats) = (Arc::clone(&self.game), agents.len());
        let playthrough = if G::DRAWS_OPENINGS {
            let start = game.opening(seats, &mut dice.opening());
            Playthrough::from_state(game, start, seats, *dice)
        } else {
            Playthrough::new(game, seats, *dice)
        };
        let mut playthrough = playthrough.watched_by(&self.watch);
        let mut adjudicate = self.game.adjudicator(*dice);
        loop {
            if self.watch.stopped() {
                return None;
            }
            let judged = adjudicate(playthrough.state());
            if let Some(outcome) = judged.or_else(|| playthrough.advance(agents)) {
                return Some((playthrough, outcome));
            }
        }
    }

    /// A game of a player made of sentences against the others, and the same game without each of
    /// its sentences: how often each decided, the number of decisions, and the differences of the
    /// player's share of the win in units of 1 / [`UNITS`].
    fn compared(&self, player: usize, seats: usize, dice: &Dice, game: usize) -> Option<Compared> {
        let sentences = self.sentences[player].as_ref()?;
        // Programs are not asked, as they may be gone: where shards are merged they are not started.
        let others = |of: &usize| *of != player && self.outsider(*of).is_none();
        let others: Vec<usize> = (0..self.players.len()).filter(others).collect();
        if others.is_empty() {
            return None;
        }
        let seat = game % seats;
        let play = |without: Option<usize>| {
            let agent = SentenceAgent::new(Arc::clone(sentences), G::FACTS);
            let agent = match without {
                Some(sentence) => agent.without(sentence),
                None => agent,
            };
            let other = |at: usize| self.makers[others[(game / seats + at) % others.len()]]();
            let mut agents: Vec<Box<dyn Agent<G>>> = (0..seats).map(other).collect();
            agents[seat] = Box::new(agent);
            let (_, outcome) = self.played(&mut agents, dice)?;
            let agent = agents[seat].downcast::<SentenceAgent<G>>()?;
            let (decided, decisions) = agent.counts();
            let share = i128::from(outcome.returns[Seat::at(seat)].of(UNITS));
            Some((share, decided.to_vec(), decisions))
        };
        let (share, decided, decisions) = play(None)?;
        let worth = (0..decided.len()).map(|at| Some(share - play(Some(at))?.0));
        Some(Compared { worth: worth.collect::<Option<_>>()?, decided, decisions })
    }
}

/// The units of a share of the win, which any number of winners divides.
const UNITS: u64 = 60;

/// See [`AgentContest::compared`].
struct Compared {
    decided: Vec<u64>,
    decisions: u64,
    worth: Vec<i128>,
}

impl<G: Players> Contest for AgentContest<G> {
    fn name(&self) -> &str {
        G::NAME
    }

    fn seats(&self) -> RangeInclusive<usize> {
        self.seats.clone()
    }

    fn roster(&self) -> &[Player] {
        &self.players
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn common(&self) -> String {
        (self.units.as_ref())
            .map_or_else(String::new, |digest| format!("{CONDUCT} = \"{digest}\"\n"))
    }

    fn identity(&self) -> String {
        let texts = self.players.iter().map(|player| match &player.file {
            Some(digest) => format!("{} {digest}", player.id),
            None => format!("{} {}", player.id, player.canonical()).trim_end().to_owned(),
        });
        let (rules, common) = (self.game.identity(), self.common());
        format!("{rules}{common}{}", texts.collect::<Vec<_>>().join("\n"))
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
        G::DRAWS_OPENINGS
    }

    fn rules(&self) -> String {
        self.game.identity()
    }

    fn game_time(&self) -> Duration {
        self.decisions * self.cost.time
    }

    fn memory(&self, seats: usize, threads: usize) -> Vec<MemoryPart> {
        match self.cost.bytes * (seats * threads) as u64 {
            0 => Vec::new(),
            bytes => vec![MemoryPart { what: SEARCHES, bytes }],
        }
    }

    fn is_reproducible(&self) -> bool {
        !self.timed && self.outsiders.iter().flatten().all(|of| of.0.facts().deterministic)
    }

    fn is_timed(&self) -> bool {
        self.timed
    }

    fn outsiders(&self) -> Vec<usize> {
        (0..self.players.len()).filter(|&player| self.outsider(player).is_some()).collect()
    }

    fn watch(&self) -> Option<&Watch> {
        Some(&self.watch)
    }

    fn watched_by(&mut self, watch: &Arc<Watch>) {
        self.watch = Arc::clone(watch);
    }

    fn same_decisions(&self, players: [usize; 2], positions: u64) -> Option<[u64; 2]> {
        if !G::DRAWS_OPENINGS {
            return None;
        }
        let mut counts = [0; 2];
        for position in 0..positions {
            let dice = Dice::new(0, 0, position);
            let start = self.game.opening(2, &mut dice.opening());
            // The position after `moves` drawn moves, or before the end of the game if it comes first.
            let after = |moves: usize| {
                let game = Arc::clone(&self.game);
                let mut playthrough = Playthrough::from_state(game, start.clone(), 2, dice);
                let mut drawing: Vec<Box<dyn Agent<G>>> =
                    vec![Box::new(RandomAgent), Box::new(RandomAgent)];
                let made = (0..moves).take_while(|_| playthrough.advance(&mut drawing).is_none());
                let made = made.count();
                (playthrough, made)
            };
            let (_, most) = after(MOST_DRAWN);
            // Early positions and late ones.
            let (playthrough, _) = after(draw(&mut dice.stream(Stream::Compared, 0), most.max(1)));
            let Turn::Decide(seat) = playthrough.turn() else {
                continue;
            };
            if self.watch.stopped() {
                return None;
            }
            let view = self.game.view(playthrough.state(), seat);
            let (game, actions) = (&*self.game, playthrough.actions());
            let at = Decision::new(game, seat, &view, actions);
            let chosen = players.map(|player| {
                let decided =
                    self.makers[player]().decide(&at, &mut dice.stream(Stream::Compared, 1));
                decided.ok().map(|thought| thought.action)
            });
            counts[0] += u64::from(chosen[0].is_some() && chosen[0] == chosen[1]);
            counts[1] += 1;
        }
        Some(counts)
    }

    fn sentences(&self, player: usize, seats: usize, games: u64, seed: u64) -> Vec<SentenceCount> {
        let Some(sentences) = &self.sentences[player] else {
            return Vec::new();
        };
        let key = Dice::pairing([PLAYERS, &self.players[player].id]);
        let games = usize::try_from(games).unwrap_or(usize::MAX);
        let compared = parallel::map(games, |game| {
            self.compared(player, seats, &Dice::new(seed, key, game as u64), game)
        });
        let compared: Vec<Compared> = compared.into_iter().flatten().collect();
        let decisions = compared.iter().map(|of| of.decisions).sum();
        let of_sentence = |(at, name): (usize, &str)| {
            let worth = || compared.iter().map(|of| of.worth[at]);
            let squares = worth().map(|worth| worth * worth).sum();
            let groups = compared.len() as u64;
            SentenceCount {
                name: name.to_owned(),
                decided: compared.iter().map(|of| of.decided[at]).sum(),
                decisions,
                worth: RatioSums::of_whole(groups, worth().sum(), squares, UNITS.into()),
            }
        };
        sentences.names().enumerate().map(of_sentence).collect()
    }

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        record.clear();
        if let Some(fast) = &self.fast
            && fast(line_up, dice, record)
        {
            return;
        }
        let mut agents: Vec<_> = line_up.iter().map(|&player| self.makers[player]()).collect();
        let Some((playthrough, outcome)) = self.played(&mut agents, dice) else {
            return;
        };
        self.told_outside(line_up, (&playthrough, &outcome), (&mut agents, dice), record);
        record.winners = outcome.winners();
        // After a forfeit all others win. Where wins are never shared that many ways, one of
        // them is drawn.
        let winners: Vec<Seat> = outcome.winners().iter().collect();
        if !(self.share_unit as usize).is_multiple_of(winners.len()) {
            let mut dice = dice.stream(Stream::Forfeited, 0);
            record.winners = Seats::one(winners[draw(&mut dice, winners.len())]);
        }
        if G::ORDERED {
            let scores = record.scores.iter_mut().zip(outcome.scores.iter());
            scores.for_each(|(into, (_, score))| *into = score);
        }
        let played = Played { playthrough: &playthrough, outcome: &outcome, agents: &agents };
        G::measure(&G::count(&played), record);
    }
}
