//! Messages to the owner of an account after security-relevant changes: password, email address,
//! phone number. They are sent independent of notification preferences (decisions A9, C15).

use aditus_domain::accounts::{ContactChange, Device, EmailAddress, PhoneNumber};
use aditus_domain::limits::Limit;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::Account;
use super::ended_feed;
use super::safety_mail::{self, IF_NOT_YOU, MailContent, when};
use super::sign_in_limits::NotifyError;
use crate::limits::{self, LimitError};
use crate::notifications::Destination;
use crate::notifications::envelope::{self, PostError};
use crate::notifications::links;
use crate::ports::{Ports, TextMessage, Transaction};

fn mail(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    to: &EmailAddress,
    content: &MailContent<'_>,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    // The address at the time of the change, even if it changes before the mail is sent.
    safety_mail::queue(
        ports,
        transaction,
        Some((account, to)),
        content,
        Destination::AsWritten,
        at,
    )
}

/// Queues a text message; does nothing if text messages are off.
fn text(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    to: &PhoneNumber,
    text: String,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    if !ports.settings.text_messages {
        return Ok(());
    }
    let message = TextMessage {
        to: to.as_str().to_owned(),
        text,
    };
    envelope::post(ports, transaction, &message, Destination::AsWritten, at, None)
}

/// Section of the account page with the password and the sessions.
const SECURITY: &str = "/profile?section=security";

fn account_page(ports: &Ports, path: &str) -> String {
    links::in_role(&ports.settings.public_url, path, Role::OrgUser)
}

/// Queues a mail about a sign-in in a browser that is not known to the account.
///
/// At most [`Limit::NewBrowserMail`] mails are sent, because a client without cookies would cause
/// one at each sign-in. The caller holds the lock on the sign-in counters.
pub(super) fn notify_of_new_browser(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    device: Device,
    at: DateTime<Utc>,
) -> Result<(), NotifyError> {
    let Some(to) = &account.org_email else {
        return Ok(());
    };
    let owner = limits::person_subject(account.id);
    let sent = limits::counter(ports.keys.as_ref(), Limit::NewBrowserMail, &[&owner]);
    match limits::check(ports, transaction.limited_events(), &sent, at) {
        Ok(()) => {}
        Err(LimitError::TooMany(_)) => return Ok(()),
        Err(error) => return Err(error.into()),
    }
    limits::note(ports, transaction.limited_events(), &sent, "", at)?;
    Ok(queue_new_browser(ports, transaction, account, to, device, at)?)
}

fn queue_new_browser(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    to: &EmailAddress,
    device: Device,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let days = ports.settings.known_browser_for.num_days();
    let most = ports.settings.limits.get(Limit::NewBrowserMail);
    let paragraph = format!(
        "A new browser signed in to your {product} account on {}: {device}.",
        when(at)
    );
    let if_you = format!(
        "If this was you, you don't need to do anything. A browser counts as new if it hasn't signed in to your account in the \
         last {days} days, or if it doesn't keep cookies. The number of these emails is limited ({most}); your profile lists all \
         your sessions."
    );
    let notice = MailContent {
        title: "New sign-in to your account",
        paragraphs: &[&paragraph, &if_you, IF_NOT_YOU],
        button: ("Open your account", &account_page(ports, SECURITY)),
    };
    mail(ports, transaction, account, to, &notice, at)
}

/// The sessions that a change of the password ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EndedSessions {
    /// All sessions, because the password was reset by a code.
    Every,
    /// All sessions but the one of the change.
    Others,
    /// All sessions, because an operator of the server set the password.
    ByOperator,
}

/// What a change of the password ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ended {
    pub sessions: EndedSessions,
    /// True if the account had a calendar feed that ended.
    pub feed: bool,
}

/// Mails that the password was changed, and what that ended.
pub(super) fn queue_password(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    to: &EmailAddress,
    ended: Ended,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let sessions = match ended.sessions {
        EndedSessions::Every | EndedSessions::ByOperator => "Every session",
        EndedSessions::Others => "Every other session",
    };
    let by = match ended.sessions {
        EndedSessions::ByOperator => " by an operator of the server",
        EndedSessions::Every | EndedSessions::Others => "",
    };
    let paragraph = format!(
        "The password of your {product} account was changed{by} on {}. {sessions} was signed out.",
        when(at)
    );
    let notice = MailContent {
        title: "Your password was changed",
        paragraphs: &ended_feed::paragraphs(&[&paragraph, IF_NOT_YOU], ended.feed),
        button: ("Open your account", &account_page(ports, SECURITY)),
    };
    mail(ports, transaction, account, to, &notice, at)
}

