//! A game at one moment: the mechs, whose turn it is, what was declared, and what is to be rolled.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::hex::{Hex, Quarter, Side};
use super::map::{self, Map};
use super::mech::{Means, Mech, Torso};
use super::movement::Mode;
use super::position::rolls;
use super::record::{Location, Slot};
use super::tables::Table;
use super::terrain::Terrain;
use rivals_core::play::{BySeat, Seat, Seats};
use rivals_core::values::{Notation, NotationError, distinct, whole};

/// A phase of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The order of the turn is rolled.
    Initiative,
    /// Mechs move.
    #[default]
    Movement,
    /// Torsos turn, in reverse order.
    Reaction,
    /// Weapons are fired.
    Weapons,
    /// Punches, kicks and clubs.
    Physical,
    /// Heat is added up.
    Heat,
    /// Pilots wake up, and mechs get ready for the next turn.
    End,
    /// The game is over.
    Over,
}

/// A decision of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Ends the move.
    Stay,
    /// Walks, runs or jumps to a hex and facing.
    Move(Mode, Hex, Side),
    /// Tries to stand up, to this facing.
    Stand(Side),
    /// Drops to the ground.
    Prone,
    /// Turns the torso.
    Turn(Torso),
    /// Attacks the mech on a hex.
    Attack(Means, Hex),
    /// Fires a weapon at woods to clear them, by the optional rules alone.
    Clear(Slot, Hex),
    /// Fires a weapon at woods or a building to set it on fire, by the optional rules alone.
    Ignite(Slot, Hex),
    /// Takes a club instead of all attacks of the turn.
    Pickup,
    /// Throws the shots of a bin away.
    Dump(Slot),
    /// Switches this number of heat sinks off, and the others on.
    Sinks(u8),
    /// Drops the club.
    Drop,
    /// Ends the decisions of the phase.
    Done,
}

impl Action {
    /// What it attacks with; `None` if it is no attack.
    pub fn means(self) -> Option<Means> {
        match self {
            Self::Attack(means, _) => Some(means),
            Self::Clear(slot, _) | Self::Ignite(slot, _) => Some(Means::Weapon(slot)),
            _ => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stay => f.write_str("stay"),
            Self::Move(mode, hex, facing) => write!(f, "{}:{hex}:{facing}", mode.name()),
            Self::Stand(facing) => write!(f, "stand:{facing}"),
            Self::Prone => f.write_str("prone"),
            Self::Turn(torso) => write!(f, "torso:{}", torso.name()),
            Self::Attack(means @ Means::Weapon(_), hex) => write!(f, "fire:{means}:{hex}"),
            Self::Attack(means, hex) => write!(f, "{means}:{hex}"),
            Self::Clear(slot, hex) => write!(f, "clear:{slot}:{hex}"),
            Self::Ignite(slot, hex) => write!(f, "ignite:{slot}:{hex}"),
            Self::Pickup => f.write_str("pickup"),
            Self::Dump(slot) => write!(f, "dump:{slot}"),
            Self::Sinks(off) => write!(f, "sinks:{off}"),
            Self::Drop => f.write_str("drop"),
            Self::Done => f.write_str("done"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let attack = || {
            let attack = if word == "fire" { rest } else { text };
            let (means, hex) = attack.rsplit_once(':')?;
            Some(Self::Attack(means.parse().ok()?, hex.parse().ok()?))
        };
        let at_ground = || {
            let (slot, hex) = rest.rsplit_once(':')?;
            Some((slot.parse().ok()?, hex.parse().ok()?))
        };
        let read = match word {
            "walk" | "run" | "jump" => Side::with_hex(rest, ':').and_then(|(hex, side)| {
                let mode = Mode::MOVES.into_iter().find(|mode| mode.name() == word)?;
                Some(Self::Move(mode, hex, side))
            }),
            "clear" => at_ground().map(|(slot, hex)| Self::Clear(slot, hex)),
            "ignite" => at_ground().map(|(slot, hex)| Self::Ignite(slot, hex)),
            "dump" => rest.parse().ok().map(Self::Dump),
            "sinks" => rest.parse().ok().map(Self::Sinks),
            _ => attack(),
        };
        let plain = [Self::Stay, Self::Prone, Self::Pickup, Self::Drop, Self::Done].into_iter();
        let turns = Side::ALL.map(Self::Stand).into_iter().chain(Torso::ALL.map(Self::Turn));
        let help = "write an action such as walk:0809:3, torso:left, fire:RT:1:0405, kick:RL:0405 \
                    or done";
        NotationError::find(text, read.into_iter().chain(plain).chain(turns), help)
    }
}

/// What chance does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// One die or two dice show this number.
    Rolled(u8),
    /// This slot is hit.
    Hit(Slot),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rolled(number) => write!(f, "{number}"),
            Self::Hit(slot) => write!(f, "{slot}"),
        }
    }
}

