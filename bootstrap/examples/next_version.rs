//! The product as a future version: with one additional migration. The test of several nodes
//! upgrades to it while they serve (`frontend/e2e/nodes.spec.ts`). It is not shipped.

use std::process::ExitCode;
use std::sync::Arc;

use aditus_application::forward_database;
use aditus_application::idempotency::Claim;
use aditus_application::ports::{Database, MigratableDatabase, StoreError, Transaction};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};

/// The migration of the future version: adds a column that the present version neither reads nor
/// has to write.
const MIGRATION: &str = "20991231000001";
const ADD_COLUMN: &str = "ALTER TABLE data_requests ADD COLUMN IF NOT EXISTS next_version_note TEXT; \
     INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231000001') ON CONFLICT DO NOTHING;";

fn main() -> ExitCode {
    aditus::run(|application| {
        Ok(
            application.with_database("the database of the next version", |context| {
                let url = std::env::var("ADITUS_DATABASE_URL")?;
                let inner = context.built_in()?;
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
    forward_database!(inner);

    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.inner.begin()
    }

    fn begin_idempotent(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.inner.begin_idempotent(claim)
    }

    fn begin_separate(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.inner.begin_separate()
    }

    fn per_request(&self) -> Option<Arc<dyn Database>> {
        self.inner.per_request()
    }
}

impl MigratableDatabase for NextVersion {
    fn migrate(&self) -> Result<Vec<String>, StoreError> {
        let mut applied = self.inner.migrate()?;
        let mut connection = PgConnection::establish(&self.url).map_err(StoreError::internal)?;
        connection
            .batch_execute(ADD_COLUMN)
            .map_err(StoreError::internal)?;
        applied.push(MIGRATION.to_owned());
        Ok(applied)
    }

    fn unknown_migrations(&self) -> Result<Vec<String>, StoreError> {
        let mut unknown = self.inner.unknown_migrations()?;
        unknown.retain(|name| name != MIGRATION);
        Ok(unknown)
    }

    fn missing_migrations(&self) -> Result<Vec<String>, StoreError> {
        let mut missing = self.inner.missing_migrations()?;
        let has_it = self
            .inner
            .unknown_migrations()?
            .iter()
            .any(|name| name == MIGRATION);
        if !has_it {
            missing.push(MIGRATION.to_owned());
        }
        Ok(missing)
    }
}
