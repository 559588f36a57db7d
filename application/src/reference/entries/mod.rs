//! Purposes, ethics committees and equipment types.

pub mod find;
pub mod list;
pub mod remove;
pub mod save;

use aditus_domain::reference::{Entries, Entry, EntryId, ReferenceList};

use super::{Error, Record};
use crate::ports::Transaction;

/// All entries of the list, and the one that is meant.
fn known(transaction: &mut dyn Transaction, id: EntryId) -> Result<(Entries, Entry), Error> {
    let entries = all(transaction, id.list())?;
    let entry = entries.get(id).cloned();
    Ok((entries, entry.ok_or(Error::NotFound(Record::Entry(id.list())))?))
}

fn all(transaction: &mut dyn Transaction, list: ReferenceList) -> Result<Entries, Error> {
    let stored = transaction.reference().entries(list)?;
    Ok(Entries::new(list, stored))
}
