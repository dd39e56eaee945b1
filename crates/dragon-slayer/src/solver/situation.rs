//! The state of the table at a decision, as both players see it. It is converted to the
//! position in which the turn began, and the state of the turn.
//!
//! A situation that play cannot lead to is refused with the reason. The checks cover the
//! end of the game, tokens, dice, and the points of the slain dragons, but not whether
//! play can lead to exactly these scores. The tests below compare them with every state
//! that the rules lead to.

use super::position::{Position, Stage};
use super::reachable::{horizon, points_after_challenge, slain_points};
use super::unreachable::Unreachable;
use crate::{DragonSet, Phase, Rules, Turn};
use rivals_core::play::Seat;

/// The state of a game of two players in which one of them has to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Scores of the first and the second seat.
    pub scores: [u32; 2],
    /// The challenge tokens that the first and the second seat have now; the token of a
    /// challenge in this turn is already spent.
    pub tokens: [u32; 2],
    /// The seat whose turn it is; the other seat may be the one that decides.
    pub mover: Seat,
    /// Points won in this turn and not yet scored.
    pub at_stake: u32,
    /// Living dragons.
    pub alive: DragonSet,
    /// Warrior dice left.
    pub dice: u8,
    /// The stage of the turn.
    pub turn_stage: TurnStage,
}

/// The stage of a turn at a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnStage {
    /// There was no challenge, and the mover has to move.
    Unchallenged,
    /// The mover has declared a stop: the other seat decides whether to challenge.
    Asked,
    /// The other seat has challenged: the mover decides whether to accept.
    Challenged,
    /// The mover has accepted and has slain no dragon since: it has to fight.
    JustAccepted,
    /// The mover has accepted and has slain a dragon since.
    SlainSince,
}

impl Situation {
    /// The position in which the turn began, and the state of the turn.
    ///
    /// # Errors
    /// [`Unreachable`], if play cannot lead to this situation.
    pub fn place(&self, rules: &Rules) -> Result<(Position, Turn), Unreachable> {
        let tokens = self.tokens_before(rules)?;
        let stage = Stage::of(self.scores, self.mover, rules.target)
            .map_err(|winner| Unreachable::Over { winner })?;
        self.check_lead(rules)?;
        self.check_dice(rules)?;
        self.check_points(rules)?;
        let other = self.mover.next(2);
        if self.turn_stage == TurnStage::Asked && tokens[usize::from(other.0)] == 0 {
            return Err(Unreachable::NoToken);
        }
        let phase = match self.turn_stage {
            TurnStage::Unchallenged if self.at_stake == 0 => Phase::MustFight,
            TurnStage::Unchallenged | TurnStage::SlainSince => Phase::MayStop,
            TurnStage::JustAccepted => Phase::MustFight,
            TurnStage::Asked => Phase::Asked(other),
            TurnStage::Challenged => Phase::Challenged,
        };
        let turn = Turn {
            at_stake: self.at_stake,
            alive: self.alive,
            dice: self.dice,
            challenger: self.turn_stage.challenged().then_some(other),
            phase,
        };
        Ok((Position::new(stage, tokens), turn))
    }

    /// The tokens at the beginning of the turn.
    fn tokens_before(&self, rules: &Rules) -> Result<[u32; 2], Unreachable> {
        let held = rules.challenge.tokens;
        if held == 0 && self.turn_stage != TurnStage::Unchallenged {
            return Err(Unreachable::NoChallenge);
        }
        let mut tokens = self.tokens;
        let given = tokens[0].max(tokens[1]);
        if given > held {
            return Err(Unreachable::TooManyTokens { given, held });
        }
        if self.turn_stage.challenged() {
            let challenger = usize::from(self.mover.next(2).0);
            if tokens[challenger] == held {
                return Err(Unreachable::TokenNotSpent);
            }
            tokens[challenger] += 1;
        }
        Ok(tokens)
    }

