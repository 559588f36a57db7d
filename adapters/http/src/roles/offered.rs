//! All roles, and the roles that organisations offer (1 §5.6, §7.2).

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, patch, post, web};
use aditus_application::paging::{Direction, Page};
use aditus_application::records::add;
use aditus_application::roles::offer::{OfferForm, Offers};
use aditus_application::roles::update_status::{OfferStatuses, StatusForm};
use aditus_application::roles::views::OfferedSort;
use aditus_application::roles::{assignable, offered};
use aditus_domain::ids::{OrganisationId, OrganisationRoleId, UserId};
use aditus_domain::roles::{Role, RoleStatus};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::body::{OrganisationRoleBody, RoleBody};
use crate::accounts::RoleStatusBody;
use crate::answer::{Done, Envelope, Listing};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::records;
use crate::short_list::{ShortQuery, fields};
use crate::signed_in::{Reader, SignedIn};
use crate::sort::{Columns, Sort, sorted_by};

/// Default page size of the table of organisation roles (3 §9).
const PAGE_SIZE: u32 = 20;

impl Columns for OfferedSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("organisation", Self::Organisation),
        ("role_name", Self::Role),
        ("status", Self::Status),
    ];
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfferedQuery {
    /// If true, only roles that the caller can request, which are neither held nor requested yet.
    pub available: Option<bool>,
    /// For administrators: the user to whom a role is to be assigned. Each role then contains the
    /// reason that prevents this, if any.
    pub assign_to: Option<i64>,
    /// A text that the name of the organisation, or the name or description of the role contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// Defaults to the rank. `organisation` is the same for all rows.
    #[param(schema_with = Sort::<OfferedSort>::schema)]
    pub sort: Option<Sort<OfferedSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OrganisationRolesQuery {
    /// Only roles of this organisation; defaults to all organisations that the caller may see.
    pub org_id: Option<i64>,
    /// If true, only roles that the caller can request: of the caller's organisation, neither held
    /// nor requested yet.
    pub available: Option<bool>,
    /// A text that the name of the organisation, or the name or description of the role contains.
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// One of organisation (the default), `role_name` and status; a leading minus sorts in
    /// descending order.
    #[param(schema_with = Sort::<OfferedSort>::schema)]
    pub sort: Option<Sort<OfferedSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// The role to offer at an organisation (3 §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfferRoleBody {
    /// The id of the organisation.
    pub org: Option<i64>,
    /// The id of the role.
    pub role: Option<i64>,
}

/// Lists the roles that an organisation offers, by rank.
///
/// Users see those of their own organisation, a Super User those of any.
#[utoipa::path(tag = "roles", security(("token" = [])), params(("org_id" = i64, Path), OfferedQuery), responses(
    (status = 200, body = Listing<OrganisationRoleBody>),
    (status = 403, body = ProblemBody, description = "another organisation"),
))]
#[get("/users/organizations/{org_id}/roles")]
pub(crate) async fn roles_of_organisation(
    api: web::Data<Api>,
    reader: Reader,
    org: web::Path<i64>,
    query: Query<OfferedQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let organisation = OrganisationId(org.into_inner());
    if let Some(user) = query.assign_to.map(UserId) {
        let roles = api
            .read(reader, move |ports, caller| {
                assignable::execute(ports, caller, organisation, user)
            })
            .await?;
        let bodies: Vec<_> = roles.into_iter().map(OrganisationRoleBody::from).collect();
        return Ok(Listing::all(bodies));
    }
    let query = sorted_by(query.sort).map(|(sort, direction)| offered::Query {
        organisation: Some(organisation),
        available: query.available.unwrap_or_default(),
        with_inactive: false,
        search: query.search,
        sort,
        direction,
        // An organisation offers each role at most once, so one page is enough.
        page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(Page::MAX_SIZE)),
    });
    let roles = api
        .read_with(reader, query, |ports, caller, query| {
            offered::execute(ports, caller, &query)
        })
        .await?;
    Ok(Listing::page(roles, OrganisationRoleBody::from))
}

/// Lists organisation roles, by organisation and rank.
///
/// A Super User sees all of them, including deactivated ones, with their histories. Other users see
/// those of their own organisation.
#[utoipa::path(tag = "roles", security(("token" = [])), params(OrganisationRolesQuery), responses(
    (status = 200, body = Listing<OrganisationRoleBody>),
    (status = 403, body = ProblemBody, description = "another organisation"),
))]
#[get("/users/org_roles")]
pub(crate) async fn organisation_roles(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<OrganisationRolesQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let available = query.available.unwrap_or_default();
    let query = sorted_by(query.sort).map(|(sort, direction)| offered::Query {
        organisation: query.org_id.map(OrganisationId),
        available,
        with_inactive: !available,
        search: query.search,
        sort,
        direction,
        page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(PAGE_SIZE)),
    });
    let roles = api
        .read_with(reader, query, |ports, caller, query| {
            offered::execute(ports, caller, &query)
        })
        .await?;
    Ok(Listing::page(roles, OrganisationRoleBody::from))
}

