//! Indices: what an observer measures of a player's choices, without its figures. A judge says what
//! the options were worth; where several are nearly as good as the best, the choice tells a taste.

use rivals_core::personalities::Personality;
use rivals_core::personalities::SeatUnits;

use super::bank::{Bank, Choices, Posed};
use super::statistics::slope;

/// How much worse than the best an option may be to be nearly as good, in units of kappa.
const NEAR: f64 = 0.5;

/// Deviations below this are rounding errors: the options do not differ.
const ALIKE: f64 = 1e-9;

/// The fewest decisions from which an index is told.
const FEWEST: f64 = 5.0;

/// How an index follows from the numbers of decisions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// The mean of y.
    Mean,
    /// The slope of y on x.
    Slope,
}

/// An index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Index {
    pub name: &'static str,
    /// The figure that it is to measure.
    pub figure: &'static str,
    /// What it is, in words.
    pub about: &'static str,
    pub kind: Kind,
    /// Where the lower end of its correlation has to be.
    pub threshold: f64,
    /// The numbers x and y of a decision; `None` if it tells nothing.
    tells: fn(&Asked<'_>) -> Option<[f64; 2]>,
}

/// A decision as it is measured.
struct Asked<'a> {
    posed: &'a Posed,
    chosen: usize,
    /// What it chose when it was asked again.
    again: usize,
    units: SeatUnits,
}

impl Asked<'_> {
    fn best(&self) -> f64 {
        self.posed.judged.iter().map(|one| one.value).fold(f64::NEG_INFINITY, f64::max)
    }

    /// By how many deviations the choice is above the mean of the options that are nearly as good
    /// as the best; `None` if it is none of them, or they do not differ.
    fn taste(&self, of: impl Fn(usize) -> f64) -> Option<f64> {
        let enough = self.best() - NEAR * self.units.kappa;
        let near = |at: &usize| self.posed.judged[*at].value >= enough;
        if !near(&self.chosen) {
            return None;
        }
        let values: Vec<f64> = (0..self.posed.judged.len()).filter(near).map(&of).collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let deviation = (squares / count).sqrt();
        (deviation > ALIKE).then(|| (of(self.chosen) - mean) / deviation)
    }

    fn spread(&self) -> Option<f64> {
        self.taste(|at| self.posed.judged[at].spread)
    }

    /// How far the seat is behind, of half a fair share.
    fn behind(&self) -> f64 {
        let fair = self.units.fair;
        (fair - self.posed.prospects.value()).max(0.0) / (fair / 2.0)
    }

    /// Whether the seat has just lost a usual turn's swing, as 0 or 1.
    fn fell(&self) -> f64 {
        let now = self.posed.prospects.value();
        let swing = |before: f32| f64::from(before) - now >= self.units.kappa;
        let fell = self.posed.memory.value.is_some_and(swing);
        f64::from(u8::from(fell))
    }

    fn yes(is: bool) -> f64 {
        f64::from(u8::from(is))
    }
}

