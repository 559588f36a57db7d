//! Sets if all values of a variable in a dataset are requested, or only the distinct ones (2 §7,
//! `patch/dataset_variable/{id}/`).

use aditus_domain::ids::{DatasetId, DatasetVariableId, VariableId};

use super::remove_variables::of_variable;
use crate::access::Caller;
use crate::ports::Ports;
use crate::requests::edits::{Edited, Error, EditBasis};

/// A change of a variable in a dataset.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Id of the variable in the dataset.
    pub id: DatasetVariableId,
    /// The dataset that the call names. It must be the dataset of the variable.
    pub dataset: Option<DatasetId>,
    /// The variable of the dictionary that the call names. It must be the present one, because a
    /// variable cannot be exchanged in place.
    pub variable: Option<VariableId>,
    /// True to request only its distinct values.
    pub is_distinct: bool,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// Edits a variable of a dataset.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Edited, Error> {
    let (mut edit, stored) = of_variable(ports, caller, command.id, command.basis)?;
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
