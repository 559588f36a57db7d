//! The ministry's queue: stores posted mails and drops duplicate keys.

use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use aditus_application::contract::mail::ReceivedMail;
use serde_json::Value;

use crate::http_server;

/// Address whose mails are refused permanently.
pub const REFUSED: &str = "refused@people.example";
/// Address whose mails are refused temporarily.
pub const DEFERRED: &str = "deferred@people.example";

/// Timeout for the slowest machine. A test that passes waits only until the message arrives.
pub const LONG: Duration = Duration::from_mins(1);

#[derive(Default)]
struct ServerState {
    mails: Mutex<Vec<ReceivedMail>>,
    changed: Condvar,
}

/// Runs until the test process ends. Each test starts its own.
pub struct QueueServer {
    address: SocketAddr,
    state: Arc<ServerState>,
}

impl QueueServer {
    pub fn start() -> Self {
        let state = Arc::new(ServerState::default());
        let shared = Arc::clone(&state);
        let address = http_server::start("/mails", move |message| take(message, &shared));
        Self { address, state }
    }

    pub fn address(&self) -> String {
        format!("http://{}/mails", self.address)
    }

    /// Returns the accepted mails, oldest first.
    pub fn mails(&self) -> Vec<ReceivedMail> {
        self.state.mails.lock().unwrap().clone()
    }

    /// Waits for a mail of this kind after the first `seen` mails.
    pub fn wait_for(&self, seen: usize, is_wanted: impl Fn(&ReceivedMail) -> bool) -> ReceivedMail {
        let found = |mails: &[ReceivedMail]| mails.iter().skip(seen).find(|mail| is_wanted(mail)).cloned();
        let mails = self.state.mails.lock().unwrap();
        let waited = self
            .state
            .changed
            .wait_timeout_while(mails, LONG, |mails| found(mails).is_none());
        found(&waited.unwrap().0).expect("the mail comes")
    }
}

fn take(message: &Value, state: &ServerState) -> &'static str {
    let field = |name: &str| message[name].as_str().unwrap().to_owned();
    let mail = ReceivedMail {
        to: field("to"),
        subject: field("subject"),
        text: field("text"),
        html: field("html"),
        reply_to: message["reply_to"].as_str().map(ToOwned::to_owned),
        id: field("key"),
    };
    match mail.to.as_str() {
        REFUSED => return "422 Unprocessable Entity",
        DEFERRED => return "503 Service Unavailable",
        _ => {}
    }
    let mut mails = state.mails.lock().unwrap();
    if mails.iter().all(|known| known.id != mail.id) {
        mails.push(mail);
        state.changed.notify_all();
    }
    "202 Accepted"
}
