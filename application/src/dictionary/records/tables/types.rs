//! The types of tables: `GET data_dictionary/table_types/` (3 §7).

use aditus_domain::ids::TableTypeId;
use aditus_domain::roles::Role;

use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// All types of tables by name, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Vec<(TableTypeId, String)>, Error> {
    caller.require(Role::SuperUser)?;
    Ok(ports.database.read()?.dictionary_variables().table_types()?)
}
