//! Damage: armour, structure, what goes on inward, critical hits, ammunition, wounds and falls.
//!
//! What a roll leads to is put before the other rolls. What waits for the end of the phase, falls
//! and checks of piloting, is kept behind them, by seat and then in the order of the rules.

use super::hex::{Hex, Quarter};
use super::mech::{Club, Means, Mech, Torso};
use super::record::{Location, Part, Slot, Weapon};
use super::state::{Action, Check, Roll, State, Why};
use super::tables::{self, Table, step};
use rivals_core::play::Seat;
use rivals_core::values::Notation;

/// The damage of a phase from which a mech may fall.
const HEAVY: u16 = 20;

/// The damage of a fall that hits one location.
const GROUP: u8 = 5;

/// The need of a check that a pilot with so many wounds stays conscious.
pub fn conscious(wounds: u8) -> u8 {
    [0, 3, 5, 7, 10, 11, 13][usize::from(wounds.min(6))]
}

impl Roll {
    /// The seat that the roll is about.
    pub fn seat(&self) -> Seat {
        match *self {
            Self::Piloting(Check { seat, .. })
            | Self::Initiative { seat }
            | Self::Fall { seat }
            | Self::Pilot { seat, .. }
            | Self::Conscious { seat, .. }
            | Self::Recover { seat, .. }
            | Self::ToHit { seat, .. }
            | Self::Cluster { seat, .. }
            | Self::Location { seat, .. }
            | Self::Critical { seat, .. }
            | Self::Slot { seat, .. }
            | Self::Shutdown { seat, .. }
            | Self::Restart { seat, .. }
            | Self::Explosion { seat, .. } => seat,
        }
    }

    /// The place among what waits for the end of the phase; none of other rolls.
    fn waits(&self) -> Option<(u8, u8)> {
        match self {
            Self::Fall { seat } => Some((seat.0, 0)),
            Self::Piloting(Check { seat, why, at: None, .. }) => Some((seat.0, 1 + *why as u8)),
            _ => None,
        }
    }
}

impl State {
    /// Puts rolls before all others.
    pub fn lead(&mut self, rolls: impl IntoIterator<Item = Roll>) {
        self.rolls.splice(..0, rolls);
    }

    /// Lets a fall or a check wait for the end of the phase.
    fn wait(&mut self, roll: Roll) {
        let behind = |other: &Roll| other.waits().is_none_or(|place| Some(place) <= roll.waits());
        let place = self.rolls.iter().rposition(behind).map_or(0, |place| place + 1);
        self.rolls.insert(place, roll);
    }

    /// Lets a check of piloting wait for the end of the phase. What it needs is known then.
    pub fn wait_for_check(&mut self, seat: Seat, why: Why) {
        self.wait(Roll::Piloting(Check { seat, need: 0, why, at: None, facing: None }));
    }

    /// Gives the next roll what it needs, or puts something else in its place.
    ///
    /// Returns whether something has changed, so that the next roll is another one.
    pub fn prepare(&mut self) -> bool {
        let Some(roll) = self.rolls.first().copied() else {
            return false;
        };
        if roll.waits().is_some() && self.wait_for_heavy_damage() {
            return true;
        }
        let unit = &self.mechs[roll.seat()];
        let replacement = match roll {
            Roll::ToHit { .. } | Roll::Cluster { .. } | Roll::Location { .. } => Some(roll),
            _ if unit.destroyed() => None,
            Roll::Fall { .. } if unit.prone => None,
            Roll::Piloting(Check { at: None, .. }) if unit.prone => None,
            Roll::Piloting(Check { seat, why, .. }) if unit.shutdown && why != Why::Shutdown => {
                Some(Roll::Fall { seat })
            }
            Roll::Piloting(check @ Check { why, at: None, .. }) => {
                let need = unit.piloting()
                    + match why {
                        Why::Damage => 1,
                        Why::Shutdown => 3,
                        _ => 0,
                    };
                Some(Roll::Piloting(Check { need, ..check }))
            }
            Roll::Slot { seat, location } => {
                unit.critical_location(location).map(|location| Roll::Slot { seat, location })
            }
            Roll::Critical { location, .. } if unit.lost(location) => None,
            _ => Some(roll),
        };
        match replacement {
            Some(new) if new == roll => false,
            Some(new) => {
                self.rolls[0] = new;
                !matches!(new, Roll::Piloting(_))
            }
            None => {
                self.rolls.remove(0);
                true
            }
        }
    }

    /// Once all attacks of a phase are resolved, lets the checks for much damage wait with the
    /// others.
    pub fn wait_for_heavy_damage(&mut self) -> bool {
        let mut changed = false;
        for seat in self.seats() {
            if std::mem::take(&mut self.mechs[seat].taken) >= HEAVY {
                self.wait_for_check(seat, Why::Damage);
                changed = true;
            }
        }
        changed
    }

