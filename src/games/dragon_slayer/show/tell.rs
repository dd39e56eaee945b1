//! The actions and rolls of Dragon Slayer as sentences.

use rand::Rng;

use super::{dice as dice_words, slaying};
use crate::games::dragon_slayer::odds::Cell;
use crate::games::dragon_slayer::{
    Action, AfterRoll, DragonSlayer, Faces, FightState, Phase, State,
};
use crate::play::show::{Colour, Cue, Die, Fate, Names, Told, Trigger};
use crate::play::{Seat, Step, StepOf};
use crate::text::number::counted;

/// The parts of a dragon, in the order in which they are set aside.
const PARTS: [&str; 4] = ["head", "wings", "tail", "claws"];

/// A step in words, and below it the new round if one begins.
pub(super) fn tell(
    game: &DragonSlayer,
    before: &State,
    step: &StepOf<DragonSlayer>,
    after: &State,
    names: &Names,
    dice: &mut dyn Rng,
) -> Vec<Told> {
    let mut told = match *step {
        Step::Act(seat, action) => vec![acted(game, before, seat, action, after, names)],
        Step::Happen(event) => rolled(game, before, event, names, dice),
        Step::Forfeit(_) => Vec::new(),
    };
    let begins = before.mover != after.mover && after.mover == Seat::FIRST;
    if begins && !matches!(after.turn.phase, Phase::Over { .. }) {
        let scores = after.scores.iter();
        let scores = scores.map(|(seat, score)| format!("{} {score}", names.who(seat)));
        let scores: Vec<String> = scores.collect();
        told.push(Told::line(format!("A new round: {}.", scores.join(", "))));
    }
    told
}

fn acted(
    game: &DragonSlayer,
    before: &State,
    seat: Seat,
    action: Action,
    after: &State,
    names: &Names,
) -> Told {
    let (turn, mover) = (&before.turn, before.mover);
    let at_stake = turn.at_stake;
    let scored = |share: u32| {
        let score = before.scores[mover] + share;
        format!(
            "{} {share} points and now {}.",
            names.does(mover, "score"),
            has(names, mover, score)
        )
    };
    let ends = after.mover != mover;
    let challenge = &game.rules().challenge;
    let cue = |trigger, amount| {
        Some(Cue {
            trigger,
            seat,
            amount,
        })
    };
    let (text, cue) = match action {
        Action::Fight(dragon) => {
            let dragon = game.dragon(dragon);
            let with = dice_words(turn.dice);
            (
                format!(
                    "{} the {dragon} dragon with {with}.",
                    names.does(seat, "fight")
                ),
                None,
            )
        }
        Action::Stop if ends => (
            format!("{}. {}", names.does(seat, "stop"), scored(at_stake)),
            None,
        ),
        Action::Stop => {
            let text = format!(
                "{} with {at_stake} points at stake.",
                names.does(seat, "stop")
            );
            (text, None)
        }
        Action::LetStop if ends => {
            let text = format!(
                "{} the stop stand. {}",
                names.does(seat, "let"),
                scored(at_stake)
            );
            (text, None)
        }
        Action::LetStop => (format!("{} the stop stand.", names.does(seat, "let")), None),
        Action::Challenge => (
            format!(
                "{} {} and {} a token.",
                names.does(seat, "challenge"),
                names.whom(mover),
                names.verb(seat, "spend")
            ),
            cue(Trigger::Challenge, f64::from(at_stake)),
        ),
        Action::Accept => (
            format!(
                "{} the challenge: each dragon counts {} times from now on.",
                names.does(seat, "accept"),
                challenge.accepted_factor
            ),
            cue(Trigger::Answer, 1.0),
        ),
        Action::Decline => {
            let kept = challenge.declined_share.of(at_stake);
            let mut text = format!(
                "{} the challenge. {}",
                names.does(seat, "decline"),
                scored(kept)
            );
            text += &bonus(game, before, names);
            (text, cue(Trigger::Answer, 0.0))
        }
    };
    Told {
        text,
        cue,
        ..Told::default()
    }
}

/// `have 20` or `has 20`.
fn has(names: &Names, seat: Seat, score: u32) -> String {
    format!("{} {score}", names.verb(seat, "have"))
}

/// The points of a challenger, if there is one.
fn bonus(game: &DragonSlayer, before: &State, names: &Names) -> String {
    match before.turn.challenger {
        None => String::new(),
        Some(seat) => {
            let bonus = game.rules().challenge.bonus;
            let score = before.scores[seat] + bonus;
            let who = names.does(seat, "get");
            format!(" {who} {bonus} points and now {}.", has(names, seat, score))
        }
    }
}

