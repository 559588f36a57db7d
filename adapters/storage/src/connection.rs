//! Connections to either database, and the pools that keep them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use aditus_application::ports::StoreError;
use diesel::connection::SimpleConnection;
use diesel::r2d2::{Pool, PooledConnection, R2D2Connection};
use diesel::{Connection, PgConnection, SqliteConnection};
use thiserror::Error;

use crate::away::Away;
use crate::options::Options;
use crate::pool_use::{Counting, Lending};
use crate::read_only;

/// A connection to whichever database there is.
#[derive(diesel::MultiConnection)]
pub enum AnyConnection {
    /// PostgreSQL.
    Postgres(PgConnection),
    /// SQLite.
    Sqlite(SqliteConnection),
}

impl AnyConnection {
    /// Returns true on PostgreSQL.
    pub(crate) fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

/// A pool of connections.
pub(crate) type ConnectionPool = Pool<Manager>;
/// A connection on loan from its pool.
pub(crate) type Loan = PooledConnection<Manager>;

/// The address names no database that Aditus knows.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the database address must begin with sqlite:// or postgres://, not with {0:?}")]
pub struct UnknownScheme(pub String);

/// Which database, by the scheme of its address. Diesel's own `establish` would try one after the other, and make a
/// SQLite file of a mistyped PostgreSQL address.
#[derive(Debug, Clone)]
pub(crate) enum Target {
    /// The whole address.
    Postgres(String),
    /// The path of the file.
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

    /// The address at which a listener hears of the commits of all nodes; none where this node is the only one.
    pub(crate) fn messenger(&self) -> Option<&str> {
        match self {
            Self::Postgres(url) => Some(url),
            Self::Sqlite(_) => None,
        }
    }
}

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// Write transactions.
    Writing,
    /// Read models; SQLite refuses writes on it.
    Reading,
}

/// A connection with what the pool must know of it.
pub(crate) struct Link {
    pub(crate) connection: AnyConnection,
    /// An error was seen that a dead connection may have caused.
    suspect: bool,
    last_used: Instant,
}

impl Link {
    /// Has the pool look whether the connection lives before it is lent again.
    pub(crate) fn suspect(&mut self) {
        self.suspect = true;
    }
}

/// Opens connections for a pool.
#[derive(Debug, Clone)]
pub(crate) struct Manager {
    target: Target,
    purpose: Use,
    durable: bool,
    away: Arc<Away>,
}

impl Manager {
    pub(crate) fn new(target: Target, purpose: Use, options: &Options) -> Self {
        Self {
            target,
            purpose,
            durable: options.durable,
            away: Arc::default(),
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
                let query_only = if self.purpose == Use::Reading { "ON" } else { "OFF" };
                connection
                    .batch_execute(&format!(
                        "{SQLITE_SETTINGS} PRAGMA synchronous = {synchronous}; PRAGMA query_only = {query_only};"
                    ))
                    .map_err(QueryError)?;
                Ok(AnyConnection::Sqlite(connection))
            }
        }
    }
}

/// Diesel binds LIMIT, for which PostgreSQL would plan every call anew. A plan for every value expects many rows, and would be compiled to
/// machine code at each call, which takes far longer than the ten rows do. The time-outs keep one stuck client from
/// holding up the others for ever. Every search reads what the search indexes have not merged yet, which 64 kB keep short; whoever
/// adds very much at once merges it at once.
const POSTGRES_SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET jit = off; SET timezone = 'UTC'; \
     SET gin_pending_list_limit = '64kB'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s';";

/// `busy_timeout` comes first, or the switch to WAL itself can find the file busy. The cache is small because every
/// connection has its own; the operating system caches the file for all of them. The journal is written back when it has 16 MiB: whoever
/// commits then waits for it, and of the pages that many commits have written each is written back once. With the usual 4 MiB that came
/// every forty decisions and took a tenth of their rate. Deleted content is overwritten, also where a row only moves:
/// what an erasure has to reach would otherwise stand in free pages (`erased_pages.rs`).
const SQLITE_SETTINGS: &str = "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; \
     PRAGMA secure_delete = ON; \
     PRAGMA cache_size = -4000; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY; \
     PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;";

