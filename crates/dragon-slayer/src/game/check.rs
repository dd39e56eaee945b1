//! Refuses states that play cannot lead to. A state that was read is checked here, once for all who
//! read it.
//!
//! The checks cover the end of the game, tokens, dice, and the points of the slain dragons, but not
//! whether play can lead to exactly these scores. The tests below compare them with every state that
//! the rules lead to.

#![expect(clippy::cast_possible_truncation, reason = "at most 6 seats and 4 dragons")]

use super::DragonSlayer;
use crate::rules::{BIG_TURN, Phase, State, Turn, all_points, points_after_challenge};
use crate::{horizon, slain_points};
use rivals_core::play::{Game, Seat};
use rivals_core::text::number::counted;
use rivals_core::values::{Invalid, length, within};

/// The most points at stake or on the score sheet of a position.
const MAX_POINTS: u32 = 100_000;

impl DragonSlayer {
    /// Refuses a state that play cannot lead to.
    ///
    /// # Errors
    /// [`Invalid`], with the field of the position that is wrong.
    pub fn check(&self, state: &State) -> Result<(), Invalid> {
        self.check_ranges(state)?;
        let (turn, mover, seats) = (&state.turn, state.mover, state.scores.seats());
        let before = Seat(((usize::from(mover.0) + seats - 1) % seats) as u8);
        if state.after_big_turn && state.scores[before] < BIG_TURN {
            let message = format!("{before} has not scored {BIG_TURN} points");
            return Err(Invalid::new("after_big_turn", message, "write false"));
        }
        let winner = self.winner(&state.scores);
        if let Phase::Over { winner: given } = turn.phase {
            let round_begins = self.round(state.scores, state.tokens);
            let begins = Turn { phase: turn.phase, ..round_begins.turn };
            if winner == Some(given) && mover == Seat::FIRST && *turn == begins {
                return Ok(());
            }
            let message = "the game is not over: it ends after a round, before a turn has begun, in \
                           which one seat alone has the most points and the target";
            return Err(Invalid::new("phase", message, "write another phase"));
        }
        if let Some(winner) = winner.filter(|_| mover == Seat::FIRST) {
            let message = format!("the game is over: {winner} has won");
            return Err(Invalid::new(
                "phase",
                message,
                "write over, or scores with which the game goes on",
            ));
        }
        self.check_phase(state)?;
        self.check_lead(state)?;
        self.check_points(turn)
    }

    /// Refuses numbers that are not in the ranges of the rules.
    fn check_ranges(&self, state: &State) -> Result<(), Invalid> {
        let (rules, turn, seats) = (self.rules(), &state.turn, state.scores.seats());
        length("scores", seats, Self::SEATS)?;
        let most = rules.warrior.dice;
        if !(1..=most).contains(&turn.dice) {
            let message = format!("{} warrior dice given; a turn starts with {most}", turn.dice);
            return Err(Invalid::new("dice", message, format!("write 1 to {most}")));
        }
        for (seat, score) in state.scores.iter() {
            within(&format!("scores[{}]", seat.0), score, 0..=MAX_POINTS)?;
        }
        let dragons = rules.dragons.len();
        for (place, dragon) in turn.alive.iter().enumerate() {
            within(&format!("alive[{place}]"), dragon as u32 + 1, 1..=dragons as u32)?;
        }
        match turn.phase {
            Phase::Asked(seat) => seat.check("asked", seats)?,
            Phase::Fighting { dragon, fight } => {
                within("fight.dragon", u32::from(dragon) + 1, 1..=dragons as u32)?;
                if !turn.alive.contains(dragon.into()) {
                    let message = "the dragon is not alive";
                    return Err(Invalid::new("fight.dragon", message, "write a living dragon"));
                }
                let most = rules.dragons[usize::from(dragon)].dice;
                within("fight.dragon_dice", fight.dragon_dice.into(), 0..=most.into())?;
            }
            _ => {}
        }
        length("tokens", state.tokens.seats(), seats..=seats)?;
        for (seat, tokens) in state.tokens.iter() {
            let most = rules.challenge.tokens;
            if tokens > most {
                let found = counted(tokens.into(), "token", "tokens");
                let message = format!("a player has {found}; the rules give each {most}");
                let field = format!("tokens[{}]", seat.0);
                return Err(Invalid::new(&field, message, format!("write at most {most}")));
            }
        }
        state.mover.check("mover", seats)?;
        within("at_stake", turn.at_stake, 0..=MAX_POINTS)?;
        turn.challenger.map_or(Ok(()), |seat| seat.check("challenger", seats))
    }

