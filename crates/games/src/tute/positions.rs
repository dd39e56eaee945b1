//! Positions of Tute Cabrero as the engine reads and writes them.
//!
//! ```text
//! position  {"trump":"O","muestra":"2O","dealer":3,"leader":1,"trick":["RC"],
//!            "hands":{"1":["AO",...],"2":[...],"3":[...]},"played":[[1,"AB"],...],
//!            "scores":[60,30,10],"tricks":[7,2,1],"declared":[["C"],[],[]],
//!            "voids":{"1":[],"2":["C"],"3":[]},"may_declare":null,"porotos":[0,1,2],"hands_played":2}
//! actions   a card such as AO, declare:40, declare:20:C, declare:tute, pass or exchange
//! events    a card, to the seats in turn, the muestra last
//! ```
//!
//! Only the hands and the trump suit or the muestra are required; during the deal, `trump` and
//! `muestra` are null. `hands_played` is the number of hands of the match before this one, which
//! chooses the dice of the next deal; 0 is left out. So is `exchanged` without exchanges: a list of
//! the seat, the muestra that it took and the number of finished tricks. A position may leave cards out: they are in no
//! hand, and the players do not know it. Those are played ones that were declared, or if the tricks
//! won have room for exactly these cards.
//!
//! The voids of the seats and the cards that they cannot hold follow from `played`, if these cards
//! are a course of play from the dealer on, as far as they tell. Otherwise `played` says only which
//! cards are gone.

#![expect(clippy::cast_possible_truncation, reason = "seats are 3, suits 4, and cards 40")]

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::cards::{Card, Cards, Suit};
use super::log::events;
use super::public::{Exchange, Phase, Public, SEATS, TRICKS, TUTE, next, seat_of};
use super::rules::{MOST_POROTOS, Tute};
use super::state::{History, TuteState, TuteView};
use rivals_core::engine::{agents, dice, ended, position};
use rivals_core::json;
use rivals_core::play::{Game, Playthrough, Seat};
use rivals_core::values::{Invalid, Notation, NotationError, Whole, length};

/// The most points that a player can have.
const MOST_POINTS: i64 = 250;

/// The most hands of a match before the last one.
const MOST_HANDS: i64 = 3 * (MOST_POROTOS - 1);

/// The answer to the question `log`: the log of a game between agents, from a position or from the
/// deal of the seed.
pub fn log(game: &Arc<Tute>, fields: &Value) -> Result<Value, Invalid> {
    let asked: Log = json::read(fields)?;
    length("agents", asked.agents.len(), SEATS..=SEATS)?;
    let mut agents = agents(&**game, &asked.agents)?;
    let state = match &asked.position {
        Some(asked) => position(&**game, asked)?,
        None => game.start(SEATS),
    };
    let mut playthrough = Playthrough::from_state(Arc::clone(game), state, SEATS, dice(asked.seed));
    let outcome = playthrough.run(&mut agents);
    let mut answer = ended::<Tute>(&outcome);
    answer["events"] = json!(events(&playthrough));
    Ok(answer)
}

/// The fields of the question `log`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Log {
    agents: Vec<String>,
    position: Option<Value>,
    seed: Option<u64>,
}

/// A state in the notation of the protocol. Without hands, it is what all players know.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    dealer: Option<Number>,
    leader: Option<Number>,
    #[serde(default = "zeros")]
    scores: [Whole<u16, 0, MOST_POINTS>; SEATS],
    #[serde(default = "zeros")]
    tricks: [Whole<u8, 0, { TRICKS as i64 }>; SEATS],
    #[serde(default = "zeros")]
    porotos: [Whole<u8, 0, MOST_POROTOS>; SEATS],
    #[serde(skip_serializing_if = "Option::is_none")]
    hands_played: Option<Whole<u8, 0, MOST_HANDS>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hands: Option<Numbered<Vec<Notation<Card>>>>,
    muestra: Option<Notation<Card>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    exchanged: Vec<(Number, Notation<Card>, Whole<u8, 1, { TRICKS as i64 - 1 }>)>,
    trump: Option<Notation<Suit>>,
    #[serde(default)]
    played: Vec<(Number, Notation<Card>)>,
    #[serde(default)]
    trick: Vec<Notation<Card>>,
    #[serde(default)]
    declared: [Vec<Notation<Declared>>; SEATS],
    #[serde(default)]
    voids: Numbered<Option<Vec<Notation<Suit>>>>,
    may_declare: Option<Number>,
}

