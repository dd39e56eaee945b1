//! Positions of Tute Cabrero as the engine reads and writes them.
//!
//! ```text
//! position  {"trump":"O","muestra":"2O","dealer":3,"leader":1,"trick":["RC"],
//!            "hands":{"1":["AO",...],"2":[...],"3":[...]},"played":[[1,"AB"],...],
//!            "scores":[60,30,10],"tricks":[7,2,1],"declared":[["C"],[],[]],
//!            "voids":{"1":[],"2":["C"],"3":[]},"may_declare":null,"porotos":[0,1,2],"hands_played":2}
//! actions   a card such as AO, declare:40, declare:20:C, declare:tute or pass
//! events    a card, to the seats in turn, the muestra last
//! ```
//!
//! Only the hands and the trump suit or the muestra are required; during the deal, `trump` and
//! `muestra` are null. `hands_played` is the number of hands of the match before this one, which
//! chooses the dice of the next deal; 0 is left out. A position may leave cards out: they are in no
//! hand, and the players do not know it. Those are played ones that were declared, or if the tricks
//! won have room for exactly these cards.
//!
//! The voids of the seats and the cards that they cannot hold follow from `played`, if these cards
//! are a course of play from the dealer on, as far as they tell. Otherwise `played` says only which
//! cards are gone.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::INFO;
use super::agents::KINDS;
use super::cards::{Card, Cards, Suit};
use super::engine::TuteEngine;
use super::log::events;
use super::public::{Phase, Public, SEATS, TRICKS, TUTE, next, seat_of};
use super::rules::{MATCH, Muestra, Tute, Unit};
use super::state::{History, TuteState, TuteView};
use rivals_core::contest::Players;
use rivals_core::play::engine::{Field, Object, Positions, Refusal, Sampler, dice, ended};
use rivals_core::play::{Agent, Game, GameInfo, NotationError, Sitting};
use rivals_core::values::canonical;

/// The fields of a position.
const FIELDS: [&str; 14] = [
    "trump",
    "muestra",
    "dealer",
    "leader",
    "trick",
    "hands",
    "played",
    "scores",
    "tricks",
    "declared",
    "voids",
    "may_declare",
    "porotos",
    "hands_played",
];

/// The names of the seats as keys.
const SEAT_NAMES: [&str; SEATS] = ["1", "2", "3"];

/// The most hands of a match before the last one.
const MOST_HANDS: u8 = 9;

/// The most points that a player can have.
const MOST_POINTS: u16 = 250;

impl Positions for TuteEngine {
    type Game = Tute;

    const INFO: &'static GameInfo = &INFO;

    const TELLS_LOSERS: bool = true;

    fn game(&self) -> &Arc<Tute> {
        &self.game
    }

    fn rules_text(&self) -> String {
        canonical(&*self.game)
    }

    fn read(&self, position: &Field<'_>) -> Result<TuteState, Refusal> {
        read(&self.game, position)
    }

    fn write(&self, state: &TuteState) -> Value {
        let mut written = write_public(&state.public, &state.history);
        let hands = (0..SEATS).map(|seat| (SEAT_NAMES[seat].to_owned(), texts(state.hands[seat])));
        written["hands"] = Value::Object(hands.collect::<Map<_, _>>());
        written
    }

    fn write_view(&self, view: &TuteView) -> Value {
        let mut written = write_public(&view.public, &view.history);
        written["seat"] = json!(view.seat.0 + 1);
        written["hand"] = texts(view.hand);
        written["cards"] = json!(view.public.sizes);
        written
    }

    fn seats_of(&self, _: &TuteState) -> usize {
        SEATS
    }

    fn agent(&self, spec: &Field<'_>) -> Result<Box<dyn Agent<Tute>>, Refusal> {
        Ok(self.game.agent(&spec.agent(KINDS)?))
    }

    fn events(&self, sitting: &Sitting<Tute>) -> Option<Vec<Value>> {
        Some(events(sitting))
    }

