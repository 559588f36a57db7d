//! A table is deleted: `DELETE data_dictionary/table_dd/{id}/` (3 §7; decisions, "Screens that the specification names and does
//! not show").

use aditus_domain::ids::TableId;

pub use super::super::Error;
use super::super::{Record, while_unused};
use crate::access::Caller;
use crate::dictionary::revisions;
use crate::ports::Ports;
use crate::roles::authority;

/// Deletes a table to which nothing refers. Its revisions stay, the last one telling of this.
pub fn execute(ports: &Ports, caller: &Caller, id: TableId) -> Result<(), Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let tables = transaction.dictionary_tables();
    let table = tables.table(id)?.ok_or(Error::NotFound(Record::Table))?;
    tables.take_turns(table.data_source)?;
    tables.table_references(id)?.none()?;
    revisions::made_by(transaction.as_mut(), ports, caller);
    transaction
        .dictionary_tables()
        .remove_table(id)
        .map_err(while_unused)?;
    Ok(transaction.commit()?)
}
