//! What the decisions of a game of any kind cost: exactly where the game is solved, or else by a
//! search whose error a deeper one measures.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;
use std::ops::Deref;

use miette::miette;
use serde::Serialize;

use super::{Decision, Exercise, Kind, OnReviewed};
use crate::play::record::{Entry, Record};
#[cfg(test)]
use crate::session::Next;
use crate::session::{Judged as Worth, Session};
use crate::tables::seating::session_of;
use rivals_core::sort;
use rivals_statistics::parallel;

/// The most decisions, evenly spread, by which the deeper search measures the error of all.
const MOST_AGAIN: usize = 12;

/// About so many actions of a decision are asked again.
const MOST_OPTIONS: usize = 12;

/// The kind of agent that searches all moves; the others draw games, or hidden hands.
const EXHAUSTIVE: &str = "deepening";

/// The parts of a game for each thread: some decisions take much longer than others.
const PARTS: usize = 8;

/// A decision with its value.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Judged {
    of: Decision,
    /// What a player of the game sees there; empty where the game draws no such thing.
    #[serde(skip)]
    pub sketch: String,
    /// The place of its entry in the record.
    #[serde(skip)]
    pub place: usize,
    /// The agent that searched; `None` if the shares are exact.
    #[serde(skip)]
    agent: Option<&'static str>,
}

impl Deref for Judged {
    type Target = Decision;

    fn deref(&self) -> &Decision {
        &self.of
    }
}

impl Judged {
    /// The same with what is lost for good, as the seat goes on with `next` before anything else
    /// happens: what it can still do there is not given away.
    fn followed_by(mut self, next: &Self) -> Self {
        if self.agent.is_some() && self.of.best != self.of.action {
            self.of.share = next.best_share.min(self.of.best_share);
            self.of.cost = self.of.best_share - self.of.share;
        }
        self
    }
}

/// How far a deeper search is from that of the review.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Error {
    /// The agent of the review, and the deeper one.
    pub agent: &'static str,
    pub deeper: &'static str,
    /// The evenly spread decisions that both searched, and those for which they chose different
    /// actions.
    pub decisions: u64,
    pub different: u64,
    /// The mean absolute differences of the best share, and of the costs where one of them is not 0.
    pub share: f64,
    pub cost: f64,
    /// The decisions where one of the costs is not 0.
    pub costly: u64,
    /// The mistakes of the first search that the deeper one looked at, and those that are none by
    /// its figures.
    pub checked: u64,
    pub refuted: u64,
}

/// The decisions of a game by number, as each search values them.
type Found = BTreeMap<usize, Judged>;

/// The decisions of a game, with the figures of the deepest search that looked at each.
pub(super) struct Figures<'a> {
    record: &'a Record,
    progress: OnReviewed<'a>,
    /// By decision the one that follows with nothing between.
    next: BTreeMap<usize, usize>,
    first: Found,
    deeper: Found,
    /// Those that a deeper search was asked for.
    asked: BTreeSet<usize>,
    /// `None` if all figures are exact.
    pub error: Option<Error>,
    /// The numbers of the decisions that nothing valued.
    pub unknown: Vec<usize>,
}

impl<'a> Figures<'a> {
    /// Judges all decisions, and measures the error by some that are evenly spread.
    pub(super) fn of(record: &'a Record, progress: OnReviewed<'a>) -> miette::Result<Self> {
        let steps = record.standing();
        let is_act = |&place: &usize| matches!(record.entries[place], Entry::Act { .. });
        let acts: Vec<Asked> = (1..).zip(steps.iter().copied().filter(is_act)).collect();
        let (mut first, mut unknown) = (Found::new(), Vec::new());
        for (number, found) in judge(record, &acts, false, progress)? {
            match found {
                Some(found) => drop(first.insert(number, found)),
                None => unknown.push(number),
            }
        }
        let next = following(record, &steps, &acts);
        let (deeper, asked) = (Found::new(), BTreeSet::new());
        let mut all = Self { record, progress, next, first, deeper, asked, error: None, unknown };
        all.measure()?;
        Ok(all)
    }

    /// The decisions in their order.
    pub(super) fn decisions(&self) -> Vec<Judged> {
        self.first.keys().map(|number| self.deepest(*number)).collect()
    }