/// An index that is the mean of a taste.
const fn taste(
    name: &'static str,
    figure: &'static str,
    about: &'static str,
    tells: fn(&Asked<'_>) -> Option<[f64; 2]>,
) -> Index {
    Index { name, figure, about, kind: Kind::Mean, threshold: 0.3, tells }
}

/// All indices.
pub(super) const INDICES: [Index; 15] = [
    Index {
        threshold: 0.5,
        ..taste(
            "risk",
            "risk_aversion",
            "spread that is chosen among near-equal actions",
            |asked| Some([0.0, asked.spread()?]),
        )
    },
    Index {
        threshold: 0.5,
        ..taste("loss", "calculation", "win probability lost per decision, in kappa", |asked| {
            let lost = asked.best() - asked.posed.judged[asked.chosen].value;
            Some([0.0, lost / asked.units.kappa])
        })
    },
    Index {
        kind: Kind::Slope,
        ..taste("nerves", "nerves", "how the spread chosen rises when behind", |asked| {
            Some([asked.behind(), asked.spread()?])
        })
    },
    Index {
        kind: Kind::Slope,
        ..taste("swings", "nerves_after_big_turn", "how it rises after a bad swing", |asked| {
            Some([asked.fell(), asked.spread()?])
        })
    },
    taste("replies", "intuition", "how much is hoped from careless replies", |asked| {
        let hoped = |at: usize| asked.posed.judged[at].careless - asked.posed.judged[at].value;
        Some([0.0, asked.taste(hoped)?])
    }),
    taste("spending", "eagerness", "scarce stock that is spent", |asked| {
        Some([0.0, asked.taste(|at| asked.posed.prospects.options[at].spends)?])
    }),
    taste("own", "own_points", "own progress", |asked| {
        Some([0.0, asked.taste(|at| asked.posed.judged[at].own)?])
    }),
    taste("harm", "harm", "what the strongest rival loses", |asked| {
        Some([0.0, asked.taste(|at| -asked.posed.judged[at].others)?])
    }),
    taste("gap", "closeness", "how much closer the rival comes", |asked| {
        Some([0.0, asked.taste(|at| -asked.posed.judged[at].gap)?])
    }),
    taste("kinds", "variety", "moves of a kind not played yet", |asked| {
        let kinds = asked.posed.memory.kinds;
        let new = |at: usize| kinds >> asked.posed.prospects.options[at].kind & 1 == 0;
        Some([0.0, asked.taste(|at| Asked::yes(new(at)))?])
    }),
    taste("salience", "attention", "the move that catches the eye first", |asked| {
        let options = &asked.posed.prospects.options;
        let first = (1..options.len()).fold(0, |most, at| {
            if options[at].salience > options[most].salience { at } else { most }
        });
        Some([0.0, asked.taste(|at| Asked::yes(at == first))?])
    }),
    taste("standing", "foresight", "lead in progress right after the move", |asked| {
        let judged = &asked.posed.judged;
        Some([0.0, asked.taste(|at| judged[at].own - judged[at].others)?])
    }),
    taste("agreement", "steadiness", "the same choice when asked again", |asked| {
        Some([0.0, Asked::yes(asked.chosen == asked.again)])
    }),
    taste("repeats", "persistence", "the kind of the last move again", |asked| {
        let last = asked.posed.memory.last?;
        let same = |at: usize| Asked::yes(asked.posed.prospects.options[at].kind == last);
        Some([0.0, asked.taste(same)?])
    }),
    taste("hiding", "deceit", "what a move keeps hidden", |asked| {
        Some([0.0, asked.taste(|at| -asked.posed.prospects.options[at].information)?])
    }),
];

/// The sums of 1, x, y, x² and xy over decisions.
pub(super) type Sums = [f64; 5];

/// By index, then block: the sums of a player.
pub(super) type Measured = Vec<Vec<Sums>>;

/// The value of an index by the sums over some blocks; `None` of too few decisions.
pub(super) fn value<'a>(index: &Index, blocks: impl IntoIterator<Item = &'a Sums>) -> Option<f64> {
    let mut all = [0.0; 5];
    for sums in blocks {
        all.iter_mut().zip(sums).for_each(|(sum, of)| *sum += of);
    }
    let [count, _, y, ..] = all;
    match index.kind {
        _ if count < FEWEST => None,
        Kind::Mean => Some(y / count),
        Kind::Slope => slope(all),
    }
}

/// What is measured of choices; `again` are those of the same player when it is asked again.
pub(super) fn measured(bank: &Bank, choices: &Choices, again: &Choices) -> Measured {
    let units = bank.seat_units();
    let sums = |index: &Index, block: usize| {
        let decisions = bank.blocks[block].iter().zip(&choices[block]).zip(&again[block]);
        let told = decisions.filter_map(|((posed, &chosen), &again)| {
            (index.tells)(&Asked { posed, chosen, again, units })
        });
        told.fold([0.0; 5], |[count, sum_x, sum_y, squares, products], [x, y]| {
            [count + 1.0, sum_x + x, sum_y + y, squares + x * x, products + x * y]
        })
    };
    let blocks = 0..bank.blocks.len();
    INDICES.iter().map(|index| blocks.clone().map(|block| sums(index, block)).collect()).collect()
}

/// What is measured of a player.
pub(super) fn measured_of(bank: &Bank, player: &Personality) -> Measured {
    measured(bank, &bank.choices(player, false), &bank.choices(player, true))
}

/// The values of all indices of a player.
pub(super) fn values(measured: &Measured) -> Vec<Option<f64>> {
    INDICES.iter().zip(measured).map(|(index, blocks)| value(index, blocks)).collect()
}
