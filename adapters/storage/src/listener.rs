//! Hears what PostgreSQL tells all nodes after a commit.

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

/// How often the connection is looked at: Diesel cannot wait for a notification.
const POLL: Duration = Duration::from_millis(40);
/// How often a quiet connection is asked for a sign of life, since a dead one is quiet too.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long to wait before connecting anew, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// What `NOTIFY` carries for a signal; none for one that only the listener itself makes.
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

fn signal(payload: &str) -> Option<Signal> {
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

/// A thread with a connection of its own. It ends when this is dropped.
pub(crate) struct Listener {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Listener {
    /// Starts listening and waits, though not for ever, until it does: what is committed afterwards is heard.
    pub(crate) fn start(url: String, subscribers: Arc<Subscribers>) -> std::io::Result<Self> {
        let (stop, stopped) = channel();
        let (ready, listening) = channel();
        let thread = std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || keep_listening(&url, &subscribers, &stopped, &ready))?;
        if listening.recv_timeout(LONGEST_PAUSE).is_err() {
            tracing::warn!("the database does not tell of commits yet; trying on");
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
            // It can only have panicked, and that was logged there.
            let _ = thread.join();
        }
    }
}

/// Whether the thread was told to stop within the time.
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
                // Nobody waits for the second and later ones.
                let _ = ready.send(());
                if was_lost {
                    tracing::info!("the database tells of commits again");
                    subscribers.send(Signal::Missed);
                }
                match listen(&mut connection, subscribers, stopped) {
                    Ok(()) => return,
                    Err(error) => tracing::warn!(%error, "the connection that tells of commits was lost"),
                }
            }
            Err(error) => tracing::warn!(%error, "no connection that tells of commits"),
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
    hear(&mut connection)?;
    Ok(connection)
}

/// Has the connection hear of commits. Asked again it is a sign of life, and `pg_stat_activity` goes on to show what the connection is for.
fn hear(connection: &mut PgConnection) -> QueryResult<()> {
    connection.batch_execute(&format!("LISTEN {CHANNEL}"))
}

/// Passes signals on until it is told to stop. After a lost connection the iterator yields errors for ever: the first
/// one ends it.
fn listen(
    connection: &mut PgConnection,
    subscribers: &Subscribers,
    stopped: &Receiver<()>,
) -> QueryResult<()> {
    let mut alive = Instant::now();
    loop {
        for notification in connection.notifications_iter() {
            if let Some(signal) = signal(&notification?.payload) {
                subscribers.send(signal);
            } else {
                tracing::warn!("a notification from the database is of no known kind");
            }
        }
        if alive.elapsed() > HEARTBEAT {
            hear(connection)?;
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
    fn payloads_lead_back_to_their_signals() {
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
            assert_eq!(payload(sent).as_deref().and_then(signal), Some(sent));
        }
        assert_eq!(payload(Signal::Missed), None);
        assert_eq!(signal("user x"), None);
    }
}
