//! Read models of the published dictionary (2 §2, "Data dictionary browsing screen"; 3 §2.13).

use aditus_domain::dictionary::TableRecords;
use aditus_domain::ids::{DataSourceId, TableId, VariableId};
use chrono::NaiveDate;

use super::{StoredTable, StoredVariable};
use crate::paging::{Direction, Page, Paged};
use crate::ports::StoreError;

/// A published data source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct SourceView {
    pub data_source_id: DataSourceId,
    pub source: String,
    pub description: String,
    pub publish: bool,
    pub tables_count: i64,
    pub variables_count: i64,
}

/// A published table of a published source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TableView {
    pub tbl_id: TableId,
    pub tbl_name: String,
    pub tbl_description: String,
    pub entity_name: String,
    pub icon: String,
    pub table_type_name: String,
    pub data_source: DataSourceId,
    pub variables_count: i64,
}

/// That variables of one published table depend on variables of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableEdge {
    /// The table that depends.
    pub tbl_id: TableId,
    /// The table that it depends on.
    pub depend_on: TableId,
    /// How many of its variables do.
    pub variables_count: u64,
}

/// What is known of the records of a published table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TableRecordsView {
    pub tbl_id: TableId,
    pub tbl_name: String,
    pub entity_name: String,
    pub records: TableRecords,
}

/// A variable of a published table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question that the specification answers with Yes or No"
)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct VariableView {
    pub var_id: VariableId,
    pub var_name: String,
    pub ids_column_name: String,
    pub tbl_id: TableId,
    pub tbl_name: String,
    pub data_source: DataSourceId,
    pub source: String,
    pub publish: bool,
    pub data_type: String,
    pub meaning: String,
    pub date_introduced: Option<NaiveDate>,
    pub range: Option<String>,
    pub old_var_name: Option<String>,
    pub reference: Option<String>,
    pub derived: bool,
    pub usage: String,
    pub is_primary: bool,
    pub is_foreign: bool,
    pub is_identifiable: bool,
    pub is_analytical: bool,
    pub enumerated: bool,
    /// Id and text.
    pub synonyms: Vec<(i64, String)>,
    /// Id and text.
    pub input_values: Vec<(i64, String)>,
    /// The published variables that this one refers to.
    pub dependencies: Vec<DependencyView>,
    pub timeline_of_changes: Vec<TimelineView>,
    pub variable_metadata: Vec<MetadataView>,
    /// The pieces of its texts that a search found it by, as they are written; none where nothing was searched for.
    pub hits: Vec<String>,
}

/// A variable that was picked for a request while it was published, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct PickedVariableView {
    pub var_id: VariableId,
    pub var_name: String,
    pub tbl_id: TableId,
    pub tbl_name: String,
    pub data_type: String,
    /// As it is stored, with HTML entities.
    pub meaning: String,
    pub is_identifiable: bool,
    /// False for one that was withdrawn: its table or its source is not published any more.
    pub is_offered: bool,
}

/// A variable that another one refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct DependencyView {
    pub depend_on: VariableId,
    pub var_name: String,
    pub tbl_name: String,
}

/// How a variable changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TimelineView {
    pub change_id: i64,
    pub change_date: Option<NaiveDate>,
    pub comment: Option<String>,
}

/// Something else that is known of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct MetadataView {
    pub metadata_id: i64,
    pub key: String,
    pub val_type: String,
    pub value: String,
}

/// What variables are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum VariableSort {
    /// Table, then id: the order of the dictionary itself.
    #[default]
    Dictionary,
    /// How well they fit the keyword, whatever the direction; without one, as `Dictionary`.
    Relevance,
    TblName,
    VarName,
    DataType,
    Meaning,
}

/// Which variables are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariableQuery {
    /// Of this source only.
    pub data_source: Option<DataSourceId>,
    /// Of this table only.
    pub table: Option<TableId>,
    /// Of tables whose name starts with this, whatever the case.
    pub tbl_name_prefix: Option<String>,
    /// The keyword, folded: all of its words are contained in table name, variable name, data type, meaning as it is shown,
    /// "derived" or synonyms.
    pub search: Option<String>,
    /// Only these, for previews of a selection.
    pub ids: Option<Vec<VariableId>>,
    /// Sorted by.
    pub sort: VariableSort,
    /// And how.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// Read models of the published dictionary.
pub trait DictionaryViews {
    /// Published sources whose name or description contains the folded text, by name.
    fn sources(
        &mut self,
        search: Option<&str>,
        direction: Direction,
        page: Page,
    ) -> Result<Paged<SourceView>, StoreError>;
    /// One published source.
    fn source(&mut self, id: DataSourceId) -> Result<Option<SourceView>, StoreError>;
    /// The name of a source that was published before and is not any more. The name of one that never was MUST NOT be answered.
    fn withdrawn_source(&mut self, id: DataSourceId) -> Result<Option<String>, StoreError>;
    /// Published tables of published sources, by name.
    fn tables(
        &mut self,
        data_source: Option<DataSourceId>,
        search: Option<&str>,
        direction: Direction,
        page: Page,
    ) -> Result<Paged<TableView>, StoreError>;
    /// All published tables of a published source, by the name of their type, then by their own.
    fn tables_by_type(&mut self, data_source: DataSourceId) -> Result<Vec<TableView>, StoreError>;
    /// The types of published tables of published sources, by name, with their ids.
    fn published_table_types(&mut self) -> Result<Vec<(i64, String)>, StoreError>;
    /// Which published tables depend on other ones, by their ids; between tables of this source only, where one is named.
    fn table_edges(&mut self, data_source: Option<DataSourceId>) -> Result<Vec<TableEdge>, StoreError>;
    /// What is known of the records of the published tables of a published source, by name; of these tables only, where
    /// some are named. Those that are not there are left out.
    fn table_records(
        &mut self,
        data_source: DataSourceId,
        tables: Option<&[TableId]>,
    ) -> Result<Vec<TableRecordsView>, StoreError>;
    /// All tables of a source, published or not, by id.
    fn tables_of(&mut self, source: DataSourceId) -> Result<Vec<StoredTable>, StoreError>;
    /// All variables of these tables, published or not, by table and id.
    fn variables_of(&mut self, tables: &[TableId]) -> Result<Vec<StoredVariable>, StoreError>;
    /// Table and column of every variable of a source, published or not, in any order.
    fn variable_names_of(&mut self, source: DataSourceId) -> Result<Vec<(String, String)>, StoreError>;
    /// Returns the variables among these that are of this source and are published or were before, in any order. There is no limit to
    /// their number. One that was never published MUST NOT be returned.
    fn picked_variables(
        &mut self,
        source: DataSourceId,
        ids: &[VariableId],
    ) -> Result<Vec<PickedVariableView>, StoreError>;
    /// Variables of published tables of published sources.
    ///
    /// A search counts no further than [`MOST_COUNTED`](crate::paging::MOST_COUNTED), or than the end of its page, and says whether there are
    /// more. By [`VariableSort::Relevance`] everything is ranked where no more than that is found; else the first so many by their ids, and
    /// wherever they stand those whose name the search is or begins: all others follow by their ids. The work for the first pages MUST not grow
    /// with what is found. Every other order is that of all that is found.
    fn variables(&mut self, query: &VariableQuery) -> Result<Paged<VariableView>, StoreError>;
}
