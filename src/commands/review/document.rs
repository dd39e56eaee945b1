//! The review of a game of any kind as a document and as JSON.

use std::collections::BTreeSet;

use miette::miette;
use serde::Serialize;
use serde_json::value::to_raw_value;

use super::judged::{Error, Figures, Judged, exercise};
use super::{
    Deals, OnReviewed, Reviewed, TURNING, curve, fair_share, public, title, turned, turned_in_words,
};
use crate::commands;
use crate::document::{
    Axis, Block, Cell, Chart, Column, Document, Mark, Panel, Plot, Section, Series, Spot, Table,
};
use crate::play::record::{Entry, Record};
use crate::play::show::Names;
use crate::play::{Seat, Seats};
use crate::report::words::list;
use crate::session::{Next, Session};
use crate::table::result_of;
use crate::tables::seating::session_of;
use crate::text::csv;
use crate::text::number::{counted, percent, points};
use rivals_core::sort;

/// Decisions of at least this cost, in shares of the win, are mistakes; if costs are estimates, of
/// at least twice the mean error of a cost.
const MISTAKE: f64 = 0.01;

/// The fewest decisions with costs that a deeper search looked at, by which all costs are judged.
const LEAST_AGAIN: u64 = 4;

/// The most mistakes that are listed, and asked again.
const MOST_LISTED: usize = 10;
const MOST_EXERCISES: usize = 3;

/// What the decisions of a player cost.
#[derive(Clone, Debug, Serialize)]
struct Sums {
    player: String,
    /// Those that were judged.
    decisions: u64,
    /// Those that cost at least [`Review::mistake`].
    mistakes: u64,
    /// The sum of all costs, in shares of the win.
    equity_lost: f64,
}

/// The review as JSON.
#[derive(Debug, Serialize)]
struct Review {
    source: String,
    /// Whether all shares are exact.
    exact: bool,
    /// `None` if they are.
    error: Option<Error>,
    /// The least cost of a mistake: see [`MISTAKE`].
    mistake: f64,
    /// The number of the decision at which the game turned.
    turned: Option<usize>,
    players: Vec<Sums>,
    /// `None` for games whose deals are not played again.
    #[serde(skip_serializing_if = "Option::is_none")]
    deals: Option<Deals>,
    decisions: Vec<Judged>,
    #[serde(skip)]
    names: Names,
    /// The only person, or the first seat: whose share of the win is drawn.
    #[serde(skip)]
    seat: Seat,
    /// Whether seats know different things.
    #[serde(skip)]
    hides: bool,
    /// How the game ended, as a sentence, and whether somebody has lost it.
    #[serde(skip)]
    result: String,
    #[serde(skip)]
    has_losers: bool,
    #[serde(skip)]
    has_persons: bool,
    /// The numbers of the decisions that nothing valued.
    #[serde(skip)]
    unknown: Vec<usize>,
    /// Each seat's share of the win at the end; empty if the game is not over.
    #[serde(skip)]
    end: Vec<f64>,
    /// Where chance changed the shares most; with two seats.
    #[serde(skip)]
    swing: Option<Swing>,
}

/// What chance did between decisions.
#[derive(Debug)]
struct Swing {
    after: usize,
    /// `None` at the end of the game.
    before: Option<usize>,
    /// The shares of the win of [`Review::seat`] before it and after it.
    from: f64,
    to: f64,
}

/// What the decisions of a player cost, and what its cards gave it.
#[derive(Serialize)]
struct SumsOfDeals<'a> {
    player: &'a str,
    decisions: u64,
    mistakes: u64,
    equity_lost: f64,
    result: f64,
    cards: f64,
    luck: f64,
    rest: f64,
}

/// The review of a record, called `source` in it; on request with the costliest decisions to try
/// again.
///
/// # Errors
/// If the record does not follow its rules, or nothing values the decisions of its game.
pub(super) fn of_record(
    record: &Record,
    source: &str,
    try_again: bool,
    progress: OnReviewed<'_>,
) -> miette::Result<Reviewed> {
    let review = Review::new(record, source, progress)?;
    let persons: Vec<Seat> = record.header.persons().map(|(seat, _)| seat).collect();
    let asked = |of: &&Judged| persons.is_empty() || persons.contains(&of.seat);
    let most = if try_again { MOST_EXERCISES } else { 0 };
    let costly = review.costly().into_iter().filter(asked).take(most);
    let exercises = costly.map(|decision| exercise(record, decision));
    let exercises = exercises.collect::<miette::Result<Vec<_>>>()?;
    Ok(Reviewed {
        curve: String::new(),
        why: String::new(),
        summary: String::new(),
        document: review.document(),
        csv: review.rows(),
        json: to_raw_value(&review).expect("numbers and texts"),
        costly: exercises,
    })
}

