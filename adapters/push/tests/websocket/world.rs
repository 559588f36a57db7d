//! A server over an in-memory database and backend.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use actix_web::{App, HttpServer};
use aditus_application::access::Caller;
use aditus_application::accounts::AccountLookup;
use aditus_application::accounts::directory::Directory;
use aditus_application::accounts::views::AccountViews;
use aditus_application::dictionary::import::ImportViews;
use aditus_application::dictionary::records::views::DictionaryRecordViews;
use aditus_application::dictionary::views::DictionaryViews;
use aditus_application::feedback::views::FeedbackViews;
use aditus_application::idempotency::{Claim, StoredCalls};
use aditus_application::notifications::views::{
    NotificationGroup, NotificationView, NotificationViews, ReadFilter,
};
use aditus_application::organisations::views::OrganisationViews;
use aditus_application::paging::{Direction, Page, Paged};
use aditus_application::ports::{Database, Signal, Signals, StoreError, Transaction, Views};
use aditus_application::procedures::views::ProcedureViews;
use aditus_application::reference::ReferenceViews;
use aditus_application::requests::views::RequestViews;
use aditus_application::review::views::ReviewViews;
use aditus_application::roles::views::RoleViews;
use aditus_domain::accounts::AccountState;
use aditus_domain::ids::{NotificationId, RequestId, SessionId, UserId};
use aditus_domain::notifications::{Delivery, DigestTimes};
use aditus_push::{Backend, BackendError, Hub, NotificationBatch, Push, PushSettings, PushWorker};
use chrono::DateTime;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Longer than any step here takes, so that an error fails the test instead of hanging it.
pub const LONG: Duration = Duration::from_secs(10);

/// Notifications as a database holds them: uncommitted ones are stored but invisible.
#[derive(Default)]
pub struct Memory {
    committed: Mutex<BTreeMap<i64, (UserId, NotificationView)>>,
    uncommitted: Mutex<Vec<(UserId, NotificationView)>>,
    listeners: Mutex<Vec<mpsc::Sender<Signal>>>,
    pub broken: AtomicBool,
    /// Makes the next read panic.
    pub panics_once: AtomicBool,
    /// Number of users in each query for new notifications.
    pub query_sizes: Mutex<Vec<usize>>,
}

pub fn notification(id: i64) -> NotificationView {
    NotificationView {
        id: NotificationId(id),
        message: format!("Message {id}"),
        role: "Data Requester".to_owned(),
        kind: "stage_turn".to_owned(),
        request_id: Some(RequestId(7)),
        request_title: Some("Late registration of births".to_owned()),
        read: false,
        authored_on: DateTime::from_timestamp(1_790_000_000, 123_000_000).unwrap(),
    }
}

impl Memory {
    pub fn add(&self, user: i64, id: i64) {
        self.uncommitted
            .lock()
            .unwrap()
            .push((UserId(user), notification(id)));
    }

    pub fn commit_without_signal(&self) -> BTreeSet<UserId> {
        let added = std::mem::take(&mut *self.uncommitted.lock().unwrap());
        let users = added.iter().map(|(user, _)| *user).collect();
        let rows = added.into_iter().map(|(user, view)| (view.id.0, (user, view)));
        self.committed.lock().unwrap().extend(rows);
        users
    }

    pub fn commit(&self) {
        for user in self.commit_without_signal() {
            self.signal(Signal::Notified(user));
        }
    }

    pub fn signal(&self, signal: Signal) {
        self.listeners
            .lock()
            .unwrap()
            .retain(|listener| listener.send(signal).is_ok());
    }

    fn of(&self, user: UserId) -> Vec<NotificationView> {
        self.committed
            .lock()
            .unwrap()
            .values()
            .filter(|row| row.0 == user)
            .map(|row| row.1.clone())
            .collect()
    }
}

