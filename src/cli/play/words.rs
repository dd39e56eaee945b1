//! What a player typed: a command, or one of the choices by its number, its name or a part of
//! its name.

/// What can be typed beside the choices, with what it does.
pub(super) const COMMANDS: [(&str, &str); 10] = [
    ("hint", "what the choices are worth"),
    ("why", "what may come of each choice"),
    ("log", "what happened so far"),
    ("board", "the game as it stands"),
    ("undo", "take back your last action, before the next roll or another's action"),
    ("automatic", "stop for decisions only"),
    ("interactive", "stop at every event"),
    ("quiet", "silence the other players' remarks, or hear them again"),
    ("?", "the rules and the commands"),
    ("quit", "save and leave"),
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
    pub(super) fn of(words: &str) -> Option<Self> {
        Some(match words {
            "hint" => Self::Hint,
            "why" => Self::Why,
            "log" => Self::Log,
            "board" => Self::Board,
            "undo" => Self::Undo,
            "automatic" => Self::Automatic,
            "interactive" => Self::Interactive,
            "mode" => Self::Mode,
            "quiet" => Self::Quiet,
            "?" | "help" => Self::Help,
            "q" | "quit" | "exit" => Self::Quit,
            _ => return None,
        })
    }
}

/// The words in lower case, with single spaces.
pub(super) fn plain(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// The choice that words stand for: its number from 1, its name, or words that are beginnings
/// of words of one name only.
///
/// # Errors
/// The indices of all choices that the words may stand for; none if there are none.
pub(super) fn choice(names: &[String], words: &str) -> Result<usize, Vec<usize>> {
    if let Some(number) = words.parse::<usize>().ok().and_then(|one| one.checked_sub(1)) {
        return if number < names.len() { Ok(number) } else { Err(Vec::new()) };
    }
    let named = names.iter().position(|name| name.to_lowercase() == words);
    if let Some(named) = named {
        return Ok(named);
    }
    let fits = |name: &String| {
        let name = name.to_lowercase();
        let mut parts = name.split(' ');
        !words.is_empty() && words.split(' ').all(|word| parts.any(|part| part.starts_with(word)))
    };
    let fitting: Vec<usize> = (0..names.len()).filter(|&place| fits(&names[place])).collect();
    match fitting[..] {
        [only] => Ok(only),
        _ => Err(fitting),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_by_number_name_and_part() {
        let names = ["fight blue", "fight dark red", "stop"].map(str::to_owned);
        let of = |words: &str| choice(&names, &plain(words));
        for (words, place) in [
            ("1", 0),
            (" Fight  BLUE ", 0),
            ("blue", 0),
            ("dark", 1),
            ("f d r", 1),
            ("red", 1),
            ("s", 2),
        ] {
            assert_eq!(of(words), Ok(place), "{words}");
        }
        assert_eq!(of("fight"), Err(vec![0, 1]));
        for words in ["0", "4", "", "green", "red dark", "-1", "1.5"] {
            assert_eq!(of(words), Err(vec![]), "{words}");
        }
    }

    #[test]
    fn every_listed_command_is_known() {
        for (name, about) in COMMANDS {
            assert!(Command::of(name).is_some(), "{name}");
            assert!(!about.ends_with('.'));
        }
    }
}
