//! Read models for the administration of variables, table types, and tables under topics (3 §2.9 to
//! §2.12).

use aditus_domain::dictionary::{Detail, DetailTab, VariableDetails};
use aditus_domain::ids::{DataSourceId, DetailId, TableId, TableTopicId, TableTypeId, TopicId, VariableId};
use chrono::{DateTime, Utc};

use crate::dictionary::views::{DependencyView, MetadataView, TimelineView};
use crate::paging::{ListQuery, Paged};
use crate::ports::StoreError;
use crate::row_versions::RowVersion;

/// A variable of a table, published or not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct VariableRecord {
    pub var_id: VariableId,
    pub tbl: TableId,
    pub tbl_name: String,
    pub data_source: DataSourceId,
    pub details: VariableDetails,
    pub row_version: RowVersion,
}

/// A variable with all its details. Each detail has its own id.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct WholeVariable {
    pub variable: VariableRecord,
    /// Name of the source.
    pub source: String,
    pub synonyms: Vec<(i64, String)>,
    pub input_values: Vec<(i64, String)>,
    /// Variables on which it depends, published or not, with the id of the dependency. Dependencies
    /// on variables that do not exist yet are omitted.
    pub dependencies: Vec<(i64, DependencyView)>,
    pub timeline_of_changes: Vec<TimelineView>,
    pub variable_metadata: Vec<MetadataView>,
}

/// A detail entry of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetailRecord {
    /// Id within its tab.
    pub id: DetailId,
    /// Variable of the entry.
    pub variable: VariableId,
    /// Its content.
    pub detail: Detail,
}

/// A table under a topic.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TableTopicRecord {
    pub tt_id: TableTopicId,
    pub topic: TopicId,
    pub topic_name: String,
    pub tbl: TableId,
    pub tbl_name: String,
    pub entity_name: String,
    pub tbl_description: String,
    pub icon: String,
    /// Type of the table, which determines its colour on the map.
    pub table_type: TableTypeId,
    pub table_type_name: String,
    pub variables_count: u64,
    pub data_source: DataSourceId,
    pub source: String,
    pub assigned_on: DateTime<Utc>,
    pub pos_x: f64,
    pub pos_y: f64,
    pub row_version: RowVersion,
}

/// Order of variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum VariableRecordSort {
    /// Sorted by table, then by id: the order of the dictionary.
    #[default]
    Dictionary,
    ColumnName,
    VarName,
    DataType,
    Meaning,
}

/// Filter, order and page of a list of variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariableRecordQuery {
    /// Limits the variables to this table.
    pub table: Option<TableId>,
    /// Limits the variables to this source.
    pub data_source: Option<DataSourceId>,
    /// Search words in any order, in the same texts that guests search, with order and page.
    pub list: ListQuery<VariableRecordSort>,
}

/// Order of tables under topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum TableTopicSort {
    #[default]
    EntityName,
    TblDescription,
    PosX,
    PosY,
}

/// Read models of variables and of tables under topics. Search texts are folded. Ties in the order
/// are broken by id, so that pages never overlap.
pub trait DictionaryVariableViews {
    /// Returns a page of variables.
    fn variable_records(&mut self, query: &VariableRecordQuery) -> Result<Paged<VariableRecord>, StoreError>;
    /// Returns a variable with all its details.
    fn whole_variable(&mut self, id: VariableId) -> Result<Option<WholeVariable>, StoreError>;
    /// Returns a detail entry. None for a dependency on a variable that does not exist yet.
    fn detail(&mut self, tab: DetailTab, id: DetailId) -> Result<Option<DetailRecord>, StoreError>;
    /// Returns tables under this topic, or under all topics, whose name or description contains the
    /// text. `published_only` limits them to published tables of published sources under active
    /// topics.
    fn table_topic_records(
        &mut self,
        topic: Option<TopicId>,
        published_only: bool,
        query: &ListQuery<TableTopicSort>,
    ) -> Result<Paged<TableTopicRecord>, StoreError>;
    /// Returns a table under a topic.
    fn table_topic_record(&mut self, id: TableTopicId) -> Result<Option<TableTopicRecord>, StoreError>;
}
