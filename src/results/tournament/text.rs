//! The standings for people: a line per player, and what to make of them.

use unicode_width::UnicodeWidthStr;

use crate::standings::claims::{Basis, Checked, Verdict};
use crate::standings::{Analysis, CrossTable, Cycle, Disagreement, Standing};
use crate::statistics::{FAMILY_LEVEL, Rating};
use crate::text::number::{
    count, counted, degrees_of_freedom, p_value, percent, rating, standard_errors, statistic,
};
use crate::text::table::{Column, note, table};

/// Most cycles that are told.
const MAX_TOLD: usize = 3;

/// Most names in one sentence.
const MAX_NAMED: usize = 6;

/// The standings and their notes, for a terminal of `width` columns; without a
/// terminal, all columns.
#[must_use]
pub fn standings_text(results: &Analysis, width: Option<usize>) -> String {
    let mut text = standings(results, width) + "\n";
    for paragraph in notes(results) {
        text += &note(&paragraph, width);
    }
    text
}

/// What a column needs to be worth its room; the table drops the last first.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Worth {
    Always,
    At(u8),
}

/// A column with its cells.
struct Part {
    worth: Worth,
    column: Column,
    cells: Vec<String>,
}

/// The widest choice of columns that fits.
fn standings(results: &Analysis, width: Option<usize>) -> String {
    let parts = parts(results);
    let draw = |least: u8, gap| {
        let shown = |part: &&Part| part.worth <= Worth::At(least);
        let shown: Vec<&Part> = parts.iter().filter(shown).collect();
        let columns: Vec<_> = shown.iter().map(|part| part.column.clone()).collect();
        let rows: Vec<Vec<String>> = (0..results.standings.len())
            .map(|row| shown.iter().map(|part| part.cells[row].clone()).collect())
            .collect();
        table(&columns, &rows, gap)
    };
    let fits = |text: &String| {
        let fits = |width| text.lines().all(|line| line.width() <= width);
        width.is_none_or(fits)
    };
    // Room between columns goes before the least of them, and not before more.
    let layouts = [
        (7, 2),
        (6, 2),
        (5, 2),
        (5, 1),
        (4, 2),
        (4, 1),
        (3, 2),
        (3, 1),
    ];
    (layouts.into_iter().chain([(2, 2), (2, 1), (1, 1)]))
        .map(|(least, gap)| draw(least, gap))
        .find(fits)
        .unwrap_or_else(|| draw(0, 1))
}

/// All columns that have something to say.
fn parts(results: &Analysis) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut add = |worth, column, cell: &dyn Fn(usize, &Standing) -> String| {
        let cells = results.standings.iter().enumerate();
        let cells: Vec<_> = cells.map(|(row, standing)| cell(row, standing)).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            parts.push(Part {
                worth,
                column,
                cells,
            });
        }
    };
    let two = results.finished.seats == 2;
    let maybe = |rate: Option<f64>| rate.map_or_else(String::new, |rate| percent(rate, 2));
    add(Worth::Always, Column::right("\nrank"), &|row, _| {
        (row + 1).to_string()
    });
    add(Worth::Always, Column::left("\nname"), &|_, standing| {
        results.name(standing.player).to_owned()
    });
    add(Worth::Always, Column::right("win\n%"), &|_, standing| {
        percent(standing.win_rate.value, 2)
    });
    add(
        Worth::At(3),
        Column::centre("95 %\ninterval"),
        &|_, standing| {
            let ends = standing.win_rate.low.zip(standing.win_rate.high);
            ends.map_or_else(String::new, |(low, high)| {
                format!("{}–{}", percent(low, 2), percent(high, 2))
            })
        },
    );
    add(Worth::At(1), Column::right("exact\n%"), &|_, standing| {
        maybe(standing.exact)
    });
    for (seat, title) in ["1st", "2nd", "3rd", "4th", "5th", "6th"]
        .iter()
        .enumerate()
    {
        let header = Column::right(format!("{title}\nseat %"));
        let worth = Worth::At(if two { 6 } else { 5 });
        add(worth, header, &|_, standing| {
            maybe(standing.by_seat.get(seat).copied())
        });
    }
    add(Worth::At(3), Column::right("drawn\n%"), &|_, standing| {
        maybe(standing.draws)
    });
    add(Worth::At(2), Column::right("\nrating"), &|_, standing| {
        standing.rating.map_or_else(String::new, |r| rating(r.elo))
    });
    add(Worth::At(7), Column::right("\n±"), &|_, standing| {
        let half = standing.rating.and_then(half_width);
        half.map_or_else(String::new, |half| format!("{half:.1}"))
    });
    add(
        Worth::At(4),
        Column::right("given\naway pp"),
        &|_, standing| maybe(standing.equity_loss),
    );
    let against = |standing: &Standing| standing.worst.map(|worst| worst.opponent);
    add(
        Worth::At(5),
        Column::left("worst\nagainst"),
        &|_, standing| {
            let opponent = against(standing);
            opponent.map_or_else(String::new, |o| results.name(o).to_owned())
        },
    );
    add(Worth::At(5), Column::right("\n%"), &|_, standing| {
        maybe(standing.worst.map(|worst| worst.win_rate))
    });
    parts
}

