//! Changes of the email address or phone number of an account, which can be undone for a while
//! (decisions C15).

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

use super::{EmailAddress, EmailError, PhoneError, PhoneNumber};

/// A change of an email address or phone number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContactChange {
    /// A change of the email address.
    Email {
        /// The previous address.
        old: EmailAddress,
        /// The new address.
        new: EmailAddress,
    },
    /// A change of the phone number.
    Phone {
        /// The previous number.
        old: PhoneNumber,
        /// The new number.
        new: PhoneNumber,
    },
}

/// The stored values are not a valid change.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum UnknownContactChange {
    /// No kind has this name.
    #[error("There is no kind of contact {0:?}.")]
    Kind(String),
    /// One of the two values is not an email address.
    #[error(transparent)]
    Email(#[from] EmailError),
    /// One of the two values is not a phone number.
    #[error(transparent)]
    Phone(#[from] PhoneError),
}

impl ContactChange {
    /// The time within which a change can be undone (decisions C15).
    pub const REVERSIBLE_FOR: TimeDelta = TimeDelta::days(7);
    /// The stored kind of a change of the email address.
    pub const EMAIL: &'static str = "Email";
    /// The stored kind of a change of the phone number.
    pub const PHONE: &'static str = "Phone";

    /// The kind as stored in the database.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Email { .. } => Self::EMAIL,
            Self::Phone { .. } => Self::PHONE,
        }
    }

    /// The previous and the new value as stored in the database.
    pub fn values(&self) -> (&str, &str) {
        match self {
            Self::Email { old, new } => (old.as_str(), new.as_str()),
            Self::Phone { old, new } => (old.as_str(), new.as_str()),
        }
    }

    /// Reads a change from its stored values.
    pub fn read(kind: &str, old: &str, new: &str) -> Result<Self, UnknownContactChange> {
        match kind {
            Self::EMAIL => Ok(Self::Email {
                old: EmailAddress::parse(old)?,
                new: EmailAddress::parse(new)?,
            }),
            Self::PHONE => Ok(Self::Phone {
                old: PhoneNumber::parse_lenient(old)?,
                new: PhoneNumber::parse_lenient(new)?,
            }),
            other => Err(UnknownContactChange::Kind(other.to_owned())),
        }
    }

    /// Returns true if a change made on `made_on` can be undone `now`.
    pub fn is_reversible(made_on: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        now < made_on + Self::REVERSIBLE_FOR
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_is_reversible_for_seven_days() {
        let made = DateTime::from_timestamp(1_780_000_000, 0).unwrap();
        let week = TimeDelta::days(7);
        assert!(ContactChange::is_reversible(
            made,
            made + week - TimeDelta::seconds(1)
        ));
        assert!(!ContactChange::is_reversible(made, made + week));
    }

    #[test]
    fn stored_changes_round_trip() {
        let email = ContactChange::read("Email", "ada@old.example", "ada@new.example").unwrap();
        let phone = ContactChange::read("Phone", "+256712345678", "+256772000111").unwrap();
        for change in [email, phone] {
            let (old, new) = change.values();
            assert_eq!(ContactChange::read(change.kind(), old, new), Ok(change.clone()));
        }
        assert!(ContactChange::read("Fax", "+256712345678", "+256772000111").is_err());
        assert!(ContactChange::read("Email", "+256712345678", "ada@new.example").is_err());
    }
}