impl FromStr for Event {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let events = (1..=12).map(Self::Rolled).chain(Slot::all().map(Self::Hit));
        NotationError::find(text, events, "write a number from 1 to 12, or a slot")
    }
}

/// Why a check of piloting is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// Rubble was entered.
    Rubble,
    /// Water was entered.
    Water,
    /// The mech tries to stand up.
    Stand,
    /// It runs with a damaged hip or gyroscope.
    Run,
    /// It jumps with a damaged leg, hip or gyroscope.
    Jump,
    /// It took 20 points of damage in a phase.
    Damage,
    /// A hip, an actuator of a leg or the gyroscope was hit.
    Critical,
    /// It was kicked.
    Kicked,
    /// Its own kick missed.
    Missed,
    /// Its engine has shut down.
    Shutdown,
    /// It entered a swamp, or tries to leave it.
    Swamp,
    /// The building that it entered does not carry it.
    Collapse,
}

/// A check of piloting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Whose mech it is.
    pub seat: Seat,
    /// The number that two dice need.
    pub need: u8,
    /// Why it is due.
    pub why: Why,
    /// Where a mech that moves lies if it fails; none of a check at the end of a phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Hex>,
    /// Its facing there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Side>,
}

/// What is to be rolled, for a seat; `need` is the least roll that succeeds.
#[expect(missing_docs, reason = "the lines of the fields would repeat their names")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Roll {
    /// The order of the turn.
    Initiative { seat: Seat },
    /// Whether the mech stays on its feet.
    Piloting(Check),
    /// How it falls.
    Fall { seat: Seat },
    /// Whether a fall wounds the pilot.
    Pilot { seat: Seat, need: u8 },
    /// Whether a wounded pilot stays conscious.
    Conscious { seat: Seat, need: u8 },
    /// Whether an unconscious pilot wakes up.
    Recover { seat: Seat, need: u8 },
    /// Whether an attack hits.
    ToHit(Declared),
    /// How many missiles hit.
    Cluster { seat: Seat, action: Notation<Action> },
    /// Where damage hits the mech.
    Location { seat: Seat, table: Table, side: Quarter, damage: u8 },
    /// How many slots are hit.
    Critical { seat: Seat, location: Location },
    /// Which slot is hit.
    Slot { seat: Seat, location: Location },
    /// Whether the engine runs on.
    Shutdown { seat: Seat, need: u8 },
    /// Whether the engine starts again.
    Restart { seat: Seat, need: u8 },
    /// Whether the ammunition does not explode.
    Explosion { seat: Seat, need: u8 },
    /// Nothing: the pilot gets these wounds after the rolls before.
    Suffocation { seat: Seat, wounds: u8 },
    /// Whether a hex catches fire: with a roll between these numbers.
    Ignite { seat: Seat, hex: Hex, from: u8, to: u8 },
    /// Whether an attack with this damage clears woods.
    Clear { seat: Seat, hex: Hex, damage: u16 },
}

/// An attack that was declared in this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declared {
    /// Who attacks.
    pub seat: Seat,
    /// The attack.
    pub action: Notation<Action>,
    /// The number that two dice need.
    pub need: i8,
    /// The damage of a strike, if its limb was damaged after it was declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<u8>,
}

