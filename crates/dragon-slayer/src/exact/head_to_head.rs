//! The exact win probability of one player against another, from their policy tables.
//!
//! With all decisions fixed the game is an absorbing Markov chain. Its expected visits
//! are computed by a forward pass through the positions. Scores only grow and tokens only
//! shrink, so the chain has no cycles but two, each evaluated by its geometric series:
//! two turns in a row that score nothing, and past the target the ties that lead to
//! another round of overtime. Both are rounds that stall, so that each series ends after
//! [`STALLED_ROUNDS`] rounds, when the game is adjudicated.
//!
//! [`Solution::solve`] computes the value of every position; this visits only the
//! positions that the two players reach, and counts the visits.
//!
//! [`Solution::solve`]: crate::solver::Solution::solve
//! [`STALLED_ROUNDS`]: crate::STALLED_ROUNDS

use super::turn_forward::{TurnEnds, TurnForward};
use crate::STALLED_ROUNDS;
use crate::policy_tables::PolicyTables;
use crate::solver::{
    BIG_TURN, CompensatedSum, Position, SolvedGame, Stage, Stalling, TurnGraph, lead,
};
use rivals_core::play::Seat;

/// The exact result of one pairing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// The first seat's win probability.
    pub first_wins: f64,
    /// A bound of the error of `first_wins`; see [`HeadToHead`].
    pub error: f64,
}

/// A bound of the rounding errors of one fight, in units of 2^-53 relative to the chance
/// of a path through the game. All chances are sums of products of positive numbers, so
/// that relative errors add up along a path, and the error of the result is their mean
/// over all paths, weighted with the chance of each:
///
/// ```text
/// fight    a rounded chance, a product                                      2
///          sums over up to 4 dragons with 4 numbers of dice before a
///          challenge, on accepting it and after it                         31
///          a random choice: a division (halves are exact)                   1
/// turn     sums over up to 15 sets of dragons with 4 dice at equal points  59
///          a compensated sum of defeats and its product, or of wins         4
///          sums and products of visits, and the doublings of a cycle       53
///          the chance that a round stalls and its power, once a round       2
///          the sum over the ways to the next position                    ways
/// ```
const UNITS_PER_FIGHT: f64 = 34.0;

/// The units of a turn without the ways; see [`UNITS_PER_FIGHT`].
const UNITS_PER_TURN: f64 = 118.0;

/// A factor that covers the rounding of the error bound itself.
const SLACK: f64 = 1.0 + 1e-6;

/// The forward pass through all positions of a game between two players.
///
/// The error bound of its result is the sum of these parts, weighted with the visits:
///
/// * the chances within a turn that are too small to be followed;
/// * the chances that the cap stops a turn, so that the bound also holds for the game
///   without a cap;
/// * the error of the solved values by which games are adjudicated;
/// * rounding, at most 34 units of 2^-53 per fight and 118 per turn (derived beside the
///   constants of this file).
pub struct HeadToHead<'a> {
    tables: &'a PolicyTables,
    /// By position, then whether it comes after a big turn: the chance of entering it from
    /// earlier positions.
    chances: Vec<[f64; 2]>,
    /// By the same: the expected number of visits per game, cycles included.
    visits: Vec<[f64; 2]>,
    forward: TurnForward,
    turns: [TurnEnds; 2],
    first_wins: CompensatedSum,
    /// The error bound without rounding.
    lost_track: f64,
    /// The bound of rounding errors, in units of 2^-53.
    units: f64,
    /// The units of a turn, and those that a game has once for the sums over the ways to
    /// positions past the target.
    per_turn: [f64; 2],
}

impl<'a> HeadToHead<'a> {
    /// The memory in bytes of this many passes, one for each thread.
    #[must_use]
    pub fn bytes(game: &SolvedGame, threads: usize) -> u64 {
        let graph = game.graph();
        let states = graph.places(false).len() + graph.places(true).len();
        let positions = 2 * game.solution.positions() * size_of::<[f64; 2]>();
        let turns = 2 * 3 * (graph.most_points() as usize + 1) * size_of::<f64>();
        (threads * (positions + turns + states * size_of::<f64>())) as u64
    }

