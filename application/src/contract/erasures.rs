//! The rules for every store about erasure and retention ([`crate::accounts::erasure::Erasures`],
//! [`crate::installation::retention::Retentions`]).

use std::collections::BTreeSet;

use aditus_domain::audit::Kind;
use aditus_domain::ids::UserId;
use aditus_domain::requests::DocumentKind;
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::{Commitment, Personal, Sha256, Subject};
use aditus_domain::review::OverallStatus;
use chrono::TimeDelta;

use super::fixtures::{minute, requester, start, submitted_request, transact};
use crate::accounts::erasure::repository::PartsToErase;
use crate::audit::NewEntry;
use crate::installation::retention::{DocumentCandidate, RetentionKind};
use crate::integrity::FileOwner;
use crate::ports::{Database, Encoded, EncodedEntry, SaltedValue, StoreError};
use crate::requests::versions::NewVersion;

fn value(byte: u8, value: &str) -> SaltedValue {
    SaltedValue {
        commitment: Commitment([byte; 32]),
        salt: [byte; 16],
        value: value.to_owned(),
    }
}

fn entry(byte: u8, kind: Kind, concerns: Option<UserId>, text: &str) -> NewEntry {
    NewEntry {
        at: minute(1),
        kind,
        user: None,
        concerns,
        request: None,
        encoded: EncodedEntry {
            canonical: format!("{{\"entry\":{byte}}}"),
            values: vec![value(byte, text)],
        },
        mac: [7; 32],
    }
}

/// Returns the texts beside entries.
fn kept_texts(database: &dyn Database) -> Vec<String> {
    let mut views = database.read().unwrap();
    let after = aditus_domain::ids::AuditEntryId(i64::MIN);
    let entries = views.audit_log().committed(after, 100).unwrap();
    let texts = entries.into_iter().flat_map(|entry| entry.values);
    texts.map(|kept| kept.value).collect()
}

fn erase(database: &dyn Database, user: UserId, emails: &[&str]) {
    transact(database, |transaction| {
        let erased = transaction
            .erasures()
            .erase_account(user, emails, &[[0; 32]], minute(9));
        erased.unwrap();
    });
}

/// The account is not found by its id or its former names, and these names are free. The person has
/// no sessions and no notifications.
pub fn an_erased_account_is_never_found(database: &dyn Database) {
    let requester = requester(database);
    let user = requester.attendant.user;
    let before = transact(database, |transaction| {
        transaction.accounts().by_id(user).unwrap().unwrap()
    });
    let email = before.org_email.clone().unwrap().folded();
    transact(database, |transaction| {
        assert!(!transaction.erasures().was_erased(user).unwrap());
        assert!(!transaction.erasures().was_erased(UserId(987_654)).unwrap());
    });
    erase(database, user, &[&email]);
    transact(database, |transaction| {
        assert!(transaction.erasures().was_erased(user).unwrap());
        let accounts = transaction.accounts();
        assert_eq!(accounts.by_id(user).unwrap(), None);
        assert_eq!(accounts.by_ids(&[user]).unwrap(), []);
        for username in [email.as_str(), before.phone.as_str(), ""] {
            assert_eq!(accounts.by_username(username).unwrap(), None);
        }
    });
    // Saving a stale copy restores nothing.
    let mut transaction = database.begin().unwrap();
    assert!(matches!(
        transaction.accounts().save(&before),
        Err(StoreError::Conflict)
    ));
    drop(transaction);
    let shown = database.read().unwrap().accounts().user(user).unwrap().unwrap();
    assert_eq!(
        (shown.fname.as_str(), shown.sname.as_str(), shown.org_email),
        ("Erased", "person", None)
    );
}

/// Texts beside entries about the person are deleted, and those of a registration with the person's
/// address. All others are kept.
pub fn texts_about_an_erased_person_are_deleted(database: &dyn Database) {
    let requester = requester(database);
    let user = requester.attendant.user;
    let entries = [
        entry(1, Kind::EmailChanged, Some(user), "old@people.example"),
        entry(2, Kind::SignUpCodeSent, None, "Old@People.example"),
        entry(3, Kind::SignUpCodeSent, None, "other@people.example"),
        entry(4, Kind::RoleDecided, Some(UserId(987_654)), "No contract"),
        entry(5, Kind::RequestDecided, None, "old@people.example"),
    ];
    transact(database, |transaction| {
        for entry in &entries {
            transaction.audit().add(entry).unwrap();
        }
        assert_eq!(
            transaction.erasures().contacts_ever(user).unwrap(),
            ["old@people.example"]
        );
    });
    erase(database, user, &["old@people.example"]);
    assert_eq!(
        kept_texts(database),
        ["other@people.example", "No contract", "old@people.example"]
    );
}

