//! A database wrapper for calls with an idempotency key.

use std::sync::Arc;

use super::Claim;
use crate::forward_database;
use crate::ports::{Database, StoreError, Transaction};

/// A database whose transactions mark the claim of the call as carried out.
pub struct IdempotentDatabase {
    database: Arc<dyn Database>,
    claim: Claim,
}

impl IdempotentDatabase {
    /// Wraps a database for the call with this claim.
    pub fn new(database: Arc<dyn Database>, claim: Claim) -> Self {
        Self { database, claim }
    }
}

impl Database for IdempotentDatabase {
    forward_database!(database);

    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.database.begin_idempotent(&self.claim)
    }

    fn begin_idempotent(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.database.begin_idempotent(claim)
    }

    fn begin_separate(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.database.begin_separate()
    }
}
