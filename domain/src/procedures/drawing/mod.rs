//! Stages and links of a procedure as one drawing, which is edited, checked and saved as a whole.

mod change;
mod place;
mod raw;
#[cfg(test)]
pub(super) mod tests;

pub use change::DrawingChange;
pub use place::{DrawingFault, DrawingFaults};
pub use raw::{KnownType, MAX_LINKS, RawDrawing, RawDrawnStage, RawLink};

use super::editing::{ProcedureText, StageDetails};
use super::fault::LocatedFault;
use super::procedure::Procedure;
use super::stage::{Link, Position, Stage, StageType};
use crate::ids::{StageId, StageTypeId};
use crate::roles::Role;

/// The stages and links of a procedure as they are drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drawing {
    /// The stages.
    pub stages: Vec<DrawnStage>,
    /// Which stage follows which.
    pub links: Vec<Link>,
}

/// A stage as it is drawn: other than [`Stage`] it keeps the type that a Super User chose, not only what that is for.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnStage {
    /// Its id; of a stage that is not stored yet any number below 1, by which the links of the drawing name it.
    pub id: StageId,
    /// The role that decides here.
    pub role: Role,
    /// The type, built in or a Super User's own.
    pub stage_type: KnownType,
    /// 1 to 8.
    pub order: i32,
    /// What happens here, in a few words.
    pub activity: String,
    /// 0 or 1.
    pub branch_level: i32,
    /// Where it is drawn.
    pub position: Position,
    /// The name of an MUI icon.
    pub icon: String,
}

impl StageDetails {
    /// The stage with this id as it is drawn.
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
        }
    }
}

impl DrawnStage {
    /// Whether the stage is not stored yet.
    pub const fn is_new(&self) -> bool {
        self.id.0 < 1
    }

    /// The stage as the rules know it.
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
        }
    }

    /// The id of its type.
    pub const fn type_id(&self) -> StageTypeId {
        self.stage_type.id
    }

    /// What it is for.
    pub const fn behaves_as(&self) -> StageType {
        self.stage_type.behaves_as
    }
}

impl Drawing {
    /// The procedure of this name that is drawn so.
    pub fn procedure(&self, text: &ProcedureText) -> Procedure {
        Procedure {
            id: None,
            name: text.name.clone(),
            description: text.description.clone(),
            stages: self.stages.iter().map(DrawnStage::stage).collect(),
            links: self.links.clone(),
        }
    }

    /// Every fault of the procedure that is drawn so (decisions C1).
    pub fn faults(&self) -> Vec<LocatedFault> {
        let nameless = ProcedureText {
            name: String::new(),
            description: String::new(),
        };
        self.procedure(&nameless).located_faults()
    }

    /// The stage with this id.
    pub fn stage(&self, id: StageId) -> Option<&DrawnStage> {
        self.stages.iter().find(|stage| stage.id == id)
    }

    /// The same with a stage put into a link: what led from one stage to the other leads through the new one. None where there
    /// is no such link.
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

    /// The middle of a link, where a stage that is put into it stands as long as nobody says otherwise.
    pub fn middle_of(&self, link: Link) -> Option<Position> {
        let (from, to) = (self.stage(link.from)?.position, self.stage(link.to)?.position);
        let middle = |one: f64, other: f64| (one.midpoint(other) * 100.0).round() / 100.0;
        Some(Position {
            x: middle(from.x, to.x),
            y: middle(from.y, to.y),
        })
    }

    /// The same drawing for a procedure that is not stored yet: stages get the numbers 0, -1, -2 and so on, in their order.
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

    /// What has to be stored so that `before` becomes this drawing.
    pub fn change_from(&self, before: &Self) -> DrawingChange {
        DrawingChange::between(before, self)
    }
}
