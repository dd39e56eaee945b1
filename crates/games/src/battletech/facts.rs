//! The facts of BattleTech: what sentences may speak of.
//!
//! The nearest enemy is that of the fewest hexes, of equal ones the first. The place behind it is the
//! hex at its back or, if no mech can stand there, the next one around it that is free, clockwise.

use super::fighting::{Fighter, Fire};
use super::hex::{Hex, Side};
use super::mech::Means::{self, Club, Kick, Punch};
use super::mech::{Mech, Torso};
use super::moving::{ahead, behind, nearest};
use super::path::Planner;
use super::record::Location;
use super::rules::BattleTech;
use super::state::{Action, Phase};
use rivals_core::play::Decision;
use rivals_core::sentences::FactValues;
use rivals_core::which;

type At<'a> = Decision<'a, BattleTech>;

/// A number of hexes; maps have at most 30 columns and rows.
const HEXES: FactValues = FactValues::number(0, FAR);

/// A distance that no two hexes have.
const FAR: i32 = 100;

rivals_core::facts! {
    /// The facts.
    pub(super) FACTS of BattleTech;
    position |at| {
        /// The phase of the turn.
        phase: [movement, reaction, weapons, physical, end], "phase == 'movement'" => which!(
            at.view.phase;
            Phase::Reaction, Phase::Weapons, Phase::Physical, Phase::Heat | Phase::End | Phase::Over
        );
        /// The heat of the mech at the beginning of the turn.
        heat: (0 to 1000), "heat > 9 && act == 'done'" => own(at).heat;
        /// The mech lies on the ground or is stuck.
        down: bool, "down && act == 'stand'" => own(at).prone || own(at).bogged;
        /// The movement points that are left to walk.
        walk_points: (0 to 50), "walk_points == 0" => at.view.mover(at.seat, &[]).walk;
        /// The movement points that are left to jump.
        jump_points: (0 to 50), "jump_points >= walk_points" => at.view.mover(at.seat, &[]).jump;
        /// The hexes to the nearest enemy.
        enemy_distance: HEXES, "enemy_distance <= 3" => distance(at, own(at).hex);
        /// The sides from those of the feet to the nearest enemy, clockwise: 0 ahead, 3 behind.
        enemy_side: (0 to 5), "enemy_side in [1, 2] && torso == 'right'" =>
            enemy(at).map(|enemy| own(at).facing.clockwise_to(own(at).hex.towards(enemy.hex)));
        /// The nearest enemy is still to move in this turn.
        enemy_waits: bool, "enemy_waits && woods > 0" =>
            nearest(at.view, at.seat, &Planner::default())
                .map(|enemy| !at.view.acted.contains(&enemy) && at.view.takes_part(enemy));
        /// The enemies that can be attacked in this phase.
        targets: (0 to 3), "targets == 0 && act == 'pickup'" => {
            let hexes: Vec<Hex> = targets(at).collect();
            hexes.iter().enumerate().filter(|(place, hex)| !hexes[..*place].contains(hex)).count()
        };
        /// The weapons that the mech has fired in this turn.
        fired: (0 to 40), "fired == 0" => own(at).fired.weapons().count_ones();
    }
    action |at, action| {
        /// What the action is.
        act: [
            stay, move, stand, prone, turn, fire, strike, clear, ignite, pickup, dump, sinks, drop,
            done
        ], "act == 'stay'" => which!(
            action;
            Action::Move(..), Action::Stand(_), Action::Prone, Action::Turn(_),
            Action::Attack(Means::Weapon(_), _), Action::Attack(..), Action::Clear(..),
            Action::Ignite(..), Action::Pickup, Action::Dump(_), Action::Sinks(_), Action::Drop,
            Action::Done
        );
        /// How the action moves the mech.
        mode: [none, walk, run, jump], "mode == 'jump' && woods > 0" =>
            if let Action::Move(mode, ..) = action { mode as u8 } else { 0 };
        /// The side to which the action turns the torso.
        torso: [none, left, centre, right], "torso == 'centre'" => which!(
            action;
            Action::Turn(Torso::Left), Action::Turn(Torso::Centre), Action::Turn(Torso::Right)
        );
        /// How the action strikes.
        strike: [none, punch, kick, club], "strike == 'kick' && nearest_target" => which!(
            action; Action::Attack(Punch(_), _), Action::Attack(Kick(_), _), Action::Attack(Club, _)
        );
        /// The side of the arm or leg that strikes.
        limb: [none, left, right], "strike == 'punch' && limb == 'left'" => which!(
            action;
            Action::Attack(Punch(Location::La) | Kick(Location::Ll), _),
            Action::Attack(Punch(_) | Kick(_), _)
        );
        /// The hexes from where the action ends to the nearest enemy.
        distance: HEXES, "distance > enemy_distance" => distance(at, end(at, action).0);
        /// The mech faces the nearest enemy where the action ends.
        faces_enemy: bool, "faces_enemy && woods == 2" => {
            let (hex, facing) = end(at, action);
            enemy(at).map(|enemy| hex.towards(enemy.hex) == facing)
        };
        /// The woods where the action ends: 1 light, 2 heavy.
        woods: (0 to 2), "woods > 0 && faces_enemy" => at.view.map.at(end(at, action).0).woods();
    }
    actions |at| {
        /// The place of the hex where the action ends among the three hexes towards the nearest
        /// enemy, and then the three towards it from each of those; 0 for other hexes.
        steps_ahead: (0 to 12), "woods > 0 && steps_ahead > 0" => {
            let hexes = enemy(at).map(|enemy| ahead(own(at).hex, enemy.hex));
            move |action| place(hexes.as_ref()?, &end(at, action).0)
        };
        /// The hexes from where the action ends to the place behind the nearest enemy; 100 if there
        /// is none.
        behind_distance: HEXES, "behind_distance == 0" => {
            let goal = behind(at.view, at.seat).map(|behind| behind.goal);
            move |action| goal.map_or(FAR, |goal| end(at, action).0.distance(goal).into())
        };
        /// The action ends where the shortest way to the place behind the nearest enemy is left with
        /// the points to walk.
        ends_walk: bool, "ends_walk" => is_way(at, 0);
        /// The same with the points to run.
        ends_run: bool, "ends_run && behind_distance == 0" => is_way(at, 1);
        /// The action attacks the nearest of the enemies that can be attacked.
        nearest_target: bool, "act == 'fire' && nearest_target" => {
            let seat = |hex: Hex| at.view.seat_on(hex).map(|seat| seat.0);
            let hex = targets(at).min_by_key(|hex| (own(at).hex.distance(*hex), seat(*hex)));
            move |action| matches!(action, Action::Attack(_, at) if Some(at) == hex)
        };
        /// The place of the weapon among those that fit, with the weapons fired, into the heat of
        /// the document's table B10, taken by the expected damage for a point of heat; 0 for others.
        heat_place: (0 to 40), "heat_place == 1" => {
            let taken = Fighter::new(Fire::Greedy).taken(at.view, at.seat);
            move |action| {
                let Action::Attack(Means::Weapon(slot), hex) = action else {
                    return None;
                };
                let (_, slots) = taken.as_ref().filter(|(target, _)| *target == hex)?;
                place(slots, &slot)
            }
        };
    }
}

