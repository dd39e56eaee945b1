//! Pig's agents, its tournaments between them, and its positions as the engine reads and
//! writes them.
//!
//! ```text
//! position  {"scores":[20,31],"mover":1,"at_stake":8,"rolling":false}
//! actions   roll, hold
//! events    1 to 6
//! ```

use std::sync::{Arc, OnceLock};

use rand::Rng;
use serde_json::{Value, json};

use super::contest::{HoldAt, PigContest, measure, metrics};
use super::solver::{MAX_TARGET, PigPlay, PigSolution};
use super::{Pig, PigAction, PigState};
use crate::config::{ConfigError, Source};
use crate::play::engine::{Engine, EngineOf, Field, Positions, Refusal};
use crate::play::{
    Agent, AgentKind, AgentSpec, AnyAction, BySeat, Decision, Game, Parameter, ParameterValues,
    Rule,
};
use crate::tournament::{AgentMaker, Contest, Player, Sittings, Solved};

/// The most points at stake or on the score sheet of a position.
const MAX_POINTS: u32 = 100_000;

/// The agents of Pig.
pub(crate) const AGENTS: &[AgentKind] = &[
    AgentKind {
        name: "optimum",
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

/// Pig with its solution.
pub(crate) struct PigTable {
    game: Arc<Pig>,
    /// The solution of optimal play by two seats, computed when it is first needed.
    solution: Arc<OnceLock<PigSolution>>,
}

impl PigTable {
    /// Pig with a target from 1 to [`MAX_TARGET`].
    #[must_use]
    pub(crate) fn new(target: u32) -> Self {
        Self {
            game: Arc::new(Pig::new(target)),
            solution: Arc::default(),
        }
    }

    /// Pig by a rule file, whose only key is `target`.
    ///
    /// # Errors
    /// [`ConfigError`], at the first thing that is wrong.
    pub(crate) fn from_source(source: &Source) -> Result<Self, ConfigError> {
        source.parse(|file| {
            file.only(&["target"])?;
            Ok(Self::new(file.integer("target", 1..=MAX_TARGET)?))
        })
    }

    /// A tournament of these agents: on the fast path if all of them hold at a number of
    /// points.
    #[must_use]
    pub(crate) fn contest(self, specs: &[AgentSpec]) -> Box<dyn Contest> {
        let holds = specs.iter().map(|spec| hold_points(spec).map(HoldAt::new));
        match holds.collect::<Option<Vec<_>>>() {
            Some(holds) => Box::new(PigContest::to(self.game.target(), &holds)),
            None => Box::new(self.sittings(specs)),
        }
    }

    /// A tournament of these agents in which each game is a sitting.
    pub(crate) fn sittings(self, specs: &[AgentSpec]) -> Sittings<Pig> {
        let player = |spec: &AgentSpec| match hold_points(spec) {
            Some(points) => HoldAt::new(points).player,
            None => Player::policy(spec.as_str(), spec.as_str(), spec.about()),
        };
        let players = specs.iter().map(|spec| {
            let (own, solution) = (spec.clone(), Arc::clone(&self.solution));
            let maker: AgentMaker<Pig> = Box::new(move || agent(&own, &solution));
            (player(spec), maker)
        });
        Sittings::new(
            Self::NAME,
            Arc::clone(&self.game),
            self.rules_text(),
            players,
        )
        .measured(metrics(), measure)
        .solved_by(Box::new(ExactResults {
            target: self.game.target(),
            specs: specs.to_vec(),
            solution: Arc::clone(&self.solution),
        }))
    }

    /// The engine of this game.
    #[must_use]
    pub(crate) fn engine(self) -> Box<dyn Engine> {
        Box::new(EngineOf::new(self))
    }
}

/// The agent of a spec. `solution` is under optimal play; the first agent that needs it
/// solves it.
fn agent(spec: &AgentSpec, solution: &Arc<OnceLock<PigSolution>>) -> Box<dyn Agent<Pig>> {
    match hold_points(spec) {
        Some(points) => {
            let hold = move |at: &Decision<'_, Pig>, _: &mut dyn Rng| hold_at(points, at);
            Box::new(Rule(hold))
        }
        None if spec.kind.name == "random" => Box::new(AnyAction),
        None => {
            let solution = Arc::clone(solution);
            let best = move |at: &Decision<'_, Pig>, _: &mut dyn Rng| {
                let [roll, hold] = best(&solution, at.game.target(), at.view);
                match hold > roll {
                    true => PigAction::Hold,
                    false => PigAction::Roll,
                }
            };
            Box::new(Rule(best))
        }
    }
}

/// The points at which an agent holds; none if it is not `hold-N`.
fn hold_points(spec: &AgentSpec) -> Option<u32> {
    (spec.kind.name == "hold").then(|| spec.whole("n") as u32)
}

/// Exact results between agents of Pig.
struct ExactResults {
    target: u32,
    specs: Vec<AgentSpec>,
    solution: Arc<OnceLock<PigSolution>>,
}

impl Solved for ExactResults {
    fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        let play = |player: usize| -> Option<PigPlay<'_>> {
            let spec = &self.specs[player];
            match hold_points(spec) {
                Some(points) => Some(PigPlay::HoldAt(points)),
                None if spec.kind.name == "random" => None,
                None => Some(PigPlay::As(optimal(&self.solution, self.target))),
            }
        };
        let solution = PigSolution::solve(self.target, [play(first)?, play(second)?]).ok()?;
        Some((solution.first_wins(), solution.error))
    }
}