    fn own_asks(&self) -> &'static [(&'static str, &'static [&'static str])] {
        &[("log", &["agents", "position", "seed"])]
    }

    /// The log of a game between agents, from a position or from the deal of the seed.
    fn answer_own(&self, _: &str, question: &Object<'_>) -> Result<Value, Refusal> {
        let specs = question.required("agents")?.list_of(SEATS..=SEATS)?;
        let agents: Result<Vec<_>, _> =
            specs.iter().map(|spec| Positions::agent(self, spec)).collect();
        let mut agents = agents?;
        let state = match question.optional("position") {
            Some(position) => read(&self.game, &position)?,
            None => self.game.start(SEATS),
        };
        let game = Arc::clone(&self.game);
        let mut sitting = Sitting::from_state(game, state, SEATS, dice(question)?);
        let outcome = sitting.run(&mut agents);
        let mut answer = ended::<Self>(&outcome);
        answer["events"] = json!(events(&sitting));
        Ok(answer)
    }

    fn sampler(&self) -> Sampler {
        Sampler::fast("medium-looking")
    }
}

fn texts(cards: Cards) -> Value {
    cards.iter().map(|card| card.to_string()).collect()
}

/// What all players know.
fn write_public(public: &Public, history: &History) -> Value {
    let letters = |suits: u8| -> Vec<String> {
        let suits = Suit::ALL.into_iter().filter(|suit| suits & suit.bit() != 0);
        suits.map(|suit| suit.to_string()).collect()
    };
    let declared = public.declared.map(|declared| {
        let mut suits = letters(declared);
        if declared & TUTE != 0 {
            suits.push("tute".to_owned());
        }
        suits
    });
    let voids =
        (0..SEATS).map(|seat| (SEAT_NAMES[seat].to_owned(), json!(letters(public.voids[seat]))));
    let played = history.iter().map(|(seat, card)| json!([seat.0 + 1, card.to_string()]));
    let trick: Vec<String> = public.table().iter().map(ToString::to_string).collect();
    let is_dealt = public.phase != Phase::Dealing;
    let mut written = json!({
        "trump": is_dealt.then(|| public.trump.to_string()),
        "muestra": public.muestra.map(|card| card.to_string()),
        "dealer": public.dealer + 1,
        "leader": public.leader + 1,
        "trick": trick,
        "played": played.collect::<Vec<_>>(),
        "scores": public.scores,
        "tricks": public.tricks,
        "declared": declared,
        "voids": voids.collect::<Map<_, _>>(),
        "may_declare": (public.phase == Phase::Declaring).then_some(public.leader + 1),
        "porotos": public.porotos,
    });
    if public.hand > 0 {
        written["hands_played"] = json!(public.hand);
    }
    written
}

/// The cards of a position, each of which is given once.
#[derive(Default)]
struct Pack(Cards);

impl Pack {
    /// The next card.
    fn card(&mut self, field: &Field<'_>) -> Result<Card, Refusal> {
        let card = notation(field)?;
        if self.0.contains(card) {
            let help = "write each card once: in a hand, in the trick, among the played cards, or \
                        as the muestra";
            return Err(field.refuse(format!("{card} is given twice"), help));
        }
        self.0 |= card.set();
        Ok(card)
    }
}

/// The card or suit of a field.
fn notation<T: std::str::FromStr<Err = NotationError>>(field: &Field<'_>) -> Result<T, Refusal> {
    (field.text()?.parse()).map_err(|error: NotationError| field.refuse(&error, error.help))
}

