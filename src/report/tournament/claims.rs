//! The section of the claims about the players: their verdicts and the figures behind them.

use crate::report::words::{Names, in_unit, list, plain, sentence, several};
use crate::report::{Block, Cell, Column, Section};
use crate::results::Tournament;
use crate::results::tournament::{ClaimRow, EXACT, SAMPLED};
use crate::standings::claims::{Basis, Verdict};

const FILE: &str = "tournament/claims.csv";

/// The largest number of claims that a sentence names.
const MAX_NAMED: usize = 6;

/// The sentence that explains a verdict.
fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "The figures confirm these claims; sampled figures do so beyond chance.",
        Verdict::Fails => "The figures contradict these claims.",
        Verdict::Open => "The figures neither confirm nor contradict these claims.",
        Verdict::CannotHold => {
            "The figures contradict these claims; the reasons say what was tried."
        }
        Verdict::CannotBeMeasured => "No metric measures these claims.",
    }
}

/// The claims by verdict, with the figures that decide them.
#[must_use]
pub(crate) fn claims(played: &Tournament) -> Section {
    let claims = &played.claims;
    let names = Names::new(played);
    let of =
        |verdict: Verdict| (claims.iter()).filter(move |claim| claim.verdict == verdict.words());
    let stopping = match played.settings.until_ci {
        Some(_) => ", not corrected for optional stopping",
        None => "",
    };
    let mut blocks = vec![
        Block::text(format!(
            "{} A claim is tested by comparing figures, if there are \
             any. Exact figures decide where they are known. All verdicts that rest on games hold \
             together at 95 %{stopping}: the intervals of differences are wide enough for all of \
             these claims. A verdict needs at least 30 sets of paired games. From {FILE}.",
            counts(played, false),
        )),
        Block::text(worth(played)),
        by_basis(claims),
    ];
    for verdict in Verdict::ALL {
        let points: Vec<_> = of(verdict).map(|claim| point(claim, &names)).collect();
        if !points.is_empty() {
            let title = sentence(verdict.words());
            blocks.push(Block::heading(format!("{title} ({})", points.len())));
            blocks.push(Block::text(meaning(verdict)));
            blocks.push(Block::list(points));
        }
    }
    Section::new("claims", "The claims", blocks)
}

/// The number of claims by verdict; `named` adds the ids of those that do not hold.
pub(super) fn counts(played: &Tournament, named: bool) -> String {
    let counted = Verdict::ALL.into_iter().filter_map(|verdict| {
        let of = played
            .claims
            .iter()
            .filter(|claim| claim.verdict == verdict.words());
        let ids: Vec<&str> = of.map(|claim| &*claim.id).collect();
        let words = format!("{} {}", ids.len(), plural(verdict.words(), ids.len()));
        match ids.len() {
            0 => None,
            many if named && verdict != Verdict::Holds => {
                let more = if many > MAX_NAMED { ", ..." } else { "" };
                let ids = &ids[..many.min(MAX_NAMED)];
                Some(format!("{words} ({}{more})", ids.join(", ")))
            }
            _ => Some(words),
        }
    });
    format!(
        "Of {}, {}.",
        several(played.claims.len(), "claim", "claims"),
        list(&counted.collect::<Vec<_>>())
    )
}

/// The sentences that say which verdicts are evidence, and which figures decide them.
pub(super) fn worth(played: &Tournament) -> String {
    let claims = &played.claims;
    let figures = |kind: &str| {
        let of = claims
            .iter()
            .filter(|row| row.figures.as_deref() == Some(kind));
        several(of.count(), "verdict", "verdicts")
    };
    let has = |basis: Basis| (claims.iter()).any(|row| row.basis.as_deref() == Some(basis.name()));
    let tuned = has(Basis::Tuned);
    let seen = match claims.iter().any(|row| row.seed_tuned) {
        true => {
            ", which was used in tuning (these games have the same dice as those in which the \
             personalities were tuned),"
        }
        false if tuned => ", which was not used in tuning,",
        false => "",
    };
    let own = match tuned || has(Basis::Construction) {
        true => {
            "This program defines the personalities, so not every verdict is evidence. If a claim \
             was used in tuning, the figures of the personalities were chosen so that as many \
             claims as possible hold. Other claims are true by construction. Only findings test \
             what is claimed. "
        }
        false => "",
    };
    format!(
        "{own}Exact figures decide {}; games with seed {}{seen} decide {}.",
        figures(EXACT),
        played.seed(),
        figures(SAMPLED),
    )
}

/// The basis of a claim in words.
fn basis_words(basis: Option<&str>) -> &'static str {
    let known = Basis::ALL.into_iter().find(|of| Some(of.name()) == basis);
    Basis::words(known)
}

/// The table of the number of claims by basis and verdict.
fn by_basis(claims: &[ClaimRow]) -> Block {
    let has = |row: &&ClaimRow, verdict: Verdict| row.verdict == verdict.words();
    let verdicts: Vec<Verdict> = (Verdict::ALL.into_iter())
        .filter(|&verdict| claims.iter().any(|row| has(&row, verdict)))
        .collect();
    let bases = Basis::ALL
        .map(|basis| Some(basis.name()))
        .into_iter()
        .chain([None]);
    let rows = bases.filter_map(|basis| {
        let of: Vec<&ClaimRow> = (claims.iter())
            .filter(|row| row.basis.as_deref() == basis)
            .collect();
        if of.is_empty() && basis.is_none() {
            return None;
        }
        let mut cells = vec![
            Cell::words(basis_words(basis)),
            Cell::whole(of.len() as u64),
        ];
        let count = |verdict| of.iter().filter(|row| has(row, verdict)).count();
        cells.extend(
            verdicts
                .iter()
                .map(|&verdict| Cell::whole(count(verdict) as u64)),
        );
        Some(cells)
    });
    let mut columns = vec![Column::words("basis"), Column::figures("claims")];
    columns.extend(
        verdicts
            .iter()
            .map(|verdict| Column::figures(verdict.words())),
    );
    Block::table(FILE, "Claims by basis and verdict.", columns, rows)
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

/// A claim in words: the sentence, its basis and figures, the reason and the source.
fn point(claim: &ClaimRow, names: &Names<'_>) -> String {
    let mut text = claim.sentence.clone();
    let basis = basis_words(claim.basis.as_deref());
    match claim.value {
        None => text += &format!(" ({basis})"),
        Some(value) => {
            let unit = claim.unit.as_deref().unwrap_or_default();
            let kind = claim.figures.as_deref().unwrap_or_default();
            let seed = if claim.seed_tuned {
                " with the seed that was used in tuning"
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
