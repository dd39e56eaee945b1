//! Attacks: whether one is possible, the number that it needs with all modifiers, and its damage.

use super::hex::{Hex, Quarter};
use super::map::Feature;
use super::mech::{Club, Means, Mode, Unit};
use super::record::{Location, Mount, Part, Weapon};
use super::sight::{Sight, Stance, sight};
use super::state::{Action, State};
use super::tables::{TWO_DICE, Table, chance, cluster};
use rivals_core::play::Seat;

/// The greatest number that two dice can reach.
pub const MOST: i8 = 12;

/// An attack that is possible, if two dice can reach what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The number that two dice need.
    pub need: i8,
    /// The side of the target that is hit.
    pub side: Quarter,
    /// The table of locations.
    pub table: Table,
    /// The damage of a punch, kick or club.
    pub damage: Option<u8>,
}

/// A mech that aims at another one.
#[derive(Clone, Copy)]
pub struct Aim<'a> {
    state: &'a State,
    attacker: Unit<'a>,
    target: Unit<'a>,
    distance: u8,
    sight: Option<Sight>,
    /// The quarter of the attacker's torso, and of its feet, in which the target is.
    torso: Quarter,
    feet: Quarter,
    /// Whether the target is not the first that the attacker fires at in this turn.
    secondary: bool,
}

/// Why an attack is not possible.
pub type Refusal = &'static str;

impl<'a> Aim<'a> {
    /// A seat that aims at another one; `primary` is the seat that it fired at first.
    #[must_use]
    pub fn new(state: &'a State, attacker: Seat, target: Seat, primary: Seat) -> Self {
        let secondary = primary != target;
        let (attacker, target) = (state.unit(attacker), state.unit(target));
        let stance = |unit: Unit<'_>| Stance { hex: unit.hex, prone: unit.prone };
        Self {
            state,
            attacker,
            target,
            distance: attacker.hex.distance(target.hex),
            sight: sight(state.map(), stance(attacker), stance(target)),
            torso: attacker.hex.arc(attacker.torso_facing(), target.hex),
            feet: attacker.hex.arc(attacker.facing, target.hex),
            secondary,
        }
    }

    /// The attack with this means, or why it is not possible. `note` hears every modifier that is
    /// not 0.
    ///
    /// # Errors
    /// [`Refusal`]. A need above [`MOST`] is none.
    pub fn shot(
        &self,
        means: Means,
        note: &mut dyn FnMut(&'static str, i8),
    ) -> Result<Shot, Refusal> {
        let (attacker, target) = (self.attacker, self.target);
        if attacker.destroyed() || target.destroyed() {
            return Err("a destroyed mech takes no part");
        }
        if attacker.immobile() {
            return Err("the attacker is shut down or unconscious");
        }
        if attacker.fired.pickup {
            return Err("the attacker has picked up a club in this turn");
        }
        if attacker.fired.contains(means) {
            return Err("the attacker has used it in this turn");
        }
        let sight = self.sight.ok_or("there is no line of sight")?;
        let mut need = 0;
        let mut add = |name: &'static str, modifier: i8| {
            if modifier != 0 {
                need += modifier;
                note(name, modifier);
            }
        };
        let (side, _) = self.struck(means);
        let (table, damage) = match means {
            Means::Weapon(slot) => {
                let mount = attacker.mount(slot).ok_or("the attacker has no such weapon")?;
                self.check_weapon(mount)?;
                add("gunnery", 4);
                self.add_situation(&mut add);
                self.add_weapon(mount, sight, &mut add);
                (self.struck(means).1, None)
            }
            Means::Punch(arm) => {
                let table = self.check_punch(means, arm)?;
                add("punch", 4);
                self.add_situation(&mut add);
                attacker.limb_faults(arm).for_each(|(part, modifier)| add(part.name(), modifier));
                (table, Some(attacker.strike_damage(means)))
            }
            Means::Kick(leg) => {
                let table = self.check_kick(means, leg)?;
                add("kick", 3);
                self.add_situation(&mut add);
                attacker.limb_faults(leg).for_each(|(part, modifier)| add(part.name(), modifier));
                (table, Some(attacker.strike_damage(means)))
            }
            Means::Club => {
                let table = self.check_club()?;
                add("club", 4);
                self.add_situation(&mut add);
                (table, Some(attacker.strike_damage(means)))
            }
        };
        Ok(Shot { need, side, table, damage })
    }

