//! The list of all players: their names, then the figures that are not neutral.

use super::{NARROWEST, WIDTH};
use crate::personalities::{Member, Personality, Roster, Traits, Values};
use crate::text::table::{Column, note, table};
use unicode_width::UnicodeWidthStr;

/// The widest column of names.
const NAMES: usize = 24;

/// The list of the whole roster, for a terminal of `width` columns.
#[must_use]
pub(crate) fn list(roster: &Roster, width: Option<usize>) -> String {
    let width = width.unwrap_or(WIDTH).max(NARROWEST);
    let mut text = characters(roster, width) + "\n";
    let personalities: Vec<_> = (roster.members.iter())
        .filter_map(Member::personality)
        .collect();
    if personalities.is_empty() {
        return text;
    }
    for figures in figures(&personalities, width) {
        text += &figures;
        text.push('\n');
    }
    let explanation = "A dot is neutral, as in optimal play. `rivals roster show ID` draws one.";
    text + &note(explanation, Some(width))
}

/// The table of ids, names and characters.
fn characters(roster: &Roster, width: usize) -> String {
    let columns = [
        Column::left("id"),
        Column::left("name"),
        Column::left("character"),
    ];
    let widest = |texts: &mut dyn Iterator<Item = &str>| {
        texts.map(UnicodeWidthStr::width).max().unwrap_or(0)
    };
    let ids = widest(&mut roster.members.iter().map(Member::id));
    let names = widest(&mut roster.members.iter().map(Member::name)).min(NAMES);
    // Two gaps of two, and the column that the rule below the header has at its end.
    let left = width.saturating_sub(ids + names + 5);
    let rows: Vec<_> = (roster.members.iter())
        .map(|member| {
            vec![
                member.id().to_owned(),
                textwrap::fill(member.name(), names),
                textwrap::fill(&member.character(), left),
            ]
        })
        .collect();
    table(&columns, &rows, 2)
}

/// The figures in as few tables as fit: traits and values in one table, or in two.
fn figures(personalities: &[&Personality], width: usize) -> Vec<String> {
    let part = |part: std::ops::Range<usize>, gap: u16| {
        let mut columns = vec![Column::left("\nid")];
        let scales = Traits::SCALES.iter().chain(&Values::SCALES);
        let headers: Vec<_> = scales.map(|scale| scale.header).collect();
        columns.extend(headers[part.clone()].iter().copied().map(Column::right));
        let rows: Vec<_> = (personalities.iter())
            .map(|personality| {
                let figures = personality.figures().collect::<Vec<_>>();
                let mut row = vec![personality.id.clone()];
                row.extend(figures[part.clone()].iter().map(|&(scale, figure)| {
                    if figure == scale.neutral {
                        "·".to_owned()
                    } else {
                        format!("{figure:.2}")
                    }
                }));
                row
            })
            .collect();
        table(&columns, &rows, gap)
    };
    let fits = |text: &String| text.lines().all(|line| line.width() <= width);
    let traits = Traits::SCALES.len();
    let all = 0..traits + Values::SCALES.len();
    let one = [2, 1].into_iter().map(|gap| part(all.clone(), gap));
    if let Some(table) = one.into_iter().find(fits) {
        return vec![table];
    }
    [0..traits, traits..all.end]
        .map(|range| {
            let wide = part(range.clone(), 2);
            if fits(&wide) { wide } else { part(range, 1) }
        })
        .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personalities::roster::agents;

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
        let mut roster = Roster::built_in(agents::KINDS);
        let mut long = Personality::neutral("x".repeat(24));
        long.name = "龍".repeat(40);
        long.character = "m".repeat(200);
        long.traits = Traits::from_figures([-4.0, -4.0, 1.5, 1.5, 0.5, 0.5, -0.25, 599.99]);
        long.values = Values::from_figures([0.5; 5]);
        for widest in [None, Some(long)] {
            roster.members.extend(widest.map(Member::Personality));
            for width in [80, 100, 120] {
                for line in list(&roster, Some(width)).lines() {
                    assert!(line.width() <= width, "{width}: {line}");
                }
            }
        }
    }
}
