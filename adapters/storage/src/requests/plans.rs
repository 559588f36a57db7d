//! Query plans: lists, filters, searches, totals and the latest decisions use indexes on both
//! databases.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use aditus_application::access::RequestScope;
use aditus_application::contract::fixtures::{Provider, Requester, start, submit};
use aditus_application::paging::{Direction, Page};
use aditus_application::requests::views::{DueFilter, RequestFilter, RequestQuery, RequestSort};
use aditus_domain::ids::{DataSourceId, OrganisationId};
use aditus_domain::review::{Party, RequestList, SAMPLED, Tab};
use aditus_domain::roles::Role;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::finished_times::latest;
use super::list::{Listing, NumberOf, PageOf};
use super::scope::in_scope;
use crate::connection::AnyConnection;
use crate::schema::data_requests;
use crate::testing::TestDatabase;
use crate::testing::plans::plan;

/// Returns true if a line of a plan reads every row of a table of requests. Walking along an index
/// does not count.
fn is_full_scan(line: &str) -> bool {
    let tables = ["data_requests", "request_bindings", "r", "b", "p"];
    let read_whole = |how: &str| {
        line.trim_start_matches([' ', '-', '>'])
            .trim_start_matches("Parallel ")
            .strip_prefix(how)
            .is_some_and(|rest| tables.contains(&rest.split_whitespace().next().unwrap_or_default()))
    };
    // SQLite also reports a SCAN of the ten rows of the page, which is a subquery and not a table.
    let is_page = line.starts_with("SCAN p");
    read_whole("Seq Scan on ") || (read_whole("SCAN ") && !line.contains("INDEX") && !is_page)
}

/// Returns true if PostgreSQL walks a whole index of a table of requests. A list may do so for its
/// order; a search must not.
fn walks_whole_index(plan: &[String]) -> bool {
    plan.iter().enumerate().any(|(place, line)| {
        let is_walk = line.contains("Index Scan using ") || line.contains("Index Only Scan using ");
        let of_requests = line.contains(" on data_requests") || line.contains(" on request_bindings");
        let looks_up = plan
            .get(place + 1)
            .is_some_and(|next| next.contains("Index Cond:"));
        is_walk && of_requests && !looks_up
    })
}

/// Returns true if SQLite joins the page with all bindings of the role instead of looking them up
/// by request.
fn joins_by_role(line: &str) -> bool {
    line.starts_with("SEARCH b ") && !line.contains("request_id=?")
}

/// Creates 4,000 copies of a request, spread over all tabs, each with a unique number in its search
/// text and title key. Those that are not pending are decided.
const MANY: &str = "
    INSERT INTO data_requests (
        owner_id, requester_role_id, organisation_id, title, status, status_tab, round, content_digest, date_created,
        submitted_on, needed_on, protocol_ref_num, committee_id, ethics_approval_letter, exempted, purpose_labels,
        source_labels, waiting_for, has_feedback, search_text, version, procedure_id, title_sort_key, decided_on
    )
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
    SELECT
        owner_id, requester_role_id, organisation_id, title, status,
        CASE n % 5 WHEN 0 THEN 'Approved' WHEN 1 THEN 'Denied' ELSE 'Pending' END,
        round, content_digest, date_created,
        submitted_on, needed_on, protocol_ref_num, committee_id, ethics_approval_letter, exempted, purpose_labels,
        source_labels, waiting_for, has_feedback, '  malaria  in  group  ' || (n * 7919), version,
        procedure_id, title_sort_key || (n * 7919), CASE WHEN n % 5 < 2 THEN date_created END
    FROM data_requests CROSS JOIN numbers WHERE data_requests.id = 1;
    INSERT INTO request_bindings (
        request_id, org_role_id, own_state_id, own_state, answered, status_tab, date_created
    )
    SELECT
        d.id, b.org_role_id, b.own_state_id,
        CASE d.id % 4 WHEN 0 THEN 'Approved' WHEN 1 THEN 'Unattended' ELSE 'Incoming' END,
        d.id % 4 = 0, d.status_tab, d.date_created
    FROM data_requests d CROSS JOIN request_bindings b WHERE b.request_id = 1 AND d.id > 1;
