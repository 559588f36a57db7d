//! The store of the records that a Super User keeps.

use aditus_domain::dictionary::{SourceReferences, TopicDetails, VersionDetails};
use aditus_domain::ids::{AssignedRoleId, CustodianId, DataSourceId, OrganisationRoleId, TopicId, VersionId};
use chrono::{DateTime, Utc};

use super::super::StoredSource;
use crate::ports::StoreError;

/// Who has which data source in custody (3 §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredCustodian {
    /// The data source.
    pub data_source: DataSourceId,
    /// The organisation role.
    pub org_role: OrganisationRoleId,
    /// Whether it is a broker: brokers come first when stages are bound (decisions C5).
    pub broker: bool,
}

/// The store of data sources, custodians, versions and topics. Sources and custodians are added by
/// [`Dictionary`](super::super::Dictionary). A change of a record that is not there MUST be [`StoreError::Reference`].
pub trait DictionaryRecords {
    /// The data source with this id.
    fn source(&mut self, id: DataSourceId) -> Result<Option<StoredSource>, StoreError>;
    /// Replaces what is stored of a data source. Whatever repeats it MUST follow: which variables are published, and by which
    /// name requests show it and are found. A name that exists MUST be [`StoreError::Duplicate`].
    fn update_source(&mut self, id: DataSourceId, source: &StoredSource) -> Result<(), StoreError>;
    /// How much refers to a data source.
    fn source_references(&mut self, id: DataSourceId) -> Result<SourceReferences, StoreError>;
    /// Deletes a data source to which nothing refers; otherwise it MUST be [`StoreError::Reference`].
    fn remove_source(&mut self, id: DataSourceId) -> Result<(), StoreError>;

    /// The custodian with this id.
    fn custodian(&mut self, id: CustodianId) -> Result<Option<StoredCustodian>, StoreError>;
    /// Replaces what is stored of a custodian; the same source and organisation role as another's MUST be
    /// [`StoreError::Duplicate`].
    fn update_custodian(&mut self, id: CustodianId, custodian: &StoredCustodian) -> Result<(), StoreError>;
    /// Deletes a custodian.
    fn remove_custodian(&mut self, id: CustodianId) -> Result<(), StoreError>;

    /// Adds a version, which somebody commits in this role.
    fn add_version(
        &mut self,
        version: &VersionDetails,
        committer: AssignedRoleId,
    ) -> Result<VersionId, StoreError>;
    /// When the version with this id was created.
    fn version_created_on(&mut self, id: VersionId) -> Result<Option<DateTime<Utc>>, StoreError>;
    /// Replaces what is stored of a version.
    fn update_version(
        &mut self,
        id: VersionId,
        version: &VersionDetails,
        committer: AssignedRoleId,
    ) -> Result<(), StoreError>;
    /// Deletes a version and what it holds; the revisions stay.
    fn remove_version(&mut self, id: VersionId) -> Result<(), StoreError>;

    /// Adds a topic; a name that exists, whatever its case, MUST be [`StoreError::Duplicate`].
    fn add_topic(&mut self, topic: &TopicDetails, added: DateTime<Utc>) -> Result<TopicId, StoreError>;
    /// The topic with this id.
    fn topic(&mut self, id: TopicId) -> Result<Option<TopicDetails>, StoreError>;
    /// Replaces what is stored of a topic but for the date on which it was added; names as above.
    fn update_topic(&mut self, id: TopicId, topic: &TopicDetails) -> Result<(), StoreError>;
    /// Deletes a topic.
    fn remove_topic(&mut self, id: TopicId) -> Result<(), StoreError>;
}
