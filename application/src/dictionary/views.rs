//! Read models of the published dictionary (2 §2, "Data dictionary browsing screen"; 3 §2.13).

use aditus_domain::dictionary::{DataType, TableRecords};
use aditus_domain::ids::{DataSourceId, TableId, TopicId, VariableId};
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

/// A dependency between two published tables: variables of one depend on variables of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableEdge {
    /// The dependent table.
    pub tbl_id: TableId,
    /// The table that it depends on.
    pub depend_on: TableId,
    /// Number of dependent variables.
    pub variables_count: u64,
}

/// Figures (counts and dates) of the records of a published table.
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
    /// Published variables that this one refers to.
    pub dependencies: Vec<DependencyView>,
    pub timeline_of_changes: Vec<TimelineView>,
    pub variable_metadata: Vec<MetadataView>,
    /// Parts of its texts that matched the search, as they are written. Empty without a search.
    pub hits: Vec<String>,
}

/// A variable that was chosen for a request while it was published.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct PickedVariableView {
    pub var_id: VariableId,
    pub var_name: String,
    pub tbl_id: TableId,
    pub tbl_name: String,
    pub data_type: String,
    /// Stored text, with HTML entities.
    pub meaning: String,
    pub is_identifiable: bool,
    /// False if the variable was withdrawn: its table or its source is no longer published.
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

/// An entry in the timeline of changes of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TimelineView {
    pub change_id: i64,
    pub change_date: Option<NaiveDate>,
    pub comment: Option<String>,
}

/// A metadata entry of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct MetadataView {
    pub metadata_id: i64,
    pub key: String,
    pub val_type: String,
    pub value: String,
}

/// Order of variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum VariableSort {
    /// Sorted by table, then by id: the order of the dictionary.
    #[default]
    Dictionary,
    /// Sorted by relevance to the search, regardless of the direction. Without a search, as
    /// `Dictionary`.
    Relevance,
    TblName,
    VarName,
    DataType,
    Meaning,
}

/// Filters of published variables by their properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VariableFacets {
    /// Limits the variables to this type.
    pub data_type: Option<DataType>,
    /// Limits them to identifying variables, or to all others.
    pub is_identifiable: Option<bool>,
    /// Limits them to derived variables, or to all others.
    pub derived: Option<bool>,
    /// Limits them to the tables of this topic, if it is active.
    pub topic: Option<TopicId>,
    /// Limits them to tables with records of this year.
    pub year: Option<i32>,
}

/// A search over the variables of all published sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariableSearch {
    /// Folded search text.
    pub search: String,
    /// Limits the search to this source.
    pub data_source: Option<DataSourceId>,
    /// Limits the matches by their properties.
    pub facets: VariableFacets,
    /// The number of matches that are returned of each source.
    pub shown: usize,
}

/// The matches of a search in one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceMatches {
    /// Id of the source.
    pub data_source: DataSourceId,
    /// Its name.
    pub source: String,
    /// The number of matches, counted up to [`MOST_COUNTED_BY_SOURCE`].
    pub total: u64,
    /// True if there are more matches than `total`.
    pub more: bool,
    /// The tables of the counted matches with the number of them, most first.
    pub tables: Vec<TableMatches>,
    /// The best matches.
    pub variables: Vec<VariableView>,
}

/// The number of matches of a search in one table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TableMatches {
    pub tbl_id: TableId,
    pub tbl_name: String,
    pub matches: u64,
}

/// The maximum number of matches that a search over all sources counts in each of them.
pub const MOST_COUNTED_BY_SOURCE: u32 = 200;

/// Filter, order and page of a list of published variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariableQuery {
    /// Limits the variables to this source.
    pub data_source: Option<DataSourceId>,
    /// Limits the variables to this table.
    pub table: Option<TableId>,
    /// Prefix of the table name, ignoring case.
    pub tbl_name_prefix: Option<String>,
    /// Folded search text. All of its words must occur in table name, variable name, data type,
    /// displayed meaning, "derived" or synonyms.
    pub search: Option<String>,
    /// Limits the variables to these ids, for previews of a selection.
    pub ids: Option<Vec<VariableId>>,
    /// Limits the variables by their properties.
    pub facets: VariableFacets,
    /// Order.
    pub sort: VariableSort,
    /// Direction of the order.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// Read models of the published dictionary.
