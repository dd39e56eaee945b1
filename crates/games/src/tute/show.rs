//! How Tute Cabrero is shown: what one seat knows, and the course of play in words.

use std::fmt::Write;
use std::sync::Arc;

use rand::Rng;
use serde_json::Value;

use super::cards::{Card, Cards, Suit};
use super::log::events;
use super::open_hand::open_hand;
use super::picture;
use super::positions::log;
use super::public::{Phase, Public, SEATS, TRICKS, TUTE, seat_of};
use super::rules::{Declarations, Exchanges, Muestra, NoTrick, Tute, Unit};
use super::state::{TuteMove, TuteView};
use rivals_core::contest::Present;
use rivals_core::play::show::{Aim, Board, Colour, LogLine, Names, Part, Scene};
use rivals_core::play::{Logged, LoggedOf, Playthrough, Seat};
use rivals_core::text::words::list;
use rivals_core::values::Invalid;

impl Present for Tute {
    fn events(&self, playthrough: &Playthrough<Self>) -> Option<Vec<Value>> {
        Some(events(playthrough))
    }

    fn own_asks(&self) -> &'static [&'static str] {
        &["log", "open_hand"]
    }

    fn answer_own(self: &Arc<Self>, ask: &str, fields: &Value) -> Result<Value, Invalid> {
        match ask {
            "open_hand" => open_hand(self, fields),
            _ => log(self, fields),
        }
    }

    fn scene(&self, view: &TuteView, names: &Names) -> Scene {
        Scene { parts: vec![Part::Board(self.table(view, names))] }
    }

    fn reason(&self, view: &TuteView, names: &Names) -> String {
        let losers = self.losers(&view.public);
        let named: Vec<&str> = losers.iter().map(|seat| names.who(seat)).collect();
        let lose = match losers.iter().next() {
            Some(only) if losers.len() == 1 => names.does(only, "lose"),
            _ => format!("{} lose", list(&named)),
        };
        let public = &view.public;
        let declared = |seat: &usize| public.declared[*seat] & TUTE != 0;
        let why = match (0..SEATS).find(declared) {
            _ if self.unit == Unit::Match => format!("with {}", self.porotos_of_a_match()),
            Some(seat) => format!("to the tute of {}", names.whom(seat_of(seat))),
            None if self.capote && public.tricks.contains(&TRICKS) => {
                "as one player has taken all tricks".to_owned()
            }
            None if self.no_trick == NoTrick::Loses && public.tricks.contains(&0) => {
                "without a trick".to_owned()
            }
            None => "with the points in the middle".to_owned(),
        };
        format!("{lose} {why}.")
    }

    fn name(&self, view: &TuteView, action: TuteMove) -> String {
        match action {
            TuteMove::Play(card) => format!("play {card}"),
            TuteMove::Forty => "declare 40".to_owned(),
            TuteMove::Twenty(suit) => format!("declare 20 in {}", suit.name()),
            TuteMove::Tute => "declare a tute".to_owned(),
            TuteMove::Pass => "pass".to_owned(),
            TuteMove::Exchange => match self.exchange_of(view) {
                Some([given, taken]) => format!("exchange {given} for {taken}"),
                None => action.to_string(),
            },
        }
    }

    fn question(&self, view: &TuteView, _: &Names) -> String {
        match view.public.phase {
            Phase::Declaring if self.exchange_of(view).is_some() => {
                "You have won the trick. Do you exchange or declare?".to_owned()
            }
            Phase::Declaring => "You have won the trick. Do you declare?".to_owned(),
            _ if view.public.in_trick == 0 => "Which card do you lead?".to_owned(),
            _ => "Which card do you play?".to_owned(),
        }
    }

    /// After most tricks, the winner has nothing to declare.
    fn goes_without_asking(&self, _: &TuteView, action: TuteMove) -> bool {
        action == TuteMove::Pass
    }

    fn tell(
        &self,
        before: &TuteView,
        step: &LoggedOf<Self>,
        after: &TuteView,
        names: &Names,
        _: &mut dyn Rng,
    ) -> Vec<LogLine> {
        let lines = match *step {
            Logged::Act(seat, action) => self.told(before, seat, action, after, names),
            // The hand of a seat is shown; the cards of the others are not.
            Logged::Happen(card) if after.public.phase == Phase::Playing => {
                let mut lines =
                    vec![format!("The muestra is {card}: trumps are {}.", card.suit().name())];
                if self.muestra == Muestra::Mano {
                    let mano = seat_of(usize::from(after.public.leader));
                    lines.push(format!("{} it.", names.does(mano, "take")));
                }
                lines
            }
            Logged::Happen(_) | Logged::Forfeit(_) => Vec::new(),
        };
        let trick = matches!(step, Logged::Act(..)) && after.public.table().is_empty();
        let last = lines.len().saturating_sub(1);
        let line = |(place, text)| {
            LogLine::line(text).of(if trick && place == last { "trick" } else { "" })
        };
        lines.into_iter().enumerate().map(line).collect()
    }

    fn explain(&self, view: &TuteView, action: TuteMove) -> String {
        let public = &view.public;
        match action {
            TuteMove::Play(card) => {
                let points = match card.points() {
                    0 => "has no points".to_owned(),
                    points => format!("has {points} points"),
                };
                let does = match public.in_trick {
                    0 => "leads".to_owned(),
                    _ if public.beating().contains(card) => format!("beats {}", public.best),
                    _ => format!("does not beat {}", public.best),
                };
                format!("the {} {does} and {points}", card.name())
            }
            TuteMove::Forty => "scores 40 points and shows two cards".to_owned(),
            TuteMove::Twenty(_) => "scores 20 points and shows two cards".to_owned(),
            TuteMove::Tute => "ends the hand, and the other players lose it".to_owned(),
            TuteMove::Pass => "declares nothing after this trick".to_owned(),
            TuteMove::Exchange => match self.exchange_of(view) {
                Some([given, taken]) => {
                    format!("takes the {} for the {}", taken.name(), given.name())
                }
                None => action.to_string(),
            },
        }
    }

    fn guide(&self) -> String {
        let aim = if self.no_trick == NoTrick::Loses {
            " A player without a trick loses instead of the one between."
        } else {
            ""
        };
        let unit = match self.unit {
            Unit::Hand => "The game is one hand.".to_owned(),
            Unit::Match => {
                let porotos = self.porotos_of_a_match();
                let most = porotos.split(' ').next().unwrap_or_default();
                format!("The match ends when a player has {porotos}, and those with {most} lose.")
            }
        };
        let muestra = match self.muestra {
            Muestra::Out => "is out of play",
            Muestra::LastTrick => "is out of play; the winner of the last trick scores it",
            Muestra::Mano => {
                "goes to the player who leads first, whose card that is left over is not scored"
            }
        };
        let else_play = if self.contrafallo {
            "play a trump, or any card if you have none"
        } else {
            "play any card"
        };
        let last = match self.last_trick {
            0 => String::new(),
            points => format!(" The last trick has {points} points more."),
        };
        let many = match self.declarations {
            Declarations::One => "one declaration after a trick",
            Declarations::All => "all that you like after the same trick",
        };
        let capote = if self.capote {
            " If you take all 13 tricks, the other two lose, unless you have declared: then you \
             lose alone."
        } else {
            ""
        };
        let tute = if self.tute {
            " All four reyes or all four caballos are a tute, which ends the hand: the other two \
             lose it."
        } else {
            ""
        };
        let exchange = match self.exchange {
            Exchanges::Off => String::new(),
            cards => format!(
                "\n\nExchange: after a trick that you win, before you declare, you may give the {} \
                 of trumps for the muestra if that is stronger.",
                match cards {
                    Exchanges::Seven => "7",
                    Exchanges::Two => "2",
                    _ => "7 or the 2",
                }
            ),
        };
        format!(
            "Aim: do not be the middle one. The player with the most points and the one with the \
             fewest are safe, and the player between them loses the hand and gets a poroto; ties \
             with it lose as well.{aim}{capote} {unit}\n\
             \n\
             Cards: the ranks are A 3 R C S 7 6 5 4 2 from the strongest, with 11, 10, 4, 3, 2 and \
             no points; the suits are oros O, copas C, espadas E and bastos B. The muestra shows \
             the trump suit and {muestra}.\n\
             \n\
             Play: follow the suit that was led, and beat the winning card if you can. If you \
             cannot follow, beat it with a trump if you can; otherwise {else_play}.{last}\n\
             \n\
             Declarations: after a trick that you win, the rey and the caballo of trumps bring 40 \
             points, those of another suit 20, {many}.{tute}{exchange}"
        )
    }
}

