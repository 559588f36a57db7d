//! Which published tables refer to one another: `data_dictionary/edges/` (2 §7, 3 §7).

use aditus_domain::ids::DataSourceId;

use crate::dictionary::views::TableEdge;
pub use crate::failure::Refused as Error;
use crate::ports::Ports;

/// Which edges are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// Between tables of this source only.
    pub data_source: Option<DataSourceId>,
}

/// Lists the pairs of published tables of which one has variables that depend on variables of the other.
pub fn execute(ports: &Ports, query: Query) -> Result<Vec<TableEdge>, Error> {
    Ok(ports
        .database
        .read()?
        .dictionary()
        .table_edges(query.data_source)?)
}
