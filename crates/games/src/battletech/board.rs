//! The map with its mechs as text for a terminal.

use super::hex::{Hex, Side};
use super::map::{Feature, Ground};
use super::mech::{Mech, Torso};
use super::movement::Mode;
use super::record::{Location, Slot};
use super::state::State;
use rivals_core::play::Seat;
use rivals_core::play::show::{Beside, Board, Colour, Names, Place};

/// The columns left of the map, and those of a hex.
const LEFT: usize = 3;
const WIDTH: usize = 3;

/// The columns that the mechs need beside the map, of 80.
const BESIDE: usize = 29;

/// The place of what is on a hex in the text.
pub fn place(state: &State, hex: Hex) -> Place {
    let column = LEFT + WIDTH * (usize::from(hex.column) - 1);
    let width = cell(state, hex).0.trim_end().chars().count();
    Place { row: usize::from(hex.row), column, width }
}

/// The map of at most 24 columns of hexes in 80 columns: a letter for the ground and its level, or
/// the number of a seat and an arrow in the direction of its feet. The mechs are described beside
/// the map, or below it.
pub fn board(state: &State, names: &Names) -> Board {
    let (columns, rows) = (state.map.columns, state.map.rows);
    let mut board = Board { words: words(state, names), ..Board::default() };
    let mut paragraphs: Vec<String> = vec![heading(state)];
    paragraphs.extend(state.seats().flat_map(|seat| described(state, seat, names)));
    let wide = LEFT + WIDTH * usize::from(columns);
    let header = (1..=columns).map(|column| format!("{column:02} "));
    board.text = format!("{:LEFT$}{}\n", "", header.collect::<String>());
    for row in 1..=rows {
        board.text += &format!("{row:02} ");
        for column in 1..=columns {
            let (text, colour) = cell(state, Hex::new(column, row));
            board.ink(&text, colour);
            board.text.push(mark(state, Hex::new(column, row)));
        }
        board.text += "\n";
    }
    let end = usize::from(rows) + 1;
    let (rows, column) = if wide + BESIDE <= 80 { (1..end, wide + 1) } else { (end..end, 0) };
    board.set_beside(Beside { rows, column, width: BESIDE, paragraphs });
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
    let (mut text, colour, _) = drawn(state.map.at(hex));
    if !hex.column.is_multiple_of(2) {
        // Odd columns lie half a hex higher.
        text = text.replace('.', "·");
    }
    (format!("{text:2}"), colour)
}

/// The letter of what a hex holds with its level, its colour, and its class in a drawing.
pub fn drawn(ground: &Ground) -> (String, Colour, &'static str) {
    let (letter, colour, class) = match ground.feature {
        Feature::Water => ("w", Colour::Blue, "square blue"),
        Feature::Light => ("l", Colour::Green, "square green"),
        Feature::Heavy => ("h", Colour::Green, "square green"),
        Feature::Rubble => ("r", Colour::Plain, "square safe"),
        Feature::Building(_) => ("b", Colour::Plain, "square yellow"),
        Feature::Swamp => ("s", Colour::Blue, "square green"),
        Feature::Clear if ground.roads != 0 => ("=", Colour::Plain, "square"),
        Feature::Clear => (".", Colour::Plain, "square"),
    };
    let level = match ground.level {
        0 => String::new(),
        level => level.unsigned_abs().to_string(),
    };
    (letter.to_owned() + &level, colour, class)
}

/// The mark of a hex: `*` if it burns, `~` if it lies in smoke, else a space.
pub fn mark(state: &State, hex: Hex) -> char {
    match state.map.at(hex).smoke {
        _ if state.burns(hex) => '*',
        true => '~',
        false => ' ',
    }
}

/// The arrow of a facing.
fn arrow(facing: Side) -> char {
    ['↑', '↗', '↘', '↓', '↙', '↖'][facing.index()]
}

/// A mech in paragraphs: its player in one line, and what it is.
fn described(state: &State, seat: Seat, names: &Names) -> [String; 3] {
    let unit = &state.mechs[seat];
    let title = format!("{}{} {}", seat.0 + 1, arrow(unit.facing), names.who(seat));
    let about = format!("{}: {}", unit.record.name, facts(unit).join(", "));
    [String::new(), title.chars().take(BESIDE).collect(), about]
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

/// A mech in words.
fn facts(unit: &Mech) -> Vec<String> {
    let moved = match unit.moved.mode {
        Mode::Stay => None,
        Mode::Walk => Some("walked"),
        Mode::Run => Some("ran"),
        Mode::Jump => Some("jumped"),
    };
    let mut facts = condition(unit);
    facts.extend(moved.map(|word| format!("{word} {}", unit.moved.hexes)));
    facts.extend((unit.torso != Torso::Centre).then(|| format!("torso {}", unit.torso.name())));
    facts.extend(unit.club.map(|_| "club".to_owned()));
    facts
}

/// What damage and heat have made of a mech.
pub fn condition(unit: &Mech) -> Vec<String> {
    if unit.destroyed() {
        return vec!["destroyed".to_owned()];
    }
    let left = |slot: &Slot| !unit.lost(slot.location());
    let mut words = vec![format!("heat {}", unit.heat)];
    words.extend(unit.prone.then(|| format!("prone on {} facing {}", unit.hex, unit.facing)));
    words.extend(unit.shutdown.then(|| "shut down".to_owned()));
    words.extend(unit.unconscious.then(|| "unconscious".to_owned()));
    words.extend((unit.wounds > 0).then(|| format!("pilot {} wounds", unit.wounds)));
    words.extend(Location::ALL.map(|location| points(unit, location)));
    let hits = Slot::of(unit.hits).filter(left);
    words.extend(hits.map(|slot| format!("{} {slot} hit", unit.record.item(slot))));
    let bins = unit.record.bins.iter().filter(|(slot, _)| left(slot));
    let shots = |slot: Slot, of: &str| format!("{} shots of {of} in {slot}", unit.shots(slot));
    words.extend(bins.map(|(slot, weapon)| shots(*slot, &weapon.name)));
    words
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
        let (hex, facing, name) = (unit.hex, unit.facing, &unit.record.name);
        let (has, facts) = (names.does(seat, "have"), facts(unit).join(", "));
        lines.push(format!("{has} a {name} on {hex} facing {facing}: {facts}."));
    }
    lines.extend(state.map.lines.iter().cloned());
    if let Some(terrain) = &state.terrain {
        lines.extend(terrain.changes.iter().cloned());
        for (sign, what) in [('*', "fire"), ('~', "smoke")] {
            let hexes = state.map.hexes().filter(|hex| mark(state, *hex) == sign);
            let hexes: String = hexes.map(|hex| format!(" {hex}")).collect();
            lines.extend((!hexes.is_empty()).then(|| format!("{what}:{hexes}")));
        }
    }
    lines.iter().map(|line| textwrap::fill(line, 80) + "\n").collect()
}
