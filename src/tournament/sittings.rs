//! Tournaments of any game between agents: every game is a [`Sitting`].
//!
//! This is the way for games without a fast path of their own. `tests/tournament/sittings.rs`
//! compares it with Pig's contest, game by game.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::contest::{Contest, GameRecord, Metric};
use super::player::Player;
use crate::play::{Agent, Dice, Game, Outcome, Sitting};

/// Makes a fresh agent for every game.
pub type AgentMaker<G> = Box<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// Measures a game that is over: adds to the sums of a record without any.
pub type Measure<G> = fn(&Sitting<G>, &Outcome, &mut GameRecord);

/// A game with its roster of agents.
pub struct Sittings<G: Game> {
    game: Arc<G>,
    name: &'static str,
    rules: String,
    players: Vec<Player>,
    /// By player.
    makers: Vec<AgentMaker<G>>,
    metrics: Vec<Metric>,
    measure: Measure<G>,
}

impl<G: Game> Sittings<G> {
    /// A game of this name between players, each with a maker of its agent. A player's id is
    /// the agent's spelling, so that it says how the player plays. `rules` are the rules as
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
            measure: |_, _, _| {},
        }
    }

    /// The same game, measured by a function.
    #[must_use]
    pub fn measured(mut self, metrics: Vec<Metric>, measure: Measure<G>) -> Self {
        (self.metrics, self.measure) = (metrics, measure);
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

    fn identity(&self) -> String {
        let ids: Vec<&str> = self
            .players
            .iter()
            .map(|player| player.id.as_str())
            .collect();
        format!("{}{}", self.rules, ids.join("\n"))
    }

    fn rules(&self) -> String {
        self.rules.clone()
    }

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        record.clear();
        let mut agents: Vec<_> = line_up
            .iter()
            .map(|&player| self.makers[player]())
            .collect();
        let mut sitting = Sitting::new(Arc::clone(&self.game), line_up.len(), *dice);
        let outcome = sitting.run(&mut agents);
        let mut winners = outcome.winners.iter();
        let (Some(winner), None) = (winners.next(), winners.next()) else {
            panic!(
                "tournaments have no place for a win that is shared by {}",
                outcome.winners
            );
        };
        record.winner = usize::from(winner.0);
        (self.measure)(&sitting, &outcome, record);
    }
}
