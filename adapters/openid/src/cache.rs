use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::discovered::Discovered;
use crate::errors::FetchError;

/// The configuration and keys of a provider, as last fetched.
///
/// One thread fetches at a time. The lock is not held meanwhile; other threads wait for the result.
#[derive(Default)]
pub(crate) struct Cache {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    discovered: Option<Arc<Discovered>>,
    is_fetching: bool,
    failed_on: Option<Instant>,
    keys_fetched_on: Option<Instant>,
}

impl State {
    fn younger_than(&self, age: Duration) -> Option<Arc<Discovered>> {
        let discovered = self.discovered.as_ref();
        discovered.filter(|it| it.fetched_on.elapsed() < age).cloned()
    }

    fn other_than(&self, seen: &Arc<Discovered>) -> Option<Arc<Discovered>> {
        let discovered = self.discovered.as_ref();
        discovered.filter(|it| !Arc::ptr_eq(it, seen)).cloned()
    }
}

fn is_within(span: Duration, since: Option<Instant>) -> bool {
    since.is_some_and(|since| since.elapsed() < span)
}

/// The result of [`Cache::claim`].
enum Claim<'a, T> {
    /// Use this.
    Cached(T),
    /// Fetch. No other thread does until the permit is dropped.
    Fetch(FetchPermit<'a>),
}

/// The right to fetch, which one thread has at a time.
struct FetchPermit<'a>(&'a Cache);

impl FetchPermit<'_> {
    fn store(self, fetched: Result<Discovered, FetchError>) -> Result<Arc<Discovered>, FetchError> {
        let mut state = self.0.lock();
        match fetched {
            Ok(discovered) => {
                let discovered = Arc::new(discovered);
                state.discovered = Some(Arc::clone(&discovered));
                state.failed_on = None;
                Ok(discovered)
            }
            Err(error) => {
                state.failed_on = Some(Instant::now());
                Err(error)
            }
        }
    }
}

impl Drop for FetchPermit<'_> {
    fn drop(&mut self) {
        self.0.lock().is_fetching = false;
        self.0.changed.notify_all();
    }
}

impl Cache {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the last fetched configuration, however old.
    pub(crate) fn last(&self) -> Option<Arc<Discovered>> {
        self.lock().discovered.clone()
    }

    /// Returns the configuration if it is younger than `keep`, or fetches it. After a failure, it is
    /// not fetched again for the time `pause`, so that a broken provider does not occupy the server.
    pub(crate) fn get(
        &self,
        (keep, pause): (Duration, Duration),
        until: Instant,
        fetch: impl FnOnce() -> Result<Discovered, FetchError>,
    ) -> Result<Arc<Discovered>, FetchError> {
        let cached = |state: &State| {
            let failed = is_within(pause, state.failed_on).then_some(Err(FetchError::RecentlyFailed));
            state.younger_than(keep).map(Ok).or(failed)
        };
        match self.claim(until, cached)? {
            Claim::Cached(answer) => answer,
            Claim::Fetch(permit) => permit.store(fetch()),
        }
    }

    /// Fetches the configuration, regardless of age and failures.
    pub(crate) fn renew(
        &self,
        until: Instant,
        fetch: impl FnOnce() -> Result<Discovered, FetchError>,
    ) -> Result<Arc<Discovered>, FetchError> {
        match self.claim(until, |_| None::<Arc<Discovered>>)? {
            Claim::Cached(discovered) => Ok(discovered),
            Claim::Fetch(permit) => permit.store(fetch()),
        }
    }

    /// Returns a configuration with newer keys than the one that was seen. Fetches the keys if no
    /// other thread has done so, at most once in the time `pause`; otherwise there is none.
    pub(crate) fn newer(
        &self,
        seen: &Arc<Discovered>,
        pause: Duration,
        until: Instant,
        fetch: impl FnOnce() -> Result<Discovered, FetchError>,
    ) -> Result<Option<Arc<Discovered>>, FetchError> {
        let cached = |state: &State| match state.other_than(seen) {
            Some(newer) => Some(Some(newer)),
            // The thread that fetches may be about to store the key.
            None if state.is_fetching => None,
            None => is_within(pause, state.keys_fetched_on).then_some(None),
        };
        match self.claim(until, cached)? {
            Claim::Cached(newer) => Ok(newer),
            Claim::Fetch(permit) => {
                self.lock().keys_fetched_on = Some(Instant::now());
                permit.store(fetch()).map(Some)
            }
        }
    }

    /// Returns what `cached` finds, or the permit to fetch. While another thread fetches, waits for
    /// it, at the latest until `until`.
    fn claim<T>(
        &self,
        until: Instant,
        cached: impl Fn(&State) -> Option<T>,
    ) -> Result<Claim<'_, T>, FetchError> {
        let mut state = self.lock();
        loop {
            if let Some(found) = cached(&state) {
                return Ok(Claim::Cached(found));
            }
            if !state.is_fetching {
                state.is_fetching = true;
                return Ok(Claim::Fetch(FetchPermit(self)));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(FetchError::OutOfTime);
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
