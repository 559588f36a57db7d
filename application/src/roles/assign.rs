//! Assigns a role that was not requested: `POST users/assigned-roles/admin/` (1 §7.2; 3 §2.3, §5,
//! §8). A Super User appoints the first Admin of an organisation this way.

use aditus_domain::audit::Act;
use aditus_domain::ids::{AssignedRoleId, OrganisationRoleId, UserId};
use aditus_domain::roles::{Role, RoleChangeError, RoleStatus};
use thiserror::Error;

use super::authority::{self, AdminTarget};
use super::{deciding, super_users};
use crate::access::Caller;
use crate::audit;
use crate::failure::{Failure, failure};
use crate::ports::{Ports, StoreError};

/// The person and the role to assign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// Account of the person.
    pub user: Option<UserId>,
    /// The organisation role.
    pub org_role: Option<OrganisationRoleId>,
}

/// Id of the assigned role.
pub type Answer = AssignedRoleId;

/// Nothing was assigned.
#[derive(Debug, Error)]
pub enum Error {
    /// Neither a person nor a role was chosen.
    #[error("Please select a User.")]
    NoUserNorRole,
    /// No person was chosen.
    #[error("Please select a User.")]
    NoUser,
    /// No role was chosen.
    #[error("Please select an Organisation Role.")]
    NoRole,
    /// The person already holds the role, suspended or not.
    #[error("User is already assigned to that role!")]
    Already,
    /// The person has requested the role. Granting a request requires the administrator's password
    /// (1 §6).
    #[error("The user has requested this role. Grant or deny it among the role requests.")]
    Requested,
    /// The person was denied the role, or has lost it. Only they can request it again (1 §4).
    #[error("This role is {0}. Only the user can request it again, on the Request Role page.")]
    Ended(RoleStatus),
    /// The account does not exist, or belongs to another organisation.
    #[error("User not found.")]
    UserNotFound,
    /// The organisation does not offer this role, or the role belongs to another organisation.
    #[error("Organisation role not found.")]
    RoleNotFound,
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
        NoUserNorRole => Invalid, reason: InvalidFields, fields: [Self::NoUser, Self::NoRole]
            .iter()
            .flat_map(Failure::fields)
            .collect();
        NoUser => Invalid, reason: InvalidFields, field: "user_id";
        NoRole => Invalid, reason: InvalidFields, field: "org_role_id";
        Already => Invalid, reason: RoleAlreadyAssigned;
        Requested => Invalid, reason: RoleRequested;
        Ended(status) => Invalid, reason: RoleEnded, params: { status: status.name() };
        UserNotFound => NotFound, reason: UserNotFound;
        RoleNotFound => NotFound, reason: OrganisationRoleNotFound;
    }
}

/// Returns the error for a role that the person holds, has requested or has lost.
pub(super) fn known_already(status: RoleStatus) -> Error {
    match status {
        RoleStatus::Activated | RoleStatus::Deactivated => Error::Already,
        RoleStatus::Pending => Error::Requested,
        RoleStatus::Rejected | RoleStatus::Revoked => Error::Ended(status),
    }
}

/// Assigns a role of an organisation to one of its people, usable at once. The roles Admin and
/// Super User require a recent password confirmation.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Answer, Error> {
    authority::require_administrator(caller).map_err(deciding::Error::from)?;
    if command.user.is_none() && command.org_role.is_none() {
        return Err(Error::NoUserNorRole);
    }
    let user = command.user.ok_or(Error::NoUser)?;
    let org_role = command.org_role.ok_or(Error::NoRole)?;
    if user == caller.user {
        return Err(deciding::Error::from(RoleChangeError::OwnRole).into());
    }
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    transaction.roles().lock_exclusive()?;
    let offered = transaction
        .organisations()
        .role_by_id(org_role)?
        .filter(|offered| offered.offered && offered.role.is_granted())
        .ok_or(Error::RoleNotFound)?;
    let target = AdminTarget {
        organisation: offered.organisation,
        concerned: user,
        of_super_user: offered.role == Role::SuperUser,
    };
    let acting_as =
        authority::require(transaction.as_mut(), caller, target).map_err(|refusal| match refusal {
            authority::Refusal::Outside => Error::RoleNotFound,
            other => Error::Deciding(other.into()),
        })?;
    let account = transaction.accounts().by_id(user)?;
    if account.is_none_or(|account| account.organisation != offered.organisation) {
        return Err(Error::UserNotFound);
    }
    if let Some(known) = transaction.roles().assignment(user, org_role)? {
        return Err(known_already(known.assigned.status));
    }
    if offered.role.is_administrative() {
        caller.require_password(now).map_err(deciding::Error::from)?;
    }
    let super_users_before = super_users::now(transaction.as_mut())?;
    let by = Some(caller.user);
    let assigned = transaction
        .roles()
        .assign(user, org_role, RoleStatus::Activated, by, None, now)
        .map_err(|error| match error {
            // A concurrent call requested or assigned the role.
            StoreError::Duplicate(_) => Error::Already,
            other => other.into(),
        })?;
    let granted = (offered.role, offered.organisation);
    let activated = deciding::grant(ports, transaction.as_mut(), user, granted, now)?;
    super_users::notify_of_changes(
        ports,
        transaction.as_mut(),
        &super_users_before,
        Some(caller.user),
        now,
    )
    .map_err(deciding::Error::from)?;
    let decided = Act::RoleDecided {
        user,
        assigned_role: assigned,
        role: offered.role,
        organisation: offered.organisation,
        status: RoleStatus::Activated,
        reason: None,
    };
    let by = authority::acting_caller(caller, acting_as, target);
    let acts = std::iter::once(decided).chain(activated);
    let recorded = audit::record_all(ports, transaction.as_mut(), by, acts)?;
    transaction.commit(recorded)?;
    Ok(assigned)
}
