//! T2 and T3: whether the figures that explain a player's choices in one game predict its choices
//! in another one, and recognise it among others.

use miette::{Result, miette};
use rivals_core::conduct::{Judge, Seen, fit};
use rivals_core::personalities::Personality;
use rivals_statistics::parallel;
use serde::{Deserialize, Serialize};

use super::Form;
use super::bank::{Bank, Choices};
use super::pieces::Pieces;
use super::players::{figure, fitted, mean, with};
use super::statistics::{percentiles, resampled, sample};
use super::verdicts::Verdict;

/// What the gain of a prediction is to exceed.
pub(super) const GAIN: f64 = 0.6;

/// What the share of recognised players is to exceed.
pub(super) const RECOGNISED: f64 = 0.5;

/// The name of all ordered pairs of games in `recognised.csv`.
pub(super) const ALL: &str = "all";

/// A row of `recovery.csv`: how well figures from one game predict another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// The game in which the figures were fitted.
    pub from: String,
    pub to: String,
    pub players: usize,
    pub decisions: usize,
    /// The loss is minus the natural logarithm of the probability of a decision, a mean.
    pub loss_of_mean_player: f64,
    pub loss_of_fitted: f64,
    pub loss_of_true: f64,
    /// With the figures that were fitted to another player.
    pub loss_of_shuffled: f64,
    /// The part of the way from the mean player to the true figures.
    pub gain: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub gain_of_shuffled: Option<f64>,
    /// The gain less that of another player's figures.
    pub difference_low: Option<f64>,
    pub verdict: Verdict,
}

/// A row of `fitted.csv`: a figure that was fitted to a player's choices in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FittedRow {
    pub game: String,
    pub player: String,
    pub figure: String,
    pub is: f64,
    pub fitted: f64,
}

/// A row of `recognition.csv`: how often a player's choices in one game were taken for those of a
/// candidate, by figures from another game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct RecognitionRow {
    pub from: String,
    pub to: String,
    pub player: String,
    pub recognised_as: String,
    pub times: u64,
}

/// What was measured of recognition in two games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Recognised {
    pub from: String,
    pub to: String,
    pub trials: u64,
    pub right: f64,
    pub low: f64,
    pub high: f64,
    /// The share by the true figures of all candidates, as if they had been fitted without error.
    pub right_of_true: f64,
}

/// The choices of players in all games, and what explains them.
pub(super) struct Explained<'a> {
    banks: &'a [Bank],
    players: &'a [Personality],
    /// By game, then player.
    choices: Vec<Vec<Choices>>,
    /// By game, then player: the personality with fitted figures.
    fits: Vec<Vec<Personality>>,
    /// Whether the figures that a game does not show are known, and not taken for neutral.
    known: bool,
}

/// The same player that overlooks nothing: what it may overlook is not part of a fit.
pub(super) fn attentive(player: &Personality) -> Personality {
    with(player, |key| (key == "attention").then_some(1.0))
}

impl<'a> Explained<'a> {
    /// Fits the figures of players to their choices in each game. Those that the game does not show
    /// are `known`, or else neutral.
    pub(super) fn new(
        banks: &'a [Bank],
        players: &'a [Personality],
        known: bool,
        form: &Form,
        pieces: &Pieces,
    ) -> Result<Self> {
        let choices: Vec<Vec<Choices>> = banks
            .iter()
            .map(|bank| players.iter().map(|player| bank.choices(player, false)).collect())
            .collect();
        let mut explained = Self { banks, players, choices, fits: Vec::new(), known };
        let typical = mean(players);
        for (game, bank) in banks.iter().enumerate() {
            let fits = parallel::map(players.len(), |player| {
                explained.fit(game, player, &typical, form.fitted, pieces)
            });
            let fits = fits.into_iter().collect::<Result<Vec<Personality>>>()?;
            eprintln!("{}: figures of {} players fitted", bank.game, fits.len());
            explained.fits.push(fits);
        }
        Ok(explained)
    }

    fn fit(
        &self,
        game: usize,
        player: usize,
        typical: &Personality,
        most: usize,
        pieces: &Pieces,
    ) -> Result<Personality> {
        let (bank, who) = (&self.banks[game], &self.players[player]);
        // Some of the committed personalities do not value winning at all.
        let of_values = (!self.known).then_some("winning");
        let free: Vec<&str> = fitted(bank.game).into_iter().chain(of_values).collect();
        // A fit must not begin at the truth.
        let start = if self.known { typical.clone() } else { Personality::neutral("unknown") };
        let hidden = if self.known { who } else { &start };
        let start = with(&start, |key| (!free.contains(&key)).then(|| figure(hidden, key)));
        let figures = pieces.part(&format!("fit-{}-{}", bank.game, who.id), || {
            let seen = bank.seen(&self.choices[game][player], most);
            let found = fit(&seen, &bank.units, &start, &free, self.players)
                .map_err(|error| miette!("{error:#}"))?;
            let found = found.personality;
            let all = found.figures().chain(found.habit_figures()).map(|(_, figure)| figure);
            Ok(all.collect::<Vec<f64>>())
        })?;
        Ok(start.with_figures(figures))
    }

