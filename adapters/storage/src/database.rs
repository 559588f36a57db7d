//! Implements the application's `Database` port.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::idempotency::Claim;
use aditus_application::installation::monitoring::PoolUse;
use aditus_application::integrity::{Difference, IntegrityScan, Part};
use aditus_application::ports::{
    Database, DatabaseBackup, ExclusiveLock, MigratableDatabase, Signals, StoreError, Transaction, Views,
};
use diesel::r2d2::{ManageConnection, R2D2Connection};
use thiserror::Error;

use crate::connection::{Manager, PooledConnection, Pools, Purpose, Target, UnknownScheme};
use crate::error::DbError;
use crate::installation::trial_writes;
use crate::integrity::{self, Snapshot};
use crate::listener::Listener;
use crate::options::Options;
use crate::read_session::{CachedConnection, ReadSession};
use crate::server_lock;
use crate::signals::Subscribers;
use crate::transaction::WriteTransaction;
use crate::write_availability::WriteAvailability;

/// The database cannot be used.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// The URL has an unsupported scheme.
    #[error(transparent)]
    Address(#[from] UnknownScheme),
    /// The URL is valid, but no connection can be opened.
    #[error("the database cannot be opened")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// A database: SQLite or PostgreSQL.
pub struct Store {
    base: Arc<Base>,
    /// Holds the connection of one HTTP request between its reads.
    cached: Option<Arc<CachedConnection>>,
}

/// State shared by all calls.
struct Base {
    target: Target,
    pools: Pools,
    subscribers: Arc<Subscribers>,
    write_availability: Arc<WriteAvailability>,
    listener: Mutex<Option<Listener>>,
}

impl Store {
    /// Opens the database at a URL: `sqlite://PATH`, relative or absolute, or `postgres://…`. The
    /// schema is left unchanged; see [`MigratableDatabase::migrate`].
    pub fn connect(url: &str, options: &Options) -> Result<Self, ConnectError> {
        let target = Target::parse(url)?;
        // Opens one connection directly, because a pool would only report a timeout.
        let first = Manager::new(target.clone(), Purpose::Writing, options).connect();
        drop(first.map_err(|error| ConnectError::Unavailable(Box::new(error)))?);
        let pools =
            Pools::open(&target, options).map_err(|error| ConnectError::Unavailable(Box::new(error)))?;
        Ok(Self {
            base: Arc::new(Base {
                target,
                pools,
                subscribers: Arc::default(),
                write_availability: Arc::default(),
                listener: Mutex::default(),
            }),
            cached: None,
        })
    }

    pub(crate) fn target(&self) -> &Target {
        &self.base.target
    }

    /// Checks out a connection for writing, for tests that run statements on it directly.
    #[cfg(feature = "testing")]
    pub(crate) fn writer(&self) -> Result<PooledConnection, StoreError> {
        self.pooled_writer()
    }

    fn pooled_writer(&self) -> Result<PooledConnection, StoreError> {
        self.base.pools.checkout(&self.base.pools.writers)
    }

    fn pooled_reader(&self) -> Result<PooledConnection, StoreError> {
        self.base.pools.checkout(&self.base.pools.readers)
    }

    fn take_cached(&self) -> Option<PooledConnection> {
        self.cached.as_ref().and_then(|cached| cached.take())
    }

    /// Checks out a connection for writing: the cached one if reads and writes share a pool.
    /// Otherwise the cached one goes back to its pool first, because two calls that each keep one
    /// could deadlock.
    fn checkout_writer(&self) -> Result<PooledConnection, StoreError> {
        match self.take_cached() {
            Some(pooled) if self.base.pools.are_shared() => Ok(pooled),
            cached => {
                drop(cached);
                self.pooled_writer()
            }
        }
    }

    fn begin_write(&self, pooled: PooledConnection) -> Result<WriteTransaction, StoreError> {
        WriteTransaction::begin(
            pooled,
            Arc::clone(&self.base.subscribers),
            Arc::clone(&self.base.write_availability),
        )
    }

    /// Tries a write: every [`TRIAL_VALID_FOR`](crate::write_availability::TRIAL_VALID_FOR), and at
    /// every call after a write was refused.
    ///
    /// A busy database proves nothing, because its writer will report a failure itself. The same
    /// holds for a schema of another version. Any other error of the trial means that nothing can
    /// be stored.
    fn try_to_write(&self) -> Result<(), StoreError> {
        let was_refused = self.base.write_availability.is_refused();
        let pooled = if was_refused {
            self.pooled_writer()?
        } else if self.base.write_availability.begin_if_due() {
            let writers = &self.base.pools.writers;
            // `try_get` returns nothing if the pool is empty, although no connection is in use.
            let free = if writers.state().connections == 0 {
                Some(self.pooled_writer()?)
            } else {
                writers.try_get()
            };
            match free {
                Some(pooled) => pooled,
                None => return Ok(()),
            }
        } else {
            return Ok(());
        };
        let tried = self.begin_write(pooled).and_then(|mut transaction| {
            transaction.run(trial_writes::try_out)?;
            Box::new(transaction).commit(unrecorded(Unrecorded::Housekeeping))
        });
        let error = match tried {
            Ok(()) => {
                self.base.write_availability.clear_refusal();
                return Ok(());
            }
            Err(error) => error,
        };
        let proves_nothing = matches!(error, StoreError::Unavailable(_) | StoreError::Conflict);
        if (proves_nothing && !was_refused) || trial_writes::is_of_another_version(&error) {
            return Ok(());
        }
        let error = match error {
            StoreError::Internal(cause) => StoreError::ReadOnly(cause),
            other => other,
        };
        self.base.write_availability.note(&error);
        Err(error)
    }
}

/// Pause between two batches of a long operation on SQLite. Waiting writers retry every 10 to 100
/// ms for five seconds, so they hit some of these pauses.
const YIELD_PAUSE: Duration = Duration::from_millis(25);

impl Database for Store {
    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Ok(Box::new(self.begin_write(self.checkout_writer()?)?))
    }

    fn begin_idempotent(&self, claim: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        let mut transaction = self.begin_write(self.checkout_writer()?)?;
        transaction.mark_carried_out_at_commit(*claim);
        Ok(Box::new(transaction))
    }

    fn yield_write_lock(&self) {
        if self.base.target.listener_url().is_none() {
            std::thread::sleep(YIELD_PAUSE);
        }
    }

    fn read(&self) -> Result<Box<dyn Views + '_>, StoreError> {
        let pooled = match self.take_cached() {
            Some(pooled) => pooled,
            None => self.pooled_reader()?,
        };
        Ok(Box::new(ReadSession::new(pooled, self.cached.clone())))
    }

    fn per_request(&self) -> Option<Arc<dyn Database>> {
        Some(Arc::new(Self {
            base: Arc::clone(&self.base),
            cached: Some(Arc::default()),
        }))
    }

    fn begin_integrity_scan(&self) -> Result<Option<Box<dyn IntegrityScan + '_>>, StoreError> {
        Ok(Some(Box::new(Snapshot::begin(self.pooled_reader()?)?)))
    }

    fn repair(&self, part: Part, ids: &[i64]) -> Result<Vec<Difference>, StoreError> {
        let mut transaction = self.begin_write(self.checkout_writer()?)?;
        let repaired = transaction.run(|connection| integrity::repair(connection, part, ids))?;
        Box::new(transaction).commit(unrecorded(Unrecorded::Housekeeping))?;
        Ok(repaired)
    }

    fn signals(&self) -> Signals {
        let receiver = self.base.subscribers.subscribe();
        if let Some(url) = self.base.target.listener_url() {
            let mut listener = self.base.listener.lock().unwrap_or_else(PoisonError::into_inner);
            if listener.is_none() {
                match Listener::start(url.to_owned(), Arc::clone(&self.base.subscribers)) {
                    Ok(started) => *listener = Some(started),
                    Err(error) => {
                        tracing::error!(%error, "cannot start the thread that listens for commits, so live updates and messages are delayed");
                    }
                }
            }
        }
        Signals(receiver)
    }

    fn pools(&self) -> Vec<PoolUse> {
        let pools = self.base.pools.statistics.iter();
        pools
            .map(|(name, pool, statistics)| statistics.pool_use(name, pool))
            .collect()
    }

    fn ping(&self) -> Result<(), StoreError> {
        let mut pooled = self.pooled_reader()?;
        pooled.connection.ping().map_err(DbError::from)?;
        drop(pooled);
        self.try_to_write()
    }
}

/// Nodes that start at the same time migrate one after the other.
impl MigratableDatabase for Store {
    fn migrate(&self) -> Result<Vec<String>, StoreError> {
        crate::migrate::migrate(&mut self.pooled_writer()?.connection).map_err(StoreError::Internal)
    }

    fn unknown_migrations(&self) -> Result<Vec<String>, StoreError> {
        crate::migrate::unknown(&mut self.pooled_reader()?.connection).map_err(StoreError::Internal)
    }

    fn missing_migrations(&self) -> Result<Vec<String>, StoreError> {
        crate::migrate::missing(&mut self.pooled_reader()?.connection).map_err(StoreError::Internal)
    }

    fn claim_for_server(&self) -> Result<Option<Box<dyn ExclusiveLock>>, StoreError> {
        match &self.base.target {
            Target::Sqlite(path) => server_lock::claim(path),
            Target::Postgres(_) => Ok(Some(Box::new(()))),
        }
    }

    fn backup(&self) -> Option<&dyn DatabaseBackup> {
        Some(self)
    }
}
