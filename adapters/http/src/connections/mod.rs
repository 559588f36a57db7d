//! Limits connections before and between calls: the TLS handshake, the connections per network, and
//! the time for a request head.
//!
//! actix-web limits none of these per network. Its TLS acceptor runs 256 handshakes concurrently
//! per worker, and only the first head of a connection has a deadline.

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
pub(crate) use calls::track_calls;
use networks::{Networks, ConnectionSlot};
pub(crate) use stream::Connection;
use stream::Transport;

/// Maximum number of connections of a server.
const MAX_CONNECTIONS: usize = 16_384;

/// Number of connections that the kernel queues until the server accepts them. The standard library
/// requests 128, which a burst fills.
const BACKLOG: i32 = 1024;

/// Admits the connections that the server has accepted. All workers share one.
#[derive(Clone)]
pub(crate) struct ConnectionGate {
    networks: Arc<Networks>,
    tls: Option<TlsAcceptor>,
    limits: ConnectionLimits,
}

impl ConnectionGate {
    pub(crate) fn new(limits: ConnectionLimits, proxies: TrustedProxies, tls: Option<ServerConfig>) -> Self {
        Self {
            networks: Arc::new(Networks::new(limits, max_connections(), proxies)),
            tls: tls.map(|config| TlsAcceptor::from(Arc::new(config))),
            limits,
        }
    }

    /// Counts a connection for its network. Fails if the network has reached its limit.
    pub(crate) fn admit(&self, stream: &TcpStream) -> io::Result<ConnectionSlot> {
        let peer = stream.peer_addr()?;
        self.networks
            .admit(peer.ip())
            .ok_or_else(|| io::ErrorKind::ConnectionRefused.into())
    }

    /// Performs the TLS handshake, if TLS is enabled.
    pub(crate) async fn open(&self, stream: TcpStream, slot: ConnectionSlot) -> io::Result<Connection> {
        let sending = Arc::new(sending::Connection::from_stream(&stream)?);
        let stream: Box<dyn Transport> = match &self.tls {
            Some(tls) => Box::new(timeout(self.limits.handshake, tls.accept(stream)).await??),
            None => Box::new(stream),
        };
        Ok(Connection::new(stream, slot, sending, self.limits.head))
    }
}

/// Returns the maximum number of connections: [`MAX_CONNECTIONS`], or fewer if the process may open
/// fewer files. A quarter of the file descriptors is left for the database and documents.
fn max_connections() -> usize {
    let files = getrlimit(Resource::Nofile).current;
    let files = files.and_then(|files| usize::try_from(files).ok());
    files.map_or(MAX_CONNECTIONS, |files| MAX_CONNECTIONS.min(files / 4 * 3))
}

/// Returns the maximum number of connections per worker.
pub(crate) fn max_connections_per_worker(workers: usize) -> usize {
    (max_connections() / workers.max(1)).max(1)
}

/// Enlarges the kernel's queue of connections that are not accepted yet.
pub(crate) fn widen_backlog(listener: &TcpListener) -> io::Result<()> {
    Ok(rustix::net::listen(listener, BACKLOG)?)
}
