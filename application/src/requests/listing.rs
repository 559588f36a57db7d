//! What every list of requests has in common: which page is wanted, and how it fails.

use super::views::{ListOf, RequestQuery, RequestRow, Tab};
use super::whose::searched_for;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged};
use crate::ports::Ports;

/// Which page of a list is wanted.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Text that a row must contain.
    pub search: Option<String>,
    /// By date of creation, then id.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// The page of this tab of this list.
pub(super) fn page_of(
    ports: &Ports,
    of: ListOf,
    tab: Tab,
    wanted: Wanted,
) -> Result<Paged<RequestRow>, Error> {
    let query = RequestQuery {
        of,
        tab,
        search: searched_for(wanted.search),
        direction: wanted.direction,
        page: wanted.page,
    };
    Ok(ports.database.read()?.requests().list(&query)?)
}
