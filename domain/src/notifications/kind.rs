//! Notifications about requests, and their texts.

use chrono::NaiveDate;

use super::Occasion;
use crate::ids::RequestId;
use crate::requests::{StaffReference, TrackingId};
use crate::review::comments::Section;
use crate::roles::Role;

/// A notification about a request: its text, and the role under which the recipients see it. The
/// application finds the recipients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NotificationKind {
    /// To the requester: the request was submitted, or resubmitted in a later round.
    Submitted {
        /// The round, from 1.
        round: u32,
    },
    /// To the people who may decide at a stage: its turn has come.
    TurnCame {
        /// The role of the stage.
        role: Role,
    },
    /// To the people who may decide at a stage: it is due soon (decisions N5).
    DueSoon {
        /// The role of the stage.
        role: Role,
        /// The last day in time.
        due_on: NaiveDate,
    },
    /// To the people who may decide at a stage: it is overdue (decisions N5).
    Overdue {
        /// The role of the stage.
        role: Role,
        /// The last day in time.
        due_on: NaiveDate,
    },
    /// To the Admins of the organisation of a stage: it has been overdue for long (decisions N5).
    OverdueForLong {
        /// The role of the stage.
        role: Role,
        /// The last day in time.
        due_on: NaiveDate,
    },
    /// To the requester: a stage was approved.
    StageApproved {
        /// The role of the stage.
        role: Role,
    },
    /// To the requester: a stage was denied.
    StageDenied {
        /// The role of the stage.
        role: Role,
    },
    /// To the requester: a comment requires action.
    ActionRequired {
        /// The section that the comment is about.
        section: Section,
        /// The last day for the answer (decisions N4).
        answer_by: Option<NaiveDate>,
    },
    /// To the requester: a comment that requires action is still unresolved (decisions N5).
    ActionStillRequired {
        /// The section that the comment is about.
        section: Section,
    },
    /// To the requester: the last day for the answer to a comment is near (decisions N5).
    AnswerDue {
        /// The section that the comment is about.
        section: Section,
        /// The last day.
        answer_by: NaiveDate,
    },
    /// To a person who had approved the request: another stage denied it.
    RequestDenied {
        /// The role of the recipients.
        role: Role,
        /// The role of the stage that denied.
        by: Role,
    },
    /// To the author of a comment: its section was edited because of it. To the requester: a Super
    /// User edited the section.
    SectionEdited {
        /// The role of the recipients.
        role: Role,
        /// The section.
        section: Section,
    },
    /// To the participants of a comment thread: there is a reply.
    CommentReplied {
        /// The role of the recipients.
        role: Role,
        /// The section that the comment is about.
        section: Section,
    },
    /// To the author of a comment: it was resolved.
    CommentResolved {
        /// The role of the recipients.
        role: Role,
        /// The section that the comment is about.
        section: Section,
    },
    /// To the holders of a stage whose turn it was, or to the requester if a Super User recalled:
    /// the request was recalled.
    Recalled {
        /// The role of the recipients.
        role: Role,
    },
    /// To the requester: the request was recalled by the system, because no answer to a comment came
    /// in time (decisions N4).
    Lapsed,
    /// To a person whose approval still stands: the request was resubmitted (decisions C11).
    Resubmitted {
        /// The role of the recipients.
        role: Role,
        /// The new round.
        round: u32,
    },
    /// To the requester: the request was approved and the data released.
    Released,
    /// To Super Users and to the Admins of an organisation: the request waits at a stage without
    /// anyone who can decide (decisions C14).
    WaitsForNobody {
        /// The role of the recipients: Super User or Admin.
        reader: Role,
        /// The role of the stage.
        role: Role,
    },
    /// To a person who decided on the request: the requester gave feedback.
    FeedbackGiven {
        /// The role of the recipients.
        role: Role,
    },
}

