//! Verifies the roles that people hold against the entries that gave and took them.

use aditus_domain::audit::roles::{RoleEntry, check};
use aditus_domain::ids::UserId;

use super::{Error, Told};
use crate::integrity::examine::{self, Finding};
use crate::integrity::{AboutRole, ReviewedPerson};
use crate::ports::{EncodingError, Ports};

/// The number of people in memory at once. Each batch is read in one snapshot, because a role and
/// its entry are committed together.
const AT_ONCE: u32 = 200;

pub(super) fn look(ports: &Ports, tell: &mut dyn FnMut(Told)) -> Result<Finding, Error> {
    let mut finding = Finding::of("roles that people hold");
    let mut after = UserId(i64::MIN);
    loop {
        let mut snapshot = ports.database.examine()?.ok_or(examine::Error::NotOffered)?;
        let some = snapshot.reviewed_people(after, AT_ONCE)?;
        drop(snapshot);
        let Some(last) = some.last() else { break };
        after = last.user;
        for person in &some {
            finding.looked_at += person.roles.as_ref().map_or(0, |roles| roles.len() as u64);
            for fault in faults_of(ports, person) {
                finding.is_wrong(format_args!("user {}: {fault}", person.user));
            }
        }
        tell(Told::Progress {
            subject: finding.subject,
            done: finding.looked_at,
            all: None,
        });
    }
    let mut snapshot = ports.database.examine()?.ok_or(examine::Error::NotOffered)?;
    for lost in snapshot.lost_people(AT_ONCE)? {
        finding.is_wrong(format_args!(
            "user {lost}: roles of this account are in the audit log, but it no longer exists"
        ));
    }
    Ok(finding)
}

fn faults_of(ports: &Ports, person: &ReviewedPerson) -> Vec<String> {
    let stored = match &person.roles {
        Ok(stored) => stored,
        Err(why) => return vec![format!("the roles cannot be read: {why}")],
    };
    let mut faults = Vec::new();
    let mut entries = Vec::with_capacity(person.entries.len());
    for entry in &person.entries {
        match read(ports, entry) {
            Ok(Some(read)) if read.said.user == person.user => entries.push(read),
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
fn read(ports: &Ports, entry: &AboutRole) -> Result<Option<RoleEntry>, EncodingError> {
    let facts = ports.encoding.entry_facts(&entry.canonical)?;
    let said = ports.encoding.role_said(&entry.canonical)?;
    Ok(said.map(|said| RoleEntry {
        id: entry.id,
        at: facts.found_by.at,
        by: facts.found_by.user,
        said,
    }))
}
