//! The report of the study: verdicts, tables, and pictures.

use std::collections::BTreeMap;

use rivals_core::document::{
    Block, Cell, Chart, Column, Columns, Document, HeatMap, Panel, Scale, Section, Table,
};
use rivals_core::text::number::{counted, fixed, percent};

use super::findings::Findings;
use super::indices::INDICES;
use super::players::{HIDDEN, NOT_FITTED, PROBED};
use super::verdicts::{Row, Verdict};
use super::{Form, examples, old_and_new, prediction, skill, specificity, transfer};

/// The report of a form of the study.
pub(super) fn document(form: &Form, found: &Findings) -> Document {
    let verdicts = found.verdicts();
    let sections = vec![
        Section::new(
            "verdicts",
            "What holds and what does not",
            vec![told(&verdicts, found), of_verdicts(&verdicts)],
        ),
        Section::new("measured", "What is measured", method(form)),
        Section::new("transfer", "From game to game", of_transfer(&found.transfer)),
        Section::new("prediction", "Prediction and recognition", of_prediction(found)),
        Section::new("skill", "The same skill in every game", vec![of_skill(&found.calibration)]),
        Section::new("specificity", "One figure at a time", vec![of_specificity(found)]),
        Section::new("old", "Dragon Slayer, old and new", vec![of_old_and_new(found)]),
        Section::new("decisions", "Decisions in which two differ", of_decisions(&found.decisions)),
    ];
    Document::new("Rivals: one personality in every game", &LEAD, sections)
}

/// The paragraphs that explain the report.
const LEAD: [&str; 1] =
    ["The same file of figures plays every game. This report measures how far it is the same \
     character. Thresholds and what a game cannot show were fixed before anything was measured; \
     that tastes are measured together as well, and that figures are fitted among players, was \
     added after a first run on the same seed, in which hardly a taste agreed. The formula of the \
     decision gives the effect of a figure the same sign in every game (basis construction); how \
     indices correlate, predictions and recognition do not follow from it (basis finding). \
     Intervals are 95 % intervals by resampling players and blocks of games."];

/// Whether the claim is falsified, by what was fixed beforehand.
fn told(verdicts: &[Row], found: &Findings) -> Block {
    let falsifiers = verdicts.iter().filter(|row| row.test.starts_with('('));
    let refuted = falsifiers.filter(|row| row.verdict == Verdict::Refuted);
    let met: Vec<&str> = refuted.map(|row| &*row.test).collect();
    let falsified = if met.is_empty() {
        "No criterion of falsification is met.".to_owned()
    } else {
        let count = counted(met.len() as u64, "criterion", "criteria");
        let of = met.join(", ");
        format!(
            "The claim that a personality is the same in every game is falsified: by the thresholds that \
             were fixed beforehand, {count} of four are met, {of}."
        )
    };
    let correlations: Vec<f64> = found.transfer.iter().filter_map(|row| row.correlation).collect();
    let negative = correlations.iter().filter(|&&value| value < 0.0).count();
    let all = correlations.len();
    Block::text(format!(
        "{falsified} Of {all} correlations between games, {negative} are negative."
    ))
}

/// The verdicts as a table.
pub(super) fn of_verdicts(rows: &[Row]) -> Block {
    let columns: &Columns<'_, Row> = &[
        (Column::words("test"), &|row| Cell::words(&row.test)),
        (Column::words("statement"), &|row| Cell::words(&row.statement)),
        (Column::words("basis"), &|row| Cell::words(row.basis.words())),
        (Column::words("verdict"), &|row| Cell::words(row.verdict.words())),
        (Column::figures("cases"), &|row| Cell::whole(row.cases as u64)),
        (Column::figures("held"), &|row| Cell::whole(row.held as u64)),
        (Column::figures("deciding case"), &|row| Cell::maybe(row.value, two)),
        (Column::figures("threshold"), &|row| Cell::maybe(Some(row.threshold), two)),
        (Column::figures("95 %"), &|row| Cell::open([row.low, row.high], two)),
    ];
    let caption = "A statement holds if it holds in every case, is refuted if it is in one, and is open \
                   otherwise; the case with the lowest end of its interval decides. A case of T1 holds \
                   where Holm's corrected p is below 0.05. T2, T3, T6 and (d) hold where the whole interval \
                   is above the threshold, and are refuted where it is below. T4 holds where the \
                   interval meets the calculation to within 0.02. T5 holds where the interval of what goes is \
                   above 0 and no other index moves by 0.2 deviations. (a) is judged by the lower end, (b) \
                   and (c) by the value alone. The claim is falsified if one of (a) to (d) is refuted.";
    Block::Table(Table::of("verdicts.csv", caption, rows, columns))
}

