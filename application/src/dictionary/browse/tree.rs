//! A published data source with all its published tables: `data_dictionary/data_sources/tree/{id}`
//! (2 §7).

use super::source;
pub use super::source::{Error, Query};
use crate::dictionary::views::{SourceView, TableView};
use crate::ports::Ports;

/// A source with its tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The source.
    pub source: SourceView,
    /// Published tables, grouped by type and ordered by name.
    pub tables: Vec<(String, Vec<TableView>)>,
}

/// Reads a published source with its tables.
pub fn execute(ports: &Ports, query: Query) -> Result<Answer, Error> {
    let source = source::execute(ports, query)?;
    let tables = ports
        .database
        .read()?
        .dictionary()
        .tables_by_type(query.data_source_id)?;
    Ok(Answer {
        source,
        tables: by_type(tables),
    })
}

fn by_type(tables: Vec<TableView>) -> Vec<(String, Vec<TableView>)> {
    let mut groups: Vec<(String, Vec<TableView>)> = Vec::new();
    for table in tables {
        match groups.last_mut() {
            Some((name, group)) if *name == table.table_type_name => group.push(table),
            _ => groups.push((table.table_type_name.clone(), vec![table])),
        }
    }
    groups
}
