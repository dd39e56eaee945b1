//! What players do in games against the optimum, exactly: every turn of every
//! position that such games come to, seen once.
//!
//! Nothing is sampled. The twin in `tests/minds/journey.rs` follows games round by
//! round instead.

use rayon::prelude::*;

use super::faults::{Faults, Looking};
use super::league::League;
use super::march::{Ended, March, Seen};
use super::outlook::Outlook;
use super::playbook::Playbooks;
use super::stakes::Stakes;
use crate::solver::{Position, Stage};

/// Positions that one thread looks at before their sums are added up, in order.
const BLOCK: usize = 128;

/// Chances of being in a position that are smaller are left out.
const SMALLEST: f64 = 1e-12;

/// Of one player, a game in either seat counting one half.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conduct {
    /// What it gives away.
    pub faults: Faults,
    /// What it risks, and where it stops.
    pub stakes: Stakes,
}

impl Conduct {
    fn add(&mut self, other: &Self) {
        self.faults.add(&other.faults);
        self.stakes.add(&other.stakes);
    }
}

/// That of every player against `optimum`, one of them, on the current rayon
/// pool.
#[must_use]
pub fn conduct(books: &Playbooks, optimum: usize) -> Vec<Conduct> {
    let players = books.deciders().len();
    let seatings: Vec<[usize; 2]> = (0..players)
        .flat_map(|player| [[player, optimum], [optimum, player]])
        .collect();
    let visits: Vec<Vec<[f64; 2]>> = (seatings.par_iter())
        .map_init(
            || League::new(books),
            |league, &players| {
                league.play(players);
                league.visits().to_vec()
            },
        )
        .collect();
    let positions = books.game().solution.positions();
    let blocks: Vec<Vec<Conduct>> = (0..positions.div_ceil(BLOCK))
        .into_par_iter()
        .map(|block| {
            let mut watching = Watching::new(books);
            let mut sums = vec![Conduct::default(); players];
            for index in block * BLOCK..((block + 1) * BLOCK).min(positions) {
                let visited =
                    |visits: &Vec<[f64; 2]>| visits[index].iter().any(|&chance| chance > SMALLEST);
                if !visits.iter().any(visited) {
                    continue;
                }
                let position = books.game().solution.position(index);
                watching.outlook.look(books.game(), &position);
                for (seating, visits) in visits.iter().enumerate() {
                    for (after_big_turn, &chance) in [false, true].iter().zip(&visits[index]) {
                        if chance > SMALLEST {
                            let position = Position {
                                after_big_turn: *after_big_turn
                                    && position.stage != Stage::Overtime,
                                ..position
                            };
                            let (seat, sum) = (seating % 2, &mut sums[seating / 2]);
                            watching.turn(seatings[seating], seat, &position, chance, sum);
                        }
                    }
                }
            }
            sums
        })
        .collect();
    let mut all = vec![Conduct::default(); players];
    for block in &blocks {
        for (sum, found) in all.iter_mut().zip(block) {
            sum.add(found);
        }
    }
    all
}

/// What it takes to see turns.
struct Watching<'a> {
    books: &'a Playbooks,
    outlook: Outlook,
    march: March,
    ended: Ended,
    seen: Seen,
}

impl<'a> Watching<'a> {
    fn new(books: &'a Playbooks) -> Self {
        Self {
            books,
            outlook: Outlook::new(),
            march: March::new(&books.game().graph),
            ended: Ended::new(&books.game().graph),
            seen: Seen::default(),
        }
    }

    /// What the player in `seat` does in a turn that games come to with this
    /// chance; each seat is half of the games.
    fn turn(
        &mut self,
        players: [usize; 2],
        seat: usize,
        position: &Position,
        chance: f64,
        sum: &mut Conduct,
    ) {
        self.seen.clear();
        (self.march).turn_seen(
            self.books,
            players,
            position,
            chance,
            &mut self.ended,
            &mut self.seen,
        );
        let weight = chance / 2.0;
        let is_mover = usize::from(position.mover().0) == seat;
        if is_mover {
            sum.stakes.see(&self.seen, weight);
        }
        let looking = Looking {
            books: self.books,
            outlook: &self.outlook,
            seen: &self.seen,
        };
        let found = looking.faults(players[seat], is_mover, position, weight);
        sum.faults.add(&found);
    }
}
