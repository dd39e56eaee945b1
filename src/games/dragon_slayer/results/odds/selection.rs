//! What the fit of dice means when they were chosen for that fit.

use crate::games::dragon_slayer::odds::Selection;
use crate::statistics::ChiSquare;
use crate::text::number::{count, p_value, percent};

/// Sentences that explain the fit of dice to the frequencies from which they were inferred.
pub(crate) fn chosen(fit: ChiSquare, selection: &Selection) -> String {
    let mut text = format!(
        "The dice were inferred from the same frequencies, as the likeliest of {} sets of dice, \
         so this is no independent test of them.",
        count(selection.candidates)
    );
    if let Some(simulated) = selection.simulated {
        let searches = count(simulated.searches.into());
        text += &format!(
            " A choice from a finite set has no degrees of freedom to subtract, so the search was \
             simulated: of {searches} sets of frequencies drawn with these dice and searched in the \
             same way, {} led to other dice, and in {} % the dice found had a chi-square at least \
             as large ({}).",
            count(simulated.other_dice.into()),
            percent(
                f64::from(simulated.as_large) / f64::from(simulated.searches),
                1
            ),
            p_value(simulated.p_value()),
        );
    }
    let lower = selection.conservative(fit);
    match lower.p_value() {
        Some(p) => {
            text += &format!(
                " With one degree of freedom less for each of the {} free face counts, which is \
                 more than a choice from a finite set uses up, {} are left ({}).",
                selection.free_face_counts,
                lower.degrees_of_freedom,
                p_value(p),
            );
        }
        None => {
            text += " The chi-square has no more degrees of freedom than the dice have free face \
                 counts, so no lower bound is given."
        }
    }
    text
}