fn half_width(rating: Rating) -> Option<f64> {
    rating.high.map(|high| high - rating.elo)
}

fn notes(results: &Analysis) -> Vec<String> {
    let mut notes = vec![played(results)];
    let remark = results.contest.remark(results.finished.seats);
    notes.extend(remark.map(str::to_owned));
    notes.extend(adjudicated(results));
    if let Err(reason) = &results.ratings {
        notes.push(format!("No ratings, ranked by win rate: {reason}."));
    }
    notes.extend(agreement(results));
    notes.extend(cycles(results));
    notes.extend(neighbours(results));
    notes.extend(claims(results));
    notes
}

/// What was played and what the columns say.
fn played(results: &Analysis) -> String {
    let finished = results.finished;
    let counts = results.counts();
    let (met, many, seats) = if finished.seats == 2 {
        ("pairing", "pairings", "both seats")
    } else {
        ("line-up", "line-ups", "all seats in turn")
    };
    let stop = finished.until_ci.map_or_else(String::new, |width| {
        let file = match finished.seats {
            2 => "pairings.csv",
            _ => "line_ups.csv",
        };
        format!(
            " Each {met} was played until its intervals were narrower than {} percentage points. \
             The intervals shown here treat the number of games as fixed and do not correct for \
             this optional stopping; those of {file} do.",
            percent(width, 2)
        )
    });
    let shared = match finished.share_unit {
        1 => "",
        _ => " A shared win counts as equal parts of a win, a draw of two players as half a win.",
    };
    format!(
        "{} games of {} by {} players in {}, {seats} on the same dice \
         (seed {}). Opponents count alike; intervals are over groups of games on the same dice.\
         {shared}{stop}",
        count(counts.games),
        results.contest.name(),
        results.standings.len(),
        counted(counts.pairings as u64, met, many),
        finished.seed,
    )
}

/// Games that stalled, if any did.
fn adjudicated(results: &Analysis) -> Option<String> {
    let were = match results.contest.adjudicated(results.finished) {
        0 => return None,
        1 => "1 game was".to_owned(),
        games => format!("{} games were", count(games)),
    };
    Some(format!(
        "{were} adjudicated, because too many rounds in a row had changed nothing."
    ))
}

/// Sampled beside exact.
fn agreement(results: &Analysis) -> Option<String> {
    let table: &CrossTable = &results.cross_table;
    let solved = table.solved().count();
    if solved == 0 {
        return None;
    }
    if let Some(disagreement) = &results.disagreement {
        return Some(disagreed(table, disagreement));
    }
    let furthest = table.furthest().map_or_else(String::new, |pair| {
        format!(
            ". The largest |z| of {} ordered pairs is {} ({} against {})",
            count(solved as u64),
            standard_errors(pair.z().map(f64::abs)).trim_start_matches('+'),
            results.name(pair.first),
            results.name(pair.second),
        )
    });
    let all = if table.chi_square.degrees_of_freedom == 0 {
        String::new()
    } else {
        format!("; {}", fit(table))
    };
    let family = table.family_p_value().map_or_else(String::new, |chance| {
        format!(
            ". For all {} tests together {}, and a contradiction takes p < {FAMILY_LEVEL}",
            count(table.tests() as u64),
            p_value(chance)
        )
    });
    Some(format!(
        "Sampled against exact: they agree{furthest}{all}{family}."
    ))
}

