//! The engine of Tic Tac Toe SP: the rules that a file names, and tournaments with drawn openings.

use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::INFO;
use super::board::{MAX_SIDE, Shape};
use super::rules::{TicTacToe, is_over};
use super::state::{MAX_STOCK, Setup, TicTacToeState};
use rivals_core::contest::Sittings;
use rivals_core::play::engine::Positions;
use rivals_core::play::{AgentSpec, Dice, Game, Step, draw};
use rivals_core::values::{Invalid, Whole, table};

/// The most random moves of an opening.
const MOST_PLIES: i64 = 20;

/// The number of openings that are drawn before the rules are refused: with a line of two on a
/// small board, most random moves end the game.
const MOST_DRAWS: u32 = 10_000;

/// The rule file. Keys that are left out are built in.
#[derive(Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    rows: Whole<u8, 1, MOST>,
    columns: Whole<u8, 1, MOST>,
    win: Whole<u8, 2, MOST>,
    #[serde(deserialize_with = "table")]
    stocks: Stocks,
    /// The number of random moves of an opening.
    opening_plies: Whole<u32, 0, MOST_PLIES>,
}

/// What each player has of each power.
#[derive(Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stocks {
    ice: Whole<u8, 0, IN_STOCK>,
    plant: Whole<u8, 0, IN_STOCK>,
    torch: Whole<u8, 0, IN_STOCK>,
    bomb: Whole<u8, 0, IN_STOCK>,
}

const MOST: i64 = MAX_SIDE as i64;
const IN_STOCK: i64 = MAX_STOCK as i64;

impl Default for Rules {
    fn default() -> Self {
        let Shape { rows, columns, win } = Setup::STUDIO.shape;
        let [rows, columns] = [rows, columns].map(Whole);
        let (stocks, opening_plies) = (Stocks::default(), Whole(4));
        Self { rows, columns, win: Whole(win), stocks, opening_plies }
    }
}

impl Default for Stocks {
    fn default() -> Self {
        let [ice, plant, torch, bomb] = Setup::STUDIO.stock.map(Whole);
        Self { ice, plant, torch, bomb }
    }
}

/// Tic Tac Toe SP with the openings of its tournaments.
#[derive(Clone)]
pub struct TicTacToeEngine {
    pub game: Arc<TicTacToe>,
    pub rules: Rules,
}

impl TicTacToeEngine {
    fn new(rules: Rules) -> Self {
        let shape = Shape { rows: rules.rows.0, columns: rules.columns.0, win: rules.win.0 };
        let Stocks { ice, plant, torch, bomb } = &rules.stocks;
        let setup = Setup { shape, stock: [ice.0, plant.0, torch.0, bomb.0] };
        Self { game: Arc::new(TicTacToe { setup }), rules }
    }

    /// The rules without a file.
    #[must_use]
    pub fn built_in() -> Self {
        Self::new(Rules::default())
    }

    /// The game by these rules.
    ///
    /// # Errors
    /// [`Invalid`], if there are no openings.
    pub fn by(rules: Rules) -> Result<Self, Invalid> {
        let engine = Self::new(rules);
        match engine.draw_opening(&mut Dice::new(0, 0, 0).turn(0, 0)) {
            Some(_) => Ok(engine),
            None => Err(Invalid::new(
                "opening_plies",
                "random moves end nearly every game within the opening",
                "write fewer opening_plies, a larger board or a longer line",
            )),
        }
    }

    /// A tournament of these agents in which each game is a sitting.
    pub fn sittings(self, specs: &[AgentSpec]) -> Sittings<TicTacToe> {
        let mut sittings = Sittings::of(INFO.name, &self.game, self.rules_text(), specs);
        sittings.share_unit = 2;
        sittings.opening = Some(Box::new(move |rng| self.opening(rng)));
        sittings
    }

    /// An opening: random moves from the setup.
    pub fn opening(&self, rng: &mut dyn Rng) -> TicTacToeState {
        let drawn = self.draw_opening(rng);
        drawn.unwrap_or_else(|| self.game.setup.state())
    }

