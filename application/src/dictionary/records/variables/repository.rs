//! The store of variables for administration.

use aditus_domain::dictionary::{Detail, DetailTab, VariableDetails, VariableReferences};
use aditus_domain::ids::{DataSourceId, DetailId, TableId, VariableId};

use crate::ports::StoreError;

/// A variable with its table and source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariableOfTable {
    /// The table.
    pub table: TableId,
    /// The source of the table.
    pub data_source: DataSourceId,
    /// Stored fields of the variable.
    pub details: VariableDetails,
}

/// The store of variables. A change of a missing variable MUST return [`StoreError::Reference`].
/// Search texts and sort keys MUST follow each change. Each change, also of details, MUST create a
/// revision
/// ([`DictionaryRevisions`](crate::dictionary::revisions::repository::DictionaryRevisions)).
pub trait DictionaryVariables {
    /// Returns the variable with this id.
    fn variable(&mut self, id: VariableId) -> Result<Option<VariableOfTable>, StoreError>;
    /// Adds a variable without details. If another variable of the table has the column (ignoring
    /// case), this MUST return [`StoreError::Duplicate`].
    fn add_variable(&mut self, table: TableId, variable: &VariableDetails) -> Result<VariableId, StoreError>;
    /// Updates the fields of a variable, but not its details. An existing column MUST return
    /// [`StoreError::Duplicate`]. Dependencies on it MUST follow a new column name.
    fn update_variable(&mut self, id: VariableId, variable: &VariableDetails) -> Result<(), StoreError>;
    /// Counts the references to a variable.
    fn variable_references(&mut self, id: VariableId) -> Result<VariableReferences, StoreError>;
    /// Deletes a variable with its details. If it is still referenced, this MUST return
    /// [`StoreError::Reference`].
    fn remove_variable(&mut self, id: VariableId) -> Result<(), StoreError>;

    /// Adds a detail entry. A duplicate of an entry that must be unique MUST return
    /// [`StoreError::Duplicate`].
    fn add_detail(&mut self, variable: VariableId, detail: &Detail) -> Result<DetailId, StoreError>;
    /// Returns the variable of this entry.
    fn variable_of_detail(&mut self, tab: DetailTab, id: DetailId) -> Result<Option<VariableId>, StoreError>;
    /// Removes an entry.
    fn remove_detail(&mut self, tab: DetailTab, id: DetailId) -> Result<(), StoreError>;
}
