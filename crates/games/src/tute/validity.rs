//! Positions that the rules allow, and what all players know in them.

#![expect(clippy::cast_possible_truncation, reason = "seats are 3, suits 4, and cards 40")]

use super::cards::{Card, Cards, Suit};
use super::positions::Pack;
use super::public::{Exchange, Phase, Public, SEATS, TRICKS, next, others, seat_of};
use super::rules::{Muestra, Tute, Unit};
use super::state::{History, TuteState, TuteView};
use rivals_core::play::Seat;
use rivals_core::values::Invalid;

/// A state with what follows from its cards by these rules.
pub(super) fn validate(rules: &Tute, mut state: TuteState) -> Result<TuteState, Invalid> {
    check_match(rules, &state.public)?;
    if state.public.phase == Phase::Dealing {
        return Ok(state);
    }
    check_muestra(rules, &state)?;
    check_exchanges(rules, &state)?;
    check_sizes(rules, &state.public)?;
    let (public, hands) = (&mut state.public, &state.hands);
    let on_table: Cards = public.table().iter().copied().collect();
    let in_hand = hands.iter().fold(Cards::NONE, |all, &hand| all | hand);
    let left_out = !(in_hand | public.played | on_table | public.out_of_play(rules));
    let tricks: u8 = public.tricks.iter().sum();
    if left_out.len() + state.history.iter().len() == SEATS * usize::from(tricks) {
        // There is no other place for them.
        public.played |= left_out;
    }
    for (seat, &hand) in hands.iter().enumerate() {
        for (place, suit) in Suit::of_bits(public.declared[seat]).enumerate() {
            let shown = hand | public.played | on_table | left_out;
            if !(suit.pair() & !shown).is_empty() {
                let message = format!(
                    "{} has declared {}, and another seat holds R{suit} or C{suit}, or it is the \
                     muestra",
                    seat_of(seat),
                    suit.name()
                );
                let field = format!("declared[{seat}][{place}]");
                return Err(Invalid::new(field, message, "give them to the seat that declared"));
            }
            public.played |= suit.pair() & left_out;
        }
    }
    for exchange in public.exchanges.iter().flatten() {
        public.played |= exchange.taken.set() & left_out;
    }
    let mano = usize::from(next(public.dealer));
    if let (Muestra::Mano, Some(muestra)) = (rules.muestra, public.muestra)
        && !(hands[mano] | public.played | on_table).contains(muestra)
    {
        let message = format!("{} has taken the muestra, and does not hold it", seat_of(mano));
        let help = "add it to its hand, or to the cards that were played";
        return Err(Invalid::new("hands", message, help));
    }
    know(rules, public, &state.history);
    let most = public.porotos.iter().max().copied().unwrap_or(0);
    let (message, help) = match (public.phase == Phase::Over, rules.unit) {
        (false, _) if most >= rules.porotos => (
            format!("a player has {most} porotos, and the hand is not over"),
            format!("write at most {} porotos while a hand is played", rules.porotos - 1),
        ),
        (true, Unit::Match) if most < rules.porotos => (
            format!("the hand is over, and no player has {} porotos", rules.porotos),
            "give the next deal, or the porotos with those of the last hand".to_owned(),
        ),
        _ => return Ok(state),
    };
    Err(Invalid::new("porotos", message, help))
}

/// A view with what follows from its cards by these rules.
pub(super) fn validate_view(rules: &Tute, mut view: TuteView) -> Result<TuteView, Invalid> {
    check_match(rules, &view.public)?;
    if view.public.phase == Phase::Dealing {
        return Ok(view);
    }
    let mut hands = [Cards::NONE; SEATS];
    hands[usize::from(view.seat.0)] = view.hand;
    let state = TuteState { hands, public: view.public, history: view.history };
    check_muestra(rules, &state)?;
    check_exchanges(rules, &state)?;
    check_sizes(rules, &view.public)?;
    know(rules, &mut view.public, &view.history);
    let own = usize::from(view.seat.0);
    // Played cards that the position leaves out: the seat knows its hand, and in another hand there
    // may be no room for them.
    for seat in 0..SEATS {
        let elsewhere = view.public.must(rules, seat) & view.public.unseen(rules, view.hand);
        if seat == own || elsewhere.len() > view.public.sizes[seat].into() {
            view.public.played |= elsewhere;
        }
    }
    let (public, unseen) = (&view.public, view.public.unseen(rules, view.hand));
    let held: usize = others(own).iter().map(|&seat| usize::from(public.sizes[seat])).sum();
    if held > unseen.len() {
        let message = format!("the other seats cannot hold {held} of {} cards", unseen.len());
        return Err(Invalid::new("cards", message, "give the numbers of cards in all hands"));
    }
    Ok(view)
}

