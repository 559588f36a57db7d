//! The acts on the roles of one person, one after the other.

use std::collections::BTreeMap;

use super::entry::{RoleAct, RoleEntry, StoredRole};
use super::fault::Fault;
use crate::ids::{AssignedRoleId, OrganisationRoleId, UserId};
use crate::roles::{AssignedRole, RoleChangeError};

/// Everything that is not right with the roles of a person and the entries about them, which come in the order in which they were added;
/// nothing if they agree. Roles are never removed: what was taken away stays with its status.
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

/// What is wrong with the first entry about a role. Where it is a decision, the role was assigned by it.
fn fault_of_first(user: UserId, entry: &RoleEntry) -> Option<Fault> {
    let why = match entry.said.act {
        RoleAct::Asked if entry.by != Some(user) => RoleChangeError::NotTheHolder,
        RoleAct::Decided(_) if entry.by == Some(user) => RoleChangeError::OwnRole,
        RoleAct::Asked | RoleAct::Decided(_) => return None,
    };
    Some(Fault::Refused { entry: entry.id, why })
}

/// What is wrong with an entry behind another one about the same role.
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

/// How a role differs from what the last entry says of it.
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
