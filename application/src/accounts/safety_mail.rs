//! Security mails to the owner of an account, sent independent of notification preferences. The
//! texts about actions of others are here: attempts at many passwords, the loss of an unverified
//! number, and changes of the Super Users.

use aditus_domain::accounts::EmailAddress;
use aditus_domain::notifications::{Originator, SuperUserNotice};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::Account;
use crate::notifications::Destination;
use crate::notifications::envelope::{self, PostError};
use crate::notifications::links;
use crate::notifications::mail_template::{MailBody, render};
use crate::ports::{MailMessage, Ports, Transaction};

/// The last paragraph of a notice that offers no link to revert the change.
pub(super) const IF_NOT_YOU: &str =
    "If this wasn't you, reset your password now and tell the administrator of your organisation.";

/// The recipient of mails that are never sent.
const NOBODY: &str = "nobody@invalid";

/// The text of a mail, and the target of its button.
pub(super) struct MailContent<'a> {
    pub title: &'a str,
    pub paragraphs: &'a [&'a str],
    pub button: (&'a str, &'a str),
}

/// Queues the mail that warns the owner of many wrong passwords. If there is no such account, an
/// expired mail is queued instead, which the worker drops unsent.
pub(super) fn queue_attack_warning(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    owner: Option<(&Account, &EmailAddress)>,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let days = ports.settings.known_browser_for.num_days();
    let paragraph = format!(
        "Many wrong passwords were entered for your {product} account within an hour. None of them worked."
    );
    let advice = format!(
        "Browsers in which you signed in during the last {days} days work as usual. In any other browser you can try once a minute \
        while this continues. If you can't sign in there, use \"Forgot password?\"."
    );
    let address = format!("{}/login", ports.settings.public_url);
    let content = MailContent {
        title: "Someone is trying to sign in to your account",
        paragraphs: &[
            &paragraph,
            &advice,
            "You don't need to do anything as long as no one else knows your password. If you use it anywhere else, choose another one.",
        ],
        button: ("Sign in", &address),
    };
    let destination = owner.map_or(Destination::AsWritten, |(account, _)| {
        Destination::Account(account.id, None)
    });
    queue(ports, transaction, owner, &content, destination, at)
}

/// Queues the mail that tells the owner that another account now has their unverified number.
pub(super) fn queue_released_number(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let Some(to) = &account.org_email else {
        return Ok(());
    };
    let product = &ports.settings.product_name;
    let paragraph = format!(
        "Someone else now uses the phone number of your {product} account. You hadn't verified this number, so it was removed from \
        your account. You can no longer sign in with it; your email address works as before."
    );
    let address = format!("{}/profile?tab=phone", ports.settings.public_url);
    let content = MailContent {
        title: "Your phone number is used by another account",
        paragraphs: &[
            &paragraph,
            "If the number is yours, tell the administrator of your organisation. Otherwise enter your own number on your profile.",
        ],
        button: ("Open your account", &address),
    };
    let destination = Destination::Account(account.id, None);
    queue(ports, transaction, Some((account, to)), &content, destination, at)
}

/// Queues the mail that tells a Super User that others gained or lost the role. It goes to the
/// account's current address even if the account changes afterwards, so that a person who takes the
/// role by force cannot stop it.
pub(crate) fn queue_super_user_notice(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    notice: &SuperUserNotice<'_>,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let Some(to) = &account.org_email else {
        return Ok(());
    };
    let paragraph = format!("{} It took effect on {}.", notice.message(), when(at));
    let what_to_do = match notice.by {
        Originator::Recipient => IF_NOT_YOU,
        Originator::Person(_) => {
            "If you didn't expect this, speak to the person who made the change now. Any Super User can undo it with the button \
             below."
        }
        Originator::Operator => {
            "If you didn't expect this, speak to the people who run the server now. Any Super User can undo it with the button \
             below."
        }
    };
    let address = links::in_role(
        &ports.settings.public_url,
        "/superuser/organisation",
        Role::SuperUser,
    );
    let content = MailContent {
        title: notice.title(),
        paragraphs: &[&paragraph, what_to_do],
        button: ("Open the organisations", &address),
    };
    let product = &ports.settings.product_name;
    let footer = format!("You received this email because you are or were a Super User of {product}.");
    let mail = compose(ports, Some((account, to)), &content, &footer);
    envelope::post(ports, transaction, &mail, Destination::AsWritten, at, None)
}

/// Queues a mail about a change of the owner's way to sign in, with a link to the security
/// settings; does nothing if the account has no address.
pub(super) fn queue_security_notice(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    content: (&str, &[&str]),
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let page = "/profile?section=security";
    queue_account_notice(ports, transaction, account, content, page, at)
}

/// Queues a mail about a change of the account, with a link to a section of the account page; does
/// nothing if the account has no address.
pub(crate) fn queue_account_notice(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    (title, paragraphs): (&str, &[&str]),
    page: &str,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let Some(to) = &account.org_email else {
        return Ok(());
    };
    let address = links::in_role(&ports.settings.public_url, page, Role::OrgUser);
    let content = MailContent {
        title,
        paragraphs,
        button: ("Open your account", &address),
    };
    queue(
        ports,
        transaction,
        Some((account, to)),
        &content,
        Destination::AsWritten,
        at,
    )
}

/// Queues a mail to the owner, or an expired mail without a recipient.
pub(super) fn queue(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    owner: Option<(&Account, &EmailAddress)>,
    content: &MailContent<'_>,
    destination: Destination,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let footer =
        format!("You received this email because it concerns the security of your {product} account.");
    let mail = compose(ports, owner, content, &footer);
    let of_use_until = owner.is_none().then_some(at);
    envelope::post(ports, transaction, &mail, destination, at, of_use_until)
}

fn compose(
    ports: &Ports,
    owner: Option<(&Account, &EmailAddress)>,
    content: &MailContent<'_>,
    footer: &str,
) -> MailMessage {
    let product = &ports.settings.product_name;
    let body = render(&MailBody {
        product,
        title: content.title,
        greeting: owner.map_or("there", |(account, _)| account.fname.as_str()),
        paragraphs: content.paragraphs,
        code: None,
        after_code: None,
        sections: &[],
        button: Some(content.button),
        footer,
    });
    MailMessage {
        to: owner.map_or_else(|| NOBODY.to_owned(), |(_, to)| to.deliverable()),
        subject: format!("{product}: {}", content.title),
        text: body.text,
        html: body.html,
        ..MailMessage::default()
    }
}

pub(crate) fn when(at: DateTime<Utc>) -> String {
    at.format("%-d %B %Y at %H:%M UTC").to_string()
}
