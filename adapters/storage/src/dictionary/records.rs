//! Records of the dictionary, as Super Users edit them.

use aditus_application::dictionary::StoredSource;
use aditus_application::dictionary::records::repository::{DictionaryRecords, StoredCustodian};
use aditus_application::dictionary::records::views::{
    CustodianRecord, CustodianSort, DictionaryRecordViews, SourceRecord, SourceSort, TableRecord, TableSort,
    TopicRecord, TopicSort, VersionRecord, VersionSort,
};
use aditus_application::paging::{ListQuery, Paged};
use aditus_application::ports::StoreError;
use aditus_domain::dictionary::search::fold;
use aditus_domain::dictionary::{SourceReferences, TopicDetails, VersionDetails};
use aditus_domain::ids::{
    AssignedRoleId, CustodianId, DataSourceId, OrganisationRoleId, TableId, TableTypeId, TopicId, VersionId,
};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::keys::{lookup_key, named_text, sort_key};
use super::rows::changed;
use super::{custodians, sources, table_list, topics as topic_lists, versions};
use crate::read_session::ReadSession;
use crate::schema::{
    data_custodians, data_source_versions, data_sources, dictionary_tables, requested_datasets, topics,
    version_revisions,
};
use crate::search::indexed;
use crate::times::Timestamp;
use crate::transaction::WriteTransaction;

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = data_source_versions)]
struct VersionColumns<'a> {
    data_source_id: i64,
    date_created: Timestamp,
    message: &'a str,
    message_key: String,
    commited_by: i64,
    search_text: String,
}

fn version_columns(version: &VersionDetails, committer: AssignedRoleId) -> VersionColumns<'_> {
    VersionColumns {
        data_source_id: version.data_source.0,
        date_created: version.date_created.into(),
        message: &version.message,
        message_key: sort_key(&version.message),
        commited_by: committer.0,
        search_text: indexed(&fold(&version.message)),
    }
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = topics)]
struct TopicColumns<'a> {
    topic: &'a str,
    topic_key: String,
    sort_key: String,
    description: &'a str,
    description_key: String,
    active: bool,
    search_text: String,
}

fn topic_columns(topic: &TopicDetails) -> TopicColumns<'_> {
    TopicColumns {
        topic: &topic.topic,
        topic_key: lookup_key(&topic.topic),
        sort_key: sort_key(&topic.topic),
        description: &topic.description,
        description_key: sort_key(&topic.description),
        active: topic.active,
        search_text: named_text(&topic.topic, &topic.description),
    }
}

impl DictionaryRecords for WriteTransaction {
    fn source(&mut self, id: DataSourceId) -> Result<Option<StoredSource>, StoreError> {
        self.run(|connection| sources::load(connection, id))
    }

    fn update_source(&mut self, id: DataSourceId, source: &StoredSource) -> Result<(), StoreError> {
        self.run(|connection| sources::update(connection, id, source))
    }

    fn source_references(&mut self, id: DataSourceId) -> Result<SourceReferences, StoreError> {
        self.run(|connection| {
            macro_rules! number {
                ($table:ident) => {
                    $table::table
                        .filter($table::data_source_id.eq(id.0))
                        .count()
                        .get_result::<i64>(connection)?
                        .unsigned_abs()
                };
            }
            Ok(SourceReferences {
                tables: number!(dictionary_tables),
                custodians: number!(data_custodians),
                versions: number!(data_source_versions),
                requests: number!(requested_datasets),
            })
        })
    }

