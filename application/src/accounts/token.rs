//! Opaque random tokens, stored only as a keyed hash: of sessions (decisions A2), and of links that take a change back
//! (decisions C15).

use crate::ports::{Entropy, KeyPurpose, Keys};

/// 256 bits.
const BYTES: usize = 32;

/// A new token: 64 hexadecimal digits.
pub(super) fn draw(entropy: &dyn Entropy) -> String {
    entropy.hex::<BYTES>()
}

/// The hash under which a token that was drawn is stored. Tokens of one purpose are of no use for another.
pub(super) fn hash(keys: &dyn Keys, purpose: KeyPurpose, token: &str) -> [u8; 32] {
    keys.hash(purpose, token.as_bytes())
}

/// The hashes under which a token of this purpose may be stored, to look it up; none for a text that no token ever was.
pub(super) fn hashes(keys: &dyn Keys, purpose: KeyPurpose, token: &str) -> Vec<[u8; 32]> {
    let is_well_formed = token.len() == BYTES * 2 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_well_formed {
        keys.hashes(purpose, token.as_bytes())
    } else {
        Vec::new()
    }
}
