//! The agents of Tute Cabrero.

use rand::Rng;

use super::endgame::Ending;
use super::policies::{Level, Policy, Seen, Source, source};
use super::rules::Tute;
use super::state::TuteMove;
use super::thinking::{Method, Thinking};
use rivals_core::contest::{Build, Sampler, Solve};
use rivals_core::play::{Agent, AgentRow, AgentSpec, Decision, Forfeit, Parameter, Thought};

const THRESHOLD: Parameter = Parameter::defaulted(
    "umbral",
    "points of a hand above which it goes for the most points, without those of trumps",
    0..=200,
    35,
);

const WEIGHT: Parameter =
    Parameter::defaulted("w", "points that each trump counts for beside its own", 0..=40, 9);

const ROLLOUT: Parameter = Parameter::one_of(
    "rollout",
    "the player that decides for all seats after the action that is tried",
    &["random", "medium", "expert", "medium-calibrated", "expert-calibrated"],
);

const ENDGAME: Parameter = Parameter::one_of(
    "endgame",
    "how the last tricks are solved in every deal: the others play against the player, each for \
     itself, or not at all",
    &["paranoid", "maxn", "off"],
);

const TRICKS: Parameter =
    Parameter::defaulted("tricks", "the number of last tricks that are solved", 1..=5, 3);

/// The agents.
pub const AGENTS: &[AgentRow<Build<Tute>>] = &[
    AgentRow::new("random", "Draws any legal action (the document's azar).", &[], |_, _| {
        Box::new(Policy::Random)
    }),
    AgentRow::new(
        "always-high",
        "Plays its strongest legal card and declares what it can (siempre_mas).",
        &[],
        |_, _| Box::new(Policy::AlwaysHigh),
    ),
    AgentRow::new(
        "always-low",
        "Plays its weakest legal card and declares only a tute (siempre_menos).",
        &[],
        |_, _| Box::new(Policy::AlwaysLow),
    ),
    AgentRow::new(
        "dumper",
        "Loses tricks if it can, with its points in those of players who are not last \
         (tirador).",
        &[],
        |_, _| Box::new(Policy::Dumper),
    ),
    AgentRow::new(
        "novice",
        "Goes for the most points if its first hand has more than {umbral points}, and later \
         by distances; then plays its strongest or weakest legal card (novato).",
        &[THRESHOLD],
        |_, spec| Box::new(source(Level::Novice, spec.whole("umbral"), 0, false)),
    ),
    AgentRow::new(
        "medium",
        "As novice, with {w points} more for each trump; leads the cards that no unseen card \
         beats (medio).",
        &[THRESHOLD, WEIGHT],
        |_, spec| Box::new(source(Level::Medium, spec.whole("umbral"), spec.whole("w"), false)),
    ),
    AgentRow::new(
        "expert",
        "As medium, and leads by the voids of the others and by the points played (experto).",
        &[THRESHOLD, WEIGHT],
        |_, spec| Box::new(source(Level::Expert, spec.whole("umbral"), spec.whole("w"), false)),
    ),
    AgentRow::new(
        "novice-calibrated",
        "Plays cards as novice, but compares the points that all players may expect at the \
         end.",
        &[],
        |_, _| Box::new(source(Level::Novice, 0, 0, true)),
    ),
    AgentRow::new(
        "medium-calibrated",
        "Plays cards as medium, but compares the points that all players may expect at the \
         end.",
        &[WEIGHT],
        |_, spec| Box::new(source(Level::Medium, 0, spec.whole("w"), true)),
    ),
    AgentRow::new(
        "medium-looking",
        "As medium-calibrated; gives its points to players who are not last, and takes a trick \
         from one who has all.",
        &[WEIGHT],
        |_, spec| {
            Box::new(Policy::Source(Source {
                level: Level::Medium,
                threshold: 0,
                weight: spec.whole("w"),
                calibrated: true,
                looks: true,
            }))
        },
    ),
    AgentRow::new(
        "expert-calibrated",
        "Plays cards as expert, but compares the points that all players may expect at the \
         end.",
        &[WEIGHT],
        |_, spec| Box::new(source(Level::Expert, 0, spec.whole("w"), true)),
    ),
    AgentRow::new(
        "pimc",
        "Tries every action in {worlds deals} that its view allows, with {rollout} for all \
         seats, and solves the last tricks ({endgame}).",
        &[
            Parameter::whole("worlds", "deals for a decision", 1..=100_000),
            ROLLOUT,
            ENDGAME,
            TRICKS,
        ],
        |_, spec| plain(spec, Method::Worlds(spec.whole("worlds"))),
    ),
    AgentRow::new(
        "ismcts",
        "Builds a tree for all deals that its view allows in {playouts playouts}, with \
         {rollout} for all seats, and solves the last tricks ({endgame}).",
        &[
            Parameter::whole("playouts", "deals for a decision", 1..=1_000_000),
            ROLLOUT,
            ENDGAME,
            TRICKS,
        ],
        |_, spec| plain(spec, Method::Tree(spec.whole("playouts"))),
    ),
    AgentRow::new(
        "cabrero",
        "Tries every action with several plans for the rest of the hand in about {worlds deals} \
         each, and gives up the worse half from time to time ({halving}, plans {plans}). Weighs \
         deals and opponents by what they have played ({infer}), looks at the porotos of a \
         match ({porotos}), and solves the last tricks ({endgame}).",
        &[
            Parameter::defaulted(
                "worlds",
                "deals for an action and a plan, in the mean",
                1..=100_000,
                20,
            ),
            Parameter::switch("infer", "weighs deals by what the others have played"),
            Parameter::switch("plans", "tries several own policies after an action"),
            Parameter::switch(
                "halving",
                "gives up the worse half of actions and plans from time to time",
            ),
            Parameter::switch("porotos", "looks at the chances in a match, not only at the hand"),
            ENDGAME,
            TRICKS,
        ],
        |_, spec| {
            Box::new(Thinking {
                method: Method::Worlds(spec.whole("worlds")),
                policy: Policy::Random,
                plans: if spec.is_on("plans") { PLANS } else { &[] },
                ending: ending(spec),
                infers: spec.is_on("infer"),
                halves: spec.is_on("halving"),
                sees_match: spec.is_on("porotos"),
            })
        },
    ),
];

