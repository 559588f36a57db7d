//! Sends digests (decisions N6). A worker calls it every minute. With several nodes, each
//! notification is sent once: it is removed in the transaction that queues the mail. After downtime,
//! one mail has everything that was missed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aditus_domain::ids::UserId;
use aditus_domain::notifications::DigestTimes;
use aditus_domain::roles::Role;

use super::{DigestEntry, mail};
use crate::accounts::Account;
use crate::audit::{self, Unrecorded};
use crate::notifications::mails::required_role;
use crate::notifications::{Destination, QueuedMessage, envelope};
use crate::ports::{Ports, StoreError, Transaction};

pub use crate::notifications::envelope::PostError as Error;

/// The people of one transaction, so that it holds up other writers for some milliseconds only.
const AT_ONCE: usize = 10;

/// Queues the digests that are due, one mail for each person. Returns the number of mails.
pub fn execute(ports: &Ports) -> Result<u64, Error> {
    let mut sent = 0;
    for people in people_with_digests(ports)?.chunks(AT_ONCE) {
        sent += send(ports, people)?;
        ports.database.yield_write_lock();
    }
    Ok(sent)
}

fn people_with_digests(ports: &Ports) -> Result<Vec<UserId>, StoreError> {
    let mut views = ports.database.read()?;
    let zone = views.deadlines().calendar()?.calendar.zone();
    let times = DigestTimes::until(ports.clock.now(), zone);
    views.notifications().people_with_due_digests(&times)
}

/// Sends what is due to these people, which another node may have sent meanwhile.
fn send(ports: &Ports, people: &[UserId]) -> Result<u64, Error> {
    let mut transaction = ports.database.begin()?;
    let zone = transaction.calendars().calendar()?.calendar.zone();
    let now = ports.clock.now();
    let taken = transaction
        .digests()
        .take_due(people, &DigestTimes::until(now, zone))?;
    if taken.is_empty() {
        return Ok(0);
    }
    let mut of_people: BTreeMap<UserId, Vec<DigestEntry>> = BTreeMap::new();
    for entry in taken {
        of_people.entry(entry.user).or_default().push(entry);
    }
    let accounts: HashMap<UserId, Account> = transaction
        .accounts()
        .by_ids(people)?
        .into_iter()
        .filter(|account| account.state.may_sign_in())
        .map(|account| (account.id, account))
        .collect();
    let mut mails: Vec<QueuedMessage> = Vec::new();
    for (user, entries) in of_people {
        let Some(account) = accounts.get(&user) else {
            continue;
        };
        let entries = readable(transaction.as_mut(), user, entries)?;
        if let Some(mail) = mail::digest(ports, account, &entries) {
            let destination = Destination::Account(user, role_of_all(&entries));
            mails.push(envelope::seal(ports, &mail, destination, now, None)?);
        }
    }
    if !mails.is_empty() {
        transaction.outbox().queue_all(&mails)?;
    }
    transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    Ok(mails.len() as u64)
}

/// Leaves out the notifications in roles that the person does not hold any more.
fn readable(
    transaction: &mut dyn Transaction,
    user: UserId,
    mut entries: Vec<DigestEntry>,
) -> Result<Vec<DigestEntry>, StoreError> {
    let roles: BTreeSet<Role> = entries
        .iter()
        .filter_map(|entry| required_role(entry.role))
        .collect();
    for role in roles {
        if transaction.roles().organisations_of(user, role)?.is_empty() {
            entries.retain(|entry| entry.role != role);
        }
    }
    Ok(entries)
}

/// Returns the role that the person must still hold when the mail is sent, if all entries need the
/// same one.
fn role_of_all(entries: &[DigestEntry]) -> Option<Role> {
    let mut roles = entries.iter().map(|entry| required_role(entry.role));
    let first = roles.next()??;
    roles.all(|role| role == Some(first)).then_some(first)
}
