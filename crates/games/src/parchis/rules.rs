//! The rules as a [`Game`]: legal moves in canonical order, their effects, and the end.
//!
//! `tests/reference.rs` and `tests/plain.rs` have the same rules square by square, as the tests'
//! oracles.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use rand::Rng;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::board::{
    BIT, DISTANCE, GOAL, HOME, RING, RING_SET, Square, Steps, THROWN, UGR22, UGR22_FIXED, is_open,
    length_index,
};
use super::positions::validate;
use super::state::{
    ALL_DICE, MAX_BOUNCES, MAX_MOVES, PAIRS, ParchisMove, ParchisState, SINGLES, Setup, Throw,
};
use super::walks::{Obstacles, Walks};
use rivals_core::json::one_of;
use rivals_core::play::{BySeat, Chances, Game, Open, Outcome, Seat, Seats, Step, Turn, draw};
use rivals_core::values::{Invalid, Whole, distinct, word};

/// The most random moves of an opening. Fewer cannot end a game from the usual setups.
const MOST_PLIES: i64 = 40;

/// Parchis, and its rule file. Keys that are left out are built in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RuleFile")]
pub struct Parchis {
    /// How pieces walk, and whether dice are thrown.
    pub variant: Variant,
    /// The number of colours of a seat where dice are thrown; where they are chosen, it is 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colours: Option<Whole<u8, 1, 2>>,
    /// The setups, of which each opening of a tournament draws one.
    pub boards: Cow<'static, [Setup]>,
    /// The number of random moves of an opening.
    pub opening_plies: Whole<u32, 0, MOST_PLIES>,
}

/// The keys of the rule file. What is left out depends on the variant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    #[serde(default = "usual", deserialize_with = "word::<Variant, _, _>")]
    variant: Variant,
    colours: Option<Whole<u8, 1, 2>>,
    #[serde(default, deserialize_with = "boards")]
    boards: Option<Cow<'static, [Setup]>>,
    opening_plies: Option<Whole<u32, 0, MOST_PLIES>>,
}

const fn usual() -> Variant {
    Variant::Ugr22
}

impl From<RuleFile> for Parchis {
    fn from(file: RuleFile) -> Self {
        let usual = match file.variant {
            Variant::Thrown => Self::THROWN,
            variant => Self { variant, ..Self::UGR22 },
        };
        Self {
            variant: file.variant,
            colours: file.colours.or(usual.colours),
            boards: file.boards.unwrap_or(usual.boards),
            opening_plies: file.opening_plies.unwrap_or(usual.opening_plies),
        }
    }
}

/// How pieces walk, and whether dice are thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// As in the course's program.
    #[serde(alias = "course")]
    Ugr22,
    /// The same, but a wall stops exactly the pieces that pass it.
    Ugr22Fixed,
    /// Parchis as it is played in Spain, with a thrown die.
    Thrown,
}

impl Default for Parchis {
    fn default() -> Self {
        Self::UGR22
    }
}

