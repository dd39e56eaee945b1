//! The reference implementation of exact results: the chance of every position, turn after
//! turn, and of every state within it, in games between two players.
//!
//! It uses no geometric series: games are followed round by round until almost none are
//! left. Unlike the exact results of the library, it knows in which round an event occurs.

use crate::exact::stakes::{AtStake, Stakes};
use crate::policies::turn_table;
use crate::policy_tables::PolicyTables;
use crate::solver::{BIG_TURN, Position, Stage};
use rivals_core::play::Seat;

/// Games are followed until at most this share of them is left.
const LEFT: f64 = 1e-10;

/// Smaller chances are not followed.
const SMALLEST: f64 = 1e-15;

/// A weighted mean.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mean {
    pub sum: f64,
    pub weight: f64,
}

impl Mean {
    fn add(&mut self, value: f64, weight: f64) {
        self.sum += value * weight;
        self.weight += weight;
    }

    pub(crate) fn value(self) -> f64 {
        self.sum / self.weight
    }

    fn join(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, weight: self.weight + other.weight }
    }
}

/// The expected statistics of one player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figures {
    pub wins: f64,
    /// The share of turns lost.
    pub lost: Mean,
    /// The points at stake when stopping: 4 or more behind, between, 4 or more ahead.
    pub stakes: [Mean; 3],
    /// The same between, after a big turn of the other seat, and after any other turn.
    pub stakes_after: [Mean; 2],
    /// The share of challenges accepted.
    pub accepted: Mean,
    /// The number of challenges made per game.
    pub made: f64,
    /// The turn of the game, from 1, before which a challenge is made.
    pub challenge_turn: Mean,
}

impl Figures {
    /// The points at stake when stopping, whatever the scores.
    pub(crate) fn stake(&self) -> f64 {
        let [behind, level, ahead] = self.stakes;
        behind.join(level).join(ahead).value()
    }

    /// The mean of the statistics in the first and the second seat.
    fn mean(first: Self, second: Self) -> Self {
        let both = |of: fn(&Self) -> Mean| of(&first).join(of(&second));
        Self {
            wins: f64::midpoint(first.wins, second.wins),
            lost: both(|figures| figures.lost),
            stakes: std::array::from_fn(|i| first.stakes[i].join(second.stakes[i])),
            stakes_after: std::array::from_fn(|i| {
                first.stakes_after[i].join(second.stakes_after[i])
            }),
            accepted: both(|figures| figures.accepted),
            made: f64::midpoint(first.made, second.made),
            challenge_turn: both(|figures| figures.challenge_turn),
        }
    }
}

/// The statistics of `player` in games against `other`, half of them from each seat.
pub(crate) fn against(tables: &PolicyTables, player: usize, other: usize) -> Figures {
    let [first, _] = RoundByRound::new(tables, [player, other]).go();
    let [_, second] = RoundByRound::new(tables, [other, player]).go();
    Figures::mean(first, second)
}

/// The forward pass through all games of a pairing, turn by turn.
pub(crate) struct RoundByRound<'a> {
    tables: &'a PolicyTables,
    players: [usize; 2],
    figures: [Figures; 2],
    /// By seat.
    pub stakes: [Stakes; 2],
    /// By position, then whether it comes after a big turn: the chance of being there now,
    /// and a turn later.
    now: Vec<[f64; 2]>,
    later: Vec<[f64; 2]>,
    /// The chance of each state of the turn, before and after accepting a challenge.
    states: [Vec<f64>; 2],
    round: u32,
}

impl<'a> RoundByRound<'a> {
    pub(crate) fn new(tables: &'a PolicyTables, players: [usize; 2]) -> Self {
        let game = tables.game();
        let positions = vec![[0.0; 2]; game.solution.positions()];
        Self {
            tables,
            players,
            figures: [Figures::default(); 2],
            stakes: [(); 2].map(|()| {
                let most = game.graph().most_points() as usize;
                Stakes(vec![AtStake::default(); most + 1])
            }),
            now: positions.clone(),
            later: positions,
            states: [false, true].map(|accepted| vec![0.0; game.graph().places(accepted).len()]),
            round: 0,
        }
    }

    /// The statistics of the first and the second seat.
    pub(crate) fn go(self) -> [Figures; 2] {
        self.run().figures
    }

    /// Follows the game to its end.
    pub(crate) fn run(mut self) -> Self {
        let game = self.tables.game();
        let tokens = game.rules().challenge.tokens;
        let start = Stage::Running { scores: [0, 0], mover: Seat::FIRST };
        let start = Position::new(start, [tokens; 2]);
        self.now[game.solution.index(&start).unwrap()][0] = 1.0;
        for turn in 0.. {
            self.round = turn / 2;
            let mut left = 0.0;
            for index in 0..self.now.len() {
                for (big, chance) in std::mem::take(&mut self.now[index]).into_iter().enumerate() {
                    left += chance;
                    if chance > SMALLEST {
                        let position =
                            Position { after_big_turn: big == 1, ..game.solution.position(index) };
                        self.turn(index, &position, chance);
                    }
                }
            }
            if left < LEFT {
                return self;
            }
            std::mem::swap(&mut self.now, &mut self.later);
        }
        unreachable!("games end")
    }

