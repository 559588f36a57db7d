//! Imports a procedure from a file: `POST data_requests/approval_procedures/import/`.
//!
//! The `errors` of a refusal are keyed by their place in the file, like those of
//! [`super::super::drawing`].

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{DrawingFaults, Origin, PortableProcedure, ProcedureStatus, WholeProcedure};

use super::super::approval_procedures::ProcedureRecords;
use super::super::duplicate::add;
pub use super::super::editing::Error;
use super::super::editing::known_types;
use crate::access::Caller;
use crate::ports::Ports;
use crate::records::{self, begin};

/// A file to import.
#[derive(Debug, Clone)]
pub struct Command {
    /// The file.
    pub file: PortableProcedure,
    /// Accepts a procedure with faults, so that work on it can continue here (decisions C1).
    pub keep_faults: bool,
}

/// Adds the procedure, which is inactive, and returns its id. An invalid file is refused with all
/// its errors, and nothing is stored.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<ProcedureId, Error> {
    let mut change = begin::<ProcedureRecords>(ports, caller)?;
    let types = known_types(change.transaction())?;
    let (text, drawing, letter) = command.file.check(&types)?;
    if let Some(faults) = DrawingFaults::from_drawing(&drawing).filter(|_| !command.keep_faults) {
        return Err(faults.into());
    }
    let added = WholeProcedure {
        text,
        status: ProcedureStatus::default(),
        drawing,
        letter,
    };
    let id = add(&mut change, &added, &Origin::File)?;
    change.commit(records::added::<ProcedureRecords>(id))?;
    Ok(id)
}
