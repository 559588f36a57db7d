use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use aditus_application::notifications::views::NotificationView;
use aditus_domain::ids::{NotificationId, SessionId, UserId};
use tokio::sync::{mpsc, oneshot, watch};

use crate::message::{self, Hint};
use crate::settings::PushSettings;
use crate::told::Told;

/// Everyone who is connected to this node.
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
    /// What it was told; none while it reads its first list.
    told: Option<Told>,
    /// Something was new while it read its first list.
    overheard: bool,
    queue: mpsc::Sender<Arc<str>>,
    farewell: oneshot::Sender<Farewell>,
}

/// Why a connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Farewell {
    /// It said the wrong thing, or nothing.
    Unwelcome,
    /// The session has ended.
    SignedOut,
    /// Its queue is full.
    TooSlow,
    /// The person has too many connections.
    TooMany,
    /// Something failed on our side.
    Failed,
    /// The process ends.
    Restart,
    /// The client has left.
    Gone,
}

/// A place in the hub. It is given up when this is dropped.
pub(crate) struct Seat {
    pub(crate) queue: mpsc::Receiver<Arc<str>>,
    pub(crate) farewell: oneshot::Receiver<Farewell>,
    pub(crate) place: Place,
}

pub(crate) struct Place {
    hub: Arc<Hub>,
    user: UserId,
    id: u64,
}

impl Hub {
    /// A hub without connections.
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

    /// People with at least one connection.
    pub fn connected(&self) -> Vec<UserId> {
        self.state().people.keys().copied().collect()
    }

    /// How many connections a person has.
    pub fn connections_of(&self, user: UserId) -> usize {
        self.state().people.get(&user).map_or(0, Vec::len)
    }

    /// How many connections there are, and how many people have them.
    pub fn counts(&self) -> (usize, usize) {
        let state = self.state();
        let connections = state.people.values().map(Vec::len).sum();
        (connections, state.people.len())
    }

    /// Closes the connections of a session: at sign-out, at a change of the password, when an account is disabled.
    pub fn close_session(&self, session: SessionId) {
        self.close_where(Farewell::SignedOut, |connection| connection.session == session);
    }

    /// Closes every connection and takes no more: the process is about to end.
    pub fn shut_down(&self) {
        self.closing.send_replace(true);
        self.close_where(Farewell::Restart, |_| true);
    }

    /// Hands out what is new for a person. Each connection gets what it was not told yet; one whose queue is full is
    /// closed. Nobody is waited for.
    ///
    /// `notifications` must hold everything after the one that [`Hub::settled_up_to`] named.
    pub fn deliver(&self, user: UserId, notifications: &[NotificationView]) {
        let mut state = self.state();
        let Some(connections) = state.people.get_mut(&user) else {
            return;
        };
        let mut index = 0;
        while index < connections.len() {
            match connections[index].offer(notifications) {
                Ok(()) => index += 1,
                Err(farewell) => connections.swap_remove(index).close(farewell),
            }
        }
        if connections.is_empty() {
            state.people.remove(&user);
        }
    }

    /// Tells a person, on each connection, that what the person may do has changed. Nobody is waited for.
    pub fn roles_changed(&self, user: UserId) {
        self.hint(user, Hint::RolesChanged);
    }

    /// Tells a person, on each connection, that notifications were marked as read on one of them. Nobody is waited for.
    pub fn notifications_read(&self, user: UserId) {
        self.hint(user, Hint::NotificationsRead);
    }

    /// Sends the hint that comments on a visible request have changed to each connection of a person, without waiting.
    pub fn comments_changed(&self, user: UserId) {
        self.hint(user, Hint::CommentsChanged);
    }

    /// Sends the hint that the stages of a visible request have changed to each connection of a person, without waiting.
    pub fn requests_changed(&self, user: UserId) {
        self.hint(user, Hint::RequestsChanged);
    }