    /// Looks again at decisions by their numbers, and at those with nothing between, whose costs
    /// depend on them; returns whether any of them had not been looked at.
    pub(super) fn look_again(&mut self, numbers: &[usize]) -> miette::Result<bool> {
        let mut wanted = BTreeSet::new();
        for number in numbers {
            let later = successors(Some(*number), |of| self.next.get(of).copied());
            let before = |of: &usize| self.next.iter().find(|(_, next)| *next == of);
            let earlier = successors(Some(*number), |of| Some(*before(of)?.0));
            wanted.extend(later.chain(earlier).filter(|of| !self.asked.contains(of)));
        }
        let searched = wanted.iter().filter_map(|of| self.first.get(of));
        let searched = searched.filter(|of| of.agent.is_some());
        let asked: Vec<Asked> = searched.map(|of| (of.decision, of.place)).collect();
        self.asked.extend(wanted);
        if asked.is_empty() {
            return Ok(false);
        }
        let found = judge(self.record, &asked, true, self.progress)?;
        self.deeper.extend(found.into_iter().filter_map(|(number, of)| Some((number, of?))));
        Ok(true)
    }

    /// Counts those of these decisions that are no mistakes, of at least `mistake`.
    pub(super) fn count_refuted(&mut self, numbers: &BTreeSet<usize>, mistake: f64) {
        let looked_at = numbers.iter().filter(|of| self.deeper.contains_key(of));
        let costs: Vec<f64> = looked_at.map(|of| self.deepest(*of).cost).collect();
        if let Some(error) = &mut self.error {
            error.checked = costs.len() as u64;
            error.refuted = costs.iter().filter(|cost| **cost < mistake).count() as u64;
        }
    }

    /// A decision by a single search of it and of the one that follows.
    fn by(&self, found: &Found, number: usize) -> Option<Judged> {
        let of = found.get(&number)?.clone();
        match self.next.get(&number).filter(|of| self.first.contains_key(of)) {
            Some(next) => Some(of.followed_by(found.get(next)?)),
            None => Some(of),
        }
    }

    fn deepest(&self, number: usize) -> Judged {
        let found = self.by(&self.deeper, number).or_else(|| self.by(&self.first, number));
        found.expect("the first search valued it")
    }

    fn measure(&mut self) -> miette::Result<()> {
        let searched = self.first.values().filter(|of| of.agent.is_some());
        let searched: Vec<usize> = searched.map(|of| of.decision).collect();
        let every = searched.len().div_ceil(MOST_AGAIN).max(1);
        let again: Vec<usize> = searched.iter().copied().step_by(every).collect();
        self.look_again(&again)?;
        let pair = |of: &usize| Some((self.by(&self.first, *of)?, self.by(&self.deeper, *of)?));
        let pairs: Vec<(Judged, Judged)> = again.iter().filter_map(pair).collect();
        let mean = |of: fn(&Judged) -> f64, counts: fn(&(Judged, Judged)) -> bool| {
            let pairs = pairs.iter().filter(|pair| counts(pair));
            let differences: Vec<f64> =
                pairs.map(|(one, other)| (of(one) - of(other)).abs()).collect();
            differences.iter().sum::<f64>() / differences.len().max(1) as f64
        };
        let costs: fn(&(Judged, Judged)) -> bool = |(one, other)| one.cost.max(other.cost) > 0.0;
        let Some(agent) = self.first.values().find_map(|of| of.agent) else {
            return Ok(());
        };
        self.error = Some(Error {
            agent,
            deeper: self.deeper.values().find_map(|of| of.agent).unwrap_or(agent),
            decisions: pairs.len() as u64,
            different: pairs.iter().filter(|(one, other)| one.best != other.best).count() as u64,
            share: mean(|of| of.best_share, |_| true),
            cost: mean(|of| of.cost, costs),
            costly: pairs.iter().filter(|pair| costs(pair)).count() as u64,
            checked: 0,
            refuted: 0,
        });
        Ok(())
    }
}

/// By decision the next one with a choice, if the same seat makes it and nothing happens between.
fn following(record: &Record, steps: &[usize], acts: &[Asked]) -> BTreeMap<usize, usize> {
    let numbers: BTreeMap<usize, usize> =
        acts.iter().map(|&(number, place)| (place, number)).collect();
    let seat = |place: usize| match record.entries[place] {
        Entry::Act { seat, options, .. } => Some((seat, options)),
        _ => None,
    };
    let follows = |(at, place): (usize, &usize)| {
        let (own, _) = seat(*place).filter(|(_, options)| *options > 1)?;
        let later = steps[at + 1..].iter().map_while(|&next| Some((next, seat(next)?)));
        let mut later = later.take_while(|(_, (seat, _))| *seat == own);
        let (next, _) = later.find(|(_, (_, options))| *options > 1)?;
        Some((numbers[place], numbers[&next]))
    };
    steps.iter().enumerate().filter_map(follows).collect()
}

