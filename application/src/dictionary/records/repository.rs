//! The store of dictionary records for administration.

use aditus_domain::dictionary::{SourceReferences, TopicDetails, VersionDetails};
use aditus_domain::ids::{AssignedRoleId, CustodianId, DataSourceId, OrganisationRoleId, TopicId, VersionId};
use chrono::{DateTime, Utc};

use super::super::StoredSource;
use crate::ports::StoreError;

/// A data custodian (3 §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredCustodian {
    /// The data source.
    pub data_source: DataSourceId,
    /// The organisation role.
    pub org_role: OrganisationRoleId,
    /// True for a broker. Brokers come first when stages are bound (decisions C5).
    pub broker: bool,
}

/// The store of data sources, custodians, versions and topics.
/// [`Dictionary`](super::super::Dictionary) adds sources and custodians. A change of a missing
/// record MUST return [`StoreError::Reference`].
pub trait DictionaryRecords {
    /// Returns the data source with this id.
    fn source(&mut self, id: DataSourceId) -> Result<Option<StoredSource>, StoreError>;
    /// Updates a data source. Dependent values MUST follow: the publication of its variables, and
    /// its name in requests and their search texts. An existing name MUST return
    /// [`StoreError::Duplicate`].
    fn update_source(&mut self, id: DataSourceId, source: &StoredSource) -> Result<(), StoreError>;
    /// Counts the references to a data source.
    fn source_references(&mut self, id: DataSourceId) -> Result<SourceReferences, StoreError>;
    /// Deletes a data source. If it is still referenced, this MUST return
    /// [`StoreError::Reference`].
    fn remove_source(&mut self, id: DataSourceId) -> Result<(), StoreError>;

    /// Returns the custodian with this id.
    fn custodian(&mut self, id: CustodianId) -> Result<Option<StoredCustodian>, StoreError>;
    /// Updates a custodian. An existing pair of source and organisation role MUST return
    /// [`StoreError::Duplicate`].
    fn update_custodian(&mut self, id: CustodianId, custodian: &StoredCustodian) -> Result<(), StoreError>;
    /// Deletes a custodian.
    fn remove_custodian(&mut self, id: CustodianId) -> Result<(), StoreError>;

    /// Adds a version, committed in this role.
    fn add_version(
        &mut self,
        version: &VersionDetails,
        committer: AssignedRoleId,
    ) -> Result<VersionId, StoreError>;
    /// Returns the creation time of a version.
    fn version_created_on(&mut self, id: VersionId) -> Result<Option<DateTime<Utc>>, StoreError>;
    /// Updates a version.
    fn update_version(
        &mut self,
        id: VersionId,
        version: &VersionDetails,
        committer: AssignedRoleId,
    ) -> Result<(), StoreError>;
    /// Deletes a version and its contents. The revisions stay.
    fn remove_version(&mut self, id: VersionId) -> Result<(), StoreError>;

    /// Adds a topic. An existing name (ignoring case) MUST return [`StoreError::Duplicate`].
    fn add_topic(&mut self, topic: &TopicDetails, added: DateTime<Utc>) -> Result<TopicId, StoreError>;
    /// Returns the topic with this id.
    fn topic(&mut self, id: TopicId) -> Result<Option<TopicDetails>, StoreError>;
    /// Updates a topic, except its creation date. An existing name MUST return
    /// [`StoreError::Duplicate`].
    fn update_topic(&mut self, id: TopicId, topic: &TopicDetails) -> Result<(), StoreError>;
    /// Deletes a topic.
    fn remove_topic(&mut self, id: TopicId) -> Result<(), StoreError>;
}
