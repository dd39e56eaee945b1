//! States in JSON, as `docs/protocol.md` describes them.
//!
//! ```text
//! position  {"scores":[20,31],"tokens":[1,1],"mover":1,"at_stake":6,"alive":[1,2],"dice":2,
//!            "challenger":null,"phase":"may-stop","fight":null,"asked":null,
//!            "after_big_turn":false}
//! actions   fight dragon 1, stop, challenge, let stop, accept, decline
//! events    defeat; slain, dice left 2; roll on with 1 dragon and 3 warrior dice
//! ```
//!
//! Dragons are numbered from 1 in the order of the rules.

use serde::{Deserialize, Serialize};

use super::rule_set::MAX_DRAGONS;
use super::state::{Phase, State, Turn};
use crate::{DragonSet, FightState};
use rivals_core::play::{BySeat, Seat};
use rivals_core::values::{Invalid, Whole, distinct, length};

/// A state in the notation of the protocol.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Position {
    scores: BySeat<u32>,
    dice: u8,
    #[serde(deserialize_with = "distinct")]
    alive: Vec<Dragon>,
    phase: Name,
    fight: Option<Fight>,
    asked: Option<Seat>,
    tokens: BySeat<u32>,
    mover: Seat,
    at_stake: u32,
    challenger: Option<Seat>,
    #[serde(default)]
    after_big_turn: bool,
}

/// The number of a dragon.
#[expect(clippy::cast_possible_wrap, reason = "`MAX_DRAGONS` is 4")]
type Dragon = Whole<u8, 1, { MAX_DRAGONS as i64 }>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fight {
    dragon: Dragon,
    dragon_dice: u8,
}

/// The name of a phase.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Name {
    MustFight,
    MayStop,
    Fighting,
    Asked,
    Challenged,
    Over,
}

impl Position {
    fn phase(&self) -> Result<Phase, Invalid> {
        for (key, given, of) in [
            ("fight", self.fight.is_some(), Name::Fighting),
            ("asked", self.asked.is_some(), Name::Asked),
        ] {
            let needed = self.phase == of;
            if given && !needed {
                let message = format!("only another phase has the field {key}");
                return Err(Invalid::new(key, message, "leave it out, or write null"));
            }
            if needed && !given {
                let message = format!("the field \"{key}\" is missing");
                return Err(Invalid::new(key, message, format!("add \"{key}\"")));
            }
        }
        Ok(match (&self.phase, &self.fight, self.asked) {
            (_, Some(Fight { dragon, dragon_dice }), _) => {
                let fight = FightState { dragon_dice: *dragon_dice, warrior_dice: self.dice };
                Phase::Fighting { dragon: dragon.0 - 1, fight }
            }
            (_, _, Some(seat)) => Phase::Asked(seat),
            (Name::MayStop, ..) => Phase::MayStop,
            (Name::Challenged, ..) => Phase::Challenged,
            // By the rules, the seat with the most points has won, or no seat.
            (Name::Over, ..) => {
                let best = self.scores.iter().max_by_key(|&(_, score)| score);
                Phase::Over { winner: best.expect("there is a seat").0 }
            }
            _ => Phase::MustFight,
        })
    }
}

impl TryFrom<Position> for State {
    type Error = Invalid;

    fn try_from(position: Position) -> Result<Self, Invalid> {
        length("alive", position.alive.len(), 1..=MAX_DRAGONS)?;
        let phase = position.phase()?;
        let alive = position.alive.iter();
        let alive = alive
            .fold(DragonSet::default(), |set, Whole(dragon)| set.with(usize::from(dragon - 1)));
        let Position { scores, dice, tokens, mover, at_stake, challenger, after_big_turn, .. } =
            position;
        let turn = Turn { at_stake, alive, dice, challenger, phase };
        Ok(Self { scores, tokens, mover, turn, after_big_turn })
    }
}

impl From<State> for Position {
    fn from(state: State) -> Self {
        let State { scores, tokens, mover, turn, after_big_turn } = state;
        #[expect(clippy::cast_possible_truncation, reason = "below `MAX_DRAGONS`")]
        let living = |dragon: usize| Whole(dragon as u8 + 1);
        let (name, fight) = match turn.phase {
            Phase::MustFight => (Name::MustFight, None),
            Phase::MayStop => (Name::MayStop, None),
            Phase::Fighting { dragon, fight } => {
                let dragon_dice = fight.dragon_dice;
                (Name::Fighting, Some(Fight { dragon: Whole(dragon + 1), dragon_dice }))
            }
            Phase::Asked(_) => (Name::Asked, None),
            Phase::Challenged => (Name::Challenged, None),
            Phase::Over { .. } => (Name::Over, None),
        };
        Self {
            scores,
            dice: turn.dice,
            alive: turn.alive.iter().map(living).collect(),
            phase: name,
            fight,
            asked: turn.asked(),
            tokens,
            mover,
            at_stake: turn.at_stake,
            challenger: turn.challenger,
            after_big_turn,
        }
    }
}
