//! The list of all players: their names, then their traits and values; a dot marks a neutral
//! one.

use rivals_core::document::{Block, Cell, Column, Document};
use rivals_core::personalities::{Member, Roster, Traits, Values};
use rivals_core::text::number::fixed;

/// The list of the whole roster.
#[must_use]
pub fn list(roster: &Roster) -> Document {
    let columns = vec![Column::words("id"), Column::words("name"), Column::words("character")];
    let rows = roster.members.iter().map(|member| {
        let words = [member.id(), member.name(), &member.character()].map(Cell::words);
        words.to_vec()
    });
    let mut blocks = vec![Block::table("", "", columns, rows)];
    let personalities: Vec<_> = (roster.members.iter()).filter_map(Member::personality).collect();
    if !personalities.is_empty() {
        let scales = Traits::SCALES.into_iter().chain(Values::SCALES);
        let figures = scales.map(|scale| Column::figures(scale.header.replace('\n', " ")));
        let rows = personalities.iter().map(|personality| {
            let figures = personality.figures().map(|(scale, figure)| {
                let neutral = figure == scale.neutral;
                let text = if neutral { "·".to_owned() } else { fixed(figure, 2) };
                Cell::figure(figure, text)
            });
            [Cell::words(&*personality.id)].into_iter().chain(figures).collect()
        });
        let columns = [Column::words("id")].into_iter().chain(figures).collect();
        blocks.push(Block::table("", "", columns, rows));
        let explanation =
            "A dot is neutral, as in optimal play. `rivals roster show ID` draws one.";
        blocks.push(Block::text(explanation));
    }
    let beside: Vec<&str> = roster.beside.iter().map(Member::id).collect();
    if !beside.is_empty() {
        blocks.push(Block::text(format!("The personalities play as well: {}.", beside.join(", "))));
    }
    Document::answer("Players", blocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::text;
    use rivals_core::personalities::Personality;
    use rivals_league::personality_files::{built_in, fake};
    use unicode_width::UnicodeWidthStr;

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
                for line in text(&list(&roster), Some(width)).lines() {
                    assert!(line.width() <= width, "{width}: {line}");
                }
            }
        }
    }
}
