//! Tests the search for requests by reference.

use aditus_application::contract::fixtures::{provider, requester, start, submit};
use aditus_application::paging::{Direction, Page};
use aditus_application::ports::Database;
use aditus_application::requests::views::{RequestFilter, RequestQuery, RequestSort};
use aditus_domain::ids::RequestId;
use aditus_domain::requests::reference_digits;
use aditus_domain::review::{RequestList, Tab};
use aditus_storage::testing::TestDatabase;

fn query(search: &str) -> RequestQuery {
    RequestQuery {
        of: RequestList::Everything,
        tabs: vec![Tab::All],
        search: Some(search.to_owned()),
        filter: RequestFilter::default(),
        now: start(),
        today: start().date_naive(),
        sort: RequestSort::default(),
        direction: Direction::Ascending,
        page: Page::new(1, 50),
    }
}

fn found(store: &dyn Database, search: &str) -> Vec<i64> {
    let mut views = store.read().unwrap();
    let page = views.requests().list(&query(search)).unwrap();
    assert_eq!(page.total, page.items.len() as u64);
    page.items.iter().map(|row| row.request_id.0).collect()
}

fn requests_are_found_by_reference(database: &TestDatabase) {
    let store = database.store();
    let (provider, requester) = (provider(&*store), requester(&*store));
    for number in 1..=12 {
        let title = format!("Malaria {number}");
        assert_eq!(submit(&*store, &requester, &provider, &title, start()).0, number);
    }
    let all: Vec<i64> = (1..=12).collect();
    assert_eq!(found(&*store, "malaria"), all);
    assert_eq!(found(&*store, "malaria 12"), [12]);
    for (search, expected) in [
        ("req000012", &all[11..]),
        ("req00001", &all[9..]),
        ("dac001", &[1, 10, 11, 12]),
        ("000012", &all[11..]),
        ("0012", &all[11..]),
        ("eq0", &all),
        ("d", &all),
        ("12", &all[11..]),
        ("req12", &[]),
        ("dac12", &[]),
    ] {
        assert_eq!(found(&*store, search), expected, "{search}");
    }
}

/// The databases compute the digits of references themselves; they have to match those of the
/// domain.
fn digits_are_those_of_the_domain(database: &TestDatabase) {
    let store = database.store();
    let (provider, requester) = (provider(&*store), requester(&*store));
    submit(&*store, &requester, &provider, "Malaria", start());
    let ids = [1, 12, 9_999, 12_345, 123_456, 1_000_012, 1_234_567, i64::MAX];
    for id in &ids[1..] {
        database
            .execute(&format!(
                "CREATE TABLE copied AS SELECT * FROM data_requests WHERE id = 1; UPDATE copied SET id = {id};
                 INSERT INTO data_requests SELECT * FROM copied; DROP TABLE copied"
            ))
            .unwrap();
    }
    for term in [
        "0012", "00012", "000012", "123", "0123", "00123", "999", "234567", "775807", "000",
    ] {
        let expected: Vec<i64> = ids
            .into_iter()
            .filter(|id| reference_digits(RequestId(*id)).contains(term))
            .collect();
        let mut found = found(&*store, term);
        found.sort_unstable();
        assert_eq!(found, expected, "{term}");
    }
}

#[test]
fn digits_are_those_of_the_domain_on_sqlite() {
    digits_are_those_of_the_domain(&TestDatabase::sqlite());
}

#[test]
fn digits_are_those_of_the_domain_on_postgres() {
    digits_are_those_of_the_domain(&TestDatabase::postgres());
}

#[test]
fn requests_are_found_by_reference_on_sqlite() {
    requests_are_found_by_reference(&TestDatabase::sqlite());
}

#[test]
fn requests_are_found_by_reference_on_postgres() {
    requests_are_found_by_reference(&TestDatabase::postgres());
}
