//! The rules for every store of versions ([`crate::requests::versions::RequestVersions`],
//! [`crate::requests::versions::views::VersionViews`]).

use std::sync::Barrier;

use aditus_domain::ids::RequestId;
use aditus_domain::requests::content::{Commitment, Personal, Sha256};
use aditus_domain::requests::{DocumentKind, VersionNumber};
use aditus_domain::review::Section;
use aditus_domain::roles::Role;

use super::fixtures::{
    Requester, load, minute, new_request, provider, requester, submitted_request, transact, wizard,
};
use super::seed::unrecorded_in_test;
use super::steps::{approval, decide};
use crate::access::RequestScope;
use crate::ports::{Database, Encoded, SaltedValue, StoreError};
use crate::requests::versions::{LockedRequest, NewVersion};
use crate::review::NewComment;

fn value(byte: u8, value: &str) -> SaltedValue {
    SaltedValue {
        commitment: Commitment([byte; 32]),
        salt: [byte; 16],
        value: value.to_owned(),
    }
}

fn version(requester: &Requester, request: RequestId, number: u32, values: Vec<SaltedValue>) -> NewVersion {
    let digest = u8::try_from(number).unwrap();
    NewVersion {
        request,
        number: VersionNumber(number),
        encoded: Encoded {
            canonical: format!("{{\"schema\":1,\"title\":\"Übung {number}\"}}"),
            digest: Sha256([digest; 32]),
            values,
        },
        author: requester.attendant.user,
        author_role: requester.attendant.assigned_role,
        at: minute(i64::from(number)),
        section: (number > 1).then_some(Section::DataFormat),
        comment: None,
    }
}

fn add_version(database: &dyn Database, version: &NewVersion) {
    transact(database, |transaction| {
        transaction.request_versions().add(version).unwrap();
    });
}

/// A version is read back as it was added, and its digest is that of the request.
pub fn a_version_is_read_as_it_was_added(database: &dyn Database) {
    let (_, requester, id) = submitted_request(database);
    let first = version(&requester, id, 1, vec![value(1, "Nia"), value(2, "Ångström")]);
    // The second shares a value with the first.
    let second = version(&requester, id, 2, vec![value(2, "Ångström"), value(3, "Tembo")]);
    transact(database, |transaction| {
        assert_eq!(transaction.request_versions().latest(id).unwrap(), None);
    });
    add_version(database, &first);
    add_version(database, &second);
    let mut latest = transact(database, |transaction| {
        transaction.request_versions().latest(id).unwrap().unwrap()
    });
    latest.encoded.values.sort_by_key(|value| value.commitment);
    assert_eq!(latest.number, VersionNumber(2));
    assert_eq!(latest.encoded.canonical, second.encoded.canonical);
    assert_eq!(
        latest.encoded.values,
        [value(1, "Nia"), value(2, "Ångström"), value(3, "Tembo")]
    );
    let read = load(database, id);
    assert_eq!(
        (read.content_digest, read.content_version),
        ([2; 32], VersionNumber(2))
    );
    let mut views = database.read().unwrap();
    let detail = views.requests().detail(&requester.scope(), id).unwrap().unwrap();
    assert_eq!(
        (detail.content_digest, detail.content_version),
        ([2; 32], VersionNumber(2))
    );
    let listed = views
        .request_versions()
        .versions(&requester.scope(), id)
        .unwrap()
        .unwrap();
    let versions: Vec<_> = listed
        .iter()
        .map(|view| (view.number.0, view.at, view.section, view.author_role))
        .collect();
    assert_eq!(
        versions,
        [
            (1, minute(1), None, Role::DataRequester),
            (2, minute(2), Some(Section::DataFormat), Role::DataRequester),
        ]
    );
    assert_eq!(
        (listed[0].author, listed[0].author_fname.as_str()),
        (requester.attendant.user, "Zoë")
    );
    let numbers = (VersionNumber(2), VersionNumber(1));
    let (newer, older) = views
        .request_versions()
        .two_versions(&requester.scope(), id, numbers)
        .unwrap()
        .unwrap();
    assert_eq!(
        (newer.digest, older.digest),
        (second.encoded.digest, first.encoded.digest)
    );
    for numbers in [(1, 3), (0, 1), (1, u32::MAX)] {
        let numbers = (VersionNumber(numbers.0), VersionNumber(numbers.1));
        assert_eq!(
            views
                .request_versions()
                .two_versions(&requester.scope(), id, numbers)
                .unwrap(),
            None
        );
    }
}