/// The design in words.
fn method(form: &Form) -> Vec<Block> {
    let probed: Vec<String> =
        PROBED.iter().map(|(key, low, high)| format!("{key} {low} to {high}")).collect();
    let hidden: Vec<String> = HIDDEN
        .iter()
        .map(|(game, figure, why)| format!("{game} cannot show {figure}: {why}."))
        .collect();
    let games = "All players decide in the same positions of games among the committed personalities, with \
                 the memory of the seat that came there. The judge is the exact solution of Pig, and in \
                 the other games a search with more budget and other dice than players have; in \
                 Parchis and Tic Tac Toe SP, what careless replies change is looked at as players do, \
                 one move ahead.";
    let indices: Vec<String> = (INDICES.iter())
        .map(|index| format!("{} measures {}: {}.", index.name, index.figure, index.about))
        .collect();
    vec![
        Block::text(format!(
            "{games} In this form ({}), the judge has {} times the budget of a player, each game has \
             at least {}, there are {}, and the seed is {}.",
            form.name,
            form.judge,
            counted((form.blocks * form.decisions) as u64, "decision", "decisions"),
            counted(form.probes as u64, "probe", "probes"),
            form.seed,
        )),
        Block::text(format!(
            "Probes are at Sobol points between these ends: {}. Fits take as known: {}. T2 is of the \
             first {} probes, which overlook nothing. A fitted player is taken for one of those that are \
             compared: its figures are as probable as in a normal distribution with their means and \
             deviations.",
            probed.join(", "),
            NOT_FITTED.join(", "),
            form.fits,
        )),
        Block::heading("Indices"),
        Block::text(
            "Tastes are measured where two options or more are within half a usual swing of the best: by \
             how many deviations the choice is above the mean of these options. Tastes that are \
             measured together are the coefficients of a conditional logit of all choices, in \
             deviations within decisions: a coefficient says how much more probable an option is that \
             is one deviation higher, if all else is the same.",
        ),
        Block::list(indices),
        Block::heading("What cannot be shown"),
        Block::list(hidden),
    ]
}

/// The games in the order of the rows.
fn games<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut games: Vec<String> = Vec::new();
    for name in names {
        if !games.iter().any(|known| known == name) {
            games.push(name.to_owned());
        }
    }
    games
}

fn of_transfer(rows: &[transfer::Row]) -> Vec<Block> {
    let games = games(rows.iter().flat_map(|row| [&*row.first, &*row.second]));
    let panels = INDICES.iter().filter_map(|index| {
        let of = |one: &str, other: &str| {
            let both = |row: &&transfer::Row| {
                row.index == index.name
                    && [[&*row.first, &*row.second], [&*row.second, &*row.first]]
                        .contains(&[one, other])
            };
            rows.iter().find(both).and_then(|row| row.correlation)
        };
        let values: Vec<Vec<Option<f64>>> =
            (games.iter()).map(|one| games.iter().map(|other| of(one, other)).collect()).collect();
        let known: Vec<f64> = values.iter().flatten().flatten().copied().collect();
        let lowest = known.iter().copied().fold(f64::INFINITY, f64::min);
        let alternative = format!("The lowest correlation of {} is {}.", index.name, two(lowest));
        let title = format!("{}: {}", index.name, index.about);
        let chart = Chart::HeatMap(HeatMap {
            rows_title: "rows: one game".to_owned(),
            columns_title: "columns: the other game".to_owned(),
            rows: games.clone(),
            columns: games.clone(),
            values,
            players: games.clone(),
            numbers: Default::default(),
            scale: Scale {
                title: "Spearman's correlation over the probes".to_owned(),
                low: -1.0,
                high: 1.0,
                diverging: true,
                ticks: [-1.0, -0.5, 0.0, 0.5, 1.0].map(|tick| (tick, fixed(tick, 1))).to_vec(),
                missing: "not measured".to_owned(),
            },
            below: None,
        });
        (!known.is_empty()).then(|| Panel::new(title, alternative, chart))
    });
    let caption = "How the index of a probe in one game correlates with the same index in another game. \
                   Each panel is an index.";
    let figure = Block::figure(
        "correlations",
        "Correlations between games",
        "transfer.csv",
        caption,
        panels,
    );
    let columns: &Columns<'_, transfer::Row> = &[
        (Column::words("index"), &|row| Cell::words(&row.index)),
        (Column::words("first"), &|row| Cell::words(&row.first)),
        (Column::words("second"), &|row| Cell::words(&row.second)),
        (Column::figures("correlation"), &|row| Cell::maybe(row.correlation, two)),
        (Column::figures("95 %"), &|row| Cell::open([row.low, row.high], two)),
        (Column::figures("given loss"), &|row| Cell::maybe(row.partial, two)),
        (Column::figures("p (Holm)"), &|row| Cell::maybe(row.p_holm, |p| fixed(p, 3))),
        (Column::words("verdict"), &|row| Cell::words(row.verdict.words())),
    ];
    let caption = "Correlations over the probes, with the p-value of one at most the threshold, corrected \
                   for all tests of this table (Holm 1979).";
    vec![figure, Block::Table(Table::of("transfer.csv", caption, rows, columns))]
}

