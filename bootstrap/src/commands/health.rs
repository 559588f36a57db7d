//! `aditus health`: asks the server that runs with this configuration whether it is ready. For
//! machines and images without another HTTP client.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use aditus_http::tls::local_stream;

use crate::clean_failure::CleanFailure;
use crate::configuration::Configuration;
use crate::console;

/// The time limit for the connection and for each read of the answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The exit code when the server is not ready.
const NOT_READY: u8 = 1;

/// The size limit of an answer; every probe answers less.
const MAX_BYTES: u64 = 64 * 1024;

/// Requests `/health/ready` from the server and prints its answer in one line.
pub(crate) fn run(configuration: &Configuration) -> Result<ExitCode, CleanFailure> {
    if configuration.port == 0 {
        return Err(CleanFailure::new(
            "ADITUS_PORT: the system chooses the port of the server, so it is not known here; configure a port",
        ));
    }
    let address = SocketAddr::new(reached_by(configuration.address), configuration.port);
    Ok(match ask(address, configuration.tls.is_some()) {
        Ok(answer) if answer.is_ready() => {
            console::print(&format!("ready at {address}"));
            ExitCode::SUCCESS
        }
        Ok(answer) => {
            console::print(&format!("not ready at {address}: {}", answer.message()));
            ExitCode::from(NOT_READY)
        }
        Err(error) => {
            console::print(&format!("no answer at {address}: {error}"));
            ExitCode::from(NOT_READY)
        }
    })
}

/// Returns the address by which this machine reaches a server that listens on `listening`.
fn reached_by(listening: IpAddr) -> IpAddr {
    match listening {
        IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(address) if address.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        address => address,
    }
}

/// The head and the body of an answer.
struct Answer(String);

impl Answer {
    fn is_ready(&self) -> bool {
        self.0.split(' ').nth(1) == Some("200")
    }

    /// Returns the message of the server, or else its status line.
    fn message(&self) -> String {
        let (head, body) = self.0.split_once("\r\n\r\n").unwrap_or((&self.0, ""));
        let message = serde_json::from_str::<serde_json::Value>(body)
            .ok()
            .and_then(|body| Some(body.get("message")?.as_str()?.to_owned()));
        message.unwrap_or_else(|| head.lines().next().unwrap_or_default().to_owned())
    }
}

fn ask(address: SocketAddr, speaks_tls: bool) -> io::Result<Answer> {
    let stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    if speaks_tls {
        converse(local_stream(stream)?, address)
    } else {
        converse(stream, address)
    }
}

fn converse(mut stream: impl Read + Write, address: SocketAddr) -> io::Result<Answer> {
    write!(
        stream,
        "GET /health/ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    stream.flush()?;
    let mut answer = String::new();
    stream.take(MAX_BYTES).read_to_string(&mut answer)?;
    if answer.starts_with("HTTP/1.1 ") {
        Ok(Answer(answer))
    } else {
        Err(io::Error::other("the answer is not from a web server"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_all_addresses_is_reached_by_localhost() {
        for (listening, reached) in [
            ("0.0.0.0", "127.0.0.1"),
            ("::", "::1"),
            ("10.1.2.3", "10.1.2.3"),
            ("::1", "::1"),
        ] {
            assert_eq!(reached_by(listening.parse().unwrap()).to_string(), reached);
        }
    }

    #[test]
    fn the_message_of_the_server_is_printed() {
        let answer = |text: &str| Answer(text.to_owned());
        let full =
            answer("HTTP/1.1 503 Service Unavailable\r\nx: y\r\n\r\n{\"code\":503,\"message\":\"full\"}");
        assert!(!full.is_ready());
        assert_eq!(full.message(), "full");
        let other = answer("HTTP/1.1 404 Not Found\r\n\r\n<html>");
        assert!(!other.is_ready());
        assert_eq!(other.message(), "HTTP/1.1 404 Not Found");
        assert!(answer("HTTP/1.1 200 OK\r\n\r\n{}").is_ready());
    }
}
