//! Tute Cabrero: a card game for three players, in which the one in the middle loses.
//!
//! # Cards
//! The pack has 40 cards: the ranks A 3 R C S 7 6 5 4 2, from the strongest, in the suits oros,
//! copas, espadas and bastos. An as has 11 points, a tres 10, a rey 4, a caballo 3, a sota 2 and
//! the others none: 120 in all.
//!
//! # A hand
//! Each player gets 13 cards. The last card of the pack, the *muestra*, shows the trump suit; it is
//! out of play and nobody scores it. The player after the dealer, *mano*, leads the first trick, and
//! the winner of a trick leads the next. A player who does not lead
//!
//! 1. plays a card of the suit that was led and beats the winning card, if possible;
//! 2. else plays a card of the suit that was led, if possible;
//! 3. else beats the winning card with a trump, if possible;
//! 4. else plays any card.
//!
//! The highest trump wins the trick, or else the highest card of the suit that was led. Its player
//! scores the points of the cards, and 10 more for the last trick.
//!
//! After a trick, its winner may declare the rey and the caballo of a suit, if both are in hand:
//! 40 points for trumps, 20 for another suit. Each suit is declared once, and one declaration may
//! follow a trick. A player with all reyes or all caballos may declare a *tute* instead, which ends
//! the hand.
//!
//! # Who loses
//! The players whose score is the median of the three scores lose the hand, and each of them gets a
//! *poroto*: one player, two or three. After a tute the other two players lose. A player who takes
//! all tricks loses if it has declared anything, and otherwise the other two lose. A match ends when
//! a player has four porotos; the players with four have lost it.
//!
//! # Switches
//! | key | default | other values |
//! |---|---|---|
//! | `unit` | `hand`: a game is one hand | `match`: hands until a player has four porotos |
//! | `muestra` | `fuera`: it is out of play | `ultima_baza`: the winner of the last trick scores it; `mano14`: mano takes it, plays with 14 cards, and the card left over is not scored |
//! | `contrafallo` | `false` | `true`: who can neither follow nor beat must play a trump if possible |
//! | `ultima` | 10 | 0: the last trick has no points of its own |
//! | `cantes` | `uno`: one declaration may follow a trick | `todos`: any number |
//! | `sin_baza` | `salva`: a player without a trick is safe if its score is not the median | `pierde`: players without a trick lose, and no others |
//! | `porotos` | 4 | 1 to 20: the porotos with which a player has lost a match |
//! | `capote` | `true` | `false`: all tricks of one player are as other tricks |
//! | `tute` | `true` | `false`: four reyes or caballos are not declared |
//! | `exchange` | `off` | `7`, `2` or `both`: after winning a trick, the holder of this trump may take a stronger muestra for it |
//!
//! Source: Pire, Chimento and Fernandez, "Juego de cartas implementado con Agentes Inteligentes",
//! 41 JAIIO, EST 2012, pages 416-426, and the rules of tute.com.ar that it names. The paper is silent
//! on the muestra, the points of the last trick and on what remains of ties; the switches are the
//! assumptions that change results.

pub mod agents;
pub mod cards;
pub mod conduct;
pub mod contest;
pub mod determinise;
#[doc(hidden)]
pub mod endgame;
mod facts;
pub mod log;
mod observed;
mod open_hand;
mod picture;
pub mod policies;
pub mod positions;
pub mod public;
pub mod rules;
pub mod show;
pub mod state;
#[cfg(test)]
mod tests;
#[doc(hidden)]
pub mod thinking;
mod validity;
#[doc(hidden)]
pub mod worlds;

pub use cards::{Card, Cards, Suit};
pub use public::{Exchange, Phase, Public};
pub use rules::{Declarations, Exchanges, Muestra, NoTrick, Tute, Unit};
pub use state::{History, TuteMove, TuteState, TuteView};
