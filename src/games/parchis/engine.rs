//! The engine of Parchis: the rules that a file names, tournaments with drawn openings, and what
//! they measure.

use std::sync::Arc;
use std::time::Duration;

use rand::Rng;

use super::agents::{agent, decision_time, memory};
use super::board::GOAL;
use super::rivals::{Rivals, Weights};
use super::rules::Parchis;
use super::state::{ParchisState, Setup};
use crate::config::{ConfigError, Source, Table, did_you_mean};
use crate::play::engine::Positions;
use crate::play::{AgentSpec, Game, Outcome, Sitting, Step, draw};
use crate::search::{Method, SearchAgent};
use crate::tournament::{AgentMaker, GameRecord, Metric, Player, Sittings};

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
        let players = specs.iter().map(|spec| {
            let own = spec.clone();
            let maker: AgentMaker<Parchis> = Box::new(move || agent(&own));
            let player = Player::policy(spec.as_str(), spec.as_str(), spec.about());
            (player, maker)
        });
        let times = specs.iter().map(decision_time);
        let time = times.max().unwrap_or_default();
        let memory = specs.iter().map(memory);
        let memory = memory.max().unwrap_or_default();
        self.contest(players, time).remembering(memory)
    }

    /// The contest of these players, of which the slowest takes about `time` for a decision.
    fn contest(
        self,
        players: impl IntoIterator<Item = (Player, AgentMaker<Parchis>)>,
        time: Duration,
    ) -> Sittings<Parchis> {
        let (game, rules) = (Arc::clone(&self.game), self.text());
        Sittings::new(Self::NAME, game, rules, players)
            .shared(2)
            .measured(metrics(), measure)
            .counting_nodes()
            // Each seat makes about a hundred decisions.
            .taking(100 * time)
            .opened(Box::new(move |rng| self.opening(rng)))
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
    engine.contest(players, Duration::from_nanos(300 * nodes))
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

/// The indices of the metrics.
const MOVES: usize = 0;
const CAPTURES: usize = 1;
const GOALS: usize = 2;
const BOUNCES: usize = 3;
const SKIPS: usize = 4;

fn metrics() -> Vec<Metric> {
    let metric = |name: &str, unit, about: &str| Metric {
        name: name.to_owned(),
        unit,
        scale: 1,
        about: about.to_owned(),
        behaviour: true,
    };
    vec![
        metric("moves", "moves", "moves per game, without those of the opening"),
        metric("captures", "captures", "captures per game"),
        metric("goals", "goals", "pieces brought to the goal per game"),
        metric("bounces", "bounces", "bounces off the goal per game"),
        metric("skips", "skips", "dice used for no piece per game"),
    ]
}

/// Measures the moves of a game.
fn measure(_: &[usize], sitting: &Sitting<Parchis>, _: &Outcome, record: &mut GameRecord) {
    let metrics = record.numerators.len() / 2;
    let mut state = *sitting.start();
    for step in sitting.steps() {
        // The game is over after a forfeit.
        let Step::Act(seat, action) = step else { break };
        let colour = usize::from(state.mover);
        let after = sitting.game().after(&state, action);
        let count = |state: &ParchisState| state.count(colour, GOAL) as i32;
        let of_seat = &mut record.numerators[usize::from(seat.0) * metrics..];
        of_seat[MOVES] += 1;
        of_seat[CAPTURES] += i32::from(after.bonus == 20);
        of_seat[GOALS] += count(&after) - count(&state);
        of_seat[BOUNCES] += i32::from(after.bounces[colour]) - i32::from(state.bounces[colour]);
        of_seat[SKIPS] += i32::from(action.is_skip());
        state = after;
    }
    for seat in 0..2 {
        record.denominators[seat * metrics..][..=SKIPS].fill(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::parchis::agents::AGENTS;
    use crate::play::Dice;
    use crate::tournament::Contest;

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
        let spec = |text| AgentSpec::parse(text, AGENTS).unwrap();
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
            assert_eq!(moves, first.sums(MOVES)[0]);
            assert!(nodes > moves);
            assert_eq!(first.sums(2 * metrics - 1), [0, 0]);
            let goals = [first.sums(GOALS)[0], first.sums(metrics + GOALS)[0]];
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
