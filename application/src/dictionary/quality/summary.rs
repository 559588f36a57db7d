//! How good the tables are together: `data_dictionary/data_quality/summary/`.

use aditus_domain::dictionary::quality::QualitySummary;

pub use super::Error;
use super::{Chosen, assessed};
use crate::access::Caller;
use crate::ports::Ports;

/// Which tables are wanted.
pub type Query = Chosen;

/// The numbers.
pub type Answer = QualitySummary;

/// Sums up the tables of a source.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Answer, Error> {
    let (_, tables) = assessed(ports, caller, query)?;
    Ok(tables.iter().map(|table| &table.assessment).collect())
}
