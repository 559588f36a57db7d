//! A gateway over HTTP/1.1 that records requests and sends prepared answers.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use aditus_application::testing::http::{ReceivedRequest, start_server};

#[derive(Default)]
struct State {
    asked: Mutex<Vec<ReceivedRequest>>,
    answers: Mutex<VecDeque<String>>,
}

/// Runs until the test process ends. Each test starts its own.
pub struct GatewayServer {
    address: SocketAddr,
    state: Arc<State>,
}

impl GatewayServer {
    pub fn start() -> Self {
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        let address = start_server(move |asked| answer(asked, &shared));
        Self { address, state }
    }

    pub fn url(&self) -> String {
        format!("http://{}/messages?key=in-the-address", self.address)
    }

    /// Answers the next request with this status line and these headers. Without a prepared answer,
    /// the server accepts the message.
    pub fn will_answer(&self, head: &str) {
        self.state.answers.lock().unwrap().push_back(head.to_owned());
    }

    /// Returns all requests, oldest first.
    pub fn asked(&self) -> Vec<ReceivedRequest> {
        self.state.asked.lock().unwrap().clone()
    }
}

fn answer(asked: ReceivedRequest, state: &State) -> String {
    // Repeats the body of the request, as gateways do.
    let body = if asked.method == "HEAD" {
        String::new()
    } else {
        asked.text().to_owned()
    };
    state.asked.lock().unwrap().push(asked);
    let told = state.answers.lock().unwrap().pop_front();
    let head = told.unwrap_or_else(|| "202 Accepted".to_owned());
    format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}
