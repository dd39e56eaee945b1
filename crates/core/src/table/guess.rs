//! Who a stranger was, by its decisions: what a guess could have known.

use crate::personalities::Member;
use crate::play::Seat;
use crate::play::record::{Entry, Participant, Record};
use crate::session::{Likeness, Session};
use crate::sort;
use crate::text::number::percent;

/// The most decisions that are named, and candidates that are listed.
const NAMED: usize = 3;
const LISTED: usize = 5;

/// What the decisions of a stranger say of who it was, before which all candidates were equally
/// likely, or as likely as the decisions of an earlier game made them.
#[derive(Clone, Debug)]
pub struct Posterior {
    /// The candidates by their places with their probabilities, the likeliest first.
    pub shares: Vec<(usize, f64)>,
    /// The decisions that spoke most for the player that it was, in their order: the number, the
    /// action, and how many of the candidates would probably have done the same.
    pub telling: Vec<(usize, String, usize)>,
    /// Whether some likelihoods were estimated by asking agents several times.
    pub sampled: bool,
}

impl Posterior {
    /// Computes it from the record of a game, which is played again in a session that begins, and
    /// from what an `earlier` game of the same stranger says of the same candidates; `None` if the
    /// seat decided nothing.
    #[must_use]
    pub fn of(
        mut session: Box<dyn Session>,
        record: &Record,
        seat: Seat,
        candidates: &[Member],
        earlier: Option<&Self>,
    ) -> Option<Self> {
        let steps = record.standing().into_iter().map(|at| record.entries[at].clone());
        let steps: Vec<Entry> = steps.collect();
        let ids: Vec<&str> = candidates.iter().map(Member::id).collect();
        let likeness = session.likeness(&steps, seat, &ids);
        let Participant::Agent { agent, .. } = &record.header.seats[usize::from(seat.0)] else {
            return None;
        };
        let truth = ids.iter().position(|id| id == agent);
        let mut before = vec![1.0 / candidates.len() as f64; candidates.len()];
        for &(place, share) in earlier.iter().flat_map(|earlier| &earlier.shares) {
            before[place] = share;
        }
        let mut posterior = (!likeness.is_empty()).then(|| Self::by(&likeness, before, truth))?;
        posterior.sampled |= earlier.is_some_and(|earlier| earlier.sampled);
        Some(posterior)
    }

    /// What games of the same stranger say together, each before its first step, with its record and the
    /// seat of the stranger; and the names of those in which it decided something.
    #[must_use]
    pub fn of_games<'a>(
        games: impl Iterator<Item = (Box<dyn Session>, &'a Record, Seat)>,
        candidates: &[Member],
    ) -> (Option<Self>, Vec<&'a str>) {
        let (mut known, mut names): (Option<Self>, _) = (None, Vec::new());
        for (begun, record, seat) in games {
            if let Some(said) = Self::of(begun, record, seat, candidates, known.as_ref()) {
                known = Some(said);
                names.push(&*record.header.game);
            }
        }
        (known, names)
    }

