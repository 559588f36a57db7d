//! Receives the signals that PostgreSQL sends to all nodes after a commit.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use aditus_application::notifications::Channel;
use aditus_application::ports::Signal;
use aditus_domain::ids::{SessionId, UserId};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, QueryResult};

use crate::signals::Subscribers;

/// The channel of `LISTEN` and `NOTIFY`.
pub(crate) const CHANNEL: &str = "aditus";

/// Poll interval of the connection, because Diesel cannot block on a notification.
const POLL: Duration = Duration::from_millis(40);
/// Interval at which an idle connection is tested.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Backoff of reconnecting: initial and maximum pause.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Returns the payload of `NOTIFY` for a signal, or `None` for signals that only the listener
/// itself creates.
pub(crate) fn payload(signal: Signal) -> Option<String> {
    match signal {
        Signal::Queued(channel) => Some(channel.name().to_owned()),
        Signal::Notified(user) => Some(format!("user {user}")),
        Signal::NotificationsRead(user) => Some(format!("read {user}")),
        Signal::RolesChanged(user) => Some(format!("roles {user}")),
        Signal::CommentsChanged(user) => Some(format!("comments {user}")),
        Signal::RequestsChanged(user) => Some(format!("requests {user}")),
        Signal::SessionEnded(session) => Some(format!("session {session}")),
        Signal::Missed => None,
    }
}

/// Parses a payload. Returns `None` for one of another version.
fn parse(payload: &str) -> Option<Signal> {
    if let Some(channel) = Channel::named(payload) {
        return Some(Signal::Queued(channel));
    }
    let (kind, id) = payload.split_once(' ')?;
    let id = id.parse().ok()?;
    match kind {
        "user" => Some(Signal::Notified(UserId(id))),
        "read" => Some(Signal::NotificationsRead(UserId(id))),
        "roles" => Some(Signal::RolesChanged(UserId(id))),
        "comments" => Some(Signal::CommentsChanged(UserId(id))),
        "requests" => Some(Signal::RequestsChanged(UserId(id))),
        "session" => Some(Signal::SessionEnded(SessionId(id))),
        _ => None,
    }
}

/// Background thread with its own connection. Dropping the listener stops it.
pub(crate) struct Listener {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Listener {
    /// Starts the thread and waits until it listens, up to a limit. Signals of later commits are
    /// then received.
    pub(crate) fn start(url: String, subscribers: Arc<Subscribers>) -> std::io::Result<Self> {
        let (stop, stopped) = channel();
        let (ready, listening) = channel();
        let thread = std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || keep_listening(&url, &subscribers, &stopped, &ready))?;
        if listening.recv_timeout(LONGEST_PAUSE).is_err() {
            tracing::warn!("not listening for commits yet, so live updates are delayed; retrying");
        }
        Ok(Self {
            stop: Some(stop),
            thread: Some(thread),
        })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // `join` fails only after a panic, which the thread has logged.
            let _ = thread.join();
        }
    }
}

/// Returns true if the thread was asked to stop within the time.
fn stopped_within(stopped: &Receiver<()>, time: Duration) -> bool {
    !matches!(stopped.recv_timeout(time), Err(RecvTimeoutError::Timeout))
}

fn keep_listening(url: &str, subscribers: &Subscribers, stopped: &Receiver<()>, ready: &Sender<()>) {
    let mut pause = FIRST_PAUSE;
    let mut was_lost = false;
    loop {
        match connect(url) {
            Ok(mut connection) => {
                pause = FIRST_PAUSE;
                // Only the first message has a receiver.
                let _ = ready.send(());
                if was_lost {
                    tracing::info!("listening for commits again");
                    subscribers.send(Signal::Missed);
                }
                match listen(&mut connection, subscribers, stopped) {
                    Ok(()) => return,
                    Err(error) => tracing::warn!(%error, "lost the connection that listens for commits"),
                }
            }
            Err(error) => {
                tracing::warn!(%error, "cannot open the connection that listens for commits, retrying");
            }
        }
        was_lost = true;
        if stopped_within(stopped, pause) {
            return;
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

fn connect(url: &str) -> Result<PgConnection, Box<dyn std::error::Error>> {
    let mut connection = PgConnection::establish(url)?;
    subscribe(&mut connection)?;
    Ok(connection)
}

/// Subscribes the connection to the channel. Repeating it tests the connection, and
/// `pg_stat_activity` keeps showing its purpose.
fn subscribe(connection: &mut PgConnection) -> QueryResult<()> {
    connection.batch_execute(&format!("LISTEN {CHANNEL}"))
}

/// Forwards signals until the thread is stopped. After a lost connection, the iterator would return
/// errors forever, so the first one ends the loop.
fn listen(
    connection: &mut PgConnection,
    subscribers: &Subscribers,
    stopped: &Receiver<()>,
) -> QueryResult<()> {
    let mut alive = Instant::now();
    loop {
        for notification in connection.notifications_iter() {
            if let Some(signal) = parse(&notification?.payload) {
                subscribers.send(signal);
            } else {
                tracing::warn!(
                    "ignored a signal that this version does not know; live updates may be late until all servers run one version"
                );
            }
        }
        if alive.elapsed() > HEARTBEAT {
            subscribe(connection)?;
            alive = Instant::now();
        }
        if stopped_within(stopped, POLL) {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payloads_parse_back_to_their_signals() {
        for sent in [
            Signal::Queued(Channel::Mail),
            Signal::Queued(Channel::Text),
            Signal::Notified(UserId(42)),
            Signal::NotificationsRead(UserId(43)),
            Signal::RolesChanged(UserId(44)),
            Signal::SessionEnded(SessionId(45)),
            Signal::CommentsChanged(UserId(46)),
            Signal::RequestsChanged(UserId(47)),
        ] {
            assert_eq!(payload(sent).as_deref().and_then(parse), Some(sent));
        }
        assert_eq!(payload(Signal::Missed), None);
        assert_eq!(parse("user x"), None);
    }
}
