//! Query plans: the audit log is read through indexes on both databases.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use aditus_application::audit::views::EntryFilter;
use aditus_domain::audit::Kind;
use aditus_domain::audit::roles::RoleAct;
use aditus_domain::audit::states::RequestAct;
use aditus_domain::ids::{RequestId, UserId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::entries::{Cursor, PersonFilter, rows};
use super::request_entries::{about, about_people};
use super::row::{EntryRow, Rows};
use crate::schema::audit_entries;
use crate::testing::TestDatabase;
use crate::testing::plans::plan;
use crate::times::Timestamp;

/// Creates 20,000 entries, one per second, of 20 people, 400 requests and 40 kinds, some with names
/// of real ones. They have the length of real entries. With short rows, PostgreSQL would fetch and
/// sort the entries of a person instead.
macro_rules! many {
    ($at:literal) => {
        concat!(
            "INSERT INTO audit_entries (at, kind, user_id, concerns_id, request_id, canonical)
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
            SELECT ",
            $at,
            ", CASE n % 40 WHEN 0 THEN 'account.signed_in' WHEN 2 THEN 'request.decided' WHEN 4 THEN 'request.edited' ELSE 'kind.' || (n % 40) END, n % 20,
                CASE WHEN n % 3 = 0 THEN (n + 1) % 20 END, CASE WHEN n % 2 = 0 THEN n % 400 END,
                'an entry of some 200 characters ....................................................' ||
                '...................................................................................' ||
                '.................................'
            FROM numbers"
        )
    };
}

fn second(number: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000 + number, 0).unwrap()
}

fn audit_log_is_read_by_indexes(database: &TestDatabase, many: &str) {
    let mut connection = database.filled(many);
    let of = EntryFilter::default;
    let some = [
        (of(), "audit_entries_by_time"),
        (
            EntryFilter {
                kinds: vec![Kind::SignedIn],
                ..of()
            },
            "audit_entries_by_kind",
        ),
        (
            EntryFilter {
                without: Kind::WITHOUT_CHANGE.to_vec(),
                ..of()
            },
            "audit_entries_by_time",
        ),
        (
            EntryFilter {
                request: Some(RequestId(12)),
                ..of()
            },
            "audit_entries_by_request",
        ),
        (
            EntryFilter {
                request: Some(RequestId(12)),
                kinds: vec![Kind::SignedIn, Kind::SignedOut],
                ..of()
            },
            "audit_entries_by_request",
        ),
        (
            EntryFilter {
                from: Some(second(100)),
                until: Some(second(15_000)),
                ..of()
            },
            "audit_entries_by_time",
        ),
    ];
    let places = [
        None,
        Some(Cursor::Before(Timestamp::from(second(10_000)), 10_000)),
        Some(Cursor::After(Timestamp::from(second(10_000)), 10_000)),
    ];
    let mut check = |rows: Rows<'static>, index: &str| {
        let lines = plan(&mut connection, rows.select(EntryRow::as_select())).join("\n");
        assert!(lines.contains(index), "{index}:\n{lines}");
        assert!(!lines.contains("Seq Scan"), "{index}:\n{lines}");
        // The remaining entries of one request may be few enough to be sorted.
        let is_sorted = lines.contains("TEMP B-TREE") || lines.contains("Sort");
        assert!(
            !is_sorted || index == "audit_entries_by_request",
            "{index}:\n{lines}"
        );
    };
    for place in places {
        for (filter, index) in &some {
            check(rows(filter, PersonFilter::Any, place, 26), index);
        }
        let of_kind = EntryFilter {
            kinds: vec![Kind::SignedIn],
            ..of()
        };
        for (filter, person_filter, index) in [
            (of(), PersonFilter::ActedBy(UserId(7)), "audit_entries_by_user "),
            (
                of(),
                PersonFilter::Concerning(UserId(7)),
                "audit_entries_by_concerned ",
            ),
            (
                of_kind.clone(),
                PersonFilter::ActedBy(UserId(7)),
                "audit_entries_by_user_and_kind",
            ),
            (
                of_kind,
                PersonFilter::Concerning(UserId(7)),
                "audit_entries_by_concerned_and_kind",
            ),
        ] {
            check(rows(&filter, person_filter, place, 26), index);
        }
    }
    check(about(&[12, 13, 14]), "audit_entries_by_request");
    let of_people = RoleAct::KINDS.into_iter().chain([RequestAct::OWNER_ERASED]);
    for kind in of_people {
        check(
            about_people(&[7, 8, 9], kind),
            "audit_entries_by_concerned_and_kind",
        );
    }
    let place = audit_entries::table.find(7).select(audit_entries::at);
    let lines = plan(&mut connection, place).join("\n");
    assert!(!lines.contains("SCAN") && !lines.contains("Seq Scan"), "{lines}");
}

#[test]
fn audit_log_is_read_by_indexes_on_sqlite() {
    let many = many!("strftime('%Y-%m-%dT%H:%M:%S.000000Z', 1790000000 + n, 'unixepoch')");
    audit_log_is_read_by_indexes(&TestDatabase::sqlite(), many);
}

#[test]
fn audit_log_is_read_by_indexes_on_postgres() {
    let many = many!("to_timestamp(1790000000 + n)");
    audit_log_is_read_by_indexes(&TestDatabase::postgres(), many);
}
