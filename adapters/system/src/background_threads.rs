use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Niceness of background threads, from 0 to 19. Higher values leave more of a contended processor
/// to other threads. An idle processor is used fully.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Niceness(pub(crate) i32);

type Job = Box<dyn FnOnce() + Send>;

/// A few threads for work that keeps a processor busy for long, at a low priority. Callers wait for
/// the result.
pub(crate) struct BackgroundThreads {
    jobs: Sender<Job>,
}

impl BackgroundThreads {
    /// Starts `number` threads with this name. They end when this is dropped.
    pub(crate) fn start(name: &str, number: usize, niceness: Niceness) -> Result<Self, io::Error> {
        let (jobs, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..number {
            let queue = Arc::clone(&queue);
            thread::Builder::new()
                .name(format!("{name}-{number}"))
                .spawn(move || {
                    lower_priority(niceness);
                    work(&queue);
                })?;
        }
        Ok(Self { jobs })
    }

    /// Runs a job on one of the threads and waits for it. Returns `None` if the job panicked.
    pub(crate) fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (sender, answer) = mpsc::sync_channel(1);
        let span = tracing::Span::current();
        let job = move || {
            // Fails if the caller does not wait any more.
            let _ = sender.send(span.in_scope(job));
        };
        self.jobs.send(Box::new(job)).ok()?;
        answer.recv().ok()
    }
}

/// Lowers the priority of this thread. Only Linux has a niceness per thread; on other systems this
/// would slow down the whole process.
fn lower_priority(niceness: Niceness) {
    #[cfg(not(target_os = "linux"))]
    let _ = niceness;
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(niceness.0) {
        tracing::warn!(%error, "cannot lower the priority of a background thread");
    }
}

fn work(queue: &Mutex<Receiver<Job>>) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            Ok(job) => {
                if catch_unwind(AssertUnwindSafe(job)).is_err() {
                    tracing::error!(
                        "a background job (a password hash or a document) crashed; this is a defect, please report it"
                    );
                }
            }
            Err(mpsc::RecvError) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panicking_job_returns_none_and_the_thread_survives() {
        let threads = BackgroundThreads::start("testing", 1, Niceness(10)).unwrap();
        assert_eq!(threads.run(|| assert_eq!(1, 2, "wanted by the test")), None);
        let name = threads.run(|| thread::current().name().unwrap_or_default().to_owned());
        assert_eq!(name.as_deref(), Some("testing-0"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_background_threads_get_the_niceness() {
        let niceness = || rustix::process::getpriority_process(None);
        let own = niceness().unwrap();
        let threads = BackgroundThreads::start("testing", 1, Niceness(10)).unwrap();
        let theirs = threads.run(niceness).unwrap().unwrap();
        assert_eq!(theirs, (own + 10).min(19));
        assert_eq!(niceness().unwrap(), own);
    }
}
