//! Dependencies between published tables: `data_dictionary/edges/` (2 §7, 3 §7).

use aditus_domain::ids::DataSourceId;

use crate::dictionary::views::TableEdge;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// Filter of the edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// Limits the edges to tables of this source.
    pub data_source: Option<DataSourceId>,
}

/// Lists the pairs of published tables in which variables of one depend on variables of the other.
pub fn execute(ports: &Ports, query: Query) -> Result<Vec<TableEdge>, Error> {
    Ok(ports
        .database
        .read()?
        .dictionary()
        .table_edges(query.data_source)?)
}
