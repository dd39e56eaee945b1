//! The graph of all states of a turn, by number, for the evaluation of whole turns.
//!
//! Before a challenge, the points at stake follow from the living dragons and from how
//! often all dragons have been slain, so there are few states. After an accepted challenge
//! they do not.

#![expect(clippy::cast_possible_truncation, reason = "at most 2^28 states, and 4 dice")]

use std::num::NonZeroU32;

use super::{FightOdds, Turns};
use crate::{DragonSet, MAX_DRAGONS, Rules, Turn};

/// The states of any turn of some rules, up to a cap.
///
/// States with few points at stake have small numbers: a fight leads to a larger number,
/// and numbers of dice left are consecutive. Every turn begins in the first state that has
/// all dice.
#[derive(Clone, Debug)]
pub struct TurnGraph {
    turns: Turns,
    /// The points at stake at which every turn is stopped.
    cap: u32,
    /// Whether the stop at the cap is only an approximation. If so, the bounds of a state at
    /// the cap allow for fights beyond it; if not, the cap is a rule of the game.
    pub(in crate::solver) open: bool,
    /// The states before and after accepting a challenge.
    places: [Vec<Place>; 2],
    /// By state before a challenge: the state after accepting one.
    on_accepting: Vec<usize>,
    /// An upper bound of the difference between the numbers of a state and of a state after
    /// a fight in it, before and after accepting a challenge.
    step: [usize; 2],
}

/// The states of a turn that an evaluation covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Horizon {
    /// States with smaller numbers may fight on, and all others stop; before and after
    /// accepting a challenge.
    pub open: [usize; 2],
    /// States with smaller numbers are evaluated; before and after accepting a challenge.
    pub seen: [usize; 2],
}

/// A state and its fights.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The points at stake.
    pub at_stake: u32,
    /// The living dragons, which may be fought.
    pub alive: DragonSet,
    /// Warrior dice left.
    pub dice: u8,
    /// By dragon: the number of the state after slaying it with one die left. No fight leads to
    /// the first state.
    slain: [Option<NonZeroU32>; MAX_DRAGONS],
}

impl Place {
    /// The state of this turn, without its fights.
    pub(super) fn of(turn: &Turn) -> Self {
        let slain = [None; MAX_DRAGONS];
        Self { at_stake: turn.at_stake, alive: turn.alive, dice: turn.dice, slain }
    }

    /// The number of the state after slaying this dragon with one die left. It is `None` for
    /// slain dragons, and `None` at the cap before a challenge. After accepting a challenge a
    /// fight at the cap is possible, as the mover may be obliged to it.
    #[must_use]
    #[inline]
    pub fn slain(&self, dragon: usize) -> Option<usize> {
        self.slain[dragon].map(|slain| slain.get() as usize)
    }
}

impl TurnGraph {
    /// The states up to `cap` points at stake, where every turn is stopped: from there on the
    /// mover only fights one dragon after accepting a challenge.
    #[must_use]
    pub fn new(rules: &Rules, cap: u32) -> Self {
        let turns = Turns::new(rules);
        let most = turns.most_points(cap);
        let mut graph = Self {
            turns,
            cap,
            open: false,
            places: [Vec::new(), Vec::new()],
            on_accepting: Vec::new(),
            step: [0; 2],
        };
        let (sets, dice) = (graph.sets(), usize::from(rules.warrior.dice));
        let rounds = [most / graph.turns.all + 2, most / graph.turns.step + 1];
        graph.places = [false, true].map(|accepted| {
            let states = 0..rounds[usize::from(accepted)] as usize * sets * dice;
            states.map(|index| graph.new_place(index, accepted)).collect()
        });
        graph.step = graph.places.each_ref().map(|places| {
            let steps = places.iter().enumerate().flat_map(|(state, place)| {
                let slain = (0..MAX_DRAGONS).filter_map(|dragon| place.slain(dragon));
                slain.map(move |slain| slain + dice - state)
            });
            steps.max().unwrap_or(0)
        });
        graph.on_accepting = (graph.places[0].iter())
            .map(|place| graph.number(true, place.at_stake.min(most), place.alive, place.dice))
            .collect();
        graph
    }

