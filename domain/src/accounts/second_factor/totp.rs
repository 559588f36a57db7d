//! Codes of an authenticator app (RFC 6238): SHA-1, six digits, steps of 30 seconds.

use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use sha1::Sha1;
use thiserror::Error;

use super::base32;
use crate::typed::{digit, is_invisible};

/// A period of 30 seconds, counted from 1970, in which one code is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TotpStep(pub i64);

impl TotpStep {
    /// The length of a step in seconds.
    pub const SECONDS: i64 = 30;
    /// The number of steps by which the clock of a device may differ, in both directions.
    pub const DRIFT: i64 = 1;

    /// Returns the step at this time.
    pub fn at(now: DateTime<Utc>) -> Self {
        Self(now.timestamp().div_euclid(Self::SECONDS))
    }
}

/// The six digits that a person read from the app. `Debug` never prints them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TotpCode(u32);

impl TotpCode {
    /// The number of digits.
    pub const LENGTH: usize = 6;

    /// Parses six digits of any script, with or without blanks and dashes between them.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: Option<String> = text
            .chars()
            .filter(|character| !is_separator(*character))
            .map(digit)
            .collect();
        let digits = digits.filter(|digits| digits.len() == Self::LENGTH)?;
        digits.parse().ok().map(Self)
    }

    /// The digits, as an app shows them.
    pub fn expose(self) -> String {
        format!("{:06}", self.0)
    }
}

impl std::fmt::Debug for TotpCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TotpCode(…)")
    }
}

/// Returns true for blanks, dashes and invisible characters, which may separate groups.
pub(super) fn is_separator(character: char) -> bool {
    character.is_whitespace()
        || is_invisible(character)
        || matches!(character, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

/// The reason a code of the app was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TotpError {
    /// The code belongs to no step within the drift.
    #[error("This code is wrong.")]
    Wrong,
    /// The code, or a later one, was already accepted.
    #[error("This code was already used. Wait for the next one.")]
    Used,
}

/// The secret that the server and the app share. `Debug` never prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret([u8; Self::BYTES]);

impl std::fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TotpSecret(…)")
    }
}

impl TotpSecret {
    /// The size of a secret: 160 bits, as RFC 4226 recommends.
    pub const BYTES: usize = 20;

    /// Creates a secret from random bytes.
    pub const fn new(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    /// The bytes, for sealing.
    pub const fn expose(&self) -> &[u8; Self::BYTES] {
        &self.0
    }

    /// Returns the secret as text that a person types into the app, in groups of four.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (place, symbol) in base32::encode(base32::RFC_4648, &self.0).chars().enumerate() {
            if place > 0 && place % 4 == 0 {
                text.push(' ');
            }
            text.push(symbol);
        }
        text
    }

    /// Returns the `otpauth` address for a QR code. `issuer` is the name of the product, and
    /// `account` the address or number by which the person knows the account.
    pub fn address(&self, issuer: &str, account: &str) -> String {
        let (issuer, account) = (percent_encode(issuer), percent_encode(account));
        let secret = base32::encode(base32::RFC_4648, &self.0);
        format!(
            "otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits={}&period={}",
            TotpCode::LENGTH,
            TotpStep::SECONDS
        )
    }

    /// Returns the code of a step (RFC 4226 §5.3).
    pub fn code(&self, step: TotpStep) -> TotpCode {
        // HMAC accepts keys of any length.
        let Ok(mac) = Hmac::<Sha1>::new_from_slice(&self.0) else {
            unreachable!("HMAC accepts keys of any length");
        };
        let hash = mac.chain_update(step.0.to_be_bytes()).finalize().into_bytes();
        let offset = usize::from(hash[19] & 15);
        let word = [
            hash[offset] & 0x7f,
            hash[offset + 1],
            hash[offset + 2],
            hash[offset + 3],
        ];
        TotpCode(u32::from_be_bytes(word) % 1_000_000)
    }

    /// Returns the step of a code that is valid `now`. Each step is accepted once, and none before
    /// `last`, the step of the last accepted code.
    pub fn verify(
        &self,
        code: TotpCode,
        last: Option<TotpStep>,
        now: DateTime<Utc>,
    ) -> Result<TotpStep, TotpError> {
        let current = TotpStep::at(now).0;
        let steps = current - TotpStep::DRIFT..=current + TotpStep::DRIFT;
        // All steps are computed, so that the time does not depend on the one that matches.
        let matching: Vec<TotpStep> = steps
            .map(TotpStep)
            .filter(|step| self.code(*step) == code)
            .collect();
        if matching.is_empty() {
            return Err(TotpError::Wrong);
        }
        let unused = matching
            .into_iter()
            .find(|step| last.is_none_or(|last| *step > last));
        unused.ok_or(TotpError::Used)
    }
}

