//! Versions of requests: what is kept when rows change, and that the database itself keeps them as they are.

use std::sync::Arc;

use aditus_application::access::{Caller, UsableRole};
use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::contract::fixtures::{Requester, load, provider, requester, submit, transact};
use aditus_application::contract::{fixtures, seed};
use aditus_application::ports::{Database, Ports};
use aditus_application::requests::versions::{Change, RecordError, begin, changes, complete, list, record};
use aditus_application::testing::{MemoryFiles, TestPorts};
use aditus_canonical::CanonicalJson;
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{RequestId, SessionId, UserId};
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::{Held, ItemKind};
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use aditus_log::C2spLog;
use aditus_storage::testing::TestDatabase;

struct Scene {
    database: TestDatabase,
    ports: Ports,
    files: Arc<MemoryFiles>,
    requester: Requester,
    request: RequestId,
}

impl Scene {
    fn on(database: TestDatabase) -> Self {
        let store: Arc<dyn Database> = database.store();
        let TestPorts { ports, files, .. } =
            TestPorts::around(Arc::clone(&store), Arc::new(CanonicalJson), Arc::new(C2spLog));
        let (provider, requester) = (provider(&*store), requester(&*store));
        let request = submit(&*store, &requester, &provider, "Malaria", fixtures::start());
        Self {
            database,
            ports,
            files,
            requester,
            request,
        }
    }

    fn execute(&self, statements: &str) {
        self.database.execute(statements).unwrap();
    }

    fn owner(&self) -> Caller {
        let by = self.requester.attendant;
        caller(
            by.user,
            vec![UsableRole {
                id: by.assigned_role,
                org_role: by.org_role,
                role: Role::DataRequester,
                organisation: self.requester.organisation,
            }],
        )
    }

    fn record(&self, caller: &Caller, began_from: Option<u32>) -> Result<u32, RecordError> {
        let mut transaction = self.ports.database.begin().unwrap();
        let change = Change {
            section: Some(Section::DataFormat),
            comment: None,
        };
        let kept = record(
            &self.ports,
            transaction.as_mut(),
            caller,
            self.request,
            change,
            began_from.map(VersionNumber),
        )?;
        transaction.commit(unrecorded(Unrecorded::Invented)).unwrap();
        Ok(kept.number.0)
    }

    fn told(&self, from: u32) -> Vec<(Option<Section>, usize)> {
        let query = changes::Query {
            request: self.request,
            from: VersionNumber(from),
            to: None,
        };
        let answer = changes::execute(&self.ports, &self.owner(), query).unwrap();
        answer
            .sections
            .iter()
            .map(|section| (section.section, section.changes.len()))
            .collect()
    }
}

fn caller(user: UserId, roles: Vec<UsableRole>) -> Caller {
    Caller {
        session: SessionId(1),
        user,
        state: AccountState::Active,
        roles,
        selected: None,
        password_given_on: None,
    }
}

fn each_change_is_kept_once(database: TestDatabase) {
    let scene = Scene::on(database);
    let owner = scene.owner();
    assert_eq!(scene.record(&owner, None).unwrap(), 1);
    let first = load(&*scene.ports.database, scene.request).content_digest;
    assert_ne!(first, [0; 32]);
    assert_eq!(scene.record(&owner, Some(1)).unwrap(), 1, "nothing differs");

    scene.execute(
        "UPDATE data_requests SET data_format = 'Electronic', principal_phone = '+256700000009';
         UPDATE data_handling_devices SET serial_number = 'SN-2b' WHERE serial_number = 'SN-2';
         UPDATE purposes SET purpose = 'Science' WHERE id = 1;",
    );
    assert_eq!(scene.record(&owner, Some(1)).unwrap(), 2);
    assert_ne!(load(&*scene.ports.database, scene.request).content_digest, first);
    assert!(matches!(scene.record(&owner, Some(1)), Err(RecordError::Changed)));
    assert!(matches!(scene.record(&owner, Some(3)), Err(RecordError::Changed)));
    assert_eq!(
        scene.told(1),
        [
            (Some(Section::PrincipalInvestigator), 1),
            (Some(Section::DataFormat), 1),
            (Some(Section::Devices), 1),
        ],
        "a purpose that was renamed is no change of the request"
    );
    let query = list::Query {
        request: scene.request,
    };
    let listed = list::execute(&scene.ports, &owner, query).unwrap();
    let told: Vec<_> = listed.iter().map(|view| (view.number.0, view.section)).collect();
    assert_eq!(told, [(1, None), (2, Some(Section::DataFormat))]);
    assert_eq!(listed[0].at, fixtures::start());

    let stranger = caller(seed::user(&*scene.ports.database, 77), Vec::new());
    assert!(matches!(
        scene.record(&stranger, None),
        Err(RecordError::Access(_))
    ));
    let hidden = list::execute(&scene.ports, &stranger, query);
    assert!(matches!(hidden, Err(list::Error::NotFound)));
    let none = changes::Query {
        request: scene.request,
        from: VersionNumber(9),
        to: None,
    };
    let refused = changes::execute(&scene.ports, &owner, none);
    assert!(matches!(refused, Err(changes::Error::NoVersion)));
}

