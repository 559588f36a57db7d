//! Binds the addresses on which the server listens.

use std::io::{Error, ErrorKind};
use std::net::{SocketAddr, TcpListener};

use crate::clean_failure::CleanFailure;

/// Binds an address, and returns it with the port that the system has chosen if the requested one
/// was 0. Failures name the variable of the key.
pub(crate) fn bind(variable: &str, wanted: SocketAddr) -> Result<(TcpListener, SocketAddr), CleanFailure> {
    let refused = |error: Error| {
        let what = format!(
            "{variable}: cannot listen on {} port {}",
            wanted.ip(),
            wanted.port()
        );
        match error.kind() {
            ErrorKind::AddrInUse => CleanFailure::new(format!(
                "{what}: the port is in use; stop the other program or choose another port"
            )),
            _ => CleanFailure::because(&what, &error),
        }
    };
    let listener = TcpListener::bind(wanted).map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    Ok((listener, address))
}