impl Review {
    /// The rows of the players.
    fn rows(&self) -> String {
        let Some(deals) = &self.deals else {
            return csv(&self.players);
        };
        let rows = self.players.iter().zip(&deals.players).map(|(of, dealt)| SumsOfDeals {
            player: &of.player,
            decisions: of.decisions,
            mistakes: of.mistakes,
            equity_lost: of.equity_lost,
            result: dealt.result,
            cards: dealt.cards,
            luck: dealt.luck,
            rest: dealt.rest,
        });
        csv(rows.collect::<Vec<_>>())
    }

    fn new(record: &Record, source: &str, progress: OnReviewed<'_>) -> miette::Result<Self> {
        let mut session = session_of(record)?;
        session.replay(&record.entries)?;
        if record.end().is_none() && session.hides() {
            let help = "finish it: `rivals play --resume`";
            return Err(miette!(help = help, "a review would tell what players hide in this game"));
        }
        if record.end().is_some() {
            session.reveal();
        }
        let figures = Figures::of(record, progress)?;
        if figures.decisions().is_empty() {
            let game = &record.header.game;
            let help = "`rivals history show` shows its steps";
            return Err(match figures.unknown[..] {
                [] => miette!(help = help, "this game had no decision with a choice"),
                _ => miette!(
                    help = help,
                    "nothing says what decisions of this game of {game} were worth"
                ),
            });
        }
        Self::of(record, source, &*session, figures)
    }

    /// The review of a game that was played to its end, or as far as it is.
    fn of(
        record: &Record,
        source: &str,
        session: &dyn Session,
        mut figures: Figures<'_>,
    ) -> miette::Result<Self> {
        let seats = record.header.seats.len();
        let names = public(session.names());
        let known = figures.error.as_ref().filter(|error| error.costly >= LEAST_AGAIN);
        let mistake = known.map_or(MISTAKE, |error| MISTAKE.max(2.0 * error.cost));
        let by_lot = record.end().is_some_and(|end| end.by_lot);
        let (result, losers, end) = match session.next() {
            Next::Over(outcome) => {
                // The searches of games of more than two value it alike to win alone or with others.
                let losers = outcome.losers();
                let end = Seats::all(seats).iter().map(|seat| match seats {
                    2 => outcome.returns[seat].value(),
                    _ => f64::from(u8::from(!losers.contains(seat))),
                });
                (result_of(&outcome, &names, by_lot), losers, end.collect())
            }
            _ => ("The game is not over.".to_owned(), Seats::NONE, Vec::new()),
        };
        let (decisions, turned) = settled(&mut figures, mistake, losers, &names)?;
        let sums = |seat| {
            Sums::of(names.name(seat), mistake, decisions.iter().filter(|of| of.seat == seat))
        };
        let persons: Vec<Seat> = record.header.persons().map(|(seat, _)| seat).collect();
        let seat = if let [only] = persons[..] { only } else { Seat::FIRST };
        Ok(Self {
            source: source.to_owned(),
            exact: figures.error.is_none(),
            turned,
            players: Seats::all(seats).iter().map(sums).collect(),
            deals: commands::deals(record)?,
            error: figures.error,
            mistake,
            swing: if seats == 2 { swing(record, &decisions, seat, &end) } else { None },
            decisions,
            names,
            seat,
            hides: session.hides(),
            result,
            has_losers: !losers.is_empty(),
            has_persons: !persons.is_empty(),
            unknown: figures.unknown,
            end,
        })
    }

    /// The mistakes, the costliest first.
    fn costly(&self) -> Vec<&Judged> {
        costly(&self.decisions, self.mistake)
    }

    /// A seat's share of the win after each decision, with more than two seats after its own, and at
    /// the end.
    fn shares(&self, seat: Seat) -> Vec<(usize, f64)> {
        let two = self.players.len() == 2;
        let shares = self.decisions.iter().filter(|of| two || of.seat == seat);
        let end = self.decisions.last().zip(self.end.get(usize::from(seat.0)));
        let end = end.map(|(last, share)| (last.decision, *share));
        shares.map(|of| (of.decision, share_for(seat, of, of.share))).chain(end).collect()
    }

