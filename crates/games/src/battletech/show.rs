//! How BattleTech is shown: the map, and the course of a turn in words.

use std::sync::Arc;

use rand::Rng;
use serde_json::{Value, json};

use super::asks;
use super::attack::{self, Shot};
use super::board::{board, condition, item, place};
use super::mech::Means;
use super::picture;
use super::rules::BattleTech;
use super::state::{Action, Declared, Event, Phase, Roll, State};
use super::tables::chance;
use rivals_core::contest::Present;
use rivals_core::play::show::{Aim, Cue, LogLine, Names, Part, Scene, Trigger};
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
        let at_hex = |hex| place(state, hex);
        let mut aims: Vec<Aim> = Vec::new();
        for action in self.actions(state) {
            let hex = match action {
                Action::Move(_, hex, _) | Action::Attack(_, hex) => hex,
                _ => own.expect("a seat decides"),
            };
            let at = (usize::from(hex.column), usize::from(hex.row));
            let tool = aims.iter().filter(|aim| aim.at == at).count();
            aims.push(Aim { at, tool, from: own.map(at_hex), to: vec![at_hex(hex)] });
        }
        board.aims = aims;
        let map = &state.map;
        board.drawing = Some(picture::drawing(state));
        board.spots = map.hexes().map(|hex| (at_hex(hex), picture::spot(hex))).collect();
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
            Logged::Act(seat, action) => Some(LogLine::line(told(before, seat, action, names))),
            Logged::Happen(event) => before.rolls.first().map(|roll| LogLine {
                cue: luck(roll, event),
                ..LogLine::line(rolled(before, roll, event, names))
            }),
        };
        let changes = changes(before, after, names).into_iter().map(LogLine::line);
        first.into_iter().chain(changes).collect()
    }

    fn explain(&self, state: &State, action: Action) -> String {
        let seat = state.decides().expect("a seat decides");
        let mech = &state.mechs[seat];
        match action {
            Action::Attack(means, hex) => match state.seat_on(hex) {
                Some(target) => aimed(&state.aim(seat, target), means),
                None => "nobody stands there".to_owned(),
            },
            Action::Move(_, hex, _) => format!("{} hexes from here", mech.hex.distance(hex)),
            Action::Stay | Action::Prone => "ends the move".to_owned(),
            Action::Stand(_) => format!("needs {} with two dice, or it falls", mech.piloting()),
            Action::Turn(_) => "the arms and the torso fire where it faces".to_owned(),
            Action::Clear(..) => "heavy woods become light, light ones rubble".to_owned(),
            Action::Ignite(..) => "fire heats, spreads, and smokes".to_owned(),
            Action::Pickup => "instead of all attacks of this turn".to_owned(),
            Action::Dump(slot) => format!("{} shots cannot explode then", mech.shots(slot)),
            Action::Sinks(off) => format!("cools by {off} less in a turn"),
            Action::Drop => "the hands are free then".to_owned(),
            Action::Done => "ends this phase for its mech".to_owned(),
        }
    }

    fn guide(&self) -> String {
        include_str!("data/guide.txt").trim_end().to_owned()
    }
}

/// What an attack needs to hit, or why it cannot be made.
fn aimed(aim: &attack::Aim<'_>, means: Means) -> String {
    match aim.shot(means) {
        Err(why) => why.to_owned(),
        Ok(Shot { need, .. }) => {
            let modifiers = aim.modifiers(means).map(|(name, by)| format!("{name} {by}"));
            let modifiers = modifiers.collect::<Vec<_>>().join(", ");
            format!("needs {need} with two dice, {} in 36: {modifiers}", chance(need))
        }
    }
}

/// The luck of an attack, which hits or not.
fn luck(roll: &Roll, event: Event) -> Option<Cue> {
    let (Roll::ToHit(Declared { seat, need, .. }), Event::Rolled(number)) = (roll, event) else {
        return None;
    };
    let hits = f64::from(u8::from(i16::from(number) >= i16::from(*need)));
    let amount = hits - chance(*need) as f64 / 36.0;
    Some(Cue { trigger: Trigger::Luck, seat: *seat, amount })
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
        Action::Attack(Means::Weapon(slot), hex) => {
            format!("fire {slot} {} at {hex}", item(unit, slot))
        }
        Action::Attack(Means::Punch(arm), hex) => format!("strike with {} at {hex}", arm.name()),
        Action::Attack(Means::Kick(leg), hex) => format!("kick with {} at {hex}", leg.name()),
        Action::Attack(_, hex) => format!("strike with the club at {hex}"),
        Action::Clear(slot, hex) => format!("clear {hex} with the {} {slot}", item(unit, slot)),
        Action::Ignite(slot, hex) => format!("ignite {hex} with the {} {slot}", item(unit, slot)),
        Action::Pickup => "pick up a club".to_owned(),
        Action::Dump(slot) => format!("dump the {} {slot}", item(unit, slot)),
        Action::Sinks(off) => format!("turn {off} heat sinks off"),
        Action::Drop => "drop the club".to_owned(),
        Action::Done => "do nothing more".to_owned(),
    }
}

/// What a seat does, as a sentence.
fn told(state: &State, seat: Seat, action: Action, names: &Names) -> String {
    let words = named(state, seat, action);
    let (verb, rest) = words.split_once(' ').unwrap_or((&words, ""));
    let text = format!("{} {rest}", names.does(seat, verb));
    text.trim_end().to_owned() + "."
}

/// A roll and what it needed, as a sentence with the words of the protocol.
fn rolled(state: &State, roll: &Roll, event: Event, names: &Names) -> String {
    let fields = json!(roll);
    let word = |key: &str| fields[key].as_str().unwrap_or_default();
    let what = match *roll {
        Roll::Piloting(_) => format!(" ({})", word("why")),
        Roll::ToHit(Declared { seat, action, .. }) | Roll::Cluster { seat, action } => {
            match action.0 {
                Action::Attack(Means::Weapon(slot), _) => {
                    format!(" of {}", item(&state.mechs[seat], slot))
                }
                other => format!(" of {other}"),
            }
        }
        Roll::Location { damage, .. } => format!(" of {damage} points"),
        Roll::Critical { location, .. } | Roll::Slot { location, .. } => {
            format!(" in {}", location.name())
        }
        _ => String::new(),
    };
    let need = fields["need"].as_i64();
    let needed = need.map_or_else(String::new, |need| format!(", {need} needed"));
    format!("{} {event}: {}{what}{needed}.", names.does(roll.seat(), "roll"), word("for"))
}

/// What is new of the mechs after a step, as sentences.
fn changes(before: &State, after: &State, names: &Names) -> Vec<String> {
    let mut lines = Vec::new();
    for seat in after.seats() {
        let was = condition(&before.mechs[seat]);
        let mut is = condition(&after.mechs[seat]);
        is.retain(|fact| !was.contains(fact));
        if !is.is_empty() {
            lines.push(format!("{}: {}.", names.who(seat), is.join(", ")));
        }
    }
    if after.turn != before.turn {
        lines.push(format!("Turn {} begins.", after.turn));
    }
    lines
}
