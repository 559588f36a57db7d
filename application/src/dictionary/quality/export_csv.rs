//! Exports the assessment of the chosen tables as CSV: `data_dictionary/data_quality/export/`.

pub use super::Error;
use super::{TableSelection, assessed};
use crate::access::Caller;
pub use crate::exports::Export as Answer;
use crate::exports::{self, file_name};
use crate::ports::Ports;

/// Selection of tables.
pub type Query = TableSelection;

/// Returns the CSV document.
pub fn execute(ports: &Ports, caller: &Caller, query: &Query) -> Result<Answer, Error> {
    let (source, tables) = assessed(ports, caller, query)?;
    exports::limit(ports, caller)?;
    Ok(Answer {
        file_name: file_name(&source.source, "_data_quality.csv"),
        bytes: ports.documents.data_quality_csv(&source.source, &tables)?,
    })
}
