//! How Tute Cabrero is shown: what one seat knows, and the course of play in words.

use std::fmt::Write;

use rand::Rng;

use super::cards::{Card, Cards, Suit};
use super::public::{Phase, Public, SEATS, TUTE, seat_of};
use super::rules::{Declarations, Muestra, Tute, Unit};
use super::state::{TuteMove, TuteView};
use crate::play::show::{Names, Part, Scene, Show, Told};
use crate::play::{Seat, Step, StepOf};
use crate::report::words::list;

impl Show for Tute {
    const HIDES: bool = true;

    fn scene(&self, view: &TuteView, names: &Names) -> Scene {
        Scene {
            parts: vec![Part::Text(self.table(view, names))],
        }
    }

    fn name(&self, _: &TuteView, action: TuteMove) -> String {
        match action {
            TuteMove::Play(card) => format!("play {card}"),
            TuteMove::Forty => "declare 40".to_owned(),
            TuteMove::Twenty(suit) => format!("declare 20 in {}", suit.name()),
            TuteMove::Tute => "declare a tute".to_owned(),
            TuteMove::Pass => "pass".to_owned(),
        }
    }

    fn question(&self, view: &TuteView, _: &Names) -> String {
        match view.public.phase {
            Phase::Declaring => "You have won the trick. Do you declare?".to_owned(),
            _ if view.public.in_trick == 0 => "Which card do you lead?".to_owned(),
            _ => "Which card do you play?".to_owned(),
        }
    }

    /// After most tricks, the winner has nothing to declare.
    fn goes_without_asking(&self, _: &TuteView, action: TuteMove) -> bool {
        action == TuteMove::Pass
    }

    fn read(&self, _: &TuteView, words: &str) -> Option<TuteMove> {
        let words: Vec<&str> = words.split([' ', ':']).collect();
        let suit = |word: &str| {
            let mut suits = Suit::ALL.into_iter();
            suits.find(|suit| {
                suit.name() == word || suit.letter().to_string() == word.to_uppercase()
            })
        };
        match words[..] {
            ["pass"] => Some(TuteMove::Pass),
            ["declare", "40"] => Some(TuteMove::Forty),
            ["declare", "20", of] | ["declare", "20", "in", of] => suit(of).map(TuteMove::Twenty),
            ["declare", "tute"] | ["declare", "a", "tute"] => Some(TuteMove::Tute),
            [card] | ["play", card] => card.to_uppercase().parse().ok().map(TuteMove::Play),
            _ => None,
        }
    }

    fn tell(
        &self,
        before: &TuteView,
        step: &StepOf<Self>,
        after: &TuteView,
        names: &Names,
        _: &mut dyn Rng,
    ) -> Vec<Told> {
        let lines = match *step {
            Step::Act(seat, action) => self.told(before, seat, action, after, names),
            // The hand of a seat is shown; the cards of the others are not.
            Step::Happen(card) if after.public.phase == Phase::Playing => {
                let mut lines = vec![format!(
                    "The muestra is {card}: trumps are {}.",
                    card.suit().name()
                )];
                if self.muestra == Muestra::Mano {
                    let mano = seat_of(usize::from(after.public.leader));
                    lines.push(format!("{} it.", names.does(mano, "take")));
                }
                lines
            }
            Step::Happen(_) | Step::Forfeit(_) => Vec::new(),
        };
        lines.into_iter().map(Told::line).collect()
    }

    fn explain(&self, view: &TuteView, action: TuteMove) -> String {
        let public = &view.public;
        match action {
            TuteMove::Play(card) => {
                let points = match card.points() {
                    0 => "has no points".to_owned(),
                    points => format!("has {points} points"),
                };
                match public.in_trick {
                    0 => format!("leads {} and {points}", card.suit().name()),
                    _ if public.beating().contains(card) => {
                        format!("beats {} and {points}", public.best)
                    }
                    _ => format!("does not beat {} and {points}", public.best),
                }
            }
            TuteMove::Forty => "scores 40 points and shows two cards".to_owned(),
            TuteMove::Twenty(_) => "scores 20 points and shows two cards".to_owned(),
            TuteMove::Tute => "ends the hand, and the other players lose it".to_owned(),
            TuteMove::Pass => "declares nothing after this trick".to_owned(),
        }
    }