    /// Refuses a phase that does not go with the challenge, the tokens and the points at stake.
    fn check_phase(&self, state: &State) -> Result<(), Invalid> {
        let turn = &state.turn;
        let asked = turn.asked();
        for (field, seat) in [("challenger", turn.challenger), ("asked", asked)] {
            if seat == Some(state.mover) {
                let message = "the mover does not challenge itself";
                return Err(Invalid::new(field, message, "write another seat"));
            }
        }
        let (challenged, at_stake) = (turn.challenger.is_some(), turn.at_stake > 0);
        let right = match turn.phase {
            Phase::MustFight => challenged == at_stake,
            Phase::MayStop => at_stake,
            Phase::Asked(_) => at_stake && !challenged,
            Phase::Challenged => at_stake && challenged,
            Phase::Fighting { .. } => !challenged || at_stake,
            Phase::Over { .. } => true,
        };
        if !right {
            let message = if at_stake {
                "no turn is in this phase with these points at stake and this challenger"
            } else {
                "the turn has just begun: nothing is at stake yet"
            };
            return Err(Invalid::new(
                "phase",
                message,
                "write must-fight at the beginning of a turn and after accepting a challenge; a \
                 challenger and points at stake once a stop was challenged; and may-stop once a \
                 dragon is slain",
            ));
        }
        let Some(seat) = asked.or(turn.challenger) else {
            return Ok(());
        };
        let (held, most) = (state.tokens[seat], self.rules().challenge.tokens);
        let tokens = format!("tokens[{}]", seat.0);
        if most == 0 {
            let message = "these rules have no challenge";
            Err(Invalid::new("phase", message, "write another phase"))
        } else if !challenged && held == 0 {
            let message = format!("{seat} has no token and is not asked");
            Err(Invalid::new(tokens, message, "write at least one token"))
        } else if challenged && held == most {
            let message = format!("{seat} has challenged and still has all its tokens");
            Err(Invalid::new(tokens, message, format!("write at most {}", most - 1)))
        } else {
            Ok(())
        }
    }

    /// Refuses a lead of the second of two seats past the target before its own turn, unless a
    /// challenge bonus gave it: from below the target, or from a tie in overtime.
    fn check_lead(&self, state: &State) -> Result<(), Invalid> {
        if state.scores.seats() != 2 {
            return Ok(());
        }
        let (target, bonus) = (self.rules().target, self.rules().challenge.bonus);
        let [first, second] = [state.scores[Seat::FIRST], state.scores[Seat::SECOND]];
        let ahead = state.mover == Seat::SECOND && second >= target && second > first;
        let spent = state.tokens[Seat::SECOND] < self.rules().challenge.tokens;
        let from_below = second < target + bonus;
        let from_a_tie = second >= target + bonus && second <= first + bonus;
        if ahead && !(spent && (from_below || from_a_tie)) {
            let message = "before its turn, the second seat can be past the target only through the \
                           bonus of a challenge in this round";
            return Err(Invalid::new("scores", message, REACHABLE));
        }
        Ok(())
    }