    /// The rows of `fitted.csv`.
    pub(super) fn fitted_rows(&self) -> Vec<FittedRow> {
        let mut rows = Vec::new();
        for (bank, fits) in self.banks.iter().zip(&self.fits) {
            for (player, found) in self.players.iter().zip(fits) {
                rows.extend(fitted(bank.game).into_iter().map(|key| FittedRow {
                    game: bank.game.to_owned(),
                    player: player.id.clone(),
                    figure: key.to_owned(),
                    is: figure(player, key),
                    fitted: figure(found, key),
                }));
            }
        }
        rows
    }

    /// The rows of `recovery.csv`.
    pub(super) fn recovery(&self, form: &Form) -> Vec<Row> {
        let pairs = self.pairs();
        pairs.into_iter().map(|(from, to)| self.pair(from, to, form)).collect()
    }

    /// The ordered pairs of different games.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let games = 0..self.banks.len();
        let pairs = games.clone().flat_map(|from| games.clone().map(move |to| (from, to)));
        pairs.filter(|(from, to)| from != to).collect()
    }

    fn pair(&self, from: usize, to: usize, form: &Form) -> Row {
        let bank = &self.banks[to];
        let shown = fitted(self.banks[from].game);
        let typical = mean(self.players);
        let count = self.players.len();
        // By player, then block: the losses of the mean player, the fitted figures, the true ones
        // and those of another player; and the number of decisions.
        let losses: Vec<Vec<[f64; 5]>> = parallel::map(count, |player| {
            let who = &self.players[player];
            let put = |of: &Personality| {
                bank.judge(&with(who, |key| shown.contains(&key).then(|| figure(of, key))))
            };
            let other = (player + 1) % count;
            let models = [
                put(&typical),
                put(&self.fits[from][player]),
                put(who),
                put(&self.fits[from][other]),
            ];
            of_blocks(bank, &self.choices[to][player], &models)
        });
        let sums = |players: &[usize], blocks: &[usize]| {
            let mut all = [0.0; 5];
            for &player in players {
                for &block in blocks {
                    let of = &losses[player][block];
                    all.iter_mut().zip(of).for_each(|(sum, of)| *sum += of);
                }
            }
            all
        };
        let all: (Vec<usize>, Vec<usize>) =
            ((0..count).collect(), (0..bank.blocks.len()).collect());
        let total = sums(&all.0, &all.1);
        let gains = resampled(form.seed, form.draws, |rng| {
            gains_of(sums(&sample(rng, count), &sample(rng, bank.blocks.len())))
        });
        let gained: Vec<[f64; 2]> = gains.into_iter().flatten().collect();
        let interval = percentiles(gained.iter().map(|gain| gain[0]).collect());
        let more = percentiles(gained.iter().map(|[gain, shuffled]| gain - shuffled).collect());
        let found = gains_of(total);
        let [mean_player, own, truth, shuffled, decisions] = total;
        Row {
            from: self.banks[from].game.to_owned(),
            to: bank.game.to_owned(),
            players: count,
            decisions: bank.blocks.iter().map(Vec::len).sum(),
            loss_of_mean_player: mean_player / decisions,
            loss_of_fitted: own / decisions,
            loss_of_true: truth / decisions,
            loss_of_shuffled: shuffled / decisions,
            gain: found.map(|[gain, _]| gain),
            low: found.and(interval).map(|[low, _]| low),
            high: found.and(interval).map(|[_, high]| high),
            gain_of_shuffled: found.map(|[_, shuffled]| shuffled),
            difference_low: found.and(more).map(|[low, _]| low),
            verdict: Verdict::above(GAIN, found.and(interval)),
        }
    }

    /// Recognition from one game to another: how often the choices of each player were attributed to
    /// each candidate, and what was measured of each pair of games.
    pub(super) fn recognition(&self, form: &Form) -> (Vec<RecognitionRow>, Vec<Recognised>) {
        let (mut rows, mut measured) = (Vec::new(), Vec::new());
        let by_truth: Vec<Option<f64>> = (0..self.banks.len())
            .map(|to| right(&self.taken(to, self.players, form), form).map(|(_, right, _)| right))
            .collect();
        let mut all = vec![Vec::new(); self.players.len()];
        for (from, to) in self.pairs() {
            let bank = &self.banks[to];
            let taken = self.taken(to, &self.fits[from], form);
            all.iter_mut().zip(&taken).for_each(|(all, taken)| all.extend(taken));
            for (player, taken) in self.players.iter().zip(&taken) {
                for (place, candidate) in self.players.iter().enumerate() {
                    let times = taken.iter().filter(|&&at| at == place).count() as u64;
                    rows.extend((times > 0).then(|| RecognitionRow {
                        from: self.banks[from].game.to_owned(),
                        to: bank.game.to_owned(),
                        player: player.id.clone(),
                        recognised_as: candidate.id.clone(),
                        times,
                    }));
                }
            }
            let names = [from, to].map(|game| self.banks[game].game);
            measured.extend(recognised(names, &taken, by_truth[to], form));
        }
        let truths: Vec<f64> = by_truth.into_iter().flatten().collect();
        let mean = truths.iter().sum::<f64>() / truths.len() as f64;
        measured.extend(recognised([ALL; 2], &all, Some(mean), form));
        (rows, measured)
    }

    /// By player: the candidates for whom its choices in a game are taken, by their figures.
    fn taken(&self, to: usize, figures: &[Personality], form: &Form) -> Vec<Vec<usize>> {
        let bank = &self.banks[to];
        let models: Vec<Judge> = figures.iter().map(|found| bank.judge(found)).collect();
        parallel::map(self.players.len(), |player| {
            let seen = bank.seen(&self.choices[to][player], usize::MAX);
            let chunks = seen.chunks(form.recognised);
            // What is left of the last chunk is too short to tell.
            let whole = chunks.filter(|chunk| chunk.len() == form.recognised);
            whole.map(|chunk| likeliest(&models, chunk)).collect()
        })
    }
}

