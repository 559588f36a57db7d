//! Closes connections whose clients read too slowly.
//!
//! actix-web has no write timeout. It does not poll a body while the socket is full, so a body
//! cannot end itself. The socket is therefore shut down from outside: the server then fails to
//! write to it, and drops the connection with the response.

use std::io;
use std::mem;
use std::net::Shutdown;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use socket2::{SockRef, Socket};

/// Maximum number of unsent bytes of a connection in the kernel, instead of up to 4 MiB. With more,
/// a slow client would seem to read nothing until they are sent, and stalled clients would fill the
/// kernel's memory.
const UNSENT: u32 = 64 * 1024;

/// Number of checks per window.
const CHECKS_PER_WINDOW: u32 = 8;

/// The watched connections: those on which a response is sent, or its end is still unsent.
#[derive(Debug)]
pub(crate) struct Connections {
    window: Duration,
    watched: Mutex<Vec<Weak<Connection>>>,
}

/// The sending side of a connection: counts what is passed to it, and can close it.
#[derive(Debug)]
pub(crate) struct Connection {
    /// The number of response bytes that were passed to the connection.
    passed_bytes: AtomicU64,
    /// The number of responses that are being sent.
    answers: AtomicUsize,
    is_watched: AtomicBool,
    socket: Mutex<Watched>,
}

#[derive(Debug)]
struct Watched {
    /// A second handle of the server's socket; `None` once a websocket has taken the connection
    /// over.
    socket: Option<Socket>,
    stuck: Option<Stuck>,
}

/// A connection whose socket has no room.
#[derive(Debug, Clone, Copy)]
struct Stuck {
    since: Instant,
    passed_bytes: u64,
}

/// Closes stalled connections for as long as the server runs.
pub(crate) async fn close_stalled(connections: Weak<Connections>) {
    while let Some(window) = connections.upgrade().map(|connections| connections.window) {
        tokio::time::sleep(window / CHECKS_PER_WINDOW).await;
        if let Some(connections) = connections.upgrade() {
            connections.check(Instant::now());
        }
    }
}

impl Connections {
    /// Creates the set of connections; `window` is the maximum time that a client may stall.
    pub(crate) fn new(window: Duration) -> Self {
        Self {
            window,
            watched: Mutex::default(),
        }
    }

    /// Watches a connection on which a response is sent, until its socket has room again.
    pub(super) fn watch(&self, connection: &Arc<Connection>) {
        if !connection.is_watched.swap(true, Ordering::SeqCst) {
            self.watched().push(Arc::downgrade(connection));
        }
    }

    fn check(&self, now: Instant) {
        let mut watched = mem::take(&mut *self.watched());
        watched.retain(|connection| {
            connection
                .upgrade()
                .is_some_and(|connection| connection.check(now, self.window))
        });
        self.watched().append(&mut watched);
    }

    fn watched(&self) -> MutexGuard<'_, Vec<Weak<Connection>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Creates a second handle of the socket of a new connection.
    pub(crate) fn from_stream(stream: &impl AsFd) -> io::Result<Self> {
        let socket = SockRef::from(stream).try_clone()?;
        socket.set_tcp_notsent_lowat(UNSENT)?;
        Ok(Self {
            passed_bytes: AtomicU64::new(0),
            answers: AtomicUsize::new(0),
            is_watched: AtomicBool::new(false),
            socket: Mutex::new(Watched {
                socket: Some(socket),
                stuck: None,
            }),
        })
    }

    /// Records the start of a response.
    pub(super) fn begin(&self) {
        self.answers.fetch_add(1, Ordering::SeqCst);
    }

    /// Records that a response was passed on completely, or was abandoned.
    pub(super) fn end(&self) {
        self.answers.fetch_sub(1, Ordering::SeqCst);
    }

