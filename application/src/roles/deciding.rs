//! Deciding on a role that somebody holds or asks for, with all that follows from it: an inner service of attending to
//! requests, of changing a status and of assigning (1 §4; 3 §4; decisions A1).

use aditus_domain::accounts::AccountState;
use aditus_domain::audit::{Act, Personal};
use aditus_domain::ids::{AssignedRoleStatusId, OrganisationId, UserId};
use aditus_domain::notifications::AccountOccasion;
use aditus_domain::review::{Remark, RemarkError};
use aditus_domain::roles::{Role, RoleChangeError, RoleStatus};
use chrono::{DateTime, Utc};
use thiserror::Error;

use super::authority::{self, Matter, Refusal};
use super::news::{organisation_name, tell_person};
use super::{Assignment, super_users};
use crate::access::{AccessError, Caller};
use crate::accounts::codes;
use crate::audit::{self, Recorded};
use crate::failure::failure;
use crate::notifications::tell::TellError;
use crate::ports::{Ports, StoreError, Transaction};
use crate::review::vacancy;

/// Why the role stays as it is.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller is no administrator, or not the one who serves this organisation.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// There is no such assigned role, or it is another organisation's.
    #[error("Assigned role not found.")]
    NotFound,
    /// Its status has changed since the caller saw it.
    #[error("This was changed by somebody else in the meantime. Load it again.")]
    Stale,
    /// There is no way from its status to the one that was chosen, or not for the caller.
    #[error(transparent)]
    Change(#[from] RoleChangeError),
    /// The role would be of no use.
    #[error("The organisation does not offer this role at present. A Super User can activate it again.")]
    NotOffered,
    /// The reason cannot be stored.
    #[error(transparent)]
    Reason(#[from] RemarkError),
    /// Somebody could not be told.
    #[error(transparent)]
    Tell(#[from] TellError),
    /// The database refused.
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
        forwards Access, Tell, Store;
        NotFound => NotFound;
        Stale | NotOffered | Change(RoleChangeError::NotAllowed { .. }) => Conflict;
        Change(RoleChangeError::OwnRole | RoleChangeError::NotTheHolder) => Forbidden;
        Reason(_) => Invalid, field: "reason";
    }
}

/// What is decided.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decision<'a> {
    /// The line of history that the caller saw; whatever it is now, when there is none.
    pub seen: Option<AssignedRoleStatusId>,
    /// The status to come.
    pub to: RoleStatus,
    /// Why.
    pub reason: Option<&'a Remark>,
    /// The password came with the call. Where it did not, and the role is an administrative one, the session needs it
    /// ([`Caller::require_password`]).
    pub password_is_confirmed: bool,
}

/// The matter that an assigned role is.
pub(super) fn matter_of(assignment: &Assignment) -> Matter {
    Matter {
        organisation: assignment.organisation,
        concerned: assignment.assigned.user,
        of_super_user: assignment.assigned.role == Role::SuperUser,
    }
}

/// Changes the status, with its line of history, activates the account with the first role that is granted, and tells the
/// person; all of it is recorded. The transaction has waited for its turn ([`super::Roles::take_turns`]), and is the caller's to commit.
pub(super) fn decide(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    assignment: Assignment,
    decision: &Decision<'_>,
) -> Result<Recorded, Error> {
    let now = ports.clock.now();
    let matter = matter_of(&assignment);
    let by = authority::by(caller, authority::require(transaction, caller, matter)?, matter);
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
    let held = vacancy::held_by(transaction, assigned.user)?;
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
    vacancy::tell_lost(ports, transaction, &lost, now)?;
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
            for_good: to == RoleStatus::Revoked,
            reason,
        },
    };
    tell_person(ports, transaction, assigned.user, &occasion, now)?;
    super_users::notify_of_changes(ports, transaction, &super_users_before, Some(caller.user), now)?;
    Ok(audit::record(ports, transaction, by, decided)?)
}

/// What follows from a role that was granted: an account that waited for activation is active (decisions A1), and the person
/// is told. Answers what is to be recorded of it, besides that the role was granted.
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
    tell_person(ports, transaction, user, &occasion, now)?;
    Ok(activated)
}
