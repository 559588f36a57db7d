//! The real server on its own port, the real storage, and fakes of everything else.

use std::net::TcpListener;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use aditus_application::Ports;
use aditus_application::audit::{Unrecorded, unrecorded, verify};
use aditus_application::contract::seed;
use aditus_application::notifications::deliver_mail;
use aditus_application::ports::{Database, MailMessage, Transaction};
use aditus_application::testing::{
    FixedClock, ListedPasskeys, ListedPhones, MailboxMailer, MemoryFiles, TestPorts,
};
use aditus_calendars::{IcalendarFeeds, IcalendarFiles};
use aditus_canonical::CanonicalJson;
use aditus_files::ContentInspector;
use aditus_http::tls::Certificates;
use aditus_http::{Api, ServerOptions};
use aditus_log::C2spLog;
use aditus_storage::testing::TestDatabase;

use crate::client::Client;

/// A server with its own database, and its fakes.
pub struct TestServer {
    pub ports: Ports,
    pub clock: Arc<FixedClock>,
    pub files: Arc<MemoryFiles>,
    pub phones: Arc<ListedPhones>,
    pub passkeys: Arc<ListedPasskeys>,
    mailer: MailboxMailer,
    running: Running,
    // The last field, so that it is dropped after all others.
    pub database: TestDatabase,
}

/// A running server. It stops when it is dropped.
pub struct Running {
    base: String,
    handle: ServerHandle,
    thread: Option<JoinHandle<()>>,
}

/// Runs a test on its own server. Afterwards, the stored requests have to match the audit log,
/// unless the test altered the database manually.
pub fn run(database: TestDatabase, test: fn(&TestServer)) {
    let server = TestServer::on(database);
    test(&server);
    if !server.database.was_altered_by_hand() {
        server.assert_states_match_audit_log();
    }
}

impl TestServer {
    pub fn on(database: TestDatabase) -> Self {
        let store: Arc<dyn Database> = database.store();
        seed::reference_data(store.as_ref());
        let TestPorts {
            mut ports,
            clock,
            files,
            phones,
            ..
        } = TestPorts::around(store, Arc::new(CanonicalJson), Arc::new(C2spLog));
        ports.inspector = Arc::new(ContentInspector);
        ports.holiday_files = Arc::new(IcalendarFiles);
        ports.feed_format = Arc::new(IcalendarFeeds);
        let passkeys = Arc::new(ListedPasskeys::default());
        ports.passkeys = Some(passkeys.clone());
        let running = Running::start(Api::new(ports.clone()));
        Self {
            ports,
            clock,
            files,
            phones,
            passkeys,
            mailer: MailboxMailer::default(),
            running,
            database,
        }
    }

    /// Asserts that the states of all requests match the audit log.
    fn assert_states_match_audit_log(&self) {
        let states = verify::states::verify(&self.ports, &mut |_| {}).unwrap();
        assert_eq!(
            states.wrong,
            Vec::<String>::new(),
            "the audit log leads to other states"
        );
    }

    /// Returns a client that is not signed in.
    pub fn guest(&self) -> Client {
        self.running.guest()
    }

    /// Returns the host and port of the server.
    pub fn address(&self) -> &str {
        self.running.base.trim_start_matches("http://")
    }

    /// Sends these bytes verbatim, and reads until the connection is closed.
    pub fn raw(&self, request: &str) -> String {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(self.address()).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Runs `work` in a transaction and commits it.
    pub fn write<T>(&self, work: impl FnOnce(&mut dyn Transaction) -> T) -> T {
        let mut transaction = self.ports.database.begin().unwrap();
        let result = work(transaction.as_mut());
        transaction.commit(unrecorded(Unrecorded::DemoOrTest)).unwrap();
        result
    }

    /// Returns all mails to this address so far, oldest first.
    pub fn mails_to(&self, address: &str) -> Vec<MailMessage> {
        deliver_mail::execute(&self.ports, &self.mailer).unwrap();
        let sent = self.mailer.sent().into_iter().map(|sent| sent.mail);
        sent.filter(|mail| mail.to == address).collect()
    }

    /// Returns the code in the latest mail to this address.
    pub fn code_mailed_to(&self, address: &str) -> String {
        deliver_mail::execute(&self.ports, &self.mailer).unwrap();
        let is_code = |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
        self.mailer
            .sent()
            .iter()
            .rev()
            .filter(|sent| sent.mail.to == address)
            .find_map(|sent| {
                sent.mail
                    .text
                    .lines()
                    .map(str::trim)
                    .find(is_code)
                    .map(ToOwned::to_owned)
            })
            .unwrap()
    }
}

impl Running {
    /// Returns the host and port.
    pub fn address(&self) -> &str {
        self.base.trim_start_matches("http://")
    }

    /// Starts a server on its own port.
    pub fn start(api: Api) -> Self {
        Self::start_with(api, None, Duration::ZERO)
    }

    /// Starts a server on its own port, optionally with TLS, and with this grace period for a
    /// shutdown.
    pub fn start_with(api: Api, tls: Option<Arc<Certificates>>, grace: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (sender, receiver) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let options = ServerOptions {
                    workers: 1,
                    grace,
                    tls,
                };
                let server =
                    aditus_http::server(listener, api, options, |_| {}, std::future::pending()).unwrap();
                sender.send(server.handle()).unwrap();
                server.await.unwrap();
            });
        });
        Self {
            base,
            handle: receiver.recv().unwrap(),
            thread: Some(thread),
        }
    }

    /// Returns a client that is not signed in.
    pub fn guest(&self) -> Client {
        Client::new(self.base.clone())
    }

    /// Begins a graceful shutdown.
    pub fn begin_shutdown(&self) {
        // The command is sent at once.
        drop(self.handle.stop(true));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The command is sent at once; awaiting it only waits for its confirmation.
        drop(self.handle.stop(false));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
