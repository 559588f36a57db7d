use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

/// A mail, ready to send.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailMessage {
    /// The address of the one recipient.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// The plain part.
    pub text: String,
    /// The HTML part, with the same content.
    pub html: String,
    /// The thread of the mail, such as all mails about one request. None for a standalone mail.
    pub thread: Option<String>,
    /// Reply address, if it differs from the sender's.
    pub reply_to: Option<String>,
}

/// Sends mails. An adapter MUST return `Ok` only after the next mail server has accepted the mail,
/// unchanged and for its one recipient. Its errors MUST distinguish temporary from permanent
/// failures.
///
/// `reference` is the same at each attempt for one mail. The adapter MUST pass it on in a form by
/// which the server or the recipient recognises a duplicate, such as a message key. An adapter that
/// writes the bytes of mails MUST put it into the `Message-ID`, and MUST prevent header injection
/// by the contents of a mail. It MUST also make all mails of a thread refer to one `Message-ID`,
/// which is derived from the thread's name, and MUST send `reply_to` as `Reply-To`.
pub trait Mailer: Send + Sync {
    /// Hands the mail to the server.
    fn send(&self, mail: &MailMessage, reference: &str) -> Result<(), MailError>;

    /// Checks that the mail server can be reached, for `aditus check`. MUST NOT send anything.
    fn check(&self) -> Result<(), MailError>;

    /// Removes mails sent before the given time, and returns their number. An adapter that keeps no
    /// mails itself does nothing.
    fn delete_expired(&self, _before: DateTime<Utc>) -> Result<u64, MailError> {
        Ok(0)
    }
}

/// A mail could not be sent.
#[derive(Debug, Error)]
pub enum MailError {
    /// Temporary: the server answered but did not accept the mail.
    #[error("the mail server does not take mails now")]
    Temporary(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Temporary: the server could not be reached.
    #[error("the mail server cannot be reached")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Permanent: the address is refused, or the mail cannot be built.
    #[error("the mail cannot be sent")]
    Permanent(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Latest known state of mail delivery. The sending worker records the state, and use cases read it
/// before they promise a mail. It describes the server alone, never a single mail or address, so it
/// does not reveal the recipients of mails.
#[derive(Debug, Default)]
pub struct MailRoute(Mutex<Option<Found>>);

#[derive(Debug, Clone, Copy)]
enum Found {
    Taking,
    Refusing { since: DateTime<Utc> },
    Unreachable { since: DateTime<Utc> },
}

impl MailRoute {
    /// The server may be unreachable for this long before use cases stop promising mails.
    pub const PATIENCE: TimeDelta = TimeDelta::seconds(60);

    /// Records the result of a check of the mail server.
    pub fn note(&self, checked: &Result<(), MailError>, at: DateTime<Utc>) {
        let mut found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let since = match *found {
            Some(Found::Refusing { since } | Found::Unreachable { since }) => since,
            Some(Found::Taking) | None => at,
        };
        *found = Some(match checked {
            Ok(()) => Found::Taking,
            Err(MailError::Unreachable(_)) => Found::Unreachable { since },
            Err(MailError::Temporary(_) | MailError::Permanent(_)) => Found::Refusing { since },
        });
    }

    /// Returns true if the latest check found a server that accepts mails.
    pub fn is_proven(&self) -> bool {
        let found = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(found, Some(Found::Taking))
    }

    /// Returns true if a mail queued now would not be sent: the server refuses, or was unreachable
    /// for a minute.
    pub fn is_broken(&self, now: DateTime<Utc>) -> bool {
        match *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(Found::Refusing { .. }) => true,
            Some(Found::Unreachable { since }) => now - since >= Self::PATIENCE,
            Some(Found::Taking) | None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
    }

    fn unreachable() -> Result<(), MailError> {
        Err(MailError::Unreachable("no route".into()))
    }

    fn refused() -> Result<(), MailError> {
        Err(MailError::Temporary("421 come back later".into()))
    }

    #[test]
    fn an_unknown_route_is_neither_broken_nor_proven() {
        let route = MailRoute::default();
        assert!(!route.is_broken(at(0)) && !route.is_proven());
        route.note(&Ok(()), at(0));
        assert!(!route.is_broken(at(999)) && route.is_proven());
    }

    #[test]
    fn a_refusing_server_is_broken_at_once_until_it_accepts_again() {
        let route = MailRoute::default();
        route.note(&refused(), at(0));
        assert!(route.is_broken(at(0)) && !route.is_proven());
        route.note(&Ok(()), at(5));
        assert!(!route.is_broken(at(5)));
    }

    #[test]
    fn an_unreachable_server_is_broken_after_a_minute() {
        let route = MailRoute::default();
        route.note(&unreachable(), at(0));
        route.note(&unreachable(), at(30));
        assert!(!route.is_broken(at(59)));
        assert!(route.is_broken(at(60)));
        route.note(&Ok(()), at(61));
        route.note(&unreachable(), at(62));
        assert!(!route.is_broken(at(63)), "the minute begins anew");
    }

    #[test]
    fn a_refusing_server_that_becomes_unreachable_remains_broken() {
        let route = MailRoute::default();
        route.note(&refused(), at(0));
        route.note(&unreachable(), at(90));
        assert!(route.is_broken(at(90)));
    }
}
