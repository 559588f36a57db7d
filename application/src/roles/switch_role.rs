//! Selects another of the caller's roles (1 §4, "Switch Role").

use aditus_domain::ids::AssignedRoleId;

use crate::access::{AccessError, Caller, UsableRole};
use crate::audit::{self, Unrecorded};
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// The role to select.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// Id of the assignment.
    pub assigned_role_id: AssignedRoleId,
}

/// The selected role.
pub type Answer = UsableRole;

/// Selects one of the caller's usable roles for this session.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Answer, Error> {
    let role = *caller
        .assignment(command.assigned_role_id)
        .ok_or(AccessError::NotHeld)?;
    let mut transaction = ports.database.begin()?;
    transaction
        .sessions()
        .select_role(caller.session, Some(role.id))?;
    transaction.commit(audit::unrecorded(Unrecorded::PrivateState))?;
    Ok(role)
}
