//! The positions of Dragon Slayer in JSON, as `docs/protocol.md` describes them; their values; and
//! the judge of stalled games.
//!
//! ```text
//! position  {"scores":[20,31],"tokens":[1,1],"mover":1,"at_stake":6,"alive":[1,2],"dice":2,
//!            "challenger":null,"phase":"may-stop","fight":null,"asked":null,
//!            "after_big_turn":false}
//! actions   fight dragon 1, stop, challenge, let stop, accept, decline
//! events    defeat; slain, dice left 2; roll on with 1 dragon and 3 warrior dice
//! ```
//!
//! Dragons are numbered from 1 in the order of the rules.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rand::RngExt;
use serde_json::{Value, json};

use super::agent::{PolicyAgent, position, scoreboard};
use crate::config::nearest;
use crate::games::dragon_slayer::policies::{
    self, AGENTS, ChallengeRates, PersonalityPolicy, PolicyError,
};
use crate::games::dragon_slayer::solver::{Policy, Situation, SolveError, SolvedGame, TurnStage};
use crate::games::dragon_slayer::{
    DragonSet, DragonSlayer, FightState, NAME, Phase, Rules, STALLED_ROUNDS, State, Turn,
};
use crate::personalities::Roster;
use crate::play::engine::{Adjudicator, Engine, EngineOf, Field, Positions, Refusal};
use crate::play::{Agent, BySeat, Dice, Game, MAX_SEATS, Outcome, Seat, Seats, draw};

/// The most points at stake or on the score sheet of a position.
const MAX_POINTS: u32 = 100_000;

/// The fields of a position.
const FIELDS: [&str; 11] = [
    "scores",
    "tokens",
    "mover",
    "at_stake",
    "alive",
    "dice",
    "challenger",
    "phase",
    "fight",
    "asked",
    "after_big_turn",
];

/// The agent that plays optimally.
const OPTIMUM: &str = "optimum";

/// The names of the phases.
const PHASES: [&str; 6] = [
    "must-fight",
    "may-stop",
    "fighting",
    "asked",
    "challenged",
    "over",
];

/// A policy; and, if it looks up the values of positions, the solved game that has them.
type SolvedPolicy = (Arc<dyn Policy>, Option<Arc<SolvedGame>>);

/// Dragon Slayer with its solution and the policies that questions have named. Clones share
/// both.
#[derive(Clone)]
pub(crate) struct DragonSlayerEngine {
    pub(super) game: Arc<DragonSlayer>,
    roster: Arc<Roster>,
    /// The solution, computed when it is first needed.
    solved: Arc<OnceLock<Result<Arc<SolvedGame>, SolveError>>>,
    /// Policies by the name of the agent.
    policies: Arc<Mutex<HashMap<String, SolvedPolicy>>>,
    /// How the opponent of the personalities challenges, if that is known.
    opponent: Option<ChallengeRates>,
}

impl DragonSlayerEngine {
    /// Dragon Slayer by these rules, with the built-in personalities.
    #[must_use]
    pub(crate) fn new(rules: Rules) -> Self {
        Self {
            game: Arc::new(DragonSlayer::new(rules)),
            roster: Arc::new(Roster::built_in(AGENTS)),
            solved: Arc::default(),
            policies: Arc::default(),
            opponent: None,
        }
    }

    /// The game in which personalities know an opponent that challenges at these rates.
    #[must_use]
    pub(crate) fn knowing(self, opponent: ChallengeRates) -> Self {
        Self {
            opponent: Some(opponent),
            policies: Arc::default(),
            ..self
        }
    }

    /// The engine of this game.
    #[must_use]
    pub(crate) fn engine(self) -> Box<dyn Engine> {
        Box::new(EngineOf::new(self))
    }

    pub(super) fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The solved game, computed when it is first asked for.
    ///
    /// # Errors
    /// If the rules cannot be solved.
    pub(crate) fn solution(&self) -> Result<Arc<SolvedGame>, SolveError> {
        let solve = || SolvedGame::new(self.rules()).map(Arc::new);
        self.solved.get_or_init(solve).clone()
    }

