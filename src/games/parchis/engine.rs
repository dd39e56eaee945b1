//! The engine of Parchis: the rules that a file names, and tournaments with drawn openings.

use std::sync::Arc;

use rand::Rng;

use super::any_game::INFO;
use super::rivals::{Rivals, Weights};
use super::rules::Parchis;
use super::state::{ParchisState, Setup};
use crate::config::{ConfigError, Source, Table, did_you_mean};
use crate::play::{AgentSpec, Game, draw};
use crate::search::{Method, SearchAgent};
use crate::tournament::{AgentMaker, Player, Sittings};

/// The most random moves of an opening. Fewer cannot end a game from the usual setups.
const MOST_PLIES: u32 = 40;

/// Parchis with the openings of its tournaments.
#[derive(Clone)]
pub(crate) struct ParchisEngine {
    pub(super) game: Arc<Parchis>,
    /// The setups, of which each opening draws one.
    boards: Vec<Setup>,
    /// The number of random moves of an opening.
    opening_plies: u32,
}

impl ParchisEngine {
    /// The rules without a file.
    #[must_use]
    pub(crate) fn built_in() -> Self {
        Self {
            game: Arc::new(Parchis::UGR22),
            boards: vec![Setup::Grouped, Setup::Alterned],
            opening_plies: 6,
        }
    }

    /// The rules of a file, whose keys are `variant`, `boards` and `opening_plies`, or the
    /// built-in rules. Keys that are left out are built in.
    ///
    /// # Errors
    /// [`ConfigError`], at the first thing that is wrong.
    pub(super) fn from_rules(rules: Option<&Source>) -> Result<Self, ConfigError> {
        let Some(source) = rules else {
            return Ok(Self::built_in());
        };
        source.parse(|file| {
            file.only(&["variant", "boards", "opening_plies"])?;
            let mut engine = Self::built_in();
            if file.has("variant") {
                let expected = "\"ugr22\" or \"ugr22-fixed\"";
                let variants = [Parchis::UGR22, Parchis::UGR22_FIXED];
                engine.game = file.text("variant", expected, |text| {
                    let named = variants.into_iter().find(|rules| rules.name() == text);
                    named.map(Arc::new)
                })?;
            }
            if file.has("boards") {
                engine.boards = boards(file)?;
            }
            if file.has("opening_plies") {
                engine.opening_plies = file.integer("opening_plies", 0..=MOST_PLIES)?;
            }
            Ok(engine)
        })
    }

    /// The same rules with openings from these setups.
    pub(super) fn with_setups(self, boards: &[Setup]) -> Self {
        Self { boards: boards.to_vec(), ..self }
    }

    /// All parameters as text.
    pub(super) fn text(&self) -> String {
        let boards: Vec<&str> = self.boards.iter().map(|setup| setup.name()).collect();
        format!(
            "variant={}\nboards={}\nopening_plies={}\n",
            self.game.name(),
            boards.join(","),
            self.opening_plies
        )
    }

    /// The contest of these agents, in which each game is a sitting.
    pub(super) fn sittings(self, specs: &[AgentSpec]) -> Sittings<Parchis> {
        let sittings = Sittings::of(INFO.name, &self.game, self.text(), specs);
        self.opened(sittings)
    }

    /// The same contest with openings. Each seat makes about a hundred decisions.
    fn opened(self, mut sittings: Sittings<Parchis>) -> Sittings<Parchis> {
        (sittings.share_unit, sittings.decisions) = (2, 100);
        sittings.opening = Some(Box::new(move |rng| self.opening(rng)));
        sittings
    }

    /// An opening: a setup, and random moves. An opening that ends the game is drawn again.
    pub(super) fn opening(&self, rng: &mut dyn Rng) -> ParchisState {
        loop {
            let mut state = self.boards[draw(rng, self.boards.len())].state();
            let mut moves = Vec::new();
            for _ in 0..self.opening_plies {
                moves.clear();
                self.game.actions(&state, &mut moves);
                if moves.is_empty() {
                    break;
                }
                self.game.act(&mut state, moves[draw(rng, moves.len())]);
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

/// The contest of `deepening:NODES:eval=rivals` with these weights of the evaluation in place of
/// its own, from openings that begin with one of these setups. `examples/tune_parchis.rs` tunes the
/// weights with it.
#[must_use]
pub fn contest_of_weights(nodes: u64, weights: &[Weights], boards: &[Setup]) -> Sittings<Parchis> {
    let players = weights.iter().enumerate().map(|(at, &weights)| {
        let id = format!("weights-{}", at + 1);
        let maker: AgentMaker<Parchis> = Box::new(move || {
            let evaluation = Rivals { weights };
            Box::new(SearchAgent::new(Method::Deepening(nodes), evaluation))
        });
        (Player::policy(&id, &id, String::new()), maker)
    });
    let engine = ParchisEngine::built_in().with_setups(boards);
    let (game, rules) = (Arc::clone(&engine.game), engine.text());
    engine.opened(Sittings::new(INFO.name, game, rules, players))
}

fn boards(file: &Table) -> Result<Vec<Setup>, ConfigError> {
    let expected = "a list of setups, such as [\"grouped\", \"alterned\"]";
    let mut boards = Vec::new();
    for name in file.texts("boards", expected)? {
        let names = || Setup::ALL.iter().map(|setup| setup.name());
        let Some(setup) = Setup::ALL.into_iter().find(|setup| setup.name() == name.as_str()) else {
            let near = did_you_mean(name.as_str(), names());
            let list: Vec<_> = names().collect();
            let help = format!("{near}the setups are {}", list.join(", "));
            return Err(name.error(format!("no setup is called {:?}", name.as_str()), help));
        };
        if boards.contains(&setup) {
            let message = format!("{:?} is named twice", name.as_str());
            return Err(name.error(message, "remove it"));
        }
        boards.push(setup);
    }
    if boards.is_empty() {
        Err(file.error("boards", "there is no setup", format!("write {expected}")))
    } else {
        Ok(boards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::parchis::agents::KINDS;
    use crate::play::Dice;
    use crate::tournament::{Contest, GameRecord, Players};

    fn read(text: &str) -> Result<String, String> {
        let source = Source::new("rules.toml", text);
        match ParchisEngine::from_rules(Some(&source)) {
            Ok(engine) => Ok(engine.text()),
            Err(error) => {
                let help = miette::Diagnostic::help(&error).unwrap().to_string();
                Err(format!("{error} | {help}"))
            }
        }
    }

    #[test]
    fn rules_are_read() {
        assert_eq!(read("").unwrap(), ParchisEngine::built_in().text());
        let text = "variant = \"ugr22-fixed\"\nboards = [\"debug\"]\nopening_plies = 0\n";
        let expected = "variant=ugr22-fixed\nboards=debug\nopening_plies=0\n";
        assert_eq!(read(text).unwrap(), expected);
        for (text, message, help) in [
            ("variant = \"ugr\"", "variant = \"ugr\" cannot be used", "\"ugr22\" or"),
            ("boards = [\"gruoped\"]", "no setup is called", "did you mean grouped?"),
            ("boards = []", "there is no setup", "a list of setups"),
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
