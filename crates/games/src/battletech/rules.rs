//! The rules as a [`Game`].

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::hex::Side;
use super::mech::{Means, Torso};
use super::movement::Mode;
use super::record::{Location, Slot};
use super::setups::{self, Setup};
use super::state::{Action, Event, Phase, Roll, State};
use super::tables::{TWO_DICE, Table};
use super::turn::STAND;
use rivals_core::play::{
    BySeat, Chances, Dice, Game, Open, Outcome, Seat, Seats, Step, Turn, draw,
};
use rivals_core::values::Invalid;

/// BattleTech, and its rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BattleTech {
    /// The setups of which each game of a tournament draws one.
    pub setups: Vec<Setup>,
}

impl Default for BattleTech {
    fn default() -> Self {
        Self { setups: vec![Setup::usual()] }
    }
}

static TWO: LazyLock<Chances<Event>> = LazyLock::new(|| {
    let weights = (2..).map(Event::Rolled).zip(TWO_DICE).collect();
    Chances { weights, total: 36 }
});

static ONE: LazyLock<Chances<Event>> = LazyLock::new(|| {
    let weights = (1..=6).map(|number| (Event::Rolled(number), 1)).collect();
    Chances { weights, total: 6 }
});

impl State {
    /// The events of a roll.
    fn chances(&self, roll: &Roll) -> Cow<'static, Chances<Event>> {
        match *roll {
            Roll::Slot { seat, location } => {
                let slots = Slot::of(self.mechs[seat].open_slots(location));
                let weights: Vec<(Event, u64)> = slots.map(|slot| (Event::Hit(slot), 1)).collect();
                let total = weights.len() as u64;
                Cow::Owned(Chances { weights, total })
            }
            Roll::Fall { .. } | Roll::Location { table: Table::Punch | Table::Kick, .. } => {
                Cow::Borrowed(&ONE)
            }
            _ => Cow::Borrowed(&TWO),
        }
    }

    /// The end of a game.
    fn outcome(&self) -> Outcome {
        let mut scores = BySeat::new(0, self.mechs.seats());
        for seat in self.seats() {
            scores[seat] = self.mechs[seat].points() as i32;
        }
        let all = |seat: Seat| u64::from(self.mechs[seat].record.points());
        let left = |seat: Seat| scores[seat] as u64;
        let living: Seats = self.living().collect();
        let among = if living.is_empty() { self.order.iter().copied().collect() } else { living };
        // The seats with the greatest part of their points; of several destroyed mechs, all.
        let beaten = |seat: Seat| {
            let beats = |other: Seat| left(other) * all(seat) > left(seat) * all(other);
            !living.is_empty() && among.iter().any(beats)
        };
        Outcome::shared(among.iter().filter(|seat| !beaten(*seat)).collect(), scores)
    }

    /// Appends the legal actions of a seat that moves.
    fn moves(&self, seat: Seat, into: &mut Vec<Action>) {
        let unit = &self.mechs[seat];
        let occupied = self.occupied(seat);
        let mover = self.mover(seat, &occupied);
        into.push(Action::Stay);
        for (mode, points) in
            [(Mode::Walk, mover.walk), (Mode::Run, mover.run), (Mode::Jump, mover.jump)]
        {
            if points == 0 {
                continue;
            }
            into.extend(mover.reach(&self.map, mode).iter().filter_map(|arrival| {
                let (hex, facing) = (arrival.hex, arrival.facing);
                match mode {
                    Mode::Jump => Some(Action::Jump(hex, facing)),
                    _ if (hex, facing) == (unit.hex, unit.facing) => None,
                    Mode::Walk => Some(Action::Walk(hex, facing)),
                    Mode::Run => Some(Action::Run(hex, facing)),
                }
            }));
        }
        if self.may_stand(seat) {
            into.extend(Side::ALL.map(Action::Stand));
        }
        if !unit.prone && mover.walk > 0 {
            into.push(Action::Prone);
        }
    }

    /// Whether a seat that moves may try to stand up.
    pub fn may_stand(&self, seat: Seat) -> bool {
        let unit = &self.mechs[seat];
        unit.can_rise() && unit.moved.mp + STAND <= unit.run().max(unit.walk())
    }

    /// The bins with shots, by the names of their locations.
    fn bins(&self, seat: Seat) -> impl Iterator<Item = Slot> {
        let unit = &self.mechs[seat];
        Location::BY_NAME.into_iter().flat_map(move |location| {
            let bins = unit.record.bins.iter().map(|(slot, _)| *slot);
            bins.filter(move |slot| slot.location() == location && unit.shots(*slot) > 0)
        })
    }

    /// Appends the legal actions of the seat that decides.
    pub fn legal(&self, into: &mut Vec<Action>) {
        let Some(seat) = self.decides() else {
            return;
        };
        let unit = &self.mechs[seat];
        match self.phase {
            Phase::Movement => return self.moves(seat, into),
            Phase::Reaction => return into.extend(Torso::ALL.map(Action::Turn)),
            Phase::Weapons | Phase::Physical => {
                let weapons = self.phase == Phase::Weapons;
                self.attacks(seat, weapons, |means, target, _| {
                    into.push(Action::Attack(means, self.mechs[target].hex));
                });
                if weapons && self.club_source(seat).is_some() {
                    into.push(Action::Pickup);
                }
            }
            Phase::End => {
                into.extend(self.bins(seat).map(Action::Dump));
                if !unit.fired.contains(Means::Sinks) {
                    into.extend((0..=unit.sinks()).map(Action::Sinks));
                }
                into.extend(unit.club.map(|_| Action::Drop));
            }
            Phase::Initiative | Phase::Heat | Phase::Over => return,
        }
        into.push(Action::Done);
    }

    /// Whether an action is legal.
    pub fn is_legal(&self, action: Action) -> bool {
        let Some(seat) = self.decides() else {
            return false;
        };
        let unit = &self.mechs[seat];
        let reaches = |mode: Mode, hex, facing| {
            let occupied = self.occupied(seat);
            let mover = self.mover(seat, &occupied);
            let stays = mode != Mode::Jump && (hex, facing) == (unit.hex, unit.facing);
            !stays && mover.reach(&self.map, mode).get(hex, facing).is_some()
        };
        match (self.phase, action) {
            (Phase::Movement, Action::Stay) => true,
            (Phase::Movement, Action::Walk(hex, facing)) => reaches(Mode::Walk, hex, facing),
            (Phase::Movement, Action::Run(hex, facing)) => reaches(Mode::Run, hex, facing),
            (Phase::Movement, Action::Jump(hex, facing)) => reaches(Mode::Jump, hex, facing),
            (Phase::Movement, Action::Stand(_)) => self.may_stand(seat),
            (Phase::Movement, Action::Prone) => !unit.prone && unit.walk() > unit.moved.mp,
            (Phase::Reaction, Action::Turn(_)) => true,
            (Phase::Weapons | Phase::Physical, Action::Attack(means, hex)) => {
                let weapon = matches!(means, Means::Weapon(_));
                weapon == (self.phase == Phase::Weapons)
                    && self.legal_attack(seat, means, hex).is_some()
            }
            (Phase::Weapons, Action::Pickup) => self.club_source(seat).is_some(),
            (Phase::End, Action::Dump(slot)) => self.bins(seat).any(|bin| bin == slot),
            (Phase::End, Action::Sinks(off)) => {
                !unit.fired.contains(Means::Sinks) && off <= unit.sinks()
            }
            (Phase::End, Action::Drop) => unit.club.is_some(),
            (Phase::Weapons | Phase::Physical | Phase::End, Action::Done) => true,
            _ => false,
        }
    }
}

