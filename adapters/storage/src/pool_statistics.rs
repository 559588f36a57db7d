//! Usage statistics of a connection pool.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use aditus_application::installation::monitoring::PoolUse;
use r2d2::event::{CheckoutEvent, TimeoutEvent};
use r2d2::{HandleEvent, ManageConnection, Pool};

/// Number and waiting times of checkouts since the start.
#[derive(Debug, Default)]
pub(crate) struct PoolStatistics {
    lent: AtomicU64,
    waited_micros: AtomicU64,
    timeouts: AtomicU64,
}

impl PoolStatistics {
    pub(crate) fn pool_use<M: ManageConnection>(&self, name: &'static str, pool: &Pool<M>) -> PoolUse {
        let state = pool.state();
        PoolUse {
            name,
            most: pool.max_size(),
            open: state.connections,
            idle: state.idle_connections,
            lent: self.lent.load(Ordering::Relaxed),
            waited: Duration::from_micros(self.waited_micros.load(Ordering::Relaxed)),
            timeouts: self.timeouts.load(Ordering::Relaxed),
        }
    }

    fn add_wait(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.waited_micros.fetch_add(micros, Ordering::Relaxed);
    }
}

/// Event handler that updates the [`PoolStatistics`] of its pool.
#[derive(Debug)]
pub(crate) struct StatisticsHandler(pub(crate) Arc<PoolStatistics>);

impl HandleEvent for StatisticsHandler {
    fn handle_checkout(&self, event: CheckoutEvent) {
        self.0.lent.fetch_add(1, Ordering::Relaxed);
        self.0.add_wait(event.duration());
    }

    fn handle_timeout(&self, event: TimeoutEvent) {
        self.0.timeouts.fetch_add(1, Ordering::Relaxed);
        self.0.add_wait(event.timeout());
    }
}
