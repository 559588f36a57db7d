//! Tests of request versions: their content when rows change, and the database's rejection of
//! changes to them.

use std::sync::Arc;

use aditus_application::access::{Caller, UsableRole};
use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::contract::fixtures::{Requester, load, provider, requester, submit};
use aditus_application::contract::{fixtures, seed};
use aditus_application::ports::{Database, Ports};
use aditus_application::requests::versions::{Change, RecordError, changes, list, record};
use aditus_application::testing::TestPorts;
use aditus_canonical::CanonicalJson;
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{RequestId, SessionId, UserId};
use aditus_domain::requests::VersionNumber;
use aditus_domain::requests::content::ItemKind;
use aditus_domain::review::Section;
use aditus_domain::roles::Role;
use aditus_log::C2spLog;
use aditus_storage::testing::TestDatabase;

struct Scene {
    database: TestDatabase,
    ports: Ports,
    requester: Requester,
    request: RequestId,
}

impl Scene {
    fn on(database: TestDatabase) -> Self {
        let store: Arc<dyn Database> = database.store();
        let TestPorts { ports, .. } =
            TestPorts::around(Arc::clone(&store), Arc::new(CanonicalJson), Arc::new(C2spLog));
        let (provider, requester) = (provider(&*store), requester(&*store));
        let request = submit(&*store, &requester, &provider, "Malaria", fixtures::start());
        Self {
            database,
            ports,
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
        transaction.commit(unrecorded(Unrecorded::DemoOrTest)).unwrap();
        Ok(kept.number.0)
    }

    fn changes_since(&self, from: u32) -> Vec<(Option<Section>, usize)> {
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
        begun_with_password_on: None,
    }
}

fn each_change_is_recorded_once(database: TestDatabase) {
    let scene = Scene::on(database);
    let owner = scene.owner();
    assert_eq!(scene.record(&owner, None).unwrap(), 1);
    let first = load(&*scene.ports.database, scene.request).content_digest;
    assert_ne!(first, [0; 32]);
    assert_eq!(scene.record(&owner, Some(1)).unwrap(), 1, "nothing differs");

    scene.execute(
        "UPDATE request_answers SET data_format = 'Electronic', principal_phone = '+256700000009';
         UPDATE data_handling_devices SET serial_number = 'SN-2b' WHERE serial_number = 'SN-2';
         UPDATE purposes SET purpose = 'Science' WHERE id = 1;",
    );
    assert_eq!(scene.record(&owner, Some(1)).unwrap(), 2);
    assert_ne!(load(&*scene.ports.database, scene.request).content_digest, first);
    assert!(matches!(scene.record(&owner, Some(1)), Err(RecordError::Changed)));
    assert!(matches!(scene.record(&owner, Some(3)), Err(RecordError::Changed)));
    assert_eq!(
        scene.changes_since(1),
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
fn each_change_is_recorded_once_on_sqlite() {
    each_change_is_recorded_once(TestDatabase::sqlite());
}

#[test]
fn each_change_is_recorded_once_on_postgres() {
    each_change_is_recorded_once(TestDatabase::postgres());
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
    assert_eq!(scene.changes_since(1), []);
}

#[test]
fn a_version_is_never_altered_or_removed_on_sqlite() {
    a_version_is_never_altered_or_removed(TestDatabase::sqlite());
}

#[test]
fn a_version_is_never_altered_or_removed_on_postgres() {
    a_version_is_never_altered_or_removed(TestDatabase::postgres());
}

/// The difference between two versions is computed item by item, independently of the database.
#[test]
fn the_changes_of_an_item_are_listed() {
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
