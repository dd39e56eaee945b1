//! Indices: what an observer measures of a player's choices, without its figures. A judge says what
//! the options were worth; where several are nearly as good as the best, the choice tells a taste.

use rivals_core::conduct::Prospect;
use rivals_core::personalities::Personality;
use rivals_core::personalities::SeatUnits;

use super::bank::{Bank, Choices, Posed};
use super::judges::Judged;
use super::statistics::slope;
use super::together::Feature;

/// How much worse than the best an option may be to be nearly as good, in units of kappa.
const NEAR: f64 = 0.5;

/// Deviations below this are rounding errors: the options do not differ.
const ALIKE: f64 = 1e-9;

/// The fewest decisions from which an index is told.
const FEWEST: f64 = 5.0;

/// How an index follows from decisions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// The mean of a number of each decision; `None` if the decision tells nothing.
    Mean(fn(&Asked<'_>) -> Option<f64>),
    /// The slope of the second number of each decision on the first.
    Slope(fn(&Asked<'_>) -> Option<[f64; 2]>),
    /// The coefficient of what is said of an option, measured together with all others.
    Together(Feature),
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
}

/// What is measured together, in the order of the indices.
pub(super) fn features() -> Vec<Feature> {
    INDICES.iter().filter_map(Index::feature).collect()
}

impl Index {
    /// What is said of an option, if it is measured together with others.
    pub(super) fn feature(&self) -> Option<Feature> {
        match self.kind {
            Kind::Together(feature) => Some(feature),
            Kind::Mean(_) | Kind::Slope(_) => None,
        }
    }
}

/// A decision as it is measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    pub posed: &'a Posed,
    pub chosen: usize,
    /// What it chose when it was asked again.
    pub again: usize,
    pub units: SeatUnits,
}

impl Asked<'_> {
    fn best(&self) -> f64 {
        self.posed.judged.iter().map(|one| one.value).fold(f64::NEG_INFINITY, f64::max)
    }

    fn judged(&self) -> &Judged {
        &self.posed.judged[self.chosen]
    }

    fn option(&self) -> &Prospect {
        &self.posed.prospects.options[self.chosen]
    }

    /// By how many deviations the choice is above the mean of the options that are nearly as good
    /// as the best; `None` if it is none of them, or they do not differ.
    fn taste(&self, of: impl Fn(&Self) -> f64) -> Option<f64> {
        let enough = self.best() - NEAR * self.units.kappa;
        let near = |at: &usize| self.posed.judged[*at].value >= enough;
        if !near(&self.chosen) {
            return None;
        }
        let all = (0..self.posed.judged.len()).filter(near);
        let values: Vec<f64> = all.map(|chosen| of(&Self { chosen, ..*self })).collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let deviation = (squares / count).sqrt();
        (deviation > ALIKE).then(|| (of(self) - mean) / deviation)
    }

    fn spread(&self) -> Option<f64> {
        self.taste(|option| option.judged().spread)
    }

    fn hoped(&self) -> f64 {
        self.judged().careless - self.judged().value
    }

    fn is_new(&self) -> f64 {
        Self::yes(self.posed.memory.kinds >> self.option().kind & 1 == 0)
    }

    fn repeats(&self) -> f64 {
        Self::yes(self.posed.memory.last == Some(self.option().kind))
    }

    fn is_most_salient(&self) -> f64 {
        let options = &self.posed.prospects.options;
        let first = (1..options.len()).fold(0, |most, at| {
            if options[at].salience > options[most].salience { at } else { most }
        });
        Self::yes(self.chosen == first)
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

/// An index that measures a taste.
const fn taste(name: &'static str, figure: &'static str, about: &'static str, kind: Kind) -> Index {
    Index { name, figure, about, kind, threshold: 0.3 }
}

/// The indices of risk and of loss have to agree better than others.
const fn strict(index: Index) -> Index {
    Index { threshold: 0.5, ..index }
}

/// An index that is measured together with all others of this kind.
const fn together(
    name: &'static str,
    figure: &'static str,
    about: &'static str,
    feature: Feature,
) -> Index {
    taste(name, figure, about, Kind::Together(feature))
}

/// All indices. Those of one taste alone come first, then those that are measured together.
pub(super) const INDICES: [Index; 28] = [
    strict(taste(
        "risk",
        "risk_aversion",
        "spread that is chosen among near-equal actions",
        Kind::Mean(|asked| asked.spread()),
    )),
    strict(taste(
        "loss",
        "calculation",
        "win probability lost per decision, in kappa",
        Kind::Mean(|asked| Some((asked.best() - asked.judged().value) / asked.units.kappa)),
    )),
    taste(
        "nerves",
        "nerves",
        "how the spread chosen rises when behind",
        Kind::Slope(|asked| Some([asked.behind(), asked.spread()?])),
    ),
    taste(
        "swings",
        "nerves_after_big_turn",
        "how it rises after a bad swing",
        Kind::Slope(|asked| Some([asked.fell(), asked.spread()?])),
    ),
    taste(
        "replies",
        "intuition",
        "how much is hoped from careless replies",
        Kind::Mean(|asked| asked.taste(|option| option.hoped())),
    ),
    taste(
        "spending",
        "eagerness",
        "scarce stock that is spent",
        Kind::Mean(|asked| asked.taste(|option| option.option().spends)),
    ),
    taste(
        "own",
        "own_points",
        "own progress",
        Kind::Mean(|asked| asked.taste(|option| option.judged().own)),
    ),
    taste(
        "harm",
        "harm",
        "what the strongest rival loses",
        Kind::Mean(|asked| asked.taste(|option| -option.judged().others)),
    ),
    taste(
        "gap",
        "closeness",
        "how much closer the rival comes",
        Kind::Mean(|asked| asked.taste(|option| -option.judged().gap)),
    ),
    taste(
        "kinds",
        "variety",
        "moves of a kind not played yet",
        Kind::Mean(|asked| asked.taste(|option| option.is_new())),
    ),
    taste(
        "salience",
        "attention",
        "the move that catches the eye first",
        Kind::Mean(|asked| asked.taste(|option| option.is_most_salient())),
    ),
    taste(
        "standing",
        "foresight",
        "lead in progress right after the move",
        Kind::Mean(|asked| asked.taste(|option| option.judged().own - option.judged().others)),
    ),
    taste(
        "agreement",
        "steadiness",
        "the same choice when asked again",
        Kind::Mean(|asked| Some(Asked::yes(asked.chosen == asked.again))),
    ),
    taste(
        "repeats",
        "persistence",
        "the kind of the last move again",
        Kind::Mean(|asked| {
            asked.posed.memory.last?;
            asked.taste(|option| option.repeats())
        }),
    ),
    taste(
        "hiding",
        "deceit",
        "what a move keeps hidden",
        Kind::Mean(|asked| asked.taste(|option| -option.option().information)),
    ),
    strict(together("value-together", "calculation", "win probability", |option| {
        option.judged().value
    })),
    strict(together("risk-together", "risk_aversion", "spread", |option| option.judged().spread)),
    together("nerves-together", "nerves", "spread when behind", |option| {
        option.judged().spread * option.behind()
    }),
    together("swings-together", "nerves_after_big_turn", "spread after a bad swing", |option| {
        option.judged().spread * option.fell()
    }),
    together("replies-together", "intuition", "hope of careless replies", |option| option.hoped()),
    together("spending-together", "eagerness", "scarce stock", |option| option.option().spends),
    together("own-together", "own_points", "own progress", |option| option.judged().own),
    together("harm-together", "harm", "loss of the rival", |option| -option.judged().others),
    together("gap-together", "closeness", "closeness of the rival", |option| -option.judged().gap),
    together("kinds-together", "variety", "a new kind of move", |option| option.is_new()),
    together("salience-together", "attention", "catching the eye", |option| {
        option.option().salience
    }),
    together("repeats-together", "persistence", "the kind of the last move", |option| {
        option.repeats()
    }),
    together("hiding-together", "deceit", "what is hidden", |option| -option.option().information),
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
        Kind::Mean(_) | Kind::Together(_) => Some(y / count),
        Kind::Slope(_) => slope(all),
    }
}

/// What is measured of choices; `again` are those of the same player when it is asked again.
pub(super) fn measured(bank: &Bank, choices: &Choices, again: &Choices) -> Measured {
    let units = bank.seat_units();
    let sums = |block: usize, tells: &dyn Fn(&Asked<'_>) -> Option<[f64; 2]>| {
        let decisions = bank.blocks[block].iter().zip(&choices[block]).zip(&again[block]);
        let told = decisions
            .filter_map(|((posed, &chosen), &again)| tells(&Asked { posed, chosen, again, units }));
        told.fold([0.0; 5], |[count, sum_x, sum_y, squares, products], [x, y]| {
            [count + 1.0, sum_x + x, sum_y + y, squares + x * x, products + x * y]
        })
    };
    let mut found = bank.standard().coefficients(choices).into_iter();
    let of_index = |index: &Index| -> Vec<Sums> {
        let blocks = 0..bank.blocks.len();
        match index.kind {
            Kind::Mean(tells) => {
                blocks.map(|block| sums(block, &|asked| Some([0.0, tells(asked)?]))).collect()
            }
            Kind::Slope(tells) => blocks.map(|block| sums(block, &tells)).collect(),
            Kind::Together(_) => found.next().expect("one of each feature"),
        }
    };
    INDICES.iter().map(of_index).collect()
}

/// What is measured of a player.
pub(super) fn measured_of(bank: &Bank, player: &Personality) -> Measured {
    measured(bank, &bank.choices(player, false), &bank.choices(player, true))
}

/// The values of all indices of a player.
pub(super) fn values(measured: &Measured) -> Vec<Option<f64>> {
    INDICES.iter().zip(measured).map(|(index, blocks)| value(index, blocks)).collect()
}
