//! Datasets of a submitted request, and the variables in them (2 §2 "Requested datasets page", §7 "Datasets"; beyond.md V6).
//!
//! They are one section with the source of the data: whoever may edit that may edit these. A dataset that was added stays, and is
//! edited; what leaves a dataset is kept in the older versions of the request.

pub mod add_variables;
pub mod create;
pub mod list_variables;
pub mod patch;
pub mod patch_variable;
pub mod remove_variables;
mod repository;

use aditus_domain::ids::{DataSourceId, DatasetId};
use aditus_domain::review::Section;

use super::edit::{Edit, begin_transaction};
use super::{Error, Terms};
use crate::access::Caller;
use crate::ports::Ports;

pub use repository::{RequestedDatasets, StoredDatasetVariable};

/// Opens an edit of a dataset; answers its source besides.
fn of_dataset<'a>(
    ports: &'a Ports,
    caller: &Caller,
    id: DatasetId,
    terms: Terms,
) -> Result<(Edit<'a>, DataSourceId), Error> {
    let mut transaction = begin_transaction(ports, caller)?;
    let stored = transaction.requested_datasets().dataset(id)?;
    let (request, _) = stored.ok_or(Error::NoDataset)?;
    let mut edit =
        Edit::within(ports, transaction, caller, request, Section::DataSource, terms).map_err(|error| {
            match error {
                Error::NotFound => Error::NoDataset,
                other => other,
            }
        })?;
    // Whoever had the turn before may have changed the source.
    let stored = edit.transaction().requested_datasets().dataset(id)?;
    let (_, source) = stored.ok_or(Error::NoDataset)?;
    Ok((edit, source))
}