/// By block: the sums of the losses of models, and the number of decisions.
fn of_blocks(bank: &Bank, choices: &Choices, models: &[Judge; 4]) -> Vec<[f64; 5]> {
    let mut seen = bank.seen(choices, usize::MAX).into_iter();
    let block = |decisions: &Vec<_>| {
        let mut sums = [0.0; 5];
        for one in seen.by_ref().take(decisions.len()) {
            for (sum, model) in sums.iter_mut().zip(models) {
                *sum -= libm::log(one.likelihood(model));
            }
            sums[4] += 1.0;
        }
        sums
    };
    bank.blocks.iter().map(block).collect()
}

/// The gains of fitted figures and of those of another player; `None` if the true figures predict
/// no better than the mean player.
fn gains_of([typical, own, truth, shuffled, _]: [f64; 5]) -> Option<[f64; 2]> {
    let most = typical - truth;
    (most > 0.0).then(|| [(typical - own) / most, (typical - shuffled) / most])
}

/// The model that makes decisions the likeliest; among equals the first.
fn likeliest(models: &[Judge], decisions: &[Seen]) -> usize {
    let likelihood = |model: &Judge| -> f64 {
        decisions.iter().map(|one| libm::log(one.likelihood(model))).sum()
    };
    let all: Vec<f64> = models.iter().map(likelihood).collect();
    (1..all.len()).fold(0, |best, at| if all[at] > all[best] { at } else { best })
}

/// What was measured of recognition in these games; `None` without trials.
fn recognised(
    [from, to]: [&str; 2],
    taken: &[Vec<usize>],
    right_of_true: Option<f64>,
    form: &Form,
) -> Option<Recognised> {
    let (trials, right, [low, high]) = right(taken, form)?;
    let [from, to] = [from, to].map(str::to_owned);
    Some(Recognised { from, to, trials, right, low, high, right_of_true: right_of_true? })
}

/// The trials, the share of those in which a player was recognised, and its interval over players;
/// `None` without trials.
fn right(taken: &[Vec<usize>], form: &Form) -> Option<(u64, f64, [f64; 2])> {
    let counts: Vec<[f64; 2]> = (taken.iter().enumerate())
        .map(|(player, taken)| {
            let right = taken.iter().filter(|&&at| at == player).count();
            [right as f64, taken.len() as f64]
        })
        .collect();
    let share = |players: &[usize]| {
        let sum = |of: usize| players.iter().map(|&player| counts[player][of]).sum::<f64>();
        (sum(1) > 0.0).then(|| sum(0) / sum(1))
    };
    let all: Vec<usize> = (0..counts.len()).collect();
    let found = share(&all)?;
    let draws = resampled(form.seed, form.draws, |rng| share(&sample(rng, counts.len())));
    let trials = taken.iter().map(Vec::len).sum::<usize>() as u64;
    Some((trials, found, percentiles(draws.into_iter().flatten().collect())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: the mean player loses 10, the true figures 6, so that 7 is three quarters of the
    /// way.
    #[test]
    fn gains_are_parts_of_the_way_to_the_truth() {
        assert_eq!(gains_of([10.0, 7.0, 6.0, 12.0, 4.0]), Some([0.75, -0.5]));
        assert_eq!(gains_of([6.0, 7.0, 6.0, 6.0, 4.0]), None);
    }

    #[test]
    fn who_is_recognised_is_counted() {
        let form = Form { draws: 200, ..Form::SMALL };
        let (trials, found, [low, high]) =
            right(&[vec![0, 0], vec![1, 0], vec![1, 2]], &form).unwrap();
        assert_eq!((trials, found), (6, 4.0 / 6.0));
        assert!(0.0 < low && low <= found && found <= high && high <= 1.0);
        assert_eq!(right(&[Vec::new()], &form), None);
    }
}
