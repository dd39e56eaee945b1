//! The agents of a session: what makes them, how they decide, and how long they are shown to think.

use std::time::Duration;

use rand::Rng;

use super::{Next, PROGRAM, Session, SessionOf};
use crate::conduct::Conducted;
use crate::contest::Present;
use crate::personalities::{Member, Personality, built_in};
use crate::play::outside::OutsideAgent;
use crate::play::record::{Entry, Header, Participant};
use crate::play::{Agent, AgentSpec, Decision, Forfeit, Hidden, Seat, Stream, Thought};
use crate::sentences::Sentences;
use crate::values::Invalid;

/// The longest time in seconds that an agent is shown to think.
const LONGEST_THOUGHT: f64 = 12.0;

/// A program of another run, which is not started again.
struct Gone;

impl<G: Hidden> Agent<G> for Gone {
    fn decide(
        &mut self,
        _: &Decision<'_, G>,
        _: &mut dyn Rng,
    ) -> Result<Thought<G::Action>, Forfeit> {
        Err(Forfeit("its program does not run"))
    }
}

impl<G: Present> SessionOf<G> {
    /// Lets the agent of a seat decide.
    pub(super) fn asked(&mut self, seat: Seat) -> Entry {
        let place = usize::from(seat.0);
        let Participant::Agent { agent: spec, .. } = &self.header.seats[place] else {
            unreachable!("a person sits there")
        };
        let mut agent = self.agents[place].take().unwrap_or_else(|| self.agent(spec));
        if let Some(personality) = agent.downcast_mut::<Conducted<G>>()
            && let Some((state, prospects)) = self.prospects.take()
            && state == *self.playthrough.state()
        {
            personality.foresee(prospects);
        }
        let options = self.playthrough.actions().len();
        let thought = self.playthrough.ask(&mut *agent).expect("a seat decides");
        self.agents[place] = Some(agent);
        match thought {
            Some(thought) => Entry::Act {
                act: thought.action.to_string(),
                seat: seat.0 + 1,
                options,
                ms: None,
                hint: false,
                why: thought.sentence.map(|sentence| sentence.to_string()),
            },
            None => Entry::Forfeit { forfeit: seat.0 + 1 },
        }
    }

    /// How long a player is shown to think on average, in seconds.
    fn mean_thinking(&self, player: &Participant) -> f64 {
        let Participant::Agent { agent, .. } = player else {
            return 0.0;
        };
        let members = self.game().personalities();
        let member = members.iter().find(|member| member.id() == agent);
        let member = member.and_then(Member::personality).cloned();
        let personality = member.or_else(|| personality::<G>(&self.header, agent));
        personality.map_or(0.0, |personality| personality.traits.thinking_seconds)
    }

    /// How long the agent that decides next is shown to think.
    pub(super) fn shown_thinking(&self) -> Duration {
        let Next::Agent(seat) = self.next() else {
            return Duration::ZERO;
        };
        let all =
            || self.header.seats.iter().map(|one| self.mean_thinking(one)).collect::<Vec<f64>>();
        let mean = self.thinking.get_or_init(all)[usize::from(seat.0)];
        let mut dice = self.playthrough.stream(Stream::Thinking);
        // Exponentially distributed, from a number in (0, 1].
        let uniform = ((dice.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        let seconds = -mean * libm::log(uniform);
        Duration::from_secs_f64(seconds.clamp(0.0, LONGEST_THOUGHT))
    }

    /// The agent of a seat.
    pub(super) fn agent(&self, spec: &str) -> Box<dyn Agent<G>> {
        if let Some(id) = spec.strip_prefix(PROGRAM) {
            return match self.programs.iter().find(|program| program.0.facts().id == id) {
                Some(program) => Box::new(OutsideAgent::of(program)),
                None => Box::new(Gone),
            };
        }
        let agent = match of_file::<G>(&self.header, spec) {
            Some(player) => player.map(|player| self.game().agent(&player)),
            None => self.game().player(spec),
        };
        // `new` has refused the agents of a header that cannot be made, and an adviser is a
        // spelling of the game's own.
        agent.unwrap_or_else(|refusal| panic!("a checked agent: {}", refusal.message))
    }
}

/// The personality of this id that plays a game, of those that its header keeps and the built-in ones.
fn personality<G: Present>(header: &Header, id: &str) -> Option<Personality> {
    G::CONDUCT.as_ref()?;
    let mut kept = header.personalities.iter().filter_map(|text| Personality::read(text));
    kept.find(|personality| personality.id == id).or_else(|| built_in(id))
}

/// The player of a file that a game keeps, or its personality; `None` if it is the spelling of another
/// player.
pub(super) fn of_file<G: Present>(
    header: &Header,
    spelling: &str,
) -> Option<Result<AgentSpec, Invalid>> {
    if let Some(personality) = personality::<G>(header, spelling) {
        return Some(G::character(&personality));
    }
    let (file, _) = Sentences::split(spelling)?;
    let Some(text) = header.players.get(file) else {
        let message = format!("the game does not keep the file of {spelling}");
        return Some(Err(Invalid::new("", message, "name players of the game, or add its text")));
    };
    let read = Sentences::read(spelling, text, G::KNOWN_FACTS);
    Some(read.map(AgentSpec::from).map_err(|error| error.within(file)))
}
