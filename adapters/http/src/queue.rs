//! A queue that limits how many calls of one kind run and wait.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use aditus_domain::ids::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::watch::QueueState;

/// A key of the queue's limits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Asker {
    /// A signed-in user.
    Person(UserId),
    /// The account that an anonymous caller names, and the caller's network.
    Named(String, String),
    /// A network.
    Network(String),
    /// All anonymous callers together.
    Guests,
}

/// A queue for calls of one kind.
#[derive(Clone)]
pub(crate) struct Queue {
    running: Arc<Semaphore>,
    inside: Arc<Mutex<Inside>>,
    most: usize,
    slots: usize,
}

#[derive(Default)]
struct Inside {
    all: usize,
    by_asker: BTreeMap<Asker, usize>,
}

/// The reason why a call cannot enter the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Full {
    /// The queue is full.
    Everybody,
    /// The key has reached its limit of running and waiting calls.
    Asker,
    /// The server is shutting down.
    Closed,
}

/// A permit of a running call. Dropping it frees the slot.
pub(crate) struct Place {
    _running: OwnedSemaphorePermit,
    _gate: Option<OwnedSemaphorePermit>,
    _counted: Counted,
}

struct Counted {
    inside: Arc<Mutex<Inside>>,
    askers: Vec<Asker>,
}

impl Queue {
    pub(crate) fn new(slots: usize, waiting: usize) -> Self {
        Self {
            running: Arc::new(Semaphore::new(slots)),
            inside: Arc::default(),
            most: slots.saturating_add(waiting),
            slots,
        }
    }

    pub(crate) fn state(&self, name: &'static str) -> QueueState {
        let running = self.slots.saturating_sub(self.running.available_permits());
        let inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner).all;
        QueueState {
            name,
            slots: self.slots,
            running,
            waiting: Some(inside.saturating_sub(running)),
        }
    }

    /// Waits for a slot. Each key comes with its maximum number of running and waiting calls.
    pub(crate) async fn enter(&self, askers: Vec<(Asker, usize)>) -> Result<Place, Full> {
        self.enter_by(None, askers).await
    }

    /// Waits for a permit of the gate, if there is one, and then for a slot. A gate limits a group
    /// of calls further.
    pub(crate) async fn enter_by(
        &self,
        gate: Option<&Arc<Semaphore>>,
        askers: Vec<(Asker, usize)>,
    ) -> Result<Place, Full> {
        let counted = self.count(askers)?;
        let gate = match gate {
            Some(gate) => Some(permit(gate).await?),
            None => None,
        };
        Ok(Place {
            _running: permit(&self.running).await?,
            _gate: gate,
            _counted: counted,
        })
    }

    fn count(&self, askers: Vec<(Asker, usize)>) -> Result<Counted, Full> {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if inside.all >= self.most {
            return Err(Full::Everybody);
        }
        let has_all = |(asker, most): &(Asker, usize)| inside.by_asker.get(asker).is_some_and(|n| n >= most);
        if askers.iter().any(has_all) {
            return Err(Full::Asker);
        }
        inside.all += 1;
        let askers: Vec<Asker> = askers.into_iter().map(|(asker, _)| asker).collect();
        for asker in &askers {
            *inside.by_asker.entry(asker.clone()).or_default() += 1;
        }
        Ok(Counted {
            inside: Arc::clone(&self.inside),
            askers,
        })
    }
}

async fn permit(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Full> {
    let permit = Arc::clone(places).acquire_owned().await;
    permit.map_err(|_| Full::Closed)
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.all = inside.all.saturating_sub(1);
        for asker in &self.askers {
            if let Some(count) = inside.by_asker.get_mut(asker) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    inside.by_asker.remove(asker);
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

    fn of(user: i64) -> Vec<(Asker, usize)> {
        vec![(Asker::Person(UserId(user)), 2)]
    }

    fn now<T>(future: impl Future<Output = T>) -> Option<T> {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        }
    }

    #[test]
    fn calls_beyond_slots_and_queue_are_rejected() {
        let queue = Queue::new(1, 1);
        let first = now(queue.enter(of(1))).unwrap().ok();
        assert!(first.is_some());
        let mut second = Box::pin(queue.enter(of(2)));
        let mut context = Context::from_waker(Waker::noop());
        assert!(second.as_mut().poll(&mut context).is_pending(), "it waits");
        assert_eq!(now(queue.enter(of(3))).unwrap().err(), Some(Full::Everybody));
        drop(first);
        assert!(second.as_mut().poll(&mut context).is_ready(), "its turn has come");
        drop(second);
        assert_eq!(queue.inside.lock().unwrap().all, 0);
    }

    #[test]
    fn a_gate_limits_its_calls_further() {
        let queue = Queue::new(2, 2);
        let gate = Arc::new(Semaphore::new(1));
        let first = now(queue.enter_by(Some(&gate), of(1))).unwrap().ok();
        let mut second = Box::pin(queue.enter_by(Some(&gate), of(2)));
        let mut context = Context::from_waker(Waker::noop());
        assert!(second.as_mut().poll(&mut context).is_pending(), "it waits");
        assert!(now(queue.enter(of(3))).is_some(), "nobody else waits for it");
        drop(first);
        assert!(second.as_mut().poll(&mut context).is_ready(), "its turn has come");
        drop(second);
        assert_eq!(gate.available_permits(), 1);
    }

    #[test]
    fn one_key_cannot_take_all_slots() {
        let queue = Queue::new(4, 0);
        let places: Vec<_> = (0..2).map(|_| now(queue.enter(of(1))).unwrap()).collect();
        assert!(places.iter().all(Result::is_ok));
        assert_eq!(now(queue.enter(of(1))).unwrap().err(), Some(Full::Asker));
        assert!(now(queue.enter(of(2))).unwrap().is_ok());
        drop(places);
        assert!(now(queue.enter(of(1))).unwrap().is_ok());
        assert!(
            queue.inside.lock().unwrap().by_asker.is_empty(),
            "nobody is remembered"
        );
    }

    #[test]
    fn a_cancelled_wait_frees_its_place() {
        let queue = Queue::new(1, 1);
        let first = now(queue.enter(of(1))).unwrap();
        let mut second = Box::pin(queue.enter(of(2)));
        assert!(
            second
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()))
                .is_pending()
        );
        drop(second);
        assert_eq!(queue.inside.lock().unwrap().all, 1);
        drop(first);
    }
}
