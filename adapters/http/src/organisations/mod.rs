//! Organisations for selection, and their maintenance by Super Users (1 §5.2, §7.2; 3 §2.5, §7;
//! decisions A8).

mod body;
mod one;

use actix_web::{HttpResponse, get, web};
use aditus_application::organisations::views::OrganisationSort;
use aditus_application::organisations::{OrganisationRecords, find};
use aditus_application::paging::{ListQuery, Page};
use aditus_application::records::list;
use aditus_domain::roles::Role;
use serde::Deserialize;
use utoipa::IntoParams;
use validator::Validate;

use self::body::OrganizationOptionBody;
use crate::answer::Listing;
use crate::api::Api;
use crate::body::Query;
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::MaybeSignedIn;
use crate::sort::{Columns, Sort, sorted_by};

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes.service(organizations).configure(one::configure);
}

/// Default page size of the table of organisations (3 §9).
const PAGE_SIZE: u32 = 20;

impl Columns for OrganisationSort {
    const COLUMNS: &'static [(&'static str, Self)] = &[
        ("name", Self::Name),
        ("domain", Self::Domain),
        ("description", Self::Description),
        ("country", Self::Country),
        ("abbreviation", Self::Abbreviation),
        ("active", Self::Active),
    ];
}

/// Filters of organisations. Without filters, all active ones are returned.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OrganizationsQuery {
    /// A text that the name contains; with `all`, a text that any field contains.
    #[validate(length(max = 200, message = "This is too long for a name."))]
    pub search: Option<String>,
    /// The domain of an email address.
    #[validate(length(max = 254, message = "This is too long for a domain."))]
    pub domain: Option<String>,
    /// Lists all organisations, active or not, with all fields. For Super Users, for whom it is the
    /// default unless `domain` is present.
    pub all: Option<bool>,
    /// One of name (the default), domain, description, country, abbreviation and active; a leading
    /// minus sorts in descending order.
    #[param(schema_with = Sort::<OrganisationSort>::schema)]
    pub sort: Option<Sort<OrganisationSort>>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// Lists active organisations by name, filtered by name or by the domain of an email address.
///
/// If no organisation has the domain, the message says so. With `all`, a Super User gets all
/// organisations with all fields.
#[utoipa::path(tag = "organisations", security((), ("token" = [])), params(OrganizationsQuery), responses(
    (status = 200, body = Listing<OrganizationOptionBody>),
    (status = 401, body = ProblemBody, description = "all are wanted, and the caller is not signed in"),
    (status = 403, body = ProblemBody, description = "all are wanted, and the caller is not a Super User"),
))]
#[get("/users/organizations")]
async fn organizations(
    api: web::Data<Api>,
    caller: MaybeSignedIn,
    query: Query<OrganizationsQuery>,
) -> Result<HttpResponse, Problem> {
    let (sort, direction) = sorted_by(query.0.sort)?;
    let usually_all = || {
        let super_user = caller
            .0
            .as_ref()
            .is_some_and(|caller| caller.holds(Role::SuperUser));
        super_user && query.0.domain.is_none()
    };
    if query.0.all.unwrap_or_else(usually_all) {
        let caller = caller.0.ok_or_else(Problem::signed_out)?;
        let query = ListQuery {
            search: query.0.search,
            sort,
            direction,
            page: Page::new(query.0.page.unwrap_or(1), query.0.page_size.unwrap_or(PAGE_SIZE)),
        };
        let page = api
            .run(move |ports| list::<OrganisationRecords>(ports, &caller, query))
            .await?;
        return Ok(Listing::page(page, OrganizationOptionBody::from));
    }
    let asked_for_domain = query.0.domain.is_some();
    let query = find::Query {
        search: query.0.search,
        domain: query.0.domain,
        sort,
        direction,
        page: Page::new(
            query.0.page.unwrap_or(1),
            query.0.page_size.unwrap_or(Page::MAX_SIZE),
        ),
    };
    let page = api.run(move |ports| find::execute(ports, &query)).await?;
    let message = if asked_for_domain && page.total == 0 {
        find::UNKNOWN_DOMAIN
    } else {
        "OK"
    };
    Ok(Listing::page_with_message(
        message,
        page,
        OrganizationOptionBody::from,
    ))
}
