//! The list of tables: `GET data_dictionary/table_dd/` (3 §2.9, §7).

use aditus_domain::ids::DataSourceId;
use aditus_domain::roles::Role;

use super::super::views::{TableRecord, TableSort};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// A page of the tables of a data source, or of all, for Super Users.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    source: Option<DataSourceId>,
    query: ListQuery<TableSort>,
) -> Result<Paged<TableRecord>, Error> {
    caller.require(Role::SuperUser)?;
    let query = query.folded();
    Ok(ports
        .database
        .read()?
        .dictionary_records()
        .table_list(source, &query)?)
}
