//! A checksum that tells texts apart, even those made to collide.

use sha2::{Digest, Sha256};

/// SHA-256 in lower-case hexadecimal.
///
/// # Examples
/// ```
/// assert!(rivals::files::sha256(b"abc").starts_with("ba7816bf8f01cfea"));
/// ```
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
