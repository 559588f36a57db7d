//! Notifies Super Users when another one gains or loses the role: an inner service of every use
//! case that may cause it.
//!
//! A role is gained and lost in several ways: by the role itself, by the state of the account, and
//! by the status of the organisation role or of the organisation. So the people who can use the
//! role are compared before and after the change.

use std::collections::{BTreeSet, HashMap};

use aditus_domain::ids::UserId;
use aditus_domain::notifications::{Originator, SuperUserChange, SuperUserNotice};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use crate::accounts::safety_mail;
use crate::notifications::NewNotification;
use crate::notifications::notify::NotifyError;
use crate::ports::{Ports, StoreError, Transaction};

/// Returns the people who can use the role of a Super User right now, by id. Read it before a
/// change, for [`notify_of_changes`].
pub fn now(transaction: &mut dyn Transaction) -> Result<Vec<UserId>, StoreError> {
    transaction.roles().usable_by(Role::SuperUser, None)
}

/// Notifies each Super User, former ones and the originator included, of the others who gained or
/// lost the role since `before` was read, in the product and by mail. The person concerned is
/// notified by the use case. `by` is none for an operator of the server.
pub fn notify_of_changes(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    before: &[UserId],
    by: Option<UserId>,
    at: DateTime<Utc>,
) -> Result<(), NotifyError> {
    let after = now(transaction)?;
    if after == before {
        return Ok(());
    }
    let recipients: BTreeSet<UserId> = before.iter().chain(&after).copied().collect();
    let people: BTreeSet<UserId> = recipients.iter().copied().chain(by).collect();
    let people: Vec<UserId> = people.into_iter().collect();
    let accounts = transaction.accounts().by_ids(&people)?;
    let names: HashMap<UserId, String> = accounts
        .iter()
        .map(|account| (account.id, format!("{} {}", account.fname, account.sname)))
        .collect();
    let mut notifications = Vec::new();
    for account in accounts.iter().filter(|account| recipients.contains(&account.id)) {
        let notice = notice_to(account.id, (before, &after), by, &names);
        if notice.changes.is_empty() {
            continue;
        }
        notifications.push(NewNotification {
            user: account.id,
            role: Role::SuperUser,
            kind: SuperUserNotice::KIND.to_owned(),
            message: notice.message(),
            request: None,
            authored_on: at,
        });
        safety_mail::queue_super_user_notice(ports, transaction, account, &notice, at)?;
    }
    if !notifications.is_empty() {
        transaction.notifications().add_all(&notifications)?;
    }
    Ok(())
}

fn notice_to<'a>(
    recipient: UserId,
    (before, after): (&[UserId], &[UserId]),
    by: Option<UserId>,
    names: &'a HashMap<UserId, String>,
) -> SuperUserNotice<'a> {
    let name = |user: &UserId| names.get(user).map_or("", String::as_str);
    let others = |some: &[UserId], than: &[UserId]| -> Vec<UserId> {
        let is_other = |user: &&UserId| **user != recipient && !than.contains(user);
        some.iter().filter(is_other).copied().collect()
    };
    let gained = others(after, before);
    let lost = others(before, after);
    let changes = gained
        .iter()
        .map(|user| SuperUserChange::Gained(name(user)))
        .chain(lost.iter().map(|user| SuperUserChange::Lost(name(user))))
        .collect();
    let by = match by {
        None => Originator::Operator,
        Some(user) if user == recipient => Originator::Recipient,
        Some(user) => Originator::Person(name(&user)),
    };
    SuperUserNotice { changes, by }
}