    /// Checks that a lead of the second seat past the target before its own turn is
    /// possible: only a challenge bonus can give it, from below the target or from a tie in
    /// overtime.
    fn check_lead(&self, rules: &Rules) -> Result<(), Unreachable> {
        let (target, bonus) = (rules.target, rules.challenge.bonus);
        let [first, second] = self.scores;
        let ahead = self.mover == Seat::SECOND && second >= target && second > first;
        let spent = self.tokens[1] < rules.challenge.tokens;
        let from_below = second < target + bonus;
        let from_a_tie = second >= target + bonus && second <= first + bonus;
        if ahead && !(spent && (from_below || from_a_tie)) {
            return Err(Unreachable::LeadBeforeTurn);
        }
        Ok(())
    }

    /// Checks that a turn can have this number of dice left.
    fn check_dice(&self, rules: &Rules) -> Result<(), Unreachable> {
        let (dice, most) = (self.dice, rules.warrior.dice);
        match dice {
            0 => Err(Unreachable::NoDice),
            _ if dice > most => Err(Unreachable::TooManyDice { dice, most }),
            _ => Ok(()),
        }
    }

    /// Checks that slaying dragons can give the points at stake and leave these alive.
    fn check_points(&self, rules: &Rules) -> Result<(), Unreachable> {
        let (at_stake, alive) = (self.at_stake, self.alive);
        let all = DragonSet::all(rules.dragons.len());
        if alive.is_empty() || alive.index() > all.index() {
            return Err(Unreachable::Dragons);
        }
        let most = horizon(rules);
        if at_stake > most {
            return Err(Unreachable::TooMuchAtStake { at_stake, most });
        }
        if at_stake == 0 {
            let began = alive == all && self.dice == rules.warrior.dice;
            return match self.turn_stage {
                TurnStage::Unchallenged if began => Ok(()),
                _ => Err(Unreachable::JustBegun),
            };
        }
        let factor = rules.challenge.accepted_factor;
        let names = || names(rules, alive);
        if self.turn_stage == TurnStage::SlainSince {
            let reached = points_after_challenge(rules, alive);
            return match [true, false].map(|since| reached.contains(&(at_stake, since))) {
                [true, _] => Ok(()),
                [false, true] => {
                    Err(Unreachable::NothingSlainSince { at_stake, alive: names(), factor })
                }
                [false, false] => {
                    Err(Unreachable::PointsAfterChallenge { at_stake, alive: names(), factor })
                }
            };
        }
        let possible = slain_points(rules, alive);
        if !possible.contains(&at_stake) {
            let first: Vec<_> = possible.iter().take(4).map(ToString::to_string).collect();
            return Err(Unreachable::Points { at_stake, alive: names(), sums: first.join(", ") });
        }
        Ok(())
    }
}

impl TurnStage {
    /// Whether there was a challenge in this turn.
    #[must_use]
    pub fn challenged(self) -> bool {
        matches!(self, Self::Challenged | Self::JustAccepted | Self::SlainSince)
    }
}

