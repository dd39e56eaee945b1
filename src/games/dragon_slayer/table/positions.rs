//! Dragon Slayer in the engine: its agents, and how its positions are read and written.
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

use serde_json::{Value, json};

use super::PolicyAgent;
use crate::config::nearest;
use crate::games::dragon_slayer::policies::{self, AGENTS, PersonalityPolicy, PolicyError};
use crate::games::dragon_slayer::solver::{
    Policy, Situation, SolveError, SolvedGame, TurnStage, Unreachable,
};
use crate::games::dragon_slayer::{
    BIG_TURN, DragonSet, DragonSlayer, FightState, NAME, Phase, Rules, State, Turn,
};
use crate::personalities::Roster;
use crate::play::engine::{Engine, EngineOf, Field, Positions, Refusal};
use crate::play::{Agent, BySeat, Game, Seat};

/// The most points at stake or on the score sheet of a position.
const MAX_POINTS: u32 = 100_000;

/// The names of the phases.
const PHASES: [&str; 6] = [
    "must-fight",
    "may-stop",
    "fighting",
    "asked",
    "challenged",
    "over",
];

/// The agents that need no solution, or how their names begin.
const WITHOUT_SOLUTION: [&str; 4] = ["random", "greedy", "hold-", "tree-"];

/// Dragon Slayer with its solution and the policies that questions have named.
pub(crate) struct DragonSlayerTable {
    game: Arc<DragonSlayer>,
    roster: Roster,
    /// The solution, computed when it is first needed.
    solved: OnceLock<Result<Arc<SolvedGame>, SolveError>>,
    /// Policies by the name of the agent.
    policies: Mutex<HashMap<String, Arc<dyn Policy>>>,
}

impl DragonSlayerTable {
    /// Dragon Slayer by these rules, with the built-in personalities.
    #[must_use]
    pub(crate) fn new(rules: Rules) -> Self {
        Self {
            game: Arc::new(DragonSlayer::new(rules)),
            roster: Roster::built_in(AGENTS),
            solved: OnceLock::new(),
            policies: Mutex::default(),
        }
    }

    /// The engine of this game.
    #[must_use]
    pub(crate) fn engine(self) -> Box<dyn Engine> {
        Box::new(EngineOf::new(self))
    }

    fn rules(&self) -> &Rules {
        self.game.rules()
    }

    fn solution(&self) -> Result<Arc<SolvedGame>, SolveError> {
        let solve = || SolvedGame::new(self.rules()).map(Arc::new);
        self.solved.get_or_init(solve).clone()
    }

    /// The policy with this name, created when it is first named.
    fn policy(&self, spec: &str) -> Result<Arc<dyn Policy>, PolicyError> {
        let mut policies = (self.policies.lock()).unwrap_or_else(PoisonError::into_inner);
        if let Some(policy) = policies.get(spec) {
            return Ok(Arc::clone(policy));
        }
        let member = self
            .roster
            .find(spec)
            .and_then(|member| member.personality());
        let policy: Arc<dyn Policy> = match member {
            Some(personality) => Arc::new(PersonalityPolicy::new(
                personality.clone(),
                self.solution()?,
            )),
            None => Arc::from(policies::named(spec, self.rules())?),
        };
        policies.insert(spec.to_owned(), Arc::clone(&policy));
        Ok(policy)
    }