    fn turn(&mut self, index: usize, position: &Position, chance: f64) {
        let (tables, graph) = (self.tables, self.tables.game().graph());
        let mover = usize::from(position.mover().0);
        let [player, other] = [self.players[mover], self.players[1 - mover]];
        let row = tables.row(player, index, position.after_big_turn);
        let others = tables.row(other, index, position.after_big_turn);
        let held = position.tokens[1 - mover] > 0;
        self.figures[mover].lost.weight += chance;
        self.states[0][graph.start()] = chance;
        for state in 0..graph.places(false).len() {
            let chance = std::mem::take(&mut self.states[0][state]);
            if chance < SMALLEST {
                continue;
            }
            let byte = row.byte(state);
            if let Some(dragon) = turn_table::fights(byte) {
                self.fight(position, false, state, dragon, chance);
                continue;
            }
            let at_stake = graph.places(false)[state].at_stake;
            self.stops(position, at_stake, chance);
            self.stakes[mover].0[at_stake as usize].stops += chance;
            if !held || !turn_table::challenges(others.byte(state)) {
                self.end(position, at_stake, 0, false, chance);
                continue;
            }
            let challenger = &mut self.figures[1 - mover];
            challenger.made += chance;
            (challenger.challenge_turn).add(f64::from(self.round + 1), chance);
            let accepts = turn_table::accepts(byte);
            (self.figures[mover].accepted).add(f64::from(u8::from(accepts)), chance);
            if accepts {
                let dragon = turn_table::obliged(byte).expect("a player who accepts fights");
                self.fight(position, true, graph.on_accepting(state), dragon, chance);
            } else {
                let challenge = self.tables.game().rules().challenge;
                let kept = challenge.declined_share.of(at_stake);
                self.end(position, kept, challenge.bonus, true, chance);
            }
        }
        for state in 0..self.states[1].len() {
            let chance = std::mem::take(&mut self.states[1][state]);
            if chance < SMALLEST {
                continue;
            }
            let byte = tables.accepted(player, position, state);
            match turn_table::fights(byte) {
                Some(dragon) => self.fight(position, true, state, dragon, chance),
                None => {
                    let at_stake = graph.places(true)[state].at_stake;
                    self.stakes[mover].0[at_stake as usize].stops += chance;
                    self.end(position, at_stake, 0, true, chance);
                }
            }
        }
    }

    fn fight(
        &mut self,
        position: &Position,
        accepted: bool,
        state: usize,
        dragon: usize,
        chance: f64,
    ) {
        let game = self.tables.game();
        let place = game.graph().places(accepted)[state];
        let slain = place.slain(dragon).expect("no player fights at the cap");
        let dice_left = game.graph().odds().dice_left(dragon, place.dice);
        for (left, share) in dice_left[1..].iter().enumerate() {
            self.states[usize::from(accepted)][slain + left] += chance * share;
        }
        let mover = usize::from(position.mover().0);
        let risked = &mut self.stakes[mover].0[place.at_stake as usize];
        risked.fights += chance;
        risked.defeats += chance * dice_left[0];
        self.figures[mover].lost.sum += chance * dice_left[0];
        let bonus = if accepted { game.rules().challenge.bonus } else { 0 };
        self.end(position, 0, bonus, accepted, chance * dice_left[0]);
    }

    fn stops(&mut self, position: &Position, at_stake: u32, chance: f64) {
        let mover = usize::from(position.mover().0);
        let gap = match position.stage {
            Stage::Running { scores, .. } => scores[mover] as i32 - scores[1 - mover] as i32,
            Stage::Chase { lead } => -lead,
            Stage::Overtime => 0,
        };
        let lead = match gap {
            ..=-4 => 0,
            -3..=3 => 1,
            4.. => 2,
        };
        let figures = &mut self.figures[mover];
        figures.stakes[lead].add(at_stake.into(), chance);
        if lead == 1 {
            let after = usize::from(!position.after_big_turn);
            figures.stakes_after[after].add(at_stake.into(), chance);
        }
    }

    fn end(&mut self, position: &Position, points: u32, bonus: u32, challenged: bool, chance: f64) {
        let game = self.tables.game();
        let mut tokens = position.tokens;
        if challenged {
            tokens[1 - usize::from(position.mover().0)] -= 1;
        }
        match position.stage.after(points, bonus, game.rules().target) {
            Err(winner) => self.figures[usize::from(winner.0)].wins += chance,
            Ok(stage) => {
                let next = Position::new(stage, tokens);
                let big = points >= BIG_TURN && stage != Stage::Overtime;
                match (game.solution.index(&next), stage) {
                    (Some(index), _) => self.later[index][usize::from(big)] += chance,
                    // A lead beyond those of positions cannot be made up.
                    (None, Stage::Chase { lead }) if lead > 0 => self.figures[0].wins += chance,
                    (None, _) => self.figures[1].wins += chance,
                }
            }
        }
    }
}
