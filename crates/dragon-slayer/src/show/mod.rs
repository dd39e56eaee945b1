//! How Dragon Slayer is shown: scores, dragons and dice, and its actions and events in words.
//!
//! The rules draw the result of a roll and not its faces. The faces shown are drawn from those
//! that give the result, with their probabilities, so that they are distributed as real dice are.

mod tell;

use super::odds::exact::{FightChain, to_f64};
use super::{Action, DragonSlayer, Phase, State, Turn, WarriorDie};
use rivals_core::contest::Present;
use rivals_core::play::show::{
    Colour, Die, Fate, LogLine, Names, Part, Piece, Scene, Supply, Track,
};
use rivals_core::play::{Game, LoggedOf, Seat};
use rivals_core::text::number::{counted, percent};

impl Present for DragonSlayer {
    fn scene(&self, state: &State, names: &Names) -> Scene {
        let (rules, turn) = (self.rules(), &state.turn);
        let goes_on = !matches!(turn.phase, Phase::Over { .. });
        let track = |(seat, score): (Seat, u32)| Track {
            seat,
            name: names.who(seat).to_owned(),
            score,
            ghost: (goes_on && seat == state.mover && turn.at_stake > 0)
                .then(|| score + turn.at_stake),
            supply: Some(Supply {
                name: "token",
                held: state.tokens[seat],
                given: rules.challenge.tokens,
            }),
            moves: goes_on && seat == state.mover,
        };
        let tracks =
            Part::Tracks { target: rules.target, tracks: state.scores.iter().map(track).collect() };
        if !goes_on {
            return Scene { parts: vec![tracks] };
        }
        let pieces = rules.dragons.iter().enumerate();
        let pieces = pieces.map(|(index, dragon)| Piece {
            name: if turn.alive.contains(index) {
                format!("{} {}", dragon.name, dragon.points)
            } else {
                format!("{} {} slain", dragon.name, dragon.points)
            },
            colour: Colour::of(&dragon.name),
            there: turn.alive.contains(index),
        });
        let pieces = Part::Pieces { title: "Dragons", pieces: pieces.collect() };
        let left = match turn.phase {
            Phase::Fighting { fight, .. } => fight.warrior_dice,
            _ => turn.dice,
        };
        let lost = rules.warrior.dice.saturating_sub(left);
        let die = |fate| Die { face: String::new(), colour: Colour::Plain, fate };
        let dice = std::iter::repeat_n(die(Fate::InPlay), left.into());
        let dice = Part::Dice {
            title: "Warrior dice",
            dice: dice.chain(std::iter::repeat_n(die(Fate::Lost), lost.into())).collect(),
        };
        Scene { parts: vec![tracks, pieces, dice] }
    }

    fn told_scene(&self, before: &State, after: &State, names: &Names) -> Scene {
        if before.mover == after.mover {
            return self.scene(after, names);
        }
        let turn = &before.turn;
        let dice = match turn.phase {
            Phase::Fighting { .. } => 0,
            _ => turn.dice,
        };
        let ended = State {
            mover: before.mover,
            turn: Turn { at_stake: 0, dice, phase: Phase::MayStop, ..*turn },
            ..*after
        };
        self.scene(&ended, names)
    }

    fn reason(&self, state: &State, names: &Names) -> String {
        let Phase::Over { winner } = state.turn.phase else {
            return String::new();
        };
        format!(
            "{} alone with at least {} points at the end of a round.",
            names.does(winner, "lead"),
            self.rules().target
        )
    }

    fn name(&self, _: &State, action: Action) -> String {
        match action {
            Action::Fight(dragon) => format!("fight {}", self.dragon(dragon)),
            action => action.to_string(),
        }
    }

    fn question(&self, state: &State, names: &Names) -> String {
        let (turn, challenge) = (&state.turn, &self.rules().challenge);
        let (at_stake, dice) = (turn.at_stake, dice(turn.dice));
        let mover = state.mover;
        match turn.phase {
            Phase::MustFight if turn.challenger.is_some() => format!(
                "You accepted with {} at stake and {dice}. Which dragon do you fight?",
                points(at_stake)
            ),
            Phase::MustFight => format!("You have {dice}. Which dragon do you fight?"),
            Phase::MayStop => {
                format!(
                    "You have {} at stake and {dice}. Do you fight on or stop?",
                    points(at_stake)
                )
            }
            Phase::Asked(_) => format!(
                "{} with {}, which would make {}. Do you challenge?",
                names.does(mover, "stop"),
                points(at_stake),
                state.scores[mover] + at_stake
            ),
            Phase::Challenged => format!(
                "Do you accept, with {dice}, or decline and score {} of {}?",
                challenge.declined_share.of(at_stake),
                points(at_stake)
            ),
            Phase::Fighting { .. } => "The dice are rolled.".to_owned(),
            Phase::Over { .. } => "The game is over.".to_owned(),
        }
    }

    fn odds(&self, state: &State) -> Option<String> {
        let turn = &state.turn;
        if !matches!(turn.phase, Phase::MustFight | Phase::MayStop | Phase::Challenged) {
            return None;
        }
        let WarriorDie { axe, shield, flame } = self.rules().warrior.die;
        let blunt = f64::from(shield + flame) / f64::from(axe + shield + flame);
        let axe = 1.0 - (0..turn.dice).fold(1.0, |all, _| all * blunt);
        let (dice, show) = (dice(turn.dice), if turn.dice == 1 { "shows" } else { "show" });
        Some(format!("In a roll {dice} {show} an axe with {} %.", percent(axe, 1)))
    }

    fn tell(
        &self,
        before: &State,
        step: &LoggedOf<Self>,
        after: &State,
        names: &Names,
        dice: &mut dyn rand::Rng,
    ) -> Vec<LogLine> {
        tell::tell(self, before, step, after, names, dice)
    }

