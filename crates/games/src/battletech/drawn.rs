//! Maps that are drawn for openings.

#![expect(
    clippy::cast_possible_truncation,
    reason = "numbers of columns, rows and hexes of patches"
)]

use std::collections::{BTreeMap, BTreeSet};

use rand::Rng;
use rivals_core::play::draw;

use super::hex::{Hex, Side};
use super::map::Map;

/// Patches of ground: what lies on the first hex, and on the others; their number, and the most
/// hexes of one.
const PATCHES: [(&str, &str, usize, usize); 5] = [
    ("level 2", "level 1", 5, 6),
    ("water 2", "water 1", 2, 4),
    ("heavy", "light", 8, 5),
    ("light", "heavy", 3, 3),
    ("rubble", "rubble", 4, 1),
];

/// The columns, rows and facings of the seats' starts: the first of each, and their number.
const STARTS: [([usize; 2], [usize; 2], u8); 4] =
    [([4, 9], [1, 2], 4), ([4, 9], [16, 2], 1), ([1, 2], [5, 9], 2), ([14, 2], [5, 9], 5)];

impl Map {
    /// A map of hills, woods and ponds in the size of the built-in ones, with four starts.
    #[must_use]
    pub fn random(rng: &mut dyn Rng) -> Self {
        let mut drawn = |first: usize, number: usize| (first + draw(rng, number)) as u8;
        let starts = STARTS.map(|([column, columns], [row, rows], facing)| {
            (Hex::new(drawn(column, columns), drawn(row, rows)), facing)
        });
        // The hexes that have their level, and those that have something on them.
        let mut levelled: BTreeSet<Hex> = starts.iter().map(|(hex, _)| *hex).collect();
        let mut covered = levelled.clone();
        let mut lines: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (first, others, patches, most) in PATCHES {
            for _ in 0..patches {
                let mut hex = Hex::new(drawn(1, 15), drawn(1, 17));
                let mut ground = first;
                for _ in 0..drawn(1, most) {
                    let [level, water] = ["level", "water"].map(|word| first.starts_with(word));
                    let on_map = (1..=15).contains(&hex.column) && (1..=17).contains(&hex.row);
                    let taken = (level || water) && levelled.contains(&hex)
                        || !level && covered.contains(&hex);
                    if on_map && !taken {
                        lines.entry(ground).or_default().push(hex.to_string());
                        if level || water {
                            levelled.insert(hex);
                        }
                        if !level {
                            covered.insert(hex);
                        }
                        ground = others;
                    }
                    hex = hex.beyond(Side::ALL[usize::from(drawn(0, 6))]);
                }
            }
        }
        let features = lines.iter().map(|(ground, hexes)| format!("{ground}: {}", hexes.join(" ")));
        let starts = starts.map(|(hex, facing)| format!("{hex}:{facing}")).join(" ");
        let size = ["15x17".to_owned()];
        let lines = size.into_iter().chain(features).chain([format!("start: {starts}")]).collect();
        Self::read(lines).expect("what is drawn follows the notation")
    }
}