/// The content has the answers in their order, with the digests of the documents.
pub fn the_content_has_the_submitted_answers(database: &dyn Database) {
    let (provider, requester) = (provider(database), requester(database));
    let raw = wizard(&provider, "Malaria in the highlands");
    let new = new_request(&requester, &provider, &raw, minute(1));
    transact(database, |transaction| {
        let id = transaction.requests().add(&new).unwrap();
        let versions = transaction.request_versions();
        assert_eq!(versions.content(RequestId(987_654)).unwrap(), None);
        let content = versions.content(id).unwrap().unwrap();
        assert_eq!(content.clone().ordered(), content);
        assert_eq!(content.details.title, "Malaria in the highlands");
        assert_eq!(content.details.department.as_deref(), Some("Epidemiology"));
        let purposes: Vec<_> = content
            .purposes
            .iter()
            .map(|purpose| (purpose.id.0, purpose.description.as_deref()))
            .collect();
        assert_eq!(purposes, [(1, None), (3, Some("A doctoral thesis"))]);
        assert_eq!(content.principal.fname, Personal::from("Nia"));
        assert_eq!(content.ethics.answers.committee.0, 2);
        assert!(!content.ethics.committee_name.is_empty());
        assert_eq!(content.format.data_format, "Direct access");
        assert_eq!(content.filters.facilities.len(), 2);
        let [dataset] = &content.datasets[..] else {
            panic!("one dataset")
        };
        assert_eq!(
            (dataset.source, dataset.source_name.as_str()),
            (provider.source, provider.source_name.as_str())
        );
        let variables: Vec<_> = dataset.variables.iter().map(|variable| variable.id).collect();
        assert_eq!(variables, provider.variables);
        assert_eq!(dataset.variables[0].table, "visit");
        let kinds: Vec<_> = content.documents.iter().map(|document| document.kind).collect();
        assert_eq!(
            kinds,
            [
                DocumentKind::EthicsApprovalLetter,
                DocumentKind::DataSharingAgreement
            ]
        );
        let file = content.staff[1].identification_file.as_ref().unwrap();
        assert_eq!((file.sha256, file.uploaded_on), (Sha256([9; 32]), minute(1)));
        assert_eq!(content.devices.len(), 2);
        assert_eq!(content.devices[0].used_by, Personal::from("Amara Tembo"));
    });
}

/// Each number is used once.
pub fn version_numbers_are_unique(database: &dyn Database) {
    let (_, requester, id) = submitted_request(database);
    add_version(database, &version(&requester, id, 1, Vec::new()));
    let mut transaction = database.begin().unwrap();
    let again = version(&requester, id, 1, Vec::new());
    assert!(matches!(
        transaction.request_versions().add(&again),
        Err(StoreError::Duplicate(_))
    ));
}

/// Saving a request that was read before its latest version is a conflict.
pub fn a_save_of_an_older_version_is_a_conflict(database: &dyn Database) {
    let (_, requester, id) = submitted_request(database);
    let read = load(database, id);
    add_version(database, &version(&requester, id, 1, Vec::new()));
    let mut transaction = database.begin().unwrap();
    assert!(matches!(
        transaction.requests().save(&read, &[]),
        Err(StoreError::Conflict)
    ));
}

