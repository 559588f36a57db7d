//! Requesting roles, and deciding on role requests (1 §5.6, §7.2, §8; 3 §2.3).

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, get, patch, post, web};
use aditus_application::paging::{Direction, Page};
use aditus_application::roles::views::AssignedSort;
use aditus_application::roles::{assigned, attend, of_person, request};
use aditus_domain::ids::{AssignedRoleId, AssignedRoleStatusId, OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::roles::RoleStatus;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::body::{HeldRoleBody, RoleRequestBody};
use crate::answer::{Done, Envelope, Listing};
use crate::api::Api;
use crate::body::{Body, Query, parse_list};
use crate::caller_address::network_address;
use crate::problem::{Problem, ProblemBody};
use crate::short_list::{ShortQuery, fields};
use crate::signed_in::{Reader, SignedIn};
use crate::sort::{Sort, sorted_or};

/// Default page size of the list of role requests (1 §9).
const PAGE_SIZE: u32 = 10;

fields!(HeldField: "rank", "role", "organisation");

/// Filters of a user's roles. `user_id` defaults to the caller.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RolesOfPersonQuery {
    pub user_id: Option<i64>,
    /// A text that the visible fields contain.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the rank.
    #[param(schema_with = Sort::<HeldField>::schema)]
    pub sort: Option<Sort<HeldField>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// The role to request.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RequestRoleBody {
    /// The id of the organisation role.
    pub org_role: Option<i64>,
    /// The id of the caller.
    pub user: Option<i64>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RoleRequestsQuery {
    /// Statuses as a JSON list or separated by commas; defaults to Pending.
    #[validate(length(max = 200, message = "Please select a valid status"))]
    pub role_status: Option<String>,
    /// An organisation that the caller administers; a Super User may send any. Defaults to the
    /// caller's organisation.
    pub org_id: Option<i64>,
    /// A text that name, role, status or designation contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// One of `created_on` (the default), name, role, status and designation; a leading minus sorts
    /// in descending order.
    #[param(schema_with = Sort::<AssignedSort>::schema)]
    pub sort: Option<Sort<AssignedSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// The decision on a role request.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttendBody {
    /// The administrator's own password.
    #[validate(
        required(message = "The password is required"),
        length(max = 1024, message = "This is too long for a password.")
    )]
    pub password: Option<String>,
    pub assigned_role_id: i64,
    /// The id of the latest history entry that the administrator saw. If there is a newer one, the
    /// decision is rejected.
    pub assigned_role_status_id: Option<i64>,
    /// The id of the status Activated or Rejected.
    #[validate(required(message = "Please select a valid status"))]
    pub role_status_id: Option<i64>,
    #[validate(length(
        max = 10_000,
        message = "The text is too long. The limit is 10000 characters."
    ))]
    pub reason: Option<String>,
}

/// Lists the roles of a user by rank, with their complete histories.
///
/// An Admin may name users of the own organisation, a Super User any user.
#[utoipa::path(tag = "roles", security(("token" = [])), params(RolesOfPersonQuery), responses(
    (status = 200, body = Listing<HeldRoleBody>),
    (status = 403, body = ProblemBody, description = "another person's roles"),
    (status = 404, body = ProblemBody),
))]
#[get("/users/assign-roles")]
pub(crate) async fn roles_of_person(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<RolesOfPersonQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let user = query.user_id.map(UserId);
    let roles = api
        .read(reader, move |ports, caller| {
            of_person::execute(ports, caller, user)
        })
        .await?;
    let query = ShortQuery {
        search: query.search,
        sort: query.sort,
        page: query.page,
        page_size: query.page_size,
    };
    query.answer(roles.into_iter().map(HeldRoleBody::from).collect::<Vec<_>>())
}

/// Requests a role of the caller's organisation.
#[utoipa::path(tag = "roles", security(("token" = [])), request_body = RequestRoleBody, responses(
    (status = 201, body = Envelope<HeldRoleBody>),
    (status = 400, body = ProblemBody, description = "no role was named, or the caller has asked for it already"),
    (status = 403, body = ProblemBody, description = "for another person"),
    (status = 404, body = ProblemBody, description = "the caller's organisation does not offer this role"),
))]
#[post("/users/assign-roles")]
pub(crate) async fn request_role(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<RequestRoleBody>,
) -> Result<HttpResponse, Problem> {
    let command = request::Command {
        org_role: body.0.org_role.map(OrganisationRoleId),
        user: body.0.user.map(UserId),
    };
    let reader = SignedIn(caller.0.clone());
    let requested = api
        .run(move |ports| request::execute(ports, &caller, command))
        .await?;
    let held = api
        .run(move |ports| of_person::one(ports, &reader, None, requested))
        .await?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "You have successfully requested for this role",
        HeldRoleBody::from(held),
    ))
}

/// Lists the role requests of an organisation, oldest first.
#[utoipa::path(tag = "administration", security(("token" = [])), params(RoleRequestsQuery), responses(
    (status = 200, body = Listing<RoleRequestBody>),
    (status = 403, body = ProblemBody, description = "the caller does not administer this organisation"),
))]
#[get("/users/assigned-roles/approve")]
pub(crate) async fn role_requests(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<RoleRequestsQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let statuses = match query.role_status.as_deref() {
        None => vec![RoleStatus::Pending.name().to_owned()],
        named => parse_list(named),
    };
    let query =
        sorted_or(query.sort, (AssignedSort::Changed, Direction::Ascending)).map(|(sort, direction)| {
            assigned::Query {
                organisation: query.org_id.map(OrganisationId),
                statuses,
                search: query.search,
                sort,
                direction,
                page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(PAGE_SIZE)),
            }
        });
    let rows = api
        .read_with(reader, query, |ports, caller, query| {
            assigned::execute(ports, caller, &query)
        })
        .await?;
    Ok(Listing::page(rows, RoleRequestBody::from))
}

/// Grants or denies a requested role.
///
/// Requires the administrator's own password.
#[utoipa::path(tag = "administration", security(("token" = [])), request_body = AttendBody, responses(
    (status = 200, body = Done),
    (status = 401, body = ProblemBody, description = "not signed in, or the password is wrong"),
    (status = 403, body = ProblemBody, description = "the caller does not serve this organisation, or it is an own role"),
    (status = 404, body = ProblemBody),
    (status = 409, body = ProblemBody, description = "it was already handled"),
    (status = 429, body = ProblemBody, description = "too many wrong passwords"),
))]
#[patch("/users/assigned-roles/approve")]
pub(crate) async fn attend_to_role_request(
    api: web::Data<Api>,
    caller: SignedIn,
    request: HttpRequest,
    body: Body<AttendBody>,
) -> Result<HttpResponse, Problem> {
    let command = attend::Command {
        password: body.0.password.unwrap_or_default(),
        assigned_role: AssignedRoleId(body.0.assigned_role_id),
        seen: body.0.assigned_role_status_id.map(AssignedRoleStatusId),
        role_status: body.0.role_status_id,
        reason: body.0.reason.unwrap_or_default(),
        address: network_address(&request),
    };
    api.run_hashing_for(&caller.clone(), move |ports| {
        attend::execute(ports, &caller, &command)
    })
    .await?;
    Ok(Done::ok("You have successfully attended to this request"))
}
