//! Whom a registration is told to, and in which words (1 §1; decisions, "Administration").

use aditus_domain::ids::{OrganisationId, UserId};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::NewAccount;
use crate::notifications::tell::{News, Recipient, TellError, tell};
use crate::ports::{Ports, StoreError, Transaction};

/// Tells the administrators of the organisation that somebody registered and waits for them.
pub(super) fn tell_of_registration(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &NewAccount,
    at: DateTime<Utc>,
) -> Result<(), TellError> {
    let (role, users) = administrators(transaction, account.organisation)?;
    let name = format!("{} {}", account.fname, account.sname);
    let message = match &account.tentative_organization {
        Some(organisation) => {
            format!(
                "{name} of {organisation}, which is not registered, has an account that awaits activation."
            )
        }
        None => format!("{name} registered and has an account that awaits activation."),
    };
    let news = News {
        kind: "registration",
        message,
        subject: "A new account awaits activation".to_owned(),
        path: match role {
            Role::Admin => "/admin/users".to_owned(),
            _ => "/superuser/home".to_owned(),
        },
        action: "Open the users",
        request: None,
    };
    let recipients: Vec<Recipient> = users.into_iter().map(|user| Recipient { user, role }).collect();
    tell(ports, transaction, &recipients, &news, at)
}

/// The administrators of an organisation, or, where there is none, the Super Users.
fn administrators(
    transaction: &mut dyn Transaction,
    organisation: OrganisationId,
) -> Result<(Role, Vec<UserId>), StoreError> {
    let offered = transaction
        .organisations()
        .active_role(organisation, Role::Admin)?;
    if let Some(org_role) = offered {
        let holders = transaction.roles().holders(org_role)?;
        if !holders.is_empty() {
            return Ok((Role::Admin, holders));
        }
    }
    let super_users = transaction.roles().holders_anywhere(Role::SuperUser)?;
    Ok((Role::SuperUser, super_users))
}