    /// By the likelihoods of all decisions, of candidates with these probabilities before.
    fn by(likeness: &[Likeness], before: Vec<f64>, truth: Option<usize>) -> Self {
        let others = before.len().saturating_sub(1);
        let mut shares = before;
        let mut gains: Vec<(f64, usize)> = Vec::new();
        for (place, seen) in likeness.iter().enumerate() {
            let joint = shares.iter().zip(&seen.likelihoods).map(|(share, one)| share * one);
            let joint: Vec<f64> = joint.collect();
            let sum: f64 = joint.iter().sum();
            // None of the candidates would have done this: it tells them not apart.
            if sum <= 0.0 {
                continue;
            }
            shares = joint.into_iter().map(|share| share / sum).collect();
            let gain = truth.map_or(0.0, |truth| seen.likelihoods[truth] / sum);
            gains.push((gain, place));
        }
        gains.retain(|(gain, _)| *gain > 1.0 + 1e-9);
        sort::by(&mut gains, |a, b| b.0.total_cmp(&a.0));
        gains.truncate(NAMED);
        sort::by_key(&mut gains, |(_, place)| *place);
        let telling = gains.into_iter().map(|(_, place)| {
            let Likeness { decision, action, likelihoods, .. } = &likeness[place];
            let likely = |&(place, &one): &(usize, &f64)| one >= 0.5 && Some(place) != truth;
            let same = likelihoods.iter().enumerate().filter(likely).count();
            (*decision, action.clone(), same)
        });
        // What half of the others would have done gives nobody away.
        let telling = telling.filter(|(.., same)| 2 * same < others);
        let mut ordered: Vec<(usize, f64)> = shares.into_iter().enumerate().collect();
        sort::by(&mut ordered, |a, b| b.1.total_cmp(&a.1));
        let sampled = likeness.iter().any(|seen| seen.sampled);
        Self { shares: ordered, telling: telling.collect(), sampled }
    }

    /// As sentences, whole lines without the last end.
    #[must_use]
    pub fn in_words(&self, candidates: &[Member]) -> String {
        let listed = self.shares.iter().filter(|(_, share)| *share >= 5e-4).take(LISTED);
        let listed = listed
            .map(|&(place, share)| format!("{} {} %", candidates[place].name(), percent(share, 1)));
        let how = if self.sampled { ", estimated by asking the agents again" } else { "" };
        let mut text = format!(
            "By its decisions alone it was{how}: {}.",
            listed.collect::<Vec<_>>().join(", ")
        );
        for (decision, action, same) in &self.telling {
            text += &format!(
                "\nIt gave itself away at decision {decision}, \"{action}\": {same} of {} others would \
                 have done that.",
                candidates.len() - 1
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(decision: usize, likelihoods: &[f64]) -> Likeness {
        let likelihoods = likelihoods.to_vec();
        Likeness { decision, action: "roll".to_owned(), likelihoods, sampled: false }
    }

    /// By hand: 1/3 each; after the first decision 1/2, 1/2, 0; after the second 2/3, 1/3, 0.
    #[test]
    fn bayes_by_hand() {
        let decisions = [seen(1, &[1.0, 1.0, 0.0]), seen(4, &[0.4, 0.2, 0.4]), seen(6, &[1.0; 3])];
        let posterior = Posterior::by(&decisions, vec![1.0 / 3.0; 3], Some(0));
        let expected = [(0, 2.0 / 3.0), (1, 1.0 / 3.0), (2, 0.0)];
        for (found, expected) in posterior.shares.iter().zip(expected) {
            assert_eq!(found.0, expected.0);
            assert!((found.1 - expected.1).abs() < 1e-12);
        }
        // Half of the others would have done the first.
        assert_eq!(posterior.telling, [(4, "roll".to_owned(), 0)]);
    }

    /// What two games say together does not depend on where the first one ends.
    #[test]
    fn games_add_up() {
        let decisions = [seen(1, &[0.9, 0.2, 0.4]), seen(4, &[0.1, 0.3, 0.3]), seen(6, &[0.5; 3])];
        let all = Posterior::by(&decisions, vec![1.0 / 3.0; 3], None);
        let first = Posterior::by(&decisions[..1], vec![1.0 / 3.0; 3], None);
        let mut before = vec![0.0; 3];
        for (place, share) in first.shares {
            before[place] = share;
        }
        let second = Posterior::by(&decisions[1..], before, None);
        // By hand: 0.09, 0.06 and 0.12 of 0.27.
        let expected = [(2, 4.0 / 9.0), (0, 1.0 / 3.0), (1, 2.0 / 9.0)];
        for (found, expected) in all.shares.iter().chain(&second.shares).zip([expected; 2].concat())
        {
            assert_eq!(found.0, expected.0);
            assert!((found.1 - expected.1).abs() < 1e-12);
        }
    }
}
