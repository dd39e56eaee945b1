//! What the thesis says of its opponents, and whether it is so.

use super::words::{Names, in_unit, list, plain, sentence, several};
use crate::report::{Block, Cell, Column, Section, Table};
use crate::results::Folder;
use crate::results::tournament::{ClaimRow, EXACT, SAMPLED};
use crate::standings::claims::{Basis, Verdict};

const FILE: &str = "tournament/claims.csv";

/// What a verdict says of its claims.
fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "The figures bear these out, sampled ones beyond chance.",
        Verdict::Fails => "The figures contradict these.",
        Verdict::Open => "The figures decide these neither way.",
        Verdict::CannotHold => "The figures contradict these; the reasons say what was tried.",
        Verdict::CannotBeMeasured => "Nothing that is measured says whether these are so.",
    }
}

pub fn section(results: &Folder) -> Section {
    let claims = &results.tournament.claims;
    let names = Names::new(results);
    let of =
        |verdict: Verdict| (claims.iter()).filter(move |claim| claim.verdict == verdict.words());
    let counted: Vec<_> = (Verdict::ALL.into_iter())
        .map(|verdict| (verdict, of(verdict).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| format!("{count} {}", plural(verdict.words(), count)))
        .collect();
    let mut blocks = vec![
        Block::text(format!(
            "What the thesis says of its opponents was put to the test in {}, each a comparison of \
             figures where there are any: {}. Exact figures decide where they are known; all \
             verdicts that rest on games hold together at 95 %{}: the intervals of differences \
             are wide enough for all of these claims. A verdict takes at least 30 paired games. \
             From {FILE}.",
            several(claims.len(), "sentence", "sentences"),
            list(&counted),
            match results.tournament.manifest.until_ci {
                Some(_) => ", not corrected for optional stopping",
                None => "",
            },
        )),
        Block::text(worth(results)),
        Block::Table(by_basis(claims)),
    ];
    for verdict in Verdict::ALL {
        let points: Vec<_> = of(verdict).map(|claim| point(claim, &names)).collect();
        if !points.is_empty() {
            blocks.push(Block::Heading(format!(
                "{} ({})",
                sentence(verdict.words()),
                points.len()
            )));
            blocks.push(Block::text(meaning(verdict)));
            blocks.push(Block::List(points));
        }
    }
    Section {
        id: "claims",
        title: "What the thesis says of them".to_owned(),
        blocks,
    }
}

/// What verdicts are worth, by what they are based on.
fn worth(results: &Folder) -> String {
    let claims = &results.tournament.claims;
    let figures = |kind: &str| {
        let of = claims
            .iter()
            .filter(|row| row.figures.as_deref() == Some(kind));
        several(of.count(), "verdict", "verdicts")
    };
    let seed = crate::games::dragon_slayer::report::method::seed(&results.tournament.entry);
    let has = |basis: Basis| (claims.iter()).any(|row| row.basis.as_deref() == Some(basis.name()));
    let tuned = has(Basis::Tuned);
    let seen = match claims.iter().any(|row| row.seed_tuned) {
        true => {
            ", which tuning saw: these verdicts are of the very dice that the personalities were \
             tuned on"
        }
        false if tuned => ", which tuning did not see",
        false => "",
    };
    let own = match tuned || has(Basis::Construction) {
        true => {
            "The personalities are this program's own, so not every verdict is evidence. Where \
             claims were used in tuning, figures of personalities were chosen until as many as \
             possible held; others are true by construction, as Abel is optimal play and thinking \
             times are read back. Only findings test what is claimed. "
        }
        false => "",
    };
    format!(
        "{own}{} by exact figures, {} by games with seed {seed}{seen}.",
        sentence(&decided(&figures(EXACT))),
        figures(SAMPLED),
    )
}

/// `25 verdicts are decided`.
fn decided(verdicts: &str) -> String {
    let are = if verdicts.ends_with('s') { "are" } else { "is" };
    format!("{verdicts} {are} decided")
}

/// A basis of the file in words.
fn basis_words(basis: Option<&str>) -> &'static str {
    let known = Basis::ALL.into_iter().find(|of| Some(of.name()) == basis);
    Basis::words(known)
}

