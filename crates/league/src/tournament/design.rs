//! Which pairings of a roster are played: all of them, or a sample in which every player can be
//! compared with every other one through common opponents.
//!
//! A sample is made on a *circle*: the players in the order of a hash of the seed and their ids,
//! so that the order of the roster does not matter. `random:K` lets each player meet those at K/2
//! drawn distances on the circle, in both directions; the first distance is 1, which alone
//! connects all players. So each player has exactly K pairings (one player has one more if K and
//! the number of players are odd). With more than two seats, drawn line-ups are turned around the
//! circle, and K is rounded up to a multiple of the number of seats.
//!
//! `swiss:R` has R rounds. The first two join neighbours of the circle, so that they connect all
//! players as well; in every later round, players with similar win rates so far meet who have
//! not met before. "So far" are the first [`PILOT`] groups of paired games of each pairing. They
//! are played while the plan is made, so that the pairings are known before the first game of the
//! tournament, and shards and resumed runs have the same ones.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::block::{Block, BlockPlayer};
use super::contest::Contest;
use super::plan::Plan;
use super::schedule;
use rivals_core::random::{Key, Purpose};

/// The number of groups of paired games of a pairing that decide whom its players meet next in a
/// Swiss design.
const PILOT: u64 = 10;

/// The largest number of pairings of a player, and of rounds.
const MOST: u64 = 100_000;

/// The smallest such number. With fewer pairings of each player there are hardly more pairings
/// than players, so that the residuals do not show the error of the sample.
const FEWEST: u64 = 4;

/// Which pairings are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Design {
    /// Every player meets every other one.
    #[default]
    All,
    /// Each player has this number of pairings with drawn opponents.
    Random(u64),
    /// This number of rounds between players with similar results; none for twice the binary
    /// logarithm of the number of players.
    Swiss(Option<u64>),
}

/// The pairings of a sampled tournament, as journals name them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampled {
    /// The design, as [`Design`] writes it.
    pub design: String,
    /// The players of each pairing of a Swiss design; empty for a random one, which follows from
    /// the seed and the players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub list: Vec<Vec<usize>>,
}

impl fmt::Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => write!(f, "all"),
            Self::Random(each) => write!(f, "random:{each}"),
            Self::Swiss(None) => write!(f, "swiss"),
            Self::Swiss(Some(rounds)) => write!(f, "swiss:{rounds}"),
        }
    }
}

impl FromStr for Design {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.parse().ok().filter(|_| digits);
            number.filter(|number| (FEWEST..=MOST).contains(number))
        };
        let design = match text.split_once(':') {
            None if text == "all" => Some(Self::All),
            None if text == "swiss" => Some(Self::Swiss(None)),
            Some(("random", each)) => number(each).map(Self::Random),
            Some(("swiss", rounds)) => number(rounds).map(|rounds| Self::Swiss(Some(rounds))),
            _ => None,
        };
        design.ok_or_else(|| {
            format!(
                "write all, swiss, swiss:R for R rounds, or random:K for K pairings of each player, \
                 such as random:20 (K and R from {FEWEST}: fewer pairings do not show how much the \
                 ratings depend on which of them are played)"
            )
        })
    }
}

/// The players in the order of the circle.
fn circle(ids: &[&str], seed: u64) -> Vec<usize> {
    let key = |id: &str| {
        let id = Key::of_texts(Purpose::Pairings, [id]).word();
        Key::new(seed, Purpose::Pairings, &[id]).word()
    };
    let mut order: Vec<usize> = (0..ids.len()).collect();
    order.sort_by_cached_key(|&player| (key(ids[player]), ids[player]));
    order
}

/// A number below `limit`, each with the same probability.
fn below(rng: &mut impl Rng, limit: u64) -> u64 {
    let zone = u64::MAX - u64::MAX % limit;
    loop {
        let drawn = rng.next_u64();
        if drawn < zone {
            return drawn % limit;
        }
    }
}

/// The number of pairings that each of so many players can have; none if it is beyond all limits.
pub fn pairings_of_each(players: usize, seats: usize) -> Option<u64> {
    schedule::count(players.checked_sub(1)?, seats - 1)
}

