//! T6: personalities at Dragon Slayer by the conduct of all games, beside the game's own code. The
//! game is solved, so that what is at stake follows from its solution; the horizon is the end of
//! the turn, and whether a stop is challenged is left to careless rivals.

use std::collections::HashMap;
use std::sync::Arc;

use miette::{IntoDiagnostic, Result, bail};
use rivals_core::conduct::{
    Judge, Memory, Outcome, Prospect, Prospects, Spread, TAU_REPLY, key_of, single,
};
use rivals_core::contest::{Players, Solve};
use rivals_core::personalities::{Member, Personality, Roster, SeatUnits};
use rivals_core::play::{Agent, Dice, Game, Playthrough, Seat, Step, Stream, Turn};
use rivals_dragon_slayer::policies::AGENTS;
use rivals_dragon_slayer::{Action, DragonSlayer, Rules, State};
use rivals_statistics::{Interval, parallel};
use serde::{Deserialize, Serialize};

use super::Form;
use super::players::files;

/// The part of visits in which both are to do the same.
pub(super) const SAME: f64 = 0.9;

/// The seats of its games.
const SEATS: usize = 2;

/// The most games of a player.
const MOST_GAMES: u64 = 10_000;

/// A row of `old_and_new.csv`: a personality at Dragon Slayer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    pub player: String,
    /// The decisions between two actions or more.
    pub visits: u64,
    /// Those in which both do the same.
    pub same: u64,
    pub low: f64,
    pub high: f64,
}

/// The rows of all files, with calculation 1.
pub(super) fn rows(form: &Form) -> Result<Vec<Row>> {
    let game = DragonSlayer::by(Rules::built_in());
    let optimum = Personality::neutral("neutral");
    let units = units(&visits(&game, &optimum, form)?);
    let files = files();
    let rows = parallel::map(files.len(), |at| {
        let mut player = files[at].clone();
        player.traits.calculation = 1.0;
        let judge = Judge::with(&player, units, 0.0);
        let visits = visits(&game, &player, form)?;
        let same = |visit: &&Visit| {
            let chosen = judge.choose(&visit.prospects, &visit.memory, None);
            visit.prospects.options[chosen].place == visit.place
        };
        let (count, same) = (visits.len() as u64, visits.iter().filter(same).count() as u64);
        let Interval { low, high } = Interval::wilson(same, count);
        Ok(Row { player: player.id, visits: count, same, low, high })
    });
    rows.into_iter().collect()
}

/// A decision of a personality by the game's own code.
struct Visit {
    prospects: Prospects,
    memory: Memory,
    /// The place of what it does among the legal actions.
    place: usize,
}

/// The units of Dragon Slayer by decisions of optimal play.
fn units(visits: &[Visit]) -> SeatUnits {
    let decisions = visits.len() as f64;
    let mean = |of: &dyn Fn(&Prospects) -> f64| {
        visits.iter().map(|visit| of(&visit.prospects)).sum::<f64>() / decisions
    };
    let best = |prospects: &Prospects| prospects.options[prospects.best].clone();
    SeatUnits {
        seats: SEATS,
        games: 0,
        decisions: visits.len() as u64,
        kappa: mean(&|of| best(of).value_variance()).sqrt(),
        k: mean(&|of| best(of).variance(|outcome| outcome.own - outcome.others)).sqrt(),
        fair: mean(&Prospects::value),
    }
}

/// The decisions of a personality in games against optimal play, from both seats.
fn visits(game: &DragonSlayer, player: &Personality, form: &Form) -> Result<Vec<Visit>> {
    let roster = Roster::new(vec![Member::Personality(player.clone())], AGENTS);
    let game = Arc::new(game.clone().with_personalities(roster));
    let mut turns = Turns { game: &game, ends: HashMap::new(), values: HashMap::new() };
    let mut visits = Vec::new();
    for number in 0..MOST_GAMES {
        let dice = Dice::new(form.seed, Dice::pairing(["conduct", &player.id]), number / 2);
        let own = Seat::at(usize::from(number % 2 == 1));
        let mut agents = [&*player.id, "optimum"].map(|name| game.player(name));
        if own == Seat::SECOND {
            agents.swap(0, 1);
        }
        let mut agents = agents.into_iter().collect::<Result<Vec<_>, _>>()?;
        turns.played(own, dice, &mut agents, &mut visits)?;
        if visits.len() >= form.visits {
            visits.truncate(form.visits);
            return Ok(visits);
        }
    }
    bail!("{MOST_GAMES} games of {} have not {} decisions", player.id, form.visits)
}