fn own<'a>(at: &At<'a>) -> &'a Mech {
    &at.view.mechs[at.seat]
}

/// The nearest enemy.
fn enemy<'a>(at: &At<'a>) -> Option<&'a Mech> {
    nearest(at.view, at.seat, &Planner::default()).map(|enemy| &at.view.mechs[enemy])
}

/// The hexes to the nearest enemy.
fn distance(at: &At<'_>, from: Hex) -> i32 {
    enemy(at).map_or(FAR, |enemy| from.distance(enemy.hex).into())
}

/// Where the mech stands after an action, and its facing there.
fn end(at: &At<'_>, action: Action) -> (Hex, Side) {
    match action {
        Action::Move(_, hex, facing) => (hex, facing),
        Action::Stand(facing) => (own(at).hex, facing),
        _ => (own(at).hex, own(at).facing),
    }
}

/// The place in a list, from 1.
fn place<T: PartialEq>(all: &[T], one: &T) -> Option<usize> {
    Some(all.iter().position(|of| of == one)? + 1)
}

/// Whether an action is that of the way behind the enemy, walking or running.
fn is_way(at: &At<'_>, mode: usize) -> impl Fn(Action) -> bool {
    let way = behind(at.view, at.seat).and_then(|behind| behind.ways[mode]);
    move |action| Some(action) == way
}

/// The hexes of the targets of all attacks of this phase on mechs.
fn targets<'a>(at: &At<'a>) -> impl Iterator<Item = Hex> + use<'a> {
    at.actions.iter().filter_map(|action| match action {
        Action::Attack(_, hex) => Some(*hex),
        _ => None,
    })
}
