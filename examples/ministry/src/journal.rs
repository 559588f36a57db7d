//! A database around another one, which gives each commit a line in a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use aditus_application::audit::Recorded;
use aditus_application::idempotency::Claim;
use aditus_application::ports::{
    Clock, Database, DatabaseBackup, MigratableDatabase, StoreError, Transaction, Turn,
};
use aditus_application::{forward_database, forward_transaction};

/// The file. A line is appended whole, whoever else does.
pub struct Journal {
    file: File,
    clock: Arc<dyn Clock>,
}

impl Journal {
    /// Opens the file, or makes it.
    pub fn open(path: &Path, clock: Arc<dyn Clock>) -> io::Result<Self> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Self { file, clock })
    }

    fn note(&self, what: &str) {
        let line = format!("{} {what}\n", self.clock.now().to_rfc3339());
        if let Err(error) = (&self.file).write_all(line.as_bytes()) {
            tracing::error!(%error, "a commit stands in no journal");
        }
    }
}

/// A database, `dyn Database` or one that can be migrated, with a journal.
pub struct Journalled<D: ?Sized> {
    inner: Arc<D>,
    journal: Arc<Journal>,
}

impl<D: ?Sized> Journalled<D> {
    /// Keeps a journal of what is committed to this database.
    pub fn around(inner: Arc<D>, journal: Journal) -> Self {
        let journal = Arc::new(journal);
        Self { inner, journal }
    }

    fn noted<'a>(
        &'a self,
        inner: Box<dyn Transaction + 'a>,
        what: &'static str,
    ) -> Box<dyn Transaction + 'a> {
        let journal = &self.journal;
        Box::new(Noted { inner, journal, what })
    }
}

impl<D: Database + ?Sized> Database for Journalled<D> {
    forward_database!(inner);

    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Ok(self.noted(self.inner.begin()?, "commit"))
    }

    fn begin_marking(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Ok(self.noted(self.inner.begin_marking(claim)?, "commit under a key"))
    }

    fn begin_aside(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Ok(self.noted(self.inner.begin_aside()?, "commit aside"))
    }

    fn for_one_call(&self) -> Option<Arc<dyn Database>> {
        let inner = self.inner.for_one_call()?;
        let journal = Arc::clone(&self.journal);
        Some(Arc::new(Journalled { inner, journal }))
    }
}

impl<D: MigratableDatabase + ?Sized> MigratableDatabase for Journalled<D> {
    fn migrate(&self) -> Result<Vec<String>, StoreError> {
        let applied = self.inner.migrate()?;
        for name in &applied {
            self.journal.note(&format!("migration {name}"));
        }
        Ok(applied)
    }

    fn unknown_migrations(&self) -> Result<Vec<String>, StoreError> {
        self.inner.unknown_migrations()
    }

    fn missing_migrations(&self) -> Result<Vec<String>, StoreError> {
        self.inner.missing_migrations()
    }

    fn claim_for_server(&self) -> Result<Option<Box<dyn Turn>>, StoreError> {
        self.inner.claim_for_server()
    }

    fn backup(&self) -> Option<&dyn DatabaseBackup> {
        self.inner.backup()
    }
}

struct Noted<'a> {
    inner: Box<dyn Transaction + 'a>,
    journal: &'a Journal,
    what: &'static str,
}

impl Transaction for Noted<'_> {
    forward_transaction!(inner);

    fn commit(self: Box<Self>, recorded: Recorded) -> Result<(), StoreError> {
        self.inner.commit(recorded)?;
        self.journal.note(self.what);
        Ok(())
    }
}
