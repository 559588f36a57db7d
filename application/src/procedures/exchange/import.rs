//! A procedure is read from a file: `POST data_requests/approval_procedures/import/`.
//!
//! `errors` of a refusal are keyed by the place in the file, as those of [`super::super::drawing`] are.

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{DrawingFaults, Origin, PortableProcedure, Standing, WholeProcedure};

use super::super::approval_procedures::ProcedureRecords;
use super::super::duplicate::add;
pub use super::super::editing::Error;
use super::super::editing::known_types;
use crate::access::Caller;
use crate::ports::Ports;
use crate::records::{self, begin};

/// What is imported.
#[derive(Debug, Clone)]
pub struct Command {
    /// The file.
    pub file: PortableProcedure,
    /// Whether a procedure with faults is taken, to go on with it here (decisions C1).
    pub keep_faults: bool,
}

/// Adds the procedure, which is not active; answers its id. A file with anything wrong in it is refused with all of that, and nothing of
/// it is stored.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<ProcedureId, Error> {
    let mut change = begin::<ProcedureRecords>(ports, caller)?;
    let types = known_types(change.transaction())?;
    let (text, drawing, letter) = command.file.check(&types)?;
    if let Some(faults) = DrawingFaults::of(&drawing).filter(|_| !command.keep_faults) {
        return Err(faults.into());
    }
    let added = WholeProcedure {
        text,
        standing: Standing::default(),
        drawing,
        letter,
    };
    let id = add(&mut change, &added, &Origin::File)?;
    change.commit(records::added::<ProcedureRecords>(id))?;
    Ok(id)
}
