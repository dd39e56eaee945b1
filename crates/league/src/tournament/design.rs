//! Which pairings of a roster are played: all of them, or a sample in which every player can be
//! compared with every other one through common opponents.
//!
//! A sample is made on a *circle*: the players in the order of a hash of the seed and their ids,
//! so that the order of the roster does not matter. `random:K` lets each player meet those at K/2
//! drawn distances on the circle, in both directions; the first distance is 1, which alone
//! connects all players. So each player has exactly K pairings (one player has one more if K and
//! the number of players are odd). With more than two seats, drawn line-ups are turned around the
//! circle, and K is rounded up to a multiple of the number of seats.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::schedule;
use rivals_core::random::{Key, Purpose};

/// The largest number of pairings of a player.
const MOST: u64 = 100_000;

/// The smallest such number. With fewer pairings of each player there are hardly more pairings
/// than players, so that the residuals do not show the error of the sample.
const FEWEST: u64 = 4;

/// Which pairings are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Design {
    /// Every player meets every other one.
    #[default]
    All,
    /// Each player has this number of pairings with drawn opponents.
    Random(u64),
}

impl Design {
    /// Whether all pairings are played.
    #[must_use]
    pub fn is_all(&self) -> bool {
        *self == Self::All
    }
}

impl fmt::Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => write!(f, "all"),
            Self::Random(each) => write!(f, "random:{each}"),
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
            Some(("random", each)) => number(each).map(Self::Random),
            _ => None,
        };
        design.ok_or_else(|| {
            format!(
                "write all, or random:K for K pairings of each player, such as random:20 (K from \
                 {FEWEST}: fewer pairings do not show how much the ratings depend on which of them \
                 are played)"
            )
        })
    }
}

impl TryFrom<String> for Design {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Design> for String {
    fn from(design: Design) -> Self {
        design.to_string()
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
#[expect(clippy::cast_possible_truncation, reason = "below a usize")]
fn below(rng: &mut impl Rng, limit: usize) -> usize {
    let limit = limit as u64;
    let zone = u64::MAX - u64::MAX % limit;
    loop {
        let drawn = rng.next_u64();
        if drawn < zone {
            return (drawn % limit) as usize;
        }
    }
}

/// The number of pairings that each of `players` players can have; `None` if it is beyond all limits.
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
    let turned = |places: &[usize], turn: usize| {
        let at = |place: &usize| order[(place + turn) % players];
        let mut line_up: Vec<usize> = places.iter().map(at).collect();
        line_up.sort_unstable();
        line_up
    };
    let mut chosen: BTreeSet<Vec<usize>> = BTreeSet::new();
    if seats == 2 {
        let half = players / 2;
        if each % 2 == 1 {
            // The longest distance gives each player one pairing: across an even circle, or
            // every other step of the longest walk around an odd one.
            let step = if players.is_multiple_of(2) { 1 } else { 2 * half };
            let turns = 0..half + players % 2;
            chosen.extend(turns.map(|turn| turned(&[0, half], turn * step)));
        }
        // In an even circle the longest distance is none of the others; in an odd one it is, if
        // it is not taken.
        let longest = half - usize::from(players.is_multiple_of(2) || each % 2 == 1);
        let mut distances: Vec<usize> = vec![1];
        while (distances.len() as u64) < each / 2 {
            let distance = 1 + below(&mut rng, longest);
            if !distances.contains(&distance) {
                distances.push(distance);
            }
        }
        for distance in distances {
            chosen.extend((0..players).map(|turn| turned(&[0, distance], turn)));
        }
    } else {
        let mut has = 0;
        while has < each {
            let mut places = if chosen.is_empty() { vec![0, 1] } else { vec![0] };
            while places.len() < seats {
                let place = below(&mut rng, players);
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            // All of them are new, or none is. A symmetric line-up is itself again before the end
            // of the circle.
            let before = chosen.len();
            chosen.extend((0..players).map(|turn| turned(&places, turn)));
            has += ((chosen.len() - before) * seats / players) as u64;
        }
    }
    chosen.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

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
    fn designs_as_text() {
        for text in ["all", "random:20"] {
            assert_eq!(text.parse::<Design>().unwrap().to_string(), text);
        }
        for odd in ["", "random", "random:1", "random:x", "random:+3", "some"] {
            assert!(odd.parse::<Design>().is_err(), "{odd}");
        }
    }
}
