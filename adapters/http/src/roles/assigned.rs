//! Assigned roles, as administrators manage them (3 §2.3, §7).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, post, put, web};
use aditus_application::paging::Page;
use aditus_application::roles::views::AssignedSort;
use aditus_application::roles::{assign, assigned, change_status, of_person};
use aditus_domain::ids::{AssignedRoleStatusId, OrganisationId, OrganisationRoleId, UserId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::body::{AssignedRoleStatusBody, HeldRoleBody};
use crate::answer::{Done, Envelope, Listing};
use crate::api::Api;
use crate::body::{Body, Query, parse_list};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::{Reader, SignedIn};
use crate::sort::{Columns, Sort, sorted_by};

/// Default page size of the table of assigned roles (3 §9).
const PAGE_SIZE: u32 = 20;

impl Columns for AssignedSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("name", Self::Name),
        ("role", Self::Role),
        ("status", Self::Status),
        ("designation", Self::Designation),
        ("changed_on", Self::Changed),
        ("created_on", Self::Changed),
    ];
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AssignedRolesQuery {
    /// An organisation that the caller administers; a Super User may send any. Defaults to the
    /// caller's organisation.
    pub org_id: Option<i64>,
    /// Statuses as a JSON list or separated by commas; defaults to all.
    #[validate(length(max = 200, message = "Please select a valid status"))]
    pub role_status: Option<String>,
    /// A text that name, role, status or designation contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// One of name (the default), role, status, designation and `changed_on`; a leading minus sorts
    /// in descending order.
    #[param(schema_with = Sort::<AssignedSort>::schema)]
    pub sort: Option<Sort<AssignedSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// The new status of an assigned role.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangeStatusBody {
    /// The id of a role status.
    pub role_status: Option<i64>,
    #[validate(length(
        max = 10_000,
        message = "The text is too long. The limit is 10000 characters."
    ))]
    pub reason: Option<String>,
}

/// The role to assign, and its user.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AssignRoleBody {
    pub org_role_id: Option<i64>,
    pub user_id: Option<i64>,
    /// Ignored: older clients send "Org Admin". The session identifies the caller.
    #[validate(length(max = 100, message = "The text is too long."))]
    #[schema(example = "Org Admin")]
    pub assigned_by: Option<String>,
}

/// Lists the assigned and requested roles of an organisation.
#[utoipa::path(tag = "administration", security(("token" = [])), params(AssignedRolesQuery), responses(
    (status = 200, body = Listing<AssignedRoleStatusBody>),
    (status = 403, body = ProblemBody, description = "the caller does not administer this organisation"),
))]
#[get("/users/assigned-role-status")]
pub(crate) async fn assigned_roles(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<AssignedRolesQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let query = sorted_by(query.sort).map(|(sort, direction)| assigned::Query {
        organisation: query.org_id.map(OrganisationId),
        statuses: parse_list(query.role_status.as_deref()),
        search: query.search,
        sort,
        direction,
        page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(PAGE_SIZE)),
    });
    let rows = api
        .read_with(reader, query, |ports, caller, query| {
            assigned::execute(ports, caller, &query)
        })
        .await?;
    Ok(Listing::page(rows, AssignedRoleStatusBody::from))
}

/// Suspends, restores or revokes a role.
///
/// The id is that of the latest entry of its history, as in the list.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)),
    request_body = ChangeStatusBody, responses(
    (status = 200, body = Done),
    (status = 403, body = ProblemBody, description = "the caller does not serve this organisation, or it is an own role; with code 607: confirm the password first"),
    (status = 409, body = ProblemBody, description = "its status has changed, or cannot become this one"),
))]
#[put("/users/assigned-role-status/{id}")]
pub(crate) async fn change_role_status(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<ChangeStatusBody>,
) -> Result<HttpResponse, Problem> {
    let command = change_status::Command {
        seen: AssignedRoleStatusId(id.into_inner()),
        role_status: body.0.role_status,
        reason: body.0.reason.unwrap_or_default(),
    };
    api.run(move |ports| change_status::execute(ports, &caller, &command))
        .await?;
    Ok(Done::ok("Assigned Role status has been updated!"))
}

/// Assigns a role to a user of the organisation, with immediate effect.
///
/// A Super User appoints the first Admin in this way.
#[utoipa::path(tag = "administration", security(("token" = [])), request_body = AssignRoleBody, responses(
    (status = 201, body = Envelope<HeldRoleBody>),
    (status = 400, body = ProblemBody, description = "something was not chosen, or the person has the role already"),
    (status = 403, body = ProblemBody, description = "the caller does not serve this organisation, or names themselves; with code 607: confirm the password first"),
    (status = 404, body = ProblemBody),
))]
#[post("/users/assigned-roles/admin")]
pub(crate) async fn assign_role(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<AssignRoleBody>,
) -> Result<HttpResponse, Problem> {
    let command = assign::Command {
        user: body.0.user_id.map(UserId),
        org_role: body.0.org_role_id.map(OrganisationRoleId),
    };
    let reader = SignedIn(caller.0.clone());
    let assigned = api
        .run(move |ports| assign::execute(ports, &caller, command))
        .await?;
    let held = api
        .run(move |ports| of_person::one(ports, &reader, command.user, assigned))
        .await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "User is assigned to role successfully!",
        HeldRoleBody::from(held),
    ))
}
