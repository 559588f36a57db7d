//! Reasons why an operation on a chain is refused. A refused operation changes nothing.

use chrono::{DateTime, Utc};
use thiserror::Error;

use super::comments::Block;
use super::state::{Outcome, OverallStatus, StageState};
use super::wording::already_decided;
use crate::ids::UserId;
use crate::roles::Role;

/// The reason why a person may not decide at a stage now (2 §4 "Acting"; decisions C6, C9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DecisionRefused {
    /// The request has no stage with this number.
    #[error("This Data Request has no such stage.")]
    UnknownStage,
    /// The stage is the requester's own, so there is no decision.
    #[error("This stage belongs to the requester, so there is nothing to decide.")]
    RequestersStage,
    /// The person owns the request (decisions C6).
    #[error("You can't review your own Data Request.")]
    OwnRequest,
    /// No stage is bound to the organisation role in which the person acts.
    #[error("This Data Request doesn't go through your stage.")]
    NoStage,
    /// The person acts as a Super User (decisions C10).
    #[error("Super Users can read Data Requests but can't decide or comment.")]
    ReadsOnly,
    /// The stage is bound to another organisation role.
    #[error("This stage belongs to another role.")]
    NotOwnStage,
    /// The stage was decided already, by this person or by another holder of the role (decisions
    /// C6: a conflict).
    #[error("{}", already_decided(&format!("The {role}"), *.outcome, *.at))]
    AlreadyAnswered {
        /// The role of the stage.
        role: Role,
        /// Its outcome.
        outcome: Outcome,
        /// The person who decided.
        by: UserId,
        /// The time.
        at: DateTime<Utc>,
    },
    /// The stage is not reached yet, or will not be in this round.
    #[error("This Data Request is {state}")]
    NotItsTurn {
        /// The state of the stage.
        state: StageState,
    },
    /// The person has decided at another stage of the request (decisions C14).
    #[error(
        "You have decided on this Data Request at another stage, as {role}. Someone else has to decide at this one."
    )]
    DecidedElsewhere {
        /// The role of that other stage.
        role: Role,
    },
    /// A comment requires action from the requester (decisions C9).
    #[error(transparent)]
    Blocked(Block),
}

/// The reason why a decision is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(transparent)]
pub struct DecideError(#[from] pub DecisionRefused);

/// The reason why a recall is refused (decisions C10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RecallRefused {
    /// The person is neither the owner nor a Super User.
    #[error("Only the requester or a Super User can recall this Data Request.")]
    NotAllowed,
    /// Only a pending request can be recalled.
    #[error("This Data Request is {0}")]
    NotPending(OverallStatus),
}

/// The reason why feedback is refused (2 §4 "Feedback").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FeedbackRefused {
    /// Only the requester can give feedback.
    #[error("Only the requester can give feedback on this Data Request.")]
    NotOwner,
    /// Feedback is possible for approved requests only.
    #[error("Feedback can be given once the Data Request is approved. This Data Request is {0}")]
    NotApproved(OverallStatus),
    /// Feedback was given already.
    #[error("Feedback on this Data Request was already given.")]
    AlreadyGiven {
        /// The time.
        at: DateTime<Utc>,
    },
}

/// The reason why a new round is refused (decisions C11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NewRoundRefused {
    /// Only the requester can resubmit.
    #[error("Only the requester can resubmit this Data Request.")]
    NotOwner,
    /// Only a denied or recalled request can be resubmitted.
    #[error("This Data Request is {0}")]
    NotEnded(OverallStatus),
}
