//! The rules for every store of the installation ([`crate::ports::Installation`]).

use aditus_domain::dictionary::DataSource;

use super::seed::{commit, user};
use crate::installation::demonstration::{self, Error, Found};
use crate::ports::{Database, DemonstrationMark};

/// A committed mark is read back, and a dropped one leaves no trace.
pub fn a_mark_is_read_as_it_was_committed(database: &dyn Database) {
    let read = || database.begin().unwrap().installation().demonstration().unwrap();
    assert_eq!(read(), DemonstrationMark::None);
    let mut dropped = database.begin().unwrap();
    dropped
        .installation()
        .mark_demonstration(DemonstrationMark::Begun)
        .unwrap();
    drop(dropped);
    assert_eq!(read(), DemonstrationMark::None);
    for mark in [
        DemonstrationMark::Begun,
        DemonstrationMark::Complete,
        DemonstrationMark::None,
    ] {
        commit(database, |transaction| {
            transaction.installation().mark_demonstration(mark).unwrap();
        });
        assert_eq!(read(), mark);
    }
}

/// An account or a data source counts as use. Rows of migrations do not.
pub fn a_database_is_untouched_until_its_first_use(database: &dyn Database) {
    let untouched = || database.begin().unwrap().installation().is_untouched().unwrap();
    assert!(untouched());
    let mut transaction = database.begin().unwrap();
    transaction
        .dictionary()
        .add_source(&DataSource::named("Hospital Records"))
        .unwrap();
    assert!(!transaction.installation().is_untouched().unwrap());
    drop(transaction);
    assert!(untouched());
    user(database, 1);
    assert!(!untouched());
}

/// One of several concurrent processes fills the demonstration.
pub fn one_of_several_processes_fills_a_demonstration(database: &dyn Database) {
    let begun: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| demonstration::begin(database)))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let filling = begun.iter().filter(|begun| matches!(begun, Ok(Found::Untouched)));
    assert_eq!(filling.count(), 1, "{begun:?}");
    let waiting = begun
        .iter()
        .filter(|begun| matches!(begun, Err(Error::Unfinished)));
    assert_eq!(waiting.count(), 3, "{begun:?}");
}
