//! Dice that look like dice: pips or a picture of what they show, with the word beside it.

use crate::play::show::{Die, Fate};
use rivals_core::text::language::Language;

/// The pictures of faces, three lines of five characters each.
const FACES: [(&str, [&str; 3]); 8] = [
    ("axe", [" <|> ", " <|> ", "  |  "]),
    ("shield", ["|---|", "| + |", " \\_/ "]),
    ("flame", ["  )  ", " ( ) ", " (_) "]),
    ("head", [" /^^\\", "<o  |", " vv-\""]),
    ("wings", ["\\   /", "\\\\ //", " \\V/ "]),
    ("tail", ["   _/", "  /  ", "~~   "]),
    ("claws", ["/ / /", "| | |", "V V V"]),
    ("mount", ["     ", "  /\\ ", " /  \\"]),
];

/// The pips of 1 to 6, three lines of five characters each.
const PIPS: [[&str; 3]; 6] = [
    ["     ", "  o  ", "     "],
    ["o    ", "     ", "    o"],
    ["o    ", "  o  ", "    o"],
    ["o   o", "     ", "o   o"],
    ["o   o", "  o  ", "o   o"],
    ["o   o", "o   o", "o   o"],
];

/// The picture of a face, if it has one.
fn picture(face: &str) -> Option<[&'static str; 3]> {
    let pips = || PIPS.get(face.parse::<usize>().ok()?.checked_sub(1)?).copied();
    let named = FACES.iter().find(|(name, _)| *name == face).map(|(_, picture)| *picture);
    named.or_else(pips)
}

/// A die in five lines with a picture of its face and the word in the upper edge, or in three lines
/// with the word alone. The lower edge says what became of it.
pub(super) fn drawn(die: &Die, large: bool, language: Language) -> Vec<String> {
    let fate = language.face(match die.fate {
        Fate::InPlay => "",
        Fate::Aside => "aside",
        Fate::Lost => "lost",
    });
    let face = language.face(&die.face);
    match picture(&die.face).filter(|_| large) {
        Some(lines) => {
            let lines = lines.map(|line| format!("| {line} |"));
            let edge = |word: &str| format!("+{word:-^7}+");
            [&[edge(face)][..], &lines, &[edge(fate)]].concat()
        }
        None => {
            let width = face.chars().count().max(6);
            let edge = |word: &str| format!("+{word:-^width$}+");
            vec![edge(""), format!("|{face:^width$}|"), edge(fate)]
        }
    }
}

/// The dice as they tumble at this moment: each shows a face of its own kind.
pub(super) fn rolling(dice: &[Die], frame: usize) -> Vec<Die> {
    let tumbles = |(place, die): (usize, &Die)| {
        let turn = 7 * frame + 3 * place;
        let face = match die.face.parse::<u8>() {
            Ok(_) => (turn % PIPS.len() + 1).to_string(),
            Err(_) => FACES[turn % FACES.len()].0.to_owned(),
        };
        Die { face, fate: Fate::InPlay, ..die.clone() }
    };
    dice.iter().enumerate().map(tumbles).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::show::Colour;

    /// Every picture has the same size, so that dice stand in rows, and the word stays beside it.
    #[test]
    fn dice_have_one_size_and_say_their_word() {
        let faces = FACES.iter().map(|(name, _)| (*name).to_owned());
        for face in faces.chain((1..=6).map(|face: u8| face.to_string())) {
            let die = Die { face: face.clone(), colour: Colour::Plain, fate: Fate::Lost };
            let lines = drawn(&die, true, Language::default());
            assert_eq!(lines.len(), 5);
            assert!(lines.iter().all(|line| line.is_ascii() && line.len() == 9), "{lines:?}");
            assert!(lines[0].contains(&face) && lines[4].contains("lost"));
            assert!(drawn(&die, false, Language::default())[1].contains(&face));
        }
        let other = Die { face: "12".to_owned(), colour: Colour::Plain, fate: Fate::Aside };
        let [large, small] = [true, false].map(|large| drawn(&other, large, Language::default()));
        assert_eq!(large, small);
    }
}
