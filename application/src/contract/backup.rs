//! The rules that every [`DatabaseBackup`] MUST follow.
//!
//! An adapter runs each function of [`CONTRACT`], and of [`CONTRACT_OF_NODES`] if several nodes can
//! use its database. Each function needs two databases of its own. Both are opened anew at each
//! call, as another process would do, and nothing else has them open. The folder is for copies.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use aditus_domain::audit::Kind;
use aditus_domain::ids::RequestId;
use aditus_domain::review::DecisionConstraints;
use aditus_domain::roles::Role;

use super::fixtures::{
    Provider, Requester, entries, find, load, minute, new_request, provider, requester, start, submit, wizard,
};
use super::integrity::{derived, scan_part};
use super::notifications::notification;
use super::seed;
use super::steps::{approval, decide};
use crate::audit::NewEntry;
use crate::audit::views::{EntryCursor, EntryFilter};
use crate::integrity::{Difference, Part};
use crate::notifications::NewNotification;
use crate::ports::{
    BackupError, Database, DatabaseBackup, DatabaseCopy, DatabaseState, EncodedEntry, MigratableDatabase,
    RestorableCopy, Stop, Transaction,
};
use crate::requests::Request;

/// Opens a database anew.
pub type Open<'a> = &'a (dyn Fn() -> Arc<dyn MigratableDatabase> + Sync);

/// One clause of the contract. The first database is migrated and otherwise empty, the second was
/// never migrated.
pub type Clause = fn(Open<'_>, Open<'_>, &Path);

/// The clauses that hold for every database, by name.
pub const CONTRACT: [(&str, Clause); 8] = [
    (
        "a_copy_is_restored_into_an_empty_database",
        a_copy_is_restored_into_an_empty_database,
    ),
    (
        "a_copy_is_a_snapshot_while_others_write",
        a_copy_is_a_snapshot_while_others_write,
    ),
    (
        "a_database_with_only_startup_rows_is_replaced",
        a_database_with_only_startup_rows_is_replaced,
    ),
    (
        "a_database_in_use_is_refused_and_unchanged",
        a_database_in_use_is_refused_and_unchanged,
    ),
    ("an_open_database_is_refused", an_open_database_is_refused),
    (
        "a_copy_of_a_newer_version_is_refused",
        a_copy_of_a_newer_version_is_refused,
    ),
    (
        "a_truncated_copy_leaves_an_empty_database",
        a_truncated_copy_leaves_an_empty_database,
    ),
    ("a_copy_can_be_stopped", a_copy_can_be_stopped),
];

/// The additional clauses for databases that several nodes use, by name.
pub const CONTRACT_OF_NODES: [(&str, Clause); 1] = [(
    "one_node_has_the_lease_at_a_time",
    one_node_has_the_lease_at_a_time,
)];

fn backup(database: &dyn MigratableDatabase) -> &dyn DatabaseBackup {
    database.backup().expect("a backup")
}

fn copy(open: Open<'_>, file: &Path, stop: Stop<'_>) -> Result<DatabaseCopy, BackupError> {
    std::fs::write(file, b"").unwrap();
    backup(open().as_ref()).copy(file, stop)
}

fn copied(open: Open<'_>, file: &Path) -> DatabaseCopy {
    copy(open, file, &|| false).unwrap()
}

fn restorable<'a>(file: &'a Path, copy: &'a DatabaseCopy) -> RestorableCopy<'a> {
    RestorableCopy {
        file,
        made_with: &copy.made_with,
        migrations: &copy.state.migrations,
    }
}

fn restore(open: Open<'_>, file: &Path, copy: &DatabaseCopy) -> Result<DatabaseState, BackupError> {
    backup(open().as_ref()).restore(&restorable(file, copy))
}

fn refusal(result: Result<impl std::fmt::Debug, BackupError>) -> String {
    match result {
        Err(BackupError::Refused(words)) => words,
        other => panic!("{other:?}"),
    }
}

/// The restored database lists its documents and can be used: new rows get ids of their own.
pub fn a_copy_is_restored_into_an_empty_database(from: Open<'_>, into: Open<'_>, folder: &Path) {
    let request = {
        let database = from();
        let (provider, requester) = (provider(&*database), requester(&*database));
        let id = submit(&*database, &requester, &provider, "Malaria", start());
        decide(
            &*database,
            &provider,
            id,
            Role::DataAccessReviewer,
            approval(),
            minute(1),
        );
        id
    };
    let file = folder.join("copy");
    let copy = copied(from, &file);
    assert!(
        copy.state.migrations.len() >= 14 && copy.state.tables.len() > 50,
        "{:?}",
        copy.state
    );
    assert_eq!(copy.state.tables["data_requests"].rows, 1);
    assert_eq!(copy.state.tables["request_documents"].rows, 4);
    assert_eq!(copy.documents.len(), 4);
    assert!(copy.documents.values().all(Option::is_some));
    assert_eq!(backup(into().as_ref()).state().unwrap(), DatabaseState::default());
    assert_eq!(restore(into, &file, &copy).unwrap(), copy.state);
    assert_eq!(backup(into().as_ref()).state().unwrap(), copy.state);
    let database = into();
    assert_eq!(database.migrate().unwrap(), Vec::<String>::new());
    assert_eq!(
        format!("{:?}", load(&*database, request).chain),
        format!("{:?}", load(&*from(), request).chain)
    );
    seed::user(&*database, 4711);
    let added = seed::organisation(&*database, "Added since");
    assert!(added.0 > i64::try_from(copy.state.tables["organisations"].rows).unwrap_or(0));
}