";

/// Makes PostgreSQL's planner assume a million requests that do not fit into the cache.
const BELIEVED: &str = "
    UPDATE pg_class SET reltuples = reltuples * 250 WHERE relname IN ('data_requests', 'request_bindings');
    SET effective_cache_size = '8kB'
";

fn every_list_reads_indexes(database: &TestDatabase) {
    let store = database.store();
    let provider = Provider::new(store.as_ref(), "Ministry of Health", "National HMIS");
    let requester = Requester::new(store.as_ref(), "Zoë", "Ångström", "Institut Öresund");
    assert_eq!(
        submit(store.as_ref(), &requester, &provider, "Malaria", start()).0,
        1
    );
    let mut connection = database.filled(MANY);
    let lists = [
        RequestList::OrgRole(provider.staff(Role::DataOfficer).org_role),
        RequestList::Owner(requester.attendant.user),
        RequestList::Everything,
    ];
    check_all(&mut connection, &lists, None);
    check_filters(&mut connection, &lists);
    check_titles(&mut connection);
    check_decisions(&mut connection);
    if connection.is_postgres() {
        connection.batch_execute(BELIEVED).unwrap();
        check_filters(&mut connection, &lists);
        for search in [
            None,
            Some("79190"),
            Some("malaria"),
            Some("req000079"),
            Some("dac0079"),
            Some("7"),
        ] {
            check_all(&mut connection, &lists, search);
        }
        connection
            .batch_execute("ANALYZE; RESET effective_cache_size")
            .unwrap();
    }
    // PostgreSQL would scan a few thousand rows sequentially. The test checks that an index can
    // serve the search.
    if connection.is_postgres() {
        connection.batch_execute("SET enable_seqscan = off").unwrap();
    }
    check_all(&mut connection, &lists, Some("79190"));
    for search in ["malaria", "req000079", "dac0079", "0079"] {
        check_all(&mut connection, &lists, Some(search));
    }
}

fn check_all(connection: &mut AnyConnection, lists: &[RequestList], search: Option<&str>) {
    for of in lists {
        // The Incoming tab of an owner or of the list of all requests is empty without a query.
        for tab in Tab::ALL
            .iter()
            .copied()
            .filter(|tab| !of.tabs(&[*tab]).is_empty())
        {
            for direction in [Direction::Ascending, Direction::Descending] {
                let query = RequestQuery {
                    search: search.map(str::to_owned),
                    direction,
                    ..second_page(*of, tab)
                };
                let listing = Listing::new(&query, &of.tabs(&[tab]));
                check(&plan(connection, PageOf(&listing)), &query);
                if query.search.is_some() {
                    check(&plan(connection, NumberOf(&listing)), &query);
                }
            }
        }
    }
}

/// Returns each filter alone, and all of them together.
fn filters() -> Vec<RequestFilter> {
    let nothing = RequestFilter::default();
    let of_source = RequestFilter {
        data_source: Some(DataSourceId(1)),
        ..nothing
    };
    let of_organisation = RequestFilter {
        organisation: Some(OrganisationId(1)),
        ..nothing
    };
    let old = RequestFilter {
        older_than_days: Some(14),
        ..nothing
    };
    let waiting = [Party::OwnStage, Party::Requester, Party::Others].map(|party| RequestFilter {
        waits_for: Some(party),
        ..nothing
    });
    let due = [DueFilter::DueSoon, DueFilter::Overdue].map(|due| RequestFilter {
        due: Some(due),
        ..nothing
    });
    let all = RequestFilter {
        data_source: of_source.data_source,
        organisation: of_organisation.organisation,
        waits_for: Some(Party::Requester),
        older_than_days: old.older_than_days,
        due: Some(DueFilter::Overdue),
    };
    [nothing, of_source, of_organisation, old, all]
        .into_iter()
        .chain(waiting)
        .chain(due)
        .collect()
}