    /// Refuses points at stake that slaying dragons cannot give while these are alive.
    fn check_points(&self, turn: &Turn) -> Result<(), Invalid> {
        let (rules, at_stake, alive) = (self.rules(), turn.at_stake, turn.alive);
        let refuse = |message: String| Err(Invalid::new("at_stake", message, REACHABLE));
        if at_stake == 0 {
            let fresh = Turn::new(rules.dragons.len(), rules.warrior.dice);
            let rolls = matches!(turn.phase, Phase::Fighting { .. });
            if alive == fresh.alive && (rolls || turn.dice == fresh.dice) {
                return Ok(());
            }
            return refuse(
                "with nothing at stake the turn has just begun: all dragons are alive, all dice are \
                 left, and the mover may not stop"
                    .to_owned(),
            );
        }
        let accepted = turn.challenger.is_some() && turn.phase != Phase::Challenged;
        if accepted && at_stake > horizon(rules) {
            return Ok(());
        }
        let slain = slain_points(rules, alive);
        let was_slain = at_stake % all_points(rules) == slain[0] % all_points(rules);
        let reached = points_after_challenge(rules, alive);
        let (possible, points) = match turn.phase {
            Phase::MayStop if accepted => {
                (reached.contains(&at_stake), reached.into_iter().collect())
            }
            Phase::Fighting { .. } if accepted => (was_slain || reached.contains(&at_stake), slain),
            _ => (was_slain, slain),
        };
        if possible {
            return Ok(());
        }
        let names: Vec<_> =
            alive.iter().map(|dragon| rules.dragons[dragon].name.as_str()).collect();
        let names = names.join(" and ");
        let stake = match at_stake {
            1 => "1 point at stake is".to_owned(),
            _ => format!("{at_stake} points at stake are"),
        };
        let impossible = format!("{stake} impossible with {names} alive");
        let first: Vec<_> = points.iter().take(4).map(ToString::to_string).collect();
        refuse(match &*first {
            [] => impossible,
            _ => format!("{impossible}; possible are {} and so on", first.join(", ")),
        })
    }
}

/// What to write instead of a state that play does not lead to.
const REACHABLE: &str =
    "write a position that play leads to, such as one that `apply` answers with";

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{DragonSet, Rules};
    use rivals_core::play::{self, BySeat, Step};

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

    /// The states of the first turn that are accepted are exactly those that the rules lead to.
    #[test]
    fn the_first_turn_follows_the_rules() {
        for rules in [Rules::built_in(), small(9, 2), small(1, 1)] {
            let (most, held) = (horizon(&rules), rules.challenge.tokens);
            let game = DragonSlayer::by(rules.clone());
            let first =
                |state: &State| state.mover == Seat::FIRST && state.scores[Seat::FIRST] == 0;
            let reached = decisions(&game, |state| first(state) && state.turn.at_stake <= most);
            let reached: HashSet<Turn> = reached.iter().map(|state| state.turn).collect();
            let mut accepted = HashSet::new();
            let other = Some(Seat::SECOND);
            for (phase, challenger) in [
                (Phase::MustFight, None),
                (Phase::MayStop, None),
                (Phase::Asked(Seat::SECOND), None),
                (Phase::Challenged, other),
                (Phase::MustFight, other),
                (Phase::MayStop, other),
            ] {
                for (at_stake, set) in (0..=most).flat_map(|at| (1..16).map(move |set| (at, set))) {
                    let alive = DragonSet::from_index(set);
                    for dice in 0..5 {
                        let turn = Turn { at_stake, alive, dice, challenger, phase };
                        let mut tokens = BySeat::new(held, 2);
                        tokens[Seat::SECOND] -= u32::from(challenger.is_some());
                        let state = State { turn, ..game.round(BySeat::new(0, 2), tokens) };
                        if game.check(&state).is_ok() {
                            accepted.insert(turn);
                        }
                    }
                }
            }
            assert_eq!(accepted, reached);
        }
    }

    /// Every decision of a small game is accepted, overtime included.
    #[test]
    fn no_state_of_a_game_is_refused() {
        let rules = small(4, 2);
        let game = DragonSlayer::by(rules.clone());
        let (mut challenged, mut past) = (0, 0);
        for state in decisions(&game, |state| {
            let best = state.scores.iter().map(|(_, score)| score).max();
            state.turn.at_stake <= horizon(&rules) && best < Some(20)
        }) {
            assert_eq!(game.check(&state), Ok(()), "{state:?}");
            challenged += usize::from(state.turn.challenger.is_some());
            past += usize::from(state.scores[Seat::SECOND] >= rules.target + rules.challenge.bonus);
        }
        assert!(challenged > 100 && past > 100, "{challenged} {past}");
    }
}
