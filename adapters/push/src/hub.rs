use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use aditus_application::notifications::views::NotificationView;
use aditus_domain::ids::{NotificationId, SessionId, UserId};
use tokio::sync::{mpsc, oneshot, watch};

use crate::delivery_dedup::DeliveryDedup;
use crate::message::{self, Hint};
use crate::settings::PushSettings;

/// All websocket connections of this node, by user.
pub struct Hub {
    settings: PushSettings,
    state: Mutex<State>,
    closing: watch::Sender<bool>,
}

#[derive(Default)]
struct State {
    last_connection: u64,
    people: HashMap<UserId, Vec<Connection>>,
}

struct Connection {
    id: u64,
    session: SessionId,
    /// Notifications that were delivered already. `None` until the first list was read.
    dedup: Option<DeliveryDedup>,
    /// True if a signal came before the first list was read.
    missed_signal: bool,
    queue: mpsc::Sender<Arc<str>>,
    end_reason: oneshot::Sender<EndReason>,
}

/// The reason for which a connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EndReason {
    /// The client sent an invalid message, or none in time.
    ProtocolViolation,
    /// The token is unknown, or its session has ended.
    SignedOut,
    /// The queue of the connection is full.
    TooSlow,
    /// The user has the most allowed connections already, so the new one is refused.
    TooMany,
    /// A use case or the server failed.
    Failed,
    /// The server is shutting down.
    Restart,
    /// The client has disconnected, or sent nothing between two pings.
    Gone,
}

/// A registered connection, as its task holds it. Dropping `guard` removes it from the hub.
pub(crate) struct Registration {
    pub(crate) queue: mpsc::Receiver<Arc<str>>,
    pub(crate) end_reason: oneshot::Receiver<EndReason>,
    pub(crate) guard: ConnectionGuard,
}

pub(crate) struct ConnectionGuard {
    hub: Arc<Hub>,
    user: UserId,
    id: u64,
}

impl Hub {
    /// Creates a hub without connections.
    pub fn new(settings: PushSettings) -> Arc<Self> {
        Arc::new(Self {
            settings,
            state: Mutex::default(),
            closing: watch::Sender::new(false),
        })
    }

    pub(crate) fn settings(&self) -> PushSettings {
        self.settings
    }

    /// Returns the users with at least one connection.
    pub fn connected(&self) -> Vec<UserId> {
        self.state().people.keys().copied().collect()
    }

    /// Returns the number of connections of a user.
    pub fn connections_of(&self, user: UserId) -> usize {
        self.state().people.get(&user).map_or(0, Vec::len)
    }

    /// Returns the number of connections, and the number of users who have them.
    pub fn counts(&self) -> (usize, usize) {
        let state = self.state();
        let connections = state.people.values().map(Vec::len).sum();
        (connections, state.people.len())
    }

    /// Closes the connections of a session: at sign-out, at a change of the password, or when the
    /// account is disabled.
    pub fn close_session(&self, session: SessionId) {
        self.close_where(EndReason::SignedOut, |connection| connection.session == session);
    }

    /// Closes every connection and accepts no new ones. Called at shutdown.
    pub fn shut_down(&self) {
        self.closing.send_replace(true);
        self.close_where(EndReason::Restart, |_| true);
    }

    /// Delivers notifications to all connections of a user, without waiting. Each connection gets
    /// those that it has not received yet. A connection whose queue is full is closed.
    ///
    /// `notifications` must contain everything after the id that [`Hub::settled_up_to`] returned.
    pub fn deliver(&self, user: UserId, notifications: &[NotificationView]) {
        let mut state = self.state();
        let Some(connections) = state.people.get_mut(&user) else {
            return;
        };
        let mut index = 0;
        while index < connections.len() {
            match connections[index].offer(notifications) {
                Ok(()) => index += 1,
                Err(end_reason) => connections.swap_remove(index).close(end_reason),
            }
        }
        if connections.is_empty() {
            state.people.remove(&user);
        }
    }

    /// Sends the hint that the user's roles have changed to each connection of the user, without
    /// waiting.
    pub fn roles_changed(&self, user: UserId) {
        self.hint(user, Hint::RolesChanged);
    }

    /// Sends the hint that notifications were marked as read to each connection of the user,
    /// without waiting.
    pub fn notifications_read(&self, user: UserId) {
        self.hint(user, Hint::NotificationsRead);
    }

    /// Sends the hint that comments on a visible request have changed to each connection of a user,
    /// without waiting.
    pub fn comments_changed(&self, user: UserId) {
        self.hint(user, Hint::CommentsChanged);
    }