/// Adds a role to an organisation, whose users can then request it.
///
/// For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), request_body = OfferRoleBody, responses(
    (status = 201, body = Envelope<OrganisationRoleBody>),
    (status = 400, body = ProblemBody, description = "something was not chosen"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User"),
    (status = 404, body = ProblemBody, description = "there is no such organisation"),
    (status = 409, body = ProblemBody, description = "the organisation has this role already"),
))]
#[post("/users/org_roles")]
pub(crate) async fn offer_role(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<OfferRoleBody>,
) -> Result<HttpResponse, Problem> {
    let form = OfferForm {
        organisation: body.0.org.map(OrganisationId),
        role: body.0.role,
    };
    let reader = SignedIn(caller.0.clone());
    let id = api.run(move |ports| add::<Offers>(ports, &caller, form)).await?;
    let query = offered::Query {
        organisation: form.organisation,
        available: false,
        with_inactive: true,
        search: None,
        sort: OfferedSort::default(),
        direction: Direction::default(),
        // An organisation offers each role at most once, so one page is enough.
        page: Page::new(1, Page::MAX_SIZE),
    };
    let roles = api
        .run(move |ports| offered::execute(ports, &reader, &query))
        .await?;
    let added = roles.items.into_iter().find(|role| role.org_role_id == id);
    let added = added.ok_or_else(|| Problem::internal("the organisation role that was added is gone"))?;
    Ok(Envelope::with(
        StatusCode::CREATED,
        "Organisation Role Assigned Successfully",
        OrganisationRoleBody::from(added),
    ))
}

/// The new status of an organisation role, and its reason (3 §3, §5).
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateOrganisationRoleBody {
    /// True to activate the role, false to deactivate it.
    pub status: Option<bool>,
    /// The `row_version` that was read. If a newer version was saved since, the change fails with
    /// 409 (conflict). Without it, there is no check for conflicts.
    #[validate(range(min = 1, message = "`row_version` must be 1 or greater."))]
    pub row_version: Option<i64>,
    #[validate(length(
        max = 10_000,
        message = "The text is too long. The limit is 10000 characters."
    ))]
    pub reason: Option<String>,
}

/// Activates or deactivates an organisation role, with a reason.
///
/// A deactivated role cannot be used, requested or assigned. Its holders can use it again after it
/// is activated. For Super Users.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("id" = i64, Path)),
    request_body = UpdateOrganisationRoleBody, responses(
    (status = 200, body = Done),
    (status = 400, body = ProblemBody, description = "no status was chosen, or no reason given"),
    (status = 403, body = ProblemBody, description = "the caller is not a Super User; with code 607: confirm the password first"),
    (status = 409, body = ProblemBody, description = "it is so already, or no Super User would be left, or not the caller"),
))]
#[patch("/users/org-roles/{id}/update-status")]
pub(crate) async fn update_organisation_role_status(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    body: Body<UpdateOrganisationRoleBody>,
) -> Result<HttpResponse, Problem> {
    let form = StatusForm {
        status: body.0.status,
        reason: body.0.reason.unwrap_or_default(),
    };
    let id = OrganisationRoleId(id.into_inner());
    records::change::<OfferStatuses>(&api, caller, id, body.0.row_version, form).await?;
    Ok(Done::ok("Organisation Role Status Updated Successfully"))
}

fields!(StatusField: "role_status_id", "status");
fields!(RoleField: "role_id", "role");

type StatusesQuery = ShortQuery<StatusField>;
type RolesQuery = ShortQuery<RoleField>;

/// Lists the statuses of assigned roles, by id.
#[utoipa::path(tag = "roles", security(("token" = [])), params(StatusesQuery), responses(
    (status = 200, body = Listing<RoleStatusBody>),
))]
#[get("/users/role-statuses")]
pub(crate) async fn role_statuses(
    _caller: SignedIn,
    query: Query<StatusesQuery>,
) -> Result<HttpResponse, Problem> {
    query
        .0
        .answer(Vec::from(RoleStatus::ALL.map(RoleStatusBody::from)))
}

/// Lists the roles that can be offered and held, by rank.
///
/// Org User is not among them, because every signed-in user has it.
#[utoipa::path(tag = "roles", security(("token" = [])), params(RolesQuery), responses(
    (status = 200, body = Listing<RoleBody>),
))]
#[get("/users/role")]
pub(crate) async fn all_roles(_caller: SignedIn, query: Query<RolesQuery>) -> Result<HttpResponse, Problem> {
    query
        .0
        .answer(Role::granted().map(RoleBody::from).collect::<Vec<_>>())
}
