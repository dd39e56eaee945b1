//! A review as a document and as JSON.

use serde::Serialize;
use serde_json::value::RawValue;

use super::NAMED;
use super::sentences::{cost, mark_name};
use crate::commands::review::{
    Decision, Kind as ValueKind, TURNING, curve, fair_share, title, turned, turned_in_words,
};
use crate::contest::Present;
use crate::document::{
    Axis, Block, Cell, Chart, Column, Document, Mark, Panel, Plot, Section, Series, Spot, Table,
};
use crate::dragon_slayer::DragonSlayer;
use crate::dragon_slayer::review::{Asked, Kind, MARKS, Moment, Review, Sums};
use crate::dragon_slayer::solver::TIE;
use crate::play::show::Names;
use crate::play::{Seat, Seats};
use crate::table::result_of;
use crate::text::csv;
use crate::text::number::{counted, percent, points, signed};
use rivals_core::sort;

/// The action of a player who gives up.
const GIVE_UP: &str = "give up";

/// Decisions of at least this cost are in the table of decisions.
const LISTED: f64 = 0.001;

/// A review as a document.
pub(crate) fn document(page: &Page<'_>) -> Document {
    let sections = vec![
        Section::new("game", "The game", page.whole()),
        Section::new("decisions", "Decisions", page.decisions()),
        Section::new("turns", "Turns", vec![page.turns()]),
    ];
    Document::new(&title(page.names), &[&page.result(), page.method()], sections)
}

/// What a review is written from.
pub(crate) struct Page<'a> {
    pub review: &'a Review,
    pub game: &'a DragonSlayer,
    /// The players, and who of them reads it.
    pub names: &'a Names,
    /// The seats whose costliest decisions are named: the people, or all.
    pub named: &'a [Seat],
    /// Where the game comes from.
    pub source: &'a str,
    /// Whether the winner was drawn by lot.
    pub by_lot: bool,
}

