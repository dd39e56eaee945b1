//! The state of a mech, and what it can do in it: movement points, heat sinks, weapons, arms.

#![expect(clippy::cast_possible_truncation, reason = "a mech has 78 slots")]

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use super::hex::{Hex, Side};
use super::movement::Mode;
use super::record::{Location, Mount, Part, Record, SLOTS, Slot};
use super::sight::Stance;
use rivals_core::values::{Notation, NotationError, distinct, whole};

/// The direction of the torso, seen from the feet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Torso {
    /// One side counter-clockwise.
    Left,
    /// As the feet.
    #[default]
    Centre,
    /// One side clockwise.
    Right,
}

impl Torso {
    /// In the order of actions.
    pub const ALL: [Self; 3] = [Self::Left, Self::Centre, Self::Right];

    /// The word in actions.
    pub fn name(self) -> &'static str {
        ["left", "centre", "right"][self as usize]
    }

    /// The sides from the feet, clockwise.
    pub fn turn(self) -> u8 {
        [5, 0, 1][self as usize]
    }
}

/// What a mech holds to strike with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Club {
    /// A limb of a mech.
    Limb,
    /// A tree, which breaks when it hits.
    Tree,
}

/// What a mech attacks with, or does instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Means {
    /// The weapon with this first slot.
    Weapon(Slot),
    /// A punch of an arm.
    Punch(Location),
    /// A kick of a leg.
    Kick(Location),
    /// The club that it holds.
    Club,
    /// It picks up a club instead of all attacks.
    Pickup,
    /// It switches heat sinks.
    Sinks,
}

impl Means {
    /// All but weapons, attacks first.
    const OTHERS: [Self; 7] = [
        Self::Punch(Location::La),
        Self::Punch(Location::Ra),
        Self::Kick(Location::Ll),
        Self::Kick(Location::Rl),
        Self::Club,
        Self::Pickup,
        Self::Sinks,
    ];

    /// The attacks without weapons, in the order of actions.
    pub fn physical() -> impl Iterator<Item = Self> {
        Self::OTHERS.into_iter().take(5)
    }
}

impl fmt::Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weapon(slot) => write!(f, "{slot}"),
            Self::Punch(arm) => write!(f, "punch:{}", arm.name()),
            Self::Kick(leg) => write!(f, "kick:{}", leg.name()),
            Self::Club => f.write_str("club"),
            Self::Pickup => f.write_str("pickup"),
            Self::Sinks => f.write_str("sinks"),
        }
    }
}

impl FromStr for Means {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let help = "write the first slot of a weapon such as RT:1, punch:LA, punch:RA, kick:LL, \
                    kick:RL or club";
        NotationError::find(text, Slot::all().map(Self::Weapon).chain(Self::OTHERS), help)
    }
}

/// What a mech has attacked with in a turn, as a set: the slots of weapons, then the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "Vec<Notation<Means>>")]
pub struct Fired(u128);

impl Fired {
    /// The bit of a means.
    fn bit(means: Means) -> u128 {
        let other = || Means::OTHERS.into_iter().position(|other| other == means);
        match means {
            Means::Weapon(slot) => slot.bit(),
            _ => 1 << (SLOTS + other().unwrap_or_default()),
        }
    }

    /// Adds a means.
    pub fn insert(&mut self, means: Means) {
        self.0 |= Self::bit(means);
    }

    /// Whether the mech has used a means.
    pub fn contains(self, means: Means) -> bool {
        self.0 & Self::bit(means) != 0
    }

    /// The first slots of the weapons.
    pub fn weapons(self) -> u128 {
        self.0 & ((1 << SLOTS) - 1)
    }

    /// The weapons, then the others.
    pub fn iter(self) -> impl Iterator<Item = Means> {
        let others = Means::OTHERS.into_iter().filter(move |means| self.contains(*means));
        Slot::of(self.weapons()).map(Means::Weapon).chain(others)
    }
}