/// A connection that rested longer than this is asked for a sign of life before it is lent.
const TRUSTED_FOR: Duration = Duration::from_secs(1);

impl diesel::r2d2::ManageConnection for Manager {
    type Connection = Link;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Link, Self::Error> {
        let opened = self.open();
        self.away.note(opened.is_ok(), Instant::now());
        Ok(Link {
            connection: opened?,
            suspect: false,
            last_used: Instant::now(),
        })
    }

    fn is_valid(&self, link: &mut Link) -> Result<(), Self::Error> {
        if link.last_used.elapsed() > TRUSTED_FOR {
            link.connection.ping().map_err(diesel::r2d2::Error::QueryError)?;
        }
        link.last_used = Instant::now();
        Ok(())
    }

    fn has_broken(&self, link: &mut Link) -> bool {
        std::thread::panicking()
            || link.connection.is_broken()
            || (std::mem::take(&mut link.suspect) && link.connection.ping().is_err())
    }
}

/// The pools of one database.
pub(crate) struct Pools {
    pub(crate) writers: ConnectionPool,
    pub(crate) readers: ConnectionPool,
    is_one: bool,
    /// What was lent of each, under its name.
    pub(crate) lending: Vec<(&'static str, ConnectionPool, Arc<Lending>)>,
    away: Arc<Away>,
    /// How long a call waits for a connection.
    usual_patience: Duration,
}

impl Pools {
    /// Whether those who read may write by the same connection.
    pub(crate) fn are_one(&self) -> bool {
        self.is_one
    }

    /// Opens pools that grow as they are needed. SQLite has one writer, because writers would only wait for each other
    /// at the file, and less fairly; PostgreSQL has one pool for all.
    pub(crate) fn open(target: &Target, options: &Options) -> Result<Self, r2d2::Error> {
        let mut lending = Vec::new();
        let away: Arc<Away> = Arc::default();
        let mut opened = |name, purpose, size| {
            let manager = Manager {
                away: Arc::clone(&away),
                ..Manager::new(target.clone(), purpose, options)
            };
            let lent = Arc::new(Lending::default());
            let pool = pool(manager, size, options, Arc::clone(&lent))?;
            lending.push((name, pool.clone(), lent));
            Ok(pool)
        };
        let (writers, readers, is_one) = match target {
            Target::Postgres(_) => {
                let pool = opened("all", Use::Writing, options.connections)?;
                (pool.clone(), pool, true)
            }
            Target::Sqlite(_) => (
                opened("writing", Use::Writing, 1)?,
                opened("reading", Use::Reading, options.connections)?,
                false,
            ),
        };
        Ok(Self {
            writers,
            readers,
            is_one,
            lending,
            away,
            usual_patience: options.connection_timeout,
        })
    }

    /// Lends a connection of one of these pools. A pool with open connections is waited for as long as usual: one of them is given back.
    pub(crate) fn lend(&self, pool: &ConnectionPool) -> Result<Loan, StoreError> {
        let patience = self.away.patience(self.usual_patience, Instant::now());
        let patience = if patience < self.usual_patience && pool.state().connections > 0 {
            self.usual_patience
        } else {
            patience
        };
        pool.get_timeout(patience)
            .map_err(|error| StoreError::Unavailable(Box::new(error)))
    }
}

fn pool(
    manager: Manager,
    size: u32,
    options: &Options,
    lending: Arc<Lending>,
) -> Result<ConnectionPool, r2d2::Error> {
    Pool::builder()
        .max_size(size.max(1))
        .min_idle(Some(0))
        .test_on_check_out(true)
        .connection_timeout(options.connection_timeout)
        .error_handler(Box::new(LogErrors))
        .event_handler(Box::new(Counting(lending)))
        .build(manager)
}

/// Connections are opened in the background: what goes wrong there belongs into the log.
#[derive(Debug)]
struct LogErrors;

impl<E: std::error::Error> r2d2::HandleError<E> for LogErrors {
    fn handle_error(&self, error: E) {
        tracing::warn!(%error, "a database connection could not be opened");
    }
}
