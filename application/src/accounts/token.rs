//! Opaque random tokens, stored only as a keyed hash: of sessions (decisions A2), and of links that take a change back
//! (decisions C15).

use crate::ports::{Entropy, KeyPurpose, Keys};

/// 256 bits.
const BYTES: usize = 32;

/// A new token: 64 hexadecimal digits.
pub(super) fn draw(entropy: &dyn Entropy) -> String {
    entropy.hex::<BYTES>()
}

/// What is stored of a session's token and what it is looked up by; none for a text that no token ever was.
pub(super) fn hash(keys: &dyn Keys, token: &str) -> Option<[u8; 32]> {
    hash_for(keys, KeyPurpose::SessionToken, token)
}

/// The same for a token of any purpose. Those of one purpose are of no use for another.
pub(super) fn hash_for(keys: &dyn Keys, purpose: KeyPurpose, token: &str) -> Option<[u8; 32]> {
    let well_formed = token.len() == BYTES * 2 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    well_formed.then(|| keys.hash(purpose, token.as_bytes()))
}
