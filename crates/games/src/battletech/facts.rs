//! The facts of BattleTech: what sentences may speak of.
//!
//! The nearest enemy is that of the fewest hexes, of equal ones the first. The place behind it is the
//! hex at its back or, if no mech can stand there, the next one around it that is free, clockwise.

use super::fighting::{Fighter, Fire};
use super::hex::{Hex, Side};
use super::mech::{Means, Mech, Torso};
use super::moving::{ahead, behind, nearest};
use super::path::Planner;
use super::record::Location;
use super::rules::BattleTech;
use super::state::{Action, Phase};
use rivals_core::play::Decision;
use rivals_core::sentences::FactRow;
use rivals_core::sentences::FactValues::{self, Bool, Word};

type At<'a> = Decision<'a, BattleTech>;

const PHASES: &[&str] = &["movement", "reaction", "weapons", "physical", "end"];

const ACTS: &[&str] = &[
    "stay", "move", "stand", "prone", "turn", "fire", "strike", "clear", "ignite", "pickup",
    "dump", "sinks", "drop", "done",
];

const MODES: &[&str] = &["none", "walk", "run", "jump"];

const TORSOS: &[&str] = &["none", "left", "centre", "right"];

const STRIKES: &[&str] = &["none", "punch", "kick", "club"];

const LIMBS: &[&str] = &["none", "left", "right"];

/// A number of hexes; maps have at most 30 columns and rows.
const HEXES: FactValues = FactValues::number(0.0, FAR);

/// A distance that no two hexes have.
const FAR: f64 = 100.0;

const POINTS: FactValues = FactValues::number(0.0, 50.0);

