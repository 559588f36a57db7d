//! A procedure is read from a file: `POST data_requests/approval_procedures/import/`.
//!
//! The body: `{file, name, keep_faults}`, where `file` is what [`super`] describes. The answer: `{approval_procedure_id}`, 201. `errors`
//! of a refusal are keyed by the place in the file, as [`super::super::drawing::save`] has them.

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{DrawingFaults, Origin, PortableProcedure, Standing, WholeProcedure};

use super::super::approval_procedures::ProcedureRecords;
use super::super::duplicate::add;
pub use super::super::editing::Error;
use super::super::editing::known_types;
use crate::access::Caller;
use crate::ports::Ports;
use crate::records::begin;

/// What is imported.
#[derive(Debug, Clone)]
pub struct Command {
    /// The file.
    pub file: PortableProcedure,
    /// What the procedure is called here, where that is not the name in the file.
    pub name: Option<String>,
    /// Whether a procedure with faults is taken, to go on with it here (decisions C1).
    pub keep_faults: bool,
}

/// Adds the procedure, which is not active; answers its id. A file with anything wrong in it is refused with all of that, and nothing of
/// it is stored.
pub fn execute(ports: &Ports, caller: &Caller, command: &Command) -> Result<ProcedureId, Error> {
    let mut change = begin::<ProcedureRecords>(ports, caller)?;
    let types = known_types(change.transaction())?;
    let mut file = command.file.clone();
    if let Some(name) = &command.name {
        file.name.clone_from(name);
    }
    let (text, drawing, letter) = file.check(&types)?;
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
    change.commit()?;
    Ok(id)
}