const TAKE_BACK: &str = "If this wasn't you, undo this change within 7 days with the button below. You don't need to sign in. It \
                         also ends every session and asks for a new password.";

/// Mails the change of the email address to the new address and, if there was one, to the old
/// address. The mail to the old address contains the link that reverts the change.
pub(super) fn queue_email(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    new: &EmailAddress,
    old: Option<(&EmailAddress, &str)>,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let title = "Your email address was changed";
    let paragraph = format!(
        "The email address of your {} account was changed to {} on {}.",
        ports.settings.product_name,
        new.masked(),
        when(at)
    );
    if let Some((old, link)) = old {
        let notice = MailContent {
            title,
            paragraphs: &[&paragraph, TAKE_BACK],
            button: ("Undo this change", link),
        };
        mail(ports, transaction, account, old, &notice, at)?;
    }
    let notice = MailContent {
        title,
        paragraphs: &[&paragraph, IF_NOT_YOU],
        button: ("Open your account", &account_page(ports, "/profile?tab=email")),
    };
    mail(ports, transaction, account, new, &notice, at)
}

/// Sends the change of the phone number, with the link that reverts it, to the old number (if text
/// messages are on) and to the account's email address.
pub(super) fn queue_phone(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    old: &PhoneNumber,
    link: &str,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let message = format!(
        "The phone number of your {product} account was changed. If this wasn't you, undo the change within 7 days: {link}"
    );
    text(ports, transaction, old, message, at)?;
    let Some(to) = &account.org_email else {
        return Ok(());
    };
    let paragraph = format!(
        "The phone number of your {product} account was changed on {}.",
        when(at)
    );
    let notice = MailContent {
        title: "Your phone number was changed",
        paragraphs: &[&paragraph, TAKE_BACK],
        button: ("Undo this change", link),
    };
    mail(ports, transaction, account, to, &notice, at)
}

#[derive(Debug, Clone, Copy)]
pub(super) struct RevertedChange<'a> {
    pub change: &'a ContactChange,
    pub needs_password: bool,
    /// True if the account had a calendar feed that ended.
    pub feed_ended: bool,
}

/// Sends that a change was reverted to both addresses, or to both numbers and the account's email
/// address.
pub(super) fn queue_reverted(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    reverted: RevertedChange<'_>,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let (what, from) = match reverted.change {
        ContactChange::Email { new, .. } => ("email address", new.masked()),
        ContactChange::Phone { new, .. } => ("phone number", new.masked()),
    };
    let paragraph = format!(
        "The change of the {what} of your {product} account to {from} was undone on {}. Every session was signed out.",
        when(at)
    );
    let choose = if reverted.needs_password {
        "Your password no longer works. Choose a new one with a code that we send to your email address."
    } else {
        "If you didn't expect this, tell the administrator of your organisation."
    };
    let title = format!("The change of your {what} was undone");
    let (forgot, home) = (
        format!("{}/forgotPassword", ports.settings.public_url),
        format!("{}/home", ports.settings.public_url),
    );
    let open = format!("Open {product}");
    let at_old = MailContent {
        title: &title,
        paragraphs: &ended_feed::paragraphs(&[&paragraph, choose], reverted.feed_ended),
        button: if reverted.needs_password {
            ("Choose a new password", &forgot)
        } else {
            (&open, &home)
        },
    };
    match reverted.change {
        ContactChange::Email { old, new } => {
            mail(ports, transaction, account, old, &at_old, at)?;
            let removed = "This address no longer belongs to the account. If you made the change, ask the administrator of the organisation for help.";
            let at_new = MailContent {
                title: &title,
                paragraphs: &[&paragraph, removed],
                button: (&open, &home),
            };
            mail(ports, transaction, account, new, &at_new, at)
        }
        ContactChange::Phone { old, new } => {
            for number in [old, new] {
                text(ports, transaction, number, paragraph.clone(), at)?;
            }
            match &account.org_email {
                Some(to) => mail(ports, transaction, account, to, &at_old, at),
                None => Ok(()),
            }
        }
    }
}
