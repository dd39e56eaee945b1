//! Maps: the ground of each hex, what it costs to enter, and the notation of the protocol.
//!
//! A map is the name of a built-in one or a list of lines. The first line is the size, columns by
//! rows; each other line is a feature, a colon, and hexes, where `0304-0307` is a run down a column:
//!
//! ```text
//! 15x17
//! level 1: 0405-0407 0506       1 to 9; for a building, the height of its roof
//! water 2: 0808                 depth 0 to 3, which is level 0 to -3
//! light: 0309                   also heavy, rubble, paved
//! building 40: 0405             with this construction factor, 1 to 120
//! road: 0801-0817               each hex adjacent to the one before
//! start: 0802:4 0816:1          hexes and facings of the seats
//! ```

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "levels are at most 9, and places below 900"
)]

use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use rivals_core::json::{one_of, read};
use rivals_core::values::{Invalid, within};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::hex::{Hex, Side};

/// The most columns, and the most rows.
pub const LONGEST: u8 = 30;
/// The most seats.
pub const SEATS: usize = 4;

static BUILT_IN: LazyLock<[Arc<Map>; 4]> = LazyLock::new(|| {
    let maps = [
        ("open", include_str!("data/maps/open.txt")),
        ("wooded", include_str!("data/maps/wooded.txt")),
        ("terraces", include_str!("data/maps/terraces.txt")),
        ("city", include_str!("data/maps/city.txt")),
    ];
    maps.map(|(name, text)| {
        let map = Map::read(text.lines().map(str::to_owned).collect());
        let map = map.expect("the built-in maps follow their notation");
        Arc::new(Map { name: Some(name), ..map })
    })
});

/// What a hex holds, beside its level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Feature {
    /// Nothing.
    #[default]
    Clear,
    /// Water, whose depth is the level below 0.
    Water,
    /// Light woods.
    Light,
    /// Heavy woods.
    Heavy,
    /// Rubble.
    Rubble,
    /// A building with this construction factor.
    Building(u8),
    /// Swamp, by the optional rules alone.
    Swamp,
}

/// The ground of a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// The level of the ground, of a roof, or of the ground below water.
    pub level: i8,
    /// What stands or lies on it.
    pub feature: Feature,
    /// The sides that roads lead through, as bits by [`Side::index`].
    pub roads: u8,
    /// Whether it lies in smoke, by the optional rules alone.
    pub smoke: bool,
}

impl Ground {
    /// The depth of the water; 0 on land.
    #[must_use]
    #[inline]
    pub const fn depth(&self) -> u8 {
        if self.level < 0 { self.level.unsigned_abs() } else { 0 }
    }

    /// The number of woods for sight and attacks: those that grow here, or 2 for smoke.
    #[must_use]
    #[inline]
    pub const fn woods(&self) -> u8 {
        if self.smoke { 2 } else { self.trees() }
    }

    /// The number of woods that grow here: 1 light, 2 heavy.
    #[must_use]
    #[inline]
    pub const fn trees(&self) -> u8 {
        match self.feature {
            Feature::Light => 1,
            Feature::Heavy => 2,
            _ => 0,
        }
    }

    /// The greatest weight that may stand here.
    #[must_use]
    pub const fn bears(&self) -> u8 {
        if let Feature::Building(factor) = self.feature { factor } else { u8::MAX }
    }

    /// The modifier of the piloting check of a mech that enters, if there is one.
    #[must_use]
    pub const fn check(&self) -> Option<i8> {
        match (self.feature, self.depth()) {
            (Feature::Rubble, _) => Some(1),
            (Feature::Swamp, _) => Some(0),
            (_, 0) => None,
            (_, depth) => Some(depth as i8 - 2),
        }
    }

    /// The cost of entering without roads and levels.
    const fn cost(&self) -> u8 {
        match (self.feature, self.depth()) {
            (Feature::Rubble | Feature::Light | Feature::Swamp, _) | (_, 1) => 2,
            (Feature::Heavy, _) => 3,
            (_, 2..) => 4,
            _ => 1,
        }
    }
}