/// Percent-encodes all bytes but the unreserved ones of RFC 3986.
fn percent_encode(text: &str) -> String {
    use std::fmt::Write;
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SECRET: TotpSecret = TotpSecret::new(*b"12345678901234567890");

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn codes_match_rfc_6238() {
        // Appendix B has eight digits, of which six are shown here.
        for (seconds, code) in [
            (59, 287_082),
            (1_111_111_109, 81_804),
            (1_111_111_111, 50_471),
            (1_234_567_890, 5_924),
            (2_000_000_000, 279_037),
            (20_000_000_000, 353_130),
        ] {
            assert_eq!(SECRET.code(TotpStep::at(at(seconds))).0, code, "{seconds}");
        }
    }

    #[test]
    fn codes_match_rfc_4226() {
        for (step, code) in [755_224, 287_082, 359_152, 969_429, 338_314, 254_676]
            .into_iter()
            .enumerate()
        {
            assert_eq!(
                SECRET.code(TotpStep(i64::try_from(step).unwrap())).0,
                code,
                "{step}"
            );
        }
    }

    #[test]
    fn neighbouring_steps_are_accepted_and_others_are_not() {
        let now = at(1_780_000_000);
        let current = TotpStep::at(now).0;
        for (drift, accepted) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let step = TotpStep(current + drift);
            let verified = SECRET.verify(SECRET.code(step), None, now);
            assert_eq!(verified.is_ok(), accepted, "{drift}");
            assert!(!accepted || verified == Ok(step));
        }
    }

    #[test]
    fn code_is_accepted_once_and_no_earlier_one_after_it() {
        let now = at(1_780_000_000);
        let step = TotpStep::at(now);
        let before = TotpStep(step.0 - 1);
        assert_eq!(SECRET.verify(SECRET.code(step), Some(before), now), Ok(step));
        assert_eq!(
            SECRET.verify(SECRET.code(step), Some(step), now),
            Err(TotpError::Used)
        );
        assert_eq!(
            SECRET.verify(SECRET.code(before), Some(step), now),
            Err(TotpError::Used)
        );
        let next = TotpStep(step.0 + 1);
        assert_eq!(SECRET.verify(SECRET.code(next), Some(step), now), Ok(next));
    }

    #[test]
    fn codes_are_read_in_groups_and_in_any_script() {
        for text in [
            "123456",
            " 123 456 ",
            "123-456",
            "١٢٣٤٥٦",
            "１２３４５６",
            "1 2 3 4 5 6\u{200b}",
        ] {
            assert_eq!(TotpCode::parse(text), Some(TotpCode(123_456)), "{text}");
        }
        assert_eq!(TotpCode::parse("000007"), Some(TotpCode(7)));
        assert_eq!(TotpCode(7).expose(), "000007");
        for text in ["", "12345", "1234567", "12345a", "+12345", "12.3456"] {
            assert_eq!(TotpCode::parse(text), None, "{text}");
        }
    }

    #[test]
    fn secret_is_shown_as_text_and_as_an_address() {
        assert_eq!(SECRET.text(), "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
        assert_eq!(
            SECRET.address("Aditus Údaje", "ada@kyu.example"),
            "otpauth://totp/Aditus%20%C3%9Adaje:ada%40kyu.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=Aditus%20%C3%9Adaje&algorithm=SHA1&digits=6&period=30"
        );
    }

    #[test]
    fn debug_hides_secrets_and_codes() {
        let shown = format!("{SECRET:?} {:?}", SECRET.code(TotpStep(1)));
        assert_eq!(shown, "TotpSecret(…) TotpCode(…)");
    }

    proptest! {
        #[test]
        fn no_sequence_of_entries_accepts_a_step_twice(
            entries in proptest::collection::vec((0_i64..200, -3_i64..=3), 1..40)
        ) {
            let (mut now, mut last, mut accepted) = (1_780_000_000, None, Vec::new());
            for (wait, drift) in entries {
                now += wait;
                let code = SECRET.code(TotpStep(TotpStep::at(at(now)).0 + drift));
                if let Ok(step) = SECRET.verify(code, last, at(now)) {
                    accepted.push(step);
                    last = Some(step);
                }
            }
            prop_assert!(accepted.is_sorted_by(|earlier, later| earlier < later));
        }

        #[test]
        fn any_text_is_read_without_panic(text in ".*") {
            let _ = TotpCode::parse(&text);
        }
    }
}
