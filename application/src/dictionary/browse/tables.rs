//! The published tables of published sources: `data_dictionary/tables/` (2 §7).

use aditus_domain::ids::DataSourceId;

use super::term;
use crate::dictionary::views::TableView;
pub use crate::failure::Refused as Error;
use crate::paging::{Direction, Page, Paged};
use crate::ports::Ports;

/// Which tables are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Of this source only.
    pub data_source: Option<DataSourceId>,
    /// Contained in the name or the description, however it is written.
    pub search: Option<String>,
    /// By name, in this direction.
    pub direction: Direction,
    /// Which page.
    pub page: Page,
}

/// A page of tables, by name.
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