#[test]
fn each_change_is_kept_once_on_sqlite() {
    each_change_is_kept_once(TestDatabase::sqlite());
}

#[test]
fn each_change_is_kept_once_on_postgres() {
    each_change_is_kept_once(TestDatabase::postgres());
}

fn a_version_is_never_altered_or_removed(database: TestDatabase) {
    let scene = Scene::on(database);
    scene.record(&scene.owner(), None).unwrap();
    for statement in [
        "UPDATE request_versions SET canonical = '{}'",
        "UPDATE request_versions SET number = 2",
        "DELETE FROM request_versions",
    ] {
        assert!(scene.database.execute(statement).is_err(), "{statement}");
    }
    assert_eq!(scene.told(1), []);
}

#[test]
fn a_version_is_never_altered_or_removed_on_sqlite() {
    a_version_is_never_altered_or_removed(TestDatabase::sqlite());
}

#[test]
fn a_version_is_never_altered_or_removed_on_postgres() {
    a_version_is_never_altered_or_removed(TestDatabase::postgres());
}

/// What an earlier version of the product has left: documents without hashes, one of them without its file, and requests without
/// versions.
fn an_earlier_installation_is_completed(database: TestDatabase) {
    let scene = Scene::on(database);
    let other = {
        let store = &*scene.ports.database;
        submit(
            store,
            &scene.requester,
            &fixtures::Provider::new(store, "Coastal Health Board", "Coastal register"),
            "Cholera",
            fixtures::minute(1),
        )
    };
    scene.execute("UPDATE request_documents SET sha256 = NULL");
    let documents = |request| {
        let mut views = scene.ports.database.read().unwrap();
        let scope = scene.requester.scope();
        views
            .request_versions()
            .documents(&scope, request)
            .unwrap()
            .unwrap()
    };
    let lost = documents(scene.request)[0].key.clone();
    for request in [scene.request, other] {
        for document in documents(request).iter().filter(|document| document.key != lost) {
            assert_eq!(document.held, None);
            scene
                .ports
                .files
                .put(&document.key, document.key.as_str().as_bytes())
                .unwrap();
        }
    }
    assert_eq!(scene.files.count(), 7);

    let answer = complete::execute(&scene.ports).unwrap();
    assert_eq!((answer.documents, answer.lost, answer.versions), (7, 1, 2));
    assert_eq!(
        complete::execute(&scene.ports).unwrap(),
        complete::Answer::default(),
        "nothing is left to do"
    );
    let held = documents(scene.request);
    assert_eq!(held[0].held, Some(Held::Lost));
    let hash = scene.ports.encoding.sha256(held[1].key.as_str().as_bytes());
    assert_eq!(held[1].held, Some(Held::Bytes(hash)));
    let latest = transact(&*scene.ports.database, |transaction| {
        transaction
            .request_versions()
            .latest(scene.request)
            .unwrap()
            .unwrap()
    });
    assert_eq!(latest.number, VersionNumber::FIRST);
    assert!(
        latest.encoded.canonical.contains("\"sha256\":\"lost\""),
        "the version says that the file was lost"
    );
    assert_eq!(scene.record(&scene.owner(), Some(1)).unwrap(), 1);
}

