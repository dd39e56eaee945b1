//! The actions and rolls of Dragon Slayer as sentences.

use rand::Rng;

use super::{dice as dice_words, points, slaying};
use crate::{Action, AfterRoll, DragonSlayer, Faces, FightState, Phase, State};
use rivals_core::play::show::{Colour, Cue, Die, Fate, LogLine, Names, Trigger};
use rivals_core::play::{Game, Logged, LoggedOf, Seat};
use rivals_core::text::number::counted;

/// The parts of a dragon, in the order in which they are set aside.
const PARTS: [&str; 4] = ["head", "wings", "tail", "claws"];

/// A step in words, and below it the new round if one begins.
pub(super) fn tell(
    game: &DragonSlayer,
    before: &State,
    step: &LoggedOf<DragonSlayer>,
    after: &State,
    names: &Names,
    dice: &mut dyn Rng,
) -> Vec<LogLine> {
    let mut told = match *step {
        Logged::Act(seat, action) => vec![acted(game, before, seat, action, after, names)],
        Logged::Happen(event) => rolled(game, before, event, names, dice),
        Logged::Forfeit(_) => Vec::new(),
    };
    let begins = before.mover != after.mover && after.mover == Seat::FIRST;
    if begins && !matches!(after.turn.phase, Phase::Over { .. }) {
        let scores = after.scores.iter();
        let scores = scores.map(|(seat, score)| format!("{} {score}", names.who(seat)));
        let scores: Vec<String> = scores.collect();
        told.push(LogLine::line(format!("A new round: {}.", scores.join(", "))));
    }
    told
}

/// An action, and what it gives others to remark on.
fn acted(
    game: &DragonSlayer,
    before: &State,
    seat: Seat,
    action: Action,
    after: &State,
    names: &Names,
) -> LogLine {
    let cue = |trigger, amount| Cue { trigger, seat, amount };
    let ends = after.mover != before.mover;
    LogLine {
        text: action_text(game, before, seat, action, ends, names),
        cue: match action {
            Action::Challenge => Some(cue(Trigger::Interruption, before.turn.at_stake.into())),
            Action::Accept => Some(cue(Trigger::Answer, 1.0)),
            Action::Decline => Some(cue(Trigger::Answer, 0.0)),
            _ => None,
        },
        ..LogLine::default()
    }
}

/// An action as a sentence, and the score if it ends the turn.
fn action_text(
    game: &DragonSlayer,
    before: &State,
    seat: Seat,
    action: Action,
    ends: bool,
    names: &Names,
) -> String {
    let (turn, mover) = (&before.turn, before.mover);
    let at_stake = turn.at_stake;
    let challenge = &game.rules().challenge;
    let does = |verb| names.does(seat, verb);
    let scored = |share: u32| {
        let score = has(names, mover, before.scores[mover] + share);
        format!("{} {} and now {score}.", names.does(mover, "score"), points(share))
    };
    match action {
        Action::Fight(dragon) => {
            let (dragon, with) = (game.dragon(dragon), dice_words(turn.dice));
            format!("{} the {dragon} dragon with {with}.", does("fight"))
        }
        Action::Stop if ends => format!("{}. {}", does("stop"), scored(at_stake)),
        Action::Stop => format!("{} with {} at stake.", does("stop"), points(at_stake)),
        Action::LetStop if ends => {
            format!("{} the stop stand. {}", does("let"), scored(at_stake))
        }
        Action::LetStop => format!("{} the stop stand.", does("let")),
        Action::Challenge => {
            let (whom, spends) = (names.whom(mover), names.verb(seat, "spend"));
            format!("{} {whom} and {spends} a token.", does("challenge"))
        }
        Action::Accept => format!(
            "{} the challenge: each dragon counts {} times from now on.",
            does("accept"),
            challenge.accepted_factor
        ),
        Action::Decline => {
            let score = scored(challenge.declined_share.of(at_stake));
            let bonus = bonus(game, before, names);
            format!("{} the challenge. {score}{bonus}", does("decline"))
        }
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
            format!(" {who} {} and now {}.", points(bonus), has(names, seat, score))
        }
    }
}

