//! The store of datasets and their variables.

use std::collections::BTreeSet;

use aditus_domain::ids::{DataSourceId, DatasetId, DatasetVariableId, RequestId, VariableId};
use aditus_domain::requests::NewDataset;

use crate::ports::StoreError;

/// A stored variable of a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredDatasetVariable {
    /// The request of the dataset.
    pub request: RequestId,
    /// The dataset.
    pub dataset: DatasetId,
    /// The variable of the dictionary.
    pub variable: VariableId,
}

/// The store of datasets and their variables. Its methods require a transaction that holds the lock
/// on the request ([`crate::requests::versions::begin`]).
/// [`super::super::RequestEdits::set_data_source`] replaces the source of a dataset.
pub trait RequestedDatasets {
    /// Returns the request and the source of a dataset.
    fn dataset(&mut self, id: DatasetId) -> Result<Option<(RequestId, DataSourceId)>, StoreError>;
    /// Counts the datasets of a request.
    fn number_of_datasets(&mut self, request: RequestId) -> Result<usize, StoreError>;
    /// Returns the sources of the datasets of a request.
    fn sources(&mut self, request: RequestId) -> Result<BTreeSet<DataSourceId>, StoreError>;
    /// Adds a dataset. A search for the name of its source MUST find the request from now on, and
    /// lists MUST show the name.
    fn add_dataset(&mut self, request: RequestId, dataset: &NewDataset) -> Result<DatasetId, StoreError>;
    /// Replaces the description of a dataset. The first dataset also provides the description of
    /// the request, which MUST be replaced as well.
    fn set_description(&mut self, dataset: DatasetId, description: &str) -> Result<(), StoreError>;
    /// Counts the variables of all datasets of a request.
    fn number_of_variables(&mut self, request: RequestId) -> Result<usize, StoreError>;
    /// Returns the variables among these that the dataset has.
    fn present_among(
        &mut self,
        dataset: DatasetId,
        variables: &[VariableId],
    ) -> Result<BTreeSet<VariableId>, StoreError>;
    /// Adds variables to a dataset and returns their ids in the same order. A variable that it has
    /// already MUST return [`StoreError::Duplicate`].
    fn add_variables(
        &mut self,
        dataset: DatasetId,
        variables: &[VariableId],
        is_distinct: bool,
    ) -> Result<Vec<DatasetVariableId>, StoreError>;
    /// Returns a variable of a dataset.
    fn variable(&mut self, id: DatasetVariableId) -> Result<Option<StoredDatasetVariable>, StoreError>;
    /// Returns true if all of these variables are in the dataset. The ids must be unique.
    fn has_all(&mut self, dataset: DatasetId, variables: &[DatasetVariableId]) -> Result<bool, StoreError>;
    /// Sets if only the distinct values of a variable are requested.
    fn set_distinct(&mut self, id: DatasetVariableId, is_distinct: bool) -> Result<(), StoreError>;
    /// Removes variables from their datasets.
    fn remove_variables(&mut self, variables: &[DatasetVariableId]) -> Result<(), StoreError>;
}
