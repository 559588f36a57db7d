//! Opaque random tokens, stored only as a keyed hash: session tokens (decisions A2), tokens of
//! pending sign-ins (decisions A12), states and proven identities of sign-ins with a provider
//! (decisions O5), and tokens of links that revert a change (decisions C15) and of calendar feeds
//! (decisions N7).

use crate::ports::{Entropy, KeyPurpose, Keys};

/// The size of a token: 256 bits.
const BYTES: usize = 32;

/// Returns a new token of 64 hexadecimal digits.
pub(crate) fn draw(entropy: &dyn Entropy) -> String {
    entropy.hex::<BYTES>()
}

/// Returns true if the text has the form of a token.
pub(super) fn is_well_formed(text: &str) -> bool {
    text.len() == BYTES * 2 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the hash under which a new token is stored. A token of one purpose is invalid for any
/// other.
pub(crate) fn hash(keys: &dyn Keys, purpose: KeyPurpose, token: &str) -> [u8; 32] {
    keys.hash(purpose, token.as_bytes())
}

/// Returns the hashes under which a token of this purpose may be stored; none if the text is not a
/// token.
pub(crate) fn hashes(keys: &dyn Keys, purpose: KeyPurpose, token: &str) -> Vec<[u8; 32]> {
    if is_well_formed(token) {
        keys.hashes(purpose, token.as_bytes())
    } else {
        Vec::new()
    }
}