impl Page<'_> {
    pub(super) fn player(&self, seat: Seat) -> &str {
        self.names.who(seat)
    }

    fn result(&self) -> String {
        let Some(outcome) = &self.review.outcome else {
            return "The game is not over.".to_owned();
        };
        result_of(outcome, self.names, self.by_lot)
    }

    pub(super) fn method(&self) -> &'static str {
        if self.review.is_exact() {
            "All figures are exact, up to rounding: they are win probabilities under \
                     optimal play by both players from there on. Luck and costs are in percentage \
                     points (pp) of win probability."
        } else {
            "These figures are estimates. With more than two seats optimal play has no \
                      single value, so each player is valued as in a game of two, against its \
                      strongest rival. The figures of different players do not add up. Luck and \
                      costs are in percentage points (pp) of win probability."
        }
    }

    fn whole(&self) -> Vec<Block> {
        let mut blocks = vec![Block::Lines { text: self.curve() }];
        blocks.extend(self.turned_in_words().map(Block::text));
        blocks.push(self.chart());
        blocks.extend(self.sums());
        if let Some((text, residual)) = self.identity().zip(self.review.residual) {
            let rounding = if residual == 0.0 {
                "0".to_owned()
            } else {
                format!("{:.1e} pp, which is rounding", 100.0 * residual.abs())
            };
            blocks.push(Block::text(format!("{text} The residual is {rounding}.")));
        }
        blocks
    }

    /// The win probability of the only person, or of the first seat, after every turn with two
    /// seats, and with more the estimate after its own turns.
    pub(super) fn curve(&self) -> String {
        let seat = if let [only] = *self.named { only } else { Seat::FIRST };
        let exact = self.review.is_exact();
        let turns = self.review.turns().filter(|turn| exact || turn[0].before.mover == seat);
        let wins = |turn: &[Moment]| match self.review.wins_after(turn) {
            first if exact && seat == Seat::SECOND => 1.0 - first,
            wins => wins,
        };
        let all: Vec<(usize, f64)> =
            turns.map(|turn| (turn[0].turn as usize, wins(turn))).collect();
        let whose = self.names.whose(seat);
        let title = if exact {
            format!("{whose} win probability after each turn, %")
        } else {
            format!("{whose} estimated win probability at the end of own turns, %")
        };
        curve(&title, "turns", &all)
    }

    /// The decisions with a choice, and those to give up, each with its turn.
    fn choices(&self) -> Vec<(u32, Decision)> {
        let kind = if self.review.is_exact() { ValueKind::Exact } else { ValueKind::Estimated };
        let asked = self.review.moments.iter().filter_map(|moment| match &moment.kind {
            Kind::Decision(asked) => Some((moment, asked)),
            Kind::Roll(_) => None,
        });
        let numbered = (1..)
            .zip(asked)
            .filter(|(_, (_, asked))| asked.options.len() > 1 || asked.action.is_none());
        let decision = |(decision, (moment, asked)): (usize, (&Moment, &Asked))| {
            let name = |action| self.game.name(&moment.before, action);
            let of = Decision {
                decision,
                seat: moment.seat,
                player: self.names.name(moment.seat).to_owned(),
                action: asked.action.map_or_else(|| GIVE_UP.to_owned(), name),
                why: None,
                // Of equals the action that was taken.
                best: name(asked.action.filter(|_| asked.cost <= TIE).unwrap_or(asked.best)),
                share: asked.wins,
                best_share: asked.wins + asked.cost,
                cost: asked.cost,
                kind,
            };
            (moment.turn, of)
        };
        numbered.map(decision).collect()
    }

    /// The decision at which the game turned.
    fn turned<'a>(&self, choices: &'a [(u32, Decision)]) -> Option<&'a Decision> {
        let losers = self.review.outcome.as_ref()?.losers();
        turned(choices.iter().map(|(_, of)| of), losers, TURNING, fair_share(self.names))
    }

    /// The same as a sentence; `None` where nobody lost.
    fn turned_in_words(&self) -> Option<String> {
        self.review.outcome.as_ref().filter(|outcome| !outcome.losers().is_empty())?;
        let choices = self.choices();
        let at = self.turned(&choices);
        let turn = choices.iter().find(|(_, of)| Some(of.decision) == at.map(|at| at.decision));
        let place = turn.map_or_else(String::new, |(turn, _)| format!(" (turn {turn})"));
        Some(turned_in_words(at, &place, TURNING, self.names))
    }

    /// The sum of luck and costs, which is the result; `None` for estimates.
    pub(super) fn identity(&self) -> Option<String> {
        self.review.residual?;
        let signed = |value: f64| signed(100.0 * value, 2);
        let part = |seat: Seat, sign: f64| {
            let (own, sums) = (self.names.own(seat), self.review.players[seat]);
            let (luck, costs) = (signed(sign * sums.luck), signed(-sign * sums.equity_lost));
            format!("{luck} by {own} luck, {costs} by {own} decisions")
        };
        Some(format!(
            "The figures add up for {}: the win probability went from {} % to {} %, by {} pp, \
             which is {}, {}.",
            self.names.whom(Seat::FIRST),
            percent(self.review.start, 2),
            percent(self.review.end, 2),
            signed(self.review.end - self.review.start),
            part(Seat::FIRST, 1.0),
            part(Seat::SECOND, -1.0),
        ))
    }

    /// The costliest decisions of the players that are named.
    fn costliest(&self) -> impl Iterator<Item = (&Moment, &Asked)> {
        let costly = self.review.costly().into_iter();
        let named = costly.filter(|(moment, _)| self.named.contains(&moment.seat));
        named.take(NAMED)
    }

    /// The costliest decisions in a sentence each.
    pub(super) fn costliest_in_words(&self) -> Vec<String> {
        let sentence = |(moment, asked): (&Moment, &Asked)| {
            format!(
                "Turn {}, {}: {}.",
                moment.turn,
                self.names.whom(moment.seat),
                cost(self.game, moment, asked)
            )
        };
        self.costliest().map(sentence).collect()
    }

    /// The win probability at the end of every turn: that of the first seat with two seats, and
    /// with more the estimate of each seat at the end of its own turns.
    fn chart(&self) -> Block {
        let review = self.review;
        let last = review.turns().last().map_or(1, |turn| turn[0].turn);
        let exact = review.is_exact();
        let seats = if exact { 1 } else { review.seats };
        let panels = Seats::all(seats).iter().filter_map(|seat| {
            let name = self.player(seat);
            let start = exact.then_some((0.0, review.start));
            let own = review.turns().filter(|turn| exact || turn[0].before.mover == seat);
            let own = own.map(|turn| (f64::from(turn[0].turn), review.wins_after(turn)));
            let values: Vec<(f64, Spot)> = (start.into_iter().chain(own))
                .map(|(turn, wins)| (turn, Spot::exact(100.0 * wins)))
                .collect();
            let written =
                values.iter().map(|(turn, spot)| format!("turn {turn}: {:.1}", spot.value));
            let written: Vec<String> = written.collect();
            let alternative = format!("{name}, in per cent: {}.", written.join("; "));
            let across = Axis::over("turn", [0.0, f64::from(last)], 8, points);
            let up = Axis::over("win probability, %", [0.0, 100.0], 5, points);
            let series = vec![Series::new(name, Mark::Line, values)?];
            Some(Panel::new("", alternative, Chart::Plot(Plot { across, up, series })))
        });
        let caption = if exact {
            let whose = self.names.whose(Seat::FIRST);
            format!("{whose} win probability after every turn, under optimal play from there on.")
        } else {
            "The estimated win probability of each player at the end of its turns.".to_owned()
        };
        Block::figure("wins", "Who was ahead", self.source, caption, panels)
    }

    /// Luck and costs of each player, and what its decisions were: two tables, so that both fit a
    /// terminal.
    fn sums(&self) -> [Block; 2] {
        let players: Vec<_> = self.review.players.iter().collect();
        let player = |(seat, _): &(Seat, Sums)| Cell::words(self.player(*seat));
        let luck = Table::of(
            self.source,
            "Luck is what the rolls brought beyond their mean. \"Luckier than\" is its percentile: \
             if every roll were made again where it was made, this share of all sums would be \
             less, computed from the exact distribution of each roll on a grid of 0.1 pp. \"Lost\" \
             is what the decisions cost against optimal play.",
            &players,
            &[
                (Column::words("player"), &player),
                (Column::figures("luck, pp"), &|(_, sums)| {
                    Cell::figure(sums.luck, signed(100.0 * sums.luck, 2))
                }),
                (Column::figures("luckier than, %"), &|(_, sums)| {
                    Cell::maybe(sums.luck_percentile, |share| percent(share, 0))
                }),
                (Column::figures("lost, pp"), &|(_, sums)| {
                    Cell::figure(sums.equity_lost, percent(sums.equity_lost, 2))
                }),
            ],
        );
        let limits: Vec<String> = (MARKS.iter().rev())
            .map(|(limit, name)| format!("{} {}", name, percent(*limit, 1)))
            .collect();
        let caption = format!(
            "Decisions are those with a choice. One that loses this many pp or more is called: {}.",
            limits.join(", ")
        );
        let marks = (0..MARKS.len()).rev();
        let titles = marks.clone().map(|mark| Column::figures(plural(MARKS[mark].1)));
        let columns = [Column::words("player")].into_iter();
        let columns = columns.chain(["decisions", "optimal"].map(Column::figures)).chain(titles);
        let rows = players.iter().map(|of| {
            let sums = of.1;
            let counts = [sums.decisions, sums.best].into_iter();
            let counts = counts.chain(marks.clone().map(|mark| sums.marks[mark]));
            [player(of)].into_iter().chain(counts.map(|count| Cell::whole(count.into()))).collect()
        });
        [Block::Table(luck), Block::table(self.source, caption, columns.collect(), rows)]
    }

    fn decisions(&self) -> Vec<Block> {
        let costly = self.review.costly();
        if costly.is_empty() {
            return vec![Block::text("No decision cost anything.")];
        }
        let named = self.costliest_in_words();
        let mut blocks = Vec::new();
        if !named.is_empty() {
            let heading = match self.named {
                [only] => format!("The costliest decisions of {}", self.names.whom(*only)),
                _ => "The costliest decisions".to_owned(),
            };
            blocks.push(Block::heading(heading));
            blocks.push(Block::list(named));
        }
        let mut listed: Vec<_> =
            costly.into_iter().filter(|(_, asked)| asked.cost >= LISTED).collect();
        sort::by_key(&mut listed, |(moment, _)| moment.turn);
        if listed.is_empty() {
            return blocks;
        }
        let caption = format!("All decisions that cost {} pp or more.", percent(LISTED, 1));
        let action = |moment: &Moment, action| self.game.name(&moment.before, action);
        blocks.push(Block::Table(Table::of(
            self.source,
            caption,
            &listed,
            &[
                (Column::figures("turn"), &|(moment, _)| Cell::whole(moment.turn.into())),
                (Column::words("player"), &|(moment, _)| Cell::words(self.player(moment.seat))),
                (Column::words("mark"), &|(_, asked)| Cell::maybe_words(mark_name(asked.cost))),
                (Column::words("action"), &|(moment, asked)| {
                    let taken = asked.action.map(|taken| action(moment, taken));
                    Cell::words(taken.unwrap_or_else(|| GIVE_UP.to_owned()))
                }),
                (Column::figures("at stake"), &|(moment, _)| {
                    Cell::whole(moment.before.turn.at_stake.into())
                }),
                (Column::figures("dice"), &|(moment, _)| {
                    Cell::whole(moment.before.turn.dice.into())
                }),
                (Column::figures("lost, pp"), &|(_, asked)| {
                    Cell::figure(asked.cost, percent(asked.cost, 2))
                }),
                (Column::words("optimal"), &|(moment, asked)| {
                    Cell::words(action(moment, asked.best))
                }),
            ],
        )));
        blocks
    }

    /// One row for each turn.
    fn turns(&self) -> Block {
        let columns = vec![
            Column::figures("turn"),
            Column::words("player"),
            Column::words("scores before"),
            Column::figures("rolls"),
            Column::figures("luck, pp"),
            Column::figures("lost, pp"),
            Column::figures("wins then, %"),
        ];
        let rows = self.review.turns().map(|turn| {
            let before = &turn[0];
            let (mut rolls, mut luck, mut lost) = (0, 0.0, 0.0);
            for moment in turn {
                match &moment.kind {
                    Kind::Roll(rolled) => (rolls, luck) = (rolls + 1, luck + rolled.luck),
                    Kind::Decision(asked) if moment.seat == before.before.mover => {
                        lost += asked.cost
                    }
                    Kind::Decision(_) => {}
                }
            }
            let wins = self.review.wins_after(turn);
            let scores: Vec<String> =
                before.before.scores.iter().map(|(_, score)| score.to_string()).collect();
            vec![
                Cell::whole(before.turn.into()),
                Cell::words(self.player(before.before.mover)),
                Cell::words(scores.join("-")),
                Cell::whole(rolls),
                Cell::figure(luck, signed(100.0 * luck, 2)),
                Cell::figure(lost, percent(lost, 2)),
                Cell::figure(wins, percent(wins, 2)),
            ]
        });
        let whose = match self.review.is_exact().then(|| self.names.own(Seat::FIRST)) {
            Some(first) => first + " win probability",
            None => "its estimated win probability".to_owned(),
        };
        let caption = format!(
            "{}. Luck and loss are those of the player whose turn it is; what a challenge cost the \
             other player is not in them. The last column is {whose} after the turn.",
            counted(self.review.turns().count() as u64, "turn", "turns")
        );
        Block::table(self.source, caption, columns, rows.collect::<Vec<_>>())
    }
}