    /// The policy with this name, created when it is first named. Optimal play and personalities
    /// look values up.
    fn policy(&self, spec: &str) -> Result<SolvedPolicy, PolicyError> {
        let mut policies = (self.policies.lock()).unwrap_or_else(PoisonError::into_inner);
        if let Some(policy) = policies.get(spec) {
            return Ok(policy.clone());
        }
        let member = self.roster.find(spec);
        let policy: SolvedPolicy = match member.and_then(|member| member.personality()) {
            Some(personality) => {
                let solved = self.solution()?;
                let mut policy = PersonalityPolicy::new(personality.clone(), Arc::clone(&solved));
                if let Some(opponent) = &self.opponent {
                    policy = policy.against(opponent.clone());
                }
                (Arc::new(policy), Some(solved))
            }
            None => {
                let policy = policies::named(spec, self.rules())?.into();
                let solved = (spec == OPTIMUM).then(|| self.solution()).transpose()?;
                (policy, solved)
            }
        };
        policies.insert(spec.to_owned(), policy.clone());
        Ok(policy)
    }

    /// The two-seat situation of a state's turn, between the mover and the seat that challenges.
    /// In games of more seats, the mover is the first seat of the situation.
    pub(super) fn situation(&self, state: &State, turn_stage: TurnStage) -> Situation {
        let turn = &state.turn;
        let begun = turn.at_stake == 0 && matches!(turn.phase, Phase::Fighting { .. });
        let mut situation = Situation {
            scores: [0; 2],
            tokens: [state.tokens[state.mover], 0],
            mover: Seat::FIRST,
            at_stake: turn.at_stake,
            alive: turn.alive,
            dice: match begun {
                true => self.rules().warrior.dice,
                false => turn.dice,
            },
            turn_stage,
        };
        if state.scores.seats() == 2 {
            let of = |by: &BySeat<u32>| [by[Seat::FIRST], by[Seat::SECOND]];
            situation.scores = of(&state.scores);
            situation.tokens = of(&state.tokens);
            situation.mover = state.mover;
        } else if let Some(other) = turn.challenger.or(asked(turn)) {
            situation.tokens[1] = state.tokens[other];
        }
        situation
    }

    /// The stages that a state's turn may be at.
    pub(super) fn turn_stages(turn: &Turn) -> &'static [TurnStage] {
        match (turn.phase, turn.challenger) {
            (Phase::Asked(_), _) => &[TurnStage::Asked],
            (Phase::Challenged, _) => &[TurnStage::Challenged],
            (Phase::MustFight, Some(_)) => &[TurnStage::JustAccepted],
            (Phase::Fighting { .. }, Some(_)) => &[TurnStage::JustAccepted, TurnStage::SlainSince],
            (_, Some(_)) => &[TurnStage::SlainSince],
            (_, None) => &[TurnStage::Unchallenged],
        }
    }

    /// The win probability of each legal action for the seat that decides; none with more than two
    /// seats, and where the solver does not follow the turn far enough.
    pub(super) fn exact_wins(&self, state: &State) -> Option<Vec<f64>> {
        let [turn_stage] = Self::turn_stages(&state.turn) else {
            return None;
        };
        if state.scores.seats() > 2 {
            return None;
        }
        let solution = &self.solution().ok()?.solution;
        let situation = self.situation(state, *turn_stage);
        let (position, turn) = situation.place(self.rules()).ok()?;
        if solution.is_capped(&position) {
            return None;
        }
        let values = solution.actions(&position, &turn);
        let wins = |action| {
            let value = values.iter().find(|value| value.action == action)?;
            Some(match asked(&turn) {
                Some(_) => 1.0 - value.mover_wins,
                None => value.mover_wins,
            })
        };
        self.game.legal(state).into_iter().map(wins).collect()
    }

    /// How a game is adjudicated that has stalled, as [`crate::games::dragon_slayer`] defines.
    /// With two seats and rules that cannot be solved, both win with equal probability if their
    /// scores are equal, and else the one that leads wins.
    fn adjudicated(&self, state: &State, dice: Dice) -> Outcome {
        // No seat has this number, so that no turn has these dice.
        let mut dice = dice.turn(MAX_SEATS, 0);
        let winner = match (state.scores.seats(), self.solution()) {
            (2, Ok(solved)) => {
                let position = position(state, Seat::FIRST, self.rules().target);
                let first_wins = solved.solution.value(&solved.solution.clamped(&position));
                let second = dice.random::<f64>() >= first_wins;
                Seat(second.into())
            }
            _ => {
                let leaders: Vec<usize> = scoreboard(state).leaders().collect();
                Seat(leaders[draw(&mut dice, leaders.len())] as u8)
            }
        };
        let mut scores = BySeat::new(0, state.scores.seats());
        for (seat, score) in state.scores.iter() {
            scores[seat] = score as i32;
        }
        Outcome {
            winners: Seats::one(winner),
            scores,
        }
    }

    /// The living dragons, by their numbers from 1.
    fn alive(&self, field: &Field<'_>) -> Result<DragonSet, Refusal> {
        let dragons = self.rules().dragons.len();
        let mut alive = DragonSet::default();
        for one in field.list_of(1..=dragons)? {
            let dragon = usize::from(one.integer(1..=dragons as u8)?) - 1;
            if alive.contains(dragon) {
                return Err(one.refuse("the dragon is named twice", "name each dragon once"));
            }
            alive = alive.with(dragon);
        }
        Ok(alive)
    }
}