    /// Why a weapon cannot be fired.
    fn check_weapon(&self, mount: &Mount) -> Result<(), Refusal> {
        let attacker = self.attacker;
        if !attacker.is_whole(mount) {
            return Err("the weapon is destroyed");
        }
        if !attacker.has_shot(mount) {
            return Err("the weapon has no ammunition");
        }
        if attacker.hits_on(Part::Sensors) >= 2 {
            return Err("the sensors are destroyed");
        }
        let [.., long] = mount.weapon.ranges;
        if self.distance > long {
            return Err("the target is out of range");
        }
        let quarter = if mount.location.is_leg() { self.feet } else { self.torso };
        if !mount.covers(quarter) {
            return Err("the target is outside of the arc of the weapon");
        }
        if attacker.prone {
            let lost = Location::ARMS.map(|arm| attacker.lost(arm));
            let other = match mount.location {
                Location::La => attacker.has_fired_from(Location::Ra),
                Location::Ra => attacker.has_fired_from(Location::La),
                _ => false,
            };
            if lost == [true; 2] || mount.location.is_leg() || other {
                return Err("a prone mech fires no leg, one arm, and nothing without arms");
            }
        }
        Ok(())
    }

    /// The modifiers of all attacks.
    fn add_situation(&self, add: &mut impl FnMut(&'static str, i8)) {
        let (attacker, target) = (self.attacker, self.target);
        let ground = |unit: Unit<'_>| self.state.map().at(unit.hex);
        add("attacker moved", attacker.moved.mode as i8);
        add("target moved", moved_modifier(target.moved.hexes));
        add("target jumped", i8::from(target.moved.mode == Mode::Jump));
        add("target in woods", ground(target).woods() as i8);
        add("attacker in water", i8::from(ground(attacker).depth() == 1));
        add("target in water", -i8::from(ground(target).depth() == 1));
        if target.prone {
            add("target prone", if self.distance == 1 { -2 } else { 1 });
        }
        add("target immobile", if target.immobile() { -4 } else { 0 });
    }

    /// The modifiers of weapons alone.
    fn add_weapon(&self, mount: &Mount, sight: Sight, add: &mut impl FnMut(&'static str, i8)) {
        let attacker = self.attacker;
        if attacker.prone {
            add("attacker prone", 2);
            add("arm lost", i8::from(Location::ARMS.into_iter().any(|arm| attacker.lost(arm))));
        }
        add("intervening woods", sight.woods as i8);
        add("partial cover", if sight.cover { 3 } else { 0 });
        let [range, minimum] = mount.weapon.modifiers(self.distance);
        add("range", range);
        add("minimum range", minimum);
        add("heat", heat_modifier(attacker.heat));
        add("sensors", if attacker.hits_on(Part::Sensors) > 0 { 2 } else { 0 });
        add("arm actuators", attacker.arm_modifier(mount.location));
        let beside = if self.torso == Quarter::Front { 1 } else { 2 };
        add("secondary target", if self.secondary { beside } else { 0 });
    }

    /// The table of a physical attack, if its hexes, levels and postures allow it.
    fn strike_table(&self, means: Means) -> Result<Table, Refusal> {
        if self.distance != 1 {
            return Err("the target is not adjacent");
        }
        if self.attacker.prone {
            return Err("the attacker is prone");
        }
        let level = |unit: Unit<'_>| self.state.map().at(unit.hex).level;
        let up = level(self.target) - level(self.attacker);
        match (means, self.target.prone, up) {
            (Means::Punch(_), false, 0) | (Means::Punch(_), true, 1) => Ok(Table::Punch),
            (Means::Kick(_), _, 0) => Ok(Table::Kick),
            (Means::Club, false, 0) | (Means::Club, true, 1) => Ok(Table::Hit),
            (Means::Punch(_) | Means::Club, false, 1) => Ok(Table::Kick),
            (Means::Kick(_) | Means::Club, false, -1) => Ok(Table::Punch),
            _ => Err("the levels do not allow this attack"),
        }
    }

    /// The side and the table of an attack that was declared.
    #[must_use]
    pub fn struck(&self, means: Means) -> (Quarter, Table) {
        let cover = self.sight.is_some_and(|sight| sight.cover);
        let table = match means {
            Means::Weapon(_) if cover => Table::Punch,
            Means::Weapon(_) => Table::Hit,
            _ => self.strike_table(means).unwrap_or(Table::Hit),
        };
        (self.target.hex.hit_side(self.target.facing, self.attacker.hex), table)
    }

    fn check_punch(&self, means: Means, arm: Location) -> Result<Table, Refusal> {
        let table = self.strike_table(means)?;
        let attacker = self.attacker;
        if !attacker.works(Part::Shoulder, arm) {
            return Err("the shoulder does not work");
        }
        if attacker.has_fired_from(arm) {
            return Err("the arm has fired in this turn");
        }
        if attacker.fired.contains(Means::Club) {
            return Err("the arms have used the club in this turn");
        }
        let own = if arm == Location::La { Quarter::Left } else { Quarter::Right };
        if self.torso != Quarter::Front && self.torso != own {
            return Err("the target is outside of the arc of the arm");
        }
        Ok(table)
    }

    fn check_kick(&self, means: Means, leg: Location) -> Result<Table, Refusal> {
        let table = self.strike_table(means)?;
        let attacker = self.attacker;
        if !Location::LEGS.into_iter().all(|leg| attacker.works(Part::Hip, leg)) {
            return Err("a kick needs both legs and hips");
        }
        if Location::LEGS.into_iter().any(|leg| attacker.fired.contains(Means::Kick(leg))) {
            return Err("the attacker has kicked in this turn");
        }
        if attacker.has_fired_from(leg) {
            return Err("the leg has fired in this turn");
        }
        if self.feet != Quarter::Front {
            return Err("the target is not in front of the feet");
        }
        Ok(table)
    }

    fn check_club(&self) -> Result<Table, Refusal> {
        let table = self.strike_table(Means::Club)?;
        let attacker = self.attacker;
        if attacker.club.is_none() {
            return Err("the attacker holds no club");
        }
        if !attacker.has_both_hands() {
            return Err("a club needs both shoulders and hands");
        }
        if Location::ARMS.into_iter().any(|arm| attacker.has_fired_from(arm)) {
            return Err("an arm has fired in this turn");
        }
        if Location::ARMS.into_iter().any(|arm| attacker.fired.contains(Means::Punch(arm))) {
            return Err("an arm has punched in this turn");
        }
        if self.torso != Quarter::Front {
            return Err("the target is not in front of the torso");
        }
        Ok(table)
    }
}

impl Unit<'_> {
    /// The parts of an arm or leg that do not work, with their modifiers of punches and kicks.
    fn limb_faults(self, limb: Location) -> impl Iterator<Item = (Part, i8)> {
        let parts = if limb.is_arm() {
            [(Part::UpperArm, 2), (Part::LowerArm, 2), (Part::Hand, 1)]
        } else {
            [(Part::UpperLeg, 2), (Part::LowerLeg, 2), (Part::Foot, 1)]
        };
        parts.into_iter().filter(move |(part, _)| !self.works(*part, limb))
    }

    /// The damage of a punch, kick or club. A part without which it needs 2 more halves it.
    #[must_use]
    pub fn strike_damage(self, means: Means) -> u8 {
        let tons = self.record.tons;
        let halved = |limb| self.limb_faults(limb).filter(|(_, modifier)| *modifier == 2).count();
        match means {
            Means::Punch(arm) => tons.div_ceil(10) >> halved(arm),
            Means::Kick(leg) => tons.div_ceil(5) >> halved(leg),
            Means::Club => tons.div_ceil(5),
            Means::Weapon(_) => 0,
        }
    }
}

impl Mount {
    /// Whether it fires into a quarter, of the torso or, in a leg, of the feet.
    #[must_use]
    pub fn covers(&self, quarter: Quarter) -> bool {
        match self.location {
            _ if self.rear => quarter == Quarter::Rear,
            Location::La => matches!(quarter, Quarter::Front | Quarter::Left),
            Location::Ra => matches!(quarter, Quarter::Front | Quarter::Right),
            _ => quarter == Quarter::Front,
        }
    }
}

impl Weapon {
    /// The modifiers of a distance within its range, and of the minimum range.
    #[must_use]
    pub fn modifiers(&self, distance: u8) -> [i8; 2] {
        let [short, medium, _] = self.ranges;
        let range = match distance {
            _ if distance <= short => 0,
            _ if distance <= medium => 2,
            _ => 4,
        };
        [range, (self.minimum + 1).saturating_sub(distance) as i8]
    }
}

/// The modifier of a target that has moved so far.
#[must_use]
pub fn moved_modifier(hexes: u8) -> i8 {
    match hexes {
        0..=2 => 0,
        3..=4 => 1,
        5..=6 => 2,
        7..=9 => 3,
        _ => 4,
    }
}

/// The modifier of an attacker's heat.
#[must_use]
pub fn heat_modifier(heat: u16) -> i8 {
    match heat {
        0..=7 => 0,
        8..=12 => 1,
        13..=16 => 2,
        17..=23 => 3,
        _ => 4,
    }
}

impl State {
    /// The seats that a seat can attack.
    pub fn enemies(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        self.living().filter(move |other| *other != seat)
    }