impl Database for Memory {
    fn begin(&self) -> Result<Box<dyn Transaction + '_>, StoreError> {
        Err(StoreError::internal("the tests write by themselves"))
    }

    fn begin_idempotent(&self, _: &Claim) -> Result<Box<dyn Transaction + '_>, StoreError> {
        self.begin()
    }

    fn read(&self) -> Result<Box<dyn Views + '_>, StoreError> {
        assert!(
            !self.panics_once.swap(false, Ordering::SeqCst),
            "the test panics here"
        );
        if self.broken.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("away".into()));
        }
        Ok(Box::new(Reading(self)))
    }

    fn signals(&self) -> Signals {
        let (sender, receiver) = mpsc::channel();
        self.listeners.lock().unwrap().push(sender);
        Signals(receiver)
    }

    fn ping(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

struct Reading<'a>(&'a Memory);

impl Views for Reading<'_> {
    fn audit(&mut self) -> &mut dyn aditus_application::audit::views::AuditViews {
        unreachable!("push reads notifications only")
    }
    fn audit_log(&mut self) -> &mut dyn aditus_application::audit::log::views::AuditLogViews {
        unreachable!("push reads notifications only")
    }
    fn monitoring(&mut self) -> &mut dyn aditus_application::installation::monitoring::MonitoringViews {
        unreachable!("push reads notifications only")
    }
    fn accounts(&mut self) -> &mut dyn AccountViews {
        unreachable!("push reads notifications only")
    }
    fn account_lookup(&mut self) -> &mut dyn AccountLookup {
        unreachable!("push reads notifications only")
    }
    fn past_events(&mut self) -> &mut dyn aditus_application::limits::PastEvents {
        unreachable!("push reads notifications only")
    }
    fn stored_calls(&mut self) -> &mut dyn StoredCalls {
        unreachable!("push reads notifications only")
    }
    fn drafts(&mut self) -> &mut dyn aditus_application::requests::drafts::DraftViews {
        unreachable!("push reads notifications only")
    }
    fn deadlines(&mut self) -> &mut dyn aditus_application::deadlines::views::DeadlineViews {
        unreachable!("push reads notifications only")
    }
    fn organisations(&mut self) -> &mut dyn OrganisationViews {
        unreachable!("push reads notifications only")
    }
    fn directory(&mut self) -> &mut dyn Directory {
        unreachable!("push reads notifications only")
    }
    fn roles(&mut self) -> &mut dyn RoleViews {
        unreachable!("push reads notifications only")
    }
    fn procedures(&mut self) -> &mut dyn ProcedureViews {
        unreachable!("push reads notifications only")
    }
    fn dictionary(&mut self) -> &mut dyn DictionaryViews {
        unreachable!("push reads notifications only")
    }
    fn dictionary_imports(&mut self) -> &mut dyn ImportViews {
        unreachable!("push reads notifications only")
    }
    fn dictionary_records(&mut self) -> &mut dyn DictionaryRecordViews {
        unreachable!("push reads notifications only")
    }
    fn reference(&mut self) -> &mut dyn ReferenceViews {
        unreachable!("push reads notifications only")
    }

    fn dictionary_variables(
        &mut self,
    ) -> &mut dyn aditus_application::dictionary::records::views::DictionaryVariableViews {
        unreachable!("push reads notifications only")
    }
    fn dictionary_revisions(
        &mut self,
    ) -> &mut dyn aditus_application::dictionary::revisions::views::RevisionViews {
        unreachable!("push reads notifications only")
    }
    fn requests(&mut self) -> &mut dyn RequestViews {
        unreachable!("push reads notifications only")
    }
    fn request_versions(&mut self) -> &mut dyn aditus_application::requests::versions::views::VersionViews {
        unreachable!("push reads notifications only")
    }
    fn review(&mut self) -> &mut dyn ReviewViews {
        unreachable!("push reads notifications only")
    }
    fn feedback(&mut self) -> &mut dyn FeedbackViews {
        unreachable!("push reads notifications only")
    }
    fn notifications(&mut self) -> &mut dyn NotificationViews {
        self
    }
}

