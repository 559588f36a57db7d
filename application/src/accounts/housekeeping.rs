//! Removes what no longer counts: ended sessions, old codes, changes that can no longer be taken back, old failures to sign in, old clicks, old mails and text messages. A
//! worker calls it now and then.

use aditus_domain::accounts::{ContactChange, SessionLife, SignInRule};
use chrono::TimeDelta;

pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// Codes are kept this long. It must be longer than the hour that the limit on new codes looks back on.
pub const CODES_KEPT: TimeDelta = TimeDelta::days(1);

/// Clicks are kept this long.
pub const CLICKS_KEPT: TimeDelta = TimeDelta::days(180);

/// Mails and text messages are kept this long in the outbox: once sent, to tell when and after how many attempts; unsent, far
/// longer than anybody tries, for a channel that nobody serves any more.
pub const MESSAGES_KEPT: TimeDelta = TimeDelta::days(30);

/// What was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Sessions past their life.
    pub sessions: u64,
    /// One-time codes.
    pub codes: u64,
    /// Changes of addresses and numbers that can no longer be taken back.
    pub contact_changes: u64,
    /// Failed sign-ins.
    pub attempts: u64,
    /// Clicks.
    pub clicks: u64,
    /// Mails and text messages.
    pub messages: u64,
}

/// Sweeps in one transaction.
pub fn execute(ports: &Ports) -> Result<Answer, Error> {
    let now = ports.clock.now();
    let life = SessionLife::default();
    let mut transaction = ports.database.begin()?;
    let sessions = transaction
        .sessions()
        .sweep(now - life.idle, now - life.absolute)?;
    let codes = transaction.codes().sweep(now - CODES_KEPT)?;
    let contact_changes = transaction
        .contact_changes()
        .sweep(now - ContactChange::REVERSIBLE_FOR)?;
    let attempts = transaction.sign_in_attempts().sweep(now - SignInRule::WINDOW)?;
    let clicks = transaction.clicks().sweep(now - CLICKS_KEPT)?;
    let messages = transaction.outbox().sweep(now - MESSAGES_KEPT)?;
    transaction.commit()?;
    Ok(Answer {
        sessions,
        codes,
        contact_changes,
        attempts,
        clicks,
        messages,
    })
}
