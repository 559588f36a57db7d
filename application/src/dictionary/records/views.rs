//! Read models of the records that a Super User keeps (3 §2.8).

mod variables;

use aditus_domain::dictionary::DataSource;
use aditus_domain::dictionary::revision::TableDefinition;
use aditus_domain::ids::{
    AssignedRoleId, CustodianId, DataSourceId, OrganisationRoleId, TableId, TopicId, VersionId,
};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use crate::paging::{ListQuery, Paged};
use crate::ports::StoreError;
use crate::row_versions::RowVersion;

pub use variables::{
    DetailRecord, DictionaryVariableViews, TableTopicRecord, TableTopicSort, VariableRecord,
    VariableRecordQuery, VariableRecordSort, WholeVariable,
};

/// A data source, published or not. Its password is not among what is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceRecord {
    /// Its id.
    pub id: DataSourceId,
    /// The fields that a Super User fills in.
    pub details: DataSource,
    /// True if a password of its database is stored.
    pub has_db_password: bool,
    /// The version of this state.
    pub row_version: RowVersion,
}

/// Who has a data source in custody.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct CustodianRecord {
    pub custodian_id: CustodianId,
    pub data_source: DataSourceId,
    pub source_name: String,
    pub org_role: OrganisationRoleId,
    pub organisation: String,
    pub role: Role,
    pub broker: bool,
    pub row_version: RowVersion,
}

/// A version of a data source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct VersionRecord {
    pub version_id: VersionId,
    pub data_source: DataSourceId,
    pub source: String,
    pub date_created: DateTime<Utc>,
    pub message: String,
    /// The name of who committed it.
    pub committer: String,
    pub commited_by: AssignedRoleId,
    pub row_version: RowVersion,
}

/// A topic.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TopicRecord {
    pub topic_id: TopicId,
    pub topic: String,
    pub description: String,
    pub active: bool,
    pub date_added: DateTime<Utc>,
    /// How many tables stand under it; of those that are wanted where published ones alone are.
    pub tables_count: u64,
    pub row_version: RowVersion,
}

/// A table of a data source, published or not (3 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct TableRecord {
    pub tbl_id: TableId,
    pub data_source: DataSourceId,
    pub table_type: i64,
    pub definition: TableDefinition,
    /// Its variables, published or not.
    pub variables_count: u64,
    pub row_version: RowVersion,
}

/// What tables are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum TableSort {
    #[default]
    Name,
    Type,
    Entity,
    Publish,
    Variables,
}

/// What data sources are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum SourceSort {
    #[default]
    Source,
    DbType,
    Dbms,
}

/// What custodians are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum CustodianSort {
    #[default]
    Source,
    Organisation,
    /// By rank.
    Role,
    /// Those that are no brokers first.
    Broker,
}

/// What versions are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum VersionSort {
    /// The newest first, whatever the direction.
    #[default]
    Newest,
    Source,
    Message,
    DateCreated,
    Committer,
}

/// What topics are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum TopicSort {
    #[default]
    Topic,
    Description,
    DateAdded,
    Active,
}

/// Read models of the records. What is searched for is folded. Records that are the same by what they are sorted by come by
/// id, so that pages never overlap.
pub trait DictionaryRecordViews {
    /// Data sources whose name or description contains the text.
    fn source_records(&mut self, query: &ListQuery<SourceSort>) -> Result<Paged<SourceRecord>, StoreError>;
    /// One data source.
    fn source_record(&mut self, id: DataSourceId) -> Result<Option<SourceRecord>, StoreError>;
    /// Tables of this source, or of all, whose name or description contains the text.
    fn table_list(
        &mut self,
        source: Option<DataSourceId>,
        query: &ListQuery<TableSort>,
    ) -> Result<Paged<TableRecord>, StoreError>;
    /// One table.
    fn table_record(&mut self, id: TableId) -> Result<Option<TableRecord>, StoreError>;
    /// Custodians of the data sources or at the organisations that the text finds, and those in one of these roles.
    fn custodian_records(
        &mut self,
        query: &ListQuery<CustodianSort>,
        roles: &[Role],
    ) -> Result<Paged<CustodianRecord>, StoreError>;
    /// One custodian.
    fn custodian_record(&mut self, id: CustodianId) -> Result<Option<CustodianRecord>, StoreError>;
    /// Versions of this source, or of all: those whose message contains the text, and those of the data sources that the text finds.
    fn version_records(
        &mut self,
        source: Option<DataSourceId>,
        query: &ListQuery<VersionSort>,
    ) -> Result<Paged<VersionRecord>, StoreError>;
    /// One version.
    fn version_record(&mut self, id: VersionId) -> Result<Option<VersionRecord>, StoreError>;
    /// Topics whose name or description contains the text; of published ones alone, if so: active ones with published tables of
    /// published sources.
    fn topic_records(
        &mut self,
        query: &ListQuery<TopicSort>,
        published_only: bool,
    ) -> Result<Paged<TopicRecord>, StoreError>;
    /// One topic, of published ones alone, if so.
    fn topic_record(&mut self, id: TopicId, published_only: bool) -> Result<Option<TopicRecord>, StoreError>;
}