    /// A pass that plays any pairing of the players of these policy tables.
    #[must_use]
    pub fn new(tables: &'a PolicyTables) -> Self {
        let game = tables.game();
        Self {
            tables,
            chances: vec![[0.0; 2]; game.solution.positions()],
            visits: vec![[0.0; 2]; game.solution.positions()],
            forward: TurnForward::new(game.graph()),
            turns: [(); 2].map(|()| TurnEnds::new(game.graph())),
            first_wins: CompensatedSum::default(),
            lost_track: 0.0,
            units: 0.0,
            per_turn: per_turn(game.graph()),
        }
    }

    /// The result of the pairing in which `players` sit first and second.
    pub fn play(&mut self, players: [usize; 2]) -> Exact {
        let rules = self.tables.game().rules();
        let (target, tokens) = (rules.target, rules.challenge.tokens);
        self.first_wins = CompensatedSum::default();
        self.lost_track = 0.0;
        self.units = self.per_turn[1];
        self.visits.fill([0.0; 2]);
        let start = Stage::Running { scores: [0, 0], mover: Seat::FIRST };
        self.enter(&Position::new(start, [tokens; 2]), 1.0);
        // Positions with more tokens come before those with fewer.
        let levels = || (0..=2 * tokens).rev();
        let held = move |level: u32| {
            let firsts = level.saturating_sub(tokens)..=level.min(tokens);
            firsts.map(move |first| [first, level - first])
        };
        for total in 0..=2 * (target - 1) {
            for tokens in levels().flat_map(held) {
                let firsts = total.saturating_sub(target - 1)..=total.min(target - 1);
                for first in firsts {
                    self.pair(players, [first, total - first], tokens);
                }
            }
        }
        for tokens in levels().flat_map(held) {
            self.past_target(players, tokens);
        }
        let rounding = self.units * f64::EPSILON / 2.0;
        Exact { first_wins: self.first_wins.total(), error: (self.lost_track + rounding) * SLACK }
    }

    /// By position, then whether it comes after a big turn: the expected number of visits
    /// per game of the last pairing played.
    #[must_use]
    pub fn visits(&self) -> &[[f64; 2]] {
        &self.visits
    }

    /// Adds to the chance of entering a position. A larger lead of the first seat than
    /// positions have is clamped to the largest: it can only be made up beyond the cap. A
    /// larger lead of the second seat, which the bonus cannot make up, is lost.
    fn enter(&mut self, position: &Position, chance: f64) {
        let solution = &self.tables.game().solution;
        if matches!(position.stage, Stage::Chase { lead } if lead < *solution.leads().start()) {
            return;
        }
        let index = solution.index(&solution.clamped(position));
        let index = index.expect("the solution numbers clamped positions");
        self.chances[index][usize::from(position.after_big_turn)] += chance;
    }

    /// Takes the chances of entering a position, not after and after a big turn.
    fn take(&mut self, position: &Position) -> [f64; 2] {
        let index = self.tables.game().solution.index(position);
        index.map_or([0.0; 2], |index| std::mem::take(&mut self.chances[index]))
    }