    /// The two-seat situation of a state's turn, between the mover and the seat that challenges.
    /// In games of more seats, the mover is the first seat of the situation.
    fn situation(&self, state: &State, turn_stage: TurnStage) -> Situation {
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
        } else if let (Some(other), _) | (None, Phase::Asked(other)) = (turn.challenger, turn.phase)
        {
            situation.tokens[1] = state.tokens[other];
        }
        situation
    }

    /// The stages that a state's turn may be at.
    fn turn_stages(turn: &Turn) -> &'static [TurnStage] {
        match (turn.phase, turn.challenger) {
            (Phase::Asked(_), _) => &[TurnStage::Asked],
            (Phase::Challenged, _) => &[TurnStage::Challenged],
            (Phase::MustFight, Some(_)) => &[TurnStage::JustAccepted],
            (Phase::Fighting { .. }, Some(_)) => &[TurnStage::JustAccepted, TurnStage::SlainSince],
            (_, Some(_)) => &[TurnStage::SlainSince],
            (_, None) => &[TurnStage::Unchallenged],
        }
    }

    /// Refuses a state that play cannot lead to.
    fn check(&self, position: &Field<'_>, state: &State) -> Result<(), Refusal> {
        let turn = &state.turn;
        let refuse = |field: &str, message: &str, help: &str| {
            let path = position.at(field);
            Err(Refusal::new(path, message, help))
        };
        let seats = state.scores.seats();
        let before = Seat(((usize::from(state.mover.0) + seats - 1) % seats) as u8);
        if state.after_big_turn && state.scores[before] < BIG_TURN {
            return refuse(
                "after_big_turn",
                &format!("{before} has not scored {BIG_TURN} points"),
                "write false",
            );
        }
        let winner = self.game.winner(&state.scores);
        let round_begins = state.mover == Seat::FIRST;
        let fresh = Turn {
            phase: turn.phase,
            ..Turn::new(self.rules().dragons.len(), self.rules().warrior.dice)
        };
        match (turn.phase, winner) {
            (Phase::Over { .. }, _) if round_begins && *turn == fresh => return Ok(()),
            (Phase::Over { .. }, _) => {
                return refuse(
                    "phase",
                    "a game is over after a round, before a turn has begun",
                    "write mover 1, at_stake 0, all dragons, all dice and no challenger, or \
                     another phase",
                );
            }
            (_, Some(winner)) if round_begins => {
                return refuse(
                    "phase",
                    &format!("the game is over: {winner} has won"),
                    "write over, or scores with which the game goes on",
                );
            }
            _ => {}
        }
        if turn.challenger == Some(state.mover) || turn.phase == Phase::Asked(state.mover) {
            let field = if turn.challenger.is_some() {
                "challenger"
            } else {
                "asked"
            };
            return refuse(
                field,
                "the mover does not challenge itself",
                "write another seat",
            );
        }
        let challenged = turn.challenger.is_some();
        let right = match turn.phase {
            Phase::MustFight => challenged == (turn.at_stake > 0),
            Phase::MayStop => turn.at_stake > 0,
            Phase::Asked(_) => turn.at_stake > 0 && !challenged,
            Phase::Challenged => turn.at_stake > 0 && challenged,
            Phase::Fighting { .. } => !challenged || turn.at_stake > 0,
            Phase::Over { .. } => true,
        };
        if !right {
            return refuse(
                "phase",
                "no turn is in this phase with these points at stake and this challenger",
                "write must-fight at the beginning of a turn and after accepting a challenge; a \
                 challenger and points at stake once a stop was challenged; and may-stop once a \
                 dragon is slain",
            );
        }
        if let (Phase::Asked(seat), _) | (_, Some(seat)) = (turn.phase, turn.challenger) {
            let (held, most) = (state.tokens[seat], self.rules().challenge.tokens);
            if most == 0 {
                return refuse(
                    "phase",
                    "these rules have no challenge",
                    "write another phase",
                );
            }
            let asked = !challenged;
            if asked && held == 0 || !asked && held == most {
                let message = match asked {
                    true => format!("{seat} has no token and is not asked"),
                    false => format!("{seat} has challenged and still has all its tokens"),
                };
                let place = format!("tokens[{}]", seat.0);
                let help = match asked {
                    true => "write at least one token".to_owned(),
                    false => format!("write at most {}", most - 1),
                };
                return refuse(&place, &message, &help);
            }
        }
        if let Some(refusal) = self.unreachable(state) {
            let field = match refusal {
                Unreachable::TooManyTokens { .. }
                | Unreachable::TokenNotSpent
                | Unreachable::NoToken => "tokens",
                Unreachable::Over { .. } | Unreachable::LeadBeforeTurn => "scores",
                Unreachable::NoChallenge => "phase",
                Unreachable::Dragons => "alive",
                Unreachable::NoDice | Unreachable::TooManyDice { .. } => "dice",
                _ => "at_stake",
            };
            return refuse(
                field,
                &refusal.to_string(),
                "write a position that play leads to, such as one that `apply` answers with",
            );
        }
        Ok(())
    }

    /// Why play cannot lead to a state; none if it can. Turns with more points at stake than the
    /// solver follows are possible if dragons add up to these points.
    fn unreachable(&self, state: &State) -> Option<Unreachable> {
        let mut first = None;
        for &turn_stage in Self::turn_stages(&state.turn) {
            match self.situation(state, turn_stage).place(self.rules()) {
                Ok(_) => return None,
                Err(Unreachable::TooMuchAtStake { .. }) if self.may_be_at_stake(&state.turn) => {
                    return None;
                }
                Err(error) => first = first.or(Some(error)),
            }
        }
        first
    }

    /// Whether dragons other than the living ones can be worth the points at stake, if no
    /// challenge was accepted.
    fn may_be_at_stake(&self, turn: &Turn) -> bool {
        let worth = |set: DragonSet| -> u32 {
            set.iter()
                .map(|dragon| self.rules().dragons[dragon].points)
                .sum()
        };
        let all = worth(DragonSet::all(self.rules().dragons.len()));
        let slain = all - worth(turn.alive);
        turn.challenger.is_some() && turn.phase != Phase::Challenged
            || turn.at_stake % all == slain % all
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

/// One number for each seat.
fn by_seat(field: &Field<'_>, seats: usize, most: u32) -> Result<BySeat<u32>, Refusal> {
    let mut values = BySeat::new(0, seats);
    for (place, one) in field.list_of(seats..=seats)?.iter().enumerate() {
        values[Seat(place as u8)] = one.integer(0..=most)?;
    }
    Ok(values)
}

impl Positions for DragonSlayerTable {
    type Game = DragonSlayer;

    const NAME: &'static str = NAME;

    fn game(&self) -> &Arc<DragonSlayer> {
        &self.game
    }

    fn rules_text(&self) -> String {
        self.rules().identity()
    }

    fn read(&self, position: &Field<'_>) -> Result<State, Refusal> {
        let fields = position.object(&[
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
        ])?;
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
                    let message = format!("{key} belongs to the phase {of} alone");
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
        let (phase, fight, asked) = match turn.phase {
            Phase::MustFight => (0, Value::Null, None),
            Phase::MayStop => (1, Value::Null, None),
            Phase::Fighting { dragon, fight } => {
                let dice = fight.dragon_dice;
                let fight = json!({ "dragon": dragon + 1, "dragon_dice": dice });
                (2, fight, None)
            }
            Phase::Asked(seat) => (3, Value::Null, Some(seat.0 + 1)),
            Phase::Challenged => (4, Value::Null, None),
            Phase::Over { .. } => (5, Value::Null, None),
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
            "asked": asked,
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
        let policy = self.policy(spec).map_err(|error| {
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
        let alone = WITHOUT_SOLUTION.iter().any(|name| spec.starts_with(name));
        let solved = match alone {
            true => None,
            false => self.solution().ok(),
        };
        Ok(Box::new(PolicyAgent::new(policy, solved)))
    }

    fn solved(&self, state: &State) -> Result<Option<Vec<f64>>, Refusal> {
        let (2, Ok(solved)) = (state.scores.seats(), self.solution()) else {
            return Ok(None);
        };
        let [turn_stage] = Self::turn_stages(&state.turn) else {
            return Ok(None);
        };
        let Ok((position, turn)) = self.situation(state, *turn_stage).place(self.rules()) else {
            return Ok(None);
        };
        if solved.solution.is_capped(&position) {
            return Ok(None);
        }
        let values = solved.solution.actions(&position, &turn);
        let asked = matches!(turn.phase, Phase::Asked(_));
        let wins = self.game.legal(state).into_iter().map(|action| {
            let value = values.iter().find(|value| value.action == action)?;
            Some(match asked {
                true => 1.0 - value.mover_wins,
                false => value.mover_wins,
            })
        });
        Ok(wins.collect())
    }

    fn sampler(&self) -> &'static str {
        match self.solution() {
            Ok(_) => "optimum",
            Err(_) => "greedy",
        }
    }
}
