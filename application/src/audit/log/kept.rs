//! The newest checkpoint of this node, stored outside the database. It reveals if the database was
//! replaced by an older one, such as a backup.

use std::sync::{Mutex, PoisonError};

use thiserror::Error;

/// The file cannot be read or written.
#[derive(Debug, Error)]
#[error("the checkpoint that is kept beside the database cannot be read or written")]
pub struct KeptError(#[source] pub Box<dyn std::error::Error + Send + Sync>);

/// The storage of the newest checkpoint that this node has signed.
pub trait KeptCheckpoint: Send + Sync {
    /// Returns the stored checkpoint; `None` at first.
    fn read(&self) -> Result<Option<String>, KeptError>;

    /// Replaces the stored checkpoint. The write MUST be atomic, even if the process dies.
    fn save(&self, checkpoint: &str) -> Result<(), KeptError>;
}

/// Stores the checkpoint for the lifetime of the process.
#[derive(Debug, Default)]
pub struct InMemoryCheckpoint(Mutex<Option<String>>);

impl KeptCheckpoint for InMemoryCheckpoint {
    fn read(&self) -> Result<Option<String>, KeptError> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    fn save(&self, checkpoint: &str) -> Result<(), KeptError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(checkpoint.to_owned());
        Ok(())
    }
}
