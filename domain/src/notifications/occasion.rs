//! The occasions of notifications, for the notification settings.

use thiserror::Error;

use crate::roles::Role;

/// An occasion of notifications. A person chooses when its emails come, or turns them off; the
/// notification in the product is always shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the descriptions say it")]
pub enum Occasion {
    Registered,
    Activated,
    RoleRequested,
    RoleGranted,
    RoleDenied,
    RoleWithdrawn,
    DraftEnds,
    Submitted,
    TurnCame,
    DueSoon,
    Overdue,
    StageApproved,
    StageDenied,
    ActionRequired,
    TermExtended,
    RequestDenied,
    SectionEdited,
    CommentReplied,
    CommentResolved,
    Recalled,
    Resubmitted,
    Released,
    FeedbackGiven,
    WaitsForNobody,
    OverdueForLong,
}

/// No occasion has this name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("There is no notification of this kind.")]
pub struct UnknownOccasion(pub String);

impl Occasion {
    /// All occasions, in the order of the settings.
    pub const ALL: [Self; 25] = [
        Self::Registered,
        Self::Activated,
        Self::RoleRequested,
        Self::RoleGranted,
        Self::RoleDenied,
        Self::RoleWithdrawn,
        Self::DraftEnds,
        Self::Submitted,
        Self::TurnCame,
        Self::DueSoon,
        Self::Overdue,
        Self::StageApproved,
        Self::StageDenied,
        Self::ActionRequired,
        Self::TermExtended,
        Self::RequestDenied,
        Self::SectionEdited,
        Self::CommentReplied,
        Self::CommentResolved,
        Self::Recalled,
        Self::Resubmitted,
        Self::Released,
        Self::FeedbackGiven,
        Self::WaitsForNobody,
        Self::OverdueForLong,
    ];

    /// The name in the database and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Registered => "registered",
            Self::Activated => "activated",
            Self::RoleRequested => "role_requested",
            Self::RoleGranted => "role_granted",
            Self::RoleDenied => "role_denied",
            Self::RoleWithdrawn => "role_withdrawn",
            Self::DraftEnds => "draft_ends",
            Self::Submitted => "submitted",
            Self::TurnCame => "turn_came",
            Self::DueSoon => "due_soon",
            Self::Overdue => "overdue",
            Self::StageApproved => "stage_approved",
            Self::StageDenied => "stage_denied",
            Self::ActionRequired => "action_required",
            Self::TermExtended => "term_extended",
            Self::RequestDenied => "request_denied",
            Self::SectionEdited => "section_edited",
            Self::CommentReplied => "comment_replied",
            Self::CommentResolved => "comment_resolved",
            Self::Recalled => "recalled",
            Self::Resubmitted => "resubmitted",
            Self::Released => "released",
            Self::FeedbackGiven => "feedback_given",
            Self::WaitsForNobody => "waits_for_nobody",
            Self::OverdueForLong => "overdue_for_long",
        }
    }

    /// Returns true if the recipient caused it. The notification confirms what they did, so it arrives
    /// read.
    pub const fn is_own_act(self) -> bool {
        matches!(self, Self::Submitted)
    }

    /// Returns true if the notification can be sent to someone because of this role. Those about an
    /// account and its roles are sent to everyone.
    pub fn is_for(self, role: Role) -> bool {
        match self {
            Self::Activated | Self::RoleGranted | Self::RoleDenied | Self::RoleWithdrawn => true,
            Self::Registered | Self::RoleRequested | Self::WaitsForNobody => {
                matches!(role, Role::Admin | Role::SuperUser)
            }
            Self::OverdueForLong => role == Role::Admin,
            Self::DraftEnds
            | Self::Submitted
            | Self::StageApproved
            | Self::StageDenied
            | Self::ActionRequired
            | Self::TermExtended
            | Self::Released => role == Role::DataRequester,
            Self::TurnCame
            | Self::DueSoon
            | Self::Overdue
            | Self::RequestDenied
            | Self::CommentResolved
            | Self::Resubmitted
            | Self::FeedbackGiven => role.is_staff(),
            Self::SectionEdited | Self::CommentReplied | Self::Recalled => {
                role == Role::DataRequester || role.is_staff()
            }
        }
    }

    /// The label in the notification settings.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Registered => "Someone registered at my organisation",
            Self::Activated => "My account was activated",
            Self::RoleRequested => "Someone requested a role at my organisation",
            Self::RoleGranted => "A role was granted to me",
            Self::RoleDenied => "A role that I requested was denied",
            Self::RoleWithdrawn => "One of my roles was withdrawn",
            Self::DraftEnds => "One of my drafts is about to be deleted",
            Self::Submitted => "My Data Request was submitted",
            Self::TurnCame => "A Data Request awaits my decision",
            Self::DueSoon => "My decision on a Data Request is due soon",
            Self::Overdue => "My decision on a Data Request is overdue",
            Self::StageApproved => "A stage of my Data Request was approved",
            Self::StageDenied => "My Data Request was denied",
            Self::ActionRequired => "A comment requires my action",
            Self::TermExtended => "The term of my Data Request was extended",
            Self::RequestDenied => "A Data Request that I approved was denied",
            Self::SectionEdited => "Something I commented on or requested was edited",
            Self::CommentReplied => "Someone replied to my comment, or to a comment on my Data Request",
            Self::CommentResolved => "My comment was resolved",
            Self::Recalled => "A Data Request was recalled",
            Self::Resubmitted => "A Data Request that I approved was resubmitted",
            Self::Released => "The data of my Data Request is released",
            Self::FeedbackGiven => "Feedback was given on a Data Request that I decided on",
            Self::WaitsForNobody => "A stage of a Data Request has no one to decide",
            Self::OverdueForLong => "A decision of my organisation has been overdue for long",
        }
    }

    /// Parses the name in the database and in the API.
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
    fn names_round_trip() {
        for occasion in Occasion::ALL {
            assert_eq!(Occasion::parse(occasion.name()), Ok(occasion));
            assert!(!occasion.description().is_empty());
        }
        assert!(Occasion::parse("Submitted").is_err());
    }

    #[test]
    fn occasions_depend_on_the_role() {
        let of = |role: Role| Occasion::ALL.into_iter().filter(|one| one.is_for(role)).count();
        assert_eq!(of(Role::OrgUser), 4);
        assert_eq!(of(Role::DataRequester), 14);
        assert_eq!(of(Role::DataOfficer), 14);
        assert_eq!(of(Role::Admin), 8);
        assert!(!Occasion::TurnCame.is_for(Role::DataRequester));
        assert!(
            Occasion::ALL
                .into_iter()
                .all(|one| { Role::ALL.into_iter().any(|role| one.is_for(role)) })
        );
    }

    #[test]
    fn only_a_submission_is_an_act_of_its_recipient() {
        let own: Vec<_> = Occasion::ALL.into_iter().filter(|one| one.is_own_act()).collect();
        assert_eq!(own, [Occasion::Submitted]);
    }
}
