//! The stages of a procedure and the links between them.

use thiserror::Error;

use crate::deadlines::Target;
use crate::ids::StageId;
use crate::roles::Role;

/// The behaviour of a stage (2 §3). Types added by a Super User behave as `Junction` (decisions,
/// "Administration").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StageType {
    /// The start of the request; approved by its submission.
    Initial,
    /// A step in between. A staff role decides on it, or it belongs to the requester and is
    /// approved as soon as it is reached.
    Junction,
    /// The end of the request; approved by the requester's feedback.
    Terminal,
}

/// The error for a name that is not a built-in stage type.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such stage type.")]
pub struct UnknownStageType;

impl StageType {
    /// Every built-in stage type.
    pub const ALL: [Self; 3] = [Self::Initial, Self::Junction, Self::Terminal];

    /// The name on screens and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Initial => "Initial",
            Self::Junction => "Junction",
            Self::Terminal => "Terminal",
        }
    }

    /// The roles that a stage of this type may belong to, in the order of the list on the screen
    /// (decisions C1). The Initial and Terminal stages belong to the requester. A Junction belongs
    /// to a staff role, which decides, or to the requester.
    pub fn roles(self) -> Vec<Role> {
        let deciding: &[Role] = match self {
            Self::Initial | Self::Terminal => &[],
            Self::Junction => &Role::STAFF,
        };
        [&[Role::DataRequester], deciding].concat()
    }

    /// Returns true if a stage of this type and role needs a decision: a Junction of one of the six
    /// staff roles.
    pub fn is_decided_by(self, role: Role) -> bool {
        self == Self::Junction && role.is_staff()
    }

    /// Finds the type with this name.
    pub fn parse(name: &str) -> Result<Self, UnknownStageType> {
        Self::ALL
            .into_iter()
            .find(|stage_type| stage_type.name() == name)
            .ok_or(UnknownStageType)
    }
}

impl std::fmt::Display for StageType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The position of a stage in the drawing, as fractions of its width and height (3 §2.7).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    /// Distance from the left edge. Exactly 0.3 puts the label on the left of the node.
    pub x: f64,
    /// Distance from the upper edge.
    pub y: f64,
}

/// One stage of a procedure.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// Its id. Before the procedure is stored, any number that its links use.
    pub id: StageId,
    /// The role that decides here.
    pub role: Role,
    /// Its behaviour.
    pub stage_type: StageType,
    /// 1 to 8. Used for sorting and labels only; the sequence follows the links (decisions,
    /// "Administration").
    pub order: i32,
    /// Short description of the activity at this stage.
    pub activity: String,
    /// 0 or 1.
    pub branch_level: i32,
    /// Its position in the drawing.
    pub position: Position,
    /// The name of an MUI icon.
    pub icon: String,
    /// The number of working days in which it should be decided (decisions N2). Only a stage with a
    /// decision can have one.
    pub target: Option<Target>,
}

impl Stage {
    /// Returns true if the stage needs a decision: a Junction of one of the six staff roles.
    pub fn is_decided(&self) -> bool {
        self.stage_type.is_decided_by(self.role)
    }
}

/// A next-stage link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// The stage that has to be approved first.
    pub from: StageId,
    /// The stage that follows it.
    pub to: StageId,
}
