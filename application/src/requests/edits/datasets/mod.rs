//! Datasets of a submitted request and their variables (2 §2 "Requested datasets page", §7
//! "Datasets"; decisions V6).
//!
//! They belong to the section of the data source, so a permission to edit that section covers them.
//! Datasets can be added and edited, but not removed. Removed variables are kept in the older
//! versions of the request.

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
use super::{EditBasis, Error};
use crate::access::Caller;
use crate::ports::Ports;

pub use repository::{RequestedDatasets, StoredDatasetVariable};

/// Opens an edit of a dataset, and returns it with the dataset's source.
fn of_dataset<'a>(
    ports: &'a Ports,
    caller: &Caller,
    id: DatasetId,
    basis: EditBasis,
) -> Result<(Edit<'a>, DataSourceId), Error> {
    let mut transaction = begin_transaction(ports, caller)?;
    let stored = transaction.requested_datasets().dataset(id)?;
    let (request, _) = stored.ok_or(Error::NoDataset)?;
    let mut edit =
        Edit::within(ports, transaction, caller, request, Section::DataSource, basis).map_err(|error| {
            match error {
                Error::NotFound => Error::NoDataset,
                other => other,
            }
        })?;
    // The source may have changed before this transaction got the lock.
    let stored = edit.transaction().requested_datasets().dataset(id)?;
    let (_, source) = stored.ok_or(Error::NoDataset)?;
    Ok((edit, source))
}