impl<'de> Deserialize<'de> for Fired {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let means: Vec<Notation<Means>> = distinct(from)?;
        Ok(Self(means.into_iter().fold(0, |set, Notation(means)| set | Self::bit(means))))
    }
}

impl From<Fired> for Vec<Notation<Means>> {
    fn from(fired: Fired) -> Self {
        fired.iter().map(Notation).collect()
    }
}

/// The movement of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Moved {
    /// How it has moved.
    pub mode: Mode,
    /// The distance from the start to the end.
    pub hexes: u8,
    /// The MP that are used, while it moves.
    #[serde(skip_serializing_if = "is_zero")]
    pub mp: u8,
    /// The attempts to stand up.
    #[serde(skip_serializing_if = "is_zero")]
    pub stands: u8,
    /// Where it began, while it moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Hex>,
    /// The burning hexes on its way, by the optional rules alone.
    #[serde(skip_serializing_if = "is_zero")]
    pub fires: u8,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde gives a reference
fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// The state of a mech, beside its damage and ammunition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Status {
    /// Its hex, which means nothing once the mech is destroyed.
    pub hex: Hex,
    /// The direction of its feet.
    pub facing: Side,
    /// The direction of its torso.
    #[serde(default)]
    pub torso: Torso,
    /// Whether it lies on the ground.
    #[serde(default)]
    pub prone: bool,
    /// Whether it is stuck in a swamp, by the optional rules alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bogged: bool,
    /// Whether its engine is shut down.
    #[serde(default)]
    pub shutdown: bool,
    /// Whether its pilot is unconscious.
    #[serde(default)]
    pub unconscious: bool,
    /// Its heat.
    #[serde(default, deserialize_with = "whole::<u16, _, _, 0, 999>")]
    pub heat: u16,
    /// The wounds of its pilot.
    #[serde(default, deserialize_with = "whole::<u8, _, _, 0, 6>")]
    pub wounds: u8,
    /// The heat sinks that are switched off.
    #[serde(default)]
    pub sinks_off: u8,
    /// What it holds.
    pub club: Option<Club>,
    /// The movement of this turn.
    #[serde(default)]
    pub moved: Moved,
    /// The attacks of this turn.
    #[serde(default)]
    pub fired: Fired,
    /// The damage of this phase that counts for the check at 20.
    #[serde(default, deserialize_with = "whole::<u16, _, _, 0, 999>")]
    pub taken: u16,
}

/// The actuators of a leg.
const ACTUATORS: [Part; 3] = [Part::UpperLeg, Part::LowerLeg, Part::Foot];

/// A mech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mech {
    /// What it is built of.
    pub record: &'static Record,
    /// Its state.
    pub status: Status,
    /// The armour that is left, by [`PLATES`](super::record::PLATES).
    pub armour: [u8; 11],
    /// The structure that is left, by [`Location`].
    pub structure: [u8; 8],
    /// The slots that are hit.
    pub hits: u128,
    /// The shots that are left, by slot.
    pub ammo: [u8; SLOTS],
}

impl Deref for Mech {
    type Target = Status;

    fn deref(&self) -> &Status {
        &self.status
    }
}

impl DerefMut for Mech {
    fn deref_mut(&mut self) -> &mut Status {
        &mut self.status
    }
}

impl Mech {
    /// An undamaged mech.
    pub fn new(record: &'static Record, status: Status) -> Self {
        let mut ammo = [0; SLOTS];
        for (slot, weapon) in &record.bins {
            ammo[usize::from(slot.0)] = weapon.shots;
        }
        let Record { armour, structure, .. } = *record;
        Self { record, status, armour, structure, hits: 0, ammo }
    }

    /// The shots of a slot.
    pub fn shots(&self, slot: Slot) -> u8 {
        self.ammo[usize::from(slot.0)]
    }

    /// Whether a location is lost.
    pub fn lost(&self, location: Location) -> bool {
        self.structure[location as usize] == 0
    }

