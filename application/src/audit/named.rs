//! The records that entries refer to, with their current names.

use std::collections::{BTreeMap, BTreeSet};

use aditus_domain::audit::{RecordKind, RecordRef};
use aditus_domain::ids::AuditEntryId;

use super::views::{AuditViews, EntryView, RecordName};
use crate::ports::{Ports, StoreError};

/// A record with its current name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedRecord {
    /// The record.
    pub record: RecordRef,
    /// Its name.
    pub name: RecordName,
}

/// The named records of entries, by entry. Deleted records have no name any more.
pub type NamedRecords = BTreeMap<AuditEntryId, Vec<NamedRecord>>;

/// Looks up the records of these kinds. The entries stay as they were recorded: the names stand
/// beside them.
pub(super) fn named_records(
    ports: &Ports,
    views: &mut dyn AuditViews,
    entries: &[EntryView],
    is_visible: impl Fn(RecordKind) -> bool,
) -> Result<NamedRecords, StoreError> {
    let mut referred = Vec::new();
    for entry in entries {
        let records = ports.encoding.record_refs(&entry.canonical);
        for record in records.map_err(StoreError::internal)? {
            if is_visible(record.kind) {
                referred.push((entry.id, record));
            }
        }
    }
    if referred.is_empty() {
        return Ok(NamedRecords::new());
    }
    let records: BTreeSet<RecordRef> = referred.iter().map(|(_, record)| *record).collect();
    let names = views.record_names(&records)?;
    let mut found = NamedRecords::new();
    for (entry, record) in referred {
        if let Some(name) = names.get(&record) {
            let name = name.clone();
            found.entry(entry).or_default().push(NamedRecord { record, name });
        }
    }
    Ok(found)
}