/// Writes the audit entry and the notification that the product writes with each act on a request.
fn note(transaction: &mut dyn Transaction, requester: &Requester, request: RequestId, kind: Kind) {
    let entry = NewEntry {
        at: start(),
        kind,
        user: Some(requester.attendant.user),
        concerns: None,
        request: Some(request),
        encoded: EncodedEntry {
            canonical: format!(r#"{{"kind":"{}","request":{}}}"#, kind.name(), request.0),
            values: Vec::new(),
        },
        mac: [7; 32],
    };
    transaction.audit().add(&entry).unwrap();
    let notification = NewNotification {
        request: Some(request),
        ..notification(requester.attendant.user, kind.name())
    };
    transaction.notifications().add(&notification).unwrap();
}

fn submit_and_tell(
    database: &dyn Database,
    requester: &Requester,
    provider: &Provider,
    title: &str,
) -> RequestId {
    let request = new_request(requester, provider, &wizard(provider, title), start());
    seed::commit(database, |transaction| {
        let id = transaction.requests().add(&request).unwrap();
        note(transaction, requester, id, Kind::RequestSubmitted);
        id
    })
}

fn approve_and_tell(database: &dyn Database, requester: &Requester, provider: &Provider, id: RequestId) {
    let by = provider.staff(Role::DataAccessReviewer);
    seed::commit(database, |transaction| {
        let mut request = transaction.requests().get(id).unwrap().unwrap();
        let stage = request.chain.own_stage(by.org_role).unwrap().number;
        let decided = request
            .chain
            .decide(stage, approval(), &by, DecisionConstraints::default(), minute(1));
        transaction
            .requests()
            .save(&request, &entries(&decided.unwrap()))
            .unwrap();
        note(transaction, requester, id, Kind::RequestDecided);
    });
}

/// Returns the number of audit entries about the request.
fn recorded(database: &dyn Database, request: RequestId) -> u64 {
    let filter = EntryFilter {
        request: Some(request),
        ..EntryFilter::default()
    };
    let page = database
        .read()
        .unwrap()
        .audit()
        .page(&filter, EntryCursor::Newest, 10);
    page.unwrap().entries.len() as u64
}

/// Requests are submitted and decided on during the copy. Of each request, a copy holds everything
/// or nothing that one commit stored: the request with its documents, the audit entry, the
/// notifications and the counters.
pub fn a_copy_is_a_snapshot_while_others_write(from: Open<'_>, into: Open<'_>, folder: &Path) {
    let database = from();
    let (provider, requester) = (provider(&*database), requester(&*database));
    let (commits, done) = (AtomicU32::new(0), AtomicBool::new(false));
    let passes = || {
        let seen = commits.load(Ordering::SeqCst);
        while commits.load(Ordering::SeqCst) < seen + 2 {
            std::thread::yield_now();
        }
    };
    let (file, copies) = (folder.join("copy"), AtomicU32::new(0));
    let last = std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    let title = format!("Request {}", commits.load(Ordering::SeqCst));
                    let id = submit_and_tell(&*database, &requester, &provider, &title);
                    commits.fetch_add(1, Ordering::SeqCst);
                    approve_and_tell(&*database, &requester, &provider, id);
                    commits.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        let taken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut last = None;
            for _ in 0..3 {
                passes();
                let asked = AtomicU32::new(0);
                // Called while the copy is being made, so this waits for commits of others.
                let stop = || {
                    if asked.fetch_add(1, Ordering::SeqCst) < 2 {
                        passes();
                    }
                    false
                };
                last = Some(copy(from, &file, &stop).unwrap());
                copies.fetch_add(asked.load(Ordering::SeqCst), Ordering::SeqCst);
            }
            last.unwrap()
        }));
        done.store(true, Ordering::SeqCst);
        taken.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    assert!(copies.load(Ordering::SeqCst) >= 3, "it is asked whether to stop");
    let rows = |table: &str| last.state.tables[table].rows;
    let requests = rows("data_requests");
    assert!(requests > 0);
    assert_eq!(rows("request_documents"), requests * 4);
    assert_eq!(last.documents.len() as u64, requests * 4);
    assert_eq!(restore(into, &file, &last).unwrap(), last.state);
    // A decision changes several tables: each request is as submitted or as decided on, and nothing
    // in between.
    let (before, after) = (from(), into());
    let (mut found, mut acts) = (BTreeSet::new(), 0);
    // The lower id of two concurrent commits may be the later one, and absent from the copy.
    let ids = (1..=i64::try_from(requests).unwrap() + 100).map(RequestId);
    let restored: Vec<(RequestId, Request)> = ids.filter_map(|id| Some((id, find(&*after, id)?))).collect();
    assert_eq!(restored.len() as u64, requests);
    for (id, request) in restored {
        assert_eq!(request.title, load(&*before, id).title);
        let waiting: Vec<Role> = request
            .chain
            .waiting_for()
            .iter()
            .map(|stage| stage.role)
            .collect();
        found.insert((request.version, format!("{waiting:?}")));
        let done: u64 = if waiting.contains(&Role::DataAccessReviewer) {
            1
        } else {
            2
        };
        assert_eq!(recorded(&*after, id), done, "{id:?}");
        acts += done;
    }
    assert!((1..=2).contains(&found.len()), "{found:?}");
    for table in ["audit_entries", "audit_pending", "notifications"] {
        assert_eq!(rows(table), acts, "{table}");
    }
    // A database that cannot be examined has no counters to check.
    if let Some(mut scan) = after.begin_integrity_scan().unwrap() {
        for part in Part::ALL {
            let batch = scan_part(scan.as_mut(), part, 1000);
            assert_eq!(derived(&batch), Vec::<&Difference>::new(), "{part}");
        }
    }
}