    /// Records that bytes of a response were passed on.
    pub(super) fn count_bytes(&self, bytes: usize) {
        self.passed_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Ends the watch for good, because a websocket monitors its clients itself.
    pub(super) fn stop_watching(&self) {
        self.watched().socket = None;
    }

    /// Closes the connection if the client read nothing for a whole window. Returns true if it must
    /// be checked again.
    fn check(&self, now: Instant, window: Duration) -> bool {
        let mut watched = self.watched();
        let Some(socket) = &watched.socket else {
            return false;
        };
        if has_room(socket) {
            watched.stuck = None;
            return self.watch_while_sending();
        }
        let passed_bytes = self.passed_bytes.load(Ordering::Relaxed);
        match watched.stuck.filter(|stuck| stuck.passed_bytes == passed_bytes) {
            Some(stuck) if now.duration_since(stuck.since) >= window => {
                tracing::info!("connection closed: the client has not read from its answer for too long");
                cut(socket);
                false
            }
            Some(_) => true,
            None => {
                watched.stuck = Some(Stuck {
                    since: now,
                    passed_bytes,
                });
                true
            }
        }
    }

    /// Ends the watch if no response is being sent; returns true if it goes on. A response that
    /// starts concurrently is either counted here or starts another watch.
    fn watch_while_sending(&self) -> bool {
        self.is_watched.store(false, Ordering::SeqCst);
        self.answers.load(Ordering::SeqCst) > 0 && !self.is_watched.swap(true, Ordering::SeqCst)
    }

    fn watched(&self) -> MutexGuard<'_, Watched> {
        self.socket.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns true if the socket has room, or is closed.
fn has_room(socket: &Socket) -> bool {
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    let mut descriptors = [PollFd::new(socket, PollFlags::OUT)];
    poll(&mut descriptors, Some(&now)).is_ok_and(|ready| ready > 0)
}

/// Resets the connection. The kernel keeps unsent data for minutes if a socket is only closed.
fn cut(socket: &Socket) {
    let _ = socket.set_linger(Some(Duration::ZERO));
    let _ = socket.shutdown(Shutdown::Both);
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Read as _, Write as _};
    use std::net;

    use super::*;

    const WINDOW: Duration = Duration::from_mins(1);

    /// A watched connection with both ends.
    struct Pair {
        client: net::TcpStream,
        server: net::TcpStream,
        connection: Arc<Connection>,
        connections: Connections,
        begun: Instant,
    }

    impl Pair {
        fn new() -> Self {
            let listener = net::TcpListener::bind("127.0.0.1:0").unwrap();
            let client = net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            SockRef::from(&client).set_recv_buffer_size(8 * 1024).unwrap();
            let (server, _) = listener.accept().unwrap();
            server.set_nonblocking(true).unwrap();
            let connection = Arc::new(Connection::from_stream(&server).unwrap());
            let connections = Connections::new(WINDOW);
            connection.begin();
            connections.watch(&connection);
            Self {
                client,
                server,
                connection,
                connections,
                begun: Instant::now(),
            }
        }

        fn fill(&mut self) {
            while self.has_room() {
                let _ = self.server.write(&[0; 16 * 1024]);
            }
        }

        fn take(&mut self) {
            let mut received = [0; 4 * 1024];
            while !self.has_room() {
                self.client.read_exact(&mut received).unwrap();
            }
        }

        fn has_room(&self) -> bool {
            has_room(self.connection.watched().socket.as_ref().unwrap())
        }

        fn check_after(&self, seconds: u64) {
            self.connections.check(self.begun + Duration::from_secs(seconds));
        }

        fn is_cut(&mut self) -> bool {
            let written = self.server.write(b"more");
            written.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe)
        }

        fn is_watched(&self) -> bool {
            !self.connections.watched().is_empty()
        }
    }

    #[test]
    fn a_client_that_reads_nothing_for_a_window_is_disconnected() {
        let mut pair = Pair::new();
        pair.fill();
        pair.check_after(0);
        pair.check_after(59);
        assert!(!pair.is_cut());
        pair.check_after(60);
        assert!(pair.is_cut() && !pair.is_watched());
    }

    #[test]
    fn the_unsent_end_of_a_response_is_watched() {
        let mut pair = Pair::new();
        pair.fill();
        pair.connection.end();
        pair.check_after(0);
        pair.check_after(60);
        assert!(pair.is_cut());
    }

    #[test]
    fn a_piece_in_each_window_keeps_the_connection() {
        let mut pair = Pair::new();
        pair.fill();
        for seconds in (0..600).step_by(50) {
            pair.check_after(seconds);
            pair.connection.count_bytes(1);
        }
        assert!(!pair.is_cut() && pair.is_watched());
    }

    #[test]
    fn a_socket_with_room_begins_a_new_window() {
        let mut pair = Pair::new();
        pair.fill();
        pair.check_after(0);
        pair.take();
        pair.check_after(59);
        pair.fill();
        pair.check_after(61);
        pair.check_after(120);
        assert!(!pair.is_cut());
        pair.check_after(121);
        assert!(pair.is_cut());
    }

    #[test]
    fn an_idle_connection_is_not_watched() {
        let pair = Pair::new();
        pair.connection.end();
        pair.check_after(0);
        assert!(!pair.is_watched());
        pair.connection.begin();
        pair.connections.watch(&pair.connection);
        assert!(pair.is_watched());
        pair.check_after(1);
        assert!(pair.is_watched(), "an answer is being sent");
    }
}
