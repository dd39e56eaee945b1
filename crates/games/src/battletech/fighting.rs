//! How agents fight: the torso, the weapons within a budget of heat, strikes, and the end phase.

use std::cmp::Reverse;

use super::attack::{Shot, expected};
use super::hex::Hex;
use super::knapsack::{self, Choice, exact, greedy};
use super::mech::{Means, Mech, Torso};
use super::path::Distance;
use super::record::{Location, Mount, Slot};
use super::state::{Action, Phase, State};
use super::tables::{chance, step};
use rivals_core::play::Seat;

/// How an agent chooses weapons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fire {
    /// All that are legal.
    #[default]
    All,
    /// By value for heat, within a budget that depends on the heat.
    Greedy,
    /// The greatest expected damage up to the next step of the heat scale.
    Best,
    /// The greatest expected damage less the [`PRICE`] of heat and the punches of the same arms.
    Priced,
}

/// How an agent fights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fighter {
    /// How it chooses weapons.
    pub fire: Fire,
    /// How it computes distances.
    pub distance: Distance,
    /// It takes all within one side of the torso's for its front (fault 7).
    pub wide_front: bool,
    /// It values weapons by the damage of one missile (fault 9).
    pub one_missile: bool,
    /// It drops a club in the turn in which it takes it (fault 12).
    pub drops_club: bool,
    /// It strikes on its own level alone (fault 14).
    pub own_level: bool,
}

impl Fighter {
    /// A fighter without faults.
    pub fn new(fire: Fire) -> Self {
        Self { fire, ..Self::default() }
    }

    /// The decision of a seat in any phase but that of movement.
    pub fn decide(&self, state: &State, seat: Seat) -> Action {
        match state.phase {
            Phase::Reaction => self.turn(state, seat),
            Phase::Weapons => self.fire(state, seat),
            Phase::Physical => self.strike(state, seat),
            Phase::End if self.drops_club => tidy(state, seat),
            _ => Action::Done,
        }
    }

    /// B18: the torso turns to the side on which the nearest enemy is, and not for one behind.
    fn turn(&self, state: &State, seat: Seat) -> Action {
        let mech = &state.mechs[seat];
        let enemy = self.distance.nearest(state, seat, state.enemies(seat));
        let turns = enemy
            .map_or(0, |enemy| mech.facing.clockwise_to(mech.hex.towards(state.mechs[enemy].hex)));
        Action::Turn(match turns {
            1 | 2 => Torso::Right,
            4 | 5 => Torso::Left,
            _ => Torso::Centre,
        })
    }

    /// The next weapon at the nearest enemy that can be fired at.
    fn fire(&self, state: &State, seat: Seat) -> Action {
        let mut shots: Vec<(Slot, Seat, Shot)> = Vec::new();
        state.attacks(seat, true, |means, target, shot| {
            if let Means::Weapon(slot) = means {
                shots.push((slot, target, shot));
            }
        });
        let unit = &state.mechs[seat];
        let in_front = |enemy: &Seat| {
            let hex = state.mechs[*enemy].hex;
            let legal = shots.iter().any(|(_, target, _)| target == enemy);
            legal || self.wide_front && in_wide_front(unit, hex)
        };
        let Some(target) = self.distance.nearest(state, seat, state.enemies(seat).filter(in_front))
        else {
            let takes = unit.fired.weapons() == 0 && state.club_source(seat).is_some();
            return if takes { Action::Pickup } else { Action::Done };
        };
        shots.retain(|(_, other, _)| *other == target);
        let hex = state.mechs[target].hex;
        let slot = match self.fire {
            Fire::All => shots.first().map(|(slot, ..)| *slot),
            Fire::Greedy => self.greedy(unit, hex, &shots),
            Fire::Best | Fire::Priced => self.best(state, seat, target, &shots),
        };
        slot.map_or(Action::Done, |slot| Action::Attack(Means::Weapon(slot), hex))
    }