/// Rows, values and documents of the subjects are deleted. The rest of the request and all its
/// versions are kept.
pub fn data_naming_an_erased_person_is_deleted(database: &dyn Database) {
    let (_, requester, id) = submitted_request(database);
    let content = |database: &dyn Database| {
        transact(database, |transaction| {
            transaction.request_versions().content(id).unwrap().unwrap()
        })
    };
    let before = content(database);
    let member = before.staff[0].id;
    let kept = NewVersion {
        request: id,
        number: VersionNumber(1),
        encoded: Encoded {
            canonical: "{\"schema\":1}".to_owned(),
            digest: Sha256([1; 32]),
            values: vec![value(1, "Nia"), value(2, "Tembo")],
        },
        author: requester.attendant.user,
        author_role: requester.attendant.assigned_role,
        at: start(),
        section: None,
        comment: None,
    };
    let identification = before.staff[0].identification_file.clone().unwrap();
    let what = PartsToErase {
        rows: BTreeSet::from([Subject::Principal, Subject::Staff(member)]),
        commitments: BTreeSet::from([Commitment([1; 32])]),
        identifications: BTreeSet::from([(member, identification.uploaded_on)]),
    };
    let files = transact(database, |transaction| {
        transaction.request_versions().add(&kept).unwrap();
        transaction.erasures().erase_parts(id, &what, minute(5)).unwrap()
    });
    let after = content(database);
    assert_eq!(after.principal.fname, Personal::from("Erased"));
    assert_eq!(after.principal.email, Personal::from(""));
    assert_eq!(after.principal.institution, before.principal.institution);
    assert_eq!(after.staff[0].surname, Personal::from("person"));
    assert_eq!(after.staff[0].identification_number, Personal::from(""));
    assert_eq!(
        after.staff[0].identification_file,
        before.staff[0].identification_file
    );
    assert_eq!(after.staff[1..], before.staff[1..]);
    assert_eq!(after.devices, before.devices);
    transact(database, |transaction| {
        let versions = transaction.erasures().versions(id).unwrap();
        assert_eq!(versions.len(), 1);
        assert_eq!(versions[0].canonical, kept.encoded.canonical);
        assert_eq!(versions[0].values, [value(2, "Tembo")]);
        let noted = transaction
            .requests()
            .uploads_begun_before(minute(5), 100)
            .unwrap();
        let files: Vec<_> = files.iter().map(|(_, file)| file.clone()).collect();
        assert_eq!(noted, files);
    });
    let mut snapshot = database.begin_integrity_scan().unwrap().unwrap();
    let named = snapshot.files(FileOwner::Requests, i64::MIN, 100).unwrap();
    let removed: Vec<_> = named.iter().filter(|file| file.gone.is_some()).collect();
    let documents: Vec<i64> = files.iter().map(|(document, _)| document.0).collect();
    assert_eq!(removed.iter().map(|file| file.id).collect::<Vec<_>>(), documents);
    assert_eq!(documents.len(), 1);
    for file in removed {
        assert!(snapshot.awaits_cleanup(&file.key).unwrap());
    }
}

/// Documents are found by their upload time, and removed only if their request did not change in
/// the meantime.
pub fn documents_are_found_and_removed_by_their_age(database: &dyn Database) {
    let (_, _, id) = submitted_request(database);
    let found = |database: &dyn Database, before| {
        transact(database, |transaction| {
            transaction
                .retentions()
                .documents_before(before, None, 100)
                .unwrap()
        })
    };
    assert_eq!(found(database, start()), []);
    let all = found(database, start() + TimeDelta::days(1));
    assert!(!all.is_empty());
    for document in &all {
        assert_eq!((document.request, document.title.as_str()), (id, "Malaria"));
        assert_eq!(document.status, OverallStatus::Pending);
        assert!(document.last_happened_on >= start() - TimeDelta::days(1));
    }
    let first = all.first().unwrap();
    let behind = transact(database, |transaction| {
        let last = (first.uploaded_on, first.id);
        transaction
            .retentions()
            .documents_before(minute(9999), Some(last), 100)
            .unwrap()
    });
    assert_eq!(behind.len(), all.len() - 1);
    // A decision was made in the meantime.
    let stale = DocumentCandidate {
        status: OverallStatus::Denied,
        ..first.clone()
    };
    transact(database, |transaction| {
        let removed = transaction.retentions().remove_documents(&[stale], minute(7));
        assert_eq!(removed.unwrap(), []);
        let removed = transaction
            .retentions()
            .remove_documents(&all, minute(7))
            .unwrap();
        assert_eq!(removed.len(), all.len());
    });
    assert_eq!(found(database, minute(9999)), []);
    let mut views = database.read().unwrap();
    let detail = views
        .requests()
        .detail(&crate::access::RequestScope::Everything, id)
        .unwrap()
        .unwrap();
    for document in &detail.documents {
        assert_eq!(
            document.gone.is_some(),
            document.kind == DocumentKind::StaffIdentification
        );
    }
}

/// Counts use the same age as the deletion.
pub fn expired_rows_are_counted(database: &dyn Database) {
    let user = requester(database).attendant.user;
    transact(database, |transaction| {
        let session = crate::accounts::NewSession {
            user,
            token_hash: [7; 32],
            selected_role: None,
            user_agent: String::new(),
            provider: None,
            created_on: start(),
        };
        transaction.sessions().add(&session).unwrap();
        let mut passed = |before, begun| {
            transaction
                .retentions()
                .count_expired(RetentionKind::Sessions, before, begun)
                .unwrap()
        };
        let none = passed(start(), start());
        assert_eq!((none.number, none.oldest), (0, None));
        for (before, begun) in [(minute(1), start()), (start(), minute(1))] {
            let one = passed(before, begun);
            assert_eq!((one.number, one.oldest), (1, Some(start())));
        }
        for kind in [
            RetentionKind::Codes,
            RetentionKind::Clicks,
            RetentionKind::Messages,
            RetentionKind::Drafts,
        ] {
            let passed = transaction.retentions().count_expired(kind, minute(9), minute(9));
            assert_eq!(passed.unwrap().number, 0);
        }
    });
}
