//! A queue that limits how many calls of one kind run and wait.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use aditus_domain::ids::UserId;
use aditus_domain::limits::network_of;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::watch::QueueState;

/// A key of the limits of queues, and of the memory for responses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum QuotaKey {
    /// A signed-in user.
    User(UserId),
    /// The account that an anonymous caller names, and the caller's network.
    NamedAccount(String, String),
    /// A network.
    Network(String),
    /// All anonymous callers together.
    Anonymous,
}

impl QuotaKey {
    /// The key of an account that a caller at a network address names.
    pub(crate) fn named_account(account: &str, address: &str) -> Self {
        Self::NamedAccount(account.trim().to_lowercase(), network_of(address))
    }

    /// The key of the network of an address.
    pub(crate) fn network(address: &str) -> Self {
        Self::Network(network_of(address))
    }
}

/// A queue for calls of one kind.
#[derive(Clone)]
pub(crate) struct Queue {
    running: Arc<Semaphore>,
    counts: Arc<Mutex<Counts>>,
    capacity: usize,
    slots: usize,
}

#[derive(Default)]
struct Counts {
    total: usize,
    by_key: BTreeMap<QuotaKey, usize>,
}

/// The reason why a call gets no permit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AcquireError {
    /// The queue is full.
    QueueFull,
    /// The key has reached its limit of running and waiting calls.
    QuotaUsedUp,
    /// The server is shutting down.
    ShuttingDown,
}

/// A permit of a running call. Dropping it frees the slot.
pub(crate) struct Permit {
    _running: OwnedSemaphorePermit,
    _gate: Option<OwnedSemaphorePermit>,
    _counted: CountGuard,
}

struct CountGuard {
    counts: Arc<Mutex<Counts>>,
    keys: Vec<QuotaKey>,
}

impl Queue {
    pub(crate) fn new(slots: usize, waiting: usize) -> Self {
        Self {
            running: Arc::new(Semaphore::new(slots)),
            counts: Arc::default(),
            capacity: slots.saturating_add(waiting),
            slots,
        }
    }

    pub(crate) fn state(&self, name: &'static str) -> QueueState {
        let running = self.slots.saturating_sub(self.running.available_permits());
        let total = self.counts.lock().unwrap_or_else(PoisonError::into_inner).total;
        QueueState {
            name,
            slots: self.slots,
            running,
            waiting: Some(total.saturating_sub(running)),
        }
    }

    /// Waits for a slot. Each key comes with its maximum number of running and waiting calls.
    pub(crate) async fn acquire(&self, keys: Vec<(QuotaKey, usize)>) -> Result<Permit, AcquireError> {
        self.acquire_through(None, keys).await
    }

    /// Waits for a permit of the gate, if there is one, and then for a slot. A gate limits a group
    /// of calls further.
    pub(crate) async fn acquire_through(
        &self,
        gate: Option<&Arc<Semaphore>>,
        keys: Vec<(QuotaKey, usize)>,
    ) -> Result<Permit, AcquireError> {
        let counted = self.admit(keys)?;
        let gate = match gate {
            Some(gate) => Some(acquire_permit(gate).await?),
            None => None,
        };
        Ok(Permit {
            _running: acquire_permit(&self.running).await?,
            _gate: gate,
            _counted: counted,
        })
    }

    fn admit(&self, keys: Vec<(QuotaKey, usize)>) -> Result<CountGuard, AcquireError> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.total >= self.capacity {
            return Err(AcquireError::QueueFull);
        }
        let has_used_up = |(key, max): &(QuotaKey, usize)| counts.by_key.get(key).is_some_and(|n| n >= max);
        if keys.iter().any(has_used_up) {
            return Err(AcquireError::QuotaUsedUp);
        }
        counts.total += 1;
        let keys: Vec<QuotaKey> = keys.into_iter().map(|(key, _)| key).collect();
        for key in &keys {
            *counts.by_key.entry(key.clone()).or_default() += 1;
        }
        Ok(CountGuard {
            counts: Arc::clone(&self.counts),
            keys,
        })
    }
}

