//! The state of a mech, and what it can do in it: movement points, heat sinks, weapons, arms.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::hex::{Hex, Side};
use super::record::{Location, Mount, Part, Record, SLOTS, Slot};
use rivals_core::play::NotationError;
use rivals_core::values::Invalid;

/// How a mech has moved in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Not at all.
    #[default]
    Stay,
    /// Within its walking MP.
    Walk,
    /// Within its running MP.
    Run,
    /// By its jump jets.
    Jump,
}

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
    #[must_use]
    pub fn name(self) -> &'static str {
        ["left", "centre", "right"][self as usize]
    }

    /// The sides from the feet, clockwise.
    #[must_use]
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

/// What a mech attacks with.
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
}

impl Means {
    /// The attacks without weapons, in the order of actions.
    pub const PHYSICAL: [Self; 5] = [
        Self::Punch(Location::La),
        Self::Punch(Location::Ra),
        Self::Kick(Location::Ll),
        Self::Kick(Location::Rl),
        Self::Club,
    ];
}

impl fmt::Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weapon(slot) => write!(f, "{slot}"),
            Self::Punch(arm) => write!(f, "punch:{}", arm.name()),
            Self::Kick(leg) => write!(f, "kick:{}", leg.name()),
            Self::Club => f.write_str("club"),
        }
    }
}

impl FromStr for Means {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let physical = Self::PHYSICAL.into_iter().find(|means| means.to_string() == text);
        physical.or_else(|| text.parse().ok().map(Self::Weapon)).ok_or_else(|| {
            let help = "write the first slot of a weapon such as RT:1, punch:LA, punch:RA, \
                        kick:LL, kick:RL or club";
            NotationError::new(text, help)
        })
    }
}

/// What a mech has attacked with in a turn: a list of its [`Means`], with `pickup` and
/// `sinks`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Fired {
    /// The first slots of the weapons.
    pub weapons: u128,
    /// The limbs, by their places in [`Means::PHYSICAL`].
    pub limbs: u8,
    /// Whether it has picked up a club instead.
    pub pickup: bool,
    /// Whether it has switched heat sinks.
    pub sinks: bool,
}

impl Fired {
    /// The place of a means in one of the sets.
    fn bits(means: Means) -> (u128, u8) {
        match means {
            Means::Weapon(slot) => (slot.bit(), 0),
            other => {
                let place = Means::PHYSICAL.iter().position(|means| *means == other);
                (0, 1 << place.unwrap_or_default())
            }
        }
    }

    /// Adds an attack.
    pub fn insert(&mut self, means: Means) {
        let (weapons, limbs) = Self::bits(means);
        self.weapons |= weapons;
        self.limbs |= limbs;
    }

    /// Whether the mech has attacked with this.
    #[must_use]
    pub fn contains(self, means: Means) -> bool {
        let (weapons, limbs) = Self::bits(means);
        self.weapons & weapons | u128::from(self.limbs & limbs) != 0
    }

    /// The weapons, then the limbs.
    pub fn iter(self) -> impl Iterator<Item = Means> {
        let limbs = Means::PHYSICAL.into_iter().filter(move |means| self.contains(*means));
        Slot::of(self.weapons).map(Means::Weapon).chain(limbs)
    }
}

/// The words for picking up a club, in place of attacks, and for switching heat sinks.
const PICKUP: &str = "pickup";
const SINKS: &str = "sinks";

impl TryFrom<Vec<String>> for Fired {
    type Error = Invalid;

    fn try_from(words: Vec<String>) -> Result<Self, Invalid> {
        let mut fired = Self::default();
        for (place, word) in words.iter().enumerate() {
            match word.as_str() {
                PICKUP => fired.pickup = true,
                SINKS => fired.sinks = true,
                word => fired.insert(word.parse().map_err(|error: NotationError| {
                    let message = format!("\"{word}\" is no attack");
                    Invalid::new(format!("[{place}]"), message, error.help)
                })?),
            }
        }
        Ok(fired)
    }
}

