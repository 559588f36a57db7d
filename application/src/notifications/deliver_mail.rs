//! The mail worker's step: sends what is due in the outbox, at least once (decisions A4).

use super::delivery::{self, Refusal};
use super::{Channel, envelope};
use crate::ports::{MailError, MailMessage, Mailer, Ports};

pub use super::delivery::{Answer, Error};

/// Sends the mails that are due.
pub fn execute(ports: &Ports, mailer: &dyn Mailer) -> Result<Answer, Error> {
    delivery::execute(ports, Channel::Mail, &|sealed| {
        let opened =
            envelope::open::<MailMessage>(ports.keys.as_ref(), sealed).map_err(Refusal::unreadable)?;
        mailer
            .send(&opened.message, &opened.reference)
            .map_err(|error| match error {
                MailError::Permanent(_) => Refusal::for_good(&error),
                MailError::Temporary(_) => Refusal::for_now(&error),
            })
    })
}
