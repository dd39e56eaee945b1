//! The review of a game of any kind: what its decisions cost, exactly where the game is solved, or
//! else by a search whose error a deeper one measures.

use miette::miette;
use serde::Serialize;
use serde_json::value::to_raw_value;

use crate::cli::kept::{game_called, session_of};
use crate::commands::{self, Deals, Exercise, Reviewed, curve};
use crate::document::{
    Axis, Block, Cell, Chart, Column, Document, Mark, Panel, Plot, Section, Series, Spot, Table,
};
use crate::play::record::{Entry, Record};
use crate::play::session::{Next, Session};
use crate::play::show::Names;
use crate::play::{Seat, Seats};
use crate::report::words::list;
use crate::table::result;
use crate::text::csv;
use crate::text::number::{counted, percent, points};
use rivals_statistics::parallel;

/// Decisions of at least this cost, in shares of the win, are mistakes; if costs are estimates, of
/// at least twice the mean error of a cost.
const MISTAKE: f64 = 0.01;

/// A decision of a loser that costs this much may be the one at which the game turned.
const TURNING: f64 = 0.05;

/// The most decisions that the deeper search looks at again, and the fewest by which the errors of
/// all costs are judged.
const MOST_AGAIN: usize = 12;
const LEAST_AGAIN: u64 = 4;

/// The most mistakes that are listed, and asked again, with about so many actions.
const MOST_LISTED: usize = 10;
const MOST_EXERCISES: usize = 3;
const MOST_OPTIONS: usize = 12;

/// A decision of the game.
#[derive(Clone, Debug, Serialize)]
struct Decision {
    /// Its number in the game, from 1, without those that were taken back; decisions without a
    /// choice count as well.
    decision: usize,
    /// The player.
    seat: Seat,
    player: String,
    /// The action that was taken, the sentence that decided, if any, and the best action.
    action: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    best: String,
    /// The player's share of the win after each, 0 to 1.
    share: f64,
    best_share: f64,
    /// Their difference.
    cost: f64,
    /// What a player of the game sees there; empty where the game draws no such thing.
    #[serde(skip_serializing_if = "String::is_empty")]
    sketch: String,
    /// The place of its entry in the record.
    #[serde(skip)]
    place: usize,
    /// The agent that searched; `None` if the shares are exact.
    #[serde(skip)]
    agent: Option<&'static str>,
}

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

/// How far a deeper search is from that of the review.
#[derive(Clone, Debug, Serialize)]
struct Error {
    /// The agent of the review, and the deeper one.
    agent: &'static str,
    deeper: &'static str,
    /// The decisions that both searched, and those for which they chose different actions.
    decisions: u64,
    different: u64,
    /// The mean absolute differences of the best share and of the costs.
    share: f64,
    cost: f64,
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
    decisions: Vec<Decision>,
    #[serde(skip)]
    names: Names,
    /// How the game ended, as a sentence, and whether somebody has lost it.
    #[serde(skip)]
    result: String,
    #[serde(skip)]
    has_losers: bool,
    /// The decisions that nothing valued.
    #[serde(skip)]
    unknown: usize,
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
) -> miette::Result<Reviewed> {
    let review = Review::new(record, source)?;
    let persons: Vec<Seat> = record.header.persons().map(|(seat, _)| seat).collect();
    let seat = if let [only] = persons[..] { only } else { Seat::FIRST };
    let asked = |of: &&Decision| persons.is_empty() || persons.contains(&of.seat);
    let most = if try_again { MOST_EXERCISES } else { 0 };
    let costly = review.costly().into_iter().filter(asked).take(most);
    let exercises = costly.map(|decision| exercise(record, decision));
    let exercises = exercises.collect::<miette::Result<Vec<_>>>()?;
    let shares = review.shares(seat);
    let whose = review.names.whose(seat);
    Ok(Reviewed {
        curve: curve(
            &format!("{whose} share of the win at each decision, %"),
            "decisions",
            &shares,
        ),
        why: review.turned().unwrap_or_default(),
        summary: String::new(),
        document: review.document(),
        csv: review.rows(),
        json: to_raw_value(&review).expect("numbers and texts"),
        costly: exercises,
    })
}