    /// A seat that aims at another one with what it has declared so far.
    #[must_use]
    pub fn aim(&self, attacker: Seat, target: Seat) -> Aim<'_> {
        Aim::new(self, attacker, target, self.primary(attacker).unwrap_or(target))
    }

    /// A legal attack; none if it is not legal.
    #[must_use]
    pub fn legal_attack(&self, seat: Seat, means: Means, hex: Hex) -> Option<Shot> {
        let target = self.enemies(seat).find(|target| self.mechs[*target].hex == hex)?;
        let shot = self.aim(seat, target).shot(means, &mut |_, _| {}).ok()?;
        (shot.need <= MOST).then_some(shot)
    }

    /// The legal attacks of a seat with weapons, or without them, in the order of actions: slots by
    /// the names of their locations, then targets by hex.
    pub fn attacks(&self, seat: Seat, weapons: bool, mut each: impl FnMut(Means, Seat, Shot)) {
        let mut aims: Vec<(Seat, Aim<'_>)> =
            self.enemies(seat).map(|target| (target, self.aim(seat, target))).collect();
        aims.retain(|(_, aim)| aim.sight.is_some() && (weapons || aim.distance == 1));
        aims.sort_by_key(|(target, _)| self.mechs[*target].hex);
        let mut try_each = |means: Means| {
            for (target, aim) in &aims {
                if let Ok(shot) = aim.shot(means, &mut |_, _| {})
                    && shot.need <= MOST
                {
                    each(means, *target, shot);
                }
            }
        };
        if !weapons {
            return Means::PHYSICAL.into_iter().for_each(try_each);
        }
        for location in Location::BY_NAME {
            let mounts = self.unit(seat).record.weapons.iter();
            for mount in mounts.filter(|mount| mount.location == location) {
                try_each(Means::Weapon(mount.slot));
            }
        }
    }

    /// The weapon of an attack that fires missiles.
    #[must_use]
    pub fn missiles(&self, seat: Seat, action: Action) -> Option<&'static Weapon> {
        let Action::Attack(Means::Weapon(slot), _) = action else {
            return None;
        };
        let weapon = self.unit(seat).mount(slot)?.weapon;
        (weapon.missiles > 0).then_some(weapon)
    }

