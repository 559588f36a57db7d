//! Data sources, published or not.

use aditus_application::dictionary::records::sources::SourceRecords;
use aditus_application::dictionary::records::views::{SourceRecord, SourceSort};
use aditus_domain::dictionary::RawSource;
use aditus_domain::ids::DataSourceId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::PAGE_SIZE;
use crate::optional_fields::null_as_empty;
use crate::records::{RecordsQuery, record_calls};
use crate::sort::Columns;

pub(super) use calls::configure;

type SourcesQuery = RecordsQuery<SourceSort>;

impl Columns for SourceSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("source", Self::Source),
        ("db_type", Self::DbType),
        ("dbms", Self::Dbms),
    ];
}

/// A data source as a Super User sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourceRecordBody {
    pub data_source_id: i64,
    pub source: String,
    pub description: String,
    pub db_type: String,
    pub dbms: String,
    pub db_host: Option<String>,
    pub db_username: Option<String>,
    /// True if a password is stored. The password itself is never returned.
    pub has_db_password: bool,
    pub has_aggregate_data: bool,
    pub publish: bool,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// The form of a data source (3 §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SourceInputBody {
    pub source: Option<String>,
    pub description: Option<String>,
    /// One of Relational, `NoSQL`, Network, Object-Oriented, Centralized, Graph, Document/JSON and
    /// Cloud.
    pub db_type: Option<String>,
    pub dbms: Option<String>,
    /// In a change, an empty text removes the value, and a missing field keeps it.
    #[serde(default, deserialize_with = "null_as_empty")]
    #[schema(value_type = Option<String>)]
    pub db_host: Option<String>,
    /// In a change, an empty text removes the value, and a missing field keeps it.
    #[serde(default, deserialize_with = "null_as_empty")]
    #[schema(value_type = Option<String>)]
    pub db_username: Option<String>,
    /// An empty text removes the stored password; a missing field keeps it.
    pub db_password: Option<String>,
    /// Defaults to false for a new source. In a change, a missing field keeps the value.
    pub has_aggregate_data: Option<bool>,
    /// Defaults to false for a new source. In a change, a missing field keeps the value.
    pub publish: Option<bool>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
}

/// The id of a data source.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourceIdBody {
    pub data_source_id: i64,
}

impl From<SourceRecord> for SourceRecordBody {
    fn from(record: SourceRecord) -> Self {
        let source = record.details;
        Self {
            data_source_id: record.id.0,
            source: source.source,
            description: source.description,
            db_type: source.db_type.name().to_owned(),
            dbms: source.dbms,
            db_host: source.db_host,
            db_username: source.db_username,
            has_db_password: record.has_db_password,
            has_aggregate_data: source.has_aggregate_data,
            publish: source.publish,
            row_version: record.row_version.0,
        }
    }
}

impl From<SourceInputBody> for RawSource {
    fn from(body: SourceInputBody) -> Self {
        Self {
            source: body.source.unwrap_or_default(),
            description: body.description.unwrap_or_default(),
            db_type: body.db_type.unwrap_or_default(),
            dbms: body.dbms.unwrap_or_default(),
            db_host: body.db_host,
            db_username: body.db_username,
            db_password: body.db_password,
            has_aggregate_data: body.has_aggregate_data,
            publish: body.publish,
        }
    }
}

record_calls! {
    SourceRecords, DataSourceId as "id", tag "administration";

    /// Lists data sources, published or not, sorted by source (the default), `db_type` or dbms.
    ///
    /// For Super Users.
    list data_sources at "/data_dictionary/data_source": SourcesQuery by PAGE_SIZE -> SourceRecordBody;

    /// Returns a data source, published or not.
    ///
    /// For Super Users.
    one data_source at "/data_dictionary/data_source/{id}" -> SourceRecordBody;

    /// Adds a data source.
    ///
    /// For Super Users.
    add add_data_source at "/data_dictionary/data_source": SourceInputBody
        -> 201 SourceRecordBody "Successfully created data source.",
        409 "another data source has this name";

    /// Changes a data source.
    ///
    /// The published dictionary shows the change immediately. For Super Users.
    change change_data_source at "/data_dictionary/data_source/{id}": SourceInputBody
        -> SourceIdBody { data_source_id } "Successfully updated data source.",
        409 "another data source has this name";

    /// Deletes a data source that has no references.
    ///
    /// For Super Users.
    remove remove_data_source at "/data_dictionary/data_source/{id}",
        409 "tables, custodians, versions or requests refer to it";
}