impl Review {
    fn new(record: &Record, source: &str) -> miette::Result<Self> {
        let mut session = session_of(record)?;
        session.replay(&record.entries)?;
        if record.end().is_none() && session.hides() {
            let help = "finish it: `rivals play --resume`";
            return Err(miette!(help = help, "a review would tell what players hide in this game"));
        }
        if record.end().is_some() {
            session.reveal();
        }
        let is_act = |&place: &usize| matches!(record.entries[place], Entry::Act { .. });
        let acts: Vec<Asked> = (1..).zip(record.standing().into_iter().filter(is_act)).collect();
        let all = judge(record, &acts, false)?;
        let unknown = all.iter().filter(|found| found.is_none()).count();
        let decisions: Vec<Decision> = all.into_iter().flatten().collect();
        if decisions.is_empty() {
            let game = &record.header.game;
            let help = "`rivals history show` shows its steps";
            return Err(match unknown {
                0 => miette!(help = help, "this game had no decision with a choice"),
                _ => miette!(
                    help = help,
                    "nothing says what decisions of this game of {game} were worth"
                ),
            });
        }
        let names = session.names().clone();
        let error = Error::measured(record, &decisions)?;
        let seats = Seats::all(record.header.seats.len());
        let known = error.as_ref().filter(|error| error.decisions >= LEAST_AGAIN);
        let mistake = known.map_or(MISTAKE, |error| MISTAKE.max(2.0 * error.cost));
        let sums = |seat| {
            Sums::of(names.name(seat), mistake, decisions.iter().filter(|of| of.seat == seat))
        };
        let (result, losers) = match session.next() {
            Next::Over(outcome) => (result(&outcome, &*session), outcome.losers()),
            _ => ("The game is not over.".to_owned(), Seats::NONE),
        };
        let lost = |of: &&Decision| losers.contains(of.seat) && of.cost >= TURNING.max(mistake);
        // What was given away was not won back.
        let stood = |of: &&Decision| {
            let later = decisions.iter().filter(|one| one.decision > of.decision);
            !later.filter(|one| one.seat == of.seat).any(|one| one.best_share >= of.best_share)
        };
        let turned = (decisions.iter().filter(lost).filter(stood))
            .max_by(|a, b| a.cost.total_cmp(&b.cost).then(a.decision.cmp(&b.decision)));
        Ok(Self {
            source: source.to_owned(),
            exact: error.is_none(),
            turned: turned.map(|of| of.decision),
            players: seats.iter().map(sums).collect(),
            deals: match commands::of(game_called(&record.header.game)?).deals {
                Some(deals) if record.end().is_some() => Some(deals(record)?),
                _ => None,
            },
            error,
            mistake,
            decisions,
            names,
            result,
            has_losers: !losers.is_empty(),
            unknown,
        })
    }

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

    /// The mistakes, the costliest first.
    fn costly(&self) -> Vec<&Decision> {
        let mut costly: Vec<_> =
            self.decisions.iter().filter(|of| of.cost >= self.mistake).collect();
        costly.sort_by(|a, b| b.cost.total_cmp(&a.cost));
        costly
    }

    /// A seat's share of the win after each decision; with more than two seats after its own.
    fn shares(&self, seat: Seat) -> Vec<(usize, f64)> {
        let two = self.players.len() == 2;
        let shares = self.decisions.iter().filter_map(|of| match of.seat == seat {
            true => Some((of.decision, of.share)),
            false if two => Some((of.decision, 1.0 - of.share)),
            false => None,
        });
        shares.collect()
    }

    /// The decision at which the game turned, as a sentence.
    fn turned(&self) -> Option<String> {
        let at = self.decisions.iter().find(|of| Some(of.decision) == self.turned)?;
        Some(format!(
            "The game turned at decision {}: {} chose {}, which left {} % of the win; {} would have \
             kept {} %.",
            at.decision,
            self.names.whom(at.seat),
            at.action,
            percent(at.share, 1),
            at.best,
            percent(at.best_share, 1),
        ))
    }

    /// Where the figures come from, and how far they may be wrong.
    fn method(&self) -> String {
        let unknown = match self.unknown {
            0 => String::new(),
            unknown => format!(
                " Left out: {}, because nothing says what the actions were worth.",
                counted(unknown as u64, "decision", "decisions")
            ),
        };
        let Some(error) = &self.error else {
            return format!(
                "All figures are exact, up to rounding: shares of the win with the best play of all \
                 from there on.{unknown}"
            );
        };
        format!(
            "The figures are estimates of a search, {}: shares of the win, as it expects the game to \
             go on. A deeper search, {}, looked at {} of these decisions again. It chose another \
             action in {} of them; its shares of the win differ by {} percentage points in the \
             mean, and its costs by {}.{unknown}",
            error.agent,
            error.deeper,
            error.decisions,
            error.different,
            percent(error.share, 1),
            percent(error.cost, 1),
        )
    }

