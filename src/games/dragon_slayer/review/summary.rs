//! A review in short, for the end of a game at a terminal.

use super::MARKS;
use super::document::{Page, plural};
use crate::text::number::{counted, percent, signed};

/// The width of the text.
const WIDTH: usize = 74;

/// Luck and costs of each player, the costliest decisions, and the sum of all: whole lines.
pub(super) fn summary(page: &Page<'_>) -> String {
    let mut paragraphs = vec![page.method()];
    for (seat, sums) in page.review.players.iter() {
        let luckier = sums.luck_percentile.map_or_else(String::new, |share| {
            format!(", luckier than {} % of such games", percent(share, 0))
        });
        let marks = (MARKS.iter().zip(sums.marks)).filter(|(_, count)| *count > 0);
        let marks: String = marks
            .map(|((_, name), count)| {
                let count = counted(u64::from(count), name, &plural(name));
                format!(", {count}")
            })
            .collect();
        paragraphs.push(format!(
            "{}: luck {} points{luckier}. Decisions cost {} points: {} of {} were optimal{marks}.",
            page.player(seat),
            signed(100.0 * sums.luck, 2),
            percent(sums.equity_lost, 2),
            sums.best,
            counted(u64::from(sums.decisions), "decision", "decisions"),
        ));
    }
    let costliest = page.costliest_in_words();
    if !costliest.is_empty() {
        paragraphs.push("What cost most:".to_owned());
        paragraphs.extend(costliest.iter().map(|sentence| format!("- {sentence}")));
    }
    paragraphs.extend(page.identity());
    paragraphs.push("`rivals review` shows every decision and turn.".to_owned());
    let lines = paragraphs
        .iter()
        .map(|text| textwrap::fill(text, WIDTH) + "\n");
    lines.collect()
}
