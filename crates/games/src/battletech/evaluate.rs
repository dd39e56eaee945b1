//! One ply ahead: all moves of a mech, each against the best answer of its enemies.
//!
//! A move is worth the damage that its mech can be expected to deal from there, less what it can be
//! expected to take, each with the torso turned as well as it can be, and with the weapons that its
//! heat allows. An enemy that is still to move answers with the move that is worst for the mech.

#![expect(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "damage is below 2^20, heat and woods below 100, numbers to hit are in the table"
)]

use std::cell::Cell;

use super::attack::{expected, heat_modifier, moved_modifier};
use super::fighting::{Fire, PRICE, WARM};
use super::hex::{Hex, Quarter, Side};
use super::map::Map;
use super::mech::{Means, Mech, Torso};
use super::movement::Mode;
use super::moving::{nearest, risen};
use super::path::Planner;
use super::record::{Location, Part};
use super::sight::{Sight, Stance, sight};
use super::state::{Action, State};
use super::tables::chance;
use rivals_core::play::Seat;

/// Points of damage are counted in these parts, in which chances and clusters are whole numbers.
const POINT: i64 = 1296;

/// The percentages that damage counts on each [`Quarter`]: armour is thinnest in the rear.
const SIDES: [i64; 4] = [100, 110, 110, 150];

/// What a fall costs beside its damage, and a hex of distance to the nearest enemy.
const FALL: i64 = 8 * POINT;
const AWAY: i64 = POINT / 10;

/// What a lead by all armour and structure adds to the weight of damage that is taken, for
/// [`Fire::Priced`]: after the last turn, who leads wins.
const LEAD: i64 = 3;

/// The distances, modifiers and heats of movement by which damage is tabulated.
const DISTANCES: usize = 25;
const MODIFIERS: std::ops::Range<i8> = -8..10;
const HEATS: usize = 6;

/// Where a mech is after a move, and how it came there.
#[derive(Clone, Copy)]
struct Place {
    hex: Hex,
    facing: Side,
    mode: Mode,
    hexes: u8,
}

/// A mech that fights: what it deals, and what makes it easy to hit.
struct Party<'a> {
    unit: &'a Mech,
    map: &'a Map,
    fire: Fire,
    /// The heat that its sinks take away beyond what it has.
    free: i64,
    /// The damage by quarter of the torso, heat of movement, distance and modifier, as far as it is
    /// known.
    damage: Vec<Cell<Option<i64>>>,
    /// The damage of a kick, and its number without movement.
    kick: Option<(i64, i8)>,
}

impl<'a> Party<'a> {
    fn new(state: &'a State, seat: Seat, fire: Fire) -> Self {
        let unit = &state.mechs[seat];
        let free = i64::from(state.dissipation(seat)) - i64::from(unit.heat + unit.engine_heat());
        let damage = vec![Cell::new(None); 4 * HEATS * DISTANCES * MODIFIERS.len()];
        let hips = Location::LEGS.into_iter().all(|leg| unit.works(Part::Hip, leg));
        let tons = i64::from(unit.record.tons.div_ceil(5));
        let kick = (hips && !unit.prone && !unit.immobile()).then_some((tons, 3));
        Self { unit, map: &state.map, fire, free, damage, kick }
    }

    /// The damage that its weapons and fists can be expected to deal into a quarter of the torso.
    fn shoots(&self, quarter: Quarter, heat: usize, distance: u8, modifier: i8) -> i64 {
        let unit = self.unit;
        // An arm that fires strikes no more.
        let punch = |arm: Location| {
            let side = if arm == Location::La { Quarter::Left } else { Quarter::Right };
            let strikes = self.fire == Fire::Priced
                && distance == 1
                && !unit.prone
                && (quarter == Quarter::Front || quarter == side)
                && unit.works(Part::Shoulder, arm);
            let damage = || i64::from(unit.damage(Means::Punch(arm)));
            if strikes { 36 * damage() * chance(4 + modifier) as i64 } else { 0 }
        };
        let shots = unit.record.weapons.iter().filter(|mount| {
            mount.covers(quarter)
                && mount.weapon.ranges[2] >= distance
                && unit.is_whole(mount)
                && unit.has_shot(mount)
        });
        let shots = shots.map(|mount| {
            let own = mount.weapon.modifiers(distance).iter().sum::<i8>()
                + unit.arm_modifier(mount.location);
            let value = expected(mount.weapon, 4 + modifier + own) as i64;
            let lost = if mount.location.is_arm() { punch(mount.location) } else { 0 };
            (i64::from(mount.weapon.heat), (value - lost).max(0))
        });
        let free = self.free - heat as i64;
        let (free, hot) = match self.fire {
            Fire::Priced => (free, i64::from(WARM)),
            _ => ((free + i64::from(WARM)).max(0), 0),
        };
        Location::ARMS.into_iter().map(punch).sum::<i64>() + within(free, hot, shots.collect())
    }

