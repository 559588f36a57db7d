//! Changes the description or the source of a dataset of a submitted request (2 §7,
//! `patch/requested_dataset/{id}/`).

use aditus_domain::ids::{DatasetId, RequestId};
use aditus_domain::requests::RawDataset;

use super::of_dataset;
use crate::access::Caller;
use crate::ports::Ports;
use crate::requests::edits::{Edited, Error, EditBasis, source};

/// A change of a dataset.
#[derive(Debug, Clone)]
pub struct Command {
    /// Id of the dataset.
    pub dataset: DatasetId,
    /// The request that the call names. It must be the request of the dataset.
    pub request: Option<RequestId>,
    /// Typed values. Missing fields keep their values.
    pub typed: RawDataset,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// Edits a dataset. A change of its source removes its variables.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<Edited, Error> {
    let change = command.typed.check_edit()?;
    let (mut edit, present) = of_dataset(ports, caller, command.dataset, command.basis)?;
    let request = edit.request.id;
    if command.request.is_some_and(|named| named != request) {
        return Err(Error::NoDataset);
    }
    if let Some(source) = change.source().filter(|source| *source != present) {
        source::must_be_allowed(ports, &mut edit, source)?;
        edit.rows().set_data_source(request, command.dataset, source)?;
    }
    if let Some(description) = change.description() {
        let datasets = edit.transaction().requested_datasets();
        datasets.set_description(command.dataset, description)?;
    }
    Ok(Edited {
        version: edit.finish()?,
        message: "You have successfully updated your Requested Dataset",
    })
}
