//! A type of tables is added: `POST data_dictionary/table_types/`, which is ours. Without it nobody could describe the first table
//! of an installation but by an import.

use aditus_domain::dictionary::table_type_name;
use aditus_domain::ids::TableTypeId;

pub use super::super::Error;
use super::super::taken;
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;

/// Adds a type of tables with the name that was typed.
pub fn execute(ports: &Ports, caller: &Caller, typed: &str) -> Result<TableTypeId, Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let name = table_type_name(typed)?;
    let id = transaction
        .dictionary_tables()
        .add_table_type(&name)
        .map_err(taken("name", "There is a table type with this name already."))?;
    transaction.commit()?;
    Ok(id)
}
