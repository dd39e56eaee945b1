//! Who can play a game, and what is measured meanwhile: the tables of games that
//! [`AgentContest`](super::AgentContest) plays.

use std::sync::Arc;
use std::time::Duration;

use super::{AgentContest, Contest, GameRecord, Metric};
use crate::conduct::Conducting;
use crate::personalities::{Character, Member, Personality, Roster, Units, built_in};
use crate::play::outside::OutsideAgent;
use crate::play::{
    Agent, AgentKinds, AgentRow, AgentSpec, Hidden, Logged, Outcome, Parameter, Playthrough,
    RandomAgent, Seat,
};
use crate::search::Minimax;
use crate::sentences::{FactRow, Facts, SentenceAgent};
use crate::values::Invalid;

/// A function that is called with the number of positions that are solved, and of all; it may
/// be called from any thread.
pub type OnSolving<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Makes a fresh agent of a game.
pub type Build<G> = fn(&G, &AgentSpec) -> Box<dyn Agent<G>>;

/// A game with its agents and its metrics.
pub trait Players: Hidden {
    /// What is counted of a seat in a game, for the metrics; `()` for none.
    type Counts: 'static;

    /// The agents. A game whose agents need more than their spec leaves it out, and gives
    /// [`Self::KINDS`] and [`Self::agent`] instead.
    const AGENTS: &'static [AgentRow<Build<Self>>] = &[];

    /// What is known of the agents without the types of the game.
    const KINDS: AgentKinds = AgentKinds::new(Self::AGENTS.len(), |at| &Self::AGENTS[at].kind);

    /// What sentences may speak of, for players made of sentences.
    const FACTS: &'static [FactRow<Self>] = &[];

    /// How personalities play it; `None` if they do not, or by code of the game's own.
    const CONDUCT: Option<Conducting<Self>> = None;

    /// What is known of the facts without the types of the game.
    const KNOWN_FACTS: Facts = Facts::new(Self::FACTS.len(), |at| &Self::FACTS[at].fact);

    /// Whether personalities play it as well.
    const PERSONALITIES: bool = false;

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
    /// If the spec is of another game, or the agent cannot play by these rules.
    fn agent(&self, spec: &AgentSpec) -> Box<dyn Agent<Self>> {
        match (&spec.player, &spec.outside, &spec.character) {
            (Some(player), ..) => Box::new(SentenceAgent::new(Arc::clone(player), Self::FACTS)),
            (_, Some(outside), _) => Box::new(OutsideAgent::of(outside)),
            (.., Some(character)) => {
                let conducting = Self::CONDUCT.expect("personalities of other games are refused");
                conducting.agent(self, character)
            }
            _ => (AgentRow::of(Self::AGENTS, spec).build)(self, spec),
        }
    }

    /// The name of an agent for people.
    fn title(spec: &AgentSpec) -> String {
        if let Some(outside) = &spec.outside {
            return outside.0.facts().name.clone();
        }
        if let Some(character) = &spec.character {
            return character.personality.name.clone();
        }
        let title = Self::AGENTS.iter().find(|row| row.kind.name == spec.kind.name);
        match title.map_or("", |row| row.title) {
            "" => spec.to_string(),
            title => spec.filled(title),
        }
    }

    /// The personalities that play as well.
    fn personalities(&self) -> &[Member] {
        &[]
    }

    /// The game in which these personalities play, if [`Self::PERSONALITIES`].
    #[must_use]
    fn with_personalities(self, _roster: Roster) -> Self {
        self
    }

    /// A personality as an agent of the game.
    ///
    /// # Errors
    /// [`Invalid`], if personalities do not play the game, or its units are not measured yet.
    fn character(personality: &Personality) -> Result<AgentSpec, Invalid> {
        let units = Arc::new(Self::units().map_err(|error| error.under("agents"))?);
        Ok(Character::new(personality.clone(), units).into())
    }

