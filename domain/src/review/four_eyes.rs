//! Four eyes: who is free to decide at a stage (decisions C6, C14).

use super::comments::Block;
use super::stage::{ChainStage, StageNumber};
use super::state::Outcome;
use crate::ids::UserId;

/// What a decision has to heed besides the chain itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terms {
    /// The block by comments that demand action (decisions C9): what [`OpenDemands::block`](super::comments::OpenDemands::block) answers.
    pub block: Option<Block>,
    /// Whether nobody decides at two stages of one request (decisions C14).
    pub four_eyes: bool,
}

/// The stage other than this one at which the decision of this person stands. Stages of the requester's own are no
/// decisions, and neither is a recall.
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

/// Whether this person is free to decide at the stage with this number, should they hold its role.
pub fn is_free_to_decide(
    stages: &[ChainStage],
    owner: UserId,
    number: StageNumber,
    user: UserId,
    four_eyes: bool,
) -> bool {
    user != owner && !(four_eyes && decided_elsewhere(stages, number, user).is_some())
}