    /// Where the figures come from, and how far they may be wrong.
    fn method(&self) -> String {
        let numbers: Vec<String> = self.unknown.iter().map(usize::to_string).collect();
        let unknown = match numbers[..] {
            [] => String::new(),
            _ => format!(
                " Left out, as the search could not follow the action that was taken: {} {}.",
                if numbers.len() == 1 { "decision" } else { "decisions" },
                list(&numbers)
            ),
        };
        let Some(error) = &self.error else {
            return format!(
                "All figures are exact, up to rounding: shares of the win with the best play of all \
                 from there on.{unknown}"
            );
        };
        let known = if self.hides {
            " They are of what the player who decides could know: what the others hide is sampled, \
             and not taken as it was."
        } else {
            ""
        };
        let none_of = |count: u64| if count == 0 { "none".to_owned() } else { count.to_string() };
        let checked = match error.checked {
            0 => String::new(),
            checked => format!(
                " It also looked at all that are listed: of {checked} that seemed to be mistakes it \
                 refuted {}.",
                none_of(error.refuted),
            ),
        };
        format!(
            "The figures are estimates of a search, {}: shares of the win, as it expects the game to \
             go on.{known} A deeper search, {}, looked at {} of these decisions again, evenly spread. \
             It chose another action in {} of them; its shares of the win differ by {} percentage \
             points in the mean, and its costs, where there are any, by {}.{checked} Where it looked, \
             its figures count. Sums of costs need not add up to the result.{unknown}",
            error.agent,
            error.deeper,
            error.decisions,
            none_of(error.different),
            percent(error.share, 1),
            percent(error.cost, 1),
        )
    }

    /// Where the game turned, or what chance did if no decision turned it.
    fn turning(&self) -> String {
        let at = self.decisions.iter().find(|of| Some(of.decision) == self.turned);
        let least = TURNING.max(self.mistake);
        let mut text = turned_in_words(at.map(|of| &**of), "", least, &self.names);
        if let Some(swing) = self.swing.as_ref().filter(|_| at.is_none()) {
            let place = match swing.before {
                Some(before) => format!("between decisions {} and {before}", swing.after),
                None => format!("after decision {}", swing.after),
            };
            text += &format!(
                " Chance did most {place}: {} share of the win went from {} to {} %.",
                self.names.whose(self.seat),
                percent(swing.from, 1),
                percent(swing.to, 1),
            );
        }
        text
    }

    fn document(&self) -> Document {
        let title = title(&self.names);
        let title_of_curve =
            format!("{} share of the win at each decision, %", self.names.whose(self.seat));
        let text = curve(&title_of_curve, "decisions", &self.shares(self.seat));
        let mut whole = vec![Block::Lines { text }];
        if self.has_losers {
            whole.push(Block::text(self.turning()));
        }
        whole.extend([self.chart(), self.sums()]);
        let deals = (self.deals.as_ref()).map(|deals| {
            let blocks = dealt(deals, &self.source, &self.names, self.has_persons);
            Section::new("deals", "The luck of the deal", blocks)
        });
        let mut sections = vec![Section::new("game", "The game", whole)];
        sections.extend(deals);
        sections.push(Section::new("decisions", "Mistakes", self.mistakes()));
        Document::new(&title, &[&self.result, &self.method()], sections)
    }

    fn chart(&self) -> Block {
        let seats = if self.players.len() == 2 { 1 } else { self.players.len() };
        let end = self.decisions.last().map_or(1, |of| of.decision);
        let panels = Seats::all(seats).iter().filter_map(|seat| {
            let name = self.names.who(seat);
            let shares = self.shares(seat);
            let ends = [shares.first()?, shares.last()?];
            let [first, mut last] =
                ends.map(|(at, share)| format!("{:.1} at decision {at}", 100.0 * share));
            if let Some(share) = self.end.get(usize::from(seat.0)) {
                last = format!("{:.1} at the end", 100.0 * share);
            }
            let spots = shares.iter().map(|&(at, share)| (at as f64, Spot::exact(100.0 * share)));
            let across = Axis::over("decision", [0.0, end as f64], 8, points);
            let up = Axis::over("share of the win, %", [0.0, 100.0], 5, points);
            let series = vec![Series::new(name, Mark::Line, spots.collect())?];
            let (title, of) = if seats == 1 { ("", name) } else { (name, "share of the win") };
            let alternative = format!("{of}, in per cent: from {first} to {last}.");
            Some(Panel::new(title, alternative, Chart::Plot(Plot { across, up, series })))
        });
        let caption = match seats {
            1 => format!(
                "{} share of the win after each decision, and at the end.",
                self.names.whose(Seat::FIRST)
            ),
            _ => "The share of the win of each player after its own decisions, and at the end."
                .to_owned(),
        };
        Block::figure("wins", "Who was ahead", &self.source, caption, panels)
    }