/// The number of a seat.
#[expect(clippy::cast_possible_wrap, reason = "`SEATS` is 3")]
type Number = Whole<u8, 1, { SEATS as i64 }>;

/// A value for each seat.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbered<T> {
    #[serde(rename = "1")]
    first: T,
    #[serde(rename = "2")]
    second: T,
    #[serde(rename = "3")]
    third: T,
}

impl<T> Numbered<T> {
    fn new([first, second, third]: [T; SEATS]) -> Self {
        Self { first, second, third }
    }

    fn values(&self) -> [&T; SEATS] {
        [&self.first, &self.second, &self.third]
    }
}

/// A view in the notation of the protocol.
#[derive(Serialize, Deserialize)]
pub struct Seen {
    #[serde(flatten)]
    public: Position,
    seat: Seat,
    hand: Vec<Notation<Card>>,
    cards: [u8; SEATS],
}

/// As for positions; [`validate_view`](super::validity::validate_view) fills in the rest.
impl TryFrom<Seen> for TuteView {
    type Error = Invalid;

    fn try_from(seen: Seen) -> Result<Self, Invalid> {
        let (seat, mut pack) = (usize::from(seen.seat.0), Pack(Cards::NONE));
        seen.seat.check("seat", SEATS)?;
        let held = usize::from(seen.cards[seat]);
        length("hand", seen.hand.len(), held..=held)?;
        let mut hands = [Cards::NONE; SEATS];
        for (place, &Notation(card)) in seen.hand.iter().enumerate() {
            pack.add(|| format!("hand[{place}]"), card)?;
            hands[seat] |= card.set();
        }
        let state = of_hands(&seen.public, hands, seen.cards, pack)?;
        Ok(Self {
            seat: seen.seat,
            hand: hands[seat],
            public: state.public,
            history: state.history,
        })
    }
}

/// What was declared, as a bit of [`Public::declared`].
struct Declared(u8);

impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            TUTE => f.write_str("tute"),
            suit => Suit(suit.trailing_zeros() as u8).fmt(f),
        }
    }
}

impl FromStr for Declared {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Ok(Self(if text == "tute" { TUTE } else { text.parse::<Suit>()?.bit() }))
    }
}

fn zeros<N: Default, const MOST: i64>() -> [Whole<N, 0, MOST>; SEATS] {
    [(); SEATS].map(|()| Whole(N::default()))
}

/// The cards of a position, each of which is given once.
pub(super) struct Pack(pub(super) Cards);

impl Pack {
    pub(super) fn add(
        &mut self,
        field: impl FnOnce() -> String,
        card: Card,
    ) -> Result<(), Invalid> {
        if self.0.contains(card) {
            let help = "write each card once: in a hand, in the trick, among the played cards, or \
                        as the muestra";
            return Err(Invalid::new(field(), format!("{card} is given twice"), help));
        }
        self.0 |= card.set();
        Ok(())
    }
}

/// Checks what no rules allow; [`validate`](super::validity::validate) fills in the rest.
impl TryFrom<Position> for TuteState {
    type Error = Invalid;

    fn try_from(given: Position) -> Result<Self, Invalid> {
        let Some(of_seats) = &given.hands else {
            return Err(Invalid::new("hands", "the field \"hands\" is missing", "add \"hands\""));
        };
        let (mut pack, mut hands) = (Pack(Cards::NONE), [Cards::NONE; SEATS]);
        let mut sizes = [0; SEATS];
        for (seat, cards) in of_seats.values().into_iter().enumerate() {
            for (place, &Notation(card)) in cards.iter().enumerate() {
                pack.add(|| format!("hands.{}[{place}]", seat + 1), card)?;
                hands[seat] |= card.set();
            }
            sizes[seat] = cards.len() as u8;
        }
        of_hands(&given, hands, sizes, pack)
    }
}

