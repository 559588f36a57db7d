//! An entry of a list of reference data is deleted.

use aditus_domain::reference::{EntryId, Uses};

pub use super::super::Error;
use super::super::{begin, referred_meanwhile};
use super::known;
use crate::access::Caller;
use crate::ports::Ports;

/// Deletes an entry to which no request refers.
pub fn execute(ports: &Ports, caller: &Caller, id: EntryId) -> Result<(), Error> {
    let mut transaction = begin(ports, caller)?;
    let (entries, entry) = known(transaction.as_mut(), id)?;
    let requests = transaction.reference().requests_with(id)?;
    entries.may_remove(&entry, Uses::counted(requests))?;
    transaction
        .reference()
        .remove_entry(id)
        .map_err(referred_meanwhile)?;
    Ok(transaction.commit()?)
}
