//! The files of a position: the map, the mechs, the initiative, the switches and the last moves.

use std::sync::Arc;

use super::definition;
use super::file::File;
use super::{LOCATIONS, MODES, ground};
use crate::battletech::map::{Map, SEATS};
use crate::battletech::mech::{Club, Means, Mech, Moved, Torso};
use crate::battletech::movement::Mode;
use crate::battletech::record::{Location, SLOTS, Slot};
use crate::battletech::rules::BattleTech;
use crate::battletech::state::{Phase, State};
use rivals_core::play::{BySeat, Game, Seat};
use rivals_core::random::{Key, Purpose};
use rivals_core::values::Invalid;

/// The seconds that a player has for an answer.
pub const SECONDS: u64 = 10;

/// The last turn, which only the file `turno.sbt` has.
const LAST_TURN: u16 = 50;

/// The switches of the rules, with what they are here. The side of the wind is written before the
/// third one.
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

/// The text of a file by its name, or none if there is no such file.
pub type Source<'a> = &'a dyn Fn(&str) -> Result<Option<String>, Invalid>;

/// The files that a player reads, or that are written for it.
struct Folder<'a> {
    player: u8,
    /// What is written. What is read begins with it.
    given: State,
    seed: u64,
    source: Option<Source<'a>>,
    notes: Vec<String>,
    written: Vec<(String, String)>,
}

/// Reads the position of a player in a phase. The initiative lists the seats in the order in which
/// they act, or the winner first.
///
/// # Errors
/// [`Invalid`], with the file and the line as its field.
pub fn read(
    player: u8,
    phase: Phase,
    winner_first: bool,
    source: Source<'_>,
) -> Result<Told, Invalid> {
    // A game of as many mechs as there may be.
    let given = State { phase, ..BattleTech::default().start(SEATS) };
    let mut folder = Folder::new(player, given, 0, Some(source));
    let (state, seed) = folder.pass(winner_first)?;
    Ok(Told { state, seat: Seat(player), seed, notes: folder.notes })
}

/// The files of a seat in a game with this seed: their names and texts.
#[must_use]
pub fn write(state: &State, seat: Seat, seed: u64) -> Vec<(String, String)> {
    let mut folder = Folder::new(seat.0, state.clone(), seed, None);
    folder.pass(false).expect("only what is read can be wrong");
    folder.written
}

impl<'a> Folder<'a> {
    fn new(player: u8, given: State, seed: u64, source: Option<Source<'a>>) -> Self {
        Self { player, given, seed, source, notes: Vec::new(), written: Vec::new() }
    }