impl From<Fired> for Vec<String> {
    fn from(fired: Fired) -> Self {
        let words = [(fired.pickup, PICKUP), (fired.sinks, SINKS)];
        let words = words.into_iter().filter(|(done, _)| *done).map(|(_, word)| word.to_owned());
        fired.iter().map(|means| means.to_string()).chain(words).collect()
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
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde gives a reference
fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// The state of a mech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mech {
    /// Its hex, which means nothing once the mech is destroyed.
    pub hex: Hex,
    /// The direction of its feet.
    pub facing: Side,
    /// The direction of its torso.
    pub torso: Torso,
    /// Whether it lies on the ground.
    pub prone: bool,
    /// Whether its engine is shut down.
    pub shutdown: bool,
    /// Whether its pilot is unconscious.
    pub unconscious: bool,
    /// Its heat.
    pub heat: u16,
    /// The wounds of its pilot.
    pub wounds: u8,
    /// The heat sinks that are switched off.
    pub sinks_off: u8,
    /// The armour that is left, by [`super::record::Plate`].
    pub armour: [u8; 11],
    /// The structure that is left, by [`Location`].
    pub structure: [u8; 8],
    /// The slots that are hit.
    pub hits: u128,
    /// The shots that are left, by slot.
    pub ammo: [u8; SLOTS],
    /// What it holds.
    pub club: Option<Club>,
    /// The movement of this turn.
    pub moved: Moved,
    /// The attacks of this turn.
    pub fired: Fired,
    /// The damage of this phase that counts for the check at 20.
    pub taken: u16,
}

impl Mech {
    /// A mech by its record, undamaged.
    #[must_use]
    pub fn new(record: &Record, hex: Hex, facing: Side) -> Self {
        let mut ammo = [0; SLOTS];
        for (slot, weapon) in &record.bins {
            ammo[usize::from(slot.0)] = weapon.shots;
        }
        Self {
            hex,
            facing,
            torso: Torso::Centre,
            prone: false,
            shutdown: false,
            unconscious: false,
            heat: 0,
            wounds: 0,
            sinks_off: 0,
            armour: record.armour,
            structure: record.structure,
            hits: 0,
            ammo,
            club: None,
            moved: Moved::default(),
            fired: Fired::default(),
            taken: 0,
        }
    }

    /// Whether a location is lost.
    #[must_use]
    #[inline]
    pub fn lost(&self, location: Location) -> bool {
        self.structure[location as usize] == 0
    }

    /// Takes a location off, a side torso with its arm.
    pub fn lose(&mut self, location: Location) {
        self.structure[location as usize] = 0;
        for rear in [false, true] {
            self.armour[location.plate(rear) as usize] = 0;
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
    #[must_use]
    pub fn points(&self) -> u32 {
        self.armour.iter().chain(&self.structure).map(|&points| u32::from(points)).sum()
    }

    /// The direction of the torso.
    #[must_use]
    #[inline]
    pub fn torso_facing(&self) -> Side {
        self.facing.turned(self.torso.turn())
    }

    /// Whether it can neither move nor attack, though it is not destroyed.
    #[must_use]
    #[inline]
    pub fn immobile(&self) -> bool {
        self.shutdown || self.unconscious
    }

    /// The MP that heat takes from walking.
    fn slowed(&self) -> u8 {
        (self.heat / 5).min(5) as u8
    }
}

/// A mech with its record.
#[derive(Clone, Copy)]
pub struct Unit<'a> {
    /// What it is built of.
    pub record: &'a Record,
    /// Its state.
    pub mech: &'a Mech,
}

impl Deref for Unit<'_> {
    type Target = Mech;

    fn deref(&self) -> &Mech {
        self.mech
    }
}

impl Unit<'_> {
    /// The slots that are hit or lost.
    #[must_use]
    #[inline]
    pub fn gone(&self) -> u128 {
        let lost = Location::ALL.into_iter().filter(|location| self.lost(*location));
        lost.fold(self.hits, |gone, location| gone | location.mask())
    }

