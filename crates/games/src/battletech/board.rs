//! The map with its mechs as text for a terminal.

use super::hex::{Hex, Side};
use super::map::{Feature, Ground};
use super::mech::{Mech, Torso};
use super::movement::Mode;
use super::record::{Location, Slot};
use super::state::State;
use rivals_core::play::Seat;
use rivals_core::play::show::{Board, Colour, Names, Place};

/// The columns left of the map, and those of a hex.
const LEFT: usize = 3;
const WIDTH: usize = 3;

/// The columns that the mechs need beside the map, of 80.
const BESIDE: usize = 29;

/// The place of a hex in the text.
pub fn place(hex: Hex) -> Place {
    let column = LEFT + WIDTH * (usize::from(hex.column) - 1);
    Place { row: usize::from(hex.row), column, width: 2 }
}

/// The map of at most 24 columns of hexes in 80 columns: a letter for the ground and its level, or
/// the number of a seat and an arrow in the direction of its feet. The mechs are described beside
/// the map, or below it.
pub fn board(state: &State, names: &Names) -> Board {
    let (columns, rows) = (state.map.columns, state.map.rows);
    let mut board = Board { words: words(state, names), ..Board::default() };
    let mut about: Vec<String> = vec![heading(state)];
    about.extend(state.seats().flat_map(|seat| described(state, seat, names)));
    let wide = LEFT + WIDTH * usize::from(columns);
    let beside = wide + BESIDE <= 80;
    let header = (1..=columns).map(|column| format!("{column:02} "));
    board.text = format!("{:LEFT$}{}\n", "", header.collect::<String>());
    for row in 1..=rows {
        board.text += &format!("{row:02} ");
        for column in 1..=columns {
            let (text, colour) = cell(state, Hex::new(column, row));
            board.ink(&text, colour);
            board.text += " ";
        }
        if beside && !about.is_empty() {
            board.text += &format!(" {}", about.remove(0));
        }
        board.text += "\n";
    }
    for line in about {
        let indent = if beside { wide + 1 } else { 0 };
        board.text += &format!("{:indent$}{line}\n", "");
    }
    board
}

/// The phase and the turn.
fn heading(state: &State) -> String {
    let State { turn, turns, phase, .. } = state;
    format!("Turn {turn} of {turns}, {}", format!("{phase:?}").to_lowercase())
}

/// A hex in two characters, and their colour.
fn cell(state: &State, hex: Hex) -> (String, Colour) {
    let here = |seat: &Seat| state.mechs[*seat].hex == hex;
    if let Some(seat) = state.living().find(here) {
        let colours = [Colour::Red, Colour::Yellow, Colour::Blue, Colour::Green];
        let arrow = arrow(state.mechs[seat].facing);
        return (format!("{}{arrow}", seat.0 + 1), colours[usize::from(seat.0)]);
    }
    let ground = state.map.at(hex);
    let (letter, colour) = letter(ground);
    let level = match ground.level {
        0 => " ".to_owned(),
        level => level.unsigned_abs().to_string(),
    };
    (format!("{letter}{level}"), colour)
}

/// The letter of what a hex holds.
pub fn letter(ground: &Ground) -> (char, Colour) {
    match ground.feature {
        Feature::Water => ('w', Colour::Blue),
        Feature::Light => ('l', Colour::Green),
        Feature::Heavy => ('h', Colour::Green),
        Feature::Rubble => ('r', Colour::Plain),
        Feature::Building(_) => ('b', Colour::Plain),
        Feature::Clear if ground.roads != 0 => ('=', Colour::Plain),
        Feature::Clear => ('.', Colour::Plain),
    }
}

/// The arrow of a facing.
fn arrow(facing: Side) -> char {
    ['↑', '↗', '↘', '↓', '↙', '↖'][facing.index()]
}