/// A step over a side of a hex that is not too steep.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The place of the hex that is entered.
    pub to: u16,
    /// The cost with the level change.
    pub cost: u8,
    /// The difference of the levels.
    pub climb: u8,
    /// Whether runners may not enter.
    pub wet: bool,
    /// Whether entering needs a piloting check.
    pub checked: bool,
    /// The greatest weight that may enter.
    pub bears: u8,
}

/// A map. Its hexes have places from 0, in their order: down the first column, then the next.
#[derive(Clone, Debug)]
pub struct Map {
    /// The name of a built-in map.
    name: Option<&'static str>,
    /// The notation.
    pub lines: Vec<String>,
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    grounds: Vec<Ground>,
    entries: Vec<[Option<Entry>; 6]>,
    /// Where the seats begin in setups; there may be fewer starts than seats.
    pub starts: Vec<(Hex, Side)>,
    /// Whether no hex needs a piloting check.
    pub safe: bool,
    /// The highest level.
    pub highest: i8,
    /// Whether mechs may enter buildings that are too weak for them, by the optional rules alone.
    pub collapses: bool,
}

impl Map {
    /// The built-in map of this name.
    ///
    /// # Errors
    /// [`Invalid`], if there is none.
    pub fn named(name: &str) -> Result<Arc<Self>, Invalid> {
        let found = BUILT_IN.iter().find(|map| map.name == Some(name));
        let names = || BUILT_IN.iter().filter_map(|map| map.name).collect::<Vec<_>>();
        found.cloned().ok_or_else(|| one_of(name, &names()))
    }

    /// Reads a map from its lines.
    ///
    /// # Errors
    /// [`Invalid`] of the line that is wrong.
    pub fn read(lines: Vec<String>) -> Result<Self, Invalid> {
        let first = lines.first().map_or("", String::as_str);
        let length = |text: &str| text.parse().ok().filter(|length| (1..=LONGEST).contains(length));
        let size: Option<Vec<u8>> = first.split('x').map(length).collect();
        let Some(&[columns, rows]) = size.as_deref() else {
            let help = "write columns by rows, such as 15x17, with 1 to 30 of each";
            return Err(Invalid::new("[0]", format!("\"{first}\" is not a size"), help));
        };
        let hexes = usize::from(columns) * usize::from(rows);
        let mut map = Self {
            name: None,
            lines: Vec::new(),
            columns,
            rows,
            grounds: vec![Ground::default(); hexes],
            entries: Vec::new(),
            starts: Vec::new(),
            safe: true,
            highest: 0,
            collapses: false,
        };
        let mut given = vec![0; hexes];
        for (at, line) in lines.iter().enumerate().skip(1) {
            map.read_line(line, &mut given).map_err(|error| error.under(&format!("[{at}]")))?;
        }
        map.lines = lines;
        map.finish();
        Ok(map)
    }

    /// The map with lines that replace what hexes hold, with smoke in some hexes, and with buildings
    /// that may collapse. Its notation stays as it was.
    pub(super) fn changed(&self, lines: &[String], smoke: &[Hex]) -> Result<Self, Invalid> {
        let mut map = Self { collapses: true, ..self.clone() };
        for (at, line) in lines.iter().enumerate() {
            map.read_line(line, &mut []).map_err(|error| error.under(&format!("[{at}]")))?;
        }
        for (hex, ground) in self.hexes().zip(&mut map.grounds) {
            ground.smoke = smoke.contains(&hex);
        }
        map.finish();
        Ok(map)
    }

    /// Derives what follows from the grounds.
    fn finish(&mut self) {
        self.highest = self.grounds.iter().map(|ground| ground.level).max().unwrap_or(0);
        let entries = self.hexes().map(|hex| Side::ALL.map(|side| self.entry_from(hex, side)));
        self.entries = entries.collect();
        let plain = |ground: &Ground| ground.check().is_none() && ground.bears() == u8::MAX;
        self.safe = self.grounds.iter().all(plain);
    }