impl Tute {
    /// The porotos that end a match, in words.
    fn porotos_of_a_match(&self) -> String {
        match self.porotos {
            1 => "one poroto".to_owned(),
            4 => "four porotos".to_owned(),
            more => format!("{more} porotos"),
        }
    }

    /// The card that the view's seat may give, and the muestra.
    fn exchange_of(&self, view: &TuteView) -> Option<[Card; 2]> {
        Some([view.public.exchangeable(self, view.hand)?, view.public.muestra?])
    }

    /// The cards and scores that a seat sees.
    fn table(&self, view: &TuteView, names: &Names) -> Board {
        let public = &view.public;
        let mut board = Board::default();
        let text = &mut board.text;
        *text = match public.muestra {
            Some(card) => format!("Trumps: {}. Muestra: {card}.\n", public.trump.name()),
            None if public.phase == Phase::Dealing => "The cards are being dealt.\n".to_owned(),
            None => format!("Trumps: {}.\n", public.trump.name()),
        };
        for seat in 0..SEATS {
            self.scored(view, seat, names, text);
        }
        self.trick(view, names, &mut board);
        self.hand(view, &mut board);
        board.drawing = Some(picture::drawing(view, &on_table(view), names));
        board
    }

    /// What a seat has scored and shown.
    fn scored(&self, view: &TuteView, seat: usize, names: &Names, text: &mut String) {
        let public = &view.public;
        let name = names.who(seat_of(seat));
        let counted = |count: u16, word: &str| match count {
            1 => format!("1 {word}"),
            _ => format!("{count} {word}s"),
        };
        let points = counted(public.scores[seat], "point");
        let _ = write!(text, "{name}: {points}, {}", counted(public.tricks[seat].into(), "trick"));
        if self.unit == Unit::Match {
            *text += &format!(", {}", counted(public.porotos[seat].into(), "poroto"));
        }
        *text += ".\n";
        let suits = |bits: u8| -> Vec<&str> { Suit::of_bits(bits).map(Suit::name).collect() };
        let shown =
            [("declared", suits(public.declared[seat])), ("void in", suits(public.voids[seat]))];
        let shown = shown.iter().filter(|(_, suits)| !suits.is_empty());
        let shown: Vec<String> =
            shown.map(|(what, suits)| format!("{what} {}", list(suits))).collect();
        if !shown.is_empty() {
            let _ = writeln!(text, "  {}.", shown.join("; "));
        }
    }

