//! The values of one step: a roll with its luck, or a decision with its cost.
//!
//! A step is valued in the position of two seats in which the seat that rolls or decides sees
//! itself (`engine/agent.rs`). With two seats that is the position of the game.

use crate::game::agent::{position, turn_of_two};
use crate::odds::exact::FightChain;
use crate::solver::{Position, Solution, SolvedTurn, TIE};
use crate::{Action, AfterRoll, DragonSlayer, Fight, FightState, Phase, State, Turn};
use rivals_core::play::{self, Game, Seat};

/// A roll.
#[derive(Clone, Debug)]
pub struct Rolled {
    /// The result.
    pub event: AfterRoll,
    /// The win probability after it.
    pub wins: f64,
    /// `wins` less its mean over all results of the roll.
    pub luck: f64,
    /// The probability of less luck, and half of that of equal luck.
    pub percentile: f64,
    /// The luck of every result, with its probability.
    pub results: Vec<(f64, f64)>,
}

/// A decision.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The action; `None` if the player gave up.
    pub action: Option<Action>,
    /// The action of optimal play.
    pub best: Action,
    /// The win probability after the action.
    pub wins: f64,
    /// The win probability lost against the best action, at least 0.
    pub cost: f64,
    /// The legal actions with the win probability after each, in the order of the rules.
    pub options: Vec<(Action, f64)>,
}

impl Asked {
    /// What a challenge would gain, in win probability; `None` if the player is not asked whether to
    /// challenge.
    pub fn challenge_gains(&self) -> Option<f64> {
        let wins = |action| {
            let mut options = self.options.iter();
            options.find(|option| option.0 == action).map(|option| option.1)
        };
        Some(wins(Action::Challenge)? - wins(Action::LetStop)?)
    }
}

/// Values steps of games by one solution.
pub struct Values<'a> {
    game: &'a DragonSlayer,
    solution: &'a Solution,
    /// By dragon: the fight with all dice, and by its states the distribution of the warrior
    /// dice left at the end.
    fights: Vec<(Fight, Vec<Vec<f64>>)>,
    /// The last turn that was looked at; its values are reused.
    turn: Option<(Position, SolvedTurn<&'a Solution>)>,
}

impl<'a> Values<'a> {
    /// The values of this solution of optimal play, which is of the same rules as the game.
    pub fn new(game: &'a DragonSlayer, solution: &'a Solution) -> Self {
        solution.assert_best();
        let rules = game.rules();
        let fights = (0..rules.dragons.len()).map(|dragon| {
            let fight = rules.fight(dragon, rules.warrior.dice);
            let chain = FightChain::solve(fight);
            let ends = fight.states().map(|state| chain.state(state).distribution());
            (fight, ends.collect())
        });
        Self { game, solution, fights: fights.collect(), turn: None }
    }

    /// The first seat's win probability in a state of a game of two seats that is not over; with
    /// more seats, the estimate of the seat that acts, if that is the first, and else of its
    /// rival.
    pub fn first_wins(&mut self, state: &State) -> f64 {
        let (seat, wins) = match state.turn.phase {
            Phase::Fighting { dragon, fight } => {
                let (position, turn) = self.see(state, state.mover);
                let ends = self.ends_of_fight(&position, &turn, usize::from(dragon));
                (state.mover, self.in_fight(&ends, usize::from(dragon), fight))
            }
            Phase::Asked(seat) => (seat, self.best(state, seat)),
            _ => (state.mover, self.best(state, state.mover)),
        };
        match seat {
            Seat::FIRST => wins,
            _ => 1.0 - wins,
        }
    }

    fn best(&mut self, state: &State, seat: Seat) -> f64 {
        let options = self.options(state, seat);
        options.iter().map(|option| option.1).fold(0.0, f64::max)
    }

