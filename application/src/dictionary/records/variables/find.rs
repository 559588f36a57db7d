//! One variable with all that it has several of: `GET data_dictionary/variables_dd/{id}/` (3 §2.10, §7).

use aditus_domain::ids::VariableId;
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::Record;
use super::super::views::WholeVariable;
use crate::access::Caller;
use crate::ports::Ports;

/// The variable with this id, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, id: VariableId) -> Result<WholeVariable, Error> {
    caller.require(Role::SuperUser)?;
    let found = ports.database.read()?.dictionary_variables().whole_variable(id)?;
    found.ok_or(Error::NotFound(Record::Variable))
}
