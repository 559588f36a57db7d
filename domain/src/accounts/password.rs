//! New passwords.

use thiserror::Error;

/// The characters that count as special (decisions A10). The API serves this list to the client.
pub const SPECIAL_CHARACTERS: &str = "!@#$%^&*()_+-=[]{};':\"\\|,.<>/?~`";

/// A new password that meets the rules (1 §5.2, decisions A10). `Debug` never prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// A rule that a new password breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PasswordFault {
    /// Nothing was entered.
    #[error("Password is required")]
    Missing,
    /// It has fewer than [`Password::MIN_LENGTH`] characters.
    #[error("Minimum 8 characters required")]
    TooShort,
    /// It has no lower-case letter.
    #[error("Lowercase character required")]
    NoLowercase,
    /// It has no upper-case letter.
    #[error("Uppercase character required")]
    NoUppercase,
    /// It has no digit.
    #[error("Number character required")]
    NoNumber,
    /// It has none of [`SPECIAL_CHARACTERS`].
    #[error("Special character required")]
    NoSpecial,
    /// It has more than [`Password::MAX_LENGTH`] characters.
    #[error("Maximum 128 characters allowed")]
    TooLong,
}

/// All rules that a new password breaks, at least one. `Display` is the message of the first.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", .0.first().unwrap_or(&PasswordFault::Missing))]
pub struct PasswordFaults(Vec<PasswordFault>);

impl PasswordFaults {
    /// The broken rules, in the order of the hints of the form.
    pub fn list(&self) -> &[PasswordFault] {
        &self.0
    }
}

impl Password {
    /// The shortest password, in characters.
    pub const MIN_LENGTH: usize = 8;
    /// The longest password, in characters.
    pub const MAX_LENGTH: usize = 128;

    /// Validates a new password and returns all broken rules on failure. Not trimmed: spaces at the
    /// ends are part of the password.
    pub fn parse(text: &str) -> Result<Self, PasswordFaults> {
        if text.is_empty() {
            return Err(PasswordFaults(vec![PasswordFault::Missing]));
        }
        let length = text.chars().count();
        let faults: Vec<PasswordFault> = [
            (length < Self::MIN_LENGTH, PasswordFault::TooShort),
            (!text.chars().any(char::is_lowercase), PasswordFault::NoLowercase),
            (!text.chars().any(char::is_uppercase), PasswordFault::NoUppercase),
            (!text.chars().any(|c| c.is_ascii_digit()), PasswordFault::NoNumber),
            (
                !text.chars().any(|c| SPECIAL_CHARACTERS.contains(c)),
                PasswordFault::NoSpecial,
            ),
            (length > Self::MAX_LENGTH, PasswordFault::TooLong),
        ]
        .into_iter()
        .filter_map(|(lacks, fault)| lacks.then_some(fault))
        .collect();
        if faults.is_empty() {
            Ok(Self(text.to_owned()))
        } else {
            Err(PasswordFaults(faults))
        }
    }

    /// The plain password. Use it only for hashing.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        Password::parse(text)
            .unwrap_err()
            .list()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn strong_password_is_accepted_and_hidden_from_debug() {
        let password = Password::parse("Demo-2026!").unwrap();
        assert_eq!(password.expose(), "Demo-2026!");
        assert!(!format!("{password:?}").contains("Demo"));
    }

    #[test]
    fn each_broken_rule_has_its_message() {
        assert_eq!(messages(""), ["Password is required"]);
        assert_eq!(messages("-Aa1"), ["Minimum 8 characters required"]);
        assert_eq!(messages("DEMO-2026"), ["Lowercase character required"]);
        assert_eq!(messages("demo-2026"), ["Uppercase character required"]);
        assert_eq!(messages("Demo-demo"), ["Number character required"]);
        assert_eq!(messages("Demo2026"), ["Special character required"]);
        assert_eq!(
            messages(&"Demo-2026".repeat(15)),
            ["Maximum 128 characters allowed"]
        );
        assert_eq!(messages("é").len(), 4);
    }

    #[test]
    fn each_special_character_counts() {
        assert_eq!(SPECIAL_CHARACTERS.chars().count(), 32);
        for special in SPECIAL_CHARACTERS.chars() {
            assert!(
                Password::parse(&format!("Demo2026{special}")).is_ok(),
                "{special}"
            );
        }
    }
}