    /// The damage of a location that a roll has hit.
    pub fn hit(&mut self, seat: Seat, table: Table, side: Quarter, damage: u8, roll: u8) {
        let rolled = tables::location(table, side, roll);
        let mech = &self.mechs[seat];
        // What would hit a lost location hits the next one inward.
        let inward = |location: &Location| location.inward();
        let mut left = std::iter::successors(Some(rolled), inward).filter(|at| !mech.lost(*at));
        let Some(location) = left.next() else {
            return;
        };
        let mut rolls = Vec::new();
        // A fall hurts its pilot after all its hits; its damage leads to no other fall.
        let falls = self.rolls.iter().any(|roll| matches!(roll, Roll::Pilot { .. }));
        if !falls {
            self.mechs[seat].taken += u16::from(damage);
        }
        if location == Location::Hd {
            self.wound(seat, 1, &mut rolls);
        }
        let rear = side == Quarter::Rear;
        let through = self.mark(seat, location, Some(rear), damage.into(), &mut rolls);
        if table == Table::Hit && roll == 2 && !through {
            rolls.push(Roll::Critical { seat, location });
        }
        self.lead(rolls);
    }

    /// Marks damage on a location and on those behind it: on armour, of the front or the rear, and
    /// structure; without a side on structure alone. Adds the rolls for critical hits. Returns
    /// whether the structure of the location itself was damaged.
    fn mark(
        &mut self,
        seat: Seat,
        location: Location,
        rear: Option<bool>,
        damage: u16,
        rolls: &mut Vec<Roll>,
    ) -> bool {
        let (mut damage, mut at, mut through) = (damage, Some(location), false);
        while let Some(here) = at.filter(|_| damage > 0) {
            let mech = &mut self.mechs[seat];
            if let Some(rear) = rear {
                damage = absorb(&mut mech.armour[here.plate(rear)], damage);
            }
            let structure = &mut mech.structure[here as usize];
            if damage > 0 && *structure > 0 {
                through |= here == location;
                damage = absorb(structure, damage);
                if *structure == 0 {
                    self.lose(seat, here);
                } else {
                    rolls.push(Roll::Critical { seat, location: here });
                }
            }
            at = here.inward();
        }
        through
    }

    /// Takes a location off a mech. One that loses a leg falls.
    fn lose(&mut self, seat: Seat, location: Location) {
        self.mechs[seat].lose(location);
        if location.is_leg() {
            self.wait(Roll::Fall { seat });
        }
    }

    /// Wounds a pilot.
    pub fn wound(&mut self, seat: Seat, wounds: u8, rolls: &mut Vec<Roll>) {
        for _ in 0..wounds {
            let mech = &mut self.mechs[seat];
            mech.wounds = (mech.wounds + 1).min(6);
            rolls.push(Roll::Conscious { seat, need: conscious(mech.wounds) });
        }
    }

    /// A roll for critical hits in a location.
    pub fn critical(&mut self, seat: Seat, location: Location, roll: u8) {
        let limb = location.is_arm() || location.is_leg();
        if roll == 12 && (limb || location == Location::Hd) {
            if limb {
                self.put_clubs(self.mechs[seat].hex, 1);
            }
            return self.lose(seat, location);
        }
        let slots = step(&[(8, 1), (10, 2), (12, 3)], roll.into()).into();
        self.lead(std::iter::repeat_n(Roll::Slot { seat, location }, slots));
    }

    /// A slot is hit.
    pub fn hit_slot(&mut self, seat: Seat, slot: Slot) {
        self.mechs[seat].hits |= slot.bit();
        let unit = &self.mechs[seat];
        let parts = [Part::Gyro, Part::Hip, Part::UpperLeg, Part::LowerLeg, Part::Foot];
        match parts.into_iter().find(|part| unit.record.part(*part) & slot.bit() != 0) {
            Some(Part::Gyro) if unit.hits_on(Part::Gyro) > 1 => self.wait(Roll::Fall { seat }),
            Some(_) => self.wait_for_check(seat, Why::Critical),
            None => self.explode(seat, slot),
        }
    }

    /// The ammunition of a slot explodes, if it has any.
    pub fn explode(&mut self, seat: Seat, slot: Slot) {
        let Some(damage) = self.mechs[seat].blast(slot) else {
            return;
        };
        let mech = &mut self.mechs[seat];
        mech.ammo[usize::from(slot.0)] = 0;
        mech.hits |= slot.bit();
        let mut rolls = Vec::new();
        if !self.rolls.iter().any(|roll| matches!(roll, Roll::Pilot { .. })) {
            self.mechs[seat].taken += damage;
        }
        self.mark(seat, slot.location(), None, damage, &mut rolls);
        self.wound(seat, 2, &mut rolls);
        self.lead(rolls);
    }

