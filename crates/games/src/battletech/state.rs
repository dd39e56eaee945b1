//! A game at one moment: the mechs, whose turn it is, what was declared, and what is to be rolled.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::hex::{Hex, Quarter, Side};
use super::map::Map;
use super::mech::{Means, Mech, Torso, Unit};
use super::position::Position;
use super::record::{Location, Record, Slot};
use super::tables::Table;
use rivals_core::play::{BySeat, NotationError, Seat, Seats};
use rivals_core::values::Notation;

/// What never changes in a game.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Arena {
    /// The map.
    pub map: Arc<Map>,
    /// The records, by seat.
    pub records: Vec<Record>,
    /// The turn after which the game is adjudicated.
    pub turns: u16,
}

/// A phase of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The order of the turn is rolled.
    Initiative,
    /// Mechs move.
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
    /// Walks to a hex and facing.
    Walk(Hex, Side),
    /// Runs to a hex and facing.
    Run(Hex, Side),
    /// Jumps to a hex and facing.
    Jump(Hex, Side),
    /// Tries to stand up, to this facing.
    Stand(Side),
    /// Drops to the ground.
    Prone,
    /// Turns the torso.
    Turn(Torso),
    /// Attacks the mech on a hex.
    Attack(Means, Hex),
    /// Takes a club in place of all attacks of the turn.
    Pickup,
    /// Throws the shots of a bin away.
    Dump(Slot),
    /// Switches so many heat sinks off, and the others on.
    Sinks(u8),
    /// Drops the club.
    Drop,
    /// Ends the decisions of the phase.
    Done,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stay => f.write_str("stay"),
            Self::Walk(hex, facing) => write!(f, "walk:{hex}:{facing}"),
            Self::Run(hex, facing) => write!(f, "run:{hex}:{facing}"),
            Self::Jump(hex, facing) => write!(f, "jump:{hex}:{facing}"),
            Self::Stand(facing) => write!(f, "stand:{facing}"),
            Self::Prone => f.write_str("prone"),
            Self::Turn(torso) => write!(f, "torso:{}", torso.name()),
            Self::Attack(means @ Means::Weapon(_), hex) => write!(f, "fire:{means}:{hex}"),
            Self::Attack(means, hex) => write!(f, "{means}:{hex}"),
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
        let moved = |rest: &str, of: fn(Hex, Side) -> Self| {
            let (hex, facing) = rest.split_once(':')?;
            Some(of(hex.parse().ok()?, facing.parse().ok()?))
        };
        let attack = |text: &str| {
            let (means, hex) = text.rsplit_once(':')?;
            Some((means.parse::<Means>().ok()?, hex.parse().ok()?))
        };
        let read = || match text.split_once(':') {
            None => {
                let plain = [Self::Stay, Self::Prone, Self::Pickup, Self::Drop, Self::Done];
                plain.into_iter().find(|action| action.to_string() == text)
            }
            Some(("walk", rest)) => moved(rest, Self::Walk),
            Some(("run", rest)) => moved(rest, Self::Run),
            Some(("jump", rest)) => moved(rest, Self::Jump),
            Some(("stand", facing)) => facing.parse().ok().map(Self::Stand),
            Some(("torso", word)) => {
                Torso::ALL.into_iter().find(|torso| torso.name() == word).map(Self::Turn)
            }
            Some(("dump", slot)) => slot.parse().ok().map(Self::Dump),
            Some(("sinks", off)) => {
                let off = off.parse().ok().map(Self::Sinks)?;
                (off.to_string() == text).then_some(off)
            }
            Some(("fire", rest)) => {
                let (means, hex) = attack(rest)?;
                matches!(means, Means::Weapon(_)).then_some(Self::Attack(means, hex))
            }
            Some(_) => {
                let (means, hex) = attack(text)?;
                (!matches!(means, Means::Weapon(_))).then_some(Self::Attack(means, hex))
            }
        };
        read().ok_or_else(|| {
            let help = "write an action such as walk:0809:3, torso:left, fire:RT:1:0405, \
                        kick:RL:0405 or done";
            NotationError::new(text, help)
        })
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
        let number = (1..=12).find(|number: &u8| number.to_string() == text);
        let event = number.map(Self::Rolled).or_else(|| text.parse().ok().map(Self::Hit));
        event.ok_or_else(|| NotationError::new(text, "write a number from 1 to 12, or a slot"))
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
}

/// What is to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Roll {
    Initiative {
        seat: Seat,
    },
    Piloting {
        seat: Seat,
        need: u8,
        why: Why,
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<Hex>,
        #[serde(skip_serializing_if = "Option::is_none")]
        facing: Option<Side>,
    },
    Fall {
        seat: Seat,
    },
    Pilot {
        seat: Seat,
        need: u8,
    },
    Conscious {
        seat: Seat,
        need: u8,
    },
    Recover {
        seat: Seat,
        need: u8,
    },
    ToHit {
        seat: Seat,
        action: Notation<Action>,
        need: i8,
    },
    Cluster {
        seat: Seat,
        action: Notation<Action>,
    },
    Location {
        seat: Seat,
        table: Table,
        side: Quarter,
        damage: u8,
    },
    Critical {
        seat: Seat,
        location: Location,
    },
    Slot {
        seat: Seat,
        location: Location,
    },
    Shutdown {
        seat: Seat,
        need: u8,
    },
    Restart {
        seat: Seat,
        need: u8,
    },
    Explosion {
        seat: Seat,
        need: u8,
    },
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
}

