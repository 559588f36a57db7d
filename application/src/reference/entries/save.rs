//! An entry of a list of reference data is added, renamed, deactivated or activated again.

use aditus_domain::form::FormFaults;
use aditus_domain::reference::{EntryId, EntryName, ReferenceList};
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::begin;
use super::{all, known};
use crate::access::Caller;
use crate::ports::Ports;
use crate::row_versions::{RowVersion, Versioned, advance};

/// What a Super User has filled in.
#[derive(Debug, Clone)]
pub struct Command {
    /// Of which list.
    pub list: ReferenceList,
    /// The number of the entry to change; none to add one.
    pub id: Option<i64>,
    /// The version that was read.
    pub seen: Option<RowVersion>,
    /// Its name.
    pub name: String,
    /// Whether it is offered; as it is, or yes for a new one, where nothing is said.
    pub active: Option<bool>,
}

/// Saves an entry; answers which it is.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<EntryId, Error> {
    caller.require(Role::SuperUser)?;
    let list = command.list;
    let name = EntryName::parse(list, &command.name)
        .map_err(|error| FormFaults::one(list.field(), error.to_string()))?;
    let mut transaction = begin(ports, caller)?;
    let id = if let Some(number) = command.id {
        let id = EntryId::of(list, number);
        let (entries, entry) = known(transaction.as_mut(), id)?;
        advance::<Error>(transaction.as_mut(), Versioned::Entry(id), command.seen)?;
        let active = command.active.unwrap_or(entry.active);
        entries.may_change(&entry, &name, active)?;
        transaction.reference().update_entry(id, &name, active)?;
        id
    } else {
        all(transaction.as_mut(), list)?.may_add(&name)?;
        let active = command.active.unwrap_or(true);
        transaction.reference().add_entry(list, &name, active)?
    };
    transaction.commit()?;
    Ok(id)
}
