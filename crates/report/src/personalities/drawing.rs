//! One player: every figure of a personality as a point on its scale.

use rivals_core::document::{Block, Cell, Column, Columns, Document, Table};
use rivals_core::personalities::{Habits, Member, Personality, Scale, Traits, Values};
use rivals_core::play::AgentSpec;
use rivals_core::sentences::Sentences;

/// The number of cells of a scale, which is odd, so that there is a middle.
const CELLS: usize = 21;

/// The names of a player, and its figures on all scales.
#[must_use]
pub fn drawing(member: &Member) -> Document {
    let title = match member.personality() {
        Some(_) => format!("{} ({})", member.name(), member.id()),
        None => format!("{} (an agent)", member.id()),
    };
    let mut blocks = vec![Block::text(&title), Block::text(member.character())];
    match member {
        Member::Personality(personality) => blocks.extend(figures(personality)),
        Member::Agent(AgentSpec { player: Some(player), .. }) => blocks.extend(sentences(player)),
        Member::Agent(_) => blocks.push(Block::text("Only personalities have traits and values.")),
    }
    Document::answer(&title, blocks)
}

/// The sentences of a player, and its numbers.
fn sentences(player: &Sentences) -> Vec<Block> {
    let numbers = player.numbers().iter().map(|(name, value)| format!("{name} = {value}"));
    let numbers = numbers.collect::<Vec<_>>().join(", ");
    let mut blocks = vec![
        Block::heading("Its sentences, in their order"),
        Block::list(player.names().map(str::to_owned).collect()),
    ];
    if !numbers.is_empty() {
        blocks.push(Block::text(format!("Its numbers: {numbers}.")));
    }
    blocks.push(Block::text("`--format toml` prints its file, with the conditions."));
    blocks
}

/// The figures of a personality on all scales.
#[must_use]
pub fn figures(personality: &Personality) -> Vec<Block> {
    let legend = if personality.is_neutral() {
        "● marks the value, │ neutral, ◆ both. It plays optimally."
    } else {
        "● marks the value, │ neutral, ◆ both. If every number is neutral, play is optimal."
    };
    let habits = &personality.habits;
    let shown = (!habits.is_neutral()).then(|| scales("habit", &Habits::SCALES, &habits.figures()));
    let figures = [
        scales("trait", &Traits::SCALES, &personality.traits.figures()),
        scales("value", &Values::SCALES, &personality.values.figures()),
    ];
    figures.into_iter().chain(shown).chain([Block::text(legend)]).collect()
}

fn scales(title: &str, scales: &[Scale], figures: &[f64]) -> Block {
    let number = |value: f64| Cell::figure(value, value.to_string());
    let rows: Vec<(Scale, f64)> = scales.iter().copied().zip(figures.iter().copied()).collect();
    let columns: &Columns<'_, (Scale, f64)> = &[
        (Column::words(title), &|(scale, _)| Cell::words(scale.key)),
        (Column::figures("from"), &|(scale, _)| number(scale.low)),
        (Column::words("scale"), &|(scale, figure)| Cell::words(bar(scale, *figure))),
        (Column::words("to"), &|(scale, _)| number(scale.high)),
        (Column::figures("value"), &|(_, figure)| number(*figure)),
        (Column::words("a larger number means").priority(0), &|(scale, _)| {
            Cell::words(scale.about)
        }),
    ];
    Block::Table(Table::of("", "", &rows, columns))
}

/// A scale from its low to its high end, with the neutral point, the figure, and a
/// heavier line between them.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below CELLS")]
fn bar(scale: &Scale, figure: f64) -> String {
    let cell = |at: f64| {
        let share = (at - scale.low) / (scale.high - scale.low);
        (share * (CELLS - 1) as f64).round() as usize
    };
    let (neutral, here) = (cell(scale.neutral), cell(figure));
    (0..CELLS)
        .map(|i| match i {
            _ if i == here && figure == scale.neutral => '◆',
            _ if i == here => '●',
            _ if i == neutral => '│',
            _ if (here.min(neutral)..here.max(neutral)).contains(&i) => '━',
            _ => '─',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::text;
    use rivals_league::personality_files::{built_in, fake};
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn bars() {
        let [risk, .., thinking] = Traits::SCALES;
        for (scale, figure, expected) in [
            (risk, 0.0, "──────────◆──────────"),
            (risk, 2.0, "──────────│━━━━●─────"),
            (risk, -4.0, "●━━━━━━━━━│──────────"),
            (risk, 0.01, "──────────●──────────"),
            (thinking, 0.0, "◆────────────────────"),
            (thinking, 600.0, "│━━━━━━━━━━━━━━━━━━━●"),
        ] {
            assert_eq!(bar(&scale, figure), expected, "{figure}");
        }
    }

    #[test]
    fn every_personality_fits() {
        let mut long = Personality::neutral("x".repeat(24));
        long.name = "龍".repeat(40);
        long.character = "m".repeat(200);
        let mut members = built_in(fake::KINDS).members;
        members.push(Member::Personality(long));
        for member in &members {
            for width in [80, 100, 120] {
                for line in text(&drawing(member), Some(width)).lines() {
                    assert!(line.width() <= width, "{width}: {line}");
                }
            }
        }
    }
}