    /// The state of this number.
    fn new_place(&self, index: usize, accepted: bool) -> Place {
        let (sets, dice) = (self.sets(), usize::from(self.rules().warrior.dice));
        let alive = self.set(index / dice % sets);
        let round = (index / dice / sets) as u32;
        let at_stake = if accepted {
            round * self.turns.step
        } else {
            round * self.turns.all + self.slain_points(alive)
        };
        let most = self.turns.most_points(self.cap);
        let slain = std::array::from_fn(|dragon| {
            let fought = alive.contains(dragon) && (accepted || at_stake < self.cap);
            let (at_stake, alive) =
                fought.then(|| self.rules().slay(at_stake, alive, dragon, accepted))?;
            let slain = || self.number(accepted, at_stake, alive, 1) as u32;
            (!accepted || at_stake <= most).then(slain).and_then(NonZeroU32::new)
        });
        Place { at_stake, alive, dice: (index % dice) as u8 + 1, slain }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.turns.rules
    }

    /// The rules and odds.
    pub(in crate::solver) fn turns(&self) -> &Turns {
        &self.turns
    }

    /// The odds of all fights.
    #[must_use]
    #[inline]
    pub fn odds(&self) -> &FightOdds {
        &self.turns.odds
    }

    /// The points at stake at which every turn is stopped.
    #[must_use]
    pub fn cap(&self) -> u32 {
        self.cap
    }

    /// Whether the mover may choose to fight with these points at stake.
    #[must_use]
    #[inline]
    pub fn may_fight(&self, at_stake: u32) -> bool {
        at_stake < self.cap
    }

    /// The states before a challenge, or after accepting one, by number.
    #[must_use]
    #[inline]
    pub fn places(&self, accepted: bool) -> &[Place] {
        &self.places[usize::from(accepted)]
    }

    /// The number of all states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.places.iter().map(Vec::len).sum()
    }

    /// The number of the same state after accepting a challenge.
    #[must_use]
    #[inline]
    pub fn on_accepting(&self, plain: usize) -> usize {
        self.on_accepting[plain]
    }

    /// The horizon of turns that are stopped at these points at stake.
    #[must_use]
    pub fn horizon(&self, points: u32) -> Horizon {
        let beyond =
            |states: usize, kind: usize| (states + self.step[kind]).min(self.places[kind].len());
        let open = self.places.each_ref().map(|places| {
            let last = places.iter().rposition(|place| place.at_stake < points);
            last.map_or(0, |state| state + 1)
        });
        // A challenge accepted at the horizon demands one more fight.
        let open = [open[0], beyond(open[1], 1)];
        let seen = [0, 1].map(|kind| beyond(open[kind], kind));
        Horizon { open, seen }
    }

    /// No state has more points at stake.
    #[must_use]
    pub fn most_points(&self) -> u32 {
        let last = self.places.iter().filter_map(|places| places.last());
        last.map(|place| place.at_stake).max().unwrap_or(0) + self.turns.all
    }

    /// The number of a turn's state in which a seat decides; none beyond the last state.
    #[must_use]
    pub fn place(&self, turn: &Turn, accepted: bool) -> Option<usize> {
        (turn.at_stake <= self.turns.most_points(self.cap))
            .then(|| self.number(accepted, turn.at_stake, turn.alive, turn.dice))
    }

    /// The number of the state in which every turn begins.
    #[must_use]
    pub fn start(&self) -> usize {
        usize::from(self.rules().warrior.dice) - 1
    }

    fn number(&self, accepted: bool, at_stake: u32, alive: DragonSet, dice: u8) -> usize {
        let round = if accepted {
            at_stake / self.turns.step
        } else {
            (at_stake - self.slain_points(alive)) / self.turns.all
        };
        (round as usize * self.sets() + self.place_of_set(alive))
            * usize::from(self.rules().warrior.dice)
            + usize::from(dice)
            - 1
    }

    /// The number of non-empty sets of living dragons.
    fn sets(&self) -> usize {
        (1 << self.turns.rules.dragons.len()) - 1
    }

    /// The place of a set of living dragons; the set of all is first, as no points are at
    /// stake then.
    fn place_of_set(&self, alive: DragonSet) -> usize {
        self.sets() - alive.index()
    }

    fn set(&self, place: usize) -> DragonSet {
        DragonSet::from_index(self.sets() - place)
    }

    /// The sum of the points of the dragons that are not alive.
    fn slain_points(&self, alive: DragonSet) -> u32 {
        let dragons = &self.turns.rules.dragons;
        self.turns.all - alive.iter().map(|dragon| dragons[dragon].points).sum::<u32>()
    }
}
