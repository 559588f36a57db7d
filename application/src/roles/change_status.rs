//! Suspends, restores or withdraws a granted role: `PUT users/assigned-role-status/{id}/` (3 §2.3,
//! §4, §8).

use aditus_domain::ids::AssignedRoleStatusId;
use aditus_domain::review::Remark;
use aditus_domain::roles::RoleStatus;
use thiserror::Error;

use super::authority;
use super::deciding::{self, Decision};
use crate::access::Caller;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// A new status of a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Latest line of the role's history that the administrator saw.
    pub seen: AssignedRoleStatusId,
    /// Id of the new status.
    pub role_status: Option<i64>,
    /// Optional reason.
    pub reason: String,
}

/// The status was not changed.
#[derive(Debug, Error)]
pub enum Error {
    /// The status is missing or unknown.
    #[error("Please select a valid status")]
    Status,
    /// The role is only requested. Granting or denying it requires the administrator's password (1
    /// §6).
    #[error("This role was requested. Grant or deny it among the role requests.")]
    Requested,
    /// An error common to all decisions on roles.
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
        Status => Invalid, reason: InvalidFields, field: "role_status";
        Requested => Conflict, reason: RoleRequested;
    }
}

/// Changes the status. The roles Admin and Super User require a recent password confirmation.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    authority::require_administrator(caller).map_err(deciding::Error::from)?;
    let to = command
        .role_status
        .and_then(|id| RoleStatus::from_id(id).ok())
        .ok_or(Error::Status)?;
    let reason = Remark::parse(&command.reason).map_err(deciding::Error::from)?;
    let mut transaction = ports.database.begin()?;
    transaction.roles().lock_exclusive()?;
    let assignment = transaction
        .roles()
        .by_status(command.seen)?
        .ok_or(deciding::Error::NotFound)?;
    if assignment.assigned.status == RoleStatus::Pending {
        authority::require(transaction.as_mut(), caller, deciding::target_of(&assignment))
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
