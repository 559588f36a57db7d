//! Tests that approvals reach the register at least once, even if the process dies.

use std::path::Path;
use std::time::Duration;

use aditus::Worker;
use aditus_application::audit::NewEntry;
use aditus_application::audit::log::NewLeaves;
use aditus_application::contract::fixtures::{provider, requester, start, submit};
use aditus_application::contract::seed::commit;
use aditus_application::ports::{Database, EncodedEntry};
use aditus_domain::audit::Kind;
use aditus_domain::audit::log::{Node, TreeHash};
use aditus_domain::ids::{AuditEntryId, RequestId};
use aditus_ministry::Approvals;
use aditus_storage::testing::TestDatabase;
use serde_json::{Value, json};

use crate::register_server::RegisterServer;

/// Appends a decision to the log, which has `size` entries. `leaf` is the first byte of its hash.
fn decide(database: &dyn Database, size: u64, leaf: u8, request: RequestId, status: &str) {
    let canonical = json!({
        "act": { "outcome": "Approved", "request": request.0, "stage": 6, "status": status },
        "at": "2026-11-28T09:30:00.000000Z",
        "kind": "request.decided",
        "schema": 1,
    });
    let entry = NewEntry {
        at: start(),
        kind: Kind::RequestDecided,
        user: None,
        concerns: None,
        request: Some(request),
        encoded: EncodedEntry {
            canonical: canonical.to_string(),
            values: Vec::new(),
        },
        mac: [0; 32],
    };
    commit(database, |transaction| transaction.audit().add(&entry).unwrap());
    commit(database, |transaction| {
        let log = transaction.audit_log();
        let pending = log.pending(AuditEntryId(i64::MIN), 10).unwrap();
        let entries: Vec<AuditEntryId> = pending.iter().map(|entry| entry.id).collect();
        let node = Node {
            level: 0,
            place: size,
        };
        log.append(NewLeaves {
            from: size,
            entries: &entries,
            nodes: &[(node, TreeHash([leaf; 32]))],
        })
        .unwrap();
    });
}

fn request(database: &dyn Database) -> RequestId {
    let (provider, requester) = (provider(database), requester(database));
    submit(database, &requester, &provider, "Malaria by district", start())
}

fn approvals(register: &RegisterServer, folder: &Path) -> Approvals {
    Approvals::posted_to(&register.address(), folder)
}

/// Runs the worker until nothing is due.
fn work(approvals: &Approvals, database: &dyn Database) {
    while approvals.work(database).unwrap() == Duration::ZERO {}
}

fn ids(messages: &[Value]) -> Vec<&str> {
    messages
        .iter()
        .map(|message| message["id"].as_str().unwrap())
        .collect()
}

#[test]
fn an_approval_is_posted_once_without_personal_data() {
    let (register, place) = (RegisterServer::start(), tempfile::tempdir().unwrap());
    let test = TestDatabase::sqlite();
    let database = &*test.store();
    let request = request(database);
    decide(database, 0, 1, request, "Pending");
    decide(database, 1, 2, request, "Approved");
    decide(database, 2, 3, request, "Denied");
    work(&approvals(&register, place.path()), database);
    work(&approvals(&register, place.path()), database);
    let expected = json!({
        "id": "02".repeat(32),
        "request": request.0,
        "title": "Malaria by district",
        "organisation": "Institut Öresund",
        "outcome": "Approved",
        "day": "2026-11-28",
        "demonstration": false,
    });
    assert_eq!(register.posted(), [expected]);
}

#[test]
fn a_refused_approval_is_retried_before_later_ones() {
    let (register, place) = (RegisterServer::start(), tempfile::tempdir().unwrap());
    let test = TestDatabase::sqlite();
    let database = &*test.store();
    let request = request(database);
    decide(database, 0, 1, request, "Approved");
    decide(database, 1, 2, request, "Approved");
    register.set_down(true);
    let refused = approvals(&register, place.path()).work(database).unwrap_err();
    assert_eq!(
        refused.to_string(),
        format!(
            "the register answered 503 to the approval of request {}",
            request.0
        )
    );
    register.set_down(false);
    work(&approvals(&register, place.path()), database);
    let (first, second) = ("01".repeat(32), "02".repeat(32));
    assert_eq!(ids(&register.posted()), [&first, &first, &second]);
    assert_eq!(ids(&register.taken()), [&first, &second]);
}

/// Covers a process that dies between the post and the update of the cursor.
#[test]
fn a_repeated_post_has_the_same_id() {
    let (register, place) = (RegisterServer::start(), tempfile::tempdir().unwrap());
    let test = TestDatabase::sqlite();
    let database = &*test.store();
    let request = request(database);
    decide(database, 0, 1, request, "Pending");
    work(&approvals(&register, place.path()), database);
    let cursor = place.path().join("approvals.cursor");
    let before = std::fs::read(&cursor).unwrap();
    decide(database, 1, 2, request, "Approved");
    work(&approvals(&register, place.path()), database);
    std::fs::write(&cursor, before).unwrap();
    work(&approvals(&register, place.path()), database);
    assert_eq!((register.posted().len(), register.taken().len()), (2, 1));
}

/// Covers the restore of an older backup, after which new entries take the indexes of lost ones.
#[test]
fn a_cursor_of_another_log_skips_no_approval() {
    let (register, place) = (RegisterServer::start(), tempfile::tempdir().unwrap());
    for leaf in [1, 2] {
        let test = TestDatabase::sqlite();
        let database = &*test.store();
        let request = request(database);
        decide(database, 0, leaf, request, "Approved");
        work(&approvals(&register, place.path()), database);
    }
    assert_eq!(ids(&register.taken()), ["01".repeat(32), "02".repeat(32)]);
}

#[test]
fn the_check_reports_an_unreachable_register() {
    let (register, place) = (RegisterServer::start(), tempfile::tempdir().unwrap());
    approvals(&register, place.path()).check().unwrap();
    let away = Approvals::posted_to("http://127.0.0.1:1/approvals", place.path());
    assert!(away.check().is_err());
    assert!(register.posted().is_empty());
}
