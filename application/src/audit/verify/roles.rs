//! Verifies the roles that people hold against the entries that gave and took them.

use aditus_domain::audit::roles::{RoleEntry, check};
use aditus_domain::ids::UserId;

use super::{Error, VerifyEvent};
use crate::integrity::scan::{self, Finding};
use crate::integrity::{RoleEntryRow, ScannedPerson};
use crate::ports::{EncodingError, Ports};

/// The number of people in memory at once. Each batch is read in one snapshot, because a role and
/// its entry are committed together.
const AT_ONCE: u32 = 200;

pub(super) fn verify(ports: &Ports, report: &mut dyn FnMut(VerifyEvent)) -> Result<Finding, Error> {
    let mut finding = Finding::new("roles that people hold");
    let mut after = UserId(i64::MIN);
    loop {
        let mut snapshot = ports.database.begin_integrity_scan()?.ok_or(scan::Error::NotOffered)?;
        let some = snapshot.people(after, AT_ONCE)?;
        drop(snapshot);
        let Some(last) = some.last() else { break };
        after = last.user;
        for person in &some {
            finding.checked += person.roles.as_ref().map_or(0, |roles| roles.len() as u64);
            for fault in faults_of(ports, person) {
                finding.add_fault(format_args!("user {}: {fault}", person.user));
            }
        }
        report(VerifyEvent::Progress {
            subject: finding.subject,
            done: finding.checked,
            all: None,
        });
    }
    let mut snapshot = ports.database.begin_integrity_scan()?.ok_or(scan::Error::NotOffered)?;
    for lost in snapshot.lost_people(AT_ONCE)? {
        finding.add_fault(format_args!(
            "user {lost}: roles of this account are in the record, and it is not there any more"
        ));
    }
    Ok(finding)
}

fn faults_of(ports: &Ports, person: &ScannedPerson) -> Vec<String> {
    let stored = match &person.roles {
        Ok(stored) => stored,
        Err(why) => return vec![format!("the roles cannot be read: {why}")],
    };
    let mut faults = Vec::new();
    let mut entries = Vec::with_capacity(person.entries.len());
    for entry in &person.entries {
        match read(ports, entry) {
            Ok(Some(read)) if read.recorded.user == person.user => entries.push(read),
            // Its kind or person differs from its columns, which the verification of entries
            // reports.
            Ok(_) => {}
            Err(error) => faults.push(format!("entry {}: {error}", entry.id)),
        }
    }
    let found = check(person.user, stored, &entries);
    faults.extend(found.iter().map(ToString::to_string));
    faults
}

/// Returns the role entry, or `None` for another kind of act.
fn read(ports: &Ports, entry: &RoleEntryRow) -> Result<Option<RoleEntry>, EncodingError> {
    let facts = ports.encoding.entry_facts(&entry.canonical)?;
    let recorded = ports.encoding.recorded_role(&entry.canonical)?;
    Ok(recorded.map(|recorded| RoleEntry {
        id: entry.id,
        at: facts.indexed.at,
        by: facts.indexed.user,
        recorded,
    }))
}
