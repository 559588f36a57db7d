//! The record of acts: the database itself keeps its entries as they are, and lets go of what they commit to.

use aditus_application::audit::NewEntry;
use aditus_application::audit::views::{Place, Wanted};
use aditus_application::contract::seed;
use aditus_application::ports::{Database, EncodedEntry, SaltedValue};
use aditus_domain::audit::Kind;
use aditus_domain::requests::content::Commitment;
use aditus_storage::testing::TestDatabase;

fn with_an_entry(database: &TestDatabase) {
    seed::commit(&*database.store(), |transaction| {
        let entry = NewEntry {
            at: seed::at(0),
            kind: Kind::EmailChanged,
            user: None,
            concerns: None,
            request: None,
            encoded: EncodedEntry {
                canonical: "{}".to_owned(),
                values: vec![SaltedValue {
                    commitment: Commitment([1; 32]),
                    salt: [2; 16],
                    value: "ada@people.example".to_owned(),
                }],
            },
        };
        transaction.audit().add(&entry).unwrap();
    });
}

fn entries(database: &TestDatabase) -> usize {
    let store = database.store();
    let mut views = store.read().unwrap();
    let page = views.audit().page(&Wanted::default(), Place::Newest, 10).unwrap();
    page.entries.len()
}

fn an_entry_is_never_altered_or_removed(database: &TestDatabase, statements: &[&str]) {
    with_an_entry(database);
    for statement in statements {
        assert!(database.execute(statement).is_err(), "{statement}");
    }
    assert_eq!(entries(database), 1);
    database.execute("DELETE FROM audit_values").unwrap();
    assert!(database.execute("DELETE FROM audit_entries").is_err());
    assert_eq!(entries(database), 1, "the entry stays without its meaning");
}

/// Of an entry, and of what it commits to.
const CHANGES: [&str; 5] = [
    "UPDATE audit_entries SET canonical = '[]'",
    "UPDATE audit_entries SET user_id = 7",
    "DELETE FROM audit_entries",
    "UPDATE audit_values SET value = 'somebody@people.example'",
    "UPDATE audit_values SET entry_id = 7",
];

#[test]
fn an_entry_is_never_altered_or_removed_on_sqlite() {
    an_entry_is_never_altered_or_removed(&TestDatabase::sqlite(), &CHANGES);
}

#[test]
fn an_entry_is_never_altered_or_removed_on_postgres() {
    let more = ["TRUNCATE audit_entries", "TRUNCATE audit_entries CASCADE"];
    let all: Vec<&str> = CHANGES.into_iter().chain(more).collect();
    an_entry_is_never_altered_or_removed(&TestDatabase::postgres(), &all);
}
