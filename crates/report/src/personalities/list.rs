//! The list of all players: their names, then their traits and values; a dot marks a neutral
//! one.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::{ALL_COLUMNS, NARROWEST, WIDTH};
use crate::terminal::{Column, note, table};
use rivals_core::personalities::{Member, Personality, Roster, Scale, Traits, Values};
use rivals_core::text::number::fixed;

/// The widest column of names.
const NAMES: usize = 24;

/// The list of the whole roster, for a terminal of `width` columns.
#[must_use]
pub fn list(roster: &Roster, width: Option<usize>) -> String {
    let width = width.unwrap_or(WIDTH).max(NARROWEST);
    let mut text = characters(roster, width) + "\n";
    let personalities: Vec<_> = (roster.members.iter()).filter_map(Member::personality).collect();
    if personalities.is_empty() {
        return text;
    }
    for table in figures(&personalities, width) {
        text += &(table + "\n");
    }
    let explanation = "A dot is neutral, as in optimal play. `rivals roster show ID` draws one.";
    text + &note(explanation, Some(width))
}

/// The table of ids, names and characters, without names on a narrow terminal.
fn characters(roster: &Roster, width: usize) -> String {
    let columns = ["id", "name", "character"].map(|name| (name, Column::left(name)));
    let widest = |texts: &mut dyn Iterator<Item = &str>| {
        texts.map(UnicodeWidthStr::width).max().unwrap_or(0)
    };
    let ids = widest(&mut roster.members.iter().map(Member::id));
    let names = widest(&mut roster.members.iter().map(Member::name)).min(NAMES);
    // Two gaps of two, and the column that the rule below the header has at its end.
    let named = width >= ALL_COLUMNS;
    let left =
        if named { width.saturating_sub(ids + names + 5) } else { width.saturating_sub(ids + 3) };
    let rows: Vec<_> = (roster.members.iter())
        .map(|member| {
            let name = named.then(|| textwrap::fill(member.name(), names));
            let character = textwrap::fill(&member.character(), left);
            let id = [member.id().to_owned()].into_iter();
            id.chain(name).chain([character]).collect()
        })
        .collect();
    let columns = columns.into_iter().filter(|(name, _)| named || *name != "name");
    let columns: Vec<Column> = columns.map(|(_, column)| column).collect();
    table(&columns, &rows, 2)
}

/// The figures in as few tables as fit: traits and values in one table, or in two.
fn figures(personalities: &[&Personality], width: usize) -> Vec<String> {
    let scales: Vec<Scale> = Traits::SCALES.into_iter().chain(Values::SCALES).collect();
    let drawn = |part: Range<usize>, gap: u16| {
        let headers = scales[part.clone()].iter().map(|scale| scale.header);
        let mut columns = vec![Column::left("\nid")];
        columns.extend(headers.map(Column::right));
        let written = |(scale, figure): (Scale, f64)| {
            if figure == scale.neutral { "·".to_owned() } else { fixed(figure, 2) }
        };
        let row = |personality: &&Personality| {
            let figures = personality.figures().skip(part.start).take(part.len());
            let id = personality.id.clone();
            [id].into_iter().chain(figures.map(written)).collect()
        };
        let rows: Vec<_> = personalities.iter().map(row).collect();
        table(&columns, &rows, gap)
    };
    let fits = |text: &String| text.lines().all(|line| line.width() <= width);
    let fitting =
        |part: &Range<usize>| [2, 1].map(|gap| drawn(part.clone(), gap)).into_iter().find(fits);
    let (all, traits) = (scales.len(), Traits::SCALES.len());
    match fitting(&(0..all)) {
        Some(one) => vec![one],
        None => [0..traits, traits..all]
            .into_iter()
            .flat_map(|part| match fitting(&part) {
                Some(one) => vec![one],
                None => {
                    let middle = part.start + part.len().div_ceil(2);
                    let halves = [part.start..middle, middle..part.end];
                    halves.map(|half| fitting(&half).unwrap_or_else(|| drawn(half, 1))).to_vec()
                }
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_league::personality_files::{built_in, fake};

    #[test]
    fn the_headers_are_the_scales() {
        for scale in Traits::SCALES.iter().chain(&Values::SCALES) {
            let words = scale.header.split(|c: char| !c.is_ascii_alphabetic());
            let longest = words.max_by_key(|word| word.len()).unwrap();
            let key = scale.key.replace('_', "");
            assert!(key.contains(&longest[..3]), "{} {key}", scale.header);
        }
    }

    /// The widest possible list: long ids, wide names, long words, long figures.
    #[test]
    fn the_list_fits() {
        let mut roster = built_in(fake::KINDS);
        let mut long = Personality::neutral("x".repeat(24));
        long.name = "龍".repeat(40);
        long.character = "m".repeat(200);
        long.traits = Traits::from_figures([-4.0, -4.0, 1.5, 1.5, 0.5, 0.5, -0.25, 599.99]);
        long.values = Values::from_figures([0.5; 5]);
        for widest in [None, Some(long)] {
            roster.members.extend(widest.map(Member::Personality));
            for width in [60, 72, 80, 100, 120] {
                for line in list(&roster, Some(width)).lines() {
                    assert!(line.width() <= width, "{width}: {line}");
                }
            }
        }
    }
}
