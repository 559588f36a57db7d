//! Aditus without audit entries, for measuring the cost of recording. It is not part of the
//! product.

use std::process::ExitCode;
use std::sync::Arc;

use aditus_application::audit::{AuditEntries, CountedRead, NewEntry, Recorded};
use aditus_application::idempotency::Claim;
use aditus_application::ports::{Database, DatabaseBackup, MigratableDatabase, StoreError, Transaction};
use aditus_application::{forward_database, forward_transaction};
use aditus_domain::audit::Kind;
use aditus_domain::ids::AuditEntryId;

/// The same allocator as in `aditus`, so that the two binaries differ only in recording.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    aditus::run(|application| {
        Ok(
            application.with_database("the database without its record", |context| {
                let inner = context.built_in()?;
                Ok(Arc::new(Unrecorded { inner }))
            }),
        )
    })
}

/// A database that drops every audit entry.
struct Unrecorded<D: ?Sized> {
    inner: Arc<D>,
}

impl<D: Database + ?Sized> Database for Unrecorded<D> {
    forward_database!(inner);

    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Ok(dropping(self.inner.begin()?))
    }

    fn begin_idempotent(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Ok(dropping(self.inner.begin_idempotent(claim)?))
    }

    fn begin_separate(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Ok(dropping(self.inner.begin_separate()?))
    }

    fn per_request(&self) -> Option<Arc<dyn Database>> {
        let inner = self.inner.per_request()?;
        Some(Arc::new(Unrecorded { inner }))
    }
}

impl<D: MigratableDatabase + ?Sized> MigratableDatabase for Unrecorded<D> {
    fn migrate(&self) -> Result<Vec<String>, StoreError> {
        self.inner.migrate()
    }

    fn unknown_migrations(&self) -> Result<Vec<String>, StoreError> {
        self.inner.unknown_migrations()
    }

    fn missing_migrations(&self) -> Result<Vec<String>, StoreError> {
        self.inner.missing_migrations()
    }

    fn backup(&self) -> Option<&dyn DatabaseBackup> {
        self.inner.backup()
    }
}

fn dropping<'a>(inner: Box<dyn Transaction + 'a>) -> Box<dyn Transaction + 'a> {
    Box::new(Dropping {
        inner,
        dropped: Dropped,
    })
}

struct Dropping<'a> {
    inner: Box<dyn Transaction + 'a>,
    dropped: Dropped,
}

impl Transaction for Dropping<'_> {
    forward_transaction!(inner, audit: dropped);

    fn commit(self: Box<Self>, recorded: Recorded) -> Result<(), StoreError> {
        self.inner.commit(recorded)
    }
}

struct Dropped;

impl AuditEntries for Dropped {
    fn add(&mut self, _entry: &NewEntry) -> Result<AuditEntryId, StoreError> {
        Ok(AuditEntryId(0))
    }

    fn has_any(&mut self, _kind: Kind) -> Result<bool, StoreError> {
        Ok(true)
    }

    fn increment_count(&mut self, _read: &CountedRead) -> Result<bool, StoreError> {
        Ok(false)
    }

    fn start_count(&mut self, _entry: AuditEntryId, _read: &CountedRead) -> Result<(), StoreError> {
        Ok(())
    }
}