    /// Takes a location off, a side torso with its arm.
    pub fn lose(&mut self, location: Location) {
        self.structure[location as usize] = 0;
        for rear in [false, true] {
            self.armour[location.plate(rear)] = 0;
        }
        for slot in Slot::of(location.mask()) {
            self.ammo[usize::from(slot.0)] = 0;
        }
        match location {
            Location::Lt => self.lose(Location::La),
            Location::Rt => self.lose(Location::Ra),
            _ => {}
        }
    }

    /// The points of armour and structure that are left.
    pub fn points(&self) -> u32 {
        self.armour.iter().chain(&self.structure).map(|&points| u32::from(points)).sum()
    }

    /// The direction of the torso.
    pub fn torso_facing(&self) -> Side {
        self.facing.turned(self.torso.turn())
    }

    /// The mech as sight sees it.
    pub fn stance(&self) -> Stance {
        Stance { hex: self.hex, prone: self.prone }
    }

    /// Whether it can neither move nor attack, though it is not destroyed.
    pub fn immobile(&self) -> bool {
        self.shutdown || self.unconscious
    }

    /// The slots that are hit or lost.
    pub fn gone(&self) -> u128 {
        let lost = Location::ALL.into_iter().filter(|location| self.lost(*location));
        lost.fold(self.hits, |gone, location| gone | location.mask())
    }

    /// The number of slots of a part that are hit.
    pub fn hits_on(&self, part: Part) -> u8 {
        (self.record.part(part) & self.hits).count_ones() as u8
    }

    /// Whether a limb has a part that works.
    pub fn works(&self, part: Part, location: Location) -> bool {
        !self.lost(location) && self.record.part(part) & location.mask() & !self.hits != 0
    }

    /// Whether a part of a limb is hit.
    pub fn is_hit(&self, part: Part, location: Location) -> bool {
        self.record.part(part) & location.mask() & self.hits != 0
    }

    /// The modifier of weapons in a location by its hit actuators of an arm.
    pub fn arm_modifier(&self, location: Location) -> i8 {
        let hit = |part| i8::from(self.is_hit(part, location));
        match hit(Part::Shoulder) {
            0 => hit(Part::UpperArm) + hit(Part::LowerArm),
            _ => 4,
        }
    }

    /// Whether the mech is destroyed.
    pub fn destroyed(&self) -> bool {
        self.lost(Location::Ct)
            || self.lost(Location::Hd)
            || self.wounds >= 6
            || self.hits_on(Part::Engine) >= 3
            || self.hits_on(Part::Cockpit) > 0
    }

    /// The number of legs that are lost.
    pub fn legs_lost(&self) -> u8 {
        Location::LEGS.into_iter().filter(|leg| self.lost(*leg)).count() as u8
    }

    /// The number of these parts that are hit in the legs that it still has.
    fn leg_hits(&self, parts: &[Part]) -> u8 {
        let legs = Location::LEGS.into_iter().filter(|leg| !self.lost(*leg));
        legs.flat_map(|leg| parts.iter().filter(move |part| self.is_hit(**part, leg))).count() as u8
    }

    /// Walking MP.
    pub fn walk(&self) -> u8 {
        let walk = match (self.legs_lost(), self.leg_hits(&[Part::Hip])) {
            (0, 0) => self.record.walk,
            (0, 1) => self.record.walk.div_ceil(2),
            (1, _) => 1,
            _ => 0,
        };
        let actuators = if self.legs_lost() == 0 { self.leg_hits(&ACTUATORS) } else { 0 };
        walk.saturating_sub(actuators).saturating_sub((self.heat / 5).min(5) as u8)
    }

    /// Running MP.
    pub fn run(&self) -> u8 {
        if self.legs_lost() > 0 { 0 } else { (3 * self.walk()).div_ceil(2) }
    }

    /// Jumping MP.
    pub fn jump(&self) -> u8 {
        let lost = (self.record.part(Part::JumpJet) & self.gone()).count_ones() as u8;
        self.record.jump.saturating_sub(lost)
    }

