//! Checks the assigned roles of one person against the audit log.

use std::collections::BTreeMap;

use super::entry::{RoleAct, RoleEntry, StoredRole};
use super::fault::Fault;
use crate::ids::{AssignedRoleId, OrganisationRoleId, UserId};
use crate::roles::{AssignedRole, RoleChangeError};

/// Replays the audit entries about a person's roles and compares the result with the stored roles.
/// Expects the entries in the order of their insertion. Returns all faults.
///
/// Roles are never deleted: a revoked role stays with its status.
pub fn check(user: UserId, stored: &[StoredRole], entries: &[RoleEntry]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut last: BTreeMap<AssignedRoleId, &RoleEntry> = BTreeMap::new();
    for entry in entries {
        faults.extend(match last.insert(entry.said.named.id, entry) {
            None => fault_of_first(user, entry),
            Some(before) => fault_of_next(user, before, entry),
        });
    }
    for role in stored {
        faults.extend(match last.remove(&role.named.id) {
            None => Some(Fault::Ungiven {
                named: role.named,
                status: role.status,
            }),
            Some(entry) => difference(role, entry),
        });
    }
    faults.extend(last.into_values().map(|entry| Fault::Lost {
        named: entry.said.named,
        status: entry.said.act.status(),
        entry: entry.id,
    }));
    faults
}

// The first entry about a role may be a decision: then the role was assigned without an
// application.
fn fault_of_first(user: UserId, entry: &RoleEntry) -> Option<Fault> {
    let why = match entry.said.act {
        RoleAct::Asked if entry.by != Some(user) => RoleChangeError::NotTheHolder,
        RoleAct::Decided(_) if entry.by == Some(user) => RoleChangeError::OwnRole,
        RoleAct::Asked | RoleAct::Decided(_) => return None,
    };
    Some(Fault::Refused { entry: entry.id, why })
}

fn fault_of_next(user: UserId, before: &RoleEntry, entry: &RoleEntry) -> Option<Fault> {
    let (named, said) = (entry.said.named, entry.said.act.status());
    let follows = before.said.act.status();
    if named != before.said.named {
        return Some(Fault::SaidAnother {
            entry: entry.id,
            said: named,
            before: before.id,
            follows: before.said.named,
        });
    }
    let Some(by) = entry.by else {
        return Some(Fault::Nobody(entry.id));
    };
    let mut assigned = AssignedRole {
        id: named.id,
        user,
        org_role: OrganisationRoleId(0),
        role: named.role,
        status: follows,
    };
    let refused = assigned.change(said, by, None, entry.at).err()?;
    Some(Fault::Refused {
        entry: entry.id,
        why: refused,
    })
}

fn difference(role: &StoredRole, entry: &RoleEntry) -> Option<Fault> {
    let (stored, said) = (role.named, entry.said.named);
    if stored != said {
        return Some(Fault::Another {
            stored,
            said,
            entry: entry.id,
        });
    }
    let status = entry.said.act.status();
    (role.status != status).then_some(Fault::Status {
        named: stored,
        stored: role.status,
        said: status,
        entry: entry.id,
    })
}