/// Checks the pages of filtered lists, by date and by title.
///
/// The order by waiting time is left out. It has no index, because each decision would have to
/// write it, so such a list is read in full and sorted.
fn check_filters(connection: &mut AnyConnection, lists: &[RequestList]) {
    for of in lists {
        for filter in filters() {
            for sort in [RequestSort::Created, RequestSort::Title] {
                // Bindings have no titles: the list of a role is read in full to sort it by title.
                // PostgreSQL then reads all requests at once to compare their organisations.
                let is_of_role = matches!(of, RequestList::OrgRole(_));
                if is_of_role && sort == RequestSort::Title && filter.organisation.is_some() {
                    continue;
                }
                for tab in Tab::ALL {
                    let tabs = of.tabs(&[*tab]);
                    for direction in [Direction::Ascending, Direction::Descending] {
                        let query = RequestQuery {
                            filter,
                            sort,
                            direction,
                            ..second_page(*of, *tab)
                        };
                        if !tabs.is_empty() {
                            let listing = Listing::new(&query, &tabs);
                            check(&plan(connection, PageOf(&listing)), &query);
                        }
                    }
                }
            }
        }
    }
}

/// The list of all requests is read in the order of its titles.
fn check_titles(connection: &mut AnyConnection) {
    for direction in [Direction::Ascending, Direction::Descending] {
        let query = RequestQuery {
            sort: RequestSort::Title,
            direction,
            ..second_page(RequestList::Everything, Tab::All)
        };
        let plan = plan(connection, PageOf(&Listing::new(&query, &[Tab::All]))).join("\n");
        assert!(plan.contains("data_requests_by_title"), "{plan}");
    }
}

/// The latest final decisions are read from an index: of all requests, and of a procedure.
fn check_decisions(connection: &mut AnyConnection) {
    let times = (data_requests::submitted_on, data_requests::decided_on);
    let of_all = data_requests::table.filter(in_scope(&RequestScope::Everything));
    let of_procedure = data_requests::table.filter(data_requests::procedure_id.eq(1_i64));
    for (requests, index) in [
        (of_all.into_boxed(), "data_requests_by_decision"),
        (of_procedure.into_boxed(), "data_requests_by_procedure"),
    ] {
        let plan = plan(connection, latest(requests, SAMPLED).select(times)).join("\n");
        assert!(plan.contains(index), "{plan}");
        assert!(!plan.contains("Sort") && !plan.contains("TEMP B-TREE"), "{plan}");
    }
}

/// The second page of a tab of a list, without a filter.
fn second_page(of: RequestList, tab: Tab) -> RequestQuery {
    RequestQuery {
        of,
        tabs: vec![tab],
        search: None,
        filter: RequestFilter::default(),
        now: start(),
        today: start().date_naive(),
        sort: RequestSort::default(),
        direction: Direction::Ascending,
        page: Page::new(2, 10),
    }
}

fn check(plan: &[String], query: &RequestQuery) {
    assert!(!plan.is_empty());
    assert!(
        !plan.iter().any(|line| is_full_scan(line) || joins_by_role(line)),
        "{query:?}\n{}",
        plan.join("\n")
    );
    assert!(
        query.search.is_none() || !walks_whole_index(plan),
        "{query:?}\n{}",
        plan.join("\n")
    );
}

#[test]
fn every_list_reads_indexes_on_sqlite() {
    every_list_reads_indexes(&TestDatabase::sqlite());
}

#[test]
fn every_list_reads_indexes_on_postgres() {
    every_list_reads_indexes(&TestDatabase::postgres());
}

#[test]
fn full_scans_are_distinguished_from_index_scans() {
    assert!(is_full_scan("SCAN data_requests"));
    assert!(is_full_scan(
        "  ->  Parallel Seq Scan on request_bindings  (cost=0.00..1.00 rows=1 width=1)"
    ));
    assert!(is_full_scan(
        "        ->  Seq Scan on request_bindings  (cost=0.00..1.00 rows=1 width=1)"
    ));
    assert!(!is_full_scan(
        "SCAN data_requests USING COVERING INDEX data_requests_by_date"
    ));
    assert!(!is_full_scan("SCAN data_requests_fts VIRTUAL TABLE INDEX 0:M1"));
    assert!(!is_full_scan(
        "  ->  Index Only Scan using request_bindings_by_date on request_bindings  (cost=1)"
    ));
}
