//! Readiness checks that respond in time even if the database hangs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use aditus_application::failure::causes;
use aditus_application::ports::Database;
use thiserror::Error;
use tokio::sync::watch;

use crate::load::CONCURRENT_USE_CASES;

/// Limits of the readiness probe.
#[derive(Debug, Clone, Copy)]
pub struct ReadinessLimits {
    /// Maximum time that a probe waits for the database. It is less than one second for load
    /// balancers that poll once a second.
    pub probe_timeout: Duration,
    /// The server is not ready if all use-case slots were taken for this long.
    pub slots_taken_timeout: Duration,
}

impl Default for ReadinessLimits {
    fn default() -> Self {
        Self {
            probe_timeout: Duration::from_millis(800),
            slots_taken_timeout: Duration::from_secs(10),
        }
    }
}

/// The reason why the server is not ready. The text is public and contains no cause; the cause is
/// logged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum NotReady {
    /// The database rejected the probe; the text is the top-level message of its error.
    #[error("{reason}")]
    Database { reason: String, cause: String },
    /// The probe got no response in time.
    #[error("the database does not answer")]
    Timeout,
    /// All use-case slots are taken, and none became free.
    #[error("all {slots} slots for calls have been taken for {0} seconds", slots = CONCURRENT_USE_CASES)]
    Busy(u64),
}

type Verdict = Result<(), NotReady>;

/// Runs at most one database probe at a time, which several callers share.
pub(crate) struct Readiness {
    limits: ReadinessLimits,
    probe: Mutex<Option<watch::Receiver<Option<Verdict>>>>,
    slot_taken: Mutex<Instant>,
    was_ready: AtomicBool,
}

impl Readiness {
    pub(crate) fn new(limits: ReadinessLimits) -> Self {
        Self {
            limits,
            probe: Mutex::default(),
            slot_taken: Mutex::new(Instant::now()),
            was_ready: AtomicBool::new(true),
        }
    }

    /// Records that a use case got a slot, so slots do become free.
    pub(crate) fn note_slot_taken(&self) {
        *self.slot_taken.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Returns the verdict, and logs it if it changed.
    pub(crate) async fn check(&self, database: &Arc<dyn Database>, slots_are_taken: bool) -> Verdict {
        let verdict = match self.check_slots(slots_are_taken) {
            Ok(()) => self.probe_database(database).await,
            busy => busy,
        };
        let was_ready = self.was_ready.swap(verdict.is_ok(), Ordering::Relaxed);
        match &verdict {
            Ok(()) if !was_ready => tracing::info!("the server is ready again"),
            Err(reason) if was_ready => {
                let cause = match reason {
                    NotReady::Database { cause, .. } => cause.as_str(),
                    _ => "",
                };
                tracing::warn!(%reason, cause, "the server is not ready; each readiness probe checks again");
            }
            _ => {}
        }
        verdict
    }

    fn check_slots(&self, are_taken: bool) -> Verdict {
        let latest = *self.slot_taken.lock().unwrap_or_else(PoisonError::into_inner);
        if are_taken && latest.elapsed() >= self.limits.slots_taken_timeout {
            return Err(NotReady::Busy(latest.elapsed().as_secs()));
        }
        Ok(())
    }

    async fn probe_database(&self, database: &Arc<dyn Database>) -> Verdict {
        let mut probe = match self.current_probe(database) {
            Ok(probe) => probe,
            Err(error) => {
                return Err(NotReady::Database {
                    reason: "the server has no thread left to ask the database by".to_owned(),
                    cause: error.to_string(),
                });
            }
        };
        let answered = tokio::time::timeout(self.limits.probe_timeout, probe.wait_for(Option::is_some)).await;
        match answered {
            Ok(Ok(verdict)) => verdict.clone().unwrap_or(Err(NotReady::Timeout)),
            // The thread ended without a verdict, so the next caller must start another one.
            Ok(Err(_)) => {
                *self.probe.lock().unwrap_or_else(PoisonError::into_inner) = None;
                Err(NotReady::Timeout)
            }
            Err(_) => Err(NotReady::Timeout),
        }
    }

    /// Joins the running probe, or starts one. It has its own thread, because a hanging database
    /// blocks all others.
    fn current_probe(
        &self,
        database: &Arc<dyn Database>,
    ) -> std::io::Result<watch::Receiver<Option<Verdict>>> {
        let mut probe = self.probe.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = probe.as_ref().filter(|probe| probe.borrow().is_none()) {
            return Ok(running.clone());
        }
        let (sender, receiver) = watch::channel(None);
        let database = Arc::clone(database);
        std::thread::Builder::new()
            .name("readiness".to_owned())
            .spawn(move || {
                let verdict = database.ping().map_err(|error| NotReady::Database {
                    reason: error.to_string(),
                    cause: causes(&error),
                });
                // The database may be closed right after the verdict, so the probe drops it first.
                drop(database);
                sender.send_replace(Some(verdict));
            })?;
        *probe = Some(receiver.clone());
        Ok(receiver)
    }
}