    /// The damage that it can be expected to deal from one place to a target at another one.
    fn deals(
        &self,
        from: Place,
        target: &Party<'_>,
        to: Place,
        seen: Sight,
        turns: &[Torso],
    ) -> i64 {
        if self.unit.immobile() {
            return 0;
        }
        let distance = from.hex.distance(to.hex);
        let ground = self.map.at(to.hex);
        let prone = match (target.unit.prone, distance) {
            (false, _) => 0,
            (true, 1) => -2,
            (true, _) => 1,
        };
        let all = from.mode as i8
            + moved_modifier(to.hexes)
            + i8::from(to.mode == Mode::Jump)
            + ground.woods() as i8
            + i8::from(self.map.at(from.hex).depth() == 1)
            - i8::from(ground.depth() == 1)
            + prone
            + if target.unit.immobile() { -4 } else { 0 };
        let shot = all
            + seen.woods as i8
            + if seen.cover { 3 } else { 0 }
            + heat_modifier(self.unit.heat)
            + if self.unit.hits_on(Part::Sensors) > 0 { 2 } else { 0 };
        let shot = shot.clamp(MODIFIERS.start, MODIFIERS.end - 1);
        let heat = match from.mode {
            Mode::Jump => usize::from(from.hexes.max(3)).min(HEATS - 1),
            mode => mode as usize,
        };
        let fired = |turn: &Torso| {
            let quarter = from.hex.arc(from.facing.turned(turn.turn()), to.hex);
            let row = (quarter as usize * HEATS + heat) * DISTANCES + usize::from(distance);
            let known = &self.damage[row * MODIFIERS.len() + (shot - MODIFIERS.start) as usize];
            let damage = known.get().unwrap_or_else(|| self.shoots(quarter, heat, distance, shot));
            known.set(Some(damage));
            damage
        };
        let far = usize::from(distance) >= DISTANCES;
        let fired = if far { 0 } else { turns.iter().map(fired).max().unwrap_or(0) };
        let level = |hex: Hex| self.map.at(hex).level;
        let kicked = match self.kick {
            Some((damage, need))
                if distance == 1
                    && level(from.hex) == level(to.hex)
                    && from.hex.arc(from.facing, to.hex) == Quarter::Front =>
            {
                damage * chance(need + all) as i64 * (POINT / 36)
            }
            _ => 0,
        };
        (fired + kicked) * SIDES[to.hex.hit_side(to.facing, from.hex) as usize] / 100
    }

    /// Where it is, as it has moved.
    fn here(&self) -> Place {
        let mech = self.unit;
        Place { hex: mech.hex, facing: mech.facing, mode: mech.moved.mode, hexes: mech.moved.hexes }
    }

    /// The ways in which it can turn its torso.
    fn turns(&self) -> &'static [Torso] {
        if self.unit.prone { &[Torso::Centre] } else { &Torso::ALL }
    }
}

/// The greatest value of weapons, given with their heat, where the last of them may count in part:
/// of those that make the heat that is free, and of those that are worth the [`PRICE`] of more.
fn within(free: i64, hot: i64, mut shots: Vec<(i64, i64)>) -> i64 {
    if shots.iter().map(|(heat, _)| heat).sum::<i64>() > free {
        shots.sort_by(|(heat, value), (other_heat, other)| {
            (other * heat).cmp(&(value * other_heat))
        });
    }
    let mut sum = PRICE * free.min(0);
    let (mut free, mut hot) = (free.max(0), (hot + free.min(0)).max(0));
    for (heat, value) in shots {
        let cool = heat.min(free);
        let more = if value > PRICE * heat { (heat - cool).min(hot) } else { 0 };
        sum += value * (cool + more) / heat.max(1) - PRICE * more;
        if heat == 0 {
            sum += value;
        }
        (free, hot) = (free - cool, hot - more);
    }
    sum
}

