//! The rules with their switches, as a [`Game`].

use std::borrow::Cow;
use std::ops::RangeInclusive;

use rand::Rng;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::cards::{CABALLO, Card, Cards, REY, SEVEN, Suit, TWO};
use super::determinise::determinise;
use super::public::{Phase, Public, SEATS, seat_of};
use super::state::{History, TuteMove, TuteState, TuteView};
use super::validity::{validate, validate_view};
use rivals_core::play::{BySeat, Chances, Game, Hidden, Outcome, Seat, Seats, Step, Turn};
use rivals_core::values::{Invalid, whole, word};

/// The most porotos with which a player can have lost a match.
pub const MOST_POROTOS: i64 = 20;

/// What a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// One hand.
    Hand,
    /// Hands until a player has four porotos.
    Match,
}

/// What becomes of the card that shows the trump suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Muestra {
    /// It is out of play, and nobody scores it.
    #[serde(rename = "fuera")]
    Out,
    /// It is out of play, and the winner of the last trick scores it.
    #[serde(rename = "ultima_baza")]
    LastTrick,
    /// The player who leads the first trick takes it; the card that this player has left after the
    /// last trick is not scored.
    #[serde(rename = "mano14")]
    Mano,
}

/// How many declarations may follow a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Declarations {
    /// At most one.
    #[serde(rename = "uno")]
    One,
    /// All.
    #[serde(rename = "todos")]
    All,
}

/// What becomes of players without a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NoTrick {
    /// They are ranked by their points.
    #[serde(rename = "salva")]
    Saves,
    /// They lose the hand.
    #[serde(rename = "pierde")]
    Loses,
}

/// Which trump may be exchanged for the muestra, if the muestra is stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Exchanges {
    /// None.
    #[serde(rename = "off")]
    Off,
    /// The 7.
    #[serde(rename = "7")]
    Seven,
    /// The 2.
    #[serde(rename = "2")]
    Two,
    /// The 7 and the 2.
    #[serde(rename = "both")]
    Both,
}

impl Exchanges {
    /// The cards of a suit that may be given.
    fn cards(self, suit: Suit) -> Cards {
        let [seven, two] = [SEVEN, TWO].map(|rank| Card::new(suit, rank).set());
        match self {
            Self::Off => Cards::NONE,
            Self::Seven => seven,
            Self::Two => two,
            Self::Both => seven | two,
        }
    }

    /// The card of a hand that is given for the muestra, the strongest one.
    pub fn given(self, hand: Cards, muestra: Card) -> Option<Card> {
        let cards = hand & self.cards(muestra.suit()) & !muestra.stronger();
        (!cards.is_empty()).then(|| cards.high())
    }

    /// Whether it is [`Self::Off`].
    fn is_off(&self) -> bool {
        *self == Self::Off
    }
}

/// Tute Cabrero for three players, by the switches of a rule file. Keys that are left out are those
/// of [`Tute::HAND`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tute {
    /// What a game is.
    #[serde(deserialize_with = "word::<Unit, _, _>")]
    pub unit: Unit,
    /// What becomes of the muestra.
    #[serde(deserialize_with = "word::<Muestra, _, _>")]
    pub muestra: Muestra,
    /// Whether a player who can neither follow nor beat must play a lower trump.
    pub contrafallo: bool,
    /// The points of the last trick: 10 or 0.
    #[serde(rename = "ultima", deserialize_with = "last_trick")]
    pub last_trick: u8,
    /// How many declarations may follow a trick.
    #[serde(rename = "cantes", deserialize_with = "word::<Declarations, _, _>")]
    pub declarations: Declarations,
    /// What becomes of players without a trick.
    #[serde(rename = "sin_baza", deserialize_with = "word::<NoTrick, _, _>")]
    pub no_trick: NoTrick,
    /// The porotos with which a player has lost a match, 1 to [`MOST_POROTOS`].
    #[serde(deserialize_with = "whole::<u8, _, _, 1, MOST_POROTOS>")]
    #[serde(skip_serializing_if = "is_four")]
    pub porotos: u8,
    /// Whether a player who takes all tricks decides the hand, whatever the points.
    #[serde(skip_serializing_if = "bool::clone")]
    pub capote: bool,
    /// Whether all reyes or all caballos may be declared, which ends the hand.
    #[serde(skip_serializing_if = "bool::clone")]
    pub tute: bool,
    /// Which trump may be exchanged for the muestra.
    #[serde(deserialize_with = "word::<Exchanges, _, _>")]
    #[serde(skip_serializing_if = "Exchanges::is_off")]
    pub exchange: Exchanges,
}

