//! T1: whether an index of a player in one game tells the same index in another one.

use rivals_core::personalities::Personality;
use rivals_statistics::parallel;
use serde::{Deserialize, Serialize};

use super::Form;
use super::bank::Bank;
use super::indices::{INDICES, Measured, measured_of, value, values};
use super::players::hidden;
use super::statistics::{
    holm, p_at_most, partial_spearman, percentiles, resampled, sample, spearman,
};
use super::verdicts::Verdict;

/// The fewest players of a correlation.
const FEWEST: usize = 5;

/// The place of the index of loss.
const LOSS: usize = 1;

/// A row of `indices.csv`: an index of a player in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct IndexRow {
    pub game: String,
    pub player: String,
    pub index: String,
    pub figure: String,
    /// The figure of the player.
    pub is: f64,
    /// The decisions that tell it.
    pub decisions: u64,
    pub value: Option<f64>,
}

/// A row of `transfer.csv`: an index in two games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    pub index: String,
    pub figure: String,
    pub first: String,
    pub second: String,
    /// The players that both games measure.
    pub players: usize,
    /// Spearman's correlation over the players.
    pub correlation: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// The correlation while the loss, the mean of both games, is held constant.
    pub partial: Option<f64>,
    pub partial_low: Option<f64>,
    pub partial_high: Option<f64>,
    /// Where the lower end has to be.
    pub threshold: f64,
    /// The probability that the correlation is not above the threshold, corrected by Holm.
    pub p_holm: Option<f64>,
    pub verdict: Verdict,
}

/// What is measured of all players: by game, then player.
pub(super) struct Table {
    pub games: Vec<&'static str>,
    pub measured: Vec<Vec<Measured>>,
}

impl Table {
    /// What is measured of these players in all games.
    pub(super) fn new(banks: &[Bank], players: &[Personality]) -> Self {
        let of_game = |bank: &Bank| {
            parallel::map(players.len(), |player| measured_of(bank, &players[player]))
        };
        Self {
            games: banks.iter().map(|bank| bank.game).collect(),
            measured: banks.iter().map(of_game).collect(),
        }
    }

    /// The rows of `indices.csv`.
    pub(super) fn rows(&self, players: &[Personality]) -> Vec<IndexRow> {
        let mut rows = Vec::new();
        for (game, measured) in self.games.iter().zip(&self.measured) {
            for (player, measured) in players.iter().zip(measured) {
                for ((index, value), sums) in INDICES.iter().zip(values(measured)).zip(measured) {
                    let told: f64 = sums.iter().map(|sums| sums[0]).sum();
                    rows.push(IndexRow {
                        game: (*game).to_owned(),
                        player: player.id.clone(),
                        index: index.name.to_owned(),
                        figure: index.figure.to_owned(),
                        is: super::players::figure(player, index.figure),
                        decisions: whole(told),
                        value,
                    });
                }
            }
        }
        rows
    }

    /// By index: its values in two games and the mean loss in both, of those of some players, given
    /// by their places, of which both games measure it.
    fn pairs(&self, drawn: &Drawn, index: usize, [a, b]: [usize; 2]) -> [Vec<f64>; 3] {
        let mut found = [const { Vec::new() }; 3];
        for &player in &drawn.players {
            let of = |game: usize, index: usize| {
                let blocks = &self.measured[game][player][index];
                value(&INDICES[index], drawn.blocks[game].iter().map(|&block| &blocks[block]))
            };
            let (Some(x), Some(y)) = (of(a, index), of(b, index)) else { continue };
            let losses = [of(a, LOSS), of(b, LOSS)].map(Option::unwrap_or_default);
            let [first, second, loss] = &mut found;
            first.push(x);
            second.push(y);
            loss.push(losses[0] + losses[1]);
        }
        found
    }

    /// The correlation of an index in two games, and that given the loss.
    fn correlations(&self, drawn: &Drawn, cell: &Cell) -> [Option<f64>; 2] {
        let [one, other, loss] = self.pairs(drawn, cell.index, cell.games);
        let partial = (cell.index != LOSS).then(|| partial_spearman(&one, &other, &loss));
        [spearman(&one, &other), partial.flatten()]
    }