fn disagreed(table: &CrossTable, disagreement: &Disagreement) -> String {
    let mut text = format!(
        "Sampled against exact: THEY DISAGREE at a level of {FAMILY_LEVEL} for all {} tests \
         together",
        count(disagreement.tests as u64)
    );
    let pairs = &disagreement.pairs;
    if !pairs.is_empty() {
        let mut named: Vec<_> = pairs
            .iter()
            .take(MAX_NAMED)
            .map(|p| p.to_string())
            .collect();
        if pairs.len() > MAX_NAMED {
            named.push(format!("and {} more", pairs.len() - MAX_NAMED));
        }
        text += &format!(": {}", named.join("; "));
    }
    if disagreement.chi_square.is_some() {
        text += &format!(". Over all pairs: {}", fit(table));
    }
    text + "."
}

fn fit(table: &CrossTable) -> String {
    let fit = table.chi_square;
    let mut remarks: Vec<String> = fit.p_value().map(p_value).into_iter().collect();
    if table.too_small > 0 {
        let pairings = counted(table.too_small as u64, "pairing", "pairings");
        remarks.push(format!(
            "without {pairings} in which one result is too rare"
        ));
    }
    let chance = match remarks.join("; ") {
        none if none.is_empty() => none,
        remarks => format!(" ({remarks})"),
    };
    format!(
        "chi-square {} on {}{chance}",
        statistic(fit.statistic),
        degrees_of_freedom(fit.degrees_of_freedom)
    )
}

/// The strongest; none is worth a word only where there could be some.
fn cycles(results: &Analysis) -> Option<String> {
    let cycles = &results.cycles;
    if results.finished.seats != 2 || results.standings.len() < 3 {
        return None;
    }
    if cycles.is_empty() {
        return Some("No three beat each other in a circle.".to_owned());
    }
    let told: Vec<_> = cycles
        .iter()
        .take(MAX_TOLD)
        .map(|c| cycle(results, c))
        .collect();
    let (number, strongest) = match cycles.len() {
        1 => ("Three beat".to_owned(), ""),
        n if n <= MAX_TOLD => (format!("{n} times three beat"), ""),
        n => (
            format!("{} times three beat", count(n as u64)),
            ", most clearly",
        ),
    };
    Some(format!(
        "{number} each other in a circle{strongest}: {}.",
        told.join("; ")
    ))
}

/// `Abel beats Carla (52.1 %), who beats Daniel (51.0 %), who beats Abel (50.4 %)`.
fn cycle(results: &Analysis, cycle: &Cycle) -> String {
    let [a, b, c] = cycle.players.map(|player| results.name(player));
    let [ab, bc, ca] = cycle.rates.map(|rate| percent(rate, 2));
    let sampled = if cycle.exact { "" } else { " (sampled)" };
    format!("{a} beats {b} ({ab} %), who beats {c} ({bc} %), who beats {a} ({ca} %){sampled}")
}

