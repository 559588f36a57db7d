//! The four-eyes rule: a person decides at one stage of a request only, and never on their own
//! request (decisions C6, C14).

use super::comments::Block;
use super::stage::{ChainStage, StageNumber};
use super::state::Outcome;
use crate::ids::UserId;

/// Constraints on a decision from outside the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DecisionConstraints {
    /// The block by comments that require action (decisions C9), from
    /// [`OpenDemands::block`](super::comments::OpenDemands::block).
    pub block: Option<Block>,
    /// True if a person may decide at one stage of a request only (decisions C14).
    pub four_eyes: bool,
}

/// Returns another stage at which the decision of this person stands. The requester's own stages do
/// not count, and neither does a recall.
pub(super) fn decided_elsewhere(
    stages: &[ChainStage],
    number: StageNumber,
    user: UserId,
) -> Option<&ChainStage> {
    stages
        .iter()
        .filter(|stage| stage.number != number && !stage.is_requesters())
        .find(|stage| {
            let answer = stage.answer.as_ref();
            answer.is_some_and(|answer| answer.outcome != Outcome::Recalled && answer.by.user == user)
        })
}

/// Returns true if this person may decide at the stage with this number, provided that they hold
/// its role.
pub fn is_free_to_decide(
    stages: &[ChainStage],
    owner: UserId,
    number: StageNumber,
    user: UserId,
    four_eyes: bool,
) -> bool {
    user != owner && !(four_eyes && decided_elsewhere(stages, number, user).is_some())
}
