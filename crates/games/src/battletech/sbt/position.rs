//! The files of a position: the map, the mechs, the initiative, the switches and the last moves.

use std::sync::Arc;

use super::definition::{self, Definition};
use super::lines::{Lines, Notes, Text};
use super::{LOCATIONS, MODES, ground};
use crate::battletech::hex::{Hex, Side};
use crate::battletech::map::Map;
use crate::battletech::mech::{Club, Means, Mech, Mode, Moved, Torso, Unit};
use crate::battletech::record::{Location, Record, SLOTS, Slot};
use crate::battletech::state::{Arena, Order, Phase, State};
use rivals_core::play::{BySeat, Seat, Seats};
use rivals_core::random::{Key, Purpose};
use rivals_core::values::Invalid;

/// The first lines.
const MECHS: &str = "mechsSBT";
const SWITCHES: &str = "configSBT";
const MOVES: &str = "movSBT";

const TURN: &str = "turnoSBT";

/// The names of the files.
mod names {
    pub(super) const MOVES: &str = "mov.sbt";

    /// A file that only this program's referee writes. It has what the others lack: the seed, the
    /// turn, the last turn, and for each mech the hexes that it has moved and whether its pilot is
    /// conscious.
    pub(super) const TURN: &str = "turno.sbt";

    pub(super) fn map(player: u8) -> String {
        format!("mapaJ{player}.sbt")
    }

    pub(super) fn mechs(player: u8) -> String {
        format!("mechsJ{player}.sbt")
    }

    pub(super) fn definition(player: u8, mech: u8) -> String {
        format!("defmechJ{player}-{mech}.sbt")
    }

    pub(super) fn order(player: u8) -> String {
        format!("iniciativaJ{player}.sbt")
    }

    pub(super) fn switches(player: u8) -> String {
        format!("configJ{player}.sbt")
    }
}

/// The last turn, which the files of other referees lack.
const LAST_TURN: u16 = 50;

/// The seconds that a player has for an answer.
pub const SECONDS: u64 = 10;

/// The number of the kind of club that a tree is.
const TREE: u8 = 1;

/// The switches of the rules that are on or off, with what they are here.
const RULES: [(&str, bool); 12] = [
    ("fire", false),
    ("wind", false),
    ("physical attacks", true),
    ("heat", true),
    ("woods that are cleared", false),
    ("buildings that collapse", false),
    ("piloting checks", true),
    ("checks for 20 points of damage", true),
    ("shutdowns", true),
    ("critical hits", true),
    ("explosions of ammunition", true),
    ("switching heat sinks", true),
];

/// The places of two switches in [`RULES`]. The side of the wind is written before the first.
const PHYSICAL: usize = 2;
const SINKS: usize = 11;

/// What the files tell a player.
#[derive(Debug)]
pub struct Told {
    /// The position. It is the player's turn, unless its mech can do nothing in this phase.
    pub state: State,
    /// The seat of the player.
    pub seat: Seat,
    /// The seed of the game. Without one it follows from the mechs.
    pub seed: u64,
    /// What the files have and the rules lack.
    pub notes: Vec<String>,
}

/// The files that a player reads.
struct Files<'a> {
    player: u8,
    file: &'a dyn Fn(&str) -> Result<Option<String>, Invalid>,
    notes: Notes,
}