/// The state of a position with these cards in hand, as far as they are known, and these numbers of
/// cards.
fn of_hands(
    given: &Position,
    hands: [Cards; SEATS],
    sizes: [u8; SEATS],
    mut pack: Pack,
) -> Result<TuteState, Invalid> {
    let index = |seat: &Option<Number>| seat.map(|Whole(number)| number - 1);
    let dealer = index(&given.dealer).unwrap_or(2);
    let mut public = Public::new(dealer, given.porotos.map(|Whole(number)| number));
    public.leader = index(&given.leader).unwrap_or(next(dealer));
    public.winner = public.leader;
    public.scores = given.scores.map(|Whole(number)| number);
    public.tricks = given.tricks.map(|Whole(number)| number);
    public.hand = given.hands_played.map_or(0, |Whole(number)| number);
    public.sizes = sizes;
    public.muestra = given.muestra.map(|Notation(card)| card);
    let (trump, of_muestra) =
        (given.trump.map(|Notation(suit)| suit), public.muestra.map(Card::suit));
    let Some(suit) = trump.or(of_muestra) else {
        return dealing(given, public, hands);
    };
    if let Some(other) = of_muestra.filter(|&other| other != suit) {
        let message = format!("{suit} is not the suit of the muestra");
        return Err(Invalid::new("trump", message, format!("write {other}, or another muestra")));
    }
    (public.trump, public.phase) = (suit, Phase::Playing);
    let history = read_played(given, &mut public, &mut pack)?;
    length("exchanged", given.exchanged.len(), 0..=public.exchanges.len())?;
    for (place, &(Whole(number), Notation(taken), Whole(tricks))) in
        given.exchanged.iter().enumerate()
    {
        public.exchanges[place] = Some(Exchange { seat: number - 1, taken, tricks });
    }
    read_declared(given, &mut public, &hands)?;
    let declares_tute = public.declared.iter().any(|declared| declared & TUTE != 0);
    // The hand that has the muestra may keep a card.
    let empty = sizes.iter().filter(|size| **size == 0).count();
    if declares_tute || empty > 1 && public.in_trick == 0 {
        public.phase = Phase::Over;
    }
    if let Some(seat) = index(&given.may_declare) {
        if public.phase == Phase::Over || public.in_trick > 0 || seat != public.leader {
            let message = format!("{} cannot declare now", seat_of(usize::from(seat)));
            let help =
                "write the leader if it has just won a trick and the hand goes on, else null";
            return Err(Invalid::new("may_declare", message, help));
        }
        public.phase = Phase::Declaring;
    }
    Ok(TuteState { hands, public, history })
}

/// A position in which cards are dealt: the hands have the sizes of the deal so far, and nothing
/// has been played.
fn dealing(given: &Position, public: Public, hands: [Cards; SEATS]) -> Result<TuteState, Invalid> {
    let mut start = Public { hand: public.hand, ..Public::new(public.dealer, public.porotos) };
    for (key, cards) in [("trick", given.trick.len()), ("played", given.played.len())] {
        if cards > 0 {
            let message = "cards are played before there is a trump suit";
            let help = "give the trump suit or the muestra, or leave it out";
            return Err(Invalid::new(key, message, help));
        }
    }
    let dealt: u8 = public.sizes.iter().sum();
    while start.dealt() < dealt {
        let Some(seat) = start.receiver() else { break };
        start.sizes[seat] += 1;
    }
    if (start.sizes, start.leader) != (public.sizes, public.leader) {
        let message = format!("hands of {:?} cards are not those of a deal", public.sizes);
        let help = format!(
            "give the trump suit or the muestra; without them the cards are being dealt, from seat \
             {} on, one to each seat in turn",
            start.leader + 1
        );
        return Err(Invalid::new("hands", message, help));
    }
    Ok(TuteState { hands, public: start, history: History::EMPTY })
}

