//! The matrix of deciders by source and stage (decisions G1): `GET
//! data_requests/approval_procedures/{id}/matrix/`.

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{DrawnStage, SourceDecisionMakers};
use aditus_domain::roles::Role;

pub use super::editing::Error;
use super::editing::Record;
use crate::access::Caller;
use crate::ports::Ports;

/// The matrix of deciders.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Stages with a decision, in the order of the drawing.
    pub stages: Vec<DrawnStage>,
    /// Lines for each published source, ordered by name.
    pub sources: Vec<SourceDecisionMakers>,
}

/// Returns the deciders at the stages of a procedure.
pub fn execute(ports: &Ports, caller: &Caller, id: ProcedureId) -> Result<Answer, Error> {
    caller.require(Role::SuperUser)?;
    let mut views = ports.database.read()?;
    let found = views.procedures().whole(id)?;
    let drawing = found
        .ok_or_else(|| Error::not_found(Record::Procedure))?
        .whole
        .drawing;
    let sources = views
        .procedures()
        .deciders_by_source(&ports.settings.provider_organisation)?;
    Ok(Answer {
        sources: drawing.decision_makers(&sources),
        stages: drawing
            .stages
            .into_iter()
            .filter(|stage| stage.stage().is_decided())
            .collect(),
    })
}
