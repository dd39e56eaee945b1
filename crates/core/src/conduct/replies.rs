//! Prospects from a search: the values of all actions, and what careless replies make of them.

use super::Conduct;
use super::prospects::{Outcome, Prospect, Prospects, Spread};
use crate::play::{Agent, Decision, Dice, Forfeit, Game, Hidden, Seat, Step, Thought, Turn};
use crate::search::{
    Deepening, Evaluation, Limits, NEARLY_WIN, Searchable, Transpositions, win_probability,
};
use crate::sort;

/// The replies of a lottery.
const REPLIES: usize = 8;

/// The temperature of the replies of a lottery, in shares of the win: by definition, a reply that
/// costs a twentieth of the win is e times as rare as the best one.
pub const TAU_REPLY: f64 = 0.05;

/// The most decisions of the seat itself before the reply, in games in which it may move again.
const AGAIN: u32 = 3;

/// How many times the states of the reference the search of all actions may visit.
const MORE: u64 = 8;

/// The moves that the search of the replies to an action looks ahead.
const REPLY_DEPTH: u32 = 1;

/// A source of prospects.
pub struct Searched<'a, G: Searchable, E> {
    /// The rules.
    pub game: &'a G,
    /// The values of states.
    pub evaluation: &'a E,
    /// The seat that decides.
    pub seat: Seat,
    /// The states that the reference visits. The search of all its actions to the same depth takes
    /// some times as many, and at most [`MORE`] times.
    pub nodes: u64,
    /// The progress of the seat and that of its strongest rival.
    pub progress: &'a dyn Fn(&G::State) -> [f64; 2],
}

/// The prospects of a decision in a game that hides nothing, by a search as deep as that of its
/// reference, which visits this number of states and draws nothing.
///
/// # Errors
/// [`Forfeit`], if the search was stopped.
pub fn looked_ahead<G>(
    conduct: &dyn Conduct<G>,
    at: &Decision<'_, G>,
    reference: &mut dyn Agent<G>,
    evaluation: &impl Evaluation<G>,
    nodes: u64,
) -> Result<Prospects, Forfeit>
where
    G: Searchable + Hidden<View = <G as Game>::State>,
{
    let thought = reference.decide(at, &mut Dice::new(0, 0, 0).turn(0, 0))?;
    let progress = |state: &G::State| conduct.standing(at.game, state, at.seat);
    let source = Searched { game: at.game, evaluation, seat: at.seat, nodes, progress: &progress };
    Ok(source.prospects(conduct, at, &thought))
}

/// A lottery, as in [`super::Prospect::lottery`].
type Lottery = Vec<(f64, Outcome)>;

