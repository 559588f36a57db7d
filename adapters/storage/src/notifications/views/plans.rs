//! Query plan: missed notifications of several people are looked up per person, independent of the
//! distribution.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::contract::fixtures::Provider;

use super::SINCE_OF_EACH;
use crate::testing::TestDatabase;
use crate::testing::plans::plan;

/// Creates notifications of two people only, so that the planner expects many of the later ones to
/// be theirs.
const MANY: &str = "
    INSERT INTO notifications (user_id, role_id, kind, message, authored_on, is_read)
    SELECT (SELECT MIN(id) FROM users) + n % 2, 2, 'granted', 'You were granted a role', now(), FALSE
    FROM generate_series(1, 20000) AS n
";

#[test]
fn missed_notifications_use_the_per_user_index_on_postgres() {
    let database = TestDatabase::postgres();
    Provider::new(database.store().as_ref(), "Ministry of Health", "National HMIS");
    let mut connection = database.filled(MANY);
    let plan = plan(&mut connection, diesel::sql_query(SINCE_OF_EACH)).join("\n");
    assert!(
        plan.contains("Index Scan using notifications_by_user on"),
        "{plan}"
    );
    assert!(!plan.contains("Seq Scan on notifications"), "{plan}");
    assert!(!plan.contains("notifications_pkey"), "{plan}");
}
