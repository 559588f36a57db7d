//! Mails to the owner of an account whenever something changes that opens it: password, e-mail address, phone number. They
//! are sent whatever notifications the owner wants (decisions A9).

use aditus_domain::accounts::EmailAddress;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::Account;
use crate::notifications::envelope::{self, PostError};
use crate::notifications::links;
use crate::notifications::mail_template::{Letter, render};
use crate::ports::{MailMessage, Ports, Transaction};

/// What changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    /// The password was reset.
    Password,
    /// The account has this address now.
    Email(EmailAddress),
    /// The account has another phone number now.
    Phone,
}

impl Change {
    fn title(&self) -> &'static str {
        match self {
            Self::Password => "Your password was changed",
            Self::Email(_) => "Your email address was changed",
            Self::Phone => "Your phone number was changed",
        }
    }

    fn said(&self, product: &str, at: DateTime<Utc>) -> String {
        let when = at.format("%-d %B %Y at %H:%M UTC");
        match self {
            Self::Password => {
                format!(
                    "The password of your {product} account was changed on {when}. Every session was signed out."
                )
            }
            Self::Email(new) => {
                format!(
                    "The email address of your {product} account was changed to {} on {when}.",
                    new.masked()
                )
            }
            Self::Phone => {
                format!("The phone number of your {product} account was changed on {when}.")
            }
        }
    }
}

/// Queues the mail to an address of the account, the old one or the new one.
pub(super) fn queue(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    account: &Account,
    to: &EmailAddress,
    change: &Change,
    at: DateTime<Utc>,
) -> Result<(), PostError> {
    let product = &ports.settings.product_name;
    let said = change.said(product, at);
    let profile = links::in_role(&ports.settings.public_url, "/profile", Role::OrgUser);
    let footer =
        format!("You receive this mail because it concerns the safety of your account with {product}.");
    let body = render(&Letter {
        product,
        title: change.title(),
        greeting: account.fname.as_str(),
        paragraphs: &[
            &said,
            "If this was not you, reset your password at once and tell the administrator of your organisation.",
        ],
        code: None,
        after_code: None,
        button: Some(("Open your account", &profile)),
        footer: &footer,
    });
    let mail = MailMessage {
        to: to.as_str().to_owned(),
        subject: format!("{product}: {}", change.title()),
        text: body.text,
        html: body.html,
    };
    envelope::post(ports, transaction, &mail, at, None)
}
