//! Seals mails and text messages in the outbox, so that codes in them cannot be read in the
//! database (decisions A3).

use chrono::{DateTime, Utc};
use thiserror::Error;

use super::{Channel, Destination, QueuedMessage};
use crate::failure::failure;
use crate::ports::{Keys, MailMessage, Ports, SealError, SealedPlace, StoreError, TextMessage, Transaction};

/// A message could not be queued. The transaction must not be committed.
#[derive(Debug, Error)]
pub enum PostError {
    /// The database failed.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
    /// The message could not be sealed.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Seal(#[from] SealError),
    /// The mail server is unavailable, so the mail would not arrive in time.
    #[error("Failed to send OTP. Resend using the link below")]
    NoRoute,
}

failure! {
    PostError {
        forwards Store;
        Seal(_) => Internal, reason: Internal;
        NoRoute => Unavailable, reason: CodeNotSent;
    }
}

/// A message that can be stored in the outbox: some texts in a fixed order.
pub trait Enclosed: Sized {
    /// Channel of the message.
    const CHANNEL: Channel;
    /// Format version, the first byte of the sealed bytes. It differs between channels, so that a
    /// message of one channel is never read as one of another.
    const FORM: u8;

    /// Returns the texts.
    fn texts(&self) -> Vec<&str>;

    /// Returns the thread of the message, if any.
    fn thread(&self) -> Option<&str> {
        None
    }

    /// Makes a message from its texts. None if one is missing.
    fn from_texts(texts: impl FnMut() -> Option<String>) -> Option<Self>;
}

impl Enclosed for MailMessage {
    const CHANNEL: Channel = Channel::Mail;
    const FORM: u8 = 1;

    fn texts(&self) -> Vec<&str> {
        vec![&self.to, &self.subject, &self.text, &self.html]
    }

    fn thread(&self) -> Option<&str> {
        self.thread.as_deref()
    }

    fn from_texts(mut texts: impl FnMut() -> Option<String>) -> Option<Self> {
        Some(Self {
            to: texts()?,
            subject: texts()?,
            text: texts()?,
            html: texts()?,
            ..Self::default()
        })
    }
}

impl Enclosed for TextMessage {
    const CHANNEL: Channel = Channel::Text;
    const FORM: u8 = 2;

    fn texts(&self) -> Vec<&str> {
        vec![&self.to, &self.text]
    }

    fn from_texts(mut texts: impl FnMut() -> Option<String>) -> Option<Self> {
        Some(Self {
            to: texts()?,
            text: texts()?,
        })
    }
}

/// The sealed bytes are not a valid message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OpenError {
    /// The bytes were not sealed for this message with the secrets of this installation.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The opened bytes have a format that this version does not know.
    #[error("the sealed message is not in a form that this version of Aditus reads")]
    Form,
}

/// Queues a sealed message in the transaction of the change that it reports. After `useless_after`
/// it is not sent any more.
pub fn post<M: Enclosed>(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    message: &M,
    destination: Destination,
    at: DateTime<Utc>,
    useless_after: Option<DateTime<Utc>>,
) -> Result<(), PostError> {
    let sealed = seal(ports, message, destination, at, useless_after)?;
    transaction.outbox().queue(&sealed)?;
    Ok(())
}

/// Seals a message for the outbox.
pub(super) fn seal<M: Enclosed>(
    ports: &Ports,
    message: &M,
    destination: Destination,
    at: DateTime<Utc>,
    useless_after: Option<DateTime<Utc>>,
) -> Result<QueuedMessage, SealError> {
    let random = ports.entropy.hex::<16>();
    let reference = match message.thread() {
        Some(thread) => format!("{thread}-{random}"),
        None => random,
    };
    Ok(QueuedMessage {
        channel: M::CHANNEL,
        destination,
        sealed: ports
            .keys
            .seal(&SealedPlace::Message(reference.clone()), &encode(message))?,
        reference,
        queued_on: at,
        useless_after,
    })
}

/// Returns the thread of the message that has this reference. The reference begins with it.
pub(super) fn thread_of(reference: &str) -> Option<&str> {
    reference.rsplit_once('-').map(|(thread, _)| thread)
}

/// Opens a message that [`post`] sealed.
pub fn open<M: Enclosed>(keys: &dyn Keys, reference: &str, sealed: &[u8]) -> Result<M, OpenError> {
    decode(&keys.open(&SealedPlace::Message(reference.to_owned()), sealed)?).ok_or(OpenError::Form)
}

/// Encodes the format byte and the texts. The length of each text precedes it, as four bytes in
/// little-endian order.
fn encode<M: Enclosed>(message: &M) -> Vec<u8> {
    let mut bytes = vec![M::FORM];
    for text in message.texts() {
        // No message comes near 4 GiB.
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes
}

fn decode<M: Enclosed>(bytes: &[u8]) -> Option<M> {
    let (form, mut rest) = bytes.split_first()?;
    if *form != M::FORM {
        return None;
    }
    let mut next = || -> Option<String> {
        let (length, behind) = rest.split_first_chunk::<4>()?;
        let (text, behind) = behind.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
        rest = behind;
        String::from_utf8(text.to_vec()).ok()
    };
    let message = M::from_texts(&mut next)?;
    rest.is_empty().then_some(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail() -> MailMessage {
        MailMessage {
            to: "ada@aditus.example".into(),
            subject: "Für Ada".into(),
            text: "One\n\nTwo".into(),
            html: String::new(),
            ..MailMessage::default()
        }
    }

    fn text() -> TextMessage {
        TextMessage {
            to: "+256772000111".into(),
            text: "Für Ada".into(),
        }
    }

    #[test]
    fn encoded_messages_decode_to_the_original() {
        assert_eq!(decode(&encode(&mail())), Some(mail()));
        assert_eq!(decode(&encode(&text())), Some(text()));
    }

    #[test]
    fn truncated_extended_and_foreign_bytes_are_rejected() {
        let whole = encode(&mail());
        for end in 0..whole.len() {
            assert_eq!(decode::<MailMessage>(&whole[..end]), None, "cut at {end}");
        }
        let mut longer = whole.clone();
        longer.push(0);
        assert_eq!(decode::<MailMessage>(&longer), None);
        assert_eq!(decode::<TextMessage>(&whole), None);
        let mut other_form = whole;
        other_form[0] = 9;
        assert_eq!(decode::<MailMessage>(&other_form), None);
    }
}
