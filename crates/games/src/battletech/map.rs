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

use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

use rivals_core::json::one_of;
use rivals_core::play::NotationError;
use rivals_core::values::Invalid;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserializer, Serialize, Serializer};

use super::hex::{Hex, Side};

/// The most columns, and the most rows.
pub const LONGEST: u8 = 30;
/// The most seats.
pub const SEATS: usize = 4;

static BUILT_IN: LazyLock<[(&str, Arc<Map>); 4]> = LazyLock::new(|| {
    let maps = [
        ("open", include_str!("data/maps/open.txt")),
        ("wooded", include_str!("data/maps/wooded.txt")),
        ("terraces", include_str!("data/maps/terraces.txt")),
        ("city", include_str!("data/maps/city.txt")),
    ];
    maps.map(|(name, text)| {
        let map = Map::read(text.lines().map(str::to_owned).collect());
        let map = map.expect("the built-in maps follow their notation");
        (name, Arc::new(Map { name: Some(name), ..map }))
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
}

/// The ground of a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// The level of the ground, of a roof, or of the ground below water.
    pub level: i8,
    /// What stands or lies on it.
    pub feature: Feature,
    /// Whether it is paved, which changes nothing for mechs.
    pub paved: bool,
    /// The sides that roads lead through, as bits by [`Side::index`].
    pub roads: u8,
}

impl Ground {
    /// The depth of the water; 0 on land.
    #[must_use]
    #[inline]
    pub const fn depth(&self) -> u8 {
        if self.level < 0 { self.level.unsigned_abs() } else { 0 }
    }

    /// The number of woods for sight and attacks: 1 light, 2 heavy.
    #[must_use]
    #[inline]
    pub const fn woods(&self) -> u8 {
        match self.feature {
            Feature::Light => 1,
            Feature::Heavy => 2,
            _ => 0,
        }
    }

    /// Whether a mech of this weight may stand here.
    #[must_use]
    pub const fn bears(&self, tons: u8) -> bool {
        match self.feature {
            Feature::Building(factor) => factor >= tons,
            _ => true,
        }
    }

    /// The modifier of the piloting check of a mech that enters, if there is one.
    #[must_use]
    pub const fn check(&self) -> Option<i8> {
        match (self.feature, self.depth()) {
            (Feature::Rubble, _) => Some(1),
            (_, 0) => None,
            (_, depth) => Some(depth as i8 - 2),
        }
    }

    /// The cost of entering without roads and levels.
    const fn cost(&self) -> u8 {
        match (self.feature, self.depth()) {
            (Feature::Rubble | Feature::Light, _) | (_, 1) => 2,
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
    /// Whether the levels differ.
    pub climbs: bool,
    /// Whether runners may not enter.
    pub wet: bool,
    /// Whether entering needs a piloting check.
    pub checked: bool,
    /// The greatest weight that may enter.
    pub bears: u8,
}

/// A map. Its hexes have places from 0, in their order: down the first column, then the next.
#[derive(Debug)]
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
}

impl Map {
    /// The built-in map of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Arc<Self>> {
        let found = BUILT_IN.iter().find(|(known, _)| *known == name);
        found.map(|(_, map)| Arc::clone(map))
    }

    /// Reads a map from its lines.
    ///
    /// # Errors
    /// [`Invalid`] of the line that is wrong.
    pub fn read(lines: Vec<String>) -> Result<Self, Invalid> {
        let first = lines.first().map_or("", String::as_str);
        let size = first.split_once('x').and_then(|(columns, rows)| {
            let [columns, rows] = [columns, rows].map(|text| text.parse().ok());
            Some((columns?, rows?))
        });
        let (columns, rows) = size
            .filter(|&(columns, rows)| is_length(columns) && is_length(rows))
            .ok_or_else(|| {
                let message = format!("\"{first}\" is not a size");
                let help = "write columns by rows, such as 15x17, with 1 to 30 of each";
                Invalid::new("[0]", message, help)
            })?;
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
        };
        let mut levels = vec![false; hexes];
        for (at, line) in lines.iter().enumerate().skip(1) {
            map.read_line(line, &mut levels).map_err(|error| {
                let (message, help) = error;
                Invalid::new(format!("[{at}]"), message, help)
            })?;
        }
        map.lines = lines;
        map.highest = map.grounds.iter().map(|ground| ground.level).max().unwrap_or(0);
        map.entries =
            (map.hexes().map(|hex| Side::ALL.map(|side| map.entry_from(hex, side)))).collect();
        map.safe = !map.grounds.iter().any(|ground| ground.check().is_some());
        Ok(map)
    }

    /// Reads one feature. `levels` tells which hexes have their level.
    fn read_line(&mut self, line: &str, levels: &mut [bool]) -> Result<(), Refused> {
        const FORM: &str = "write a feature, a colon, and hexes: level N, water D, light, heavy, \
                            rubble, paved, building CF, road or start";
        let unknown = || (format!("\"{line}\" is not a line of a map"), FORM.to_owned());
        let (feature, hexes) = line.split_once(':').ok_or_else(unknown)?;
        let (word, number) = match feature.split_once(' ') {
            Some((word, number)) => (word, Some(number)),
            None => (feature, None),
        };
        let number = match (word, number) {
            ("level", Some(text)) => number_of(text, 1, 9)?,
            ("water", Some(text)) => number_of(text, 0, 3)?,
            ("building", Some(text)) => number_of(text, 1, 120)?,
            ("light" | "heavy" | "rubble" | "paved" | "road" | "start", None) => 0,
            _ => return Err(unknown()),
        };
        if word == "start" {
            return hexes.split_whitespace().try_for_each(|text| self.read_start(text));
        }
        let mut before: Option<Hex> = None;
        for hex in self.runs(hexes)? {
            let place = self.place(hex).expect("runs are on the map");
            let mut level = |level: i8| {
                if std::mem::replace(&mut levels[place], true) {
                    let help = "write a hex in one line of levels or water";
                    return Err((format!("{hex} has two levels"), help.to_owned()));
                }
                Ok(level)
            };
            let ground = &mut self.grounds[place];
            match word {
                "level" => ground.level = level(number as i8)?,
                "paved" => ground.paved = true,
                "road" => {
                    if let Some(from) = before {
                        self.pave(from, hex)?;
                    }
                }
                _ => {
                    let feature = match word {
                        "water" => Feature::Water,
                        "light" => Feature::Light,
                        "heavy" => Feature::Heavy,
                        "rubble" => Feature::Rubble,
                        _ => Feature::Building(number),
                    };
                    if ground.feature != Feature::Clear {
                        let help = "a hex has one of water, woods, rubble or building";
                        return Err((format!("{hex} has two features"), help.to_owned()));
                    }
                    ground.feature = feature;
                    if feature == Feature::Water {
                        ground.level = level(-(number as i8))?;
                    }
                }
            }
            let ground = self.grounds[place];
            if ground.feature == Feature::Water && (ground.paved || ground.roads != 0) {
                let message = format!("{hex} is water, and paved or on a road");
                return Err((message, "write it in one of these lines".to_owned()));
            }
            before = Some(hex);
        }
        Ok(())
    }

    /// Reads a start, such as `0802:4`.
    fn read_start(&mut self, text: &str) -> Result<(), Refused> {
        let refused = || {
            let help = "write 1 to 4 hexes on the map with facings, such as 0802:4, each hex once";
            (format!("\"{text}\" is not a start"), help.to_owned())
        };
        let (hex, facing) = text.split_once(':').ok_or_else(refused)?;
        let start: (Hex, Side) =
            (hex.parse().map_err(|_| refused())?, facing.parse().map_err(|_| refused())?);
        let taken = self.starts.iter().any(|(other, _)| *other == start.0);
        if taken || self.starts.len() == SEATS || self.place(start.0).is_none() {
            return Err(refused());
        }
        self.starts.push(start);
        Ok(())
    }

    /// The hexes of a text such as `0304-0307 0506`.
    fn runs(&self, text: &str) -> Result<Vec<Hex>, Refused> {
        let mut hexes = Vec::new();
        for run in text.split_whitespace() {
            let (first, last) = run.split_once('-').unwrap_or((run, run));
            let read = |text: &str| {
                let hex: Hex = text.parse().map_err(|error: NotationError| {
                    (format!("\"{run}\" is not a hex or run of hexes"), error.help.to_owned())
                })?;
                let help = format!("the map has {} columns and {} rows", self.columns, self.rows);
                let on_map = self.place(hex).is_some();
                on_map.then_some(hex).ok_or_else(|| (format!("{hex} is not on the map"), help))
            };
            let (first, last) = (read(first)?, read(last)?);
            if first.column != last.column || first.row > last.row {
                let help = "write the first hex and the last, down one column: 0304-0307";
                return Err((format!("\"{run}\" is not a run of hexes"), help.to_owned()));
            }
            hexes.extend((first.row..=last.row).map(|row| Hex::new(first.column, row)));
        }
        Ok(hexes)
    }

    /// Lays a road from a hex to the next one.
    fn pave(&mut self, from: Hex, to: Hex) -> Result<(), Refused> {
        let Some(side) = Side::ALL.into_iter().find(|&side| from.beyond(side) == to) else {
            let message = format!("the road goes from {from} to {to}");
            return Err((message, "write hexes that are adjacent to the one before".to_owned()));
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
        let bears = match ground.feature {
            Feature::Building(factor) => factor,
            _ => u8::MAX,
        };
        let (climbs, wet) = (change != 0, ground.depth() > 0);
        (change <= 2).then_some(Entry { to: to as u16, cost, climbs, wet, checked, bears })
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

/// What is wrong with a line, and what to write instead.
type Refused = (String, String);

const fn is_length(length: u8) -> bool {
    1 <= length && length <= LONGEST
}

/// The number of a feature.
fn number_of(text: &str, low: u8, high: u8) -> Result<u8, Refused> {
    let number = text.parse().ok().filter(|number| (low..=high).contains(number));
    let help = || format!("write a number from {low} to {high}");
    number.ok_or_else(|| (format!("\"{text}\" is not a number from {low} to {high}"), help()))
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
    struct Written;

    impl<'de> Visitor<'de> for Written {
        type Value = Arc<Map>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("the name of a map or a list of lines")
        }

        fn visit_str<E: Error>(self, name: &str) -> Result<Arc<Map>, E> {
            let names = || BUILT_IN.iter().map(|(known, _)| *known).collect::<Vec<_>>();
            let unknown = || E::custom(format_args!("{:#}", one_of(name, &names())));
            Map::named(name).ok_or_else(unknown)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Arc<Map>, A::Error> {
            let mut lines = Vec::new();
            while let Some(line) = list.next_element()? {
                lines.push(line);
            }
            let refused = |error| A::Error::custom(format_args!("{error:#}"));
            Map::read(lines).map(Arc::new).map_err(refused)
        }
    }

    from.deserialize_any(Written)
}
