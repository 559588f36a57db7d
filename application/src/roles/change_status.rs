//! Suspends, restores or takes away a role that was granted: `PUT users/assigned-role-status/{id}/` (3 §2.3, §4, §8).

use aditus_domain::ids::AssignedRoleStatusId;
use aditus_domain::review::Remark;
use aditus_domain::roles::RoleStatus;
use thiserror::Error;

use super::authority;
use super::deciding::{self, Decision};
use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// What is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The latest line of the role's history, as the administrator saw it.
    pub seen: AssignedRoleStatusId,
    /// The id of the status to come.
    pub role_status: Option<i64>,
    /// Why, if that is to be said.
    pub reason: String,
}

/// Why the status stays as it is.
#[derive(Debug, Error)]
pub enum Error {
    /// No status was chosen, or one that there is not.
    #[error("Please select a valid status")]
    Status,
    /// The role is only asked for. Granting or denying it takes the administrator's password (1 §6).
    #[error("This role was requested. Grant or deny it among the role requests.")]
    Requested,
    /// As for every decision on a role.
    #[error(transparent)]
    Deciding(#[from] deciding::Error),
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Deciding(error.into())
    }
}

failure! {
    Error {
        forwards Deciding;
        Status => Invalid, field: "role_status";
        Requested => Conflict;
    }
}

/// Changes the status. For the roles Admin and Super User it needs the password of the last minutes.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    authority::require_administrator(caller).map_err(deciding::Error::from)?;
    let to = command
        .role_status
        .and_then(|id| RoleStatus::from_id(id).ok())
        .ok_or(Error::Status)?;
    let reason = Remark::parse(&command.reason).map_err(deciding::Error::from)?;
    let mut transaction = ports.database.begin()?;
    transaction.roles().take_turns()?;
    let assignment = transaction
        .roles()
        .by_status(command.seen)?
        .ok_or(deciding::Error::NotFound)?;
    if assignment.assigned.status == RoleStatus::Pending {
        authority::require(transaction.as_mut(), caller, deciding::matter_of(&assignment))
            .map_err(deciding::Error::from)?;
        return Err(Error::Requested);
    }
    let decision = Decision {
        seen: Some(command.seen),
        to,
        reason: reason.as_ref(),
        password_is_confirmed: false,
    };
    let recorded = deciding::decide(ports, transaction.as_mut(), caller, assignment, &decision)?;
    transaction.commit(recorded)?;
    Ok(())
}
