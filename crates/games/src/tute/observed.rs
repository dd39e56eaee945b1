//! Tute Cabrero as numbers, for programs that learn.

use super::cards::{Card, Suit};
use super::public::{CARDS, Phase, SEATS, TRICKS};
use super::rules::{Exchanges, MOST_POROTOS, Tute};
use super::state::{TuteMove, TuteView};
use rivals_core::play::Seat;
use rivals_core::play::observed::{Field, Numbers, Observed};

const CARDS_: usize = CARDS as usize;
const SUITS: usize = Suit::ALL.len();

/// The points of a hand are below this, with all declarations and a card that is scored twice.
const MOST_SCORE: f32 = 400.0;

/// The most hands of a match: each gives a poroto to at least one of three players.
const MOST_HANDS: f32 = (3 * MOST_POROTOS) as f32;

const PHASES: [Phase; 4] = [Phase::Dealing, Phase::Declaring, Phase::Playing, Phase::Over];

fn card(card: Option<Card>) -> Option<usize> {
    card.map(|card| usize::from(card.0))
}

impl Observed for Tute {
    fn fields(&self, _: &TuteView) -> Vec<Field> {
        vec![
            Field::flags("own hand, by card", CARDS_),
            Field::up_to(
                f32::from(CARDS),
                "when each card was played, from 1, by seat",
                SEATS * CARDS_,
            ),
            Field::flags("the trick so far, by place and card", SEATS * CARDS_),
            Field::flags("muestra, by card", CARDS_),
            Field::flags("trump, by suit", SUITS),
            Field::flags("who deals, leads or declares, wins the trick", 3 * SEATS),
            Field::flags("phase: dealing, declaring, playing, over", PHASES.len()),
            Field::up_to(f32::from(TRICKS) + 1.0, "cards in hand, by seat", SEATS),
            Field::up_to(MOST_SCORE, "points, by seat", SEATS),
            Field::up_to(f32::from(TRICKS), "tricks, by seat", SEATS),
            Field::flags("declared suits and tute, by seat", SEATS * (SUITS + 1)),
            Field::flags("suits that a seat lacks, by seat", SEATS * SUITS),
            Field::flags("suits that a seat has led or followed, by seat", SEATS * SUITS),
            Field::flags("cards that a seat cannot hold, by seat", SEATS * CARDS_),
            Field::up_to(MOST_HANDS, "porotos, by seat", SEATS),
            Field::up_to(MOST_HANDS, "hands before this one", 1),
            Field::flags("exchanges: by whom, which muestra", 2 * (SEATS + CARDS_)),
            Field::up_to(f32::from(TRICKS), "exchanges: tricks before", 2),
        ]
    }

    fn actions_count(&self, _: &TuteView) -> usize {
        CARDS_ + SUITS + 3 + usize::from(self.exchange != Exchanges::Off)
    }

    fn index(&self, _: &TuteView, action: TuteMove) -> usize {
        match action {
            TuteMove::Play(card) => card.0.into(),
            TuteMove::Forty => CARDS_,
            TuteMove::Twenty(suit) => CARDS_ + 1 + usize::from(suit.0),
            TuteMove::Tute => CARDS_ + 1 + SUITS,
            TuteMove::Pass => CARDS_ + 2 + SUITS,
            TuteMove::Exchange => CARDS_ + 3 + SUITS,
        }
    }

    fn observe(&self, view: &TuteView, seat: Seat, into: &mut Numbers<'_>) {
        let public = &view.public;
        let turned = |of: u8| Seat(of).after(seat, SEATS);
        let seats = || seat.onwards(SEATS).map(|seat| usize::from(seat.0));
        into.bits(view.hand.0, CARDS_);
        let played = into.next(SEATS * CARDS_);
        for (by, card) in view.history.iter() {
            let order = 1.0 + played.iter().filter(|number| **number > 0.0).count() as f32;
            played[turned(by.0) * CARDS_ + usize::from(card.0)] = order;
        }
        let mut table = public.table().iter().copied();
        (0..SEATS).for_each(|_| into.one_of(card(table.next()), CARDS_));
        into.one_of(card(public.muestra), CARDS_);
        into.one_of(Some(public.trump.0.into()), SUITS);
        for of in [public.dealer, public.leader, public.winner] {
            into.one_of(Some(turned(of)), SEATS);
        }
        into.one_of(PHASES.iter().position(|phase| *phase == public.phase), PHASES.len());
        seats().for_each(|seat| into.put(public.sizes[seat]));
        seats().for_each(|seat| into.put(public.scores[seat]));
        seats().for_each(|seat| into.put(public.tricks[seat]));
        seats().for_each(|seat| into.bits(public.declared[seat], SUITS + 1));
        seats().for_each(|seat| into.bits(public.voids[seat], SUITS));
        seats().for_each(|seat| into.bits(public.followed[seat], SUITS));
        seats().for_each(|seat| into.bits(public.cannot[seat].0, CARDS_));
        seats().for_each(|seat| into.put(public.porotos[seat]));
        into.put(public.hand);
        for exchange in public.exchanges {
            into.one_of(exchange.map(|exchange| turned(exchange.seat)), SEATS);
            into.one_of(card(exchange.map(|exchange| exchange.taken)), CARDS_);
        }
        for exchange in public.exchanges {
            into.put(exchange.map_or(0, |exchange| exchange.tricks));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Muestra, Unit};
    use super::*;
    use rivals_core::play::Game;
    use rivals_core::play::observed::observes;

    #[test]
    fn views_and_actions_have_numbers() {
        let setup = Tute::HAND.setups()[0].clone();
        let setups = [(&*setup, 3)];
        observes(&Tute::HAND, &setups, 50_000);
        let exchange = Exchanges::Both;
        observes(&Tute { exchange, muestra: Muestra::LastTrick, ..Tute::HAND }, &setups, 20_000);
        observes(
            &Tute { unit: Unit::Match, muestra: Muestra::Mano, ..Tute::HAND },
            &setups,
            20_000,
        );
    }
}
