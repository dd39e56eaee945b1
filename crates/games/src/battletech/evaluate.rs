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
use std::cmp::Reverse;

use super::attack::{expected, heat_modifier, moved_modifier};
use super::fighting::{Fire, PRICE, WARM};
use super::hex::{Hex, Quarter, Side};
use super::map::Map;
use super::mech::{Means, Mech, Moved, Torso};
use super::movement::{Arrival, Mode};
use super::moving::{nearest, risen};
use super::path::Planner;
use super::record::{Location, Mount, Part};
use super::sight::{Sight, Stance, sight};
use super::state::{Action, State};
use super::tables::chance;
use rivals_core::play::Seat;
use rivals_core::sort;

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

/// The moves of which [`commanded`] looks at the next turn.
const MOVES: usize = 8;

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

impl Place {
    /// Where a mech is, as it has moved.
    fn of(mech: &Mech) -> Self {
        Self { hex: mech.hex, facing: mech.facing, mode: mech.moved.mode, hexes: mech.moved.hexes }
    }
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
    /// The damage of a kick; 0 if it cannot kick.
    kick: i64,
}

impl<'a> Party<'a> {
    fn new(state: &'a State, seat: Seat, fire: Fire) -> Self {
        let unit = &state.mechs[seat];
        let free = i64::from(state.dissipation(seat)) - i64::from(unit.heat + unit.engine_heat());
        let damage = vec![Cell::new(None); 4 * HEATS * DISTANCES * MODIFIERS.len()];
        let hips = Location::LEGS.into_iter().all(|leg| unit.works(Part::Hip, leg));
        let tons = i64::from(unit.record.tons.div_ceil(5));
        let kick = if hips && !unit.prone && !unit.immobile() { tons } else { 0 };
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
        let fires = |mount: &&Mount| unit.is_whole(mount) && unit.has_shot(mount);
        let reaches = |mount: &&Mount| mount.covers(quarter) && mount.weapon.ranges[2] >= distance;
        let shots = unit.record.weapons.iter().filter(reaches).filter(fires).map(|mount| {
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
        let near = usize::from(distance) < DISTANCES;
        let fired = turns.iter().filter(|_| near).map(fired).max().unwrap_or(0);
        let level = |hex: Hex| self.map.at(hex).level;
        let kicks = distance == 1
            && level(from.hex) == level(to.hex)
            && from.hex.arc(from.facing, to.hex) == Quarter::Front;
        let kicked = if kicks { self.kick * chance(3 + all) as i64 * (POINT / 36) } else { 0 };
        (fired + kicked) * SIDES[to.hex.hit_side(to.facing, from.hex) as usize] / 100
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
        sort::by(&mut shots, |(heat, value), (other_heat, other)| {
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

/// A hex that a mech reaches in one mode, with the facings that it can have there as bits.
type Spot = (Place, u8);

/// The spots of a mech in this turn, the first where it stands.
fn spots(state: &State, seat: Seat, occupied: &[Hex]) -> Vec<Spot> {
    let unit = &state.mechs[seat];
    let here = Place::of(unit);
    let mut spots = vec![(here, 1 << here.facing.index())];
    if state.acted.contains(&seat) || unit.immobile() || unit.prone {
        return spots;
    }
    let mover = state.mover(seat, occupied);
    let walks = mover.reach(&state.map, Mode::Walk);
    for mode in Mode::MOVES {
        for Arrival { hex, facing, .. } in mover.reach(&state.map, mode).iter() {
            // To run where it can walk is no better.
            if mode == Mode::Run && walks.get(hex, facing).is_some() {
                continue;
            }
            let bit = 1 << facing.index();
            match spots.last_mut() {
                Some((place, facings)) if place.hex == hex && place.mode == mode => *facings |= bit,
                _ => spots.push((Place { hex, facing, mode, hexes: here.hex.distance(hex) }, bit)),
            }
        }
    }
    spots
}

/// The place of a spot, with the facing nearest to a hex.
fn faced((place, facings): Spot, to: Hex) -> Place {
    let ahead = place.hex.towards(to);
    let by = [0, 1, 5, 2, 4, 3].into_iter();
    let near = by.map(|by| ahead.turned(by)).find(|side| facings >> side.index() & 1 == 1);
    Place { facing: near.unwrap_or(place.facing), ..place }
}

/// An enemy and the places to which it may still move.
struct Enemy<'a> {
    seat: Seat,
    party: Party<'a>,
    answers: Vec<Spot>,
    /// What damage counts that we take from it, as a fraction.
    care: (i64, i64),
    /// What each two hexes see of each other, as far as it is known: ours, then its.
    sights: Vec<Option<Option<[Sight; 2]>>>,
}

impl<'a> Enemy<'a> {
    fn new(state: &'a State, seat: Seat, us: Seat, fire: Fire) -> Self {
        let others = state.enemies(seat).filter(|other| *other != us);
        let occupied: Vec<Hex> = others.map(|other| state.mechs[other].hex).collect();
        let answers = spots(state, seat, &occupied);
        let [ours, theirs] = [us, seat].map(|seat| &state.mechs[seat]);
        let all = |mech: &Mech| i64::from(mech.record.points());
        let part = |mech: &Mech| i64::from(mech.points()) * 100 / all(mech);
        let care = (100 + LEAD * (part(ours) - part(theirs))).clamp(40, 250);
        let care =
            if fire == Fire::Priced { (care * all(theirs), all(ours) * 100) } else { (1, 1) };
        let sights = vec![None; state.map.hexes_in_all().pow(2)];
        Self { seat, party: Party::new(state, seat, fire), answers, care, sights }
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

    /// What we deal in one place less what we take from it in another one.
    fn between(&mut self, us: &Party<'_>, ours: Place, theirs: Place) -> i64 {
        let Some([forth, back]) = self.sight(us.map, ours.hex, theirs.hex) else {
            return 0;
        };
        let dealt = us.deals(ours, &self.party, theirs, forth, us.turns());
        let taken = self.party.deals(theirs, us, ours, back, self.party.turns());
        dealt - taken * self.care.0 / self.care.1
    }

    /// What its best answer leaves us, or what is at most `enough`; takes the answers that it looks
    /// at from the budget.
    fn worst(&mut self, us: &Party<'_>, ours: Place, enough: i64, budget: &mut u64) -> i64 {
        let mut answers = std::mem::take(&mut self.answers);
        let worst = least(&mut answers, ours.hex, enough, |theirs| {
            *budget = budget.saturating_sub(1);
            self.between(us, ours, theirs)
        });
        self.answers = answers;
        worst
    }

    /// Where its best answer takes it.
    fn reply(&mut self, us: &Party<'_>, ours: Place) -> Place {
        let free = self.answers.clone().into_iter().filter(|(place, _)| place.hex != ours.hex);
        let faced = free.map(|spot| faced(spot, ours.hex));
        faced.min_by_key(|theirs| self.between(us, ours, *theirs)).expect("it can stay")
    }
}

/// The least value of an answer from one of these spots to a mech on a hex, or one that is at most
/// `enough`.
fn least(spots: &mut [Spot], to: Hex, enough: i64, mut value: impl FnMut(Place) -> i64) -> i64 {
    let mut least = i64::MAX;
    for at in 0..spots.len() {
        if spots[at].0.hex != to {
            least = least.min(value(faced(spots[at], to)));
        }
        if least <= enough {
            // What refutes one move often refutes the next.
            spots[..=at].rotate_right(1);
            break;
        }
    }
    least
}

/// A seat that looks at its moves, and at the next turn.
struct Lookout<'a> {
    state: &'a State,
    seat: Seat,
    us: Party<'a>,
    enemies: Vec<Enemy<'a>>,
}

impl<'a> Lookout<'a> {
    fn new(state: &'a State, seat: Seat, fire: Fire) -> Self {
        let us = Party::new(state, seat, fire);
        let enemies = state.enemies(seat).map(|enemy| Enemy::new(state, enemy, seat, fire));
        Self { state, seat, us, enemies: enemies.collect() }
    }

    /// All moves, with what their piloting checks cost.
    fn moves(&self) -> Vec<(Place, i64, Action)> {
        let unit = self.us.unit;
        let fails = 36 - chance(unit.piloting().min(13)) as i64;
        let fall = FALL + i64::from(unit.record.tons.div_ceil(10)) * POINT;
        let mut moves = vec![(Place::of(self.us.unit), 0, Action::Stay)];
        let occupied = self.state.occupied(self.seat);
        let mover = self.state.mover(self.seat, &occupied);
        for mode in Mode::MOVES {
            let runs_badly = mode == Mode::Run && unit.runs_badly();
            let badly = i64::from(runs_badly || mode == Mode::Jump && unit.jumps_badly());
            for Arrival { hex, facing, checks, .. } in mover.reach(&self.state.map, mode).iter() {
                if mode != Mode::Jump && (hex, facing) == (mover.hex, mover.facing) {
                    continue;
                }
                let risk = (i64::from(checks) + badly) * fails * fall / 36;
                let place = Place { hex, facing, mode, hexes: mover.hex.distance(hex) };
                moves.push((place, risk, Action::Move(mode, hex, facing)));
            }
        }
        moves
    }

    /// The move of a mech that nothing is compared for: it gets up, or has no enemy.
    fn forced(&self) -> Option<Action> {
        let near = nearest(self.state, self.seat, &Planner::default());
        let target = near.map_or(self.us.unit.hex, |near| self.state.mechs[near].hex);
        let rises = risen(self.state, self.seat, self.us.unit.hex.towards(target));
        rises.or(near.is_none().then_some(Action::Stay))
    }

    /// The best moves one ply ahead, at most so many.
    fn best(&mut self, most: usize, mut budget: u64) -> Vec<(i64, Action, Place)> {
        let near = nearest(self.state, self.seat, &Planner::default());
        let target = near.map_or(self.us.unit.hex, |near| self.state.mechs[near].hex);
        let moves = self.moves().into_iter();
        let Self { us, enemies, .. } = self;
        // What a move is worth without an answer, the best first.
        let mut moves: Vec<(i64, i64, Place, Action)> = moves
            .map(|(place, risk, action)| {
                let own = -risk - AWAY * i64::from(place.hex.distance(target));
                let stays = |enemy: &mut Enemy<'_>| enemy.between(us, place, enemy.answers[0].0);
                (own + enemies.iter_mut().map(stays).sum::<i64>(), own, place, action)
            })
            .collect();
        sort::by_key(&mut moves, |(now, ..)| -now);
        let mut best: Vec<(i64, Action, Place)> = Vec::new();
        for (_, own, place, action) in moves {
            if budget == 0 {
                break;
            }
            let mut value = own;
            let least = if best.len() < most { i64::MIN } else { best[most - 1].0 };
            let last = enemies.len() - 1;
            for (at, enemy) in enemies.iter_mut().enumerate() {
                let enough = if at == last { least.saturating_sub(value) } else { i64::MIN };
                value = value.saturating_add(enemy.worst(us, place, enough, &mut budget));
            }
            if value > least {
                let at = best.partition_point(|(other, ..)| *other >= value);
                best.insert(at, (value, action, place));
                best.truncate(most);
            }
        }
        best
    }

    /// What the next turn is worth from a place, with the enemies where their best answers take
    /// them: the mean of moving first and moving last, by the damage that all mechs have now.
    fn ahead(&mut self, place: Place) -> i64 {
        let Self { state, seat, us, enemies } = self;
        let mut next = state.clone();
        next.acted.clear();
        let replies = enemies.iter_mut().map(|enemy| (enemy.seat, enemy.reply(us, place)));
        for (seat, place) in replies.chain([(*seat, place)]) {
            let mech = &mut next.mechs[seat];
            (mech.hex, mech.facing, mech.moved) = (place.hex, place.facing, Moved::default());
        }
        let spots = |seat: Seat| spots(&next, seat, &next.occupied(seat));
        let duel = |enemy: &mut Enemy<'_>| {
            let [here, there] = [*seat, enemy.seat].map(|seat| next.mechs[seat].hex);
            let (mut ours, mut theirs) = (spots(*seat), spots(enemy.seat));
            let mut value = |ours: Place, theirs: Place| {
                let away = AWAY * i64::from(ours.hex.distance(theirs.hex));
                enemy.between(us, ours, theirs) - away
            };
            let first = led(&ours, &mut theirs, there, &mut value);
            (first - led(&theirs, &mut ours, here, |theirs, ours| -value(ours, theirs))) / 2
        };
        enemies.iter_mut().map(duel).sum()
    }
}

/// What a mech that moves first gets: it faces a hex from each of its spots, and is answered from
/// the spot that is worst for it.
fn led(all: &[Spot], last: &mut [Spot], to: Hex, mut of: impl FnMut(Place, Place) -> i64) -> i64 {
    let stays = last[0].0;
    let mut first: Vec<Place> = all.iter().map(|spot| faced(*spot, to)).collect();
    first.sort_by_cached_key(|place| -of(*place, stays));
    first.into_iter().fold(i64::MIN, |best, place| {
        best.max(least(last, place.hex, best, |answer| of(place, answer)))
    })
}

/// A move with its value in parts of a point of damage, of which [`points`] makes points; without a
/// value if the mech has to get up, or has no enemy.
pub type Ranked = (Option<i64>, Action);

/// A value of a move, in points of damage.
#[must_use]
pub fn points(value: i64) -> f64 {
    value as f64 / POINT as f64
}

/// The best moves of a seat, one ply ahead, at most so many, the best first: of all moves, or of
/// those whose answers it has looked at when the budget of answers is used up. With
/// [`Fire::Priced`], damage counts by the part of its target, with more care the more the seat leads.
#[must_use]
pub fn ranked(state: &State, seat: Seat, fire: Fire, most: usize, budget: u64) -> Vec<Ranked> {
    let mut lookout = Lookout::new(state, seat, fire);
    match lookout.forced() {
        Some(action) => vec![(None, action)],
        None => {
            let best = lookout.best(most, budget).into_iter();
            best.map(|(value, action, _)| (Some(value), action)).collect()
        }
    }
}

/// The best [`MOVES`] with [`Fire::Priced`], ordered anew with the next turn, which counts half.
#[must_use]
pub fn commanded(state: &State, seat: Seat, budget: u64) -> Vec<Ranked> {
    let mut lookout = Lookout::new(state, seat, Fire::Priced);
    if let Some(action) = lookout.forced() {
        return vec![(None, action)];
    }
    let best = lookout.best(MOVES, budget);
    let goes_on = best.len() > 1 && state.turn < state.turns;
    let ahead = |(value, action, place): (i64, Action, Place)| {
        (Some(value + if goes_on { lookout.ahead(place) / 2 } else { 0 }), action)
    };
    let mut best: Vec<Ranked> = best.into_iter().map(ahead).collect();
    sort::by_key(&mut best, |(value, _)| Reverse(*value));
    best
}

/// The direction of the torso from which the most damage can be expected; without any, towards the
/// nearest enemy.
#[must_use]
pub fn turned(state: &State, seat: Seat, fire: Fire) -> Action {
    let us = Party::new(state, seat, fire);
    let ours = Place::of(us.unit);
    let parties: Vec<Party<'_>> =
        state.enemies(seat).map(|enemy| Party::new(state, enemy, fire)).collect();
    let value = |turn: &Torso| {
        let dealt = parties.iter().map(|enemy| {
            let theirs = Place::of(enemy.unit);
            let seen = sight(&state.map, us.unit.stance(), enemy.unit.stance());
            seen.map_or(0, |seen| us.deals(ours, enemy, theirs, seen, &[*turn]))
        });
        let near = nearest(state, seat, &Planner::default());
        let ahead = near.map_or(ours.facing, |near| ours.hex.towards(state.mechs[near].hex));
        let off = ours.facing.turned(turn.turn()).turns_to(ahead);
        (dealt.max().unwrap_or(0), Reverse(off))
    };
    Torso::ALL.into_iter().max_by_key(value).map_or(Action::Turn(Torso::Centre), Action::Turn)
}
