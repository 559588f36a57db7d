//! Lists the roles of a person with their complete histories: `GET users/assign-roles/?user_id=` (1
//! §2.5, §7.2).

use aditus_domain::ids::{AssignedRoleId, UserId};
use aditus_domain::roles::Role;
use thiserror::Error;

use super::views::StatusLine;
use crate::access::{AccessError, Caller};
use crate::accounts::views::AssignedRoleView;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// An assigned role with the history of its status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleWithHistory {
    /// The role.
    pub role: AssignedRoleView,
    /// All changes of the status, latest first.
    pub history: Vec<StatusLine>,
}

/// The roles could not be read.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is neither the person nor an administrator.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The account does not exist, or belongs to another organisation.
    #[error("User not found.")]
    NotFound,
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Store;
        NotFound => NotFound, reason: UserNotFound;
    }
}

/// Reads one role of a person, under the same conditions as [`execute`].
pub fn one(
    ports: &Ports,
    caller: &Caller,
    user: Option<UserId>,
    assigned_role: AssignedRoleId,
) -> Result<RoleWithHistory, Error> {
    execute(ports, caller, user)?
        .into_iter()
        .find(|held| held.role.assigned_role_id == assigned_role)
        .ok_or(Error::NotFound)
}

/// Reads all requested and held roles of a person, ordered by rank. People read their own roles, an
/// Admin those of the own organisation, a Super User all.
pub fn execute(ports: &Ports, caller: &Caller, user: Option<UserId>) -> Result<Vec<RoleWithHistory>, Error> {
    let user_id = user.unwrap_or(caller.user);
    if !caller.holds(Role::Admin) && !caller.holds(Role::SuperUser) {
        caller.require_self(user_id)?;
    }
    let mut views = ports.database.read()?;
    let person = views.accounts().user(user_id)?.ok_or(Error::NotFound)?;
    let is_known =
        user_id == caller.user || caller.holds(Role::SuperUser) || caller.administers(person.org_id);
    if !is_known {
        return Err(Error::NotFound);
    }
    let ids: Vec<_> = person
        .assigned_roles
        .iter()
        .map(|role| role.assigned_role_id)
        .collect();
    let lines = views.roles().histories(&ids)?;
    Ok(person
        .assigned_roles
        .into_iter()
        .map(|role| RoleWithHistory {
            history: lines
                .iter()
                .filter(|(id, _)| *id == role.assigned_role_id)
                .map(|(_, line)| line.clone())
                .collect(),
            role,
        })
        .collect())
}