    /// The number of slots of a part that are hit.
    #[must_use]
    #[inline]
    pub fn hits_on(&self, part: Part) -> u8 {
        (self.record.part(part) & self.hits).count_ones() as u8
    }

    /// Whether a limb has a part that works.
    #[must_use]
    pub fn works(&self, part: Part, location: Location) -> bool {
        !self.lost(location) && self.record.part(part) & location.mask() & !self.hits != 0
    }

    /// Whether a part of a limb is hit.
    #[must_use]
    pub fn is_hit(&self, part: Part, location: Location) -> bool {
        self.record.part(part) & location.mask() & self.hits != 0
    }

    /// The modifier of weapons in a location by its hit actuators of an arm.
    #[must_use]
    pub fn arm_modifier(&self, location: Location) -> i8 {
        let hit = |part| i8::from(self.is_hit(part, location));
        match hit(Part::Shoulder) {
            0 => hit(Part::UpperArm) + hit(Part::LowerArm),
            _ => 4,
        }
    }

    /// Whether the mech is destroyed.
    #[must_use]
    #[inline]
    pub fn destroyed(&self) -> bool {
        self.lost(Location::Ct)
            || self.lost(Location::Hd)
            || self.wounds >= 6
            || self.hits_on(Part::Engine) >= 3
            || self.hits_on(Part::Cockpit) > 0
    }

    /// The number of legs that are lost.
    #[must_use]
    #[inline]
    pub fn legs_lost(&self) -> u8 {
        Location::LEGS.into_iter().filter(|leg| self.lost(*leg)).count() as u8
    }

    /// The hit actuators of the upper legs, lower legs and feet that it still has.
    fn leg_hits(&self) -> u8 {
        let parts = [Part::UpperLeg, Part::LowerLeg, Part::Foot];
        let of = |leg: Location| parts.into_iter().filter(move |part| self.is_hit(*part, leg));
        let legs = Location::LEGS.into_iter().filter(|leg| !self.lost(*leg));
        legs.flat_map(of).count() as u8
    }

    /// The hit hips of the legs that it still has.
    fn hip_hits(&self) -> u8 {
        let hit = |leg: &Location| !self.lost(*leg) && self.is_hit(Part::Hip, *leg);
        Location::LEGS.into_iter().filter(hit).count() as u8
    }

    /// Walking MP.
    #[must_use]
    pub fn walk(&self) -> u8 {
        let walk = match (self.legs_lost(), self.hip_hits()) {
            (0, 0) => self.record.walk,
            (0, 1) => self.record.walk.div_ceil(2),
            (1, _) => 1,
            _ => 0,
        };
        let actuators = if self.legs_lost() == 0 { self.leg_hits() } else { 0 };
        walk.saturating_sub(actuators).saturating_sub(self.slowed())
    }

    /// Running MP.
    #[must_use]
    pub fn run(&self) -> u8 {
        if self.legs_lost() > 0 { 0 } else { (3 * self.walk()).div_ceil(2) }
    }

    /// Jumping MP.
    #[must_use]
    pub fn jump(&self) -> u8 {
        let lost = (self.record.part(Part::JumpJet) & self.gone()).count_ones() as u8;
        self.record.jump.saturating_sub(lost)
    }

    /// Whether it may try to stand up, apart from the MP.
    #[must_use]
    pub fn can_rise(&self) -> bool {
        self.prone && self.hits_on(Part::Gyro) < 2 && self.legs_lost() < 2
    }

    /// The number of two dice that a check of piloting needs, before its own modifiers.
    #[must_use]
    pub fn piloting(&self) -> u8 {
        let gyro = if self.hits_on(Part::Gyro) > 0 { 3 } else { 0 };
        5 + 5 * self.legs_lost() + 2 * self.hip_hits() + self.leg_hits() + gyro
    }

    /// Whether running needs a check.
    #[must_use]
    pub fn runs_badly(&self) -> bool {
        self.hip_hits() > 0 || self.hits_on(Part::Gyro) > 0
    }

