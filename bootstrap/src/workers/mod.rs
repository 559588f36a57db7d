//! Threads that work beside the server: they deliver mails, push notifications and sweep.

mod housekeeping;
mod mail;

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use aditus_application::Ports;
use aditus_application::ports::Mailer;

/// Tells workers to stop, and lets them rest until then.
#[derive(Debug, Default)]
pub(crate) struct StopSignal {
    stopped: Mutex<bool>,
    changed: Condvar,
}

impl StopSignal {
    /// Whether it is time to stop.
    pub(crate) fn is_given(&self) -> bool {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits, but no longer than until the signal is given; answers whether it is.
    pub(crate) fn rest(&self, longest: Duration) -> bool {
        let stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .changed
            .wait_timeout_while(stopped, longest, |stopped| !*stopped);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    fn give(&self) {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }
}

/// The workers that run. Each ends what it does before it stops.
pub(crate) struct Workers {
    stop: Arc<StopSignal>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts the mail worker and the housekeeper.
    pub(crate) fn start(ports: &Ports, mailer: Arc<dyn Mailer>) -> std::io::Result<Self> {
        let mut workers = Self {
            stop: Arc::default(),
            threads: Vec::new(),
        };
        let for_mail = ports.clone();
        workers.add("mail", move |stop| mail::work(&for_mail, mailer.as_ref(), stop))?;
        let for_housekeeping = ports.clone();
        workers.add("housekeeping", move |stop| {
            housekeeping::work(&for_housekeeping, stop);
        })?;
        Ok(workers)
    }

    fn add(&mut self, name: &str, work: impl FnOnce(&StopSignal) + Send + 'static) -> std::io::Result<()> {
        let stop = Arc::clone(&self.stop);
        self.threads.push(
            std::thread::Builder::new()
                .name(name.to_owned())
                .spawn(move || work(&stop))?,
        );
        Ok(())
    }

    /// Tells all to stop and waits until they have.
    pub(crate) fn stop(self) {
        self.stop.give();
        for thread in self.threads {
            let name = thread.thread().name().unwrap_or_default().to_owned();
            if thread.join().is_err() {
                tracing::error!(worker = name, "a worker had broken off");
            }
        }
    }
}
