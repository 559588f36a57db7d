//! Telling people: a notification in the product and a mail, both in the transaction of what they tell of.

use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::notifications::{AccountOccasion, NotificationKind};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::NewNotification;
use super::envelope::{self, PostError};
use super::links::{self, Waiting};
use super::mail_template::{Letter, render};
use crate::ports::{MailMessage, Ports, Transaction};

/// A person who is told, in one of their roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recipient {
    /// Who is told.
    pub user: UserId,
    /// The role under which the notification is grouped (1 §2).
    pub role: Role,
}

/// What people are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// What happened, as a name: that of an [`Occasion`](aditus_domain::notifications::Occasion), of which a person may not want mails, or another one, of which
    /// mails are always sent.
    pub kind: &'static str,
    /// What the notification reads, and the mail's first sentence.
    pub message: String,
    /// The subject line of the mail.
    pub subject: String,
    /// Where the mail's button leads: a path of the product that begins with a slash. It is opened in the role of the recipient.
    pub path: String,
    /// The role in which it is opened, where that is not the role of the recipient.
    pub opened_as: Option<Role>,
    /// What the button reads.
    pub action: &'static str,
    /// The request that it is about.
    pub request: Option<RequestId>,
}

/// Somebody could not be told; the transaction must not be committed.
pub type TellError = PostError;

/// Adds a notification for each recipient and queues a mail to each who has an address, may sign in and wants mails of this
/// kind. A recipient who is listed twice is told once. Nobody hears of it before the commit.
pub fn tell(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    recipients: &[Recipient],
    news: &News,
    at: DateTime<Utc>,
) -> Result<(), TellError> {
    let mut told: Vec<Recipient> = Vec::with_capacity(recipients.len());
    for recipient in recipients {
        if told.contains(recipient) {
            continue;
        }
        transaction.notifications().add(&NewNotification {
            user: recipient.user,
            role: recipient.role,
            kind: news.kind.to_owned(),
            message: news.message.clone(),
            request: news.request,
            authored_on: at,
        })?;
        // Somebody who is told in two roles gets two notifications, one in each group, but one mail.
        if !told.iter().any(|earlier| earlier.user == recipient.user) {
            queue_mail(ports, transaction, *recipient, news, at)?;
        }
        told.push(*recipient);
    }
    Ok(())
}

/// Tells these people, in the role that the occasion names, what happened to a request.
pub fn tell_of_request(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    users: &[UserId],
    kind: NotificationKind,
    request: RequestId,
    at: DateTime<Utc>,
) -> Result<(), TellError> {
    let role = kind.role();
    let recipients: Vec<Recipient> = users.iter().map(|user| Recipient { user: *user, role }).collect();
    tell(
        ports,
        transaction,
        &recipients,
        &News::of_request(kind, request),
        at,
    )
}

