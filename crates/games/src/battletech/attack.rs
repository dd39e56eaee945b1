//! Attacks: whether one is possible, the number that it needs with all modifiers, and its damage.

#![expect(
    clippy::cast_possible_wrap,
    reason = "at most 4 woods count, and minimum ranges are at most 6"
)]

use super::hex::Quarter;
use super::mech::{Club, Means, Mech};
use super::movement::Mode;
use super::record::{Location, Mount, PARTS, Part, Weapon};
use super::sight::{Sight, sight};
use super::state::State;
use super::tables::{TWO_DICE, Table, chance, cluster, step};
use rivals_core::play::Seat;
use rivals_core::sort;
use serde::Serialize;

/// The greatest number that two dice can reach.
pub const MOST: i8 = 12;

/// An attack that is possible, if two dice can reach what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shot {
    /// The number that two dice need.
    pub need: i8,
    /// The side of the target that is hit.
    pub side: Quarter,
    /// The table of locations.
    pub table: Table,
    /// The damage of a punch, kick or club.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<u8>,
}

/// A mech that aims at another one.
#[derive(Clone, Copy)]
pub struct Aim<'a> {
    state: &'a State,
    attacker: &'a Mech,
    target: &'a Mech,
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
    pub fn new(state: &'a State, attacker: Seat, target: Seat, primary: Seat) -> Self {
        let aim = Self::at(state, &state.mechs[attacker], &state.mechs[target]);
        Self { secondary: primary != target, ..aim }
    }

    /// A mech that aims at its first target.
    pub(super) fn at(state: &'a State, attacker: &'a Mech, target: &'a Mech) -> Self {
        Self {
            state,
            attacker,
            target,
            distance: attacker.hex.distance(target.hex),
            sight: sight(&state.map, attacker.stance(), target.stance()),
            torso: attacker.hex.arc(attacker.torso_facing(), target.hex),
            feet: attacker.hex.arc(attacker.facing, target.hex),
            secondary: false,
        }
    }

    /// The attack with this means, or why it is not possible.
    ///
    /// # Errors
    /// [`Refusal`]. A need above [`MOST`] is none.
    pub fn shot(&self, means: Means) -> Result<Shot, Refusal> {
        self.sight.ok_or("there is no line of sight")?;
        let table = self.table(means)?;
        let need = self.modifiers(means).map(|(_, modifier)| modifier).sum();
        let strikes = !matches!(means, Means::Weapon(_));
        let damage = strikes.then(|| self.attacker.damage(means));
        Ok(Shot { need, side: self.side(), table, damage })
    }

    /// The modifiers of an attack that is possible, of those that are not 0, in order.
    pub fn modifiers(&self, means: Means) -> impl Iterator<Item = (&'static str, i8)> {
        let (base, limb) = match means {
            Means::Weapon(_) => (("gunnery", 4), None),
            Means::Punch(arm) => (("punch", 4), Some(arm)),
            Means::Kick(leg) => (("kick", 3), Some(leg)),
            _ => (("club", 4), None),
        };
        let mount = self.attacker.mount(means).into_iter();
        let weapon = mount.flat_map(|mount| self.of_weapon(mount));
        let faults = limb.into_iter().flat_map(|limb| self.attacker.limb_faults(limb));
        let all = [base].into_iter().chain(self.of_situation()).chain(weapon).chain(faults);
        all.filter(|(_, modifier)| *modifier != 0)
    }

    /// The side of the target that is hit.
    fn side(&self) -> Quarter {
        self.target.hex.hit_side(self.target.facing, self.attacker.hex)
    }

    /// The table of an attack with this means, or why it is not possible.
    fn table(&self, means: Means) -> Result<Table, Refusal> {
        let attacker = self.attacker;
        let (used, fired) =
            (|means| attacker.fired.contains(means), |at| attacker.has_fired_from(at));
        let any = |limbs: [Location; 2], is: &dyn Fn(Location) -> bool| limbs.into_iter().any(is);
        require(!attacker.immobile(), "the attacker is shut down or unconscious")?;
        require(!used(Means::Pickup), "the attacker has picked up a club in this turn")?;
        require(!used(means), "the attacker has used it in this turn")?;
        match means {
            Means::Weapon(_) => {
                let mount = attacker.mount(means).ok_or("the attacker has no such weapon")?;
                self.check_weapon(mount)?;
            }
            Means::Punch(arm) => {
                require(attacker.works(Part::Shoulder, arm), "the shoulder does not work")?;
                require(!fired(arm), "the arm has fired in this turn")?;
                require(!used(Means::Club), "the arms have used the club in this turn")?;
                require(covers(arm, self.torso), "the target is outside of the arc of the arm")?;
            }
            Means::Kick(leg) => {
                let faulty = any(Location::LEGS, &|leg| !attacker.works(Part::Hip, leg));
                require(!faulty, "a kick needs both legs and hips")?;
                let kicked = any(Location::LEGS, &|leg| used(Means::Kick(leg)));
                require(!kicked, "the attacker has kicked in this turn")?;
                require(!fired(leg), "the leg has fired in this turn")?;
                require(self.feet == Quarter::Front, "the target is not in front of the feet")?;
            }
            _ => {
                require(attacker.club.is_some(), "the attacker holds no club")?;
                require(attacker.has_both_hands(), "a club needs both shoulders and hands")?;
                require(!any(Location::ARMS, &fired), "an arm has fired in this turn")?;
                let punched = any(Location::ARMS, &|arm| used(Means::Punch(arm)));
                require(!punched, "an arm has punched in this turn")?;
                require(self.torso == Quarter::Front, "the target is not in front of the torso")?;
            }
        }
        self.height_table(means)
    }

    /// Why a weapon cannot be fired.
    fn check_weapon(&self, mount: &Mount) -> Result<(), Refusal> {
        let attacker = self.attacker;
        let location = mount.location;
        require(attacker.is_whole(mount), "the weapon is destroyed")?;
        require(attacker.has_shot(mount), "the weapon has no ammunition")?;
        require(attacker.hits_on(Part::Sensors) < 2, "the sensors are destroyed")?;
        require(self.distance <= mount.weapon.ranges[2], "the target is out of range")?;
        let quarter = if location.is_leg() { self.feet } else { self.torso };
        require(mount.covers(quarter), "the target is outside of the arc of the weapon")?;
        let arms = Location::ARMS;
        let other = |arm: &Location| *arm != location && attacker.has_fired_from(*arm);
        let propped = location.is_arm() && arms.iter().any(other);
        let armless = arms.iter().all(|arm| attacker.lost(*arm));
        let held = attacker.prone && (propped || armless || location.is_leg());
        require(!held, "a prone mech fires no leg, one arm, and nothing without arms")
    }

    /// The modifiers of all attacks.
    fn of_situation(&self) -> [(&'static str, i8); 9] {
        let (attacker, target) = (self.attacker, self.target);
        let [own, other] = [attacker, target].map(|unit| self.state.map.at(unit.hex));
        let prone = if self.distance == 1 { -2 } else { 1 };
        [
            ("attacker moved", attacker.moved.mode as i8),
            ("target moved", moved_modifier(target.moved.hexes)),
            ("target jumped", i8::from(target.moved.mode == Mode::Jump)),
            ("target in woods", other.woods() as i8),
            ("attacker in water", i8::from(own.depth() == 1)),
            ("target in water", -i8::from(other.depth() == 1)),
            ("target prone", if target.prone { prone } else { 0 }),
            ("target immobile", if target.immobile() { -4 } else { 0 }),
            ("target bogged", if target.bogged { -2 } else { 0 }),
        ]
    }

    /// The modifiers of weapons alone.
    fn of_weapon(&self, mount: &Mount) -> [(&'static str, i8); 10] {
        let attacker = self.attacker;
        let Sight { woods, cover } = self.sight.unwrap_or_default();
        let armless = attacker.prone && Location::ARMS.into_iter().any(|arm| attacker.lost(arm));
        let [range, minimum] = mount.weapon.modifiers(self.distance);
        let beside = if self.torso == Quarter::Front { 1 } else { 2 };
        [
            ("attacker prone", if attacker.prone { 2 } else { 0 }),
            ("arm lost", i8::from(armless)),
            ("intervening woods", woods as i8),
            ("partial cover", if cover { 3 } else { 0 }),
            ("range", range),
            ("minimum range", minimum),
            ("heat", heat_modifier(attacker.heat)),
            ("sensors", if attacker.hits_on(Part::Sensors) > 0 { 2 } else { 0 }),
            ("arm actuators", attacker.arm_modifier(mount.location)),
            ("secondary target", if self.secondary { beside } else { 0 }),
        ]
    }

    /// The table of an attack, if the hexes, levels and postures allow it.
    fn height_table(&self, means: Means) -> Result<Table, Refusal> {
        if matches!(means, Means::Weapon(_)) {
            let cover = self.sight.is_some_and(|sight| sight.cover);
            return Ok(if cover { Table::Punch } else { Table::Hit });
        }
        require(self.distance == 1, "the target is not adjacent")?;
        require(!self.attacker.prone, "the attacker is prone")?;
        let level = |mech: &Mech| self.state.map.at(mech.hex).level;
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
    pub fn struck(&self, means: Means) -> (Quarter, Table) {
        (self.side(), self.height_table(means).unwrap_or(Table::Hit))
    }
}

/// Refuses an attack that lacks something.
fn require(met: bool, why: Refusal) -> Result<(), Refusal> {
    if met { Ok(()) } else { Err(why) }
}

impl Mech {
    /// The parts of an arm or leg that do not work, with their modifiers of punches and kicks.
    fn limb_faults(&self, limb: Location) -> impl Iterator<Item = (&'static str, i8)> {
        use Part::{Foot, Hand, LowerArm, LowerLeg, UpperArm, UpperLeg};
        let arm = [(UpperArm, 2), (LowerArm, 2), (Hand, 1)];
        let parts = if limb.is_arm() { arm } else { [(UpperLeg, 2), (LowerLeg, 2), (Foot, 1)] };
        let faults = parts.into_iter().filter(move |(part, _)| !self.works(*part, limb));
        faults.map(|(part, modifier)| (PARTS[part as usize], modifier))
    }

    /// The damage of an attack, of missiles that of each. A part without which a punch or kick needs 2
    /// more halves it.
    pub fn damage(&self, means: Means) -> u8 {
        let tons = self.record.tons;
        let halved = |limb| self.limb_faults(limb).filter(|(_, modifier)| *modifier == 2).count();
        match means {
            Means::Weapon(_) => self.mount(means).map_or(0, |mount| mount.weapon.damage),
            Means::Punch(arm) => tons.div_ceil(10) >> halved(arm),
            Means::Kick(leg) => tons.div_ceil(5) >> halved(leg),
            Means::Club => tons.div_ceil(5),
            Means::Pickup | Means::Sinks => 0,
        }
    }
}

impl Mount {
    /// Whether it fires into a quarter, of the torso or, in a leg, of the feet.
    pub fn covers(&self, quarter: Quarter) -> bool {
        if self.rear { quarter == Quarter::Rear } else { covers(self.location, quarter) }
    }
}

/// Whether a location reaches into a quarter in front: arms to their own side as well.
pub fn covers(location: Location, quarter: Quarter) -> bool {
    quarter == Quarter::Front
        || location == Location::La && quarter == Quarter::Left
        || location == Location::Ra && quarter == Quarter::Right
}

impl Weapon {
    /// The modifiers of a distance within its range, and of the minimum range.
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
pub fn moved_modifier(hexes: u8) -> i8 {
    step(&[(3, 1), (5, 2), (7, 3), (10, 4)], hexes.into())
}

/// The modifier of an attacker's heat.
pub fn heat_modifier(heat: u16) -> i8 {
    step(&[(8, 1), (13, 2), (17, 3), (24, 4)], heat)
}

impl State {
    /// The seats that a seat can attack.
    pub fn enemies(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        self.living().filter(move |other| *other != seat)
    }

    /// A seat that aims at another one with what it has declared so far.
    pub fn aim(&self, attacker: Seat, target: Seat) -> Aim<'_> {
        Aim::new(self, attacker, target, self.primary(attacker).unwrap_or(target))
    }

    /// The legal attacks of a seat with weapons, or without them, in the order of actions: slots by
    /// the names of their locations, then targets by hex.
    pub fn attacks(&self, seat: Seat, weapons: bool, mut each: impl FnMut(Means, Seat, Shot)) {
        let mut aims: Vec<(Seat, Aim<'_>)> =
            self.enemies(seat).map(|target| (target, self.aim(seat, target))).collect();
        aims.retain(|(_, aim)| aim.sight.is_some() && (weapons || aim.distance == 1));
        sort::by_key(&mut aims, |(target, _)| self.mechs[*target].hex);
        let mut try_each = |means: Means| {
            for (target, aim) in &aims {
                if let Ok(shot) = aim.shot(means)
                    && shot.need <= MOST
                {
                    each(means, *target, shot);
                }
            }
        };
        if !weapons {
            return Means::physical().for_each(try_each);
        }
        for mount in &self.mechs[seat].record.by_name {
            try_each(Means::Weapon(mount.slot));
        }
    }

    /// The weapon of an attack that fires missiles.
    pub fn missiles(&self, seat: Seat, means: Means) -> Option<&'static Weapon> {
        let weapon = self.mechs[seat].mount(means)?.weapon;
        (weapon.missiles > 0).then_some(weapon)
    }

    /// Whether a seat may pick up a club, and from where: the ground of its hex, or its trees.
    pub fn club_source(&self, seat: Seat) -> Option<Club> {
        let unit = &self.mechs[seat];
        let free = unit.club.is_none() && !unit.prone && unit.has_both_hands();
        let unused = unit.fired.weapons() == 0 && !unit.fired.contains(Means::Pickup);
        match () {
            () if !free || !unused => None,
            () if self.clubs.contains_key(&unit.hex) => Some(Club::Limb),
            () => (self.map.at(unit.hex).trees() > 0).then_some(Club::Tree),
        }
    }
}

/// The possible damages of a weapon, ascending, with their weights: of 36, of missiles of 1296.
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
pub fn expected(weapon: &Weapon, need: impl Into<i64>) -> u64 {
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
