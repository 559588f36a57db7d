//! A decision of a person at a stage (2 §4, §5; decisions C8).

use thiserror::Error;

use super::remark::{Remark, RemarkError};
use super::state::Outcome;

/// A decision at a stage. The one-time code is validated separately, with its message "OTP is
/// required".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Approval.
    Approve {
        /// The comment, which is optional.
        reason: Option<Remark>,
        /// Optional, unless the configuration requires it (`decisions.recommendation_on_approval`).
        recommendation: Option<Remark>,
    },
    /// Denial.
    Deny {
        /// The reason for the denial.
        reason: Remark,
        /// Advice for the requester.
        recommendation: Remark,
    },
}

/// A validation error of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DecisionFault {
    /// A denial has no reason.
    #[error("Comment is required")]
    CommentRequired,
    /// A denial has no recommendation, or an approval has none although the configuration requires
    /// it.
    #[error("Recommendation is required")]
    RecommendationRequired,
    /// The reason is not a valid text.
    #[error(transparent)]
    Reason(RemarkError),
    /// The recommendation is not a valid text.
    #[error("{0}")]
    Recommendation(RemarkError),
}

impl DecisionFault {
    /// The API field with the error.
    pub const fn field(self) -> &'static str {
        match self {
            Self::CommentRequired | Self::Reason(_) => "reason",
            Self::RecommendationRequired | Self::Recommendation(_) => "recommendation",
        }
    }
}

impl Decision {
    /// Parses the API fields `status` (true approves), `reason` and `recommendation`. Faults are in
    /// the order of the form; an error has at least one.
    pub fn parse(
        approve: bool,
        reason: Option<&str>,
        recommendation: Option<&str>,
        recommendation_on_approval: bool,
    ) -> Result<Self, Vec<DecisionFault>> {
        let reason = Remark::parse(reason.unwrap_or_default()).map_err(DecisionFault::Reason);
        let reason = match reason {
            Ok(None) if !approve => Err(DecisionFault::CommentRequired),
            other => other,
        };
        let recommendation =
            Remark::parse(recommendation.unwrap_or_default()).map_err(DecisionFault::Recommendation);
        let recommendation = match recommendation {
            Ok(None) if !approve || recommendation_on_approval => Err(DecisionFault::RecommendationRequired),
            other => other,
        };
        match (reason, recommendation) {
            (Ok(Some(reason)), Ok(Some(recommendation))) if !approve => Ok(Self::Deny {
                reason,
                recommendation,
            }),
            (Ok(reason), Ok(recommendation)) => Ok(Self::Approve {
                reason,
                recommendation,
            }),
            (reason, recommendation) => Err(reason.err().into_iter().chain(recommendation.err()).collect()),
        }
    }

    /// Returns the outcome of this decision. The one-time code is bound to it (decisions C7).
    pub const fn outcome(&self) -> Outcome {
        match self {
            Self::Approve { .. } => Outcome::Approved,
            Self::Deny { .. } => Outcome::Denied,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::REMARK_LIMIT;
    use crate::review::testing::{approve, deny};

    #[test]
    fn required_fields_of_a_decision_depend_on_its_outcome() {
        let messages = |decision: Result<Decision, Vec<DecisionFault>>| {
            decision
                .unwrap_err()
                .into_iter()
                .map(|fault| (fault.field(), fault.to_string()))
                .collect::<Vec<_>>()
        };
        let comment = ("reason", "Comment is required".to_owned());
        let recommendation = ("recommendation", "Recommendation is required".to_owned());
        assert_eq!(
            messages(Decision::parse(false, Some("  "), None, false)),
            [comment.clone(), recommendation.clone()]
        );
        assert_eq!(
            messages(Decision::parse(false, None, Some("Do"), false)),
            [comment]
        );
        assert_eq!(
            messages(Decision::parse(false, Some("Why"), None, false)),
            std::slice::from_ref(&recommendation)
        );
        assert_eq!(
            messages(Decision::parse(true, Some("Fine"), None, true)),
            [recommendation]
        );
        assert_eq!(
            messages(Decision::parse(true, Some("a\u{0}b"), None, false)),
            [(
                "reason",
                "The text must not contain control characters.".to_owned()
            )]
        );
        assert_eq!(
            messages(Decision::parse(
                true,
                None,
                Some(&"x".repeat(REMARK_LIMIT + 1)),
                false
            )),
            [(
                "recommendation",
                "The text is too long. The limit is 10000 characters.".to_owned()
            )]
        );
        let Decision::Deny { reason, .. } = deny() else {
            panic!("a denial")
        };
        assert_eq!(reason.as_str(), "No agreement");
        assert_eq!(approve().outcome(), Outcome::Approved);
    }
}
