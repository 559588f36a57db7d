//! A wrapper around a database that counts commits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use aditus_application::audit::Recorded;
use aditus_application::idempotency::Claim;
use aditus_application::ports::{
    Database, DatabaseBackup, ExclusiveLock, MigratableDatabase, StoreError, Transaction,
};
use aditus_application::{forward_database, forward_transaction};

/// A database with a counter: `dyn Database`, or one that can be migrated.
pub struct Counted<D: ?Sized> {
    inner: Arc<D>,
    commits: Arc<AtomicU64>,
}

impl<D: ?Sized> Counted<D> {
    pub fn wrapping(inner: Arc<D>) -> Self {
        let commits = Arc::default();
        Self { inner, commits }
    }

    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    fn counting<'a>(&'a self, inner: Box<dyn Transaction + 'a>) -> Box<dyn Transaction + 'a> {
        let commits = &self.commits;
        Box::new(Counting { inner, commits })
    }
}

impl<D: Database + ?Sized> Database for Counted<D> {
    forward_database!(inner);

    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Ok(self.counting(self.inner.begin()?))
    }

    fn begin_idempotent(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Ok(self.counting(self.inner.begin_idempotent(claim)?))
    }

    fn begin_separate(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Ok(self.counting(self.inner.begin_separate()?))
    }

    fn per_request(&self) -> Option<Arc<dyn Database>> {
        let inner = self.inner.per_request()?;
        let commits = Arc::clone(&self.commits);
        Some(Arc::new(Counted { inner, commits }))
    }
}

impl<D: MigratableDatabase + ?Sized> MigratableDatabase for Counted<D> {
    fn migrate(&self) -> Result<Vec<String>, StoreError> {
        self.inner.migrate()
    }

    fn unknown_migrations(&self) -> Result<Vec<String>, StoreError> {
        self.inner.unknown_migrations()
    }

    fn missing_migrations(&self) -> Result<Vec<String>, StoreError> {
        self.inner.missing_migrations()
    }

    fn claim_for_server(&self) -> Result<Option<Box<dyn ExclusiveLock>>, StoreError> {
        self.inner.claim_for_server()
    }

    fn backup(&self) -> Option<&dyn DatabaseBackup> {
        self.inner.backup()
    }
}

struct Counting<'a> {
    inner: Box<dyn Transaction + 'a>,
    commits: &'a AtomicU64,
}

impl Transaction for Counting<'_> {
    forward_transaction!(inner);

    fn commit(self: Box<Self>, recorded: Recorded) -> Result<(), StoreError> {
        self.inner.commit(recorded)?;
        self.commits.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}
