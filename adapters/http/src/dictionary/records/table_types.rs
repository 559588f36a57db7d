//! Table types.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, post, web};
use aditus_application::dictionary::records::tables::types;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::answer::{Envelope, Listing};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::short_list::{ShortQuery, fields};
use crate::signed_in::{Reader, SignedIn};

fields!(TableTypeField: "name");
type TableTypesQuery = ShortQuery<TableTypeField>;

/// A table type.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableTypeBody {
    pub table_type_id: i64,
    pub name: String,
}

/// The form of a table type.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableTypeInputBody {
    pub name: Option<String>,
}

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes.service(table_types).service(add_table_type);
}

/// Lists the table types by name.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(TableTypesQuery), responses(
    (status = 200, body = Listing<TableTypeBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
))]
#[get("/data_dictionary/table_types")]
async fn table_types(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<TableTypesQuery>,
) -> Result<HttpResponse, Problem> {
    let known = api.read(reader, types::list).await?;
    query.0.answer(known.into_iter().map(|(id, name)| TableTypeBody {
        table_type_id: id.0,
        name,
    }))
}

/// Adds a table type.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), request_body = TableTypeInputBody, responses(
    (status = 201, body = Envelope<TableTypeBody>),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 409, body = ProblemBody, description = "another type has this name"),
))]
#[post("/data_dictionary/table_types")]
async fn add_table_type(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<TableTypeInputBody>,
) -> Result<HttpResponse, Problem> {
    let name = body.0.name.unwrap_or_default();
    let (id, name) = api.run(move |ports| types::add(ports, &caller, &name)).await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Successfully created a table type",
        TableTypeBody {
            table_type_id: id.0,
            name,
        },
    ))
}