/// The names of some dragons, such as `blue and red`.
fn names(rules: &Rules, dragons: DragonSet) -> String {
    let names: Vec<_> = dragons.iter().map(|dragon| rules.dragons[dragon].name.as_str()).collect();
    names.join(" and ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{DragonSlayer, State};
    use rivals_core::play::{self, BySeat, Game, Step};

    const TURN_STAGES: [TurnStage; 5] = [
        TurnStage::Unchallenged,
        TurnStage::Asked,
        TurnStage::Challenged,
        TurnStage::JustAccepted,
        TurnStage::SlainSince,
    ];

    fn turn_stage(turn: &Turn) -> TurnStage {
        match (turn.phase, turn.challenger) {
            (Phase::Asked(_), _) => TurnStage::Asked,
            (Phase::Challenged, _) => TurnStage::Challenged,
            (Phase::MustFight, Some(_)) => TurnStage::JustAccepted,
            (_, Some(_)) => TurnStage::SlainSince,
            _ => TurnStage::Unchallenged,
        }
    }

    /// Every state with a decision that the rules lead to from the start through states for
    /// which `go_on` holds.
    fn decisions(game: &DragonSlayer, go_on: impl Fn(&State) -> bool) -> HashSet<State> {
        let mut seen = HashSet::from([game.start(2)]);
        let mut open = vec![game.start(2)];
        while let Some(state) = open.pop() {
            let next: Vec<State> = match game.turn(&state) {
                play::Turn::Decide(_) => (game.actions(&state).into_iter())
                    .map(|action| game.after(&state, Step::Act(action)))
                    .collect(),
                play::Turn::Chance(chances) => (chances.weights.iter())
                    .map(|&(event, _)| game.after(&state, Step::Event(event)))
                    .collect(),
                play::Turn::Over(_) => Vec::new(),
            };
            open.extend((next.into_iter()).filter(|next| go_on(next) && seen.insert(*next)));
        }
        seen.retain(|state| matches!(game.turn(state), play::Turn::Decide(..)));
        seen
    }

    fn small(target: u32, tokens: u32) -> Rules {
        let mut rules = Rules::built_in();
        rules.dragons.truncate(2);
        rules.target = target;
        rules.challenge.tokens = tokens;
        rules
    }

    /// The situations of the first turn that are accepted are exactly those that the rules
    /// lead to.
    #[test]
    fn the_first_turn_follows_the_rules() {
        for rules in [Rules::built_in(), small(9, 2), small(1, 1)] {
            let most = horizon(&rules);
            let game = DragonSlayer::new(rules.clone());
            let first =
                |state: &State| state.mover == Seat::FIRST && state.scores[Seat::FIRST] == 0;
            let reached = decisions(&game, |state| first(state) && state.turn.at_stake <= most);
            let key =
                |turn: &Turn| (turn.at_stake, turn.alive.index(), turn.dice, turn_stage(turn));
            let reached: HashSet<_> = reached.iter().map(|state| key(&state.turn)).collect();
            let mut placed = HashSet::new();
            for (at_stake, turn_stage) in
                (0..=most).flat_map(|p| TURN_STAGES.map(|turn_stage| (p, turn_stage)))
            {
                for (set, dice) in (0..16).flat_map(|set| (0..5).map(move |dice| (set, dice))) {
                    let held = rules.challenge.tokens;
                    let situation = Situation {
                        scores: [0; 2],
                        tokens: [held, held - u32::from(turn_stage.challenged())],
                        mover: Seat::FIRST,
                        at_stake,
                        alive: DragonSet::from_index(set),
                        dice,
                        turn_stage,
                    };
                    if let Ok((_, turn)) = situation.place(&rules) {
                        placed.insert(key(&turn));
                    }
                }
            }
            assert_eq!(placed, reached);
        }
    }

    /// Every decision of a small game, overtime included, is converted to its position and
    /// turn.
    #[test]
    fn no_state_of_a_game_is_refused() {
        let rules = small(4, 2);
        let game = DragonSlayer::new(rules.clone());
        let (mut challenged, mut past) = (0, 0);
        for state in decisions(&game, |state| {
            let best = state.scores.iter().map(|(_, score)| score).max();
            state.turn.at_stake <= horizon(&rules) && best < Some(20)
        }) {
            let pair = |by: &BySeat<u32>| [by[Seat::FIRST], by[Seat::SECOND]];
            let situation = Situation {
                scores: pair(&state.scores),
                tokens: pair(&state.tokens),
                mover: state.mover,
                at_stake: state.turn.at_stake,
                alive: state.turn.alive,
                dice: state.turn.dice,
                turn_stage: turn_stage(&state.turn),
            };
            let position = Position::of(&state, rules.target).unwrap();
            assert_eq!(situation.place(&rules), Ok((position, state.turn)), "{state:?}");
            challenged += usize::from(situation.turn_stage.challenged());
            past += usize::from(situation.scores[1] >= rules.target + rules.challenge.bonus);
        }
        assert!(challenged > 100 && past > 100, "{challenged} {past}");
    }
}
