//! The metrics of every seat, each a ratio of two sums over games.

use crate::Rules;
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

/// Defines [`Measured`] from the rows of a table: variant, name in files, unit, scale and a
/// line about the metric, which may name constants in braces.
macro_rules! measured {
    ($($variant:ident, $name:literal, $unit:literal, $scale:expr, $about:literal;)*) => {
        /// A metric; the discriminant is its column. The metrics of the dragons follow.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub(super) enum Measured {
            $($variant,)*
        }

        /// The column of the first dragon's metric, and the number of other metrics.
        pub(super) const DRAGONS: usize = [$($name),*].len();

        /// The metrics of [`Measured`], in the order of the columns.
        fn measured() -> Vec<Metric> {
            vec![$(Metric {
                name: $name.to_owned(),
                unit: $unit,
                scale: $scale,
                about: format!($about),
                // The time that a player takes changes no decision.
                behaviour: Measured::$variant != Measured::ThinkingSeconds,
            },)*]
        }
    };
}

measured! {
    PointsPerTurn, "points_per_turn", "points", 1,
        "points that a turn scores on average, lost turns included";
    PointsWhenStopping, "points_when_stopping", "points", 1,
        "points at stake when it stops";
    PointsWhenStoppingBehind, "points_when_stopping_behind", "points", 1,
        "points at stake when it stops, in turns that it begins {UNLEVEL_GAP} points or more behind its strongest rival";
    PointsWhenStoppingLevel, "points_when_stopping_level", "points", 1,
        "points at stake when it stops, in turns that it begins within {LEVEL_GAP} points of its strongest rival";
    PointsWhenStoppingAhead, "points_when_stopping_ahead", "points", 1,
        "points at stake when it stops, in turns that it begins {UNLEVEL_GAP} points or more ahead of its strongest rival";
    PointsWhenStoppingAfterBigTurn, "points_when_stopping_after_big_turn", "points", 1,
        "points at stake when it stops, after the seat before scored {BIG_TURN} points or more";
    TurnsScored, "turns_scored", "share", 1,
        "share of its turns that score points";
    TurnsLost, "turns_lost", "share", 1,
        "share of its turns that end in a defeat";
    RiskPerFight, "risk_per_fight", "probability", RISK_SCALE,
        "probability of a defeat in a fight that it begins";
    RiskPerFightBehind, "risk_per_fight_behind", "probability", RISK_SCALE,
        "probability of a defeat in a fight, in turns that it begins {UNLEVEL_GAP} points or more behind";
    RiskPerFightLevel, "risk_per_fight_level", "probability", RISK_SCALE,
        "probability of a defeat in a fight, in turns that it begins within {LEVEL_GAP} points";
    RiskPerFightAhead, "risk_per_fight_ahead", "probability", RISK_SCALE,
        "probability of a defeat in a fight, in turns that it begins {UNLEVEL_GAP} points or more ahead";
    RiskPerFightAfterBigTurn, "risk_per_fight_after_big_turn", "probability", RISK_SCALE,
        "probability of a defeat in a fight, after the seat before scored {BIG_TURN} points or more";
    FightsPerTurn, "fights_per_turn", "fights", 1,
        "fights that it begins in a turn";
    ChallengesMade, "challenges_made", "per game", 1,
        "challenges that it makes in a game, each for a token";
    ChallengeTurn, "challenge_turn", "turn", 1,
        "number of the round, from 1, in which it challenges";
    ChallengesWon, "challenges_won", "share", 1,
        "share of its challenges that bring it the bonus";
    ChallengesReceivedPerStop, "challenges_received_per_stop", "share", 1,
        "share of its stops that are challenged";
    ChallengesAccepted, "challenges_accepted", "share", 1,
        "share of the challenges against it that it accepts";
    AcceptedWon, "accepted_won", "share", 1,
        "share of the challenges it accepts after which it scores";
    WinningMargin, "winning_margin", "points", 1,
        "lead over the strongest rival at the end of games that it wins; adjudicated games do not count";
    Comebacks, "comebacks", "share", 1,
        "share of the games that it wins, of those in which it begins a turn {COMEBACK_DEFICIT} points or more behind";
    TurnsPerGame, "turns_per_game", "turns", 1,
        "turns that it takes in a game";
    ThinkingSeconds, "thinking_seconds", "seconds", SECONDS_SCALE,
        "mean time of a decision";
    OptimalDecisions, "optimal_decisions", "share", 1,
        "share of its decisions against optimal play that are optimal; exact, only with two seats";
    LostPerGame, "lost_per_game", "win probability", 1,
        "equity loss: win probability that its decisions lose in a game against optimal play; exact, only with two seats";
    LostPerGameFights, "lost_per_game_fights", "win probability", 1,
        "part of the equity loss that comes from choosing fights and stops";
    LostPerGameChallenges, "lost_per_game_challenges", "win probability", 1,
        "part of the equity loss that comes from challenging or not";
    LostPerGameAnswers, "lost_per_game_answers", "win probability", 1,
        "part of the equity loss that comes from accepting and declining";
}

/// The metrics of [`Measured`], followed by one for every dragon.
pub(super) fn all(rules: &Rules) -> Vec<Metric> {
    let mut all = measured();
    for dragon in &rules.dragons {
        let taken = |name: &String| all.iter().any(|metric| metric.name == *name);
        let first = format!("fights_{}", word(&dragon.name));
        let others = (2..).map(|number| format!("{first}_{number}"));
        let name = std::iter::once(first.clone())
            .chain(others)
            .find(|name| !taken(name))
            .expect("some number is free");
        all.push(Metric {
            name,
            unit: "share",
            scale: 1,
            about: format!("share of its fights that are against the {} dragon", dragon.name),
            behaviour: true,
        });
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
        let page = std::fs::read_to_string("docs/results.md").unwrap();
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