#[test]
fn an_earlier_installation_is_completed_on_sqlite() {
    an_earlier_installation_is_completed(TestDatabase::sqlite());
}

#[test]
fn an_earlier_installation_is_completed_on_postgres() {
    an_earlier_installation_is_completed(TestDatabase::postgres());
}

fn a_request_without_content_is_passed_over(database: TestDatabase, remove: &str) {
    let scene = Scene::on(database);
    scene.execute(remove);
    for _ in 0..2 {
        let answer = complete::execute(&scene.ports).unwrap();
        assert_eq!((answer.versions, answer.without_content), (0, 1));
    }
    let mut transaction = scene.ports.database.begin().unwrap();
    begin(&scene.ports, transaction.as_mut(), scene.request).unwrap();
    drop(transaction);
    let refused = scene.record(&scene.owner(), None);
    assert!(matches!(refused, Err(RecordError::NotFound)), "{refused:?}");
}

#[test]
fn a_request_without_content_is_passed_over_on_sqlite() {
    a_request_without_content_is_passed_over(
        TestDatabase::sqlite(),
        "PRAGMA foreign_keys = OFF; DELETE FROM ethics_committees;",
    );
}

#[test]
fn a_request_without_content_is_passed_over_on_postgres() {
    a_request_without_content_is_passed_over(
        TestDatabase::postgres(),
        "ALTER TABLE data_requests DROP CONSTRAINT data_requests_committee_id_fkey; DELETE FROM ethics_committees;",
    );
}

/// An instance of an earlier version stored the request after this one had completed the rest.
fn a_request_without_version_gets_it_before_it_is_changed(database: TestDatabase) {
    let scene = Scene::on(database);
    scene.execute("UPDATE request_documents SET sha256 = NULL");
    let day = chrono::NaiveDate::from_ymd_opt(2027, 5, 3).unwrap();
    let mut transaction = scene.ports.database.begin().unwrap();
    begin(&scene.ports, transaction.as_mut(), scene.request).unwrap();
    transaction.requests().set_needed_on(scene.request, day).unwrap();
    let owner = scene.owner();
    let change = Change::default();
    let began_from = Some(VersionNumber::FIRST);
    let kept = record(
        &scene.ports,
        transaction.as_mut(),
        &owner,
        scene.request,
        change,
        began_from,
    );
    assert_eq!(kept.unwrap().number, VersionNumber(2));
    transaction.commit(unrecorded(Unrecorded::Invented)).unwrap();
    assert_eq!(scene.told(1), [(None, 1)], "what was submitted is kept");
    let answer = complete::execute(&scene.ports).unwrap();
    assert_eq!(answer, complete::Answer::default(), "nothing is left to do");
}

#[test]
fn a_request_without_version_gets_it_before_it_is_changed_on_sqlite() {
    a_request_without_version_gets_it_before_it_is_changed(TestDatabase::sqlite());
}

#[test]
fn a_request_without_version_gets_it_before_it_is_changed_on_postgres() {
    a_request_without_version_gets_it_before_it_is_changed(TestDatabase::postgres());
}

/// What differs between two versions is told item by item, whatever the database.
#[test]
fn what_became_of_an_item_is_told() {
    let scene = Scene::on(TestDatabase::sqlite());
    let owner = scene.owner();
    scene.record(&owner, None).unwrap();
    scene.execute("DELETE FROM data_handling_devices WHERE serial_number = 'SN-1'");
    scene.record(&owner, None).unwrap();
    let query = changes::Query {
        request: scene.request,
        from: VersionNumber(1),
        to: Some(VersionNumber(2)),
    };
    let answer = changes::execute(&scene.ports, &owner, query).unwrap();
    let [aditus_domain::requests::content::Change::Item { became, .. }] = &answer.sections[0].changes[..]
    else {
        panic!("one item")
    };
    assert_eq!(*became, ItemKind::Removed);
}