    fn explain(&self, state: &State, action: Action) -> String {
        let (turn, challenge) = (&state.turn, &self.rules().challenge);
        let at_stake = turn.at_stake;
        match action {
            Action::Fight(dragon) => {
                let all_dice = self.rules().warrior.dice;
                let chain = FightChain::solve(self.rules().fight(dragon.into(), all_dice));
                let left = chain.fight(turn.dice).distribution();
                let accepted = turn.challenger.is_some();
                let (then, _) = (self.rules()).slay(at_stake, turn.alive, dragon.into(), accepted);
                let left_dice = (1..left.len()).rev();
                let left_dice =
                    left_dice.map(|n| format!("{} {}", percent(left[n], 1), dice_left(n)));
                format!(
                    "slays the {} dragon with probability {} % ({}), which puts {} at stake; a \
                     defeat ends the turn{}",
                    self.dragon(dragon),
                    percent(1.0 - left[0], 1),
                    left_dice.collect::<Vec<_>>().join(", "),
                    points(then),
                    match at_stake {
                        0 => String::new(),
                        lost => format!(" and loses {}", points(lost)),
                    }
                )
            }
            Action::Stop => {
                let held = |(seat, tokens)| seat != state.mover && tokens > 0;
                let challenged = turn.challenger.is_none() && state.tokens.iter().any(held);
                let unless = if challenged { ", unless another player challenges" } else { "" };
                let score = state.scores[state.mover] + at_stake;
                format!("scores {}, which makes {score}{unless}", points(at_stake))
            }
            Action::Challenge => format!(
                "spends a token: the player scores only {} of {} and you get {}, or \
                 must slay another dragon for {} times its points, and you get {} after a defeat",
                challenge.declined_share.of(at_stake),
                points(at_stake),
                challenge.bonus,
                challenge.accepted_factor,
                challenge.bonus
            ),
            Action::LetStop => {
                format!("lets the player score {}; you keep your token", points(at_stake))
            }
            Action::Accept => format!(
                "you must slay at least one more dragon, and each counts {} times; a defeat loses \
                 {} and gives the challenger {}",
                challenge.accepted_factor,
                points(at_stake),
                challenge.bonus
            ),
            Action::Decline => format!(
                "scores {} of {}, and the challenger gets {}",
                challenge.declined_share.of(at_stake),
                points(at_stake),
                challenge.bonus
            ),
        }
    }

    fn confirm(&self, state: &State, action: Action) -> Option<String> {
        let Phase::Asked(seat) = state.turn.phase else {
            return None;
        };
        let token = match state.tokens[seat] {
            1 => "your last challenge token".to_owned(),
            tokens => format!("one of your {tokens} challenge tokens"),
        };
        (action == Action::Challenge).then(|| format!("A challenge spends {token}. Challenge?"))
    }

    fn guide(&self) -> String {
        let rules = self.rules();
        let dragons: Vec<String> = (rules.dragons.iter())
            .map(|dragon| format!("{} {}", dragon.name, dragon.points))
            .collect();
        let challenge = &rules.challenge;
        let mut text = format!(
            "Aim: the game ends after the first round in which one player leads alone with at \
             least {} points.\n\
             \n\
             Scores: each player has a track of points. The paler part is what the player would \
             have after a stop now (ghost cubes).\n\
             \n\
             Dragons: each living one can be fought, for the points beside its name ({}). When the \
             last one is slain, all revive.\n\
             \n\
             Dice: in a fight the dragon's dice and all warrior dice that are left are rolled. \
             Dragon dice with a part (head, wings, tail) are set aside; mountains do nothing. \
             Flames less shields is the number of warrior dice that are lost for the rest of the \
             turn. The dragon is slain when all its parts are aside and this roll shows an axe; \
             without warrior dice the turn is lost. A fight is rolled to its end.\n\
             \n\
             Turn: begin with {} and fight. After each slain dragon fight on with the dice that \
             are left, or stop and score.",
            rules.target,
            dragons.join(", "),
            dice(rules.warrior.dice)
        );
        if challenge.tokens > 0 {
            text += &format!(
                "\n\nTokens: a player who stops can be challenged by a player who spends a token. \
                 Who declines scores {}/{} of the points, and the challenger gets {}. Who accepts \
                 must slay another dragon; from then on each counts {} times, and a defeat gives \
                 the challenger {}.",
                challenge.declined_share.numerator,
                challenge.declined_share.denominator,
                challenge.bonus,
                challenge.accepted_factor,
                challenge.bonus
            );
        }
        text
    }
}

impl DragonSlayer {
    /// The name of a dragon.
    fn dragon(&self, dragon: u8) -> &str {
        &self.rules().dragons[usize::from(dragon)].name
    }
}

/// `2 points`.
fn points(count: u32) -> String {
    counted(count.into(), "point", "points")
}

/// `2 warrior dice`.
fn dice(count: u8) -> String {
    match count {
        1 => "1 warrior die".to_owned(),
        count => format!("{count} warrior dice"),
    }
}

/// The words for the dice that a fight leaves.
fn dice_left(count: usize) -> String {
    match count {
        1 => "% with 1 die left".to_owned(),
        count => format!("% with {count} left"),
    }
}

/// The probability of slaying the dragon of the fight in a state; none outside of a fight.
fn slaying(game: &DragonSlayer, state: &State) -> Option<f64> {
    let Phase::Fighting { dragon, fight } = state.turn.phase else {
        return None;
    };
    let rules = game.rules();
    let chain = FightChain::solve(rules.fight(dragon.into(), rules.warrior.dice));
    Some(to_f64(&chain.state(fight).win()))
}