/// The facts.
pub(super) const FACTS: &[FactRow<BattleTech>] = &[
    FactRow::position(
        "phase",
        Word { words: PHASES },
        "The phase of the turn.",
        "phase == 'movement'",
        |at| {
            let place: u8 = match at.view.phase {
                Phase::Initiative | Phase::Movement => 0,
                Phase::Reaction => 1,
                Phase::Weapons => 2,
                Phase::Physical => 3,
                Phase::Heat | Phase::End | Phase::Over => 4,
            };
            place.into()
        },
    ),
    FactRow::position(
        "heat",
        FactValues::number(0.0, 1000.0),
        "The heat of the mech at the beginning of the turn.",
        "heat > 9 && act == 'done'",
        |at| own(at).heat.into(),
    ),
    FactRow::position(
        "down",
        Bool,
        "The mech lies on the ground or is stuck.",
        "down && act == 'stand'",
        |at| truth(own(at).prone || own(at).bogged),
    ),
    FactRow::position(
        "walk_points",
        POINTS,
        "The movement points that are left to walk.",
        "walk_points == 0",
        |at| at.view.mover(at.seat, &[]).walk.into(),
    ),
    FactRow::position(
        "jump_points",
        POINTS,
        "The movement points that are left to jump.",
        "jump_points >= walk_points",
        |at| at.view.mover(at.seat, &[]).jump.into(),
    ),
    FactRow::position(
        "enemy_distance",
        HEXES,
        "The hexes to the nearest enemy.",
        "enemy_distance <= 3",
        |at| enemy(at).map_or(FAR, |enemy| own(at).hex.distance(enemy.hex).into()),
    ),
    FactRow::position(
        "enemy_side",
        FactValues::number(0.0, 5.0),
        "The sides from those of the feet to the nearest enemy, clockwise: 0 ahead, 3 behind.",
        "enemy_side in [1, 2] && torso == 'right'",
        |at| {
            let side = |enemy: &Mech| own(at).facing.clockwise_to(own(at).hex.towards(enemy.hex));
            enemy(at).map_or(0, side).into()
        },
    ),
    FactRow::position(
        "enemy_waits",
        Bool,
        "The nearest enemy is still to move in this turn.",
        "enemy_waits && woods > 0",
        |at| {
            let waits = |enemy| !at.view.acted.contains(&enemy) && at.view.takes_part(enemy);
            truth(nearest(at.view, at.seat, &Planner::default()).is_some_and(waits))
        },
    ),
    FactRow::position(
        "targets",
        FactValues::number(0.0, 3.0),
        "The enemies that can be attacked in this phase.",
        "targets == 0 && act == 'pickup'",
        |at| {
            let hexes: Vec<Hex> = targets(at).collect();
            let is_first = |(place, hex)| !hexes[..place].contains(hex);
            hexes.iter().enumerate().filter(|&at| is_first(at)).count() as f64
        },
    ),
    FactRow::position(
        "fired",
        FactValues::number(0.0, 40.0),
        "The weapons that the mech has fired in this turn.",
        "fired == 0",
        |at| own(at).fired.weapons().count_ones().into(),
    ),
    FactRow::action(
        "act",
        Word { words: ACTS },
        "What the action is.",
        "act == 'stay'",
        |_, action| {
            let place: u8 = match action {
                Action::Stay => 0,
                Action::Move(..) => 1,
                Action::Stand(_) => 2,
                Action::Prone => 3,
                Action::Turn(_) => 4,
                Action::Attack(Means::Weapon(_), _) => 5,
                Action::Attack(..) => 6,
                Action::Clear(..) => 7,
                Action::Ignite(..) => 8,
                Action::Pickup => 9,
                Action::Dump(_) => 10,
                Action::Sinks(_) => 11,
                Action::Drop => 12,
                Action::Done => 13,
            };
            place.into()
        },
    ),
    FactRow::action(
        "mode",
        Word { words: MODES },
        "How the action moves the mech.",
        "mode == 'jump' && woods > 0",
        |_, action| match action {
            Action::Move(mode, ..) => f64::from(mode as u8),
            _ => 0.0,
        },
    ),
    FactRow::action(
        "torso",
        Word { words: TORSOS },
        "The side to which the action turns the torso.",
        "torso == 'centre'",
        |_, action| match action {
            Action::Turn(Torso::Left) => 1.0,
            Action::Turn(Torso::Centre) => 2.0,
            Action::Turn(Torso::Right) => 3.0,
            _ => 0.0,
        },
    ),
    FactRow::action(
        "strike",
        Word { words: STRIKES },
        "How the action strikes.",
        "strike == 'kick' && nearest_target",
        |_, action| match action {
            Action::Attack(Means::Punch(_), _) => 1.0,
            Action::Attack(Means::Kick(_), _) => 2.0,
            Action::Attack(Means::Club, _) => 3.0,
            _ => 0.0,
        },
    ),
    FactRow::action(
        "limb",
        Word { words: LIMBS },
        "The side of the arm or leg that strikes.",
        "strike == 'punch' && limb == 'left'",
        |_, action| match action {
            Action::Attack(Means::Punch(limb) | Means::Kick(limb), _) => match limb {
                Location::La | Location::Ll => 1.0,
                _ => 2.0,
            },
            _ => 0.0,
        },
    ),
    FactRow::action(
        "distance",
        HEXES,
        "The hexes from where the action ends to the nearest enemy.",
        "distance > enemy_distance",
        |at, action| {
            let (hex, _) = end(at, action);
            enemy(at).map_or(FAR, |enemy| hex.distance(enemy.hex).into())
        },
    ),
    FactRow::action(
        "faces_enemy",
        Bool,
        "The mech faces the nearest enemy where the action ends.",
        "faces_enemy && woods == 2",
        |at, action| {
            let (hex, facing) = end(at, action);
            truth(enemy(at).is_some_and(|enemy| hex.towards(enemy.hex) == facing))
        },
    ),
    FactRow::action(
        "woods",
        FactValues::number(0.0, 2.0),
        "The woods where the action ends: 1 light, 2 heavy.",
        "woods > 0 && faces_enemy",
        |at, action| at.view.map.at(end(at, action).0).woods().into(),
    ),
    FactRow::actions(
        "steps_ahead",
        FactValues::number(0.0, 12.0),
        "The place of the hex where the action ends among the three hexes towards the nearest enemy, \
         and then the three towards it from each of those; 0 for other hexes.",
        "woods > 0 && steps_ahead > 0",
        |at| {
            let hexes = enemy(at).map(|enemy| ahead(own(at).hex, enemy.hex));
            of_ends(at, |hex| {
                let place = hexes.as_ref().and_then(|all| all.iter().position(|one| *one == hex));
                place.map_or(0.0, |place| (place + 1) as f64)
            })
        },
    ),
    FactRow::actions(
        "behind_distance",
        HEXES,
        "The hexes from where the action ends to the place behind the nearest enemy; 100 if there is \
         none.",
        "behind_distance == 0",
        |at| {
            let goal = behind(at.view, at.seat).map(|behind| behind.goal);
            of_ends(at, |hex| goal.map_or(FAR, |goal| hex.distance(goal).into()))
        },
    ),
    FactRow::actions(
        "ends_walk",
        Bool,
        "The action ends where the shortest way to the place behind the nearest enemy is left with the \
         points to walk.",
        "ends_walk",
        |at| ways(at, 0),
    ),
    FactRow::actions(
        "ends_run",
        Bool,
        "The same with the points to run.",
        "ends_run && behind_distance == 0",
        |at| ways(at, 1),
    ),
    FactRow::actions(
        "nearest_target",
        Bool,
        "The action attacks the nearest of the enemies that can be attacked.",
        "act == 'fire' && nearest_target",
        |at| {
            let nearness = |hex: &Hex| {
                let seat = at.view.seat_on(*hex).map(|seat| seat.0);
                (own(at).hex.distance(*hex), seat)
            };
            let hex = targets(at).min_by_key(nearness);
            let is_at =
                |action: &Action| matches!(action, Action::Attack(_, at) if Some(*at) == hex);
            at.actions.iter().map(|action| truth(is_at(action))).collect()
        },
    ),
    FactRow::actions(
        "heat_place",
        FactValues::number(0.0, 40.0),
        "The place of the weapon among those that fit, with the weapons fired, into the heat of the \
         document's table B10, taken by the expected damage for a point of heat; 0 for others.",
        "heat_place == 1",
        |at| {
            let taken = Fighter::new(Fire::Greedy).taken(at.view, at.seat);
            let place = |action: &Action| match action {
                Action::Attack(Means::Weapon(slot), hex) => {
                    let (_, slots) = taken.as_ref().filter(|(target, _)| target == hex)?;
                    slots.iter().position(|one| one == slot)
                }
                _ => None,
            };
            let place = |action| place(action).map_or(0.0, |place| (place + 1) as f64);
            at.actions.iter().map(place).collect()
        },
    ),
];

