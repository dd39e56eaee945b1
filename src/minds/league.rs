//! The exact chance of one player against another, from their books: with all
//! decisions fixed the game is an absorbing Markov chain, whose expected visits
//! are computed forwards, position by position, with geometric series for cycles.
//!
//! Scores only grow and tokens only shrink, so positions follow each other, but
//! for two cycles, each closed by its geometric series: two turns that score
//! nothing at one pair of scores and tokens, and past the target the ties that
//! bring overtime round again. Where [`Solution::solve`] gives the value of every
//! position, this visits those alone that the two players reach, and knows how
//! often.
//!
//! [`Solution::solve`]: crate::solver::Solution::solve

use super::march::{Ended, March};
use super::outlook::SolvedGame;
use super::playbook::Playbooks;
use crate::games::Seat;
use crate::solver::{BIG_TURN, Position, Stage};

/// One exact result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// The first seat's chance of winning.
    pub first_wins: f64,
    /// It is off by at most this: chances too small to follow, and rounding.
    pub error: f64,
}

/// More than rounding does to a sum of chances of a whole game: some millions of
/// terms, each within a few units of 2^-53 of itself, add up to 1.
const ROUNDING: f64 = 1e-11;

/// The journey of a game between two players through all positions.
pub struct League<'a> {
    books: &'a Playbooks,
    /// By position, then whether it comes after a big turn: the chance of getting
    /// there from positions before it.
    chances: Vec<[f64; 2]>,
    /// By the same: how often a game comes there, cycles and all.
    visits: Vec<[f64; 2]>,
    march: March,
    turns: [Ended; 2],
    first_wins: f64,
    lost_track: f64,
}

impl<'a> League<'a> {
    /// The memory in bytes of so many of them, one for each thread.
    #[must_use]
    pub(crate) fn bytes(game: &SolvedGame, threads: usize) -> u64 {
        let graph = &game.graph;
        let states = graph.places(false).len() + graph.places(true).len();
        let positions = 2 * game.solution.positions() * size_of::<[f64; 2]>();
        let turns = 2 * 3 * (graph.most_points() as usize + 1) * size_of::<f64>();
        (threads * (positions + turns + states * size_of::<f64>())) as u64
    }

    /// For any pairing of the players of these books.
    #[must_use]
    pub fn new(books: &'a Playbooks) -> Self {
        Self {
            books,
            chances: vec![[0.0; 2]; books.game().solution.positions()],
            visits: vec![[0.0; 2]; books.game().solution.positions()],
            march: March::new(&books.game().graph),
            turns: [(); 2].map(|()| Ended::new(&books.game().graph)),
            first_wins: 0.0,
            lost_track: 0.0,
        }
    }

    /// `players` sit first and second.
    pub fn play(&mut self, players: [usize; 2]) -> Exact {
        let rules = self.books.game().rules();
        let (target, tokens) = (rules.target, rules.challenge.tokens);
        self.first_wins = 0.0;
        self.lost_track = 0.0;
        self.visits.fill([0.0; 2]);
        let start = Stage::Running {
            scores: [0, 0],
            mover: Seat::FIRST,
        };
        self.enter(&Position::new(start, [tokens; 2]), 1.0);
        // Tokens before they are spent.
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
        Exact {
            first_wins: self.first_wins,
            error: self.lost_track + ROUNDING,
        }
    }

    /// By position, then whether it comes after a big turn: how often the last
    /// game that was played comes there, on average.
    #[must_use]
    pub fn visits(&self) -> &[[f64; 2]] {
        &self.visits
    }

    /// Notes how often a game comes to a position.
    fn visit(&mut self, position: &Position, visits: f64) {
        if let Some(index) = self.books.game().solution.index(position) {
            self.visits[index][usize::from(position.after_big_turn)] = visits;
        }
    }

    /// Adds to the chance of getting to a position.
    fn enter(&mut self, position: &Position, chance: f64) {
        match self.books.game().solution.index(position) {
            Some(index) => self.chances[index][usize::from(position.after_big_turn)] += chance,
            // A lead beyond those that are told apart is not made up.
            None => match position.stage {
                Stage::Chase { lead } if lead > 0 => self.first_wins += chance,
                _ => {}
            },
        }
    }

    /// Takes out the chance of getting to a position, calm and after a big turn.
    fn take(&mut self, position: &Position) -> [f64; 2] {
        let index = self.books.game().solution.index(position);
        index.map_or([0.0; 2], |index| std::mem::take(&mut self.chances[index]))
    }

    /// Both turns at one pair of scores and tokens, round and round.
    fn pair(&mut self, players: [usize; 2], scores: [u32; 2], tokens: [u32; 2]) {
        let position = |mover: usize| {
            let mover = Seat(mover as u8);
            Position::new(Stage::Running { scores, mover }, tokens)
        };
        let entered = [0, 1].map(|mover| self.take(&position(mover)));
        let mut calm = entered.map(|[calm, _]| calm);
        for mover in 0..2 {
            let after_big_turn = entered[mover][1];
            if after_big_turn > 0.0 {
                let position = Position {
                    after_big_turn: true,
                    ..position(mover)
                };
                self.walk(players, &position, mover, after_big_turn);
                calm[1 - mover] += after_big_turn * self.turns[mover].nothing;
                self.leave(&position, mover, after_big_turn);
            }
        }
        let weight = calm[0] + calm[1];
        if weight == 0.0 {
            return;
        }
        for mover in 0..2 {
            self.walk(players, &position(mover), mover, weight);
        }
        let nothing = [0, 1].map(|mover: usize| self.turns[mover].nothing);
        let rounds = 1.0 / (1.0 - nothing[0] * nothing[1]);
        for mover in 0..2 {
            let visits = (calm[mover] + calm[1 - mover] * nothing[1 - mover]) * rounds;
            self.leave(&position(mover), mover, visits);
        }
    }