    fn document(&self) -> Document {
        let players: Vec<&str> = self.players.iter().map(|of| &*of.player).collect();
        let title = format!("Review of a game of {}", list(&players));
        let none = || {
            let least = percent(TURNING.max(self.mistake), 0);
            format!(
                "No single decision turned the game: no loser gave away {least} percentage points \
                 or more that it could not win back."
            )
        };
        let turned = self.turned().or_else(|| self.has_losers.then(none));
        let whole =
            turned.map(Block::text).into_iter().chain([self.chart(), self.sums()]).collect();
        let deals = self
            .deals
            .as_ref()
            .map(|deals| Section::new("deals", "The luck of the deal", dealt(deals, &self.source)));
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
            let [first, last] =
                ends.map(|(at, share)| format!("{:.1} at decision {at}", 100.0 * share));
            let spots = shares.iter().map(|&(at, share)| (at as f64, Spot::exact(100.0 * share)));
            let across = Axis::over("decision", [0.0, end as f64], 8, points);
            let up = Axis::over("share of the win, %", [0.0, 100.0], 5, points);
            let series = vec![Series::new(name, Mark::Line, spots.collect())?];
            let alternative = format!("{name}, in per cent: from {first} to {last}.");
            let title = if seats == 1 { "" } else { name };
            Some(Panel::new(title, alternative, Chart::Plot(Plot { across, up, series })))
        });
        let caption = match seats {
            1 => "The share of the win of the first seat after each decision.",
            _ => "The share of the win of each player after its own decisions.",
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
        Block::Table(Table::of(
            &self.source,
            caption,
            &self.players,
            &[
                (Column::words("player"), &|of| Cell::words(&*of.player)),
                (Column::figures("decisions"), &|of| Cell::whole(of.decisions)),
                (Column::figures("mistakes"), &|of| Cell::whole(of.mistakes)),
                (Column::figures("lost, pp"), &|of| {
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
            return [Block::text(none)].into_iter().chain(last.and_then(Decision::drawn)).collect();
        }
        let of = match costly.len() {
            all if all <= MOST_LISTED => "All mistakes".to_owned(),
            all => format!("The costliest {MOST_LISTED} of {all} mistakes"),
        };
        costly.truncate(MOST_LISTED);
        let drawn: Vec<Block> = costly.iter().filter_map(|of| of.drawn()).collect();
        let table = Table::of(
            &self.source,
            format!("{of}, the costliest first."),
            &costly,
            &[
                (Column::figures("decision"), &|of| Cell::whole(of.decision as u64)),
                (Column::words("player"), &|of| Cell::words(&*of.player)),
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
}

impl Decision {
    /// What a player of the game saw, with the action that was taken.
    fn drawn(&self) -> Option<Block> {
        let Self { decision, player, action, sketch, .. } = self;
        let text = format!("Decision {decision}: {player} chose {action}.\n{sketch}");
        (!sketch.is_empty()).then_some(Block::Lines { text })
    }
}

/// What the deals gave the players.
fn dealt(deals: &Deals, source: &str) -> Vec<Block> {
    let explained = match deals.explained {
        Some(share) => {
            format!("The cards explain {} % of the variance of results", percent(share, 1))
        }
        None => "All results were the same".to_owned(),
    };
    let text = format!(
        "{explained}, in {} of {} in each of the six seatings of the players; {} played for people. \
         Each deal was played as a single hand.",
        counted(deals.games, "game", "games"),
        counted(deals.deals, "deal", "deals"),
        deals.people,
    );
    let caption = "Sums over the deals, in percentage points of the win of a hand (pp). \"Cards\" is \
                   the mean result with these cards in all seatings, \"luck\" what it is above an \
                   equal share, and \"rest\" what the result is above it: the play of all, and chance.";
    let figure = |of: f64| Cell::figure(of, percent(of, 1));
    let table = Table::of(
        source,
        caption.to_owned(),
        &deals.players,
        &[
            (Column::words("player"), &|of| Cell::words(&*of.player)),
            (Column::figures("result, pp"), &|of| figure(of.result)),
            (Column::figures("cards, pp"), &|of| figure(of.cards)),
            (Column::figures("luck, pp"), &|of| figure(of.luck)),
            (Column::figures("rest, pp"), &|of| figure(of.rest)),
        ],
    );
    vec![Block::text(text), Block::Table(table)]
}

impl Sums {
    fn of<'a>(
        player: &str,
        mistake: f64,
        decisions: impl Iterator<Item = &'a Decision> + Clone,
    ) -> Self {
        Self {
            player: player.to_owned(),
            decisions: decisions.clone().count() as u64,
            mistakes: decisions.clone().filter(|of| of.cost >= mistake).count() as u64,
            equity_lost: decisions.map(|of| of.cost).sum(),
        }
    }
}

impl Error {
    /// Looks again at some of the decisions, evenly spread; `None` if all are exact.
    fn measured(record: &Record, decisions: &[Decision]) -> miette::Result<Option<Self>> {
        let searched: Vec<&Decision> = decisions.iter().filter(|of| of.agent.is_some()).collect();
        let Some(agent) = searched.first().and_then(|of| of.agent) else {
            return Ok(None);
        };
        let every = searched.len().div_ceil(MOST_AGAIN);
        let again: Vec<&Decision> = searched.into_iter().step_by(every).collect();
        let asked: Vec<Asked> = again.iter().map(|of| (of.decision, of.place)).collect();
        let deeper = judge(record, &asked, true)?;
        let pairs =
            || again.iter().zip(&deeper).filter_map(|(one, other)| Some((*one, other.as_ref()?)));
        let count = pairs().count();
        let mean = |of: fn(&Decision) -> f64| {
            pairs().map(|(one, other)| (of(one) - of(other)).abs()).sum::<f64>()
                / count.max(1) as f64
        };
        let different = pairs().filter(|(one, other)| one.best != other.best).count();
        let deeper = pairs().find_map(|(_, other)| other.agent).unwrap_or(agent);
        let (share, cost) = (mean(|of| of.best_share), mean(|of| of.cost));
        let (decisions, different) = (count as u64, different as u64);
        Ok(Some(Self { agent, deeper, decisions, different, share, cost }))
    }
}

/// A decision by its number in the game, and the place of its entry in the record.
type Asked = (usize, usize);

/// Judges those of the decisions that have a choice; `None` where nothing values it.
fn judge(record: &Record, asked: &[Asked], deeper: bool) -> miette::Result<Vec<Option<Decision>>> {
    let parts = rayon::current_num_threads().max(1);
    let part = |part: usize| -> miette::Result<Vec<(usize, Option<Decision>)>> {
        let own = asked.iter().skip(part).step_by(parts);
        let (mut session, mut played) = (session_of(record)?, 0);
        let mut found = Vec::new();
        for &(number, place) in own {
            while played < place {
                session.replay_at(&record.entries, played)?;
                played += 1;
            }
            if session.choices().len() > 1 {
                found.push((number, judge_one(&*session, record, (number, place), deeper)));
            }
        }
        Ok(found)
    };
    let found = parallel::map(parts, part).into_iter().collect::<miette::Result<Vec<_>>>()?;
    let mut found: Vec<_> = found.into_iter().flatten().collect();
    found.sort_by_key(|(number, _)| *number);
    Ok(found.into_iter().map(|(_, found)| found).collect())
}

/// Judges the decision that is next.
fn judge_one(
    session: &dyn Session,
    record: &Record,
    (number, place): Asked,
    deeper: bool,
) -> Option<Decision> {
    let Entry::Act { act, why, .. } = &record.entries[place] else {
        unreachable!("an action stands there")
    };
    let taken = session.find(&act.to_lowercase())?;
    let judged = session.judge(&[taken], deeper)?;
    let share = judged.shares[taken]?;
    let known = judged.shares.iter().enumerate().filter_map(|(at, share)| Some((at, (*share)?)));
    // Of equals the action that was taken.
    let (best, best_share) =
        known.fold((taken, share), |best, one| if one.1 > best.1 { one } else { best });
    let choices = session.choices();
    Some(Decision {
        decision: number,
        seat: judged.seat,
        player: session.names().name(judged.seat).to_owned(),
        action: choices[taken].clone(),
        why: why.clone(),
        best: choices[best].clone(),
        share,
        best_share,
        cost: best_share - share,
        sketch: session.sketch(),
        place,
        agent: judged.agent,
    })
}

/// A decision to be tried again, with what those actions cost that something values.
fn exercise(record: &Record, decision: &Decision) -> miette::Result<Exercise> {
    let mut session = session_of(record)?;
    (0..decision.place).try_for_each(|place| session.replay_at(&record.entries, place))?;
    let choices = session.choices();
    let some = (0..choices.len()).step_by(choices.len().div_ceil(MOST_OPTIONS));
    let is_told = |at: &usize| [&decision.action, &decision.best].contains(&&choices[*at]);
    let asked: Vec<usize> = some.chain((0..choices.len()).filter(is_told)).collect();
    let shares = session.judge(&asked, false).map(|judged| judged.shares).unwrap_or_default();
    // The costs that the review told stay: a search that values more actions at once may differ.
    let option = |(choice, share): (String, Option<f64>)| {
        let cost = match &choice {
            taken if *taken == decision.action => decision.cost,
            best if *best == decision.best => 0.0,
            _ => (decision.best_share - share?).max(f64::EPSILON),
        };
        Some((choice, cost))
    };
    let options: Vec<(String, f64)> = choices.into_iter().zip(shares).filter_map(option).collect();
    let taken = options.iter().position(|(choice, _)| *choice == decision.action);
    Ok(Exercise {
        text: format!(
            "Decision {}. {}.\n{}{}\n",
            decision.decision,
            session.names().does(decision.seat, "decide"),
            session.scene(decision.seat),
            session.question()
        ),
        seat: decision.seat,
        options,
        taken,
    })
}
