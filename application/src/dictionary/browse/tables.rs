//! The published tables of published sources: `data_dictionary/tables/` (2 §7).

use aditus_domain::ids::DataSourceId;

use super::term;
use crate::dictionary::views::TableView;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged};
use crate::ports::Ports;

/// Filter, order and page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Limits the tables to this source.
    pub data_source: Option<DataSourceId>,
    /// Text contained in the name or description, ignoring case and accents.
    pub search: Option<String>,
    /// Direction of the order by name.
    pub direction: Direction,
    /// Requested page.
    pub page: Page,
}

/// A page of tables, ordered by name.
pub type Answer = Paged<TableView>;

/// Lists published tables.
pub fn execute(ports: &Ports, query: &Query) -> Result<Answer, Error> {
    let search = term(query.search.as_deref());
    Ok(ports.database.read()?.dictionary().tables(
        query.data_source,
        search.as_deref(),
        query.direction,
        query.page,
    )?)
}
