//! The engine of Parchis: the rules that a file names, and tournaments with drawn openings.

use std::sync::Arc;

use rand::Rng;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::INFO;
use super::rules::Parchis;
use super::state::{ParchisState, Setup};
use rivals_core::contest::Sittings;
use rivals_core::play::engine::Positions;
use rivals_core::play::{AgentSpec, Game, Step, draw};
use rivals_core::values::{Whole, word};

/// The most random moves of an opening. Fewer cannot end a game from the usual setups.
const MOST_PLIES: i64 = 40;

/// The rule file. Keys that are left out are built in.
#[derive(Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    #[serde(deserialize_with = "word::<Parchis, _, _>")]
    variant: Parchis,
    /// The setups, of which each opening draws one.
    #[serde(deserialize_with = "boards")]
    boards: Vec<Setup>,
    /// The number of random moves of an opening.
    opening_plies: Whole<u32, 0, MOST_PLIES>,
}

impl Default for Rules {
    fn default() -> Self {
        let boards = vec![Setup::Grouped, Setup::Alterned];
        Self { variant: Parchis::Ugr22, boards, opening_plies: Whole(6) }
    }
}

/// Parchis with the openings of its tournaments.
#[derive(Clone)]
pub struct ParchisEngine {
    pub game: Arc<Parchis>,
    pub rules: Rules,
}

impl ParchisEngine {
    /// Parchis by these rules.
    pub fn new(rules: Rules) -> Self {
        Self { game: Arc::new(rules.variant), rules }
    }

    /// The rules without a file.
    #[must_use]
    pub fn built_in() -> Self {
        Self::new(Rules::default())
    }

    /// The same rules with openings from these setups.
    pub fn with_setups(mut self, boards: &[Setup]) -> Self {
        self.rules.boards = boards.to_vec();
        self
    }

    /// The contest of these agents, in which each game is a sitting.
    pub fn sittings(self, specs: &[AgentSpec]) -> Sittings<Parchis> {
        let sittings = Sittings::of(INFO.name, &self.game, self.rules_text(), specs);
        self.opened(sittings)
    }

    /// The same contest with openings. Each seat makes about a hundred decisions.
    fn opened(self, mut sittings: Sittings<Parchis>) -> Sittings<Parchis> {
        (sittings.share_unit, sittings.decisions) = (2, 100);
        sittings.opening = Some(Box::new(move |rng| self.opening(rng)));
        sittings
    }

    /// An opening: a setup, and random moves. An opening that ends the game is drawn again.
    pub fn opening(&self, rng: &mut dyn Rng) -> ParchisState {
        loop {
            let boards = &self.rules.boards;
            let mut state = boards[draw(rng, boards.len())].state();
            let mut moves = Vec::new();
            for _ in 0..self.rules.opening_plies.0 {
                moves.clear();
                self.game.legal(&state, &mut moves);
                if moves.is_empty() {
                    break;
                }
                self.game.play(&mut state, Step::Act(moves[draw(rng, moves.len())]));
            }
            if self.game.winners(&state).is_none() {
                return state;
            }
        }
    }
}

/// An opening of the built-in tournament: a setup, and random moves.
#[must_use]
pub fn opening(rng: &mut dyn Rng) -> ParchisState {
    ParchisEngine::built_in().opening(rng)
}

/// Reads setups, each once.
fn boards<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Setup>, D::Error> {
    /// A setup of its own, so that an error points at it.
    #[derive(Deserialize)]
    struct Board(#[serde(deserialize_with = "word::<Setup, _, _>")] Setup);

    let boards: Vec<Board> = Vec::deserialize(from)?;
    let boards: Vec<Setup> = boards.into_iter().map(|Board(setup)| setup).collect();
    if boards.is_empty() {
        let message = "there is no setup; write a list, such as [\"grouped\", \"alterned\"]";
        return Err(D::Error::custom(message));
    }
    match (1..boards.len()).find(|&at| boards[..at].contains(&boards[at])) {
        Some(at) => {
            let message = format!("{:?} is named twice; remove it", boards[at].name());
            Err(D::Error::custom(message))
        }
        None => Ok(boards),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parchis::agents::KINDS;
    use rivals_core::contest::{Contest, GameRecord, Players};
    use rivals_core::play::Dice;
    use rivals_league::config::{self, Source};

    fn read(text: &str) -> Result<String, String> {
        let source = Source::new("rules.toml", text);
        match config::rules(Some(&source)).map(ParchisEngine::new) {
            Ok(engine) => Ok(engine.rules_text()),
            Err(error) => {
                let help = miette::Diagnostic::help(&error).unwrap().to_string();
                Err(format!("{error} | {help}"))
            }
        }
    }

    #[test]
    fn rules_are_read() {
        assert_eq!(read("").unwrap(), ParchisEngine::built_in().rules_text());
        let text = "variant = \"ugr22-fixed\"\nboards = [\"debug\"]\nopening_plies = 0\n";
        assert_eq!(read(text).unwrap(), text);
        for (text, message, help) in [
            ("variant = \"ugr\"", "variant = \"ugr\" cannot be used", "ugr22, ugr22-fixed"),
            ("boards = [\"gruoped\"]", "\"gruoped\" cannot be used", "did you mean grouped?"),
            ("boards = []", "there is no setup", "a list"),
            ("boards = [\"debug\", \"debug\"]", "named twice", "remove it"),
            ("opening_plies = 41", "out of range", "from 0 to 40"),
            ("plies = 1", "unknown key `plies`", "opening_plies"),
        ] {
            let refusal = read(text).unwrap_err();
            let (left, right) = refusal.split_once(" | ").unwrap();
            assert!(left.contains(message) && right.contains(help), "{refusal}");
        }
    }

    /// Both games of a pair begin from the same opening, which follows from the dice alone.
    #[test]
    fn openings_are_paired_and_games_are_measured() {
        let spec = |text| AgentSpec::parse(text, KINDS).unwrap();
        let specs = [spec("alphabeta:1:eval=gm2"), spec("greedy")];
        let contest = ParchisEngine::built_in().sittings(&specs);
        let mut first = GameRecord::new(2, contest.metrics().len());
        let mut again = first.clone();
        for group in 0..20 {
            let dice = Dice::new(1, 2, group);
            contest.play(&[0, 1], &dice, &mut first);
            contest.play(&[0, 1], &dice, &mut again);
            assert_eq!(first, again);
            let metrics = contest.metrics().len();
            let [nodes, moves] = first.sums(metrics - 1);
            assert_eq!(moves, first.sums(Parchis::metric("moves"))[0]);
            assert!(nodes > moves);
            assert_eq!(first.sums(2 * metrics - 1), [0, 0]);
            let goals = Parchis::metric("goals");
            let goals = [first.sums(goals)[0], first.sums(metrics + goals)[0]];
            assert!(goals.iter().any(|goals| *goals >= 4), "{goals:?}");
        }
    }

    #[test]
    fn openings_vary() {
        let engine = ParchisEngine::built_in();
        let states = (0..100).map(|group| engine.opening(&mut Dice::new(1, 2, group).turn(24, 0)));
        let states: std::collections::HashSet<ParchisState> = states.collect();
        assert!(states.len() > 90, "{}", states.len());
        assert!(states.iter().all(|state| state.moves == 6));
    }
}