/// The two that are hardest to tell apart.
fn neighbours(results: &Analysis) -> Option<String> {
    let alike: Vec<_> = (results.distances.iter())
        .filter(|distance| !distance.distinguishable)
        .collect();
    let names = |a: usize, b: usize| format!("{} and {}", results.name(a), results.name(b));
    if !alike.is_empty() {
        let named: Vec<_> = (alike.iter().take(MAX_NAMED))
            .map(|distance| names(distance.a, distance.b))
            .collect();
        let more = match alike.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            more => format!("; and {more} more pairs"),
        };
        return Some(format!(
            "INDISTINGUISHABLE by what they decided in these games: {}{more}.",
            named.join("; ")
        ));
    }
    let (max_z, least) = (results.distances.iter())
        .filter_map(|distance| Some((distance.max_z?, distance)))
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    let metric = least
        .metric
        .map(|m| results.contest.metrics()[m].name.as_str());
    let far =
        (least.distance).map_or_else(String::new, |far| format!(" at a distance of {far:.2}"));
    Some(format!(
        "All players are distinguishable by what they decide. The closest are {}{far}: {} differs by {:.1} standard errors.",
        names(least.a, least.b),
        metric?,
        max_z,
    ))
}

/// How many claims hold, and which do not.
fn claims(results: &Analysis) -> Option<String> {
    let all = &results.claims;
    if all.is_empty() {
        return None;
    }
    let of = |verdict: Verdict| -> Vec<&Checked> {
        all.iter()
            .filter(|checked| checked.verdict == verdict)
            .collect()
    };
    let mut text = format!("Claims: {} of {} hold", of(Verdict::Holds).len(), all.len());
    let others = [
        (Verdict::Fails, "fail"),
        (Verdict::Open, "are open"),
        (Verdict::CannotHold, "cannot hold"),
        (Verdict::CannotBeMeasured, "cannot be measured"),
    ];
    for (verdict, words) in others {
        let found = of(verdict);
        if found.is_empty() {
            continue;
        }
        let mut ids: Vec<_> = (found.iter().take(MAX_NAMED))
            .map(|checked| checked.claim.id.as_str())
            .collect();
        if found.len() > MAX_NAMED {
            ids.push("...");
        }
        let words = match (found.len(), verdict) {
            (1, Verdict::Fails) => "fails",
            (1, Verdict::Open) => "is open",
            _ => words,
        };
        text += &format!("; {} {words} ({})", found.len(), ids.join(", "));
    }
    let by_games = all.iter().filter(|checked| checked.confidence.is_some());
    text += match (by_games.count(), results.finished.until_ci) {
        (0, _) => ".",
        (_, None) => ". All verdicts from games hold together at 95 %.",
        (_, Some(_)) => {
            ". All verdicts from games hold together at 95 %, not corrected for optional stopping."
        }
    };
    Some(text + &bases(results))
}

/// How many claims hold by what their verdicts are worth, and what that means.
fn bases(results: &Analysis) -> String {
    let all = &results.claims;
    let mut parts = Vec::new();
    for basis in Basis::ALL.map(Some).into_iter().chain([None]) {
        let measured = all.iter().filter(|checked| checked.exact.is_some());
        let of: Vec<&Checked> = measured
            .filter(|checked| checked.claim.basis == basis)
            .collect();
        let held = of.iter().filter(|of| of.verdict == Verdict::Holds).count();
        if !of.is_empty() {
            parts.push(format!("{held} of {} ({})", of.len(), Basis::words(basis)));
        }
    }
    if parts.is_empty() {
        return String::new();
    }
    let mut text = format!(
        " Of those that are measured, by basis, {} hold.",
        parts.join(", ")
    );
    let has = |basis| all.iter().any(|checked| checked.claim.basis == Some(basis));
    if has(Basis::Tuned) || has(Basis::Construction) {
        text += " Only findings are evidence: the personalities were tuned until the others \
                 held, or are made so that they hold.";
    }
    let exact = all
        .iter()
        .filter(|checked| checked.exact == Some(true))
        .count();
    let sampled = all
        .iter()
        .filter(|checked| checked.exact == Some(false))
        .count();
    let seen = match all.iter().any(|checked| checked.seed_tuned) {
        true => ", which tuning saw,",
        false => "",
    };
    let seed = results.finished.seed;
    text + &match (exact, sampled) {
        (_, 0) => " Exact figures decide all of these.".to_owned(),
        (0, _) => format!(" Games with seed {seed}{seen} decide all of these."),
        _ => format!(
            " Exact figures decide {exact} of these, games with seed {seed}{seen} the other \
             {sampled}."
        ),
    }
}
