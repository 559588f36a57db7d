//! Deletes expired data: sessions, pending sign-ins, sign-ins that are on their way through a
//! provider, proven identities, ceremonies of passkeys, codes, contact changes that can no longer be
//! reverted, rate-limit events, addresses of untrusted proxies, clicks, mails and text messages,
//! idempotency keys, and results of imports. A worker runs it periodically.

use aditus_domain::accounts::ContactChange;
use aditus_domain::accounts::identity::{ProvenIdentity, ProviderSignIn};
use aditus_domain::accounts::passkey::Ceremony;
use aditus_domain::accounts::second_factor::PendingSignIn;

use crate::audit::{self, Unrecorded};
use crate::dictionary::import as dictionary_import;
pub use crate::failure::Refused as Error;
use crate::idempotency;
use crate::ports::Ports;
use crate::untrusted_proxies;

/// The number of deleted rows of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Sessions past their lifetime.
    pub sessions: u64,
    /// Sign-ins that waited too long for the second factor.
    pub pending_sign_ins: u64,
    /// Sign-ins from which nobody came back.
    pub provider_sign_ins: u64,
    /// Proven identities that nobody linked.
    pub proven_identities: u64,
    /// Challenges for passkeys without a response.
    pub ceremonies: u64,
    /// One-time codes.
    pub codes: u64,
    /// Changes of addresses and numbers that can no longer be reverted.
    pub contact_changes: u64,
    /// Events counted for rate limits.
    pub limited_events: u64,
    /// Clicks.
    pub clicks: u64,
    /// Mails and text messages.
    pub messages: u64,
    /// Idempotency keys.
    pub keys: u64,
    /// Imports of the dictionary that ended long ago.
    pub imports: u64,
}

/// Deletes the expired rows in one transaction.
pub fn execute(ports: &Ports) -> Result<Answer, Error> {
    let now = ports.clock.now();
    let life = ports.settings.session_life;
    let kept = ports.settings.retention;
    let mut transaction = ports.database.begin()?;
    let sessions = transaction
        .sessions()
        .delete_expired(now - life.idle, now - life.absolute)?;
    let pending_sign_ins = transaction
        .pending_sign_ins()
        .delete_expired(now - PendingSignIn::LIFETIME)?;
    let provider_sign_ins = transaction
        .provider_sign_ins()
        .delete_expired(now - ProviderSignIn::LIFETIME)?;
    let proven_identities = transaction
        .proven_identities()
        .delete_expired(now - ProvenIdentity::LIFETIME)?;
    let ceremonies = transaction
        .ceremonies()
        .delete_expired(now - Ceremony::LIFETIME)?;
    let codes = transaction.codes().delete_expired(now - kept.codes)?;
    let contact_changes = transaction
        .contact_changes()
        .delete_expired(now - ContactChange::REVERSIBLE_FOR)?;
    let limited_events = transaction.limited_events().delete_expired(now)?;
    transaction
        .untrusted_proxies()
        .delete_expired(now - untrusted_proxies::REMEMBERED_FOR)?;
    let clicks = transaction.clicks().delete_expired(now - kept.clicks)?;
    let messages = transaction.outbox().delete_expired(now - kept.messages)?;
    let keys = transaction
        .idempotency_keys()
        .delete_expired(now - idempotency::LIFETIME)?;
    let imports = transaction
        .dictionary_imports()
        .delete_expired(now - dictionary_import::list::KEPT)?;
    transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    Ok(Answer {
        sessions,
        pending_sign_ins,
        provider_sign_ins,
        proven_identities,
        ceremonies,
        codes,
        contact_changes,
        limited_events,
        clicks,
        messages,
        keys,
        imports,
    })
}
