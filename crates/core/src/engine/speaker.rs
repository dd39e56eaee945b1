//! A built-in agent that answers the questions of an outside one.

use std::sync::Arc;

use rand_xoshiro::rand_core::SeedableRng;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::contest::Players;
use crate::json::read;
use crate::personalities::Member;
use crate::play::outside::{PROTOCOL, shortened};
use crate::play::{Agent, Clock, Decision, Seat, TurnDice, Watch};
use crate::values::{Invalid, NotationError};

/// Answers lines of `docs/protocol.md`, as an agent.
pub trait Speaker {
    /// The answer to the fields of a line; `None` if it needs none.
    fn answer(&mut self, fields: Map<String, Value>) -> Option<String>;
}

/// A built-in player of a game that answers.
pub struct SpeakerOf<G: Players> {
    game: Arc<G>,
    member: Member,
    agent: Option<Box<dyn Agent<G>>>,
    watch: Watch,
}

/// The fields of `decide` that agents need.
#[derive(Deserialize)]
struct Decide {
    seat: Seat,
    view: Value,
    actions: Vec<String>,
    seed: String,
}

impl<G: Players> SpeakerOf<G> {
    /// The player, who thinks by this clock.
    #[must_use]
    pub fn new(game: Arc<G>, member: Member, clock: Clock) -> Self {
        Self { game, member, agent: None, watch: Watch::with_clock(clock) }
    }

    /// A fresh agent for a game.
    fn fresh(&self) -> Result<Box<dyn Agent<G>>, Invalid> {
        match &self.member {
            Member::Agent(spec) => Ok(self.game.agent(spec)),
            Member::Personality(personality) if G::CONDUCT.is_some() => {
                Ok(self.game.agent(&G::character(personality)?))
            }
            Member::Personality(personality) => self.game.player(&personality.id),
        }
    }

    fn fields(&mut self, fields: Map<String, Value>) -> Result<Value, Invalid> {
        match fields.get("ask").and_then(Value::as_str) {
            Some("hello") => Ok(self.hello()),
            Some("new") => {
                self.agent = Some(self.fresh()?);
                Ok(json!({ "ready": true }))
            }
            Some("decide") => self.decide(fields),
            _ => {
                let asked = shortened(&fields.get("ask").cloned().unwrap_or_default().to_string());
                let message = format!("{asked} is no question");
                Err(Invalid::new("ask", message, "ask hello, new or decide"))
            }
        }
    }

    fn hello(&self) -> Value {
        let (name, deterministic) = match &self.member {
            Member::Agent(spec) => (G::title(spec), spec.time().is_none()),
            Member::Personality(personality) => (personality.name.clone(), true),
        };
        json!({
            "protocol": PROTOCOL, "name": name, "version": env!("CARGO_PKG_VERSION"),
            "about": self.member.character(), "games": [G::NAME], "deterministic": deterministic,
        })
    }

    fn decide(&mut self, mut fields: Map<String, Value>) -> Result<Value, Invalid> {
        let known = ["seat", "view", "actions", "seed"].into_iter();
        let known = known.filter_map(|name| fields.remove_entry(name));
        let known = Value::Object(known.collect());
        let Decide { seat, view, actions, seed } = read(&known)?;
        let view = read(&view).and_then(|view| self.game.validate_view(view));
        let view = view.map_err(|error| error.under("view"))?;
        let actions = actions.iter().map(|action| action.parse());
        let actions: Vec<G::Action> = actions
            .collect::<Result<_, NotationError>>()
            .map_err(|error| Invalid::new("actions", &error, error.help))?;
        let seed = u64::from_str_radix(&seed, 16).map_err(|_| {
            Invalid::new("seed", format!("{seed} is not hexadecimal"), "write 16 digits")
        })?;
        let mut agent = match self.agent.take() {
            Some(agent) => agent,
            None => self.fresh()?,
        };
        let decision = Decision {
            seed,
            watch: Some(&self.watch),
            ..Decision::new(&*self.game, seat, &view, &actions)
        };
        let thought = agent.decide(&decision, &mut TurnDice::from_seed(seed.to_le_bytes()));
        self.agent = Some(agent);
        let thought = match thought {
            Ok(thought) => thought,
            Err(forfeit) => return Ok(json!({ "resign": forfeit.to_string() })),
        };
        let mut answer = json!({ "action": thought.action.to_string() });
        // Searches to a depth have values of their own units, which are no shares of the win.
        let is_share = |value: &f64| thought.depth.is_none() && (0.0..=1.0).contains(value);
        if let Some(value) = thought.value.filter(is_share) {
            answer["value"] = json!(value);
        }
        if let Some(nodes) = thought.nodes {
            answer["nodes"] = json!(nodes + thought.before);
        }
        if let Some(depth) = thought.depth {
            answer["depth"] = json!(depth);
        }
        Ok(answer)
    }
}

impl<G: Players> Speaker for SpeakerOf<G> {
    fn answer(&mut self, mut fields: Map<String, Value>) -> Option<String> {
        let id = fields.remove("id")?;
        let hello = fields.get("ask").is_some_and(|ask| ask == "hello");
        let mut answer = self.fields(fields).unwrap_or_else(|error| {
            let reason = format!("{}: {}; {}", error.field, error.message, error.help);
            if hello { json!({ "refuse": reason }) } else { json!({ "resign": reason }) }
        });
        answer["id"] = id;
        Some(answer.to_string())
    }
}