    /// The trick on the table, or the last one, and who leads or wins.
    fn trick(&self, view: &TuteView, names: &Names, board: &mut Board) {
        let public = &view.public;
        let leader = seat_of(usize::from(public.leader));
        let cards = on_table(view);
        if !cards.is_empty() {
            board.text += match public.in_trick {
                0 => "The last trick:",
                _ => "On the table:",
            };
            for (place, (seat, card)) in cards.into_iter().enumerate() {
                board.text += if place == 0 { " " } else { ", " };
                board.ink(&card.to_string(), colour(card.suit()));
                board.text += &format!(" ({})", names.whom(seat));
            }
            board.text += ".\n";
        }
        match (public.phase, public.in_trick) {
            (Phase::Dealing | Phase::Over, _) => {}
            (_, 0) => board.text += &format!("{} the next trick.\n", names.does(leader, "lead")),
            _ => {
                let winner = names.whom(seat_of(usize::from(public.winner)));
                let (leader, best) = (names.whom(leader), public.best);
                board.text += &format!("Led by {leader}; {best} ({winner}) wins so far.\n");
            }
        }
    }

    /// The hand of a seat, suit by suit from the strongest card, and how its actions are chosen.
    fn hand(&self, view: &TuteView, board: &mut Board) {
        let public = &view.public;
        if public.phase == Phase::Over && view.hand == Cards::NONE {
            return;
        }
        board.text += "Your hand:";
        let mut places = [(None, (0, 0)); 40];
        let suits = Suit::ALL.into_iter().filter(|suit| !view.hand.of(*suit).is_empty());
        for (row, suit) in suits.enumerate() {
            let trumps = match public.muestra {
                Some(card) if card.suit() == suit => " (trumps)",
                _ => "",
            };
            board.text += "\n ";
            board.ink(&format!("{:17}", format!("{}{trumps}", suit.name())), colour(suit));
            let cards: Vec<Card> = view.hand.of(suit).iter().collect();
            for (column, card) in cards.into_iter().rev().enumerate() {
                board.text += "  ";
                let place = board.ink(&card.to_string(), colour(suit));
                places[usize::from(card.0)] = (Some(place), (column, row));
                board.spots.push((place, picture::spot(column, row)));
            }
        }
        let mut actions = Vec::new();
        self.actions_of(public, view.hand, &mut actions);
        let aim = |(place, action)| match action {
            TuteMove::Play(Card(card)) => {
                let (from, at) = places[usize::from(card)];
                Aim { at, from, ..Aim::default() }
            }
            _ => Aim { at: (place, 0), ..Aim::default() },
        };
        board.aims = actions.into_iter().enumerate().map(aim).collect();
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
        if action == TuteMove::Exchange {
            let taken = before.public.muestra.iter();
            let told = taken.zip(&after.public.muestra).map(|(taken, given)| {
                format!("{} {taken}, the muestra, for {given}.", names.does(seat, "take"))
            });
            return told.collect();
        }
        let mut public = before.public;
        let mut hands = [Cards::NONE; SEATS];
        self.act_in_hand(&mut public, &mut hands, action);
        let own = usize::from(seat.0);
        let mut lines = match action {
            TuteMove::Play(card) => {
                let mut lines = vec![format!("{} {card}.", names.does(seat, "play"))];
                let shown = public.voids[own] & !before.public.voids[own];
                for suit in Suit::of_bits(shown) {
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
            TuteMove::Pass | TuteMove::Exchange => Vec::new(),
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
        let losers: Vec<&str> = (public.losers(self).iter()).map(|seat| names.whom(seat)).collect();
        let [a, b, c] = public.scores;
        let scores = if public.declared.iter().any(|declared| declared & TUTE != 0) {
            String::new()
        } else {
            format!(" with {a}, {b} and {c} points")
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
    format!("{} {points} in {}.", names.does(seat, "declare"), suit.name())
}

/// The cards of the trick on the table, or of the last one, with the seats that played them.
fn on_table(view: &TuteView) -> Vec<(Seat, Card)> {
    let public = &view.public;
    let last = view.history.iter().collect::<Vec<_>>();
    match public.in_trick {
        0 => last[last.len().saturating_sub(SEATS)..].to_vec(),
        _ => {
            let leader = usize::from(public.leader);
            let seats = (0..SEATS).map(|place| seat_of((leader + place) % SEATS));
            seats.zip(public.table().iter().copied()).collect()
        }
    }
}

/// The colour in which a suit is shown.
fn colour(suit: Suit) -> Colour {
    [Colour::Yellow, Colour::Red, Colour::Blue, Colour::Green][usize::from(suit.0)]
}
