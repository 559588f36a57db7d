//! Query plans: lists of places use indexes on both databases.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::seed::reference_data;
use aditus_application::paging::{Direction, ListQuery, Page};
use aditus_application::reference::views::{PlaceQuery, PlaceSort};
use aditus_domain::ids::FacilityId;
use aditus_domain::reference::Level;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::places::{filtered, page_of};
use crate::schema::facilities;
use crate::search::Term;
use crate::testing::TestDatabase;
use crate::testing::plans::plan;

/// Creates 4,000 facilities of one district, each with a unique number in its search text.
const MANY: &str = "
    INSERT INTO facilities (parent_id, level, label, active, sort_key, search_text)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4000)
    SELECT id, 'Facility', 'Clinic ' || (n * 7919), n % 2 = 0, 'clinic ' || (n * 7919), '  clinic  ' || (n * 7919)
    FROM facilities CROSS JOIN numbers WHERE facilities.label = 'Mirrin';
";

fn every_list_reads_indexes(database: &TestDatabase) {
    reference_data(database.store().as_ref());
    let mut connection = database.filled(MANY);
    for direction in [Direction::Ascending, Direction::Descending] {
        for (sort, level) in [
            (PlaceSort::Name, None),
            (PlaceSort::Active, None),
            (PlaceSort::Name, Some(Level::Facility)),
        ] {
            let query = PlaceQuery {
                list: ListQuery {
                    search: None,
                    sort,
                    direction,
                    page: Page::new(2, 20),
                },
                level,
                parent: None,
            };
            let lines = plan(&mut connection, page_of(None, &query).select(facilities::label));
            let lines = lines.join("\n");
            assert!(
                !lines.contains("TEMP B-TREE") && !lines.contains("Sort") && !lines.contains("Seq Scan"),
                "{query:?}\n{lines}"
            );
        }
    }
    // PostgreSQL would scan a few thousand rows sequentially. The test checks that an index can
    // serve the search.
    if connection.is_postgres() {
        connection.batch_execute("SET enable_seqscan = off").unwrap();
    }
    let everything = PlaceQuery {
        list: ListQuery {
            search: None,
            sort: PlaceSort::Name,
            direction: Direction::Ascending,
            page: Page::new(1, 20),
        },
        level: None,
        parent: None,
    };
    let term = Term::parse("79190");
    let lines = plan(&mut connection, filtered(term.as_ref(), &everything).count()).join("\n");
    assert!(
        lines.contains("facilities_fts") || lines.contains("facilities_by_search_text"),
        "{lines}"
    );
    let in_one = PlaceQuery {
        parent: Some(FacilityId(5)),
        ..everything
    };
    let lines = plan(&mut connection, page_of(None, &in_one).select(facilities::label)).join("\n");
    assert!(
        lines.contains("facilities_by_parent") && !lines.contains("TEMP B-TREE"),
        "{lines}"
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
