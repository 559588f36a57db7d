//! Versions of data sources.

use aditus_application::dictionary::records::versions::{VersionForm, VersionRecordQuery, VersionRecords};
use aditus_application::dictionary::records::views::{VersionRecord, VersionSort};
use aditus_domain::dictionary::RawVersion;
use aditus_domain::ids::{AssignedRoleId, DataSourceId, VariableId, VersionId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::PAGE_SIZE;
use crate::problem::Problem;
use crate::records::{ListParameters, RecordsQuery, record_calls};
use crate::sort::{Columns, Sort};

pub(super) use calls::configure;

impl Columns for VersionSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("source", Self::Source),
        ("message", Self::Message),
        ("date_created", Self::DateCreated),
        ("committer", Self::Committer),
    ];
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct VersionsQuery {
    /// Only versions of this data source; defaults to all sources.
    pub data_source: Option<i64>,
    /// A text that the message or the name of the source contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the newest first.
    #[param(schema_with = Sort::<VersionSort>::schema)]
    pub sort: Option<Sort<VersionSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

impl ListParameters for VersionsQuery {
    type Query = VersionRecordQuery;

    fn read(self, page_size: u32) -> Result<VersionRecordQuery, Problem> {
        let list = RecordsQuery {
            search: self.search,
            sort: self.sort,
            page: self.page,
            page_size: self.page_size,
        };
        Ok(VersionRecordQuery {
            data_source: self.data_source.map(DataSourceId),
            list: list.read(page_size)?,
        })
    }
}

/// A data source version as a Super User sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct VersionRecordBody {
    pub version_id: i64,
    /// The id of the data source.
    pub data_source: i64,
    /// The name of the data source.
    pub source: String,
    pub date_created: DateTime<Utc>,
    pub message: String,
    /// The name of the committer.
    pub committer: String,
    /// The assigned role of the committer.
    pub commited_by: i64,
    /// The version of the record, to be sent with a change.
    pub row_version: i64,
}

/// The form of a data source version (3 §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VersionInputBody {
    /// The id of the data source.
    pub data_source: Option<i64>,
    /// Defaults to the current time for a new version. In a change, a missing field keeps the
    /// value.
    pub date_created: Option<DateTime<Utc>>,
    pub message: Option<String>,
    /// The assigned role of the caller; a role of another user is rejected.
    pub commited_by: Option<i64>,
    /// The ids of the variables of a new version, at most 5,000. If the field is missing, the
    /// version contains all variables of the data source; if it is empty, none. A change cannot
    /// contain it: `version_variable` adds and removes single variables.
    pub variables: Option<Vec<i64>>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
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
            variables: body
                .variables
                .map(|chosen| chosen.into_iter().map(VariableId).collect()),
        }
    }
}

record_calls! {
    VersionRecords, VersionId as "id", tag "administration";

    /// Lists versions of data sources, sorted by source, message, `date_created` or committer; by
    /// default the newest first.
    ///
    /// For Super Users.
    list versions at "/data_dictionary/version": VersionsQuery by PAGE_SIZE -> VersionRecordBody;

    /// Returns a data source version.
    ///
    /// For Super Users.
    one version at "/data_dictionary/version/{id}" -> VersionRecordBody;

    /// Adds a data source version with the current revisions of the source's variables.
    ///
    /// The caller becomes its committer. For Super Users.
    add add_version at "/data_dictionary/version": VersionInputBody
        -> 200 VersionRecordBody "Successfully created a data source version";

    /// Changes a data source version.
    ///
    /// The caller becomes its committer. For Super Users.
    change change_version at "/data_dictionary/version/{id}": VersionInputBody
        -> VersionIdBody { version_id } "Successfully updated the data source version";

    /// Deletes a data source version.
    ///
    /// For Super Users.
    remove remove_version at "/data_dictionary/version/{id}";
}
