//! The metrics of every seat, each a ratio of two sums over games.

use super::totals::{SeatTotals, WideSums};
use crate::Rules;
use crate::exact::EquityLoss;
use crate::solver::BIG_TURN;
use rivals_core::contest::Metric;

/// Risks are counted in units of 1 / `RISK_SCALE`.
pub(super) const RISK_SCALE: u32 = 1 << 12;

/// Times are counted in units of 1 / `SECONDS_SCALE` seconds.
pub(super) const SECONDS_SCALE: u32 = 10;

/// The largest gap to the strongest rival, in points, that counts as level.
const LEVEL_GAP: i32 = 3;
/// The smallest gap that does not.
const UNLEVEL_GAP: i32 = LEVEL_GAP + 1;

/// The deficit in points from which a win is a comeback.
pub(super) const COMEBACK_DEFICIT: i32 = 12;

/// The mover's lead over its strongest rival when its turn begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    Behind,
    Level,
    Ahead,
}

impl Lead {
    pub(super) fn of(gap: i32) -> Self {
        match gap {
            gap if gap < -LEVEL_GAP => Self::Behind,
            gap if gap > LEVEL_GAP => Self::Ahead,
            _ => Self::Level,
        }
    }
}

/// Defines the measured metrics by the rows of a table: name in files, unit, scale, how it is
/// measured (numerator and denominator, from the counts of a seat and the sums of all its turns),
/// and a line about the metric, which may name constants in braces.
macro_rules! measured {
    ($($name:literal, $unit:literal, $scale:expr, $measure:expr, $about:literal;)*) => {
        /// The number of metrics that are measured; those of [`EXACT`] follow.
        pub(super) const MEASURED: usize = [$($name),*].len();

        /// The measured metrics, in the order of the columns.
        fn measured() -> Vec<Metric> {
            vec![$(metric($name, $unit, $scale, format!($about))),*]
        }

        /// Calls `set` with the column, the numerator and the denominator of every measured metric.
        /// It is not a loop over functions, so that the compiler sees each of them: the fast path
        /// calls it after every game.
        #[inline(always)]
        pub(super) fn measure(of: &SeatTotals, all: &WideSums, mut set: impl FnMut(usize, i64, i64)) {
            let mut metric = 0..;
            $(
                let measure: fn(&SeatTotals, &WideSums) -> [i64; 2] = $measure;
                let [numerator, denominator] = measure(of, all);
                set(metric.next().unwrap_or_default(), numerator, denominator);
            )*
        }
    };
}

measured! {
    "points_per_turn", "points", 1, |of, _| [of.points, of.turns],
        "points that a turn scores on average, lost turns included";
    "points_when_stopping", "points", 1, |_, all| all.stakes(),
        "points at stake when it stops";
    "points_when_stopping_behind", "points", 1, |of, _| of.by_lead[Lead::Behind as usize].stakes(),
        "points at stake when it stops, in turns that it begins {UNLEVEL_GAP} points or more behind its strongest rival";
    "points_when_stopping_level", "points", 1, |of, _| of.by_lead[Lead::Level as usize].stakes(),
        "points at stake when it stops, in turns that it begins within {LEVEL_GAP} points of its strongest rival";
    "points_when_stopping_ahead", "points", 1, |of, _| of.by_lead[Lead::Ahead as usize].stakes(),
        "points at stake when it stops, in turns that it begins {UNLEVEL_GAP} points or more ahead of its strongest rival";
    "points_when_stopping_after_big_turn", "points", 1, |of, _| of.after_big_turn.stakes(),
        "points at stake when it stops, after the seat before scored {BIG_TURN} points or more";
    "turns_scored", "share", 1, |of, _| [of.scored, of.turns],
        "share of its turns that score points";
    "turns_lost", "share", 1,
        |of, all| [of.turns - all.stops + i64::from(of.challenges.failed()), of.turns],
        "share of its turns that end in a defeat";
    "risk_per_fight", "probability", RISK_SCALE, |_, all| all.risks(),
        "probability of a defeat in a fight that it begins";
    "risk_per_fight_behind", "probability", RISK_SCALE,
        |of, _| of.by_lead[Lead::Behind as usize].risks(),
        "probability of a defeat in a fight, in turns that it begins {UNLEVEL_GAP} points or more behind";
    "risk_per_fight_level", "probability", RISK_SCALE,
        |of, _| of.by_lead[Lead::Level as usize].risks(),
        "probability of a defeat in a fight, in turns that it begins within {LEVEL_GAP} points";
    "risk_per_fight_ahead", "probability", RISK_SCALE,
        |of, _| of.by_lead[Lead::Ahead as usize].risks(),
        "probability of a defeat in a fight, in turns that it begins {UNLEVEL_GAP} points or more ahead";
    "risk_per_fight_after_big_turn", "probability", RISK_SCALE, |of, _| of.after_big_turn.risks(),
        "probability of a defeat in a fight, after the seat before scored {BIG_TURN} points or more";
    "fights_per_turn", "fights", 1, |of, all| [all.fights, of.turns],
        "fights that it begins in a turn";
    "challenges_made", "per game", 1, |of, _| [of.challenges.made.into(), 1],
        "challenges that it makes in a game, each for a token";
    "challenge_turn", "turn", 1, |of, _| [of.challenges.turns.into(), of.challenges.made.into()],
        "number of the round, from 1, in which it challenges";
    "challenges_won", "share", 1, |of, _| [of.challenges.won.into(), of.challenges.made.into()],
        "share of its challenges that bring it the bonus";
    "challenges_received_per_stop", "share", 1,
        |of, all| [of.challenges.received.into(), all.stops],
        "share of its stops that are challenged";
    "challenges_accepted", "share", 1,
        |of, _| [of.challenges.accepted.into(), of.challenges.received.into()],
        "share of the challenges against it that it accepts";
    "accepted_won", "share", 1, |of, _| [of.challenges.held.into(), of.challenges.accepted.into()],
        "share of the challenges it accepts after which it scores";
    "winning_margin", "points", 1, |of, _| [of.margin.unwrap_or(0), of.margin.is_some().into()],
        "lead over the strongest rival at the end of games that it wins; adjudicated games do not count";
    "comebacks", "share", 1, |of, _| [(of.trailed && of.won).into(), of.trailed.into()],
        "share of the games that it wins, of those in which it begins a turn {COMEBACK_DEFICIT} points or more behind";
    "turns_per_game", "turns", 1, |of, _| [of.turns, 1],
        "turns that it takes in a game";
    "thinking_seconds", "seconds", SECONDS_SCALE, |of, _| [of.thinking, of.decisions()],
        "mean time of a decision";
}

