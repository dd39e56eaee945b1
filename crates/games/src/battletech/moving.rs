//! How agents move: the seed's procedure, a charge, and a flight.

use super::hex::{Hex, Side};
use super::movement::{Mode, Mover};
use super::path::{Planner, Stop};
use super::sight::{Stance, sight};
use super::state::{Action, State};
use rivals_core::play::Seat;

/// A seat that moves against the enemy that is nearest by the planner's distance, of equal ones the
/// first.
struct Mission<'a> {
    state: &'a State,
    mover: Mover<'a>,
    /// The enemy.
    enemy: Seat,
    target: Hex,
}

/// The action of a mech that lies down or is stuck: to stand up facing the enemy if it can, else to stay. None
/// for others.
pub(super) fn risen(state: &State, seat: Seat, facing: Side) -> Option<Action> {
    let stands = || if state.may_stand(seat) { Action::Stand(facing) } else { Action::Stay };
    (state.mechs[seat].prone || state.mechs[seat].bogged).then(stands)
}

/// The nearest enemy.
pub fn nearest(state: &State, seat: Seat, planner: &Planner) -> Option<Seat> {
    planner.distance.nearest(state, seat, state.enemies(seat))
}

/// The seed's move: it stands up; if it moves before the nearest enemy, it hides in woods; else it
/// goes behind the enemy.
pub fn seed(state: &State, seat: Seat, planner: &Planner) -> Action {
    moved(state, seat, planner, |mission| {
        let hides = !state.acted.contains(&mission.enemy) && state.takes_part(mission.enemy);
        let hidden = hides.then(|| mission.hide()).flatten();
        hidden.unwrap_or_else(|| mission.approach(planner))
    })
}

/// A move to the nearest enemy, as far as the mech can run.
pub fn charge(state: &State, seat: Seat) -> Action {
    moved(state, seat, &Planner::default(), |mission| {
        let Mission { mover, target, .. } = mission;
        let around = Side::ALL.map(|side| target.beyond(side)).into_iter();
        let goal =
            around.filter(|hex| mission.is_free(*hex)).min_by_key(|hex| mover.hex.distance(*hex));
        let ways = [(Mode::Run, mover.run), (Mode::Walk, mover.walk)];
        let along = |(mode, points)| mission.along(&Planner::default(), mode, goal?, points);
        ways.into_iter().find_map(along).unwrap_or(Action::Stay)
    })
}

/// A move as far away from all enemies as possible, then to where fewest see it, and with the least
/// heat.
pub fn flee(state: &State, seat: Seat) -> Action {
    moved(state, seat, &Planner::default(), |mission| {
        let away = |hex: Hex| mission.mover.occupied.iter().map(|other| hex.distance(*other)).min();
        let mut ways = vec![(mission.mover.hex, Action::Stay)];
        for mode in [Mode::Walk, Mode::Run, Mode::Jump] {
            let reach = mission.mover.reach(&state.map, mode);
            let faced = reach.iter().filter(|way| way.facing == way.hex.towards(mission.target));
            ways.extend(faced.map(|way| (way.hex, mission.action(mode, way.hex, way.facing))));
        }
        let furthest = ways.iter().map(|(hex, _)| away(*hex)).max().flatten();
        let seen = |hex: Hex| {
            let me = Stance { hex, prone: false };
            let by = |enemy: &Seat| sight(&state.map, state.mechs[*enemy].stance(), me).is_some();
            state.enemies(seat).filter(by).count()
        };
        let furthest = ways.into_iter().filter(|(hex, _)| away(*hex) == furthest);
        let best = furthest.min_by_key(|(hex, _)| seen(*hex));
        best.map_or(Action::Stay, |(_, action)| action)
    })
}

/// The place behind the nearest enemy, and the moves on the ways to it.
pub(super) struct Behind {
    pub goal: Hex,
    /// Walking and running, as far as the points allow.
    pub ways: [Option<Action>; 2],
}

/// The place behind the nearest enemy, if a mech can stand there or beside it.
pub(super) fn behind(state: &State, seat: Seat) -> Option<Behind> {
    let planner = Planner::default();
    let found = of_mission(state, seat, &planner, |mission| {
        let (goal, mover) = (mission.goal()?, mission.mover);
        let ways = [(Mode::Walk, mover.walk), (Mode::Run, mover.run)];
        let ways = ways.map(|(mode, points)| mission.along(&planner, mode, goal, points));
        Some(Behind { goal, ways })
    });
    found.flatten()
}

/// The three hexes from one towards another, and then the three towards it from each of those.
pub(super) fn ahead(from: Hex, to: Hex) -> Vec<Hex> {
    let ahead = from.towards(to);
    let steps = |from: Hex| [0, 1, 5].map(|by| from.beyond(ahead.turned(by)));
    let near = steps(from);
    near.into_iter().chain(near.into_iter().flat_map(steps)).collect()
}