/// Reads setups, each once.
fn boards<'de, D>(from: D) -> Result<Option<Cow<'static, [Setup]>>, D::Error>
where
    D: Deserializer<'de>,
{
    /// A setup of its own, so that an error points at it.
    #[derive(PartialEq, Deserialize)]
    struct Board(#[serde(deserialize_with = "word::<Setup, _, _>")] Setup);

    let boards: Vec<Board> = distinct(from)?;
    if boards.is_empty() {
        let message = "there is no setup; write a list, such as [\"grouped\", \"alterned\"]";
        return Err(D::Error::custom(message));
    }
    Ok(Some(boards.into_iter().map(|Board(setup)| setup).collect()))
}

impl Parchis {
    /// The built-in rules.
    pub const UGR22: Self = Self {
        variant: Variant::Ugr22,
        colours: None,
        boards: Cow::Borrowed(&[Setup::Grouped, Setup::Alterned]),
        opening_plies: Whole(6),
    };

    /// The same with other walls.
    pub const UGR22_FIXED: Self = Self { variant: Variant::Ugr22Fixed, ..Self::UGR22 };

    /// The rules with a thrown die and one colour a seat.
    pub const THROWN: Self = Self {
        variant: Variant::Thrown,
        colours: Some(Whole(1)),
        boards: Cow::Borrowed(&[Setup::AllAtHome]),
        opening_plies: Whole(0),
    };

    /// The setups with their names, the usual one first.
    fn setup_names(&self) -> [(&'static str, Setup); 5] {
        let mut names = Setup::ALL.map(|setup| (setup.name(), setup));
        if self.variant == Variant::Thrown {
            let home = Setup::AllAtHome as usize;
            names[home].0 = "thrown";
            names[..=home].rotate_right(1);
        }
        names
    }

    /// The state with thrown dice and this number of seats, if the dice are thrown.
    fn seated(&self, state: ParchisState, seats: usize) -> ParchisState {
        match self.colours {
            None => state,
            Some(Whole(2)) => state.thrown(PAIRS),
            Some(_) => state.thrown(SINGLES[seats - 2]),
        }
    }

    /// The steps of a piece by the walls of these rules.
    #[inline]
    pub fn steps(&self) -> &'static Steps {
        match self.variant {
            Variant::Ugr22 => &UGR22,
            Variant::Ugr22Fixed => &UGR22_FIXED,
            Variant::Thrown => &THROWN,
        }
    }

    /// Calls `each` for every legal move of a state that is not over, in canonical order: dice
    /// ascending, then pieces ascending.
    #[inline]
    pub fn for_each_move(&self, state: &ParchisState, mut each: impl FnMut(ParchisMove)) {
        if state.is_thrown() {
            return self.for_each_move_of_the_die(state, &mut each);
        }
        let obstacles = Obstacles::new(state);
        let walks = Walks::new(self, state, &obstacles);
        let mut use_die = |die, index, movable| walks.with_die(die, index, movable, &mut each);
        if state.bonus != 0 {
            return use_die(state.bonus, length_index(state.bonus), 0b1111);
        }
        let dice = state.dice[usize::from(state.mover & 3)];
        for die in 1..=5 {
            if dice >> die & 1 != 0 {
                use_die(die, usize::from(die) - 1, 0b1111);
            }
        }
        if dice >> 6 & 1 != 0 {
            let movable = match obstacles.own_walls {
                0 => 0b1111,
                walls => {
                    let in_wall = |piece: usize| u8::from(walls >> walks.pieces[piece] & 1 != 0);
                    in_wall(0) | in_wall(1) << 1 | in_wall(2) << 2 | in_wall(3) << 3
                }
            };
            use_die(6, length_index(state.length(6)), movable);
        }
    }

    /// The same where dice are thrown. It stands apart, so that the searches of chosen dice, which
    /// spend most of their time here, do not pay for it.
    #[inline(never)]
    fn for_each_move_of_the_die(&self, state: &ParchisState, each: &mut dyn FnMut(ParchisMove)) {
        let mut obstacles = Obstacles::new(state);
        let die = state.bonus.max(state.die);
        if die == 5 {
            // A piece from home captures on a full square that is no wall.
            let start = BIT[usize::from(state.mover().start())];
            obstacles.full &= !start | obstacles.walls | obstacles.own_walls;
        }
        let walks = Walks::new(self, state, &obstacles);
        let index = length_index(state.length(die));
        // A 5 brings a piece out, and a 6 opens a wall, if they can.
        let must = |piece: usize| match die {
            5 => walks.pieces[piece] == HOME,
            6 => obstacles.own_walls & RING_SET & BIT[usize::from(walks.pieces[piece])] != 0,
            _ => false,
        };
        let must = (0..4).filter(|&piece| must(piece) && walks.can_move(piece, index));
        let must = must.fold(0, |set, piece| set | 1 << piece);
        walks.with_die(die, index, if must == 0 { 0b1111 } else { must }, each);
    }

    /// The walls that stop a piece on this square of the ring. In `ugr22` a piece on 68 never
    /// looks at square 1.
    #[inline]
    pub fn walls_ahead(&self, walls: u128, from: u8) -> u128 {
        if from == RING && self.variant == Variant::Ugr22 { walls & !BIT[1] } else { walls }
    }

    /// Makes a legal move.
    #[inline]
    pub fn make(&self, state: &mut ParchisState, action: ParchisMove) {
        if state.is_thrown() {
            return self.make_of_the_die(state, action);
        }
        let die = action.die;
        let length = state.length(die);
        match state.bonus {
            0 => {
                let colour = usize::from(state.mover & 3);
                let left = state.dice[colour] & !(1 << die);
                state.dice[colour] = if left == 0 { ALL_DICE } else { left };
            }
            _ => state.bonus = 0,
        }
        if !action.is_skip() {
            self.walk(state, action.piece, length);
        }
        state.sixes = u8::from(die == 6 || state.rem6() && die >= 10);
        if !state.rem6() && state.bonus == 0 {
            state.mover = (state.mover + 1) & 3;
        }
        state.moves += 1;
    }

    /// The same where dice are thrown.
    #[inline(never)]
    fn make_of_the_die(&self, state: &mut ParchisState, action: ParchisMove) {
        let length = state.length(action.die);
        match state.bonus {
            0 => state.die = 0,
            _ => state.bonus = 0,
        }
        if !action.is_skip() {
            let was_home = state.piece(state.mover(), action.piece.into()) == Square(HOME);
            self.walk(state, action.piece, length);
            if let Some(other) = in_the_way(state).filter(|_| was_home) {
                state.pieces[other] = HOME;
                state.bonus = 20;
            }
            state.last = action.piece;
        }
        state.moves = state.moves.saturating_add(1);
        if state.sixes == 0 && state.bonus == 0 {
            Self::pass(state);
        }
    }

    /// Walks a piece of the mover a length, with the bounce, capture or goal that follows.
    #[inline(always)]
    fn walk(&self, state: &mut ParchisState, piece: u8, length: u8) {
        let colour = usize::from(state.mover & 3);
        let at = 4 * colour + usize::from(piece & 3);
        let from = usize::from(state.pieces[at]);
        let step = self.steps()[colour][from][length_index(length)];
        state.pieces[at] = step.to;
        state.bounces[colour] += u8::from(step.bounces);
        if step.to == GOAL {
            if !state.is_complete(colour) {
                state.bonus = 10;
            }
        } else if is_open(step.to)
            && let Some(other) = other_on(&state.pieces, step.to, colour)
        {
            state.pieces[other] = HOME;
            state.bonus = 20;
        }
    }

    /// Throws a die. The third 6 in a row sends the piece that was moved last home, unless it is in
    /// its corridor or goal, and ends the turn.
    fn throw(state: &mut ParchisState, Throw(die): Throw) {
        if die == 6 && state.sixes == 2 {
            let piece = state.pieces.get_mut(usize::from(4 * state.mover + state.last));
            if let Some(square) = piece.filter(|square| state.last < 4 && **square <= RING) {
                *square = HOME;
            }
            return Self::pass(state);
        }
        state.die = die;
        state.sixes = if die == 6 { state.sixes + 1 } else { 0 };
    }

    /// Ends the turn of a colour where dice are thrown.
    fn pass(state: &mut ParchisState) {
        (state.sixes, state.last) = (0, ParchisMove::SKIP);
        let next = (1..=4).map(|steps| (state.mover + steps) & 3);
        state.mover = next.into_iter().find(|&next| state.plays(next.into())).unwrap_or(0);
    }

    /// The seats that have won a state that is over: the other seat after too many bounces,
    /// the seat of a complete colour, or both seats after too many moves.
    #[inline]
    pub fn winners(&self, state: &ParchisState) -> Option<Seats> {
        let goal = u32::from_ne_bytes([GOAL; 4]);
        let complete = |colour: usize| u32::from_ne_bytes(state.of(colour)) == goal;
        let too_many = 0x0101_0101 * u32::from(128 - MAX_BOUNCES);
        let bounces = u32::from_ne_bytes(state.bounces);
        if bounces.wrapping_add(too_many) & 0x8080_8080 != 0 {
            let loser = state.bounces.iter().position(|&many| many >= MAX_BOUNCES);
            return Some(Seats::one(Seat(u8::from(loser.unwrap_or(0) % 2 == 0))));
        }
        let done = [0, 1, 2, 3].map(complete);
        if done != [false; 4] {
            let first = u8::from(!done[0]) * (1 + u8::from(!done[1]) * (1 + u8::from(!done[2])));
            return Some(Seats::one(state.seat_of(first)));
        }
        (state.moves >= MAX_MOVES && !state.is_thrown()).then_some(Seats::all(2))
    }

    /// The outcome of a state that is over.
    #[cold]
    fn outcome(state: &ParchisState, winners: Seats) -> Outcome {
        let mut scores = BySeat::new(0, state.seats());
        for colour in state.colours() {
            scores[state.seat_of(colour as u8)] += state.count(colour as usize, GOAL);
        }
        Outcome::shared(winners, scores)
    }
}

/// The index of a piece of another colour on a square of the ring.
#[inline]
pub fn other_on(pieces: &[u8; 16], square: u8, colour: usize) -> Option<usize> {
    const ONES: u128 = u128::from_ne_bytes([1; 16]);
    const HIGH: u128 = u128::from_ne_bytes([0x80; 16]);
    // A byte is 0 where such a piece stands. The lowest zero byte is found exactly.
    let differ = u128::from_le_bytes(*pieces) ^ (ONES * u128::from(square));
    let differ = differ | 0xffff_ffff << (32 * colour);
    let zeros = differ.wrapping_sub(ONES) & !differ & HIGH;
    (zeros != 0).then(|| zeros.trailing_zeros() as usize / 8)
}

/// The index of the piece of another colour that a piece of the mover from home captures on its
/// start square, if that is more than full: the one that is nearer to its goal.
fn in_the_way(state: &ParchisState) -> Option<usize> {
    let start = state.mover().start();
    let there = (0..16).filter(|&at| state.pieces[at] == start);
    let others = there.clone().filter(|at| at / 4 != usize::from(state.mover));
    let nearest = others.min_by_key(|at| distance(at / 4, start));
    nearest.filter(|_| there.count() > 2)
}

/// The throw of a die. It is cold, so that turns of chosen dice are short enough to be inlined.
#[cold]
fn die() -> &'static Chances<Throw> {
    static DIE: LazyLock<Chances<Throw>> = LazyLock::new(|| Chances {
        weights: (1..=6).map(|face| (Throw(face), 1)).collect(),
        total: 6,
    });
    &DIE
}

