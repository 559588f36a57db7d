//! The store of variables as a Super User keeps them.

use aditus_domain::dictionary::{Detail, DetailTab, VariableDetails, VariableReferences};
use aditus_domain::ids::{DataSourceId, DetailId, TableId, VariableId};

use crate::ports::StoreError;

/// A variable, its table and its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariableOfTable {
    /// The table.
    pub table: TableId,
    /// The source of the table.
    pub data_source: DataSourceId,
    /// What is stored of the variable itself.
    pub details: VariableDetails,
}

/// The store of variables. A change of one that is not there MUST be [`StoreError::Reference`]. What variables are searched and
/// sorted by MUST follow each change, and each MUST become a revision, a change of what a variable has several of too
/// ([`DictionaryRevisions`](crate::dictionary::revisions::repository::DictionaryRevisions)).
pub trait DictionaryVariables {
    /// The variable with this id.
    fn variable(&mut self, id: VariableId) -> Result<Option<VariableOfTable>, StoreError>;
    /// Adds a variable, which has nothing several of yet. A column that another variable of the table has, whatever its case, MUST
    /// be [`StoreError::Duplicate`].
    fn add_variable(&mut self, table: TableId, variable: &VariableDetails) -> Result<VariableId, StoreError>;
    /// Replaces what is stored of a variable itself; columns as above. Variables that depend on it MUST name it by its new column.
    fn update_variable(&mut self, id: VariableId, variable: &VariableDetails) -> Result<(), StoreError>;
    /// How much refers to a variable.
    fn variable_references(&mut self, id: VariableId) -> Result<VariableReferences, StoreError>;
    /// Deletes a variable to which nothing refers, with all that it has several of; otherwise it MUST be [`StoreError::Reference`].
    fn remove_variable(&mut self, id: VariableId) -> Result<(), StoreError>;

    /// Adds an entry to what a variable has several of. One that has to be distinct and is not MUST be [`StoreError::Duplicate`].
    fn add_detail(&mut self, variable: VariableId, detail: &Detail) -> Result<DetailId, StoreError>;
    /// The variable that has this entry.
    fn variable_of_detail(&mut self, tab: DetailTab, id: DetailId) -> Result<Option<VariableId>, StoreError>;
    /// Removes an entry.
    fn remove_detail(&mut self, tab: DetailTab, id: DetailId) -> Result<(), StoreError>;
}