    fn sums(&self) -> Block {
        let why = if self.mistake > MISTAKE { ", twice the mean error of a cost" } else { "" };
        let caption = format!(
            "Decisions are those with a choice; \"lost\" is what they cost against the best action \
             in percentage points of the win (pp). A mistake costs {} pp or more{why}.",
            percent(self.mistake, 1)
        );
        let players: Vec<_> = self.names.all().zip(&self.players).collect();
        Block::Table(Table::of(
            &self.source,
            caption,
            &players,
            &[
                (Column::words("player"), &|(name, _)| Cell::words(*name)),
                (Column::figures("decisions"), &|(_, of)| Cell::whole(of.decisions)),
                (Column::figures("mistakes"), &|(_, of)| Cell::whole(of.mistakes)),
                (Column::figures("lost, pp"), &|(_, of)| {
                    Cell::figure(of.equity_lost, percent(of.equity_lost, 1))
                }),
            ],
        ))
    }

    fn mistakes(&self) -> Vec<Block> {
        let mut costly = self.costly();
        if costly.is_empty() {
            let least = percent(self.mistake, 1);
            let none = format!("No decision cost {least} percentage points or more.");
            let last = self.decisions.iter().next_back();
            return [Block::text(none)]
                .into_iter()
                .chain(last.and_then(|of| self.drawn(of)))
                .collect();
        }
        let of = match costly.len() {
            all if all <= MOST_LISTED => "All mistakes".to_owned(),
            all => format!("The costliest {MOST_LISTED} of {all} mistakes"),
        };
        costly.truncate(MOST_LISTED);
        let drawn: Vec<Block> = costly.iter().filter_map(|of| self.drawn(of)).collect();
        let table = Table::of(
            &self.source,
            format!("{of}, the costliest first."),
            &costly,
            &[
                (Column::figures("decision"), &|of| Cell::whole(of.decision as u64)),
                (Column::words("player"), &|of| Cell::words(self.names.who(of.seat))),
                (Column::words("action"), &|of| {
                    let why = of.why.iter().map(|why| format!(" ({why})"));
                    Cell::words(of.action.clone() + &why.collect::<String>())
                }),
                (Column::words("better"), &|of| Cell::words(&*of.best)),
                (Column::figures("lost, pp"), &|of| Cell::figure(of.cost, percent(of.cost, 1))),
            ],
        );
        [Block::Table(table)].into_iter().chain(drawn).collect()
    }

    /// What a player of the game saw, with the action that was taken.
    fn drawn(&self, of: &Judged) -> Option<Block> {
        let (player, sketch) = (self.names.whom(of.seat), &of.sketch);
        let text = format!("Decision {}: {player} chose \"{}\".\n{sketch}", of.decision, of.action);
        (!sketch.is_empty()).then_some(Block::Lines { text })
    }
}

/// The mistakes of at least `least`, the costliest first.
fn costly(decisions: &[Judged], least: f64) -> Vec<&Judged> {
    let mut costly: Vec<_> = decisions.iter().filter(|of| of.cost >= least).collect();
    sort::by(&mut costly, |a, b| b.cost.total_cmp(&a.cost));
    costly
}