/// An earlier start of a server on the database creates the schema and the rows that every
/// installation has.
pub fn a_database_with_only_startup_rows_is_replaced(from: Open<'_>, into: Open<'_>, folder: &Path) {
    seed::user(&*from(), 1);
    into().migrate().unwrap();
    let file = folder.join("copy");
    let copy = copied(from, &file);
    assert_eq!(restore(into, &file, &copy).unwrap(), copy.state);
}

/// The restore is refused before any change, with an explanation.
pub fn a_database_in_use_is_refused_and_unchanged(from: Open<'_>, into: Open<'_>, folder: &Path) {
    into().migrate().unwrap();
    seed::user(&*into(), 7);
    let file = folder.join("copy");
    let copy = copied(from, &file);
    let before = copied(into, &folder.join("before")).state;
    let first = backup(into().as_ref()).refuse_to_restore(&restorable(&file, &copy));
    assert!(refusal(first).contains("the database is in use"));
    assert!(refusal(restore(into, &file, &copy)).contains("the database is in use"));
    assert_eq!(copied(into, &folder.join("after")).state, before);
}

/// A server on the empty database would continue with cached rows.
pub fn an_open_database_is_refused(from: Open<'_>, into: Open<'_>, folder: &Path) {
    let file = folder.join("copy");
    let copy = copied(from, &file);
    let server = into();
    server.migrate().unwrap();
    assert!(refusal(restore(into, &file, &copy)).contains("stop"));
    drop(server);
    assert_eq!(restore(into, &file, &copy).unwrap(), copy.state);
}

/// The meaning of the tables of a newer version is unknown.
pub fn a_copy_of_a_newer_version_is_refused(from: Open<'_>, into: Open<'_>, folder: &Path) {
    let file = folder.join("copy");
    let mut copy = copied(from, &file);
    copy.state.migrations.push("29991231235959".to_owned());
    let message = refusal(backup(into().as_ref()).refuse_to_restore(&restorable(&file, &copy)));
    assert!(
        message.contains("newer version") && message.contains("29991231235959"),
        "{message}"
    );
}

/// The whole copy can be restored afterwards.
pub fn a_truncated_copy_leaves_an_empty_database(from: Open<'_>, into: Open<'_>, folder: &Path) {
    seed::user(&*from(), 1);
    let (file, short) = (folder.join("copy"), folder.join("short"));
    let copy = copied(from, &file);
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&short, &bytes[..bytes.len() / 2]).unwrap();
    restore(into, &short, &copy).unwrap_err();
    assert_eq!(restore(into, &file, &copy).unwrap(), copy.state);
}

/// The database is unchanged.
pub fn a_copy_can_be_stopped(from: Open<'_>, _: Open<'_>, folder: &Path) {
    let stopped = copy(from, &folder.join("copy"), &|| true);
    assert!(matches!(stopped, Err(BackupError::Stopped)), "{stopped:?}");
    seed::user(&*from(), 1);
}

/// Another node gets the lease once it is released.
pub fn one_node_has_the_lease_at_a_time(from: Open<'_>, _: Open<'_>, _: &Path) {
    let (one, other) = (from(), from());
    let lock = backup(one.as_ref()).try_lock().unwrap();
    assert!(lock.is_some());
    assert!(backup(other.as_ref()).try_lock().unwrap().is_none());
    assert!(backup(one.as_ref()).try_lock().unwrap().is_none());
    drop(lock);
    // The server notices the closed connection a moment later.
    while backup(other.as_ref()).try_lock().unwrap().is_none() {
        std::thread::yield_now();
    }
}
