//! Sends digests (decisions N6). A worker calls it every minute. With several nodes, each
//! notification is sent once: it is removed in the transaction that queues the mail. After downtime,
//! one mail has everything that was missed. A person whose digest cannot be made is logged and does
//! not hold up the others.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aditus_domain::ids::{OrganisationRoleId, RequestId, UserId};
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
        match send(ports, people) {
            Ok(mails) => sent += mails,
            Err(error) if may_be_of_one_person(&error) => {
                ports.database.yield_write_lock();
                sent += send_each(ports, people)?;
            }
            Err(error) => return Err(error),
        }
        ports.database.yield_write_lock();
    }
    Ok(sent)
}

/// Returns true if the error may be that of one person, so that the others get their digests.
const fn may_be_of_one_person(error: &Error) -> bool {
    match error {
        Error::Store(error) => !error.is_outage(),
        Error::Seal(_) | Error::NoRoute => false,
    }
}

/// Sends the digest of each person in its own transaction, and logs those that fail. If all of ten
/// fail, the reason is hardly that of a person.
fn send_each(ports: &Ports, people: &[UserId]) -> Result<u64, Error> {
    let mut sent = 0;
    let mut failed = 0;
    for user in people {
        match send(ports, &[*user]) {
            Ok(mails) => sent += mails,
            Err(error) => {
                failed += 1;
                if failed == AT_ONCE || !may_be_of_one_person(&error) {
                    return Err(error);
                }
                tracing::warn!(
                    %user,
                    error = &error as &dyn std::error::Error,
                    "cannot send the digest of a person, retrying in a minute"
                );
            }
        }
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

/// Leaves out the notifications in roles that the person does not hold any more. Requests are bound
/// to a staff role of an organisation, and the person may hold that of another one.
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
        } else if role.is_staff() {
            let of_role = entries.iter().filter(|entry| entry.role == role);
            let requests: Vec<RequestId> = of_role.filter_map(|entry| entry.request).collect();
            let held = usable(transaction, user, role)?;
            let bound = transaction.requests().bound_to(&held, &requests)?;
            entries.retain(|entry| {
                entry.role != role || entry.request.is_none_or(|request| bound.contains(&request))
            });
        }
    }
    Ok(entries)
}

/// Returns the organisation roles of this kind that the person can use.
fn usable(
    transaction: &mut dyn Transaction,
    user: UserId,
    role: Role,
) -> Result<Vec<OrganisationRoleId>, StoreError> {
    let mut usable = Vec::new();
    for held in transaction.roles().of_user(user)? {
        if held.role == role && transaction.roles().holders(held.org_role)?.contains(&user) {
            usable.push(held.org_role);
        }
    }
    Ok(usable)
}

/// Returns the role that the person must still hold when the mail is sent, if all entries need the
/// same one.
fn role_of_all(entries: &[DigestEntry]) -> Option<Role> {
    let mut roles = entries.iter().map(|entry| required_role(entry.role));
    let first = roles.next()??;
    roles.all(|role| role == Some(first)).then_some(first)
}
