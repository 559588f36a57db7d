//! Finds the key that signed a checkpoint, among the successive keys of the log.

use thiserror::Error;

use super::views::LogKeyView;
use crate::ports::{LogError, SignedHead, TransparencyLog};

/// Errors of a checkpoint that does not belong to the log.
#[derive(Debug, Error)]
pub(in crate::audit) enum SignerError {
    /// The checkpoint is malformed, or no key of the log signed it.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The signing key had been retired, so its secret should no longer exist.
    #[error("it is signed by {key}, which was retired before: someone has kept the secret of that key")]
    Retired {
        /// The key.
        key: String,
    },
}

/// The keys of a log along its checkpoints, in order of insertion. Once a newer key has signed,
/// older keys must not sign any more.
pub(in crate::audit) struct KeyGenerations<'a> {
    /// Newest first.
    keys: Vec<&'a str>,
    /// The index of the newest key that has signed so far.
    current: usize,
}

impl<'a> KeyGenerations<'a> {
    /// Starts at the beginning of the log. `keys` are newest first.
    pub(in crate::audit) fn new(keys: &'a [LogKeyView]) -> Self {
        let keys: Vec<&str> = keys.iter().map(|key| key.verifier_key.as_str()).collect();
        let current = keys.len();
        Self { keys, current }
    }

    /// Verifies the next checkpoint and returns its signed head. Refuses one that only a retired
    /// key has signed.
    pub(in crate::audit) fn next(
        &mut self,
        log: &dyn TransparencyLog,
        note: &str,
    ) -> Result<SignedHead, SignerError> {
        // Nearly always the same key as before. The newer keys are few and unused so far.
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
                    Some(key) => Err(SignerError::Retired {
                        key: (*key).to_owned(),
                    }),
                    None => Err(LogError::NotSigned.into()),
                }
            }
            Err(error) => Err(error.into()),
        }
    }
}