async fn acquire_permit(semaphore: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, AcquireError> {
    let permit = Arc::clone(semaphore).acquire_owned().await;
    permit.map_err(|_| AcquireError::ShuttingDown)
}

impl Drop for CountGuard {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.total = counts.total.saturating_sub(1);
        for key in &self.keys {
            if let Some(count) = counts.by_key.get_mut(key) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    counts.by_key.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn keys(user: i64) -> Vec<(QuotaKey, usize)> {
        vec![(QuotaKey::User(UserId(user)), 2)]
    }

    fn now<T>(future: impl Future<Output = T>) -> Option<T> {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        }
    }

    #[test]
    fn callers_of_an_ipv6_network_share_a_key() {
        assert_eq!(
            QuotaKey::network("2001:db8:1:2::7"),
            QuotaKey::network("2001:db8:1:2:ffff::9")
        );
        assert_eq!(
            QuotaKey::named_account(" Ada@Hospital.example", "2001:db8:1:2::7"),
            QuotaKey::named_account("ada@hospital.example", "2001:db8:1:2::8")
        );
        assert_ne!(
            QuotaKey::network("2001:db8:1:2::7"),
            QuotaKey::network("2001:db8:1:3::7")
        );
        assert_ne!(QuotaKey::network("192.0.2.7"), QuotaKey::network("192.0.2.8"));
    }

    #[test]
    fn calls_beyond_slots_and_queue_are_rejected() {
        let queue = Queue::new(1, 1);
        let first = now(queue.acquire(keys(1))).unwrap().ok();
        assert!(first.is_some());
        let mut second = Box::pin(queue.acquire(keys(2)));
        let mut context = Context::from_waker(Waker::noop());
        assert!(second.as_mut().poll(&mut context).is_pending(), "it waits");
        assert_eq!(
            now(queue.acquire(keys(3))).unwrap().err(),
            Some(AcquireError::QueueFull)
        );
        drop(first);
        assert!(second.as_mut().poll(&mut context).is_ready(), "its turn has come");
        drop(second);
        assert_eq!(queue.counts.lock().unwrap().total, 0);
    }

    #[test]
    fn a_gate_limits_its_calls_further() {
        let queue = Queue::new(2, 2);
        let gate = Arc::new(Semaphore::new(1));
        let first = now(queue.acquire_through(Some(&gate), keys(1))).unwrap().ok();
        let mut second = Box::pin(queue.acquire_through(Some(&gate), keys(2)));
        let mut context = Context::from_waker(Waker::noop());
        assert!(second.as_mut().poll(&mut context).is_pending(), "it waits");
        assert!(now(queue.acquire(keys(3))).is_some(), "nobody else waits for it");
        drop(first);
        assert!(second.as_mut().poll(&mut context).is_ready(), "its turn has come");
        drop(second);
        assert_eq!(gate.available_permits(), 1);
    }

    #[test]
    fn one_key_cannot_take_all_slots() {
        let queue = Queue::new(4, 0);
        let permits: Vec<_> = (0..2).map(|_| now(queue.acquire(keys(1))).unwrap()).collect();
        assert!(permits.iter().all(Result::is_ok));
        assert_eq!(
            now(queue.acquire(keys(1))).unwrap().err(),
            Some(AcquireError::QuotaUsedUp)
        );
        assert!(now(queue.acquire(keys(2))).unwrap().is_ok());
        drop(permits);
        assert!(now(queue.acquire(keys(1))).unwrap().is_ok());
        assert!(
            queue.counts.lock().unwrap().by_key.is_empty(),
            "nobody is remembered"
        );
    }

    #[test]
    fn a_cancelled_wait_leaves_the_queue() {
        let queue = Queue::new(1, 1);
        let first = now(queue.acquire(keys(1))).unwrap();
        let mut second = Box::pin(queue.acquire(keys(2)));
        assert!(
            second
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()))
                .is_pending()
        );
        drop(second);
        assert_eq!(queue.counts.lock().unwrap().total, 1);
        drop(first);
    }
}
