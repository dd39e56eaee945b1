//! The engine of Tic Tac Toe SP: the rules that a file names, and tournaments with drawn openings.

use std::sync::Arc;

use rand::Rng;

use super::any_game::INFO;
use super::board::MAX_SIDE;
use super::rules::{TicTacToe, is_over};
use super::state::{MAX_STOCK, POWERS, TicTacToeState};
use crate::config::{ConfigError, Source};
use crate::play::{AgentSpec, Game, draw};
use crate::tournament::Sittings;

/// The most random moves of an opening.
const MOST_PLIES: u32 = 20;

/// The number of openings that are drawn before the rules are refused: with a line of two on a
/// small board, most random moves end the game.
const MOST_DRAWS: u32 = 10_000;

/// Tic Tac Toe SP with the openings of its tournaments.
#[derive(Clone)]
pub(crate) struct TicTacToeEngine {
    pub(super) game: Arc<TicTacToe>,
    /// The number of random moves of an opening.
    opening_plies: u32,
}

impl TicTacToeEngine {
    /// The rules without a file.
    #[must_use]
    pub(crate) fn built_in() -> Self {
        Self { game: Arc::new(TicTacToe::STUDIO), opening_plies: 4 }
    }

    /// The rules of a file, whose keys are `rows`, `columns`, `win`, `stocks` and `opening_plies`,
    /// or the built-in rules. Keys that are left out are built in.
    ///
    /// # Errors
    /// [`ConfigError`], at the first thing that is wrong.
    pub(super) fn from_rules(rules: Option<&Source>) -> Result<Self, ConfigError> {
        let Some(source) = rules else {
            return Ok(Self::built_in());
        };
        source.parse(|file| {
            file.only(&["rows", "columns", "win", "stocks", "opening_plies"])?;
            let mut engine = Self::built_in();
            let mut setup = engine.game.setup;
            for (key, side) in
                [("rows", &mut setup.shape.rows), ("columns", &mut setup.shape.columns)]
            {
                if file.has(key) {
                    *side = file.integer(key, 1..=MAX_SIDE)?;
                }
            }
            if file.has("win") {
                setup.shape.win = file.integer("win", 2..=MAX_SIDE)?;
            }
            if file.has("stocks") {
                let stocks = file.table("stocks")?;
                stocks.only(&POWERS)?;
                for (many, power) in setup.stock.iter_mut().zip(POWERS) {
                    if stocks.has(power) {
                        *many = stocks.integer(power, 0..=MAX_STOCK)?;
                    }
                }
            }
            engine.game = Arc::new(TicTacToe { setup });
            if file.has("opening_plies") {
                engine.opening_plies = file.integer("opening_plies", 0..=MOST_PLIES)?;
            }
            if engine.draw_opening(&mut crate::play::Dice::new(0, 0, 0).turn(0, 0)).is_none() {
                let message = "random moves end nearly every game within the opening";
                let help = "write fewer opening_plies, a larger board or a longer line";
                return Err(file.error("opening_plies", message, help));
            }
            Ok(engine)
        })
    }

    /// All parameters as text.
    pub(super) fn text(&self) -> String {
        let setup = self.game.setup;
        let [ice, plant, torch, bomb] = setup.stock;
        format!(
            "rows={}\ncolumns={}\nwin={}\nice={ice}\nplant={plant}\ntorch={torch}\nbomb={bomb}\n\
             opening_plies={}\n",
            setup.shape.rows, setup.shape.columns, setup.shape.win, self.opening_plies
        )
    }

    /// A tournament of these agents in which each game is a sitting.
    pub(super) fn sittings(self, specs: &[AgentSpec]) -> Sittings<TicTacToe> {
        let mut sittings = Sittings::of(INFO.name, &self.game, self.text(), specs);
        sittings.share_unit = 2;
        sittings.opening = Some(Box::new(move |rng| self.opening(rng)));
        sittings
    }

    /// An opening: random moves from the setup.
    pub(super) fn opening(&self, rng: &mut dyn Rng) -> TicTacToeState {
        let drawn = self.draw_opening(rng);
        drawn.unwrap_or_else(|| self.game.setup.state())
    }

    /// An opening. One that ends the game is drawn again, up to [`MOST_DRAWS`] times.
    fn draw_opening(&self, rng: &mut dyn Rng) -> Option<TicTacToeState> {
        let mut moves = Vec::new();
        (0..MOST_DRAWS).find_map(|_| {
            let mut state = self.game.setup.state();
            for _ in 0..self.opening_plies {
                moves.clear();
                self.game.actions(&state, &mut moves);
                if moves.is_empty() {
                    return None;
                }
                self.game.act(&mut state, moves[draw(rng, moves.len())]);
            }
            (!is_over(&state)).then_some(state)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe_sp::agents::KINDS;
    use crate::play::Dice;
    use crate::tournament::{Contest, GameRecord, Players};

    fn read(text: &str) -> Result<String, String> {
        let source = Source::new("rules.toml", text);
        match TicTacToeEngine::from_rules(Some(&source)) {
            Ok(engine) => Ok(engine.text()),
            Err(error) => {
                let help = miette::Diagnostic::help(&error).unwrap().to_string();
                Err(format!("{error} | {help}"))
            }
        }
    }

    #[test]
    fn rules_are_read() {
        assert_eq!(read("").unwrap(), TicTacToeEngine::built_in().text());
        let text =
            "rows = 6\ncolumns = 3\nwin = 3\nstocks = { torch = 2, bomb = 0 }\nopening_plies = 0\n";
        let expected =
            "rows=6\ncolumns=3\nwin=3\nice=2\nplant=2\ntorch=2\nbomb=0\nopening_plies=0\n";
        assert_eq!(read(text).unwrap(), expected);
        for (text, message, help) in [
            ("rows = 7", "out of range", "from 1 to 6"),
            ("win = 1", "out of range", "from 2 to 6"),
            ("stocks = { torches = 1 }", "unknown key `torches`", "did you mean `torch`?"),
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