/// Reads the position of a player in a phase. `file` gives the text of a file by its name, or none
/// if there is no such file. The initiative lists the seats in the order in which they act, or the
/// winner first.
///
/// # Errors
/// [`Invalid`], with the file and the line as its field.
pub fn read(
    player: u8,
    phase: Phase,
    winner_first: bool,
    file: &dyn Fn(&str) -> Result<Option<String>, Invalid>,
) -> Result<Told, Invalid> {
    let mut files = Files { player, file, notes: Notes::default() };
    let (map, clubs) = files.map()?;
    let (records, mut mechs) = files.mechs(&map)?;
    let seat = Seat(player);
    let order = files.order(&records, &mechs, winner_first)?;
    let mut acting: Vec<Seat> = order.iter().collect();
    if phase == Phase::Reaction {
        acting.reverse();
    }
    let mut acted: Seats = acting.into_iter().take_while(|other| *other != seat).collect();
    let switches = files.switches()?;
    if phase == Phase::Physical && switches >> PHYSICAL & 1 == 0 {
        acted.insert(seat);
    }
    mechs[usize::from(player)].fired.sinks |= switches >> SINKS & 1 == 0;
    for ((mech, record), mode) in mechs.iter_mut().zip(&records).zip(files.modes(records.len())?) {
        let most = [0, record.walk, record.run(), record.jump][mode as usize];
        mech.moved = Moved { mode, hexes: (2 * most).div_ceil(3), ..Moved::default() };
    }
    let (seed, turn, turns) = files.turn(&mut mechs)?;
    if phase == Phase::Movement {
        let waits = |(id, _): &(usize, _)| !acted.contains(Seat(*id as u8));
        mechs
            .iter_mut()
            .enumerate()
            .filter(waits)
            .for_each(|(_, mech)| mech.moved = Moved::default());
    }
    let mut by_seat = BySeat::new(mechs[0], mechs.len());
    for (id, mech) in mechs.into_iter().enumerate() {
        by_seat[Seat(id as u8)] = mech;
    }
    let state = State {
        arena: Arc::new(Arena { map: Arc::new(map), records, turns }),
        turn,
        phase,
        order,
        acted,
        initiative: [0; 4],
        mechs: by_seat,
        declared: Vec::new(),
        clubs,
        rolls: Vec::new(),
    };
    Ok(Told { state, seat, seed, notes: files.notes.0 })
}

