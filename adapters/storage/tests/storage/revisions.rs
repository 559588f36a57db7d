//! The database rejects changes of dictionary revisions.

use aditus_application::contract::fixtures::provider;
use aditus_storage::testing::TestDatabase;

fn a_revision_is_never_altered_or_removed(database: &TestDatabase) {
    provider(&*database.store());
    for statement in [
        "UPDATE dictionary_revisions SET number = 7",
        "DELETE FROM dictionary_revisions",
    ] {
        assert!(database.execute(statement).is_err(), "{statement}");
    }
}

#[test]
fn a_revision_is_never_altered_or_removed_on_sqlite() {
    a_revision_is_never_altered_or_removed(&TestDatabase::sqlite());
}

#[test]
fn a_revision_is_never_altered_or_removed_on_postgres() {
    a_revision_is_never_altered_or_removed(&TestDatabase::postgres());
}