impl NotificationKind {
    /// The role under which the notification is grouped (1 §2).
    pub const fn role(self) -> Role {
        match self {
            Self::TurnCame { role }
            | Self::DueSoon { role, .. }
            | Self::Overdue { role, .. }
            | Self::RequestDenied { role, .. }
            | Self::SectionEdited { role, .. }
            | Self::CommentReplied { role, .. }
            | Self::CommentResolved { role, .. }
            | Self::Recalled { role }
            | Self::Resubmitted { role, .. }
            | Self::FeedbackGiven { role } => role,
            Self::WaitsForNobody { reader, .. } => reader,
            Self::OverdueForLong { .. } => Role::Admin,
            Self::Submitted { .. }
            | Self::StageApproved { .. }
            | Self::StageDenied { .. }
            | Self::ActionRequired { .. }
            | Self::ActionStillRequired { .. }
            | Self::AnswerDue { .. }
            | Self::Lapsed
            | Self::Released => Role::DataRequester,
        }
    }

    /// The occasion, for the notification settings.
    pub const fn occasion(self) -> Occasion {
        match self {
            Self::Submitted { .. } => Occasion::Submitted,
            Self::TurnCame { .. } => Occasion::TurnCame,
            Self::DueSoon { .. } => Occasion::DueSoon,
            Self::Overdue { .. } => Occasion::Overdue,
            Self::OverdueForLong { .. } => Occasion::OverdueForLong,
            Self::StageApproved { .. } => Occasion::StageApproved,
            Self::StageDenied { .. } => Occasion::StageDenied,
            Self::ActionRequired { .. } | Self::ActionStillRequired { .. } | Self::AnswerDue { .. } => {
                Occasion::ActionRequired
            }
            Self::RequestDenied { .. } => Occasion::RequestDenied,
            Self::SectionEdited { .. } => Occasion::SectionEdited,
            Self::CommentReplied { .. } => Occasion::CommentReplied,
            Self::CommentResolved { .. } => Occasion::CommentResolved,
            Self::Recalled { .. } | Self::Lapsed => Occasion::Recalled,
            Self::Resubmitted { .. } => Occasion::Resubmitted,
            Self::Released => Occasion::Released,
            Self::FeedbackGiven { .. } => Occasion::FeedbackGiven,
            Self::WaitsForNobody { .. } => Occasion::WaitsForNobody,
        }
    }

    /// Returns true if this notification makes `other`, caused by the same act, redundant.
    pub const fn covers(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Released, Self::StageApproved { .. }) | (Self::TurnCame { .. }, Self::Resubmitted { .. })
        )
    }

    /// The text of the notification.
    pub fn message(self, request: RequestId) -> String {
        let reference = reference(self.role(), request);
        match self {
            Self::Submitted { round: 0 | 1 } => format!("Your Data Request {reference} was submitted."),
            Self::Submitted { round } => {
                format!("Your Data Request {reference} was resubmitted (round {round}).")
            }
            Self::TurnCame { role } => format!("Data Request {reference} awaits your decision as {role}."),
            Self::DueSoon { role, due_on } => format!(
                "Data Request {reference} is due soon: please decide as {role} by {}.",
                date(due_on)
            ),
            Self::Overdue { role, due_on } => format!(
                "Data Request {reference} is overdue: your decision as {role} was due on {}.",
                date(due_on)
            ),
            Self::OverdueForLong { role, due_on } => format!(
                "Data Request {reference} has been overdue for long: the decision as {role} was due on {}.",
                date(due_on)
            ),
            Self::StageApproved { role } => {
                format!("Your Data Request {reference} was approved by the {role}.")
            }
            Self::StageDenied { role } => {
                format!(
                    "Your Data Request {reference} was denied by the {role}. Read the reason, then edit and resubmit."
                )
            }
            Self::ActionRequired { section, answer_by } => {
                let asked =
                    format!("A comment on your Data Request {reference} requires your action: {section}");
                match answer_by {
                    Some(day) => format!("{asked}. Answer by {}.", date(day)),
                    None => asked,
                }
            }
            Self::ActionStillRequired { section } => {
                format!("A comment on your Data Request {reference} still requires your action: {section}")
            }
            Self::AnswerDue { section, answer_by } => format!(
                "Answer the comment on your Data Request {reference} by {}, or the request is recalled: {section}",
                date(answer_by)
            ),
            Self::RequestDenied { by, .. } => format!("Data Request {reference} was denied by the {by}."),
            Self::SectionEdited {
                role: Role::DataRequester,
                section,
            } => {
                format!("A Super User edited a section of your Data Request {reference}: {section}")
            }
            Self::SectionEdited { section, .. } => {
                format!("A section of Data Request {reference} that you commented on was edited: {section}")
            }
            Self::CommentReplied {
                role: Role::DataRequester,
                section,
            } => format!("There is a reply to a comment on your Data Request {reference}: {section}"),
            Self::CommentReplied { section, .. } => {
                format!("There is a reply to a comment on Data Request {reference}: {section}")
            }
            Self::CommentResolved { section, .. } => {
                format!("Your comment on Data Request {reference} was resolved: {section}")
            }
            Self::Recalled { .. } => format!("Data Request {reference} was recalled."),
            Self::Lapsed => format!(
                "Your Data Request {reference} was recalled, because a comment that requires your action was not \
                 answered in time. You can resubmit the request."
            ),
            Self::Resubmitted { round, .. } => {
                format!("Data Request {reference} was resubmitted (round {round}). Your approval stands.")
            }
            Self::Released => {
                format!("The data of your Data Request {reference} is released. Please give your feedback.")
            }
            Self::WaitsForNobody { role, .. } => {
                format!("Data Request {reference} is stuck: no one can decide on it as {role}.")
            }
            Self::FeedbackGiven { .. } => {
                format!("The requester gave feedback on Data Request {reference}.")
            }
        }
    }
}