    /// The weapons of the greedy choice at the nearest enemy that can be fired at, and its hex.
    pub(super) fn taken(&self, state: &State, seat: Seat) -> Option<(Hex, Vec<Slot>)> {
        let mut shots: Vec<(Slot, Seat, Shot)> = Vec::new();
        state.attacks(seat, true, |means, target, shot| {
            if let Means::Weapon(slot) = means {
                shots.push((slot, target, shot));
            }
        });
        let target =
            self.distance.nearest(state, seat, shots.iter().map(|(_, target, _)| *target))?;
        shots.retain(|(_, other, _)| *other == target);
        let hex = state.mechs[target].hex;
        Some((hex, self.chosen(&state.mechs[seat], hex, &shots)))
    }

    /// The first legal weapon of the greedy choice.
    fn greedy(&self, unit: &Mech, hex: Hex, shots: &[(Slot, Seat, Shot)]) -> Option<Slot> {
        let is_legal = |slot: &Slot| shots.iter().any(|(other, ..)| other == slot);
        self.chosen(unit, hex, shots).into_iter().find(is_legal)
    }

    /// The greedy choice among the weapons that it thinks it can fire, and those that it has fired.
    fn chosen(&self, unit: &Mech, hex: Hex, shots: &[(Slot, Seat, Shot)]) -> Vec<Slot> {
        let is_legal = |slot: Slot| shots.iter().any(|(other, ..)| *other == slot);
        let distance = self.distance.between(unit.hex, hex);
        let seems = |mount: &&Mount| {
            let fits = || unit.is_whole(mount) && unit.has_shot(mount) && !mount.rear;
            unit.fired.contains(Means::Weapon(mount.slot))
                || is_legal(mount.slot)
                || self.wide_front && fits() && mount.weapon.ranges[2] >= distance
        };
        let mounts: Vec<&Mount> = unit.record.weapons.iter().filter(seems).collect();
        let choice = |mount: &&Mount| Choice {
            heat: mount.weapon.heat.into(),
            value: if self.one_missile {
                mount.weapon.damage.into()
            } else {
                expected(mount.weapon, 2).into()
            },
        };
        let choices: Vec<Choice> = mounts.iter().map(choice).collect();
        let chosen = greedy(&choices, budget(unit.heat)).indices;
        chosen.into_iter().map(|index| mounts[index].slot).collect()
    }

    /// The first weapon of the best choice among those that are legal.
    fn best(
        &self,
        state: &State,
        seat: Seat,
        target: Seat,
        shots: &[(Slot, Seat, Shot)],
    ) -> Option<Slot> {
        let unit = &state.mechs[seat];
        let (priced, aim) = (self.fire == Fire::Priced, state.aim(seat, target));
        let choice = |(slot, _, shot): &(Slot, Seat, Shot)| {
            let mount = unit.mount(Means::Weapon(*slot))?;
            let value = i128::from(expected(mount.weapon, shot.need));
            let strikes = priced && mount.location.is_arm();
            let punch = || aim.shot(Means::Punch(mount.location)).ok();
            let lost = strikes
                .then(punch)
                .flatten()
                .map_or(0, |punch| 36 * u64::from(punch.damage.unwrap_or(0)) * chance(punch.need));
            let value = value - i128::from(lost);
            Some(Choice { heat: mount.weapon.heat.into(), value })
        };
        let free = i64::from(state.dissipation(seat)) - i64::from(unit.made());
        let of = |shots: &[&(Slot, Seat, Shot)]| {
            let choices = shots.iter().filter_map(|shot| choice(shot)).take(knapsack::MOST);
            let choices: Vec<Choice> = choices.collect();
            let (value, heat, chosen) = if priced {
                let ends = (0..=i64::from(WARM)).filter_map(|end| {
                    let chosen = exact(&choices, u32::try_from(free + end).ok()?);
                    let slower = if end >= 8 { 3 } else { i64::from(end >= 5) };
                    let value = chosen.value - i128::from(PRICE * (end + 5 * slower));
                    Some((value, Reverse(end), chosen))
                });
                ends.max_by_key(|(value, end, _)| (*value, *end))?
            } else {
                let chosen = exact(&choices, allowed_heat(state, seat).into());
                (chosen.value, Reverse(chosen.heat.into()), chosen)
            };
            let first = chosen.indices.first().map(|index| shots[*index].0);
            Some(((value, heat), first))
        };
        // A prone mech fires one arm, and props itself on the other.
        let props: &[Option<Location>] =
            if unit.prone { &[Some(Location::Ra), Some(Location::La)] } else { &[None] };
        let by_prop = props.iter().filter_map(|prop| {
            let fires = |(slot, ..): &&(Slot, Seat, Shot)| Some(slot.location()) != *prop;
            of(&shots.iter().filter(fires).collect::<Vec<_>>())
        });
        // Of equals the first.
        by_prop.rev().max_by_key(|(rank, _)| *rank)?.1
    }

