//! Games of one agent against itself, as numbers, from which measures of a game are computed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::{Next, Session, SessionOf, names};
use crate::contest::Present;
use crate::play::record::{Header, Participant};
use crate::play::{Dice, Logged, Seat, Stream, Turn, draw};
use crate::values::Invalid;

/// What a choice must cost to matter, in shares of the win.
pub const MATTERS: f64 = 0.01;

/// A choice that costs less than this is one of the best.
const BEST: f64 = 1e-9;

/// A game that was played, as numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The share of the win of each seat.
    pub shares: Vec<f64>,
    /// The actions of all seats, also those without a choice.
    pub length: u64,
    /// The decisions between several actions.
    pub decisions: u64,
    /// The decisions that were valued, in their order.
    pub valued: Vec<Worth>,
    /// By the notation of an action, of decisions between several: how often it was legal, how often
    /// it was chosen, and, where all actions have values, how often it had one and was one of the best.
    pub actions: BTreeMap<String, [u64; 4]>,
}

/// What a decision is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// Its number among the decisions between several actions, from 0.
    pub number: u64,
    /// The seat that decides.
    pub seat: Seat,
    /// The seat's share of the win after the best action, 0 to 1.
    pub share: f64,
    /// What a random action loses of it: the mean over all actions where all have values, or else
    /// that of one that is drawn.
    pub lost: f64,
    /// The probability that a random action loses [`MATTERS`] or more; 0 or 1 of one that is drawn.
    pub matters: f64,
}

/// Where the values of decisions come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// The solution of the game.
    Exact,
    /// The solution of a game of two, for a game of more.
    Estimated,
    /// The search of this agent.
    Judged(&'static str),
}

/// Plays games of a type that is left behind.
pub trait Trials: Send + Sync {
    /// The agent that plays all seats of sampled games.
    fn agent(&self) -> &'static str;

    /// Where the values of decisions of this number of seats come from; `None` if there are none.
    fn values(&self, seats: usize) -> Option<Values>;

    /// The exact share of the win of the first seat under optimal play, from the start of the
    /// game; `None` if it is not solved.
    fn first_seat(&self, seats: usize) -> Option<f64>;

    /// About how long a player thinks about a decision on one core.
    fn thinking(&self, agent: &str) -> Duration;

    /// Plays game `number` of an agent against itself. One of `every` decisions is valued, and none
    /// without it. Games begin as those of tournaments do.
    ///
    /// # Errors
    /// [`Invalid`], if there is no such agent.
    fn play(
        &self,
        agent: &str,
        seats: usize,
        game: (u64, u64),
        every: Option<usize>,
    ) -> Result<Trace, Invalid>;
}

/// The trials of a game of this type.
pub struct TrialsOf<G>(pub Arc<G>);

impl<G: Present> TrialsOf<G> {
    /// A game between copies of an agent, before its first step.
    fn session(&self, agent: &str, seats: usize, dice: Dice) -> Result<SessionOf<G>, Invalid> {
        self.0.check_player(agent)?;
        let player =
            Participant::Agent { agent: agent.to_owned(), name: agent.to_owned(), stranger: false };
        let header = Header { seats: vec![player; seats], ..Header::default() };
        let game = Arc::clone(&self.0);
        let start = game.opening(seats, &mut dice.opening());
        let names = names(&header, true);
        Ok(SessionOf::from_state(game, start, dice, header, names))
    }
}

