//! Summarises the data quality of tables: `data_dictionary/data_quality/summary/`.

use aditus_domain::dictionary::quality::QualitySummary;

pub use super::Error;
use super::{TableSelection, assessed};
use crate::access::Caller;
use crate::ports::Ports;

/// Selection of tables.
pub type Query = TableSelection;

/// Summary figures.
pub type Answer = QualitySummary;

/// Summarises the tables of a source.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Answer, Error> {
    let (_, tables) = assessed(ports, caller, query)?;
    Ok(tables.iter().map(|table| &table.assessment).collect())
}
