//! What each trait changes, from its low to its high end: sampled statistics of personalities that
//! differ from the neutral one in one trait, in games against optimal play, half of them from each
//! seat, and their exact equity loss.

use miette::{Result, miette};
use rayon::prelude::*;
use rivals_core::contest::{Contest, GameRecord};
use rivals_core::document::{Block, Cell, Column, Section};
use rivals_core::personalities::{Member, Personality, Roster, Traits};
use rivals_core::play::AgentKinds;
use rivals_core::play::Dice;
use rivals_core::text::number::{count, fixed, percent};
use rivals_dragon_slayer::Rules;
use rivals_dragon_slayer::contest::DragonSlayerContest;
use rivals_league::results::ManifestEntry;
use rivals_league::text::csv;
use serde::{Deserialize, Serialize};

use crate::folder::Made;

/// The name of the study, as the manifest has it, and the file that it writes.
pub(crate) const NAME: &str = "traits";
pub(crate) const FILE: &str = "traits.csv";

/// The games of each personality from each seat, and the seed.
const GAMES: u64 = 50_000;
const SEED: u64 = 2018;

/// The name of a trait, a function that sets it, and the values, with the neutral one.
type Scale = (&'static str, fn(&mut Traits, f64), &'static [f64]);

const SCALES: [Scale; 7] = [
    ("risk_aversion", |traits, value| traits.risk_aversion = value, &[-4.0, -1.0, 0.0, 1.0, 4.0]),
    (
        "accept_aversion",
        |traits, value| traits.accept_aversion = value,
        &[-4.0, 0.0, 1.0, 2.0, 4.0],
    ),
    ("nerves", |traits, value| traits.nerves = value, &[0.0, 0.5, 1.0, 4.0]),
    (
        "nerves_after_big_turn",
        |traits, value| traits.nerves_after_big_turn = value,
        &[0.0, 0.5, 1.0, 4.0],
    ),
    ("calculation", |traits, value| traits.calculation = value, &[0.0, 0.5, 0.9, 1.0]),
    ("intuition", |traits, value| traits.intuition = value, &[0.0, 0.5, 0.9, 1.0]),
    ("eagerness", |traits, value| traits.eagerness = value, &[-1.0, -0.02, 0.0, 0.02, 1.0]),
];

/// A row of `traits.csv`: a personality that is neutral except for one trait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub r#trait: String,
    pub value: f64,
    /// Exact: the win probability that it loses against optimal play.
    pub equity_loss: f64,
    /// The number of sampled games. The other columns are the metrics of tournaments in them.
    pub games: u64,
    pub turns_lost: Option<f64>,
    pub points_when_stopping: Option<f64>,
    pub points_when_stopping_behind: Option<f64>,
    pub points_when_stopping_level: Option<f64>,
    pub points_when_stopping_ahead: Option<f64>,
    pub points_when_stopping_after_big_turn: Option<f64>,
    pub challenges_accepted: Option<f64>,
    pub challenges_made: Option<f64>,
    pub challenge_turn: Option<f64>,
}

/// The study.
pub(crate) fn made() -> Result<Made> {
    let rules = Rules::built_in();
    let entry = ManifestEntry {
        seed: Some(SEED),
        ..ManifestEntry::new(NAME, "dragon-slayer", &rules.identity())
    };
    Ok(Made { entry, files: vec![(FILE, csv(measure(&rules, GAMES)?))] })
}

/// The rows of all traits.
fn measure(rules: &Rules, games: u64) -> Result<Vec<Row>> {
    let steps: Vec<_> = SCALES
        .iter()
        .flat_map(|(name, set, values)| values.iter().map(move |&value| (*name, set, value)))
        .collect();
    let personality = |(name, set, value): &(&str, &fn(&mut Traits, f64), f64)| {
        let mut who = Personality::neutral(format!("{name}-{value}"));
        set(&mut who.traits, *value);
        who
    };
    let mut all: Vec<Personality> = steps.iter().map(personality).collect();
    all.push(Personality::neutral("optimum"));
    let roster = Roster::new(all.into_iter().map(Member::Personality).collect(), AgentKinds::NONE);
    let contest = DragonSlayerContest::new(rules, &roster)?;
    let solved = contest.solved().ok_or_else(|| miette!("the game is solved"))?;
    let row = |(player, (name, _, value)): (usize, &(&str, _, f64))| {
        let means = means(&contest, player, steps.len(), games);
        let of = |metric: &str| {
            let at = contest.metrics().iter().position(|known| known.name == metric)?;
            means[at]
        };
        Row {
            r#trait: (*name).to_owned(),
            value: *value,
            equity_loss: solved.equity_loss(player).unwrap_or_default(),
            games: 2 * games,
            turns_lost: of("turns_lost"),
            points_when_stopping: of("points_when_stopping"),
            points_when_stopping_behind: of("points_when_stopping_behind"),
            points_when_stopping_level: of("points_when_stopping_level"),
            points_when_stopping_ahead: of("points_when_stopping_ahead"),
            points_when_stopping_after_big_turn: of("points_when_stopping_after_big_turn"),
            challenges_accepted: of("challenges_accepted"),
            challenges_made: of("challenges_made"),
            challenge_turn: of("challenge_turn"),
        }
    };
    Ok(steps.iter().enumerate().map(row).collect())
}

