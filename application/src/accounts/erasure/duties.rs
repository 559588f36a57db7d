//! The duties that an account has to settle before it can be erased.

use aditus_domain::accounts::erasure::{OpenDuty, RoleLoss};
use aditus_domain::ids::UserId;
use aditus_domain::review::OverallStatus;
use aditus_domain::roles::{Role, RoleStatus};

use super::OwnRequest;
use crate::ports::{StoreError, Transaction};
use crate::roles::HeldRole;

/// Returns all duties, in the order in which they are shown. The caller holds the lock on roles
/// ([`crate::roles::Roles::lock_exclusive`]).
pub(super) fn list_open(
    transaction: &mut dyn Transaction,
    user: UserId,
    requests: &[OwnRequest],
) -> Result<Vec<OpenDuty>, StoreError> {
    let mut duties: Vec<OpenDuty> = requests
        .iter()
        .filter(|request| request.status == OverallStatus::Pending)
        .map(|request| OpenDuty::PendingRequest(request.id))
        .collect();
    for held in transaction.roles().of_user(user)? {
        let role = held.role;
        match held.status {
            RoleStatus::Pending => {
                let organisation = organisation(transaction, &held)?;
                duties.push(OpenDuty::RoleAsked { role, organisation });
            }
            RoleStatus::Activated => {
                let loss = loss(transaction, &held)?;
                let organisation = organisation(transaction, &held)?;
                duties.push(OpenDuty::RoleHeld {
                    role,
                    organisation,
                    loss,
                });
            }
            RoleStatus::Rejected | RoleStatus::Deactivated | RoleStatus::Revoked => {}
        }
    }
    Ok(duties)
}

fn organisation(transaction: &mut dyn Transaction, held: &HeldRole) -> Result<String, StoreError> {
    let Some(offered) = transaction.organisations().role_by_id(held.org_role)? else {
        return Ok(String::new());
    };
    let found = transaction.organisations().by_id(offered.organisation)?;
    Ok(found.map_or_else(String::new, |organisation| organisation.name))
}

fn loss(transaction: &mut dyn Transaction, held: &HeldRole) -> Result<RoleLoss, StoreError> {
    let is_only = |holders: Vec<UserId>| holders == [held.user];
    let holders = match held.role {
        Role::SuperUser => Some(transaction.roles().usable_by(Role::SuperUser, None)?),
        Role::Admin => Some(transaction.roles().holders(held.org_role)?),
        _ => None,
    };
    if holders.is_some_and(is_only) {
        return Ok(RoleLoss::LastHolder);
    }
    if !held.role.is_staff() || !is_only(transaction.roles().holders(held.org_role)?) {
        return Ok(RoleLoss::NoSuccessorNeeded);
    }
    Ok(match transaction.erasures().waiting_at(held.org_role)? {
        0 => RoleLoss::NoSuccessorNeeded,
        requests => RoleLoss::OnlyReviewer(requests),
    })
}
