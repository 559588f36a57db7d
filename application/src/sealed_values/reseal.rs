//! Reseals values of the former master secret with the current one: `aditus keys rotate`. Every
//! value is valid before and after, so the operation can be interrupted and repeated.

use crate::audit::log::AuditLog;
use crate::audit::log::macs::{self, all_pending};
use crate::audit::{self, Unrecorded};
use crate::ports::{Keys, Ports, SealError, SealedPlace, StoreError};

/// Number of values resealed in one transaction. Other writers run between two transactions.
const AT_ONCE: usize = 100;

/// Numbers of processed values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// Values resealed with the current secrets.
    pub resealed: u64,
    /// Pending log entries whose MAC was renewed with the current secrets.
    pub entries: u64,
    /// Values that no valid secret opens. They stay as they are.
    pub unreadable: u64,
}

/// The values that still depend on other secrets than the current ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Remaining {
    /// Values sealed with another valid secret.
    pub values: u64,
    /// Pending log entries with a MAC of other secrets.
    pub entries: u64,
    /// Values that no valid secret opens.
    pub unreadable: u64,
}

/// Some values were not resealed. Those resealed before stay so.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A value could not be sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reseals every value that is not sealed with the current secrets, and renews the MACs of pending
/// log entries.
pub fn execute(ports: &Ports) -> Result<Answer, Error> {
    let places = ports.database.begin()?.sealed_values().places()?;
    let mut answer = Answer::default();
    for part in places.chunks(AT_ONCE) {
        reseal(ports, part, &mut answer)?;
        ports.database.yield_write_lock();
    }
    answer.entries = renew_macs(ports)?;
    Ok(answer)
}

/// Counts the values and pending log entries that are not of the current secrets, and changes
/// nothing.
pub fn count_remaining(ports: &Ports) -> Result<Remaining, Error> {
    let keys = ports.keys.as_ref();
    let mut transaction = ports.database.begin()?;
    let mut remaining = Remaining::default();
    for place in transaction.sealed_values().places()? {
        let Some(value) = transaction.sealed_values().at(&place)? else {
            continue;
        };
        if keys.is_current(&place, &value.sealed) {
            continue;
        }
        if keys.open(&place, &value.sealed).is_ok() {
            remaining.values += 1;
        } else {
            remaining.unreadable += 1;
        }
    }
    let log = transaction.audit_log();
    for entry in all_pending(|after, most| log.pending(after, most)) {
        remaining.entries += u64::from(!macs::is_current(keys, &entry?));
    }
    Ok(remaining)
}

fn reseal(ports: &Ports, places: &[SealedPlace], answer: &mut Answer) -> Result<(), Error> {
    let keys = ports.keys.as_ref();
    let mut transaction = ports.database.begin()?;
    let mut resealed = 0;
    for place in places {
        let Some(value) = transaction.sealed_values().at(place)? else {
            continue;
        };
        if keys.is_current(place, &value.sealed) {
            continue;
        }
        let Ok(plain) = keys.open(place, &value.sealed) else {
            answer.unreadable += 1;
            continue;
        };
        let sealed = keys.seal(place, &plain)?;
        transaction.sealed_values().replace(&value, &sealed)?;
        resealed += 1;
    }
    if resealed > 0 {
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    }
    answer.resealed += resealed;
    Ok(())
}

/// Does nothing while a server is extending the log: it accepts the pending entries with their
/// present MACs.
fn renew_macs(ports: &Ports) -> Result<u64, Error> {
    let mut transaction = ports.database.begin()?;
    if !transaction.audit_log().try_lock()? {
        return Ok(0);
    }
    let renewed = renew_pending(ports.keys.as_ref(), transaction.audit_log())?;
    if renewed > 0 {
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    }
    Ok(renewed)
}

/// Returns the number of renewed MACs. MACs of unknown secrets stay as they are.
fn renew_pending(keys: &dyn Keys, log: &mut dyn AuditLog) -> Result<u64, StoreError> {
    let mut macs = Vec::new();
    for entry in all_pending(|after, most| log.pending(after, most)) {
        let entry = entry?;
        if macs::is_ours(keys, &entry) && !macs::is_current(keys, &entry) {
            macs.push((entry.id, macs::mac(keys, &entry.canonical)));
        }
    }
    for part in macs.chunks(AT_ONCE) {
        log.set_macs(part)?;
    }
    Ok(macs.len() as u64)
}
