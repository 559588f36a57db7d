//! A minimal witness of C2SP tlog-witness over HTTP/1.1. It checks signature and consistency, and
//! cosigns.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use aditus_application::ports::TransparencyLog as _;
use aditus_application::testing::http::{ReceivedRequest, start_server};
use aditus_domain::audit::log::{TreeHash, TreeHead};
use aditus_log::C2spLog;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ed25519_dalek::{Signer as _, SigningKey};

pub const NAME: &str = "witness.example/w1";
const TYPE: u8 = 4;
const TIME: u64 = 1_679_315_147;

#[derive(Default)]
pub struct Known {
    /// Verifier keys of the trusted log.
    pub keys: Vec<String>,
    /// The tree head that it signed last.
    pub signed: Option<TreeHead>,
    pub bodies: Vec<String>,
    /// A complete answer to send instead of the correct one.
    pub instead: Option<String>,
}

/// Runs until the test process ends. Each test starts its own.
pub struct WitnessServer {
    pub address: SocketAddr,
    pub known: Arc<Mutex<Known>>,
}

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn typed() -> Vec<u8> {
    [&[TYPE], key().verifying_key().as_bytes().as_slice()].concat()
}

/// Returns the key in its published form.
pub fn verifier_key() -> String {
    let id = signed_note::key_id(NAME, &typed());
    format!("{NAME}+{id:08x}+{}", BASE64_STANDARD.encode(typed()))
}

/// Returns the witness's signature line for the text of a checkpoint at this time.
pub fn cosigned(text: &str, time: u64) -> String {
    let signature = key().sign(format!("cosignature/v1\ntime {time}\n{text}").as_bytes());
    let id = signed_note::key_id(NAME, &typed()).to_be_bytes();
    let bytes = [&id[..], &time.to_be_bytes(), &signature.to_bytes()].concat();
    format!("— {NAME} {}\n", BASE64_STANDARD.encode(bytes))
}

impl WitnessServer {
    pub fn start() -> Self {
        let known = Arc::<Mutex<Known>>::default();
        let shared = Arc::clone(&known);
        let address = start_server(move |asked| http_response(&asked, &mut shared.lock().unwrap()));
        Self { address, known }
    }

    pub fn url(&self) -> String {
        format!("http://{}/of/aditus/", self.address)
    }
}

fn http_response(asked: &ReceivedRequest, known: &mut Known) -> String {
    let (status, kind, text) = if asked.method == "POST" && asked.path == "/of/aditus/add-checkpoint" {
        status_kind_and_text(known, asked.text())
    } else {
        ("404 Not Found", "text/plain", String::new())
    };
    known.bodies.push(asked.text().to_owned());
    let right = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{text}",
        text.len()
    );
    known.instead.take().unwrap_or(right)
}

fn status_kind_and_text(known: &mut Known, body: &str) -> (&'static str, &'static str, String) {
    let plain = |status| (status, "text/plain", String::new());
    let Some((head, note)) = body.split_once("\n\n") else {
        return plain("400 Bad Request");
    };
    let mut lines = head.split('\n');
    let old = lines.next().and_then(|line| line.strip_prefix("old "));
    let Some(Ok(old)) = old.map(str::parse::<u64>) else {
        return plain("400 Bad Request");
    };
    let hash = |line: &str| TreeHash(BASE64_STANDARD.decode(line).unwrap().try_into().unwrap());
    let proof: Vec<TreeHash> = lines.map(hash).collect();
    let keys: Vec<&str> = known.keys.iter().map(String::as_str).collect();
    let Ok(signed) = C2spLog.open(note, &keys) else {
        return plain("403 Forbidden");
    };
    let size = known.signed.map_or(0, |signed| signed.size);
    if old != size {
        return ("409 Conflict", "text/x.tlog.size", format!("{size}\n"));
    }
    let goes_on = match known.signed {
        None => proof.is_empty(),
        Some(earlier) => C2spLog.is_consistent(earlier, signed.head, &proof),
    };
    if !goes_on {
        return plain("422 Unprocessable Entity");
    }
    known.signed = Some(signed.head);
    let text = &note[..=note.find("\n\n").unwrap()];
    ("200 OK", "text/plain", cosigned(text, TIME))
}