/// A mech in lines of [`BESIDE`] columns.
fn described(state: &State, seat: Seat, names: &Names) -> Vec<String> {
    let unit = &state.mechs[seat];
    let mut title = format!("{}{} ", seat.0 + 1, arrow(unit.facing)) + names.who(seat);
    if unit.destroyed() {
        title += ": destroyed";
        return vec![String::new(), title.chars().take(BESIDE).collect()];
    }
    let armour = |locations: [Location; 2]| {
        let both = locations.map(|location| format!("{:<13}", points(unit, location)));
        both.concat().trim_end().to_owned()
    };
    let condition = format!("{} {}", unit.record.name, conditions(unit).join(", "));
    let mut lines = vec![String::new(), title.chars().take(BESIDE).collect()];
    lines.extend(textwrap::wrap(&condition, BESIDE).into_iter().map(String::from));
    lines.extend(
        [
            [Location::Hd, Location::Ct],
            [Location::Lt, Location::Rt],
            [Location::La, Location::Ra],
            [Location::Ll, Location::Rl],
        ]
        .map(armour),
    );
    let more = [damages(unit), shots(unit)].concat().join(", ");
    lines.extend(textwrap::wrap(&more, BESIDE).into_iter().map(String::from));
    lines
}

/// The armour and structure of a location: `LT 20+12/6` with the armour of its rear.
fn points(unit: &Mech, location: Location) -> String {
    let name = location.name();
    let armour = |rear: bool| unit.armour[location.plate(rear)];
    match unit.structure[location as usize] {
        0 => format!("{name} lost"),
        inside if location.plate(true) == location.plate(false) => {
            format!("{name} {}+{inside}", armour(false))
        }
        inside => format!("{name} {}+{inside}/{}", armour(false), armour(true)),
    }
}

/// What can be seen of a mech at once: heat, movement, posture.
fn conditions(unit: &Mech) -> Vec<String> {
    let mut words = vec![format!("heat {}", unit.heat)];
    let moved = match unit.moved.mode {
        Mode::Stay => None,
        Mode::Walk => Some("walked"),
        Mode::Run => Some("ran"),
        Mode::Jump => Some("jumped"),
    };
    words.extend(moved.map(|word| format!("{word} {}", unit.moved.hexes)));
    words.extend((unit.torso != Torso::Centre).then(|| format!("torso {}", unit.torso.name())));
    for (is, word) in
        [(unit.prone, "prone"), (unit.shutdown, "shut down"), (unit.unconscious, "unconscious")]
    {
        words.extend(is.then(|| word.to_owned()));
    }
    words.extend((unit.wounds > 0).then(|| format!("pilot {} wounds", unit.wounds)));
    words.extend(unit.club.map(|_| "club".to_owned()));
    words
}

/// The slots that are hit, by what was in them.
fn damages(unit: &Mech) -> Vec<String> {
    let hit = |slot: Slot| format!("{} hit", item(unit, slot));
    Slot::of(unit.hits).filter(|slot| !unit.lost(slot.location())).map(hit).collect()
}

/// The shots that are left, by weapon.
fn shots(unit: &Mech) -> Vec<String> {
    let mut left: Vec<(&str, u16)> = Vec::new();
    for (slot, weapon) in &unit.record.bins {
        let shots = u16::from(unit.ammo[usize::from(slot.0)]);
        match left.iter_mut().find(|(name, _)| *name == weapon.name) {
            Some((_, all)) => *all += shots,
            None => left.push((&weapon.name, shots)),
        }
    }
    left.into_iter().map(|(name, shots)| format!("{name} {shots} shots")).collect()
}

/// What fills a slot.
pub fn item(unit: &Mech, slot: Slot) -> String {
    format!("{} ({})", unit.record.item(slot), slot.location().name())
}

/// The map and the mechs for those who hear them.
fn words(state: &State, names: &Names) -> String {
    let mut lines = vec![heading(state) + "."];
    for seat in state.living() {
        let unit = &state.mechs[seat];
        let points = Location::ALL.map(|location| points(unit, location)).join(", ");
        let also = [conditions(unit), vec![points], damages(unit), shots(unit)].concat();
        let (hex, facing) = (unit.hex, unit.facing);
        let has = names.does(seat, "have");
        lines.push(format!(
            "{has} a {} on {hex} facing {facing}: {}.",
            unit.record.name,
            also.join(", ")
        ));
    }
    lines.extend(state.map.lines.iter().cloned());
    lines.iter().map(|line| textwrap::fill(line, 80) + "\n").collect()
}
