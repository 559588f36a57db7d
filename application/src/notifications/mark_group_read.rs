//! Marks all notifications of one role as read: `PATCH notifications/` (1 §2.5, §4).

use aditus_domain::roles::Role;
use thiserror::Error;

use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// Selects the group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Name of the role of the group.
    pub role: String,
}

/// Number of notifications that were unread.
pub type Answer = u64;

/// Nothing was marked.
#[derive(Debug, Error)]
pub enum Error {
    /// No role has this name.
    #[error("Please select the Role!")]
    Role,
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Store;
        Role => Invalid, reason: InvalidFields, field: "role";
    }
}

/// Marks the caller's own notifications in this role. The caller may have lost the role, because
/// its notifications stay in their group.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Answer, Error> {
    let role = Role::parse(&command.role).map_err(|_| Error::Role)?;
    let mut transaction = ports.database.begin()?;
    let marked = transaction.notifications().mark_group_read(caller.user, role)?;
    transaction.commit(audit::unrecorded(Unrecorded::PrivateState))?;
    Ok(marked)
}