fn read(rules: &Tute, position: &Field<'_>) -> Result<TuteState, Refusal> {
    let fields = position.object(&FIELDS)?;
    let seat = |key, otherwise| match fields.optional(key) {
        Some(field) => Ok(field.seat(SEATS)?.0),
        None => Ok(otherwise),
    };
    let dealer = seat("dealer", 2)?;
    let mut public = Public::new(dealer, [0; SEATS]);
    public.leader = seat("leader", next(dealer))?;
    public.winner = public.leader;
    numbers(&fields, "scores", MOST_POINTS, &mut public.scores)?;
    numbers(&fields, "tricks", TRICKS, &mut public.tricks)?;
    numbers(&fields, "porotos", MATCH, &mut public.porotos)?;
    if let Some(field) = fields.optional("hands_played") {
        public.hand = field.integer(0..=MOST_HANDS)?;
    }
    public.phase = Phase::Playing;
    let (mut pack, mut hands) = (Pack::default(), [Cards::NONE; SEATS]);
    let of_seats = fields.required("hands")?.object(&SEAT_NAMES)?;
    for (seat, name) in SEAT_NAMES.into_iter().enumerate() {
        for field in of_seats.required(name)?.list()? {
            hands[seat] |= pack.card(&field)?.set();
        }
        public.sizes[seat] = hands[seat].len() as u8;
    }
    if let Some(field) = fields.optional("muestra") {
        let mano = usize::from(next(dealer));
        let muestra: Card = notation(&field)?;
        // It is a card like any other once mano has taken it.
        let is_in_play = rules.muestra == Muestra::Mano;
        if !is_in_play {
            pack.card(&field)?;
        }
        let holder = (0..SEATS).find(|&seat| hands[seat].contains(muestra));
        if let Some(other) = holder.filter(|&seat| is_in_play && seat != mano) {
            let message = format!("{} holds the muestra", seat_of(other));
            let help = format!("{} has taken it, as dealer is {}", seat_of(mano), dealer + 1);
            return Err(field.refuse(message, help));
        }
        public.muestra = Some(muestra);
        public.trump = muestra.suit();
    }
    match (fields.optional("trump"), public.muestra) {
        (None, None) => return dealing(&fields, public, hands),
        (None, Some(_)) => {}
        (Some(field), muestra) => {
            public.trump = notation(&field)?;
            if let Some(muestra) = muestra.filter(|card| card.suit() != public.trump) {
                let message = format!("{} is not the suit of the muestra {muestra}", public.trump);
                let help = format!("write {}, or another muestra", muestra.suit());
                return Err(field.refuse(message, help));
            }
        }
    }
    let mut history = History::EMPTY;
    if let Some(field) = fields.optional("played") {
        for entry in field.list_of(0..=3 * usize::from(TRICKS))? {
            let pair = entry.list_of(2..=2)?;
            let card = pack.card(&pair[1])?;
            history.push(pair[0].seat(SEATS)?, card);
            public.played |= card.set();
        }
    }
    let mut trick = Vec::new();
    if let Some(field) = fields.optional("trick") {
        for card in field.list_of(0..=SEATS - 1)? {
            trick.push(pack.card(&card)?);
        }
    }
    check_sizes(rules, &fields, &public, trick.len())?;
    let left_out = !pack.0;
    let tricks: u8 = public.tricks.iter().sum();
    if left_out.len() + history.iter().len() == SEATS * usize::from(tricks) {
        // There is no other place for them.
        public.played |= left_out;
    }
    let on_table: Cards = trick.iter().copied().collect();
    flags(&fields, &mut public, &hands, on_table, left_out)?;
    let played = public.played | on_table;
    let mano = usize::from(next(dealer));
    if let (Muestra::Mano, Some(muestra)) = (rules.muestra, public.muestra)
        && !(hands[mano] | played).contains(muestra)
    {
        let message = format!("{} has taken the muestra, and does not hold it", seat_of(mano));
        let help = "add it to its hand, or to the cards that were played";
        return Err(fields.required("hands")?.refuse(message, help));
    }
    know(rules, &mut public, &history, &trick);
    declaring(rules, &fields, &mut public, &hands)?;
    Ok(TuteState { hands, public, history })
}

