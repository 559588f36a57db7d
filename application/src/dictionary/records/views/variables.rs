//! Read models of variables, published or not, of the types of tables, and of the tables under topics (3 §2.9 to §2.12).

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

/// A variable with all that it has several of, each by its own id.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct WholeVariable {
    pub variable: VariableRecord,
    /// The name of the source.
    pub source: String,
    pub synonyms: Vec<(i64, String)>,
    pub input_values: Vec<(i64, String)>,
    /// The variables that it depends on, published or not, by the id of the dependency. One whose variable is not there yet is left out.
    pub dependencies: Vec<(i64, DependencyView)>,
    pub timeline_of_changes: Vec<TimelineView>,
    pub variable_metadata: Vec<MetadataView>,
}

/// An entry of what a variable has several of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetailRecord {
    /// Its id among those of its tab.
    pub id: DetailId,
    /// The variable that it belongs to.
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
    /// The type of the table, by which it is coloured on the map.
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

/// What variables are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum VariableRecordSort {
    /// Table, then id: the order of the dictionary itself.
    #[default]
    Dictionary,
    ColumnName,
    VarName,
    DataType,
    Meaning,
}

/// Which variables are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariableRecordQuery {
    /// Of this table only.
    pub table: Option<TableId>,
    /// Of this source only.
    pub data_source: Option<DataSourceId>,
    /// Words that are contained in what guests search too, in any order; the order; the page.
    pub list: ListQuery<VariableRecordSort>,
}

/// What tables under topics are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum TableTopicSort {
    #[default]
    EntityName,
    TblDescription,
    PosX,
    PosY,
}

/// Read models of variables and of tables under topics. What is searched for is folded. Records that are the same by what they are
/// sorted by come by id, so that pages never overlap.
pub trait DictionaryVariableViews {
    /// Types of tables, by name.
    fn table_types(&mut self) -> Result<Vec<(TableTypeId, String)>, StoreError>;
    /// Variables.
    fn variable_records(&mut self, query: &VariableRecordQuery) -> Result<Paged<VariableRecord>, StoreError>;
    /// One variable with all that it has several of.
    fn whole_variable(&mut self, id: VariableId) -> Result<Option<WholeVariable>, StoreError>;
    /// One entry of what a variable has several of. A dependency on a variable that is not there yet is none.
    fn detail(&mut self, tab: DetailTab, id: DetailId) -> Result<Option<DetailRecord>, StoreError>;
    /// Tables under this topic, or under any, in whose name or description the text is; published ones of published sources under
    /// active topics only, if so.
    fn table_topic_records(
        &mut self,
        topic: Option<TopicId>,
        published_only: bool,
        query: &ListQuery<TableTopicSort>,
    ) -> Result<Paged<TableTopicRecord>, StoreError>;
    /// One table under a topic.
    fn table_topic_record(&mut self, id: TableTopicId) -> Result<Option<TableTopicRecord>, StoreError>;
}
