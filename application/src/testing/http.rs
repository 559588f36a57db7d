//! A small HTTP/1.1 server for tests of HTTP clients.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a panic is how a test ends"
)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;

/// A received request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedRequest {
    /// The method, in capitals.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// The headers, with names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body.
    pub body: Vec<u8>,
}

impl ReceivedRequest {
    /// Returns the body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}

/// Starts a server on a free port, which runs until the test process ends, and returns its address.
/// `answer` returns the whole response from the status line on, with a `Content-Length`. A response
/// with `Connection: close` ends the connection.
pub fn start_server<T: Into<Vec<u8>>>(answer: impl Fn(ReceivedRequest) -> T + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let answer = Arc::new(move |asked: ReceivedRequest| -> Vec<u8> { answer(asked).into() });
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let answer = Arc::clone(&answer);
            std::thread::spawn(move || serve(&stream.unwrap(), answer.as_ref()));
        }
    });
    address
}

fn serve(mut stream: &TcpStream, answer: &dyn Fn(ReceivedRequest) -> Vec<u8>) {
    let mut reader = BufReader::new(stream);
    while let Some(asked) = read(&mut reader) {
        let answer = answer(asked);
        let closes = b"\r\nConnection: close\r\n";
        if stream.write_all(&answer).is_err() || answer.windows(closes.len()).any(|part| part == closes) {
            return;
        }
    }
}

/// Reads a request. None if the client has closed the connection.
fn read(reader: &mut impl BufRead) -> Option<ReceivedRequest> {
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
    let length = headers.get("content-length");
    let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
    reader.read_exact(&mut body).ok()?;
    Some(ReceivedRequest {
        method,
        path,
        headers,
        body,
    })
}
