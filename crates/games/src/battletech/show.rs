//! How BattleTech is shown: the map, and the course of a turn in words.

use std::sync::Arc;

use rand::Rng;
use serde_json::{Value, json};

use super::asks;
use super::attack::MOST;
use super::board::{board, item, place};
use super::hex::Hex;
use super::mech::{Means, Mech};
use super::record::{Location, Slot};
use super::rules::BattleTech;
use super::state::{Action, Check, Event, Phase, Roll, State};
use super::tables::chance;
use rivals_core::play::show::{Aim, LogLine, Names, Part, Present, Scene};
use rivals_core::play::{Game, Logged, LoggedOf, Seat};
use rivals_core::values::Invalid;

impl Present for BattleTech {
    fn roll(&self, state: &State) -> Option<Value> {
        state.rolls.first().map(|roll| json!(roll))
    }

    fn own_asks(&self) -> &'static [&'static str] {
        &asks::ASKS
    }

    fn answer_own(self: &Arc<Self>, ask: &str, fields: &Value) -> Result<Value, Invalid> {
        asks::answer(ask, fields)
    }

    fn scene(&self, state: &State, names: &Names) -> Scene {
        let mut board = board(state, names);
        let own = state.decides().map(|seat| state.mechs[seat].hex);
        let mut aims: Vec<Aim> = Vec::new();
        for action in self.actions(state) {
            let hex = aimed_at(action).or(own).expect("a seat decides");
            let at = (usize::from(hex.column), usize::from(hex.row));
            let tool = aims.iter().filter(|aim| aim.at == at).count();
            aims.push(Aim { at, tool, from: own.map(place), to: vec![place(hex)] });
        }
        board.aims = aims;
        Scene { parts: vec![Part::Board(board)] }
    }

    fn reason(&self, state: &State, _: &Names) -> String {
        match state.living().count() {
            0 => "The last mechs were destroyed in the same phase.".to_owned(),
            1 => "Only one mech is left.".to_owned(),
            _ => format!(
                "Turn {} was the last: the mech with the greatest part of its armour and structure \
                 wins.",
                state.turn
            ),
        }
    }

    fn name(&self, state: &State, action: Action) -> String {
        let seat = state.decides().unwrap_or(Seat::FIRST);
        named(state, seat, action)
    }

    fn question(&self, state: &State, _: &Names) -> String {
        let question = match state.phase {
            Phase::Movement => "How do you move?",
            Phase::Reaction => "Where do you turn the torso?",
            Phase::Weapons => "What do you fire?",
            Phase::Physical => "How do you strike?",
            _ => "What do you do before the next turn?",
        };
        question.to_owned()
    }

    /// Often, there is nothing to fire, to strike or to switch.
    fn goes_without_asking(&self, _: &State, action: Action) -> bool {
        action == Action::Done
    }

    fn tell(
        &self,
        before: &State,
        step: &LoggedOf<Self>,
        after: &State,
        names: &Names,
        _: &mut dyn Rng,
    ) -> Vec<LogLine> {
        let first = match *step {
            Logged::Act(_, Action::Done) | Logged::Forfeit(_) => None,
            Logged::Act(seat, action) => Some(told(before, seat, action, names)),
            Logged::Happen(event) => {
                before.rolls.first().map(|roll| rolled(before, roll, event, names))
            }
        };
        let lines = first.into_iter().chain(changes(before, after, names));
        lines.map(LogLine::line).collect()
    }

    fn explain(&self, state: &State, action: Action) -> String {
        let (Some(seat), Action::Attack(means, hex)) = (state.decides(), action) else {
            return String::new();
        };
        let Some(target) = state.seat_on(hex) else {
            return String::new();
        };
        let mut modifiers = Vec::new();
        let mut note =
            |name: &'static str, modifier: i8| modifiers.push(format!("{name} {modifier}"));
        match state.aim(seat, target).shot(means, &mut note) {
            Err(why) => why.to_owned(),
            Ok(shot) => {
                let of = chance(shot.need.clamp(2, MOST + 1) as u8);
                format!("needs {} with two dice, {of} in 36: {}", shot.need, modifiers.join(", "))
            }
        }
    }

    fn guide(&self) -> String {
        "Aim: destroy the other mechs, by their centre torso, head, engine or pilot. After the last \
         turn, the mech with the greatest part of its armour and structure wins.\n\
         \n\
         Map: each hex is a letter with its level: . open ground, = road, l light woods, h heavy \
         woods, r rubble, b building, w water with its depth. Even columns lie half a hex lower. \
         Mechs are the numbers of their seats with an arrow to the hex that their feet face. Hexes \
         are named by column and row, sides by 1 to 6, clockwise from the north.\n\
         \n\
         Mechs: LT 20+12/6 are 20 points of armour on the left torso, 12 of structure below, and 6 of \
         armour on the rear. LA, LT, LL, RL, RT, RA, CT and HD are the left arm, torso and leg, the \
         right ones, the centre torso and the head.\n\
         \n\
         Turn: the lowest initiative moves first and turns its torso last. Then weapons are fired, \
         with two dice against a number that distance, movement, woods and heat raise. Neighbours \
         punch and kick. At the end, heat sinks cool: heat slows a mech, spoils its aim, and from 14 \
         on may shut it down."
            .to_owned()
    }
}

/// The hex that an action is about.
fn aimed_at(action: Action) -> Option<Hex> {
    match action {
        Action::Move(_, hex, _) => Some(hex),
        Action::Attack(_, hex) => Some(hex),
        _ => None,
    }
}