    /// Whether jumping needs a check.
    #[must_use]
    pub fn jumps_badly(&self) -> bool {
        self.runs_badly() || self.leg_hits() > 0 || self.legs_lost() > 0
    }

    /// The heat sinks that are neither hit nor lost.
    #[must_use]
    pub fn sinks(&self) -> u8 {
        let lost = (self.record.part(Part::HeatSink) & self.gone()).count_ones() as u8;
        self.record.sinks.saturating_sub(lost)
    }

    /// Whether heat wounds its pilot.
    #[must_use]
    pub fn lacks_air(&self) -> bool {
        self.hits_on(Part::LifeSupport) > 0
    }

    /// The bin that explodes first by heat: that with the greatest salvo, then the most shots, then
    /// the first.
    #[must_use]
    pub fn worst_bin(&self) -> Option<Slot> {
        let shots = |slot: Slot| self.ammo[usize::from(slot.0)];
        let full = self.record.bins.iter().rev().filter(|(slot, _)| shots(*slot) > 0);
        full.max_by_key(|(slot, weapon)| (weapon.salvo(), shots(*slot))).map(|(slot, _)| *slot)
    }

    /// The heat that the engine makes because it is hit.
    #[must_use]
    pub fn engine_heat(&self) -> u16 {
        5 * u16::from(self.hits_on(Part::Engine))
    }

    /// The heat of the movement and the attempts to stand of this turn.
    #[must_use]
    pub fn movement_heat(&self) -> u16 {
        let moved = match self.moved.mode {
            Mode::Stay => 0,
            Mode::Walk => 1,
            Mode::Run => 2,
            Mode::Jump => u16::from(self.moved.hexes.max(3)),
        };
        moved + u16::from(self.moved.stands)
    }

    /// The heat of the weapons that were fired in this turn.
    #[must_use]
    pub fn weapon_heat(&self) -> u16 {
        let fired = self.record.weapons.iter();
        let fired = fired.filter(|mount| self.fired.weapons & mount.slot.bit() != 0);
        fired.map(|mount| u16::from(mount.weapon.heat)).sum()
    }

    /// Whether it is built with what it attacks with.
    #[must_use]
    pub fn has(&self, means: Means) -> bool {
        !matches!(means, Means::Weapon(slot) if self.mount(slot).is_none())
    }

    /// The weapon with this first slot.
    #[must_use]
    pub fn mount(&self, slot: Slot) -> Option<&Mount> {
        self.record.weapons.iter().find(|mount| mount.slot == slot)
    }

    /// Whether a weapon is neither hit nor lost.
    #[must_use]
    pub fn is_whole(&self, mount: &Mount) -> bool {
        mount.slots & self.hits == 0 && !self.lost(mount.location)
    }

    /// The bin from which a weapon takes its next shot; none without ammunition, or if it needs
    /// none.
    #[must_use]
    pub fn bin(&self, mount: &Mount) -> Option<Slot> {
        let full = self.record.bins.iter().filter(|(slot, _)| self.ammo[usize::from(slot.0)] > 0);
        let mut fits = full.filter(|(_, weapon)| std::ptr::eq(*weapon, mount.weapon));
        fits.next().map(|(slot, _)| *slot)
    }

    /// Whether a weapon has a shot.
    #[must_use]
    pub fn has_shot(&self, mount: &Mount) -> bool {
        mount.weapon.shots == 0 || self.bin(mount).is_some()
    }

    /// Whether a weapon in this arm was fired in this turn.
    #[must_use]
    pub fn has_fired_from(&self, location: Location) -> bool {
        self.fired.weapons & location.mask() != 0
    }

    /// Whether it can hold a club and strike with it.
    #[must_use]
    pub fn has_both_hands(&self) -> bool {
        let both = |part| Location::ARMS.into_iter().all(|arm| self.works(part, arm));
        both(Part::Shoulder) && both(Part::Hand)
    }
}
