//! A variable is deleted: `DELETE data_dictionary/variables_dd/{id}/` (3 §7; decisions, "Screens that the specification names and
//! does not show").

use aditus_domain::ids::VariableId;

pub use super::super::Error;
use super::super::{Record, while_unused};
use crate::access::Caller;
use crate::dictionary::revisions;
use crate::ports::Ports;
use crate::roles::authority;

/// Deletes a variable to which nothing refers. Versions of its source keep what they hold of it, and its last revision tells of this.
pub fn execute(ports: &Ports, caller: &Caller, id: VariableId) -> Result<(), Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let variable = transaction.dictionary_variables().variable(id)?;
    let variable = variable.ok_or(Error::NotFound(Record::Variable))?;
    transaction.dictionary_tables().take_turns(variable.data_source)?;
    transaction
        .dictionary_variables()
        .variable_references(id)?
        .none()?;
    revisions::made_by(transaction.as_mut(), ports, caller);
    transaction
        .dictionary_variables()
        .remove_variable(id)
        .map_err(while_unused)?;
    Ok(transaction.commit()?)
}
