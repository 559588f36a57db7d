//! Table types: `data_dictionary/table_types/` (3 §7).

use aditus_domain::audit::Act;
use aditus_domain::dictionary::table_type_name;
use aditus_domain::ids::TableTypeId;
use aditus_domain::roles::Role;

use super::super::{Error, value_taken};
use super::TableRecords;
use crate::access::Caller;
use crate::failure::Refused;
use crate::ports::Ports;
use crate::records::{Record, begin};

/// Returns all table types, ordered by name, for Super Users.
pub fn list(ports: &Ports, caller: &Caller) -> Result<Vec<(TableTypeId, String)>, Refused> {
    caller.require(Role::SuperUser)?;
    Ok(ports.database.read()?.dictionary_records().table_types()?)
}

/// Adds a table type. Returns its id and the stored name. This call is an addition to the
/// specification: without it, the first table of an installation could only come from an import.
pub fn add(ports: &Ports, caller: &Caller, typed: &str) -> Result<(TableTypeId, String), Error> {
    let mut change = begin::<TableRecords>(ports, caller)?;
    let name = table_type_name(typed)?;
    let id = change
        .transaction()
        .dictionary_tables()
        .add_table_type(&name)
        .map_err(value_taken(
            "name",
            "There is already a table type with this name.",
        ))?;
    change.commit(Act::RecordAdded {
        record: Record::TableType.name(),
        id: id.0,
    })?;
    Ok((id, name))
}
