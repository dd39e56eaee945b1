//! The regions of a table as HTML, as one seat sees them.

use maud::{Markup, html};
use rivals_core::personalities::Member;
use rivals_core::play::Seat;
use rivals_core::play::session::Session;

use crate::scene;

/// The most choices without a field that searches them.
const MOST_BUTTONS: usize = 24;

/// What is played, and who sits where.
pub(crate) fn top(session: &dyn Session) -> Markup {
    let header = session.header();
    html! {
        h1 { (header.game) }
        ul.players {
            @for (seat, _) in (0..).map(Seat).zip(&header.seats) {
                li.you[session.names().is_you(seat)] translate="no" { (session.names().name(seat)) }
            }
        }
    }
}

/// The question to the seat that decides.
pub(crate) fn question(session: &dyn Session) -> Markup {
    let choices = session.choices();
    html! {
        fieldset {
            legend { (session.question()) }
            @if choices.len() > MOST_BUTTONS {
                label { "Search " input #search type="search" autocomplete="off"; }
            }
            ol.choices {
                @for (place, name) in choices.iter().enumerate() {
                    li { button id=(format!("choice-{place}")) data-choice=(place) { (name) } }
                }
            }
        }
    }
}

/// What is shown to a seat that is not asked.
pub(crate) fn waits(text: &str) -> Markup {
    html! { p.waits { (text) } }
}

/// After an action that may still be taken back.
pub(crate) fn held() -> Markup {
    html! {
        fieldset {
            legend { "The game waits." }
            ol.choices {
                li { button #go data-do="go" { "Go on" } }
                li { button #undo data-do="undo" { "Take it back" } }
            }
        }
    }
}

/// Who was a stranger?
pub(crate) fn guess(masked: &str, candidates: &[Member]) -> Markup {
    html! {
        fieldset {
            legend { "Who was " (masked.to_lowercase()) "?" }
            ol.choices {
                @for (place, one) in candidates.iter().enumerate() {
                    li { button id=(format!("guess-{place}")) data-guess=(place) { (one.name()) } }
                }
                li { button #guess-none data-guess="" { "No guess" } }
            }
        }
    }
}

/// The game is over.
pub(crate) fn over(result: &str) -> Markup {
    html! {
        fieldset.over {
            legend { (result) }
            ol.choices {
                li { button #review-button data-do="review" { "Review" } }
                li { a.button href="#/" { "New game" } }
            }
        }
    }
}

/// The invitations of a table whose seats are not all taken.
pub(crate) fn invitations(seats: &[(usize, Option<String>)], table: &str) -> Markup {
    html! {
        fieldset {
            legend { "The game begins when every seat is taken." }
            ul.invitations {
                @for (seat, invitation) in seats {
                    li {
                        "Seat " (seat + 1) ": "
                        @match invitation {
                            Some(key) => { input.link readonly data-link=(format!("#/sit/{table}/{key}")) aria-label=(format!("Invitation to seat {}", seat + 1)); }
                            None => { "open" }
                        }
                    }
                }
            }
        }
    }
}

/// The game as a seat sees it.
pub(crate) fn scene(session: &dyn Session, seat: Seat) -> Markup {
    scene::scene(&session.scene(seat))
}
