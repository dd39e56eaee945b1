//! What players give away: in games against the optimum, decision by decision,
//! without dice.
//!
//! A decision gives away the chance of winning that the best one would have kept,
//! both sides playing their best from there on. Over a game these losses add up to
//! exactly what the player wins less than the optimum would in its seat, as the
//! optimum gives nothing back.

use rayon::prelude::*;

use super::book;
use super::league::League;
use super::march::{Ended, March, Seen};
use super::outlook::Outlook;
use super::playbook::Playbooks;
use crate::solver::{Position, Stage, TIE};

/// Positions that one thread looks at before their sums are added up, in order.
const BLOCK: usize = 128;

/// Chances of being in a position that are smaller are left out.
const SMALLEST: f64 = 1e-12;

/// Of one player, a game in either seat counting one half. All are means over
/// games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Faults {
    /// Decisions that it takes.
    pub decisions: f64,
    /// Those that are as good as the best.
    pub optimal: f64,
    /// Chance of winning lost in choosing fights and stops.
    pub fights: f64,
    /// The same in challenging, or not.
    pub challenges: f64,
    /// The same in accepting and declining.
    pub answers: f64,
}

impl Faults {
    /// Chance of winning lost in all.
    #[must_use]
    pub fn lost(&self) -> f64 {
        self.fights + self.challenges + self.answers
    }

    fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.optimal += other.optimal;
        self.fights += other.fights;
        self.challenges += other.challenges;
        self.answers += other.answers;
    }
}

/// Those of every player against `optimum`, one of them, on the current rayon
/// pool.
#[must_use]
pub fn faults(books: &Playbooks, optimum: usize) -> Vec<Faults> {
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
    let blocks: Vec<Vec<Faults>> = (0..positions.div_ceil(BLOCK))
        .into_par_iter()
        .map(|block| {
            let mut looking = Looking::new(books);
            let mut sums = vec![Faults::default(); players];
            for index in block * BLOCK..((block + 1) * BLOCK).min(positions) {
                let visited =
                    |visits: &Vec<[f64; 2]>| visits[index].iter().any(|&chance| chance > SMALLEST);
                if !visits.iter().any(visited) {
                    continue;
                }
                let position = books.game().solution.position(index);
                looking.outlook.look(books.game(), &position);
                for (seating, visits) in visits.iter().enumerate() {
                    for (after_big_turn, &chance) in [false, true].iter().zip(&visits[index]) {
                        if chance > SMALLEST {
                            let position = Position {
                                after_big_turn: *after_big_turn
                                    && position.stage != Stage::Overtime,
                                ..position
                            };
                            let seat = seating % 2;
                            let found = looking.turn(seatings[seating], seat, &position, chance);
                            sums[seating / 2].add(&found);
                        }
                    }
                }
            }
            sums
        })
        .collect();
    let mut all = vec![Faults::default(); players];
    for block in &blocks {
        for (sum, found) in all.iter_mut().zip(block) {
            sum.add(found);
        }
    }
    all
}

/// What it takes to look at turns.
struct Looking<'a> {
    books: &'a Playbooks,
    outlook: Outlook,
    march: March,
    ended: Ended,
    seen: Seen,
}

impl<'a> Looking<'a> {
    fn new(books: &'a Playbooks) -> Self {
        Self {
            books,
            outlook: Outlook::new(),
            march: March::new(&books.game().graph),
            ended: Ended::new(&books.game().graph),
            seen: Seen::default(),
        }
    }

    /// The decisions of the player in `seat` in a turn that games come to with
    /// this chance; each seat is half of the games.
    fn turn(
        &mut self,
        players: [usize; 2],
        seat: usize,
        position: &Position,
        chance: f64,
    ) -> Faults {
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
        let player = players[seat];
        let mut faults = Faults::default();
        let mut note = |lost: f64, share: f64, chance: f64, kind: fn(&mut Faults) -> &mut f64| {
            // One who draws takes every option with some share; what is not taken
            // at all may be worth minus infinity.
            if share == 0.0 {
                return;
            }
            faults.decisions += share * chance * weight;
            if lost <= TIE {
                faults.optimal += share * chance * weight;
            } else {
                *kind(&mut faults) += lost * share * chance * weight;
            }
        };
        let mover = usize::from(position.mover().0);
        let horizon = self.outlook.horizon.seen[0];
        if mover == seat {
            for &(accepted, must, state, chance) in &self.seen.moves {
                let options = self.options(accepted, must, state);
                let best = options
                    .iter()
                    .map(|&(_, worth)| worth)
                    .fold(f64::NEG_INFINITY, f64::max);
                let chosen = self.books.chosen(player, position, accepted, must, state);
                let draws = self.books.draws(player);
                let share = if draws {
                    1.0 / options.len() as f64
                } else {
                    1.0
                };
                for (option, worth) in options {
                    if draws || option == chosen {
                        note(best - worth, share, chance, |faults| &mut faults.fights);
                    }
                }
            }
            let seen = self
                .seen
                .challenged
                .iter()
                .filter(|(state, _)| *state < horizon);
            for &(state, chance) in seen {
                let accept = self.outlook.best.accept(&self.books.game().graph, state);
                let decline = self.outlook.ends.declined[state];
                let best = accept.max(decline);
                let accepts = self.share(player, position, state, book::accepts);
                note(best - accept, accepts, chance, |faults| &mut faults.answers);
                note(best - decline, 1.0 - accepts, chance, |faults| {
                    &mut faults.answers
                });
            }
        } else {
            let seen = self.seen.asked.iter().filter(|(state, _)| *state < horizon);
            for &(state, chance) in seen {
                let stands = self.outlook.ends.stands[0][state];
                let challenged = (self.outlook.best).challenged(
                    &self.books.game().graph,
                    &self.outlook.ends,
                    state,
                );
                let least = stands.min(challenged);
                let challenges = self.share(player, position, state, book::challenges);
                note(challenged - least, challenges, chance, |faults| {
                    &mut faults.challenges
                });
                note(stands - least, 1.0 - challenges, chance, |faults| {
                    &mut faults.challenges
                });
            }
        }
        faults
    }

    /// With what share the player says yes.
    fn share(&self, player: usize, position: &Position, state: usize, says: fn(u8) -> bool) -> f64 {
        match self.books.draws(player) {
            true => 0.5,
            false => f64::from(u8::from(says(self.books.plain(player, position, state)))),
        }
    }

    /// Every dragon to fight, or none to stop, with the mover's chance of winning.
    fn options(&self, accepted: bool, must: bool, state: usize) -> Vec<(Option<usize>, f64)> {
        let graph = &self.books.game().graph;
        // Upon accepting, the state is the one before the challenge.
        let at = match accepted && must {
            true => graph.on_accepting(state),
            false => state,
        };
        // Beyond the horizon all but who draws have stopped.
        if at >= self.outlook.horizon.seen[usize::from(accepted)] {
            return vec![(None, 0.0)];
        }
        let fights = graph.places(accepted)[at].alive.iter();
        let open = at < self.outlook.horizon.open[usize::from(accepted)];
        let fights = fights.filter(|_| open);
        let mut options: Vec<_> = fights
            .map(|dragon| (Some(dragon), self.outlook.best.fight(accepted, at, dragon)))
            .collect();
        if !must || !open {
            let stop = match accepted {
                true => self.outlook.ends.stands[1]
                    .get(at)
                    .copied()
                    .unwrap_or_default(),
                false => self.outlook.best.stop(at),
            };
            options.push((None, stop));
        }
        options
    }
}