    /// An opening. One that ends the game is drawn again, up to [`MOST_DRAWS`] times.
    fn draw_opening(&self, rng: &mut dyn Rng) -> Option<TicTacToeState> {
        let mut moves = Vec::new();
        (0..MOST_DRAWS).find_map(|_| {
            let mut state = self.game.setup.state();
            for _ in 0..self.rules.opening_plies.0 {
                moves.clear();
                self.game.legal(&state, &mut moves);
                if moves.is_empty() {
                    return None;
                }
                self.game.play(&mut state, Step::Act(moves[draw(rng, moves.len())]));
            }
            (!is_over(&state)).then_some(state)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tic_tac_toe_sp::agents::KINDS;
    use rivals_core::contest::{Contest, GameRecord, Players};
    use rivals_league::config::{self, Source};

    fn read(text: &str) -> Result<String, String> {
        let source = Source::new("rules.toml", text);
        match config::built(Some(&source), TicTacToeEngine::by) {
            Ok(engine) => Ok(engine.rules_text()),
            Err(error) => {
                let help = miette::Diagnostic::help(&error).unwrap().to_string();
                Err(format!("{error} | {help}"))
            }
        }
    }

    #[test]
    fn rules_are_read() {
        assert_eq!(read("").unwrap(), TicTacToeEngine::built_in().rules_text());
        let text =
            "rows = 6\ncolumns = 3\nwin = 3\nstocks = { torch = 2, bomb = 0 }\nopening_plies = 0\n";
        let expected = "rows = 6\ncolumns = 3\nwin = 3\nstocks = { ice = 2, plant = 2, torch = 2, \
                        bomb = 0 }\nopening_plies = 0\n";
        assert_eq!(read(text).unwrap(), expected);
        for (text, message, help) in [
            ("rows = 7", "out of range", "from 1 to 6"),
            ("win = 1", "out of range", "from 2 to 6"),
            ("stocks = { torches = 1 }", "unknown key `torches`", "did you mean torch?"),
            ("stocks = { ice = 100 }", "out of range", "from 0 to 99"),
            ("opening_plies = 21", "out of range", "from 0 to 20"),
            ("k = 4", "unknown key `k`", "win"),
            ("rows = 1\ncolumns = 2\nwin = 2\nopening_plies = 9", "end nearly every game", "fewer"),
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
        let specs = [spec("priority"), spec("alphabeta:1"), spec("random")];
        let contest = TicTacToeEngine::built_in().sittings(&specs);
        let metrics = contest.metrics().len();
        let mut first = GameRecord::new(2, metrics);
        let mut again = first.clone();
        for group in 0..30 {
            let dice = Dice::new(1, 2, group);
            contest.play(&[0, 1], &dice, &mut first);
            contest.play(&[0, 1], &dice, &mut again);
            assert_eq!(first, again);
            let sums = |name| first.sums(TicTacToe::metric(name));
            let [of_first, of_second] = [0, metrics].map(|seat| first.sums(seat)[0]);
            assert!(of_first >= of_second && of_first - of_second <= 1);
            let parts = ["pieces", "blocks", "clearings"].map(|name| sums(name)[0]);
            assert_eq!(parts.iter().sum::<i64>(), of_first);
            assert_eq!(sums("priority_74")[1], of_first);
            let [nodes, moves] = first.sums(2 * metrics - 1);
            assert!(moves == of_second && nodes > moves);
        }
    }

    /// Equal players score the same against the same opponent, whatever their names are, and the
    /// same claim that finds them equal tells different players apart.
    #[test]
    fn all_pairings_have_the_same_openings() {
        let names = ["alphabeta:1", "minimax:1", "priority-fixed", "priority"];
        let specs = names.map(|text| AgentSpec::parse(text, KINDS).unwrap());
        let contest = TicTacToeEngine::built_in().sittings(&specs);
        for group in 0..20 {
            let dice = |pairing| Dice::new(3, pairing, group);
            let [mut one, mut other] =
                [(); 2].map(|()| GameRecord::new(2, contest.metrics().len()));
            contest.play(&[0, 3], &dice(1), &mut one);
            contest.play(&[1, 3], &dice(2), &mut other);
            assert_eq!(one.winners, other.winners);
            assert_eq!(one.sums(0), other.sums(0));
        }
        let [same, all] = contest.same_decisions([0, 1], 50).unwrap();
        assert!(same == all && all > 20, "{same} of {all}");
        let [same, all] = contest.same_decisions([2, 3], 50).unwrap();
        assert!(same < all, "{same} of {all}");
    }

    #[test]
    fn openings_vary() {
        let engine = TicTacToeEngine::built_in();
        let states = (0..100).map(|group| engine.opening(&mut Dice::new(1, 2, group).turn(24, 0)));
        let states: std::collections::HashSet<TicTacToeState> = states.collect();
        assert_eq!(states.len(), 100);
    }
}