    fn remove_source(&mut self, id: DataSourceId) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::delete(data_sources::table.find(id.0)).execute(connection)?;
            Ok(())
        })
    }

    fn custodian(&mut self, id: CustodianId) -> Result<Option<StoredCustodian>, StoreError> {
        self.run(|connection| {
            let row = data_custodians::table
                .find(id.0)
                .select((
                    data_custodians::data_source_id,
                    data_custodians::org_role_id,
                    data_custodians::broker,
                ))
                .first::<(i64, i64, bool)>(connection)
                .optional()?;
            Ok(row.map(|(source, org_role, broker)| StoredCustodian {
                data_source: DataSourceId(source),
                org_role: OrganisationRoleId(org_role),
                broker,
            }))
        })
    }

    fn update_custodian(&mut self, id: CustodianId, custodian: &StoredCustodian) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::update(data_custodians::table.find(id.0))
                .set((
                    data_custodians::data_source_id.eq(custodian.data_source.0),
                    data_custodians::org_role_id.eq(custodian.org_role.0),
                    data_custodians::broker.eq(custodian.broker),
                ))
                .execute(connection)?;
            changed(rows, "data custodian")
        })
    }

    fn remove_custodian(&mut self, id: CustodianId) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::delete(data_custodians::table.find(id.0)).execute(connection)?;
            Ok(())
        })
    }

    fn add_version(
        &mut self,
        version: &VersionDetails,
        committer: AssignedRoleId,
    ) -> Result<VersionId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(data_source_versions::table)
                .values(version_columns(version, committer))
                .returning(data_source_versions::id)
                .get_result(connection)?;
            Ok(VersionId(id))
        })
    }

    fn version_created_on(&mut self, id: VersionId) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run(|connection| {
            let date = data_source_versions::table
                .find(id.0)
                .select(data_source_versions::date_created)
                .first::<Timestamp>(connection)
                .optional()?;
            Ok(date.map(|date| date.0))
        })
    }

    fn update_version(
        &mut self,
        id: VersionId,
        version: &VersionDetails,
        committer: AssignedRoleId,
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::update(data_source_versions::table.find(id.0))
                .set(version_columns(version, committer))
                .execute(connection)?;
            changed(rows, "version")
        })
    }

    fn remove_version(&mut self, id: VersionId) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::delete(version_revisions::table.filter(version_revisions::version_id.eq(id.0)))
                .execute(connection)?;
            diesel::delete(data_source_versions::table.find(id.0)).execute(connection)?;
            Ok(())
        })
    }

    fn add_topic(&mut self, topic: &TopicDetails, added: DateTime<Utc>) -> Result<TopicId, StoreError> {
        self.run(|connection| {
            let id = diesel::insert_into(topics::table)
                .values((
                    topic_columns(topic),
                    topics::date_added.eq(Timestamp::from(added)),
                ))
                .returning(topics::id)
                .get_result(connection)?;
            Ok(TopicId(id))
        })
    }

    fn topic(&mut self, id: TopicId) -> Result<Option<TopicDetails>, StoreError> {
        self.run(|connection| {
            let found = topic_lists::one(connection, id, false)?;
            Ok(found.map(|topic| TopicDetails {
                topic: topic.topic,
                description: topic.description,
                active: topic.active,
            }))
        })
    }

    fn update_topic(&mut self, id: TopicId, topic: &TopicDetails) -> Result<(), StoreError> {
        self.run(|connection| {
            let rows = diesel::update(topics::table.find(id.0))
                .set(topic_columns(topic))
                .execute(connection)?;
            changed(rows, "topic")
        })
    }

    fn remove_topic(&mut self, id: TopicId) -> Result<(), StoreError> {
        self.run(|connection| {
            diesel::delete(topics::table.find(id.0)).execute(connection)?;
            Ok(())
        })
    }
}

impl DictionaryRecordViews for ReadSession {
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

    fn table_types(&mut self) -> Result<Vec<(TableTypeId, String)>, StoreError> {
        self.run(table_list::types)
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

    fn sources_without_custodian(&mut self) -> Result<Vec<(DataSourceId, String)>, StoreError> {
        self.run(custodians::sources_without)
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
        self.run(|connection| topic_lists::page(connection, query, published_only))
    }

    fn topic_record(&mut self, id: TopicId, published_only: bool) -> Result<Option<TopicRecord>, StoreError> {
        self.run(|connection| topic_lists::one(connection, id, published_only))
    }
}
