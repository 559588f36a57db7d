//! The step of the mail worker: sends due mails from the outbox, at least once (decisions A4), and
//! records if the mail server accepts mails.

use std::cell::Cell;

use aditus_domain::accounts::EmailAddress;
use chrono::TimeDelta;

use super::delivery::{self, Refusal};
use super::{Channel, envelope};
use crate::ports::{MailError, MailMessage, Mailer, Ports};

pub use super::delivery::{Answer, Error};

/// Delay before an unavailable mail server is checked again. It is short, so that a recovery is
/// noticed soon.
const LOOK_AGAIN: TimeDelta = TimeDelta::seconds(15);

/// Sends the due mails.
pub fn execute(ports: &Ports, mailer: &dyn Mailer) -> Result<Answer, Error> {
    let failed = Cell::new(false);
    let mut answer = delivery::execute(ports, Channel::Mail, &|claimed, to| {
        let reference = claimed.reference.as_str();
        let opened = envelope::open(ports.keys.as_ref(), reference, &claimed.sealed);
        let mut mail: MailMessage = opened.map_err(Refusal::unreadable)?;
        if let Some(address) = to {
            mail.to = address.deliverable();
        }
        mail.thread = envelope::thread_of(reference).map(ToOwned::to_owned);
        mail.reply_to = reply_address(ports, mail.thread.is_some());
        mailer.send(&mail, reference).map_err(|error| {
            failed.set(true);
            match error {
                MailError::Permanent(_) => Refusal::permanent(&error),
                MailError::Temporary(_) | MailError::Unreachable(_) => Refusal::temporary(&error),
            }
        })
    })?;
    // The result of a single mail may depend on its address and must not be revealed, so only a
    // check of the server is recorded. The check follows dropped mails as well as failed ones:
    // otherwise mails to accounts that do not exist (decisions A9) would leave a different trace.
    if failed.get() || answer.dropped > 0 || !ports.mail_route.is_proven() {
        ports.mail_route.note(&mailer.check(), ports.clock.now());
    }
    if !ports.mail_route.is_proven() {
        let soon = ports.clock.now() + LOOK_AGAIN;
        answer.next_due = Some(answer.next_due.map_or(soon, |due| due.min(soon)));
    }
    Ok(answer)
}

/// Returns the reply address of a mail, if one is configured: `contact.requests_email` for mails
/// about requests, and `contact.support_email` for others.
fn reply_address(ports: &Ports, is_about_request: bool) -> Option<String> {
    let contact = &ports.settings.contact;
    let address = if is_about_request {
        contact.requests_email.as_ref()
    } else {
        contact.support_email.as_ref()
    };
    address.map(EmailAddress::deliverable)
}
