//! Keys: 128 bits each. Who has one may act; what is saved is their hash.

use rivals_core::sha256::sha256;

/// Bits that nobody can guess, made from those of the driver: others for each purpose.
pub(crate) struct Entropy<'a>(pub &'a [u8; 32]);

impl Entropy<'_> {
    /// 128 bits for this purpose.
    pub(crate) fn bits(&self, purpose: &str) -> u128 {
        let hash = sha256(&[self.0, purpose.as_bytes()].concat());
        u128::from_str_radix(&hash[..32], 16).expect("hexadecimal digits")
    }

    /// A new key.
    pub(crate) fn key(&self, purpose: &str) -> String {
        format!("{:032x}", self.bits(purpose))
    }
}

/// The hash by which a key is known. Hashes of secrets may be compared as usual: how far two agree
/// tells nothing of the keys.
pub(crate) fn hashed(key: &str) -> String {
    sha256(key.as_bytes())
}
