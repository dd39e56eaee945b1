//! The answer of `rivals fit`: how strong a player is by its decisions, as JSON and as a document.

use serde::Serialize;

use crate::command::Answer;
use crate::commands::picture;
use crate::document::{Block, Cell, Column, Document, Spot, Table};
use crate::dragon_slayer::fit::{Fitted, TraitEstimate};
use crate::dragon_slayer::solver::TIE;
use crate::personalities::Personality;
use crate::statistics::{Interval, RatioSums, StratifiedRatio};
use crate::text::csv;
use crate::text::number::{count, counted, fixed, percent};

/// The parts in which win probabilities are counted.
const UNIT: f64 = 1e12;

/// The decisions of a player, added up by line of the file: a game or a single decision.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    games: u64,
    decisions: u64,
    judged: u64,
    optimal: u64,
    /// The loss against the number of judged decisions, by line.
    per_decision: RatioSums,
    /// The loss against 1, by game.
    per_game: RatioSums,
}

/// An estimate with the ends of its 95 % interval; null where there is none.
#[derive(Clone, Copy, Debug, Serialize)]
struct Ends {
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
}

/// The name of an estimate, which is a figure of strength or a trait.
#[derive(Serialize)]
struct Figure {
    figure: &'static str,
}

/// A trait with the ends of its region.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct TraitRow {
    #[serde(rename = "trait")]
    pub name: &'static str,
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// The answer.
#[derive(Debug, Serialize)]
pub(crate) struct FitAnswer {
    /// The number of whole games in the file.
    games: u64,
    /// The number of decisions between two actions or more.
    decisions: u64,
    /// The number of these whose win probabilities are known.
    judged: u64,
    /// The number of judged decisions that are optimal.
    optimal: u64,
    /// The same as a share.
    optimal_share: Option<Ends>,
    /// The mean win probability that a decision loses.
    loss_per_decision: Option<Ends>,
    /// The mean win probability that a game loses; null without games.
    loss_per_game: Option<Ends>,
    /// The number of decisions that the traits are estimated from.
    decisions_for_traits: usize,
    pub(crate) traits: Vec<TraitRow>,
    /// The exact win rate against optimal play of a player with these traits, over both seats.
    wins_against_optimum: Option<f64>,
    /// The personality with these traits.
    #[serde(skip)]
    personality: Option<Personality>,
}

impl Judged {
    /// Whether no decision was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.decisions == 0
    }

    /// Adds the decisions of a line: of each, the player's win probability after its action and
    /// after the best one, or none where they are not known.
    #[expect(clippy::cast_possible_truncation, reason = "a loss is at most 1")]
    pub(crate) fn add(&mut self, is_game: bool, wins: impl Iterator<Item = Option<[f64; 2]>>) {
        let (mut judged, mut lost) = (0_u64, 0_i128);
        for wins in wins {
            self.decisions += 1;
            let Some([taken, best]) = wins else { continue };
            judged += 1;
            match best - taken {
                loss if loss <= TIE => self.optimal += 1,
                loss => lost += (loss * UNIT).round() as i128,
            }
        }
        let add = |sums: &mut RatioSums, x: i128, n: i128| {
            sums.groups += 1;
            for (sum, more) in sums.sums.iter_mut().zip([x, n, x * x, x * n, n * n]) {
                *sum += more;
            }
        };
        self.judged += judged;
        add(&mut self.per_decision, lost, judged.into());
        if is_game {
            self.games += 1;
            add(&mut self.per_game, lost, 1);
        }
    }

    /// The answer, with the traits that explain the decisions best, the personality that has them,
    /// and its exact win rate.
    pub(crate) fn answer(&self, estimate: Option<(Fitted, Personality, f64)>) -> FitAnswer {
        let ends = |sums: &RatioSums| {
            let estimate = StratifiedRatio::new(std::slice::from_ref(sums))?.estimate();
            Some(Ends {
                value: estimate.value / UNIT,
                // No play loses less than nothing.
                low: estimate.low.map(|low| (low / UNIT).max(0.0)),
                high: estimate.high.map(|high| high / UNIT),
            })
        };
        let judged = self.judged;
        let row =
            |(name, TraitEstimate { low, best: value, high })| TraitRow { name, value, low, high };
        let (fitted, personality, wins) = match estimate {
            Some((fitted, personality, wins)) => (Some(fitted), Some(personality), Some(wins)),
            None => (None, None, None),
        };
        FitAnswer {
            games: self.games,
            decisions: self.decisions,
            judged,
            optimal: self.optimal,
            optimal_share: (judged > 0).then(|| {
                let interval = Interval::wilson(self.optimal, judged);
                Ends {
                    value: self.optimal as f64 / judged as f64,
                    low: Some(interval.low),
                    high: Some(interval.high),
                }
            }),
            loss_per_decision: ends(&self.per_decision),
            loss_per_game: ends(&self.per_game),
            decisions_for_traits: fitted.map_or(0, |fitted| fitted.decisions),
            traits: fitted.map_or_else(Vec::new, |fitted| fitted.traits().map(row).to_vec()),
            wins_against_optimum: wins,
            personality,
        }
    }
}