/// A decision by its number in the game, and the place of its entry in the record.
type Asked = (usize, usize);

/// Judges those of the decisions that have a choice, in their order, by number; `None` where nothing
/// values it. Every core takes parts of the game and plays it up to them.
fn judge(
    record: &Record,
    asked: &[Asked],
    deeper: bool,
    progress: OnReviewed<'_>,
) -> miette::Result<Vec<(usize, Option<Judged>)>> {
    let unit = if deeper { "decisions, again by a deeper search" } else { "decisions" };
    let parts = (PARTS * parallel::threads()).min(asked.len());
    let part = |part: usize| -> miette::Result<Vec<(usize, Option<Judged>)>> {
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
            if !progress(unit, 1, asked.len() as u64) {
                return Err(miette!("nobody waits for this review"));
            }
        }
        Ok(found)
    };
    let found = parallel::map(parts, part).into_iter().collect::<miette::Result<Vec<_>>>()?;
    let mut found: Vec<_> = found.into_iter().flatten().collect();
    sort::by_key(&mut found, |(number, _)| *number);
    Ok(found)
}

/// Judges the decision that is next.
fn judge_one(
    session: &dyn Session,
    record: &Record,
    (number, place): Asked,
    deeper: bool,
) -> Option<Judged> {
    let Entry::Act { act, why, .. } = &record.entries[place] else {
        unreachable!("an action stands there")
    };
    let taken = session.find(&act.to_lowercase())?;
    let judged = session.judge(&[taken], deeper)?;
    valued(session, (number, place), why.as_ref(), taken, judged)
}

/// The decision that is next, with what its choices are worth.
fn valued(
    session: &dyn Session,
    (number, place): Asked,
    why: Option<&String>,
    taken: usize,
    judged: Worth,
) -> Option<Judged> {
    let share = judged.shares[taken]?;
    let known = judged.shares.iter().enumerate().filter_map(|(at, share)| Some((at, (*share)?)));
    // Of equals the action that was taken.
    let (best, best_share) =
        known.fold((taken, share), |best, one| if one.1 > best.1 { one } else { best });
    let choices = session.choices();
    let of = Decision {
        decision: number,
        seat: judged.seat,
        player: session.names().name(judged.seat).to_owned(),
        action: choices[taken].clone(),
        why: why.cloned(),
        best: choices[best].clone(),
        share,
        best_share,
        cost: best_share - share,
        kind: match judged.agent {
            None => Kind::Exact,
            Some(agent) if agent.starts_with(EXHAUSTIVE) => Kind::Searched,
            Some(_) => Kind::Sampled,
        },
    };
    Some(Judged { of, sketch: session.sketch(), place, agent: judged.agent })
}

/// A decision to be tried again, with what those actions cost that something values.
pub(super) fn exercise(record: &Record, decision: &Judged) -> miette::Result<Exercise> {
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

#[cfg(test)]
impl<'a> Figures<'a> {
    /// Figures that nobody searched, of all decisions with a choice: for tests of what is said of them.
    pub(super) fn made_up(record: &'a Record, exact: bool) -> miette::Result<Self> {
        let (mut session, mut first, mut number) = (session_of(record)?, Found::new(), 0);
        let standing: BTreeSet<usize> = record.standing().into_iter().collect();
        for (place, entry) in record.entries.iter().enumerate() {
            if let (Entry::Act { act, why, .. }, true) = (entry, standing.contains(&place)) {
                number += 1;
                let taken = session.find(&act.to_lowercase()).unwrap_or_default();
                let mut shares = vec![None; session.choices().len()];
                shares.iter_mut().for_each(|share| *share = Some(0.3));
                shares[taken] = Some((place * 37 % 100) as f64 / 100.0);
                let (Next::Person(seat) | Next::Agent(seat)) = session.next() else { continue };
                let worth = Worth { seat, shares, agent: None };
                let found = valued(&*session, (number, place), why.as_ref(), taken, worth);
                let found = found.filter(|_| session.choices().len() > 1);
                first.extend(found.map(|found| (number, found)));
            }
            session.replay_at(&record.entries, place)?;
        }
        let error = Error {
            agent: "mcts:300",
            deeper: "mcts:3000",
            decisions: 12,
            different: 3,
            share: 0.02,
            cost: 0.01,
            costly: 10,
            checked: 10,
            refuted: 2,
        };
        Ok(Self {
            record,
            progress: &|_, _, _| true,
            next: BTreeMap::new(),
            first,
            deeper: Found::new(),
            asked: BTreeSet::new(),
            error: (!exact).then_some(error),
            unknown: if exact { Vec::new() } else { vec![3, 7] },
        })
    }
}
