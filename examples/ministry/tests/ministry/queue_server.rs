//! The ministry's queue: keeps what is posted to it, and drops a key that it has.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use aditus_application::contract::mail::Arrived;

/// Mails to this address are refused for good.
pub const REFUSED: &str = "refused@people.example";
/// And to this one for now.
pub const DEFERRED: &str = "deferred@people.example";

/// Long enough for the slowest machine; a test that passes waits no longer than for the mail.
const LONG: Duration = Duration::from_mins(1);

#[derive(Default)]
struct Kept {
    mails: Mutex<Vec<Arrived>>,
    changed: Condvar,
}

/// Runs until the test's process ends; each test has one of its own.
pub struct QueueServer {
    address: SocketAddr,
    kept: Arc<Kept>,
}

impl QueueServer {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let kept = Arc::new(Kept::default());
        let shared = Arc::clone(&kept);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let kept = Arc::clone(&shared);
                std::thread::spawn(move || serve(&stream.unwrap(), &kept));
            }
        });
        Self { address, kept }
    }

    pub fn address(&self) -> String {
        format!("http://{}/mails", self.address)
    }

    /// What it took, oldest first.
    pub fn mails(&self) -> Vec<Arrived> {
        self.kept.mails.lock().unwrap().clone()
    }

    /// Waits for a mail of this kind behind the first `seen` of them.
    pub fn wait_for(&self, seen: usize, is_wanted: impl Fn(&Arrived) -> bool) -> Arrived {
        let found = |mails: &[Arrived]| mails.iter().skip(seen).find(|mail| is_wanted(mail)).cloned();
        let mails = self.kept.mails.lock().unwrap();
        let waited = self
            .kept
            .changed
            .wait_timeout_while(mails, LONG, |mails| found(mails).is_none());
        found(&waited.unwrap().0).expect("the mail comes")
    }
}

fn serve(stream: &TcpStream, kept: &Kept) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or_default() == 0 {
            return;
        }
        let is_post = line.starts_with("POST /mails ");
        let mut length = 0;
        loop {
            let mut header = String::new();
            reader.read_line(&mut header).unwrap();
            let Some((name, value)) = header.trim_end().split_once(':') else {
                break;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let status = if is_post {
            take(&body, kept)
        } else {
            "405 Method Not Allowed"
        };
        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
        let mut stream = stream;
        stream.write_all(answer.as_bytes()).unwrap();
    }
}

fn take(body: &[u8], kept: &Kept) -> &'static str {
    let message: serde_json::Value = serde_json::from_slice(body).unwrap();
    let field = |name: &str| message[name].as_str().unwrap().to_owned();
    let mail = Arrived {
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
    let mut mails = kept.mails.lock().unwrap();
    if mails.iter().all(|known| known.id != mail.id) {
        mails.push(mail);
        kept.changed.notify_all();
    }
    "202 Accepted"
}
