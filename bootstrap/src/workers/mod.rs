//! The background threads of the server: they deliver mails and text messages, continue the
//! transparency log and have it witnessed, finish imports, compute due dates, send reminders and
//! digests, make backups, delete expired data, and run the program's own workers.

pub(crate) mod backups;
mod certificates;
mod delivery;
mod digests;
mod due_dates;
mod housekeeping;
mod imports;
mod own;
mod sequencer;
pub(crate) mod witness;

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::audit::log::kept::KeptCheckpoint;
use aditus_application::notifications::{Channel, deliver_mail, deliver_text};
use aditus_application::ports::{Mailer, TextMessages};
use aditus_http::tls::Certificates;
use aditus_watching::Metrics;

use crate::adapters::OwnWorker;
use crate::watching::count_delivered;

pub(crate) use sequencer::LogStopped;

/// The wait before a worker that panicked is started again.
const AFTER_A_PANIC: Duration = Duration::from_secs(10);

/// Tells workers to stop, and lets them sleep until then.
#[derive(Debug, Default)]
pub(crate) struct StopSignal {
    stopped: Mutex<bool>,
    changed: Condvar,
}

impl StopSignal {
    /// Returns true once the workers have to stop.
    pub(crate) fn is_set(&self) -> bool {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps until the signal is set or the time is over. Returns true if it is set.
    pub(crate) fn wait(&self, max: Duration) -> bool {
        let stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(stopped, max, |stopped| !*stopped);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn set(&self) {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }
}

/// The running workers. Each finishes its current work before it stops.
pub(crate) struct Workers {
    stop: Arc<StopSignal>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts the workers of the outbox, of imports, of due dates, of digests, of backups if they are
    /// configured, and of housekeeping. Without a gateway there is no worker for text messages, since none are queued.
    pub(crate) fn start(
        ports: &Ports,
        mailer: Arc<dyn Mailer>,
        gateway: Option<Arc<dyn TextMessages>>,
        metrics: Option<&Arc<Metrics>>,
        backups: Option<backups::BackupWorker>,
    ) -> std::io::Result<Self> {
        let mut workers = Self {
            stop: Arc::default(),
            threads: Vec::new(),
        };
        let for_mail = ports.clone();
        let mailer_for_cleanup = Arc::clone(&mailer);
        let counting = metrics.cloned();
        workers.add("mail", move |stop| {
            let deliver = |ports: &Ports| {
                let delivered = deliver_mail::execute(ports, mailer.as_ref())?;
                count_delivered(counting.as_ref(), Channel::Mail, &delivered);
                Ok(delivered)
            };
            delivery::run(&for_mail, Channel::Mail, deliver, stop);
        })?;
        if let Some(gateway) = gateway {
            let for_texts = ports.clone();
            let counting = metrics.cloned();
            workers.add("text-messages", move |stop| {
                let deliver = |ports: &Ports| {
                    let delivered = deliver_text::execute(ports, gateway.as_ref())?;
                    count_delivered(counting.as_ref(), Channel::Text, &delivered);
                    Ok(delivered)
                };
                delivery::run(&for_texts, Channel::Text, deliver, stop);
            })?;
        }
        let for_imports = ports.clone();
        workers.add("imports", move |stop| imports::run(&for_imports, stop))?;
        let for_due_dates = ports.clone();
        workers.add("due-dates", move |stop| due_dates::run(&for_due_dates, stop))?;
        let for_digests = ports.clone();
        workers.add("digests", move |stop| digests::run(&for_digests, stop))?;
        if let Some(worker) = backups {
            let for_backups = ports.clone();
            workers.add("backups", move |stop| backups::run(&for_backups, &worker, stop))?;
        }
        let for_housekeeping = ports.clone();
        workers.add("housekeeping", move |stop| {
            housekeeping::run(&for_housekeeping, mailer_for_cleanup.as_ref(), stop);
        })?;
        Ok(workers)
    }

    /// Starts the worker that continues the transparency log. Returns the flag that is set while
    /// the log cannot be continued.
    pub(crate) fn start_sequencer(
        &mut self,
        ports: &Ports,
        kept: impl KeptCheckpoint + 'static,
    ) -> std::io::Result<Arc<LogStopped>> {
        let ports = ports.clone();
        let stopped = Arc::<LogStopped>::default();
        let flag = Arc::clone(&stopped);
        self.add("sequencer", move |stop| {
            sequencer::run(&ports, &kept, &flag, stop);
        })?;
        Ok(stopped)
    }

    /// Starts the worker that has a witness sign the checkpoints of the transparency log.
    pub(crate) fn start_witness(
        &mut self,
        ports: &Ports,
        worker: witness::WitnessWorker,
    ) -> std::io::Result<()> {
        let ports = ports.clone();
        self.add("witness", move |stop| witness::run(&ports, &worker, stop))
    }

    /// Starts the program's own workers.
    pub(crate) fn start_own(&mut self, ports: &Ports, own: Vec<OwnWorker>) -> std::io::Result<()> {
        for own in own {
            let database = Arc::clone(&ports.database);
            self.add("own-worker", move |stop| own::run(database.as_ref(), &own, stop))?;
        }
        Ok(())
    }

    /// Starts the worker that reloads renewed certificates.
    pub(crate) fn start_certificate_reload(
        &mut self,
        certificates: Arc<Certificates>,
    ) -> std::io::Result<()> {
        self.add("certificates", move |stop| {
            certificates::run(&certificates, stop);
        })
    }

    fn add(
        &mut self,
        name: &'static str,
        work: impl Fn(&StopSignal) + Send + 'static,
    ) -> std::io::Result<()> {
        let stop = Arc::clone(&self.stop);
        self.threads.push(
            std::thread::Builder::new()
                .name(name.to_owned())
                .spawn(move || run_again_after_panics(name, &stop, AFTER_A_PANIC, work))?,
        );
        Ok(())
    }

    /// Tells all workers to stop and waits for them.
    pub(crate) fn stop(self) {
        self.stop.set();
        for thread in self.threads {
            // The thread catches panics of its worker.
            let _ = thread.join();
        }
    }
}

/// Runs a worker until it returns, which it does after the stop signal. A panic ends only its
/// current pass: no mail may stay unsent until the server is restarted.
fn run_again_after_panics(name: &str, stop: &StopSignal, pause: Duration, work: impl Fn(&StopSignal)) {
    while std::panic::catch_unwind(AssertUnwindSafe(|| work(stop))).is_err() {
        tracing::error!(
            worker = name,
            "a worker crashed and is started again; this is a defect, please report it"
        );
        if stop.wait(pause) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_worker_runs_again_after_a_panic() {
        let passes = Cell::new(0);
        run_again_after_panics("test", &StopSignal::default(), Duration::ZERO, |_| {
            passes.set(passes.get() + 1);
            assert!(passes.get() == 3, "the first two passes panic");
        });
        assert_eq!(passes.get(), 3);
    }

    #[test]
    fn a_worker_that_panics_still_stops() {
        let stop = StopSignal::default();
        run_again_after_panics("test", &stop, Duration::from_hours(1), |stop| {
            stop.set();
            assert!(!stop.is_set(), "always panics");
        });
    }
}
