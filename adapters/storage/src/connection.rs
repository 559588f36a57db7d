//! Connections to either database, and their pools.

use std::sync::Arc;
use std::time::{Duration, Instant};

use aditus_application::ports::StoreError;
use diesel::connection::SimpleConnection;
use diesel::r2d2::{Pool, R2D2Connection};
use diesel::{Connection, PgConnection, SqliteConnection};
use thiserror::Error;

use crate::options::Options;
use crate::outage::Outage;
use crate::pool_statistics::{PoolStatistics, StatisticsHandler};
use crate::read_only;

/// A connection to one of the supported databases.
#[derive(diesel::MultiConnection)]
pub enum AnyConnection {
    /// PostgreSQL.
    Postgres(PgConnection),
    /// SQLite.
    Sqlite(SqliteConnection),
}

impl AnyConnection {
    pub(crate) fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

pub(crate) type ConnectionPool = Pool<Manager>;
/// A connection checked out of its pool.
pub(crate) type PooledConnection = diesel::r2d2::PooledConnection<Manager>;

/// The database URL has an unsupported scheme.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the database address must begin with sqlite:// or postgres://, not with {0:?}")]
pub struct UnknownScheme(pub String);

/// The database, identified by the scheme of its URL. Diesel's own `establish` would try one
/// backend after the other, and create a SQLite file for a mistyped PostgreSQL URL.
#[derive(Debug, Clone)]
pub(crate) enum Target {
    Postgres(String),
    Sqlite(String),
}

impl Target {
    pub(crate) fn parse(url: &str) -> Result<Self, UnknownScheme> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Ok(Self::Postgres(url.to_owned()))
        } else if let Some(path) = url.strip_prefix("sqlite://").filter(|path| !path.is_empty()) {
            Ok(Self::Sqlite(path.to_owned()))
        } else {
            Err(UnknownScheme(
                url.split("://").next().unwrap_or_default().to_owned(),
            ))
        }
    }

    /// Returns the URL at which a listener receives the signals of all nodes, or `None` if this
    /// node is the only one.
    pub(crate) fn listener_url(&self) -> Option<&str> {
        match self {
            Self::Postgres(url) => Some(url),
            Self::Sqlite(_) => None,
        }
    }
}

/// Purpose of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Write transactions.
    Writing,
    /// Read models. SQLite rejects writes on these connections.
    Reading,
}

/// A connection with the state that the pool needs.
pub(crate) struct ManagedConnection {
    pub(crate) connection: AnyConnection,
    /// Set after an error that a dead connection may have caused.
    suspect: bool,
    last_used: Instant,
}

