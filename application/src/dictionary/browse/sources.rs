//! The published data sources: `data_dictionary/data_sources/` (2 §7, 3 §2.13).

use super::term;
use crate::dictionary::views::SourceView;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged};
use crate::ports::Ports;

/// Filter, order and page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Text contained in the name or description, ignoring case and accents.
    pub search: Option<String>,
    /// Direction of the order by name.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// A page of sources, ordered by name.
pub type Answer = Paged<SourceView>;

/// Lists published sources.
pub fn execute(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let search = term(query.search.as_deref());
    Ok(ports
        .database
        .read()?
        .dictionary()
        .sources(search.as_deref(), query.direction, query.page)?)
}