pub(super) fn plural(mark: &str) -> String {
    match mark.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{mark}s"),
    }
}

/// The sums of each player as CSV.
pub(crate) fn rows(page: &Page<'_>) -> String {
    csv(page.review.players.iter().map(|(seat, sums)| {
        let [blunders, mistakes, inaccuracies] = sums.marks;
        SumsRow {
            player: page.player(seat),
            rolls: sums.rolls,
            luck: sums.luck,
            luck_percentile: sums.luck_percentile,
            equity_lost: sums.equity_lost,
            decisions: sums.decisions,
            best: sums.best,
            inaccuracies,
            mistakes,
            blunders,
        }
    }))
}

/// Luck and costs of a player, in win probability, and the numbers of its rolls and decisions.
#[derive(Serialize)]
struct SumsRow<'a> {
    player: &'a str,
    rolls: u32,
    luck: f64,
    luck_percentile: Option<f64>,
    equity_lost: f64,
    decisions: u32,
    best: u32,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
}

/// A review as JSON: the sums, and every step with its figures.
pub(crate) fn json(page: &Page<'_>) -> Box<RawValue> {
    let (review, game) = (page.review, page.game);
    let choices = page.choices();
    let answer = ReviewAnswer {
        exact: review.is_exact(),
        players: (review.players.iter())
            .map(|(seat, sums)| PlayerAnswer { name: page.names.name(seat), sums })
            .collect(),
        winners: review
            .outcome
            .as_ref()
            .map(|outcome| outcome.winners().iter().map(|seat| seat.0 + 1).collect()),
        by_lot: page.by_lot,
        start: review.is_exact().then_some(review.start),
        end: review.is_exact().then_some(review.end),
        residual: review.residual,
        costliest: (page.costliest())
            .map(|(moment, asked)| CostlyAnswer {
                turn: moment.turn,
                seat: moment.seat.0 + 1,
                cost: asked.cost,
                sentence: cost(game, moment, asked),
            })
            .collect(),
        turned: page.turned(&choices).map(|of| of.decision),
        decisions: choices.iter().map(|(_, of)| of).collect(),
        steps: review.moments.iter().map(|moment| StepAnswer::new(game, moment)).collect(),
    };
    let text = serde_json::to_string_pretty(&answer).expect("keys are strings");
    RawValue::from_string(text).expect("it is JSON")
}