    /// A mech falls: its new facing and the side that it falls on follow from the roll.
    pub fn fall(&mut self, seat: Seat, roll: u8) {
        let depth = self.map.at(self.mechs[seat].hex).depth();
        let (turn, side) = match roll {
            1 => (0, Quarter::Front),
            2 => (1, Quarter::Right),
            3 => (2, Quarter::Right),
            4 => (3, Quarter::Rear),
            5 => (4, Quarter::Left),
            _ => (5, Quarter::Left),
        };
        let mech = &mut self.mechs[seat];
        mech.facing = mech.facing.turned(turn);
        (mech.prone, mech.torso) = (true, Torso::Centre);
        let unit = &self.mechs[seat];
        let mut damage = unit.record.tons.div_ceil(10);
        if depth > 0 {
            damage = damage.div_ceil(2);
        }
        let mut rolls = Vec::new();
        while damage > 0 {
            let group = damage.min(GROUP);
            rolls.push(Roll::Location { seat, table: Table::Hit, side, damage: group });
            damage -= group;
        }
        rolls.push(Roll::Pilot { seat, need: unit.piloting() });
        self.lead(rolls);
    }

    /// A declared attack is rolled for.
    pub fn resolve(&mut self, seat: Seat, action: Action, need: i8, roll: u8) {
        let Action::Attack(means, hex) = action else {
            return;
        };
        let hits = i16::from(roll) >= i16::from(need);
        match (means, hits) {
            (Means::Weapon(_), true) if self.missiles(seat, action).is_some() => {
                self.lead([Roll::Cluster { seat, action: Notation(action) }]);
            }
            (Means::Weapon(slot), true) => {
                let damage = self.mechs[seat].mount(slot).map_or(0, |mount| mount.weapon.damage);
                self.lead_to_location(seat, means, hex, [damage]);
            }
            (_, true) => {
                let damage = self.mechs[seat].strike_damage(means);
                self.lead_to_location(seat, means, hex, [damage]);
                let target = self.seat_on(hex);
                if let (Means::Kick(_), Some(target)) = (means, target) {
                    self.wait_for_check(target, Why::Kicked);
                }
                let mech = &mut self.mechs[seat];
                if means == Means::Club && mech.club == Some(Club::Tree) {
                    mech.club = None;
                }
            }
            (Means::Kick(_), false) => self.wait_for_check(seat, Why::Missed),
            (_, false) => {}
        }
    }

    /// The missiles of a salvo that hit.
    pub fn salvo(&mut self, seat: Seat, action: Action, roll: u8) {
        let (Some(weapon), Action::Attack(means, hex)) = (self.missiles(seat, action), action)
        else {
            return;
        };
        let missiles = tables::cluster(weapon.missiles)[usize::from(roll - 2)];
        self.lead_to_location(seat, means, hex, groups(weapon, missiles));
    }

    /// Rolls for the locations that groups of damage hit.
    fn lead_to_location(
        &mut self,
        attacker: Seat,
        means: Means,
        hex: Hex,
        damages: impl IntoIterator<Item = u8>,
    ) {
        let Some(seat) = self.seat_on(hex) else {
            return;
        };
        let (side, table) = self.aim(attacker, seat).struck(means);
        self.lead(damages.into_iter().map(|damage| Roll::Location { seat, table, side, damage }));
    }
}

/// The groups in which missiles hit.
fn groups(weapon: &Weapon, missiles: u8) -> impl Iterator<Item = u8> + use<'_> {
    let group = weapon.group.max(1);
    let first = (0..missiles).step_by(group.into());
    first.map(move |first| (missiles - first).min(group) * weapon.damage)
}

/// Takes damage from armour or structure, and returns what is left of it.
fn absorb(points: &mut u8, damage: u16) -> u16 {
    let taken = damage.min((*points).into());
    *points -= taken as u8;
    damage - taken
}

impl Mech {
    /// The slots of a location that a critical hit may hit.
    pub fn open_slots(&self, location: Location) -> u128 {
        if self.lost(location) { 0 } else { self.record.filled & location.mask() & !self.hits }
    }

    /// The location in which a critical hit finds a slot: this one or one further inward.
    fn critical_location(&self, location: Location) -> Option<Location> {
        let inward = std::iter::successors(Some(location), |location| location.inward());
        inward.into_iter().find(|location| self.open_slots(*location) != 0)
    }

    /// The damage of the explosion of a slot; none without ammunition.
    pub fn blast(&self, slot: Slot) -> Option<u16> {
        let (_, weapon) = self.record.bins.iter().find(|(bin, _)| *bin == slot)?;
        let shots = u16::from(self.ammo[usize::from(slot.0)]);
        (shots > 0).then(|| shots * weapon.salvo())
    }
}
