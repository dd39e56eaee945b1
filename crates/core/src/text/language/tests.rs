use super::*;
use crate::play::show::{Aim, Board, Colour, Part, Place, Scene};

const TEXTS: [(&str, &str); 14] = [
    ("and", "i"),
    ("{who} rolls {n}.", "{who} tira {n}."),
    ("You roll {n}.", "Tires {n}."),
    ("{who} and {text}", "{text} amb {who}"),
    ("{who} stops.", "{who} es planta."),
    ("{who}: \"{text}\"", "{who}: «{text}»"),
    ("Good evening. Shall we begin?", "Bon vespre. Comencem?"),
    ("{points} ahead, {name}?", "{points} per davant, {name}?"),
    ("{names} share the win.", "{names} comparteixen la victòria."),
    ("fight {it}", "lluita amb {it}"),
    ("blue", "blau"),
    ("1 point", "1 punt"),
    ("{n} points", "{n} punts"),
    ("Scores: {text}, {text2}", "Punts: {text}, {text2}"),
];

fn language(texts: &[(&str, &str)]) -> Language {
    let own = |texts: &[(&str, &str)]| {
        texts.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    };
    let names = own(&[("You", "Tu"), ("you", "tu"), ("The stranger", "El desconegut")]);
    let groups = [("all".to_owned(), own(texts)), ("names".to_owned(), names)];
    Language::of(Box::leak(Box::new(Forms::new(groups.into()).unwrap())))
}

#[test]
fn texts_are_translated_as_a_whole() {
    let language = language(&TEXTS);
    for (english, told) in [
        ("You roll 4.", "Tires 4."),
        ("Abel rolls 4.", "Abel tira 4."),
        ("Ana rolls 5 rolls 4.", "Ana rolls 5 tira 4."),
        ("The stranger 2 stops.", "El desconegut 2 es planta."),
        ("Abel stops. Abel rolls 12.", "Abel es planta. Abel tira 12."),
        ("J. R. stops.", "J. R. es planta."),
        ("The stranger 2", "El desconegut 2"),
        ("Abel: \"Good evening. Shall we begin?\"", "Abel: «Bon vespre. Comencem?»"),
        ("Abel: \"7 ahead, you?\"", "Abel: «7 per davant, tu?»"),
        ("You, Abel and Bet share the win.", "Tu, Abel i Bet comparteixen la victòria."),
        ("fight blue", "lluita amb blau"),
        ("fight Smaug", "lluita amb Smaug"),
        ("  1 point", "  1 punt"),
        ("Scores: 1 point, 3 points", "Punts: 1 punt, 3 punts"),
        // What fits no form is not translated in part.
        ("Scores: 1 point, 3 tokens", "Scores: 1 point, 3 tokens"),
        ("Abel stops. Bet goes.", "Abel stops. Bet goes."),
        ("", ""),
        ("12", "12"),
    ] {
        assert_eq!(language.text(english), told);
        assert_eq!(Language::default().text(english), english);
        let covered = !english.contains("goes") && !english.contains("tokens");
        assert_eq!(language.covers(english), covered, "{english}");
    }
    let unused = language.0.unwrap().unused();
    assert_eq!(unused, ["{who} and {text}"]);
}

/// Sentences that were broken between words are put together, and lines that fit nothing stay.
#[test]
fn lines_are_put_together() {
    let long = "a sentence that is so long that nobody would like to read it in one line alone.";
    let language = language(&[(long, "una frase."), ("A.", "B.")]);
    let (first, second) = long.split_at(57);
    let text = format!("A.\n{}\n{}\nNo more.\nA.", first.trim(), second.trim());
    assert_eq!(language.text(&text), "B.\nuna frase.\nNo more.\nB.");
    assert!(!language.covers(&text));
}

#[test]
fn forms_that_cannot_be_used() {
    let refused = |english: &str, translation: &str| {
        let texts = [(english.to_owned(), translation.to_owned())].into();
        let error = Forms::new([("all".to_owned(), texts)].into()).unwrap_err();
        format!("{} {}", error.field, error.message)
    };
    for (english, translation, said) in [
        ("{who} rolls.", "tira.", "other holes than its translation"),
        ("{who} rolls {n}.", "{who} tira {n2}.", "other holes"),
        ("{n} and {n}.", "{n} i {n}.", "other holes"),
        ("{who}{n}", "{who}{n}", "nothing between its holes"),
        ("{text}", "{text}", "nothing between its holes"),
        ("{what}.", "{what}.", "unknown hole {what}"),
        ("{n.", "{n.", "unknown hole {n.}"),
    ] {
        let message = refused(english, translation);
        assert!(message.contains(said) && message.contains(english), "{message}");
    }
    let twice = ["a", "b"]
        .map(|group| (group.to_owned(), [("stop".to_owned(), "planta't".to_owned())].into()));
    assert!(Forms::new(twice.into()).unwrap_err().message.contains("twice"));
}

/// A long list that fits nothing does not take for ever.
#[test]
fn lists_are_read_once() {
    let language = language(&[("{text}, {text2}", "{text}, {text2}"), ("a", "b")]);
    let text = vec!["a"; 60].join(", ");
    assert_eq!(language.text(&text), text.replace('a', "b"));
    let text = text + " c";
    assert_eq!(language.text(&text), text);
}

/// Words of a board are translated where they stand, and its places move with them.
#[test]
fn boards_keep_their_places() {
    let texts = [
        (
            "On the table: {it} ({who}), {it2} ({who2}).",
            "A la taula: {it} ({who}), {it2} ({who2}).",
        ),
        ("oros (trumps)", "oros (trumfos)"),
        ("to move", "mou"),
    ];
    let language = language(&texts);
    let mut board = Board::default();
    board.text += "On the table: ";
    let played = board.ink("A O", Colour::Yellow);
    board.text += " (you), ";
    board.ink("3 C", Colour::Red);
    board.text += " (Bet).\n ";
    board.ink("oros (trumps)    ", Colour::Yellow);
    board.text += "  ";
    let held = board.ink("A O", Colour::Yellow);
    board.text += "\n .  to move           35*";
    board.aims = vec![Aim { from: Some(held), to: vec![played], ..Aim::default() }];
    let scene = Scene { parts: vec![Part::Board(board)] };
    let Part::Board(board) = &language.scene(&scene).parts[0] else { unreachable!() };
    let text =
        "A la taula: A O (tu), 3 C (Bet).\n oros (trumfos)     A O\n .  mou               35*";
    assert_eq!(board.text, text);
    let at = |place: Place| {
        let line: Vec<char> = text.lines().nth(place.row).unwrap().chars().collect();
        line[place.column..line.len().min(place.column + place.width)].iter().collect::<String>()
    };
    let inks: Vec<String> = board.inks.iter().map(|(place, _)| at(*place)).collect();
    assert_eq!(inks, ["A O", "3 C", "oros (trumfos)", "A O"]);
    assert_eq!(at(board.aims[0].from.unwrap()), "A O");
    assert_eq!(board.aims[0].from.unwrap().row, 1);
}