    fn hint(&self, user: UserId, hint: Hint) {
        let text = match message::hint(hint) {
            Ok(text) => text,
            Err(error) => {
                tracing::error!(%error, ?hint, "a message could not be written as JSON");
                return;
            }
        };
        let mut state = self.state();
        let Some(connections) = state.people.get_mut(&user) else {
            return;
        };
        for connection in connections.extract_if(.., |connection| {
            // One that is just opening is told as soon as it has read its first list.
            connection.queue.try_send(text.clone()).is_err()
        }) {
            connection.close(Farewell::TooSlow);
        }
        if connections.is_empty() {
            state.people.remove(&user);
        }
    }

    /// After which notification to ask for what may be new for a person, so that nothing is missing on any of the
    /// connections; none when nobody waits for any. A connection that is just opening notes that it has to ask again.
    pub fn settled_up_to(&self, user: UserId) -> Option<NotificationId> {
        let mut state = self.state();
        let connections = state.people.get_mut(&user)?;
        let now = Instant::now();
        let mut least = None;
        for connection in connections {
            match &mut connection.told {
                None => connection.overheard = true,
                Some(told) => {
                    let settled = told.settled(now);
                    least = Some(least.map_or(settled, |least: NotificationId| least.min(settled)));
                }
            }
        }
        least
    }

    /// Resolves when the process is about to end.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    pub(crate) fn register(self: &Arc<Self>, user: UserId, session: SessionId) -> Result<Seat, Farewell> {
        let mut state = self.state();
        if *self.closing.borrow() {
            return Err(Farewell::Restart);
        }
        let connections = state.people.get(&user).map_or(0, Vec::len);
        if connections >= self.settings.connections_per_user {
            return Err(Farewell::TooMany);
        }
        state.last_connection += 1;
        let id = state.last_connection;
        let (queue, queued) = mpsc::channel(self.settings.queue.max(1));
        let (farewell, bidden) = oneshot::channel();
        let connection = Connection {
            id,
            session,
            told: None,
            overheard: false,
            queue,
            farewell,
        };
        state.people.entry(user).or_default().push(connection);
        Ok(Seat {
            queue: queued,
            farewell: bidden,
            place: Place {
                hub: self.clone(),
                user,
                id,
            },
        })
    }

    fn close_where(&self, farewell: Farewell, chosen: impl Fn(&Connection) -> bool) {
        self.state().people.retain(|_, connections| {
            for connection in connections.extract_if(.., |connection| chosen(connection)) {
                connection.close(farewell);
            }
            !connections.is_empty()
        });
    }

    /// The state is whole between any two statements that change it, so a panic elsewhere spoils nothing.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    fn offer(&mut self, notifications: &[NotificationView]) -> Result<(), Farewell> {
        let Some(told) = &mut self.told else {
            self.overheard = true;
            return Ok(());
        };
        let now = Instant::now();
        let fresh: Vec<&NotificationView> = notifications
            .iter()
            .filter(|notification| told.tell(notification.id, now))
            .collect();
        if fresh.is_empty() {
            return Ok(());
        }
        let text = message::created(&fresh).map_err(|error| {
            tracing::error!(%error, "a notification could not be written as JSON");
            Farewell::Failed
        })?;
        self.queue.try_send(text).map_err(|_| Farewell::TooSlow)
    }

    /// Its task may have ended by itself in the meantime.
    fn close(self, farewell: Farewell) {
        let _ = self.farewell.send(farewell);
    }
}

impl Place {
    /// The first list was read, and with it all of these are known. Answers whether something came while it was being read, and has to be
    /// asked for.
    pub(crate) fn ready(&self, settled: NotificationId, known: &[NotificationId]) -> bool {
        let mut state = self.hub.state();
        let own = state
            .people
            .get_mut(&self.user)
            .and_then(|all| all.iter_mut().find(|own| own.id == self.id));
        own.is_some_and(|own| {
            own.told = Some(Told::new(settled, known, Instant::now()));
            own.overheard
        })
    }
}

impl Drop for Place {
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
