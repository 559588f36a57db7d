//! Authenticates the entries that wait for the log.
//!
//! The log accepts an entry only with a MAC that needs the secrets of the installation, which are
//! not in the database. Write access to the database alone is therefore not enough to add to the
//! log.

use std::iter;

use aditus_domain::ids::AuditEntryId;

use super::repository::PendingEntry;
use super::sequence::AT_ONCE;
use super::views::AuditLogViews;
use crate::ports::{KeyPurpose, Keys, StoreError};

pub(crate) fn mac(keys: &dyn Keys, canonical: &str) -> [u8; 32] {
    keys.hash(KeyPurpose::AuditEntry, canonical.as_bytes())
}

/// Returns true if the MAC was made with the current secrets, or with others that are valid during
/// a rotation.
pub(crate) fn is_ours(keys: &dyn Keys, entry: &PendingEntry) -> bool {
    <[u8; 32]>::try_from(entry.mac.as_slice())
        .is_ok_and(|found| keys.is_hash(&found, KeyPurpose::AuditEntry, entry.canonical.as_bytes()))
}

/// Returns true if the MAC was made with the current secrets.
pub(crate) fn is_current(keys: &dyn Keys, entry: &PendingEntry) -> bool {
    <[u8; 32]>::try_from(entry.mac.as_slice())
        .is_ok_and(|found| keys.equal(&found, &mac(keys, &entry.canonical)))
}

/// Iterates over all waiting entries, oldest first, in batches.
pub(crate) fn all_pending(
    mut read: impl FnMut(AuditEntryId, u32) -> Result<Vec<PendingEntry>, StoreError>,
) -> impl Iterator<Item = Result<PendingEntry, StoreError>> {
    let mut next = Some(AuditEntryId(i64::MIN));
    let parts = iter::from_fn(move || {
        let part = read(next.take()?, AT_ONCE);
        if let Ok(part) = &part
            && part.len() == AT_ONCE as usize
        {
            next = part.last().map(|last| last.id);
        }
        Some(part)
    });
    parts.flat_map(|part| match part {
        Ok(part) => part.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    })
}

/// Returns waiting entries that were not written with these secrets, at most the oldest thousand.
pub fn foreign(keys: &dyn Keys, log: &mut dyn AuditLogViews) -> Result<Vec<AuditEntryId>, StoreError> {
    all_pending(|after, most| log.waiting(after, most))
        .filter(|entry| entry.as_ref().map_or(true, |entry| !is_ours(keys, entry)))
        .take(AT_ONCE as usize)
        .map(|entry| entry.map(|entry| entry.id))
        .collect()
}