/// A move of a mech that stands, with its mission.
fn moved(
    state: &State,
    seat: Seat,
    planner: &Planner,
    choose: impl FnOnce(&Mission<'_>) -> Action,
) -> Action {
    let chosen = of_mission(state, seat, planner, |mission| {
        let rises = risen(state, seat, mission.mover.hex.towards(mission.target));
        rises.unwrap_or_else(|| choose(mission))
    });
    chosen.unwrap_or(Action::Stay)
}

/// What follows from the mission of a seat; `None` without an enemy.
fn of_mission<T>(
    state: &State,
    seat: Seat,
    planner: &Planner,
    choose: impl FnOnce(&Mission<'_>) -> T,
) -> Option<T> {
    let enemy = nearest(state, seat, planner)?;
    let target = state.mechs[enemy].hex;
    let occupied = state.occupied(seat);
    let mover = state.mover(seat, &occupied);
    Some(choose(&Mission { state, mover, enemy, target }))
}

impl Mission<'_> {
    /// Whether it could stand on a hex.
    fn is_free(&self, hex: Hex) -> bool {
        let bears =
            self.state.map.ground(hex).is_some_and(|ground| ground.bears() >= self.mover.tons);
        bears && !self.mover.occupied.contains(&hex)
    }

    /// The move to a hex and facing, which is none where it already stands so.
    fn action(&self, mode: Mode, hex: Hex, facing: Side) -> Action {
        let stays = mode != Mode::Jump && (hex, facing) == (self.mover.hex, self.mover.facing);
        if stays { Action::Stay } else { Action::Move(mode, hex, facing) }
    }

    /// The move into the first woods that it reaches within two steps towards the enemy.
    fn hide(&self) -> Option<Action> {
        let woods: Vec<Hex> = ahead(self.mover.hex, self.target)
            .into_iter()
            .filter(|hex| self.state.map.ground(*hex).is_some_and(|ground| ground.woods() > 0))
            .collect();
        if woods.is_empty() {
            return None;
        }
        [Mode::Walk, Mode::Run, Mode::Jump].into_iter().find_map(|mode| {
            let reach = self.mover.reach(&self.state.map, mode);
            let reached = |hex: &&Hex| reach.get(**hex, hex.towards(self.target)).is_some();
            let hex = *woods.iter().find(reached)?;
            Some(self.action(mode, hex, hex.towards(self.target)))
        })
    }

    /// The hex behind the enemy, or the next free one around it, clockwise.
    fn goal(&self) -> Option<Hex> {
        let behind = self.state.mechs[self.enemy].facing.turned(3);
        let mut around = (0..6).map(|by| self.target.beyond(behind.turned(by)));
        around.find(|hex| self.is_free(*hex))
    }

    /// The move to the hex behind the enemy, or the next free one around it, clockwise; else as far
    /// as it gets.
    fn approach(&self, planner: &Planner) -> Action {
        let Self { mover, target, .. } = self;
        let Some(goal) = self.goal() else {
            return Action::Stay;
        };
        let facing = goal.towards(*target);
        for (mode, points) in [(Mode::Walk, mover.walk), (Mode::Run, mover.run)] {
            let end = self.end(planner, mode, goal, points);
            if let Some(end) = end.filter(|end| (end.hex, end.facing) == (goal, facing)) {
                return self.action(mode, end.hex, end.facing);
            }
        }
        if mover.jumps_to(&self.state.map, goal) {
            return Action::Move(Mode::Jump, goal, facing);
        }
        if mover.jump > 0 && mover.jump >= mover.walk {
            let reach = mover.reach(&self.state.map, Mode::Jump);
            let faced = reach.iter().filter(|way| way.facing == way.hex.towards(*target));
            if let Some(way) = faced.min_by_key(|way| planner.distance.between(way.hex, goal)) {
                return Action::Move(Mode::Jump, way.hex, way.facing);
            }
        }
        self.along(planner, Mode::Walk, goal, mover.walk).unwrap_or(Action::Stay)
    }

    /// The move along the plan to a hex, facing the enemy there.
    fn along(&self, planner: &Planner, mode: Mode, goal: Hex, points: u8) -> Option<Action> {
        let end = self.end(planner, mode, goal, points)?;
        Some(self.action(mode, end.hex, end.facing))
    }

    /// Where a mech with so many movement points ends on the plan to a hex: it turns as far as they
    /// allow, and does nothing that the rules forbid.
    fn end(&self, planner: &Planner, mode: Mode, goal: Hex, points: u8) -> Option<Stop> {
        let planner = Planner { runs: mode == Mode::Run, ..*planner };
        let map = &self.state.map;
        let stops = planner.plan(map, &self.mover, goal, goal.towards(self.target))?;
        let mut end = stops[0];
        for next in &stops[1..] {
            if next.cost > points.into() || !self.may(end, *next) {
                let left = u16::from(points) - end.cost;
                let turns = end.facing.turns_to(next.facing);
                let turns = u8::try_from(left).map_or(turns, |left| turns.min(left));
                let right = end.facing.clockwise_to(next.facing) <= 3;
                let facing = end.facing.turned(if right { turns } else { 6 - turns });
                return Some(Stop { facing, ..end });
            }
            end = *next;
        }
        Some(end)
    }

    /// Whether the rules allow a step of a plan: a way backward changes no level.
    fn may(&self, from: Stop, to: Stop) -> bool {
        let level = |stop: Stop| self.state.map.at(stop.hex).level;
        let back = from.hex.beyond(to.facing.turned(3)) == to.hex;
        !back || level(from) == level(to)
    }
}