/// The solution under optimal play by two seats.
fn optimal(solution: &OnceLock<PigSolution>, target: u32) -> &PigSolution {
    solution.get_or_init(|| {
        PigSolution::solve(target, [PigPlay::Best; 2]).expect("targets are checked when read")
    })
}

/// The action of a player that holds at `points` points at stake, or when holding wins.
fn hold_at(points: u32, at: &Decision<'_, Pig>) -> PigAction {
    let state = at.view;
    let to_go = at.game.target() - state.scores[state.mover];
    match state.at_stake >= points.min(to_go) {
        true => PigAction::Hold,
        false => PigAction::Roll,
    }
}

/// The mover's win probabilities if it rolls and if it holds, as in a two-player game against
/// the leader of the others.
fn best(solution: &OnceLock<PigSolution>, target: u32, state: &PigState) -> [f64; 2] {
    let solution = optimal(solution, target);
    let mover = usize::from(state.mover != crate::play::Seat::FIRST);
    let others = state.scores.iter().filter(|&(seat, _)| seat != state.mover);
    let rival = others.map(|(_, score)| score).max().unwrap_or(0);
    let mut scores = [rival; 2];
    scores[mover] = state.scores[state.mover];
    solution.actions(mover, scores, state.at_stake)
}

impl Positions for PigTable {
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
            scores[crate::play::Seat(place as u8)] = sum(field)?;
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
                match next && state.at_stake == 0 && !state.rolling {
                    true => Ok(state),
                    false => Err(position.refuse(
                        format!("{winner} has the target, so that the game is over"),
                        "write the next seat as mover, at_stake 0 and rolling false, or scores \
                         below the target",
                    )),
                }
            }
            (Some(_), Some(_)) => Err(score_fields.refuse(
                "the first seat with the target wins at once, so that there is only one",
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
        let parsed = AgentSpec::parse(spec.text()?, AGENTS)
            .map_err(|error| spec.refuse(&error, error.help.clone()))?;
        Ok(agent(&parsed, &self.solution))
    }

    fn solved(&self, state: &PigState) -> Result<Option<Vec<f64>>, Refusal> {
        let two = state.scores.seats() == 2;
        let wins = || best(&self.solution, self.game.target(), state).to_vec();
        Ok(two.then(wins))
    }

    fn sampler(&self) -> &'static str {
        "optimum"
    }
}