    /// Both turns at one pair of scores and tokens, with the cycle of rounds that score
    /// nothing.
    fn pair(&mut self, players: [usize; 2], scores: [u32; 2], tokens: [u32; 2]) {
        let position = |mover: usize| {
            #[expect(clippy::cast_possible_truncation, reason = "0 or 1")]
            let mover = Seat(mover as u8);
            Position::new(Stage::Running { scores, mover }, tokens)
        };
        let entered = [0, 1].map(|mover| self.take(&position(mover)));
        let [mut first, second] = entered.map(|[others, _]| others);
        // The chance of the second seat's turn in a round that began here after a big turn.
        let mut begun = 0.0;
        for (mover, [_, after_big_turn]) in entered.into_iter().enumerate() {
            if after_big_turn > 0.0 {
                let position = Position { after_big_turn: true, ..position(mover) };
                self.pass_through(players, &position, mover, after_big_turn);
                let nothing = after_big_turn * self.turns[mover].nothing;
                match mover {
                    0 => begun = nothing,
                    _ => first += nothing,
                }
                self.leave(&position, mover, after_big_turn);
            }
        }
        let weight = first + second + begun;
        if weight == 0.0 {
            return;
        }
        for mover in 0..2 {
            self.pass_through(players, &position(mover), mover, weight);
        }
        let nothing = [0, 1].map(|mover: usize| self.turns[mover].nothing);
        // A round stalls only if it began with the first seat's turn here.
        let stalls = nothing[0] * nothing[1];
        let none_yet = first + second * nothing[1];
        let one_so_far = begun * nothing[1];
        let from_none = Stalling::new(stalls, STALLED_ROUNDS);
        let from_one =
            if one_so_far > 0.0 { Stalling::new(stalls, STALLED_ROUNDS - 1) } else { from_none };
        let firsts = none_yet * from_none.begun + one_so_far * from_one.begun;
        let seconds = second + begun + firsts * nothing[0];
        let adjudicated = none_yet * from_none.all + one_so_far * from_one.all;
        self.adjudicate(&position(0), adjudicated);
        self.leave(&position(0), 0, firsts);
        self.leave(&position(1), 1, seconds);
    }

    /// Adds the chance that the game is adjudicated when it comes back to a position.
    fn adjudicate(&mut self, position: &Position, chance: f64) {
        let solution = &self.tables.game().solution;
        self.first_wins.add(chance * solution.value(position));
        self.lost_track += chance * solution.error();
    }

    /// The chases and overtime with these tokens.
    fn past_target(&mut self, players: [usize; 2], tokens: [u32; 2]) {
        let leads = self.tables.game().solution.leads().clone();
        let overtime = Position::new(Stage::Overtime, tokens);
        let place = |lead: i32, after_big_turn: bool| {
            let lead = lead.min(*leads.end());
            2 * lead.abs_diff(*leads.start()) as usize + usize::from(after_big_turn)
        };
        let chases: Vec<Position> = (leads.clone())
            .flat_map(|lead| {
                [false, true].map(|after_big_turn| Position {
                    after_big_turn,
                    ..Position::new(Stage::Chase { lead }, tokens)
                })
            })
            .collect();
        let entered: Vec<f64> = (chases.chunks(2)).flat_map(|both| self.take(&both[0])).collect();
        let [came, _] = self.take(&overtime);
        if came == 0.0 && entered.iter().all(|&chance| chance == 0.0) {
            return;
        }
        // One turn of overtime, and the chases that it leads to if no token is spent.
        self.pass_through(players, &overtime, 0, 1.0);
        let mut onward = vec![0.0; chases.len()];
        for (points, chance) in self.turns[0].stands.iter() {
            onward[place(lead(points, 0), points >= BIG_TURN)] += chance;
        }
        onward[place(0, false)] += self.turns[0].nothing;
        let overtime_lost = self.turns[0].lost_track();
        // The chance of a tie from every chase that is reached.
        let mut ties = vec![0.0; chases.len()];
        let mut chases_lost = vec![0.0; chases.len()];
        let matters = |place: usize| entered[place] + onward[place] > 0.0;
        for (place, chase) in chases.iter().enumerate().filter(|&(place, _)| matters(place)) {
            self.pass_through(players, chase, 1, 1.0);
            ties[place] = self.turns[1].tie(chase);
            chases_lost[place] = self.turns[1].lost_track();
        }
        let mean = |chances: &[f64], of: &[f64]| -> f64 {
            chances.iter().zip(of).map(|(chance, of)| chance * of).sum()
        };
        // A round stalls only if it began in overtime.
        let arrived = came + mean(&entered, &ties);
        let stalling = Stalling::new(mean(&onward, &ties), STALLED_ROUNDS);
        let visits = arrived * stalling.begun;
        self.adjudicate(&overtime, arrived * stalling.all);
        self.lost_track += visits * overtime_lost;
        for (place, chase) in chases.iter().enumerate().filter(|&(place, _)| matters(place)) {
            let chance = entered[place] + visits * onward[place];
            // The ties above come from a pass that dropped these chances; the next pass
            // may drop others.
            self.lost_track += chance * chases_lost[place];
            self.pass_through(players, chase, 1, chance);
            self.leave(chase, 1, chance);
        }
        self.pass_through(players, &overtime, 0, visits);
        self.leave(&overtime, 0, visits);
    }

