//! The own character of a person: traits that were estimated from its decisions.

use super::{Profile, SOURCE};
use crate::words::{list, plain};
use rivals_core::document::{
    Block, Cell, Chart, Column, Columns, Panel, Row, RowContent, Rows, Table,
};
use rivals_core::personalities::{Personality, Traits};
use rivals_core::text::number::{counted, fixed, significant};

/// A trait whose region is wider than this part of its scale, and has the neutral value in it,
/// counts as unknown.
const WIDEST: f64 = 0.25;

/// The character of a person, estimated from its decisions.
#[derive(Clone, Debug)]
pub struct Character {
    /// The estimates as a personality; traits that are not known are neutral.
    pub personality: Personality,
    /// The traits that were measured.
    pub estimates: Vec<Measured>,
    /// The number of different decisions that they are from.
    pub decisions: usize,
    /// What is taken of traits that were not measured, as a clause.
    pub assumed: &'static str,
}

/// A trait that was estimated, with its region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The key of its scale.
    pub key: &'static str,
    /// The lower end of the region.
    pub low: f64,
    /// The most likely value.
    pub best: f64,
    /// The upper end of the region.
    pub high: f64,
}

impl Measured {
    /// Whether the region is narrow enough for the most likely value to say something, or shows
    /// that the person is not neutral.
    pub fn is_known(&self) -> bool {
        let scale = Traits::SCALES.iter().find(|scale| scale.key == self.key);
        scale.is_some_and(|scale| {
            self.high - self.low <= WIDEST * (scale.high - scale.low)
                || !(self.low..=self.high).contains(&scale.neutral)
        })
    }
}

impl Character {
    /// Whether any trait is known.
    pub fn is_known(&self) -> bool {
        self.estimates.iter().any(Measured::is_known)
    }

    /// The keys of the traits and values that were not measured; they are neutral in the
    /// personality, but for those that are taken to be like a measured one.
    fn unmeasured(&self) -> Vec<&'static str> {
        let keys = self.personality.figures().map(|(scale, _)| scale.key);
        let measured = |key: &&str| self.estimates.iter().all(|estimate| estimate.key != *key);
        keys.filter(measured).collect()
    }

    /// The file of the personality.
    pub fn file(&self) -> String {
        let Personality { id, name, character, .. } = &self.personality;
        // A JSON string without control characters is a TOML string.
        let quoted = |text: &str| serde_json::to_string(text).expect("a text");
        let mut text = format!(
            "id = {}\nname = {}\ncharacter = {}\n\n[traits]\n",
            quoted(id),
            quoted(name),
            quoted(character)
        );
        let figures = self.personality.figures();
        for (scale, figure) in figures.filter(|(scale, figure)| scale.neutral != *figure) {
            text += &format!("{} = {figure}\n", scale.key);
        }
        for Measured { key, low, best, high } in &self.estimates {
            text += &format!("# {key}: from {low:.3} to {high:.3}, most likely {best:.3}\n");
        }
        text + &format!("# not measured: {}\n", self.unmeasured().join(", "))
    }
}

pub(super) fn character(name: &str, profile: &Profile) -> Vec<Block> {
    let Some(character) = &profile.character else {
        return vec![Block::text(format!(
            "There are too few decisions to estimate the character of {name}."
        ))];
    };
    let figure = |value: f64| Cell::figure(value, fixed(value, 3));
    let known = |one: &Measured| Cell::words(if one.is_known() { "" } else { "unknown" });
    let columns: &Columns<'_, Measured> = &[
        (Column::words("trait"), &|one| Cell::words(plain(one.key))),
        (Column::figures("low"), &|one| figure(one.low)),
        (Column::figures("most likely"), &|one| figure(one.best)),
        (Column::figures("high"), &|one| figure(one.high)),
        (Column::words("known"), &known),
    ];
    let caption = format!(
        "Estimates from {}, with regions of 99.9 %. A trait whose region is wider than a quarter of \
         its scale, with the neutral value in it, counts as unknown, and is neutral in the personality.",
        counted(character.decisions as u64, "different decision", "different decisions")
    );
    let table = Block::Table(Table::of(SOURCE, caption, &character.estimates, columns));
    let unmeasured: Vec<String> = character.unmeasured().into_iter().map(plain).collect();
    let others = Block::text(format!(
        "Not measured, as the decisions do not tell them apart: {}. They are neutral in the \
         personality, and {}.",
        list(&unmeasured),
        character.assumed
    ));
    let drawn = character.is_known().then(|| known_traits(name, character));
    drawn.into_iter().chain([table, others]).collect()
}

/// The known traits, each on its scale.
fn known_traits(name: &str, character: &Character) -> Block {
    let is_known = |key| character.estimates.iter().any(|one| one.key == key && one.is_known());
    let figures = character.personality.figures().filter(|(scale, _)| is_known(scale.key));
    let figures: Vec<_> = figures.collect();
    let rows = figures.iter().map(|&(scale, figure)| {
        let at = |value: f64| (value - scale.low) / (scale.high - scale.low);
        Row {
            name: plain(scale.key),
            content: RowContent::Position { at: at(figure), neutral: at(scale.neutral) },
            value: significant(figure, 3),
        }
    });
    let rows: Vec<Row> = rows.collect();
    let differ = figures.iter().zip(&rows).filter(|((scale, figure), _)| scale.neutral != *figure);
    let differ: Vec<String> =
        differ.map(|(_, row)| format!("{} {}", row.name, row.value)).collect();
    let told = if differ.is_empty() {
        "all known traits are neutral.".to_owned()
    } else {
        format!("{}; the other known ones are neutral.", list(&differ))
    };
    let chart = Rows { axis: None, names: Vec::new(), groups: vec![(String::new(), rows)] };
    let caption =
        format!("The known traits of {name}, each on its scale; the line marks optimal play.");
    let panel = Panel::new("", told, Chart::Rows(chart));
    Block::figure("traits", "Known traits", SOURCE, caption, [panel])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file of a character is read back as the same personality.
    #[test]
    fn the_file_of_a_character() {
        let mut personality = Personality::neutral("ana");
        personality.name = "\"Ana\" \\n 龍".to_owned();
        personality.character = "Estimated from 30 decisions in 2 games.".to_owned();
        personality.traits.risk_aversion = -0.313;
        personality.traits.calculation = 0.97;
        let character = Character {
            personality,
            estimates: vec![Measured { key: "risk_aversion", low: -0.5, best: -0.313, high: 0.1 }],
            decisions: 30,
            assumed: "",
        };
        let source = rivals_league::config::Source::new("ana.toml", character.file());
        let read =
            rivals_league::personality_files::read(&source, rivals_core::play::AgentKinds::NONE)
                .unwrap();
        assert_eq!(read, character.personality);
    }
}
