//! The roles that people hold against the entries that gave and took them.

use aditus_domain::audit::may_be_from_before;
use aditus_domain::audit::roles::{Fault, RoleEntry, check};
use aditus_domain::ids::{AssignedRoleId, UserId};
use chrono::{DateTime, Utc};

use super::{Error, Told, taking_over_began};
use crate::integrity::examine::{self, Finding};
use crate::integrity::{AboutRole, ReviewedPerson};
use crate::ports::{EncodingError, Ports};

/// As many people are in memory at once. They are read in a snapshot of their own: a role and its entry are committed together.
const AT_ONCE: u32 = 200;

/// Compares the roles of each person with the entries. What was there before the record, and is not taken over yet, is remarked.
pub(super) fn look(ports: &Ports, tell: &mut dyn FnMut(Told)) -> Result<Finding, Error> {
    let mut finding = Finding::of("roles that people hold");
    let mut not_yet: u64 = 0;
    let began = taking_over_began(ports)?;
    let mut after = UserId(i64::MIN);
    loop {
        let mut snapshot = ports.database.examine()?.ok_or(examine::Error::NotOffered)?;
        let taking_over = TakingOver {
            last: snapshot.roles_taken_over()?,
            began,
            now: ports.clock.now(),
        };
        let some = snapshot.reviewed_people(after, AT_ONCE)?;
        drop(snapshot);
        let Some(last) = some.last() else { break };
        after = last.user;
        for person in &some {
            finding.looked_at += person.roles.as_ref().map_or(0, |roles| roles.len() as u64);
            let (faults, waiting) = faults_of(ports, person, &taking_over);
            for fault in faults {
                finding.is_wrong(format_args!("user {}: {fault}", person.user));
            }
            not_yet += waiting;
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
            "user {lost}: roles of this account are in the record, and it is not there any more"
        ));
    }
    if not_yet > 0 {
        finding.remarks.push(format!(
            "{not_yet} are from before the record and not taken over yet, which a server does while it runs"
        ));
    }
    Ok(finding)
}

/// How far roles of before the record were taken over.
struct TakingOver {
    /// The last one that was looked at.
    last: AssignedRoleId,
    /// When the first record was taken over.
    began: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
}

impl TakingOver {
    /// Whether a role without an entry may still get one by right.
    fn may_reach(&self, role: AssignedRoleId) -> bool {
        role > self.last && may_be_from_before(self.began, self.now)
    }
}

/// What is wrong with the roles of a person, in words, and how many of them wait to be taken over.
fn faults_of(ports: &Ports, person: &ReviewedPerson, taking_over: &TakingOver) -> (Vec<String>, u64) {
    let stored = match &person.roles {
        Ok(stored) => stored,
        Err(why) => return (vec![format!("the roles cannot be read: {why}")], 0),
    };
    let mut faults = Vec::new();
    let mut entries = Vec::with_capacity(person.entries.len());
    for entry in &person.entries {
        match read(ports, entry) {
            Ok(Some(read)) if read.said.user == person.user => entries.push(read),
            // It is of another kind, or about somebody else, than its columns say, which is told where entries are looked at.
            Ok(_) => {}
            Err(error) => faults.push(format!("entry {}: {error}", entry.id)),
        }
    }
    let mut waiting = 0;
    for fault in check(person.user, stored, &entries, taking_over.began) {
        match fault {
            Fault::Ungiven { named, .. } if taking_over.may_reach(named.id) => waiting += 1,
            fault => faults.push(fault.to_string()),
        }
    }
    (faults, waiting)
}

/// What an entry says.
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
