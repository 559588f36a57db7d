//! Binds values that version 0.1.0 sealed to their places. Version 0.1.0 bound them to nothing, so that a value opened wherever it was
//! copied to.

use crate::audit::{self, Unrecorded};
use crate::ports::{Ports, SealError, SealedPlace, StoreError};

/// The first byte of a value of version 0.1.0.
const UNBOUND: u8 = 1;

/// The number of values of version 0.1.0 that were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// Values that are sealed for their place now.
    pub bound: u64,
    /// Values that do not open, or that hold what does not belong to their place. They stay as they are and open nowhere.
    pub unreadable: u64,
}

/// Why the values stay as they are.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A value could not be sealed.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Seals every value of version 0.1.0 anew. A database without any is only read.
pub fn execute(ports: &Ports) -> Result<Answer, Error> {
    let mut answer = Answer::default();
    let mut transaction = ports.database.begin()?;
    let found = transaction.sealed_values().beginning_with(UNBOUND)?;
    for value in found {
        let plain = ports.keys.open_unbound(&value.sealed);
        let Some(plain) = plain.and_then(|plain| without_form(&value.place, &plain)) else {
            answer.unreadable += 1;
            continue;
        };
        let sealed = ports.keys.seal(&value.place, &plain)?;
        transaction.sealed_values().replace(&value, &sealed)?;
        answer.bound += 1;
    }
    if answer.bound > 0 {
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    }
    Ok(answer)
}

/// Returns the plain bytes as they are sealed now. Version 0.1.0 put a byte before them that told the purposes apart, except before
/// answers, which are JSON. Returns none where that byte is of another purpose: the value was moved.
fn without_form(place: &SealedPlace, plain: &[u8]) -> Option<Vec<u8>> {
    const LOG_KEY: u8 = b'L';
    const SOURCE_PASSWORD: u8 = 0xDB;
    const MAIL: u8 = 1;
    const TEXT: u8 = 2;
    match (place, plain.split_first()) {
        (SealedPlace::LogKey(_), Some((&LOG_KEY, secret))) => Some(secret.to_vec()),
        (SealedPlace::SourcePassword(_), Some((&SOURCE_PASSWORD, password))) => Some(password.to_vec()),
        (SealedPlace::Message(_), Some((&form @ (MAIL | TEXT), rest))) => {
            // The reference was the first text of a message. It is a column now.
            let (length, rest) = rest.split_first_chunk::<4>()?;
            let (_, texts) = rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
            Some([&[form], texts].concat())
        }
        (SealedPlace::KeptAnswer(_), None) => Some(Vec::new()),
        (SealedPlace::KeptAnswer(_), Some((first, _))) => {
            let is_other = [LOG_KEY, SOURCE_PASSWORD, MAIL, TEXT].contains(first);
            (!is_other).then(|| plain.to_vec())
        }
        _ => None,
    }
}
