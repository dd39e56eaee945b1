//! The answers to the questions, which are the same for all games.

#![expect(clippy::cast_possible_truncation, reason = "at most MAX_SEATS seats, few sampled games")]

use std::sync::Arc;
use std::time::Duration;

use rand::Rng;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Engine;
use super::line::Line;
use super::perft::{MAX_DEPTH, perft};
use crate::conduct::{Conducted, Memory};
use crate::contest::{Players, Present, Sampler};
use crate::json::{one_of, read};
use crate::personalities::{BUILT_IN_FILES, Member, Personality, Roster, built_in};
use crate::play::{
    Agent, Bound, Clock, Decision, Dice, Forfeit, Game, Hidden, Logged, Outcome, Playthrough,
    RandomAgent, Seat, Seats, Step, Stream, Thought, Turn, Valued, Watch, draw,
};
use crate::sentences::Sentences;
use crate::values::{Invalid, NotationError, length, within};
use rivals_statistics::{Interval, parallel};

/// The number of moves after which a game is treated as endless.
const MAX_MOVES: usize = 100_000;

/// The number of parts of a win: it is divisible by one to six winners.
const SHARES: u64 = 60;

/// The questions.
const ASKS: [&str; 10] =
    ["game", "start", "legal", "apply", "perft", "decide", "view", "sample", "advise", "play"];

/// The most states of `sample`.
const MOST_STATES: u32 = 10_000;

/// The fields of `game`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    setup: Option<String>,
    seats: Option<u32>,
    seed: Option<u64>,
}

