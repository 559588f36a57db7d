//! Adds variables to a dataset of a submitted request: one, or thousands at once (2 §7,
//! `dataset_variables/`).

use aditus_domain::ids::{DatasetId, DatasetVariableId, VariableId};
use aditus_domain::requests::{AdditionTarget, check_addition, check_number_added};

use super::of_dataset;
use crate::access::Caller;
use crate::ports::Ports;
use crate::requests::edits::{EditBasis, Edited, Error};

/// The variables to add.
#[derive(Debug, Clone)]
pub struct Command {
    /// Dataset that receives the variables.
    pub dataset: DatasetId,
    /// Variables of the dictionary.
    pub variables: Vec<VariableId>,
    /// True to request only their distinct values.
    pub is_distinct: bool,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// Adds all variables or none. Returns their ids in the dataset, in the same order.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    command: &Command,
) -> Result<(Vec<DatasetVariableId>, Edited), Error> {
    let Command {
        dataset, variables, ..
    } = command;
    check_number_added(variables.len())?;
    let (mut edit, source) = of_dataset(ports, caller, *dataset, command.basis)?;
    let request = edit.request.id;
    let offered = edit.transaction().dictionary().offered(variables)?;
    let datasets = edit.transaction().requested_datasets();
    let present = datasets.present_among(*dataset, variables)?;
    let in_request = datasets.number_of_variables(request)?;
    check_addition(
        variables,
        &offered,
        AdditionTarget {
            source,
            present: &present,
            in_request,
        },
    )?;
    let ids = datasets.add_variables(*dataset, variables, command.is_distinct)?;
    let edited = Edited {
        version: edit.finish()?,
        message: "Dataset Variables Successfully Added.",
    };
    Ok((ids, edited))
}
