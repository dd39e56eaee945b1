//! A review in short, for the end of a game at a terminal.

use super::document::{Page, plural};
use crate::dragon_slayer::review::MARKS;
use crate::play::Seat;
use crate::text::number::{counted, percent, signed};

/// The unit of luck and costs.
const UNIT: &str = " percentage points";

/// The width of the text.
const WIDTH: usize = 74;

/// What decided a game that is over, as a sentence.
pub(super) fn why(page: &Page<'_>) -> String {
    let (review, names) = (page.review, page.names);
    let Some(winner) =
        (review.outcome.as_ref()).and_then(|outcome| outcome.winners().iter().next())
    else {
        return String::new();
    };
    let points = |value: f64| percent(value.abs(), 1);
    let of = |seat| review.players[seat];
    if !review.is_exact() {
        let figures = |seat: Seat, unit: &str| {
            let (own, sums) = (names.own(seat), of(seat));
            let (luck, cost) = (signed(100.0 * sums.luck, 1), points(sums.equity_lost));
            format!("{own} luck was {luck}{unit} and {own} decisions cost {cost}")
        };
        let other = match page.named {
            [only] if *only != winner => format!("; {}", figures(*only, "")),
            _ => String::new(),
        };
        return format!("By estimates, {}{other}.", figures(winner, UNIT));
    }
    let won = match winner {
        Seat::FIRST => review.end,
        _ => 1.0 - review.end,
    };
    if won < 1.0 {
        let (won, whom) = (percent(won, 1), names.whom(winner));
        return format!("A lot decided, where the win probability of {whom} was {won} %.");
    }
    let loser = Seat(1 - winner.0);
    let luck = of(winner).luck - of(loser).luck;
    let skill = of(loser).equity_lost - of(winner).equity_lost;
    let dice = || {
        let lucky = names.whom(if luck < 0.0 { loser } else { winner });
        format!("the dice favoured {lucky} by {}{UNIT}", points(luck))
    };
    let decisions = || {
        let than = if skill < 0.0 { "more" } else { "less" };
        let (own, cost) = (names.own(winner), points(skill));
        let other = if names.is_you(loser) { "yours".to_owned() } else { names.whose(loser) };
        format!("{own} decisions cost {cost}{UNIT} {than} than {other}")
    };
    let (word, more, first, second) = if luck >= skill {
        ("Luck", "skill", dice(), decisions())
    } else {
        ("Skill", "luck", decisions(), dice())
    };
    if luck.min(skill) < 0.0 {
        format!("{word} decided: {first}, though {second}.")
    } else {
        format!("{word} decided more than {more}: {first}, and {second}.")
    }
}

/// Luck and costs of each player, the costliest decisions, and the sum of all: whole lines.
pub(super) fn summary(page: &Page<'_>) -> String {
    let mut paragraphs = Vec::new();
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
            "{}: luck {} pp{luckier}. Decisions cost {} pp: {} of {} were optimal{marks}.",
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
    paragraphs.push(page.method().to_owned());
    paragraphs.push("`rivals review` shows every decision and turn.".to_owned());
    let lines = paragraphs.iter().map(|text| textwrap::fill(text, WIDTH) + "\n");
    lines.collect()
}
