//! Versions of data sources.

use aditus_application::dictionary::records::versions::{VersionForm, VersionRecords};
use aditus_application::dictionary::records::views::{VersionRecord, VersionSort};
use aditus_domain::dictionary::RawVersion;
use aditus_domain::ids::{AssignedRoleId, DataSourceId, VersionId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use super::PAGE_SIZE;
use crate::records::{RecordsQuery, record_calls};
use crate::sort::Columns;

pub(super) use calls::configure;

type VersionsQuery = RecordsQuery<VersionSort>;

impl Columns for VersionSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("source", Self::Source),
        ("message", Self::Message),
        ("date_created", Self::DateCreated),
        ("committer", Self::Committer),
    ];
}

/// A data source version as a Super User sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct VersionRecordBody {
    pub version_id: i64,
    /// The id of the data source.
    pub data_source: i64,
    /// Its name.
    pub source: String,
    pub date_created: DateTime<Utc>,
    pub message: String,
    /// The name of who committed it.
    pub committer: String,
    /// The assigned role of who committed it.
    pub commited_by: i64,
    /// The version of this state, which a change names.
    pub row_version: i64,
}

/// What is typed of a data source version (3 §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VersionInputBody {
    /// The id of the data source.
    pub data_source: Option<i64>,
    /// Now, or when the version was created, unless it is said.
    pub date_created: Option<DateTime<Utc>>,
    pub message: Option<String>,
    /// The assigned role of the caller; another's is refused.
    pub commited_by: Option<i64>,
    /// The version that was read, which a change names; somebody else has saved a newer one: 409. Without it nobody asks.
    #[validate(range(min = 1, message = "A version is a number from 1 on."))]
    pub row_version: Option<i64>,
}

/// The id of a data source version.
#[derive(Serialize, ToSchema)]
pub(crate) struct VersionIdBody {
    pub version_id: i64,
}

impl From<VersionRecord> for VersionRecordBody {
    fn from(row: VersionRecord) -> Self {
        Self {
            version_id: row.version_id.0,
            data_source: row.data_source.0,
            source: row.source,
            date_created: row.date_created,
            message: row.message,
            committer: row.committer,
            commited_by: row.commited_by.0,
            row_version: row.row_version.0,
        }
    }
}

impl From<VersionInputBody> for VersionForm {
    fn from(body: VersionInputBody) -> Self {
        Self {
            version: RawVersion {
                data_source: body.data_source.map(DataSourceId),
                message: body.message.unwrap_or_default(),
                date_created: body.date_created,
            },
            commited_by: body.commited_by.map(AssignedRoleId),
        }
    }
}

record_calls! {
    VersionRecords, VersionId as "id", tag "administration";

    /// Versions of data sources. Sorted by source, message, `date_created` or committer; the newest first otherwise. For Super Users.
    list versions at "/data_dictionary/version": VersionsQuery by PAGE_SIZE -> VersionRecordBody;

    /// One data source version. For Super Users.
    one version at "/data_dictionary/version/{id}" -> VersionRecordBody;

    /// Adds a data source version. The caller is its committer. For Super Users.
    add add_version at "/data_dictionary/version": VersionInputBody
        -> 200 VersionIdBody { version_id } "Successfully created a data source version";

    /// Changes a data source version. The caller is its committer. For Super Users.
    change change_version at "/data_dictionary/version/{id}": VersionInputBody
        -> VersionIdBody { version_id } "Successfully updated the data source version";

    /// Deletes a data source version. For Super Users.
    remove remove_version at "/data_dictionary/version/{id}";
}