impl Open for BattleTech {}

impl Game for BattleTech {
    const NAME: &'static str = "battletech";
    const ABOUT: &'static str =
        "Move a mech over hexes, mind its heat, and wreck the mechs of the others.";
    const SEATS: RangeInclusive<usize> = 2..=4;
    const DRAWS_OPENINGS: bool = true;

    type Rules = Self;
    type State = State;
    type Action = Action;
    type Event = Event;

    fn new(rules: Self) -> Result<Self, Invalid> {
        Ok(rules)
    }

    fn rules(&self) -> &Self {
        self
    }

    fn start(&self, seats: usize) -> State {
        let state = Setup::usual().state(seats, &mut Dice::new(0, 0, 0).opening());
        state.expect("the map of the usual setup has four places")
    }

    fn opening(&self, seats: usize, rng: &mut dyn Rng) -> State {
        let setup = &self.setups[draw(rng, self.setups.len())];
        // A setup with the places of fewer seats has none for the others.
        setup.state(seats, rng).unwrap_or_else(|_| self.start(seats))
    }

    fn setups(&self) -> Vec<String> {
        setups::NAMED.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn set_up(&self, setup: &str, seats: usize, rng: &mut dyn Rng) -> Result<State, Invalid> {
        let setup: Setup = setup.parse()?;
        setup.state(seats.max(setup.models.len()), rng)
    }

    fn validate(&self, state: State) -> Result<State, Invalid> {
        let mut state = state.checked()?;
        state.settle();
        Ok(state)
    }

    fn seats_of(&self, state: &State) -> usize {
        state.mechs.seats()
    }

    fn turn(&self, state: &State) -> Turn<'_, Event> {
        match (state.rolls.first(), state.next()) {
            (Some(roll), _) => Turn::Chance(state.chances(roll)),
            (None, Some(seat)) => Turn::Decide(seat),
            (None, None) => Turn::Over(state.outcome()),
        }
    }

    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        state.legal(into);
    }

    fn is_legal(&self, state: &State, action: Action) -> bool {
        state.is_legal(action)
    }

    fn play(&self, state: &mut State, step: Step<Self>) {
        match step {
            Step::Act(action) => {
                if let Some(seat) = state.decides() {
                    state.act(seat, action);
                }
            }
            Step::Event(event) => state.happen(event),
        }
        state.settle();
    }
}
