//! Damage: armour, structure, what goes on inward, critical hits, ammunition, wounds and falls.
//!
//! What a roll leads to is put before the other rolls. What waits for the end of the phase, falls
//! and checks of piloting, is kept behind them, by seat and then in the order of the rules.

use super::hex::{Hex, Quarter};
use super::mech::{Club, Means, Mech, Torso};
use super::record::{Location, Part, Slot};
use super::state::{Action, Check, Declared, Roll, State, Why};
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
            | Self::ToHit(Declared { seat, .. })
            | Self::Initiative { seat }
            | Self::Fall { seat }
            | Self::Pilot { seat, .. }
            | Self::Conscious { seat, .. }
            | Self::Recover { seat, .. }
            | Self::Cluster { seat, .. }
            | Self::Location { seat, .. }
            | Self::Critical { seat, .. }
            | Self::Slot { seat, .. }
            | Self::Shutdown { seat, .. }
            | Self::Restart { seat, .. }
            | Self::Explosion { seat, .. }
            | Self::Suffocation { seat, .. }
            | Self::Ignite { seat, .. }
            | Self::Clear { seat, .. } => seat,
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
            Roll::ToHit(_) | Roll::Cluster { .. } | Roll::Location { .. } => Some(roll),
            Roll::Ignite { hex, .. } | Roll::Clear { hex, .. } => {
                self.can_burn(hex).then_some(roll)
            }
            _ if unit.destroyed() => None,
            Roll::Piloting(Check {
                seat,
                why: Why::Collapse,
                at: at @ Some(_),
                facing: facing @ Some(_),
                ..
            }) => {
                self.fail_at(seat, at, facing);
                self.lead([Roll::Fall { seat }]);
                self.stop(seat);
                return true;
            }
            Roll::Suffocation { seat, wounds } => {
                self.rolls.remove(0);
                let mut rolls = Vec::new();
                self.wound(seat, wounds, &mut rolls);
                self.lead(rolls);
                return true;
            }
            Roll::Fall { seat } if unit.prone && self.caves_in(seat).is_none() => None,
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
            // A critical hit finds a slot in this location, or in one further inward.
            Roll::Slot { seat, location } => {
                let mut inward = std::iter::successors(Some(location), |at| at.inward());
                let found = inward.find(|location| unit.open_slots(*location) != 0);
                found.map(|location| Roll::Slot { seat, location })
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
        // A fall hurts its pilot after all its hits; its damage leads to no other fall.
        if !self.rolls.iter().any(|roll| matches!(roll, Roll::Pilot { .. })) {
            self.mechs[seat].taken += damage;
        }
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
        let slots = step(&[(8, 1), (10, 2), (12, 3)], roll.into());
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
        let mech = &mut self.mechs[seat];
        let shots = u16::from(std::mem::take(&mut mech.ammo[usize::from(slot.0)]));
        let bin = mech.record.bins.iter().find(|(bin, _)| *bin == slot);
        let Some((_, weapon)) = bin.filter(|_| shots > 0) else {
            return;
        };
        mech.hits |= slot.bit();
        let damage = shots * weapon.salvo();
        let mut rolls = Vec::new();
        self.mark(seat, slot.location(), None, damage, &mut rolls);
        self.wound(seat, 2, &mut rolls);
        self.lead(rolls);
    }

    /// A mech falls: its new facing and the side that it falls on follow from the roll.
    pub fn fall(&mut self, seat: Seat, roll: u8) {
        use Quarter::{Front, Left, Rear, Right};
        let side = [Front, Right, Right, Rear, Left, Left][usize::from(roll - 1)];
        let depth = self.map.at(self.mechs[seat].hex).depth();
        let roof = self.caves_in(seat);
        let levels = roof.unwrap_or(0);
        let mech = &mut self.mechs[seat];
        mech.facing = mech.facing.turned(roll - 1);
        (mech.prone, mech.torso) = (true, Torso::Centre);
        let damage = (levels + 1) * mech.record.tons.div_ceil(if depth > 0 { 20 } else { 10 });
        let pilot = Roll::Pilot { seat, need: mech.piloting() + levels };
        let hex = mech.hex;
        if roof.is_some() {
            self.change(hex, "rubble");
        }
        let hit = |damage| Roll::Location { seat, table: Table::Hit, side, damage };
        self.lead(groups(damage, GROUP).map(hit).chain([pilot]));
    }

    /// A declared attack is rolled for.
    pub fn resolve(&mut self, declared: Declared, roll: u8) {
        let Declared { seat, action: Notation(action), need, damage } = declared;
        let hits = i16::from(roll) >= i16::from(need);
        let Action::Attack(means, hex) = action else {
            return if hits {
                self.resolve_at_ground(seat, action)
            };
        };
        if hits && self.missiles(seat, means).is_some() {
            return self.lead([Roll::Cluster { seat, action: Notation(action) }]);
        }
        if hits {
            let damage = damage.unwrap_or(self.mechs[seat].damage(means));
            self.lead_to_location(seat, means, hex, [damage]);
        }
        match (means, hits, self.seat_on(hex)) {
            (Means::Weapon(_), false, _) => self.go_astray(seat, hex),
            (Means::Kick(_), true, Some(target)) => self.wait_for_check(target, Why::Kicked),
            (Means::Kick(_), false, _) => self.wait_for_check(seat, Why::Missed),
            (Means::Club, true, _) => {
                let club = &mut self.mechs[seat].club;
                *club = club.filter(|club| *club != Club::Tree);
            }
            _ => {}
        }
    }

    /// The missiles of a salvo that hit.
    pub fn salvo(&mut self, seat: Seat, action: Action, roll: u8) {
        let Action::Attack(means, hex) = action else {
            return;
        };
        let Some(weapon) = self.missiles(seat, means) else {
            return;
        };
        let missiles = tables::cluster(weapon.missiles)[usize::from(roll - 2)];
        let damages = groups(missiles, weapon.group.max(1)).map(|group| group * weapon.damage);
        self.lead_to_location(seat, means, hex, damages);
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

/// Missiles or points in groups of this size, the last of which may be smaller.
fn groups(all: u8, size: u8) -> impl Iterator<Item = u8> {
    (0..all).step_by(size.into()).map(move |first| (all - first).min(size))
}

/// Takes damage from armour or structure, and returns what is left of it.
fn absorb(points: &mut u8, damage: u16) -> u16 {
    let taken = u8::try_from(damage).map_or(*points, |damage| damage.min(*points));
    *points -= taken;
    damage - u16::from(taken)
}

impl Mech {
    /// The slots of a location that a critical hit may hit.
    pub fn open_slots(&self, location: Location) -> u128 {
        if self.lost(location) { 0 } else { self.record.filled & location.mask() & !self.hits }
    }
}
