//! Active organisations to choose from: `GET users/organizations/`, with a search for the autocomplete of the registration
//! form, or with `domain` for its look-up of the e-mail domain (1 §5.2; decisions A8).

use aditus_domain::organisations::domains_above;

use super::views::{OrganisationOption, OrganisationQuery, OrganisationSort};
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged, searched_for};
use crate::ports::Ports;

/// What the look-up of a domain says when no organisation has it.
pub const UNKNOWN_DOMAIN: &str =
    "The email domain is not registered. Please register your organization first.";

/// Which organisations are wanted; all active ones when neither is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Text in the name, whatever its case and marks.
    pub search: Option<String>,
    /// The domain of an e-mail address.
    pub domain: Option<String>,
    /// Sorted by.
    pub sort: OrganisationSort,
    /// And how.
    pub direction: Direction,
    /// The page.
    pub page: Page,
}

/// A page of organisations.
pub type Answer = Paged<OrganisationOption>;

/// Finds them. Guests may ask: they have to choose one to register.
pub fn execute(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let wanted = OrganisationQuery {
        search: searched_for(query.search.as_deref()),
        domains: query.domain.as_deref().map(domains_above),
        sort: query.sort,
        direction: query.direction,
        page: query.page,
    };
    Ok(ports.database.read()?.organisations().active(&wanted)?)
}