/// The number of steps of a colour's piece to its goal.
#[inline]
pub fn distance(colour: usize, square: u8) -> u8 {
    DISTANCE[colour][usize::from(square)]
}

impl Open for Parchis {}

impl Game for Parchis {
    const NAME: &'static str = "parchis";
    const ABOUT: &'static str = "Bring the four pieces of a colour to the goal, with dice that two \
                                 players choose or, by other rules, that two to four throw.";
    const SEATS: RangeInclusive<usize> = 2..=4;
    const DRAWS_OPENINGS: bool = true;

    type Rules = Self;
    type State = ParchisState;
    type Action = ParchisMove;
    type Event = Throw;

    fn new(rules: Self) -> Result<Self, Invalid> {
        match (rules.variant, rules.colours) {
            (Variant::Thrown, _) | (_, None) => Ok(rules),
            // Two colours are what this variant has.
            (_, Some(Whole(2))) => Ok(Self { colours: None, ..rules }),
            _ => {
                let message = "a seat has two colours where the dice are chosen";
                let help = "leave out colours, or write variant = \"thrown\"";
                Err(Invalid::new("colours", message, help))
            }
        }
    }

    fn rules(&self) -> &Self {
        self
    }

    fn seat_counts(&self) -> RangeInclusive<usize> {
        if self.colours == Some(Whole(1)) { Self::SEATS } else { 2..=2 }
    }

