use std::collections::VecDeque;
use std::sync::Mutex;

use super::lock;
use crate::ports::{MailError, MailMessage, Mailer};

/// A sent mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentMail {
    /// The mail.
    pub mail: MailMessage,
    /// Its reference.
    pub reference: String,
}

/// A mailer that stores the mails and can simulate refusals and outages.
#[derive(Debug, Default)]
pub struct MailboxMailer {
    sent: Mutex<Vec<SentMail>>,
    refusals: Mutex<VecDeque<MailError>>,
    attempts: Mutex<Vec<String>>,
    outage: Mutex<Option<fn() -> MailError>>,
    checks: Mutex<u32>,
}

impl MailboxMailer {
    /// Refuses one of the next mails. Refusals are used in the order of these calls.
    pub fn refuse(&self, error: MailError) {
        lock(&self.refusals).push_back(error);
    }

    /// Begins an outage with this error, until [`MailboxMailer::end_outage`].
    pub fn begin_outage(&self, with: fn() -> MailError) {
        *lock(&self.outage) = Some(with);
    }

    /// Ends the outage.
    pub fn end_outage(&self) {
        *lock(&self.outage) = None;
    }

    /// Returns the number of checks.
    pub fn checks(&self) -> u32 {
        *lock(&self.checks)
    }

    /// Refuses the next mail temporarily.
    pub fn refuse_for_now(&self) {
        self.refuse(MailError::Temporary("421 try again later".into()));
    }

    /// Refuses the next mail permanently.
    pub fn refuse_permanently(&self) {
        self.refuse(MailError::Permanent("550 no such mailbox".into()));
    }

    /// Returns the sent mails, oldest first.
    pub fn sent(&self) -> Vec<SentMail> {
        lock(&self.sent).clone()
    }

    /// Returns the references of all attempts, including refused ones.
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
