//! Nim with two heaps, as a game of one's own: a player takes one or more things from one heap, and
//! who takes the last thing wins. The library adds searches, tournaments, and a table to sit at.
//!
//! Source: Bouton 1901, Annals of Mathematics 3(1), 35-39. Who leaves two equal heaps wins.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use rivals::contest::{Build, Players, Present, Solve};
use rivals::play::observed::{Field, Numbers, Observed};
use rivals::play::{
    AgentRow, BySeat, Decision, FnAgent, Game, NoEvent, Open, Outcome, Rng, Seat, Step, Turn, draw,
};
use rivals::values::{Invalid, NotationError, Whole, within};
use rivals::{Playable, Tournament};
use serde::{Deserialize, Serialize};

/// The rule file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The things in each heap at the start.
    things: Whole<u8, 1, 20>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { things: Whole(5) }
    }
}

/// The game by its rules.
#[derive(Clone)]
pub struct Nim {
    rules: Rules,
}

/// A state; other programs read and write it as `{"heaps":[5,5],"mover":1}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heaps {
    heaps: [u8; 2],
    mover: Seat,
}

/// An action, written `take 2 from 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    things: u8,
    heap: u8,
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {} from {}", self.things, self.heap)
    }
}

impl FromStr for Take {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let read = || {
            let (things, heap) = text.strip_prefix("take ")?.split_once(" from ")?;
            Some(Self { things: things.parse().ok()?, heap: heap.parse().ok()? })
        };
        // Each action has one spelling: not `+2`, not `02`.
        let read = read().filter(|take| take.to_string() == text);
        read.ok_or_else(|| NotationError::new(text, "write it like take 2 from 1"))
    }
}

impl Game for Nim {
    const NAME: &'static str = "nim";
    const ABOUT: &'static str = "Take from one of two heaps; who takes the last thing wins.";
    // Without chance, the same agents would play the same game again and again.
    const DRAWS_OPENINGS: bool = true;

    type Rules = Rules;
    type State = Heaps;
    type Action = Take;
    type Event = NoEvent;

    fn new(rules: Rules) -> Result<Self, Invalid> {
        Ok(Self { rules })
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self, _seats: usize) -> Heaps {
        Heaps { heaps: [self.rules.things.0; 2], mover: Seat::FIRST }
    }

    fn opening(&self, seats: usize, rng: &mut dyn Rng) -> Heaps {
        let start = self.start(seats);
        let drawn = |things: u8| {
            1 + u8::try_from(draw(rng, things.into())).expect("it is below the number of things")
        };
        Heaps { heaps: start.heaps.map(drawn), ..start }
    }

    fn turn(&self, at: &Heaps) -> Turn<'_, NoEvent> {
        match at.heaps {
            // The player before took the last thing. There are no points, so scores are 0.
            [0, 0] => Turn::Over(Outcome::won_by(at.mover.next(2), BySeat::new(0, 2))),
            _ => Turn::Decide(at.mover),
        }
    }

    fn legal(&self, at: &Heaps, into: &mut Vec<Take>) {
        for (heap, most) in (1..).zip(at.heaps) {
            into.extend((1..=most).map(|things| Take { things, heap }));
        }
    }

    fn play(&self, at: &mut Heaps, step: Step<Self>) {
        let Step::Act(take) = step;
        at.heaps[usize::from(take.heap) - 1] -= take.things;
        at.mover = at.mover.next(2);
    }

    fn validate(&self, at: Heaps) -> Result<Heaps, Invalid> {
        for (heap, things) in at.heaps.into_iter().enumerate() {
            within(&format!("heaps[{heap}]"), things.into(), 0..=self.rules.things.0.into())?;
        }
        at.mover.check("mover", 2)?;
        Ok(at)
    }
}

/// Every seat sees everything.
impl Open for Nim {}

/// What programs that learn see and do: lists of numbers.
impl Observed for Nim {
    fn fields(&self, _: &Heaps) -> Vec<Field> {
        vec![Field::up_to(20.0, "things in each heap", 2), Field::flags("the seat moves", 1)]
    }

    fn actions_count(&self, _: &Heaps) -> usize {
        2 * usize::from(self.rules.things.0)
    }

    fn index(&self, _: &Heaps, take: Take) -> usize {
        usize::from(take.heap - 1) * usize::from(self.rules.things.0) + usize::from(take.things - 1)
    }

    fn observe(&self, at: &Heaps, seat: Seat, into: &mut Numbers<'_>) {
        at.heaps.into_iter().for_each(|things| into.put(things));
        into.flag(at.mover == seat);
    }
}

impl Players for Nim {
    type Counts = ();

    const AGENTS: &'static [AgentRow<Build<Self>>] = &[
        AgentRow::RANDOM,
        AgentRow::MINIMAX,
        AgentRow::new("optimum", "Leaves equal heaps where it can.", &[], |_, _| {
            Box::new(FnAgent(optimum))
        }),
    ];
}

fn optimum(at: &Decision<'_, Nim>, rng: &mut dyn Rng) -> Take {
    let equal = |take: &Take| {
        let [one, other] = at.game.after(at.view, Step::Act(*take)).heaps;
        one == other
    };
    let found = at.actions.iter().copied().find(equal);
    found.unwrap_or_else(|| at.actions[draw(rng, at.actions.len())])
}

/// Nothing is known of its positions but what agents find.
impl Solve for Nim {}

/// Positions and actions are shown as they are written.
impl Present for Nim {}

fn main() -> Result<(), Box<dyn Error>> {
    let nim = Nim::new(Rules::default())?;
    let players = ["random", "minimax:4", "optimum"];
    let league = Tournament::of(&nim).players(players)?.games(200).seed(7).run()?;
    println!("{}", league.standings());

    for rival in ["random", "minimax:4"] {
        let mut game = nim.sit(["me", rival], 7)?;
        while let Some(seat) = game.acts() {
            let choice = game.choices().swap_remove(0);
            println!("{}\nI {choice}.", game.sees(seat)?);
            game.play(&choice)?;
        }
        println!("Seat {} wins.\n", game.outcome().expect("nobody acts").winners());
    }
    Ok(())
}