    /// The chases and overtime with these tokens.
    fn past_target(&mut self, players: [usize; 2], tokens: [u32; 2]) {
        let leads = self.books.game().solution.leads().clone();
        let overtime = Position::new(Stage::Overtime, tokens);
        let chases: Vec<Position> = leads
            .flat_map(|lead| {
                [false, true].map(|after_big_turn| Position {
                    after_big_turn,
                    ..Position::new(Stage::Chase { lead }, tokens)
                })
            })
            .collect();
        let entered: Vec<f64> = (chases.chunks(2))
            .flat_map(|both| self.take(&both[0]))
            .collect();
        let [came, _] = self.take(&overtime);
        if came == 0.0 && entered.iter().all(|&chance| chance == 0.0) {
            return;
        }
        // One turn of overtime, and where it leads while no token is spent.
        self.walk(players, &overtime, 0, 1.0);
        let mut onward = vec![0.0; chases.len()];
        for (points, chance) in self.turns[0].stands.iter() {
            let place = chases.iter().position(|chase| {
                chase.stage
                    == (Stage::Chase {
                        lead: points as i32,
                    })
                    && chase.after_big_turn == (points >= BIG_TURN)
            });
            match place {
                Some(place) => onward[place] += chance,
                None => self.lost_track += chance,
            }
        }
        let tie = chases
            .iter()
            .position(|chase| chase.stage == Stage::Chase { lead: 0 });
        onward[tie.expect("a lead of nothing is told apart")] += self.turns[0].nothing;
        // The chance of a tie from every chase that matters.
        let mut ties = vec![0.0; chases.len()];
        let matters = |place: usize| entered[place] + onward[place] > 0.0;
        for (place, chase) in chases
            .iter()
            .enumerate()
            .filter(|&(place, _)| matters(place))
        {
            self.walk(players, chase, 1, 1.0);
            ties[place] = self.turns[1].tie(chase);
        }
        let tied: f64 = entered
            .iter()
            .zip(&ties)
            .map(|(chance, tie)| chance * tie)
            .sum();
        let round: f64 = onward
            .iter()
            .zip(&ties)
            .map(|(chance, tie)| chance * tie)
            .sum();
        let visits = (came + tied) / (1.0 - round);
        for (place, chase) in chases
            .iter()
            .enumerate()
            .filter(|&(place, _)| matters(place))
        {
            let chance = entered[place] + visits * onward[place];
            self.walk(players, chase, 1, chance);
            self.leave_past_target(chase, 1, chance);
        }
        self.walk(players, &overtime, 0, visits);
        self.leave_past_target(&overtime, 0, visits);
    }

    /// One turn, of which this chance is known to matter.
    fn walk(&mut self, players: [usize; 2], position: &Position, mover: usize, chance: f64) {
        let ended = &mut self.turns[mover];
        self.march
            .turn(self.books, players, position, chance, ended);
        self.lost_track += ended.dropped * chance;
    }

    /// Hands the ends of a turn on to where they lead, but for the turn that
    /// scored nothing and spent no token.
    fn leave(&mut self, position: &Position, mover: usize, visits: f64) {
        self.visit(position, visits);
        let ended = std::mem::take(&mut self.turns[mover]);
        for (points, chance) in ended.stands.iter() {
            self.arrive(position, points, 0, false, visits * chance);
        }
        self.leave_challenged(position, &ended, visits);
        self.turns[mover] = ended;
    }

    /// The same past the target, where ties without a challenge are known to
    /// come round, and so is what overtime leads to.
    fn leave_past_target(&mut self, position: &Position, mover: usize, visits: f64) {
        self.visit(position, visits);
        let ended = std::mem::take(&mut self.turns[mover]);
        if position.stage != Stage::Overtime {
            for (points, chance) in ended.stands.iter().chain([(0, ended.nothing)]) {
                let target = self.books.game().rules().target;
                if position.stage.after(points, 0, target) == Err(Seat::FIRST) {
                    self.first_wins += visits * chance;
                }
            }
        }
        self.leave_challenged(position, &ended, visits);
        self.turns[mover] = ended;
    }

    fn leave_challenged(&mut self, position: &Position, ended: &Ended, visits: f64) {
        let bonus = self.books.game().rules().challenge.bonus;
        let share = self.books.game().rules().challenge.declined_share;
        for (points, chance) in ended.accepted.iter() {
            self.arrive(position, points, 0, true, visits * chance);
        }
        for (at_stake, chance) in ended.declined.iter() {
            self.arrive(position, share.of(at_stake), bonus, true, visits * chance);
        }
        if ended.failed > 0.0 {
            self.arrive(position, 0, bonus, true, visits * ended.failed);
        }
    }

    fn arrive(&mut self, from: &Position, points: u32, bonus: u32, challenged: bool, chance: f64) {
        let target = self.books.game().rules().target;
        match from.stage.after(points, bonus, target) {
            Err(Seat::FIRST) => self.first_wins += chance,
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
