//! The search over information sets, on a game of two decisions whose values are computed by
//! trying every plan.
//!
//! A coin is hidden from the first seat; the second one knows it. The first seat takes a safe
//! reward, or goes on and guesses the coin, or asks. After a question, the second seat gives or
//! keeps; it can give only if the coin shows 1. Perfect information in every world makes the guess
//! look certain.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use rand::Rng;

use crate::play::{
    BySeat, Dice, Game, Hidden, Meter, NoEvent, NoRules, Outcome, Seat, Seats, Step, Turn,
    TurnDice, draw,
};
use crate::values::{Invalid, NotationError};
use serde::{Deserialize, Serialize};

use crate::search::{InformationSets, Playouts, Tried};

/// The game; the coin shows 1 in `ones` of eight cases.
#[derive(Clone)]
struct Coin {
    ones: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct State {
    coin: usize,
    moves: Vec<Move>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Move {
    Safe,
    Go,
    Ask,
    Guess(usize),
    Give,
    Keep,
}

use Move::{Ask, Give, Go, Guess, Keep, Safe};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Err(NotationError::new(text, "it is not read"))
    }
}

impl Game for Coin {
    const NAME: &'static str = "coin";
    const ABOUT: &'static str = "A coin is guessed.";

    type Rules = NoRules;
    type State = State;
    type Action = Move;
    type Event = NoEvent;

    fn new(_: NoRules) -> Result<Self, Invalid> {
        Ok(Self { ones: 1 })
    }

    fn rules(&self) -> &NoRules {
        &NoRules {}
    }

    fn start(&self, _: usize) -> State {
        State { coin: 0, moves: Vec::new() }
    }

    fn turn(&self, state: &State) -> Turn<'_, NoEvent> {
        match state.moves[..] {
            [] | [Go] => Turn::Decide(Seat(0)),
            [Ask] => Turn::Decide(Seat(1)),
            _ => Turn::Over(Outcome::shared(Seats::all(2), BySeat::new(0, 2))),
        }
    }

    fn legal(&self, state: &State, into: &mut Vec<Move>) {
        match state.moves[..] {
            [] => into.extend([Safe, Go, Ask]),
            [Go] => into.extend([Guess(0), Guess(1)]),
            _ if state.coin == 1 => into.extend([Give, Keep]),
            _ => into.push(Keep),
        }
    }

    fn play(&self, state: &mut State, step: Step<Self>) {
        let Step::Act(action) = step;
        state.moves.push(action);
    }
}

impl Hidden for Coin {
    type View = Vec<Move>;

    fn view<'a>(&self, state: &'a State, _: Seat) -> Cow<'a, Vec<Move>> {
        Cow::Borrowed(&state.moves)
    }

    fn sample_state(&self, view: &Vec<Move>, rng: &mut dyn Rng) -> State {
        State { coin: usize::from(draw(rng, 8) < self.ones), moves: view.clone() }
    }
}

/// The reward of the first seat; the second one gets the rest.
fn reward(state: &State) -> f64 {
    match state.moves[..] {
        [Safe] => 0.7,
        [Go, Guess(coin)] => f64::from(u8::from(coin == state.coin)),
        [Ask, Give] => 0.0,
        [Ask, Keep] => 0.9,
        _ => unreachable!("the game is over"),
    }
}

struct AtRandom;

impl Playouts<Coin> for AtRandom {
    fn rewards(
        &self,
        game: &Coin,
        state: &State,
        rng: &mut TurnDice,
        meter: &mut Meter<'_>,
    ) -> BySeat<f64> {
        let mut state = state.clone();
        while let Turn::Decide(_) = game.turn(&state) {
            meter.visit();
            let actions = game.actions(&state);
            game.play(&mut state, Step::Act(actions[draw(rng, actions.len())]));
        }
        let mut rewards = BySeat::new(reward(&state), 2);
        rewards[Seat(1)] = 1.0 - reward(&state);
        rewards
    }
}

fn searched(ones: usize) -> Vec<Tried<Move>> {
    let game = Coin { ones };
    let mut rng = Dice::new(1, 2, ones as u64).turn(0, 0);
    let mut meter = Meter::new(None);
    let search = InformationSets::new(&game, &AtRandom, &mut meter);
    let tried = search.search(&Vec::new(), Seat(0), 20_000, &mut rng);
    let visits: u32 = tried.iter().map(|tried| tried.visits).sum();
    assert_eq!(visits, 20_000);
    tried
}

#[test]
fn the_best_plan_is_found() {
    for ones in [1, 4, 7] {
        let one = ones as f64 / 8.0;
        // Every plan of the first seat, against the best reply of a seat that knows the coin.
        let exact = |action: Move| match action {
            Safe => 0.7,
            Go => one.max(1.0 - one),
            _ => (1.0 - one) * 0.9,
        };
        let tried = searched(ones);
        let actions = [Safe, Go, Ask];
        let best = (actions.iter()).max_by(|a, b| exact(**a).total_cmp(&exact(**b)));
        assert_eq!(tried[0].action, *best.unwrap(), "{tried:?}");
        assert!((tried[0].mean - exact(tried[0].action)).abs() < 0.03, "{tried:?}");
    }
}

/// With perfect information in every world, the guess looks certain.
#[test]
fn a_guess_is_not_certain() {
    let tried = searched(4);
    let go = tried.iter().find(|tried| tried.action == Go).unwrap();
    let certain = [0, 1].map(|coin| {
        let states = [0, 1].map(|guess| State { coin, moves: vec![Go, Guess(guess)] });
        states.iter().map(reward).fold(0.0, f64::max)
    });
    assert_eq!(certain, [1.0, 1.0]);
    assert!((go.mean - 0.5).abs() < 0.1, "{tried:?}");
}
