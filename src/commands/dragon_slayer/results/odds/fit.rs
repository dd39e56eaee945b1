//! Sentences on the published tables: how well the dice fit them, and where they are misprinted.

use crate::dragon_slayer::odds::{PublishedCell, Selection};
use crate::statistics::ChiSquare;
use crate::text::number::{count, counted, degrees_of_freedom, p_value, percent, statistic};

/// The chi-square of the published tables under exact odds, and what it means, as the end of a
/// sentence and the sentences after it.
pub(crate) fn fit(fit: ChiSquare, selection: &Selection) -> String {
    format!(
        "chi-square {} on {}{}. {}",
        statistic(fit.statistic),
        degrees_of_freedom(fit.degrees_of_freedom),
        (fit.p_value()).map_or_else(String::new, |p| format!(" ({})", p_value(p))),
        chosen(selection),
    )
}

/// Sentences that explain the fit of dice to the frequencies from which they were inferred.
pub(crate) fn chosen(selection: &Selection) -> String {
    let mut text = format!(
        "The dice were inferred from the same frequencies, as the likeliest of {} sets of dice, \
         so this is no independent test of them.",
        count(selection.candidates)
    );
    if let Some(simulated) = selection.simulated {
        let larger = f64::from(simulated.as_large) / f64::from(simulated.searches);
        text += &format!(
            " A choice from a finite set has no degrees of freedom to subtract, so the search was \
             simulated: of {} sets of frequencies drawn with these dice and searched in the \
             same way, {} led to other dice, and in {} % the dice found had a chi-square at least \
             as large ({}).",
            count(simulated.searches.into()),
            count(simulated.other_dice.into()),
            percent(larger, 1),
            p_value(simulated.p_value()),
        );
    }
    text
}

/// The sentences on the cells whose printed wins contradict the printed dice left.
pub(crate) fn misprints<'a>(
    cells: impl IntoIterator<Item = &'a PublishedCell>,
) -> impl Iterator<Item = String> {
    let cells = cells.into_iter().filter(|cell| cell.misprinted());
    cells.map(|cell| {
        let frequencies = &cell.frequencies;
        let rate = |wins: u64| percent(wins as f64 / frequencies.fights() as f64, 2);
        format!(
            "Misprint: for {} with {} the thesis prints {} % wins; its own rates of dice left, \
             shown here, give {} %.",
            frequencies.dragon,
            dice(frequencies.warrior_dice),
            rate(cell.printed_wins),
            rate(frequencies.wins()),
        )
    })
}

/// The number of dice with its noun.
pub(crate) fn dice(count: u8) -> String {
    counted(count.into(), "die", "dice")
}