impl News {
    /// The news of an occasion in the life of a request.
    pub fn of_request(kind: NotificationKind, request: RequestId) -> Self {
        let (subject, screen, action) = match kind {
            NotificationKind::Submitted { .. } => ("Data Request submitted", Screen::Own, "Follow it"),
            NotificationKind::TurnCame { .. } => (
                "A Data Request awaits your decision",
                Screen::Decide,
                "Review the request",
            ),
            NotificationKind::StageApproved { .. } => (
                "A stage of your Data Request was approved",
                Screen::Own,
                "Follow it",
            ),
            NotificationKind::StageDenied { .. } => {
                ("Your Data Request was denied", Screen::Own, "See the reason")
            }
            NotificationKind::ActionRequired { .. } => (
                "Your Data Request requires your action",
                Screen::Own,
                "See the comment",
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
            NotificationKind::CommentResolved { .. } => {
                ("Your comment was resolved", Screen::Decide, "Review the request")
            }
            NotificationKind::Recalled {
                role: Role::DataRequester,
            } => ("Data Request recalled", Screen::Own, "Open the request"),
            NotificationKind::Recalled { .. } => {
                ("Data Request recalled", Screen::Preview, "Open the request")
            }
            NotificationKind::Released => (
                "The data of your Data Request is released",
                Screen::Own,
                "Give feedback",
            ),
            NotificationKind::WaitsForNobody { reader, .. } => (
                "A Data Request waits for nobody",
                Screen::Help(reader),
                "See what is missing",
            ),
            NotificationKind::FeedbackGiven { .. } => (
                "Feedback on a Data Request",
                Screen::Feedback,
                "Read the feedback",
            ),
        };
        Self {
            kind: kind.occasion().name(),
            message: kind.message(request),
            subject: subject.to_owned(),
            path: screen.path(request),
            opened_as: None,
            action,
            request: Some(request),
        }
    }

    /// The news of what waits for those who serve an organisation, and read it in this role.
    pub fn of_waiting(occasion: &AccountOccasion<'_>, waiting: &Waiting<'_>, reader: Role) -> Self {
        Self {
            path: waiting.path(reader),
            ..Self::of_account(occasion)
        }
    }

    /// The news that stages wait for nobody, for those who can help and read it in this role.
    pub fn of_vacancy(occasion: &AccountOccasion<'_>, reader: Role) -> Self {
        Self {
            path: help_of(reader).to_owned(),
            ..Self::of_account(occasion)
        }
    }

    /// The news of an occasion in the life of an account or of a role.
    pub fn of_account(occasion: &AccountOccasion<'_>) -> Self {
        let (subject, path, action) = match occasion {
            AccountOccasion::Registered { .. } => ("Somebody has registered", "/", "See who it is"),
            AccountOccasion::RoleRequested { .. } => ("A role was requested", "/", "See the request"),
            AccountOccasion::RoleGranted { .. } => ("A role was granted to you", "/", "Begin"),
            AccountOccasion::RoleRestored { .. } => ("A role of yours can be used again", "/", "Begin"),
            AccountOccasion::RoleDenied { .. } => (
                "Your request for a role was denied",
                "/orguser/requestRole",
                "See your roles",
            ),
            AccountOccasion::RoleWithdrawn { .. } => (
                "A role of yours was withdrawn",
                "/orguser/requestRole",
                "See your roles",
            ),
            AccountOccasion::HolderLost { .. } => {
                ("Data Requests wait for nobody", "/", "See what is missing")
            }
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
        }
    }
}

/// The screens that mails lead to (2 §2).
#[derive(Debug, Clone, Copy)]
enum Screen {
    /// The requester's own view of the request.
    Own,
    /// Where staff decide.
    Decide,
    /// Where staff read.
    Preview,
    /// The feedback dashboard.
    Feedback,
    /// Where this role sees to it that somebody decides.
    Help(Role),
}

/// Where a Super User sees what waits, and an Admin assigns roles.
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

fn queue_mail(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    recipient: Recipient,
    news: &News,
    at: DateTime<Utc>,
) -> Result<(), TellError> {
    let Some(account) = transaction.accounts().by_id(recipient.user)? else {
        return Ok(());
    };
    let Some(address) = account.org_email.filter(|_| account.state.may_sign_in()) else {
        return Ok(());
    };
    if !transaction
        .notifications()
        .wants_mail(recipient.user, news.kind)?
    {
        return Ok(());
    }
    let product = &ports.settings.product_name;
    let role = news.opened_as.unwrap_or(recipient.role);
    let address_of_screen = links::in_role(&ports.settings.public_url, &news.path, role);
    let footer = format!("You receive this mail because you have an account with {product}.");
    let body = render(&Letter {
        product,
        title: &news.subject,
        greeting: account.fname.as_str(),
        paragraphs: &[&news.message],
        code: None,
        after_code: None,
        button: Some((news.action, &address_of_screen)),
        footer: &footer,
    });
    let mail = MailMessage {
        to: address.as_str().to_owned(),
        subject: format!("{product}: {}", news.subject),
        text: body.text,
        html: body.html,
    };
    envelope::post(ports, transaction, &mail, at, None)
}
