//! Dice that can be checked: at the start of a game its players see a hash of the seed and a
//! nonce, which tells nothing of them, and at its end both, which nobody can have changed.
//!
//! ```text
//! sha256("rivals-1 nonce 00112233445566778899aabbccddeeff seed 000000000000002a")
//! ```
//!
//! The nonce has 128 bits and the seed 64, both in lower-case hexadecimal with all digits. The
//! text is ASCII and has no line end. `docs/history.md` says how anyone can check it.
//!
//! What a file says of an unfinished game is [`sealed`], so that nobody reads cards or a seed in
//! it by accident. The key is part of this module: it is not a secret, and neither is the file of games.

use serde::{Deserialize, Serialize};

use crate::sha256::sha256;

/// The commitment to a seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fair {
    /// 128 bits in hexadecimal, which nobody is told before the end of the game.
    pub nonce: String,
    /// The hash that is shown at the start, in hexadecimal.
    pub sha256: String,
}

impl Fair {
    /// The commitment to a seed with this nonce.
    #[must_use]
    pub fn new(seed: u64, nonce: u128) -> Self {
        let nonce = format!("{nonce:032x}");
        let sha256 = sha256(text(&nonce, seed).as_bytes());
        Self { nonce, sha256 }
    }

    /// The commitment to a seed that a player has chosen and so knows: the nonce follows from the
    /// seed, so that the same seed and answers give the same output.
    #[must_use]
    pub fn of_given(seed: u64) -> Self {
        let hash = sha256(format!("rivals-1 given seed {seed:016x}").as_bytes());
        let nonce = u128::from_str_radix(&hash[..32], 16);
        Self::new(seed, nonce.expect("hexadecimal digits"))
    }

    /// Whether the hash is that of the nonce and this seed.
    #[must_use]
    pub fn holds(&self, seed: u64) -> bool {
        sha256(text(&self.nonce, seed).as_bytes()) == self.sha256
    }

    /// What is said at the start of a game.
    #[must_use]
    pub fn promise(&self) -> String {
        format!(
            "The dice are fixed. SHA-256 of their seed, which is shown at the end: {}",
            self.sha256
        )
    }

    /// What is said at its end.
    #[must_use]
    pub fn disclosure(&self, seed: u64) -> String {
        format!(
            "The seed was {seed}, and the nonce {}. `rivals history verify` checks the dice.",
            self.nonce
        )
    }

    /// The command that prints the hash.
    #[must_use]
    pub fn command(&self, seed: u64) -> String {
        format!("printf %s '{}' | sha256sum", text(&self.nonce, seed))
    }
}

/// The text whose hash is the commitment.
fn text(nonce: &str, seed: u64) -> String {
    format!("rivals-1 nonce {nonce} seed {seed:016x}")
}

/// A text that cannot be read by accident, in hexadecimal; its first 32 digits are a hash of it.
#[must_use]
pub fn sealed(text: &str) -> String {
    let salt = sha256(text.as_bytes())[..32].to_owned();
    let hidden = crossed(&salt, text.bytes());
    let hidden: String = hidden.iter().map(|byte| format!("{byte:02x}")).collect();
    salt + &hidden
}

/// The text that was sealed; `None` if it is not whole.
#[must_use]
pub fn unsealed(sealed: &str) -> Option<String> {
    let (salt, hidden) = sealed.split_at_checked(32)?;
    let bytes = hidden.as_bytes().chunks(2).map(|digits| {
        let digits = std::str::from_utf8(digits).ok()?;
        u8::from_str_radix(digits, 16).ok()
    });
    let bytes = bytes.collect::<Option<Vec<u8>>>()?;
    let text = String::from_utf8(crossed(salt, bytes.into_iter())).ok()?;
    (sha256(text.as_bytes())[..32] == *salt).then_some(text)
}

/// The bytes, each changed by one of a sequence that the salt begins; twice gives them back.
fn crossed(salt: &str, bytes: impl Iterator<Item = u8>) -> Vec<u8> {
    let blocks =
        (0_u64..).map(|block| sha256(format!("rivals-1 sealed {salt} {block}").as_bytes()));
    let keys = blocks.flat_map(String::into_bytes);
    bytes.zip(keys).map(|(byte, key)| byte ^ key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash was computed by sha256sum.
    #[test]
    fn the_hash_of_a_seed() {
        let fair = Fair::new(42, 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff);
        assert_eq!(fair.nonce, "00112233445566778899aabbccddeeff");
        assert_eq!(fair.sha256, "53ff4c6677f586b7609433f3e5e8ef6fd3c41fe57305e4f4e2c9edd2bb920c71");
        assert!(fair.holds(42) && !fair.holds(43));
        assert!(!fair.promise().contains("2a"));
        assert!(fair.command(42).contains("seed 000000000000002a'"));
        assert!(Fair::of_given(7).holds(7) && Fair::of_given(7) == Fair::of_given(7));
        assert_ne!(Fair::of_given(7).nonce, Fair::of_given(8).nonce);
    }

    #[test]
    fn what_is_sealed_is_unsealed() {
        for text in ["", "Ä", &"{\"event\":\"gold ace\"}\n".repeat(40)] {
            let hidden = sealed(text);
            assert_eq!(unsealed(&hidden).as_deref(), Some(text));
            assert!(!hidden.contains("gold"));
            assert_eq!(unsealed(&format!("{hidden}00")), None);
        }
        for wrong in ["", "00", &"0".repeat(40), &"ä".repeat(40)] {
            assert_eq!(unsealed(wrong), None);
        }
    }
}