/// A game at one moment: the position of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The map.
    #[serde(with = "map")]
    pub map: Arc<Map>,
    /// The number of the turn, from 1.
    #[serde(default = "first", deserialize_with = "whole::<u16, _, _, 1, MOST_TURNS>")]
    pub turn: u16,
    /// The turn after which the game is adjudicated.
    #[serde(default = "last", deserialize_with = "whole::<u16, _, _, 1, MOST_TURNS>")]
    pub turns: u16,
    /// The phase.
    #[serde(default)]
    pub phase: Phase,
    /// The seats that take part, from the lowest initiative. When all mechs were destroyed in one
    /// phase, those that lived before it.
    #[serde(default, deserialize_with = "distinct")]
    pub order: Vec<Seat>,
    /// The seats that are done in this phase.
    #[serde(default, deserialize_with = "distinct")]
    pub acted: Vec<Seat>,
    /// The mechs, by seat.
    pub mechs: BySeat<Mech>,
    /// The attacks that were declared in this phase.
    #[serde(default)]
    pub declared: Vec<Declared>,
    /// What the optional rules add.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<Box<Terrain>>,
    /// Hexes with clubs on the ground.
    #[serde(default)]
    pub clubs: BTreeMap<Hex, u8>,
    /// What the first seats have rolled in a phase `initiative` that is under way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub initiative: Vec<u8>,
    /// What is to be rolled, the first next.
    #[serde(default, deserialize_with = "rolls")]
    pub rolls: Vec<Roll>,
}

/// The greatest number of turns.
const MOST_TURNS: i64 = 10_000;

fn first() -> u16 {
    1
}

/// The turn after which games are adjudicated, where nothing else is said.
pub fn last() -> u16 {
    50
}

impl State {
    /// The first turn of a game between these mechs, of which there are two to four.
    pub fn new(map: Arc<Map>, mechs: &[Mech], turns: u16) -> Self {
        let mut state = Self {
            map,
            turn: 1,
            turns,
            phase: Phase::Initiative,
            order: Vec::new(),
            acted: Vec::new(),
            mechs: BySeat::new(mechs[0], mechs.len()),
            declared: Vec::new(),
            terrain: None,
            clubs: BTreeMap::new(),
            initiative: Vec::new(),
            rolls: Vec::new(),
        };
        for (seat, mech) in state.seats().zip(mechs) {
            state.mechs[seat] = *mech;
            state.order.push(seat);
        }
        state.settle();
        state
    }

    /// All seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seats::all(self.mechs.seats()).iter()
    }

    /// The seats whose mechs are not destroyed.
    pub fn living(&self) -> impl Iterator<Item = Seat> {
        self.seats().filter(|seat| !self.mechs[*seat].destroyed())
    }

    /// The seat whose mech stands on a hex.
    pub fn seat_on(&self, hex: Hex) -> Option<Seat> {
        let on_hex = |seat: &Seat| self.mechs[*seat].hex == hex;
        // A mech that was destroyed in this phase is still there.
        self.living().find(on_hex).or_else(|| self.order.iter().copied().find(on_hex))
    }

    /// Whether a seat has a part in this phase, with or without a decision.
    pub(super) fn takes_part(&self, seat: Seat) -> bool {
        let unit = &self.mechs[seat];
        !unit.destroyed()
            && match self.phase {
                Phase::Heat => true,
                Phase::Reaction => !unit.immobile() && !unit.prone,
                _ => !unit.immobile(),
            }
    }

    /// The next seat of this phase.
    pub fn next(&self) -> Option<Seat> {
        let is_next = |seat: &Seat| !self.acted.contains(seat) && self.takes_part(*seat);
        match self.phase {
            Phase::Initiative | Phase::Over => None,
            Phase::Reaction => self.order.iter().copied().rev().find(is_next),
            _ => self.order.iter().copied().find(is_next),
        }
    }

    /// The seat that decides; none if chance is next, or the game is over.
    pub fn decides(&self) -> Option<Seat> {
        if self.rolls.is_empty() { self.next() } else { None }
    }

    /// The seat that the first attack of a seat in this turn was at.
    pub fn primary(&self, seat: Seat) -> Option<Seat> {
        let first = self.declared.iter().find(|declared| declared.seat == seat)?;
        match first.action {
            Notation(Action::Attack(_, hex)) => self.seat_on(hex),
            Notation(_) => None,
        }
    }

    /// Changes the number of clubs on a hex.
    pub fn put_clubs(&mut self, hex: Hex, change: i8) {
        let clubs = self.clubs.entry(hex).or_default();
        *clubs = clubs.saturating_add_signed(change);
        self.clubs.retain(|_, clubs| *clubs > 0);
    }
}