fn of_prediction(found: &Findings) -> Vec<Block> {
    let columns: &Columns<'_, prediction::Row> = &[
        (Column::words("from"), &|row| Cell::words(&row.from)),
        (Column::words("to"), &|row| Cell::words(&row.to)),
        (Column::figures("mean player"), &|row| Cell::maybe(Some(row.loss_of_mean_player), three)),
        (Column::figures("fitted"), &|row| Cell::maybe(Some(row.loss_of_fitted), three)),
        (Column::figures("true"), &|row| Cell::maybe(Some(row.loss_of_true), three)),
        (Column::figures("of another").priority(1), &|row| {
            Cell::maybe(Some(row.loss_of_shuffled), three)
        }),
        (Column::figures("gain"), &|row| Cell::maybe(row.gain, two)),
        (Column::figures("95 %"), &|row| Cell::open([row.low, row.high], two)),
        (Column::words("verdict"), &|row| Cell::words(row.verdict.words())),
    ];
    let caption = "The log loss per decision of probes in a game, by four models: the mean player, the \
                   figures that were fitted in another game, the true figures, and those fitted to \
                   another player. Figures that the first game cannot show are the true ones in all of \
                   them. The gain is the part of the way from the mean player to the true figures.";
    let recovery = Block::Table(Table::of("recovery.csv", caption, &found.recovery, columns));
    let columns: &Columns<'_, prediction::Recognised> = &[
        (Column::words("from"), &|row| Cell::words(&row.from)),
        (Column::words("to"), &|row| Cell::words(&row.to)),
        (Column::figures("trials"), &|row| Cell::whole(row.trials)),
        (Column::figures("right %"), &|row| Cell::percent(row.right)),
        (Column::figures("95 %"), &|row| Cell::percents(Some(row.low), Some(row.high))),
        (Column::figures("by true figures %").priority(1), &|row| Cell::percent(row.right_of_true)),
    ];
    let caption = "How often a committed personality is recognised among all of them, by figures that \
                   were fitted in another game, or by its true figures. A guess is right in 6 % of the \
                   trials.";
    let recognised = Block::Table(Table::of("recognised.csv", caption, &found.recognised, columns));
    vec![recovery, recognised, recognition_map(&found.recognition)]
}

/// Who was recognised as whom, in all pairs of games.
fn recognition_map(rows: &[prediction::RecognitionRow]) -> Block {
    let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let mut trials: BTreeMap<&str, u64> = BTreeMap::new();
    for row in rows {
        *counts.entry((&row.player, &row.recognised_as)).or_default() += row.times;
        *trials.entry(&row.player).or_default() += row.times;
    }
    let players: Vec<String> = trials.keys().map(|&player| player.to_owned()).collect();
    let share = |player: &str, other: &str| {
        let times = counts.get(&(player, other)).copied().unwrap_or_default();
        Some(times as f64 / trials[player] as f64)
    };
    let values = players.iter().map(|one| players.iter().map(|other| share(one, other)).collect());
    let right: u64 = players.iter().filter_map(|one| counts.get(&(&**one, &**one))).sum();
    let all: u64 = trials.values().sum();
    let alternative = format!("{right} of {all} trials are right: they are on the diagonal.");
    let ticks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| (share, percent(share, 0)));
    let chart = Chart::HeatMap(HeatMap {
        rows_title: "rows: who decided".to_owned(),
        columns_title: "columns: who it was taken for, in the same order".to_owned(),
        rows: (1..).zip(&players).map(|(at, name)| format!("{at} {name}")).collect(),
        columns: (1..=players.len()).map(|at| at.to_string()).collect(),
        values: values.collect(),
        players,
        numbers: Default::default(),
        scale: Scale {
            title: "part of the trials of the row, %".to_owned(),
            low: 0.0,
            high: 1.0,
            diverging: false,
            ticks: ticks.to_vec(),
            missing: "no trials".to_owned(),
        },
        below: None,
    });
    let caption = "The decisions of a personality in a game, and whose figures from another game explain \
                   them best, over all ordered pairs of games.";
    Block::figure(
        "recognition",
        "Who was recognised as whom",
        "recognition.csv",
        caption,
        [Panel::new("All pairs of games", alternative, chart)],
    )
}