impl<G: Searchable, E: Evaluation<G>> Searched<'_, G, E> {
    /// The prospects of a decision, by a search as deep as that of the reference.
    fn prospects(
        &self,
        conduct: &dyn Conduct<G>,
        at: &Decision<'_, G>,
        thought: &Thought<G::Action>,
    ) -> Prospects
    where
        G: Hidden<View = <G as Game>::State>,
    {
        let state = at.view;
        let (mut listed, mut promises) = (Vec::new(), Vec::new());
        self.game.list(state, &mut listed, &mut promises);
        let chosen = at.place(thought.action).expect("the reference plays by the rules");
        let mut actions = self.actions(state, thought.depth.unwrap_or(1));
        if !actions.iter().any(|(action, ..)| *action == thought.action) {
            // It saw that the move wins, which the search left out.
            let won = Outcome { value: 1.0, ..Outcome::default() };
            actions.push((thought.action, 1.0, vec![(1.0, won)]));
        }
        let won = thought.value.is_some_and(|value| value > NEARLY_WIN);
        let option = |(action, value, lottery): (G::Action, f64, Lottery)| {
            let promise = listed.iter().position(|&one| one == action).map(|at| promises[at]);
            let place = at.place(action)?;
            Some(Prospect {
                place,
                value: if won && place == chosen { 1.0 } else { value },
                lottery,
                spread: Spread::Exact,
                kind: conduct.kind(at.game, at.view, action),
                spends: conduct.spends(at.game, at.view, action),
                salience: (f64::from(promise.unwrap_or(0)) / 1_000.0).clamp(0.0, 1.0),
                information: 0.0,
            })
        };
        let mut options: Vec<Prospect> = actions.into_iter().filter_map(option).collect();
        options.sort_by_key(|option| option.place);
        let key = conduct.position_key(at.game, at.view);
        Prospects::new(key, (self.progress)(state), options, chosen)
    }

    /// Every action that a search of this depth tries, with the share of the win that it finds, and what the
    /// replies make of it.
    #[must_use]
    pub fn actions(&self, state: &G::State, depth: u32) -> Vec<(G::Action, f64, Lottery)> {
        let mut table = Transpositions::new(Transpositions::bits_for(self.nodes));
        let valued = self.values(state, self.seat, depth, &mut table);
        let mut replies = Transpositions::new(Transpositions::bits_for(1));
        let before = (self.progress)(state);
        let lottery = |(action, value): (G::Action, f64)| {
            let after = self.game.after(state, Step::Act(action));
            let mut lottery = Lottery::new();
            let best = self.horizon(&after, (1.0, AGAIN), before, &mut replies, &mut lottery);
            // The best replies are worth what the deeper search says.
            for (_, outcome) in &mut lottery {
                outcome.value = (outcome.value + value - best).clamp(0.0, 1.0);
            }
            (action, value, lottery)
        };
        valued.into_iter().map(lottery).collect()
    }

    /// The shares of the win of the actions of a seat.
    fn values(
        &self,
        state: &G::State,
        seat: Seat,
        depth: u32,
        table: &mut Transpositions,
    ) -> Vec<(G::Action, f64)> {
        let limits = Limits { nodes: MORE * self.nodes, depth: depth.max(1), quiescence: true };
        let search = Deepening::new(self.game, self.evaluation, seat, limits, table);
        let found = search.with_all_values().search(state);
        let share = |value| win_probability(value, self.evaluation.scale());
        found.actions.into_iter().map(|one| (one.action, share(one.value))).collect()
    }

    /// Adds what may happen from a state up to the reply of another seat; the value if all do their
    /// best. `likely` is the probability of the state, with the decisions of the seat that may still
    /// come before.
    fn horizon(
        &self,
        state: &G::State,
        (likely, again): (f64, u32),
        before: [f64; 2],
        table: &mut Transpositions,
        into: &mut Lottery,
    ) -> f64 {
        let mut ends = |state: &G::State, likely: f64, value: f64| {
            into.push((likely, Outcome::between(before, (self.progress)(state), value)));
        };
        match self.game.turn(state) {
            Turn::Over(outcome) => {
                let value = outcome.returns[self.seat].value();
                ends(state, likely, value);
                value
            }
            Turn::Chance(chances) => {
                let total = chances.total as f64;
                let of_event = |&(event, weight): &(G::Event, u64)| {
                    let after = self.game.after(state, Step::Event(event));
                    let part = weight as f64 / total;
                    part * self.horizon(&after, (likely * part, again), before, table, into)
                };
                chances.weights.iter().map(of_event).sum()
            }
            Turn::Decide(seat) => {
                let mut valued = self.values(state, seat, REPLY_DEPTH, table);
                sort::by(&mut valued, |one, other| other.1.total_cmp(&one.1));
                let (action, best) = valued[0];
                if seat == self.seat {
                    if again == 0 {
                        ends(state, likely, best);
                        return best;
                    }
                    let after = self.game.after(state, Step::Act(action));
                    return self.horizon(&after, (likely, again - 1), before, table, into);
                }
                valued.truncate(REPLIES);
                let weight = |value: f64| libm::exp((value - best) / TAU_REPLY);
                let total: f64 = valued.iter().map(|&(_, value)| weight(value)).sum();
                for (action, value) in valued {
                    let after = self.game.after(state, Step::Act(action));
                    ends(&after, likely * weight(value) / total, 1.0 - value);
                }
                1.0 - best
            }
        }
    }
}