impl Files<'_> {
    /// The text of a file.
    fn text(&self, name: &str) -> Result<String, Invalid> {
        let help = "write it into the folder";
        (self.file)(name)?.ok_or_else(|| Invalid::new(name, "the file is missing", help))
    }

    fn map(&mut self) -> Result<(Map, Vec<(Hex, u8)>), Invalid> {
        let name = names::map(self.player);
        let text = self.text(&name)?;
        ground::read(&mut Lines::under(&name, &text, ground::HEADER)?, &mut self.notes)
    }

    fn mechs(&mut self, map: &Map) -> Result<(Vec<Record>, Vec<Mech>), Invalid> {
        let name = names::mechs(self.player);
        let text = self.text(&name)?;
        let mut lines = Lines::under(&name, &text, MECHS)?;
        let count = lines.number("a number of mechs", 2.max(self.player + 1)..=4)?;
        let (mut records, mut mechs) = (Vec::new(), Vec::new());
        for id in 0..count {
            let name = names::definition(self.player, id);
            let text = self.text(&name)?;
            let definition = &mut Lines::under(&name, &text, definition::HEADER)?;
            let definition = definition::read(definition, &mut self.notes)?;
            lines.number("the number of this mech", id..=id)?;
            let mut mech = self.mech(&mut lines, &definition, map, &mechs)?;
            if id == self.player {
                own(&mut lines, &definition, &mut mech)?;
            } else {
                mech.hits = definition.broken;
            }
            let beacons = lines.truths("whether it carries a beacon", 2 * usize::from(count))?;
            self.notes.add(beacons != 0, "beacons are left out");
            lose_what_is_gone(&mut mech);
            records.push(definition.record);
            mechs.push(mech);
        }
        Ok((records, mechs))
    }

    /// Reads what all players know of a mech; `others` are read already.
    fn mech(
        &mut self,
        lines: &mut Lines<'_>,
        definition: &Definition,
        map: &Map,
        others: &[Mech],
    ) -> Result<Mech, Invalid> {
        let record = &definition.record;
        let active = lines.truth("whether the mech is active")?;
        let shutdown = lines.truth("whether it is shut down")?;
        let bogged = lines.truth("whether it is bogged down")?;
        let prone = lines.truth("whether it is prone")?;
        let hex = lines.hex()?;
        let taken = others.iter().any(|other| other.hex == hex && !other.lost(Location::Ct));
        if active && (taken || map.place(hex).is_none()) {
            let message = format!("{hex} is off the map or taken by another mech");
            return Err(lines.refused(message, "write a free hex of the map"));
        }
        let facing: Side = lines.value("a side from 1 to 6")?;
        let torso: Side = lines.value("a side from 1 to 6")?;
        let torso = match facing.clockwise_to(torso) {
            _ if prone => Torso::Centre,
            0 => Torso::Centre,
            1 => Torso::Right,
            5 => Torso::Left,
            _ => {
                let help = "write the side of the feet or one beside it";
                return Err(lines.refused("the torso is turned by more than one side", help));
            }
        };
        let heat = lines.number("heat", 0_u16..=999)?;
        let burns = lines.truth("whether it burns")?;
        let held = lines.truth("whether it holds a club")?;
        let kind = lines.number("a kind of club", 0_u8..=9)?;
        let club = held.then_some(if kind == TREE { Club::Tree } else { Club::Limb });
        self.notes.add(bogged, "a mech that is bogged down is taken for a free one");
        self.notes.add(burns, "the heat of mechs that burn is left out");
        let mut mech = Mech {
            torso,
            prone,
            shutdown,
            heat,
            club,
            armour: lines.numbers("points of armour", record.armour)?,
            structure: lines.numbers("points of structure", record.structure)?,
            ammo: definition.shots,
            ..Mech::new(record, hex, facing)
        };
        if !active {
            mech.lose(Location::Ct);
        }
        Ok(mech)
    }

    /// Reads the order of the initiative.
    fn order(
        &self,
        records: &[Record],
        mechs: &[Mech],
        winner_first: bool,
    ) -> Result<Order, Invalid> {
        let name = names::order(self.player);
        let text = self.text(&name)?;
        let mut lines = Lines::new(&name, &text);
        let count = lines.number("a number of mechs", 1..=mechs.len())?;
        let mut order: Vec<Seat> = Vec::new();
        for _ in 0..count {
            let seat = Seat(lines.number("the number of a mech", 0..=mechs.len() as u8 - 1)?);
            if order.contains(&seat) {
                return Err(lines.refused(format!("mech {} stands twice", seat.0), "name it once"));
            }
            order.push(seat);
        }
        for (id, (record, mech)) in records.iter().zip(mechs).enumerate() {
            if !(Unit { record, mech }.destroyed()) && !order.contains(&Seat(id as u8)) {
                return Err(lines.refused(format!("mech {id} is missing"), "name all mechs"));
            }
        }
        if winner_first {
            order.reverse();
        }
        Ok(Order::new(order))
    }

    /// Reads the switches of the rules, as a set by their places in [`RULES`].
    fn switches(&mut self) -> Result<u128, Invalid> {
        let name = names::switches(self.player);
        let text = self.text(&name)?;
        let mut lines = Lines::under(&name, &text, SWITCHES)?;
        let mut set = 0;
        for (place, (rule, here)) in RULES.into_iter().enumerate() {
            if place == PHYSICAL {
                lines.number("the side of the wind", 0_u8..=6)?;
            }
            let on = lines.truth(rule)?;
            set |= u128::from(on) << place;
            let other = if on { "are left out" } else { "are off, and on here" };
            let known = [PHYSICAL, SINKS].contains(&place);
            self.notes.add(on != here && !known, format!("{rule} {other}"));
        }
        lines.truth("whether time is limited")?;
        lines.number("a number of seconds", 0_u32..=999_999)?;
        Ok(set)
    }

    /// Reads the last moves.
    fn modes(&self, count: usize) -> Result<Vec<Mode>, Invalid> {
        let text = self.text(names::MOVES)?;
        let mut lines = Lines::under(names::MOVES, &text, MOVES)?;
        lines.number("the number of mechs", count..=count)?;
        let modes = [Mode::Stay, Mode::Walk, Mode::Run, Mode::Jump];
        (0..count).map(|_| Ok(modes[lines.word("a way to move", &MODES)?])).collect()
    }

    /// Reads the seed, the turn and the last turn, and what the other files lack of the mechs.
    fn turn(&self, mechs: &mut [Mech]) -> Result<(u64, u16, u16), Invalid> {
        let Some(text) = (self.file)(names::TURN)? else {
            let mechs = self.text(&names::mechs(self.player))?;
            return Ok((Key::of_texts(Purpose::Playing, [&*mechs]).word(), 1, LAST_TURN));
        };
        let mut lines = Lines::under(names::TURN, &text, TURN)?;
        let seed = lines.value("a seed")?;
        let turn = lines.number("a turn", 1..=10_000)?;
        let turns = lines.number("a last turn", turn..=10_000)?;
        for mech in mechs {
            mech.moved.hexes = lines.number("a number of hexes", 0..=30)?;
            mech.unconscious = !lines.truth("whether the pilot is conscious")?;
        }
        Ok((seed, turn, turns))
    }
}

