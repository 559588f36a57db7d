//! Empty databases for tests, of this crate and of others. Each test has its own.
//!
//! PostgreSQL is a temporary server that the first test of a process starts
//! (`ADITUS_TEST_POSTGRES_URL` names another one). Its databases are copies of a migrated template.
//! Failures here end the test.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "a panic is how a test ends"
)]

#[cfg(test)]
pub(crate) mod plans;
mod postgres;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use aditus_application::ports::MigratableDatabase;
use aditus_domain::hex;
use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::{Connection, PgConnection, RunQueryDsl as _};
use tempfile::TempDir;

#[cfg(test)]
use crate::connection::{AnyConnection, Manager, Purpose, Target};
use crate::database::Store;
use crate::options::Options;

/// A database with the schema of this version and only the rows that migrations insert. It has no
/// audit entries.
pub struct TestDatabase {
    store: Arc<Store>,
    url: String,
    by_hand: AtomicBool,
    // Removed at the end of the test.
    _folder: Option<TempDir>,
    _postgres: Option<Dropped>,
}

/// A PostgreSQL database that is dropped at the end of the test if it uses memory.
struct Dropped {
    name: String,
}

impl Drop for Dropped {
    fn drop(&mut self) {
        let server = postgres::server();
        if server.is_in_memory() {
            // Other stores of the test may still have connections.
            let statement = format!("DROP DATABASE {} WITH (FORCE)", self.name);
            // Nothing depends on it: the folder of the server is removed in the end.
            let _ = PgConnection::establish(&server.url("postgres"))
                .map(|mut connection| connection.batch_execute(&statement));
        }
    }
}

/// Returns options for many small tests: few connections each, and no waiting for the disk.
fn options() -> Options {
    Options {
        connections: 4,
        connection_timeout: Duration::from_secs(30),
        durable: false,
        ..Options::default()
    }
}

impl TestDatabase {
    /// Creates a SQLite database.
    pub fn sqlite() -> Self {
        static TEMPLATE: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
        let (_, template) = TEMPLATE.get_or_init(|| {
            let folder = TempDir::new().expect("a folder for the template");
            let path = folder.path().join("template.db");
            migrated(&format!("sqlite://{}", path.display()));
            (folder, path)
        });
        let folder = TempDir::new().expect("a folder for the database");
        let path = folder.path().join("test.db");
        std::fs::copy(template, &path).expect("a copy of the template");
        Self::open(format!("sqlite://{}", path.display()), Some(folder), None)
    }

