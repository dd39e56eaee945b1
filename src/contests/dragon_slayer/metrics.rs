//! What is measured of every seat, as ratios of two sums over games.

use crate::games::dragon_slayer::{MAX_DRAGONS, Rules};
use crate::tournament::{GameRecord, Metric};

/// Risks are counted in units of 1 / this.
pub(super) const RISK_SCALE: u32 = 1 << 12;

/// Thinking is counted in tenths of a second.
pub(super) const SECONDS_SCALE: u32 = 10;

/// A gap of more points to the strongest rival than this is no longer level.
pub(super) const LEVEL_GAP: i32 = 3;

/// A deficit of so many points is one to come back from.
pub(super) const COMEBACK_DEFICIT: i32 = 12;

/// How the mover stands when its turn begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Behind,
    Level,
    Ahead,
}

impl Standing {
    pub fn of(gap: i32) -> Self {
        match gap {
            ..=-4 => Self::Behind,
            -3..=LEVEL_GAP => Self::Level,
            _ => Self::Ahead,
        }
    }
}

/// A metric by its place among the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Measured {
    PointsPerTurn,
    PointsWhenStopping,
    PointsWhenStoppingBehind,
    PointsWhenStoppingLevel,
    PointsWhenStoppingAhead,
    PointsWhenStoppingAfterBigTurn,
    TurnsScored,
    TurnsLost,
    RiskPerFight,
    RiskPerFightBehind,
    RiskPerFightLevel,
    RiskPerFightAhead,
    RiskPerFightAfterBigTurn,
    FightsPerTurn,
    ChallengesMade,
    ChallengeTurn,
    ChallengesWon,
    ChallengesReceivedPerStop,
    ChallengesAccepted,
    AcceptedWon,
    WinningMargin,
    Comebacks,
    TurnsPerGame,
    ThinkingSeconds,
    OptimalDecisions,
    LostPerGame,
    LostPerGameFights,
    LostPerGameChallenges,
    LostPerGameAnswers,
    /// Of the first dragon; the others follow.
    FightsOfDragon,
}