/// Refuses porotos and hands of a match that goes on no longer.
fn check_match(rules: &Tute, public: &Public) -> Result<(), Invalid> {
    let most = 3 * (rules.porotos - 1);
    if let Some(seat) = (0..SEATS).find(|&seat| public.porotos[seat] > rules.porotos) {
        let message = format!("{} has {} porotos", seat_of(seat), public.porotos[seat]);
        let help = format!("write 0 to {}, with which a player has lost", rules.porotos);
        return Err(Invalid::new(format!("porotos[{seat}]"), message, help));
    }
    if public.hand > most {
        let message = format!("no match has {} hands before this one", public.hand);
        let help = format!("write 0 to {most}: a player would have {} porotos", rules.porotos);
        return Err(Invalid::new("hands_played", message, help));
    }
    Ok(())
}

/// Refuses exchanges that the rules do not have, and cards that are elsewhere.
fn check_exchanges(rules: &Tute, state: &TuteState) -> Result<(), Invalid> {
    let public = &state.public;
    let tricks: u8 = public.tricks.iter().sum();
    let mut before = 1;
    for (place, exchange) in public.exchanges.iter().flatten().enumerate() {
        let (seat, taken) = (usize::from(exchange.seat), exchange.taken);
        let given = public.exchanges().nth(place).map(|(_, given)| given);
        let is_given = |card: Card| rules.exchange.given(card.set(), taken) == Some(card);
        let (part, message, help) = if !given.is_some_and(is_given) {
            let given = given.map_or("a card".to_owned(), |given| given.to_string());
            let help = "give the 7 or the 2 of trumps as the rules say, for a stronger muestra; the                         card that was given is the next muestra";
            (1, format!("{given} cannot be exchanged for {taken}"), help)
        } else if (0..SEATS).any(|other| other != seat && state.hands[other].contains(taken)) {
            let help = "add it to the hand of the seat that took it, or to the played cards";
            (1, format!("{} has taken {taken}, and another seat holds it", seat_of(seat)), help)
        } else if !(before..=tricks).contains(&exchange.tricks) {
            let help = "write the number of finished tricks at each exchange, the first one first";
            (2, format!("{tricks} tricks were won, and {} are written", exchange.tricks), help)
        } else {
            before = exchange.tricks;
            continue;
        };
        return Err(Invalid::new(format!("exchanged[{place}][{part}]"), message, help));
    }
    Ok(())
}

/// Refuses a muestra that the rules put elsewhere. Once mano has taken it, it is a card like any other.
fn check_muestra(rules: &Tute, state: &TuteState) -> Result<(), Invalid> {
    let (public, hands) = (&state.public, &state.hands);
    let Some(muestra) = public.muestra else {
        return Ok(());
    };
    let holder = (0..SEATS).find(|&seat| hands[seat].contains(muestra));
    if rules.muestra == Muestra::Mano {
        let mano = usize::from(next(public.dealer));
        return holder.filter(|&seat| seat != mano).map_or(Ok(()), |other| {
            let message = format!("{} holds the muestra", seat_of(other));
            let help =
                format!("{} has taken it, as dealer is {}", seat_of(mano), public.dealer + 1);
            Err(Invalid::new("muestra", message, help))
        });
    }
    let mut pack = Pack(muestra.set());
    if holder.is_some() {
        pack.add(|| "muestra".to_owned(), muestra)?;
    }
    for (place, (_, card)) in state.history.iter().enumerate() {
        pack.add(|| format!("played[{place}][1]"), card)?;
    }
    for (place, &card) in public.table().iter().enumerate() {
        pack.add(|| format!("trick[{place}]"), card)?;
    }
    Ok(())
}

