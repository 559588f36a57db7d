//! Selects another of the caller's roles (1 §4, "Switch Role").

use aditus_domain::ids::AssignedRoleId;
use thiserror::Error;

use crate::access::{AccessError, Caller, UsableRole};
use crate::failure::{Failure, Kind};
use crate::ports::{Ports, StoreError};

/// The role to select.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// The assignment.
    pub assigned_role_id: AssignedRoleId,
}

/// The role that is selected now.
pub type Answer = UsableRole;

/// Why the selection stays as it is.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller does not hold this role, or it is not activated.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl Failure for Error {
    fn kind(&self) -> Kind {
        match self {
            Self::Access(error) => error.kind(),
            Self::Store(error) => error.kind(),
        }
    }
}

/// Selects one of the caller's usable roles for this session.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Answer, Error> {
    let role = *caller
        .assignment(command.assigned_role_id)
        .ok_or(AccessError::NotHeld)?;
    let mut transaction = ports.database.begin()?;
    transaction
        .sessions()
        .select_role(caller.session, Some(role.id))?;
    transaction.commit()?;
    Ok(role)
}