/// A roll: its faces and its result.
fn rolled(
    game: &DragonSlayer,
    before: &State,
    event: AfterRoll,
    names: &Names,
    dice: &mut dyn Rng,
) -> Vec<Told> {
    let Phase::Fighting { dragon, fight } = before.turn.phase else {
        return Vec::new();
    };
    let rules = game.rules();
    let cell = Cell {
        dragon: dragon.into(),
        warrior_dice: rules.warrior.dice,
    };
    let faces = cell.fight(rules).faces(fight, event).sample(dice);
    let mover = before.mover;
    let chance = slaying(game, before).unwrap_or_default();
    let (result, left, came) = match event {
        AfterRoll::Defeat => (None, 0, 0.0),
        AfterRoll::Slain { dice_left } => (Some(0), dice_left, 1.0),
        AfterRoll::Rolling(next) => {
            let mut after = *before;
            after.turn.phase = Phase::Fighting {
                dragon,
                fight: next,
            };
            let chance = slaying(game, &after).unwrap_or_default();
            (Some(next.dragon_dice), next.warrior_dice, chance)
        }
    };
    let of_dragon = rules.dragons[usize::from(dragon)].dice;
    let lost = fight.warrior_dice - left;
    let mut text = format!("{} {}", names.does(mover, "roll"), words(faces));
    if let Some(open) = result {
        text += &format!(": {} of {of_dragon} parts aside", of_dragon - open);
    }
    text += &match lost {
        0 => ", no die lost".to_owned(),
        lost => format!(", {} lost", counted(lost.into(), "die", "dice")),
    };
    text.push('.');
    let name = game.dragon(dragon);
    let mut told = vec![Told {
        text,
        dice: shown(faces, fight, of_dragon, lost, Colour::of(name)),
        cue: Some(Cue {
            trigger: Trigger::Luck,
            seat: mover,
            amount: came - chance,
        }),
    }];
    let accepted = before.turn.challenger.is_some();
    match event {
        AfterRoll::Rolling(_) => {}
        AfterRoll::Slain { dice_left } => {
            let (points, _) = rules.slay(
                before.turn.at_stake,
                before.turn.alive,
                dragon.into(),
                accepted,
            );
            told.push(Told::line(format!(
                "The {name} dragon is slain: {points} points at stake, {} left.",
                dice_words(dice_left)
            )));
        }
        AfterRoll::Defeat => {
            let lost = match before.turn.at_stake {
                0 => "scores nothing".to_owned(),
                points => format!("loses {points} points"),
            };
            let whose = names.whose(mover);
            let mut text = format!("The {name} dragon wins. {whose} turn ends and {lost}.");
            text += &bonus(game, before, names);
            told.push(Told::line(text));
        }
    }
    told
}

/// The faces as words: `[part, part, flame] [axe, shield, shield]`.
fn words(faces: Faces) -> String {
    let list = |counts: [u8; 3], names: [&str; 3]| {
        let dice = counts.into_iter().zip(names);
        let dice = dice.flat_map(|(count, name)| std::iter::repeat_n(name, count.into()));
        dice.collect::<Vec<_>>().join(", ")
    };
    let warrior = list(faces.warrior, ["axe", "shield", "flame"]);
    match faces.dragon == [0; 3] {
        true => format!("[{warrior}]"),
        false => {
            let dragon = list(faces.dragon, ["part", "flame", "mountain"]);
            format!("[{dragon}] [{warrior}]")
        }
    }
}

/// The dice on the table after a throw: the dragon's, then the warrior's.
fn shown(faces: Faces, fight: FightState, of_dragon: u8, lost: u8, colour: Colour) -> Vec<Die> {
    let die = |face: &str, colour, fate| Die {
        face: face.to_owned(),
        colour,
        fate,
    };
    let [parts, flames, mountains] = faces.dragon;
    let aside = usize::from(of_dragon - fight.dragon_dice + parts);
    let mut dice: Vec<Die> = (PARTS.iter().take(aside))
        .map(|part| die(part, colour, Fate::Aside))
        .collect();
    let more = |face: &'static str, count: u8, colour, fate| {
        std::iter::repeat_n(die(face, colour, fate), count.into())
    };
    dice.extend(more("flame", flames, colour, Fate::InPlay));
    dice.extend(more("mount", mountains, colour, Fate::InPlay));
    let [axes, shields, flames] = faces.warrior;
    let faces = [("axe", axes), ("shield", shields), ("flame", flames)];
    let mut warrior: Vec<Die> = (faces.iter())
        .flat_map(|&(face, count)| more(face, count, Colour::Plain, Fate::InPlay))
        .collect();
    // Dice with flames, which are last, are lost first.
    for die in warrior.iter_mut().rev().take(lost.into()) {
        die.fate = Fate::Lost;
    }
    dice.extend(warrior);
    dice
}