    /// Reads one feature. `given` tells what the lines before have given each hex; it is empty for
    /// changes, which may replace it.
    fn read_line(&mut self, line: &str, given: &mut [u8]) -> Result<(), Invalid> {
        const FORM: &str = "write a feature, a colon, and hexes: level N, water D, light, heavy, \
                            rubble, paved, building CF, road or start";
        const ONCE: &str = "a hex has one level, one of water, woods, rubble or building, and no \
                            road or pavement in water";
        let [level, cover, wet, paved] = [1, 2, 4, 8];
        let unknown = || Invalid::new("", format!("\"{line}\" is not a line of a map"), FORM);
        let (feature, hexes) = line.split_once(':').ok_or_else(unknown)?;
        let (word, number) = match feature.split_once(' ') {
            Some((word, number)) => (word, Some(number)),
            None => (feature, None),
        };
        let size = |text: &str, range: RangeInclusive<u32>| -> Result<u8, Invalid> {
            let size: u8 = text.parse().map_err(|_| unknown())?;
            within("", size.into(), range).map(|()| size)
        };
        let found = |feature: Feature| (cover, cover, None, Some(feature));
        let (gives, excludes, height, holds) = match (word, number) {
            ("level", Some(text)) => (level, level, Some(size(text, 1..=9)? as i8), None),
            ("water", Some(text)) => {
                let bed = -(size(text, 0..=3)? as i8);
                (level | cover | wet, level | cover | paved, Some(bed), Some(Feature::Water))
            }
            ("building", Some(text)) => found(Feature::Building(size(text, 1..=120)?)),
            ("light", None) => found(Feature::Light),
            ("heavy", None) => found(Feature::Heavy),
            ("rubble", None) => found(Feature::Rubble),
            ("swamp", None) if given.is_empty() => found(Feature::Swamp),
            // Pavement changes nothing for mechs.
            ("paved" | "road", None) => (paved, wet, None, None),
            ("start", None) => {
                return hexes.split_whitespace().try_for_each(|text| self.read_start(text));
            }
            _ => return Err(unknown()),
        };
        let mut before: Option<Hex> = None;
        for hex in self.runs(hexes)? {
            let place = self.place(hex).expect("runs are on the map");
            if let Some(given) = given.get_mut(place) {
                if *given & excludes != 0 {
                    let message = format!("{hex} cannot be \"{feature}\" as well");
                    return Err(Invalid::new("", message, ONCE));
                }
                *given |= gives;
            }
            let ground = &mut self.grounds[place];
            // The roof of a building that collapses is gone.
            let roof = holds == Some(Feature::Rubble) && ground.bears() < u8::MAX;
            ground.level = height.unwrap_or(if roof { 0 } else { ground.level });
            ground.feature = holds.unwrap_or(ground.feature);
            if let Some(from) = before.filter(|_| word == "road") {
                self.pave(from, hex)?;
            }
            before = Some(hex);
        }
        Ok(())
    }

    /// Reads a start, such as `0802:4`.
    fn read_start(&mut self, text: &str) -> Result<(), Invalid> {
        let may = |(hex, _): &(Hex, Side)| {
            let taken = self.starts.iter().any(|(other, _)| other == hex);
            !taken && self.starts.len() < SEATS && self.place(*hex).is_some()
        };
        let start = Side::with_hex(text, ':').filter(may).ok_or_else(|| {
            let help = "write 1 to 4 hexes on the map with facings, such as 0802:4, each hex once";
            Invalid::new("", format!("\"{text}\" is not a start"), help)
        })?;
        self.starts.push(start);
        Ok(())
    }

    /// The hexes of a text such as `0304-0307 0506`.
    fn runs(&self, text: &str) -> Result<Vec<Hex>, Invalid> {
        let on_map = |text: &str| text.parse().ok().filter(|hex| self.place(*hex).is_some());
        let read = |run: &str| -> Option<_> {
            let (first, last) = run.split_once('-').unwrap_or((run, run));
            let (first, last): (Hex, Hex) = (on_map(first)?, on_map(last)?);
            let runs_down = first.column == last.column && first.row <= last.row;
            runs_down.then(|| (first.row..=last.row).map(move |row| Hex::new(first.column, row)))
        };
        let mut hexes = Vec::new();
        for run in text.split_whitespace() {
            hexes.extend(read(run).ok_or_else(|| {
                let help = format!(
                    "write hexes such as 0405, or runs down a column such as 0304-0307, in {} \
                     columns and {} rows",
                    self.columns, self.rows
                );
                Invalid::new("", format!("\"{run}\" is not a hex or run of hexes on the map"), help)
            })?);
        }
        Ok(hexes)
    }

