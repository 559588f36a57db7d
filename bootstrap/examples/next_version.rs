//! The product as its next version may be: with one migration more. The test of several nodes upgrades to it while they serve
//! (`frontend/e2e/nodes.spec.ts`); nothing of it ships.

use std::process::ExitCode;
use std::sync::Arc;

use aditus_application::idempotency::Claim;
use aditus_application::integrity::{Difference, Examination, Part};
use aditus_application::ports::{Database, MigratableDatabase, Signals, StoreError, Transaction, Views};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};

/// What the next version adds: a column that the version before neither reads nor has to write.
const MIGRATION: &str = "20991231000001";
const ADDS: &str = "ALTER TABLE data_requests ADD COLUMN IF NOT EXISTS next_version_note TEXT; \
     INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231000001') ON CONFLICT DO NOTHING;";

fn main() -> ExitCode {
    aditus::run(|application| {
        Ok(
            application.with_database("the database of the next version", |opening| {
                let url = std::env::var("ADITUS_DATABASE_URL")?;
                let inner = opening.usual()?;
                Ok(Arc::new(NextVersion { inner, url }))
            }),
        )
    })
}

struct NextVersion {
    inner: Arc<dyn MigratableDatabase>,
    url: String,
}

impl Database for NextVersion {
    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.inner.begin()
    }

    fn begin_marking(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.inner.begin_marking(claim)
    }

    fn begin_aside(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.inner.begin_aside()
    }

    fn let_others_write(&self) {
        self.inner.let_others_write();
    }

    fn read(&self) -> Result<Box<dyn Views + '_>, StoreError> {
        self.inner.read()
    }

    fn for_one_call(&self) -> Option<Arc<dyn Database>> {
        self.inner.for_one_call()
    }

    fn examine(&self) -> Result<Option<Box<dyn Examination + '_>>, StoreError> {
        self.inner.examine()
    }

    fn mend(&self, part: Part, ids: &[i64]) -> Result<Vec<Difference>, StoreError> {
        self.inner.mend(part, ids)
    }

    fn signals(&self) -> Signals {
        self.inner.signals()
    }

    fn ping(&self) -> Result<(), StoreError> {
        self.inner.ping()
    }
}

impl MigratableDatabase for NextVersion {
    fn migrate(&self) -> Result<Vec<String>, StoreError> {
        let mut applied = self.inner.migrate()?;
        let mut connection = PgConnection::establish(&self.url).map_err(StoreError::internal)?;
        connection.batch_execute(ADDS).map_err(StoreError::internal)?;
        applied.push(MIGRATION.to_owned());
        Ok(applied)
    }

    fn unknown_migrations(&self) -> Result<Vec<String>, StoreError> {
        let mut unknown = self.inner.unknown_migrations()?;
        unknown.retain(|name| name != MIGRATION);
        Ok(unknown)
    }
}
