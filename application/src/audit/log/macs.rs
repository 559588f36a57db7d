//! Whether an entry that waits for the log was written by this installation.
//!
//! The log takes an entry only with a MAC that nobody can make without the secrets of the installation, which are not in the database: who
//! can write to the database alone adds nothing to the log.

use aditus_domain::ids::AuditEntryId;

use super::repository::PendingEntry;
use super::sequence::AT_ONCE;
use super::views::AuditLogViews;
use crate::ports::{KeyPurpose, Keys, StoreError};

/// The MAC of an entry.
pub(crate) fn mac(keys: &dyn Keys, canonical: &str) -> [u8; 32] {
    keys.hash(KeyPurpose::AuditEntry, canonical.as_bytes())
}

/// Whether its MAC was made with these secrets.
pub(super) fn is_ours(keys: &dyn Keys, entry: &PendingEntry) -> bool {
    <[u8; 32]>::try_from(entry.mac.as_slice())
        .is_ok_and(|found| keys.equal(&found, &mac(keys, &entry.canonical)))
}

/// Entries that wait and were not written with these secrets, the oldest thousand at most.
pub fn foreign(keys: &dyn Keys, log: &mut dyn AuditLogViews) -> Result<Vec<AuditEntryId>, StoreError> {
    let mut foreign = Vec::new();
    let mut after = AuditEntryId(i64::MIN);
    while foreign.len() < AT_ONCE as usize {
        let waiting = log.waiting(after, AT_ONCE)?;
        let Some(last) = waiting.last() else { break };
        after = last.id;
        let others = waiting.iter().filter(|entry| !is_ours(keys, entry));
        foreign.extend(others.map(|entry| entry.id));
    }
    foreign.truncate(AT_ONCE as usize);
    Ok(foreign)
}