    /// Lays a road from a hex to the next one.
    fn pave(&mut self, from: Hex, to: Hex) -> Result<(), Invalid> {
        let Some(side) = Side::ALL.into_iter().find(|&side| from.beyond(side) == to) else {
            let message = format!("the road goes from {from} to {to}");
            return Err(Invalid::new(
                "",
                message,
                "write hexes that are adjacent to the one before",
            ));
        };
        for (hex, side) in [(from, side), (to, side.turned(3))] {
            let place = self.place(hex).expect("runs are on the map");
            self.grounds[place].roads |= 1 << side.index();
        }
        Ok(())
    }

    /// The step over this side, if there is a hex that is not too steep.
    fn entry_from(&self, hex: Hex, side: Side) -> Option<Entry> {
        let to = self.place(hex.beyond(side))?;
        let (from, ground) = (self.at(hex), &self.grounds[to]);
        let change = from.level.abs_diff(ground.level);
        let road = from.roads & 1 << side.index() != 0;
        let cost = change + if road { 1 } else { ground.cost() };
        let checked = !road && ground.check().is_some();
        let (to, wet, bears) = (to as u16, ground.depth() > 0, ground.bears());
        (change <= 2).then_some(Entry { to, cost, climb: change, wet, checked, bears })
    }

    /// The number of hexes.
    #[must_use]
    #[inline]
    pub const fn hexes_in_all(&self) -> usize {
        self.grounds.len()
    }

    /// All hexes, in their order.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        let rows = self.rows;
        (1..=self.columns).flat_map(move |column| (1..=rows).map(move |row| Hex::new(column, row)))
    }

    /// The place of a hex; none if it lies off the map.
    #[must_use]
    #[inline]
    pub fn place(&self, hex: Hex) -> Option<usize> {
        let (column, row) = (hex.column.wrapping_sub(1), hex.row.wrapping_sub(1));
        let on_map = column < self.columns && row < self.rows;
        on_map.then(|| usize::from(column) * usize::from(self.rows) + usize::from(row))
    }

    /// Checks that the hex of a field lies on the map.
    ///
    /// # Errors
    /// [`Invalid`].
    pub fn check(&self, field: &str, hex: Hex) -> Result<(), Invalid> {
        let refused =
            || Invalid::new(field, format!("{hex} is not on the map"), "write a hex of the map");
        self.place(hex).map(|_| ()).ok_or_else(refused)
    }

    /// The hex of a place.
    #[must_use]
    #[inline]
    pub fn hex(&self, place: usize) -> Hex {
        let rows = usize::from(self.rows);
        Hex::new((place / rows + 1) as u8, (place % rows + 1) as u8)
    }

    /// The ground of a hex; none if it lies off the map.
    #[must_use]
    #[inline]
    pub fn ground(&self, hex: Hex) -> Option<&Ground> {
        self.grounds.get(self.place(hex)?)
    }

    /// The ground of a hex of the map.
    ///
    /// # Panics
    /// If the hex lies off the map.
    #[must_use]
    #[inline]
    pub fn at(&self, hex: Hex) -> &Ground {
        self.ground(hex).expect("the hex is on the map")
    }

    /// The step over a side of the hex with this place.
    #[inline]
    pub(super) fn entry(&self, place: usize, side: Side) -> Option<&Entry> {
        self.entries[place][side.index()].as_ref()
    }
}

/// Maps are the same if their notation is.
impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        (self.name, &self.lines) == (other.name, &other.lines)
    }
}

impl Eq for Map {}

/// The size alone: states that are compared lie on one map.
impl Hash for Map {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.columns, self.rows).hash(state);
    }
}

/// Writes a map: its name, or its lines.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(map: &Map, to: S) -> Result<S::Ok, S::Error> {
    match map.name {
        Some(name) => to.serialize_str(name),
        None => map.lines.serialize(to),
    }
}

/// Reads a map from its name or its lines.
///
/// # Errors
/// [`Invalid`] of the name or line that is wrong.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<Map>, D::Error> {
    let written = Value::deserialize(from)?;
    let read = match &written {
        Value::String(name) => Map::named(name),
        lines => read(lines).and_then(Map::read).map(Arc::new),
    };
    read.map_err(|error| D::Error::custom(format_args!("{error:#}")))
}
