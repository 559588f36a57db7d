//! Seals anew what is sealed with the former master secret: `aditus keys rotate`. Every value is valid before and after, so that the work
//! can end at any point and be done again.

use crate::audit::log::AuditLog;
use crate::audit::log::macs::{self, in_order};
use crate::audit::{self, Unrecorded};
use crate::ports::{Keys, Ports, SealError, SealedPlace, StoreError};

/// As many values are sealed in one transaction. Others write between two of them.
const AT_ONCE: usize = 100;

/// The number of values that were met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// Values that are sealed with the new secrets now.
    pub resealed: u64,
    /// Entries that wait for the log and have a MAC of the new secrets now.
    pub entries: u64,
    /// Values that no valid secret opens. They stay as they are.
    pub unreadable: u64,
}

/// The values that depend on secrets other than those in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Remaining {
    /// Values that another valid secret has sealed.
    pub values: u64,
    /// Entries that wait for the log with a MAC of other secrets.
    pub entries: u64,
    /// Values that no valid secret opens.
    pub unreadable: u64,
}

/// The reason why some values were not sealed anew. The others stay resealed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A value could not be sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Seals every value anew that the secrets in use have not sealed, and has waiting entries carry a MAC of them.
pub fn execute(ports: &Ports) -> Result<Answer, Error> {
    let places = ports.database.begin()?.sealed_values().places()?;
    let mut answer = Answer::default();
    for part in places.chunks(AT_ONCE) {
        reseal(ports, part, &mut answer)?;
        ports.database.let_others_write();
    }
    answer.entries = renew_macs(ports)?;
    Ok(answer)
}

/// Counts what [`execute`] would change, and changes nothing.
pub fn look(ports: &Ports) -> Result<Remaining, Error> {
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
    for entry in in_order(|after, most| log.pending(after, most)) {
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

/// Leaves the entries to a server that is continuing the log right now: it takes them with the MAC that they have.
fn renew_macs(ports: &Ports) -> Result<u64, Error> {
    let mut transaction = ports.database.begin()?;
    if !transaction.audit_log().take_turn()? {
        return Ok(0);
    }
    let renewed = renewed(ports.keys.as_ref(), transaction.audit_log())?;
    if renewed > 0 {
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    }
    Ok(renewed)
}

fn renewed(keys: &dyn Keys, log: &mut dyn AuditLog) -> Result<u64, StoreError> {
    let mut macs = Vec::new();
    for entry in in_order(|after, most| log.pending(after, most)) {
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
