//! What the owner of an account is told whenever something changes that opens it: password, e-mail address, phone number. It
//! is sent whatever notifications the owner wants (decisions A9, C15).

use aditus_domain::accounts::{ContactChange, Device, EmailAddress, PhoneNumber};
use aditus_domain::limits::Limit;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::Account;
use super::safety_mail::{self, IF_NOT_YOU, Matter, when};
use super::sign_in_limits::TellError;
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
    matter: &Matter<'_>,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    // To the address that the account had at the time of the change, whatever it is when the mail is sent.
    safety_mail::queue(
        ports,
        transaction,
        Some((account, to)),
        matter,
        Destination::AsWritten,
        at,
    )
}

/// A text message; nothing where none are sent.
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

fn profile(ports: &Ports) -> String {
    links::in_role(&ports.settings.public_url, "/profile", Role::OrgUser)
}

/// Queues a mail about a sign-in in a browser that is not known to the account, on this device, and none beyond
/// [`Limit::NewBrowserMail`]: a program that keeps no cookies would send one each time. The caller has taken its turn with the counters
/// of sign-ins.
pub(super) fn tell_of_new_browser(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    device: Device,
    at: DateTime<Utc>,
) -> Result<(), TellError> {
    let Some(to) = &account.org_email else {
        return Ok(());
    };
    let owner = limits::of_person(account.id);
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
    let most = ports.settings.limits.of(Limit::NewBrowserMail);
    let said = format!(
        "A new browser signed in to your {product} account on {}: {device}.",
        when(at)
    );
    let if_you = format!(
        "If this was you, you need not do anything. A browser is new if it did not sign in to your account during the last {days} \
         days, or if it keeps no cookies. The number of these emails is limited ({most}); your profile lists every session."
    );
    let notice = Matter {
        title: "A sign-in in a new browser",
        paragraphs: &[&said, &if_you, IF_NOT_YOU],
        button: ("Open your account", &profile(ports)),
    };
    mail(ports, transaction, account, to, &notice, at)
}

/// The sessions that ended with a change of the password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// All: it was reset by a code.
    Every,
    /// All but the one in which it was changed.
    Others,
    /// All: an operator of the server set it.
    ByOperator,
}

/// Tells that the password was changed.
pub(super) fn queue_password(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    to: &EmailAddress,
    ended: Ended,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let sessions = match ended {
        Ended::Every | Ended::ByOperator => "Every session",
        Ended::Others => "Every other session",
    };
    let by = match ended {
        Ended::ByOperator => " by an operator of the server",
        Ended::Every | Ended::Others => "",
    };
    let said = format!(
        "The password of your {product} account was changed{by} on {}. {sessions} was signed out.",
        when(at)
    );
    let notice = Matter {
        title: "Your password was changed",
        paragraphs: &[&said, IF_NOT_YOU],
        button: ("Open your account", &profile(ports)),
    };
    mail(ports, transaction, account, to, &notice, at)
}

const TAKE_BACK: &str = "If this was not you, take the change back: the page behind the button does so with one click, without \
                         signing in, ends every session and asks for a new password. It can be done for 7 days.";

/// Tells at the new address that it is the account's, and at the old one, if there was one, with the link that takes it back.
pub(super) fn queue_email(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    new: &EmailAddress,
    old: Option<(&EmailAddress, &str)>,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let title = "Your email address was changed";
    let said = format!(
        "The email address of your {} account was changed to {} on {}.",
        ports.settings.product_name,
        new.masked(),
        when(at)
    );
    if let Some((old, link)) = old {
        let notice = Matter {
            title,
            paragraphs: &[&said, TAKE_BACK],
            button: ("Take the change back", link),
        };
        mail(ports, transaction, account, old, &notice, at)?;
    }
    let notice = Matter {
        title,
        paragraphs: &[&said, IF_NOT_YOU],
        button: ("Open your account", &profile(ports)),
    };
    mail(ports, transaction, account, new, &notice, at)
}

/// Tells at the old number, where text messages are sent, and at the account's address that the number was changed, with the
/// link that takes it back.
pub(super) fn queue_phone(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    old: &PhoneNumber,
    link: &str,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let told = format!(
        "The phone number of your {product} account was changed. If this was not you, take it back within 7 days: {link}"
    );
    text(ports, transaction, old, told, at)?;
    let Some(to) = &account.org_email else {
        return Ok(());
    };
    let said = format!(
        "The phone number of your {product} account was changed on {}.",
        when(at)
    );
    let notice = Matter {
        title: "Your phone number was changed",
        paragraphs: &[&said, TAKE_BACK],
        button: ("Take the change back", link),
    };
    mail(ports, transaction, account, to, &notice, at)
}

/// A change that was taken back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Undone<'a> {
    /// Which.
    pub change: &'a ContactChange,
    /// Whether a new password has to be chosen.
    pub needs_password: bool,
}

/// Tells at both addresses, or at both numbers and the account's address, that a change was taken back.
pub(super) fn queue_undone(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    undone: Undone<'_>,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let (what, from) = match undone.change {
        ContactChange::Email { new, .. } => ("email address", new.masked()),
        ContactChange::Phone { new, .. } => ("phone number", new.masked()),
    };
    let said = format!(
        "The change of the {what} of your {product} account to {from} was taken back on {}. Every session was signed out.",
        when(at)
    );
    let choose = if undone.needs_password {
        "The password of the account is of no use any more. Choose a new one with a code to its email address."
    } else {
        "Tell the administrator of your organisation if you did not expect this."
    };
    let title = format!("The change of your {what} was taken back");
    let (forgot, home) = (
        format!("{}/forgotPassword", ports.settings.public_url),
        format!("{}/home", ports.settings.public_url),
    );
    let open = format!("Open {product}");
    let at_old = Matter {
        title: &title,
        paragraphs: &[&said, choose],
        button: if undone.needs_password {
            ("Choose a new password", &forgot)
        } else {
            (&open, &home)
        },
    };
    match undone.change {
        ContactChange::Email { old, new } => {
            mail(ports, transaction, account, old, &at_old, at)?;
            let removed = "This address is no longer the account's. If you had a part in it, ask the administrator of the organisation.";
            let at_new = Matter {
                title: &title,
                paragraphs: &[&said, removed],
                button: (&open, &home),
            };
            mail(ports, transaction, account, new, &at_new, at)
        }
        ContactChange::Phone { old, new } => {
            for number in [old, new] {
                text(ports, transaction, number, said.clone(), at)?;
            }
            match &account.org_email {
                Some(to) => mail(ports, transaction, account, to, &at_old, at),
                None => Ok(()),
            }
        }
    }
}
