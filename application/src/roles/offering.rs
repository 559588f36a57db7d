//! Applies the consequences for people when roles are no longer offered, or offered again: an inner
//! service of changing the status of an organisation role, and of changing an organisation.
//!
//! The caller MUST hold the lock [`super::Roles::lock_exclusive`].

use aditus_domain::ids::{OrganisationRoleId, UserId};
use aditus_domain::notifications::AccountOccasion;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::authority::{self, LastHolder};
use super::notices::person_notification;
use crate::access::Caller;
use crate::accounts::codes;
use crate::failure::{Failure, Kind, Reason};
use crate::notifications::notify::{NotifyError, notify_all};
use crate::organisations::OrganisationRole;
use crate::ports::{Ports, StoreError, Transaction};

/// The change would leave no Super User, or withdraw the caller's own role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LockOut {
    /// No Super User would be left.
    #[error(transparent)]
    Last(#[from] LastHolder),
    /// Other Super Users would remain, but the caller would lose the own role. People cannot
    /// withdraw their own role.
    #[error("You would lose your own Super User role. Ask another Super User to do this.")]
    Own,
}

impl Failure for LockOut {
    fn kind(&self) -> Kind {
        Kind::Conflict
    }

    fn reason(&self) -> Reason {
        match self {
            Self::Last(LastHolder::SuperUser) => Reason::LastSuperUser,
            Self::Last(LastHolder::Admin) => Reason::LastAdmin,
            Self::Own => Reason::OwnRoleLost,
        }
    }
}

/// The people who can use each of some organisation roles.
pub(crate) type Users = Vec<(Role, Vec<UserId>)>;

/// The change of a role for its users.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RoleAvailability<'a> {
    /// Unusable until further notice, for this reason.
    Withdrawn(&'a str),
    /// Usable again.
    Restored,
}

/// Returns the current users of these roles, none if a role is not offered. It must be read before
/// roles are withdrawn, and after they are restored.
pub(crate) fn users_of(
    transaction: &mut dyn Transaction,
    roles: &[OrganisationRole],
) -> Result<Users, StoreError> {
    let mut users = Vec::with_capacity(roles.len());
    for role in roles {
        users.push((role.role, transaction.roles().holders(role.id)?));
    }
    Ok(users)
}

/// Returns the lost roles among the six that decide, with their former users ([`users_of`]).
pub(crate) fn lost_roles(
    roles: &[OrganisationRole],
    before: &Users,
) -> Vec<(OrganisationRoleId, Vec<UserId>)> {
    roles
        .iter()
        .zip(before)
        .filter(|(role, _)| role.role.is_staff())
        .map(|(role, (_, users))| (role.id, users.clone()))
        .collect()
}

/// Returns the reason why the uncommitted change must be refused: it would leave no Super User, or
/// take the role from the caller.
pub(crate) fn lock_out(
    transaction: &mut dyn Transaction,
    caller: &Caller,
) -> Result<Option<LockOut>, StoreError> {
    if transaction.roles().usable_by(Role::SuperUser, None)?.is_empty() {
        return Ok(Some(LastHolder::SuperUser.into()));
    }
    let stays = authority::is_super_user(transaction, caller.user)?;
    Ok((!stays).then_some(LockOut::Own))
}

/// Notifies these people of the change of their roles at this organisation, and signals it on
/// commit, so that open screens update at once. Codes sent to a person whose role is withdrawn
/// become void, also after the role is restored.
pub(crate) fn notify_users(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    organisation: &str,
    users: &Users,
    availability: RoleAvailability<'_>,
    at: DateTime<Utc>,
) -> Result<(), NotifyError> {
    let mut notices = Vec::new();
    for (role, users) in users {
        let role = *role;
        let occasion = match availability {
            RoleAvailability::Withdrawn(reason) => AccountOccasion::RoleWithdrawn {
                role,
                organisation,
                is_revoked: false,
                reason: Some(reason),
            },
            RoleAvailability::Restored => AccountOccasion::RoleRestored { role, organisation },
        };
        for user in users {
            transaction.roles().announce(*user)?;
            if matches!(availability, RoleAvailability::Withdrawn(_)) {
                codes::void_all_of(ports, transaction, *user)?;
            }
            notices.push(person_notification(*user, &occasion));
        }
    }
    notify_all(ports, transaction, &notices, at)
}
