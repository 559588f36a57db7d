//! The newest checkpoint that this node has seen, kept outside the database: it tells an older database, such as one of a backup, from the
//! one whose log was published.

use std::sync::{Mutex, PoisonError};

use thiserror::Error;

/// It cannot be read or written.
#[derive(Debug, Error)]
#[error("the checkpoint that is kept beside the database cannot be read or written")]
pub struct KeptError(#[source] pub Box<dyn std::error::Error + Send + Sync>);

/// Where a node keeps the newest checkpoint that it has signed.
pub trait KeptCheckpoint: Send + Sync {
    /// What was kept last; none at first.
    fn read(&self) -> Result<Option<String>, KeptError>;

    /// Keeps this one instead. It MUST be there whole or not at all, whenever the process dies.
    fn keep(&self, checkpoint: &str) -> Result<(), KeptError>;
}

/// For as long as the process lives.
#[derive(Debug, Default)]
pub struct KeptInMemory(Mutex<Option<String>>);

impl KeptCheckpoint for KeptInMemory {
    fn read(&self) -> Result<Option<String>, KeptError> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    fn keep(&self, checkpoint: &str) -> Result<(), KeptError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(checkpoint.to_owned());
        Ok(())
    }
}