impl Default for Tute {
    fn default() -> Self {
        Self::HAND
    }
}

/// Whether it is the usual number of porotos, which is left out of the text of the rules, as it is
/// older than the key.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_four(porotos: &u8) -> bool {
    *porotos == 4
}

fn last_trick<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    match i64::deserialize(from)? {
        0 => Ok(0),
        10 => Ok(10),
        points => {
            let message = format!("the last trick cannot have {points} points; write 10 or 0");
            Err(D::Error::custom(message))
        }
    }
}

impl Tute {
    /// One hand by the usual rules.
    pub const HAND: Self = Self {
        unit: Unit::Hand,
        muestra: Muestra::Out,
        contrafallo: false,
        last_trick: 10,
        declarations: Declarations::One,
        no_trick: NoTrick::Saves,
        porotos: 4,
        capote: true,
        tute: true,
        exchange: Exchanges::Off,
    };

    /// A match by the usual rules.
    pub const MATCH: Self = Self { unit: Unit::Match, ..Self::HAND };

    /// Whether a hand has all reyes or all caballos, and may declare it.
    #[must_use]
    #[inline]
    pub fn has_tute(&self, hand: Cards) -> bool {
        const OF_ALL_SUITS: u64 = 1 | 1 << 10 | 1 << 20 | 1 << 30;
        let has = |rank: u8| hand.0 >> rank & OF_ALL_SUITS == OF_ALL_SUITS;
        self.tute && (has(REY) || has(CABALLO))
    }

    /// The legal actions of the seat that decides, with its hand.
    pub fn actions_of(&self, public: &Public, hand: Cards, into: &mut Vec<TuteMove>) {
        match public.phase {
            Phase::Dealing | Phase::Over => {}
            Phase::Declaring => into.extend(public.declarations(self, hand)),
            Phase::Playing => into.extend(public.legal(self, hand).iter().map(TuteMove::Play)),
        }
    }

    /// Applies an action to the hands and what is known, and keeps the porotos at the end of a
    /// hand.
    #[inline]
    pub fn act_in_hand(&self, public: &mut Public, hands: &mut [Cards; SEATS], action: TuteMove) {
        public.act(self, hands, action);
        if public.phase == Phase::Over {
            for seat in public.losers(self).iter() {
                public.porotos[usize::from(seat.0)] += 1;
            }
        }
    }

    /// The seats that have lost a game that is over.
    pub fn losers(&self, public: &Public) -> Seats {
        let out = |seat: &usize| public.porotos[*seat] >= self.porotos;
        match self.unit {
            Unit::Hand => public.losers(self),
            Unit::Match => (0..SEATS).filter(out).map(seat_of).collect(),
        }
    }

    /// The outcome of a game that is over.
    fn outcome(&self, public: &Public) -> Outcome {
        let mut scores = BySeat::new(0, SEATS);
        for seat in 0..SEATS {
            scores[seat_of(seat)] = match self.unit {
                Unit::Hand => i32::from(public.scores[seat]),
                Unit::Match => i32::from(public.porotos[seat]),
            };
        }
        Outcome::shared(winners(self.losers(public)), scores)
    }
}

/// The seats that share the win: all that do not lose, or all if all lose.
#[inline]
pub fn winners(losers: Seats) -> Seats {
    let all = Seats::all(SEATS);
    if losers == all { all } else { all.without(losers) }
}

impl Game for Tute {
    const NAME: &'static str = "tute";
    const ABOUT: &'static str =
        "Take the most points or the fewest: of three card players, the middle one loses.";
    const SEATS: RangeInclusive<usize> = SEATS..=SEATS;
    const TELLS_LOSERS: bool = true;

