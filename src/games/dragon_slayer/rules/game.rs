//! The rule book of a turn, a challenge and the end. The rules in prose stand
//! in [`crate::games::dragon_slayer`].

use super::action::Action;
use super::state::{Phase, State, Turn};
use crate::games::dragon_slayer::{AfterRoll, Fight, FightState, Rules};
use crate::play::{BySeat, Chances, Game, Illegal, MAX_SEATS, Node, Outcome, Seat};

/// Dragon Slayer by some rules, for some number of seats.
#[derive(Clone, Debug)]
pub struct DragonSlayer {
    rules: Rules,
    seats: usize,
    /// The law of every roll: dragon, then warrior dice from 1, then dragon
    /// dice from 0.
    rolls: Vec<Vec<Vec<Chances<AfterRoll>>>>,
}

impl DragonSlayer {
    /// The game for 2 to 6 seats.
    ///
    /// # Panics
    /// For any other number of seats.
    #[must_use]
    pub fn new(rules: Rules, seats: usize) -> Self {
        assert!(
            (2..=MAX_SEATS).contains(&seats),
            "Dragon Slayer is for 2 to 6 seats, not {seats}"
        );
        let rolls = (rules.dragons.iter())
            .map(|dragon| {
                (1..=rules.warrior.dice)
                    .map(|warrior_dice| {
                        (0..=dragon.dice)
                            .map(|dragon_dice| {
                                let fight = Fight {
                                    dragon: dragon.die,
                                    dragon_dice,
                                    warrior: rules.warrior.die,
                                    warrior_dice,
                                };
                                fight.roll_law(fight.start())
                            })
                            .collect()
                    })
                    .collect()
            })
            .collect();
        Self {
            rules,
            seats,
            rolls,
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The state in which a round begins with these scores and tokens.
    #[must_use]
    pub fn round(&self, scores: BySeat<u32>, tokens: BySeat<u32>) -> State {
        State {
            scores,
            tokens,
            mover: Seat::FIRST,
            turn: self.first_of_turn(),
        }
    }

    fn first_of_turn(&self) -> Turn {
        Turn::new(self.rules.dragons.len(), self.rules.warrior.dice)
    }

    /// The seat that is asked after `seat`, if any still has a token to spend.
    fn next_asked(&self, state: &State, seat: Seat) -> Option<Seat> {
        let mut asked = seat.next(self.seats);
        while asked != state.mover {
            if state.tokens[asked] > 0 {
                return Some(asked);
            }
            asked = asked.next(self.seats);
        }
        None
    }

    /// The state after the mover scored `points` and the turn ended.
    fn end_turn(&self, state: &State, points: u32) -> State {
        let mut next = *state;
        next.scores[state.mover] += points;
        next.mover = state.mover.next(self.seats);
        next.turn = self.first_of_turn();
        if next.mover == Seat::FIRST
            && let Some(winner) = self.winner(&next.scores)
        {
            next.turn.phase = Phase::Over { winner };
        }
        next
    }

    /// Who leads alone at or above the target.
    fn winner(&self, scores: &BySeat<u32>) -> Option<Seat> {
        let best = scores.iter().map(|(_, score)| score).max()?;
        let mut leaders = scores.iter().filter(|&(_, score)| score == best);
        let (leader, _) = leaders.next()?;
        (best >= self.rules.target && leaders.next().is_none()).then_some(leader)
    }

    /// The state after a defeat.
    fn defeated(&self, state: &State) -> State {
        let mut after = *state;
        if let Some(challenger) = state.turn.challenger {
            after.scores[challenger] += self.rules.challenge.bonus;
        }
        self.end_turn(&after, 0)
    }

    /// The state after the dragon is slain with `dice` left.
    fn slain(&self, state: &State, dragon: u8, dice: u8) -> State {
        let accepted = state.turn.challenger.is_some();
        let mut next = *state;
        let turn = &mut next.turn;
        (turn.at_stake, turn.alive) =
            (self.rules).slay(turn.at_stake, turn.alive, dragon.into(), accepted);
        turn.dice = dice;
        turn.phase = Phase::MayStop;
        next
    }

    /// The actions of a state in their order; empty where nobody decides.
    #[must_use]
    pub fn actions(&self, state: &State) -> Vec<Action> {
        let fights = || {
            state
                .turn
                .alive
                .iter()
                .map(|dragon| Action::Fight(dragon as u8))
        };
        match state.turn.phase {
            Phase::MustFight => fights().collect(),
            Phase::MayStop => fights().chain([Action::Stop]).collect(),
            Phase::Asked(_) => vec![Action::Challenge, Action::LetStop],
            Phase::Challenged => vec![Action::Accept, Action::Decline],
            Phase::Fighting { .. } | Phase::Over { .. } => Vec::new(),
        }
    }

    fn roll_law(&self, dragon: u8, fight: FightState) -> &Chances<AfterRoll> {
        let by_dice = &self.rolls[usize::from(dragon)][usize::from(fight.warrior_dice - 1)];
        &by_dice[usize::from(fight.dragon_dice)]
    }
}

impl Game for DragonSlayer {
    type State = State;
    type Action = Action;
    type Event = AfterRoll;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> State {
        let tokens = BySeat::new(self.rules.challenge.tokens, self.seats);
        self.round(BySeat::new(0, self.seats), tokens)
    }

    fn node(&self, state: &State) -> Node<'_, Action, AfterRoll> {
        match state.turn.phase {
            Phase::MustFight | Phase::MayStop | Phase::Challenged => {
                Node::Decision(state.mover, self.actions(state))
            }
            Phase::Asked(seat) => Node::Decision(seat, self.actions(state)),
            Phase::Fighting { dragon, fight } => Node::Chance(self.roll_law(dragon, fight)),
            Phase::Over { winner } => Node::Over(Outcome {
                winners: vec![winner],
                scores: state.scores,
            }),
        }
    }

    fn act(&self, state: &State, action: Action) -> Result<State, Illegal> {
        let mut next = *state;
        match (state.turn.phase, action) {
            (Phase::MustFight | Phase::MayStop, Action::Fight(dragon))
                if state.turn.alive.contains(dragon.into()) =>
            {
                let fight = FightState {
                    dragon_dice: self.rules.dragons[usize::from(dragon)].dice,
                    warrior_dice: state.turn.dice,
                };
                next.turn.phase = Phase::Fighting { dragon, fight };
            }
            (Phase::MayStop, Action::Stop) => {
                // At most one challenge a turn: after it, a stop is a stop.
                match self.next_asked(state, state.mover) {
                    Some(asked) if state.turn.challenger.is_none() => {
                        next.turn.phase = Phase::Asked(asked);
                    }
                    _ => return Ok(self.end_turn(state, state.turn.at_stake)),
                }
            }
            (Phase::Asked(asked), Action::LetStop) => match self.next_asked(state, asked) {
                Some(asked) => next.turn.phase = Phase::Asked(asked),
                None => return Ok(self.end_turn(state, state.turn.at_stake)),
            },
            (Phase::Asked(asked), Action::Challenge) => {
                next.tokens[asked] -= 1;
                next.turn.challenger = Some(asked);
                next.turn.phase = Phase::Challenged;
            }
            (Phase::Challenged, Action::Accept) => next.turn.phase = Phase::MustFight,
            (Phase::Challenged, Action::Decline) => {
                let share = self.rules.challenge.declined_share;
                if let Some(challenger) = state.turn.challenger {
                    next.scores[challenger] += self.rules.challenge.bonus;
                }
                return Ok(self.end_turn(&next, share.of(state.turn.at_stake)));
            }
            (phase, action) => return Err(illegal(action, phase)),
        }
        Ok(next)
    }

    fn happen(&self, state: &State, event: AfterRoll) -> Result<State, Illegal> {
        let refused = || Illegal {
            what: event.to_string(),
            reason: "no roll from here leads to it".to_owned(),
        };
        let Phase::Fighting { dragon, fight } = state.turn.phase else {
            return Err(refused());
        };
        let law = self.roll_law(dragon, fight);
        if !law.weights.iter().any(|&(possible, _)| possible == event) {
            return Err(refused());
        }
        Ok(match event {
            AfterRoll::Defeat => self.defeated(state),
            AfterRoll::Slain { dice_left } => self.slain(state, dragon, dice_left),
            AfterRoll::Rolling(fight) => {
                let mut next = *state;
                next.turn.dice = fight.warrior_dice;
                next.turn.phase = Phase::Fighting { dragon, fight };
                next
            }
        })
    }
}

fn illegal(action: Action, phase: Phase) -> Illegal {
    let reason = match (phase, action) {
        (Phase::Over { .. }, _) => "the game is over",
        (Phase::Fighting { .. }, _) => "a fight goes on to its end without a decision",
        (Phase::Asked(_), _) => "the stop is either challenged or let stand",
        (Phase::Challenged, _) => "a challenge is either accepted or declined",
        (Phase::MustFight, Action::Stop) => "at least one dragon has to be slain first",
        (_, Action::Fight(_)) => "no such dragon is alive",
        _ => "nobody declared a stop",
    };
    Illegal {
        what: action.to_string(),
        reason: reason.to_owned(),
    }
}