/// The column of the thinking time, the last that is measured.
pub(super) const THINKING: usize = MEASURED - 1;

/// A metric that is computed exactly, only with two seats: name, unit, value, and a line about
/// the metric.
type ExactMetric = (&'static str, &'static str, fn(&EquityLoss) -> f64, &'static str);

/// The metrics that are not measured; those of the dragons follow.
pub(super) const EXACT: [ExactMetric; 5] = [
    (
        "optimal_decisions",
        "share",
        |loss| loss.optimal / loss.decisions,
        "share of its decisions against optimal play that are optimal; exact, only with two seats",
    ),
    (
        "lost_per_game",
        "win probability",
        EquityLoss::total,
        "equity loss: win probability that its decisions lose in a game against optimal play; exact, only with two seats",
    ),
    (
        "lost_per_game_fights",
        "win probability",
        |loss| loss.fights,
        "part of the equity loss that comes from choosing fights and stops",
    ),
    (
        "lost_per_game_challenges",
        "win probability",
        |loss| loss.challenges,
        "part of the equity loss that comes from challenging or not",
    ),
    (
        "lost_per_game_answers",
        "win probability",
        |loss| loss.answers,
        "part of the equity loss that comes from accepting and declining",
    ),
];

/// The column of the first dragon's metric, and the number of other metrics.
pub(super) const DRAGONS: usize = MEASURED + EXACT.len();

fn metric(name: &str, unit: &'static str, scale: u32, about: String) -> Metric {
    // The time that a player takes changes no decision.
    Metric { behaviour: name != "thinking_seconds", name: name.to_owned(), unit, scale, about }
}

/// The measured metrics, the exact ones, and one for every dragon.
pub(crate) fn all(rules: &Rules) -> Vec<Metric> {
    let mut all = measured();
    all.extend(EXACT.map(|(name, unit, _, about)| metric(name, unit, 1, about.to_owned())));
    for dragon in &rules.dragons {
        let taken = |name: &String| all.iter().any(|metric| metric.name == *name);
        let first = format!("fights_{}", word(&dragon.name));
        let others = (2..).map(|number| format!("{first}_{number}"));
        let name = std::iter::once(first.clone())
            .chain(others)
            .find(|name| !taken(name))
            .expect("some number is free");
        let about = format!("share of its fights that are against the {} dragon", dragon.name);
        all.push(metric(&name, "share", 1, about));
    }
    all
}

/// A name made fit for a column: words of lower-case letters and digits, joined by `_`.
fn word(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric();
    let words = name.split(|c| !plain(c)).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_ascii_lowercase).collect();
    if words.is_empty() { "dragon".to_owned() } else { words.join("_") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `docs/results.md` has a row for each metric.
    #[test]
    fn the_documents_have_every_metric() {
        let page =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results.md"))
                .unwrap();
        for metric in all(&Rules::built_in()) {
            let row = format!("| `{}` | {} | {} |", metric.name, metric.unit, metric.about);
            assert!(page.contains(&row), "add to docs/results.md: {row}");
        }
    }

    #[test]
    fn a_lead_changes_at_the_gap() {
        let leads = [-4, -3, 0, 3, 4].map(Lead::of);
        use Lead::{Ahead, Behind, Level};
        assert_eq!(leads, [Behind, Level, Level, Level, Ahead]);
    }

    #[test]
    fn dragons_names_become_distinct_words() {
        let mut rules = Rules::built_in();
        let names = |rules: &Rules| -> Vec<String> {
            let metrics = all(rules).into_iter().skip(DRAGONS);
            metrics.map(|metric| metric.name).collect()
        };
        assert_eq!(names(&rules), ["fights_blue", "fights_green", "fights_red"]);
        rules.dragons.push(rules.dragons[0].clone());
        for (dragon, name) in
            rules.dragons.iter_mut().zip(["Big  Red!", "per_turn", "龍", "big red"])
        {
            dragon.name = name.to_owned();
        }
        assert_eq!(
            names(&rules),
            ["fights_big_red", "fights_per_turn_2", "fights_dragon", "fights_big_red_2"]
        );
    }
}
