//! The hint that notifications were read reaches all connections of the user, from any node and on
//! both databases. Also covers late commits.

use std::net::SocketAddr;
use std::sync::Arc;

use aditus_application::access::Caller;
use aditus_application::audit::{Unrecorded, unrecorded};
use aditus_application::contract::seed::{at, commit, user};
use aditus_application::notifications::NewNotification;
use aditus_application::ports::Database;
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{NotificationId, SessionId, UserId};
use aditus_domain::roles::Role;
use aditus_push::{Backend, BackendError, Hub, NotificationBatch, PushWorker};
use aditus_storage::testing::TestDatabase;
use aditus_storage::{Options, Store};
use serde_json::{Value, json};

use crate::world::{Client, serve, settings};

/// Accepts a user id as token.
struct UserIdBackend(Arc<Store>);

impl Backend for UserIdBackend {
    fn authenticate(&self, token: &str) -> Result<Caller, BackendError> {
        Ok(Caller {
            session: SessionId(1),
            user: UserId(token.parse().map_err(|_| BackendError::SignedOut)?),
            state: AccountState::Active,
            roles: Vec::new(),
            selected: None,
            password_given_on: None,
            begun_with_password_on: None,
        })
    }

    fn still_signed_in(&self, _: &str) -> Result<bool, BackendError> {
        Ok(true)
    }

    fn notifications_since(
        &self,
        caller: &Caller,
        after: Option<NotificationId>,
    ) -> Result<NotificationBatch, BackendError> {
        let notifications = self
            .0
            .read()
            .unwrap()
            .notifications()
            .since(caller.user, after.unwrap_or(NotificationId(0)))
            .unwrap();
        let known = notifications.iter().map(|notification| notification.id).collect();
        Ok(NotificationBatch {
            notifications,
            settled: after.unwrap_or(NotificationId(0)),
            known,
        })
    }
}

struct Node {
    address: SocketAddr,
    _hub: Arc<Hub>,
    _worker: PushWorker,
}

impl Node {
    fn start(store: &Arc<Store>) -> Self {
        let (hub, worker, address) = serve(store.clone(), Arc::new(UserIdBackend(store.clone())), settings());
        Self {
            address,
            _hub: hub,
            _worker: worker,
        }
    }

    async fn tab_of(&self, user: UserId) -> Client {
        Client::connect_signed_in(self.address, user.0, &user.to_string()).await
    }
}

fn notification(user: UserId, role: Role) -> NewNotification {
    NewNotification {
        user,
        role,
        kind: "released".to_owned(),
        message: "news".to_owned(),
        request: None,
        authored_on: at(0),
    }
}

fn notify(database: &dyn Database, user: UserId, role: Role) -> NotificationId {
    commit(database, |transaction| {
        transaction
            .notifications()
            .add(&notification(user, role))
            .unwrap()
    })
}

fn read() -> Value {
    json!({"type": "notifications.read"})
}

/// Serves websockets with one store and marks notifications as read through the other.
async fn every_tab_receives_read_marks(serving: Arc<Store>, acting: &Store) {
    let (one, other) = (user(acting, 1), user(acting, 2));
    let first = notify(acting, one, Role::DataRequester);
    for _ in 0..2 {
        notify(acting, one, Role::DataOfficer);
    }
    let node = Node::start(&serving);
    let mut tabs = [node.tab_of(one).await, node.tab_of(one).await];
    let mut elsewhere = node.tab_of(other).await;

    commit(acting, |transaction| {
        assert!(transaction.notifications().mark_read(one, first).unwrap());
    });
    for tab in &mut tabs {
        assert_eq!(tab.json().await, read());
    }
    let group = |role| {
        commit(acting, |transaction| {
            transaction.notifications().mark_group_read(one, role).unwrap()
        })
    };
    assert_eq!(group(Role::DataOfficer), 2);
    for tab in &mut tabs {
        assert_eq!(tab.json().await, read());
    }
    assert_eq!(group(Role::DataOfficer), 0, "nothing is left to mark");
    let next = notify(acting, one, Role::DataOfficer);
    for tab in &mut tabs {
        assert_eq!(tab.created().await, [next.0]);
    }
    let sent = notify(acting, other, Role::DataOfficer);
    assert_eq!(
        elsewhere.created().await,
        [sent.0],
        "the first message to the other user is their own notification"
    );
}

#[actix_web::test]
async fn read_marks_reach_every_tab_on_sqlite() {
    let database = TestDatabase::sqlite();
    every_tab_receives_read_marks(database.store(), &database.store()).await;
}

#[actix_web::test]
async fn read_marks_reach_every_tab_across_nodes_on_postgres() {
    let database = TestDatabase::postgres();
    let other_node = Store::connect(database.url(), &Options::default()).unwrap();
    every_tab_receives_read_marks(database.store(), &other_node).await;
}

/// PostgreSQL assigns ids before the commit, and transactions commit in any order.
#[actix_web::test]
async fn late_commits_are_delivered_on_postgres() {
    let database = TestDatabase::postgres();
    let store = database.store();
    let person = user(&*store, 1);
    let node = Node::start(&store);
    let mut early = store.begin().unwrap();
    let role = Role::DataRequester;
    let first = early.notifications().add(&notification(person, role)).unwrap();
    let before = notify(&*store, person, role);
    let mut tab = node.tab_of(person).await;
    let later = notify(&*store, person, role);
    assert_eq!(tab.created().await, [later.0]);
    assert!(first < before && before < later);
    early.commit(unrecorded(Unrecorded::DemoOrTest)).unwrap();
    assert_eq!(tab.created().await, [first.0]);
    let newest = notify(&*store, person, role);
    assert_eq!(tab.created().await, [newest.0]);
}