    /// Passes through one turn, which the game reaches with this chance.
    fn pass_through(
        &mut self,
        players: [usize; 2],
        position: &Position,
        mover: usize,
        chance: f64,
    ) {
        let ends = &mut self.turns[mover];
        self.forward.turn(self.tables, players, position, chance, ends, None);
    }

    /// Records the visits of a turn, and adds its part of the error bound.
    fn count(&mut self, position: &Position, ends: &TurnEnds, visits: f64) {
        if let Some(index) = self.tables.game().solution.index(position) {
            self.visits[index][usize::from(position.after_big_turn)] = visits;
        }
        self.lost_track += visits * ends.lost_track();
        self.units += visits * (UNITS_PER_FIGHT * ends.fights + self.per_turn[0]);
    }

    /// Adds the ends of a turn to the positions that they lead to, except those that the
    /// cycles include: without a challenge, turns below the target that score nothing, ties,
    /// and all ends of overtime.
    fn leave(&mut self, position: &Position, mover: usize, visits: f64) {
        let ends = std::mem::take(&mut self.turns[mover]);
        self.count(position, &ends, visits);
        for (points, chance) in ends.stands.iter().chain([(0, ends.nothing)]) {
            let in_cycle = match position.stage {
                Stage::Running { .. } => points == 0,
                Stage::Chase { lead } => i64::from(points) == i64::from(lead),
                Stage::Overtime => true,
            };
            if !in_cycle {
                self.arrive(position, points, 0, false, visits * chance);
            }
        }
        let challenge = self.tables.game().rules().challenge;
        for (points, chance) in ends.accepted.iter() {
            self.arrive(position, points, 0, true, visits * chance);
        }
        for (at_stake, chance) in ends.declined.iter() {
            let kept = challenge.declined_share.of(at_stake);
            self.arrive(position, kept, challenge.bonus, true, visits * chance);
        }
        if ends.failed > 0.0 {
            let chance = visits * ends.failed;
            self.arrive(position, 0, challenge.bonus, true, chance);
        }
        self.turns[mover] = ends;
    }

    /// Adds the chance of one end of a turn to the position that it leads to, or to the wins.
    fn arrive(&mut self, from: &Position, points: u32, bonus: u32, challenged: bool, chance: f64) {
        let target = self.tables.game().rules().target;
        match from.stage.after(points, bonus, target) {
            Err(Seat::FIRST) => self.first_wins.add(chance),
            Err(_) => {}
            Ok(stage) => {
                let mut tokens = from.tokens;
                if challenged {
                    tokens[usize::from(from.other().0)] -= 1;
                }
                let next = Position {
                    after_big_turn: points >= BIG_TURN && stage != Stage::Overtime,
                    ..Position::new(stage, tokens)
                };
                self.enter(&next, chance);
            }
        }
    }
}

/// The rounding errors of a turn in units of [`UNITS_PER_FIGHT`], and those that a game
/// has once.
///
/// They count the ways to a position, whose chances are summed. A position below the
/// target is reached from two positions (after a big turn or not) for every number of
/// points that a turn can score: by a stop, by a stop after accepting a challenge, by
/// declining a challenge, or by a defeat after accepting one. A chase is reached in as
/// many ways from every score of the other seat. A game enters chases and overtime in
/// that way at most once for every token, and once more.
fn per_turn(graph: &TurnGraph) -> [f64; 2] {
    let rules = graph.rules();
    let ways = 2.0 * f64::from(3 * (graph.most_points() + 1) + 1);
    let entries = f64::from(2 * (2 * rules.challenge.tokens + 1));
    [UNITS_PER_TURN + ways, ways * f64::from(rules.target) * entries]
}
