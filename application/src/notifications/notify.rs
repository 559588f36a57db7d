//! Notifies people in the product and by mail, in the same transaction as the change (outbox).

use std::collections::HashSet;

use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::notifications::{AccountOccasion, ExtendedTerm, NotificationKind, Occasion};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::NewNotification;
use super::envelope::PostError;
use super::links::Waiting;
use super::mails::{self, Outgoing};
use crate::ports::{Ports, Transaction};

/// A recipient in one of their roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recipient {
    /// Account of the recipient.
    pub user: UserId,
    /// Role under which the notification is grouped (1 §2).
    pub role: Role,
}

/// The contents of a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Name of the kind. People can choose when mails of an
    /// [`Occasion`](aditus_domain::notifications::Occasion) come; mails of other kinds are always
    /// sent at once.
    pub kind: &'static str,
    /// Text of the notification, and first sentence of the mail.
    pub message: String,
    /// Heading of the mail. The subject line is this heading after the reference of the request, or
    /// after the product's name.
    pub subject: String,
    /// Path of the mail's button, beginning with a slash. It is opened in the role of the
    /// recipient.
    pub path: String,
    /// Role in which the path is opened, if it differs from the role of the recipient.
    pub opened_as: Option<Role>,
    /// Label of the button.
    pub action: &'static str,
    /// Request that it concerns.
    pub request: Option<RequestId>,
    /// True if a digest could come too late. The mail is sent at once, unless the person wants none
    /// of this kind (decisions N6).
    pub is_urgent: bool,
}

/// A notification could not be sent. The transaction must not be committed.
pub type NotifyError = PostError;

/// Adds a notification for each recipient, and queues a mail to each recipient who has an address,
/// may sign in and wants mails of this kind. A mail that is to come with a digest waits for it
/// (decisions N6). Duplicate recipients are notified once. Nothing is sent before the commit.
pub fn notify(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    recipients: &[Recipient],
    notice: &Notice,
    at: DateTime<Utc>,
) -> Result<(), NotifyError> {
    notify_all(ports, transaction, &[(recipients.to_vec(), notice.clone())], at)
}

/// Sends several notifications of one act, in their order. A recipient of several gets a single
/// mail, with the heading of the first and the texts of all. The number of queries does not depend
/// on the number of recipients.
pub fn notify_all(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    notices: &[(Vec<Recipient>, Notice)],
    at: DateTime<Utc>,
) -> Result<(), NotifyError> {
    let mut notifications = Vec::new();
    let mut to_mail: Vec<(Recipient, &Notice)> = Vec::new();
    let mut mailed = HashSet::new();
    for (recipients, notice) in notices {
        let mut notified = HashSet::new();
        for recipient in recipients.iter().filter(|recipient| notified.insert(**recipient)) {
            notifications.push(NewNotification {
                user: recipient.user,
                role: recipient.role,
                kind: notice.kind.to_owned(),
                message: notice.message.clone(),
                request: notice.request,
                authored_on: at,
            });
            // A recipient in two roles gets two notifications, one in each group, and one sentence
            // in the mail.
            if mailed.insert((recipient.user, notice.message.as_str())) {
                to_mail.push((*recipient, notice));
            }
        }
    }
    if notifications.is_empty() {
        return Ok(());
    }
    transaction.notifications().add_all(&notifications)?;
    let Outgoing { mails, waiting } = mails::outgoing(ports, transaction, &to_mail, at)?;
    if !mails.is_empty() {
        transaction.outbox().queue_all(&mails)?;
    }
    if !waiting.is_empty() {
        transaction.digests().add_all(&waiting)?;
    }
    Ok(())
}

/// Notifies these people of an event of a request, in the role of the occasion.
pub fn notify_of_request(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    users: &[UserId],
    kind: NotificationKind,
    request: RequestId,
    at: DateTime<Utc>,
) -> Result<(), NotifyError> {
    notify_all(ports, transaction, &[request_notice(users, kind, request)], at)
}

