//! Adds a dataset to a submitted request (2 §7, `create_requested_datasets/`).

use aditus_domain::ids::{DatasetId, RequestId};
use aditus_domain::requests::{MAX_DATASETS, RawDataset};
use aditus_domain::review::Section;

use crate::access::Caller;
use crate::ports::Ports;
use crate::requests::edits::edit::Edit;
use crate::requests::edits::{Edited, Error, EditBasis, source};

/// The dataset to add.
#[derive(Debug, Clone)]
pub struct Command {
    /// The request.
    pub request: RequestId,
    /// Typed values.
    pub dataset: RawDataset,
    /// Comment and version that the edit refers to.
    pub basis: EditBasis,
}

/// Adds a dataset without variables and returns its id.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(DatasetId, Edited), Error> {
    let dataset = command.dataset.check()?;
    let mut edit = Edit::begin(ports, caller, command.request, Section::DataSource, command.basis)?;
    let request = edit.request.id;
    let datasets = edit.transaction().requested_datasets();
    if datasets.number_of_datasets(request)? >= MAX_DATASETS {
        return Err(Error::FullList { most: MAX_DATASETS });
    }
    source::must_be_allowed(ports, &mut edit, dataset.source())?;
    let id = edit
        .transaction()
        .requested_datasets()
        .add_dataset(request, &dataset)?;
    let edited = Edited {
        version: edit.finish()?,
        message: "Dataset Successfully Created.",
    };
    Ok((id, edited))
}
