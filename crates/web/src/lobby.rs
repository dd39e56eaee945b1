//! The lobby: a card for each game, with a form that begins it.

use maud::{Markup, html};

use crate::games::Card;

/// The cards of all games.
pub(crate) fn lobby(cards: &[Card]) -> Markup {
    html! {
        h1 { "rivals" }
        p { "Play against personalities and agents, or with other people. Everything that a game "
            "knows of your decisions is shown when it is over." }
        div.cards { @for card in cards { (self::card(card)) } }
    }
}

fn card(card: &Card) -> Markup {
    let most = card.seats.iter().max().copied().unwrap_or(1);
    let usual = card.seats.first().copied().unwrap_or(1);
    html! {
        form.card id=(format!("game-{}", card.name)) data-game=(card.name) {
            h2 { (card.name) }
            p { (card.about) }
            label { "Your name " input name="name" maxlength="40" placeholder="me" autocomplete="nickname"; }
            label { "Players "
                select name="seats" {
                    @for seats in &card.seats { option value=(seats) { (seats) } }
                }
            }
            @for seat in 2..=most {
                label data-seat=(seat) hidden[seat > usual] { "Player " (seat) " "
                    select name=(format!("seat-{seat}")) {
                        option value="stranger" { "a stranger" }
                        @for one in &card.opponents {
                            option value=(one.id) title=(one.about) { (one.name) }
                        }
                        option value="open" { "a person, by link" }
                    }
                }
            }
            label.check { input type="checkbox" name="hints"; " Hints at every decision" }
            button { "Play" }
        }
    }
}