/// Returns the recipients, in the role of the occasion, and the notification of an event of a
/// request.
pub(crate) fn request_notice(
    users: &[UserId],
    kind: NotificationKind,
    request: RequestId,
) -> (Vec<Recipient>, Notice) {
    let role = kind.role();
    let recipients = users.iter().map(|user| Recipient { user: *user, role }).collect();
    (recipients, Notice::for_request(kind, request))
}

impl Notice {
    /// Makes the notification of an event of a request.
    pub fn for_request(kind: NotificationKind, request: RequestId) -> Self {
        let (subject, screen, action) = words(kind);
        Self {
            kind: kind.occasion().name(),
            message: kind.message(request),
            subject: subject.to_owned(),
            path: screen.path(request),
            opened_as: None,
            action,
            request: Some(request),
            is_urgent: matches!(kind, NotificationKind::AnswerDue { .. }),
        }
    }

    /// Makes the notification that the term of a request was extended.
    pub fn for_extended_term(extended: &ExtendedTerm<'_>, request: RequestId) -> Self {
        Self {
            kind: Occasion::TermExtended.name(),
            message: extended.message(request),
            subject: "The term of your Data Request was extended".to_owned(),
            path: Screen::Own.path(request),
            opened_as: None,
            action: "Follow your request",
            request: Some(request),
            is_urgent: false,
        }
    }

    /// Makes the notification of a waiting person or role request, for an administrator who reads
    /// it in this role.
    pub fn for_waiting(occasion: &AccountOccasion<'_>, waiting: &Waiting<'_>, reader: Role) -> Self {
        Self {
            path: waiting.path(reader),
            ..Self::for_account(occasion)
        }
    }

    /// Makes the notification that stages have no one left to decide, for an administrator who
    /// reads it in this role.
    pub fn for_vacancy(occasion: &AccountOccasion<'_>, reader: Role) -> Self {
        Self {
            path: help_of(reader).to_owned(),
            ..Self::for_account(occasion)
        }
    }

    /// Makes the notification of an event of an account or a role.
    pub fn for_account(occasion: &AccountOccasion<'_>) -> Self {
        let (subject, path, action) = match occasion {
            AccountOccasion::Registered { .. } => ("Someone registered", "/", "See who it is"),
            AccountOccasion::RoleRequested { .. } => ("A role was requested", "/", "See the request"),
            AccountOccasion::RoleGranted { .. } => ("A role was granted to you", "/", "Begin"),
            AccountOccasion::RoleRestored { .. } => ("You can use one of your roles again", "/", "Begin"),
            AccountOccasion::RoleDenied { .. } => (
                "Your request for a role was denied",
                "/orguser/requestRole",
                "See your roles",
            ),
            AccountOccasion::RoleWithdrawn { .. } => (
                "One of your roles was withdrawn",
                "/orguser/requestRole",
                "See your roles",
            ),
            AccountOccasion::HolderLost { .. } => ("Data Requests are stuck", "/", "See what is missing"),
            AccountOccasion::Activated => ("Your account was activated", "/", "Begin"),
        };
        Self {
            kind: occasion.occasion().name(),
            message: occasion.message(),
            subject: subject.to_owned(),
            path: path.to_owned(),
            opened_as: match occasion {
                AccountOccasion::RoleGranted { role, .. } | AccountOccasion::RoleRestored { role, .. } => {
                    Some(*role)
                }
                _ => None,
            },
            action,
            request: None,
            is_urgent: false,
        }
    }
}

