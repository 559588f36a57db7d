//! Connections before and between calls: the handshake of TLS, the bounds of each network, and the time for the head of a call.
//!
//! actix-web bounds none of this by network. Its acceptor of TLS runs 256 handshakes at once for each worker, and only the first head of a
//! connection has a deadline.

mod calls;
mod networks;
mod stream;

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use actix_web::rt::net::TcpStream;
use actix_web::rt::time::timeout;
use rustix::process::{Resource, getrlimit};
use rustls::ServerConfig;
use tokio_rustls::TlsAcceptor;

use crate::load::ConnectionLimits;
use crate::sending;
use crate::trusted_proxies::TrustedProxies;
pub(crate) use calls::note_calls;
use networks::{Networks, Place};
pub(crate) use stream::Connection;
use stream::Transport;

/// The most connections of a server.
const MOST: usize = 16_384;

/// How many connections wait in the kernel until the server accepts them. The standard library asks for 128, which a burst fills.
const BACKLOG: i32 = 1024;

/// Takes the connections that the server has accepted. All workers share one.
#[derive(Clone)]
pub(crate) struct Entrance {
    networks: Arc<Networks>,
    tls: Option<TlsAcceptor>,
    limits: ConnectionLimits,
}

impl Entrance {
    pub(crate) fn new(limits: ConnectionLimits, proxies: TrustedProxies, tls: Option<ServerConfig>) -> Self {
        Self {
            networks: Arc::new(Networks::new(limits, most(), proxies)),
            tls: tls.map(|config| TlsAcceptor::from(Arc::new(config))),
            limits,
        }
    }

    /// Counts a connection for its network; refuses it where the network has as many as it may have.
    pub(crate) fn enter(&self, stream: &TcpStream) -> io::Result<Place> {
        let peer = stream.peer_addr()?;
        self.networks
            .enter(peer.ip())
            .ok_or_else(|| io::ErrorKind::ConnectionRefused.into())
    }

    /// Does the handshake of TLS, where the server speaks it.
    pub(crate) async fn open(&self, stream: TcpStream, place: Place) -> io::Result<Connection> {
        let sending = Arc::new(sending::Connection::of(&stream)?);
        let stream: Box<dyn Transport> = match &self.tls {
            Some(tls) => Box::new(timeout(self.limits.handshake, tls.accept(stream)).await??),
            None => Box::new(stream),
        };
        Ok(Connection::new(stream, place, sending, self.limits.head))
    }
}

/// Returns how many connections there may be in all: [`MOST`], or fewer where the process may not open as many files. A quarter of the files
/// is left to the database and to documents.
fn most() -> usize {
    let files = getrlimit(Resource::Nofile).current;
    let files = files.and_then(|files| usize::try_from(files).ok());
    files.map_or(MOST, |files| MOST.min(files / 4 * 3))
}

/// Returns how many connections each of these workers may have.
pub(crate) fn most_by_worker(workers: usize) -> usize {
    (most() / workers.max(1)).max(1)
}

/// Has the kernel keep more connections that the server has not accepted yet.
pub(crate) fn widen_backlog(listener: &TcpListener) -> io::Result<()> {
    Ok(rustix::net::listen(listener, BACKLOG)?)
}
