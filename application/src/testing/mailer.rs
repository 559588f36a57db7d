use std::collections::VecDeque;
use std::sync::Mutex;

use super::lock;
use crate::ports::{MailError, MailMessage, Mailer};

/// A mail that was handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentMail {
    /// The mail.
    pub mail: MailMessage,
    /// Its reference.
    pub reference: String,
}

/// Keeps the mails that are handed over, and refuses when it is told to.
#[derive(Debug, Default)]
pub struct MailboxMailer {
    sent: Mutex<Vec<SentMail>>,
    refusals: Mutex<VecDeque<MailError>>,
    attempts: Mutex<Vec<String>>,
    outage: Mutex<Option<fn() -> MailError>>,
    checks: Mutex<u32>,
}

impl MailboxMailer {
    /// Refuses one of the next mails: refusals are used up in the order in which they were asked for.
    pub fn refuse(&self, error: MailError) {
        lock(&self.refusals).push_back(error);
    }

    /// Takes nothing, with this error, until [`MailboxMailer::come_back`].
    pub fn go_away(&self, with: fn() -> MailError) {
        *lock(&self.outage) = Some(with);
    }

    /// Ends the outage.
    pub fn come_back(&self) {
        *lock(&self.outage) = None;
    }

    /// How often it was checked.
    pub fn checks(&self) -> u32 {
        *lock(&self.checks)
    }

    /// Refuses so that it may be tried again.
    pub fn refuse_for_now(&self) {
        self.refuse(MailError::Temporary("421 try again later".into()));
    }

    /// Refuses for good.
    pub fn refuse_for_good(&self) {
        self.refuse(MailError::Permanent("550 no such mailbox".into()));
    }

    /// What was handed over, oldest first.
    pub fn sent(&self) -> Vec<SentMail> {
        lock(&self.sent).clone()
    }

    /// The references of all mails that somebody tried to hand over, refused ones included.
    pub fn attempts(&self) -> Vec<String> {
        lock(&self.attempts).clone()
    }
}

impl Mailer for MailboxMailer {
    fn send(&self, mail: &MailMessage, reference: &str) -> Result<(), MailError> {
        lock(&self.attempts).push(reference.to_owned());
        if let Some(outage) = *lock(&self.outage) {
            return Err(outage());
        }
        if let Some(error) = lock(&self.refusals).pop_front() {
            return Err(error);
        }
        lock(&self.sent).push(SentMail {
            mail: mail.clone(),
            reference: reference.to_owned(),
        });
        Ok(())
    }

    fn check(&self) -> Result<(), MailError> {
        *lock(&self.checks) += 1;
        match *lock(&self.outage) {
            Some(outage) => Err(outage()),
            None => Ok(()),
        }
    }
}
