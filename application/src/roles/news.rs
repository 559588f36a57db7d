//! Telling of accounts and roles (1 §3).

use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::notifications::AccountOccasion;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::authority::{Matter, who_serves};
use crate::notifications::links::Waiting;
use crate::notifications::tell::{News, Recipient, TellError, tell, tell_all};
use crate::ports::{Ports, StoreError, Transaction};

/// Tells a person what became of the own account or role. It stands under Org User, the role that everybody has, whatever
/// comes and goes.
pub fn tell_person(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    user: UserId,
    occasion: &AccountOccasion<'_>,
    at: DateTime<Utc>,
) -> Result<(), TellError> {
    tell_all(ports, transaction, &[of_person(user, occasion)], at)
}

/// Returns the news of [`tell_person`], to be sent together with other news of the same act.
pub(super) fn of_person(user: UserId, occasion: &AccountOccasion<'_>) -> (Vec<Recipient>, News) {
    let role = Role::OrgUser;
    (vec![Recipient { user, role }], News::of_account(occasion))
}

/// Tells those who may decide in a matter that it waits for them: the Admins of the organisation, else the Super Users.
pub fn tell_who_serves(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    matter: Matter,
    occasion: &AccountOccasion<'_>,
    waiting: &Waiting<'_>,
    at: DateTime<Utc>,
) -> Result<(), TellError> {
    let recipients = who_serves(transaction, matter)?;
    // They all serve in the same role, which decides on the screen that the mail leads to.
    let Some(first) = recipients.first() else {
        return Ok(());
    };
    let news = News::of_waiting(occasion, waiting, first.role);
    tell(ports, transaction, &recipients, &news, at)
}

/// The name of an organisation, as it is told.
pub(crate) fn organisation_name(
    transaction: &mut dyn Transaction,
    organisation: OrganisationId,
) -> Result<String, StoreError> {
    let found = transaction.organisations().by_id(organisation)?;
    Ok(found.map(|organisation| organisation.name).unwrap_or_default())
}