/// A roll with its faces, and the end of the fight if it brings one.
fn rolled(
    game: &DragonSlayer,
    before: &State,
    event: AfterRoll,
    names: &Names,
    dice: &mut dyn Rng,
) -> Vec<LogLine> {
    let Phase::Fighting { dragon, fight } = before.turn.phase else {
        return Vec::new();
    };
    let rules = game.rules();
    let whole = rules.fight(dragon.into(), rules.warrior.dice);
    let faces = whole.faces(fight, event).sample(dice);
    let chance = slaying(game, before).unwrap_or_default();
    let (open, left, came) = match event {
        AfterRoll::Defeat => (None, 0, 0.0),
        AfterRoll::Slain { dice_left } => (Some(0), dice_left, 1.0),
        AfterRoll::Rolling(next) => {
            let mut after = *before;
            after.turn.phase = Phase::Fighting { dragon, fight: next };
            let chance = slaying(game, &after).unwrap_or_default();
            (Some(next.dragon_dice), next.warrior_dice, chance)
        }
    };
    let of_dragon = rules.dragons[usize::from(dragon)].dice;
    let lost = fight.warrior_dice - left;
    let mut text = format!("{} {}", names.does(before.mover, "roll"), words(faces));
    if let Some(open) = open {
        text += &format!(": {} of {of_dragon} parts aside", of_dragon - open);
    }
    text += &match lost {
        0 => ", no die lost.".to_owned(),
        lost => format!(", {} lost.", counted(lost.into(), "die", "dice")),
    };
    let roll = LogLine {
        text,
        dice: shown(faces, fight, of_dragon, lost, Colour::of(game.dragon(dragon))),
        cue: Some(Cue { trigger: Trigger::Luck, seat: before.mover, amount: came - chance }),
        event: "",
    };
    let kind = if matches!(event, AfterRoll::Slain { .. }) { "slain" } else { "lost" };
    let end = fight_ended(game, before, dragon, event, names);
    let end = end.map(|text| LogLine::line(text).of(kind));
    [Some(roll), end].into_iter().flatten().collect()
}

/// The end of a fight against a dragon as a sentence; `None` if it goes on.
fn fight_ended(
    game: &DragonSlayer,
    before: &State,
    dragon: u8,
    event: AfterRoll,
    names: &Names,
) -> Option<String> {
    let (turn, name) = (&before.turn, game.dragon(dragon));
    match event {
        AfterRoll::Rolling(_) => None,
        AfterRoll::Slain { dice_left } => {
            let (at_stake, accepted) = (turn.at_stake, turn.challenger.is_some());
            let rules = game.rules();
            let (at_stake, _) = rules.slay(at_stake, turn.alive, dragon.into(), accepted);
            let left = dice_words(dice_left);
            Some(format!("The {name} dragon is slain: {} at stake, {left} left.", points(at_stake)))
        }
        AfterRoll::Defeat => {
            let lost = match turn.at_stake {
                0 => "scores nothing".to_owned(),
                lost => format!("loses {}", points(lost)),
            };
            let (whose, bonus) = (names.whose(before.mover), bonus(game, before, names));
            Some(format!("The {name} dragon wins. {whose} turn ends and {lost}.{bonus}"))
        }
    }
}

/// The faces as words: `[part, part, flame] [axe, shield, shield]`.
fn words(faces: Faces) -> String {
    let list = |counts: [u8; 3], names: [&str; 3]| {
        let dice = counts.into_iter().zip(names);
        let dice = dice.flat_map(|(count, name)| std::iter::repeat_n(name, count.into()));
        dice.collect::<Vec<_>>().join(", ")
    };
    let warrior = list(faces.warrior, ["axe", "shield", "flame"]);
    if faces.dragon == [0; 3] {
        format!("[{warrior}]")
    } else {
        let dragon = list(faces.dragon, ["part", "flame", "mountain"]);
        format!("[{dragon}] [{warrior}]")
    }
}

/// The dice on the table after a throw: the dragon's, then the warrior's.
fn shown(faces: Faces, fight: FightState, of_dragon: u8, lost: u8, colour: Colour) -> Vec<Die> {
    let die = |face: &str, colour, fate| Die { face: face.to_owned(), colour, fate };
    let [parts, flames, mountains] = faces.dragon;
    let aside = usize::from(of_dragon - fight.dragon_dice + parts);
    let mut dice: Vec<Die> =
        (PARTS.iter().take(aside)).map(|part| die(part, colour, Fate::Aside)).collect();
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
