//! The occasions of notifications, as a person chooses among them.

use thiserror::Error;

/// An occasion on which people are told something. Each may be kept out of one's mails; in the product everything is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the descriptions say it")]
pub enum Occasion {
    Registered,
    Activated,
    RoleRequested,
    RoleGranted,
    RoleDenied,
    RoleWithdrawn,
    Submitted,
    TurnCame,
    StageApproved,
    StageDenied,
    ActionRequired,
    RequestDenied,
    SectionEdited,
    CommentResolved,
    Recalled,
    Released,
    FeedbackGiven,
    WaitsForNobody,
}

/// No occasion has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no notification of this kind.")]
pub struct UnknownOccasion(pub String);

impl Occasion {
    /// Every occasion, in the order in which they are offered for choice.
    pub const ALL: [Self; 18] = [
        Self::Registered,
        Self::Activated,
        Self::RoleRequested,
        Self::RoleGranted,
        Self::RoleDenied,
        Self::RoleWithdrawn,
        Self::Submitted,
        Self::TurnCame,
        Self::StageApproved,
        Self::StageDenied,
        Self::ActionRequired,
        Self::RequestDenied,
        Self::SectionEdited,
        Self::CommentResolved,
        Self::Recalled,
        Self::Released,
        Self::FeedbackGiven,
        Self::WaitsForNobody,
    ];

    /// The name that is stored, and that the API knows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Registered => "registered",
            Self::Activated => "activated",
            Self::RoleRequested => "role_requested",
            Self::RoleGranted => "role_granted",
            Self::RoleDenied => "role_denied",
            Self::RoleWithdrawn => "role_withdrawn",
            Self::Submitted => "submitted",
            Self::TurnCame => "turn_came",
            Self::StageApproved => "stage_approved",
            Self::StageDenied => "stage_denied",
            Self::ActionRequired => "action_required",
            Self::RequestDenied => "request_denied",
            Self::SectionEdited => "section_edited",
            Self::CommentResolved => "comment_resolved",
            Self::Recalled => "recalled",
            Self::Released => "released",
            Self::FeedbackGiven => "feedback_given",
            Self::WaitsForNobody => "waits_for_nobody",
        }
    }

    /// What a person reads when choosing.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Registered => "Somebody has registered at my organisation",
            Self::Activated => "My account was activated",
            Self::RoleRequested => "Somebody requests a role at my organisation",
            Self::RoleGranted => "A role was granted to me",
            Self::RoleDenied => "A role that I requested was denied",
            Self::RoleWithdrawn => "A role of mine was withdrawn",
            Self::Submitted => "My Data Request was submitted",
            Self::TurnCame => "A Data Request awaits my decision",
            Self::StageApproved => "A stage of my Data Request was approved",
            Self::StageDenied => "My Data Request was denied",
            Self::ActionRequired => "A comment requires my action",
            Self::RequestDenied => "A Data Request that I had approved was denied",
            Self::SectionEdited => "What I commented on, or what I requested, was edited",
            Self::CommentResolved => "A comment of mine was resolved",
            Self::Recalled => "A Data Request was recalled",
            Self::Released => "The data of my Data Request is released",
            Self::FeedbackGiven => "Feedback was given on a Data Request that I decided on",
            Self::WaitsForNobody => "A stage of a Data Request waits for nobody",
        }
    }

    /// The occasion of this name.
    pub fn parse(name: &str) -> Result<Self, UnknownOccasion> {
        Self::ALL
            .into_iter()
            .find(|occasion| occasion.name() == name)
            .ok_or_else(|| UnknownOccasion(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for occasion in Occasion::ALL {
            assert_eq!(Occasion::parse(occasion.name()), Ok(occasion));
            assert!(!occasion.description().is_empty());
        }
        assert!(Occasion::parse("Submitted").is_err());
    }
}
