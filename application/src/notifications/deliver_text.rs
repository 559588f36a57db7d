//! The step of the text message worker: sends due messages from the outbox, at least once
//! (decisions A4).

use super::delivery::{self, Refusal};
use super::{Channel, envelope};
use crate::ports::{Ports, TextMessage, TextMessageError, TextMessages};

pub use super::delivery::{Answer, Error};

/// Sends the due text messages.
pub fn execute(ports: &Ports, gateway: &dyn TextMessages) -> Result<Answer, Error> {
    delivery::execute(ports, Channel::Text, &|claimed, _| {
        let reference = claimed.reference.as_str();
        let opened = envelope::open(ports.keys.as_ref(), reference, &claimed.sealed);
        let text: TextMessage = opened.map_err(Refusal::unreadable)?;
        gateway.send(&text, reference).map_err(|error| match error {
            TextMessageError::Permanent(_) => Refusal::permanent(&error),
            TextMessageError::Temporary(_) => Refusal::temporary(&error),
        })
    })
}
