//! What an earlier version stored is found by the keys of this one (people, addresses, organisations and names with a micro sign), and
//! sorted by them.

use aditus_application::contract::fixtures::{minute, provider, requester, submit};
use aditus_application::contract::seed;
use aditus_application::contract::steps::feedback;
use aditus_application::ports::{Database, MigratableDatabase};
use aditus_storage::testing::TestDatabase;

use crate::earlier::revert_to_before;
use crate::schemas::{lines, postgres, sqlite};

/// The migration after which keys are made anew.
const SORT_KEYS: &str = "20261127000160";

/// The name is one that nobody could enter any more: it has nothing visible.
const OF_BEFORE: &str = "
    UPDATE users SET fname = '\u{3164}', org_email = 'Ama@xn--mnchen-3ya.example', email_key = 'ama@xn--mnchen-3ya.example',
        name_key = 'amina okello 1', search_text = '  amina  okello  1' WHERE phone = '+256700000001';
    UPDATE organisations SET domain = 'xn--mnchen-3ya.example', domain_key = 'xn--mnchen-3ya.example' WHERE name = 'Institute';
    UPDATE variables SET column_key = 'creatinine_\u{b5}mol'";

/// Their names are the same in both databases.
const KEYS: [&str; 3] = [
    "SELECT name_key AS text FROM users WHERE phone = '+256700000002'",
    "SELECT domain_key AS text FROM organisations WHERE name = 'Institute'",
    "SELECT column_key AS text FROM variables",
];

macro_rules! what_was_stored_before_is_found {
    ($database:expr, $connect:ident) => {{
        let database = $database;
        let store = database.store();
        let user = seed::user(&*store, 1);
        seed::user(&*store, 2);
        seed::organisation(&*store, "Institute");
        let source = seed::source(&*store, "National HMIS", true);
        let table = seed::table(&*store, source, &seed::table_row("births"));
        let row = seed::variable_row("births", "creatinine_\u{b5}mol");
        seed::variables(&*store, table, &[row]);
        let mut connection = $connect(&database);
        let [sorted, _, column] = KEYS.map(|keys| lines(&mut connection, keys));

        revert_to_before(&database, SORT_KEYS);
        database.execute(OF_BEFORE).unwrap();
        database
            .execute("UPDATE users SET name_key = 'amina okello 2' WHERE phone = '+256700000002'")
            .unwrap();
        store.migrate().unwrap();

        let domain = ["m\u{fc}nchen.example".to_owned()].into();
        assert_eq!(
            KEYS.map(|keys| lines(&mut connection, keys)),
            [sorted, domain, column]
        );
        let mut transaction = store.begin().unwrap();
        let account = transaction
            .accounts()
            .by_username("ama@m\u{fc}nchen.example")
            .unwrap()
            .unwrap();
        assert_eq!(account.id, user);
        assert_eq!(account.org_email.unwrap().as_str(), "Ama@m\u{fc}nchen.example");
        assert_eq!(account.fname.as_str(), "\u{3164}");
    }};
}

#[test]
fn what_was_stored_before_is_found_on_sqlite() {
    what_was_stored_before_is_found!(TestDatabase::sqlite(), sqlite);
}

#[test]
fn what_was_stored_before_is_found_on_postgres() {
    what_was_stored_before_is_found!(TestDatabase::postgres(), postgres);
}

/// The migration that adds sort keys of other texts than names.
const SORT_KEYS_OF_LISTS: &str = "20261127000170";

/// Each is filled in for a row at least.
const SORTED_BY: [&str; 7] = [
    "SELECT designation_sort_key || department_sort_key AS text FROM users",
    "SELECT description_sort_key || country_sort_key || abbreviation_sort_key AS text FROM organisations",
    "SELECT dbms_sort_key AS text FROM data_sources",
    "SELECT sort_key AS text FROM table_types",
    "SELECT entity_sort_key || description_sort_key AS text FROM dictionary_tables",
    "SELECT column_order AS text FROM variables",
    "SELECT title_sort_key AS text FROM data_request_feedback",
];

macro_rules! what_was_stored_before_is_sorted {
    ($database:expr, $connect:ident) => {{
        let database = $database;
        let store = database.store();
        let (provider, requester) = (provider(&*store), requester(&*store));
        let request = submit(&*store, &requester, &provider, "Malaria", minute(0));
        seed::commit(&*store, |transaction| {
            let entries = transaction.feedback();
            entries.add(request, &feedback("Good"), minute(1)).unwrap();
        });
        let mut connection = $connect(&database);
        let sorted = SORTED_BY.map(|keys| lines(&mut connection, keys));
        for keys in &sorted {
            assert!(!keys.is_empty() && !keys.contains(&String::new()), "{keys:?}");
        }

        revert_to_before(&database, SORT_KEYS_OF_LISTS);
        store.migrate().unwrap();
        assert_eq!(SORTED_BY.map(|keys| lines(&mut connection, keys)), sorted);
    }};
}

#[test]
fn what_was_stored_before_is_sorted_on_sqlite() {
    what_was_stored_before_is_sorted!(TestDatabase::sqlite(), sqlite);
}

#[test]
fn what_was_stored_before_is_sorted_on_postgres() {
    what_was_stored_before_is_sorted!(TestDatabase::postgres(), postgres);
}