impl Solve for Tute {
    const ADVISER: Option<&'static str> = Some("cabrero:400");

    fn judges(&self, _seats: usize) -> Option<[&'static str; 2]> {
        Some(["cabrero:400", "cabrero:4000"])
    }

    fn sampler(&self) -> Sampler {
        Sampler::fast("medium-looking")
    }
}

/// The plans of `cabrero` for the rest of a hand.
const PLANS: &[Policy] = &[
    source(Level::Medium, 0, 9, true),
    source(Level::Medium, 35, 9, false),
    Policy::Dumper,
    Policy::AlwaysLow,
    Policy::AlwaysHigh,
    Policy::Random,
];

/// An agent that thinks by this method and nothing else.
fn plain(spec: &AgentSpec, method: Method) -> Box<dyn Agent<Tute>> {
    let policy = match spec.choice("rollout") {
        "random" => Policy::Random,
        "medium" => source(Level::Medium, 35, 9, false),
        "expert" => source(Level::Expert, 35, 9, false),
        "medium-calibrated" => source(Level::Medium, 0, 9, true),
        _ => source(Level::Expert, 0, 9, true),
    };
    Box::new(Thinking {
        method,
        policy,
        plans: &[],
        ending: ending(spec),
        infers: false,
        halves: false,
        sees_match: false,
    })
}

/// How the last tricks are solved, and how many.
fn ending(spec: &AgentSpec) -> Option<(Ending, u8)> {
    let ending = match spec.choice("endgame") {
        "paranoid" => Ending::Paranoid,
        "maxn" => Ending::MaxN,
        _ => return None,
    };
    Some((ending, spec.whole("tricks")))
}

impl Agent<Tute> for Policy {
    fn decide(
        &mut self,
        at: &Decision<'_, Tute>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<TuteMove>, Forfeit> {
        Ok(Self::decide(self, &Seen::of(at.game, at.view), rng).into())
    }
}
