//! What the thesis says of its opponents, and whether it is so.

use super::words::{Names, in_unit, list, plain, sentence, several};
use crate::document::{Block, Section};
use crate::report::tournament::ClaimRow;
use crate::results::Folder;
use crate::standings::claims::Verdict;

const FILE: &str = "tournament/claims.csv";

/// What a verdict says of its claims.
fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "The figures bear these out beyond chance.",
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
    let mut blocks = vec![Block::text(format!(
        "What the thesis says of its opponents was put to the test in {}, each a comparison of \
         measured figures where there are any: {}. Differences stand with their 95 % intervals. \
         From {FILE}.",
        several(claims.len(), "sentence", "sentences"),
        list(&counted),
    ))];
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

/// The sentence, then the figures, then why.
fn point(claim: &ClaimRow, names: &Names<'_>) -> String {
    let mut text = claim.source.clone();
    if let Some(value) = claim.value {
        let unit = claim.unit.as_deref().unwrap_or_default();
        // Both sides of a claim may be differences of two metrics already.
        let sides: Vec<f64> = [value].into_iter().chain(claim.against_value).collect();
        let (sides, shown) = in_unit(&sides, unit, claim.metric.contains(" - "));
        let sides = sides.join(&format!("{shown} against "));
        text += &format!(" ({}: {sides}{shown}", plain(&claim.metric));
        if claim.against_value.is_some() && !claim.against.is_empty() {
            text += &format!(" of {}", names.of(&claim.against));
        }
        if let Some(((difference, low), high)) = claim.difference.zip(claim.low).zip(claim.high) {
            let (figures, shown) = in_unit(&[difference, low, high], unit, true);
            text += &format!("; difference {}", figures[0]);
            if low < high {
                text += &format!(", {} to {}", figures[1], figures[2]);
            }
            text += &shown;
        }
        text.push(')');
    }
    if let Some(reason) = &claim.reason {
        text += &format!(" Reason: {reason}.");
    }
    text
}