impl NotificationViews for Reading<'_> {
    fn by_time(
        &mut self,
        user: UserId,
        _: ReadFilter,
        direction: Direction,
        page: Page,
    ) -> Result<Paged<NotificationView>, StoreError> {
        let mut items = self.0.of(user);
        if direction == Direction::Descending {
            items.reverse();
        }
        Ok(Paged {
            total: items.len() as u64,
            items,
            page,
            more: false,
        })
    }

    fn groups(&mut self, _: UserId) -> Result<Vec<NotificationGroup>, StoreError> {
        unreachable!("push counts nothing")
    }

    fn chosen_deliveries(&mut self, _: UserId) -> Result<BTreeMap<String, Delivery>, StoreError> {
        unreachable!("preferences are about mails")
    }

    fn people_with_due_digests(&mut self, _: &DigestTimes) -> Result<Vec<UserId>, StoreError> {
        unreachable!("digests are mails")
    }

    fn since(&mut self, user: UserId, after: NotificationId) -> Result<Vec<NotificationView>, StoreError> {
        Ok(self
            .0
            .of(user)
            .into_iter()
            .filter(|view| view.id > after)
            .take(100)
            .collect())
    }

    fn since_of_each(
        &mut self,
        people: &[(UserId, NotificationId)],
    ) -> Result<BTreeMap<UserId, Vec<NotificationView>>, StoreError> {
        let mut query_sizes = self.0.query_sizes.lock().unwrap();
        query_sizes.push(people.len());
        drop(query_sizes);
        let mut batches = BTreeMap::new();
        for (user, after) in people {
            let notifications = self.since(*user, *after)?;
            if !notifications.is_empty() {
                batches.insert(*user, notifications);
            }
        }
        Ok(batches)
    }
}

/// Accepts tokens of the form `token-USER-SESSION`, except those that were ended.
pub struct FakeBackend {
    memory: Arc<Memory>,
    ended: Mutex<BTreeSet<String>>,
    /// Called between reading the first list and using it.
    pub after_read: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl FakeBackend {
    pub fn end(&self, token: &str) {
        self.ended.lock().unwrap().insert(token.to_owned());
    }
}

impl Backend for FakeBackend {
    fn authenticate(&self, token: &str) -> Result<Caller, BackendError> {
        let mut parts = token
            .strip_prefix("token-")
            .ok_or(BackendError::SignedOut)?
            .split('-');
        let mut number = || {
            parts
                .next()
                .and_then(|part| part.parse().ok())
                .ok_or(BackendError::SignedOut)
        };
        let (user, session) = (UserId(number()?), SessionId(number()?));
        if !self.still_signed_in(token)? {
            return Err(BackendError::SignedOut);
        }
        Ok(Caller {
            session,
            user,
            state: AccountState::Active,
            roles: Vec::new(),
            selected: None,
            password_given_on: None,
            begun_with_password_on: None,
        })
    }

    fn still_signed_in(&self, token: &str) -> Result<bool, BackendError> {
        Ok(!self.ended.lock().unwrap().contains(token))
    }

