//! What choices are worth, for reviews: exactly where the game is solved, or else by a search.

use std::collections::BTreeSet;

use rand::{Rng, SeedableRng};

use super::{Decision, SessionOf};
use crate::contest::Present;
use crate::play::{Bound, Seat, Step, Stream, Turn, TurnDice};

/// The most events of chance after a choice whose mean is taken.
const MOST_EVENTS: usize = 6;

/// What choices of a decision are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The seat that decides.
    pub seat: Seat,
    /// By choice, the seat's share of the win, 0 to 1; `None` of one that was not judged.
    pub shares: Vec<Option<f64>>,
    /// The agent that searched; `None` if the shares are exact.
    pub agent: Option<&'static str>,
}

impl<G: Present> SessionOf<G> {
    /// As [`Session::judge`](super::Session::judge).
    pub(super) fn judged(&self, choices: &[usize], deeper: bool) -> Option<Judged> {
        let (seat, view) = self.decider()?;
        if let Some(wins) = super::Session::wins(self) {
            let shares = wins.into_iter().map(Some).collect();
            return Some(Judged { seat, shares, agent: None });
        }
        let seats = self.header.seats.len();
        let agent = self.game().judges(seats)?[usize::from(deeper)];
        let decision = self.playthrough.decision(seat, &view);
        let decision = Decision { explained: true, reviewed: true, ..decision };
        let thought = self.agent(agent).decide(&decision, &mut self.advised(deeper)).ok()?;
        let best = decision.place(thought.action)?;
        let mut shares = vec![None; decision.actions.len()];
        for valued in thought.actions.iter().filter(|valued| valued.bound == Bound::Exact) {
            let place = decision.place(valued.action)?;
            shares[place] = Some(self.game().share(valued.value));
        }
        // A search that proves a win looks no further at the other actions.
        let won = thought.value.is_some_and(|value| self.game().share(value) >= 1.0);
        let unsure = |&choice: &usize| shares[choice].is_none_or(|share| won && share < 1.0);
        if [best].iter().chain(choices).any(unsure) {
            // A search of the position and one of the position after a choice look ahead to
            // different depths, so that their values must not be compared.
            let proven = shares[best].filter(|_| won);
            let first = std::mem::replace(&mut shares, vec![None; decision.actions.len()]);
            shares[best] = proven;
            let choices: BTreeSet<usize> = choices.iter().copied().chain([best]).collect();
            for choice in choices.into_iter().filter(|choice| proven.is_none() || *choice != best) {
                let after = || {
                    let act = Step::Act(decision.actions[choice]);
                    let after = self.game().after(self.playthrough.state(), act);
                    self.share(&after, seat, agent, deeper)
                };
                let alone = self.alone(&decision, choice, agent, deeper);
                shares[choice] = alone.or_else(after).or(first[choice].filter(|_| won));
            }
        }
        Some(Judged { seat, shares, agent: Some(agent) })
    }

    /// The dice of a search. A deeper one has others, so that it does not repeat the errors of the
    /// first.
    fn advised(&self, deeper: bool) -> TurnDice {
        let mut dice = self.playthrough.stream(Stream::Advised);
        if deeper { TurnDice::from_seed(dice.next_u64().to_le_bytes()) } else { dice }
    }

    /// A choice's share of the win by a search of nothing else, if the agent can do that.
    fn alone(
        &self,
        decision: &Decision<'_, G>,
        choice: usize,
        agent: &str,
        deeper: bool,
    ) -> Option<f64> {
        let mut agent = self.agent(agent);
        let only = [decision.actions[choice]];
        let decision = Decision { actions: &only, ..*decision };
        if !agent.keeps_to_actions() {
            return None;
        }
        let value = agent.decide(&decision, &mut self.advised(deeper)).ok()?.value?;
        Some(self.game().share(value))
    }

    /// A seat's share of the win in a state, as the agent of the seat that decides there sees it.
    fn share(&self, state: &G::State, seat: Seat, agent: &str, deeper: bool) -> Option<f64> {
        let game = self.game();
        let by = match game.turn(state) {
            Turn::Over(outcome) => return Some(outcome.returns[seat].value()),
            Turn::Chance(chances) if chances.weights.len() > MOST_EVENTS => return None,
            Turn::Chance(chances) => {
                let shares = chances.weights.iter().map(|&(event, weight)| {
                    let after = game.after(state, Step::Event(event));
                    Some(weight as f64 * self.share(&after, seat, agent, deeper)?)
                });
                return Some(shares.sum::<Option<f64>>()? / chances.total as f64);
            }
            Turn::Decide(by) => by,
        };
        let (view, actions) = (game.view(state, by), game.actions(state));
        let decision = Decision::new(game, by, &view, &actions);
        let value = self.agent(agent).decide(&decision, &mut self.advised(deeper)).ok()?.value?;
        match self.header.seats.len() {
            _ if by == seat => Some(game.share(value)),
            2 => Some(1.0 - game.share(value)),
            _ => None,
        }
    }
}
