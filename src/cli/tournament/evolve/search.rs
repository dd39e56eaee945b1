//! The search, and the games that say how good what it found is.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::iter;
use std::sync::Arc;

use rand::Rng;
use rayon::ThreadPool;

use super::super::compare::alone;
use super::super::contest::Chosen;
use super::super::run;
use super::super::sweep::ALL;
use super::shown::{Evolved, Figure, Margin, RateRow};
use crate::command::cache::build;
use crate::command::progress::Bar;
use crate::config::Error;
use crate::files::cache::Cache;
use crate::personalities::{Member, Roster};
use crate::personality_files::{Span, Variants, variant};
use crate::standings::claims::Claims;
use crate::standings::{Analysis, StandingRow};
use crate::text::number::percent;
use crate::tournament::{Contest, Finished, Ledger, Plan, Settings};
use rivals_core::contest::Store;
use rivals_core::random::{Key, Purpose};
use rivals_statistics::Evolution;

/// The size of the first steps, in lengths of a range.
const STEP: f64 = 0.2;

/// The least standard deviation of a whole number: if the mean is at one number, each number beside
/// it is still drawn with a probability of about 16 %.
const WHOLE: f64 = 0.5;

/// The steps of a range. Values between them are not tried, so that figures are short.
const STEPS: f64 = 1_000.0;

/// What a place outside of the ranges costs: for each, this times the square of the distance, in
/// lengths of the range.
const OUTSIDE: f64 = 0.1;

/// The trait that changes no decision.
pub(super) const THINKING: &str = "thinking_seconds";

/// What the progress counts.
const GENERATIONS: &str = "generations";

/// What it counts where all players within the ranges are tried.
const ALL_PLAYERS: &str = "players within the ranges";

/// A search.
pub(super) struct Search {
    pub chosen: Chosen,
    /// The players that variants are made of.
    pub roster: Roster,
    /// What can be varied.
    pub variants: Variants,
    pub opponents: Vec<Member>,
    pub seats: usize,
    pub generations: usize,
    pub pool: ThreadPool,
    pub quiet: bool,
    pub progress: Progress,
    /// Where the win rates of each generation are kept, so that a search goes on where it was ended.
    pub cache: Option<Arc<Cache>>,
}

/// What a search has tried so far.
struct Tried {
    /// The best player, its figures, and its win rate.
    best: (Member, Vec<f64>, f64),
    /// The number of players that were valued, and the best win rate: at the beginning and after each
    /// generation.
    history: Vec<(usize, f64)>,
    /// The win rates by figures.
    known: HashMap<Vec<u64>, f64>,
}

/// How a search went.
struct Searched {
    /// As [`Tried::history`].
    history: Vec<(usize, f64)>,
    /// Whether all players within the ranges were tried.
    all: bool,
    exact: bool,
}

/// The progress of a search.
#[derive(Default)]
pub(super) struct Progress {
    /// Counts `unit`, until the search is over.
    bar: Option<Bar>,
    unit: &'static str,
    /// What is said of them.
    said: String,
}

impl Progress {
    fn new(length: usize, unit: &'static str, quiet: bool) -> Self {
        Self { bar: Some(Bar::new(length as u64, unit, quiet)), unit, said: unit.to_owned() }
    }

