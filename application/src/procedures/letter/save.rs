//! The template of the letter of a procedure is saved: `PUT data_requests/approval_procedures/{id}/letter/`.
//!
//! The body: `{heading, body, row_version}`. A placeholder that does not exist is refused, with its line.

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::LetterTemplate;

pub use super::super::editing::Error;
use super::super::editing::{begin, note, require, whole};
use crate::access::Caller;
use crate::ports::Ports;
use crate::row_versions::{RowVersion, Versioned, advance};

/// What a Super User has typed.
#[derive(Debug, Clone)]
pub struct Command {
    /// Which procedure.
    pub procedure: ProcedureId,
    /// The version of the template that was read.
    pub seen: Option<RowVersion>,
    /// The heading.
    pub heading: String,
    /// The body.
    pub body: String,
}

/// Saves the template. Letters that were made stay as they are; a request that is approved from now on, however long it has been under
/// way, gets its letter from this one.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<(), Error> {
    require(caller)?;
    let template = LetterTemplate::parse(&command.heading, &command.body)?;
    set(ports, caller, (command.procedure, command.seen), Some(&template))
}

/// Sets the template of a procedure, or lets the standard one hold.
pub(super) fn set(
    ports: &Ports,
    caller: &Caller,
    (id, seen): (ProcedureId, Option<RowVersion>),
    template: Option<&LetterTemplate>,
) -> Result<(), Error> {
    let mut transaction = begin(ports, caller)?;
    let before = whole(transaction.as_mut(), id)?;
    advance::<Error>(transaction.as_mut(), Versioned::Letter(id), seen)?;
    transaction.procedures().save_letter(id, template)?;
    note(ports, transaction.as_mut(), caller, &before)?;
    transaction.commit()?;
    Ok(())
}
