//! A small HTTP server that accepts JSON at one path.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;

use serde_json::Value;

/// Returns the status line for posted JSON.
type Take = dyn Fn(&Value) -> &'static str + Send + Sync;

/// Starts the server and returns its address. It runs until the test process ends.
pub fn start(
    path: &'static str,
    take: impl Fn(&Value) -> &'static str + Send + Sync + 'static,
) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let take: Arc<Take> = Arc::new(take);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let take = Arc::clone(&take);
            std::thread::spawn(move || serve(&stream.unwrap(), path, take.as_ref()));
        }
    });
    address
}

fn serve(mut stream: &TcpStream, path: &str, take: &Take) {
    let post = format!("POST {path} ");
    let mut reader = BufReader::new(stream);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or_default() == 0 {
            return;
        }
        let is_post = line.starts_with(&post);
        let mut length = 0;
        loop {
            let mut header = String::new();
            // A client that was killed stops in the middle.
            if reader.read_line(&mut header).unwrap_or_default() == 0 {
                return;
            }
            let Some((name, value)) = header.trim_end().split_once(':') else {
                break;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        if reader.read_exact(&mut body).is_err() {
            return;
        }
        let status = if is_post {
            take(&serde_json::from_slice(&body).unwrap())
        } else {
            "405 Method Not Allowed"
        };
        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
        if stream.write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}