/// The fields of `legal` and `advise`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    position: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Apply {
    position: Value,
    moves: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Perft {
    position: Value,
    depth: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Decide {
    position: Value,
    agent: String,
    seed: Option<u64>,
    memory: Option<Memory>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct View {
    position: Value,
    seat: Seat,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sample {
    view: Value,
    count: u32,
    seed: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    agents: Vec<String>,
    position: Option<Value>,
    setup: Option<String>,
    seed: Option<u64>,
}

/// Reads the player of a file, by a spelling such as `players/novice` or `mine.toml`; `None` if it is
/// the spelling of another player.
pub type Files = Box<dyn Fn(&str) -> Option<Result<Member, Invalid>> + Send + Sync>;

/// The engine of a game.
pub struct EngineOf<G> {
    game: Arc<G>,
    clock: Clock,
    files: Files,
}

impl<G: Present> Engine for EngineOf<G> {
    fn timed_by(&mut self, clock: Clock) {
        self.clock = clock;
    }

    fn with_files(&mut self, files: Files) {
        self.files = files;
    }

    fn answer(&mut self, line: &[u8]) -> String {
        let (id, answer) = match Line::read(line) {
            Err(refusal) => (None, Err(refusal)),
            Ok(Line { id, fields, twice: None }) => (id, self.fields(fields)),
            Ok(Line { id, twice: Some(key), .. }) => {
                let message = format!("the field \"{key}\" is given twice");
                (id, Err(Invalid::new(key, message, "give each field once")))
            }
        };
        let answer = answer.unwrap_or_else(|refusal| json!({ "error": refusal }));
        let answer = answer.to_string();
        match (id, answer.as_str()) {
            (None, _) => answer,
            (Some(id), "{}") => format!("{{\"id\":{id}}}"),
            (Some(id), answer) => format!("{{\"id\":{id},{}", &answer[1..]),
        }
    }
}

impl<G: Present> EngineOf<G> {
    /// An engine for a game, without a clock.
    #[must_use]
    pub fn new(game: Arc<G>) -> Self {
        let none = |spelling: &str| {
            let (file, _) = Sentences::split(spelling)?;
            let message = format!("this engine reads no file such as {file}");
            Some(Err(Invalid::new("", message, "name an agent of the game")))
        };
        Self { game, clock: || Duration::ZERO, files: Box::new(none) }
    }

    /// The agent, personality or player of a file with this spelling.
    fn player(&self, spelling: &str) -> Result<Box<dyn Agent<G>>, Invalid> {
        let spec = match (self.files)(spelling).transpose()? {
            None => return self.game.player(spelling),
            Some(Member::Agent(spec)) => spec,
            Some(Member::Personality(own)) if G::PERSONALITIES => {
                let id = own.id.clone();
                let roster = Roster::new(vec![Member::Personality(own)], G::KINDS);
                return (*self.game).clone().with_personalities(roster).player(&id);
            }
            Some(Member::Personality(own)) => G::character(&own)?,
        };
        Ok(self.game.agent(&spec))
    }

    fn is_personality(&self, spelling: &str) -> bool {
        match (self.files)(spelling) {
            Some(player) => matches!(player, Ok(Member::Personality(_))),
            None => built_in(spelling).is_some(),
        }
    }

    fn seconds(&self, begun: Duration) -> f64 {
        (self.clock)().saturating_sub(begun).as_secs_f64()
    }

    fn fields(&self, mut fields: Map<String, Value>) -> Result<Value, Invalid> {
        let names = [&ASKS[..], self.game.own_asks()].concat();
        let Some(ask) = fields.remove("ask") else {
            let help = format!("add \"ask\", one of {}", names.join(", "));
            return Err(Invalid::new("ask", "the field \"ask\" is missing", help));
        };
        let ask: &str = read(&ask).map_err(|error| error.under("ask"))?;
        let fields = &Value::Object(fields);
        match ask {
            "game" => read(fields).map(|Nothing {}| self.facts()),
            "start" => self.start(&read(fields)?),
            "legal" => self.legal(&read(fields)?),
            "apply" => self.apply(&read(fields)?),
            "perft" => self.perft(&read(fields)?),
            "decide" => self.decide(&read(fields)?),
            "view" => self.view(&read(fields)?),
            "sample" => self.sample(&read(fields)?),
            "advise" => self.advise(&read(fields)?),
            "play" => self.play(&read(fields)?),
            own if names.contains(&own) => self.game.answer_own(own, fields),
            other => Err(one_of(other, &names).under("ask")),
        }
    }

    fn facts(&self) -> Value {
        let kinds = G::KINDS.iter().map(|kind| json!(kind));
        let personalities = self.game.personalities().iter().map(
            |member| json!({ "name": member.id(), "about": member.character(), "parameters": [] }),
        );
        let of_any_game = BUILT_IN_FILES.iter().filter(|_| G::CONDUCT.is_some());
        let of_any_game = of_any_game.filter_map(|(_, text)| {
            let Personality { id, character, .. } = Personality::read(text)?;
            Some(json!({ "name": id, "about": character, "parameters": [] }))
        });
        let agents: Vec<Value> = kinds.chain(personalities).chain(of_any_game).collect();
        json!({
            "game": G::NAME,
            "seats": self.game.seat_counts().collect::<Vec<_>>(),
            "setups": self.game.setups(),
            "agents": agents,
            "rules": self.game.identity(),
            "version": env!("CARGO_PKG_VERSION"),
        })
    }

    fn start(&self, asked: &Start) -> Result<Value, Invalid> {
        let (low, high) = self.game.seat_counts().into_inner();
        let seats = asked.seats.unwrap_or(low as u32);
        within("seats", seats, low as u32..=high as u32)?;
        let dice = dice(asked.seed);
        let state = self.set_up(asked.setup.as_deref(), seats as usize, dice)?;
        let mut playthrough = self.playthrough(state, dice);
        while let Turn::Chance(_) = playthrough.turn() {
            playthrough.roll().expect("chance is next");
        }
        Ok(json!({ "position": playthrough.state() }))
    }

    /// The position of this name, or the usual one.
    fn set_up(&self, setup: Option<&str>, seats: usize, dice: Dice) -> Result<G::State, Invalid> {
        let usual = &self.game.setups()[0];
        let state = self.game.set_up(setup.unwrap_or(usual), seats, &mut dice.opening());
        state.map_err(|error| error.under("setup"))
    }

    fn legal(&self, asked: &Position) -> Result<Value, Invalid> {
        let state = self.position(&asked.position)?;
        Ok(match self.game.turn(&state) {
            Turn::Decide(seat) => json!({
                "seat": seat,
                "actions": texts(&self.game.actions(&state)),
            }),
            Turn::Chance(chances) => {
                let events = chances.weights.iter();
                let events = events.map(|(event, weight)| json!([event.to_string(), weight]));
                let mut answer = json!({ "events": events.collect::<Vec<_>>() });
                if let Some(roll) = self.game.roll(&state) {
                    answer["roll"] = roll;
                }
                answer
            }
            Turn::Over(outcome) => {
                let mut answer = ended::<G>(&outcome);
                answer["over"] = json!(true);
                answer
            }
        })
    }

    fn apply(&self, asked: &Apply) -> Result<Value, Invalid> {
        let state = self.position(&asked.position)?;
        let mut playthrough = self.playthrough(state, Dice::new(0, 0, 0));
        for (place, text) in asked.moves.iter().enumerate() {
            let refused = |reason: String, help| {
                let message = format!("move {}, {text}, is not legal: {reason}", place + 1);
                Invalid::new(format!("moves[{place}]"), message, help)
            };
            let played = match playthrough.turn() {
                Turn::Over(_) => {
                    return Err(refused("the game is over".to_owned(), "leave it out"));
                }
                Turn::Chance(_) => {
                    playthrough.happen(text.parse().map_err(|error: NotationError| {
                        let reason =
                            format!("the next move is a chance event, and {text} is not one");
                        refused(reason, error.help)
                    })?)
                }
                Turn::Decide(seat) => {
                    playthrough.act(text.parse().map_err(|error: NotationError| {
                        let reason = format!("{seat} decides next, and {text} is not an action");
                        refused(reason, error.help)
                    })?)
                }
            };
            played.map_err(|illegal| {
                refused(illegal.reason, "`legal` lists the moves of a position")
            })?;
        }
        Ok(json!({ "position": playthrough.state() }))
    }

    fn perft(&self, asked: &Perft) -> Result<Value, Invalid> {
        let state = self.position(&asked.position)?;
        within("depth", asked.depth, 0..=MAX_DEPTH)?;
        let begun = (self.clock)();
        let sequences = perft(&*self.game, &state, asked.depth)?;
        Ok(json!({ "sequences": sequences, "seconds": self.seconds(begun) }))
    }

    fn decide(&self, asked: &Decide) -> Result<Value, Invalid> {
        let state = self.position(&asked.position)?;
        let agent = self.player(&asked.agent);
        let mut agent = agent.map_err(|error| error.under("agent"))?;
        self.decider(&state)?;
        if let Some(memory) = asked.memory {
            match agent.downcast_mut::<Conducted<G>>() {
                Some(personality) => personality.remember(memory),
                // One whose figures are neutral plays as its reference, whatever it remembers.
                None if G::CONDUCT.is_some() && self.is_personality(&asked.agent) => {}
                None => {
                    let message =
                        format!("{} is no personality, and remembers nothing", asked.agent);
                    return Err(Invalid::new("memory", message, "leave it out"));
                }
            }
        }
        let mut playthrough = self.playthrough(state, dice(asked.seed)).explained();
        let begun = (self.clock)();
        let thought = playthrough.ask(&mut *agent).expect("a seat decides");
        let seconds = self.seconds(begun);
        let Some(thought) = thought else {
            let message = "the agent gave up, or chose an action that is not legal";
            return Err(Invalid::new("agent", message, "choose another agent"));
        };
        let listed = |list: Vec<Value>| Some(list).filter(|list| !list.is_empty());
        let valued = |&Valued { action, value, bound }: &Valued<G::Action>| {
            let mut valued = json!({ "action": action.to_string(), "value": value });
            if matches!(bound, Bound::Lower | Bound::Upper) {
                valued["bound"] = json!(bound);
            }
            valued
        };
        let variation = thought.variation.iter().map(|action| json!(action.to_string()));
        let mut answer = json!({
            "action": thought.action.to_string(),
            "seconds": seconds,
            "value": thought.value,
            "nodes": thought.nodes,
            "depth": thought.depth,
            "variation": listed(variation.collect()),
            "actions": listed(thought.actions.iter().map(valued).collect()),
            "sentence": thought.sentence.as_ref().map(|sentence| sentence.number),
            "why": thought.sentence.map(|sentence| sentence.to_string()),
            "memory": agent.downcast::<Conducted<G>>().map(Conducted::memory),
        });
        let fields = answer.as_object_mut().expect("it is an object");
        fields.retain(|_, value| !value.is_null());
        Ok(answer)
    }

    fn view(&self, asked: &View) -> Result<Value, Invalid> {
        let state = self.position(&asked.position)?;
        asked.seat.check("seat", self.game.seats_of(&state))?;
        let view = self.game.view(&state, asked.seat);
        Ok(json!({ "view": view }))
    }

    fn sample(&self, asked: &Sample) -> Result<Value, Invalid> {
        let view = read(&asked.view).and_then(|view| self.game.validate_view(view));
        let view = view.map_err(|error| error.under("view"))?;
        within("count", asked.count, 1..=MOST_STATES)?;
        let dice = dice(asked.seed);
        let state =
            |number| self.game.sample_state(&view, &mut dice.stream(Stream::Hidden, number));
        Ok(json!({ "positions": (0..asked.count).map(state).collect::<Vec<_>>() }))
    }

    fn advise(&self, asked: &Position) -> Result<Value, Invalid> {
        let state = self.position(&asked.position)?;
        let seat = self.decider(&state)?;
        let actions = self.game.actions(&state);
        let exact = |action: G::Action, wins: f64| json!({ "action": action.to_string(), "wins": wins, "how": "exact" });
        let advice: Vec<Value> = if let Some(wins) = self.game.solved(&state)? {
            actions.iter().zip(wins).map(|(&action, wins)| exact(action, wins)).collect()
        } else {
            // The share of the win with the best play of all, if a short search proves it.
            let proven = parallel::map(actions.len(), |place| {
                let after = self.game.after(&state, Step::Act(actions[place]));
                self.game.proven(&after, seat)
            });
            let unknown = proven.iter().filter(|wins| wins.is_none()).count() as u64;
            let advised = actions.iter().zip(proven).map(|(&action, proven)| match proven {
                Some(wins) => Ok(exact(action, wins)),
                None => self.sampled(&state, seat, action, unknown),
            });
            advised.collect::<Result<_, _>>()?
        };
        Ok(json!({ "seat": seat, "actions": advice }))
    }

    /// The share of games that a seat wins after an action, by games of the sampling agents from
    /// states that its view allows. Every one of the `unknown` actions has the same states.
    fn sampled(
        &self,
        state: &G::State,
        seat: Seat,
        action: G::Action,
        unknown: u64,
    ) -> Result<Value, Invalid> {
        let seats = self.game.seats_of(state);
        let Sampler { agent, games, most, slips } = self.game.sampler();
        let games = games.min(most / unknown).max(1);
        let view = self.game.view(state, seat);
        // Wins are counted in parts of a win.
        let play = |game: usize| {
            let slipping = |agent| -> Box<dyn Agent<G>> { Box::new(Slipping { agent, slips }) };
            let agents = (0..seats).map(|_| self.game.player(agent).map(slipping));
            let mut agents = agents.collect::<Result<Vec<_>, _>>()?;
            let dice = Dice::new(0, 0, game as u64);
            let drawn = self.game.sample_state(&view, &mut dice.stream(Stream::Hidden, 0));
            let hides = drawn != *state;
            let mut playthrough = self.playthrough(drawn, dice);
            playthrough.act(action).expect("the action is legal");
            let outcome = self.to_the_end(&mut playthrough, &mut agents, dice, "position")?;
            Ok((outcome.returns[seat].of(SHARES), hides))
        };
        let played = parallel::map(games as usize, play);
        let played = played.into_iter().collect::<Result<Vec<(u64, bool)>, Invalid>>()?;
        let wins: u64 = played.iter().map(|(wins, _)| wins).sum();
        let hides = played.iter().any(|(_, hides)| *hides);
        // A shared win varies less than a whole one, so the interval is wide enough.
        let interval = |wins| Interval::wilson(wins, games);
        let hidden = if hides { " from states that the seat cannot tell apart" } else { "" };
        let slipping = match slips {
            0 => String::new(),
            slips => format!(", but one of {slips} moves is drawn"),
        };
        Ok(json!({
            "action": action.to_string(),
            "wins": wins as f64 / (SHARES * games) as f64,
            "low": interval(wins / SHARES).low,
            "high": interval(wins.div_ceil(SHARES)).high,
            "how": format!(
                "sampled: {games} games{hidden}, in which {agent} decides for all seats{slipping}; low and \
                 high are a 95 % confidence interval of the share that the seat wins between these \
                 players, which is not the value under optimal play"
            ),
        }))
    }

    fn play(&self, asked: &Play) -> Result<Value, Invalid> {
        let given = asked.agents.len();
        let dice = dice(asked.seed);
        let state = match &asked.position {
            None => {
                let (low, high) = self.game.seat_counts().into_inner();
                length("agents", given, low..=high)?;
                self.set_up(asked.setup.as_deref(), given, dice)?
            }
            Some(_) if asked.setup.is_some() => {
                let message = "a game starts from a position or from a setup";
                return Err(Invalid::new("setup", message, "leave out setup or position"));
            }
            Some(position) => self.position(position)?,
        };
        let seats = self.game.seats_of(&state);
        length("agents", given, seats..=seats)?;
        let agent = |(place, spelling): (usize, &String)| {
            self.player(spelling).map_err(|error| error.under(&format!("agents[{place}]")))
        };
        let agents = asked.agents.iter().enumerate().map(agent);
        let mut agents = agents.collect::<Result<Vec<_>, _>>()?;
        let mut playthrough = self.playthrough(state, dice);
        let outcome = self.to_the_end(&mut playthrough, &mut agents, dice, "agents")?;
        Ok(played(&playthrough, &outcome))
    }

    /// The state of a position.
    fn position(&self, position: &Value) -> Result<G::State, Invalid> {
        super::position(&*self.game, position)
    }

    /// The seat that decides in a state.
    fn decider(&self, state: &G::State) -> Result<Seat, Invalid> {
        let message = match self.game.turn(state) {
            Turn::Decide(seat) => return Ok(seat),
            Turn::Chance(_) => "no seat decides: an event of chance is next",
            Turn::Over(_) => "no seat decides: the game is over",
        };
        let help = "give a position for which `legal` answers with a seat";
        Err(Invalid::new("position", message, help))
    }

    fn playthrough(&self, state: G::State, dice: Dice) -> Playthrough<G> {
        let seats = self.game.seats_of(&state);
        let watch = Arc::new(Watch::with_clock(self.clock));
        Playthrough::from_state(Arc::clone(&self.game), state, seats, dice).watched_by(&watch)
    }

    /// Plays a game to its end, or to the state at which it is adjudicated.
    fn to_the_end(
        &self,
        playthrough: &mut Playthrough<G>,
        agents: &mut [Box<dyn Agent<G>>],
        dice: Dice,
        field: &str,
    ) -> Result<Outcome, Invalid> {
        let mut adjudicate = self.game.adjudicator(dice);
        while playthrough.steps().len() < MAX_MOVES {
            let ended = adjudicate(playthrough.state()).or_else(|| playthrough.advance(agents));
            if let Some(outcome) = ended {
                return Ok(outcome);
            }
        }
        let message = format!("the game has not ended after {MAX_MOVES} moves");
        let help = "choose agents that bring a game to its end";
        Err(Invalid::new(field, message, help))
    }
}

/// An agent that now and then draws one of the legal actions instead.
struct Slipping<G: Hidden> {
    agent: Box<dyn Agent<G>>,
    /// As [`Sampler::slips`].
    slips: usize,
}

impl<G: Hidden> Agent<G> for Slipping<G> {
    fn decide(
        &mut self,
        at: &Decision<'_, G>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<G::Action>, Forfeit> {
        match self.slips {
            1.. if draw(rng, self.slips) == 0 => RandomAgent.decide(at, rng),
            _ => self.agent.decide(at, rng),
        }
    }
}

/// The state of the field `position`.
///
/// # Errors
/// [`Invalid`] of one that cannot occur in a game.
pub fn position<G: Game>(game: &G, position: &Value) -> Result<G::State, Invalid> {
    let state = read(position).and_then(|state| game.validate(state));
    state.map_err(|error| error.under("position"))
}

/// The dice of a seed; those of 0 without one.
#[must_use]
pub fn dice(seed: Option<u64>) -> Dice {
    Dice::new(seed.unwrap_or(0), 0, 0)
}

/// The agents of the field `agents`.
///
/// # Errors
/// [`Invalid`], at the first that there is not.
pub fn agents<G: Players>(game: &G, specs: &[String]) -> Result<Vec<Box<dyn Agent<G>>>, Invalid> {
    let agent = |(place, spec): (usize, &String)| {
        game.player(spec).map_err(|error| error.under(&format!("agents[{place}]")))
    };
    specs.iter().enumerate().map(agent).collect()
}

/// A game that is over: how it ended, and its moves.
pub fn played<G: Hidden>(playthrough: &Playthrough<G>, outcome: &Outcome) -> Value {
    let mut answer = ended::<G>(outcome);
    let moves = playthrough.steps().filter_map(|step| match step {
        Logged::Act(_, action) => Some(action.to_string()),
        Logged::Happen(event) => Some(event.to_string()),
        Logged::Forfeit(seat) => {
            answer["forfeit"] = json!(seat);
            None
        }
    });
    let moves: Vec<String> = moves.collect();
    answer["moves"] = json!(moves);
    answer
}

/// The winners and scores of a game, and the losers where a game tells them.
pub fn ended<G: Game>(outcome: &Outcome) -> Value {
    let numbers = |seats: Seats| -> Vec<Seat> { seats.iter().collect() };
    let scores: Vec<i32> = outcome.scores.iter().map(|(_, score)| score).collect();
    let mut answer = json!({ "winners": numbers(outcome.winners()), "scores": scores });
    if G::TELLS_LOSERS {
        answer["losers"] = json!(numbers(outcome.losers()));
    }
    answer
}

fn texts(list: &[impl ToString]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}