/// Reads what a player alone knows of its mech.
fn own(lines: &mut Lines<'_>, definition: &Definition, mech: &mut Mech) -> Result<(), Invalid> {
    let record = &definition.record;
    lines.numbers("movement points", [99; 3])?;
    lines.number("a number of heat sinks", 0_u8..=99)?;
    let off = lines.number("a number of heat sinks", 0_u8..=99)?;
    mech.sinks_off = (off * (1 + u8::from(definition.doubled))).min(record.sinks);
    mech.wounds = lines.number("wounds", 0..=6)?;
    mech.unconscious = !lines.truth("whether the pilot is conscious")?;
    mech.hits = lines.truths("whether a slot is hit", SLOTS)? & record.filled;
    // All locations stand for a club that was taken in place of all attacks.
    let fired = lines.truths("whether a location has fired", 8)?;
    let has_fired = |location: Location| fired >> location as u8 & 1 != 0;
    mech.fired.pickup = Location::ALL.into_iter().all(has_fired);
    let mounts = record.weapons.iter().filter(|mount| has_fired(mount.location));
    if !mech.fired.pickup {
        mounts.for_each(|mount| mech.fired.insert(Means::Weapon(mount.slot)));
    }
    // The answer of one kind of sinks is not that of the other.
    mech.fired.sinks = definition.doubled;
    for _ in 0..lines.number("a number of bins", 0_u8..=78)? {
        lines.word("a location", &LOCATIONS)?;
        lines.number("a slot", 0_u8..=11)?;
    }
    Ok(())
}

/// Empties bins that are hit, and takes locations off that have no structure left.
fn lose_what_is_gone(mech: &mut Mech) {
    for slot in Slot::of(mech.hits) {
        mech.ammo[usize::from(slot.0)] = 0;
    }
    for location in Location::ALL {
        if mech.lost(location) {
            mech.lose(location);
        }
    }
}

/// Writes the files of a player: their names and texts.
#[must_use]
pub fn write(state: &State, seat: Seat, seed: u64) -> Vec<(String, String)> {
    let count = state.mechs.seats();
    let mut mechs = Text::under(MECHS);
    let mut moves = Text::under(MOVES);
    let mut turn = Text::under(TURN);
    mechs.put(count);
    moves.put(count);
    turn.put(seed);
    turn.all([state.turn, state.arena.turns]);
    for other in state.seats() {
        let unit = state.unit(other);
        write_mech(unit, other, &mut mechs);
        if other == seat {
            write_own(unit, &mut mechs);
        }
        mechs.truths(vec![false; 2 * count]);
        moves.put(MODES[unit.moved.mode as usize]);
        turn.put(unit.moved.hexes);
        turn.truths([!unit.unconscious]);
    }
    let mut order = Text::default();
    order.put(state.order.iter().len());
    order.all(state.order.iter().map(|seat| seat.0));
    let mut switches = Text::under(SWITCHES);
    for (place, (_, on)) in RULES.into_iter().enumerate() {
        switches.all((place == PHYSICAL).then_some(0));
        switches.truths([on]);
    }
    switches.truths([true]);
    switches.put(SECONDS);
    let player = seat.0;
    let mut files = vec![
        (names::map(player), ground::write(state)),
        (names::mechs(player), mechs.0),
        (names::order(player), order.0),
        (names::switches(player), switches.0),
        (names::MOVES.to_owned(), moves.0),
        (names::TURN.to_owned(), turn.0),
    ];
    let definition =
        |other: Seat| (names::definition(player, other.0), definition::write(state.unit(other)));
    files.extend(state.seats().map(definition));
    files
}

/// Writes what all players know of a mech.
fn write_mech(unit: Unit<'_>, seat: Seat, text: &mut Text) {
    text.put(seat.0);
    text.truths([!unit.destroyed(), unit.shutdown, false, unit.prone]);
    text.put(unit.hex);
    text.all([unit.facing, unit.torso_facing()]);
    text.put(unit.heat);
    text.truths([false, unit.club.is_some()]);
    text.put(if unit.club == Some(Club::Tree) { TREE } else { 0 });
    text.all(unit.armour);
    text.all(unit.structure);
}

/// Writes what a player alone knows of its mech.
fn write_own(unit: Unit<'_>, text: &mut Text) {
    text.all([unit.walk(), unit.run(), unit.jump()]);
    text.all([unit.sinks().saturating_sub(unit.sinks_off), unit.sinks_off, unit.wounds]);
    text.truths([!unit.unconscious]);
    text.truths((0..SLOTS as u8).map(|slot| unit.hits & Slot(slot).bit() != 0));
    let fired = |location| unit.fired.pickup || unit.has_fired_from(location);
    text.truths(Location::ALL.map(fired));
    text.put(0);
}
