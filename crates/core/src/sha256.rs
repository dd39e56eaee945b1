//! SHA-256: identifies texts, even where someone tries to make two collide.

use sha2::{Digest, Sha256};

/// The SHA-256 hash of some bytes, in lower-case hexadecimal.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
#[test]
fn the_hash_of_abc() {
    assert!(sha256(b"abc").starts_with("ba7816bf8f01cfea"));
}
