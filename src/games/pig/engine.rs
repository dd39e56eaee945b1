//! Pig's agents, its tournaments between them, and its positions as `rivals engine` reads and
//! writes them.
//!
//! ```text
//! position  {"scores":[20,31],"mover":1,"at_stake":8,"rolling":false}
//! actions   roll, hold
//! events    1 to 6
//! ```

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use serde_json::{Value, json};

use super::contest::{fast_games, measure, metrics};
use super::exact::{FixedPlay, exact};
use super::solver::{MAX_TARGET, PigPlay, PigSolution};
use super::{Pig, PigAction, PigState, TARGET};
use crate::config::{ConfigError, Source};
use crate::play::engine::{Field, Positions, Refusal, Sampler};
use crate::play::{
    Agent, AgentKind, AgentSpec, AnyAction, BySeat, Decision, Game, Parameter, ParameterValues,
    Rule, Seat,
};
use crate::tournament::{AgentMaker, OnProgress, Player, Sittings, Solved};

/// The most points at stake or on the score sheet of a position.
const MAX_POINTS: u32 = 100_000;

/// The agent whose decisions are shown as hints, which plays optimally against one other.
pub(super) const ADVISER: &str = "optimum";

/// The agents of Pig.
pub(crate) const AGENTS: &[AgentKind] = &[
    AgentKind {
        name: ADVISER,
        about: "Maximises the win probability, as in a two-player game against the current leader.",
        parameters: &[],
    },
    AgentKind {
        name: "hold",
        about: "Holds at {n|1 point|points}, or when holding wins.",
        parameters: &[Parameter {
            name: "n",
            about: "points at stake at which it holds",
            values: ParameterValues::whole(1..=100),
        }],
    },
    AgentKind {
        name: "random",
        about: "Rolls or holds, each with probability 1/2.",
        parameters: &[],
    },
];

/// Pig with its agents and its solution.
#[derive(Clone)]
pub(crate) struct PigEngine {
    game: Arc<Pig>,
    /// The solution of optimal play by two seats, computed when it is first needed.
    solution: Arc<OnceLock<PigSolution>>,
}

impl PigEngine {
    /// Pig with a target from 1 to [`MAX_TARGET`].
    pub(crate) fn new(target: u32) -> Self {
        Self { game: Arc::new(Pig::new(target)), solution: Arc::default() }
    }

    /// Pig by a rule file, whose only key is `target`, or by the built-in rules.
    ///
    /// # Errors
    /// [`ConfigError`], at the first thing that is wrong.
    pub(crate) fn read(rules: Option<&Source>) -> Result<Self, ConfigError> {
        let Some(source) = rules else {
            return Ok(Self::new(TARGET));
        };
        source.parse(|file| {
            file.only(&["target"])?;
            Ok(Self::new(file.integer("target", 1..=MAX_TARGET)?))
        })
    }

    /// A tournament of these agents: on the fast path if all of them hold at a number of
    /// points.
    pub(crate) fn contest(self, specs: &[AgentSpec]) -> Sittings<Pig> {
        let (target, holds) = (self.game.target(), specs.iter().map(hold_points));
        match holds.collect::<Option<Vec<_>>>() {
            Some(holds) => {
                let (game_time, fast) = fast_games(target, holds);
                self.sittings(specs).played_by(game_time, fast)
            }
            None => self.sittings(specs),
        }
    }

    /// A tournament of these agents in which each game is a sitting.
    pub(crate) fn sittings(self, specs: &[AgentSpec]) -> Sittings<Pig> {
        let players = specs.iter().map(|spec| {
            let name = match hold_points(spec) {
                Some(points) => format!("Hold at {points}"),
                None => spec.to_string(),
            };
            let (engine, own) = (self.clone(), spec.clone());
            let maker: AgentMaker<Pig> = Box::new(move || engine.agent_of(&own));
            (Player::policy(spec.as_str(), name, spec.about()), maker)
        });
        let (game, rules) = (Arc::clone(&self.game), self.rules_text());
        Sittings::new(Self::NAME, game, rules, players).measured(metrics(), measure).solved_by(
            Box::new(ExactResults { engine: self, specs: specs.to_vec(), known: Mutex::default() }),
        )
    }

    /// A fresh agent.
    fn agent_of(&self, spec: &AgentSpec) -> Box<dyn Agent<Pig>> {
        if spec.kind.name == "random" {
            return Box::new(AnyAction);
        }
        let (engine, points) = (self.clone(), hold_points(spec));
        Box::new(Rule(move |at: &Decision<'_, Pig>, _: &mut dyn rand::Rng| {
            let state = at.view;
            let holds = match points {
                Some(points) => {
                    let to_go = at.game.target() - state.scores[state.mover];
                    state.at_stake >= points.min(to_go)
                }
                None => {
                    let (mover, scores) = against_the_leader(state);
                    (engine.solution()).holds(mover, scores, state.at_stake)
                }
            };
            if holds { PigAction::Hold } else { PigAction::Roll }
        }))
    }

    /// The solution under optimal play by two seats.
    fn solution(&self) -> &PigSolution {
        self.solution.get_or_init(|| {
            let solution = PigSolution::solve(self.game.target(), [PigPlay::Optimal; 2]);
            solution.expect("targets are checked when read")
        })
    }
}

/// The points at which an agent holds; none if it is not `hold-N`.
fn hold_points(spec: &AgentSpec) -> Option<u32> {
    (spec.kind.name == "hold").then(|| spec.whole("n") as u32)
}

