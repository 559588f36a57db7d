//! Data sources, published or not.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put, web};
use aditus_application::dictionary::records::sources::{find, list, remove, save};
use aditus_application::dictionary::records::views::{SourceRecord, SourceSort};
use aditus_application::row_versions::RowVersion;
use aditus_domain::dictionary::RawSource;
use aditus_domain::ids::DataSourceId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;
use validator::Validate;

use super::{PAGE_SIZE, RecordsQuery};
use crate::answer::{Envelope, Listing, deleted};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::given::given;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;
use crate::sort::Columns;

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
    /// The password itself is never answered.
    pub has_db_password: bool,
    pub has_aggregate_data: bool,
    pub publish: bool,
    /// The version of this state, which a change names.
    pub row_version: i64,
}

/// What is typed of a data source (3 §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SourceInputBody {
    pub source: Option<String>,
    pub description: Option<String>,
    /// Relational, `NoSQL`, Network, Object-Oriented, Centralized, Graph, Document/JSON or Cloud.
    pub db_type: Option<String>,
    pub dbms: Option<String>,
    /// In a change, an empty one takes away what is there, and without it that stays.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    pub db_host: Option<String>,
    /// In a change, an empty one takes away what is there, and without it that stays.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    pub db_username: Option<String>,
    /// An empty one takes away what is stored; none leaves it.
    pub db_password: Option<String>,
    /// No for a new one, and as it is for another, when it is left out.
    pub has_aggregate_data: Option<bool>,
    /// No for a new one, and as it is for another, when it is left out.
    pub publish: Option<bool>,
    /// The version that was read, which a change names; somebody else has saved a newer one: 409. Without it nobody asks.
    #[validate(range(min = 1, message = "A version is a number from 1 on."))]
    pub row_version: Option<i64>,
}

/// The id of a data source.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourceIdBody {
    pub data_source_id: i64,
}

impl From<SourceRecord> for SourceRecordBody {
    fn from(source: SourceRecord) -> Self {
        Self {
            data_source_id: source.data_source_id.0,
            source: source.source,
            description: source.description,
            db_type: source.db_type,
            dbms: source.dbms,
            db_host: source.db_host,
            db_username: source.db_username,
            has_db_password: source.has_db_password,
            has_aggregate_data: source.has_aggregate_data,
            publish: source.publish,
            row_version: source.row_version.0,
        }
    }
}

impl SourceInputBody {
    fn command(self, id: Option<DataSourceId>) -> save::Command {
        save::Command {
            id,
            seen: self.row_version.map(RowVersion),
            source: RawSource {
                source: self.source.unwrap_or_default(),
                description: self.description.unwrap_or_default(),
                db_type: self.db_type.unwrap_or_default(),
                dbms: self.dbms.unwrap_or_default(),
                db_host: self.db_host,
                db_username: self.db_username,
                has_aggregate_data: self.has_aggregate_data,
                publish: self.publish,
            },
            db_password: self.db_password,
        }
    }
}

pub(super) fn configure(routes: &mut ServiceConfig<'_>) {
    routes
        .service(data_sources)
        .service(data_source)
        .service(add_data_source)
        .service(change_data_source)
        .service(remove_data_source);
}

/// Data sources, published or not. Sorted by source (the default), `db_type` or dbms. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(SourcesQuery), responses(
    (status = 200, body = Listing<SourceRecordBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
))]
#[get("/data_dictionary/data_source")]
async fn data_sources(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<SourcesQuery>,
) -> Result<HttpResponse, Problem> {
    let wanted = query.0.read(PAGE_SIZE)?;
    let sources = api
        .run(move |ports| list::execute(ports, &caller, wanted))
        .await?;
    Ok(Listing::of(sources, SourceRecordBody::from))
}

/// One data source, published or not. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<SourceRecordBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[get("/data_dictionary/data_source/{id}")]
async fn data_source(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = DataSourceId(id.into_inner());
    let source = api.run(move |ports| find::execute(ports, &caller, id)).await?;
    Ok(Envelope::read(SourceRecordBody::from(source)))
}

/// Adds a data source. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), request_body = SourceInputBody, responses(
    (status = 201, body = Envelope<SourceIdBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 409, body = ProblemBody, description = "another data source has this name"),
))]
#[post("/data_dictionary/data_source")]
async fn add_data_source(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<SourceInputBody>,
) -> Result<HttpResponse, Problem> {
    let command = body.0.command(None);
    let id = api
        .run(move |ports| save::execute(ports, &caller, &command))
        .await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Successfully created data source.",
        SourceIdBody { data_source_id: id.0 },
    ))
}

/// Changes a data source. What is published of it follows at once. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)),
    request_body = SourceInputBody, responses(
    (status = 200, body = Envelope<SourceIdBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "another data source has this name"),
))]
#[put("/data_dictionary/data_source/{id}")]
async fn change_data_source(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<SourceInputBody>,
) -> Result<HttpResponse, Problem> {
    let command = body.0.command(Some(DataSourceId(id.into_inner())));
    let id = api
        .run(move |ports| save::execute(ports, &caller, &command))
        .await?;
    Ok(Envelope::with(
        StatusCode::OK,
        "Successfully updated data source.",
        SourceIdBody { data_source_id: id.0 },
    ))
}

/// Deletes a data source to which nothing refers. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 204),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "tables, custodians, versions or requests refer to it"),
))]
#[delete("/data_dictionary/data_source/{id}")]
async fn remove_data_source(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = DataSourceId(id.into_inner());
    api.run(move |ports| remove::execute(ports, &caller, id)).await?;
    Ok(deleted())
}