/// The line-ups of a random design in which each player has at least `each` pairings, in the
/// order of the roster; all line-ups where there are not more.
pub(super) fn random(ids: &[&str], seats: usize, seed: u64, each: u64) -> Vec<Vec<usize>> {
    let players = ids.len();
    let all = pairings_of_each(players, seats);
    if all.is_some_and(|all| each >= all) {
        let all = schedule::pairings(ids, seats).into_iter();
        return all.map(|pairing| pairing.players).collect();
    }
    let order = circle(ids, seed);
    let mut rng = Key::new(seed, Purpose::Pairings, &[seats as u64]).generator();
    let mut chosen: HashSet<Vec<usize>> = HashSet::new();
    let mut add = |places: &[usize], turns: &mut dyn Iterator<Item = usize>| {
        let turned = turns.map(|turn| {
            let at = |place: &usize| order[(place + turn) % players];
            let mut line_up: Vec<usize> = places.iter().map(at).collect();
            line_up.sort_unstable();
            line_up
        });
        let turned: Vec<_> = turned.collect();
        let before = chosen.len();
        // All of them are new, or none is.
        chosen.extend(turned);
        chosen.len() - before
    };
    if seats == 2 {
        let mut distances: Vec<usize> = vec![1];
        let half = players / 2;
        if each % 2 == 1 {
            // The longest distance gives each player one pairing: across an even circle, or
            // every other step of the longest walk around an odd one.
            match players % 2 {
                0 => add(&[0, half], &mut (0..half)),
                _ => add(&[0, half], &mut (0..=half).map(|step| 2 * step * half % players)),
            };
        }
        // In an even circle the longest distance is none of the others; in an odd one it is, if
        // it is not taken.
        let longest = half - usize::from(players.is_multiple_of(2) || each % 2 == 1);
        while (distances.len() as u64) < each / 2 {
            let distance = 1 + below(&mut rng, longest as u64) as usize;
            if !distances.contains(&distance) {
                distances.push(distance);
            }
        }
        for distance in distances {
            add(&[0, distance], &mut (0..players));
        }
    } else {
        let (mut has, mut first) = (0, true);
        while has < each {
            let mut places = vec![0];
            if first {
                places.push(1);
            }
            while places.len() < seats {
                let place = below(&mut rng, players as u64) as usize;
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            // A symmetric line-up is itself again before the end of the circle.
            has += (add(&places, &mut (0..players)) * seats / players) as u64;
            first = false;
        }
    }
    let mut chosen: Vec<_> = chosen.into_iter().collect();
    chosen.sort_unstable();
    chosen
}

/// The number of rounds of a Swiss design that names none.
pub(super) fn swiss_rounds(players: usize) -> u64 {
    2 * u64::from(players.max(2).next_power_of_two().ilog2())
}

/// The pairings of a Swiss design in the order of the roster. `play` plays the first groups of
/// some pairings, and returns the share of the wins of the first player of each; it returns none
/// if it was stopped.
pub(super) fn swiss(
    ids: &[&str],
    seed: u64,
    rounds: u64,
    mut play: impl FnMut(&[Vec<usize>]) -> Option<Vec<f64>>,
) -> Option<Vec<Vec<usize>>> {
    let players = ids.len();
    let mut order = circle(ids, seed);
    let mut met: HashSet<[usize; 2]> = HashSet::new();
    let mut all = Vec::new();
    let (mut won, mut played) = (vec![0.0; players], vec![0_u32; players]);
    let place = {
        let mut place = vec![0; players];
        (order.iter().enumerate()).for_each(|(at, &player)| place[player] = at);
        place
    };
    for round in 0..rounds {
        let ordered = |a: usize, b: usize| [a.min(b), a.max(b)];
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        if round < 2 {
            for at in (round as usize..players).step_by(2) {
                // The last player of an odd circle waits.
                if at + 1 < players || players.is_multiple_of(2) {
                    pairs.push(ordered(order[at], order[(at + 1) % players]));
                }
            }
        } else {
            let rate = |player: &usize| won[*player] / f64::from(played[*player].max(1));
            order.sort_by(|a, b| {
                let better = rate(b).total_cmp(&rate(a));
                better.then(place[*a].cmp(&place[*b]))
            });
            let mut free = order.clone();
            while let Some(player) = (!free.is_empty()).then(|| free.remove(0)) {
                let new = |&other: &usize| !met.contains(&ordered(player, other));
                if let Some(at) = free.iter().position(new) {
                    pairs.push(ordered(player, free.remove(at)));
                }
            }
        }
        pairs.retain(|pair| met.insert(*pair));
        let pairs: Vec<Vec<usize>> = pairs.into_iter().map(Vec::from).collect();
        if pairs.is_empty() {
            break;
        }
        // Nothing follows from the results of the last round.
        if round + 1 < rounds {
            for (pair, share) in pairs.iter().zip(play(&pairs)?) {
                for (&player, share) in pair.iter().zip([share, 1.0 - share]) {
                    won[player] += share;
                    played[player] += 1;
                }
            }
        }
        all.extend(pairs);
    }
    all.sort_unstable();
    Some(all)
}

/// Plays the first groups of these pairings, and returns the first player's share of the wins of
/// each; none if `stop` was set. It runs on the current rayon pool.
pub(super) fn pilot(contest: &dyn Contest, plan: &Plan, stop: &AtomicBool) -> Option<Vec<f64>> {
    let groups = plan.settings.games.min(PILOT);
    let play = |player: &mut BlockPlayer<'_>, pairing: usize| {
        let first = 0;
        let block = Block { pairing, first, groups };
        // A game that is too long for exact sums is refused when the tournament plays it.
        let played = player.play(block, stop).ok().flatten();
        let share = played.map(|entry| {
            let wins: u64 = entry.tally.wins[..2].iter().sum();
            wins as f64 / (2 * entry.tally.groups * u64::from(plan.share_unit)) as f64
        });
        share.unwrap_or(0.5)
    };
    let shares: Vec<f64> = (0..plan.pairings.len())
        .into_par_iter()
        .map_init(|| BlockPlayer::new(contest, plan), play)
        .collect();
    (!stop.load(Ordering::Relaxed)).then_some(shares)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the line-ups connect all players, and how many line-ups each player has.
    fn degrees(players: usize, line_ups: &[Vec<usize>]) -> (bool, Vec<u64>) {
        let mut part: Vec<usize> = (0..players).collect();
        let mut degrees = vec![0; players];
        for line_up in line_ups {
            let to = part[line_up[0]];
            for &player in line_up {
                degrees[player] += 1;
                let from = part[player];
                part.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
            }
        }
        (part.iter().all(|of| *of == part[0]), degrees)
    }

    fn ids(players: usize) -> Vec<String> {
        (0..players).map(|player| format!("p{player}")).collect()
    }

    #[test]
    fn random_designs_are_connected_and_regular() {
        for players in 3..=40 {
            let ids = ids(players);
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            for each in 2..=players as u64 {
                let line_ups = random(&ids, 2, 7, each);
                let (connected, degrees) = degrees(players, &line_ups);
                assert!(connected, "{players} {each}");
                assert!(line_ups.is_sorted_by(|a, b| a < b), "{players} {each}");
                let each = each.min(players as u64 - 1);
                let more = degrees.iter().filter(|&&of| of != each).count();
                let odd = usize::from(each % 2 == 1 && players % 2 == 1);
                assert_eq!(more, odd, "{players} {each}: {degrees:?}");
                assert!(degrees.iter().all(|of| (each..=each + 1).contains(of)));
            }
            for (seats, each) in [(3, 3), (3, 5), (4, 8)] {
                if players < seats {
                    continue;
                }
                let line_ups = random(&ids, seats, 7, each);
                let (connected, degrees) = degrees(players, &line_ups);
                let all = schedule::count(players - 1, seats - 1).unwrap();
                assert!(connected && degrees.iter().all(|&of| of >= each.min(all)));
            }
        }
    }

    #[test]
    fn a_design_depends_on_the_seed_and_not_on_the_order_of_the_roster() {
        let names = ids(30);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let named = |ids: &[&str], seed: u64| -> HashSet<[String; 2]> {
            let name = |line_up: Vec<usize>| {
                let mut pair = [0, 1].map(|at| ids[line_up[at]].to_owned());
                pair.sort();
                pair
            };
            random(ids, 2, seed, 6).into_iter().map(name).collect()
        };
        let mut turned = names.clone();
        turned.reverse();
        assert_eq!(named(&names, 1), named(&turned, 1));
        assert_ne!(named(&names, 1), named(&names, 2));
    }

    #[test]
    fn swiss_rounds_are_connected_and_bring_equals_together() {
        for players in [2, 3, 4, 5, 8, 9, 50, 51] {
            let ids = ids(players);
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            // A player with a lower number always wins.
            let mut rounds = 0;
            let line_ups = swiss(&ids, 3, 8, |pairs| {
                rounds += 1;
                Some(vec![1.0; pairs.len()])
            });
            let line_ups = line_ups.unwrap();
            let (connected, degrees) = degrees(players, &line_ups);
            assert!(connected, "{players}: {line_ups:?}");
            assert!(degrees.iter().all(|of| (1..=8).contains(of)), "{degrees:?}");
            assert_eq!(line_ups.iter().collect::<HashSet<_>>().len(), line_ups.len());
            assert!(rounds <= 7);
            if players >= 50 {
                let apart = line_ups.iter().map(|pair| pair[1] - pair[0]).sum::<usize>();
                let random = random(&ids, 2, 3, 8);
                let at_random = random.iter().map(|pair| pair[1] - pair[0]).sum::<usize>();
                let mean = |sum: usize, of: usize| sum as f64 / of as f64;
                assert!(mean(apart, line_ups.len()) < 0.8 * mean(at_random, random.len()));
            }
        }
        assert_eq!(swiss(&["a", "b", "c"], 1, 4, |_| None), None);
        assert_eq!((swiss_rounds(2), swiss_rounds(1000)), (2, 20));
    }

    #[test]
    fn designs_as_text() {
        for text in ["all", "swiss", "swiss:7", "random:20"] {
            assert_eq!(text.parse::<Design>().unwrap().to_string(), text);
        }
        for odd in ["", "random", "random:1", "random:x", "random:+3", "swiss:0", "some"] {
            assert!(odd.parse::<Design>().is_err(), "{odd}");
        }
    }
}
