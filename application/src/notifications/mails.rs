//! The mails of notifications: those that are sent at once, and those that wait for a digest.

use std::collections::{BTreeSet, HashMap};

use aditus_domain::accounts::EmailAddress;
use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::notifications::{Delivery, reference};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use super::digests::DigestEntry;
use super::mail_template::{MailBody, render};
use super::notify::{Notice, NotifyError, Recipient};
use super::{Destination, QueuedMessage, envelope, links};
use crate::accounts::Account;
use crate::ports::{MailMessage, Ports, Transaction};

/// What leaves the product because of notifications.
#[derive(Debug, Default)]
pub(super) struct Outgoing {
    /// Mails to send at once.
    pub mails: Vec<QueuedMessage>,
    /// Notifications that wait for a digest.
    pub waiting: Vec<DigestEntry>,
}

/// Makes the mails for recipients who have an address, may sign in and want them.
pub(super) fn outgoing(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    to_mail: &[(Recipient, &Notice)],
    at: DateTime<Utc>,
) -> Result<Outgoing, NotifyError> {
    let users: BTreeSet<UserId> = to_mail.iter().map(|(recipient, _)| recipient.user).collect();
    let users: Vec<UserId> = users.into_iter().collect();
    let kinds: BTreeSet<&str> = to_mail.iter().map(|(_, notice)| notice.kind).collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    let accounts: HashMap<UserId, Account> = transaction
        .accounts()
        .by_ids(&users)?
        .into_iter()
        .filter(|account| account.state.may_sign_in() && account.org_email.is_some())
        .map(|account| (account.id, account))
        .collect();
    let chosen = transaction.notifications().deliveries_among(&users, &kinds)?;
    let mut waiting = Vec::new();
    let mut wanted: Vec<(Recipient, &Notice, Vec<&str>)> = Vec::new();
    let mut places = HashMap::new();
    for (recipient, notice) in to_mail {
        if !accounts.contains_key(&recipient.user) {
            continue;
        }
        let choice = chosen.get(&(recipient.user, notice.kind.to_owned()));
        match choice.copied().unwrap_or_default() {
            Delivery::Never => {}
            delivery @ (Delivery::Daily | Delivery::Weekly) if !notice.is_urgent => {
                waiting.push(digest_entry(*recipient, notice, delivery, at));
            }
            Delivery::Immediately | Delivery::Daily | Delivery::Weekly => {
                let place = *places.entry(recipient.user).or_insert(wanted.len());
                match wanted.get_mut(place) {
                    Some((_, _, paragraphs)) => paragraphs.push(&notice.message),
                    None => wanted.push((*recipient, notice, vec![&notice.message])),
                }
            }
        }
    }
    let mut mails = Vec::with_capacity(wanted.len());
    for (recipient, first, paragraphs) in wanted {
        if let Some(account) = accounts.get(&recipient.user)
            && let Some(address) = &account.org_email
        {
            let mail = mail(
                ports,
                recipient,
                first,
                &paragraphs,
                account.fname.as_str(),
                address,
            );
            let destination = Destination::Account(recipient.user, required_role(recipient.role));
            mails.push(envelope::seal(ports, &mail, destination, at, None)?);
        }
    }
    Ok(Outgoing { mails, waiting })
}

/// Returns the role that the recipient must still hold when the mail is sent, if the mail is about
/// requests or people that they may see in this role only. Everyone is Org User, and requesters may
/// always read about their own requests.
pub(super) fn required_role(role: Role) -> Option<Role> {
    (role.is_staff() || matches!(role, Role::SuperUser | Role::Admin)).then_some(role)
}

pub(super) fn thread_of_request(request: RequestId) -> String {
    format!("request-{request}")
}

fn digest_entry(recipient: Recipient, notice: &Notice, delivery: Delivery, at: DateTime<Utc>) -> DigestEntry {
    DigestEntry {
        user: recipient.user,
        role: recipient.role,
        kind: notice.kind.to_owned(),
        request: notice.request,
        message: notice.message.clone(),
        action: notice.action.to_owned(),
        link: links::in_role("", &notice.path, role_of_screen(recipient, notice)),
        delivery,
        created_on: at,
    }
}

/// Returns the role in which the screen of the notice is opened.
fn role_of_screen(recipient: Recipient, notice: &Notice) -> Role {
    notice.opened_as.unwrap_or(recipient.role)
}

fn mail(
    ports: &Ports,
    recipient: Recipient,
    notice: &Notice,
    paragraphs: &[&str],
    fname: &str,
    address: &EmailAddress,
) -> MailMessage {
    let product = &ports.settings.product_name;
    let role = role_of_screen(recipient, notice);
    let address_of_screen = links::in_role(&ports.settings.public_url, &notice.path, role);
    let why = format!("You received this email because you have an account with {product}.");
    let footer = match (&ports.settings.contact.requests_email, notice.request) {
        (Some(contact), Some(_)) => format!("{why} Replies go to {contact}."),
        _ => why,
    };
    let subject = match notice.request {
        Some(request) => reference(recipient.role, request),
        None => product.clone(),
    };
    let body = render(&MailBody {
        product,
        title: &notice.subject,
        greeting: fname,
        paragraphs,
        code: None,
        after_code: None,
        sections: &[],
        button: Some((notice.action, &address_of_screen)),
        footer: &footer,
    });
    MailMessage {
        to: address.deliverable(),
        subject: format!("{subject}: {}", notice.subject),
        text: body.text,
        html: body.html,
        thread: notice.request.map(thread_of_request),
        reply_to: None,
    }
}
