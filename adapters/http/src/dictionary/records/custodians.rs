//! Data custodians.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put, web};
use aditus_application::dictionary::records::custodians::{find, list, remove, save};
use aditus_application::dictionary::records::views::{CustodianRecord, CustodianSort};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::{CustodianId, DataSourceId, OrganisationRoleId};
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

type CustodiansQuery = RecordsQuery<CustodianSort>;

impl Columns for CustodianSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("source_name", Self::Source),
        ("organisation", Self::Organisation),
        ("role_name", Self::Role),
        ("broker", Self::Broker),
    ];
}

/// A data custodian as a Super User sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct CustodianRecordBody {
    pub custodian_id: i64,
    /// The id of the data source.
    pub data_source: i64,
    pub source_name: String,
    /// The id of the organisation role.
    pub org_role: i64,
    /// The name of the organisation.
    pub organisation: String,
    pub role_name: String,
    pub broker: bool,
    /// The version of this state, which a change names.
    pub row_version: i64,
}

/// What is chosen of a data custodian (3 §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CustodianInputBody {
    /// The id of the data source.
    pub data_source: Option<i64>,
    /// The id of the organisation role.
    pub org_role: Option<i64>,
    /// A new custodian is no broker unless it is said.
    pub broker: Option<bool>,
    /// The version that was read, which a change names; somebody else has saved a newer one: 409. Without it nobody asks.
    #[validate(range(min = 1, message = "A version is a number from 1 on."))]
    pub row_version: Option<i64>,
}

/// The id of a data custodian.
#[derive(Serialize, ToSchema)]
pub(crate) struct CustodianIdBody {
    pub custodian_id: i64,
}

impl From<CustodianRecord> for CustodianRecordBody {
    fn from(custodian: CustodianRecord) -> Self {
        Self {
            custodian_id: custodian.custodian_id.0,
            data_source: custodian.data_source.0,
            source_name: custodian.source_name,
            org_role: custodian.org_role.0,
            organisation: custodian.organisation,
            role_name: custodian.role.name().to_owned(),
            broker: custodian.broker,
            row_version: custodian.row_version.0,
        }
    }
}

impl CustodianInputBody {
    fn command(self, id: Option<CustodianId>) -> save::Command {
        save::Command {
            id,
            seen: self.row_version.map(RowVersion),
            data_source: self.data_source.map(DataSourceId),
            org_role: self.org_role.map(OrganisationRoleId),
            broker: self.broker,
        }
    }
}

pub(super) fn configure(routes: &mut ServiceConfig<'_>) {
    routes
        .service(data_custodians)
        .service(data_custodian)
        .service(add_data_custodian)
        .service(change_data_custodian)
        .service(remove_data_custodian);
}

/// Data custodians. Sorted by `source_name` (the default), organisation, `role_name` or broker. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(CustodiansQuery), responses(
    (status = 200, body = Listing<CustodianRecordBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
))]
#[get("/data_dictionary/data_custodian")]
async fn data_custodians(
    api: web::Data<Api>,
    caller: SignedIn,
    query: Query<CustodiansQuery>,
) -> Result<HttpResponse, Problem> {
    let wanted = query.0.read(PAGE_SIZE)?;
    let page = api
        .run(move |ports| list::execute(ports, &caller, wanted))
        .await?;
    Ok(Listing::of(page, CustodianRecordBody::from))
}

/// One data custodian. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Envelope<CustodianRecordBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[get("/data_dictionary/data_custodian/{id}")]
async fn data_custodian(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = CustodianId(id.into_inner());
    let found = api.run(move |ports| find::execute(ports, &caller, id)).await?;
    Ok(Envelope::read(CustodianRecordBody::from(found)))
}

/// Adds a data custodian. It counts for requests that are submitted from then on. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), request_body = CustodianInputBody, responses(
    (status = 201, body = Envelope<CustodianIdBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 409, body = ProblemBody, description = "the organisation role is a custodian of the source already"),
))]
#[post("/data_dictionary/data_custodian")]
async fn add_data_custodian(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<CustodianInputBody>,
) -> Result<HttpResponse, Problem> {
    let command = body.0.command(None);
    let id = api
        .run(move |ports| save::execute(ports, &caller, command))
        .await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Successfully created a data custodian",
        CustodianIdBody { custodian_id: id.0 },
    ))
}

/// Changes a data custodian. It counts for requests that are submitted from then on. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)),
    request_body = CustodianInputBody, responses(
    (status = 200, body = Envelope<CustodianIdBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "the organisation role is a custodian of the source already"),
))]
#[put("/data_dictionary/data_custodian/{id}")]
async fn change_data_custodian(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<CustodianInputBody>,
) -> Result<HttpResponse, Problem> {
    let command = body.0.command(Some(CustodianId(id.into_inner())));
    let id = api
        .run(move |ports| save::execute(ports, &caller, command))
        .await?;
    Ok(Envelope::with(
        StatusCode::OK,
        "Successfully updated the data custodian",
        CustodianIdBody { custodian_id: id.0 },
    ))
}

/// Deletes a data custodian. It counts for requests that are submitted from then on. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 204),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[delete("/data_dictionary/data_custodian/{id}")]
async fn remove_data_custodian(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = CustodianId(id.into_inner());
    api.run(move |ports| remove::execute(ports, &caller, id)).await?;
    Ok(deleted())
}
