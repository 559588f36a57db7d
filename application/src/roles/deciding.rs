//! Decides on a held or requested role, with all consequences: an inner service of attending to
//! requests, of changing a status and of assigning (1 §4; 3 §4; decisions A1).

use aditus_domain::accounts::AccountState;
use aditus_domain::audit::{Act, Personal};
use aditus_domain::ids::{AssignedRoleStatusId, OrganisationId, UserId};
use aditus_domain::notifications::AccountOccasion;
use aditus_domain::review::{Remark, RemarkError};
use aditus_domain::roles::{Role, RoleChangeError, RoleStatus};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::authority::{self, AdminTarget, Refusal};
use super::notices::{notify_person, organisation_name};
use super::{Assignment, super_users};
use crate::access::{AccessError, Caller};
use crate::accounts::codes;
use crate::audit::{self, Recorded};
use crate::failure::failure;
use crate::notifications::notify::NotifyError;
use crate::ports::{Ports, StoreError, Transaction};
use crate::review::vacancy;

/// The role was not changed.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller does not administer this organisation.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The assigned role does not exist, or belongs to another organisation.
    #[error("Assigned role not found.")]
    NotFound,
    /// Its status has changed since the caller saw it.
    #[error("Someone else changed this in the meantime. Please reload.")]
    Stale,
    /// The status cannot change to the chosen one, or not by this caller.
    #[error(transparent)]
    Change(#[from] RoleChangeError),
    /// The organisation does not offer the role, so it would be unusable.
    #[error("The organisation doesn't offer this role right now. A Super User can activate it again.")]
    NotOffered,
    /// The reason is invalid.
    #[error(transparent)]
    Reason(#[from] RemarkError),
    /// A notification could not be sent.
    #[error(transparent)]
    Notify(#[from] NotifyError),
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Access(error) => Self::Access(error),
            Refusal::Outside => Self::NotFound,
            Refusal::Store(error) => Self::Store(error),
        }
    }
}

failure! {
    Error {
        forwards Access, Notify, Store;
        NotFound => NotFound, reason: RoleAssignmentNotFound;
        Stale => Conflict, reason: RowChanged;
        NotOffered => Conflict, reason: RoleNotOffered;
        Change(RoleChangeError::NotAllowed { from, to }) => Conflict,
            reason: RoleChangeNotAllowed,
            params: { from: from.name(), to: to.name() };
        Change(RoleChangeError::OwnRole) => Forbidden, reason: OwnRole;
        Change(RoleChangeError::NotTheHolder) => Forbidden, reason: NotTheHolder;
        Reason(_) => Invalid, reason: InvalidFields, field: "reason";
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Decision<'a> {
    /// Line of history that the caller saw. Without it, the current status counts as seen.
    pub seen: Option<AssignedRoleStatusId>,
    /// New status.
    pub to: RoleStatus,
    /// Reason of the decision.
    pub reason: Option<&'a Remark>,
    /// True if the password came with the call. Otherwise an administrative role requires a recent
    /// confirmation in the session ([`Caller::require_password`]).
    pub password_is_confirmed: bool,
}

pub(super) fn target_of(assignment: &Assignment) -> AdminTarget {
    AdminTarget {
        organisation: assignment.organisation,
        concerned: assignment.assigned.user,
        of_super_user: assignment.assigned.role == Role::SuperUser,
    }
}

/// Changes the status with a line of history, activates the account with its first granted role,
/// notifies the person, and records audit entries. If the person loses the role, their codes become
/// void, and the people who can help are notified of Data Requests with no one left to decide. The
/// transaction must hold the lock [`super::Roles::lock_exclusive`]. The caller commits it.
pub(super) fn decide(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    assignment: Assignment,
    decision: &Decision<'_>,
) -> Result<Recorded, Error> {
    let now = ports.clock.now();
    let target = target_of(&assignment);
    let by = authority::acting_caller(caller, authority::require(transaction, caller, target)?, target);
    if decision.seen.is_some_and(|seen| seen != assignment.latest) {
        return Err(Error::Stale);
    }
    let Assignment {
        mut assigned,
        organisation,
        ..
    } = assignment;
    if decision.to == RoleStatus::Activated {
        let offered = transaction.organisations().role_by_id(assigned.org_role)?;
        if offered.is_none_or(|role| !role.offered) {
            return Err(Error::NotOffered);
        }
    }
    let held = vacancy::staff_roles_of(transaction, assigned.user)?;
    let super_users_before = super_users::now(transaction)?;
    let reason = decision.reason.map(Remark::as_str);
    let change = assigned.change(decision.to, caller.user, reason.map(ToOwned::to_owned), now)?;
    if assigned.role.is_administrative() && !decision.password_is_confirmed {
        caller.require_password(now)?;
    }
    transaction.roles().change(assigned.user, &change)?;
    let decided = Act::RoleDecided {
        user: assigned.user,
        assigned_role: assigned.id,
        role: assigned.role,
        organisation,
        status: assigned.status,
        reason: reason.map(Personal::new),
    };
    if assigned.is_usable() {
        let granted = (assigned.role, organisation);
        let activated = grant(ports, transaction, assigned.user, granted, now)?;
        super_users::notify_of_changes(ports, transaction, &super_users_before, Some(caller.user), now)?;
        let acts = std::iter::once(decided).chain(activated);
        return Ok(audit::record_all(ports, transaction, by, acts)?);
    }
    if change.from == RoleStatus::Activated {
        codes::void_all_of(ports, transaction, assigned.user)?;
    }
    let lost: Vec<_> = held
        .into_iter()
        .filter(|(role, _)| *role == assigned.org_role)
        .collect();
    vacancy::notify_of_lost_roles(ports, transaction, &lost, now)?;
    let name = organisation_name(transaction, organisation)?;
    let (role, organisation) = (assigned.role, name.as_str());
    let occasion = match change.to {
        RoleStatus::Rejected => AccountOccasion::RoleDenied {
            role,
            organisation,
            reason,
        },
        to => AccountOccasion::RoleWithdrawn {
            role,
            organisation,
            is_revoked: to == RoleStatus::Revoked,
            reason,
        },
    };
    notify_person(ports, transaction, assigned.user, &occasion, now)?;
    super_users::notify_of_changes(ports, transaction, &super_users_before, Some(caller.user), now)?;
    Ok(audit::record(ports, transaction, by, decided)?)
}

/// Applies the consequences of a granted role: activates a pending account (decisions A1) and
/// notifies the person. Returns the act of the activation, if any, for the audit log.
pub(super) fn grant(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    (role, organisation): (Role, OrganisationId),
    now: DateTime<Utc>,
) -> Result<Option<Act>, Error> {
    let account = transaction.accounts().by_id(user)?;
    let mut activated = None;
    if let Some(mut account) = account.filter(|account| account.state == AccountState::Pending) {
        account.state = AccountState::Active;
        transaction.accounts().save(&account)?;
        activated = Some(Act::AccountStateChanged {
            user,
            state: account.state,
        });
    }
    let name = organisation_name(transaction, organisation)?;
    let occasion = AccountOccasion::RoleGranted {
        role,
        organisation: &name,
        activated: activated.is_some(),
    };
    notify_person(ports, transaction, user, &occasion, now)?;
    Ok(activated)
}
