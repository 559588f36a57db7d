//! Organisations one by one, as Super Users add, read and change them (3 §2.5, §7).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, post, put, web};
use aditus_application::organisations::{add, edit, read};
use aditus_application::row_versions::RowVersion;
use aditus_domain::ids::OrganisationId;
use aditus_domain::organisations::RawOrganisation;

use super::body::{OrganizationBody, OrganizationFormBody, OrganizationIdBody};
use crate::answer::{Done, Envelope};
use crate::api::Api;
use crate::body::Body;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::SignedIn;

/// Adds an organisation, which offers no role yet. For Super Users.
#[utoipa::path(tag = "organisations", security(("token" = [])), request_body = OrganizationFormBody, responses(
    (status = 201, body = Envelope<OrganizationIdBody>),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 409, body = ProblemBody, description = "another organisation has the name, or another active one the domain"),
))]
#[post("/users/organizations")]
pub(super) async fn add_organization(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<OrganizationFormBody>,
) -> Result<HttpResponse, Problem> {
    let form = RawOrganisation::from(body.0);
    let id = api.run(move |ports| add::execute(ports, &caller, &form)).await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Organisation Added Successfully",
        OrganizationIdBody { org_id: id.0 },
    ))
}

/// An organisation with all its fields, active or not. For Super Users.
#[utoipa::path(tag = "organisations", security(("token" = [])), params(("org_id" = i64, Path)), responses(
    (status = 200, body = Envelope<OrganizationBody>),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
))]
#[get("/users/organizations/{org_id}")]
pub(super) async fn organization(
    api: web::Data<Api>,
    caller: SignedIn,
    org: web::Path<i64>,
) -> Result<HttpResponse, Problem> {
    let id = OrganisationId(org.into_inner());
    let found = api.run(move |ports| read::execute(ports, &caller, id)).await?;
    Ok(Envelope::read(OrganizationBody::from(found)))
}

/// Changes an organisation. Nobody registers at one that is inactive, its domain vouches for no address, and its roles are of no use
/// until it is active again. For Super Users.
#[utoipa::path(tag = "organisations", security(("token" = [])), params(("org_id" = i64, Path)),
    request_body = OrganizationFormBody, responses(
    (status = 200, body = Done),
    (status = 400, body = ProblemBody),
    (status = 401, body = ProblemBody),
    (status = 403, body = ProblemBody, description = "the caller is no Super User"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "another organisation has the name or the domain, this one keeps its name and stays active, or \
        somebody else has saved it since it was read"),
))]
#[put("/users/organizations/{org_id}")]
pub(super) async fn edit_organization(
    api: web::Data<Api>,
    caller: SignedIn,
    org: web::Path<i64>,
    body: Body<OrganizationFormBody>,
) -> Result<HttpResponse, Problem> {
    let command = edit::Command {
        organisation: OrganisationId(org.into_inner()),
        seen: body.0.row_version.map(RowVersion),
        form: body.0.into(),
    };
    api.run(move |ports| edit::execute(ports, &caller, &command))
        .await?;
    Ok(Done::ok("Organisation Updated Successfully"))
}