    fn guide(&self) -> String {
        let aim = match self.no_trick_loses {
            false => "",
            true => " A player without a trick loses in place of the one between.",
        };
        let unit = match self.unit {
            Unit::Hand => "The game is one hand.",
            Unit::Match => {
                "The match ends when a player has four porotos, and those with four lose."
            }
        };
        let muestra = match self.muestra {
            Muestra::Out => "is out of play",
            Muestra::LastTrick => "is out of play; the winner of the last trick scores it",
            Muestra::Mano => {
                "goes to the player who leads first, whose card that is left over is not scored"
            }
        };
        let else_play = match self.contrafallo {
            false => "play any card",
            true => "play a trump, or any card if you have none",
        };
        let last = match self.last_trick {
            0 => String::new(),
            points => format!(" The last trick has {points} points more."),
        };
        let many = match self.declarations {
            Declarations::One => "one declaration after a trick",
            Declarations::All => "all that you like after the same trick",
        };
        format!(
            "Aim: do not be the middle one. The player with the most points and the one with the \
             fewest are safe, and the player between them loses the hand and gets a poroto; ties \
             with it lose as well.{aim} If you take all 13 tricks, the other two lose, unless you \
             have declared: then you lose alone. {unit}\n\
             \n\
             Cards: the ranks are A 3 R C S 7 6 5 4 2 from the strongest, with 11, 10, 4, 3, 2 and \
             no points; the suits are oros O, copas C, espadas E and bastos B. The muestra shows \
             the trump suit and {muestra}.\n\
             \n\
             Play: follow the suit that was led, and beat the winning card if you can. If you \
             cannot follow, beat it with a trump if you can; otherwise {else_play}.{last}\n\
             \n\
             Declarations: after a trick that you win, the rey and the caballo of trumps bring 40 \
             points, those of another suit 20, {many}. All four reyes or all four caballos are a \
             tute, which ends the hand: the other two lose it."
        )
    }
}

impl Tute {
    /// The cards and scores that a seat sees.
    fn table(&self, view: &TuteView, names: &Names) -> String {
        let public = &view.public;
        let mut text = match public.muestra {
            Some(card) => format!("Trumps: {}. Muestra: {card}.\n", public.trump.name()),
            None if public.phase == Phase::Dealing => "The cards are being dealt.\n".to_owned(),
            None => format!("Trumps: {}.\n", public.trump.name()),
        };
        for seat in 0..SEATS {
            let name = names.who(seat_of(seat));
            let counted = |count: u16, word: &str| match count {
                1 => format!("1 {word}"),
                _ => format!("{count} {word}s"),
            };
            let _ = write!(
                text,
                "{name}: {}, {}",
                counted(public.scores[seat], "point"),
                counted(public.tricks[seat].into(), "trick"),
            );
            if self.unit == Unit::Match {
                text += &format!(", {}", counted(public.porotos[seat].into(), "poroto"));
            }
            text += ".\n";
            let suits = |bits: u8| -> Vec<&str> {
                let suits = Suit::ALL.into_iter().filter(|suit| bits & suit.bit() != 0);
                suits.map(Suit::name).collect()
            };
            let shown = [
                ("declared", suits(public.declared[seat])),
                ("void in", suits(public.voids[seat])),
            ];
            let shown = shown.iter().filter(|(_, suits)| !suits.is_empty());
            let shown: Vec<String> = shown
                .map(|(what, suits)| format!("{what} {}", list(suits)))
                .collect();
            if !shown.is_empty() {
                let _ = writeln!(text, "  {}.", shown.join("; "));
            }
        }
        let on_table = public.table().iter().enumerate().map(|(place, card)| {
            let seat = seat_of((usize::from(public.leader) + place) % SEATS);
            format!("{card} ({})", names.whom(seat))
        });
        let on_table: Vec<String> = on_table.collect();
        let last: Vec<(Seat, Card)> = view.history.iter().collect();
        if !on_table.is_empty() {
            text += &format!("On the table: {}.\n", on_table.join(", "));
        } else if let Some(trick) = last.len().checked_sub(SEATS).map(|first| &last[first..]) {
            let cards = trick
                .iter()
                .map(|(seat, card)| format!("{card} ({})", names.whom(*seat)));
            text += &format!(
                "The last trick: {}.\n",
                cards.collect::<Vec<_>>().join(", ")
            );
        }
        text + &format!("Your hand: {}", in_suits(view.hand))
    }