/// The decisions, and the number of the one at which the game turned, after a deeper search has
/// looked at this one and at all that are listed.
fn settled(
    figures: &mut Figures<'_>,
    mistake: f64,
    losers: Seats,
    names: &Names,
) -> miette::Result<(Vec<Judged>, Option<usize>)> {
    let stood = fair_share(names) - figures.error.as_ref().map_or(0.0, |error| error.share);
    let mut seemed = BTreeSet::new();
    loop {
        let decisions = figures.decisions();
        let all = decisions.iter().map(|of| &**of);
        let turned = turned(all, losers, TURNING.max(mistake), stood).map(|of| of.decision);
        let listed = costly(&decisions, mistake).into_iter().take(MOST_LISTED);
        let listed: Vec<usize> = listed.map(|of| of.decision).chain(turned).collect();
        seemed.extend(&listed);
        if !figures.look_again(&listed)? {
            figures.count_refuted(&seemed, mistake);
            return Ok((decisions, turned));
        }
    }
}

/// With two seats, the share of the win of one that is another's share after a decision.
fn share_for(seat: Seat, of: &Judged, share: f64) -> f64 {
    if of.seat == seat { share } else { 1.0 - share }
}

/// The largest change of a seat's share by chance, of [`TURNING`] or more, with two seats.
fn swing(record: &Record, decisions: &[Judged], seat: Seat, end: &[f64]) -> Option<Swing> {
    let steps: BTreeSet<usize> = record.standing().into_iter().collect();
    let is_event = |place: &usize| matches!(record.entries[*place], Entry::Event { .. });
    let swing = |(at, of): (usize, &Judged)| {
        let next = decisions.get(at + 1);
        let last = next.map_or(record.entries.len(), |next| next.place);
        steps.range(of.place..last).any(is_event).then_some(())?;
        let to = match next {
            Some(next) => share_for(seat, next, next.best_share),
            None => *end.get(usize::from(seat.0))?,
        };
        let from = share_for(seat, of, of.share);
        Some(Swing { after: of.decision, before: next.map(|next| next.decision), from, to })
    };
    let size = |of: &Swing| (of.to - of.from).abs();
    let swings = decisions.iter().enumerate().filter_map(swing);
    swings.filter(|of| size(of) >= TURNING).max_by(|a, b| size(a).total_cmp(&size(b)))
}

/// What the deals gave the players.
fn dealt(deals: &Deals, source: &str, names: &Names, has_persons: bool) -> Vec<Block> {
    let explained = match deals.explained {
        Some(share) => {
            format!("The cards explain {} % of the variance of results", percent(share, 1))
        }
        None => "All results were the same".to_owned(),
    };
    let people =
        if has_persons { format!("; {} played for people", deals.people) } else { String::new() };
    let text = format!(
        "{explained}, in {} of {} in each of the six seatings of the players{people}. Each deal was \
         played as a single hand.",
        counted(deals.games, "game", "games"),
        counted(deals.deals, "deal", "deals"),
    );
    let caption = "Sums over the deals, in percentage points of the win of a hand (pp). \"Cards\" is \
                   the mean result with these cards in all seatings, \"luck\" what it is above an \
                   equal share, and \"rest\" what the result is above it: the play of all, and chance.";
    let figure = |of: f64| Cell::figure(of, percent(of, 1));
    let table = Table::of(
        source,
        caption.to_owned(),
        &names.all().zip(&deals.players).collect::<Vec<_>>(),
        &[
            (Column::words("player"), &|(name, _)| Cell::words(*name)),
            (Column::figures("result, pp"), &|(_, of)| figure(of.result)),
            (Column::figures("cards, pp"), &|(_, of)| figure(of.cards)),
            (Column::figures("luck, pp"), &|(_, of)| figure(of.luck)),
            (Column::figures("rest, pp"), &|(_, of)| figure(of.rest)),
        ],
    );
    vec![Block::text(text), Block::Table(table)]
}

impl Sums {
    fn of<'a>(
        player: &str,
        mistake: f64,
        decisions: impl Iterator<Item = &'a Judged> + Clone,
    ) -> Self {
        Self {
            player: player.to_owned(),
            decisions: decisions.clone().count() as u64,
            mistakes: decisions.clone().filter(|of| of.cost >= mistake).count() as u64,
            equity_lost: decisions.map(|of| of.cost).sum(),
        }
    }
}

/// A review of a finished game with figures that nobody searched, for tests of what it says.
#[cfg(test)]
pub(crate) fn made_up(record: &Record, exact: bool) -> miette::Result<Document> {
    let mut session = session_of(record)?;
    session.replay(&record.entries)?;
    session.reveal();
    let figures = Figures::made_up(record, exact)?;
    Ok(Review::of(record, "this game", &*session, figures)?.document())
}
