//! Verifies accounts and administrative records against the entries that changed them.

use std::collections::BTreeMap;

use aditus_domain::audit::stored::{Fault, LastEntry, Subject, SubjectKind, check};
use aditus_domain::ids::AuditEntryId;

use super::{AT_ONCE, Error, VerifyEvent};
use crate::audit::first_entries::SEEDED;
use crate::audit::stored::{RowState, digests};
use crate::integrity::scan::{self, Finding};
use crate::integrity::{DigestEntryRow, IntegrityScan};
use crate::ports::{EncodingError, Ports, StoreError};

/// Compares each row with the last entry about it, in one snapshot, because a row and its entry are
/// committed together.
pub(super) fn verify(ports: &Ports, report: &mut dyn FnMut(VerifyEvent)) -> Result<Finding, Error> {
    let mut finding = Finding::new("accounts and records of the administration");
    let mut snapshot = ports
        .database
        .begin_integrity_scan()?
        .ok_or(scan::Error::NotOffered)?;
    let mut last_entries = LastEntries::default();
    last_entries.read(ports, snapshot.as_mut(), &mut finding)?;
    // After `aditus migrate` alone there are no entries about rows. The first start adds those of
    // the seeded rows.
    let is_new = last_entries.last.is_empty();
    let mut waiting: u64 = 0;
    for kind in SubjectKind::ALL {
        let waits = is_new && SEEDED.contains(&kind);
        let mut after = i64::MIN;
        loop {
            let some = snapshot.row_states(kind, after, AT_ONCE)?;
            let Some(last) = some.last() else { break };
            after = last.id;
            for state in &some {
                finding.checked += 1;
                if waits {
                    waiting += 1;
                } else if let Some(fault) = last_entries.fault_of(ports, kind, state)? {
                    finding.add_fault(fault);
                }
            }
            report(VerifyEvent::Progress {
                subject: finding.subject,
                done: finding.checked,
                all: None,
            });
        }
    }
    if waiting > 0 {
        finding.remarks.push(format!(
            "{waiting} came with the product and have no entry yet; the first start of the server adds them"
        ));
    }
    // The remaining entries have no row.
    for (subject, last) in &last_entries.last {
        if let Some(fault) = check(*subject, None, Some(last)) {
            finding.add_fault(fault);
        }
    }
    Ok(finding)
}

#[derive(Default)]
struct LastEntries {
    /// The last entry about each row.
    last: BTreeMap<Subject, LastEntry>,
}

impl LastEntries {
    fn read(
        &mut self,
        ports: &Ports,
        snapshot: &mut dyn IntegrityScan,
        finding: &mut Finding,
    ) -> Result<(), Error> {
        let mut after = AuditEntryId(i64::MIN);
        loop {
            let some = snapshot.digest_entries(after, AT_ONCE)?;
            let Some(last) = some.last() else { return Ok(()) };
            after = last.id;
            for entry in &some {
                if let Err(error) = self.add(ports, entry) {
                    finding.add_fault(format_args!("entry {}: {error}", entry.id));
                }
            }
        }
    }

    fn add(&mut self, ports: &Ports, entry: &DigestEntryRow) -> Result<(), EncodingError> {
        for state in ports.encoding.row_digests(&entry.canonical)? {
            let last = LastEntry {
                entry: entry.id,
                parts: state.parts,
            };
            self.last.insert(state.subject, last);
        }
        Ok(())
    }

    /// Returns the fault of a row. Each row can be checked only once.
    fn fault_of(
        &mut self,
        ports: &Ports,
        kind: SubjectKind,
        state: &RowState,
    ) -> Result<Option<Fault>, Error> {
        let subject = Subject { kind, id: state.id };
        let stored = digests(ports.encoding.as_ref(), state).map_err(StoreError::internal)?;
        let last = self.last.remove(&subject);
        Ok(check(subject, Some(&stored), last.as_ref()))
    }
}