    /// The units in which the figures of personalities count.
    ///
    /// # Errors
    /// [`Invalid`], if personalities do not play the game, or its units are not measured yet.
    fn units() -> Result<Units, Invalid> {
        let Some(units) = Self::conducting()?.units else {
            let message = format!("the calibration of {} is missing", Self::NAME);
            let help = format!("rivals calibrate {} makes it", Self::NAME);
            return Err(Invalid::new("", message, help));
        };
        Units::read(units)
    }

    /// How personalities play the game.
    ///
    /// # Errors
    /// [`Invalid`], if they do not, or by code of the game's own.
    fn conducting() -> Result<Conducting<Self>, Invalid> {
        Self::CONDUCT.ok_or_else(|| {
            let message = format!("{} has no units of personalities to be measured", Self::NAME);
            Invalid::new("", message, "name another game")
        })
    }

    /// A fresh agent or personality with this spelling, for one game. Of the personalities, it knows
    /// the built-in ones.
    ///
    /// # Errors
    /// [`Invalid`], if there is none, or it cannot play by these rules.
    fn player(&self, name: &str) -> Result<Box<dyn Agent<Self>>, Invalid> {
        let spec = match AgentSpec::parse(name, Self::KINDS) {
            Err(refusal) => match built_in(name).filter(|_| Self::CONDUCT.is_some()) {
                Some(personality) => Self::character(&personality)?,
                None => return Err(refusal.into()),
            },
            Ok(spec) => spec,
        };
        Ok(self.agent(&spec))
    }

    /// Checks the spelling of a player. Unlike [`Self::player`], it solves nothing by the built-in
    /// rules.
    ///
    /// # Errors
    /// As [`Self::player`].
    fn check_player(&self, name: &str) -> Result<(), Invalid> {
        self.player(name).map(drop)
    }

    /// About how long this player thinks about a decision on one core; no time for one that is none.
    /// It is asked of every player that a list offers, so that it solves nothing.
    fn thinking(&self, name: &str) -> Duration {
        self.player(name).map(|agent| agent.cost().time).unwrap_or_default()
    }

    /// The contest of these agents, in which each game is a playthrough.
    fn agent_contest(game: &Arc<Self>, agents: &[AgentSpec]) -> AgentContest<Self> {
        AgentContest::of(game, agents)
    }

    /// The contest of these players. A game that has a solver is solved; `progress` is told how many
    /// positions are solved, where that takes long.
    ///
    /// # Errors
    /// [`Invalid`], if a player does not play this game, or the rules cannot be solved.
    fn contest(
        game: &Arc<Self>,
        roster: &Roster,
        _progress: OnSolving<'_>,
    ) -> Result<Box<dyn Contest>, Invalid> {
        let agents = roster.members.iter().map(|member| match member {
            Member::Agent(spec) => Ok(spec.clone()),
            Member::Personality(personality) => Self::character(personality),
        });
        Ok(Box::new(Self::agent_contest(game, &agents.collect::<Result<Vec<_>, _>>()?)))
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
        |_, _| Box::new(RandomAgent),
    );

    /// `minimax:4`.
    pub const MINIMAX: Self = Self::new(
        "minimax",
        "Searches all sequences of {depth moves}.",
        &[Parameter::defaulted("depth", "moves ahead", 1..=30, 2)],
        |_, spec| Box::new(Minimax { depth: spec.whole("depth"), evaluation: () }),
    )
    .with_colon();
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
    pub playthrough: &'a Playthrough<G>,
    /// The end.
    pub outcome: &'a Outcome,
    /// The agents, by seat.
    pub agents: &'a [Box<dyn Agent<G>>],
}

impl<G: Hidden> Played<'_, G> {
    /// The states that the searches of a seat have visited, and its decisions; nothing of an agent
    /// that does not search.
    #[expect(clippy::cast_possible_wrap, reason = "no search visits 2^63 states")]
    pub fn searched(&self, seat: usize) -> [i64; 2] {
        let seat = Seat::at(seat);
        let decides = |step: &_| matches!(step, Logged::Act(by, _) if *by == seat);
        let decisions = || self.playthrough.steps().filter(decides).count();
        self.playthrough.visited(seat).map_or([0; 2], |nodes| [nodes as i64, decisions() as i64])
    }
}
