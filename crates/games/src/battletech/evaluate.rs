//! One ply ahead: all moves of a mech, each against the best answer of its enemies.
//!
//! A move is worth the damage that its mech can be expected to deal from there, less what it can be
//! expected to take, each with the torso turned as well as it can be, and with the weapons that its
//! heat allows. An enemy that is still to move answers with the move that is worst for the mech.

use super::attack::{expected, heat_modifier, moved_modifier};
use super::hex::{Hex, Quarter, Side};
use super::map::Map;
use super::mech::{Mech, Torso};
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

/// The greatest heat at which a turn should end.
const WARM: u16 = 9;

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
    /// The damage by quarter of the torso, heat of movement, distance and modifier.
    damage: Vec<i64>,
    /// The damage of a kick, and its number without movement.
    kick: Option<(i64, i8)>,
}

impl<'a> Party<'a> {
    fn new(state: &'a State, seat: Seat) -> Self {
        let unit = &state.mechs[seat];
        let mut damage = Vec::with_capacity(4 * HEATS * DISTANCES * MODIFIERS.len());
        for quarter in [Quarter::Front, Quarter::Left, Quarter::Right, Quarter::Rear] {
            let fits = |mount: &&super::record::Mount| {
                unit.is_whole(mount) && unit.has_shot(mount) && mount.covers(quarter)
            };
            let mounts: Vec<_> = unit.record.weapons.iter().filter(fits).collect();
            for heat in 0..HEATS as u16 {
                let made = unit.heat + heat + unit.engine_heat();
                let budget = i64::from((WARM + state.dissipation(seat)).saturating_sub(made));
                for distance in 0..DISTANCES as u8 {
                    damage.extend(MODIFIERS.map(|modifier| {
                        let shots =
                            mounts.iter().filter(|mount| mount.weapon.ranges[2] >= distance);
                        let shots = shots.map(|mount| {
                            let own = mount.weapon.modifiers(distance).iter().sum::<i8>()
                                + unit.arm_modifier(mount.location);
                            let need = (4 + modifier + own).clamp(2, 13) as u8;
                            let value = expected(mount.weapon, need) as i64;
                            (i64::from(mount.weapon.heat), value)
                        });
                        within(budget, shots.collect())
                    }));
                }
            }
        }
        let hips = Location::LEGS.into_iter().all(|leg| unit.works(Part::Hip, leg));
        let tons = i64::from(unit.record.tons.div_ceil(5));
        let kick = (hips && !unit.prone && !unit.immobile()).then_some((tons, 3));
        Self { unit, map: &state.map, damage, kick }
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
        let shot = shot.clamp(MODIFIERS.start, MODIFIERS.end - 1) - MODIFIERS.start;
        let heat = match from.mode {
            Mode::Jump => usize::from(from.hexes.max(3)).min(HEATS - 1),
            mode => mode as usize,
        };
        let fired = |turn: &Torso| {
            let quarter = from.hex.arc(from.facing.turned(turn.turn()), to.hex) as usize;
            let row = (quarter * HEATS + heat) * DISTANCES + usize::from(distance);
            self.damage[row * MODIFIERS.len() + shot as usize]
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
                damage * chance((need + all).clamp(2, 13) as u8) as i64 * (POINT / 36)
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

/// The greatest value of weapons, given with their heat, within a budget, where the last of them may
/// count in part.
fn within(mut budget: i64, mut shots: Vec<(i64, i64)>) -> i64 {
    if shots.iter().map(|(heat, _)| heat).sum::<i64>() > budget {
        shots.sort_by(|(heat, value), (other_heat, other)| {
            (other * heat).cmp(&(value * other_heat))
        });
    }
    let mut sum = 0;
    for (heat, value) in shots {
        sum += if heat <= budget { value } else { value * budget / heat };
        budget = (budget - heat).max(0);
    }
    sum
}

/// An enemy and the places to which it may still move.
struct Enemy<'a> {
    party: Party<'a>,
    /// See [`ranked`].
    lead: i64,
    /// The places, with the facings that it can have there as bits.
    answers: Vec<(Place, u8)>,
    /// What each two hexes see of each other, as far as it is known: ours, then its.
    sights: Vec<Option<Option<[Sight; 2]>>>,
}

impl<'a> Enemy<'a> {
    fn new(state: &'a State, seat: Seat, us: Seat, lead: i64) -> Self {
        let party = Party::new(state, seat);
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
        Self { party, lead, answers, sights: vec![None; hexes * hexes] }
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
        let part = |mech: &Mech| i64::from(mech.points()) * 100 / i64::from(mech.record.points());
        let lead = part(us.unit) - part(self.party.unit);
        dealt - taken * (100 + self.lead * lead / 100).clamp(40, 250) / 100
    }

    /// The exchange with the best answer, or one that is at most `enough`.
    fn worst(&mut self, us: &Party<'_>, ours: Place, enough: i64) -> i64 {
        let mut worst = i64::MAX;
        for answer in 0..self.answers.len() {
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

/// The best move of a seat, one ply ahead.
#[must_use]
pub fn moved(state: &State, seat: Seat, lead: i64) -> Action {
    ranked(state, seat, 1, lead)[0].1
}

/// The best moves of a seat, one ply ahead, at most so many, with their values. A lead by all armour
/// and structure adds `lead` percent to the weight of damage that is taken: after the last turn, who
/// leads wins.
#[must_use]
pub fn ranked(state: &State, seat: Seat, most: usize, lead: i64) -> Vec<(i64, Action)> {
    let Some(near) = nearest(state, seat, &Planner::default()) else {
        return vec![(0, Action::Stay)];
    };
    let target = state.mechs[near].hex;
    let us = Party::new(state, seat);
    if let Some(action) = risen(state, seat, us.unit.hex.towards(target)) {
        return vec![(0, action)];
    }
    let mut enemies: Vec<Enemy<'_>> =
        state.enemies(seat).map(|enemy| Enemy::new(state, enemy, seat, lead)).collect();
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
        let mut value = own;
        let least = if best.len() < most { i64::MIN } else { best[most - 1].0 };
        let last = enemies.len() - 1;
        for (at, enemy) in enemies.iter_mut().enumerate() {
            let enough = if at == last { least.saturating_sub(value) } else { i64::MIN };
            value = value.saturating_add(enemy.worst(&us, place, enough));
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
pub fn turned(state: &State, seat: Seat) -> Action {
    let us = Party::new(state, seat);
    let ours = us.here();
    let parties: Vec<Party<'_>> =
        state.enemies(seat).map(|enemy| Party::new(state, enemy)).collect();
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
