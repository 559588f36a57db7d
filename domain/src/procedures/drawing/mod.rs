//! Stages and links of a procedure as one drawing, which is edited, checked and saved as a whole.

mod change;
mod faults;
mod raw;
#[cfg(test)]
pub(super) mod tests;

pub use change::DrawingChange;
pub use faults::{DrawingFault, DrawingFaults};
pub use raw::{KnownType, MAX_LINKS, RawDrawing, RawDrawnStage, RawLink};

use super::editing::StageDetails;
use super::fault::LocatedFault;
use super::procedure::Procedure;
use super::stage::{Link, Position, Stage, StageType};
use super::text::ProcedureText;
use crate::deadlines::Target;
use crate::ids::{StageId, StageTypeId};
use crate::roles::Role;

/// The stages and links of a procedure as drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drawing {
    /// The stages.
    pub stages: Vec<DrawnStage>,
    /// The next-stage links.
    pub links: Vec<Link>,
}

/// A stage as drawn. Unlike [`Stage`], it keeps the type that the Super User selected, which may be
/// a custom type.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnStage {
    /// Its id. A new stage has a temporary id below 1, which the links of the drawing use.
    pub id: StageId,
    /// The role that decides here.
    pub role: Role,
    /// The type, built in or a Super User's own.
    pub stage_type: KnownType,
    /// 1 to 8.
    pub order: i32,
    /// Short description of the activity at this stage.
    pub activity: String,
    /// 0 or 1.
    pub branch_level: i32,
    /// Its position in the drawing.
    pub position: Position,
    /// The name of an MUI icon.
    pub icon: String,
    /// The number of working days in which it should be decided (decisions N2).
    pub target: Option<Target>,
}

impl StageDetails {
    /// Returns the drawn stage with this id.
    pub fn drawn(self, id: StageId, stage_type: KnownType) -> DrawnStage {
        DrawnStage {
            id,
            role: self.role,
            stage_type,
            order: self.order,
            activity: self.activity,
            branch_level: self.branch_level,
            position: self.position,
            icon: self.icon,
            target: self.target,
        }
    }
}

impl DrawnStage {
    /// Returns true if the stage is not stored yet.
    pub const fn is_new(&self) -> bool {
        self.id.0 < 1
    }

    /// Converts to a [`Stage`].
    pub fn stage(&self) -> Stage {
        Stage {
            id: self.id,
            role: self.role,
            stage_type: self.stage_type.behaves_as,
            order: self.order,
            activity: self.activity.clone(),
            branch_level: self.branch_level,
            position: self.position,
            icon: self.icon.clone(),
            target: self.target,
        }
    }

    /// The id of its type.
    pub const fn type_id(&self) -> StageTypeId {
        self.stage_type.id
    }

    /// The built-in type whose behaviour it has.
    pub const fn behaves_as(&self) -> StageType {
        self.stage_type.behaves_as
    }
}

impl Drawing {
    /// Returns the procedure with this name and drawing.
    pub fn procedure(&self, text: &ProcedureText) -> Procedure {
        Procedure {
            id: None,
            name: text.name.clone(),
            description: text.description.clone(),
            term: text.term,
            completion_window: text.completion_window,
            stages: self.stages.iter().map(DrawnStage::stage).collect(),
            links: self.links.clone(),
        }
    }

    /// Returns every fault of the drawn procedure (decisions C1).
    pub fn faults(&self) -> Vec<LocatedFault> {
        let nameless = ProcedureText {
            name: String::new(),
            description: String::new(),
            term: None,
            completion_window: None,
        };
        self.procedure(&nameless).located_faults()
    }

    /// Finds the stage with this id.
    pub fn stage(&self, id: StageId) -> Option<&DrawnStage> {
        self.stages.iter().find(|stage| stage.id == id)
    }

    /// Returns a copy with `stage` inserted into `link`, which is split in two. `None` if there is
    /// no such link.
    #[must_use]
    pub fn with_stage_in(&self, link: Link, stage: DrawnStage) -> Option<Self> {
        let place = self.links.iter().position(|other| *other == link)?;
        let mut drawing = self.clone();
        drawing.links.splice(
            place..=place,
            [
                Link {
                    from: link.from,
                    to: stage.id,
                },
                Link {
                    from: stage.id,
                    to: link.to,
                },
            ],
        );
        drawing.stages.push(stage);
        Some(drawing)
    }

    /// The middle of a link, which is the default position of a stage inserted into it.
    pub fn middle_of(&self, link: Link) -> Option<Position> {
        let (from, to) = (self.stage(link.from)?.position, self.stage(link.to)?.position);
        let middle = |one: f64, other: f64| (one.midpoint(other) * 100.0).round() / 100.0;
        Some(Position {
            x: middle(from.x, to.x),
            y: middle(from.y, to.y),
        })
    }

    /// Returns a copy for a procedure that is not stored yet. Stages are renumbered 0, -1, -2 and
    /// so on, in their order, and links follow them.
    #[must_use]
    pub fn as_new(&self) -> Self {
        let ids: Vec<StageId> = self.stages.iter().map(|stage| stage.id).collect();
        let renumbered = |id: StageId| {
            let place = ids.iter().position(|other| *other == id)?;
            i64::try_from(place).ok().map(|place| StageId(-place))
        };
        Self {
            stages: (0..)
                .zip(&self.stages)
                .map(|(place, stage): (i64, _)| DrawnStage {
                    id: StageId(-place),
                    ..stage.clone()
                })
                .collect(),
            links: self
                .links
                .iter()
                .filter_map(|link| {
                    Some(Link {
                        from: renumbered(link.from)?,
                        to: renumbered(link.to)?,
                    })
                })
                .collect(),
        }
    }

    /// Returns the changes to store so that `before` becomes this drawing.
    pub fn change_from(&self, before: &Self) -> DrawingChange {
        DrawingChange::between(before, self)
    }
}
