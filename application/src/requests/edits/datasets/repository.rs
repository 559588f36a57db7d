//! The rows of datasets and of the variables in them.

use std::collections::BTreeSet;

use aditus_domain::ids::{DataSourceId, DatasetId, DatasetVariableId, RequestId, VariableId};
use aditus_domain::requests::NewDataset;

use crate::ports::StoreError;

/// A variable as it stands in a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredDatasetVariable {
    /// The request of the dataset.
    pub request: RequestId,
    /// The dataset.
    pub dataset: DatasetId,
    /// The variable of the dictionary.
    pub variable: VariableId,
}

/// The rows of datasets and of the variables in them, in a transaction that has its turn with the request
/// ([`crate::requests::versions::begin`]). How the source of a dataset is replaced is said at
/// [`super::super::RequestEdits::set_data_source`].
pub trait RequestedDatasets {
    /// The request of a dataset, and its source.
    fn dataset(&mut self, id: DatasetId) -> Result<Option<(RequestId, DataSourceId)>, StoreError>;
    /// How many datasets a request has.
    fn number_of_datasets(&mut self, request: RequestId) -> Result<usize, StoreError>;
    /// The sources of the datasets of a request.
    fn sources(&mut self, request: RequestId) -> Result<BTreeSet<DataSourceId>, StoreError>;
    /// Adds a dataset. The request MUST be found by the name of its source from now on, and show it in lists.
    fn add_dataset(&mut self, request: RequestId, dataset: &NewDataset) -> Result<DatasetId, StoreError>;
    /// Replaces the description of a dataset. That of the first dataset is the description of the request, which MUST follow.
    fn set_description(&mut self, dataset: DatasetId, description: &str) -> Result<(), StoreError>;
    /// How many variables all datasets of a request have together.
    fn number_of_variables(&mut self, request: RequestId) -> Result<usize, StoreError>;
    /// Those of the given variables that the dataset has.
    fn present_among(
        &mut self,
        dataset: DatasetId,
        variables: &[VariableId],
    ) -> Result<BTreeSet<VariableId>, StoreError>;
    /// Adds variables to a dataset; answers their ids in the same order. One that it has MUST be [`StoreError::Duplicate`].
    fn add_variables(
        &mut self,
        dataset: DatasetId,
        variables: &[VariableId],
        is_distinct: bool,
    ) -> Result<Vec<DatasetVariableId>, StoreError>;
    /// A variable of a dataset.
    fn variable(&mut self, id: DatasetVariableId) -> Result<Option<StoredDatasetVariable>, StoreError>;
    /// Whether all of these, each named once, are variables of the dataset.
    fn has_all(&mut self, dataset: DatasetId, variables: &[DatasetVariableId]) -> Result<bool, StoreError>;
    /// Says whether only the distinct values of a variable are wanted.
    fn set_distinct(&mut self, id: DatasetVariableId, is_distinct: bool) -> Result<(), StoreError>;
    /// Removes variables from their datasets.
    fn remove_variables(&mut self, variables: &[DatasetVariableId]) -> Result<(), StoreError>;
}