/// Returns the subject of the mail, the screen to which it leads, and the text of its link.
fn words(kind: NotificationKind) -> (&'static str, Screen, &'static str) {
    match kind {
        NotificationKind::Submitted { round: 0 | 1 } => {
            ("Data Request submitted", Screen::Own, "Follow your request")
        }
        NotificationKind::Submitted { .. } => {
            ("Data Request resubmitted", Screen::Own, "Follow your request")
        }
        NotificationKind::TurnCame { .. } => (
            "A Data Request awaits your decision",
            Screen::Decide,
            "Review the request",
        ),
        NotificationKind::DueSoon { .. } => (
            "A decision of yours is due soon",
            Screen::Decide,
            "Review the request",
        ),
        NotificationKind::Overdue { .. } => (
            "A decision of yours is overdue",
            Screen::Decide,
            "Review the request",
        ),
        NotificationKind::OverdueForLong { .. } => (
            "A decision has been overdue for long",
            Screen::Help(Role::Admin),
            "See who can decide",
        ),
        NotificationKind::StageApproved { .. } => (
            "A stage of your Data Request was approved",
            Screen::Own,
            "Follow your request",
        ),
        NotificationKind::StageDenied { .. } => {
            ("Your Data Request was denied", Screen::Own, "See the reason")
        }
        NotificationKind::ActionRequired { .. }
        | NotificationKind::ActionStillRequired { .. }
        | NotificationKind::AnswerDue { .. } => (words_of_demand(kind), Screen::Own, "See the comment"),
        NotificationKind::Lapsed => (
            "Your Data Request was recalled: no answer in time",
            Screen::Own,
            "Open the request",
        ),
        NotificationKind::RequestDenied { .. } => {
            ("Data Request denied", Screen::Preview, "Open the request")
        }
        NotificationKind::SectionEdited {
            role: Role::DataRequester,
            ..
        } => ("Your Data Request was edited", Screen::Own, "Open the request"),
        NotificationKind::SectionEdited { .. } => (
            "A section that you commented on was edited",
            Screen::Decide,
            "Review the request",
        ),
        NotificationKind::CommentReplied {
            role: Role::DataRequester,
            ..
        } => (
            "A reply to a comment on your Data Request",
            Screen::Own,
            "Read the reply",
        ),
        NotificationKind::CommentReplied { .. } => ("A reply to a comment", Screen::Decide, "Read the reply"),
        NotificationKind::CommentResolved { .. } => {
            ("Your comment was resolved", Screen::Decide, "Review the request")
        }
        NotificationKind::Recalled {
            role: Role::DataRequester,
        } => ("Data Request recalled", Screen::Own, "Open the request"),
        NotificationKind::Recalled { .. } => ("Data Request recalled", Screen::Preview, "Open the request"),
        NotificationKind::Resubmitted { .. } => {
            ("Data Request resubmitted", Screen::Decide, "Open the request")
        }
        NotificationKind::Released => (
            "The data of your Data Request is released",
            Screen::Own,
            "Give feedback",
        ),
        NotificationKind::WaitsForNobody { reader, .. } => (
            "A Data Request is stuck",
            Screen::Help(reader),
            "See what is missing",
        ),
        NotificationKind::FeedbackGiven { .. } => (
            "Feedback on a Data Request",
            Screen::Feedback,
            "Read the feedback",
        ),
    }
}

/// Returns the subject of a mail about a comment that requires action.
const fn words_of_demand(kind: NotificationKind) -> &'static str {
    match kind {
        NotificationKind::ActionRequired { .. } => "Your Data Request requires your action",
        NotificationKind::AnswerDue { .. } => "The time to answer a comment on your Data Request ends soon",
        _ => "Your Data Request still requires your action",
    }
}

/// The target screens of mails (2 §2).
#[derive(Debug, Clone, Copy)]
enum Screen {
    /// The requester's own view of the request.
    Own,
    /// The decision screen of staff.
    Decide,
    /// The read-only screen of staff.
    Preview,
    /// The feedback dashboard.
    Feedback,
    /// The screen on which this role can assign someone to decide.
    Help(Role),
}

/// Returns the screen on which a Super User sees waiting requests, or an Admin assigns roles.
fn help_of(reader: Role) -> &'static str {
    if reader == Role::SuperUser {
        "/superuser/home"
    } else {
        "/admin/user_assigned_roles"
    }
}

impl Screen {
    fn path(self, request: RequestId) -> String {
        match self {
            Self::Own => format!("/requester/singlerequest?request_id={request}"),
            Self::Decide => format!("/datarequest?request_id={request}"),
            Self::Preview => format!("/datarequest/preview?request_id={request}"),
            Self::Feedback => format!("/datarequest/feedback?request_id={request}"),
            Self::Help(reader) => help_of(reader).to_owned(),
        }
    }
}