impl<G: Present> Trials for TrialsOf<G> {
    fn agent(&self) -> &'static str {
        self.0.sampler().agent
    }

    fn values(&self, seats: usize) -> Option<Values> {
        if self.first_seat(seats).is_some() {
            return Some(Values::Exact);
        }
        if let Some([judge, _]) = self.0.judges(seats) {
            return Some(Values::Judged(judge));
        }
        let state = self.0.start(seats);
        let Turn::Decide(seat) = self.0.turn(&state) else {
            return None;
        };
        let estimated = (!G::HIDES).then(|| self.0.estimated(&state, seat)).flatten();
        estimated.map(|_| Values::Estimated)
    }

    fn first_seat(&self, seats: usize) -> Option<f64> {
        let state = self.0.start(seats);
        let Turn::Decide(seat) = self.0.turn(&state) else {
            return None;
        };
        let wins = (seats == 2 && !G::HIDES).then(|| self.0.solved(&state).ok()?).flatten()?;
        let share = wins.into_iter().reduce(f64::max)?;
        Some(if seat == Seat::FIRST { share } else { 1.0 - share })
    }

    fn thinking(&self, agent: &str) -> Duration {
        self.0.thinking(agent)
    }

    fn play(
        &self,
        agent: &str,
        seats: usize,
        (seed, number): (u64, u64),
        every: Option<usize>,
    ) -> Result<Trace, Invalid> {
        let dice = Dice::new(seed, Dice::pairing([agent]), number);
        let mut session = self.session(agent, seats, dice)?;
        let mut trace = Trace::default();
        session.settle();
        loop {
            let actions = match session.next() {
                Next::Over(outcome) => {
                    trace.shares = outcome.returns.iter().map(|(_, share)| share.value()).collect();
                    return Ok(trace);
                }
                Next::Agent(_) => session.playthrough.actions().to_vec(),
                _ => Vec::new(),
            };
            let mut best = None;
            if actions.len() > 1 {
                let number = trace.decisions;
                let mut dice = dice.stream(Stream::Compared, u32::try_from(number).unwrap_or(0));
                let asked = every.is_some_and(|every| draw(&mut dice, every) == 0);
                let random = draw(&mut dice, actions.len());
                if let Some((worth, all)) = asked.then(|| session.worth(number, random)).flatten() {
                    trace.valued.push(worth);
                    best = all;
                }
                trace.decisions += 1;
            }
            session.advance();
            let acted = match session.playthrough.steps().last() {
                Some(Logged::Act(_, action)) if !actions.is_empty() => action,
                _ => continue,
            };
            trace.length += 1;
            for (place, action) in actions.iter().enumerate().filter(|_| actions.len() > 1) {
                let counts = trace.actions.entry(action.to_string()).or_default();
                let of = best.as_ref().map(|best: &Vec<bool>| best[place]);
                let more = [true, *action == acted, of.is_some(), of == Some(true)];
                counts.iter_mut().zip(more).for_each(|(count, more)| *count += u64::from(more));
            }
        }
    }
}

impl<G: Present> SessionOf<G> {
    /// What the next decision is worth, with one action that is drawn; by action, whether it is one
    /// of the best, where all have values.
    fn worth(&self, number: u64, random: usize) -> Option<(Worth, Option<Vec<bool>>)> {
        let (seat, _) = self.decider()?;
        let judged = self.judged(&[random], false);
        let (shares, drawn) = match judged {
            Some(judged) if judged.agent.is_none() => (judged.shares, None),
            Some(judged) => (judged.shares, Some(random)),
            None => {
                let shares = self.game().estimated(self.playthrough.state(), seat)?;
                (shares.into_iter().map(Some).collect(), None)
            }
        };
        let share = shares.iter().flatten().copied().reduce(f64::max)?;
        let costs = match drawn {
            Some(action) => vec![share - shares[action]?],
            None => shares.iter().map(|one| Some(share - (*one)?)).collect::<Option<Vec<f64>>>()?,
        };
        let mean = |of: &dyn Fn(f64) -> f64| {
            costs.iter().map(|cost| of(*cost)).sum::<f64>() / costs.len() as f64
        };
        let worth = Worth {
            number,
            seat,
            share,
            lost: mean(&|cost| cost),
            matters: mean(&|cost| f64::from(u8::from(cost >= MATTERS - BEST))),
        };
        let best = drawn.is_none().then(|| costs.iter().map(|cost| *cost < BEST).collect());
        Some((worth, best))
    }
}
