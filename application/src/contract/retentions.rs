//! The rules for every store about the retention of finished requests, feedback and notifications
//! ([`crate::installation::retention::Retentions`]).

use aditus_domain::audit::Kind;
use aditus_domain::deadlines::{Term, TermUnit};
use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::notifications::Delivery;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::{Commitment, Sha256};
use aditus_domain::requests::retention::DataUse;
use aditus_domain::review::{OverallStatus, RequestList, Tab};
use aditus_domain::roles::Role;
use chrono::NaiveDate;

use super::digests;
use super::fixtures::{Provider, Requester, find, minute, provider, requester, start, submit, transact};
use super::steps::{approve_all, decide, denial, give_feedback, recall, rows};
use super::transactions::next;
use crate::access::RequestScope;
use crate::audit::NewEntry;
use crate::deadlines::terms::NewTerm;
use crate::feedback::views::FeedbackTally;
use crate::notifications::views::ReadFilter;
use crate::notifications::{DigestEntry, NewNotification};
use crate::paging::Page;
use crate::ports::{Database, Encoded, EncodedEntry, SaltedValue, Signal};
use crate::requests::versions::NewVersion;

fn value(byte: u8, value: &str) -> SaltedValue {
    SaltedValue {
        commitment: Commitment([byte; 32]),
        salt: [byte; 16],
        value: value.to_owned(),
    }
}

fn record(database: &dyn Database, byte: u8, kind: Kind, request: RequestId, text: &str) {
    let entry = NewEntry {
        at: minute(1),
        kind,
        user: None,
        concerns: None,
        request: Some(request),
        encoded: EncodedEntry {
            canonical: format!("{{\"entry\":{byte}}}"),
            values: vec![value(byte, text)],
        },
        mac: [7; 32],
    };
    transact(database, |transaction| transaction.audit().add(&entry).unwrap());
}

/// Returns the texts beside entries.
fn kept_texts(database: &dyn Database) -> Vec<String> {
    let mut views = database.read().unwrap();
    let after = aditus_domain::ids::AuditEntryId(i64::MIN);
    let entries = views.audit_log().committed(after, 100).unwrap();
    let texts = entries.into_iter().flat_map(|entry| entry.values);
    texts.map(|kept| kept.value).collect()
}

fn keep_a_version(database: &dyn Database, requester: &Requester, request: RequestId) {
    let version = NewVersion {
        request,
        number: VersionNumber(1),
        encoded: Encoded {
            canonical: "{\"schema\":1}".to_owned(),
            digest: Sha256([1; 32]),
            values: vec![value(1, "Nia")],
        },
        author: requester.attendant.user,
        author_role: requester.attendant.assigned_role,
        at: start(),
        section: None,
        comment: None,
    };
    transact(database, |transaction| {
        transaction.request_versions().add(&version).unwrap();
    });
}

fn notify(database: &dyn Database, user: UserId, request: Option<RequestId>, minutes: i64) {
    let notification = NewNotification {
        user,
        role: Role::DataRequester,
        kind: "released".to_owned(),
        message: "The data was released".to_owned(),
        request,
        authored_on: minute(minutes),
    };
    transact(database, |transaction| {
        transaction.notifications().add(&notification).unwrap();
    });
}

fn notifications(database: &dyn Database, user: UserId) -> u64 {
    let mut views = database.read().unwrap();
    let all = views
        .notifications()
        .list(user, ReadFilter::All, Page::new(1, 10));
    all.unwrap().total
}

fn people(database: &dyn Database) -> (Provider, Requester) {
    (provider(database), requester(database))
}