/// The list of [`Measured`], with one for every dragon at its end.
pub(super) fn all(rules: &Rules) -> Vec<Metric> {
    let metric = |name: &str, unit, scale, about: &str| Metric {
        name: name.to_owned(),
        unit,
        scale,
        about: about.to_owned(),
    };
    let mut all = vec![
        metric(
            "points_per_turn",
            "points",
            1,
            "points that a turn scores on average, lost turns included",
        ),
        metric(
            "points_when_stopping",
            "points",
            1,
            "points at stake when it declares a stop",
        ),
        metric(
            "points_when_stopping_behind",
            "points",
            1,
            "the same in turns that it begins 4 points or more behind its strongest rival",
        ),
        metric(
            "points_when_stopping_level",
            "points",
            1,
            "the same in turns that it begins within 3 points of it",
        ),
        metric(
            "points_when_stopping_ahead",
            "points",
            1,
            "the same in turns that it begins 4 points or more ahead",
        ),
        metric(
            "points_when_stopping_after_big_turn",
            "points",
            1,
            "the same after a turn of 8 points or more by the seat before",
        ),
        metric("turns_scored", "share", 1, "turns that score anything"),
        metric("turns_lost", "share", 1, "turns that end in a defeat"),
        metric(
            "risk_per_fight",
            "probability",
            RISK_SCALE,
            "chance of a defeat in a fight that it begins",
        ),
        metric(
            "risk_per_fight_behind",
            "probability",
            RISK_SCALE,
            "the same in turns that it begins behind",
        ),
        metric(
            "risk_per_fight_level",
            "probability",
            RISK_SCALE,
            "the same in turns that it begins level",
        ),
        metric(
            "risk_per_fight_ahead",
            "probability",
            RISK_SCALE,
            "the same in turns that it begins ahead",
        ),
        metric(
            "risk_per_fight_after_big_turn",
            "probability",
            RISK_SCALE,
            "the same after a big turn by the seat before",
        ),
        metric(
            "fights_per_turn",
            "fights",
            1,
            "fights that it begins in a turn",
        ),
        metric(
            "challenges_made",
            "per game",
            1,
            "tokens that it spends in a game",
        ),
        metric(
            "challenge_turn",
            "turn",
            1,
            "its turn of the game, from 1, before which it challenges",
        ),
        metric(
            "challenges_won",
            "share",
            1,
            "of the challenges it makes, those that bring it the bonus",
        ),
        metric(
            "challenges_received_per_stop",
            "share",
            1,
            "of its stops, those that are challenged",
        ),
        metric(
            "challenges_accepted",
            "share",
            1,
            "of the challenges it receives, those it accepts",
        ),
        metric(
            "accepted_won",
            "share",
            1,
            "of the challenges it accepts, those it scores in",
        ),
        metric(
            "winning_margin",
            "points",
            1,
            "its lead over the strongest rival at the end of games that it wins",
        ),
        metric(
            "comebacks",
            "share",
            1,
            "of the games in which it trails by 12 points or more, those that it wins",
        ),
        metric(
            "turns_per_game",
            "turns",
            1,
            "turns that it takes in a game",
        ),
        metric(
            "thinking_seconds",
            "seconds",
            SECONDS_SCALE,
            "time that it takes to decide",
        ),
        metric(
            "optimal_decisions",
            "share",
            1,
            "of its decisions against the optimum, those that are as good as the best; exact, of two seats",
        ),
        metric(
            "lost_per_game",
            "win probability",
            1,
            "what its decisions give away in a game against the optimum; exact, of two seats",
        ),
        metric(
            "lost_per_game_fights",
            "win probability",
            1,
            "the same in choosing fights and stops",
        ),
        metric(
            "lost_per_game_challenges",
            "win probability",
            1,
            "the same in challenging or not",
        ),
        metric(
            "lost_per_game_answers",
            "win probability",
            1,
            "the same in accepting and declining",
        ),
    ];
    debug_assert_eq!(all.len(), Measured::FightsOfDragon as usize);
    for dragon in &rules.dragons {
        let about = format!("of its fights, those against the {} dragon", dragon.name);
        all.push(metric(
            &format!("fights_{}", dragon.name),
            "share",
            1,
            &about,
        ));
    }
    all
}

/// Most metrics.
const MOST: usize = Measured::FightsOfDragon as usize + MAX_DRAGONS;

/// One seat's sums of one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    numerators: [i32; MOST],
    denominators: [i32; MOST],
}

impl Sums {
    pub fn new() -> Self {
        Self {
            numerators: [0; MOST],
            denominators: [0; MOST],
        }
    }

    #[inline]
    pub fn add(&mut self, metric: Measured, numerator: i32, denominator: i32) {
        self.numerators[metric as usize] += numerator;
        self.denominators[metric as usize] += denominator;
    }

    #[inline]
    pub fn denominator(&self, metric: Measured) -> i32 {
        self.denominators[metric as usize]
    }

    /// Fights against the dragons, of all those that were fought.
    pub fn set_fights(&mut self, of: [i32; MAX_DRAGONS], all: i32) {
        self.numerators[Measured::FightsOfDragon as usize..].copy_from_slice(&of);
        self.denominators[Measured::FightsOfDragon as usize..].fill(all);
    }

    /// Writes them into a seat's part of a record of so many metrics, none larger
    /// than `most`.
    pub fn write(&self, record: &mut GameRecord, seat: usize, metrics: usize, most: i32) {
        let range = seat * metrics..(seat + 1) * metrics;
        let numerators = &mut record.numerators[range.clone()];
        for (sum, numerator) in numerators.iter_mut().zip(self.numerators) {
            *sum = numerator.min(most);
        }
        record.denominators[range].copy_from_slice(&self.denominators[..metrics]);
    }
}