    /// Reads or writes a file.
    fn file<T>(
        &mut self,
        name: &str,
        header: &str,
        pass: impl FnOnce(&mut File<'_>) -> Result<T, Invalid>,
    ) -> Result<T, Invalid> {
        let text = self.source.map(|source| source(name)?.ok_or_else(|| missing(name)));
        let text = text.transpose()?;
        let mut file = File::new(name, text.as_deref());
        if !header.is_empty() {
            file.word("the first line", &[header], header)?;
        }
        let passed = pass(&mut file)?;
        for note in file.notes {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        self.written.push((name.to_owned(), file.text));
        Ok(passed)
    }

    /// Reads or writes all files.
    fn pass(&mut self, winner_first: bool) -> Result<(State, u64), Invalid> {
        let (player, given) = (self.player, self.given.clone());
        let name = format!("mapaJ{player}.sbt");
        let (map, clubs) = self.file(&name, ground::HEADER, |file| ground::pass(file, &given))?;
        let mut mechs = self.mechs(&given, &map)?;
        let order = self.order(&mechs, winner_first)?;
        let switches = self.switches()?;
        self.moves(&mut mechs)?;
        let (seed, [turn, turns]) = self.turn(&mut mechs)?;
        let phase = given.phase;
        let mut acting = order.clone();
        if phase == Phase::Reaction {
            acting.reverse();
        }
        let mut acted: Vec<Seat> = acting.into_iter().take_while(|seat| seat.0 != player).collect();
        if phase == Phase::Physical && switches >> PHYSICAL & 1 == 0 {
            acted.push(Seat(player));
        }
        if switches >> SINKS & 1 == 0 {
            mechs[usize::from(player)].fired.insert(Means::Sinks);
        }
        let mut by_seat = BySeat::new(mechs[0], mechs.len());
        for (id, mut mech) in mechs.into_iter().enumerate() {
            let seat = Seat(id as u8);
            if phase == Phase::Movement && !acted.contains(&seat) {
                mech.moved = Moved::default();
            }
            by_seat[seat] = mech;
        }
        let (map, mechs, declared, rolls) = (Arc::new(map), by_seat, Vec::new(), Vec::new());
        let state =
            State { map, turn, turns, order, acted, mechs, clubs, declared, rolls, ..given };
        Ok((state, seed))
    }

    /// The mechs with their records.
    fn mechs(&mut self, given: &State, map: &Map) -> Result<Vec<Mech>, Invalid> {
        let (player, seats) = (self.player, given.mechs.seats());
        let reads = self.source.is_some();
        let name = |id: usize| format!("defmechJ{player}-{id}.sbt");
        let mut definitions = Vec::new();
        for (id, seat) in given.seats().enumerate() {
            if let Some(source) = self.source
                && source(&name(id))?.is_none()
            {
                break;
            }
            let pass = |file: &mut File<'_>| definition::pass(file, &given.mechs[seat]);
            definitions.push(self.file(&name(id), definition::HEADER, pass)?);
        }
        self.file(&format!("mechsJ{player}.sbt"), "mechsSBT", |file| {
            let mut mechs: Vec<Mech> = Vec::new();
            let count: usize = file.pass("a number of mechs", seats)?;
            if !(2.max(usize::from(player) + 1)..=SEATS).contains(&count) {
                let message = format!("there are {count} mechs, and player {player}");
                return Err(file.refused(message, "write 2 to 4 mechs"));
            }
            for id in 0..count {
                let definition = definitions.get(id).ok_or_else(|| missing(&name(id)))?;
                if file.pass("the number of a mech", id)? != id {
                    return Err(file.refused("mechs are out of order", format!("write {id}")));
                }
                let mut mech = given.mechs[Seat(id as u8)];
                if reads {
                    mech = Mech::new(definition.record, mech.status);
                    (mech.ammo, mech.hits) = (definition.shots, definition.broken);
                }
                pass_mech(file, &mut mech, given.mechs[Seat(id as u8)].destroyed())?;
                let is_here = |other: &Mech| other.hex == mech.hex && !other.lost(Location::Ct);
                if is_here(&mech) && (map.place(mech.hex).is_none() || mechs.iter().any(is_here)) {
                    let message = format!("mech {id} is off the map or on the hex of another one");
                    return Err(file.refused(message, "write a free hex of the map"));
                }
                if id == usize::from(player) {
                    pass_own(file, definition.doubled, &mut mech)?;
                }
                let beacons = file.set("whether it carries a beacon", 0, 2 * count)?;
                file.note(beacons != 0, "beacons are left out");
                for slot in Slot::of(mech.hits) {
                    mech.ammo[usize::from(slot.0)] = 0;
                }
                for location in Location::ALL {
                    if mech.lost(location) {
                        mech.lose(location);
                    }
                }
                mechs.push(mech);
            }
            Ok(mechs)
        })
    }

    /// The order of the initiative.
    fn order(&mut self, mechs: &[Mech], winner_first: bool) -> Result<Vec<Seat>, Invalid> {
        let given = self.given.order.iter().map(|seat| seat.0).collect();
        self.file(&format!("iniciativaJ{}.sbt", self.player), "", |file| {
            let mut order = file.list("a number of mechs", given, |file, id| {
                Ok(Seat(file.pass("the number of a mech", id)?))
            })?;
            let waits = |id: u8| !mechs[usize::from(id)].lost(Location::Ct);
            let times = |id: u8| order.iter().filter(|seat| seat.0 == id).count();
            let count = mechs.len() as u8;
            let all = (0..count).all(|id| times(id) <= 1 && (times(id) == 1 || !waits(id)));
            if !all || order.iter().any(|seat| seat.0 >= count) {
                let help = format!("write all mechs from 0 to {} once", count - 1);
                return Err(file.refused("the order is not one of all mechs", help));
            }
            if winner_first {
                order.reverse();
            }
            Ok(order)
        })
    }

    /// The switches of the rules, as a set by their places in [`RULES`].
    fn switches(&mut self) -> Result<u128, Invalid> {
        self.file(&format!("configJ{}.sbt", self.player), "configSBT", |file| {
            let mut set = 0;
            for (place, (rule, here)) in RULES.into_iter().enumerate() {
                if place == PHYSICAL {
                    file.pass("the side of the wind", 0_u8)?;
                }
                let on = file.truth(rule, here)?;
                set |= u128::from(on) << place;
                let other = if on { "are left out" } else { "are off, and on here" };
                let known = [PHYSICAL, SINKS].contains(&place);
                file.note(on != here && !known, format!("{rule} {other}"));
            }
            file.truth("whether time is limited", true)?;
            file.pass("a number of seconds", SECONDS)?;
            Ok(set)
        })
    }

    /// How the mechs have moved. The other files lack the distances: those of other referees are
    /// taken for two thirds of the longest.
    fn moves(&mut self, mechs: &mut [Mech]) -> Result<(), Invalid> {
        let given = mechs.iter().map(|mech| mech.moved.mode as usize).collect();
        let modes = self.file("mov.sbt", "movSBT", |file| {
            file.list("a number of mechs", given, |file, mode: usize| {
                file.index("a way to move", &MODES, mode)
            })
        })?;
        for (mech, mode) in mechs.iter_mut().zip(modes) {
            let record = mech.record;
            let most = [0, record.walk, record.run(), record.jump][mode];
            let mode = [Mode::Stay, Mode::Walk, Mode::Run, Mode::Jump][mode];
            let hexes =
                if self.source.is_some() { (2 * most).div_ceil(3) } else { mech.moved.hexes };
            mech.moved = Moved { mode, hexes, ..Moved::default() };
        }
        Ok(())
    }

    /// What the other files lack, in a file that only the referee of this program writes: the seed,
    /// the turn, the last turn, and for each mech the hexes that it has moved and whether its pilot
    /// is conscious.
    fn turn(&mut self, mechs: &mut [Mech]) -> Result<(u64, [u16; 2]), Invalid> {
        let name = "turno.sbt";
        if let Some(source) = self.source
            && source(name)?.is_none()
        {
            let seed = Key::of_texts(Purpose::Playing, [&*format!("{mechs:?}")]).word();
            return Ok((seed, [1, LAST_TURN]));
        }
        let (turns, seed) = ([self.given.turn, self.given.turns], self.seed);
        self.file(name, "turnoSBT", |file| {
            let seed = file.pass("a seed", seed)?;
            let turns = file.all("a turn", turns)?;
            for mech in mechs {
                mech.moved.hexes = file.pass("a number of hexes", mech.moved.hexes)?;
                let conscious = file.truth("whether the pilot is conscious", !mech.unconscious)?;
                mech.unconscious = !conscious;
            }
            Ok((seed, turns))
        })
    }
}

fn missing(name: &str) -> Invalid {
    Invalid::new(name, "the file is missing", "write it into the folder")
}

/// What all players know of a mech.
fn pass_mech(file: &mut File<'_>, mech: &mut Mech, destroyed: bool) -> Result<(), Invalid> {
    let active = file.truth("whether the mech is active", !destroyed)?;
    mech.shutdown = file.truth("whether it is shut down", mech.shutdown)?;
    let bogged = file.truth("whether it is bogged down", false)?;
    mech.prone = file.truth("whether it is prone", mech.prone)?;
    if active {
        mech.hex = file.pass("a hex such as 0304", mech.hex)?;
    } else {
        file.pass("a hex", mech.hex.to_string())?;
    }
    let torso = mech.torso_facing();
    mech.facing = file.pass("a side from 1 to 6", mech.facing)?;
    let torso = file.pass("a side from 1 to 6", torso)?;
    mech.torso = match mech.facing.clockwise_to(torso) {
        _ if mech.prone => Torso::Centre,
        0 => Torso::Centre,
        1 => Torso::Right,
        5 => Torso::Left,
        _ => {
            let help = "write the side of the feet or one beside it";
            return Err(file.refused("the torso is turned by more than one side", help));
        }
    };
    mech.heat = file.pass("heat", mech.heat)?;
    let burns = file.truth("whether it burns", false)?;
    let held = file.truth("whether it holds a club", mech.club.is_some())?;
    let tree = file.pass("a kind of club", u8::from(mech.club == Some(Club::Tree)))? == 1;
    mech.club = held.then_some(if tree { Club::Tree } else { Club::Limb });
    mech.armour = file.all("points of armour", mech.armour)?;
    mech.structure = file.all("points of structure", mech.structure)?;
    file.note(bogged, "a mech that is bogged down is taken for a free one");
    file.note(burns, "the heat of mechs that burn is left out");
    if !active {
        mech.lose(Location::Ct);
    }
    Ok(())
}

/// What a player alone knows of its mech.
fn pass_own(file: &mut File<'_>, doubled: bool, mech: &mut Mech) -> Result<(), Invalid> {
    let (record, unit) = (mech.record, *mech);
    let mut fired = unit.fired;
    let pickup = fired.contains(Means::Pickup);
    let has_fired = |location| pickup || unit.has_fired_from(location);
    let locations = Location::ALL.into_iter().filter(|location| has_fired(*location));
    let locations = locations.fold(0, |set, location| set | 1 << location as u8);
    file.all("movement points", [unit.walk(), unit.run(), unit.jump()])?;
    let sinks = [unit.sinks().saturating_sub(unit.sinks_off), unit.sinks_off];
    let [_, off] = file.all("a number of heat sinks", sinks)?;
    let wounds = file.pass("a number of wounds", unit.wounds)?;
    let conscious = file.truth("whether the pilot is conscious", !unit.unconscious)?;
    let hits = file.set("whether a slot is hit", unit.hits, SLOTS)? & record.filled;
    // All locations stand for a club that was taken in place of all attacks.
    let locations = file.set("whether a location has fired", locations, 8)?;
    if locations == 0xff {
        fired.insert(Means::Pickup);
    }
    let mounts = record.weapons.iter().filter(|_| locations != 0xff);
    for mount in mounts.filter(|mount| locations >> mount.location as u8 & 1 != 0) {
        fired.insert(Means::Weapon(mount.slot));
    }
    // The numbers of double sinks are not those of the game.
    if doubled {
        fired.insert(Means::Sinks);
    }
    file.list("a number of bins", Vec::new(), |file, ()| {
        file.index("a location", &LOCATIONS, 0)?;
        file.pass("a slot", 0_u8)
    })?;
    mech.sinks_off = (u16::from(off) * (1 + u16::from(doubled))).min(record.sinks.into()) as u8;
    mech.unconscious = !conscious;
    (mech.wounds, mech.hits, mech.fired) = (wounds, hits, fired);
    Ok(())
}