    /// Shows how far the current generation is.
    fn within(&self) -> impl Fn(&'static str, u64, u64) + Sync + '_ {
        let (bar, said) = (self.bar.as_ref(), &*self.said);
        move |unit, more, of| {
            if let Some(bar) = bar {
                bar.step(said, unit, more, of);
            }
        }
    }

    /// Counts a generation of this number of players, after which this is the best win rate.
    fn add(&mut self, players: usize, best: f64) {
        self.said = format!("{}, {} %", self.unit, percent(best, 2));
        if let Some(bar) = &self.bar {
            bar.explain(self.said.clone());
            bar.add(if self.unit == GENERATIONS { 1 } else { players as u64 });
        }
    }

    /// Removes the bar: what follows is not part of the search.
    fn finish(&mut self) {
        self.bar = None;
    }
}

impl Search {
    /// Searches, beginning with this player, or with the nearest one within the ranges.
    pub(super) fn run(&mut self, start: Member) -> miette::Result<Evolved> {
        let own: Vec<f64> = self.variants.keys.iter().filter_map(|(_, own)| *own).collect();
        let within = own.iter().zip(&self.variants.spans);
        let begun: Vec<f64> = within.map(|(own, span)| own.clamp(span.low, span.high)).collect();
        let start = if begun == own { start } else { self.variant(&begun)? };
        let free = (0..begun.len()).filter(|at| self.is_free(*at)).count();
        let size = Evolution::size(free);
        let all = self.all(&begun, self.generations * size);
        self.progress = match &all {
            Some(all) => Progress::new(all.len(), ALL_PLAYERS, self.quiet),
            None => Progress::new(self.generations, GENERATIONS, self.quiet),
        };
        let (rates, exact) = self.rates(vec![start.clone()])?;
        // The tables of the opponents are kept by now; those of all players that are tried take too
        // much space.
        self.chosen.cache = self.cache.as_ref().map(|cache| Arc::new(cache.read_only()));
        let mut tried = Tried {
            best: (start, begun.clone(), rates[0]),
            history: vec![(1, rates[0])],
            known: HashMap::from([(bits(&begun), rates[0])]),
        };
        match &all {
            Some(all) => {
                for generation in all.chunks(size) {
                    self.value(generation, &mut tried)?;
                }
            }
            None => self.evolve(&begun, &mut tried)?,
        }
        self.progress.finish();
        let Tried { best: (found, figures, _), history, .. } = tried;
        let varied = self.variants.keys.iter().zip(&self.variants.spans).zip(begun).zip(figures);
        let figure = |((((key, _), span), start), found): (((&(String, _), &Span), f64), f64)| {
            let at_end = found != start && (found == span.low || found == span.high);
            Figure { key: key.clone(), start, found, at_end }
        };
        let figures = varied.map(figure).collect();
        let search = Searched { history, all: all.is_some(), exact };
        self.evolved(found, figures, search)
    }

    /// The figures of all players within the ranges, if they are whole numbers and there are not more
    /// of them than this.
    fn all(&self, begun: &[f64], most: usize) -> Option<Vec<Vec<f64>>> {
        let mut all = vec![Vec::new()];
        for (at, span) in self.variants.spans.iter().enumerate() {
            let values = if !self.is_free(at) {
                vec![begun[at]]
            } else if span.whole && span.high - span.low < most as f64 {
                let next = |value: &f64| Some(value + 1.0).filter(|next| *next <= span.high);
                iter::successors(Some(span.low), next).collect()
            } else {
                return None;
            };
            let with = |of: Vec<f64>| values.iter().map(move |value| [&of[..], &[*value]].concat());
            all = all.into_iter().flat_map(with).collect();
            if all.len() > most {
                return None;
            }
        }
        Some(all)
    }