/// Claims counted by basis and verdict.
fn by_basis(claims: &[ClaimRow]) -> Table {
    let verdicts: Vec<Verdict> = (Verdict::ALL.into_iter())
        .filter(|verdict| claims.iter().any(|row| row.verdict == verdict.words()))
        .collect();
    let bases = Basis::ALL
        .map(|basis| Some(basis.name()))
        .into_iter()
        .chain([None]);
    let count = |number: usize| Cell::figure(number as f64, number.to_string());
    let rows = bases.filter_map(|basis| {
        let of: Vec<&ClaimRow> = (claims.iter())
            .filter(|row| row.basis.as_deref() == basis)
            .collect();
        if of.is_empty() && basis.is_none() {
            return None;
        }
        let mut cells = vec![Cell::words(basis_words(basis)), count(of.len())];
        cells.extend(verdicts.iter().map(|verdict| {
            count(
                of.iter()
                    .filter(|row| row.verdict == verdict.words())
                    .count(),
            )
        }));
        Some(cells)
    });
    let mut columns = vec![Column::words("basis"), Column::figures("claims")];
    columns.extend(
        verdicts
            .iter()
            .map(|verdict| Column::figures(verdict.words())),
    );
    Table {
        caption: "Claims by what their verdicts are worth.".to_owned(),
        source: FILE.to_owned(),
        columns,
        rows: rows.collect(),
    }
}

fn plural(verdict: &str, count: usize) -> String {
    match (verdict, count) {
        ("holds", 1) => "holds".to_owned(),
        ("holds", _) => "hold".to_owned(),
        ("fails", 2..) => "fail".to_owned(),
        ("open", 1) => "is open".to_owned(),
        ("open", _) => "are open".to_owned(),
        (other, _) => other.to_owned(),
    }
}

/// The sentence, its basis and the figures, then why, then where it is from.
fn point(claim: &ClaimRow, names: &Names<'_>) -> String {
    let mut text = claim.sentence.clone();
    let basis = basis_words(claim.basis.as_deref());
    match claim.value {
        None => text += &format!(" ({basis})"),
        Some(value) => {
            let unit = claim.unit.as_deref().unwrap_or_default();
            let kind = claim.figures.as_deref().unwrap_or_default();
            let seed = if claim.seed_tuned {
                " with the seed that tuning saw"
            } else {
                ""
            };
            // Both sides of a claim may be differences of two metrics already.
            let sides: Vec<f64> = [value].into_iter().chain(claim.against_value).collect();
            let (sides, shown) = in_unit(&sides, unit, claim.metric.contains(" - "));
            let sides = sides.join(&format!("{shown} against "));
            text += &format!(
                " ({basis}; {kind}{seed}: {} {sides}{shown}",
                plain(&claim.metric)
            );
            if claim.against_value.is_some() && !claim.against.is_empty() {
                text += &format!(" of {}", names.of(&claim.against));
            }
            if let Some(((difference, low), high)) = claim.difference.zip(claim.low).zip(claim.high)
            {
                let (figures, shown) = in_unit(&[difference, low, high], unit, true);
                text += &format!("; difference {}", figures[0]);
                if low < high {
                    text += &format!(", {} to {}", figures[1], figures[2]);
                }
                text += &shown;
            }
            text.push(')');
        }
    }
    if let Some(reason) = &claim.reason {
        text += &format!(" Reason: {reason}.");
    }
    if let Some(source) = &claim.source {
        text += &format!(" Source: {source}");
        if let Some(wording) = &claim.wording {
            text += &format!(", {wording}");
        }
        if let Some(original) = &claim.original {
            text += &format!(" (“{original}”)");
        }
        text.push('.');
    }
    text
}
