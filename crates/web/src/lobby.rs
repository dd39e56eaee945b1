//! The lobby: a card for each game, with a form that begins it.

use maud::{Markup, html};

use crate::games::{Card, Class};

/// The cards of all games.
pub(crate) fn lobby(cards: &[Card]) -> Markup {
    html! {
        h1 { "rivals" }
        p { "Play against personalities and agents, or with other people. Everything that a game "
            "knows of your decisions is shown when it is over." }
        section #home aria-label="Your games" {}
        div.cards { @for card in cards { (self::card(card)) } }
    }
}

/// The same for those who cannot begin a game: what there is, and how to get a key.
pub(crate) fn visited(cards: &[Card], thinking: Class) -> Markup {
    html! {
        h1 { "rivals" }
        p { "The owner of this server makes tables: by the address with a key that "
            code { "rivals serve" } " printed. To take a seat, open the link of an invitation." }
        div.cards {
            @for card in cards {
                section.card {
                    h2 { (card.title) }
                    p { (card.about) }
                    @let seats: Vec<String> = card.seats.iter().map(usize::to_string).collect();
                    p { "Players: " (seats.join(", ")) }
                    @let quick = card.opponents.iter().filter(|one| one.class.is_some_and(|class| class <= thinking));
                    @let names: Vec<&str> = quick.map(|one| &*one.name).collect();
                    @if !names.is_empty() { p { "Opponents: " (names.join(", ")) } }
                }
            }
        }
    }
}

fn card(card: &Card) -> Markup {
    let most = card.seats.iter().max().copied().unwrap_or(1);
    let usual = card.seats.first().copied().unwrap_or(1);
    html! {
        form.card id=(format!("game-{}", card.name)) data-game=(card.name) {
            h2 id=(format!("title-{}", card.name)) { (card.title) }
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
                p.about {}
            }
            label.check { input type="checkbox" name="hints"; " Hints at every decision" }
            details {
                summary { "More" }
                label.check { input type="checkbox" name="learn"; " The opponents learn from my earlier games" }
                label.check { input type="checkbox" name="watch"; " Others may look on" }
                label.check { input type="checkbox" name="agents"; " I only look on: the first player is an agent as well" }
                label { "Minutes for each person "
                    input name="minutes" type="number" min="1" max="1440" placeholder="no clock"; }
                label { "Seconds that a decision adds "
                    input name="increment" type="number" min="0" max="3600" value="0"; }
            }
            button id=(format!("play-{}", card.name)) aria-labelledby=(format!("play-{0} title-{0}", card.name)) { "Play" }
        }
    }
}