/// What the ends of turns are worth.
struct Turns<'a> {
    game: &'a Arc<DragonSlayer>,
    /// By state: the states in which the turn may end, with their probabilities; `None` where the
    /// solution does not follow it.
    ends: HashMap<State, Option<Vec<(State, f64)>>>,
    /// By state in which a turn begins: the share of the win of the seat that decides.
    values: HashMap<State, Option<f64>>,
}

impl Turns<'_> {
    /// Plays a game, and adds the decisions of a seat that the solution knows.
    fn played(
        &mut self,
        own: Seat,
        dice: Dice,
        agents: &mut [Box<dyn Agent<DragonSlayer>>],
        visits: &mut Vec<Visit>,
    ) -> Result<()> {
        let mut playthrough = Playthrough::new(Arc::clone(self.game), SEATS, dice);
        let mut adjudicate = self.game.adjudicator(dice);
        let mut memory = Memory::default();
        loop {
            let state = *playthrough.state();
            if adjudicate(&state).is_some() {
                return Ok(());
            }
            let decides = match playthrough.turn() {
                Turn::Over(_) => return Ok(()),
                Turn::Chance(_) => None,
                Turn::Decide(seat) => Some(seat),
            };
            let Some(seat) = decides else {
                playthrough.roll().into_diagnostic()?;
                continue;
            };
            let at = playthrough.decision(seat, &state);
            let mut drawn = dice.stream(Stream::Compared, 0);
            let thought = agents[usize::from(seat.0)].decide(&at, &mut drawn).into_diagnostic()?;
            let place = at.place(thought.action);
            if let Some(place) = place.filter(|_| seat == own && at.actions.len() > 1)
                && let Some(prospects) = self.prospects(&state, seat)
            {
                let kind = kind(thought.action);
                let value = single(prospects.value());
                visits.push(Visit { prospects, memory, place });
                memory.keep(value, kind);
            }
            playthrough.act(thought.action).into_diagnostic()?;
        }
    }

    /// What is at stake in a decision; `None` where the solution does not follow the turn.
    fn prospects(&mut self, state: &State, seat: Seat) -> Option<Prospects> {
        let game = self.game;
        let values = game.solved(state).ok()??;
        let before = standing(game, state, seat);
        let actions = game.actions(state);
        let mut options = Vec::new();
        for (place, (&action, &value)) in actions.iter().zip(&values).enumerate() {
            let ends = self.ends(&game.after(state, Step::Act(action)), state.mover)?;
            let ending = |(end, likely): &(State, f64)| {
                let value = self.value_of(end, seat)?;
                Some((*likely, Outcome::between(before, standing(game, end, seat), value)))
            };
            options.push(Prospect {
                place,
                value,
                lottery: ends.iter().map(ending).collect::<Option<_>>()?,
                spread: Spread::Exact,
                kind: kind(action),
                spends: f64::from(u8::from(action == Action::Challenge)),
                salience: 0.0,
                information: 0.0,
            });
        }
        // Of equal actions that with the lowest place, as long as none is better.
        let best =
            (1..values.len()).fold(0, |best, at| if values[at] > values[best] { at } else { best });
        Some(Prospects::new(key_of(state), before, options, best))
    }

    /// The states in which the turn of a mover may end from a state, if it plays optimally and
    /// rivals carelessly.
    fn ends(&mut self, state: &State, mover: Seat) -> Option<Vec<(State, f64)>> {
        if state.mover != mover {
            return Some(vec![(*state, 1.0)]);
        }
        if let Some(known) = self.ends.get(state) {
            return known.clone();
        }
        let found = self.found(state, mover);
        self.ends.insert(*state, found.clone());
        found
    }

    fn found(&mut self, state: &State, mover: Seat) -> Option<Vec<(State, f64)>> {
        let game = Arc::clone(self.game);
        let next: Vec<(State, f64)> = match game.turn(state) {
            Turn::Over(_) => return Some(vec![(*state, 1.0)]),
            Turn::Chance(chances) => {
                let after = |&(event, weight): &(_, u64)| {
                    (game.after(state, Step::Event(event)), weight as f64)
                };
                // A roll that changes nothing is rolled again.
                chances.weights.iter().map(after).filter(|(next, _)| next != state).collect()
            }
            Turn::Decide(seat) => {
                let values = game.solved(state).ok()??;
                let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let first = values.iter().position(|&value| value == best);
                let weight = |at: usize, value: f64| {
                    if seat == mover {
                        f64::from(u8::from(Some(at) == first))
                    } else {
                        libm::exp((value - best) / TAU_REPLY)
                    }
                };
                let actions = game.actions(state).into_iter().zip(values).enumerate();
                let after = |(at, (action, value)): (usize, (Action, f64))| {
                    (game.after(state, Step::Act(action)), weight(at, value))
                };
                actions.map(after).filter(|(_, weight)| *weight > 0.0).collect()
            }
        };
        let total: f64 = next.iter().map(|(_, weight)| weight).sum();
        let mut all: Vec<(State, f64)> = Vec::new();
        for (after, weight) in next {
            for (end, likely) in self.ends(&after, mover)? {
                let part = likely * weight / total;
                match all.iter_mut().find(|(known, _)| *known == end) {
                    Some((_, sum)) => *sum += part,
                    None => all.push((end, part)),
                }
            }
        }
        Some(all)
    }

    /// The share of the win of a seat at the end of a turn.
    fn value_of(&mut self, end: &State, seat: Seat) -> Option<f64> {
        match self.game.turn(end) {
            Turn::Over(outcome) => Some(outcome.returns[seat].value()),
            Turn::Decide(decides) => {
                let solved = || {
                    let values = self.game.solved(end).ok()??;
                    Some(values.into_iter().fold(f64::NEG_INFINITY, f64::max))
                };
                let best = (*self.values.entry(*end).or_insert_with(solved))?;
                Some(if decides == seat { best } else { 1.0 - best })
            }
            Turn::Chance(_) => None,
        }
    }
}

