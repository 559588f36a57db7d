//! The virus scanner `ClamAV`, through its daemon clamd: the command INSTREAM over a Unix socket or
//! TCP.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

use aditus_application::ports::{ExaminationError, FileScanner};
use clamav_client::{PONG, TransportProtocol, ping, scan_buffer};
use thiserror::Error;

/// Timeout for opening a TCP connection.
const CONNECTED_WITHIN: Duration = Duration::from_secs(5);
/// Timeout of each read and write.
const ANSWERED_WITHIN: Duration = Duration::from_secs(30);

/// Address on which clamd listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClamdAddress {
    /// A socket in the file system, such as `/run/clamav/clamd.ctl`.
    Socket(PathBuf),
    /// Host and port.
    Tcp(String),
}

/// The text is not an address of clamd.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "must be the path of a socket such as /run/clamav/clamd.ctl, or host and port such as clamav.example:3310"
)]
pub struct ClamdAddressError;

impl ClamdAddress {
    /// Parses an address: an absolute path, or host and port.
    pub fn parse(text: &str) -> Result<Self, ClamdAddressError> {
        if text.starts_with('/') {
            return Ok(Self::Socket(text.into()));
        }
        match text.rsplit_once(':') {
            Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0) => {
                Ok(Self::Tcp(text.to_owned()))
            }
            _ => Err(ClamdAddressError),
        }
    }
}

impl std::fmt::Display for ClamdAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Socket(path) => path.display().fmt(f),
            Self::Tcp(address) => address.fmt(f),
        }
    }
}

/// An open connection to clamd.
pub enum Connection {
    /// A socket in the file system.
    Socket(UnixStream),
    /// A TCP connection.
    Tcp(TcpStream),
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Socket(stream) => stream.read(buffer),
            Self::Tcp(stream) => stream.read(buffer),
        }
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Socket(stream) => stream.write(bytes),
            Self::Tcp(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Socket(stream) => stream.flush(),
            Self::Tcp(stream) => stream.flush(),
        }
    }
}

impl TransportProtocol for ClamdAddress {
    type Stream = Connection;

    fn connect(&self) -> io::Result<Connection> {
        match self {
            Self::Socket(path) => {
                let stream = UnixStream::connect(path)?;
                stream.set_read_timeout(Some(ANSWERED_WITHIN))?;
                stream.set_write_timeout(Some(ANSWERED_WITHIN))?;
                Ok(Connection::Socket(stream))
            }
            Self::Tcp(address) => {
                let mut last = io::Error::other("the host has no address");
                for address in address.to_socket_addrs()? {
                    match TcpStream::connect_timeout(&address, CONNECTED_WITHIN) {
                        Ok(stream) => {
                            stream.set_read_timeout(Some(ANSWERED_WITHIN))?;
                            stream.set_write_timeout(Some(ANSWERED_WITHIN))?;
                            return Ok(Connection::Tcp(stream));
                        }
                        Err(error) => last = error,
                    }
                }
                Err(last)
            }
        }
    }
}

/// Scans files with clamd.
#[derive(Debug, Clone)]
pub struct ClamdScanner {
    address: ClamdAddress,
}

impl ClamdScanner {
    /// Returns the scanner at this address. Does not connect yet.
    pub const fn at(address: ClamdAddress) -> Self {
        Self { address }
    }
}

impl FileScanner for ClamdScanner {
    fn is_infected(&self, bytes: &[u8]) -> Result<bool, ExaminationError> {
        let answer = scan_buffer(bytes, &self.address, None).map_err(unavailable)?;
        parse_answer(&answer).map_err(unavailable)
    }

    fn check(&self) -> Result<(), ExaminationError> {
        match ping(&self.address) {
            Ok(answer) if answer == PONG => Ok(()),
            Ok(_) => Err(unavailable(io::Error::other("what answers is not clamd"))),
            Err(error) => Err(unavailable(error)),
        }
    }
}

fn unavailable(error: io::Error) -> ExaminationError {
    ExaminationError::Scanner(Box::new(error))
}

/// Parses the answer of clamd: `stream: OK` (false), `stream: NAME FOUND` (true), or an error,
/// whose text may contain either word.
fn parse_answer(answer: &[u8]) -> io::Result<bool> {
    let text = String::from_utf8_lossy(answer);
    let text = text.trim_end_matches(['\0', '\n', '\r', ' ']);
    if text == "stream: OK" {
        Ok(false)
    } else if text.starts_with("stream: ") && text.ends_with(" FOUND") {
        tracing::warn!(
            found = &text["stream: ".len()..],
            "clamd found malware in an uploaded file"
        );
        Ok(true)
    } else {
        Err(io::Error::other("clamd refused to scan"))
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn addresses_are_sockets_or_hosts() {
        let socket = ClamdAddress::parse("/run/clamav/clamd.ctl").unwrap();
        assert_eq!(socket, ClamdAddress::Socket("/run/clamav/clamd.ctl".into()));
        for host in ["clamav.example:3310", "127.0.0.1:3310", "[::1]:3310"] {
            assert_eq!(ClamdAddress::parse(host), Ok(ClamdAddress::Tcp(host.to_owned())));
        }
        for wrong in [
            "clamav.example",
            "clamd.ctl",
            ":3310",
            "host:0",
            "host:x",
            "tcp://host",
        ] {
            assert_eq!(ClamdAddress::parse(wrong), Err(ClamdAddressError), "{wrong}");
        }
    }

    #[test]
    fn only_the_exact_answer_ok_means_clean() {
        assert!(!parse_answer(b"stream: OK\0").unwrap());
        assert!(parse_answer(b"stream: Eicar-Test-Signature FOUND\0").unwrap());
        for answer in [
            b"".as_slice(),
            b"OK",
            b"INSTREAM size limit exceeded. ERROR\0",
            b"stream: Can't allocate memory ERROR\0",
            b"stream: OK ERROR",
            b"UNKNOWN COMMAND\0",
        ] {
            assert!(parse_answer(answer).is_err(), "{}", answer.escape_ascii());
        }
    }

    #[test]
    fn a_missing_answer_is_an_error() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let scanner = ClamdScanner::at(ClamdAddress::Tcp(address.to_string()));
        let hanging_up = std::thread::spawn(move || {
            for _ in 0..2 {
                drop(listener.accept().unwrap());
            }
        });
        assert!(matches!(
            scanner.is_infected(b"x"),
            Err(ExaminationError::Scanner(_))
        ));
        assert!(scanner.check().is_err());
        hanging_up.join().unwrap();
        assert!(matches!(
            scanner.is_infected(b"x"),
            Err(ExaminationError::Scanner(_))
        ));
    }
}
