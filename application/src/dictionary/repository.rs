//! The store of the dictionary.

use aditus_domain::dictionary::{DataSource, TableRow, VariableRow};
use aditus_domain::ids::{
    CustodianId, DataSourceId, OrganisationId, OrganisationRoleId, TableId, VariableId,
};
use aditus_domain::requests::OfferedVariable;

use crate::ports::StoreError;

/// A data source with the password of its database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSource {
    /// The fields that a Super User fills in.
    pub details: DataSource,
    /// Sealed: nobody reads it in the database, and no call answers it (decisions, "The calls").
    pub db_password: Option<Vec<u8>>,
}

/// Who has a data source in custody (3 §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Custodian {
    /// Its id.
    pub id: CustodianId,
    /// The organisation of the custodian's role.
    pub organisation: OrganisationId,
    /// Brokers come first when stages are bound (decisions C5).
    pub broker: bool,
}

/// A table with its id.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredTable {
    /// Its id.
    pub id: TableId,
    /// How many variables it has.
    pub variables: u64,
    /// What is stored of it.
    pub row: TableRow,
}

/// A variable with its ids.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredVariable {
    /// Its id.
    pub id: VariableId,
    /// Its table.
    pub table: TableId,
    /// What is stored of it, synonyms, input values and dependencies included.
    pub row: VariableRow,
}

/// The store of the dictionary.
pub trait Dictionary {
    /// The source with this name, whatever its case; of several, the one that has it exactly, or else the oldest.
    fn source_by_name(&mut self, source: &str) -> Result<Option<DataSourceId>, StoreError>;
    /// Whether there is a published source with this id.
    fn is_published(&mut self, source: DataSourceId) -> Result<bool, StoreError>;
    /// Adds a source. Its password is sealed for its id, and so is stored by a change.
    fn add_source(&mut self, source: &DataSource) -> Result<DataSourceId, StoreError>;
    /// Puts a source into the custody of an organisation role.
    fn add_custodian(
        &mut self,
        source: DataSourceId,
        org_role: OrganisationRoleId,
        broker: bool,
    ) -> Result<CustodianId, StoreError>;
    /// The custodians of a source: brokers first, then by id.
    fn custodians(&mut self, source: DataSourceId) -> Result<Vec<Custodian>, StoreError>;
    /// Adds tables; answers their ids in the same order. Of the records of a table that says nothing of them, nothing is
    /// known.
    fn add_tables(&mut self, source: DataSourceId, tables: &[TableRow]) -> Result<Vec<TableId>, StoreError>;
    /// Replaces what is stored of a table, but for what is known of its records where the row says nothing of them.
    fn update_table(&mut self, id: TableId, table: &TableRow) -> Result<(), StoreError>;
    /// Adds variables with synonyms, input values and dependencies, which may name variables of the same call; answers
    /// their ids in the same order.
    fn add_variables(&mut self, variables: &[(TableId, VariableRow)]) -> Result<Vec<VariableId>, StoreError>;
    /// Replaces what is stored of a variable, synonyms, input values and dependencies included.
    fn update_variable(&mut self, id: VariableId, variable: &VariableRow) -> Result<(), StoreError>;
    /// Those of the given variables that stand in a published table of this source.
    fn published_among(
        &mut self,
        source: DataSourceId,
        variables: &[VariableId],
    ) -> Result<Vec<VariableId>, StoreError>;
    /// Those of the given variables that stand in a published table of a published source, each once, in any order.
    fn offered(&mut self, variables: &[VariableId]) -> Result<Vec<OfferedVariable>, StoreError>;
}
