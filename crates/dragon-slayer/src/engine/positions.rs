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

use std::sync::Arc;

use rand::RngExt;
use serde_json::{Value, json};

use super::agent::{PolicyAgent, position, scoreboard, turn_of_two};
use super::solved::{DragonSlayerEngine, OPTIMUM};
use crate::INFO;
use crate::policies;
use crate::solver::{Position, Situation, Solution, TurnStage, Unreachable};
use crate::{
    BIG_TURN, DragonSet, DragonSlayer, FightState, Phase, Rules, STALLED_ROUNDS, State, Turn,
};
use rivals_core::play::engine::{Adjudicator, Field, Positions, Refusal, Sampler};
use rivals_core::play::{Agent, BySeat, Dice, Game, GameInfo, Outcome, Seat, Stream, draw};
use rivals_core::text::number::count;

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

/// The names of the phases.
const PHASES: [&str; 6] = ["must-fight", "may-stop", "fighting", "asked", "challenged", "over"];

impl DragonSlayerEngine {
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
            dice: if begun { self.rules().warrior.dice } else { turn.dice },
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
        let (turn, mover) = (&state.turn, state.mover);
        let refuse = |field: &str, message: &str, help: &str| {
            Err(Refusal::new(position.at(field), message, help))
        };
        let seats = state.scores.seats();
        let before = Seat(((usize::from(mover.0) + seats - 1) % seats) as u8);
        if state.after_big_turn && state.scores[before] < BIG_TURN {
            let message = format!("{before} has not scored {BIG_TURN} points");
            return refuse("after_big_turn", &message, "write false");
        }
        let round_begins = mover == Seat::FIRST;
        if matches!(turn.phase, Phase::Over { .. }) {
            let fresh = Turn {
                phase: turn.phase,
                ..Turn::new(self.rules().dragons.len(), self.rules().warrior.dice)
            };
            return if round_begins && *turn == fresh {
                Ok(())
            } else {
                refuse(
                    "phase",
                    "a game is over after a round, before a turn has begun",
                    "write mover 1, at_stake 0, all dragons, all dice and no challenger, or \
                     another phase",
                )
            };
        }
        if let Some(winner) = self.game.winner(&state.scores).filter(|_| round_begins) {
            return refuse(
                "phase",
                &format!("the game is over: {winner} has won"),
                "write over, or scores with which the game goes on",
            );
        }
        for (field, seat) in [("challenger", turn.challenger), ("asked", asked(turn))] {
            if seat == Some(mover) {
                let message = "the mover does not challenge itself";
                return refuse(field, message, "write another seat");
            }
        }
        let (challenged, at_stake) = (turn.challenger.is_some(), turn.at_stake > 0);
        let right = match turn.phase {
            Phase::MustFight => challenged == at_stake,
            Phase::MayStop => at_stake,
            Phase::Asked(_) => at_stake && !challenged,
            Phase::Challenged => at_stake && challenged,
            Phase::Fighting { .. } => !challenged || at_stake,
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
        // The solver's check below leaves positions out that it has no number for.
        if let Some(seat) = asked(turn).or(turn.challenger) {
            let (held, most) = (state.tokens[seat], self.rules().challenge.tokens);
            if most == 0 {
                let message = "these rules have no challenge";
                return refuse("phase", message, "write another phase");
            }
            let place = format!("tokens[{}]", seat.0);
            if !challenged && held == 0 {
                let message = format!("{seat} has no token and is not asked");
                return refuse(&place, &message, "write at least one token");
            }
            if challenged && held == most {
                let message = format!("{seat} has challenged and still has all its tokens");
                return refuse(&place, &message, &format!("write at most {}", most - 1));
            }
        }
        let Some(unreachable) = self.unreachable(state) else {
            return Ok(());
        };
        let field = match unreachable {
            Unreachable::TooManyTokens { .. }
            | Unreachable::TokenNotSpent
            | Unreachable::NoToken => "tokens",
            Unreachable::Over { .. } | Unreachable::LeadBeforeTurn => "scores",
            Unreachable::NoChallenge => "phase",
            Unreachable::Dragons => "alive",
            Unreachable::NoDice | Unreachable::TooManyDice { .. } => "dice",
            _ => "at_stake",
        };
        refuse(
            field,
            &unreachable.to_string(),
            "write a position that play leads to, such as one that `apply` answers with",
        )
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
        let dragons = &self.rules().dragons;
        let worth = |set: DragonSet| set.iter().map(|dragon| dragons[dragon].points).sum::<u32>();
        let all = worth(DragonSet::all(dragons.len()));
        let slain = all - worth(turn.alive);
        turn.challenger.is_some() && turn.phase != Phase::Challenged
            || turn.at_stake % all == slain % all
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
        self.wins(state, solution, &position, &turn)
    }