fn of_skill(rows: &[skill::Row]) -> Block {
    let columns: &Columns<'_, skill::Row> = &[
        (Column::words("game"), &|row| Cell::words(&row.game)),
        (Column::figures("calculation"), &|row| Cell::maybe(Some(row.calculation), two)),
        (Column::figures("temperature").priority(1), &|row| Cell::maybe(Some(row.tau), three)),
        (Column::figures("kept"), &|row| Cell::maybe(Some(row.kept), three)),
        (Column::figures("95 %"), &|row| Cell::open([Some(row.low), Some(row.high)], three)),
        (Column::figures("Elo"), &|row| Cell::maybe(row.elo, |elo| fixed(elo, 0))),
        (Column::figures("loss per decision, %").priority(2), &|row| {
            Cell::maybe(Some(row.loss_per_decision), |loss| percent(loss, 2))
        }),
        (Column::words("verdict"), &|row| Cell::words(row.verdict.words())),
    ];
    let caption = "An otherwise neutral personality against the reference of each game: the part of its \
                   fair share of the win that it keeps, on dice other than those of the calibration. \
                   Where drawn moves keep more than the calculation says, nothing can be measured.";
    Block::Table(Table::of("calibration.csv", caption, rows, columns))
}

fn of_specificity(found: &Findings) -> Block {
    let columns: &Columns<'_, specificity::Row> = &[
        (Column::words("game"), &|row| Cell::words(&row.game)),
        (Column::words("figure"), &|row| Cell::words(&row.figure)),
        (Column::figures("gone"), &|row| Cell::maybe(row.gone, two)),
        (Column::figures("95 %"), &|row| Cell::open([row.low, row.high], two)),
        (Column::words("other index").priority(1), &|row| Cell::maybe_words(row.other.as_deref())),
        (Column::figures("moves"), &|row| Cell::maybe(row.moved, two)),
        (Column::words("verdict"), &|row| Cell::words(row.verdict.words())),
    ];
    let caption = "Each figure is made neutral in all probes: the part of the squared distance between its \
                   index and that of the reference that goes, and the other index that moves most, in \
                   deviations over the probes.";
    Block::Table(Table::of("specificity.csv", caption, &found.specificity, columns))
}

fn of_old_and_new(found: &Findings) -> Block {
    let columns: &Columns<'_, old_and_new::Row> = &[
        (Column::words("personality"), &|row| Cell::words(&row.player)),
        (Column::figures("visits"), &|row| Cell::whole(row.visits)),
        (Column::figures("same %"), &|row| Cell::percent(row.same as f64 / row.visits as f64)),
        (Column::figures("95 %"), &|row| Cell::percents(Some(row.low), Some(row.high))),
    ];
    let caption = "Decisions in games against optimal play, in which the game's own code and the conduct of \
                   all games do the same, with calculation 1. The units are those of optimal play.";
    Block::Table(Table::of("old_and_new.csv", caption, &found.old_and_new, columns))
}

fn of_decisions(rows: &[examples::Row]) -> Vec<Block> {
    let points = rows.iter().map(|row| format!("{}: {}", row.game, row.why)).collect();
    let text = "Of each game, the decision in which the committed personalities differ most by one figure, \
                without judgement errors.";
    vec![Block::text(text), Block::list(points)]
}

fn two(value: f64) -> String {
    fixed(value, 2)
}

fn three(value: f64) -> String {
    fixed(value, 3)
}