/// The played cards, and those of the trick.
fn read_played(given: &Position, public: &mut Public, pack: &mut Pack) -> Result<History, Invalid> {
    length("played", given.played.len(), 0..=SEATS * usize::from(TRICKS))?;
    let mut history = History::EMPTY;
    for (place, &(Whole(number), Notation(card))) in given.played.iter().enumerate() {
        pack.add(|| format!("played[{place}][1]"), card)?;
        history.push(Seat(number - 1), card);
        public.played |= card.set();
    }
    length("trick", given.trick.len(), 0..=SEATS - 1)?;
    for (place, &Notation(card)) in given.trick.iter().enumerate() {
        pack.add(|| format!("trick[{place}]"), card)?;
        public.trick[place] = card;
        public.in_trick += 1;
    }
    Ok(history)
}

/// The declarations and the voids.
fn read_declared(
    given: &Position,
    public: &mut Public,
    hands: &[Cards; SEATS],
) -> Result<(), Invalid> {
    for (seat, list) in given.declared.iter().enumerate() {
        for (place, Notation(declared)) in list.iter().enumerate() {
            if public.declared.iter().any(|other| other & declared.0 != 0) {
                let message = format!("{declared} is declared twice");
                let field = format!("declared[{seat}][{place}]");
                return Err(Invalid::new(field, message, "write each declaration once"));
            }
            public.declared[seat] |= declared.0;
        }
    }
    for (seat, list) in
        given.voids.values().map(|list| list.iter().flatten()).into_iter().enumerate()
    {
        for (place, Notation(suit)) in list.enumerate() {
            let held = hands[seat].of(*suit);
            if !held.is_empty() {
                let message = format!("{} is void in {suit} and holds {held}", seat_of(seat));
                let field = format!("voids.{}[{place}]", seat + 1);
                return Err(Invalid::new(field, message, "take the cards out of its hand"));
            }
            public.voids[seat] |= suit.bit();
        }
    }
    Ok(())
}

fn texts(cards: Cards) -> Vec<Notation<Card>> {
    cards.iter().map(Notation).collect()
}

impl Position {
    /// What all players know.
    fn new(public: &Public, history: &History) -> Self {
        let declared = |bits| {
            let tute = Some(TUTE).filter(|tute| bits & tute != 0);
            Suit::of_bits(bits)
                .map(Suit::bit)
                .chain(tute)
                .map(|bit| Notation(Declared(bit)))
                .collect()
        };
        let number = |index: u8| Some(Whole(index + 1));
        Self {
            dealer: number(public.dealer),
            leader: number(public.leader),
            scores: public.scores.map(Whole),
            tricks: public.tricks.map(Whole),
            porotos: public.porotos.map(Whole),
            hands_played: Some(Whole(public.hand)).filter(|_| public.hand > 0),
            hands: None,
            muestra: public.muestra.map(Notation),
            exchanged: (public.exchanges.into_iter().flatten())
                .map(|of| (Whole(of.seat + 1), Notation(of.taken), Whole(of.tricks)))
                .collect(),
            trump: Some(Notation(public.trump)).filter(|_| public.phase != Phase::Dealing),
            played: history
                .iter()
                .map(|(seat, card)| (Whole(seat.0 + 1), Notation(card)))
                .collect(),
            trick: public.table().iter().copied().map(Notation).collect(),
            declared: public.declared.map(declared),
            voids: Numbered::new(
                public.voids.map(|bits| Some(Suit::of_bits(bits).map(Notation).collect())),
            ),
            may_declare: number(public.leader).filter(|_| public.phase == Phase::Declaring),
        }
    }
}

impl From<TuteState> for Position {
    fn from(state: TuteState) -> Self {
        let hands = Some(Numbered::new(state.hands.map(texts)));
        Self { hands, ..Self::new(&state.public, &state.history) }
    }
}

impl From<TuteView> for Seen {
    fn from(view: TuteView) -> Self {
        Self {
            public: Position::new(&view.public, &view.history),
            seat: view.seat,
            hand: texts(view.hand),
            cards: view.public.sizes,
        }
    }
}