    /// Creates a PostgreSQL database.
    pub fn postgres() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        static TEMPLATE: OnceLock<String> = OnceLock::new();
        let server = postgres::server();
        let process = std::process::id();
        let template = TEMPLATE.get_or_init(|| {
            let name = format!("aditus_template_{process}");
            create(server, &format!("CREATE DATABASE {name}"));
            migrated(&server.url(&name));
            name
        });
        let name = format!("aditus_test_{process}_{}", NEXT.fetch_add(1, Ordering::Relaxed));
        // Without `fsync`, copying files takes half as long as the default strategy, which writes
        // the copy to the log.
        let copied = format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy");
        create(server, &copied);
        Self::open(server.url(&name), None, Some(Dropped { name }))
    }

    /// Creates a SQLite database without any migrations.
    pub fn empty_sqlite() -> Self {
        let folder = TempDir::new().expect("a folder for the database");
        let path = folder.path().join("empty.db");
        Self::open(format!("sqlite://{}", path.display()), Some(folder), None)
    }

    /// Creates a PostgreSQL database without any migrations.
    pub fn empty_postgres() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let server = postgres::server();
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("aditus_empty_{}_{number}", std::process::id());
        create(server, &format!("CREATE DATABASE {name}"));
        Self::open(server.url(&name), None, Some(Dropped { name }))
    }

    /// Opens another store on the database, like another process would.
    pub fn reopen(&self) -> Store {
        Store::connect(&self.url, &options()).expect("the test database opens")
    }

    /// Opens a connection with the default settings of a store, outside its pools.
    #[cfg(test)]
    pub(crate) fn connection(&self) -> AnyConnection {
        let target = Target::parse(&self.url).expect("the address of a database");
        let manager = Manager::new(target, Purpose::Writing, &Options::default());
        manager.open().expect("a connection")
    }

    /// Opens such a connection after filling the database with this statement, so that the planner
    /// has statistics of many rows.
    #[cfg(test)]
    pub(crate) fn filled(&self, many: &str) -> AnyConnection {
        let mut connection = self.connection();
        // Executed one by one, because PostgreSQL cannot vacuum in a transaction.
        for statement in [many, "VACUUM", "ANALYZE"] {
            connection.batch_execute(statement).expect("many rows");
        }
        connection
    }

    /// Runs statements directly on the database, bypassing the store.
    pub fn execute(&self, statements: &str) -> Result<(), Box<dyn std::error::Error>> {
        self.by_hand.store(true, Ordering::Relaxed);
        match self.url.strip_prefix("sqlite://") {
            Some(path) => diesel::SqliteConnection::establish(path)?.batch_execute(statements)?,
            None => PgConnection::establish(&self.url)?.batch_execute(statements)?,
        }
        Ok(())
    }

    /// Drops or disables the triggers that protect a table, like an attacker who owns the database.
    pub fn unprotect(&self, table: &str) {
        let statements: String = if let Some(path) = self.url.strip_prefix("sqlite://") {
            let mut connection = diesel::SqliteConnection::establish(path).expect("the database opens");
            let triggers = format!(
                "(SELECT coalesce(group_concat('DROP TRIGGER ' || name, ';'), '') FROM sqlite_master \
                  WHERE type = 'trigger' AND tbl_name = '{table}')"
            );
            diesel::select(sql::<diesel::sql_types::Text>(&triggers))
                .get_result(&mut connection)
                .expect("the triggers are listed")
        } else {
            format!("ALTER TABLE {table} DISABLE TRIGGER USER")
        };
        self.execute(&statements).expect("the triggers are taken away");
    }

    /// Runs statements like an attacker who owns the database: no trigger and no foreign key
    /// rejects them. All of these are restored afterwards, so that they do not reveal the change.
    pub fn tamper(&self, statements: &str) {
        let (before, after) = if let Some(path) = self.url.strip_prefix("sqlite://") {
            let mut connection = diesel::SqliteConnection::establish(path).expect("the database opens");
            let mut of_triggers = |column: &str| -> String {
                let texts = format!(
                    "(SELECT coalesce(group_concat({column}, ';'), '') FROM sqlite_master WHERE type = 'trigger')"
                );
                diesel::select(sql::<diesel::sql_types::Text>(&texts))
                    .get_result(&mut connection)
                    .expect("the triggers are listed")
            };
            let dropped = of_triggers("'DROP TRIGGER ' || name");
            (
                format!("PRAGMA foreign_keys = OFF; {dropped}"),
                of_triggers("sql"),
            )
        } else {
            ("SET session_replication_role = replica".to_owned(), String::new())
        };
        self.execute(&format!("{before}; {statements}; {after}"))
            .expect("the database is tampered with");
    }

    /// Describes the columns, in any table, that contain one of these texts, ignoring case. It
    /// searches texts, bytes, and the content of search indexes.
    pub fn columns_containing(&self, texts: &[&str]) -> Vec<String> {
        let needles: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
        if let Some(path) = self.url.strip_prefix("sqlite://") {
            let mut connection = diesel::SqliteConnection::establish(path).expect("the database opens");
            let columns = "SELECT m.name AS of_table, c.name AS of_column FROM sqlite_master m, pragma_table_info(m.name) c \
                           WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'";
            let held = |column: &str, text: &str| {
                let text = format!("CAST('{text}' AS BLOB)");
                format!(
                    "instr(CAST(lower(CAST({column} AS TEXT)) AS BLOB), {text}) > 0 OR instr(CAST({column} AS BLOB), {text}) > 0"
                )
            };
            return columns_containing(&mut connection, columns, &held, &needles);
        }
        let mut connection = PgConnection::establish(&self.url).expect("the database opens");
        let columns = "SELECT table_name::text AS of_table, column_name::text AS of_column FROM information_schema.columns \
                       WHERE table_schema = 'public'";
        let held = |column: &str, text: &str| {
            // Bytes are compared as hexadecimal digits.
            let digits = hex::encode(text.as_bytes());
            format!("strpos(lower({column}::text), '{text}') > 0 OR strpos({column}::text, '{digits}') > 0")
        };
        columns_containing(&mut connection, columns, &held, &needles)
    }

    fn open(url: String, folder: Option<TempDir>, postgres: Option<Dropped>) -> Self {
        let store = Store::connect(&url, &options()).expect("the test database opens");
        Self {
            store: Arc::new(store),
            url,
            by_hand: AtomicBool::new(false),
            _folder: folder,
            _postgres: postgres,
        }
    }

    /// Returns true after [`Self::execute`] was called. The stored values may then differ from
    /// those the store would have written.
    pub fn was_altered_by_hand(&self) -> bool {
        self.by_hand.load(Ordering::Relaxed)
    }

    /// Returns the store of the database.
    pub fn store(&self) -> Arc<Store> {
        Arc::clone(&self.store)
    }

    /// Simulates a full disk for this SQLite database: it may not grow, and has no free pages left.
    pub fn fill_disk(&self) {
        let mut writer = self.store.writer().expect("the writer");
        let connection = &mut writer.connection;
        connection
            .batch_execute("CREATE TABLE filler (content BLOB); PRAGMA max_page_count = 1;")
            .expect("a database that cannot grow");
        for size in [100_000, 10_000, 1_000, 100, 10] {
            let fill = format!("INSERT INTO filler VALUES (zeroblob({size}));");
            while connection.batch_execute(&fill).is_ok() {}
        }
    }

    /// Ends the effect of [`Self::fill_disk`].
    pub fn free_disk(&self) {
        let mut writer = self.store.writer().expect("the writer");
        let free = "PRAGMA max_page_count = 1000000; DROP TABLE filler;";
        writer
            .connection
            .batch_execute(free)
            .expect("a database that grows");
    }

    /// Makes this SQLite database reject writes, like a file system that became read-only.
    pub fn refuse_writes(&self) {
        self.set_query_only("ON");
    }

    /// Ends the effect of [`Self::refuse_writes`].
    pub fn allow_writes(&self) {
        self.set_query_only("OFF");
    }

    fn set_query_only(&self, value: &str) {
        let mut writer = self.store.writer().expect("the writer");
        writer
            .connection
            .batch_execute(&format!("PRAGMA query_only = {value};"))
            .expect("a setting of the writer");
    }

    /// Returns the URL of the database, for a process or a second store that uses it as well.
    pub fn url(&self) -> &str {
        &self.url
    }
}

