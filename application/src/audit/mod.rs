//! The audit log (decisions P1): everything that decides, grants, changes or exports something adds
//! an entry in the transaction of the act.
//!
//! No transaction commits without a [`Recorded`]. There are two ways to get one: [`record`] and its
//! variants add the entries of the acts, and [`unrecorded`] states the reason for having none. A
//! use case that forgets its entry does not compile.

pub mod check;
pub mod evidence;
pub mod export;
pub mod first_entries;
pub mod list;
pub mod log;
mod named;
pub mod person_entries;
pub mod printed;
mod read_out;
mod reading;
mod recorded;
pub mod repository;
pub mod request_entries;
mod row_state;
pub mod start;
pub mod stored;
pub mod verify;
pub mod views;

use std::collections::BTreeSet;

use aditus_domain::audit::stored::Subject;
use aditus_domain::audit::{Act, Actor, Entry};
use aditus_domain::ids::AuditEntryId;
use chrono::{DateTime, Utc};

pub use named::{NamedRecord, NamedRecords};
pub(crate) use read_out::record_counted;
pub use reading::{VisibleEntry, VisiblePage};
pub use recorded::{Recorded, Unrecorded, unrecorded};
pub use repository::{AuditEntries, CountedRead, NewEntry};

use crate::access::Caller;
use crate::ports::{Ports, StoreError, Transaction};

/// Adds the entry of an act to the transaction of the act.
pub fn record(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    by: impl Into<Actor>,
    act: Act,
) -> Result<Recorded, StoreError> {
    record_all(ports, transaction, by, [act])
}

/// Does the same as [`record`] for several acts, in their order.
pub fn record_all(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    by: impl Into<Actor>,
    acts: impl IntoIterator<Item = Act>,
) -> Result<Recorded, StoreError> {
    record_at(ports, transaction, ports.clock.now(), by, acts)
}

/// Does the same as [`record_all`] for acts whose time is also stored elsewhere, because
/// `aditus audit verify` compares the two.
pub fn record_at(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    at: DateTime<Utc>,
    by: impl Into<Actor>,
    acts: impl IntoIterator<Item = Act>,
) -> Result<Recorded, StoreError> {
    let by = by.into();
    for act in acts {
        add(ports, transaction, (at, by, act), &BTreeSet::new())?;
    }
    Ok(Recorded(()))
}

/// Does the same as [`record`] for an act that also changes these rows. The entry contains digests
/// of their new state.
pub(crate) fn record_changed(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    by: impl Into<Actor>,
    act: Act,
    changed: &BTreeSet<Subject>,
) -> Result<Recorded, StoreError> {
    add(ports, transaction, (ports.clock.now(), by.into(), act), changed)?;
    Ok(Recorded(()))
}

/// Adds an entry and returns its id. The entry contains digests of the rows that the act changed,
/// so call it after the changes.
fn add(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    (at, by, act): (DateTime<Utc>, Actor, Act),
    changed: &BTreeSet<Subject>,
) -> Result<AuditEntryId, StoreError> {
    let changed = stored::changed_by(transaction, &act, changed)?;
    let stored = stored::row_digests(ports, transaction, changed)?;
    let entry = Entry { at, by, act, stored };
    let encoded = ports
        .encoding
        .encode_entry(&entry, ports.entropy.as_ref())
        .map_err(StoreError::internal)?;
    let mac = log::macs::mac(ports.keys.as_ref(), &encoded.canonical);
    transaction.audit().add(&NewEntry {
        at,
        kind: entry.act.kind(),
        user: by.user(),
        concerns: entry.act.concerns(),
        request: entry.act.request(),
        encoded,
        mac,
    })
}

/// Returns the caller in the selected role.
impl From<&Caller> for Actor {
    fn from(caller: &Caller) -> Self {
        Self::Person {
            user: caller.user,
            role: caller.selected,
            session: Some(caller.session),
        }
    }
}
