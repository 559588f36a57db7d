//! Tests of a proxy that is not configured (decisions A12).

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::installation::{Installation, Server, stdout_text};

fn call_with_forwarding_header(server: &Server) {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port().parse().unwrap())).unwrap();
    let call = "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n";
    stream.write_all(call.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn an_untrusted_proxy_is_reported_by_check() {
    for mut installation in Installation::on_both() {
        let server = Server::start(&installation, &[]);
        let check = stdout_text(&installation.run(&["check"]));
        assert!(
            check.contains("OK     proxies: no untrusted caller sent x-forwarded-for"),
            "{check}"
        );
        call_with_forwarding_header(&server);
        // The call does not wait until the proxy is recorded.
        let check = loop {
            let output = installation.run(&["check"]);
            if output.status.code() == Some(1) {
                break stdout_text(&output);
            }
        };
        assert!(
            check.contains("WRONG  proxies: 127.0.0.1 sent x-forwarded-for")
                && check.contains("add it to ADITUS_TRUSTED_PROXIES"),
            "{check}"
        );
        installation.configure("ADITUS_TRUSTED_PROXIES", "127.0.0.1");
        assert_eq!(installation.run(&["check"]).status.code(), Some(0));
        assert_eq!(server.end("-TERM"), Some(0));
    }
}
