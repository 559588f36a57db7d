//! Of a variable in a dataset only the distinct values are wanted, or all of them (2 §7, `patch/dataset_variable/{id}/`).

use aditus_domain::ids::{DatasetId, DatasetVariableId, VariableId};

use super::remove_variables::of_variable;
use crate::access::Caller;
use crate::ports::Ports;
use crate::requests::edits::{Edited, Error, Terms};

/// A variable of a dataset is edited.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Which one.
    pub id: DatasetVariableId,
    /// The dataset that the call names, which must be that of the variable.
    pub dataset: Option<DatasetId>,
    /// The variable of the dictionary that the call names, which must be this one: another one is added, and this one removed.
    pub variable: Option<VariableId>,
    /// Whether only its distinct values are wanted.
    pub is_distinct: bool,
    /// What asked for it, and from where it began.
    pub terms: Terms,
}

/// Edits a variable of a dataset.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Edited, Error> {
    let (mut edit, stored) = of_variable(ports, caller, command.id, command.terms)?;
    let is_other = command.dataset.is_some_and(|named| named != stored.dataset)
        || command.variable.is_some_and(|named| named != stored.variable);
    if is_other {
        return Err(Error::NoVariable);
    }
    edit.transaction()
        .requested_datasets()
        .set_distinct(command.id, command.is_distinct)?;
    Ok(Edited {
        version: edit.finish()?,
        message: "You have successfully updated your Dataset Variable",
    })
}