impl FitAnswer {
    /// The table of the strength.
    fn strength(&self) -> Block {
        let figures = [
            ("optimal decisions, %", self.optimal_share, 2),
            ("loss per decision, pp", self.loss_per_decision, 3),
            ("loss per game, pp", self.loss_per_game, 2),
        ];
        let rows = figures.into_iter().filter_map(|(name, ends, decimals)| {
            let Ends { value, low, high } = ends?;
            let write = |rate| percent(rate, decimals);
            let interval = Cell::interval(low.zip(high), write);
            Some(vec![Cell::words(name), Cell::figure(value, write(value)), interval])
        });
        let columns = vec![
            Column::words("strength"),
            Column::figures("estimate"),
            Column::figures("95 % interval"),
        ];
        Block::table("", "", columns, rows)
    }

    /// The table of the traits.
    fn traits(&self) -> Block {
        Block::Table(Table::of(
            "",
            "",
            &self.traits,
            &[
                (Column::words("trait"), &|row: &TraitRow| Cell::words(row.name.replace('_', " "))),
                (Column::figures("estimate"), &|row| Cell::figure(row.value, fixed(row.value, 2))),
                (Column::figures("region"), &|row| {
                    let text = format!("{} to {}", fixed(row.low, 2), fixed(row.high, 2));
                    Cell { text, ..Cell::interval(Some((row.low, row.high)), |_| String::new()) }
                }),
            ],
        ))
    }

    /// What was counted, and what the loss means.
    fn counted(&self) -> String {
        let mut said = counted(self.decisions, "decision", "decisions");
        said += " between two actions or more";
        if self.games > 0 {
            said += &format!(" in {}", counted(self.games, "game", "games"));
        }
        said += ".";
        if self.decisions > self.judged {
            said += &format!(
                " {} of them have no known win probability and are not judged.",
                count(self.decisions - self.judged)
            );
        }
        said += " The loss is the win probability lost against optimal play, in percentage points \
                 (pp).";
        said
    }
}

impl Answer for FitAnswer {
    fn document(&self) -> Document {
        let mut blocks = vec![self.strength()];
        if !self.traits.is_empty() {
            blocks.push(self.traits());
        }
        let explained = match self.wins_against_optimum {
            Some(wins) => format!(
                "The traits are those of a personality that explains {} best, with all other \
                 traits neutral; of equally good ones, it is the nearest to neutral. All traits in \
                 the region explain the decisions about as well. It wins {} % of its games against \
                 optimal play (exact, mean of both seats).",
                counted(self.decisions_for_traits as u64, "decision", "decisions"),
                percent(wins, 2)
            ),
            None => "No traits are estimated: they follow from fights and stops in turns that \
                     cannot be challenged, and there are none."
                .to_owned(),
        };
        blocks.extend([Block::text(self.counted()), Block::text(explained)]);
        let spot = |row: &TraitRow| {
            (row.name, Spot { value: row.value, interval: Some((row.low, row.high)) })
        };
        let spots: Vec<(&str, Spot)> = self.traits.iter().map(spot).collect();
        let caption = "Traits that explain the decisions best. Bars are the region of traits that \
                       explain them about as well.";
        blocks.push(picture("trait", caption, &spots));
        Document::answer("The strength of a player", blocks)
    }

    fn csv(&self) -> Option<String> {
        let strength = [
            ("optimal_share", self.optimal_share),
            ("loss_per_decision", self.loss_per_decision),
            ("loss_per_game", self.loss_per_game),
        ];
        let strength = strength.into_iter().filter_map(|(name, ends)| Some((name, ends?)));
        let traits = self.traits.iter().map(|&TraitRow { name, value, low, high }| {
            (name, Ends { value, low: Some(low), high: Some(high) })
        });
        let rows = strength.chain(traits).map(|(figure, ends)| (Figure { figure }, ends));
        Some(csv(rows))
    }

    fn toml(&self) -> Option<String> {
        self.personality.as_ref().map(Personality::to_toml)
    }
}