/// Rates and win probabilities are fractions in 0..=1; turns and seats are numbered from 1.
#[derive(Serialize)]
struct ReviewAnswer<'a> {
    /// Whether the figures are exact; else they are estimates.
    exact: bool,
    players: Vec<PlayerAnswer<'a>>,
    /// The seats that won; null if the game is not over.
    winners: Option<Vec<u8>>,
    /// Whether the winner was drawn by lot.
    by_lot: bool,
    /// The first seat's win probability at the start and at the end; null with more than two
    /// seats.
    start: Option<f64>,
    end: Option<f64>,
    residual: Option<f64>,
    costliest: Vec<CostlyAnswer>,
    /// The number of the decision at which the game turned.
    turned: Option<usize>,
    decisions: Vec<&'a Decision>,
    steps: Vec<StepAnswer>,
}

/// One of the costliest decisions.
#[derive(Serialize)]
struct CostlyAnswer {
    turn: u32,
    seat: u8,
    cost: f64,
    sentence: String,
}

#[derive(Serialize)]
struct PlayerAnswer<'a> {
    name: &'a str,
    #[serde(flatten)]
    sums: Sums,
}

#[derive(Serialize)]
struct StepAnswer {
    turn: u32,
    seat: u8,
    /// The action or the event in notation.
    step: String,
    /// The win probability of the seat after the step.
    wins: f64,
    #[serde(flatten)]
    figures: Figures,
}

