//! Versions of data sources.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put, web};
use aditus_application::dictionary::records::versions::{find, list, remove, save};
use aditus_application::dictionary::records::views::{VersionRecord, VersionSort};
use aditus_application::row_versions::RowVersion;
use aditus_domain::dictionary::RawVersion;
use aditus_domain::ids::{AssignedRoleId, DataSourceId, VersionId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use validator::Validate;

use super::{PAGE_SIZE, RecordsQuery};
use crate::answer::{Envelope, Listing, deleted};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;
use crate::sort::Columns;

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

impl VersionInputBody {
    fn command(self, id: Option<VersionId>) -> save::Command {
        save::Command {
            id,
            seen: self.row_version.map(RowVersion),
            version: RawVersion {
                data_source: self.data_source.map(DataSourceId),
                message: self.message.unwrap_or_default(),
                date_created: self.date_created,
            },
            commited_by: self.commited_by.map(AssignedRoleId),
        }
    }
}

pub(super) fn configure(routes: &mut ServiceConfig<'_>) {
    routes
        .service(versions)
        .service(version)
        .service(add_version)
        .service(change_version)
        .service(remove_version);
}

/// Versions of data sources. Sorted by source, message, `date_created` or committer; the newest first otherwise. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(VersionsQuery), responses(
    (status = 200, body = Listing<VersionRecordBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
))]
#[get("/data_dictionary/version")]
async fn versions(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<VersionsQuery>,
) -> Result<HttpResponse, Problem> {
    let wanted = query.0.read(PAGE_SIZE)?;
    let page = api
        .run(move |ports| list::execute(ports, &caller, wanted))
        .await?;
    Ok(Listing::of(page, VersionRecordBody::from))
}

/// One data source version. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<VersionRecordBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[get("/data_dictionary/version/{id}")]
async fn version(api: web::Data<Api>, caller: SignedIn, id: web::Path<i64>) -> Result<HttpResponse, Problem> {
    let id = VersionId(id.into_inner());
    let found = api.run(move |ports| find::execute(ports, &caller, id)).await?;
    Ok(Envelope::read(VersionRecordBody::from(found)))
}

/// Adds a data source version. The caller is its committer. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), request_body = VersionInputBody, responses(
    (status = 200, body = Envelope<VersionIdBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
))]
#[post("/data_dictionary/version")]
async fn add_version(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<VersionInputBody>,
) -> Result<HttpResponse, Problem> {
    let command = body.0.command(None);
    let id = api
        .run(move |ports| save::execute(ports, &caller, &command))
        .await?;
    Ok(Envelope::with(
        StatusCode::OK,
        "Successfully created a data source version",
        VersionIdBody { version_id: id.0 },
    ))
}

/// Changes a data source version. The caller is its committer. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)),
    request_body = VersionInputBody, responses(
    (status = 200, body = Envelope<VersionIdBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[put("/data_dictionary/version/{id}")]
async fn change_version(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<VersionInputBody>,
) -> Result<HttpResponse, Problem> {
    let command = body.0.command(Some(VersionId(id.into_inner())));
    let id = api
        .run(move |ports| save::execute(ports, &caller, &command))
        .await?;
    Ok(Envelope::with(
        StatusCode::OK,
        "Successfully updated the data source version",
        VersionIdBody { version_id: id.0 },
    ))
}

/// Deletes a data source version. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 204),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[delete("/data_dictionary/version/{id}")]
async fn remove_version(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = VersionId(id.into_inner());
    api.run(move |ports| remove::execute(ports, &caller, id)).await?;
    Ok(deleted())
}
