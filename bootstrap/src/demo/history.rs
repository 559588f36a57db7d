//! Creates the demonstration's history: use cases with an adjustable clock, and a mailbox that
//! collects the mails.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use aditus_application::Ports;
use aditus_application::notifications::deliver_mail;
use aditus_application::ports::{Clock, Entropy, MailError, MailMessage, Mailer};
use aditus_domain::accounts::OtpCode;
use chrono::{DateTime, TimeDelta, Utc};

use super::FillError;
use super::mailbox::Mailbox;

/// Ports whose clock is set back, and advanced as the history of the requests is created.
pub(super) struct History {
    ports: Ports,
    present: DateTime<Utc>,
    clock: Arc<AdjustableClock>,
    entropy: Arc<RememberingEntropy>,
    mailbox: Arc<Mailbox>,
}

/// The age of the oldest data: people and dictionary come first, then the first request.
const MAX_AGE: TimeDelta = TimeDelta::days(60);

impl History {
    pub(super) fn new(ports: &Ports, mailbox: &Arc<Mailbox>) -> Self {
        let present = ports.clock.now();
        let clock = Arc::new(AdjustableClock(Mutex::new(present - MAX_AGE)));
        let entropy = Arc::new(RememberingEntropy {
            inner: Arc::clone(&ports.entropy),
            last: AtomicU32::new(0),
        });
        let ports = Ports {
            clock: clock.clone(),
            entropy: entropy.clone(),
            ..ports.clone()
        };
        Self {
            ports,
            present,
            clock,
            entropy,
            mailbox: Arc::clone(mailbox),
        }
    }

    pub(super) fn ports(&self) -> &Ports {
        &self.ports
    }

    /// Sets the clock to a time before the present.
    pub(super) fn set_time_before_now(&self, by: TimeDelta) {
        self.clock.set(self.present - by);
    }

    /// Advances the clock, but not beyond the present.
    pub(super) fn advance(&self, time: TimeDelta) {
        self.clock.set((self.clock.now() + time).min(self.present));
    }

    /// Returns the code that was issued last, so that its mail need not be opened.
    pub(super) fn last_code(&self) -> OtpCode {
        OtpCode::from_number(self.entropy.last.load(Ordering::Relaxed))
    }

    /// Moves the waiting mails into the mailbox, with the time of the adjustable clock. They are
    /// never sent, since their events never happened.
    pub(super) fn collect_mails(&self) -> Result<(), FillError> {
        let mailer = StoringMailer {
            mailbox: &self.mailbox,
            clock: self.clock.as_ref(),
        };
        deliver_mail::execute(&self.ports, &mailer)
            .map(|_| ())
            .map_err(|error| FillError::new("the mails could not be collected", &error))
    }
}

struct AdjustableClock(Mutex<DateTime<Utc>>);

impl AdjustableClock {
    fn set(&self, time: DateTime<Utc>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = time;
    }
}

impl Clock for AdjustableClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A source of randomness that remembers the last number it returned.
struct RememberingEntropy {
    inner: Arc<dyn Entropy>,
    last: AtomicU32,
}

impl Entropy for RememberingEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        self.inner.fill(bytes);
    }

    fn below(&self, bound: u32) -> u32 {
        let number = self.inner.below(bound);
        self.last.store(number, Ordering::Relaxed);
        number
    }
}

/// A mailer that stores mails and sends none.
struct StoringMailer<'a> {
    mailbox: &'a Mailbox,
    clock: &'a AdjustableClock,
}

impl Mailer for StoringMailer<'_> {
    fn send(&self, mail: &MailMessage, _reference: &str) -> Result<(), MailError> {
        self.mailbox.store(mail, self.clock.now());
        Ok(())
    }

    fn check(&self) -> Result<(), MailError> {
        Ok(())
    }
}
