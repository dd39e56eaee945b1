//! What the decisions of a game of any kind cost: exactly where the game is solved, or else by a
//! search whose error a deeper one measures.

use std::ops::Deref;

use serde::Serialize;

use crate::cli::kept::session_of;
use crate::command::progress::Bar;
use crate::commands::Exercise;
use crate::commands::review::{Decision, Kind};
use crate::play::record::{Entry, Record};
use crate::play::session::Session;
use rivals_statistics::parallel;

/// The most decisions that the deeper search looks at again.
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
    place: usize,
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

/// How far a deeper search is from that of the review.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Error {
    /// The agent of the review, and the deeper one.
    pub agent: &'static str,
    pub deeper: &'static str,
    /// The decisions that both searched, and those for which they chose different actions.
    pub decisions: u64,
    pub different: u64,
    /// The mean absolute differences of the best share and of the costs.
    pub share: f64,
    pub cost: f64,
}

impl Error {
    /// Looks again at some of the decisions, evenly spread; `None` if all are exact.
    pub(super) fn measured(
        record: &Record,
        decisions: &[Judged],
        bar: &Bar,
    ) -> miette::Result<Option<Self>> {
        let searched: Vec<&Judged> = decisions.iter().filter(|of| of.agent.is_some()).collect();
        let Some(agent) = searched.first().and_then(|of| of.agent) else {
            return Ok(None);
        };
        let every = searched.len().div_ceil(MOST_AGAIN);
        let again: Vec<&Judged> = searched.into_iter().step_by(every).collect();
        let asked: Vec<Asked> = again.iter().map(|of| (of.decision, of.place)).collect();
        let deeper = judge(record, &asked, true, bar)?;
        let pairs =
            || again.iter().zip(&deeper).filter_map(|(one, other)| Some((*one, other.as_ref()?)));
        let count = pairs().count();
        let mean = |of: fn(&Judged) -> f64| {
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
pub(super) type Asked = (usize, usize);

/// Judges those of the decisions that have a choice, in their order; `None` where nothing values
/// it. Every core takes parts of the game and plays it up to them.
pub(super) fn judge(
    record: &Record,
    asked: &[Asked],
    deeper: bool,
    bar: &Bar,
) -> miette::Result<Vec<Option<Judged>>> {
    let unit = if deeper { "decisions, again by a deeper search" } else { "decisions" };
    let parts = (PARTS * rayon::current_num_threads()).min(asked.len());
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
            bar.add_to(unit, 1, asked.len() as u64);
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
) -> Option<Judged> {
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
    let of = Decision {
        decision: number,
        seat: judged.seat,
        player: session.names().name(judged.seat).to_owned(),
        action: choices[taken].clone(),
        why: why.clone(),
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
