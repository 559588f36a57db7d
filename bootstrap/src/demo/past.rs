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
pub(super) struct Past {
    ports: Ports,
    present: DateTime<Utc>,
    clock: Arc<SetClock>,
    entropy: Arc<WatchedEntropy>,
    mailbox: Arc<Mailbox>,
}

/// The age of the oldest data: people and dictionary come first, then the first request.
const BEGINNING: TimeDelta = TimeDelta::days(60);

impl Past {
    pub(super) fn before(ports: &Ports, mailbox: &Arc<Mailbox>) -> Self {
        let present = ports.clock.now();
        let clock = Arc::new(SetClock(Mutex::new(present - BEGINNING)));
        let entropy = Arc::new(WatchedEntropy {
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
    pub(super) fn go_back(&self, by: TimeDelta) {
        self.clock.set(self.present - by);
    }

    /// Advances the clock, but not beyond the present.
    pub(super) fn pass(&self, time: TimeDelta) {
        self.clock.set((self.clock.now() + time).min(self.present));
    }

    /// Returns the code that was issued last, so that its mail need not be opened.
    pub(super) fn last_code(&self) -> OtpCode {
        OtpCode::from_number(self.entropy.last.load(Ordering::Relaxed))
    }

    /// Moves the waiting mails into the mailbox, with the time of the adjustable clock. They are
    /// never sent, since their events never happened.
    pub(super) fn collect_mails(&self) -> Result<(), FillError> {
        let mailer = KeepingMailer {
            mailbox: &self.mailbox,
            clock: self.clock.as_ref(),
        };
        deliver_mail::execute(&self.ports, &mailer)
            .map(|_| ())
            .map_err(|error| FillError::refused("the mails could not be collected", &error))
    }
}

struct SetClock(Mutex<DateTime<Utc>>);

impl SetClock {
    fn set(&self, time: DateTime<Utc>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = time;
    }
}

impl Clock for SetClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A source of randomness that remembers the last number it returned.
struct WatchedEntropy {
    inner: Arc<dyn Entropy>,
    last: AtomicU32,
}

impl Entropy for WatchedEntropy {
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
struct KeepingMailer<'a> {
    mailbox: &'a Mailbox,
    clock: &'a SetClock,
}

impl Mailer for KeepingMailer<'_> {
    fn send(&self, mail: &MailMessage, _reference: &str) -> Result<(), MailError> {
        self.mailbox.keep(mail, self.clock.now());
        Ok(())
    }

    fn check(&self) -> Result<(), MailError> {
        Ok(())
    }
}