/// The figures of a roll or of a decision.
#[derive(Serialize)]
#[serde(untagged)]
enum Figures {
    Roll {
        luck: f64,
        percentile: f64,
    },
    Decision {
        cost: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        mark: Option<&'static str>,
        best: String,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        options: Vec<OptionAnswer>,
    },
}

#[derive(Serialize)]
struct OptionAnswer {
    action: String,
    name: String,
    wins: f64,
}

impl StepAnswer {
    fn new(game: &DragonSlayer, moment: &Moment) -> Self {
        let (step, figures) = match &moment.kind {
            Kind::Roll(rolled) => {
                let (luck, percentile) = (rolled.luck, rolled.percentile);
                (rolled.event.to_string(), Figures::Roll { luck, percentile })
            }
            Kind::Decision(asked) => {
                let options = asked.options.iter().map(|&(action, wins)| OptionAnswer {
                    action: action.to_string(),
                    name: game.name(&moment.before, action),
                    wins,
                });
                let figures = Figures::Decision {
                    cost: asked.cost,
                    mark: mark_name(asked.cost),
                    best: asked.best.to_string(),
                    options: options.collect(),
                };
                (asked.action.map_or("forfeit".to_owned(), |action| action.to_string()), figures)
            }
        };
        Self { turn: moment.turn, seat: moment.seat.0 + 1, step, wins: moment.wins, figures }
    }
}
