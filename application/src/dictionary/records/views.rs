//! Read models for the administration of the dictionary (3 §2.8).

mod variables;

use aditus_domain::dictionary::DataSource;
use aditus_domain::dictionary::revision::TableDefinition;
use aditus_domain::ids::{
    AssignedRoleId, CustodianId, DataSourceId, OrganisationRoleId, TableId, TableTypeId, TopicId, VersionId,
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

/// A data source, published or not. Its password is never read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceRecord {
    /// Its id.
    pub id: DataSourceId,
    /// Fields edited by a Super User.
    pub details: DataSource,
    /// True if a database password is stored.
    pub has_db_password: bool,
    /// Row version of this state.
    pub row_version: RowVersion,
}

/// A data custodian of a data source.
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
    /// Name of the committer.
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
    /// Number of tables under the topic. For published topics, only published tables count.
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
    /// Number of its variables, published or not.
    pub variables_count: u64,
    pub row_version: RowVersion,
}

/// Order of tables.
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

/// Order of data sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum SourceSort {
    #[default]
    Source,
    DbType,
    Dbms,
}

/// Order of custodians.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum CustodianSort {
    #[default]
    Source,
    Organisation,
    /// By rank.
    Role,
    /// Non-brokers first.
    Broker,
}

/// Order of versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum VersionSort {
    /// Newest first, regardless of the direction.
    #[default]
    Newest,
    Source,
    Message,
    DateCreated,
    Committer,
}

/// Order of topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names are those of the columns")]
pub enum TopicSort {
    #[default]
    Topic,
    Description,
    DateAdded,
    Active,
}

/// Read models of dictionary records. Search texts are folded. Ties in the order are broken by id,
/// so that pages never overlap.
pub trait DictionaryRecordViews {
    /// Returns data sources whose name or description contains the text.
    fn source_records(&mut self, query: &ListQuery<SourceSort>) -> Result<Paged<SourceRecord>, StoreError>;
    /// Returns a data source.
    fn source_record(&mut self, id: DataSourceId) -> Result<Option<SourceRecord>, StoreError>;
    /// Returns tables of this source, or of all sources, whose name or description contains the
    /// text.
    fn table_list(
        &mut self,
        source: Option<DataSourceId>,
        query: &ListQuery<TableSort>,
    ) -> Result<Paged<TableRecord>, StoreError>;
    /// Returns a table.
    fn table_record(&mut self, id: TableId) -> Result<Option<TableRecord>, StoreError>;
    /// Returns all table types, ordered by name, for the form of a table.
    fn table_types(&mut self) -> Result<Vec<(TableTypeId, String)>, StoreError>;
    /// Returns custodians whose data source or organisation matches the text, or who have one of
    /// these roles.
    fn custodian_records(
        &mut self,
        query: &ListQuery<CustodianSort>,
        roles: &[Role],
    ) -> Result<Paged<CustodianRecord>, StoreError>;
    /// Returns a custodian.
    fn custodian_record(&mut self, id: CustodianId) -> Result<Option<CustodianRecord>, StoreError>;
    /// Returns the published data sources without a custodian, by name.
    fn sources_without_custodian(&mut self) -> Result<Vec<(DataSourceId, String)>, StoreError>;
    /// Returns versions of this source, or of all sources, whose message or data source matches the
    /// text.
    fn version_records(
        &mut self,
        source: Option<DataSourceId>,
        query: &ListQuery<VersionSort>,
    ) -> Result<Paged<VersionRecord>, StoreError>;
    /// Returns a version.
    fn version_record(&mut self, id: VersionId) -> Result<Option<VersionRecord>, StoreError>;
    /// Returns topics whose name or description contains the text. `published_only` limits them to
    /// active topics with published tables of published sources.
    fn topic_records(
        &mut self,
        query: &ListQuery<TopicSort>,
        published_only: bool,
    ) -> Result<Paged<TopicRecord>, StoreError>;
    /// Returns a topic. `published_only` limits the search to published topics.
    fn topic_record(&mut self, id: TopicId, published_only: bool) -> Result<Option<TopicRecord>, StoreError>;
}
