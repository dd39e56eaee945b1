//! A small game with hidden cards and shared wins, which Pig and Dragon Slayer do not have.
//!
//! Each seat is dealt one of five cards, which only this seat knows. Then each seat in turn
//! bets or passes. Of the seats that bet, the one with the highest card wins; if no seat bets,
//! all seats share the win.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use std::sync::Arc;

use crate::contest::Present;
use crate::play::record::{Header, Participant, VERSION};
use crate::play::show::{LogLine, Names, Part, Scene};
use crate::play::{
    AgentRow, BySeat, Chances, Decision, FnAgent, Game, Hidden, Logged, LoggedOf, NoRules, Outcome,
    Seat, Seats, Step, Turn,
};
use crate::session::{Session, SessionOf};
use crate::tournament::Players;
use crate::values::{Invalid, NotationError};
use rand::{Rng, RngExt};
use rivals_core::contest::{Build, Solve, conforms};
use serde::{Deserialize, Serialize};

const CARDS: u8 = 5;

#[derive(Clone)]
pub(crate) struct Highest;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Card(u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Call {
    Bet,
    Pass,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Table {
    seats: usize,
    cards: Vec<u8>,
    calls: Vec<Call>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Seen {
    seat: Seat,
    seats: usize,
    dealt: usize,
    card: Option<u8>,
    calls: Vec<Call>,
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let card = text.parse().map_err(|_| NotationError::new(text, "write a card"))?;
        Ok(Self(card))
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Bet { "bet" } else { "pass" })
    }
}

impl FromStr for Call {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "bet" => Ok(Self::Bet),
            "pass" => Ok(Self::Pass),
            _ => Err(NotationError::new(text, "write bet or pass")),
        }
    }
}

impl Game for Highest {
    const NAME: &'static str = "highest";
    const ABOUT: &'static str = "The highest card that bets wins.";
    const SEATS: RangeInclusive<usize> = 2..=4;

    type Rules = NoRules;
    type State = Table;
    type Action = Call;
    type Event = Card;

    fn new(_: NoRules) -> Result<Self, Invalid> {
        Ok(Self)
    }

    fn rules(&self) -> &NoRules {
        &NoRules {}
    }

    fn seats_of(&self, state: &Table) -> usize {
        state.seats
    }

    fn start(&self, seats: usize) -> Table {
        let (cards, calls) = (Vec::new(), Vec::new());
        Table { seats, cards, calls }
    }

    fn turn(&self, state: &Table) -> Turn<'_, Card> {
        if state.cards.len() < state.seats {
            let left = (1..=CARDS).filter(|card| !state.cards.contains(card));
            let weights: Vec<_> = left.map(|card| (Card(card), 1)).collect();
            let total = weights.len() as u64;
            return Turn::Chance(Cow::Owned(Chances { weights, total }));
        }
        if state.calls.len() < state.seats {
            return Turn::Decide(Seat::at(state.calls.len()));
        }
        let bet = |&seat: &usize| state.calls[seat] == Call::Bet;
        let best = (0..state.seats).filter(bet).max_by_key(|&seat| state.cards[seat]);
        let winners = best.map_or(Seats::all(state.seats), |seat| Seats::one(Seat::at(seat)));
        Turn::Over(Outcome::shared(winners, BySeat::new(0, state.seats)))
    }

    fn legal(&self, state: &Table, into: &mut Vec<Call>) {
        if matches!(self.turn(state), Turn::Decide(_)) {
            into.extend([Call::Bet, Call::Pass]);
        }
    }

    fn play(&self, state: &mut Table, step: Step<Self>) {
        match step {
            Step::Act(call) => state.calls.push(call),
            Step::Event(Card(card)) => state.cards.push(card),
        }
    }
}

impl Hidden for Highest {
    type View = Seen;

    fn view<'a>(&self, state: &'a Table, seat: Seat) -> Cow<'a, Seen> {
        Cow::Owned(Seen {
            seat,
            seats: state.seats,
            dealt: state.cards.len(),
            card: state.cards.get(usize::from(seat.0)).copied(),
            calls: state.calls.clone(),
        })
    }

    fn sample_state(&self, view: &Seen, rng: &mut dyn Rng) -> Table {
        let mut left: Vec<u8> = (1..=CARDS).filter(|card| Some(*card) != view.card).collect();
        let cards = (0..view.dealt).map(|seat| match view.card {
            Some(card) if seat == usize::from(view.seat.0) => card,
            _ => left.swap_remove(rng.random_range(0..left.len())),
        });
        Table { seats: view.seats, cards: cards.collect(), calls: view.calls.clone() }
    }
}

impl Present for Highest {
    fn scene(&self, view: &Seen, names: &Names) -> Scene {
        let text = match view.card {
            Some(card) => format!("{}: the {card}.", names.who(view.seat)),
            None => "No card.".to_owned(),
        };
        Scene { parts: vec![Part::Text(text)] }
    }

    fn name(&self, _: &Seen, action: Call) -> String {
        action.to_string()
    }

    fn question(&self, _: &Seen, _: &Names) -> String {
        "Do you bet or pass?".to_owned()
    }

    fn tell(
        &self,
        before: &Seen,
        step: &LoggedOf<Self>,
        _: &Seen,
        names: &Names,
        _: &mut dyn Rng,
    ) -> Vec<LogLine> {
        let text = match *step {
            Logged::Act(seat, Call::Bet) => names.does(seat, "bet") + ".",
            Logged::Act(seat, Call::Pass) => format!("{} did not bet.", names.who(seat)),
            Logged::Happen(Card(card)) => {
                let seat = Seat::at(before.dealt);
                if seat == before.seat {
                    format!("{} got the {card}.", names.who(seat))
                } else {
                    format!("{} got a card.", names.who(seat))
                }
            }
            Logged::Forfeit(_) => return Vec::new(),
        };
        vec![LogLine::line(text)]
    }

    fn explain(&self, _: &Seen, _: Call) -> String {
        "who knows".to_owned()
    }

    fn guide(&self) -> String {
        "The highest card that bets wins.".to_owned()
    }
}

impl Players for Highest {
    type Counts = ();

    const AGENTS: &'static [AgentRow<Build<Self>>] = &[
        AgentRow::RANDOM,
        AgentRow::new("bold", "Bets on high cards.", &[], |_, _| Box::new(FnAgent(bold))),
    ];
}

fn bold(at: &Decision<'_, Highest>, _: &mut dyn Rng) -> Call {
    match at.view.card {
        Some(4..) => Call::Bet,
        _ => Call::Pass,
    }
}

impl Solve for Highest {}

/// A game at which these people sit.
pub(crate) fn persons(names: &[&str], seed: u64) -> Box<dyn Session> {
    let person = |name: &&str| Participant::Person { person: (*name).to_owned() };
    let header = Header {
        record: VERSION,
        program: "0".to_owned(),
        values: 0,
        game: "highest".to_owned(),
        rules: Highest.identity(),
        rule_file: None,
        fair: None,
        seed,
        start: None,
        personalities: Vec::new(),
        players: Default::default(),
        adviser: None,
        learned: None,
        seats: names.iter().map(person).collect(),
        hints: false,
        day: None,
        met: Default::default(),
        began: 0,
    };
    Box::new(SessionOf::new(Arc::new(Highest), header).unwrap())
}

#[test]
fn it_conforms() {
    conforms(&Highest, 100, &["random", "bold"]);
}
