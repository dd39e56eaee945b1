//! Exact statistics of each player in games against optimal play: its equity loss, the
//! risks that it takes, and its stops.
//!
//! Nothing is sampled. Every position that such games reach is evaluated once, weighted
//! with the number of visits per game. The reference implementation in
//! `src/tests/personality_policies/round_by_round.rs` follows games round by round instead.

use std::ops::Range;

use super::equity_loss::EquityLoss;
use super::head_to_head::HeadToHead;
use super::stakes::Stakes;
use super::turn_forward::{TurnEnds, TurnEvents, TurnForward};
use crate::policy_tables::PolicyTables;
use crate::solver::{Outlook, Position, SolvedGame, Stage};
use rivals_statistics::parallel;

/// The number of positions that one thread evaluates before sums are added up, in order.
const BLOCK: usize = 128;

/// The number of blocks whose sums are in memory at the same time.
const BLOCKS: usize = 64;

/// Positions that a game visits less often are left out.
const SMALLEST: f64 = 1e-12;

/// The statistics of one player in games against optimal play: means per game, over
/// games in the first and the second seat alike.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgainstOptimal {
    /// Its equity loss.
    pub equity_loss: EquityLoss,
    /// Its fights and stops by the points at stake.
    pub stakes: Stakes,
}

impl AgainstOptimal {
    fn add(&mut self, other: &Self) {
        self.equity_loss.add(&other.equity_loss);
        self.stakes.add(&other.stakes);
    }
}

/// The memory in bytes that [`against_optimal()`] takes on this many threads.
#[must_use]
pub fn bytes(game: &SolvedGame, players: usize, threads: usize) -> u64 {
    let visits = 2 * players * game.solution.positions() * size_of::<[f64; 2]>();
    let of_player = size_of::<AgainstOptimal>() + Stakes::bytes(game.graph());
    // The sums of a block have grown from half their size or less.
    let sums = 2 * BLOCKS * players * of_player;
    (visits + sums + threads * Outlook::bytes(game.graph())) as u64
        + HeadToHead::bytes(game, threads)
}

/// The statistics of every player against player `optimum`, whose play is optimal;
/// computed on the current rayon pool.
///
/// `progress` is told, from any thread, how many positions have just been finished for
/// all players, and of how many. All positions are visited twice.
#[must_use]
pub fn against_optimal(
    tables: &PolicyTables,
    optimum: usize,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Vec<AgainstOptimal> {
    let players = tables.player_policies().len();
    let positions = tables.game().solution.positions();
    let of_seating = (positions / (2 * players)) as u64;
    let all = of_seating * 2 * players as u64 + positions as u64;
    let seatings: Vec<[usize; 2]> =
        (0..players).flat_map(|player| [[player, optimum], [optimum, player]]).collect();
    let visit = |head_to_head: &mut HeadToHead<'_>, at: usize| {
        head_to_head.play(seatings[at]);
        progress(of_seating, all);
        head_to_head.visits().to_vec()
    };
    let visits = parallel::map_with(seatings.len(), || HeadToHead::new(tables), visit);
    let block = |block: usize| {
        let range = block * BLOCK..((block + 1) * BLOCK).min(positions);
        let count = range.len() as u64;
        let sums = sums_of(tables, range, &seatings, &visits);
        progress(count, all);
        sums
    };
    let mut all_against_optimal = vec![AgainstOptimal::default(); players];
    let blocks: Vec<usize> = (0..positions.div_ceil(BLOCK)).collect();
    for blocks in blocks.chunks(BLOCKS) {
        let found: Vec<Vec<AgainstOptimal>> = parallel::map(blocks.len(), |at| block(blocks[at]));
        for found in &found {
            for (sum, found) in all_against_optimal.iter_mut().zip(found) {
                sum.add(found);
            }
        }
    }
    all_against_optimal
}

/// The statistics of the turns in these positions, by player; `visits` has the chances of each
/// seating to be in a position.
fn sums_of(
    tables: &PolicyTables,
    positions: Range<usize>,
    seatings: &[[usize; 2]],
    visits: &[Vec<[f64; 2]>],
) -> Vec<AgainstOptimal> {
    let mut evaluator = TurnEvaluator::new(tables);
    let mut sums = vec![AgainstOptimal::default(); seatings.len() / 2];
    for index in positions {
        let visited =
            |visits: &Vec<[f64; 2]>| visits[index].iter().any(|&chance| chance > SMALLEST);
        if !visits.iter().any(visited) {
            continue;
        }
        let position = tables.game().solution.position(index);
        evaluator.outlook.look(tables.game(), &position);
        for (seating, visits) in visits.iter().enumerate() {
            for (after_big_turn, &chance) in [false, true].iter().zip(&visits[index]) {
                if chance > SMALLEST {
                    let position = Position {
                        after_big_turn: *after_big_turn && position.stage != Stage::Overtime,
                        ..position
                    };
                    let (seat, sum) = (seating % 2, &mut sums[seating / 2]);
                    evaluator.turn(seatings[seating], seat, &position, chance, sum);
                }
            }
        }
    }
    sums
}

/// The memory of a thread that evaluates turns.
pub(super) struct TurnEvaluator<'a> {
    pub tables: &'a PolicyTables,
    /// The solution of the turn.
    pub outlook: Outlook,
    forward: TurnForward,
    ends: TurnEnds,
    /// The decisions that occur in the turn.
    pub events: TurnEvents,
}

impl<'a> TurnEvaluator<'a> {
    fn new(tables: &'a PolicyTables) -> Self {
        Self {
            tables,
            outlook: Outlook::default(),
            forward: TurnForward::new(tables.game().graph()),
            ends: TurnEnds::new(tables.game().graph()),
            events: TurnEvents::default(),
        }
    }

    /// Adds the decisions of the player in `seat` in a turn that occurs with this chance per
    /// game; half of the games are played from each seat.
    fn turn(
        &mut self,
        players: [usize; 2],
        seat: usize,
        position: &Position,
        chance: f64,
        sum: &mut AgainstOptimal,
    ) {
        self.events.clear();
        (self.forward).turn(
            self.tables,
            players,
            position,
            chance,
            &mut self.ends,
            Some(&mut self.events),
        );
        let weight = chance / 2.0;
        let is_mover = usize::from(position.mover().0) == seat;
        if is_mover {
            sum.stakes.see(&self.events, weight);
        }
        let found = self.equity_loss(players[seat], is_mover, position, weight);
        sum.equity_loss.add(&found);
    }
}
