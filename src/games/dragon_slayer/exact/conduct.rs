//! What players do in games against the optimum, exactly: every turn of every
//! position that such games come to, seen once.
//!
//! Nothing is sampled. The twin in `tests/library/personality_policies/journey.rs` follows games round by
//! round instead.

use rayon::prelude::*;

use super::faults::{Faults, Looking};
use super::head_to_head::League;
use super::march::{Ended, March, Seen};
use super::stakes::Stakes;
use crate::games::dragon_slayer::policy_tables::Playbooks;
use crate::games::dragon_slayer::solver::{Outlook, SolvedGame};
use crate::games::dragon_slayer::solver::{Position, Stage};

/// Positions that one thread looks at before their sums are added up, in order.
const BLOCK: usize = 128;

/// Blocks whose sums are in memory at the same time.
const BLOCKS: usize = 64;

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

/// The memory in bytes that [`conduct`] takes on so many threads.
#[must_use]
pub(crate) fn bytes(game: &SolvedGame, players: usize, threads: usize) -> u64 {
    let visits = 2 * players * game.solution.positions() * size_of::<[f64; 2]>();
    let of_player = size_of::<Conduct>() + Stakes::bytes(&game.graph);
    // The sums of a block have grown from half their size or less.
    let sums = 2 * BLOCKS * players * of_player;
    (visits + sums + threads * Outlook::bytes(&game.graph)) as u64 + League::bytes(game, threads)
}

/// That of every player against `optimum`, one of them, on the current rayon
/// pool.
#[must_use]
pub fn conduct(books: &Playbooks, optimum: usize) -> Vec<Conduct> {
    conduct_with(books, optimum, &|_, _| {})
}

/// The same; `progress` is told, from any thread, how many positions have just been
/// finished for all players, and of how many. All positions are visited twice.
#[must_use]
pub(crate) fn conduct_with(
    books: &Playbooks,
    optimum: usize,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Vec<Conduct> {
    let players = books.deciders().len();
    let positions = books.game().solution.positions();
    let of_seating = (positions / (2 * players)) as u64;
    let all = of_seating * 2 * players as u64 + positions as u64;
    let seatings: Vec<[usize; 2]> = (0..players)
        .flat_map(|player| [[player, optimum], [optimum, player]])
        .collect();
    let visits: Vec<Vec<[f64; 2]>> = (seatings.par_iter())
        .map_init(
            || League::new(books),
            |league, &players| {
                league.play(players);
                progress(of_seating, all);
                league.visits().to_vec()
            },
        )
        .collect();
    let block = |block: usize| {
        let mut watching = Watching::new(books);
        let mut sums = vec![Conduct::default(); players];
        let range = block * BLOCK..((block + 1) * BLOCK).min(positions);
        let count = range.len() as u64;
        for index in range {
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
                            after_big_turn: *after_big_turn && position.stage != Stage::Overtime,
                            ..position
                        };
                        let (seat, sum) = (seating % 2, &mut sums[seating / 2]);
                        watching.turn(seatings[seating], seat, &position, chance, sum);
                    }
                }
            }
        }
        progress(count, all);
        sums
    };
    let mut conducts = vec![Conduct::default(); players];
    let blocks: Vec<usize> = (0..positions.div_ceil(BLOCK)).collect();
    for blocks in blocks.chunks(BLOCKS) {
        let found: Vec<Vec<Conduct>> = blocks.par_iter().map(|&at| block(at)).collect();
        for found in &found {
            for (sum, found) in conducts.iter_mut().zip(found) {
                sum.add(found);
            }
        }
    }
    conducts
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
