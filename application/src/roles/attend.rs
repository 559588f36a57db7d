//! Grants or denies a requested role: `PATCH users/assigned-roles/approve/` (1 §4, §6, §8; 3 §2.3,
//! §5).

use aditus_domain::ids::{AssignedRoleId, AssignedRoleStatusId};
use aditus_domain::review::Remark;
use aditus_domain::roles::RoleStatus;
use thiserror::Error;

use super::authority;
use super::deciding::{self, Decision};
use crate::access::Caller;
use crate::accounts::confirm_password;
use crate::failure::failure;
use crate::ports::{Ports, StoreError};

/// A decision on a requested role. There is no `Debug`: the password must not reach a log.
#[derive(Clone)]
pub struct Command {
    /// The administrator's own password.
    pub password: String,
    /// Requested role.
    pub assigned_role: AssignedRoleId,
    /// Line of its history that the administrator saw.
    pub seen: Option<AssignedRoleStatusId>,
    /// Id of Activated or of Rejected.
    pub role_status: Option<i64>,
    /// Optional reason.
    pub reason: String,
    /// Network address of the caller.
    pub address: String,
}

/// The request was not decided.
#[derive(Debug, Error)]
pub enum Error {
    /// No password was given.
    #[error("The password is required")]
    PasswordMissing,
    /// The status is neither Activated nor Rejected.
    #[error("Please select a valid status")]
    Status,
    /// The request was already decided.
    #[error("This request was already handled.")]
    Attended,
    /// The password is wrong, or was wrong too often.
    #[error(transparent)]
    Password(#[from] confirm_password::Error),
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
        forwards Password, Deciding;
        PasswordMissing => Invalid, reason: InvalidFields, field: "password";
        Status => Invalid, reason: InvalidFields, field: "role_status_id";
        Attended => Conflict, reason: RoleAlreadyAttended;
    }
}

/// Decides a request. The password is verified before any information about the request is
/// revealed.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    authority::require_administrator(caller).map_err(deciding::Error::from)?;
    if command.password.is_empty() {
        return Err(Error::PasswordMissing);
    }
    let to = command
        .role_status
        .and_then(|id| RoleStatus::from_id(id).ok())
        .filter(|status| matches!(status, RoleStatus::Activated | RoleStatus::Rejected))
        .ok_or(Error::Status)?;
    let reason = Remark::parse(&command.reason).map_err(deciding::Error::from)?;
    confirm_password::execute(ports, caller, &command.password, &command.address)?;

    let mut transaction = ports.database.begin()?;
    transaction.roles().lock_exclusive()?;
    let assignment = transaction
        .roles()
        .by_id(command.assigned_role)?
        .ok_or(deciding::Error::NotFound)?;
    let is_pending = assignment.assigned.status == RoleStatus::Pending;
    let decision = Decision {
        seen: command.seen.filter(|_| is_pending),
        to,
        reason: reason.as_ref(),
        password_is_confirmed: true,
    };
    if !is_pending {
        // Callers without authority must not learn that the request was decided.
        authority::require(transaction.as_mut(), caller, deciding::target_of(&assignment))
            .map_err(deciding::Error::from)?;
        return Err(Error::Attended);
    }
    let recorded = deciding::decide(ports, transaction.as_mut(), caller, assignment, &decision)?;
    transaction.commit(recorded)?;
    Ok(())
}
