use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

/// A mail, ready to go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailMessage {
    /// The address of the one recipient.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// The plain part.
    pub text: String,
    /// The HTML part, which says the same.
    pub html: String,
    /// The thread that it belongs to, such as all mails about one request; none for a mail on its own.
    pub thread: Option<String>,
    /// The address that an answer goes to, where that is another than the sender's.
    pub reply_to: Option<String>,
}

/// Sends mails. An adapter MUST return `Ok` only when the next station has taken the mail, as it is and for its one recipient, and
/// MUST tell what may be tried again from what never will go. `reference` is the same at each attempt for one mail: the adapter MUST make
/// of it what the station, or whoever reads the mail, knows a mail by that was sent twice, such as the key of a message. One that writes
/// the bytes of mails MUST put it into the `Message-ID`, and MUST let nothing that stands in a mail become a header. It MUST also have
/// all mails of a thread refer to one `Message-ID`, which is made of the thread's name, and MUST name `reply_to` as `Reply-To`.
pub trait Mailer: Send + Sync {
    /// Hands the mail over.
    fn send(&self, mail: &MailMessage, reference: &str) -> Result<(), MailError>;

    /// Whether the next station can be reached, for `aditus check`. MUST send nothing.
    fn check(&self) -> Result<(), MailError>;

    /// Removes mails that were handed over before then; answers how many. An adapter whose next station is not its own keeps none.
    fn sweep(&self, _before: DateTime<Utc>) -> Result<u64, MailError> {
        Ok(0)
    }
}

/// A mail could not be handed over.
#[derive(Debug, Error)]
pub enum MailError {
    /// Try again later: the next station was there and did not take it.
    #[error("the mail server does not take mails now")]
    Temporary(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Try again later: the next station was not to be reached.
    #[error("the mail server cannot be reached")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It will never go: the address is refused, or the mail cannot be built.
    #[error("the mail cannot be sent")]
    Permanent(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// What is known of the way that mails take. The worker that sends them notes what it found last, and whoever is about to
/// promise a mail asks. It is of the server alone and never of one mail or address, so that nobody learns from it to whom a mail
/// was sent.
#[derive(Debug, Default)]
pub struct MailRoute(Mutex<Option<Found>>);

/// What the worker found last.
#[derive(Debug, Clone, Copy)]
enum Found {
    Taking,
    Refusing { since: DateTime<Utc> },
    Unreachable { since: DateTime<Utc> },
}

impl MailRoute {
    /// How long a server may be out of reach before nobody is promised a mail any more.
    pub const PATIENCE: TimeDelta = TimeDelta::seconds(60);

    /// Notes what a check of the next station answered.
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

    /// Whether the last that was found is a server that takes mails.
    pub fn is_proven(&self) -> bool {
        let found = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(found, Some(Found::Taking))
    }

    /// Whether a mail that is queued now would not go: the server refuses, or was out of reach for a minute.
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
    fn nothing_known_is_no_reason_to_refuse() {
        let route = MailRoute::default();
        assert!(!route.is_broken(at(0)) && !route.is_proven());
        route.note(&Ok(()), at(0));
        assert!(!route.is_broken(at(999)) && route.is_proven());
    }

    #[test]
    fn a_server_that_refuses_counts_at_once_and_until_it_takes_again() {
        let route = MailRoute::default();
        route.note(&refused(), at(0));
        assert!(route.is_broken(at(0)) && !route.is_proven());
        route.note(&Ok(()), at(5));
        assert!(!route.is_broken(at(5)));
    }

    #[test]
    fn a_server_out_of_reach_counts_after_a_minute() {
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
    fn a_server_that_refused_and_went_away_stays_broken() {
        let route = MailRoute::default();
        route.note(&refused(), at(0));
        route.note(&unreachable(), at(90));
        assert!(route.is_broken(at(90)));
    }
}
