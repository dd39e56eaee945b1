//! Who can play a game, and what is measured meanwhile: the tables of games that
//! [`Sittings`](super::Sittings) plays.

use super::{GameRecord, Metric};
use crate::play::{
    Agent, AgentRow, AgentSpec, AnyAction, Hidden, Logged, Outcome, Parameter, Seat, Sitting,
};
use crate::search::Minimax;

/// Makes a fresh agent of a game.
pub type Build<G> = fn(&G, &AgentSpec) -> Box<dyn Agent<G>>;

/// A game with its agents and its metrics.
pub trait Players: Hidden {
    /// What is counted of a seat in a game, for the metrics; `()` for none.
    type Counts: 'static;

    /// The agents.
    const AGENTS: &'static [AgentRow<Build<Self>>];

    /// What tournaments measure, in the order of the columns.
    const METRICS: &'static [MetricRow<Self::Counts>] = &[];

    /// Whether the seats behind the winners are ordered by their scores.
    const ORDERED: bool = false;

    /// What every seat did in a finished game.
    fn count(_played: &Played<'_, Self>) -> Vec<Self::Counts> {
        Vec::new()
    }

    /// A fresh agent.
    ///
    /// # Panics
    /// If the spec is of another game.
    fn agent(&self, spec: &AgentSpec) -> Box<dyn Agent<Self>> {
        (AgentRow::of(Self::AGENTS, spec).build)(self, spec)
    }

    /// Writes the metrics of a game into its record.
    #[inline]
    fn measure(counts: &[Self::Counts], record: &mut GameRecord) {
        let of_seat = |of| Self::METRICS.iter().map(move |row| (row.measure)(of));
        record.set_sums(counts.iter().flat_map(of_seat));
    }

    /// The place of a metric.
    ///
    /// # Panics
    /// If there is no such metric.
    fn metric(name: &str) -> usize {
        let place = Self::METRICS.iter().position(|row| row.name == name);
        place.unwrap_or_else(|| panic!("no metric is called {name}"))
    }
}

/// The rows of agents that play any game.
impl<G: Hidden> AgentRow<Build<G>> {
    /// `random`.
    pub const RANDOM: Self = Self::new(
        "random",
        "Draws one of the legal actions, all with the same probability.",
        &[],
        |_, _| Box::new(AnyAction),
    );

    /// `minimax:4`.
    pub const MINIMAX: Self = Self::new(
        "minimax",
        "Searches all sequences of {depth moves}.",
        &[Parameter::defaulted("depth", "moves ahead", 1..=30, 2)],
        |_, spec| Box::new(Minimax { depth: spec.whole("depth"), evaluation: () }),
    );
}

/// A row of a game's table of metrics.
#[derive(Debug)]
pub struct MetricRow<Counts: 'static> {
    name: &'static str,
    unit: &'static str,
    about: &'static str,
    behaviour: bool,
    measure: fn(&Counts) -> [i64; 2],
}

impl<Counts> MetricRow<Counts> {
    /// A metric that follows from the player's decisions. `measure` is the numerator and the
    /// denominator of a seat in a game.
    pub const fn new(
        name: &'static str,
        unit: &'static str,
        about: &'static str,
        measure: fn(&Counts) -> [i64; 2],
    ) -> Self {
        Self { name, unit, about, behaviour: true, measure }
    }

    /// A metric in which distances between players have no part.
    pub const fn beside(
        name: &'static str,
        unit: &'static str,
        about: &'static str,
        measure: fn(&Counts) -> [i64; 2],
    ) -> Self {
        Self { behaviour: false, ..Self::new(name, unit, about, measure) }
    }

    /// The states that searches visit; see [`Played::searched`].
    pub const fn nodes(searched: fn(&Counts) -> [i64; 2]) -> Self {
        let about = "states visited per move, of agents that search";
        Self::beside("nodes", "states", about, searched)
    }

    /// The metric as a contest has it.
    pub(super) fn metric(&self) -> Metric {
        Metric {
            name: self.name.to_owned(),
            unit: self.unit,
            scale: 1,
            about: self.about.to_owned(),
            behaviour: self.behaviour,
        }
    }
}

/// A game that was played.
pub struct Played<'a, G: Hidden> {
    /// The steps.
    pub sitting: &'a Sitting<G>,
    /// The end.
    pub outcome: &'a Outcome,
    /// The agents, by seat.
    pub agents: &'a [Box<dyn Agent<G>>],
}

impl<G: Hidden> Played<'_, G> {
    /// The states that the searches of a seat have visited, and its decisions; nothing of an agent
    /// that does not search.
    pub fn searched(&self, seat: usize) -> [i64; 2] {
        let seat = Seat(seat as u8);
        let decides = |step: &_| matches!(step, Logged::Act(by, _) if *by == seat);
        let decisions = || self.sitting.steps().filter(decides).count();
        self.sitting.visited(seat).map_or([0; 2], |nodes| [nodes as i64, decisions() as i64])
    }
}
