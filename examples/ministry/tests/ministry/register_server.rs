//! The ministry's register of approvals: accepts each id once.

use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex};

use serde_json::Value;

use crate::http_server;
use crate::queue_server::LONG;

#[derive(Default)]
struct State {
    is_down: bool,
    /// All messages, accepted or not.
    posted: Vec<Value>,
    taken: Vec<Value>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// Runs until the test process ends. Each test starts its own.
pub struct RegisterServer {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl RegisterServer {
    pub fn start() -> Self {
        let shared = Arc::new(Shared::default());
        let handler_shared = Arc::clone(&shared);
        let address = http_server::start("/approvals", move |message| take(message, &handler_shared));
        Self { address, shared }
    }

    pub fn address(&self) -> String {
        format!("http://{}/approvals", self.address)
    }

    pub fn set_down(&self, is_down: bool) {
        self.shared.state.lock().unwrap().is_down = is_down;
    }

    /// Returns all messages, oldest first.
    pub fn posted(&self) -> Vec<Value> {
        self.shared.state.lock().unwrap().posted.clone()
    }

    /// Returns the accepted approvals, oldest first.
    pub fn taken(&self) -> Vec<Value> {
        self.shared.state.lock().unwrap().taken.clone()
    }

    pub fn wait_for_refusal(&self) -> Value {
        self.wait(|state| {
            let refused = state.posted.iter().find(|message| !state.taken.contains(message));
            refused.cloned()
        })
    }

    pub fn wait_for(&self, request: i64) -> Value {
        self.wait(|state| {
            let of_it = state.taken.iter().find(|message| message["request"] == request);
            of_it.cloned()
        })
    }

    fn wait(&self, found: impl Fn(&State) -> Option<Value>) -> Value {
        let state = self.shared.state.lock().unwrap();
        let waited = self
            .shared
            .changed
            .wait_timeout_while(state, LONG, |state| found(state).is_none());
        found(&waited.unwrap().0).expect("the message comes")
    }
}

fn take(message: &Value, shared: &Shared) -> &'static str {
    let mut state = shared.state.lock().unwrap();
    state.posted.push(message.clone());
    let status = if state.is_down {
        "503 Service Unavailable"
    } else {
        if state.taken.iter().all(|known| known["id"] != message["id"]) {
            state.taken.push(message.clone());
        }
        "202 Accepted"
    };
    shared.changed.notify_all();
    status
}