/// Three whole numbers, if the key is there.
fn numbers<T>(fields: &Object<'_>, key: &str, most: T, into: &mut [T; SEATS]) -> Result<(), Refusal>
where
    T: TryFrom<u64> + Copy + Into<u64> + Default,
{
    if let Some(field) = fields.optional(key) {
        let list = field.list_of(SEATS..=SEATS)?;
        for (number, field) in into.iter_mut().zip(list) {
            *number = field.integer(T::default()..=most)?;
        }
    }
    Ok(())
}

/// A position in which cards are dealt: the hands have the sizes of the deal so far, and nothing
/// has been played.
fn dealing(
    fields: &Object<'_>,
    public: Public,
    hands: [Cards; SEATS],
) -> Result<TuteState, Refusal> {
    let mut start = Public { hand: public.hand, ..Public::new(public.dealer, public.porotos) };
    for key in ["trick", "played"] {
        if let Some(field) = fields.optional(key)
            && !field.list()?.is_empty()
        {
            let help = "give the trump suit or the muestra, or leave it out";
            return Err(field.refuse("cards are played before there is a trump suit", help));
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
        return Err(fields.required("hands")?.refuse(message, help));
    }
    Ok(TuteState { hands, public: start, history: History::EMPTY })
}

/// Refuses hands whose sizes do not belong together, or to the tricks.
fn check_sizes(
    rules: &Tute,
    fields: &Object<'_>,
    public: &Public,
    in_trick: usize,
) -> Result<(), Refusal> {
    let laid = |seat: usize| (seat + SEATS - usize::from(public.leader)) % SEATS < in_trick;
    let mano = usize::from(next(public.dealer));
    let left = |seat: usize| {
        let more = rules.muestra == Muestra::Mano && seat == mano;
        i32::from(public.sizes[seat]) + i32::from(laid(seat)) - i32::from(more)
    };
    let hands = fields.required("hands")?;
    if (1..SEATS).any(|seat| left(seat) != left(0)) {
        let message = format!(
            "hands of {}, {} and {} cards do not belong to a trick of {in_trick} that seat {} led",
            public.sizes[0],
            public.sizes[1],
            public.sizes[2],
            public.leader + 1
        );
        let help = "a player who has played to the trick holds one card less than the others";
        return Err(hands.refuse(message, help));
    }
    if in_trick > 0 && left(0) == 0 {
        let message = format!("{in_trick} cards are on the table, and the other hands are empty");
        return Err(hands.refuse(message, "give a card to each seat that plays to the trick"));
    }
    let tricks: u8 = public.tricks.iter().sum();
    if left(0) + i32::from(tricks) > i32::from(TRICKS) || left(0) < 0 {
        let message = format!("{tricks} tricks were won, and {} are left", left(0));
        return Err(hands.refuse(message, "a hand has 13 tricks"));
    }
    Ok(())
}

/// Reads what was declared and the voids. Declared cards that the position leaves out were played.
fn flags(
    fields: &Object<'_>,
    public: &mut Public,
    hands: &[Cards; SEATS],
    on_table: Cards,
    left_out: Cards,
) -> Result<(), Refusal> {
    if let Some(field) = fields.optional("declared") {
        for (seat, list) in field.list_of(SEATS..=SEATS)?.iter().enumerate() {
            for field in list.list()? {
                let bit = match field.text()? {
                    "tute" => TUTE,
                    _ => {
                        let suit: Suit = notation(&field)?;
                        let shown = hands[seat] | public.played | on_table | left_out;
                        if !(suit.pair() & !shown).is_empty() {
                            let message = format!(
                                "{} has declared {}, and another seat holds R{suit} or C{suit}, or it is \
                                 the muestra",
                                seat_of(seat),
                                suit.name()
                            );
                            let help = "give them to the seat that declared";
                            return Err(field.refuse(message, help));
                        }
                        public.played |= suit.pair() & left_out;
                        suit.bit()
                    }
                };
                if public.declared.iter().any(|declared| declared & bit != 0) {
                    let message = format!("{} is declared twice", field.text()?);
                    return Err(field.refuse(message, "write each declaration once"));
                }
                public.declared[seat] |= bit;
            }
        }
    }
    if let Some(field) = fields.optional("voids") {
        let of_seats = field.object(&SEAT_NAMES)?;
        for (seat, name) in SEAT_NAMES.into_iter().enumerate() {
            let Some(list) = of_seats.optional(name) else {
                continue;
            };
            for field in list.list()? {
                let suit: Suit = notation(&field)?;
                let held = hands[seat].of(suit);
                if !held.is_empty() {
                    let message = format!("{} is void in {suit} and holds {held}", seat_of(seat));
                    return Err(field.refuse(message, "take the cards out of its hand"));
                }
                public.voids[seat] |= suit.bit();
            }
        }
    }
    Ok(())
}

/// Fills in what follows from the played cards, and lays the trick on the table. The hands have no
/// part in it: what all players know cannot depend on them.
fn know(rules: &Tute, public: &mut Public, history: &History, trick: &[Card]) {
    let sizes = public.sizes;
    let played: Vec<_> = history.iter().collect();
    if let Some(replayed) = replay(rules, public, &played, trick) {
        for seat in 0..SEATS {
            public.voids[seat] |= replayed.voids[seat];
        }
        (public.followed, public.cannot) = (replayed.followed, replayed.cannot);
    } else {
        for trick in played.chunks(SEATS) {
            let led = trick[0].1.suit();
            for (seat, card) in trick {
                if card.suit() == led {
                    public.followed[usize::from(seat.0)] |= led.bit();
                }
            }
        }
    }
    for (seat, cannot) in public.cannot.iter_mut().enumerate() {
        let voids = public.voids[seat];
        let void = Suit::ALL.into_iter().filter(|suit| voids & suit.bit() != 0);
        void.for_each(|suit| *cannot |= suit.cards());
    }
    for (place, &card) in trick.iter().enumerate() {
        let seat = (usize::from(public.leader) + place) % SEATS;
        public.sizes[seat] += 1;
        // The card is not in the hand.
        public.play(rules, &mut [Cards::NONE; SEATS], card);
    }
    public.sizes = sizes;
}

/// What is known after these tricks, if they are a course of play from the dealer on that the
/// position's leader has won. A play is illegal if the cards that its seat has played since show it.
fn replay(
    rules: &Tute,
    public: &Public,
    played: &[(rivals_core::play::Seat, Card)],
    trick: &[Card],
) -> Option<Public> {
    let mut held = [Cards::NONE; SEATS];
    for (place, card) in trick.iter().enumerate() {
        held[(usize::from(public.leader) + place) % SEATS] |= card.set();
    }
    for (seat, card) in played {
        held[usize::from(seat.0)] |= card.set();
    }
    let mut again = Public::new(public.dealer, public.porotos);
    let tricks = played.len() / SEATS;
    again.sizes = public.sizes.map(|size| size + tricks as u8 + 1);
    (again.muestra, again.trump) = (public.muestra, public.trump);
    again.phase = Phase::Playing;
    for (seat, card) in played {
        let legal = again.legal(rules, held[usize::from(seat.0)]);
        if again.decider() != usize::from(seat.0) || !legal.contains(*card) {
            return None;
        }
        again.play(rules, &mut held, *card);
        if again.phase == Phase::Declaring {
            again.pass();
        }
    }
    (again.in_trick == 0 && again.leader == public.leader).then_some(again)
}

/// Reads who may declare, and whether the hand is over.
fn declaring(
    rules: &Tute,
    fields: &Object<'_>,
    public: &mut Public,
    hands: &[Cards; SEATS],
) -> Result<(), Refusal> {
    let is_declared = public.declared.iter().any(|declared| declared & TUTE != 0);
    if is_declared || hands.iter().any(|hand| hand.is_empty()) && public.in_trick == 0 {
        public.phase = Phase::Over;
    }
    if let Some(field) = fields.optional("may_declare") {
        let seat = field.seat(SEATS)?;
        if public.phase == Phase::Over || public.in_trick > 0 || seat.0 != public.leader {
            let message = format!("{seat} cannot declare now");
            let help =
                "write the leader if it has just won a trick and the hand goes on, else null";
            return Err(field.refuse(message, help));
        }
        public.phase = Phase::Declaring;
    }
    let most = public.porotos.iter().max().copied().unwrap_or(0);
    let (message, help) = match (public.phase == Phase::Over, rules.unit) {
        (false, _) if most >= MATCH => (
            "a player has 4 porotos, and the hand is not over",
            "write at most 3 porotos while a hand is played",
        ),
        (true, Unit::Match) if most < MATCH => (
            "the hand is over, and no player has 4 porotos",
            "give the next deal, or the porotos with those of the last hand",
        ),
        _ => return Ok(()),
    };
    let field = match fields.optional("porotos") {
        Some(field) => field,
        None => fields.required("hands")?,
    };
    Err(field.refuse(message, help))
}