/// Decisions and comments name the version that they were made on.
pub fn decisions_and_comments_name_their_version(database: &dyn Database) {
    let (provider, requester, id) = submitted_request(database);
    let comment = |transaction: &mut dyn crate::ports::Transaction| {
        let reviewer = provider.staff(Role::DataAccessReviewer);
        let state = database
            .read()
            .unwrap()
            .review()
            .states(&RequestScope::Everything, id)
            .unwrap()
            .unwrap()[2]
            .request_state_id;
        let comment = NewComment {
            request: id,
            round: 1,
            state,
            author: reviewer.user,
            author_role: reviewer.assigned_role,
            section: Section::Staff,
            comment: "Who is this?".to_owned(),
            action_required: false,
            created_on: minute(1),
        };
        transaction.comments().add(&comment).unwrap()
    };
    add_version(database, &version(&requester, id, 1, Vec::new()));
    let asked = transact(database, comment);
    let answer = NewVersion {
        comment: Some(asked),
        ..version(&requester, id, 2, Vec::new())
    };
    add_version(database, &answer);
    transact(database, comment);
    decide(
        database,
        &provider,
        id,
        Role::DataAccessReviewer,
        approval(),
        minute(5),
    );
    let mut views = database.read().unwrap();
    let everything = RequestScope::Everything;
    let comments = views.review().comments(&everything, id, None).unwrap().unwrap();
    let versions: Vec<_> = comments.iter().map(|comment| comment.version.0).collect();
    assert_eq!(versions, [1, 2]);
    let history = views.review().history(&everything, id).unwrap().unwrap();
    assert_eq!(history[0].version, VersionNumber(1));
    let decision = history
        .iter()
        .find(|line| line.at == minute(5) && line.by.is_some());
    assert_eq!(decision.unwrap().version, VersionNumber(2));
    let listed = views
        .request_versions()
        .versions(&everything, id)
        .unwrap()
        .unwrap();
    assert_eq!(listed[1].comment, Some(asked));
}

/// No view returns versions of a request outside the scope.
pub fn versions_of_a_foreign_request_are_not_found(database: &dyn Database) {
    let (provider, requester, id) = submitted_request(database);
    add_version(database, &version(&requester, id, 1, Vec::new()));
    let other = Requester::new(database, "Ama", "Boateng", "Mirrin University");
    let reviewer = provider.scope(Role::DataAccessReviewer);
    let mut views = database.read().unwrap();
    for (scope, sees) in [
        (requester.scope(), true),
        (reviewer, true),
        (other.scope(), false),
    ] {
        let versions = views.request_versions();
        assert_eq!(versions.versions(&scope, id).unwrap().is_some(), sees);
        let numbers = (VersionNumber(1), VersionNumber(1));
        assert_eq!(
            versions.two_versions(&scope, id, numbers).unwrap().is_some(),
            sees
        );
        let documents = versions.documents(&scope, id).unwrap();
        assert_eq!(documents.map(|documents| documents.len()), sees.then_some(4));
    }
}

/// Each of several concurrent changes of a request sees the version stored before.
pub fn changes_of_a_request_are_serialised_by_a_lock(database: &dyn Database) {
    let (_, requester, id) = submitted_request(database);
    let at_once = 4;
    let start = Barrier::new(at_once);
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                start.wait();
                let mut one = database.begin().unwrap();
                let versions = one.request_versions();
                let locked = versions.lock_request(id).unwrap();
                assert_eq!(
                    locked,
                    Some(LockedRequest {
                        owner: requester.attendant.user,
                        requester_role: requester.attendant.assigned_role,
                        submitted_on: super::fixtures::start(),
                    })
                );
                let last = versions.latest(id).unwrap();
                let next = last.map_or(1, |version| version.number.0 + 1);
                versions.add(&version(&requester, id, next, Vec::new())).unwrap();
                one.commit(unrecorded_in_test()).unwrap();
            });
        }
    });
    transact(database, |transaction| {
        let versions = transaction.request_versions();
        assert_eq!(versions.latest(id).unwrap().unwrap().number, VersionNumber(4));
        assert_eq!(versions.lock_request(RequestId(987_654)).unwrap(), None);
    });
}
