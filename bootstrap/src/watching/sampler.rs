//! Queries the watched state of the database on a separate thread, so that a request for metrics
//! never waits long for a busy or unreachable database.

use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use aditus_application::installation::monitoring::clock_skew;
use aditus_application::ports::{Clock, Database, StoreError};
use aditus_watching::{AuditLog, Outbox};
use chrono::{DateTime, Utc};

/// The age up to which an answer is reused without another query.
const FRESH_FOR: Duration = Duration::from_secs(5);

/// The time that a request waits for the database before it reports the previous answer.
const QUERY_TIMEOUT: Duration = Duration::from_millis(500);

/// The age above which an answer is not reported any more.
const EXPIRES_AFTER: Duration = Duration::from_mins(2);

/// The answer of the database.
#[derive(Clone, Default)]
pub(crate) struct Sample {
    /// True if the last query succeeded and has just ended.
    pub(crate) is_up: bool,
    /// The time of the last answer.
    pub(crate) answered: Option<DateTime<Utc>>,
    /// The outbox in the last answer, unless that is too old.
    pub(crate) outbox: Option<Outbox>,
    /// The audit log in the last answer, unless that is too old.
    pub(crate) audit_log: Option<AuditLog>,
    /// The number of Super Users in the last answer, unless that is too old.
    pub(crate) super_users: Option<u64>,
}

struct DatabaseState {
    outbox: Outbox,
    audit_log: AuditLog,
    super_users: u64,
}

#[derive(Default)]
struct State {
    sample: Sample,
    /// The end of the last query, successful or not.
    ended: Option<Instant>,
    succeeded: Option<Instant>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// The thread that queries the database, and its last answer.
pub(crate) struct Sampler {
    shared: Arc<Shared>,
    /// Dropped at the end, which stops the thread.
    request: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Sampler {
    /// Starts the thread, which waits for the first request. `witness` is the name of the log's
    /// witness.
    pub(crate) fn start(
        database: Arc<dyn Database>,
        clock: Arc<dyn Clock>,
        witness: Option<String>,
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let (request, requests) = mpsc::sync_channel(1);
        let worker_shared = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("sampler".to_owned())
            .spawn(move || {
                let query = || query(database.as_ref(), clock.as_ref(), witness.as_deref());
                work(query, clock.as_ref(), &requests, &worker_shared);
            })?;
        Ok(Self {
            shared,
            request: Some(request),
            thread: Some(thread),
        })
    }

    /// Returns an answer of the last seconds. If the database gives none within [`QUERY_TIMEOUT`],
    /// returns the previous one, with `is_up` false.
    pub(crate) fn sample(&self) -> Sample {
        let state = self.shared.state.lock().unwrap_or_else(PoisonError::into_inner);
        let last = state.ended;
        let is_fresh = |ended: Option<Instant>| ended.is_some_and(|ended| ended.elapsed() < FRESH_FOR);
        let state = if is_fresh(last) {
            state
        } else {
            // If the thread is already querying, its answer is recent enough.
            if let Some(request) = &self.request {
                let _ = request.try_send(());
            }
            let waited = self
                .shared
                .changed
                .wait_timeout_while(state, QUERY_TIMEOUT, |state| state.ended == last);
            waited.unwrap_or_else(PoisonError::into_inner).0
        };
        let mut sample = state.sample.clone();
        sample.is_up &= is_fresh(state.ended);
        if state.succeeded.is_none_or(|at| at.elapsed() > EXPIRES_AFTER) {
            sample.outbox = None;
            sample.audit_log = None;
            sample.super_users = None;
        }
        sample
    }
}

impl Drop for Sampler {
    fn drop(&mut self) {
        drop(self.request.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(
    query: impl Fn() -> Result<DatabaseState, StoreError>,
    clock: &dyn Clock,
    requests: &Receiver<()>,
    shared: &Shared,
) {
    while requests.recv().is_ok() {
        let result = query();
        let mut state = shared.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        state.ended = Some(now);
        state.sample.is_up = result.is_ok();
        match result {
            Ok(found) => {
                state.succeeded = Some(now);
                state.sample.answered = Some(clock.now());
                state.sample.outbox = Some(found.outbox);
                state.sample.audit_log = Some(found.audit_log);
                state.sample.super_users = Some(found.super_users);
            }
            Err(error) => tracing::warn!(
                error = &error as &dyn std::error::Error,
                "cannot read the metrics of the database"
            ),
        }
        drop(state);
        shared.changed.notify_all();
    }
}

fn query(
    database: &dyn Database,
    clock: &dyn Clock,
    witness: Option<&str>,
) -> Result<DatabaseState, StoreError> {
    let mut views = database.read()?;
    let backlog = views.monitoring().backlog()?;
    let super_users = views.monitoring().super_users()?;
    let log = views.audit_log();
    let mut audit_log = AuditLog {
        pending: log.pending()?,
        newest: log.newest()?.map(|newest| (newest.head.size, newest.signed_at)),
        witness: None,
    };
    if let Some(witness) = witness {
        let found = log.witnesses()?.into_iter().find(|(name, _)| name == witness);
        audit_log.witness = Some(found.map(|(_, state)| state).unwrap_or_default());
    }
    drop(views);
    let clock_skew = clock_skew(database, clock)?;
    Ok(DatabaseState {
        outbox: Outbox { backlog, clock_skew },
        audit_log,
        super_users,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Sender;

    use aditus_application::idempotency::Claim;
    use aditus_application::ports::{Signals, Transaction, Views};
    use aditus_system::SystemClock;

    use super::*;

    /// A database that blocks until the test releases it, and then fails.
    struct BlockedDatabase(Mutex<Receiver<()>>);

    fn unavailable() -> StoreError {
        StoreError::Unavailable("away".into())
    }

    impl Database for BlockedDatabase {
        fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
            Err(unavailable())
        }

        fn begin_idempotent(&self, _: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
            Err(unavailable())
        }

        fn read(&self) -> Result<Box<dyn Views + '_>, StoreError> {
            let _ = self.0.lock().unwrap().recv();
            Err(unavailable())
        }

        fn signals(&self) -> Signals {
            Signals(mpsc::channel().1)
        }

        fn ping(&self) -> Result<(), StoreError> {
            Err(unavailable())
        }
    }

    #[test]
    fn a_blocked_database_does_not_delay_the_metrics() {
        let (release, released): (Sender<()>, _) = mpsc::channel();
        let database = Arc::new(BlockedDatabase(Mutex::new(released)));
        let sampler = Sampler::start(database, Arc::new(SystemClock), None).unwrap();
        // Without the time limit this would never return.
        for _ in 0..2 {
            let sample = sampler.sample();
            assert!(!sample.is_up && sample.answered.is_none() && sample.outbox.is_none());
        }
        drop(release);
        drop(sampler);
    }
}
