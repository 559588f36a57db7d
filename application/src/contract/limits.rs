//! The contract of events that count against rate limits.

use aditus_domain::limits::Limit;
use chrono::{DateTime, TimeDelta, Utc};

use super::seed::{at, commit, unrecorded_in_test};
use crate::limits::{Counter, Event, PastEvents, SUBJECT_BYTES, Subject};
use crate::ports::Database;

/// Returns a separate counter for each number.
pub fn counter(number: u8) -> Counter {
    Counter {
        limit: Limit::SignIn,
        subject: Subject([number; SUBJECT_BYTES]),
    }
}

/// An event that counts for a minute.
pub fn event(number: u8, at: DateTime<Utc>) -> Event {
    Event {
        counter: counter(number),
        detail: Subject([0; SUBJECT_BYTES]),
        at,
        counts_until: at + TimeDelta::minutes(1),
    }
}

/// The latest event is first, in a transaction and in the views.
pub fn events_are_counted_by_limit_and_subject(database: &dyn Database) {
    let other_limit = Counter {
        limit: Limit::Export,
        ..counter(1)
    };
    let counted = |events: &mut dyn PastEvents| {
        let mut of = |counter: &Counter, passed_over, since| {
            events.latest_but(counter, passed_over, at(since)).unwrap()
        };
        assert_eq!(of(&counter(1), 0, 0), Some(at(20)));
        assert_eq!(of(&counter(1), 1, 0), Some(at(10)));
        assert_eq!(of(&counter(1), 1, 9), Some(at(10)));
        assert_eq!(of(&counter(1), 1, 10), None, "after the time, and not at it");
        assert_eq!(of(&counter(1), 2, 0), None);
        assert_eq!(of(&counter(2), 0, 0), Some(at(15)));
        assert_eq!(of(&other_limit, 0, 0), Some(at(30)));
        assert_eq!(of(&counter(3), 0, 0), None);
    };
    commit(database, |transaction| {
        let events = transaction.limited_events();
        for (number, seconds) in [(1, 20), (2, 15), (1, 10)] {
            events.add(&event(number, at(seconds))).unwrap();
        }
        events
            .add(&Event {
                counter: other_limit,
                ..event(1, at(30))
            })
            .unwrap();
        counted(transaction.limited_events());
    });
    counted(database.read().unwrap().past_events());
}

/// Repeated events with the same detail count once.
pub fn different_details_are_counted(database: &dyn Database) {
    commit(database, |transaction| {
        for (number, detail, seconds) in [(1, 1, 5), (1, 2, 10), (1, 2, 20), (1, 3, 30), (2, 4, 30)] {
            let event = Event {
                detail: Subject([detail; SUBJECT_BYTES]),
                ..event(number, at(seconds))
            };
            transaction.limited_events().add(&event).unwrap();
        }
    });
    let mut views = database.read().unwrap();
    let mut different = |number, since| {
        let events = views.past_events();
        events.different_details(&counter(number), at(since)).unwrap()
    };
    assert_eq!((different(1, 0), different(1, 5), different(1, 30)), (3, 2, 0));
    assert_eq!((different(2, 0), different(3, 0)), (1, 0));
}

/// Forgetting affects one counter. Expired events of all counters are deleted.
pub fn events_are_forgotten_and_deleted(database: &dyn Database) {
    commit(database, |transaction| {
        let events = transaction.limited_events();
        for (number, seconds) in [(1, 0), (2, 0), (2, 10), (3, 10)] {
            events.add(&event(number, at(seconds))).unwrap();
        }
        events.forget(&counter(3)).unwrap();
        assert_eq!(events.latest_but(&counter(3), 0, at(0)).unwrap(), None);
        assert_eq!(events.delete_expired(at(59)).unwrap(), 0);
        assert_eq!(events.delete_expired(at(60)).unwrap(), 2);
        assert_eq!(events.latest_but(&counter(1), 0, at(-1)).unwrap(), None);
        assert_eq!(events.latest_but(&counter(2), 0, at(-1)).unwrap(), Some(at(10)));
    });
}

/// The lock makes each caller see the commits of the one before.
pub fn concurrent_events_count_like_sequential_ones(database: &dyn Database) {
    const ALLOWED: u32 = 5;
    let done = in_threads(12, |_| {
        let mut transaction = database.begin().unwrap();
        let events = transaction.limited_events();
        events.lock_exclusive(&[counter(1)]).unwrap();
        let refused = events
            .latest_but(&counter(1), ALLOWED - 1, at(-1))
            .unwrap()
            .is_some();
        if !refused {
            events.add(&event(1, at(0))).unwrap();
            transaction.commit(unrecorded_in_test()).unwrap();
        }
        !refused
    });
    assert_eq!(done.iter().filter(|done| **done).count(), ALLOWED as usize);
}

/// The order in which the counters are named does not matter.
pub fn locking_the_same_counters_does_not_deadlock(database: &dyn Database) {
    let done = in_threads(8, |n| {
        let mut counters = [counter(1), counter(2), counter(3), counter(200)];
        if n % 2 == 0 {
            counters.reverse();
        }
        let mut transaction = database.begin().unwrap();
        transaction.limited_events().lock_exclusive(&counters).unwrap();
        transaction.limited_events().add(&event(1, at(0))).unwrap();
        transaction.commit(unrecorded_in_test()).unwrap();
        true
    });
    assert_eq!(done.len(), 8);
}

/// The stored time is the latest.
pub fn untrusted_proxies_are_stored_once_and_deleted(database: &dyn Database) {
    commit(database, |transaction| {
        let proxies = transaction.untrusted_proxies();
        for (address, seconds) in [
            ("10.0.0.2", 0),
            ("10.0.0.1", 5),
            ("10.0.0.2", 10),
            ("fd00::1", 20),
        ] {
            proxies.note(address, at(seconds)).unwrap();
        }
        assert_eq!(proxies.seen(at(5)).unwrap(), ["10.0.0.2", "fd00::1"]);
        assert_eq!(proxies.seen(at(-1)).unwrap().len(), 3);
        assert_eq!(proxies.delete_expired(at(20)).unwrap(), 2);
        assert_eq!(proxies.seen(at(-1)).unwrap(), ["fd00::1"]);
    });
}

fn in_threads(number: usize, work: impl Fn(usize) -> bool + Sync) -> Vec<bool> {
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..number).map(|n| scope.spawn(move || work(n))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}