    /// What an action of a seat did, for all seats alike.
    fn told(
        &self,
        before: &TuteView,
        seat: Seat,
        action: TuteMove,
        after: &TuteView,
        names: &Names,
    ) -> Vec<String> {
        let mut public = before.public;
        let mut hands = [Cards::NONE; SEATS];
        self.act_in_hand(&mut public, &mut hands, action);
        let own = usize::from(seat.0);
        let mut lines = match action {
            TuteMove::Play(card) => {
                let mut lines = vec![format!("{} {card}.", names.does(seat, "play"))];
                let shown = public.voids[own] & !before.public.voids[own];
                for suit in Suit::ALL.into_iter().filter(|suit| shown & suit.bit() != 0) {
                    lines.push(format!("{} no {}.", names.does(seat, "have"), suit.name()));
                }
                if public.in_trick == 0 {
                    lines.push(self.trick_told(&before.public, card, &public, names));
                }
                lines
            }
            TuteMove::Forty => vec![declared(seat, public.trump, 40, names)],
            TuteMove::Twenty(suit) => vec![declared(seat, suit, 20, names)],
            TuteMove::Tute => vec![format!("{} a tute.", names.does(seat, "declare"))],
            TuteMove::Pass => Vec::new(),
        };
        if public.phase == Phase::Over {
            lines.push(self.hand_told(&public, &after.public, names));
        }
        lines
    }

    /// Who wins a trick, with its points and those that only the last trick has.
    fn trick_told(&self, before: &Public, card: Card, after: &Public, names: &Names) -> String {
        let winner = usize::from(after.leader);
        let cards = before.table().iter().chain([&card]);
        let points: u16 = cards.map(|card| u16::from(card.points())).sum();
        let wins = names.does(seat_of(winner), "win");
        let text = format!("{wins} the trick with {points} points");
        match after.scores[winner] - before.scores[winner] - points {
            0 => text + ".",
            more if self.muestra == Muestra::LastTrick => {
                format!("{text}, and {more} more for the last trick and the muestra.")
            }
            more => format!("{text}, and {more} more for the last trick."),
        }
    }

    fn hand_told(&self, public: &Public, after: &Public, names: &Names) -> String {
        let losers: Vec<&str> = (public.losers(self).iter())
            .map(|seat| names.whom(seat))
            .collect();
        let [a, b, c] = public.scores;
        let scores = match public.declared.iter().any(|declared| declared & TUTE != 0) {
            true => String::new(),
            false => format!(" with {a}, {b} and {c} points"),
        };
        let mut text = format!("The hand is over{scores}: a poroto for {}.", list(&losers));
        if self.unit == Unit::Match {
            let [a, b, c] = after.porotos;
            text += &format!(" Porotos: {a}, {b} and {c}.");
        }
        text
    }
}

fn declared(seat: Seat, suit: Suit, points: u8, names: &Names) -> String {
    format!(
        "{} {points} in {}.",
        names.does(seat, "declare"),
        suit.name()
    )
}

/// The cards of a hand, suit by suit, from the strongest.
fn in_suits(hand: Cards) -> String {
    let suits = Suit::ALL
        .into_iter()
        .filter(|suit| !hand.of(*suit).is_empty());
    let suits = suits.map(|suit| {
        let cards: Vec<String> = hand.of(suit).iter().map(|card| card.to_string()).collect();
        cards.into_iter().rev().collect::<Vec<_>>().join(" ")
    });
    suits.collect::<Vec<_>>().join("   ")
}
