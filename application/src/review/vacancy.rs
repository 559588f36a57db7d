//! Vacancies: stages with no one left to decide. The role has no holder, or all its holders own the
//! request or have decided on it already (decisions C5, C6, C14).

use aditus_domain::ids::{OrganisationRoleId, UserId};
use aditus_domain::notifications::{AccountOccasion, NotificationKind};
use aditus_domain::review::is_free_to_decide;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::notices::AddressedNotice;
use super::views::WaitingStage;
use crate::notifications::notify::{Notice, Recipient, NotifyError, notify_all};
use crate::ports::{Ports, StoreError, Transaction};

impl WaitingStage {
    /// Returns true if no holder of the role may decide at this stage.
    pub fn has_no_decider(&self, four_eyes: bool) -> bool {
        !self.holders.iter().any(|holder| self.is_free(*holder, four_eyes))
    }

    fn is_free(&self, user: UserId, four_eyes: bool) -> bool {
        is_free_to_decide(&self.stages, self.owner, self.number, user, four_eyes)
    }
}

/// Returns the notifications to people who can assign another person to this role: all Super Users,
/// and the Admins of the organisation.
pub(super) fn helper_notices(
    transaction: &mut dyn Transaction,
    role: Role,
    org_role: OrganisationRoleId,
) -> Result<Vec<AddressedNotice>, StoreError> {
    let notice = |(reader, users)| (users, NotificationKind::WaitsForNobody { reader, role });
    Ok(helpers_by_role(transaction, org_role)?
        .into_iter()
        .map(notice)
        .collect())
}

/// Returns the people who can help, by role. An Admin who is also a Super User is listed as a Super
/// User only.
fn helpers_by_role(
    transaction: &mut dyn Transaction,
    org_role: OrganisationRoleId,
) -> Result<[(Role, Vec<UserId>); 2], StoreError> {
    let super_users = transaction.roles().usable_by(Role::SuperUser, None)?;
    let organisation = transaction.organisations().role_by_id(org_role)?;
    let mut admins = match organisation {
        Some(role) => transaction
            .roles()
            .usable_by(Role::Admin, Some(role.organisation))?,
        None => Vec::new(),
    };
    admins.retain(|admin| !super_users.contains(admin));
    Ok([(Role::SuperUser, super_users), (Role::Admin, admins)])
}

/// Returns the usable staff roles of a person in the form that [`notify_of_lost_roles`] takes. It
/// is called before the account is disabled.
pub(crate) fn staff_roles_of(
    transaction: &mut dyn Transaction,
    user: UserId,
) -> Result<Vec<(OrganisationRoleId, Vec<UserId>)>, StoreError> {
    let mut held = Vec::new();
    for role in transaction.roles().of_user(user)? {
        if role.role.is_staff() && transaction.roles().holders(role.org_role)?.contains(&user) {
            held.push((role.org_role, vec![user]));
        }
    }
    Ok(held)
}

/// Notifies the people who can help of the Data Requests that have no one left to decide since
/// these people lost these roles. The loss is already written in the transaction. Requests that
/// were vacant before are left out, because they were reported then.
pub(crate) fn notify_of_lost_roles(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    lost: &[(OrganisationRoleId, Vec<UserId>)],
    at: DateTime<Utc>,
) -> Result<(), NotifyError> {
    let four_eyes = ports.settings.four_eyes;
    let mut notices = Vec::new();
    for (org_role, users) in lost {
        if users.is_empty() {
            continue;
        }
        let Some(offered) = transaction.organisations().role_by_id(*org_role)? else {
            continue;
        };
        let mut requests: Vec<_> = transaction
            .requests()
            .possible_vacancies(*org_role)?
            .into_iter()
            .filter(|stage| stage.has_no_decider(four_eyes))
            .filter(|stage| users.iter().any(|user| stage.is_free(*user, four_eyes)))
            .map(|stage| stage.request)
            .collect();
        requests.sort_unstable();
        requests.dedup();
        if requests.is_empty() {
            continue;
        }
        let organisation = transaction.organisations().by_id(offered.organisation)?;
        let occasion = AccountOccasion::HolderLost {
            role: offered.role,
            organisation: organisation
                .as_ref()
                .map_or("", |organisation| organisation.name.as_str()),
            requests: requests.len(),
        };
        for (role, users) in helpers_by_role(transaction, *org_role)? {
            let recipients: Vec<_> = users.into_iter().map(|user| Recipient { user, role }).collect();
            notices.push((recipients, Notice::for_vacancy(&occasion, role)));
        }
    }
    notify_all(ports, transaction, &notices, at)
}
