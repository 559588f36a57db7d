//! Query plans: the searches for reminders, for outdated dates, for the terms of requests, for
//! completion windows and for the due dates of a role read an index on both databases.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::fixtures::{provider, requester, start, submit};
use aditus_application::row_versions::RowVersion;
use aditus_domain::deadlines::{Calendar, ReminderTime};
use aditus_domain::roles::Role;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::clocks;
use super::due_stages::selection;
use super::reminders::{due_demands, due_stages};
use super::terms::{self, running_terms};
use super::windows::{self, ending, over};
use crate::schema::request_terms;
use crate::testing::TestDatabase;
use crate::testing::plans::plan;

/// Creates 4,000 copies of a stage, of which every fourth has a due date, and 4,000 comments, of which
/// every fortieth has an open completion window.
const MANY: &str = "
    INSERT INTO request_states (
        request_id, number, state, stage_type, role_id, org_role_id, stage_order, stage_activity, branch_level,
        pos_x, pos_y, icon, created_on, target, due_soon_on, due_on
    )
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
    SELECT
        request_id, 1000 + n, state, stage_type, role_id, org_role_id, stage_order, stage_activity, branch_level,
        pos_x, pos_y, icon, created_on, 10,
        CASE n % 4 WHEN 0 THEN DATE '2026-03-10' END, CASE n % 4 WHEN 0 THEN DATE '2026-03-12' END
    FROM request_states CROSS JOIN numbers WHERE request_states.request_id = 1 AND request_states.number = 1;

    INSERT INTO state_comments (
        request_id, state_id, author_id, author_role_id, section, comment, action_required, created_on,
        completion_weeks, answer_by
    )
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
    SELECT
        request_states.request_id, request_states.id, assigned_roles.user_id, assigned_roles.id, 'Devices',
        'Which?', (1 = 1), request_states.created_on,
        CASE n % 40 WHEN 0 THEN 4 END, CASE n % 40 WHEN 0 THEN DATE '2026-03-10' END
    FROM request_states CROSS JOIN numbers CROSS JOIN assigned_roles
    WHERE request_states.request_id = 1 AND request_states.number = 1
        AND assigned_roles.id = (SELECT min(id) FROM assigned_roles);
";

fn the_searches_read_an_index(database: &TestDatabase, many: &str) {
    let store = database.store();
    let store = store.as_ref();
    let provider = provider(store);
    let request = submit(store, &requester(store), &provider, "Malaria", start());
    assert_eq!(request.0, 1);
    let mut connection = database.filled(many);
    // PostgreSQL would scan a few thousand rows sequentially.
    if connection.is_postgres() {
        connection.batch_execute("SET enable_seqscan = off").unwrap();
    }
    let calendar = Calendar::default();
    let time = ReminderTime::at(start(), &calendar, 5).unwrap();
    let lines = plan(&mut connection, due_stages(&time.cutoffs())).join("\n");
    assert!(lines.contains("request_states_by_reminder"), "{lines}");
    for earlier_than in [None, Some(RowVersion(1))] {
        let lines = plan(&mut connection, clocks::outdated(earlier_than, 200)).join("\n");
        assert!(lines.contains("request_states_by_calendar"), "{lines}");
        assert!(
            !lines.contains("Sort") && !lines.contains("TEMP B-TREE"),
            "{lines}"
        );
        let lines = plan(&mut connection, terms::outdated(earlier_than, 200)).join("\n");
        assert!(lines.contains("request_terms_by_calendar"), "{lines}");
        assert!(!lines.contains("data_requests_by_status"), "{lines}");
    }
    let lines = plan(&mut connection, due_demands(&time.cutoffs())).join("\n");
    assert!(!lines.contains("data_requests_by_status"), "{lines}");
    let running = running_terms!(&[1_i64, 2, 3]).select(request_terms::request_id);
    let lines = plan(&mut connection, running).join("\n");
    assert!(!lines.contains("data_requests_by_status"), "{lines}");
    for query in [
        over(calendar.date_of(start())),
        ending(&time.cutoffs()),
        windows::outdated(RowVersion(1), 200),
    ] {
        let lines = plan(&mut connection, query).join("\n");
        assert!(lines.contains("state_comments_open_windows"), "{lines}");
        assert!(!lines.contains("data_requests_by_status"), "{lines}");
    }
    let org_role = provider.staff(Role::DataAccessReviewer).org_role;
    let lines = plan(&mut connection, selection(&[org_role], 500)).join("\n");
    assert!(lines.contains("request_states_by_role_and_due_date"), "{lines}");
}

#[test]
fn the_searches_read_an_index_on_sqlite() {
    let many = MANY.replace("DATE '", "'");
    the_searches_read_an_index(&TestDatabase::sqlite(), &many);
}

#[test]
fn the_searches_read_an_index_on_postgres() {
    the_searches_read_an_index(&TestDatabase::postgres(), MANY);
}
