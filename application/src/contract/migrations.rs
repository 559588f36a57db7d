//! The rules that every [`MigratableDatabase`] MUST follow.
//!
//! An adapter runs each function of [`CONTRACT`], and of [`CONTRACT_OF_NODES`] if several nodes can
//! use its database. Each function gets a function that opens the same database each time. The
//! databases differ between functions, and are empty at first: no migration was applied.

use std::sync::Arc;

use super::seed::organisation;
use crate::organisations::views::{OrganisationQuery, OrganisationSort};
use crate::paging::{Direction, Page};
use crate::ports::{Database, MigratableDatabase};

/// Opens the database anew, as another process would.
pub type Open<'a> = &'a (dyn Fn() -> Arc<dyn MigratableDatabase> + Sync);

/// One clause of the contract.
pub type Clause = fn(Open<'_>);

/// The clauses that hold for every database, by name.
pub const CONTRACT: [(&str, Clause); 2] = [
    (
        "an_empty_database_is_brought_to_this_version_once",
        an_empty_database_is_brought_to_this_version_once,
    ),
    ("stored_rows_are_kept", stored_rows_are_kept),
];

/// The additional clauses for databases that several nodes use, by name.
pub const CONTRACT_OF_NODES: [(&str, Clause); 1] = [(
    "one_of_several_starting_nodes_migrates",
    one_of_several_starting_nodes_migrates,
)];

fn organisations(database: &dyn Database) -> usize {
    let query = OrganisationQuery {
        search: None,
        domains: None,
        sort: OrganisationSort::Name,
        direction: Direction::Ascending,
        page: Page::new(1, 100),
    };
    let page = database.read().unwrap().organisations().active(&query).unwrap();
    page.items.len()
}

/// Returns the applied migrations; none the second time.
pub fn an_empty_database_is_brought_to_this_version_once(open: Open<'_>) {
    let database = open();
    assert_eq!(database.unknown_migrations().unwrap(), Vec::<String>::new());
    let missing = database.missing_migrations().unwrap();
    let mut applied = database.migrate().unwrap();
    assert!(!applied.is_empty() && applied.iter().all(|name| !name.is_empty()));
    assert_eq!(database.migrate().unwrap(), Vec::<String>::new());
    assert_eq!(open().migrate().unwrap(), Vec::<String>::new());
    let count = applied.len();
    applied.sort();
    applied.dedup();
    assert_eq!(applied.len(), count, "each is named once");
    assert_eq!(database.unknown_migrations().unwrap(), Vec::<String>::new());
    assert!(
        missing.is_empty() || missing.len() == count,
        "{missing:?} were missing, and {applied:?} were applied"
    );
    assert_eq!(database.missing_migrations().unwrap(), Vec::<String>::new());
    organisation(&*database, "District Hospital");
}

/// Handles that were opened earlier see the rows as well.
pub fn stored_rows_are_kept(open: Open<'_>) {
    let database = open();
    database.migrate().unwrap();
    let before = organisations(&*database);
    organisation(&*database, "District Hospital");
    open().migrate().unwrap();
    assert_eq!(organisations(&*database), before + 1);
    assert_eq!(organisations(&*open()), before + 1);
}

/// The other nodes wait, and find nothing to apply.
pub fn one_of_several_starting_nodes_migrates(open: Open<'_>) {
    let applied: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| open().migrate().unwrap().len()))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let who_did = applied.iter().filter(|count| **count > 0).count();
    assert_eq!(who_did, 1, "{applied:?}");
}
