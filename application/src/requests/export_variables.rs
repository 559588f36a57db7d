//! The requested variables as CSV (2 §7, `export-variables`).

use super::export::readable;
pub use super::export::{Answer, Error, Query};
use crate::access::Caller;
use crate::ports::Ports;

/// The document.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    let request = readable(ports, caller, query)?;
    let bytes = ports.documents.variables_csv(&request)?;
    Ok(Answer {
        file_name: format!("{}_requested_variables.csv", name_from(&request.title)),
        bytes,
    })
}

/// The title without what a file's name or a header cannot hold.
fn name_from(title: &str) -> String {
    title
        .chars()
        .map(|c| {
            if c.is_control() || matches!(c, '/' | '\\' | '"' | ':' | '*' | '?' | '<' | '>' | '|') {
                '_'
            } else {
                c
            }
        })
        .collect()
}
