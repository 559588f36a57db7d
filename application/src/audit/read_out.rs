//! Repeated exports and reads: one entry per person, subject and hour, with a counter. Otherwise an
//! account could fill the log, from which nothing is ever removed.

use std::collections::BTreeSet;

use aditus_domain::audit::Act;
use chrono::{DurationRound, TimeDelta};

use super::{CountedRead, Recorded, Unrecorded, add, unrecorded};
use crate::access::Caller;
use crate::ports::{Ports, StoreError, Transaction};

/// Adds the entry of an export or read, or counts it beside the entry of the same hour. The
/// transaction MUST hold the lock on a counter of the caller, so that two concurrent calls do not
/// both add an entry.
///
/// An export that belongs to no request, such as the audit log itself, adds an entry each time,
/// because few people may export it.
pub(crate) fn record_counted(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    caller: &Caller,
    act: Act,
) -> Result<Recorded, StoreError> {
    let at = ports.clock.now();
    if act.request().is_none() {
        add(ports, transaction, (at, caller.into(), act), &BTreeSet::new())?;
        return Ok(Recorded(()));
    }
    let read = CountedRead {
        user: caller.user,
        act: ports.encoding.sha256(format!("{act:?}").as_bytes()),
        hour: at.duration_trunc(TimeDelta::hours(1)).unwrap_or(at),
        at,
    };
    if transaction.audit().increment_count(&read)? {
        return Ok(unrecorded(Unrecorded::Counted));
    }
    let entry = add(ports, transaction, (at, caller.into(), act), &BTreeSet::new())?;
    transaction.audit().start_count(entry, &read)?;
    Ok(Recorded(()))
}
