//! Lists and activates the users of an organisation, for its administrators (1 §7.2; 3 §2.3, §7).

use actix_web::{HttpResponse, get, patch, web};
use aditus_application::accounts::directory::PersonSort;
use aditus_application::accounts::{activate, administration_counts, organisation_users};
use aditus_application::paging::Page;
use aditus_domain::ids::{OrganisationId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

use super::person::OrganisationUserBody;
use crate::answer::{Done, Envelope, Listing};
use crate::api::Api;
use crate::body::{Body, Query};
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::{Reader, SignedIn};
use crate::sort::{Columns, Sort, sorted_by};

/// Default page size of the table of users (1 §9).
const PAGE_SIZE: u32 = 20;

impl Columns for PersonSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("name", Self::Name),
        ("org_email", Self::Email),
        ("designation", Self::Designation),
        ("department", Self::Department),
        ("is_active", Self::State),
        ("created_on", Self::Created),
    ];
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct UsersQuery {
    /// An organisation that the caller administers; a Super User may send any. Defaults to the
    /// caller's organisation.
    pub org_id: Option<i64>,
    #[validate(length(max = 200, message = "The search text is too long."))]
    pub search: Option<String>,
    /// One of name (the default), `org_email`, designation, department, `is_active` and
    /// `created_on`; a leading minus sorts in descending order.
    #[param(schema_with = Sort::<PersonSort>::schema)]
    pub sort: Option<Sort<PersonSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AdministrationQuery {
    /// An organisation that the caller administers; a Super User may send any. Defaults to the
    /// caller's organisation.
    pub org_id: Option<i64>,
}

/// The counts on the cards of an Admin's home page.
#[derive(Serialize, ToSchema)]
pub(crate) struct AdministrationCountsBody {
    /// Users of the organisation.
    pub users: u64,
    /// Users who wait for activation.
    pub pending_activation: u64,
    /// Role requests that are pending at the organisation.
    pub role_requests: u64,
    /// Activated roles of the organisation.
    pub assigned_roles: u64,
    /// Users with an active account that has no second factor.
    pub without_second_factor: u64,
    /// The reason why the caller has read-only access at this organisation; null if the caller may
    /// make changes.
    pub refusal: Option<String>,
}

/// The new status of an account.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActivateBody {
    /// "Active" or "Disable".
    #[validate(length(max = 40, message = "Please select a valid status"))]
    #[schema(example = "Active")]
    pub is_active: Option<String>,
}

impl From<administration_counts::Answer> for AdministrationCountsBody {
    fn from(answer: administration_counts::Answer) -> Self {
        let counts = answer.counts;
        Self {
            users: counts.users,
            pending_activation: counts.pending_activation,
            role_requests: counts.role_requests,
            assigned_roles: counts.assigned_roles,
            without_second_factor: counts.without_second_factor,
            refusal: answer.refusal.map(|refusal| refusal.to_string()),
        }
    }
}

pub(super) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(users_of_organisation)
        .service(counts_of_organisation)
        .service(activate_user);
}

/// Lists the users of an organisation.
#[utoipa::path(tag = "administration", security(("token" = [])), params(UsersQuery), responses(
    (status = 200, body = Listing<OrganisationUserBody>),
    (status = 403, body = ProblemBody, description = "the caller does not administer this organisation"),
))]
#[get("/users/organization-users")]
pub(crate) async fn users_of_organisation(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<UsersQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.0;
    let query = sorted_by(query.sort).map(|(sort, direction)| organisation_users::Query {
        organisation: query.org_id.map(OrganisationId),
        search: query.search,
        sort,
        direction,
        page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(PAGE_SIZE)),
    });
    let people = api
        .read_with(reader, query, |ports, caller, query| {
            organisation_users::execute(ports, caller, &query)
        })
        .await?;
    Ok(Listing::page(people, OrganisationUserBody::from))
}

/// Returns the counts on the cards of an Admin's home page.
#[utoipa::path(tag = "administration", security(("token" = [])), params(AdministrationQuery), responses(
    (status = 200, body = Envelope<AdministrationCountsBody>),
    (status = 403, body = ProblemBody, description = "the caller does not administer this organisation"),
))]
#[get("/users/organization-users/counts")]
pub(crate) async fn counts_of_organisation(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<AdministrationQuery>,
) -> Result<HttpResponse, Problem> {
    let organisation = query.0.org_id.map(OrganisationId);
    let counts = api
        .read(reader, move |ports, caller| {
            administration_counts::execute(ports, caller, organisation)
        })
        .await?;
    Ok(Envelope::read(AdministrationCountsBody::from(counts)))
}

/// Activates an account, or disables it and ends its sessions.
#[utoipa::path(tag = "administration", security(("token" = [])), params(("user_id" = i64, Path)),
    request_body = ActivateBody, responses(
    (status = 200, body = Done),
    (status = 403, body = ProblemBody, description = "the caller does not serve this person; with code 607: confirm the password first"),
    (status = 404, body = ProblemBody, description = "there is no such person at the caller's organisation"),
    (status = 409, body = ProblemBody, description = "the last Admin of an organisation, or the last Super User, stays"),
))]
#[patch("/users/activate/{user_id}")]
pub(crate) async fn activate_user(
    api: web::Data<Api>,
    caller: SignedIn,
    user: web::Path<i64>,
    body: Body<ActivateBody>,
) -> Result<HttpResponse, Problem> {
    let command = activate::Command {
        user: UserId(user.into_inner()),
        is_active: body.0.is_active,
    };
    let person = api
        .run(move |ports| activate::execute(ports, &caller, &command))
        .await?;
    Ok(Done::ok(format!(
        "{} {} status has been updated!",
        person.fname, person.sname
    )))
}