/// The parts of the target that a seat and its rival have.
fn standing(game: &DragonSlayer, state: &State, seat: Seat) -> [f64; 2] {
    let target = game.rules().target;
    let part = |seat: Seat| f64::from(state.scores[seat].min(target)) / f64::from(target);
    [part(seat), part(seat.next(SEATS))]
}

/// A fight against each dragon, a stop, and the words of a challenge.
fn kind(action: Action) -> u8 {
    match action {
        Action::Fight(dragon) => dragon,
        Action::Stop => 32,
        Action::Challenge => 33,
        Action::LetStop => 34,
        Action::Accept => 35,
        Action::Decline => 36,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a short game: weights add up to 1, the neutral personality does what optimal play does,
    /// and without rivals' carelessness the mean of a lottery is the value.
    #[test]
    fn prospects_follow_from_the_solution() {
        let mut rules = Rules::built_in();
        rules.target = 10;
        let game = DragonSlayer::by(rules);
        let neutral = Personality::neutral("neutral");
        let form = Form { visits: 30, ..Form::SMALL };
        let visits = visits(&game, &neutral, &form).unwrap();
        let judge = Judge::with(&neutral, units(&visits), 0.0);
        for visit in &visits {
            for option in &visit.prospects.options {
                let all: f64 = option.lottery.iter().map(|(weight, _)| weight).sum();
                assert!((all - 1.0).abs() < 1e-9, "{option:?}");
                // A careless rival is worth something.
                assert!(option.mean().value > option.value - 1e-6, "{option:?}");
            }
            let chosen = judge.choose(&visit.prospects, &visit.memory, None);
            let values = &visit.prospects.options;
            assert_eq!(values[chosen].value, visit.prospects.value());
            let own = values.iter().find(|option| option.place == visit.place).unwrap();
            assert!((own.value - visit.prospects.value()).abs() < 1e-6, "{own:?}");
        }
    }
}
