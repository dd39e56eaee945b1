//! The rules as a [`Game`].

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::hex::Side;
use super::mech::{Means, Torso};
use super::movement::{Arrival, Mode};
use super::record::{Part, Slot};
use super::setups::{NAMED, Setup};
use super::state::{Action, Event, Phase, Roll, State};
use super::tables::{TWO_DICE, Table};
use super::terrain::Terrain;
use super::turn::STAND;
use rivals_core::play::{Chances, Dice, Game, Open, Outcome, Seat, Seats, Step, Turn, draw};
use rivals_core::sort;
use rivals_core::values::Invalid;

/// BattleTech, and its rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BattleTech {
    /// The setups of which each game of a tournament draws one.
    pub setups: Vec<Setup>,
    /// Whether the optional rules of [terrain](super::terrain) are used.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub terrain: bool,
}

impl Default for BattleTech {
    fn default() -> Self {
        let setups = NAMED[1..].iter().map(|(name, _)| (*name).to_owned().try_into());
        let setups = setups.collect::<Result<_, _>>().expect("the named setups are complete");
        Self { setups, terrain: false }
    }
}

impl BattleTech {
    /// The numbers of seats for which each setup has no model too many and a place for each mech;
    /// `None` if there are none.
    pub fn seats(&self) -> Option<RangeInclusive<usize>> {
        let least = self.setups.iter().map(|setup| setup.models.len()).max()?;
        let mut dice = Dice::new(0, 0, 0).opening();
        let mut fits =
            |seats| self.setups.iter().all(|setup| setup.state(seats, &mut dice).is_ok());
        let most = (least..=*Self::SEATS.end()).take_while(|seats| fits(*seats)).last();
        most.map(|most| least..=most)
    }

    /// The begin of a game. With the optional rules, the wind is drawn.
    fn begin(&self, setup: &Setup, seats: usize, rng: &mut dyn Rng) -> Result<State, Invalid> {
        let mut state = setup.state(seats, rng)?;
        if self.terrain {
            let wind = Side::ALL[draw(rng, Side::ALL.len())];
            state.terrain = Some(Box::new(Terrain { wind, ..Terrain::default() }));
            state.refresh_map()?;
        }
        Ok(state)
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
        #[expect(clippy::cast_possible_wrap, reason = "19 numbers below 256")]
        let scores = self.mechs.map(|mech| mech.points() as i32);
        let all = |seat: Seat| u64::from(self.mechs[seat].record.points());
        let left = |seat: Seat| u64::from(self.mechs[seat].points());
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
        for mode in Mode::MOVES {
            let stays = |way: &Arrival| {
                mode != Mode::Jump && (way.hex, way.facing) == (unit.hex, unit.facing)
            };
            let reach = mover.reach(&self.map, mode);
            let ways = reach.iter().filter(|way| !stays(way));
            into.extend(ways.map(|way| Action::Move(mode, way.hex, way.facing)));
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
        let can_rise =
            (unit.prone || unit.bogged) && unit.hits_on(Part::Gyro) < 2 && unit.legs_lost() < 2;
        can_rise && unit.moved.mp + STAND <= unit.run().max(unit.walk())
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
                if weapons {
                    self.ground_attacks(seat, into);
                }
                if weapons && self.club_source(seat).is_some() {
                    into.push(Action::Pickup);
                }
            }
            Phase::End => {
                let bins = unit.record.bins.iter().map(|(slot, _)| *slot);
                let mut full: Vec<Slot> = bins.filter(|slot| unit.shots(*slot) > 0).collect();
                sort::by_key(&mut full, |slot| (slot.location().name(), *slot));
                into.extend(full.into_iter().map(Action::Dump));
                if !unit.fired.contains(Means::Sinks) {
                    into.extend((0..=unit.sinks()).map(Action::Sinks));
                }
                into.extend(unit.club.map(|_| Action::Drop));
            }
            Phase::Initiative | Phase::Heat | Phase::Over => return,
        }
        into.push(Action::Done);
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
        if rules.seats().is_some() {
            return Ok(rules);
        }
        let message = "there is no number of mechs that can begin in all of these setups";
        let help = "name one or more, such as [\"duel\"], with places for the same number of mechs";
        Err(Invalid::new("setups", message, help))
    }

    fn rules(&self) -> &Self {
        self
    }

    fn start(&self, seats: usize) -> State {
        let state = self.set_up(&self.setups()[0], seats, &mut Dice::new(0, 0, 0).opening());
        state.expect("the setups have a place for each seat")
    }

    fn opening(&self, seats: usize, rng: &mut dyn Rng) -> State {
        let setup = &self.setups[draw(rng, self.setups.len())];
        self.begin(setup, seats, rng).expect("a contest has the seats that its setups have")
    }

    /// Those of a rule file come first; without any, people play the first of the named ones.
    fn setups(&self) -> Vec<String> {
        let is_usual = self.setups == Self::default().setups;
        let own = if is_usual { &[][..] } else { &self.setups };
        let named = NAMED.iter().map(|(name, _)| (*name).to_owned());
        let mut setups = Vec::new();
        for setup in own.iter().cloned().map(String::from).chain(named) {
            if !setups.contains(&setup) {
                setups.push(setup);
            }
        }
        setups
    }

    fn set_up(&self, setup: &str, seats: usize, rng: &mut dyn Rng) -> Result<State, Invalid> {
        let setup: Setup = setup.to_owned().try_into()?;
        self.begin(&setup, seats.max(setup.models.len()), rng)
    }

    fn validate(&self, state: State) -> Result<State, Invalid> {
        let mut state = state;
        if self.terrain {
            state.terrain.get_or_insert_default();
        } else if state.terrain.is_some() {
            let message = "these rules have no optional terrain";
            let help = "leave it out, or write terrain = true in the rule file";
            return Err(Invalid::new("terrain", message, help));
        }
        let mut state = state.checked()?;
        state.check_phase()?;
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

    fn moment(&self, state: &State) -> Option<u32> {
        state.decides().map(|seat| state.moment(seat))
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