/// The seat that is asked whether to challenge.
pub(super) fn asked(turn: &Turn) -> Option<Seat> {
    match turn.phase {
        Phase::Asked(seat) => Some(seat),
        _ => None,
    }
}

/// One number for each seat.
fn by_seat(field: &Field<'_>, seats: usize, most: u32) -> Result<BySeat<u32>, Refusal> {
    let mut values = BySeat::new(0, seats);
    for (place, one) in field.list_of(seats..=seats)?.iter().enumerate() {
        values[Seat(place as u8)] = one.integer(0..=most)?;
    }
    Ok(values)
}

impl Positions for DragonSlayerEngine {
    type Game = DragonSlayer;

    const NAME: &'static str = NAME;

    fn game(&self) -> &Arc<DragonSlayer> {
        &self.game
    }

    fn rules_text(&self) -> String {
        self.rules().identity()
    }

    fn read(&self, position: &Field<'_>) -> Result<State, Refusal> {
        let fields = position.object(&FIELDS)?;
        let rules = self.rules();
        let scores = fields.required("scores")?;
        let seats = scores.list_of(self.game.seats())?.len();
        let dice = fields.required("dice")?.integer(1..=rules.warrior.dice)?;
        let scores = by_seat(&scores, seats, MAX_POINTS)?;
        let alive = self.alive(&fields.required("alive")?)?;
        let phase_field = fields.required("phase")?;
        let phase = PHASES[phase_field.one_of(&PHASES)?];
        for (key, of) in [("fight", "fighting"), ("asked", "asked")] {
            match fields.optional(key) {
                Some(field) if phase != of => {
                    let message = format!("only the phase {of} has the field {key}");
                    return Err(field.refuse(message, "leave it out, or write null"));
                }
                _ => {}
            }
        }
        let phase = match phase {
            "must-fight" => Phase::MustFight,
            "may-stop" => Phase::MayStop,
            "challenged" => Phase::Challenged,
            "asked" => Phase::Asked(fields.required("asked")?.seat(seats)?),
            "fighting" => {
                let fight = fields
                    .required("fight")?
                    .object(&["dragon", "dragon_dice"])?;
                let dragon = fight.required("dragon")?;
                let index = usize::from(dragon.integer(1..=rules.dragons.len() as u8)?) - 1;
                if !alive.contains(index) {
                    return Err(dragon.refuse("the dragon is not alive", "write a living dragon"));
                }
                let most = rules.dragons[index].dice;
                Phase::Fighting {
                    dragon: index as u8,
                    fight: FightState {
                        dragon_dice: fight.required("dragon_dice")?.integer(0..=most)?,
                        warrior_dice: dice,
                    },
                }
            }
            _ => match self.game.winner(&scores) {
                Some(winner) => Phase::Over { winner },
                None => {
                    return Err(phase_field.refuse(
                        "the game is not over: no seat alone has the most points and the target",
                        "write another phase",
                    ));
                }
            },
        };
        let challenger = fields.optional("challenger");
        let after_big_turn = fields.optional("after_big_turn");
        let state = State {
            scores,
            tokens: by_seat(&fields.required("tokens")?, seats, rules.challenge.tokens)?,
            mover: fields.required("mover")?.seat(seats)?,
            turn: Turn {
                at_stake: fields.required("at_stake")?.integer(0..=MAX_POINTS)?,
                alive,
                dice,
                challenger: challenger.map(|field| field.seat(seats)).transpose()?,
                phase,
            },
            after_big_turn: after_big_turn.map_or(Ok(false), |field| field.boolean())?,
        };
        self.check(position, &state)?;
        Ok(state)
    }

