//! The threads on which calls read.
//!
//! A thread that finds its next task waiting does not have to be woken, which costs more than most
//! reads. So there are no more threads than database connections for reading. Calls that write or
//! read files wait on other threads, so they do not delay readers.

use std::sync::{Mutex, PoisonError};

use tokio::runtime::{Builder, Handle, Runtime};
use tracing::Span;

use crate::load::CONCURRENT_USE_CASES;
use crate::problem::Problem;

/// A thread pool for reads; see the module. The threads start on demand and end when idle.
pub(crate) struct ReadingThreads {
    max_threads: usize,
    /// Tokio's blocking threads need a runtime, which has no other use here.
    runtime: Mutex<Option<Runtime>>,
}

impl ReadingThreads {
    /// Creates a pool of at most `max_threads` threads, limited by the number of concurrent use
    /// cases.
    pub(crate) fn new(max_threads: usize) -> Self {
        Self {
            max_threads: max_threads.clamp(1, CONCURRENT_USE_CASES),
            runtime: Mutex::default(),
        }
    }

    fn handle(&self) -> Result<Handle, Problem> {
        let mut runtime = self.runtime.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(runtime) = &*runtime {
            return Ok(runtime.handle().clone());
        }
        let begun = Builder::new_current_thread()
            .max_blocking_threads(self.max_threads)
            .thread_name("reading")
            .build()
            .map_err(Problem::internal)?;
        Ok(runtime.insert(begun).handle().clone())
    }

    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let span = Span::current();
        self.handle()?
            .spawn_blocking(move || span.in_scope(work))
            .await
            .map_err(Problem::internal)?
    }
}

impl Drop for ReadingThreads {
    fn drop(&mut self) {
        let runtime = self
            .runtime
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(runtime) = runtime {
            // Dropping a runtime inside another one, as at shutdown, must not block on its threads.
            // Their results are no longer needed.
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use actix_web::rt;

    use super::*;

    #[actix_web::test]
    async fn concurrency_is_limited_to_the_threads_and_every_read_completes() {
        let threads = Arc::new(ReadingThreads::new(2));
        let (running, max_running) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let calls: Vec<_> = (0..20)
            .map(|number| {
                let (threads, running, max_running) =
                    (Arc::clone(&threads), Arc::clone(&running), Arc::clone(&max_running));
                rt::spawn(async move {
                    let work = move || {
                        let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                        max_running.fetch_max(now, Ordering::SeqCst);
                        std::thread::yield_now();
                        running.fetch_sub(1, Ordering::SeqCst);
                        Ok(number)
                    };
                    threads.run(work).await
                })
            })
            .collect();
        for (number, call) in calls.into_iter().enumerate() {
            assert_eq!(call.await.unwrap().ok(), Some(number));
        }
        assert!((1..=2).contains(&max_running.load(Ordering::SeqCst)));
    }

    #[actix_web::test]
    async fn a_panic_becomes_an_error_and_does_not_stop_other_reads() {
        let threads = ReadingThreads::new(1);
        let broken = threads.run(|| -> Result<(), Problem> { panic!("broken") }).await;
        assert!(broken.is_err());
        assert_eq!(threads.run(|| Ok(1)).await.ok(), Some(1));
    }
}