impl ManagedConnection {
    /// Makes the pool test the connection before it lends it again.
    pub(crate) fn mark_suspect(&mut self) {
        self.suspect = true;
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Manager {
    target: Target,
    purpose: Purpose,
    durable: bool,
    write_lock_timeout: Duration,
    outage: Arc<Outage>,
}

impl Manager {
    pub(crate) fn new(target: Target, purpose: Purpose, options: &Options) -> Self {
        Self {
            target,
            purpose,
            durable: options.durable,
            write_lock_timeout: options.write_lock_timeout,
            outage: Arc::default(),
        }
    }

    pub(crate) fn open(&self) -> Result<AnyConnection, diesel::r2d2::Error> {
        use diesel::r2d2::Error::{ConnectionError, QueryError};
        match &self.target {
            Target::Postgres(url) => {
                let mut connection = PgConnection::establish(url).map_err(ConnectionError)?;
                connection.batch_execute(POSTGRES_SETTINGS).map_err(QueryError)?;
                Ok(AnyConnection::Postgres(connection))
            }
            Target::Sqlite(path) => {
                let mut connection =
                    SqliteConnection::establish(&read_only::address(path)).map_err(ConnectionError)?;
                let synchronous = if self.durable { "FULL" } else { "OFF" };
                let query_only = if self.purpose == Purpose::Reading {
                    "ON"
                } else {
                    "OFF"
                };
                connection
                    .batch_execute(&format!(
                        "PRAGMA busy_timeout = {}; {SQLITE_SETTINGS} PRAGMA synchronous = {synchronous}; \
                         PRAGMA query_only = {query_only};",
                        self.write_lock_timeout.as_millis()
                    ))
                    .map_err(QueryError)?;
                Ok(AnyConnection::Sqlite(connection))
            }
        }
    }
}

/// Settings of every PostgreSQL connection.
///
/// Generic plans, because Diesel binds `LIMIT`, and PostgreSQL would otherwise plan every call
/// anew. Generic plans overestimate the number of rows, so PostgreSQL would compile them to machine
/// code, which takes far longer than reading ten rows; hence no JIT. The timeouts keep a stuck
/// client from blocking others forever. Every search scans the pending list of the GIN indexes,
/// which 64 kB keep short. Bulk inserts merge their entries themselves.
const POSTGRES_SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET jit = off; SET timezone = 'UTC'; \
     SET gin_pending_list_limit = '64kB'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s';";

/// Settings of every SQLite connection, after `busy_timeout`: the switch to WAL can itself find the
/// file busy.
///
/// The cache is small, because every connection has its own and the operating system caches the file for all
/// of them. The journal is checkpointed at 16 MiB. The commit that triggers a checkpoint waits for
/// it, and a page written by many commits is written back only once. The default of 4 MiB triggered
/// one every forty decisions and cost a tenth of their rate. `secure_delete` overwrites deleted
/// content, also when a row only moves. Otherwise, erased data would remain in free pages
/// (`erased_pages.rs`).
const SQLITE_SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; \
     PRAGMA secure_delete = ON; \
     PRAGMA cache_size = -4000; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY; \
     PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;";

/// A connection that was idle for longer than this is tested before it is lent.
const TRUSTED_FOR: Duration = Duration::from_secs(1);

impl diesel::r2d2::ManageConnection for Manager {
    type Connection = ManagedConnection;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<ManagedConnection, Self::Error> {
        let opened = self.open();
        self.outage.note(opened.is_ok(), Instant::now());
        Ok(ManagedConnection {
            connection: opened?,
            suspect: false,
            last_used: Instant::now(),
        })
    }

    fn is_valid(&self, managed: &mut ManagedConnection) -> Result<(), Self::Error> {
        if managed.last_used.elapsed() > TRUSTED_FOR {
            managed
                .connection
                .ping()
                .map_err(diesel::r2d2::Error::QueryError)?;
        }
        managed.last_used = Instant::now();
        Ok(())
    }

    fn has_broken(&self, managed: &mut ManagedConnection) -> bool {
        std::thread::panicking()
            || managed.connection.is_broken()
            || (std::mem::take(&mut managed.suspect) && managed.connection.ping().is_err())
    }
}

pub(crate) struct Pools {
    pub(crate) writers: ConnectionPool,
    pub(crate) readers: ConnectionPool,
    are_shared: bool,
    /// Usage statistics of each pool, with its name.
    pub(crate) statistics: Vec<(&'static str, ConnectionPool, Arc<PoolStatistics>)>,
    outage: Arc<Outage>,
    /// Usual maximum wait for a connection.
    usual_wait: Duration,
}

impl Pools {
    /// Returns true if reads and writes share one pool.
    pub(crate) fn are_shared(&self) -> bool {
        self.are_shared
    }

    /// Opens pools that grow on demand. SQLite has a single writer, because several would only
    /// block each other at the file, and less fairly. PostgreSQL has one pool for everything.
    pub(crate) fn open(target: &Target, options: &Options) -> Result<Self, r2d2::Error> {
        let mut statistics = Vec::new();
        let outage: Arc<Outage> = Arc::default();
        let mut opened = |name, purpose, size| {
            let manager = Manager {
                outage: Arc::clone(&outage),
                ..Manager::new(target.clone(), purpose, options)
            };
            let pool_statistics = Arc::new(PoolStatistics::default());
            let pool = pool(manager, size, options, Arc::clone(&pool_statistics))?;
            statistics.push((name, pool.clone(), pool_statistics));
            Ok(pool)
        };
        let (writers, readers, are_shared) = match target {
            Target::Postgres(_) => {
                let pool = opened("all", Purpose::Writing, options.connections)?;
                (pool.clone(), pool, true)
            }
            Target::Sqlite(_) => (
                opened("writing", Purpose::Writing, 1)?,
                opened("reading", Purpose::Reading, options.connections)?,
                false,
            ),
        };
        Ok(Self {
            writers,
            readers,
            are_shared,
            statistics,
            outage,
            usual_wait: options.connection_timeout,
        })
    }

    /// Checks a connection out of a pool. If the pool has open connections, the usual wait applies
    /// even during an outage, because one of them will be returned.
    pub(crate) fn checkout(&self, pool: &ConnectionPool) -> Result<PooledConnection, StoreError> {
        let wait = self.outage.max_wait(self.usual_wait, Instant::now());
        let wait = if wait < self.usual_wait && pool.state().connections > 0 {
            self.usual_wait
        } else {
            wait
        };
        pool.get_timeout(wait)
            .map_err(|error| StoreError::Unavailable(Box::new(error)))
    }
}

fn pool(
    manager: Manager,
    size: u32,
    options: &Options,
    statistics: Arc<PoolStatistics>,
) -> Result<ConnectionPool, r2d2::Error> {
    Pool::builder()
        .max_size(size.max(1))
        .min_idle(Some(0))
        .test_on_check_out(true)
        .connection_timeout(options.connection_timeout)
        .error_handler(Box::new(LogErrors))
        .event_handler(Box::new(StatisticsHandler(statistics)))
        .build(manager)
}

/// Logs errors of connections that the pool opens in the background.
#[derive(Debug)]
struct LogErrors;

impl<E: std::error::Error> r2d2::HandleError<E> for LogErrors {
    fn handle_error(&self, error: E) {
        tracing::warn!(%error, "cannot open a database connection");
    }
}
