use std::io;
use std::sync::Arc;
use std::thread;

use aditus_application::ports::{PasswordError, PasswordHasher};

use crate::background_threads::{BackgroundThreads, Niceness};

/// Gets about a tenth of a contended processor.
const NICENESS: Niceness = Niceness(10);

/// Hashes passwords on threads of their own at a low priority, because a sign-in is less urgent
/// than the requests of signed-in users. Callers wait for the result.
pub struct HashingThreads {
    hasher: Arc<dyn PasswordHasher>,
    threads: BackgroundThreads,
}

impl HashingThreads {
    /// Starts as many threads as there are processors. They end when this is dropped.
    pub fn start(hasher: Arc<dyn PasswordHasher>) -> Result<Self, io::Error> {
        let processors = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::with_threads(hasher, processors)
    }

    fn with_threads(hasher: Arc<dyn PasswordHasher>, number: usize) -> Result<Self, io::Error> {
        Ok(Self {
            hasher,
            threads: BackgroundThreads::start("hashing", number, NICENESS)?,
        })
    }

    fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&dyn PasswordHasher) -> T + Send + 'static,
    ) -> Option<T> {
        let hasher = Arc::clone(&self.hasher);
        self.threads.run(move || job(hasher.as_ref()))
    }
}

fn panicked() -> PasswordError {
    PasswordError("hashing the password panicked".to_owned())
}

impl PasswordHasher for HashingThreads {
    fn hash(&self, password: &str) -> Result<String, PasswordError> {
        let password = password.to_owned();
        self.run(move |hasher| hasher.hash(&password))
            .unwrap_or_else(|| Err(panicked()))
    }

    fn verify(&self, password: &str, hash: &str) -> Result<bool, PasswordError> {
        let (password, hash) = (password.to_owned(), hash.to_owned());
        self.run(move |hasher| hasher.verify(&password, &hash))
            .unwrap_or_else(|| Err(panicked()))
    }

    fn verify_dummy(&self, password: &str) {
        let password = password.to_owned();
        if self.run(move |hasher| hasher.verify_dummy(&password)).is_none() {
            tracing::error!("the dummy password verification panicked");
        }
    }

    fn needs_rehash(&self, hash: &str) -> bool {
        self.hasher.needs_rehash(hash)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Barrier, Mutex};

    use super::*;

    /// Returns the name of its thread as hash, and counts concurrent calls.
    #[derive(Default)]
    struct Watched {
        inside: Mutex<(usize, usize)>,
        meeting: Option<Barrier>,
    }

    impl PasswordHasher for Watched {
        fn hash(&self, password: &str) -> Result<String, PasswordError> {
            assert_ne!(password, "panic", "wanted by the test");
            {
                let mut inside = self.inside.lock().unwrap();
                inside.0 += 1;
                inside.1 = inside.1.max(inside.0);
            }
            if let Some(meeting) = &self.meeting {
                meeting.wait();
            }
            self.inside.lock().unwrap().0 -= 1;
            Ok(thread::current().name().unwrap_or_default().to_owned())
        }

        fn verify(&self, password: &str, hash: &str) -> Result<bool, PasswordError> {
            Ok(password == hash)
        }

        fn verify_dummy(&self, _: &str) {}

        fn needs_rehash(&self, hash: &str) -> bool {
            hash == "old"
        }
    }

    #[test]
    fn concurrent_hashes_are_limited_by_the_number_of_threads() {
        // Each call waits for a second one, so the test would hang with fewer than two at once.
        let watched = Arc::new(Watched {
            meeting: Some(Barrier::new(2)),
            ..Watched::default()
        });
        let threads = HashingThreads::with_threads(watched.clone(), 2).unwrap();
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| assert!(threads.hash("Quiet-River-7!").unwrap().starts_with("hashing-")));
            }
        });
        assert_eq!(*watched.inside.lock().unwrap(), (0, 2));
    }

    #[test]
    fn results_come_from_the_wrapped_hasher() {
        let threads = HashingThreads::start(Arc::new(Watched::default())).unwrap();
        assert_eq!(threads.verify("same", "same"), Ok(true));
        assert_eq!(threads.verify("same", "other"), Ok(false));
        assert!(threads.needs_rehash("old"));
        assert!(!threads.needs_rehash("new"));
        threads.verify_dummy("any");
    }

    #[test]
    fn a_panicking_hasher_is_an_error_and_the_thread_survives() {
        let threads = HashingThreads::with_threads(Arc::new(Watched::default()), 1).unwrap();
        assert_eq!(threads.hash("panic"), Err(panicked()));
        assert_eq!(threads.hash("Quiet-River-7!"), Ok("hashing-0".to_owned()));
    }
}
