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
        faults.extend(match last.insert(entry.recorded.identity.id, entry) {
            None => fault_of_first(user, entry),
            Some(before) => fault_of_next(user, before, entry),
        });
    }
    for role in stored {
        faults.extend(match last.remove(&role.identity.id) {
            None => Some(Fault::Unrecorded {
                identity: role.identity,
                status: role.status,
            }),
            Some(entry) => difference(role, entry),
        });
    }
    faults.extend(last.into_values().map(|entry| Fault::Lost {
        identity: entry.recorded.identity,
        status: entry.recorded.act.status(),
        entry: entry.id,
    }));
    faults
}

// The first entry about a role may be a decision: then the role was assigned without an
// application.
fn fault_of_first(user: UserId, entry: &RoleEntry) -> Option<Fault> {
    let why = match entry.recorded.act {
        RoleAct::Applied if entry.by != Some(user) => RoleChangeError::NotTheHolder,
        RoleAct::Decided(_) if entry.by == Some(user) => RoleChangeError::OwnRole,
        RoleAct::Applied | RoleAct::Decided(_) => return None,
    };
    Some(Fault::Refused { entry: entry.id, why })
}

fn fault_of_next(user: UserId, before: &RoleEntry, entry: &RoleEntry) -> Option<Fault> {
    let (identity, recorded) = (entry.recorded.identity, entry.recorded.act.status());
    let expected = before.recorded.act.status();
    if identity != before.recorded.identity {
        return Some(Fault::IdentityChanged {
            entry: entry.id,
            recorded: identity,
            before: before.id,
            expected: before.recorded.identity,
        });
    }
    let Some(by) = entry.by else {
        return Some(Fault::NoActor(entry.id));
    };
    let mut assigned = AssignedRole {
        id: identity.id,
        user,
        org_role: OrganisationRoleId(0),
        role: identity.role,
        status: expected,
    };
    let refused = assigned.change(recorded, by, None, entry.at).err()?;
    Some(Fault::Refused {
        entry: entry.id,
        why: refused,
    })
}

fn difference(role: &StoredRole, entry: &RoleEntry) -> Option<Fault> {
    let (stored, recorded) = (role.identity, entry.recorded.identity);
    if stored != recorded {
        return Some(Fault::Identity {
            stored,
            recorded,
            entry: entry.id,
        });
    }
    let status = entry.recorded.act.status();
    (role.status != status).then_some(Fault::Status {
        identity: stored,
        stored: role.status,
        recorded: status,
        entry: entry.id,
    })
}
