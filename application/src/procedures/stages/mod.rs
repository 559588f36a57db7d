//! Stages of procedures (3 §2.7, §3).

pub mod detail;
pub mod insert;
pub mod list;
pub mod remove;
pub mod save;

use aditus_domain::ids::StageId;
use aditus_domain::procedures::{InUse, Procedure};

/// Refuses what cannot be done with a stage that links name.
fn refuse_linked(procedure: &Procedure, id: StageId, refused: &'static str) -> Result<(), InUse> {
    let name = |id: StageId| {
        let stage = procedure.stages.iter().find(|stage| stage.id == id);
        stage.map_or_else(|| id.to_string(), |stage| stage.activity.clone())
    };
    let by: Vec<String> = procedure
        .links
        .iter()
        .filter(|link| link.from == id || link.to == id)
        .map(|link| {
            format!(
                "the next stage link from \"{}\" to \"{}\"",
                name(link.from),
                name(link.to)
            )
        })
        .collect();
    if by.is_empty() {
        return Ok(());
    }
    Err(InUse {
        record: format!("The stage \"{}\"", name(id)),
        refused,
        by,
    })
}
