//! The list of variables: `GET data_dictionary/variables_dd/` (3 §2.10, §7).

use aditus_domain::roles::Role;

use super::super::views::{VariableRecord, VariableRecordQuery};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::Paged;
use crate::ports::Ports;

/// A page of the variables of a table, of a source or of all, for Super Users.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    query: VariableRecordQuery,
) -> Result<Paged<VariableRecord>, Error> {
    caller.require(Role::SuperUser)?;
    let query = VariableRecordQuery {
        list: query.list.folded(),
        ..query
    };
    Ok(ports
        .database
        .read()?
        .dictionary_variables()
        .variable_records(&query)?)
}