    /// A roll in this state, with its result.
    pub fn roll(&mut self, state: &State, event: AfterRoll) -> Rolled {
        let Phase::Fighting { dragon, .. } = state.turn.phase else {
            unreachable!("the playthrough has checked that dice are rolled here");
        };
        let dragon = usize::from(dragon);
        let (position, turn) = self.see(state, state.mover);
        let ends = self.ends_of_fight(&position, &turn, dragon);
        let play::Turn::Chance(chances) = self.game.turn(state) else {
            unreachable!("dice are rolled in a fight");
        };
        let value = |event| match event {
            AfterRoll::Defeat => ends[0],
            AfterRoll::Slain { dice_left } => ends[usize::from(dice_left)],
            AfterRoll::Rolling(fight) => self.in_fight(&ends, dragon, fight),
        };
        let all = chances.weights.iter().map(|&(event, weight)| {
            let chance = weight as f64 / chances.total as f64;
            (value(event), chance)
        });
        let all: Vec<(f64, f64)> = all.collect();
        let mean: f64 = all.iter().map(|(wins, chance)| wins * chance).sum();
        let wins = value(event);
        let percentile = all.iter().map(|&(other, chance)| match other - wins {
            less if less < -TIE => chance,
            more if more > TIE => 0.0,
            _ => chance / 2.0,
        });
        Rolled {
            event,
            wins,
            luck: wins - mean,
            percentile: percentile.sum(),
            results: (all.iter()).map(|&(wins, chance)| (wins - mean, chance)).collect(),
        }
    }

    /// A decision in this state, with its action; `None` if the player gave up, which loses.
    pub fn decision(&mut self, state: &State, seat: Seat, action: Option<Action>) -> Asked {
        let options = self.options(state, seat);
        let most = options.iter().map(|option| option.1).fold(0.0, f64::max);
        let (position, turn) = self.see(state, seat);
        let best = self.turn(&position).decide(&turn);
        let wins = match action {
            Some(action) => {
                let taken = options.iter().find(|option| option.0 == action);
                taken.expect("the playthrough has checked the action").1
            }
            None => 0.0,
        };
        Asked { action, best, wins, cost: most - wins, options }
    }

    /// The legal actions of the seat that decides, with its win probability after each.
    fn options(&mut self, state: &State, seat: Seat) -> Vec<(Action, f64)> {
        let (position, turn) = self.see(state, seat);
        let values = self.turn(&position).actions(&turn);
        let asked = matches!(turn.phase, Phase::Asked(_));
        let options = (self.game.actions(state).into_iter()).map(|action| {
            let known = values.iter().find(|value| value.action == action);
            let mover_wins = match (known, action) {
                (Some(value), _) => value.mover_wins,
                // The solver evaluates no fights beyond its cap, where stopping is optimal.
                (None, Action::Fight(dragon)) => {
                    let dragon = usize::from(dragon);
                    let ends = self.ends_of_fight(&position, &turn, dragon);
                    let fight = FightState {
                        dragon_dice: self.fights[dragon].0.dragon_dice,
                        warrior_dice: turn.dice,
                    };
                    self.in_fight(&ends, dragon, fight)
                }
                (None, action) => unreachable!("{action} has a value in {turn:?}"),
            };
            let wins = if asked { 1.0 - mover_wins } else { mover_wins };
            (action, wins)
        });
        options.collect()
    }

    /// The position and the turn of two seats in which a seat sees itself.
    fn see(&self, state: &State, seat: Seat) -> (Position, Turn) {
        let mut position = position(state, seat, self.game.rules().target);
        position.after_big_turn = false;
        (position, turn_of_two(&state.turn, &position))
    }

    fn turn(&mut self, position: &Position) -> &SolvedTurn<&'a Solution> {
        let known = self.turn.take().filter(|(known, _)| known == position);
        let turn = known.unwrap_or_else(|| (*position, self.solution.turn(position)));
        &self.turn.insert(turn).1
    }

    /// The mover's win probability at each end of a fight, by the number of warrior dice left.
    fn ends_of_fight(&mut self, position: &Position, turn: &Turn, dragon: usize) -> Vec<f64> {
        let rules = self.game.rules();
        let challenged = turn.challenger.is_some();
        let bonus = if challenged { rules.challenge.bonus } else { 0 };
        let lost = self.solution.after(position, 0, bonus, challenged);
        let (at_stake, alive) = rules.slay(turn.at_stake, turn.alive, dragon, challenged);
        let solved = self.turn(position);
        let slain = (1..=turn.dice).map(|dice| {
            let turn = Turn { at_stake, alive, dice, phase: Phase::MayStop, ..*turn };
            let actions = solved.actions(&turn);
            let wins = actions.iter().map(|action| action.mover_wins);
            wins.fold(0.0, f64::max)
        });
        std::iter::once(lost).chain(slain).collect()
    }

    /// The mover's win probability in a fight, from that of its ends.
    fn in_fight(&self, ends: &[f64], dragon: usize, state: FightState) -> f64 {
        let (fight, distributions) = &self.fights[dragon];
        let chances = &distributions[fight.index(state)];
        chances.iter().zip(ends).map(|(chance, wins)| chance * wins).sum()
    }
}
