//! The regions of a table as HTML, as one seat sees them.

use maud::{Markup, html};
use rivals_core::personalities::Member;
use rivals_core::play::Seat;
use rivals_core::session::Session;
use rivals_core::table::{Frame, Story};
use rivals_core::text::number::signed;
use serde_json::{Value, json};

use crate::message::PHRASES;
use crate::scene::{self, Ground};

/// The most choices that are buttons of the question. More are sent as names, which the page groups.
pub(crate) const MOST_BUTTONS: usize = 24;

/// What is played, and who sits where.
pub(crate) fn top(title: &str, session: &dyn Session, away: &[bool]) -> Markup {
    let header = session.header();
    html! {
        h1 { (title) }
        ul.players {
            @for (seat, _) in (0..).map(Seat).zip(&header.seats) {
                li.you[session.names().is_you(seat)] translate="no" {
                    (session.names().name(seat))
                    @if away.get(usize::from(seat.0)) == Some(&true) { span.away { " (away)" } }
                }
            }
        }
    }
}

/// The question to the seat that decides.
pub(crate) fn question(question: &str, session: &dyn Session) -> Markup {
    let choices = session.choices();
    html! {
        fieldset {
            legend { (question) }
            @if choices.len() > MOST_BUTTONS {
                label { "Search " input #search type="search" autocomplete="off"; }
                p #nothing role="status" hidden { "Nothing is called so." }
            }
            ol.choices {
                @for (place, name) in choices.iter().enumerate().take_while(|_| choices.len() <= MOST_BUTTONS) {
                    li { button id=(format!("choice-{place}")) data-choice=(place) { (name) } }
                }
            }
        }
    }
}

/// The places of those lines of a log that speak of their reader.
pub(crate) fn own(lines: &[String]) -> Vec<usize> {
    let speaks = |line: &str| {
        let mut words = line.split(|sign: char| !sign.is_alphabetic());
        words.any(|word| ["You", "Your", "you", "your"].contains(&word))
    };
    (0..lines.len()).filter(|&place| speaks(&lines[place])).collect()
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

/// Who was a stranger? The question may be left open for `later`.
pub(crate) fn guess(masked: &str, candidates: &[Member], later: bool) -> Markup {
    html! {
        fieldset {
            legend { "Who was " (masked.to_lowercase()) "?" }
            ol.choices {
                li { button #guess-none data-guess="" { "No guess" } }
                @for (place, one) in candidates.iter().enumerate() {
                    li { button id=(format!("guess-{place}")) data-guess=(place) title=(one.character()) { (one.name()) } }
                }
            }
            @if later { p { a.button #later href="#/" { "Later, after another game against the same stranger" } } }
        }
    }
}

/// The game is over; those who `play` may play it again at another table.
pub(crate) fn over(result: &str, play: bool, again: Option<&str>, story: Option<&Story>) -> Markup {
    html! {
        fieldset.over {
            legend { (result) }
            @if let Some(story) = story { (self::story(story)) }
            ol.choices {
                li { button #review-button data-do="review" { "Review" } }
                li { button #replay data-at="0" { "Replay" } }
                @match again {
                    _ if !play => {}
                    Some(table) => {
                        li { a.button href=(format!("#/t/{table}")) data-again=(table) { "To the next game" } }
                    }
                    None => { li { button #again data-do="again" { "Play again, seats turned" } } }
                }
                @if play { li { a.button href="#/" { "New game" } } }
            }
        }
    }
}

/// How a game went: the curve, luck against play, and the moments that can be opened.
fn story(story: &Story) -> Markup {
    let points = |value: f64| signed(100.0 * value, 1);
    let last = story.curve.len().saturating_sub(1).max(1);
    let at = |(place, share): (usize, &f64)| {
        format!("{:.2},{:.2}", 100.0 * place as f64 / last as f64, 30.0 * (1.0 - share))
    };
    let curve: Vec<String> = story.curve.iter().enumerate().map(at).collect();
    html! {
        figure.story {
            svg viewBox="-1 -1 102 32" preserveAspectRatio="none" aria-hidden="true" {
                path.half d="M0 15H100" {}
                polyline points=(curve.join(" ")) {}
            }
            figcaption { "Win probability: " (story.curve_in_words()) "." }
        }
        p.sums {
            "Luck against play, in percentage points: chance " (points(story.luck))
            ", your decisions " (points(-story.cost)) ", the other's " (points(story.gift)) "."
        }
        ol.moments {
            @for moment in &story.moments { li { button data-at=(moment.step) { (moment.what) } } }
        }
    }
}

/// A game as it stood after a number of steps, as a message: the board with marks on what was played
/// and what was best, and the log up to there.
pub(crate) fn replay(session: &dyn Session, step: usize, seat: Seat) -> Value {
    let afresh = session.again(session.header().clone()).ok();
    let frame = afresh.and_then(|afresh| Frame::at(afresh, &session.record(), step, seat).ok());
    let Some(Frame { step, steps, scene, log, note, .. }) = frame else {
        return json!({"is": "say", "text": "The game cannot be played again by this program."});
    };
    let mut ground = Ground::default();
    let scene = scene::scene(&scene, &mut ground).into_string();
    let log: Vec<String> = log.into_iter().map(|line| line.text).collect();
    let ask = html! {
        fieldset.replay {
            legend { (note) }
            ol.choices {
                li { button #before data-at=(step.saturating_sub(1)) { kbd { "[" } " Back" } }
                li { button #after data-at=((step + 1).min(steps)) { kbd { "]" } " On" } }
                li { button #leave data-leave="" { "To the end" } }
            }
            input #step type="range" min="0" max=(steps) value=(step) aria-label="Step";
        }
    };
    json!({"is": "frame", "step": step, "steps": steps, "own": own(&log), "log": log,
        "put": {"scene": scene, "ground": ground.html(), "ask": ask.into_string()}})
}

/// Where the links of a table lead.
#[derive(Clone, Copy)]
pub(crate) struct Links<'a> {
    pub table: &'a str,
    /// The address by which other machines reach it, if they do.
    pub outer: Option<&'a str>,
}

impl Links<'_> {
    /// A link to be sent to somebody, with its code for a telephone where others reach the table.
    fn link(self, page: &str, key: &str, about: &str) -> Markup {
        let link = format!("#/{page}/{}/{key}", self.table);
        let whole = self.outer.map(|outer| format!("{outer}/{link}"));
        html! {
            div.link {
                input readonly value=[whole.as_ref()] data-link=(link) data-outer=[whole.as_ref().map(|_| "")] aria-label=(about);
                button data-copy="" { "Copy" }
            }
            @if let Some(whole) = &whole { (qr(whole)) }
        }
    }
}

/// A link as a picture that telephones read. A page without a server has no links to others.
#[cfg(rivals_page)]
fn qr(_: &str) -> Markup {
    html! {}
}

/// A link as a picture that telephones read.
#[cfg(not(rivals_page))]
fn qr(link: &str) -> Markup {
    let code =
        qrcode::QrCode::new(link).map(|code| code.render::<qrcode::render::svg::Color>().build());
    // Before the picture stands a declaration that HTML does not know.
    let picture = code.ok().and_then(|text| text.find("<svg").map(|at| text[at..].to_owned()));
    html! { @if let Some(picture) = picture { div.qr role="img" aria-label="The link as a QR code" { (maud::PreEscaped(picture)) } } }
}

/// The invitations of a table whose seats are not all taken.
pub(crate) fn invitations(
    seats: &[(usize, Option<String>)],
    host: bool,
    watch: Option<&str>,
    links: Links<'_>,
) -> Markup {
    html! {
        fieldset {
            legend { "The game begins when every seat is taken." }
            ul.invitations {
                @for (seat, invitation) in seats {
                    li {
                        "Seat " (seat + 1) ": "
                        @match invitation {
                            Some(key) => { (links.link("sit", key, &format!("Invitation to seat {}", seat + 1))) }
                            // The server keeps the hash of a key, and cannot show it again.
                            None if host => {
                                "open. Its link is hidden since the server began again. "
                                button data-invite=(seat + 1) { "Make another link" }
                            }
                            None => { "open" }
                        }
                    }
                }
                @if let Some(key) = watch { li { "To look on: " (links.link("watch", key, "Link to look on")) } }
            }
        }
    }
}

/// A person, as another one sees it.
pub(crate) struct Person<'a> {
    pub seat: usize,
    pub name: &'a str,
    /// The time that it has left, in milliseconds.
    pub left: Option<u64>,
    /// Whether its clock runs.
    pub runs: bool,
    /// Whether its seat may be opened again.
    pub opens: bool,
    /// The invitation to its seat.
    pub link: Option<&'a str>,
}

/// The people of a table, the link for those who look on, and whether they see this seat's hand.
pub(crate) fn people(
    people: &[Person<'_>],
    watch: Option<&str>,
    allows: Option<bool>,
    links: Links<'_>,
) -> Markup {
    html! {
        ul.people {
            @for one in people {
                li {
                    (one.name)
                    @if let Some(left) = one.left {
                        " " span.clock data-left=(left) data-runs[one.runs] { (left / 60_000) ":" (format!("{:02}", left / 1_000 % 60)) }
                    }
                    @if let Some(key) = one.link { (links.link("sit", key, &format!("Invitation to seat {}", one.seat))) }
                    @if one.opens { " " button data-invite=(one.seat) { "Open the seat again" } }
                }
            }
            @if let Some(key) = watch { li { "To look on: " (links.link("watch", key, "Link to look on")) } }
        }
        @if people.iter().any(|one| one.left.is_some()) && people.len() > 1 {
            button data-do="end" { "End the wait" }
        }
        @if let Some(allows) = allows {
            button data-allow=(!allows) { @if allows { "Hide my cards from those who look on" } @else { "Show my cards to those who look on" } }
        }
        @if people.len() > 1 {
            details {
                summary { "Say" }
                @for (number, phrase) in PHRASES.iter().enumerate() { button data-say=(number) { (phrase) } " " }
            }
        }
    }
}
