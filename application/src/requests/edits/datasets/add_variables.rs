//! Variables are added to a dataset of a submitted request: one, or thousands at once (2 §7, `dataset_variables/`).

use aditus_domain::ids::{DatasetId, DatasetVariableId, VariableId};
use aditus_domain::requests::{Receiving, check_number_added, may_add};

use super::of_dataset;
use crate::access::Caller;
use crate::ports::Ports;
use crate::requests::edits::{Edited, Error, Terms};

/// Variables are added.
#[derive(Debug, Clone)]
pub struct Command {
    /// To which dataset.
    pub dataset: DatasetId,
    /// Variables of the dictionary.
    pub variables: Vec<VariableId>,
    /// Whether only their distinct values are wanted.
    pub is_distinct: bool,
    /// What asked for it, and from where it began.
    pub terms: Terms,
}

/// Adds all of the variables or none; answers their ids in the dataset, in the same order.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    command: &Command,
) -> Result<(Vec<DatasetVariableId>, Edited), Error> {
    let Command {
        dataset, variables, ..
    } = command;
    check_number_added(variables.len())?;
    let (mut edit, source) = of_dataset(ports, caller, *dataset, command.terms)?;
    let request = edit.request.id;
    let offered = edit.transaction().dictionary().offered(variables)?;
    let datasets = edit.transaction().requested_datasets();
    let present = datasets.present_among(*dataset, variables)?;
    let in_request = datasets.number_of_variables(request)?;
    may_add(
        variables,
        &offered,
        Receiving {
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