    /// The number of two dice that a check of piloting needs, before its own modifiers.
    pub fn piloting(&self) -> u8 {
        let gyro = if self.hits_on(Part::Gyro) > 0 { 3 } else { 0 };
        5 + 5 * self.legs_lost()
            + 2 * self.leg_hits(&[Part::Hip])
            + self.leg_hits(&ACTUATORS)
            + gyro
    }

    /// Whether running needs a check.
    pub fn runs_badly(&self) -> bool {
        self.leg_hits(&[Part::Hip]) > 0 || self.hits_on(Part::Gyro) > 0
    }

    /// Whether jumping needs a check.
    pub fn jumps_badly(&self) -> bool {
        self.runs_badly() || self.leg_hits(&ACTUATORS) > 0 || self.legs_lost() > 0
    }

    /// The heat sinks that are neither hit nor lost.
    pub fn sinks(&self) -> u8 {
        let lost = (self.record.part(Part::HeatSink) & self.gone()).count_ones() as u8;
        self.record.sinks.saturating_sub(lost)
    }

    /// The bin that explodes first by heat: that with the greatest salvo, then the most shots, then
    /// the first.
    pub fn worst_bin(&self) -> Option<Slot> {
        let full = self.record.bins.iter().rev().filter(|(slot, _)| self.shots(*slot) > 0);
        full.max_by_key(|(slot, weapon)| (weapon.salvo(), self.shots(*slot))).map(|(slot, _)| *slot)
    }

    /// The heat that the engine makes because it is hit.
    pub fn engine_heat(&self) -> u16 {
        5 * u16::from(self.hits_on(Part::Engine))
    }

    /// The heat with all that it has done in this turn, before the sinks take theirs away.
    pub fn made(&self) -> u16 {
        let fired = self.fired.iter().filter_map(|means| self.mount(means));
        let weapons: u16 = fired.map(|mount| u16::from(mount.weapon.heat)).sum();
        let moved = match self.moved.mode {
            Mode::Jump => u16::from(self.moved.hexes.max(3)),
            mode => mode as u16,
        };
        self.heat + moved + u16::from(self.moved.stands) + self.engine_heat() + weapons
    }

    /// Whether it is built with what it attacks with.
    pub fn has(&self, means: Means) -> bool {
        !matches!(means, Means::Weapon(_)) || self.mount(means).is_some()
    }

    /// The weapon that it attacks with, if it does so with one that it has.
    pub fn mount(&self, means: Means) -> Option<&'static Mount> {
        self.record.weapons.iter().find(|mount| Means::Weapon(mount.slot) == means)
    }

    /// Whether a weapon is neither hit nor lost.
    pub fn is_whole(&self, mount: &Mount) -> bool {
        mount.slots & self.hits == 0 && !self.lost(mount.location)
    }

    /// The bin from which a weapon takes its next shot; none without ammunition, or if it needs
    /// none.
    pub fn bin(&self, mount: &Mount) -> Option<Slot> {
        let full = self.record.bins.iter().filter(|(slot, _)| self.shots(*slot) > 0);
        let mut fits = full.filter(|(_, weapon)| std::ptr::eq(*weapon, mount.weapon));
        fits.next().map(|(slot, _)| *slot)
    }

    /// Whether a weapon has a shot.
    pub fn has_shot(&self, mount: &Mount) -> bool {
        mount.weapon.shots == 0 || self.bin(mount).is_some()
    }

    /// Whether a weapon in this arm was fired in this turn.
    pub fn has_fired_from(&self, location: Location) -> bool {
        self.fired.weapons() & location.mask() != 0
    }

    /// Whether it can hold a club and strike with it.
    pub fn has_both_hands(&self) -> bool {
        let both = |part| Location::ARMS.into_iter().all(|arm| self.works(part, arm));
        both(Part::Shoulder) && both(Part::Hand)
    }
}
