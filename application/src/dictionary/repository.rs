//! The store of the dictionary.

use aditus_domain::dictionary::{DataSource, TableRow, VariableRow};
use aditus_domain::ids::{
    CustodianId, DataSourceId, OrganisationId, OrganisationRoleId, TableId, VariableId,
};
use aditus_domain::requests::OfferedVariable;

use crate::ports::StoreError;

/// A data source with its database password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSource {
    /// Fields edited by a Super User.
    pub details: DataSource,
    /// Sealed password. It cannot be read in the database, and no call returns it (decisions, "The
    /// calls").
    pub db_password: Option<Vec<u8>>,
}

/// A data custodian (3 §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Custodian {
    /// Its id.
    pub id: CustodianId,
    /// Organisation of the custodian's role.
    pub organisation: OrganisationId,
    /// True for a broker. Brokers come first when stages are bound (decisions C5).
    pub broker: bool,
}

/// A table with its id.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredTable {
    /// Its id.
    pub id: TableId,
    /// Number of its variables.
    pub variables: u64,
    /// Stored fields of the table.
    pub row: TableRow,
}

/// A variable with its ids.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredVariable {
    /// Its id.
    pub id: VariableId,
    /// Its table.
    pub table: TableId,
    /// Stored fields, with synonyms, input values and dependencies.
    pub row: VariableRow,
}

/// The store of the dictionary.
pub trait Dictionary {
    /// Returns the source with this name, ignoring case. If several match, it is the one with the
    /// exact name, or else the oldest.
    fn source_by_name(&mut self, source: &str) -> Result<Option<DataSourceId>, StoreError>;
    /// Returns true if the source exists and is published.
    fn is_published(&mut self, source: DataSourceId) -> Result<bool, StoreError>;
    /// Adds a source without its password. The password is sealed for the id of the source, so it
    /// is stored by a later update.
    fn add_source(&mut self, source: &DataSource) -> Result<DataSourceId, StoreError>;
    /// Makes an organisation role the custodian of a source.
    fn add_custodian(
        &mut self,
        source: DataSourceId,
        org_role: OrganisationRoleId,
        broker: bool,
    ) -> Result<CustodianId, StoreError>;
    /// Returns the custodians of a source: brokers first, then by id.
    fn custodians(&mut self, source: DataSourceId) -> Result<Vec<Custodian>, StoreError>;
    /// Adds tables and returns their ids in the same order. A table without figures of
    /// its records gets unknown ones.
    fn add_tables(&mut self, source: DataSourceId, tables: &[TableRow]) -> Result<Vec<TableId>, StoreError>;
    /// Updates a table. If the row has no figures of its records, the stored ones are kept.
    fn update_table(&mut self, id: TableId, table: &TableRow) -> Result<(), StoreError>;
    /// Adds variables with synonyms, input values and dependencies, and returns their ids in the
    /// same order. Dependencies may name variables of the same call.
    fn add_variables(&mut self, variables: &[(TableId, VariableRow)]) -> Result<Vec<VariableId>, StoreError>;
    /// Updates a variable with its synonyms, input values and dependencies.
    fn update_variable(&mut self, id: VariableId, variable: &VariableRow) -> Result<(), StoreError>;
    /// Returns those of the variables that belong to a published table of this source.
    fn published_among(
        &mut self,
        source: DataSourceId,
        variables: &[VariableId],
    ) -> Result<Vec<VariableId>, StoreError>;
    /// Returns those of the variables that belong to a published table of a published source,
    /// without duplicates, in any order.
    fn offered(&mut self, variables: &[VariableId]) -> Result<Vec<OfferedVariable>, StoreError>;
}
