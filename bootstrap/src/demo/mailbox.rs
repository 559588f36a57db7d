//! The mails of the demonstration, stored in memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use aditus_application::ports::{Clock, MailError, MailMessage, Mailer};
use aditus_http::demo::DemoMail;
use chrono::{DateTime, Utc};

/// The capacity of the mailbox; the oldest mails are dropped.
const MAX_MAILS: usize = 500;

/// The newest mails that were sent.
pub(super) struct Mailbox {
    clock: Arc<dyn Clock>,
    stored: Mutex<VecDeque<DemoMail>>,
}

impl Mailbox {
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            stored: Mutex::default(),
        }
    }

    /// Returns the mails to an address, ignoring case, or all mails; newest first.
    pub(super) fn mails(&self, to: Option<&str>) -> Vec<DemoMail> {
        let address_filter = to.map(|address| address.trim().to_lowercase());
        let stored = self.stored.lock().unwrap_or_else(PoisonError::into_inner);
        let matches = |mail: &&DemoMail| {
            address_filter
                .as_ref()
                .is_none_or(|address_filter| mail.to.to_lowercase() == *address_filter)
        };
        stored.iter().rev().filter(matches).cloned().collect()
    }

    /// Stores a mail with the time at which it was sent.
    pub(super) fn store(&self, mail: &MailMessage, sent_at: DateTime<Utc>) {
        let mut stored = self.stored.lock().unwrap_or_else(PoisonError::into_inner);
        if stored.len() >= MAX_MAILS {
            stored.pop_front();
        }
        stored.push_back(DemoMail {
            to: mail.to.clone(),
            subject: mail.subject.clone(),
            text: mail.text.clone(),
            sent_at,
        });
    }
}

/// A mailer that stores a copy of each mail it forwards.
pub(super) struct CopyingMailer {
    mailbox: Arc<Mailbox>,
    next: Arc<dyn Mailer>,
}

impl CopyingMailer {
    /// Creates a mailer that forwards to `next`.
    pub(super) fn new(mailbox: Arc<Mailbox>, next: Arc<dyn Mailer>) -> Self {
        Self { mailbox, next }
    }
}

impl Mailer for CopyingMailer {
    fn delete_expired(&self, before: DateTime<Utc>) -> Result<u64, MailError> {
        self.next.delete_expired(before)
    }

    fn send(&self, mail: &MailMessage, reference: &str) -> Result<(), MailError> {
        self.next.send(mail, reference)?;
        self.mailbox.store(mail, self.mailbox.clock.now());
        Ok(())
    }

    fn check(&self) -> Result<(), MailError> {
        self.next.check()
    }
}

#[cfg(test)]
mod tests {
    use aditus_system::SystemClock;

    use super::*;

    struct Full;

    impl Mailer for Full {
        fn send(&self, mail: &MailMessage, _: &str) -> Result<(), MailError> {
            if mail.subject == "refused" {
                Err(MailError::Temporary("full".into()))
            } else {
                Ok(())
            }
        }

        fn check(&self) -> Result<(), MailError> {
            Err(MailError::Temporary("full".into()))
        }
    }

    fn mail(to: &str, subject: &str) -> MailMessage {
        MailMessage {
            to: to.into(),
            subject: subject.into(),
            text: "text".into(),
            html: "<p>text</p>".into(),
            ..MailMessage::default()
        }
    }

    #[test]
    fn forwarded_mails_are_listed_newest_first_and_by_address() {
        let mailbox = Arc::new(Mailbox::new(Arc::new(SystemClock)));
        let mailer = CopyingMailer::new(Arc::clone(&mailbox), Arc::new(Full));
        for subject in ["first", "second"] {
            mailer.send(&mail("ada@aditus.example", subject), "1").unwrap();
        }
        mailer.send(&mail("eve@aditus.example", "third"), "2").unwrap();
        mailer
            .send(&mail("ada@aditus.example", "refused"), "3")
            .unwrap_err();
        let subjects = |to| {
            mailbox
                .mails(to)
                .into_iter()
                .map(|mail| mail.subject)
                .collect::<Vec<_>>()
        };
        assert_eq!(subjects(None), ["third", "second", "first"]);
        assert_eq!(subjects(Some("Ada@Aditus.example")), ["second", "first"]);
        assert!(mailer.check().is_err(), "the check is forwarded");
    }

    #[test]
    fn the_oldest_mails_are_dropped() {
        let mailbox = Mailbox::new(Arc::new(SystemClock));
        for number in 0..MAX_MAILS + 3 {
            mailbox.store(
                &mail("ada@aditus.example", &number.to_string()),
                SystemClock.now(),
            );
        }
        let mails = mailbox.mails(None);
        assert_eq!(
            (mails.len(), mails[MAX_MAILS - 1].subject.as_str()),
            (MAX_MAILS, "3")
        );
    }
}