/// Rows, counts, notifications and texts beside entries are deleted, files are noted for deletion,
/// and another request is unchanged.
pub fn a_finished_request_is_removed_with_everything_that_belongs_to_it(database: &dyn Database) {
    let (provider, requester) = people(database);
    let user = requester.attendant.user;
    let [finished, other] =
        ["Malaria", "Measles"].map(|title| submit(database, &requester, &provider, title, start()));
    let term = NewTerm {
        request: finished,
        round: 1,
        term: Term::new(TermUnit::Months, 3).unwrap(),
        since: start(),
    };
    transact(database, |transaction| {
        transaction.request_terms().begin(&term).unwrap();
    });
    approve_all(database, &provider, finished, minute(2));
    give_feedback(database, &requester, finished, "Good", minute(3));
    keep_a_version(database, &requester, finished);
    record(database, 1, Kind::RequestDecided, finished, "Sound");
    record(database, 2, Kind::RequestDecided, other, "Complete");
    record(database, 3, Kind::RequestSubmitted, finished, "begins");
    record(database, 4, Kind::RequestRemoved, finished, "ends");
    notify(database, user, Some(finished), 4);
    notify(database, user, Some(other), 4);
    let [waiting, waiting_of_other] = [finished, other].map(|request| DigestEntry {
        request: Some(request),
        ..digests::entry(user, Delivery::Immediately, 0)
    });
    transact(database, |transaction| {
        let waiting = [waiting, waiting_of_other.clone()];
        transaction.digests().add_all(&waiting).unwrap();
    });
    let past = transact(database, |transaction| {
        let retentions = transaction.retentions();
        retentions.lock_requests(&[finished, RequestId(987_654)]).unwrap()
    });
    assert_eq!(past.len(), 1);

    let signals = database.signals();
    let files = transact(database, |transaction| {
        let removed = transaction.retentions().remove_requests(&[finished], minute(9));
        let files = removed.unwrap();
        transaction.retentions().erase_remnants().unwrap();
        files
    });
    assert_eq!(next(&signals), Signal::RequestsChanged(user));
    assert_eq!(next(&signals), Signal::NotificationsRead(user));
    assert_eq!(files.len(), past[0].documents.len());
    transact(database, |transaction| {
        let noted = transaction.requests().uploads_begun_before(minute(9), 100);
        let mut noted = noted.unwrap();
        let mut files = files.clone();
        noted.sort();
        files.sort();
        assert_eq!(noted, files);
        assert!(transaction.feedback().of_request(finished).unwrap().is_none());
        assert_eq!(transaction.erasures().versions(finished).unwrap(), []);
    });
    assert!(find(database, finished).is_none() && find(database, other).is_some());
    assert_eq!(digests::take(database, &[user]), [waiting_of_other]);
    assert_eq!(kept_texts(database), ["Complete"]);
    assert_eq!(notifications(database, user), 1);

    let officer = RequestList::OrgRole(provider.staff(Role::DataOfficer).org_role);
    for of in [RequestList::Owner(user), RequestList::Everything, officer] {
        let counts = database.read().unwrap().requests().counts(of).unwrap();
        assert_eq!((counts.all, counts.approved), (1, 0), "{of:?}");
        assert_eq!(rows(database, of, Tab::All).len(), 1, "{of:?}");
        assert_eq!(rows(database, of, Tab::Approved).len(), 0, "{of:?}");
    }
    let Some(mut scan) = database.begin_integrity_scan().unwrap() else {
        return;
    };
    assert_eq!(scan.removed_requests().unwrap(), 1);
    assert_eq!(scan.lost_requests(10).unwrap(), []);
    assert_eq!(scan.requests(RequestId(0), 10).unwrap().len(), 1);
}

/// The database itself refuses it, and nothing is removed in part.
pub fn no_version_of_a_request_is_removed_without_an_entry(database: &dyn Database) {
    let (provider, requester) = people(database);
    let request = submit(database, &requester, &provider, "Malaria", start());
    keep_a_version(database, &requester, request);
    record(database, 1, Kind::RequestRecalled, request, "no removal");
    let mut transaction = database.begin().unwrap();
    assert!(
        transaction
            .retentions()
            .remove_requests(&[request], minute(9))
            .is_err()
    );
    drop(transaction);
    assert!(find(database, request).is_some());
    assert_eq!(kept_texts(database), ["no removal"]);
}

