//! Which of the keys that followed one another has signed.

use thiserror::Error;

use super::views::LogKeyView;
use crate::ports::{LogError, SignedHead, TransparencyLog};

/// Why a checkpoint is not one of the log.
#[derive(Debug, Error)]
pub(in crate::audit) enum NotOurs {
    /// It is in no form that is known, or no key of the log has signed it.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A key has signed it whose secret was to be gone.
    #[error("it is signed by {key}, which was retired before: somebody has kept the secret of that key")]
    Retired {
        /// The key.
        key: String,
    },
}

/// The keys of a log along its checkpoints, in the order in which these were added. What a newer key has begun to sign, no former one signs
/// any more.
pub(in crate::audit) struct Generations<'a> {
    /// Newest first.
    keys: Vec<&'a str>,
    /// The newest that has signed so far.
    current: usize,
}

impl<'a> Generations<'a> {
    /// At the beginning of the log; the keys newest first.
    pub(in crate::audit) fn of(keys: &'a [LogKeyView]) -> Self {
        let keys: Vec<&str> = keys.iter().map(|key| key.verifier_key.as_str()).collect();
        let current = keys.len();
        Self { keys, current }
    }

    /// What the next checkpoint says.
    pub(in crate::audit) fn next(
        &mut self,
        log: &dyn TransparencyLog,
        note: &str,
    ) -> Result<SignedHead, NotOurs> {
        // Nearly always the same key as before: the newer ones are few, and were not used then.
        let newer = self.current.min(self.keys.len());
        let upto = (self.current + 1).min(self.keys.len());
        let signed = log.open(note, &self.keys[..upto]);
        match signed {
            Ok(signed) => {
                let newest = (0..newer).find(|place| log.open(note, &self.keys[*place..=*place]).is_ok());
                self.current = newest.unwrap_or(self.current);
                Ok(signed)
            }
            Err(LogError::NotSigned) => {
                let former = &self.keys[upto..];
                match former.iter().find(|key| log.open(note, &[key]).is_ok()) {
                    Some(key) => Err(NotOurs::Retired {
                        key: (*key).to_owned(),
                    }),
                    None => Err(LogError::NotSigned.into()),
                }
            }
            Err(error) => Err(error.into()),
        }
    }
}
