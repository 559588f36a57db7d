//! Exports a procedure to a file: `GET data_requests/approval_procedures/{id}/export/`.

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::PortableProcedure;
use aditus_domain::roles::Role;

pub use super::super::editing::Error;
use super::super::editing::Record;
use crate::access::Caller;
use crate::exports::file_name;
use crate::ports::Ports;

/// The exported file.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// File name.
    pub file_name: String,
    /// Contents of the file.
    pub procedure: PortableProcedure,
}

/// Returns the procedure in the file format, valid or not.
pub fn execute(ports: &Ports, caller: &Caller, id: ProcedureId) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    let found = ports.database.read()?.procedures().whole(id)?;
    let whole = found.ok_or_else(|| Error::not_found(Record::Procedure))?.whole;
    Ok(Answer {
        file_name: file_name(&whole.text.name, ".procedure.json"),
        procedure: PortableProcedure::new(&whole.text, &whole.drawing, whole.letter.as_ref()),
    })
}
