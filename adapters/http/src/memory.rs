//! Memory budgets for bodies and responses: in total, and by key, such as a user or a network.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::timeout;

/// A budget of bytes, with the bytes in use in total and by key.
#[derive(Debug)]
pub(crate) struct MemoryBudget<K> {
    limit: usize,
    not_counted: usize,
    in_use: Mutex<InUse<K>>,
    returned: Notify,
}

#[derive(Debug)]
struct InUse<K> {
    all: usize,
    by_key: BTreeMap<K, usize>,
}

/// The limits of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Share {
    /// Guaranteed bytes, as long as the budget lasts.
    pub(crate) guaranteed: usize,
    /// Maximum bytes, as long as a quarter of the budget is left for others.
    pub(crate) max: usize,
}

impl Share {
    /// Creates a share that does not depend on the usage of others.
    pub(crate) fn fixed(bytes: usize) -> Self {
        Self {
            guaranteed: bytes,
            max: bytes,
        }
    }
}

/// The bytes that one body or response has reserved. Dropping it returns them.
#[derive(Debug)]
pub(crate) struct MemoryReservation<K: Ord> {
    memory: Arc<MemoryBudget<K>>,
    bytes: usize,
    shares: Vec<(K, Share)>,
}

impl<K: Ord + Clone> MemoryBudget<K> {
    /// Creates a budget of `limit` bytes. The first `not_counted` bytes of each reservation are
    /// free.
    pub(crate) fn with_limit(limit: usize, not_counted: usize) -> Self {
        Self {
            limit,
            not_counted,
            in_use: Mutex::new(InUse {
                all: 0,
                by_key: BTreeMap::new(),
            }),
            returned: Notify::new(),
        }
    }

    /// Creates an empty reservation. Its bytes count for each of these keys, up to the key's share.
    pub(crate) fn reservation(self: &Arc<Self>, shares: Vec<(K, Share)>) -> MemoryReservation<K> {
        MemoryReservation {
            memory: Arc::clone(self),
            bytes: 0,
            shares,
        }
    }

    pub(crate) fn used_bytes(&self) -> usize {
        self.in_use().all
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }
}

impl<K> MemoryBudget<K> {
    fn in_use(&self) -> MutexGuard<'_, InUse<K>> {
        self.in_use.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Ord + Clone> MemoryReservation<K> {
    /// Grows the reservation to this many bytes. Returns false if the budget or a share is used up.
    pub(crate) fn grow_to(&mut self, size: usize) -> bool {
        let size = size.saturating_sub(self.memory.not_counted);
        let more = size.saturating_sub(self.bytes);
        if more == 0 {
            return true;
        }
        let mut in_use = self.memory.in_use();
        let all = in_use.all.saturating_add(more);
        let is_quarter_left = all <= self.memory.limit / 4 * 3;
        let fits = |(key, share): &(K, Share)| {
            let own = in_use.by_key.get(key).copied().unwrap_or_default();
            own.saturating_add(more)
                <= if is_quarter_left {
                    share.max
                } else {
                    share.guaranteed
                }
        };
        if all > self.memory.limit || !self.shares.iter().all(fits) {
            return false;
        }
        in_use.all = all;
        for (key, _) in &self.shares {
            *in_use.by_key.entry(key.clone()).or_default() += more;
        }
        self.bytes += more;
        true
    }

    /// Grows like [`Self::grow_to`], and waits up to `patience` for other reservations to return
    /// memory.
    pub(crate) async fn wait_for(&mut self, size: usize, patience: Duration) -> bool {
        let memory = Arc::clone(&self.memory);
        let waiting = async {
            loop {
                // Created before the check, so that memory returned in between is not missed.
                let returned = memory.returned.notified();
                if self.grow_to(size) {
                    return;
                }
                returned.await;
            }
        };
        timeout(patience, waiting).await.is_ok()
    }
}

impl<K: Ord> Drop for MemoryReservation<K> {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        let mut in_use = self.memory.in_use();
        in_use.all = in_use.all.saturating_sub(self.bytes);
        for (key, _) in &self.shares {
            if let Some(own) = in_use.by_key.get_mut(key) {
                *own = own.saturating_sub(self.bytes);
                if *own == 0 {
                    in_use.by_key.remove(key);
                }
            }
        }
        drop(in_use);
        self.memory.returned.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    #[test]
    fn shares_limit_each_key_and_the_budget_limits_all() {
        let memory = Arc::new(MemoryBudget::with_limit(100, 0));
        let mut first = memory.reservation(vec![("ada", Share::fixed(50)), ("network", Share::fixed(70))]);
        let mut second = memory.reservation(vec![("bea", Share::fixed(50)), ("network", Share::fixed(70))]);
        let mut third = memory.reservation(vec![("cy", Share::fixed(50))]);
        assert!(first.grow_to(50) && !first.grow_to(51));
        assert!(!second.grow_to(21) && second.grow_to(20));
        assert!(!third.grow_to(31) && third.grow_to(30));
        drop(first);
        assert_eq!(memory.used_bytes(), 50);
        assert!(second.grow_to(50));
        drop((second, third));
        let in_use = memory.in_use();
        assert!(in_use.all == 0 && in_use.by_key.is_empty(), "{in_use:?}");
    }

    #[actix_web::test]
    async fn returned_memory_goes_to_waiting_reservations() {
        let memory = Arc::new(MemoryBudget::with_limit(100, 0));
        let mut first = memory.reservation(vec![("ada", Share::fixed(100))]);
        assert!(first.grow_to(60));
        let mut second = memory.reservation(vec![("bea", Share::fixed(100))]);
        let mut waiting = pin!(second.wait_for(60, Duration::from_hours(1)));
        let mut context = Context::from_waker(Waker::noop());
        assert!(waiting.as_mut().poll(&mut context).is_pending());
        drop(first);
        assert_eq!(waiting.as_mut().poll(&mut context), Poll::Ready(true));
    }

    #[actix_web::test]
    async fn waiting_for_memory_times_out() {
        let memory = Arc::new(MemoryBudget::with_limit(100, 0));
        let mut one = memory.reservation(vec![("ada", Share::fixed(50))]);
        assert!(!one.wait_for(51, Duration::ZERO).await);
        assert_eq!(memory.used_bytes(), 0);
    }
}