    fn start(&self, seats: usize) -> ParchisState {
        self.seated(self.setup_names()[0].1.state(), seats)
    }

    fn setups(&self) -> Vec<String> {
        self.setup_names().into_iter().map(|(name, _)| name.to_owned()).collect()
    }

    fn set_up(&self, setup: &str, seats: usize, _: &mut dyn Rng) -> Result<ParchisState, Invalid> {
        let names = self.setup_names();
        let named = names.iter().find(|(name, _)| *name == setup);
        let named = named.map(|(_, setup)| self.seated(setup.state(), seats));
        named.ok_or_else(|| one_of(setup, &names.map(|(name, _)| name)))
    }

    fn validate(&self, state: ParchisState) -> Result<ParchisState, Invalid> {
        validate(self, state)
    }

    fn seats_of(&self, state: &ParchisState) -> usize {
        state.seats()
    }

    /// An opening: a setup, and random moves. An opening that ends the game is drawn again.
    fn opening(&self, seats: usize, rng: &mut dyn Rng) -> ParchisState {
        loop {
            let board = self.boards[draw(rng, self.boards.len())];
            let mut state = self.seated(board.state(), seats);
            let mut moves = Vec::new();
            for _ in 0..self.opening_plies.0 {
                if state.throws() {
                    Self::throw(&mut state, die().sample(rng));
                }
                moves.clear();
                self.legal(&state, &mut moves);
                if moves.is_empty() {
                    break;
                }
                self.play(&mut state, Step::Act(moves[draw(rng, moves.len())]));
            }
            if self.winners(&state).is_none() {
                return state;
            }
        }
    }

    #[inline(always)]
    fn turn(&self, state: &ParchisState) -> Turn<'_, Throw> {
        match self.winners(state) {
            None if state.throws() => Turn::Chance(Cow::Borrowed(die())),
            None => Turn::Decide(state.seat()),
            Some(winners) => Turn::Over(Self::outcome(state, winners)),
        }
    }

    #[inline]
    fn legal(&self, state: &ParchisState, into: &mut Vec<ParchisMove>) {
        if self.winners(state).is_none() && !state.throws() {
            // Six dice of four pieces at most; one check of the room instead of one a move.
            into.reserve(24);
            self.for_each_move(state, |action| into.push(action));
        }
    }

    #[inline]
    fn play(&self, state: &mut ParchisState, step: Step<Self>) {
        match step {
            Step::Act(action) => self.make(state, action),
            Step::Event(throw) => Self::throw(state, throw),
        }
    }
}
