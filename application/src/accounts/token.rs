//! Session tokens: opaque random values, stored only as a keyed hash (decisions A2).

use crate::ports::{Entropy, KeyPurpose, Keys};

/// 256 bits.
const BYTES: usize = 32;

/// A new token: 64 hexadecimal digits.
pub(super) fn draw(entropy: &dyn Entropy) -> String {
    entropy.hex::<BYTES>()
}

/// What is stored of a token and what it is looked up by; none for a text that no token ever was.
pub(super) fn hash(keys: &dyn Keys, token: &str) -> Option<[u8; 32]> {
    let well_formed = token.len() == BYTES * 2 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    well_formed.then(|| keys.hash(KeyPurpose::SessionToken, token.as_bytes()))
}
