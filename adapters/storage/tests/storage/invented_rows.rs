//! Earlier versions brought invented ethics committees and facilities along: they leave an installation that nobody has used, and stay
//! in one with requests.

use aditus_application::contract::fixtures::{provider, requester, start, submit};
use aditus_application::contract::seed;
use aditus_application::paging::{Direction, ListQuery, Page};
use aditus_application::ports::{Database, MigratableDatabase};
use aditus_application::reference::views::EntrySort;
use aditus_domain::reference::ReferenceList;
use aditus_storage::testing::TestDatabase;

use crate::earlier::revert_to_before;

/// The migration that lets them leave.
const LEAVING: &str = "20261122000110";

/// What earlier versions brought, as far as it matters here, and what somebody has put beside it.
const EARLIER: &str = "
    DELETE FROM facilities WHERE level = 'Facility';
    DELETE FROM facilities WHERE level = 'District';
    DELETE FROM facilities;
    INSERT INTO ethics_committees (id, irb_name) VALUES
        (3, 'Halden University Institutional Review Board'),
        (4, 'Our own committee'),
        (5, 'Velden College of Health Sciences Ethics Board');
    INSERT INTO facilities (id, parent_id, level, label) VALUES
        (1, NULL, 'Region', 'Northern Highlands'),
        (2, NULL, 'Region', 'Lake Region'),
        (5, 1, 'District', 'Amberfell'),
        (8, 2, 'District', 'Ormeda'),
        (17, 5, 'Facility', 'Amberfell District Hospital'),
        (26, 8, 'Facility', 'Ormeda Teaching Hospital'),
        (53, 5, 'Facility', 'Our own clinic');
";

fn committees(store: &dyn Database) -> Vec<String> {
    let mut views = store.read().unwrap();
    let all = views.reference().all_entries(ReferenceList::EthicsCommittees);
    all.unwrap().into_iter().map(|entry| entry.name).collect()
}

fn places(store: &dyn Database) -> Vec<i64> {
    let mut views = store.read().unwrap();
    let all = views.reference().all_places().unwrap();
    all.into_iter().map(|place| place.id.0).collect()
}

fn they_leave_what_nobody_uses(database: &TestDatabase) {
    let store = database.store();
    revert_to_before(database, LEAVING);
    database.execute(EARLIER).unwrap();
    store.migrate().unwrap();
    assert_eq!(committees(&*store), ["Our own committee"]);
    assert_eq!(places(&*store), [1, 5, 53], "what holds the own clinic stays");
}

fn they_stay_where_there_are_requests(database: &TestDatabase) {
    let store = database.store();
    let (provider, requester) = (provider(&*store), requester(&*store));
    submit(&*store, &requester, &provider, "Malaria", start());
    revert_to_before(database, LEAVING);
    database.execute(EARLIER).unwrap();
    store.migrate().unwrap();
    assert_eq!(committees(&*store).len(), 5);
    assert_eq!(places(&*store), [1, 2, 5, 8, 17, 26, 53]);
    let query = ListQuery {
        search: Some("velden".to_owned()),
        sort: EntrySort::Name,
        direction: Direction::Ascending,
        page: Page::new(1, 10),
    };
    let mut views = store.read().unwrap();
    let found = views
        .reference()
        .entry_records(ReferenceList::EthicsCommittees, &query)
        .unwrap();
    assert_eq!(found.total, 1, "they are found as new ones are");
    drop(views);
    seed::reference_data(&*store);
    assert_eq!(committees(&*store).len(), 5);
}

#[test]
fn they_leave_what_nobody_uses_on_sqlite() {
    they_leave_what_nobody_uses(&TestDatabase::sqlite());
}

#[test]
fn they_leave_what_nobody_uses_on_postgres() {
    they_leave_what_nobody_uses(&TestDatabase::postgres());
}

#[test]
fn they_stay_where_there_are_requests_on_sqlite() {
    they_stay_where_there_are_requests(&TestDatabase::sqlite());
}

#[test]
fn they_stay_where_there_are_requests_on_postgres() {
    they_stay_where_there_are_requests(&TestDatabase::postgres());
}
