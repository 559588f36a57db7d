//! Recovery codes, which replace a lost second factor. Each is valid once.

use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::base32::{self, CROCKFORD};
use super::totp::is_separator;

/// A recovery code of 50 random bits. `Debug` never prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode(String);

impl std::fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

impl RecoveryCode {
    /// The number of symbols.
    pub const LENGTH: usize = 10;
    /// The number of codes that a person receives at once.
    pub const COUNT: usize = 10;

    /// Creates a code from random bytes. Uses five bits of each.
    pub fn from_bytes(random: [u8; Self::LENGTH]) -> Self {
        Self(
            random
                .iter()
                .map(|byte| base32::symbol(CROCKFORD, *byte))
                .collect(),
        )
    }

    /// Parses a code in any case, with or without dashes and blanks. The letters O, I and L, which
    /// no code contains, count as the digits that they resemble.
    pub fn parse(text: &str) -> Option<Self> {
        let mut code = String::with_capacity(Self::LENGTH);
        for character in text.chars().filter(|character| !is_separator(*character)) {
            let symbol = match crate::typed::digit(character)
                .unwrap_or(character)
                .to_ascii_uppercase()
            {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            let is_known = u8::try_from(symbol).is_ok_and(|symbol| CROCKFORD.contains(&symbol));
            if !is_known || code.len() == Self::LENGTH {
                return None;
            }
            code.push(symbol);
        }
        (code.len() == Self::LENGTH).then_some(Self(code))
    }

    /// Returns the code as it is shown, in two groups.
    pub fn shown(&self) -> String {
        let (first, second) = self.0.split_at(Self::LENGTH / 2);
        format!("{first}-{second}")
    }

    /// Returns the keyed hash under which the code is stored.
    pub fn hash(&self, key: &RecoveryKey) -> [u8; 32] {
        let Ok(mac) = Hmac::<Sha256>::new_from_slice(&key.0) else {
            unreachable!("HMAC accepts keys of any length");
        };
        mac.chain_update(self.0.as_bytes()).finalize().into_bytes().into()
    }
}

/// The key that hashes the recovery codes of one account. It is sealed, so the codes stay valid
/// when the secrets of the installation are rotated. `Debug` never prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryKey([u8; Self::BYTES]);

impl std::fmt::Debug for RecoveryKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RecoveryKey(…)")
    }
}

impl RecoveryKey {
    /// The size of a key.
    pub const BYTES: usize = 32;

    /// Creates a key from random bytes.
    pub const fn new(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    /// The bytes, for sealing.
    pub const fn expose(&self) -> &[u8; Self::BYTES] {
        &self.0
    }
}

/// The recovery codes of an account that are not used yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecoveryCodes {
    /// The sealed [`RecoveryKey`].
    pub sealed_key: Vec<u8>,
    /// The keyed hashes of the unused codes.
    pub unused: Vec<[u8; 32]>,
    /// The time at which the codes were made.
    pub made_on: DateTime<Utc>,
}

impl RecoveryCodes {
    /// Uses up a code. Returns false if it is wrong or was already used.
    pub fn redeem(&mut self, code: &RecoveryCode, key: &RecoveryKey) -> bool {
        let hash = code.hash(key);
        let before = self.unused.len();
        self.unused.retain(|unused| !is_equal(unused, &hash));
        self.unused.len() < before
    }
}

/// Compares in constant time. The hashes are keyed, so this is a second line of defence.
fn is_equal(left: &[u8; 32], right: &[u8; 32]) -> bool {
    let difference = left
        .iter()
        .zip(right)
        .fold(0, |bits, (left, right)| bits | (left ^ right));
    difference == 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KEY: RecoveryKey = RecoveryKey::new([7; 32]);

    fn code() -> RecoveryCode {
        RecoveryCode::from_bytes([0, 1, 10, 31, 32, 41, 20, 21, 255, 18])
    }

    fn codes() -> RecoveryCodes {
        RecoveryCodes {
            sealed_key: Vec::new(),
            unused: [code(), RecoveryCode::from_bytes([5; 10])]
                .iter()
                .map(|code| code.hash(&KEY))
                .collect(),
            made_on: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn code_is_shown_in_two_groups() {
        assert_eq!(code().shown(), "01AZ0-9MNZJ");
    }

    #[test]
    fn code_is_read_in_any_case_and_with_or_without_dashes() {
        for text in [
            "01AZ0-9MNZJ",
            "01az09mnzj",
            " 01-az 0–9m nzj ",
            "olAZO9mnzj",
            "OiAZ0-9MNZJ",
            "٠١az٠٩mnzj",
        ] {
            assert_eq!(RecoveryCode::parse(text), Some(code()), "{text}");
        }
        for text in [
            "",
            "01AZ0-9MNZ",
            "01AZ0-9MNZJJ",
            "01AZ0-9MNZU",
            "01AZ0_9MNZJ",
            "123456",
        ] {
            assert_eq!(RecoveryCode::parse(text), None, "{text}");
        }
    }

    #[test]
    fn code_is_accepted_once() {
        let mut codes = codes();
        assert!(!codes.redeem(&RecoveryCode::from_bytes([6; 10]), &KEY));
        assert!(!codes.redeem(&code(), &RecoveryKey::new([8; 32])));
        assert_eq!(codes.unused.len(), 2);
        assert!(codes.redeem(&code(), &KEY));
        assert!(!codes.redeem(&code(), &KEY));
        assert_eq!(codes.unused.len(), 1);
    }

    #[test]
    fn debug_hides_codes_and_keys() {
        assert_eq!(format!("{:?} {KEY:?}", code()), "RecoveryCode(…) RecoveryKey(…)");
    }

    proptest! {
        #[test]
        fn shown_codes_round_trip(random: [u8; 10]) {
            let code = RecoveryCode::from_bytes(random);
            prop_assert_eq!(RecoveryCode::parse(&code.shown()), Some(code.clone()));
            prop_assert_eq!(RecoveryCode::parse(&code.shown().to_lowercase()), Some(code));
        }

        #[test]
        fn any_text_is_read_without_panic(text in ".*") {
            let _ = RecoveryCode::parse(&text);
        }
    }
}
