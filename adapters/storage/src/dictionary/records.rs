//! The records of the dictionary that a Super User keeps.

use aditus_application::dictionary::StoredSource;
use aditus_application::dictionary::records::repository::{DictionaryRecords, StoredCustodian};
use aditus_application::dictionary::records::views::{
    CustodianRecord, CustodianSort, DictionaryRecordViews, SourceRecord, SourceSort, TableRecord, TableSort,
    TopicRecord, TopicSort, VersionRecord, VersionSort,
};
use aditus_application::paging::{ListQuery, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::{SourceReferences, TopicDetails, VersionDetails};
use aditus_domain::ids::{AssignedRoleId, CustodianId, DataSourceId, TableId, TopicId, VersionId};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::{custodians, sources, table_list, topics, versions};
use crate::reading::Reading;
use crate::transaction::UnitOfWork;

impl DictionaryRecords for UnitOfWork {
    fn source(&mut self, id: DataSourceId) -> Result<Option<StoredSource>, StoreError> {
        self.run(|connection| sources::whole(connection, id))
    }

    fn update_source(&mut self, id: DataSourceId, source: &StoredSource) -> Result<(), StoreError> {
        self.run(|connection| sources::update(connection, id, source))
    }

    fn source_references(&mut self, id: DataSourceId) -> Result<SourceReferences, StoreError> {
        self.run(|connection| sources::references(connection, id))
    }

    fn remove_source(&mut self, id: DataSourceId) -> Result<(), StoreError> {
        self.run(|connection| sources::remove(connection, id))
    }

    fn custodian(&mut self, id: CustodianId) -> Result<Option<StoredCustodian>, StoreError> {
        self.run(|connection| custodians::stored(connection, id))
    }

    fn update_custodian(&mut self, id: CustodianId, custodian: &StoredCustodian) -> Result<(), StoreError> {
        self.run(|connection| custodians::update(connection, id, custodian))
    }

    fn remove_custodian(&mut self, id: CustodianId) -> Result<(), StoreError> {
        self.run(|connection| custodians::remove(connection, id))
    }

    fn add_version(
        &mut self,
        version: &VersionDetails,
        committer: AssignedRoleId,
    ) -> Result<VersionId, StoreError> {
        self.run(|connection| versions::add(connection, version, committer))
    }

    fn version_created_on(&mut self, id: VersionId) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run(|connection| versions::created_on(connection, id))
    }

    fn update_version(
        &mut self,
        id: VersionId,
        version: &VersionDetails,
        committer: AssignedRoleId,
    ) -> Result<(), StoreError> {
        self.run(|connection| versions::update(connection, id, version, committer))
    }

    fn remove_version(&mut self, id: VersionId) -> Result<(), StoreError> {
        self.run(|connection| versions::remove(connection, id))
    }

    fn add_topic(&mut self, topic: &TopicDetails, added: DateTime<Utc>) -> Result<TopicId, StoreError> {
        self.run(|connection| topics::add(connection, topic, added))
    }

    fn topic(&mut self, id: TopicId) -> Result<Option<TopicDetails>, StoreError> {
        self.run(|connection| topics::details(connection, id))
    }

    fn update_topic(&mut self, id: TopicId, topic: &TopicDetails) -> Result<(), StoreError> {
        self.run(|connection| topics::update(connection, id, topic))
    }

    fn remove_topic(&mut self, id: TopicId) -> Result<(), StoreError> {
        self.run(|connection| topics::remove(connection, id))
    }
}

impl DictionaryRecordViews for Reading {
    fn source_records(&mut self, query: &ListQuery<SourceSort>) -> Result<Paged<SourceRecord>, StoreError> {
        self.run(|connection| sources::page(connection, query))
    }

    fn source_record(&mut self, id: DataSourceId) -> Result<Option<SourceRecord>, StoreError> {
        self.run(|connection| sources::one(connection, id))
    }

    fn table_list(
        &mut self,
        source: Option<DataSourceId>,
        query: &ListQuery<TableSort>,
    ) -> Result<Paged<TableRecord>, StoreError> {
        self.run(|connection| table_list::page(connection, source, query))
    }

    fn table_record(&mut self, id: TableId) -> Result<Option<TableRecord>, StoreError> {
        self.run(|connection| table_list::one(connection, id))
    }

    fn custodian_records(
        &mut self,
        query: &ListQuery<CustodianSort>,
        roles: &[Role],
    ) -> Result<Paged<CustodianRecord>, StoreError> {
        self.run(|connection| custodians::page(connection, query, roles))
    }

    fn custodian_record(&mut self, id: CustodianId) -> Result<Option<CustodianRecord>, StoreError> {
        self.run(|connection| custodians::one(connection, id))
    }

    fn version_records(
        &mut self,
        source: Option<DataSourceId>,
        query: &ListQuery<VersionSort>,
    ) -> Result<Paged<VersionRecord>, StoreError> {
        self.run(|connection| versions::page(connection, source, query))
    }

    fn version_record(&mut self, id: VersionId) -> Result<Option<VersionRecord>, StoreError> {
        self.run(|connection| versions::one(connection, id))
    }

    fn topic_records(
        &mut self,
        query: &ListQuery<TopicSort>,
        published_only: bool,
    ) -> Result<Paged<TopicRecord>, StoreError> {
        self.run(|connection| topics::page(connection, query, published_only))
    }

    fn topic_record(&mut self, id: TopicId, published_only: bool) -> Result<Option<TopicRecord>, StoreError> {
        self.run(|connection| topics::one(connection, id, published_only))
    }
}
