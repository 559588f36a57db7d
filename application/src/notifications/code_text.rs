//! Sends one-time codes by text message, to verify a phone number (decisions A3, A4).

use aditus_domain::accounts::{OneTimeCode, PhoneNumber};

use super::envelope::{self, PostError};
use crate::accounts::codes::IssuedCode;
use crate::ports::{Ports, TextMessage, Transaction};

/// Queues the text message. It is sealed and is not sent after the code has expired. The code comes
/// first, because phones look for it there to fill it in, and a locked screen shows only the
/// beginning.
pub fn queue(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    to: &PhoneNumber,
    code: &IssuedCode,
) -> Result<(), PostError> {
    let message = TextMessage {
        to: to.as_str().to_owned(),
        text: format!(
            "{} is your {} code for this phone number. It expires in {} minutes. Never share it.",
            code.code.expose(),
            ports.settings.product_name,
            OneTimeCode::LIFETIME.num_minutes(),
        ),
    };
    envelope::post(
        ports,
        transaction,
        &message,
        code.destination(),
        code.issued_at,
        Some(code.expires_at),
    )
}