pub trait DictionaryViews {
    /// Returns published sources whose name or description contains the folded text, ordered by
    /// name.
    fn sources(
        &mut self,
        search: Option<&str>,
        direction: Direction,
        page: Page,
    ) -> Result<Paged<SourceView>, StoreError>;
    /// Returns a published source.
    fn source(&mut self, id: DataSourceId) -> Result<Option<SourceView>, StoreError>;
    /// Returns the name of a source that was published before and is not any more. The name of one
    /// that never was MUST NOT be returned.
    fn withdrawn_source(&mut self, id: DataSourceId) -> Result<Option<String>, StoreError>;
    /// Returns the number of published sources, and that of their published variables. The cost
    /// MUST NOT grow with the number of variables.
    fn published_counts(&mut self) -> Result<(u64, u64), StoreError>;
    /// Returns published tables of published sources, ordered by name.
    fn tables(
        &mut self,
        data_source: Option<DataSourceId>,
        search: Option<&str>,
        direction: Direction,
        page: Page,
    ) -> Result<Paged<TableView>, StoreError>;
    /// Returns all published tables of a published source, ordered by the name of their type, then
    /// by their own.
    fn tables_by_type(&mut self, data_source: DataSourceId) -> Result<Vec<TableView>, StoreError>;
    /// Returns the types of published tables of published sources with their ids, ordered by name.
    fn published_table_types(&mut self) -> Result<Vec<(i64, String)>, StoreError>;
    /// Returns the dependencies between published tables, ordered by their ids. `data_source`
    /// limits them to tables of this source.
    fn table_edges(&mut self, data_source: Option<DataSourceId>) -> Result<Vec<TableEdge>, StoreError>;
    /// Returns the figures of the records of published tables of a published source, by name.
    /// `tables` limits them to these ids; missing tables are skipped.
    fn table_records(
        &mut self,
        data_source: DataSourceId,
        tables: Option<&[TableId]>,
    ) -> Result<Vec<TableRecordsView>, StoreError>;
    /// Returns the figures of the records of all published tables of published sources, with id and
    /// name of the source, by the source's id, then by name.
    fn all_table_records(&mut self) -> Result<Vec<(DataSourceId, String, TableRecordsView)>, StoreError>;
    /// Returns all tables of a source, published or not, ordered by id.
    fn tables_of(&mut self, source: DataSourceId) -> Result<Vec<StoredTable>, StoreError>;
    /// Returns all variables of these tables, published or not, ordered by table and id.
    fn variables_of(&mut self, tables: &[TableId]) -> Result<Vec<StoredVariable>, StoreError>;
    /// Returns table and column of every variable of a source, published or not, in any order.
    fn variable_names_of(&mut self, source: DataSourceId) -> Result<Vec<(String, String)>, StoreError>;
    /// Returns the variables among these that are of this source and are published or were before,
    /// in any order. There is no limit to their number. One that was never published MUST NOT be
    /// returned.
    fn picked_variables(
        &mut self,
        source: DataSourceId,
        ids: &[VariableId],
    ) -> Result<Vec<PickedVariableView>, StoreError>;
    /// Returns variables of published tables of published sources.
    ///
    /// A search counts up to [`MOST_COUNTED`](crate::paging::MOST_COUNTED) results, or up to the
    /// end of its page, and reports if there are more. With [`VariableSort::Relevance`], all
    /// results are ranked if there are at most that many. Otherwise the ranking covers the first
    /// [`MOST_COUNTED`](crate::paging::MOST_COUNTED) results by id, and all results whose name
    /// equals or begins with the search; the rest follows by id. The work for the first pages MUST
    /// NOT grow with the number of results. Every other order covers all results.
    fn variables(&mut self, query: &VariableQuery) -> Result<Paged<VariableView>, StoreError>;
    /// Returns the sources with matches of a search, the best match first, then the most matches,
    /// then by name. Only published variables of published sources are found.
    ///
    /// Each source counts up to [`MOST_COUNTED_BY_SOURCE`] matches. If there are more, the first
    /// ones by id are ranked, together with those whose name equals or begins with the search. The
    /// work for a source MUST NOT grow with the number of its matches.
    fn search(&mut self, search: &VariableSearch) -> Result<Vec<SourceMatches>, StoreError>;
}
