//! The requested variables as CSV (2 §7, `export-variables`).

pub use super::export::{Answer, Error, Query};
use super::export::{readable, record};
use crate::access::Caller;
use crate::exports::file_name;
use crate::ports::Ports;

/// Creates the document.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let request = readable(ports, caller, query)?;
    let bytes = ports.documents.variables_csv(&request)?;
    record(ports, caller, query.request, "variables")?;
    Ok(Answer {
        file_name: file_name(&request.details.title, "_requested_variables.csv"),
        bytes,
    })
}