/// An enemy and the places to which it may still move.
struct Enemy<'a> {
    party: Party<'a>,
    /// The places, with the facings that it can have there as bits.
    answers: Vec<(Place, u8)>,
    /// What each two hexes see of each other, as far as it is known: ours, then its.
    sights: Vec<Option<Option<[Sight; 2]>>>,
}

impl<'a> Enemy<'a> {
    fn new(state: &'a State, seat: Seat, us: Seat, fire: Fire) -> Self {
        let party = Party::new(state, seat, fire);
        let here = party.here();
        let mut answers = vec![(here, 1 << here.facing.index())];
        if !state.acted.contains(&seat) && !party.unit.immobile() && !party.unit.prone {
            let occupied: Vec<Hex> = state
                .enemies(seat)
                .filter(|other| *other != us)
                .map(|other| state.mechs[other].hex)
                .collect();
            let mover = state.mover(seat, &occupied);
            for mode in Mode::MOVES {
                for arrival in mover.reach(&state.map, mode).iter() {
                    let hexes = here.hex.distance(arrival.hex);
                    let bit = 1 << arrival.facing.index();
                    match answers.last_mut() {
                        Some((place, facings))
                            if place.hex == arrival.hex && place.mode == mode =>
                        {
                            *facings |= bit;
                        }
                        _ => answers.push((
                            Place { hex: arrival.hex, facing: arrival.facing, mode, hexes },
                            bit,
                        )),
                    }
                }
            }
        }
        let hexes = state.map.hexes_in_all();
        Self { party, answers, sights: vec![None; hexes * hexes] }
    }

    /// What our place and its place see of each other.
    fn sight(&mut self, map: &Map, ours: Hex, theirs: Hex) -> Option<[Sight; 2]> {
        let place = |hex: Hex| map.place(hex).expect("mechs stand on the map");
        let known = &mut self.sights[place(ours) * map.hexes_in_all() + place(theirs)];
        *known.get_or_insert_with(|| {
            let ours = Stance { hex: ours, prone: false };
            let theirs = Stance { hex: theirs, prone: self.party.unit.prone };
            Some([sight(map, ours, theirs)?, sight(map, theirs, ours)?])
        })
    }

    /// What we deal less what we take, if it answers in this way, with the facing nearest to us.
    fn exchange(&mut self, us: &Party<'_>, ours: Place, answer: usize) -> i64 {
        let (mut theirs, facings) = self.answers[answer];
        if theirs.hex == ours.hex {
            return i64::MAX;
        }
        let Some([forth, back]) = self.sight(us.map, ours.hex, theirs.hex) else {
            return 0;
        };
        let ahead = theirs.hex.towards(ours.hex);
        let by = [0, 1, 5, 2, 4, 3].into_iter();
        let near = by.map(|by| ahead.turned(by)).find(|side| facings >> side.index() & 1 == 1);
        theirs.facing = near.unwrap_or(theirs.facing);
        let dealt = us.deals(ours, &self.party, theirs, forth, us.turns());
        let taken = self.party.deals(theirs, us, ours, back, self.party.turns());
        if us.fire != Fire::Priced {
            return dealt - taken;
        }
        let all = |mech: &Mech| i64::from(mech.record.points());
        let part = |mech: &Mech| i64::from(mech.points()) * 100 / all(mech);
        let care = (100 + LEAD * (part(us.unit) - part(self.party.unit))).clamp(40, 250);
        dealt - taken * care * all(self.party.unit) / all(us.unit) / 100
    }

    /// The exchange with the best answer, or one that is at most `enough`; takes the answers that it
    /// looks at from the budget.
    fn worst(&mut self, us: &Party<'_>, ours: Place, enough: i64, budget: &mut u64) -> i64 {
        let mut worst = i64::MAX;
        for answer in 0..self.answers.len() {
            *budget = budget.saturating_sub(1);
            worst = worst.min(self.exchange(us, ours, answer));
            if worst <= enough {
                // What refutes one move often refutes the next.
                self.answers[..=answer].rotate_right(1);
                break;
            }
        }
        worst
    }
}