/// The oldest is first, with everything that the rule needs.
pub fn finished_requests_are_found_by_status_and_age(database: &dyn Database) {
    let (provider, requester) = people(database);
    let [approved, denied, recalled, pending] =
        [("Malaria", 0), ("Measles", 1), ("Cholera", 2), ("Rubella", 3)]
            .map(|(title, at)| submit(database, &requester, &provider, title, minute(at)));
    approve_all(database, &provider, approved, minute(10));
    decide(
        database,
        &provider,
        denied,
        Role::DataAccessReviewer,
        denial(),
        minute(11),
    );
    recall(database, &requester, recalled, minute(12));
    record(database, 1, Kind::RequestSubmitted, denied, "begins");
    let found = |status, before, after| {
        transact(database, |transaction| {
            let found = transaction
                .retentions()
                .finished_before(status, before, after, 10);
            found.unwrap()
        })
    };
    let ids = |status| -> Vec<RequestId> {
        let found = found(status, minute(9), None);
        found.iter().map(|request| request.id).collect()
    };
    assert_eq!(ids(OverallStatus::Approved), [approved]);
    assert_eq!(ids(OverallStatus::Denied), [denied]);
    assert_eq!(ids(OverallStatus::Recalled), [recalled]);
    assert_eq!(ids(OverallStatus::Pending), [pending]);
    assert_eq!(found(OverallStatus::Approved, start(), None), []);

    let first = found(OverallStatus::Approved, minute(9), None).remove(0);
    assert_eq!((first.title.as_str(), first.date_created), ("Malaria", start()));
    let facts = first.facts;
    assert_eq!(
        (facts.status, facts.last_happened_on, facts.is_recorded),
        (OverallStatus::Approved, minute(10), false)
    );
    // Its devices are used, and direct access is granted, until this date.
    let last = NaiveDate::from_ymd_opt(2026, 9, 1).unwrap();
    assert_eq!(facts.data_use, DataUse::Until(last));
    assert!(!first.documents.is_empty());
    let behind = Some((first.date_created, first.id));
    assert_eq!(found(OverallStatus::Approved, minute(9), behind), []);
    assert!(found(OverallStatus::Denied, minute(9), None)[0].facts.is_recorded);
}

/// The oldest is removed first, and the request still shows that feedback was given.
pub fn old_feedback_is_removed(database: &dyn Database) {
    let (provider, requester) = people(database);
    let requests = ["Malaria", "Measles", "Cholera"]
        .map(|title| submit(database, &requester, &provider, title, start()));
    for (number, request) in (0..).zip(requests) {
        approve_all(database, &provider, request, minute(1));
        give_feedback(database, &requester, request, "Good", minute(10 + number));
    }
    let remove = |most| {
        transact(database, |transaction| {
            let removed = transaction.retentions().remove_feedback(minute(12), most);
            removed.unwrap()
        })
    };
    assert_eq!(remove(1), requests[..1]);
    assert_eq!(remove(10), requests[1..2]);
    assert_eq!(remove(10), []);
    let mut views = database.read().unwrap();
    let tally = views.feedback().tally(&RequestScope::Everything).unwrap();
    assert_eq!(
        FeedbackTally {
            would_return: 1,
            total: 1,
            ..FeedbackTally::default()
        },
        tally
    );
    drop(views);
    let rows = rows(database, RequestList::Everything, Tab::Approved);
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row.has_feedback));
}

/// Read and unread ones are removed. The owner of an unread one gets a signal.
pub fn old_notifications_are_removed(database: &dyn Database) {
    let reader = requester(database);
    let other = Requester::new(database, "Ama", "Boateng", "Mirrin University");
    let (reader, other) = (reader.attendant.user, other.attendant.user);
    notify(database, reader, None, 1);
    transact(database, |transaction| {
        let notifications = transaction.notifications();
        notifications
            .mark_group_read(reader, Role::DataRequester)
            .unwrap()
    });
    notify(database, other, None, 2);
    notify(database, other, None, 5);
    let signals = database.signals();
    let remove = |most| {
        transact(database, |transaction| {
            let removed = transaction.retentions().remove_notifications(minute(5), most);
            removed.unwrap()
        })
    };
    assert_eq!((remove(1), remove(10), remove(10)), (1, 1, 0));
    assert_eq!(next(&signals), Signal::NotificationsRead(other));
    assert_eq!(
        (notifications(database, reader), notifications(database, other)),
        (0, 1)
    );
}
