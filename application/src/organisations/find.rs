//! Active organisations offered in forms: `GET users/organizations/`, with a search for the
//! autocomplete of the registration form, or with `domain` for its look-up of the email domain (1
//! §5.2; decisions A8).

use aditus_domain::organisations::parent_domains;

use super::views::{OrganisationOption, OrganisationQuery, OrganisationSort};
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged, searched_for};
use crate::ports::Ports;

/// Message of the look-up for an unknown domain.
pub const UNKNOWN_DOMAIN: &str =
    "The email domain is not registered. Please register your organization first.";

/// Filter, order and page. Without a filter, all active organisations are returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Text in the name, ignoring case and accents.
    pub search: Option<String>,
    /// Domain of an email address.
    pub domain: Option<String>,
    /// Order.
    pub sort: OrganisationSort,
    /// Direction of the order.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// A page of organisations.
pub type Answer = Paged<OrganisationOption>;

/// Finds active organisations. Guests may call it, because they choose one to register.
pub fn execute(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let filter = OrganisationQuery {
        search: searched_for(query.search.as_deref()),
        domains: query.domain.as_deref().map(parent_domains),
        sort: query.sort,
        direction: query.direction,
        page: query.page,
    };
    Ok(ports.database.read()?.organisations().active(&filter)?)
}