/// Refuses hands whose sizes do not belong together, or to the tricks.
fn check_sizes(rules: &Tute, public: &Public) -> Result<(), Invalid> {
    let in_trick = usize::from(public.in_trick);
    let laid = |seat: usize| (seat + SEATS - usize::from(public.leader)) % SEATS < in_trick;
    let mano = usize::from(next(public.dealer));
    let left = |seat: usize| {
        let more = rules.muestra == Muestra::Mano && seat == mano;
        i32::from(public.sizes[seat]) + i32::from(laid(seat)) - i32::from(more)
    };
    let tricks: u8 = public.tricks.iter().sum();
    let (message, help) = if (1..SEATS).any(|seat| left(seat) != left(0)) {
        let [first, second, third] = public.sizes;
        (
            format!(
                "hands of {first}, {second} and {third} cards do not belong to a trick of \
                 {in_trick} that seat {} led",
                public.leader + 1
            ),
            "a player who has played to the trick holds one card less than the others",
        )
    } else if in_trick > 0 && left(0) == 0 {
        (
            format!("{in_trick} cards are on the table, and the other hands are empty"),
            "give a card to each seat that plays to the trick",
        )
    } else if left(0) + i32::from(tricks) > i32::from(TRICKS) || left(0) < 0 {
        (format!("{tricks} tricks were won, and {} are left", left(0)), "a hand has 13 tricks")
    } else {
        return Ok(());
    };
    Err(Invalid::new("hands", message, help))
}

/// Fills in what follows from the played cards and the trick. The hands have no part in it: what all
/// players know cannot depend on them.
fn know(rules: &Tute, public: &mut Public, history: &History) {
    let given = *public;
    let played: Vec<_> = history.iter().collect();
    public.in_trick = 0;
    (public.followed, public.cannot) = ([0; SEATS], [Cards::NONE; SEATS]);
    if let Some(replayed) = replay(rules, public, &played, given.table()) {
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
    for (cannot, &voids) in public.cannot.iter_mut().zip(&public.voids) {
        Suit::of_bits(voids).for_each(|suit| *cannot |= suit.cards());
    }
    for (place, &card) in given.table().iter().enumerate() {
        let seat = (usize::from(public.leader) + place) % SEATS;
        public.sizes[seat] += 1;
        // The card is not in the hand.
        public.play(rules, &mut [Cards::NONE; SEATS], card);
    }
    public.sizes = given.sizes;
}

/// What is known after these tricks, if they are a course of play from the dealer on that the
/// position's leader has won. A play is illegal if the cards that its seat has played since show it.
fn replay(
    rules: &Tute,
    public: &Public,
    played: &[(Seat, Card)],
    trick: &[Card],
) -> Option<Public> {
    let mut held = [Cards::NONE; SEATS];
    for (place, card) in trick.iter().enumerate() {
        held[(usize::from(public.leader) + place) % SEATS] |= card.set();
    }
    for (seat, card) in played {
        held[usize::from(seat.0)] |= card.set();
    }
    // Before an exchange, the seat held the card that it gave.
    for (exchange, given) in public.exchanges().rev() {
        let seat = usize::from(exchange.seat);
        held[seat].remove(exchange.taken);
        held[seat] |= given.set();
    }
    let mut again = Public::new(public.dealer, public.porotos);
    let tricks = played.len() / SEATS;
    again.sizes = public.sizes.map(|size| size + tricks as u8 + 1);
    (again.muestra, again.trump) = (public.dealt_muestra(), public.trump);
    again.phase = Phase::Playing;
    for (seat, card) in played {
        let legal = again.legal(rules, held[usize::from(seat.0)]);
        if again.decider() != usize::from(seat.0) || !legal.contains(*card) {
            return None;
        }
        again.play(rules, &mut held, *card);
        if again.phase == Phase::Declaring {
            again.phase = Phase::Playing;
            let won: u8 = again.tricks.iter().sum();
            for (Exchange { seat, taken, tricks }, given) in public.exchanges() {
                if (seat, tricks) == (again.leader, won) {
                    again.exchanged(given, taken);
                    held[usize::from(seat)].remove(given);
                    held[usize::from(seat)] |= taken.set();
                }
            }
        }
    }
    (again.in_trick == 0 && (again.leader, again.exchanges) == (public.leader, public.exchanges))
        .then_some(again)
}
