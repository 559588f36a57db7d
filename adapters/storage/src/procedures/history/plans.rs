//! Query plans: the history of procedures is read through indexes on both databases.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::seed::user;
use aditus_application::paging::{Direction, ListQuery, Page};
use aditus_application::procedures::views::{ChangeQuery, ChangeSort};
use aditus_domain::ids::ProcedureId;
use diesel::prelude::*;

use super::{filtered, page_of};
use crate::testing::TestDatabase;
use crate::testing::plans::plan;

/// Creates 4,000 entries, one in forty of them about the same procedure.
const MANY: &str = "
    INSERT INTO procedure_changes (procedure_id, procedure_name, author_id, changed_on, lines, search_text)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
    SELECT n % 40, 'Fast track', users.id, users.created_on, '[\"Added.\"]', 'added' FROM users CROSS JOIN numbers;
";

fn the_history_reads_indexes(database: &TestDatabase) {
    user(database.store().as_ref(), 1);
    let mut connection = database.filled(MANY);
    let query = |procedure| ChangeQuery {
        procedure,
        list: ListQuery {
            search: None,
            sort: ChangeSort::default(),
            direction: Direction::default(),
            page: Page::new(2, 10),
        },
    };
    let one = query(Some(ProcedureId(7)));
    for lines in [
        plan(&mut connection, page_of(&one)),
        plan(&mut connection, filtered(&one).count()),
    ] {
        let lines = lines.join("\n");
        assert!(lines.contains("procedure_changes_by_procedure"), "{lines}");
    }
    let lines = plan(&mut connection, page_of(&query(None))).join("\n");
    assert!(
        !lines.contains("TEMP B-TREE") && !lines.contains("Sort"),
        "{lines}"
    );
}

#[test]
fn the_history_reads_indexes_on_sqlite() {
    the_history_reads_indexes(&TestDatabase::sqlite());
}

#[test]
fn the_history_reads_indexes_on_postgres() {
    the_history_reads_indexes(&TestDatabase::postgres());
}
