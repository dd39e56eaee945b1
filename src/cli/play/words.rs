//! What a player typed: a command, or one of the choices by its number, its name or a part of
//! its name.

pub(super) use crate::tables::seating::plain;

/// What can be typed beside the choices, with what it does.
pub(super) const COMMANDS: [(&str, Command, &str); 10] = [
    ("hint", Command::Hint, "what the choices are worth"),
    ("why", Command::Why, "what may come of each choice"),
    ("log", Command::Log, "what happened so far"),
    ("board", Command::Board, "the game as it stands"),
    ("undo", Command::Undo, "take back your last action, before the next roll or another's action"),
    ("automatic", Command::Automatic, "stop for decisions only"),
    ("interactive", Command::Interactive, "stop at every event"),
    ("quiet", Command::Quiet, "silence the other players' remarks, or hear them again"),
    ("?", Command::Help, "the rules and the commands"),
    ("quit", Command::Quit, "save and leave"),
];

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Hint,
    Why,
    Log,
    Board,
    Undo,
    Automatic,
    Interactive,
    /// From one mode to the other.
    Mode,
    Quiet,
    Help,
    Quit,
}

impl Command {
    /// The command of this name.
    fn of(words: &str) -> Option<Self> {
        match words {
            "mode" => Some(Self::Mode),
            "help" => Some(Self::Help),
            "q" | "exit" => Some(Self::Quit),
            _ => COMMANDS.iter().find(|(name, ..)| *name == words).map(|(_, command, _)| *command),
        }
    }
}

/// What words stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The choice of this index.
    Choice(usize),
    /// A command.
    Command(Command),
    /// None of them, or each of several choices.
    Unclear(Vec<usize>),
}

/// What [`plain`] words stand for: a choice by its number from 1 or its name, a command, or a
/// choice by words that are beginnings of words of its name only.
pub(super) fn meaning(names: &[String], words: &str) -> Meaning {
    if let Some(number) = words.parse::<usize>().ok().and_then(|one| one.checked_sub(1)) {
        let known = number < names.len();
        return if known { Meaning::Choice(number) } else { Meaning::Unclear(Vec::new()) };
    }
    if let Some(named) = names.iter().position(|name| name.to_lowercase() == words) {
        return Meaning::Choice(named);
    }
    if let Some(command) = Command::of(words) {
        return Meaning::Command(command);
    }
    let fits = |name: &String| {
        let name = name.to_lowercase();
        let mut parts = name.split(' ');
        !words.is_empty() && words.split(' ').all(|word| parts.any(|part| part.starts_with(word)))
    };
    let fitting: Vec<usize> = (0..names.len()).filter(|&place| fits(&names[place])).collect();
    match fitting[..] {
        [only] => Meaning::Choice(only),
        _ => Meaning::Unclear(fitting),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_by_number_name_and_part() {
        let names = ["fight blue", "fight dark red", "stop"].map(str::to_owned);
        let of = |words: &str| meaning(&names, &plain(words));
        for (words, place) in [
            ("1", 0),
            (" Fight  BLUE ", 0),
            ("blue", 0),
            ("dark", 1),
            ("f d r", 1),
            ("red", 1),
            ("s", 2),
        ] {
            assert_eq!(of(words), Meaning::Choice(place), "{words}");
        }
        assert_eq!(of("fight"), Meaning::Unclear(vec![0, 1]));
        for words in ["0", "4", "", "green", "red dark", "-1", "1.5"] {
            assert_eq!(of(words), Meaning::Unclear(vec![]), "{words}");
        }
    }

    #[test]
    fn every_listed_command_is_known() {
        for (name, command, about) in COMMANDS {
            assert_eq!(meaning(&[], name), Meaning::Command(command), "{name}");
            assert!(!about.ends_with('.'));
        }
    }
}
