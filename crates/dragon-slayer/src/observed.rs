//! Dragon Slayer as numbers, for programs that learn.

use crate::{Action, DragonSlayer, MAX_DICE, Phase, State};
use rivals_core::play::observed::{Field, Numbers, Observed};
use rivals_core::play::{Game, Seat};

/// The number of phases.
const PHASES: usize = 6;

/// The most points and tokens of a position that is read.
const MOST: f32 = 1_000_000.0;

impl Observed for DragonSlayer {
    fn fields(&self, view: &State) -> Vec<Field> {
        let (seats, dragons) = (view.scores.seats(), self.rules().dragons.len());
        vec![
            Field::up_to(MOST, "scores / target", seats),
            Field::up_to(MOST, "tokens", seats),
            Field::up_to(MOST, "at stake / target", 1),
            Field::flags("living dragons", dragons),
            Field::up_to(f32::from(MAX_DICE), "dice of the warrior", 1),
            Field::flags("who moves", seats),
            Field::flags("who has challenged", seats),
            Field::flags("phase: must fight, may stop, fighting, asked, challenged, over", PHASES),
            Field::flags("who is asked, or has won", seats),
            Field::flags("the dragon that is fought", dragons),
            Field::up_to(
                f32::from(u8::MAX),
                "dice of the dragon and of the warrior in the fight",
                2,
            ),
            Field::flags("the turn before was a big one", 1),
        ]
    }

    fn actions_count(&self, _: &State) -> usize {
        self.rules().dragons.len() + 5
    }

    fn index(&self, _: &State, action: Action) -> usize {
        let dragons = self.rules().dragons.len();
        match action {
            Action::Fight(dragon) => dragon.into(),
            Action::Stop => dragons,
            Action::Challenge => dragons + 1,
            Action::LetStop => dragons + 2,
            Action::Accept => dragons + 3,
            Action::Decline => dragons + 4,
        }
    }

    fn observe(&self, view: &State, seat: Seat, into: &mut Numbers<'_>) {
        let (seats, rules, turn) = (view.scores.seats(), self.rules(), &view.turn);
        let (dragons, target) = (rules.dragons.len(), f64::from(rules.target));
        let turned = |of: Seat| of.after(seat, seats);
        seat.onwards(seats).for_each(|seat| into.put(f64::from(view.scores[seat]) / target));
        seat.onwards(seats).for_each(|seat| into.put(view.tokens[seat]));
        into.put(f64::from(turn.at_stake) / target);
        let alive = into.next(dragons);
        turn.alive.iter().for_each(|dragon| alive[dragon] = 1.0);
        into.put(turn.dice);
        into.one_of(Some(turned(view.mover)), seats);
        into.one_of(turn.challenger.map(turned), seats);
        let (phase, who, fight) = match turn.phase {
            Phase::MustFight => (0, None, None),
            Phase::MayStop => (1, None, None),
            Phase::Fighting { dragon, fight } => (2, None, Some((dragon, fight))),
            Phase::Asked(seat) => (3, Some(seat), None),
            Phase::Challenged => (4, None, None),
            Phase::Over { winner } => (5, Some(winner), None),
        };
        into.one_of(Some(phase), PHASES);
        into.one_of(who.map(turned), seats);
        into.one_of(fight.map(|(dragon, _)| dragon.into()), dragons);
        into.put(fight.map_or(0, |(_, fight)| fight.dragon_dice));
        into.put(fight.map_or(0, |(_, fight)| fight.warrior_dice));
        into.flag(view.after_big_turn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use rivals_core::play::observed::observes;

    #[test]
    fn views_and_actions_have_numbers() {
        let game = DragonSlayer::by(Rules::default());
        observes(&game, &[("start", 2), ("start", 3), ("start", 6)], 50_000);
    }
}
