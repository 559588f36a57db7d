//! Mails in the outbox: sealed, so that a code in a mail does not lie readable in the database (decisions A3).

use chrono::{DateTime, Utc};
use thiserror::Error;

use super::QueuedMail;
use crate::failure::{Failure, Kind};
use crate::ports::{Keys, MailMessage, Ports, SealError, StoreError, Transaction};

/// A mail could not be queued; the transaction must not be committed.
#[derive(Debug, Error)]
pub enum PostError {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
    /// The mail could not be sealed.
    #[error("Something went wrong on our side. Try again in a moment.")]
    Seal(#[from] SealError),
}

impl Failure for PostError {
    fn kind(&self) -> Kind {
        match self {
            Self::Store(error) => error.kind(),
            Self::Seal(_) => Kind::Internal,
        }
    }
}

/// What was in a sealed mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The mail.
    pub mail: MailMessage,
    /// The same at each attempt to send it, and of no other mail.
    pub reference: String,
}

/// The sealed bytes hold no mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OpenError {
    /// They were not sealed with the secrets of this installation.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// They were sealed, but are not in the form that this version writes.
    #[error("the sealed mail is not in a form that this version of Aditus reads")]
    Form,
}

/// Queues a mail, sealed, in the transaction of what it tells of. `useless_after` is when there is no point in sending it
/// any more.
pub fn post(
    ports: &Ports,
    transaction: &mut dyn Transaction,
    mail: &MailMessage,
    at: DateTime<Utc>,
    useless_after: Option<DateTime<Utc>>,
) -> Result<(), PostError> {
    let reference = ports.entropy.hex::<16>();
    let sealed = ports.keys.seal(&encode(mail, &reference))?;
    transaction.outbox().queue(&QueuedMail {
        sealed,
        queued_on: at,
        useless_after,
    })?;
    Ok(())
}

/// Opens a mail that [`post`] sealed.
pub fn open(keys: &dyn Keys, sealed: &[u8]) -> Result<Opened, OpenError> {
    decode(&keys.open(sealed)?).ok_or(OpenError::Form)
}

/// The first byte says in which form the rest is, so that a later version can read what an earlier one queued.
const FORM: u8 = 1;

/// The form: for each of the five texts its length in bytes, four of them, smallest first, and the text.
fn encode(mail: &MailMessage, reference: &str) -> Vec<u8> {
    let mut bytes = vec![FORM];
    for text in [reference, &mail.to, &mail.subject, &mail.text, &mail.html] {
        // No mail of ours comes near 4 GiB.
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes
}

fn decode(bytes: &[u8]) -> Option<Opened> {
    let (form, mut rest) = bytes.split_first()?;
    if *form != FORM {
        return None;
    }
    let mut next = || -> Option<String> {
        let (length, behind) = rest.split_first_chunk::<4>()?;
        let (text, behind) = behind.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
        rest = behind;
        String::from_utf8(text.to_vec()).ok()
    };
    let reference = next()?;
    let mail = MailMessage {
        to: next()?,
        subject: next()?,
        text: next()?,
        html: next()?,
    };
    rest.is_empty().then_some(Opened { mail, reference })
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
        }
    }

    #[test]
    fn what_was_packed_is_unpacked() {
        let opened = decode(&encode(&mail(), "0a0b"));
        assert_eq!(
            opened,
            Some(Opened {
                mail: mail(),
                reference: "0a0b".into()
            })
        );
    }

    #[test]
    fn nothing_else_is_read() {
        let whole = encode(&mail(), "0a0b");
        for end in 0..whole.len() {
            assert_eq!(decode(&whole[..end]), None, "cut at {end}");
        }
        let mut longer = whole.clone();
        longer.push(0);
        assert_eq!(decode(&longer), None);
        let mut other_form = whole;
        other_form[0] = 2;
        assert_eq!(decode(&other_form), None);
    }
}
