//! Stages and links of a procedure as one drawing, which is read and saved as a whole.

pub mod save;
pub mod show;

use aditus_domain::ids::ProcedureId;
use aditus_domain::procedures::{DrawingFault, DrawingFaults, Warning, WholeProcedure};

use super::repository::StoredWhole;
use crate::row_versions::RowVersion;

/// A procedure as its editor shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnProcedure {
    /// Its id.
    pub id: ProcedureId,
    /// Name, standing, stages and links.
    pub whole: WholeProcedure,
    /// Its faults, each with its places in the drawing.
    pub faults: Vec<DrawingFault>,
    /// What does not prevent its use, and should be known.
    pub warnings: Vec<Warning>,
    /// The version that a save of the drawing names.
    pub drawing_version: RowVersion,
}

impl DrawnProcedure {
    fn of(stored: StoredWhole, staffing: &[aditus_domain::procedures::Staffing]) -> Self {
        let drawing = &stored.whole.drawing;
        let faults = DrawingFaults::of(drawing).map(|faults| faults.list().to_vec());
        Self {
            id: stored.id,
            faults: faults.unwrap_or_default(),
            warnings: drawing.procedure(&stored.whole.text).warnings(staffing),
            whole: stored.whole,
            drawing_version: stored.drawing_version,
        }
    }
}
