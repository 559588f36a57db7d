//! The text that a passkey signs to confirm a decision (decisions O7).

use crate::hex;
use crate::ids::{RequestId, StateId, UserId};
use crate::requests::content::Sha256;
use crate::review::Outcome;

/// A decision that a passkey confirms. Its challenge is the SHA-256 of [`Self::text`], so the
/// signature of the passkey covers person, stage, outcome and content (decisions C7, O7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfirmedDecision {
    /// The person who decides.
    pub user: UserId,
    /// The request.
    pub request: RequestId,
    /// The stage.
    pub state: StateId,
    /// The round of the request.
    pub round: u32,
    /// The outcome.
    pub outcome: Outcome,
    /// The digest of the content of the request.
    pub content: Sha256,
    /// Random bytes, so that a signature is of use once.
    pub nonce: [u8; 32],
}

impl ConfirmedDecision {
    /// The text whose SHA-256 is the challenge. It is part of the evidence format, so it MUST NOT
    /// change.
    pub fn text(&self) -> String {
        format!(
            "aditus decision 1\nuser {}\nrequest {}\nstate {}\nround {}\noutcome {}\ncontent {}\nnonce {}\n",
            self.user,
            self.request,
            self.state,
            self.round,
            self.outcome.name(),
            hex::encode(&self.content.0),
            hex::encode(&self.nonce),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_decision_is_part_of_the_evidence_format() {
        let decision = ConfirmedDecision {
            user: UserId(7),
            request: RequestId(13),
            state: StateId(44),
            round: 2,
            outcome: Outcome::Approved,
            content: Sha256([0xab; 32]),
            nonce: [0x01; 32],
        };
        let expected = format!(
            "aditus decision 1\nuser 7\nrequest 13\nstate 44\nround 2\noutcome {}\ncontent {}\nnonce {}\n",
            Outcome::Approved.name(),
            "ab".repeat(32),
            "01".repeat(32)
        );
        assert_eq!(decision.text(), expected);
    }
}