/// By metric, its mean over games of a player against another one; `None` where nothing was counted.
fn means(contest: &dyn Contest, player: usize, other: usize, games: u64) -> Vec<Option<f64>> {
    let metrics = contest.metrics();
    let (key, each) = (Dice::pairing(["traits"]), metrics.len());
    let add = |mut sums: Vec<[i64; 2]>, more: Vec<[i64; 2]>| {
        sums.iter_mut().zip(more).for_each(|(sum, of)| {
            sum[0] += of[0];
            sum[1] += of[1];
        });
        sums
    };
    let play = |number: u64| {
        let dice = Dice::new(SEED, key, number);
        let mut sums = vec![[0; 2]; each];
        for (seat, line_up) in [[player, other], [other, player]].iter().enumerate() {
            let mut record = GameRecord::new(2, each);
            contest.play(line_up, &dice, &mut record);
            sums = add(sums, (0..each).map(|at| record.sums(seat * each + at)).collect());
        }
        sums
    };
    let sums = (0..games).into_par_iter().map(play).reduce(|| vec![[0; 2]; each], add);
    let mean = |([sum, count], scale): ([i64; 2], u32)| {
        (count > 0).then(|| sum as f64 / count as f64 / f64::from(scale))
    };
    sums.into_iter().zip(metrics.iter().map(|metric| metric.scale)).map(mean).collect()
}

/// The section on the rows of the file.
pub(crate) fn section(rows: &[Row]) -> Section {
    let columns = vec![
        Column::words("trait"),
        Column::figures("value"),
        Column::figures("equity loss %"),
        Column::figures("turns lost %"),
        Column::figures("points when stopping"),
        Column::figures("behind").priority(4),
        Column::figures("level").priority(3),
        Column::figures("ahead").priority(4),
        Column::figures("after a big turn").priority(3),
        Column::figures("accepted %").priority(2),
        Column::figures("challenges").priority(2),
        Column::figures("in round").priority(1),
    ];
    let share = |value: Option<f64>| Cell::maybe(value, |value| percent(value, 1));
    let points = |value: Option<f64>| Cell::maybe(value, |value| fixed(value, 1));
    let cells = rows.iter().map(|row| {
        vec![
            Cell::words(&row.r#trait),
            Cell::figure(row.value, row.value.to_string()),
            Cell::figure(row.equity_loss, percent(row.equity_loss, 2)),
            share(row.turns_lost),
            points(row.points_when_stopping),
            points(row.points_when_stopping_behind),
            points(row.points_when_stopping_level),
            points(row.points_when_stopping_ahead),
            points(row.points_when_stopping_after_big_turn),
            share(row.challenges_accepted),
            Cell::maybe(row.challenges_made, |value| fixed(value, 2)),
            points(row.challenge_turn),
        ]
    });
    let caption = format!(
        "Personalities that differ from the neutral one in one trait, against optimal play, in {} games \
         each, half of them from each seat. The equity loss is exact; the other columns are the \
         metrics of tournaments. The neutral personality plays optimally and loses nothing.",
        count(rows.first().map_or(0, |row| row.games))
    );
    let blocks = vec![Block::table(FILE, caption, columns, cells)];
    Section::new("traits", "Dragon Slayer: what each trait changes", blocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_neutral_personality_loses_nothing() {
        let mut rules = Rules::built_in();
        rules.target = 10;
        let rows = measure(&rules, 20).unwrap();
        assert_eq!(rows.len(), SCALES.iter().map(|scale| scale.2.len()).sum::<usize>());
        for row in &rows {
            let neutral = match &*row.r#trait {
                "calculation" | "intuition" => 1.0,
                _ => 0.0,
            };
            // A player that accepts every challenge may lose nothing as well.
            assert!(row.equity_loss > -1e-9, "{row:?}");
            assert!(row.value != neutral || row.equity_loss < 1e-9, "{row:?}");
        }
        assert!(rows.iter().any(|row| row.equity_loss > 0.1));
    }
}
