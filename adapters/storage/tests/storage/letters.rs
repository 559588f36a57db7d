//! Whoever installs this version over one that knew no approval letters gets them for what was approved before.

use std::sync::Arc;

use aditus_application::access::RequestScope;
use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::contract::fixtures::{minute, provider, requester, submit};
use aditus_application::contract::steps::approve_all;
use aditus_application::ports::{Database, MigratableDatabase};
use aditus_application::requests::letters::complete;
use aditus_application::testing::TestPorts;
use aditus_canonical::CanonicalJson;
use aditus_domain::procedures::{LetterNumber, default_procedure};
use aditus_log::C2spLog;
use aditus_storage::testing::TestDatabase;

use crate::earlier::revert_to_before;

/// The first migration that knows of drawings, histories and letters.
const FIRST: &str = "20261122000115";

fn an_earlier_installation_gets_its_letters(database: &TestDatabase) {
    let store = database.store();
    let mut transaction = store.begin().unwrap();
    let procedure = transaction
        .procedures()
        .add(&default_procedure(), true, true)
        .unwrap();
    transaction.commit(unrecorded(Unrecorded::Invented)).unwrap();
    let (provider, requester) = (provider(&*store), requester(&*store));
    let [approved, pending] =
        ["Malaria", "Cholera"].map(|title| submit(&*store, &requester, &provider, title, minute(0)));
    approve_all(&*store, &provider, approved, minute(1));
    revert_to_before(database, FIRST);
    store.migrate().unwrap();

    let whole = store
        .read()
        .unwrap()
        .procedures()
        .whole(procedure)
        .unwrap()
        .unwrap();
    assert_eq!((whole.drawing_version.0, whole.letter_version.0), (1, 1));
    assert_eq!((whole.whole.drawing.stages.len(), whole.whole.letter), (9, None));
    let same: Arc<dyn Database> = database.store();
    let ports = TestPorts::around(same, Arc::new(CanonicalJson), Arc::new(C2spLog)).ports;
    assert_eq!(complete::execute(&ports).unwrap(), 1);
    assert_eq!(complete::execute(&ports).unwrap(), 0, "nothing is left to do");
    let letter = |request| {
        let mut views = store.read().unwrap();
        views
            .requests()
            .letter(&RequestScope::Everything, request)
            .unwrap()
    };
    let made = letter(approved).unwrap();
    assert_eq!(made.number, LetterNumber(1));
    assert!(made.text.body.contains("\"Malaria\""), "{}", made.text.body);
    assert_eq!(letter(pending), None);
}

#[test]
fn an_earlier_installation_gets_its_letters_on_sqlite() {
    an_earlier_installation_gets_its_letters(&TestDatabase::sqlite());
}

#[test]
fn an_earlier_installation_gets_its_letters_on_postgres() {
    an_earlier_installation_gets_its_letters(&TestDatabase::postgres());
}