fn truth(is: bool) -> f64 {
    f64::from(u8::from(is))
}

fn own<'a>(at: &At<'a>) -> &'a Mech {
    &at.view.mechs[at.seat]
}

/// The nearest enemy.
fn enemy<'a>(at: &At<'a>) -> Option<&'a Mech> {
    nearest(at.view, at.seat, &Planner::default()).map(|enemy| &at.view.mechs[enemy])
}

/// Where the mech stands after an action, and its facing there.
fn end(at: &At<'_>, action: Action) -> (Hex, Side) {
    match action {
        Action::Move(_, hex, facing) => (hex, facing),
        Action::Stand(facing) => (own(at).hex, facing),
        _ => (own(at).hex, own(at).facing),
    }
}

fn of_ends(at: &At<'_>, measure: impl Fn(Hex) -> f64) -> Vec<f64> {
    at.actions.iter().map(|action| measure(end(at, *action).0)).collect()
}

/// Whether each action is that of the way behind the enemy, walking or running.
fn ways(at: &At<'_>, mode: usize) -> Vec<f64> {
    let way = behind(at.view, at.seat).and_then(|behind| behind.ways[mode]);
    at.actions.iter().map(|action| truth(Some(*action) == way)).collect()
}

/// The hexes of the targets of all attacks of this phase on mechs.
fn targets<'a>(at: &At<'a>) -> impl Iterator<Item = Hex> + use<'a> {
    at.actions.iter().filter_map(|action| match action {
        Action::Attack(_, hex) => Some(*hex),
        _ => None,
    })
}
