//! Removes variables from a dataset of a submitted request: one, or many at once.

use aditus_domain::ids::{DatasetId, DatasetVariableId};
use aditus_domain::requests::{check_number_removed, check_removal};
use aditus_domain::review::Section;

use super::{StoredDatasetVariable, of_dataset};
use crate::access::Caller;
use crate::ports::Ports;
use crate::requests::edits::edit::{Edit, begin_transaction};
use crate::requests::edits::{EditBasis, Edited, Error};

/// Several variables of a dataset to remove.
#[derive(Debug, Clone)]
pub struct Many {
    /// Id of the dataset.
    pub dataset: DatasetId,
    /// Ids of the variables. Duplicates are ignored.
    pub variables: Vec<DatasetVariableId>,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// A single variable to remove.
#[derive(Debug, Clone, Copy)]
pub struct One {
    /// Id of the variable in the dataset.
    pub id: DatasetVariableId,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// Removes all of the variables or none.
pub fn many(ports: &Ports, caller: &Caller, command: Many) -> Result<Edited, Error> {
    let Many {
        dataset,
        mut variables,
        basis,
    } = command;
    check_number_removed(variables.len())?;
    variables.sort_unstable();
    variables.dedup();
    let (mut edit, _) = of_dataset(ports, caller, dataset, basis)?;
    let datasets = edit.transaction().requested_datasets();
    if !datasets.has_all(dataset, &variables)? {
        return Err(Error::NoVariable);
    }
    remove(edit, &variables)
}

/// Removes one variable.
pub fn one(ports: &Ports, caller: &Caller, command: One) -> Result<Edited, Error> {
    let (edit, _) = of_variable(ports, caller, command.id, command.basis)?;
    remove(edit, &[command.id])
}

fn remove(mut edit: Edit<'_>, variables: &[DatasetVariableId]) -> Result<Edited, Error> {
    let request = edit.request.id;
    let in_request = edit
        .transaction()
        .requested_datasets()
        .number_of_variables(request)?;
    check_removal(variables.len(), in_request, &edit.facts.documents)?;
    edit.transaction()
        .requested_datasets()
        .remove_variables(variables)?;
    Ok(Edited {
        version: edit.finish()?,
        message: "Dataset Variables Successfully Removed.",
    })
}

/// Opens an edit of a variable of a dataset, and returns it with the stored variable.
pub(super) fn of_variable<'a>(
    ports: &'a Ports,
    caller: &Caller,
    id: DatasetVariableId,
    basis: EditBasis,
) -> Result<(Edit<'a>, StoredDatasetVariable), Error> {
    let mut transaction = begin_transaction(ports, caller)?;
    let stored = transaction.requested_datasets().variable(id)?;
    let request = stored.ok_or(Error::NoVariable)?.request;
    let mut edit =
        Edit::within(ports, transaction, caller, request, Section::DataSource, basis).map_err(|error| {
            match error {
                Error::NotFound => Error::NoVariable,
                other => other,
            }
        })?;
    // The variable may have been removed before this transaction got the lock.
    let stored = edit.transaction().requested_datasets().variable(id)?;
    Ok((edit, stored.ok_or(Error::NoVariable)?))
}