    /// Sends the hint that the stages of a visible request have changed to each connection of a
    /// user, without waiting.
    pub fn requests_changed(&self, user: UserId) {
        self.hint(user, Hint::RequestsChanged);
    }

    fn hint(&self, user: UserId, hint: Hint) {
        let text = match message::hint(hint) {
            Ok(text) => text,
            Err(error) => {
                tracing::error!(%error, ?hint, "cannot encode a live update as JSON; open pages show the change after a reload");
                return;
            }
        };
        let mut state = self.state();
        let Some(connections) = state.people.get_mut(&user) else {
            return;
        };
        for connection in connections.extract_if(.., |connection| {
            // The queue of an opening connection is read once its first list was sent.
            connection.queue.try_send(text.clone()).is_err()
        }) {
            connection.close(EndReason::TooSlow);
        }
        if connections.is_empty() {
            state.people.remove(&user);
        }
    }

    /// Returns the id after which to read notifications of a user, so that no connection misses
    /// one. Returns `None` if no connection is ready. A connection that is still opening is marked
    /// to read again.
    pub fn settled_up_to(&self, user: UserId) -> Option<NotificationId> {
        let mut state = self.state();
        let connections = state.people.get_mut(&user)?;
        let now = Instant::now();
        let mut least = None;
        for connection in connections {
            match &mut connection.dedup {
                None => connection.missed_signal = true,
                Some(dedup) => {
                    let settled = dedup.settled(now);
                    least = Some(least.map_or(settled, |least: NotificationId| least.min(settled)));
                }
            }
        }
        least
    }

    /// Returns a flag that becomes true when the hub is shut down.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    pub(crate) fn register(
        self: &Arc<Self>,
        user: UserId,
        session: SessionId,
    ) -> Result<Registration, EndReason> {
        let mut state = self.state();
        if *self.closing.borrow() {
            return Err(EndReason::Restart);
        }
        let connections = state.people.get(&user).map_or(0, Vec::len);
        if connections >= self.settings.connections_per_user {
            return Err(EndReason::TooMany);
        }
        state.last_connection += 1;
        let id = state.last_connection;
        let (queue, queued) = mpsc::channel(self.settings.queue.max(1));
        let (end_reason, reason) = oneshot::channel();
        let connection = Connection {
            id,
            session,
            dedup: None,
            missed_signal: false,
            queue,
            end_reason,
        };
        state.people.entry(user).or_default().push(connection);
        Ok(Registration {
            queue: queued,
            end_reason: reason,
            guard: ConnectionGuard {
                hub: self.clone(),
                user,
                id,
            },
        })
    }

    fn close_where(&self, end_reason: EndReason, chosen: impl Fn(&Connection) -> bool) {
        self.state().people.retain(|_, connections| {
            for connection in connections.extract_if(.., |connection| chosen(connection)) {
                connection.close(end_reason);
            }
            !connections.is_empty()
        });
    }

    /// Ignores poisoning: no statement leaves the state inconsistent if another thread panics.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    fn offer(&mut self, notifications: &[NotificationView]) -> Result<(), EndReason> {
        let Some(dedup) = &mut self.dedup else {
            self.missed_signal = true;
            return Ok(());
        };
        let now = Instant::now();
        let fresh: Vec<&NotificationView> = notifications
            .iter()
            .filter(|notification| dedup.mark_delivered(notification.id, now))
            .collect();
        if fresh.is_empty() {
            return Ok(());
        }
        let text = message::created(&fresh).map_err(|error| {
            tracing::error!(%error, "cannot encode a notification as JSON, closing the websocket");
            EndReason::Failed
        })?;
        self.queue.try_send(text).map_err(|_| EndReason::TooSlow)
    }

    /// Sends the reason to the task of the connection. Fails if the task has ended already.
    fn close(self, end_reason: EndReason) {
        let _ = self.end_reason.send(end_reason);
    }
}

impl ConnectionGuard {
    /// Marks the connection as ready, after its first list was read. Returns true if a signal came
    /// in the meantime, so that the caller has to read again.
    pub(crate) fn ready(&self, settled: NotificationId, known: &[NotificationId]) -> bool {
        let mut state = self.hub.state();
        let own = state
            .people
            .get_mut(&self.user)
            .and_then(|all| all.iter_mut().find(|own| own.id == self.id));
        own.is_some_and(|own| {
            own.dedup = Some(DeliveryDedup::new(settled, known, Instant::now()));
            own.missed_signal
        })
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut state = self.hub.state();
        if let Some(connections) = state.people.get_mut(&self.user) {
            connections.retain(|connection| connection.id != self.id);
            if connections.is_empty() {
                state.people.remove(&self.user);
            }
        }
    }
}
