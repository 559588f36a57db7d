//! Tests of the watched values of the storage: clocks and connections.

use aditus_application::installation::monitoring::clock_skew;
use aditus_application::ports::Database;
use aditus_application::testing::FixedClock;
use aditus_storage::testing::TestDatabase;
use chrono::TimeDelta;

#[test]
fn nodes_detect_their_clock_skew_through_the_shared_database() {
    let database = TestDatabase::postgres();
    let store = database.store();
    let theirs = store
        .read()
        .unwrap()
        .monitoring()
        .database_time()
        .unwrap()
        .unwrap();
    // The database's clock advances meanwhile, and a busy machine adds a delay.
    let moment = TimeDelta::seconds(20);
    for ahead in [60, -60] {
        let ahead = TimeDelta::seconds(ahead);
        let node = FixedClock::at(theirs + ahead);
        let skew = clock_skew(store.as_ref(), &node).unwrap().unwrap();
        assert!(skew <= ahead && skew > ahead - moment, "{skew}");
    }
    let alone = TestDatabase::sqlite();
    let skew = clock_skew(alone.store().as_ref(), &FixedClock::default()).unwrap();
    assert_eq!(skew, None, "it goes by the clock of this machine");
}

#[test]
fn connections_in_use_are_counted() {
    for (database, names) in [
        (TestDatabase::sqlite(), vec!["writing", "reading"]),
        (TestDatabase::postgres(), vec!["all"]),
    ] {
        let store = database.store();
        let before = store.pools();
        assert_eq!(before.iter().map(|pool| pool.name).collect::<Vec<_>>(), names);
        let reading = before.len() - 1;
        let views = store.read().unwrap();
        let now = &store.pools()[reading];
        assert_eq!(now.lent, before[reading].lent + 1);
        assert!(
            now.open >= 1 && now.idle < now.open && now.open <= now.most,
            "{now:?}"
        );
        drop(views);
        let after = &store.pools()[reading];
        assert_eq!((after.open, after.idle), (now.open, now.idle + 1));
        assert_eq!(after.timeouts, 0);
    }
}