/// The reference of a request for readers in this role: DAC00123 for staff, REQ000123 for the
/// requester (2 §9).
pub fn reference(reader: Role, request: RequestId) -> String {
    match reader {
        Role::DataRequester => TrackingId(request).to_string(),
        _ => StaffReference(request).to_string(),
    }
}

pub(super) fn date(day: NaiveDate) -> impl std::fmt::Display {
    day.format("%d %B %Y")
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: RequestId = RequestId(123);

    #[test]
    fn messages_to_requesters_use_the_tracking_id() {
        let submitted = NotificationKind::Submitted { round: 1 };
        assert_eq!(submitted.role(), Role::DataRequester);
        assert_eq!(
            submitted.message(REQUEST),
            "Your Data Request REQ000123 was submitted."
        );
        assert_eq!(
            NotificationKind::Submitted { round: 2 }.message(REQUEST),
            "Your Data Request REQ000123 was resubmitted (round 2)."
        );
        assert_eq!(
            NotificationKind::StageDenied {
                role: Role::DataCustodian
            }
            .message(REQUEST),
            "Your Data Request REQ000123 was denied by the Data Custodian. Read the reason, then edit and resubmit."
        );
        assert_eq!(
            NotificationKind::ActionRequired {
                section: Section::DataFormat,
                answer_by: None,
            }
            .message(REQUEST),
            "A comment on your Data Request REQ000123 requires your action: Data format requested"
        );
        assert_eq!(
            NotificationKind::Recalled {
                role: Role::DataRequester
            }
            .message(REQUEST),
            "Data Request REQ000123 was recalled."
        );
    }

    #[test]
    fn edit_message_depends_on_the_recipient() {
        let edited = |role| NotificationKind::SectionEdited {
            role,
            section: Section::DataFormat,
        };
        assert_eq!(
            edited(Role::DataAccessReviewer).message(REQUEST),
            "A section of Data Request DAC00123 that you commented on was edited: Data format requested"
        );
        assert_eq!(
            edited(Role::DataRequester).message(REQUEST),
            "A Super User edited a section of your Data Request REQ000123: Data format requested"
        );
    }

    #[test]
    fn reply_message_uses_the_reference_of_the_recipient() {
        let replied = |role| NotificationKind::CommentReplied {
            role,
            section: Section::DataFormat,
        };
        assert_eq!(
            replied(Role::DataRequester).message(REQUEST),
            "There is a reply to a comment on your Data Request REQ000123: Data format requested"
        );
        let reviewer = replied(Role::DataAccessReviewer);
        assert_eq!(reviewer.role(), Role::DataAccessReviewer);
        assert_eq!(
            reviewer.message(REQUEST),
            "There is a reply to a comment on Data Request DAC00123: Data format requested"
        );
    }

    #[test]
    fn resubmission_message_confirms_the_standing_approval() {
        let kind = NotificationKind::Resubmitted {
            role: Role::DataAccessReviewer,
            round: 2,
        };
        assert_eq!(
            kind.message(REQUEST),
            "Data Request DAC00123 was resubmitted (round 2). Your approval stands."
        );
    }

    #[test]
    fn message_about_a_stage_without_holder_names_the_role() {
        let waits = NotificationKind::WaitsForNobody {
            reader: Role::Admin,
            role: Role::DataOfficer,
        };
        assert_eq!(waits.role(), Role::Admin);
        assert_eq!(
            waits.message(REQUEST),
            "Data Request DAC00123 is stuck: no one can decide on it as Data Officer."
        );
    }

    #[test]
    fn reminders_name_the_due_date() {
        let due_on = NaiveDate::from_ymd_opt(2027, 3, 5).unwrap();
        let role = Role::DataOfficer;
        for (kind, reader, message) in [
            (
                NotificationKind::DueSoon { role, due_on },
                role,
                "Data Request DAC00123 is due soon: please decide as Data Officer by 05 March 2027.",
            ),
            (
                NotificationKind::Overdue { role, due_on },
                role,
                "Data Request DAC00123 is overdue: your decision as Data Officer was due on 05 March 2027.",
            ),
            (
                NotificationKind::OverdueForLong { role, due_on },
                Role::Admin,
                "Data Request DAC00123 has been overdue for long: the decision as Data Officer was due on 05 March 2027.",
            ),
        ] {
            assert_eq!(kind.role(), reader);
            assert!(kind.occasion().is_for(reader));
            assert_eq!(kind.message(REQUEST), message);
        }
    }

    #[test]
    fn reminder_of_a_comment_has_the_occasion_of_the_comment() {
        let section = Section::DataFormat;
        let kind = NotificationKind::ActionStillRequired { section };
        assert_eq!(kind.role(), Role::DataRequester);
        assert_eq!(kind.occasion(), Occasion::ActionRequired);
        assert_eq!(
            kind.message(REQUEST),
            "A comment on your Data Request REQ000123 still requires your action: Data format requested"
        );
    }

    #[test]
    fn messages_about_a_completion_window_name_its_last_day() {
        let section = Section::DataFormat;
        let answer_by = NaiveDate::from_ymd_opt(2027, 7, 13).unwrap();
        let asked = NotificationKind::ActionRequired {
            section,
            answer_by: Some(answer_by),
        };
        let due = NotificationKind::AnswerDue { section, answer_by };
        for (kind, occasion, message) in [
            (
                asked,
                Occasion::ActionRequired,
                "A comment on your Data Request REQ000123 requires your action: Data format requested. Answer by \
                 13 July 2027.",
            ),
            (
                due,
                Occasion::ActionRequired,
                "Answer the comment on your Data Request REQ000123 by 13 July 2027, or the request is recalled: Data \
                 format requested",
            ),
            (
                NotificationKind::Lapsed,
                Occasion::Recalled,
                "Your Data Request REQ000123 was recalled, because a comment that requires your action was not \
                 answered in time. You can resubmit the request.",
            ),
        ] {
            assert_eq!(kind.role(), Role::DataRequester);
            assert_eq!(kind.occasion(), occasion);
            assert_eq!(kind.message(REQUEST), message);
        }
    }

    #[test]
    fn messages_to_staff_use_the_staff_reference() {
        for role in Role::STAFF {
            let turn = NotificationKind::TurnCame { role };
            assert_eq!(turn.role(), role);
            assert!(turn.occasion().is_for(role));
            assert_eq!(
                turn.message(REQUEST),
                format!("Data Request DAC00123 awaits your decision as {}.", role.name())
            );
            assert_eq!(NotificationKind::FeedbackGiven { role }.role(), role);
            assert!(
                NotificationKind::Recalled { role }
                    .message(REQUEST)
                    .contains("DAC00123")
            );
        }
    }
}
