//! The drawing of one personality: every figure as a point on its scale.

use super::{ALL_COLUMNS, NARROWEST, WIDTH};
use crate::terminal::{Column, note, table};
use rivals_core::personalities::{Member, Scale, Traits, Values};

/// The number of cells of a scale, which is odd, so that there is a middle; and on a narrow
/// terminal.
const CELLS: [usize; 2] = [25, 11];

/// The names of a player, and its figures on all scales, for a terminal of `width`
/// columns.
#[must_use]
pub fn drawing(member: &Member, width: Option<usize>) -> String {
    let width = width.unwrap_or(WIDTH).max(NARROWEST);
    let title = match member.personality() {
        Some(_) => format!("{} ({})", member.name(), member.id()),
        None => format!("{} (an agent)", member.id()),
    };
    let mut text = note(&title, Some(width)) + &note(&member.character(), Some(width)) + "\n";
    let Some(personality) = member.personality() else {
        return text + &note("Only personalities have traits and values.", Some(width));
    };
    let (traits, values) = (personality.traits.figures(), personality.values.figures());
    // The meaning of a scale is shown beside it where there is room.
    let about = width >= WIDTH;
    let (cells, gap) = if width >= ALL_COLUMNS { (CELLS[0], 2) } else { (CELLS[1], 1) };
    let scales = |title: &str, scales: &[Scale], figures: &[f64]| {
        let drawn = |scale: &Scale, figure| bar(scale, figure, cells);
        self::scales(title, scales, figures, drawn, about, gap) + "\n"
    };
    text += &scales("trait", &Traits::SCALES, &traits);
    text += &scales("value", &Values::SCALES, &values);
    let legend = if personality.is_neutral() {
        "● marks the value, │ neutral, ◆ both. It plays optimally."
    } else {
        "● marks the value, │ neutral, ◆ both. If every number is neutral, play is optimal."
    };
    text + &note(legend, Some(width))
}

fn scales(
    title: &str,
    scales: &[Scale],
    figures: &[f64],
    bar: impl Fn(&Scale, f64) -> String,
    about: bool,
    gap: u16,
) -> String {
    let key_width = Traits::SCALES.map(|scale| scale.key.len());
    let key_width = key_width.into_iter().max().unwrap_or(0);
    let mut columns = vec![
        Column::left(format!("{title:key_width$}")),
        Column::right("from"),
        Column::left(""),
        Column::left("to "),
        Column::right("value"),
    ];
    columns.extend(about.then(|| Column::left("a larger number means")));
    let rows: Vec<_> = (scales.iter().zip(figures))
        .map(|(scale, &figure)| {
            let (low, high) = (scale.low.to_string(), scale.high.to_string());
            let (key, bar) = (scale.key.to_owned(), bar(scale, figure));
            let about = about.then(|| scale.about.to_owned());
            let row = [key, low, bar, high, figure.to_string()];
            row.into_iter().chain(about).collect()
        })
        .collect();
    table(&columns, &rows, gap)
}

/// A scale from its low to its high end, with the neutral point, the figure, and a
/// heavier line between them.
fn bar(scale: &Scale, figure: f64, cells: usize) -> String {
    let cell = |at: f64| {
        let share = (at - scale.low) / (scale.high - scale.low);
        (share * (cells - 1) as f64).round() as usize
    };
    let (neutral, here) = (cell(scale.neutral), cell(figure));
    (0..cells)
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
    use rivals_core::personalities::Personality;
    use rivals_league::personality_files::{built_in, fake};
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn bars() {
        let [risk, .., thinking] = Traits::SCALES;
        for (scale, figure, expected) in [
            (risk, 0.0, "────────────◆────────────"),
            (risk, 2.0, "────────────│━━━━━●──────"),
            (risk, -4.0, "●━━━━━━━━━━━│────────────"),
            (risk, 0.01, "────────────●────────────"),
            (thinking, 0.0, "◆────────────────────────"),
            (thinking, 600.0, "│━━━━━━━━━━━━━━━━━━━━━━━●"),
        ] {
            assert_eq!(bar(&scale, figure, CELLS[0]), expected, "{figure}");
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
                for line in drawing(member, Some(width)).lines() {
                    assert!(line.width() <= width, "{width}: {line}");
                }
            }
        }
    }
}