    fn write(&self, state: &State) -> Value {
        let list = |by: &BySeat<u32>| by.iter().map(|(_, value)| value).collect::<Vec<u32>>();
        let turn = &state.turn;
        let mut fight = Value::Null;
        let phase = match turn.phase {
            Phase::MustFight => 0,
            Phase::MayStop => 1,
            Phase::Fighting {
                dragon,
                fight: dice,
            } => {
                fight = json!({ "dragon": dragon + 1, "dragon_dice": dice.dragon_dice });
                2
            }
            Phase::Asked(_) => 3,
            Phase::Challenged => 4,
            Phase::Over { .. } => 5,
        };
        json!({
            "scores": list(&state.scores),
            "tokens": list(&state.tokens),
            "mover": state.mover.0 + 1,
            "at_stake": turn.at_stake,
            "alive": turn.alive.iter().map(|dragon| dragon + 1).collect::<Vec<_>>(),
            "dice": turn.dice,
            "challenger": turn.challenger.map(|seat| seat.0 + 1),
            "phase": PHASES[phase],
            "fight": fight,
            "asked": asked(turn).map(|seat| seat.0 + 1),
            "after_big_turn": state.after_big_turn,
        })
    }

    fn write_view(&self, view: &State) -> Value {
        self.write(view)
    }

    fn seats_of(&self, state: &State) -> usize {
        state.scores.seats()
    }

    fn agents(&self) -> Vec<Value> {
        let kinds = policies::AGENTS.iter().map(|kind| json!(kind));
        let personalities = self.roster.members.iter().map(
            |member| json!({ "name": member.id(), "about": member.character(), "parameters": [] }),
        );
        kinds.chain(personalities).collect()
    }

    fn agent(&self, field: &Field<'_>) -> Result<Box<dyn Agent<DragonSlayer>>, Refusal> {
        let spec = field.text()?;
        let (policy, solved) = self.policy(spec).map_err(|error| {
            let help = miette::Diagnostic::help(&error).map(|help| help.to_string());
            let help = help.unwrap_or_else(|| "choose another agent".to_owned());
            let ids = self.roster.members.iter().map(|member| member.id());
            let near = nearest(spec, ids).filter(|_| !help.starts_with("did you mean"));
            let near = near.map(|near| format!("did you mean {near}? "));
            let help = near.unwrap_or_default() + &help;
            match error {
                PolicyError::Unknown { .. } => {
                    let help = format!("{help}, and the personalities of `game`");
                    field.refuse(format!("no agent is called \"{spec}\""), help)
                }
                error => field.refuse(error, help),
            }
        })?;
        Ok(Box::new(PolicyAgent::new(policy, solved)))
    }

    fn check_agent(&self, field: &Field<'_>) -> Result<(), Refusal> {
        match field.text()? {
            OPTIMUM => Ok(()),
            spec if self.roster.find(spec).is_some() => Ok(()),
            _ => self.agent(field).map(drop),
        }
    }

    fn thinking_seconds(&self, spec: &str) -> f64 {
        let member = self.roster.find(spec);
        let personality = member.and_then(|member| member.personality());
        personality.map_or(0.0, |personality| personality.traits.thinking_seconds)
    }

    fn prepare(&self) -> Option<Box<dyn FnOnce() + Send>> {
        let engine = self.clone();
        // An error is reported when the solution is asked for.
        Some(Box::new(move || drop(engine.solution())))
    }

    fn adviser(&self) -> Option<&'static str> {
        self.solution().is_ok().then_some(OPTIMUM)
    }

    fn solved(&self, state: &State) -> Result<Option<Vec<f64>>, Refusal> {
        Ok(self.exact_wins(state))
    }

    fn adjudicator(&self, dice: Dice) -> Adjudicator<State> {
        let (engine, mut before, mut stalled) = (self.clone(), None, 0);
        Box::new(move |state| {
            let round_begins = state.mover == Seat::FIRST
                && state.turn.phase == Phase::MustFight
                && state.turn.challenger.is_none();
            if !round_begins {
                return None;
            }
            let now = scoreboard(state);
            stalled = match before.replace(now) {
                Some(before) if now.stalled_since(&before, engine.rules().target) => stalled + 1,
                _ => 0,
            };
            (stalled == STALLED_ROUNDS).then(|| engine.adjudicated(state, dice))
        })
    }

    fn sampler(&self) -> &'static str {
        match self.solution() {
            Ok(_) => OPTIMUM,
            Err(_) => "greedy",
        }
    }
}
