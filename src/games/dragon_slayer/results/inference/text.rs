//! The ranking of possible dice as text: a short table for each die.

use crate::games::dragon_slayer::odds::infer::{Candidate, Fit, Inference};
use crate::games::dragon_slayer::results::odds::chosen;
use crate::text::number::{counted, statistic};
use crate::text::table::{Column, note, table};

/// The best `top` candidates of every die, for a terminal of `width` columns.
#[must_use]
pub(crate) fn text(inference: &Inference, fights: u64, top: usize, width: Option<usize>) -> String {
    let mut text = ranking(
        "Warrior die",
        ["axe", "shield", "flame"],
        &inference.warrior,
        |die| [die.axe(), die.shield(), die.flame()],
        top,
    );
    for (name, candidates) in &inference.dragons {
        text += &ranking(
            &format!("Dragon die, {name}"),
            ["part", "mountain", "flame"],
            candidates,
            |die| [die.part(), die.mountain(), die.flame()],
            top,
        );
    }
    let explanation = format!(
        "Ranked by the likelihood of {} under exact odds; for each die the others take \
         their best faces. Log-likelihoods are relative to the best. {}",
        counted(fights, "fight", "fights"),
        chosen(inference.warrior[0].fit.chi_square, &inference.selection),
    );
    text + &note(&explanation, width)
}

fn ranking<Die: Copy>(
    name: &str,
    symbols: [&str; 3],
    candidates: &[Candidate<Die>],
    faces: impl Fn(Die) -> [u8; 3],
    top: usize,
) -> String {
    let columns: Vec<_> = ["rank"]
        .into_iter()
        .chain(symbols)
        .chain(["log-likelihood", "chi-square", "df"])
        .map(Column::right)
        .collect();
    let Some(best) = candidates.first() else {
        return String::new();
    };
    let rows: Vec<Vec<String>> = (candidates.iter().take(top).enumerate())
        .map(|(rank, candidate)| {
            let mut row = vec![(rank + 1).to_string()];
            row.extend(faces(candidate.die).map(|count| count.to_string()));
            row.extend(figures(candidate.fit, best.fit));
            row
        })
        .collect();
    format!("{name}\n{}\n", table(&columns, &rows, 2))
}

fn figures(fit: Fit, best: Fit) -> [String; 3] {
    if !fit.log_likelihood.is_finite() {
        return ["ruled out", "-", "-"].map(str::to_owned);
    }
    [
        statistic(fit.log_likelihood - best.log_likelihood),
        statistic(fit.chi_square.statistic),
        fit.chi_square.degrees_of_freedom.to_string(),
    ]
}