    /// Whether a seat may pick up a club, and from where: the ground of its hex, or its trees.
    #[must_use]
    pub fn club_source(&self, seat: Seat) -> Option<Club> {
        let unit = self.unit(seat);
        let free = unit.club.is_none() && !unit.prone && unit.has_both_hands();
        let unused = unit.fired.weapons == 0 && !unit.fired.pickup;
        let lies = || self.clubs.iter().any(|(hex, _)| *hex == unit.hex);
        let trees = || matches!(self.map().at(unit.hex).feature, Feature::Light | Feature::Heavy);
        let found = || if lies() { Some(Club::Limb) } else { trees().then_some(Club::Tree) };
        if free && unused { found() } else { None }
    }
}

/// The possible damages of a weapon, ascending, with their weights: of 36, of missiles of 1296.
#[must_use]
pub fn damages(weapon: &Weapon, need: u8) -> Vec<(u16, u64)> {
    let hits = chance(need);
    let mut damages = vec![(0, 36 - hits)];
    if weapon.missiles == 0 {
        damages.push((weapon.damage.into(), hits));
    } else {
        damages[0].1 *= 36;
        for (missiles, weight) in cluster(weapon.missiles).iter().zip(TWO_DICE) {
            let damage = u16::from(*missiles) * u16::from(weapon.damage);
            match damages.last_mut() {
                Some((last, total)) if *last == damage => *total += hits * weight,
                _ => damages.push((damage, hits * weight)),
            }
        }
    }
    damages.retain(|(_, weight)| *weight > 0);
    damages
}

/// The expected damage of a weapon, of 1296.
#[must_use]
pub fn expected(weapon: &Weapon, need: u8) -> u64 {
    let hit = match weapon.missiles {
        0 => 36 * u64::from(weapon.damage),
        missiles => {
            let sum = cluster(missiles).iter().zip(TWO_DICE);
            let sum: u64 = sum.map(|(missiles, weight)| u64::from(*missiles) * weight).sum();
            sum * u64::from(weapon.damage)
        }
    };
    chance(need) * hit
}