/// The best moves of a seat, one ply ahead, at most so many, with their values: of all moves, or of
/// those whose answers it has looked at when the budget of answers is used up. With
/// [`Fire::Priced`], damage counts by the part of its target, with more care the more the seat leads.
#[must_use]
pub fn ranked(
    state: &State,
    seat: Seat,
    fire: Fire,
    most: usize,
    mut budget: u64,
) -> Vec<(i64, Action)> {
    let Some(near) = nearest(state, seat, &Planner::default()) else {
        return vec![(0, Action::Stay)];
    };
    let target = state.mechs[near].hex;
    let us = Party::new(state, seat, fire);
    if let Some(action) = risen(state, seat, us.unit.hex.towards(target)) {
        return vec![(0, action)];
    }
    let mut enemies: Vec<Enemy<'_>> =
        state.enemies(seat).map(|enemy| Enemy::new(state, enemy, seat, fire)).collect();
    let fails = 36 - chance(us.unit.piloting().min(13)) as i64;
    let fall = FALL + i64::from(us.unit.record.tons.div_ceil(10)) * POINT;
    let mut moves = vec![(us.here(), 0, Action::Stay)];
    let occupied = state.occupied(seat);
    let mover = state.mover(seat, &occupied);
    for mode in Mode::MOVES {
        let badly = match mode {
            Mode::Run => us.unit.runs_badly(),
            Mode::Jump => us.unit.jumps_badly(),
            _ => false,
        };
        for arrival in mover.reach(&state.map, mode).iter() {
            let (hex, facing) = (arrival.hex, arrival.facing);
            if mode != Mode::Jump && (hex, facing) == (mover.hex, mover.facing) {
                continue;
            }
            let action = Action::Move(mode, hex, facing);
            let checks = i64::from(arrival.checks) + i64::from(badly);
            let place = Place { hex, facing, mode, hexes: mover.hex.distance(hex) };
            moves.push((place, checks * fails * fall / 36, action));
        }
    }
    // What a move is worth without an answer, the best first.
    let mut moves: Vec<(i64, i64, Place, Action)> = moves
        .into_iter()
        .map(|(place, risk, action)| {
            let own = -risk - AWAY * i64::from(place.hex.distance(target));
            let now = enemies.iter_mut().map(|enemy| enemy.exchange(&us, place, 0)).sum::<i64>();
            (own + now, own, place, action)
        })
        .collect();
    moves.sort_by_key(|(now, ..)| -now);
    let mut best: Vec<(i64, Action)> = Vec::new();
    for (_, own, place, action) in moves {
        if budget == 0 {
            break;
        }
        let mut value = own;
        let least = if best.len() < most { i64::MIN } else { best[most - 1].0 };
        let last = enemies.len() - 1;
        for (at, enemy) in enemies.iter_mut().enumerate() {
            let enough = if at == last { least.saturating_sub(value) } else { i64::MIN };
            value = value.saturating_add(enemy.worst(&us, place, enough, &mut budget));
        }
        if value > least {
            let at = best.partition_point(|(other, _)| *other >= value);
            best.insert(at, (value, action));
            best.truncate(most);
        }
    }
    best
}

/// The direction of the torso from which the most damage can be expected; without any, towards the
/// nearest enemy.
#[must_use]
pub fn turned(state: &State, seat: Seat, fire: Fire) -> Action {
    let us = Party::new(state, seat, fire);
    let ours = us.here();
    let parties: Vec<Party<'_>> =
        state.enemies(seat).map(|enemy| Party::new(state, enemy, fire)).collect();
    let value = |turn: &Torso| {
        let dealt = parties.iter().map(|enemy| {
            let theirs = enemy.here();
            let stance = |unit: &Mech| Stance { hex: unit.hex, prone: unit.prone };
            let seen = sight(&state.map, stance(us.unit), stance(enemy.unit));
            seen.map_or(0, |seen| us.deals(ours, enemy, theirs, seen, &[*turn]))
        });
        let near = nearest(state, seat, &Planner::default());
        let ahead = near.map_or(ours.facing, |near| ours.hex.towards(state.mechs[near].hex));
        let off = ours.facing.turned(turn.turn()).turns_to(ahead);
        (dealt.max().unwrap_or(0), std::cmp::Reverse(off))
    };
    Torso::ALL.into_iter().max_by_key(value).map_or(Action::Turn(Torso::Centre), Action::Turn)
}