/// Migrates a database and closes it, because a template must have no connections.
fn migrated(url: &str) {
    let store = Store::connect(url, &options()).expect("the template opens");
    store.migrate().expect("the template is migrated");
    drop(store);
    if let Some(path) = url.strip_prefix("sqlite://") {
        diesel::SqliteConnection::establish(path)
            .expect("the template opens")
            .batch_execute("PRAGMA wal_checkpoint(TRUNCATE)")
            .expect("the template is in one file");
    }
}

/// Creates a database. Copies of a template are made one at a time.
fn create(server: &postgres::Server, statement: &str) {
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _guard = ONE_AT_A_TIME
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut connection = PgConnection::establish(&server.url("postgres")).expect("the test server answers");
    for attempt in 1..=50_u32 {
        match connection.batch_execute(statement) {
            Ok(()) => return,
            // The connections of a store end a moment after it is dropped.
            Err(error) if attempt < 50 && error.to_string().contains("being accessed by other users") => {
                std::thread::yield_now();
            }
            Err(error) => panic!("{statement}: {error}"),
        }
    }
}

#[derive(diesel::QueryableByName)]
struct Column {
    #[diesel(sql_type = diesel::sql_types::Text)]
    of_table: String,
    #[diesel(sql_type = diesel::sql_types::Text)]
    of_column: String,
}

#[derive(diesel::QueryableByName)]
struct Number {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    number: i64,
}

/// Describes those columns listed by the query `columns` in which the condition made by `held`
/// finds one of the texts.
fn columns_containing<C>(
    connection: &mut C,
    columns: &str,
    held: &dyn Fn(&str, &str) -> String,
    texts: &[String],
) -> Vec<String>
where
    C: diesel::connection::LoadConnection,
    diesel::query_builder::SqlQuery: for<'a> diesel::query_dsl::LoadQuery<'a, C, Column>
        + for<'a> diesel::query_dsl::LoadQuery<'a, C, Number>,
{
    let columns: Vec<Column> =
        diesel::RunQueryDsl::load(diesel::sql_query(columns), connection).expect("a list of columns");
    let mut found = Vec::new();
    for Column { of_table, of_column } in columns {
        for text in texts {
            let holds = held(&format!("\"{of_column}\""), text);
            let query = format!("SELECT count(*) AS number FROM \"{of_table}\" WHERE {holds}");
            let counted: Vec<Number> =
                diesel::RunQueryDsl::load(diesel::sql_query(query), connection).expect("a number of rows");
            let number: i64 = counted.iter().map(|row| row.number).sum();
            if number > 0 {
                found.push(format!("{of_table}.{of_column} holds {text:?} in {number} rows"));
            }
        }
    }
    found
}
