//! The section of the claims about the players: their verdicts and the figures behind them.

use crate::words::{Names, in_unit, list, plain, sentence};
use rivals_core::document::{Block, Cell, Column, Section};
use rivals_core::text::number::counted;
use rivals_league::results::Tournament;
use rivals_league::standings::claims::{Basis, ClaimRow, Figures, Verdict};

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

/// The verdicts on these claims, each with its claims; at least one.
fn by_verdict(claims: &[ClaimRow]) -> Vec<(Verdict, Vec<&ClaimRow>)> {
    let of = |verdict| claims.iter().filter(move |claim| claim.verdict == verdict).collect();
    let all = Verdict::ALL.map(|verdict| (verdict, of(verdict)));
    all.into_iter().filter(|(_, claims): &(_, Vec<_>)| !claims.is_empty()).collect()
}

/// Whether figures test a claim: a tournament of few players has none of those of most claims.
pub(super) fn tested(played: &Tournament) -> bool {
    played.claims.iter().any(|claim| claim.figures.is_some())
}

/// The claims by verdict, with the figures that decide them; `None` if none is tested.
#[must_use]
pub fn claims(played: &Tournament) -> Option<Section> {
    if !tested(played) {
        return None;
    }
    let names = Names::new(played);
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
        Block::text(evidence(played)),
        by_basis(&played.claims),
    ];
    for (verdict, claims) in by_verdict(&played.claims) {
        let title = sentence(verdict.words());
        let points = claims.iter().map(|claim| point(claim, &names)).collect();
        blocks.push(Block::heading(format!("{title} ({})", claims.len())));
        blocks.push(Block::text(meaning(verdict)));
        blocks.push(Block::list(points));
    }
    Some(Section::new("claims", "The claims", blocks))
}

/// The number of claims by verdict; `named` adds the ids of those that do not hold.
pub(super) fn counts(played: &Tournament, named: bool) -> String {
    let counts = by_verdict(&played.claims).into_iter().map(|(verdict, claims)| {
        let count = format!("{} {}", verdict.words(), claims.len());
        if !named || verdict == Verdict::Holds {
            return count;
        }
        let more = if claims.len() > MAX_NAMED { ", ..." } else { "" };
        let ids: Vec<_> = claims.iter().take(MAX_NAMED).map(|claim| &*claim.id).collect();
        format!("{count} ({}{more})", ids.join(", "))
    });
    format!(
        "Verdicts on {}: {}.",
        counted(played.claims.len() as u64, "claim", "claims"),
        list(&counts.collect::<Vec<_>>())
    )
}

/// The sentences that say which verdicts are evidence, and which figures decide them.
pub(super) fn evidence(played: &Tournament) -> String {
    let claims = || played.claims.iter();
    let verdicts = |figures| {
        let of_kind = claims().filter(|row| row.figures == Some(figures));
        counted(of_kind.count() as u64, "verdict", "verdicts")
    };
    let has = |basis: Basis| claims().any(|row| row.basis == Some(basis));
    let tuned = has(Basis::Tuned);
    let seen = if claims().any(|row| row.seed_tuned) {
        ", which was used in tuning (these games have the same random numbers as those in which the \
         personalities were tuned),"
    } else if tuned {
        ", which was not used in tuning,"
    } else {
        ""
    };
    let own = if tuned || has(Basis::Construction) {
        "This program defines the personalities, so not every verdict is evidence. If a claim \
             was used in tuning, the figures of the personalities were chosen so that as many \
             claims as possible hold. Other claims are true by construction. Only findings test \
             what is claimed. "
    } else {
        ""
    };
    format!(
        "{own}Exact figures decide {}; games with seed {}{seen} decide {}.",
        verdicts(Figures::Exact),
        played.seed(),
        verdicts(Figures::Sampled),
    )
}

/// The table of the number of claims by basis and verdict.
fn by_basis(claims: &[ClaimRow]) -> Block {
    let verdicts = by_verdict(claims);
    let stated = Basis::ALL.map(Some);
    let unstated = claims.iter().any(|row| row.basis.is_none()).then_some(None);
    let rows = stated.into_iter().chain(unstated).map(|basis| {
        let counts = verdicts.iter().map(|(_, claims)| {
            let of_basis = claims.iter().filter(|row| row.basis == basis);
            of_basis.count() as u64
        });
        let counts: Vec<u64> = counts.collect();
        let mut cells = vec![Cell::words(Basis::words(basis)), Cell::whole(counts.iter().sum())];
        cells.extend(counts.into_iter().map(Cell::whole));
        cells
    });
    let mut columns = vec![Column::words("basis"), Column::figures("claims")];
    columns.extend((verdicts.iter()).map(|(verdict, _)| Column::figures(verdict.words())));
    Block::table(FILE, "Claims by basis and verdict.", columns, rows)
}

/// A claim in words: the sentence, its basis and figures, the reason and the source.
fn point(claim: &ClaimRow, names: &Names<'_>) -> String {
    let figures = match claim.compared()[0] {
        Some(value) => format!("; {}", figures(claim, value, names)),
        None => String::new(),
    };
    let basis = Basis::words(claim.basis);
    let mut text = format!("{} ({basis}{figures})", claim.sentence);
    if let Some(reason) = &claim.reason {
        text += &format!(" Reason: {reason}.");
    }
    if let Some(source) = &claim.source {
        text += &format!(" Source: {source}");
        if let Some(wording) = &claim.wording {
            text += &format!(", {}", wording.name());
        }
        if let Some(original) = &claim.original {
            text += &format!(" (“{original}”)");
        }
        text.push('.');
    }
    text
}

/// The figures that decide a claim, and their difference with its interval.
fn figures(claim: &ClaimRow, value: f64, names: &Names<'_>) -> String {
    let unit = claim.unit.as_deref().unwrap_or_default();
    // Both sides of a claim may be differences of two metrics already.
    let sides: Vec<f64> = [value].into_iter().chain(claim.compared()[1]).collect();
    let (sides, shown) = in_unit(&sides, unit, claim.metric.contains(" - "));
    let times = match claim.times {
        Some(times) if times != 1.0 => format!("{times} times "),
        _ => String::new(),
    };
    let mut text = format!(
        "{}{}: {} {}{shown}",
        if claim.figures == Some(Figures::Exact) { "exact" } else { "sampled" },
        if claim.seed_tuned { " with the seed that was used in tuning" } else { "" },
        plain(&claim.metric),
        sides.join(&format!("{shown} against {times}")),
    );
    if claim.compared()[1].is_some() && !claim.against.is_empty() {
        text += &format!(" of {}", names.of(&claim.against));
    }
    if let Some((difference, (low, high))) = claim.compared()[2].zip(claim.interval()) {
        let (figures, shown) = in_unit(&[difference, low, high], unit, true);
        text += &format!("; difference {}", figures[0]);
        if low < high {
            text += &format!(", {} to {}", figures[1], figures[2]);
        }
        text += &shown;
    }
    text
}
