//! Notifications about accounts and roles (1 §3).

use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::notifications::AccountOccasion;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::authority::{AdminTarget, administrators};
use crate::notifications::links::Waiting;
use crate::notifications::notify::{Notice, Recipient, NotifyError, notify, notify_all};
use crate::ports::{Ports, StoreError, Transaction};

/// Notifies a person about their own account or role. The notification belongs to Org User, the
/// role that everyone always has.
pub fn notify_person(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    occasion: &AccountOccasion<'_>,
    at: DateTime<Utc>,
) -> Result<(), NotifyError> {
    notify_all(ports, transaction, &[person_notification(user, occasion)], at)
}

/// Returns the notification of [`notify_person`], to be sent together with others of the same act.
pub(super) fn person_notification(user: UserId, occasion: &AccountOccasion<'_>) -> (Vec<Recipient>, Notice) {
    let role = Role::OrgUser;
    (vec![Recipient { user, role }], Notice::for_account(occasion))
}

/// Notifies everyone who may decide on a target: the Admins of the organisation, or else the Super
/// Users.
pub fn notify_administrators(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    target: AdminTarget,
    occasion: &AccountOccasion<'_>,
    waiting: &Waiting<'_>,
    at: DateTime<Utc>,
) -> Result<(), NotifyError> {
    let recipients = administrators(transaction, target)?;
    // All recipients have the same role, which determines the screen that the mail links to.
    let Some(first) = recipients.first() else {
        return Ok(());
    };
    let notice = Notice::for_waiting(occasion, waiting, first.role);
    notify(ports, transaction, &recipients, &notice, at)
}

/// Returns the name of an organisation for notifications, empty if it does not exist.
pub(crate) fn organisation_name(
    transaction: &mut dyn Transaction,
    organisation: OrganisationId,
) -> Result<String, StoreError> {
    let found = transaction.organisations().by_id(organisation)?;
    Ok(found.map(|organisation| organisation.name).unwrap_or_default())
}