/// The mover as a seat of a two-player game against the leader of the others, with both scores.
fn against_the_leader(state: &PigState) -> (usize, [u32; 2]) {
    let mover = usize::from(state.mover != Seat::FIRST);
    let others = state.scores.iter().filter(|&(seat, _)| seat != state.mover);
    let mut scores = [others.map(|(_, score)| score).max().unwrap_or(0); 2];
    scores[mover] = state.scores[state.mover];
    (mover, scores)
}

/// Exact results by first and second player; none where there is none.
type KnownResults = HashMap<(usize, usize), Option<(f64, f64)>>;

/// Exact results between agents of Pig.
struct ExactResults {
    engine: PigEngine,
    specs: Vec<AgentSpec>,
    /// The results that were computed, by first and second player.
    known: Mutex<KnownResults>,
}

impl ExactResults {
    fn known(&self) -> MutexGuard<'_, KnownResults> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The results of these players in both orders; none where there are none.
    fn solve(&self, players: [usize; 2]) -> [Option<(f64, f64)>; 2] {
        let play = |player: usize| match &self.specs[player] {
            spec if spec.kind.name == "random" => None,
            spec => Some(match hold_points(spec) {
                Some(points) => FixedPlay::HoldAt(points),
                None => FixedPlay::As(self.engine.solution()),
            }),
        };
        let plays = play(players[0]).zip(play(players[1]));
        let exact =
            plays.and_then(|(one, other)| exact(self.engine.game.target(), [one, other]).ok());
        [0, 1].map(|place| exact.map(|exact| (exact.wins[place], exact.error)))
    }
}

impl Solved for ExactResults {
    fn prepare_exact(&self, progress: OnProgress<'_>) {
        let players = 0..self.specs.len();
        let pairs = (players.clone()).flat_map(|other| (0..other).map(move |one| (one, other)));
        self.exact_of_pairs(&pairs.collect::<Vec<_>>(), progress);
    }

    fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        if let Some(known) = self.known().get(&(first, second)) {
            return *known;
        }
        // Always the same order, so that a result does not depend on what was asked first.
        let [one, other] = [first.min(second), first.max(second)];
        let exact = self.solve([one, other]);
        let mut known = self.known();
        known.insert((one, other), exact[0]);
        known.insert((other, one), exact[1]);
        exact[usize::from(first > second)]
    }
}

impl Positions for PigEngine {
    type Game = Pig;

    const NAME: &'static str = "pig";

    fn game(&self) -> &Arc<Pig> {
        &self.game
    }

    fn rules_text(&self) -> String {
        format!("target={}\n", self.game.target())
    }

    fn read(&self, position: &Field<'_>) -> Result<PigState, Refusal> {
        let fields = position.object(&["scores", "mover", "at_stake", "rolling"])?;
        let score_fields = fields.required("scores")?;
        let list = score_fields.list_of(self.game.seats())?;
        let seats = list.len();
        let mut scores = BySeat::new(0, seats);
        let sum = |field: &Field<'_>| match field.integer(0..=MAX_POINTS)? {
            1 => Err(field.refuse("no rolls of 2 to 6 add up to 1", "write 0, or 2 or more")),
            points => Ok(points),
        };
        for (place, field) in list.iter().enumerate() {
            scores[Seat(place as u8)] = sum(field)?;
        }
        let state = PigState {
            scores,
            at_stake: sum(&fields.required("at_stake")?)?,
            mover: fields.required("mover")?.seat(seats)?,
            rolling: (fields.optional("rolling")).map_or(Ok(false), |field| field.boolean())?,
        };
        let target = self.game.target();
        let mut done = scores.iter().filter(|&(_, score)| score >= target);
        match (done.next(), done.next()) {
            (None, _) => Ok(state),
            (Some((winner, _)), None) => {
                let next = state.mover == winner.next(seats);
                if next && state.at_stake == 0 && !state.rolling {
                    Ok(state)
                } else {
                    Err(position.refuse(
                        format!("{winner} has the target, so that the game is over"),
                        "write the next seat as mover, at_stake 0 and rolling false, or scores \
                         below the target",
                    ))
                }
            }
            (Some(_), Some(_)) => Err(score_fields.refuse(
                "only one seat can have the target, because it wins at once",
                format!("write one score of {target} or more at most"),
            )),
        }
    }

    fn write(&self, state: &PigState) -> Value {
        let scores: Vec<u32> = state.scores.iter().map(|(_, score)| score).collect();
        json!({
            "scores": scores,
            "mover": state.mover.0 + 1,
            "at_stake": state.at_stake,
            "rolling": state.rolling,
        })
    }

    fn write_view(&self, view: &PigState) -> Value {
        self.write(view)
    }

    fn seats_of(&self, state: &PigState) -> usize {
        state.scores.seats()
    }

    fn agents(&self) -> Vec<Value> {
        AGENTS.iter().map(|kind| json!(kind)).collect()
    }

    fn agent(&self, spec: &Field<'_>) -> Result<Box<dyn Agent<Pig>>, Refusal> {
        Ok(self.agent_of(&spec.agent(AGENTS)?))
    }

    fn prepare(&self) -> Option<Box<dyn FnOnce() + Send>> {
        let engine = self.clone();
        Some(Box::new(move || {
            engine.solution();
        }))
    }

    fn adviser(&self) -> Option<&'static str> {
        Some(ADVISER)
    }

    fn solved(&self, state: &PigState) -> Result<Option<Vec<f64>>, Refusal> {
        let two = state.scores.seats() == 2;
        Ok(self.estimated(state, state.mover).filter(|_| two))
    }

    fn estimated(&self, state: &PigState, _: Seat) -> Option<Vec<f64>> {
        let (mover, scores) = against_the_leader(state);
        let solution = self.solution();
        Some(solution.actions(mover, scores, state.at_stake).to_vec())
    }

    fn sampler(&self) -> Sampler {
        Sampler::fast(ADVISER)
    }
}