/// An action in words.
fn named(state: &State, seat: Seat, action: Action) -> String {
    let unit = &state.mechs[seat];
    match action {
        Action::Stay => "stay".to_owned(),
        Action::Move(mode, hex, facing) => format!("{} to {hex} facing {facing}", mode.name()),
        Action::Stand(facing) => format!("stand up facing {facing}"),
        Action::Prone => "drop to the ground".to_owned(),
        Action::Turn(torso) => format!("turn the torso {}", torso.name()),
        Action::Attack(means, hex) => format!("{} at {hex}", attack(unit, means)),
        Action::Pickup => "pick up a club".to_owned(),
        Action::Dump(slot) => format!("dump the {} {slot}", item(unit, slot)),
        Action::Sinks(off) => format!("turn {off} heat sinks off"),
        Action::Drop => "drop the club".to_owned(),
        Action::Done => "do nothing more".to_owned(),
    }
}

/// An attack in words.
fn attack(unit: &Mech, means: Means) -> String {
    match means {
        Means::Weapon(slot) => format!("fire {slot} {}", item(unit, slot)),
        Means::Punch(arm) => format!("strike with {}", arm.name()),
        Means::Kick(leg) => format!("kick with {}", leg.name()),
        _ => "strike with the club".to_owned(),
    }
}

/// What a seat does, as a sentence.
fn told(state: &State, seat: Seat, action: Action, names: &Names) -> String {
    let words = named(state, seat, action);
    let (verb, rest) = words.split_once(' ').unwrap_or((&words, ""));
    let text = format!("{} {rest}", names.does(seat, verb));
    text.trim_end().to_owned() + "."
}

/// A roll and what it needed, as a sentence.
fn rolled(state: &State, roll: &Roll, event: Event, names: &Names) -> String {
    let (what, need) = match *roll {
        Roll::Initiative { .. } => ("the initiative".to_owned(), None),
        Roll::Piloting(Check { need, why, .. }) => {
            (format!("piloting ({})", format!("{why:?}").to_lowercase()), Some(need as i8))
        }
        Roll::Fall { .. } => ("the fall".to_owned(), None),
        Roll::Pilot { need, .. } => ("the pilot in the fall".to_owned(), Some(need as i8)),
        Roll::Conscious { need, .. } | Roll::Recover { need, .. } => {
            ("consciousness".to_owned(), Some(need as i8))
        }
        Roll::ToHit { seat, action, need } => (to(state, seat, action.0), Some(need)),
        Roll::Cluster { seat, action } => {
            (format!("missiles of {}", to(state, seat, action.0)), None)
        }
        Roll::Location { damage, .. } => (format!("the location of {damage} points"), None),
        Roll::Critical { location, .. } => (format!("critical hits on {}", location.name()), None),
        Roll::Slot { location, .. } => (format!("the slot in {}", location.name()), None),
        Roll::Shutdown { need, .. } => ("a shutdown".to_owned(), Some(need as i8)),
        Roll::Restart { need, .. } => ("a restart".to_owned(), Some(need as i8)),
        Roll::Explosion { need, .. } => ("an explosion".to_owned(), Some(need as i8)),
    };
    let needed = need.map_or_else(String::new, |need| format!(", {need} needed"));
    format!("{} {event} for {what}{needed}.", names.does(roll.seat(), "roll"))
}

/// An attack that was declared.
fn to(state: &State, seat: Seat, action: Action) -> String {
    match action {
        Action::Attack(Means::Weapon(slot), _) => item(&state.mechs[seat], slot),
        Action::Attack(means, _) => attack(&state.mechs[seat], means),
        other => other.to_string(),
    }
}

/// What has become of the mechs in a step, as sentences.
fn changes(before: &State, after: &State, names: &Names) -> Vec<String> {
    let mut lines = Vec::new();
    for seat in after.seats() {
        let (was, is) = (&before.mechs[seat], &after.mechs[seat]);
        let mut say = |verb: &str, rest: &str| {
            lines.push(format!("{} {rest}.", names.does(seat, verb)));
        };
        for location in Location::ALL {
            let name = location.name();
            let structure = |unit: &Mech| unit.structure[location as usize];
            for (rear, place) in [(false, ""), (true, ", rear")] {
                let armour = |unit: &Mech| unit.armour[location.plate(rear)];
                let is_own = !rear || location.plate(true) != location.plate(false);
                if is_own && armour(is) < armour(was) && structure(is) > 0 {
                    let lost = armour(was) - armour(is);
                    say("lose", &format!("{lost} points of armour on {name}{place}"));
                }
            }
            match structure(was).saturating_sub(structure(is)) {
                0 => {}
                _ if structure(is) == 0 => say("lose", name),
                lost => say("lose", &format!("{lost} points of structure in {name}")),
            }
        }
        for slot in Slot::of(is.hits & !was.hits) {
            say("have", &format!("a hit on {slot}, {}", item(is, slot)));
        }
        if is.prone && !was.prone {
            say("fall", &format!("on {}, facing {}", is.hex, is.facing));
        }
        if is.heat != was.heat {
            say("have", &format!("heat {}", is.heat));
        }
        if is.shutdown && !was.shutdown {
            say("shut", "down");
        } else if was.shutdown && !is.shutdown {
            say("start", "again");
        }
        if is.wounds > was.wounds {
            say("have", "a wounded pilot");
        }
        if is.unconscious && !was.unconscious {
            say("lose", "consciousness");
        }
        if is.destroyed() && !was.destroyed() {
            say("lose", "the mech");
        }
    }
    if after.turn != before.turn {
        lines.push(format!("Turn {} begins.", after.turn));
    }
    lines
}