    fn notifications_since(
        &self,
        caller: &Caller,
        after: Option<NotificationId>,
    ) -> Result<NotificationBatch, BackendError> {
        let mut views = self
            .memory
            .read()
            .map_err(|error| BackendError::Failed(error.into()))?;
        let notifications = views
            .notifications()
            .since(caller.user, after.unwrap_or(NotificationId(0)))
            .unwrap();
        let known = notifications.iter().map(|notification| notification.id).collect();
        if let Some(after_read) = self.after_read.lock().unwrap().take() {
            after_read();
        }
        Ok(NotificationBatch {
            notifications,
            settled: after.unwrap_or(NotificationId(0)),
            known,
        })
    }
}

pub struct World {
    pub memory: Arc<Memory>,
    pub backend: Arc<FakeBackend>,
    pub hub: Arc<Hub>,
    pub address: SocketAddr,
    _worker: PushWorker,
}

/// Long timeouts, for tests that do not wait for one to elapse on slow machines.
pub fn settings() -> PushSettings {
    PushSettings {
        sign_in_within: LONG,
        ping_every: LONG,
        recheck_every: LONG,
        ..PushSettings::default()
    }
}

/// Starts a node: a hub, the worker that feeds it, and a server on a port.
pub fn serve(
    database: Arc<dyn Database>,
    backend: Arc<dyn Backend>,
    settings: PushSettings,
) -> (Arc<Hub>, PushWorker, SocketAddr) {
    let hub = Hub::new(settings);
    let push = Push::new(hub.clone(), backend, "https://aditus.example");
    let worker = PushWorker::start(database, hub.clone()).unwrap();
    let server =
        HttpServer::new(move || App::new().configure(|config| aditus_push::configure(config, &push)))
            .workers(1)
            .disable_signals()
            .bind(("127.0.0.1", 0))
            .unwrap();
    let address = server.addrs()[0];
    actix_web::rt::spawn(server.run());
    (hub, worker, address)
}

impl World {
    pub fn start(settings: PushSettings) -> Self {
        let memory = Arc::new(Memory::default());
        let backend = Arc::new(FakeBackend {
            memory: memory.clone(),
            ended: Mutex::default(),
            after_read: Mutex::default(),
        });
        let (hub, worker, address) = serve(memory.clone(), backend.clone(), settings);
        Self {
            memory,
            backend,
            hub,
            address,
            _worker: worker,
        }
    }

    pub async fn connect(&self) -> Client {
        Client::connect(self.address).await
    }

    /// Returns a client that has signed in and read its first list.
    pub async fn signed_in_client(&self, user: i64, token: &str) -> Client {
        Client::connect_signed_in(self.address, user, token).await
    }
}

pub struct Client(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Client {
    pub async fn connect(address: SocketAddr) -> Self {
        let address = format!("ws://{address}/ws/notifications");
        Self(tokio_tungstenite::connect_async(address).await.unwrap().0)
    }

    /// Returns a client that has signed in and read its first list.
    pub async fn connect_signed_in(address: SocketAddr, user: i64, token: &str) -> Self {
        let mut client = Self::connect(address).await;
        client.sign_in(user, token).await;
        assert_eq!(client.json().await["type"], "notifications");
        client
    }

    pub async fn send_text(&mut self, text: impl Into<String>) {
        self.0.send(Message::text(text.into())).await.unwrap();
    }

    pub async fn sign_in(&mut self, user: i64, token: &str) {
        self.send_text(json!({"user_id": user, "token": token}).to_string())
            .await;
    }

    /// Returns the next message other than a ping.
    pub async fn next(&mut self) -> Message {
        loop {
            match timeout(LONG, self.0.next())
                .await
                .expect("nothing came")
                .expect("it hung up")
                .unwrap()
            {
                Message::Ping(_) => {}
                message => return message,
            }
        }
    }

    pub async fn json(&mut self) -> Value {
        let message = self.next().await;
        serde_json::from_str(message.to_text().unwrap()).unwrap_or_else(|_| panic!("no JSON: {message:?}"))
    }

    /// Returns the ids of the next message, which must announce new notifications.
    pub async fn created(&mut self) -> Vec<i64> {
        let message = self.json().await;
        assert_eq!(message["type"], "notification.created");
        ids(&message)
    }

    pub async fn closed(&mut self) -> CloseCode {
        match self.next().await {
            Message::Close(Some(frame)) => frame.code,
            message => panic!("not closed: {message:?}"),
        }
    }
}

pub fn ids(message: &Value) -> Vec<i64> {
    message["notifications"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_i64().unwrap())
        .collect()
}