    type Rules = Self;
    type State = TuteState;
    type Action = TuteMove;
    type Event = Card;

    fn new(rules: Self) -> Result<Self, Invalid> {
        if rules.exchange != Exchanges::Off && rules.muestra == Muestra::Mano {
            let message = "with muestra = \"mano14\", no card lies open that can be exchanged";
            let help = "write muestra = \"fuera\" or \"ultima_baza\", or exchange = \"off\"";
            return Err(Invalid::new("exchange", message, help));
        }
        Ok(rules)
    }

    fn rules(&self) -> &Self {
        self
    }

    fn validate(&self, state: TuteState) -> Result<TuteState, Invalid> {
        validate(self, state)
    }

    /// The last seat deals first, so that the first seat leads.
    fn start(&self, _: usize) -> TuteState {
        TuteState {
            hands: [Cards::NONE; SEATS],
            public: Public::new(2, [0; SEATS]),
            history: History::EMPTY,
        }
    }

    fn turn(&self, state: &TuteState) -> Turn<'_, Card> {
        match state.public.phase {
            Phase::Dealing => Turn::Chance(Cow::Owned(undealt(state))),
            Phase::Over => Turn::Over(self.outcome(&state.public)),
            _ => Turn::Decide(seat_of(state.public.decider())),
        }
    }

    fn legal(&self, state: &TuteState, into: &mut Vec<TuteMove>) {
        let public = &state.public;
        self.actions_of(public, state.hands[public.decider()], into);
    }

    fn deal(&self, state: &TuteState) -> Option<u32> {
        Some(state.public.hand.into())
    }

    fn play(&self, state: &mut TuteState, step: Step<Self>) {
        match step {
            Step::Act(action) => self.act(state, action),
            Step::Event(card) => self.deal_card(state, card),
        }
    }
}

impl Hidden for Tute {
    type View = TuteView;

    fn view<'a>(&self, state: &'a TuteState, seat: Seat) -> Cow<'a, TuteView> {
        Cow::Owned(TuteView {
            seat,
            hand: state.hands[usize::from(seat.0)],
            public: state.public,
            history: state.history,
        })
    }

    fn sample_state(&self, view: &TuteView, rng: &mut dyn Rng) -> TuteState {
        TuteState {
            hands: determinise(self, view, rng),
            public: view.public,
            history: view.history,
        }
    }

    fn validate_view(&self, view: TuteView) -> Result<TuteView, Invalid> {
        validate_view(self, view)
    }
}

/// The cards that are not dealt yet, each as likely.
fn undealt(state: &TuteState) -> Chances<Card> {
    let [a, b, c] = state.hands;
    let weights: Vec<_> = (!(a | b | c)).iter().map(|card| (card, 1)).collect();
    let total = weights.len() as u64;
    Chances { weights, total }
}

impl Tute {
    /// Applies an action, and begins the next hand of a match.
    fn act(&self, state: &mut TuteState, action: TuteMove) {
        let TuteState { hands, public, history } = state;
        let last = (public.decider(), public.trick, public.in_trick);
        self.act_in_hand(public, hands, action);
        if let TuteMove::Play(card) = action
            && public.in_trick == 0
        {
            let (seat, mut trick, in_trick) = last;
            trick[usize::from(in_trick)] = card;
            for (place, card) in trick.into_iter().enumerate() {
                history.push(seat_of((seat + 1 + place) % SEATS), card);
            }
        }
        let is_match_over = || public.porotos.iter().any(|porotos| *porotos >= self.porotos);
        if public.phase == Phase::Over && self.unit == Unit::Match && !is_match_over() {
            *public = public.next_hand();
            (*hands, *history) = ([Cards::NONE; SEATS], History::EMPTY);
        }
    }

    /// Deals a card.
    fn deal_card(&self, state: &mut TuteState, card: Card) {
        let TuteState { hands, public, .. } = state;
        match public.receiver() {
            Some(seat) => {
                hands[seat] |= card.set();
                public.sizes[seat] += 1;
            }
            None => {
                if self.muestra == Muestra::Mano {
                    hands[usize::from(public.leader)] |= card.set();
                }
                public.open(self, card);
            }
        }
    }
}
