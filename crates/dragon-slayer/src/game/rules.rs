//! The rules of a turn, a challenge and the end of the game, as code. The rules in prose are
//! in [the crate](crate).

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::DragonSlayer;
use crate::{Action, AfterRoll, BIG_TURN, FightState, Phase, Rules, State, Turn};
use rivals_core::play::{
    self, Adjudicator, BySeat, Dice, Game, MAX_SEATS, Open, Outcome, Seat, Step,
};
use rivals_core::values::Invalid;

impl DragonSlayer {
    /// The state in which a round begins with these scores and tokens.
    #[must_use]
    pub fn round(&self, scores: BySeat<u32>, tokens: BySeat<u32>) -> State {
        State {
            scores,
            tokens,
            mover: Seat::FIRST,
            turn: self.first_of_turn(),
            after_big_turn: false,
        }
    }

    fn first_of_turn(&self) -> Turn {
        Turn::new(self.rules.dragons.len(), self.rules.warrior.dice)
    }

    /// The next seat after `seat` that has a token and may challenge, if any.
    fn next_asked(&self, state: &State, seat: Seat) -> Option<Seat> {
        let seats = state.scores.seats();
        let mut asked = seat.next(seats);
        while asked != state.mover {
            if state.tokens[asked] > 0 {
                return Some(asked);
            }
            asked = asked.next(seats);
        }
        None
    }

    /// Gives the mover `points` and ends the turn.
    fn end_turn(&self, state: &mut State, points: u32) {
        state.scores[state.mover] += points;
        state.mover = state.mover.next(state.scores.seats());
        state.turn = self.first_of_turn();
        state.after_big_turn = points >= BIG_TURN;
        if state.mover == Seat::FIRST
            && let Some(winner) = self.winner(&state.scores)
        {
            state.turn.phase = Phase::Over { winner };
        }
    }

    /// The seat that has won when a round ends with these scores, if the game is then over.
    pub fn winner(&self, scores: &BySeat<u32>) -> Option<Seat> {
        let best = scores.iter().map(|(_, score)| score).max()?;
        let mut leaders = scores.iter().filter(|&(_, score)| score == best);
        let (leader, _) = leaders.next()?;
        (best >= self.rules.target && leaders.next().is_none()).then_some(leader)
    }

    /// Gives the challenger of the turn its bonus, if there is a challenger.
    fn reward(&self, state: &mut State) {
        if let Some(challenger) = state.turn.challenger {
            state.scores[challenger] += self.rules.challenge.bonus;
        }
    }
}

impl Open for DragonSlayer {}

impl Game for DragonSlayer {
    const NAME: &'static str = crate::NAME;
    const ABOUT: &'static str = "Push your luck against three dragons with the warrior's dice.";
    const SEATS: RangeInclusive<usize> = 2..=MAX_SEATS;

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Event = AfterRoll;

    fn new(rules: Rules) -> Result<Self, Invalid> {
        Ok(Self::by(rules.checked()?))
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn validate(&self, state: State) -> Result<State, Invalid> {
        self.check(&state)?;
        Ok(state)
    }

    fn seats_of(&self, state: &State) -> usize {
        state.scores.seats()
    }

    fn adjudicator(&self, dice: Dice) -> Adjudicator<State> {
        self.judge(dice)
    }

    fn adjudication(&self, state: &State) -> (bool, String) {
        self.judgement(state)
    }

    fn start(&self, seats: usize) -> State {
        let tokens = BySeat::new(self.rules.challenge.tokens, seats);
        self.round(BySeat::new(0, seats), tokens)
    }

    fn turn(&self, state: &State) -> play::Turn<'_, AfterRoll> {
        match state.turn.phase {
            Phase::MustFight | Phase::MayStop | Phase::Challenged => {
                play::Turn::Decide(state.mover)
            }
            Phase::Asked(seat) => play::Turn::Decide(seat),
            Phase::Fighting { dragon, fight } => {
                let (whole, rolls) = &self.rolls[usize::from(dragon)];
                play::Turn::Chance(Cow::Borrowed(&rolls[whole.index(fight)]))
            }
            Phase::Over { winner } => play::Turn::Over(Outcome::won_by(winner, state.scores)),
        }
    }

    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        let alive = state.turn.alive.iter();
        let fights = alive.map(Action::fight);
        match state.turn.phase {
            Phase::MustFight => into.extend(fights),
            Phase::MayStop => into.extend(fights.chain([Action::Stop])),
            Phase::Asked(_) => into.extend([Action::Challenge, Action::LetStop]),
            Phase::Challenged => into.extend([Action::Accept, Action::Decline]),
            Phase::Fighting { .. } | Phase::Over { .. } => {}
        }
    }

    fn play(&self, state: &mut State, step: Step<Self>) {
        match step {
            Step::Act(action) => self.act(state, action),
            Step::Event(event) => self.happen(state, event),
        }
    }
}

impl DragonSlayer {
    /// Applies an action.
    fn act(&self, state: &mut State, action: Action) {
        let at_stake = state.turn.at_stake;
        match (state.turn.phase, action) {
            (Phase::MustFight | Phase::MayStop, Action::Fight(dragon)) => {
                let fight = FightState {
                    dragon_dice: self.rules.dragons[usize::from(dragon)].dice,
                    warrior_dice: state.turn.dice,
                };
                state.turn.phase = Phase::Fighting { dragon, fight };
            }
            (Phase::MayStop, Action::Stop) => {
                // There is at most one challenge per turn: after it, a stop scores at once.
                match self.next_asked(state, state.mover) {
                    Some(asked) if state.turn.challenger.is_none() => {
                        state.turn.phase = Phase::Asked(asked);
                    }
                    _ => self.end_turn(state, at_stake),
                }
            }
            (Phase::Asked(asked), Action::LetStop) => match self.next_asked(state, asked) {
                Some(asked) => state.turn.phase = Phase::Asked(asked),
                None => self.end_turn(state, at_stake),
            },
            (Phase::Asked(asked), Action::Challenge) => {
                state.tokens[asked] -= 1;
                state.turn.challenger = Some(asked);
                state.turn.phase = Phase::Challenged;
            }
            (Phase::Challenged, Action::Accept) => state.turn.phase = Phase::MustFight,
            (Phase::Challenged, Action::Decline) => {
                self.reward(state);
                self.end_turn(state, self.rules.challenge.declined_share.of(at_stake));
            }
            (phase, action) => panic!("{action} is not legal in {phase:?}"),
        }
    }

    /// Applies the result of a roll.
    fn happen(&self, state: &mut State, event: AfterRoll) {
        let Phase::Fighting { dragon, .. } = state.turn.phase else {
            panic!("no dice are rolled in {state:?}");
        };
        match event {
            AfterRoll::Defeat => {
                self.reward(state);
                self.end_turn(state, 0);
            }
            AfterRoll::Slain { dice_left } => {
                let turn = &mut state.turn;
                let accepted = turn.challenger.is_some();
                (turn.at_stake, turn.alive) =
                    (self.rules).slay(turn.at_stake, turn.alive, dragon.into(), accepted);
                turn.dice = dice_left;
                turn.phase = Phase::MayStop;
            }
            AfterRoll::Rolling(fight) => {
                state.turn.dice = fight.warrior_dice;
                state.turn.phase = Phase::Fighting { dragon, fight };
            }
        }
    }
}