    /// The win probability of each legal action in a position of two seats; none if it lacks one.
    fn wins(
        &self,
        state: &State,
        solution: &Solution,
        position: &Position,
        turn: &Turn,
    ) -> Option<Vec<f64>> {
        let values = solution.actions(position, turn);
        let wins = |action| {
            let value = values.iter().find(|value| value.action == action)?;
            Some(match asked(turn) {
                Some(_) => 1.0 - value.mover_wins,
                None => value.mover_wins,
            })
        };
        self.game.actions(state).into_iter().map(wins).collect()
    }

    /// How a game is adjudicated that has stalled, as [the crate](crate) defines.
    /// With two seats and rules that cannot be solved, both win with equal probability if their
    /// scores are equal, and else the one that leads wins.
    fn adjudicated(&self, state: &State, dice: Dice) -> Outcome {
        let mut dice = dice.stream(Stream::Stalled, 0);
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
        Outcome::won_by(winner, state.scores.map(|score| score as i32))
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
fn asked(turn: &Turn) -> Option<Seat> {
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

    const INFO: &'static GameInfo = &INFO;

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
                let fight = fields.required("fight")?.object(&["dragon", "dragon_dice"])?;
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
            Phase::Fighting { dragon, fight: dice } => {
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
        let member = self.roster.member(field.text()?);
        let member = member.map_err(|error| field.refuse(&error, &error.help))?;
        let policy = self.policy(&member);
        let (policy, solved) = policy.map_err(|error| field.refuse(&error, error.help()))?;
        Ok(Box::new(PolicyAgent::new(policy, solved)))
    }

    fn check_agent(&self, field: &Field<'_>) -> Result<(), Refusal> {
        match field.text()? {
            // The built-in rules can be solved. Others are solved now, so that a game which cannot
            // be played to its end does not begin.
            spec if (spec == OPTIMUM || self.roster.find(spec).is_some())
                && *self.rules() == Rules::built_in() =>
            {
                Ok(())
            }
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

    fn estimated(&self, state: &State, seat: Seat) -> Option<Vec<f64>> {
        let solution = &self.solution().ok()?.solution;
        let mut position = position(state, seat, self.rules().target);
        position.after_big_turn = false;
        let position = solution.clamped(&position);
        let turn = turn_of_two(&state.turn, &position);
        self.wins(state, solution, &position, &turn)
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

    fn adjudication(&self, state: &State) -> (bool, String) {
        let leaders = scoreboard(state).leaders().count();
        let (by_lot, how) = match (state.scores.seats(), self.solution(), leaders) {
            (2, Ok(_), _) => (true, "a lot decides, by win probabilities"),
            (_, _, 1) => (false, "the leader wins"),
            _ => (true, "a lot decides among the leaders"),
        };
        let rounds = count(STALLED_ROUNDS.into());
        let why = format!("Nothing has changed in {rounds} rounds: {how}.");
        (by_lot, why)
    }

    fn sampler(&self) -> Sampler {
        Sampler::fast(match self.solution() {
            Ok(_) => OPTIMUM,
            Err(_) => "greedy",
        })
    }
}
