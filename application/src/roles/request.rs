//! Requests a role: `POST users/assign-roles/` (1 §4, §5.6, §8).

use aditus_domain::accounts::EmailAddress;
use aditus_domain::audit::Act;
use aditus_domain::ids::{AssignedRoleId, OrganisationRoleId, UserId};
use aditus_domain::notifications::AccountOccasion;
use aditus_domain::roles::{RoleChangeError, RoleStatus};
use thiserror::Error;

use super::authority::AdminTarget;
use super::deciding::target_of;
use super::notices::{notify_administrators, organisation_name};
use crate::access::{AccessError, Caller};
use crate::audit;
use crate::failure::failure;
use crate::notifications::links::Waiting;
use crate::notifications::notify::NotifyError;
use crate::ports::{Ports, StoreError, Transaction};

/// The role to request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// The organisation role.
    pub org_role: Option<OrganisationRoleId>,
    /// Account of the person, by default the caller. Other people are refused.
    pub user: Option<UserId>,
}

/// Id of the requested role.
pub type Answer = AssignedRoleId;

/// Nothing was requested.
#[derive(Debug, Error)]
pub enum Error {
    /// No role was named.
    #[error("Failed to request Role")]
    NoRole,
    /// The request is for another person.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The caller's organisation does not offer this role. Offers of other organisations are not
    /// revealed.
    #[error("Failed to request role")]
    NotOffered,
    /// The caller already holds the role, suspended or not, or has requested it.
    #[error("You already requested this role")]
    Already,
    /// The current status of the role does not allow a request.
    #[error(transparent)]
    Change(#[from] RoleChangeError),
    /// A notification could not be sent.
    #[error(transparent)]
    Notify(#[from] NotifyError),
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Notify, Store;
        NoRole => Invalid, reason: InvalidFields, field: "org_role";
        Already => Invalid, reason: RoleAlreadyRequested;
        NotOffered => NotFound, reason: RoleNotOffered;
        Change(RoleChangeError::NotAllowed { from, to }) => Conflict,
            reason: RoleChangeNotAllowed,
            params: { from: from.name(), to: to.name() };
        Change(RoleChangeError::OwnRole) => Conflict, reason: OwnRole;
        Change(RoleChangeError::NotTheHolder) => Conflict, reason: NotTheHolder;
    }
}

/// Requests a role of the caller's organisation. A denied or withdrawn role can be requested again.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Answer, Error> {
    let org_role = command.org_role.ok_or(Error::NoRole)?;
    caller.require_self(command.user.unwrap_or(caller.user))?;
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    let account = transaction
        .accounts()
        .by_id(caller.user)?
        .ok_or(Error::NotOffered)?;
    let offered = transaction
        .organisations()
        .role_by_id(org_role)?
        .filter(|offered| offered.offered && offered.role.is_granted())
        .filter(|offered| offered.organisation == account.organisation)
        .ok_or(Error::NotOffered)?;
    let assigned = request_role(ports, transaction.as_mut(), caller, org_role)?;
    let organisation = organisation_name(transaction.as_mut(), offered.organisation)?;
    let occasion = AccountOccasion::RoleRequested {
        person: &format!("{} {}", account.fname.as_str(), account.sname.as_str()),
        role: offered.role,
        organisation: &organisation,
    };
    let target = target(transaction.as_mut(), assigned)?;
    let waiting = Waiting {
        organisation: offered.organisation,
        person: account
            .org_email
            .as_ref()
            .map_or(account.phone.as_str(), EmailAddress::as_str),
        requested: Some(assigned),
    };
    notify_administrators(ports, transaction.as_mut(), target, &occasion, &waiting, now)?;
    let act = Act::RoleAsked {
        user: caller.user,
        assigned_role: assigned,
        role: offered.role,
        organisation: offered.organisation,
    };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)?;
    Ok(assigned)
}

fn request_role(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    org_role: OrganisationRoleId,
) -> Result<AssignedRoleId, Error> {
    let now = ports.clock.now();
    let by = caller.user;
    let Some(found) = transaction.roles().assignment(by, org_role)? else {
        return transaction
            .roles()
            .assign(by, org_role, RoleStatus::Pending, Some(by), None, now)
            .map_err(|error| match error {
                // A concurrent call requested it.
                StoreError::Duplicate(_) => Error::Already,
                other => Error::Store(other),
            });
    };
    let mut assigned = found.assigned;
    if !assigned.status.may_become(RoleStatus::Pending) {
        return Err(Error::Already);
    }
    let change = assigned.change(RoleStatus::Pending, by, None, now)?;
    transaction.roles().change(by, &change)?;
    Ok(assigned.id)
}

fn target(transaction: &mut dyn Transaction, assigned: AssignedRoleId) -> Result<AdminTarget, Error> {
    let stored = transaction.roles().by_id(assigned)?;
    stored.as_ref().map(target_of).ok_or(Error::NotOffered)
}
