//! Organisations to choose from (1 §5.2, §7.2; decisions A8).

use actix_web::{HttpResponse, get, web};
use aditus_application::organisations::find;
use aditus_application::organisations::views::OrganisationOption;
use aditus_application::paging::Page;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;
use validator::Validate;

use crate::answer::Listing;
use crate::api::Api;
use crate::body::Query;
use crate::problem::Problem;

pub(crate) fn configure(routes: &mut ServiceConfig<'_>) {
    routes.service(organizations);
}

/// Which organisations are wanted; all active ones when nothing is said.
#[derive(Deserialize, Validate, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OrganizationsQuery {
    /// Part of the name.
    #[validate(length(max = 200, message = "This is too long for a name."))]
    pub search: Option<String>,
    /// The domain of an e-mail address.
    #[validate(length(max = 254, message = "This is too long for a domain."))]
    pub domain: Option<String>,
    pub page: Option<u32>,
    pub page_size: Option<u32>,
}

/// An organisation to choose from (1 §3).
#[derive(Serialize, ToSchema)]
pub(crate) struct OrganizationOptionBody {
    pub org_id: i64,
    pub name: String,
    pub domain: Option<String>,
}

impl From<OrganisationOption> for OrganizationOptionBody {
    fn from(organisation: OrganisationOption) -> Self {
        Self {
            org_id: organisation.org_id.0,
            name: organisation.name,
            domain: organisation.domain,
        }
    }
}

/// Active organisations by name: those whose name holds `search`, and those that have the domain of an e-mail address. When
/// none has it, the message says so.
#[utoipa::path(tag = "organisations", params(OrganizationsQuery), responses(
    (status = 200, body = Listing<OrganizationOptionBody>),
))]
#[get("/users/organizations")]
async fn organizations(
    api: web::Data<Api>,
    query: Query<OrganizationsQuery>,
) -> Result<HttpResponse, Problem> {
    let asked_for_domain = query.0.domain.is_some();
    let wanted = find::Query {
        search: query.0.search,
        domain: query.0.domain,
        page: Page::new(
            query.0.page.unwrap_or(1),
            query.0.page_size.unwrap_or(Page::MAX_SIZE),
        ),
    };
    let page = api.run(move |ports| find::execute(ports, &wanted)).await?;
    let message = if asked_for_domain && page.total == 0 {
        find::UNKNOWN_DOMAIN
    } else {
        "OK"
    };
    Ok(Listing::with(message, page, OrganizationOptionBody::from))
}