    /// Searches by evolution.
    fn evolve(&mut self, begun: &[f64], tried: &mut Tried) -> miette::Result<()> {
        let spans = self.variants.spans.iter().zip(begun).enumerate();
        let free = spans.filter(|(at, _)| self.is_free(*at)).map(|(_, (span, own))| {
            let length = span.high - span.low;
            ((own - span.low) / length, if span.whole { WHOLE / length } else { 0.0 })
        });
        let (place, least) = free.unzip();
        let mut evolution = Evolution::new(place, STEP, least);
        let seed = self.chosen.config.seed;
        let mut dice = Key::new(seed, Purpose::Evolution, &[]).generator();
        for _ in 0..self.generations {
            let places = evolution.points(|| (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64);
            let figures: Vec<_> = places.iter().map(|of| self.figures(of, begun)).collect();
            self.value(&figures, tried)?;
            let value =
                |at: usize| tried.known[&bits(&figures[at])] - OUTSIDE * outside(&places[at]);
            let mut ranking: Vec<usize> = (0..places.len()).collect();
            ranking.sort_by(|one, other| value(*other).total_cmp(&value(*one)));
            evolution.learn(&ranking);
        }
        Ok(())
    }

    /// Values a generation, by the figures of its players.
    fn value(&mut self, figures: &[Vec<f64>], tried: &mut Tried) -> miette::Result<()> {
        let (mut members, mut unknown) = (Vec::new(), Vec::new());
        for figures in figures {
            let Entry::Vacant(place) = tried.known.entry(bits(figures)) else {
                continue;
            };
            // A player that cannot play, such as one without any value, is the worst.
            place.insert(f64::NEG_INFINITY);
            if let Ok(member) = self.variant(figures) {
                members.push(member);
                unknown.push(figures);
            }
        }
        let rates = self.rates(members.clone())?.0;
        for ((member, figures), rate) in members.into_iter().zip(unknown).zip(rates) {
            tried.known.insert(bits(figures), rate);
            if rate > tried.best.2 {
                tried.best = (member, figures.clone(), rate);
            }
        }
        let best = tried.best.2;
        tried.history.push((tried.known.len(), best));
        self.progress.add(figures.len(), best);
        Ok(())
    }

    /// The player with these figures.
    fn variant(&self, figures: &[f64]) -> Result<Member, Error> {
        variant(&self.roster, &self.variants.id, &self.variants.ranges, figures)
    }

    /// Whether a key is searched.
    fn is_free(&self, key: usize) -> bool {
        self.variants.keys[key].0 != THINKING
    }

    /// The values of all keys at a place.
    fn figures(&self, place: &[f64], begun: &[f64]) -> Vec<f64> {
        let mut places = place.iter();
        let value = |(at, span): (usize, &Span)| {
            let Some(place) = Some(at).filter(|at| self.is_free(*at)).and_then(|_| places.next())
            else {
                return begun[at];
            };
            let step = (place.clamp(0.0, 1.0) * STEPS).round();
            let value = (span.low * (STEPS - step) + span.high * step) / STEPS;
            // The digits beyond the twelfth decimal are rounding errors.
            let value = if span.whole { value.round() } else { value };
            format!("{value:.12}").parse().unwrap_or(value) + 0.0
        };
        self.variants.spans.iter().enumerate().map(value).collect()
    }

    /// The game between these players and the opponents.
    fn contest(&mut self, members: Vec<Member>) -> miette::Result<Box<dyn Contest>> {
        let members = members.into_iter().chain(self.opponents.iter().cloned()).collect();
        let config = &mut self.chosen.config;
        config.roster = Roster::new(members, config.game.agents);
        self.chosen.contest(true)
    }

    /// The win rate of each player over all opponents and all seats, and whether it is exact.
    fn rates(&mut self, members: Vec<Member>) -> miette::Result<(Vec<f64>, bool)> {
        let count = members.len();
        if count == 0 {
            return Ok((Vec::new(), false));
        }
        let contest = &*self.contest(members)?;
        let config = &self.chosen.config;
        let settings =
            format!("{} {} {} {}", self.seats, config.seed, config.games, self.variants.id);
        let key = format!("win rates {}\n{settings}\n{}", build(), contest.identity());
        let kept = self.cache.as_ref().and_then(|cache| cache.get(&key));
        if let Some((&[exact], rates)) = kept.as_ref().and_then(|kept| kept.split_first_chunk()) {
            let (rates, _) = rates.as_chunks();
            return Ok((rates.iter().copied().map(f64::from_le_bytes).collect(), exact == 1));
        }
        let (rates, exact) = self.computed(contest, count)?;
        if let Some(cache) = &self.cache {
            let rates = rates.iter().flat_map(|rate| rate.to_le_bytes());
            let bytes: Vec<u8> = [u8::from(exact)].into_iter().chain(rates).collect();
            cache.put(&key, &bytes);
        }
        Ok((rates, exact))
    }

    fn computed(&self, contest: &dyn Contest, count: usize) -> miette::Result<(Vec<f64>, bool)> {
        if let Some(exact) = self.exact(contest, count) {
            return Ok((exact, true));
        }
        let finished = self.play(contest, self.chosen.config.seed, count)?;
        let claims = Claims::none(contest.name());
        let results = self.pool.install(|| Analysis::new(contest, &finished, &claims));
        let rate = |player| results.win_rate(player).map_or(0.0, |rate| rate.value());
        Ok(((0..count).map(rate).collect(), false))
    }

    /// The exact win rates of the first players, if the game is solved.
    fn exact(&self, contest: &dyn Contest, count: usize) -> Option<Vec<f64>> {
        let solved = contest.solved().filter(|_| self.seats == 2)?;
        let others = count..contest.roster().len();
        let pairs: Vec<_> = (0..count)
            .flat_map(|player| others.clone().map(move |other| (player, other)))
            .flat_map(|(player, other)| [(player, other), (other, player)])
            .collect();
        let progress = self.progress.within();
        let exact = self.pool.install(|| {
            contest.prepare(None, &progress);
            solved.exact_of_pairs(&pairs, &progress)
        });
        let wins = pairs.iter().zip(exact).map(|((first, _), exact)| {
            let (first_wins, _) = exact?;
            Some(if *first < count { first_wins } else { 1.0 - first_wins })
        });
        let wins: Vec<f64> = wins.collect::<Option<_>>()?;
        let games = 2 * others.len();
        Some(wins.chunks(games).map(|of| of.iter().sum::<f64>() / games as f64).collect())
    }

    /// Games with this seed between the first players and the opponents.
    fn play(&self, contest: &dyn Contest, seed: u64, count: usize) -> miette::Result<Finished> {
        let settings = Settings {
            seats: self.seats,
            seed,
            games: self.chosen.config.games,
            until_ci: None,
            until_pairs: false,
            shard: None,
        };
        let plan = Plan::against(contest, settings, count, &self.variants.id)?;
        let (progress, games) = (self.progress.within(), Ledger::new(&plan).games_due());
        alone(contest, &plan, &self.pool, &|more| progress("games", more, games))
    }

    /// How often what was found wins on dice that the search never saw.
    fn evolved(
        &mut self,
        found: Member,
        figures: Vec<Figure>,
        Searched { history, all, exact }: Searched,
    ) -> miette::Result<Evolved> {
        let (valued, best): (Vec<usize>, Vec<f64>) = history.into_iter().unzip();
        let contest = &*self.contest(vec![found.clone()])?;
        let seed = self.chosen.config.seed;
        let unseen_seed = seed.wrapping_add(1);
        let finished = self.play(contest, unseen_seed, 1)?;
        if exact {
            run::solve(contest, None, &self.pool, self.quiet);
        }
        let claims = Claims::none(contest.name());
        let results = self.pool.install(|| Analysis::new(contest, &finished, &claims));
        let row = |row: &StandingRow| {
            // Opponents met nobody else.
            let lost = row.player != 0;
            let of = |rate: f64| if lost { 1.0 - rate } else { rate };
            let ends = if lost { (row.high, row.low) } else { (row.low, row.high) };
            RateRow {
                against: if lost { row.id.clone() } else { ALL.to_owned() },
                win_rate: of(row.win_rate),
                low: ends.0.map(of),
                high: ends.1.map(of),
                exact: row.exact_win_rate.map(of),
            }
        };
        let told = results.standings.iter().filter(|row| row.player == 0 || self.seats == 2);
        let mut rates: Vec<RateRow> = told.map(row).collect();
        rates.sort_by_key(|row| row.against != ALL);
        Ok(Evolved {
            game: contest.name().to_owned(),
            player: found.id().to_owned(),
            seats: self.seats,
            seed,
            unseen_seed,
            games: finished.pairings.iter().map(|pairing| pairing.totals.games()).sum(),
            valued: valued[valued.len() - 1],
            tried_all: all,
            exact,
            figures,
            margin: Margin::of(&rates[0], self.seats),
            rates,
            best,
            valued_by: valued,
            found,
        })
    }
}

/// Figures as a key.
fn bits(figures: &[f64]) -> Vec<u64> {
    figures.iter().map(|figure| figure.to_bits()).collect()
}

/// How far a place is outside of the ranges: the sum of squares, in lengths of each.
fn outside(place: &[f64]) -> f64 {
    let beyond = place.iter().map(|place| place - place.clamp(0.0, 1.0));
    beyond.map(|beyond| beyond * beyond).sum()
}
