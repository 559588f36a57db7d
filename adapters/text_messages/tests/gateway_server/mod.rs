//! A gateway of HTTP/1.1 that keeps what is posted to it and answers what it is told to.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What was asked of it.
#[derive(Debug, Clone)]
pub struct Asked {
    pub method: String,
    pub path: String,
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

#[derive(Default)]
struct State {
    asked: Mutex<Vec<Asked>>,
    answers: Mutex<VecDeque<String>>,
}

/// Runs until the test's process ends; each test has one of its own.
pub struct GatewayServer {
    address: SocketAddr,
    state: Arc<State>,
}

impl GatewayServer {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let state = Arc::clone(&shared);
                std::thread::spawn(move || serve(&stream.unwrap(), &state));
            }
        });
        Self { address, state }
    }

    pub fn url(&self) -> String {
        format!("http://{}/messages?key=in-the-address", self.address)
    }

    /// Answers the next request with this status line and these headers; without any, it takes what is posted.
    pub fn will_answer(&self, head: &str) {
        self.state.answers.lock().unwrap().push_back(head.to_owned());
    }

    /// Everything that was asked of it, oldest first.
    pub fn asked(&self) -> Vec<Asked> {
        self.state.asked.lock().unwrap().clone()
    }
}

fn read(reader: &mut impl BufRead) -> Option<Asked> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|length| *length > 0)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = headers
        .get("content-length")
        .map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Asked {
        method,
        path,
        headers,
        body: String::from_utf8(body).unwrap(),
    })
}

fn serve(stream: &TcpStream, state: &State) {
    let mut reader = BufReader::new(stream);
    while let Some(asked) = read(&mut reader) {
        // It repeats what it was sent, as gateways do.
        let body = if asked.method == "HEAD" {
            String::new()
        } else {
            asked.body.clone()
        };
        state.asked.lock().unwrap().push(asked);
        let answer = state.answers.lock().unwrap().pop_front();
        let head = answer.unwrap_or_else(|| "202 Accepted".to_owned());
        let answer = format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        let mut stream = stream;
        if stream.write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}
