//! The values of the flag `--tokens`.

use crate::config::nearest;

/// The tokens left, as the user writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tokens {
    /// Both players have all of theirs.
    Both,
    /// The player who decides has all, the other none.
    Mine,
    /// The other player has all, the player who decides none.
    Theirs,
    /// Neither player has any.
    None,
    /// The numbers of tokens of the two players.
    Numbers { mine: u32, theirs: u32 },
}

impl Tokens {
    const NAMED: [(&'static str, Self); 4] = [
        ("both", Self::Both),
        ("mine", Self::Mine),
        ("theirs", Self::Theirs),
        ("none", Self::None),
    ];

    /// Reads a word or two numbers; the error says what is accepted.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let named = Self::NAMED.iter().find(|(name, _)| *name == text);
        if let Some(&(_, tokens)) = named {
            return Ok(tokens);
        }
        let number = |text: &str| {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten()
        };
        let numbers = text.split_once(',');
        if let Some((Some(mine), Some(theirs))) = numbers.map(|(m, t)| (number(m), number(t))) {
            return Ok(Self::Numbers { mine, theirs });
        }
        let accepted = "write both, mine, theirs or none, or two numbers, mine,theirs, as 1,0";
        Err(match nearest(text, Self::NAMED.map(|(name, _)| name)) {
            Some(near) => format!("did you mean {near}? {accepted}"),
            None => accepted.to_owned(),
        })
    }

    /// The tokens of the player who decides and of the other; `held` is the number with which each
    /// began.
    pub(super) fn left(self, held: u32) -> [u32; 2] {
        match self {
            Self::Both => [held; 2],
            Self::Mine => [held, 0],
            Self::Theirs => [0, held],
            Self::None => [0; 2],
            Self::Numbers { mine, theirs } => [mine, theirs],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers() {
        for (text, left) in [
            ("both", [2, 2]),
            ("mine", [2, 0]),
            ("theirs", [0, 2]),
            ("none", [0, 0]),
            ("1,2", [1, 2]),
        ] {
            assert_eq!(Tokens::parse(text).map(|tokens| tokens.left(2)), Ok(left));
        }
        for text in ["", "1", "1,", ",1", "1,0,0", "+1,0", "-1,0", "1, 0", "x"] {
            assert!(Tokens::parse(text).is_err(), "{text}");
        }
        let error = Tokens::parse("their").unwrap_err();
        assert!(error.starts_with("did you mean theirs?"), "{error}");
    }
}