    /// The next strike at the nearest enemy that can be struck: the club, punches, then a kick, with
    /// the right leg first.
    fn strike(&self, state: &State, seat: Seat) -> Action {
        let level = |seat: Seat| state.map.at(state.mechs[seat].hex).level;
        let mut strikes: Vec<(Means, Seat)> = Vec::new();
        state.attacks(seat, false, |means, target, shot| {
            // A kick that misses may end in a fall.
            let poor = matches!(means, Means::Kick(_)) && shot.need > 10;
            if self.fire == Fire::Priced && poor {
                return;
            }
            if !self.own_level || level(seat) == level(target) {
                strikes.push((means, target));
            }
        });
        let targets = strikes.iter().map(|(_, target)| *target);
        let Some(target) = self.distance.nearest(state, seat, targets) else {
            return Action::Done;
        };
        let order = |means: &Means| match means {
            Means::Club => 0,
            Means::Punch(_) => 1,
            Means::Kick(Location::Rl) => 2,
            _ => 3,
        };
        let at_it = strikes.iter().filter(|(_, other)| *other == target);
        let first = at_it.map(|(means, _)| *means).min_by_key(order);
        first.map_or(Action::Done, |means| Action::Attack(means, state.mechs[target].hex))
    }
}

/// Whether a hex lies within one side of the torso's direction, by the side nearest to its bearing.
fn in_wide_front(unit: &Mech, hex: Hex) -> bool {
    matches!(unit.torso_facing().clockwise_to(unit.hex.towards(hex)), 0 | 1 | 5)
}

/// The heat of weapons that the document allows at a heat: B10.
pub fn budget(heat: u16) -> u32 {
    step(&[(0, 12), (10, 9), (16, 6), (21, 4), (27, 2)], heat)
}

/// The steps of the heat scale below a shutdown: from each on, a mech is slower or aims worse, and
/// from the last on it may shut down.
const STEPS: [u16; 5] = [5, 8, 10, 13, 14];

/// The greatest heat at which a turn should end.
pub const WARM: u16 = 9;

/// What a point of heat costs that the sinks do not take away in the same turn: a fifth of a point of
/// damage, in the parts of [`expected`].
pub const PRICE: i64 = 1296 / 5;

/// The heat that weapons may make in this turn, so that the heat phase ends below the next step of
/// the scale.
pub fn allowed_heat(state: &State, seat: Seat) -> u16 {
    let unit = &state.mechs[seat];
    let next = STEPS.into_iter().find(|step| *step > unit.heat).unwrap_or(STEPS[4]);
    (next - 1 + state.dissipation(seat)).saturating_sub(unit.made())
}

/// B19: the end phase of the document drops the club, and throws the ammunition of weapons away that
/// were in a lost limb.
fn tidy(state: &State, seat: Seat) -> Action {
    let unit = &state.mechs[seat];
    if unit.club.is_some() {
        return Action::Drop;
    }
    let lost = |mount: &&Mount| {
        (mount.location.is_arm() || mount.location.is_leg()) && unit.lost(mount.location)
    };
    let mut useless = unit.record.weapons.iter().filter(lost).filter_map(|mount| unit.bin(mount));
    useless.next().map_or(Action::Done, Action::Dump)
}
