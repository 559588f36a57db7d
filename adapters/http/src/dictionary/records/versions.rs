//! Versions of data sources.

use aditus_application::dictionary::records::versions::{VersionForm, VersionRecords, WantedVersions};
use aditus_application::dictionary::records::views::{VersionRecord, VersionSort};
use aditus_domain::dictionary::RawVersion;
use aditus_domain::ids::{AssignedRoleId, DataSourceId, VariableId, VersionId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::PAGE_SIZE;
use crate::problem::Problem;
use crate::records::{RecordsQuery, WantedRecords, record_calls};
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

/// Which versions are wanted.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct VersionsQuery {
    /// Those of one data source; of all, when it is left out.
    pub data_source: Option<i64>,
    /// Text in the message or the name of the source.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// The newest first where nothing is said.
    #[param(schema_with = Sort::<VersionSort>::schema)]
    pub sort: Option<Sort<VersionSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

impl WantedRecords for VersionsQuery {
    type Wanted = WantedVersions;

    fn read(self, page_size: u32) -> Result<WantedVersions, Problem> {
        let list = RecordsQuery {
            search: self.search,
            sort: self.sort,
            page: self.page,
            page_size: self.page_size,
        };
        Ok(WantedVersions {
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
    /// The ids of the variables that a new version is to hold, at most 5,000; all of the data source when it is left out, none yet
    /// when it is empty. A change names none: `version_variable` adds and takes out one at a time.
    pub variables: Option<Vec<i64>>,
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
            variables: body
                .variables
                .map(|chosen| chosen.into_iter().map(VariableId).collect()),
        }
    }
}

record_calls! {
    VersionRecords, VersionId as "id", tag "administration";

    /// Versions of data sources. Sorted by source, message, `date_created` or committer; the newest first otherwise. For Super Users.
    list versions at "/data_dictionary/version": VersionsQuery by PAGE_SIZE -> VersionRecordBody;

    /// One data source version. For Super Users.
    one version at "/data_dictionary/version/{id}" -> VersionRecordBody;

    /// Adds a data source version, which holds the variables of the source as they are now. The caller is its committer. For Super
    /// Users.
    add add_version at "/data_dictionary/version": VersionInputBody
        -> 200 VersionRecordBody "Successfully created a data source version";

    /// Changes a data source version. The caller is its committer. For Super Users.
    change change_version at "/data_dictionary/version/{id}": VersionInputBody
        -> VersionIdBody { version_id } "Successfully updated the data source version";

    /// Deletes a data source version. For Super Users.
    remove remove_version at "/data_dictionary/version/{id}";
}
