//! Composes mails: headers, a plain part and an HTML part.

use std::sync::Arc;
use std::time::SystemTime;

use aditus_application::ports::{Clock, MailError, MailMessage};
use lettre::address::AddressError;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};
use thiserror::Error;

/// Sender address of all mails, and the clock that dates them.
#[derive(Clone)]
pub struct Sender {
    mailbox: Mailbox,
    clock: Arc<dyn Clock>,
}

/// The configured sender is malformed.
#[derive(Debug, Error)]
#[error("{0:?} is not a valid sender; write it as `Aditus <no-reply@aditus.example>`")]
pub struct SenderError(String, #[source] AddressError);

impl Sender {
    /// Parses `Name <address>` or an address alone.
    pub fn parse(text: &str, clock: Arc<dyn Clock>) -> Result<Self, SenderError> {
        let mailbox = text
            .parse()
            .map_err(|error| SenderError(text.to_owned(), error))?;
        Ok(Self { mailbox, clock })
    }

    /// Composes the mail with its headers. Leaves a malformed `reply_to` out.
    ///
    /// The Message-ID depends only on the reference and the sender's domain, so it is the same at
    /// each attempt. The mails of a thread refer to a common Message-ID that no mail has, as those
    /// of ticket systems do.
    pub(crate) fn compose(&self, mail: &MailMessage, reference: &str) -> Result<Message, MailError> {
        let to: Address = mail.to.parse().map_err(permanent)?;
        let id_of = |name: &str| format!("<{}@{}>", escaped(name), self.mailbox.email.domain());
        let subject: String = mail
            .subject
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let mut message = Message::builder();
        if let Some(thread) = mail.thread.as_deref().map(id_of) {
            message = message.in_reply_to(thread.clone()).references(thread);
        }
        if let Some(address) = mail.reply_to.as_deref().and_then(|address| address.parse().ok()) {
            message = message.reply_to(Mailbox::new(None, address));
        }
        message
            .from(self.mailbox.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .date(SystemTime::from(self.clock.now()))
            .message_id(Some(id_of(reference)))
            .header(AutoSubmitted)
            .multipart(MultiPart::alternative_plain_html(
                mail.text.clone(),
                mail.html.clone(),
            ))
            .map_err(permanent)
    }
}

/// Asks automatic responders not to answer (RFC 3834).
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_value: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// Escapes a reference for use in a Message-ID and a file name. Bytes other than letters, digits,
/// `-` and `_` become `=` and two hexadecimal digits, so different references stay different.
pub(crate) fn escaped(reference: &str) -> String {
    let mut escaped = String::with_capacity(reference.len());
    for byte in reference.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') {
            escaped.push(char::from(byte));
        } else {
            escaped.push('=');
            for nibble in [byte >> 4, byte & 15] {
                escaped.push(char::from_digit(u32::from(nibble), 16).unwrap_or('0'));
            }
        }
    }
    escaped
}

pub(crate) fn permanent(error: impl std::error::Error + Send + Sync + 'static) -> MailError {
    MailError::Permanent(Box::new(error))
}

pub(crate) fn temporary(error: impl std::error::Error + Send + Sync + 'static) -> MailError {
    MailError::Temporary(Box::new(error))
}

pub(crate) fn unreachable(error: impl std::error::Error + Send + Sync + 'static) -> MailError {
    MailError::Unreachable(Box::new(error))
}