/// A game at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Position", into = "Position")]
pub struct State {
    /// What never changes.
    pub arena: Arc<Arena>,
    /// The number of the turn, from 1.
    pub turn: u16,
    /// The phase.
    pub phase: Phase,
    /// The seats that take part, from the lowest initiative. When all mechs were destroyed in one
    /// phase, those that lived before it.
    pub order: Order,
    /// The seats that are done in this phase.
    pub acted: Seats,
    /// The rolls for the initiative, 0 where there is none.
    pub initiative: [u8; 4],
    /// The mechs, by seat.
    pub mechs: BySeat<Mech>,
    /// The attacks that were declared in this phase.
    pub declared: Vec<Declared>,
    /// Hexes with clubs on the ground, in order.
    pub clubs: Vec<(Hex, u8)>,
    /// What is to be rolled, the first next.
    pub rolls: Vec<Roll>,
}

/// Up to four seats in some order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    seats: [Seat; 4],
    len: u8,
}

impl Order {
    /// The seats in this order.
    pub fn new(seats: impl IntoIterator<Item = Seat>) -> Self {
        let mut order = Self { seats: [Seat(0); 4], len: 0 };
        for seat in seats {
            order.seats[usize::from(order.len)] = seat;
            order.len += 1;
        }
        order
    }

    /// The seats.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<> {
        let Self { seats, len } = *self;
        seats.into_iter().take(len.into())
    }
}

impl State {
    /// The first turn of a game between these mechs.
    #[must_use]
    pub fn new(arena: Arena, places: &[(Hex, Side)]) -> Self {
        let mut mechs = None;
        for (seat, (record, &(hex, facing))) in arena.records.iter().zip(places).enumerate() {
            let mech = Mech::new(record, hex, facing);
            let mechs = mechs.get_or_insert_with(|| BySeat::new(mech, places.len()));
            mechs[Seat(seat as u8)] = mech;
        }
        let mut state = Self {
            turn: 1,
            phase: Phase::Initiative,
            order: Order::new((0..arena.records.len() as u8).map(Seat)),
            acted: Seats::NONE,
            initiative: [0; 4],
            mechs: mechs.expect("a game has mechs"),
            declared: Vec::new(),
            clubs: Vec::new(),
            rolls: Vec::new(),
            arena: Arc::new(arena),
        };
        state.settle();
        state
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.arena.map
    }

    /// All seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.mechs.seats() as u8).map(Seat)
    }

    /// A mech with its record.
    #[must_use]
    #[inline]
    pub fn unit(&self, seat: Seat) -> Unit<'_> {
        Unit { record: &self.arena.records[usize::from(seat.0)], mech: &self.mechs[seat] }
    }

    /// The seats whose mechs are not destroyed.
    pub fn living(&self) -> impl Iterator<Item = Seat> {
        self.seats().filter(|seat| !self.unit(*seat).destroyed())
    }

    /// The seat whose mech stands on a hex.
    #[must_use]
    pub fn seat_on(&self, hex: Hex) -> Option<Seat> {
        let on_hex = |seat: &Seat| self.mechs[*seat].hex == hex;
        // A mech that was destroyed in this phase is still there.
        self.living().find(on_hex).or_else(|| self.order.iter().find(on_hex))
    }

    /// Whether a seat has a part in this phase, with or without a decision.
    pub(super) fn takes_part(&self, seat: Seat) -> bool {
        let unit = self.unit(seat);
        !unit.destroyed()
            && match self.phase {
                Phase::Heat => true,
                Phase::Reaction => !unit.immobile() && !unit.prone,
                _ => !unit.immobile(),
            }
    }

    /// The next seat of this phase.
    #[must_use]
    pub fn next(&self) -> Option<Seat> {
        let is_next = |seat: &Seat| !self.acted.contains(*seat) && self.takes_part(*seat);
        match self.phase {
            Phase::Initiative | Phase::Over => None,
            Phase::Reaction => self.order.iter().rev().find(is_next),
            _ => self.order.iter().find(is_next),
        }
    }

    /// The seat that decides; none if chance is next, or the game is over.
    #[must_use]
    pub fn decides(&self) -> Option<Seat> {
        if self.rolls.is_empty() { self.next() } else { None }
    }

    /// The seat that the first attack of a seat in this turn was at.
    #[must_use]
    pub fn primary(&self, seat: Seat) -> Option<Seat> {
        let first = self.declared.iter().find(|declared| declared.seat == seat)?;
        match first.action {
            Notation(Action::Attack(_, hex)) => self.seat_on(hex),
            Notation(_) => None,
        }
    }

    /// Changes the number of clubs on a hex.
    pub fn put_clubs(&mut self, hex: Hex, change: i8) {
        match self.clubs.binary_search_by_key(&hex, |(hex, _)| *hex) {
            Ok(at) => {
                self.clubs[at].1 = self.clubs[at].1.saturating_add_signed(change);
                self.clubs.retain(|(_, clubs)| *clubs > 0);
            }
            Err(at) if change > 0 => self.clubs.insert(at, (hex, change as u8)),
            Err(_) => {}
        }
    }
}
