//! The stages of a procedure and the links between them.

use thiserror::Error;

use crate::ids::StageId;
use crate::roles::Role;

/// What a stage is for (2 §3). A type that a Super User adds behaves as `Junction` (decisions, "Administration").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StageType {
    /// Where the request comes from; approved by submitting.
    Initial,
    /// A step in between: a staff role decides here, or it is the requester's own and approved by submitting.
    Junction,
    /// Where the request ends; approved by the requester's feedback.
    Terminal,
}

/// No stage type that is built in has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no such stage type.")]
pub struct UnknownStageType;

impl StageType {
    /// Every stage type that is built in.
    pub const ALL: [Self; 3] = [Self::Initial, Self::Junction, Self::Terminal];

    /// The type's name on screens and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Initial => "Initial",
            Self::Junction => "Junction",
            Self::Terminal => "Terminal",
        }
    }

    /// The roles that a stage of this type may belong to, in the order in which they are offered (decisions C1): its two ends
    /// are the requester's, and in between somebody decides, or it is a step of the requester's own.
    pub fn roles(self) -> Vec<Role> {
        let deciding: &[Role] = match self {
            Self::Initial | Self::Terminal => &[],
            Self::Junction => &Role::STAFF,
        };
        [&[Role::DataRequester], deciding].concat()
    }

    /// The type with this name.
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

/// Where a stage is drawn, as fractions of the drawing's width and height (3 §2.7).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    /// From the left edge; exactly 0.3 puts the label on the left of the node.
    pub x: f64,
    /// From the upper edge.
    pub y: f64,
}

/// One stage of a procedure.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// Its id; before the procedure is stored, any number that its links use.
    pub id: StageId,
    /// The role that decides here.
    pub role: Role,
    /// What the stage is for.
    pub stage_type: StageType,
    /// 1 to 8; it sorts and labels, the links decide (decisions, "Administration").
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

impl Stage {
    /// Whether somebody decides here: at a Junction of one of the six staff roles, and nowhere else.
    pub fn is_decided(&self) -> bool {
        self.stage_type == StageType::Junction && self.role.is_staff()
    }
}

/// A next-stage link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// The stage that has to be approved first.
    pub from: StageId,
    /// The stage that comes after it.
    pub to: StageId,
}