    /// The rows of `transfer.csv`.
    pub(super) fn transfer(&self, form: &Form) -> Vec<Row> {
        let pairs =
            (0..self.games.len()).flat_map(|a| (a + 1..self.games.len()).map(move |b| [a, b]));
        let pairs: Vec<[usize; 2]> = pairs.collect();
        let cells: Vec<Cell> = (0..INDICES.len())
            .flat_map(|index| pairs.iter().map(move |&games| Cell { index, games }))
            .collect();
        let whole = Drawn {
            players: (0..self.measured.first().map_or(0, Vec::len)).collect(),
            blocks: self.blocks().map(|blocks| (0..blocks).collect()).collect(),
        };
        let told: Vec<usize> = cells
            .iter()
            .map(|cell| {
                let shown =
                    |game: usize| hidden(self.games[game], INDICES[cell.index].figure).is_none();
                let [one, ..] = self.pairs(&whole, cell.index, cell.games);
                if cell.games.into_iter().all(shown) { one.len() } else { 0 }
            })
            .collect();
        let draws = resampled(form.seed, form.draws, |rng| {
            let drawn = Drawn {
                players: sample(rng, whole.players.len()),
                blocks: self.blocks().map(|blocks| sample(rng, blocks)).collect(),
            };
            let found = cells.iter().zip(&told).map(|(cell, &players)| match players {
                FEWEST.. => self.correlations(&drawn, cell),
                _ => [None; 2],
            });
            found.collect::<Vec<_>>()
        });
        let mut rows: Vec<Row> = (cells.iter().zip(&told).enumerate())
            .map(|(at, (cell, &players))| self.row(&whole, &draws, at, cell, players))
            .collect();
        let tested: Vec<usize> = (0..rows.len()).filter(|&at| rows[at].p_holm.is_some()).collect();
        let corrected: Vec<f64> = tested.iter().filter_map(|&at| rows[at].p_holm).collect();
        for (&at, p) in tested.iter().zip(holm(&corrected)) {
            let row = &mut rows[at];
            row.p_holm = Some(p);
            row.verdict = match row.high {
                _ if p < 0.05 => Verdict::Holds,
                Some(high) if high < row.threshold => Verdict::Refuted,
                _ => Verdict::Open,
            };
        }
        rows
    }

    /// A row whose p-value is not corrected yet.
    fn row(
        &self,
        whole: &Drawn,
        draws: &[Vec<[Option<f64>; 2]>],
        at: usize,
        cell: &Cell,
        players: usize,
    ) -> Row {
        let index = &INDICES[cell.index];
        let [correlation, partial] =
            if players < FEWEST { [None; 2] } else { self.correlations(whole, cell) };
        let of = |which: usize| draws.iter().filter_map(move |draw| draw[at][which]);
        let interval =
            |known: Option<f64>, which: usize| known.and_then(|_| percentiles(of(which).collect()));
        let (interval, of_partial) = (interval(correlation, 0), interval(partial, 1));
        let p = interval.map(|_| p_at_most(&of(0).collect::<Vec<_>>(), index.threshold));
        Row {
            index: index.name.to_owned(),
            figure: index.figure.to_owned(),
            first: self.games[cell.games[0]].to_owned(),
            second: self.games[cell.games[1]].to_owned(),
            players,
            correlation,
            low: interval.map(|[low, _]| low),
            high: interval.map(|[_, high]| high),
            partial,
            partial_low: of_partial.map(|[low, _]| low),
            partial_high: of_partial.map(|[_, high]| high),
            threshold: index.threshold,
            p_holm: p,
            verdict: Verdict::CannotBeMeasured,
        }
    }

    /// By game, the number of blocks.
    fn blocks(&self) -> impl Iterator<Item = usize> {
        self.measured
            .iter()
            .map(|players| players.first().and_then(|indices| indices.first()).map_or(0, Vec::len))
    }
}

/// An index in two games.
#[derive(Clone, Copy)]
struct Cell {
    index: usize,
    games: [usize; 2],
}

/// The places of the players, and by game those of the blocks, that a bootstrap drew.
struct Drawn {
    players: Vec<usize>,
    blocks: Vec<Vec<usize>>,
}

/// A count that was summed as a float.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number")]
pub(super) fn whole(count: f64) -> u64 {
    count.round() as u64
}
