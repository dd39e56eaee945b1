//! The values of the flag `--tokens`: words such as `both`, or two numbers such as `1,0`.

use crate::config::nearest;

/// The tokens left to the player who decides and to the other; `None` for all of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tokens([Option<u32>; 2]);

impl Tokens {
    const NAMED: [(&'static str, Self); 4] = [
        ("both", Self([None, None])),
        ("mine", Self([None, Some(0)])),
        ("theirs", Self([Some(0), None])),
        ("none", Self([Some(0), Some(0)])),
    ];

    /// Reads a word or two numbers; the error says what is accepted.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        if let Some(&(_, tokens)) = Self::NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(tokens);
        }
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten()
        };
        let numbers = text.split_once(',');
        if let Some((mine @ Some(_), theirs @ Some(_))) =
            numbers.map(|(mine, theirs)| (number(mine.trim()), number(theirs.trim())))
        {
            return Ok(Self([mine, theirs]));
        }
        let accepted = "write both, mine, theirs or none, or two numbers, mine,theirs, as 1,0";
        Err(match nearest(text, Self::NAMED.map(|(name, _)| name)) {
            Some(near) => format!("did you mean {near}? {accepted}"),
            None => accepted.to_owned(),
        })
    }

    /// The numbers of tokens; `all` is the number with which each player began.
    pub(super) fn left(self, all: u32) -> [u32; 2] {
        self.0.map(|left| left.unwrap_or(all))
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
            ("1, 2", [1, 2]),
        ] {
            assert_eq!(Tokens::parse(text).map(|tokens| tokens.left(2)), Ok(left));
        }
        for text in ["", "1", "1,", ",1", "1,0,0", "+1,0", "-1,0", "1 0", "x"] {
            assert!(Tokens::parse(text).is_err(), "{text}");
        }
        let error = Tokens::parse("their").unwrap_err();
        assert!(error.starts_with("did you mean theirs?"), "{error}");
    }
}
