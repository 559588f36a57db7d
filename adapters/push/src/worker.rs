use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use aditus_application::notifications::views::{MOST_PEOPLE, MOST_SINCE};
use aditus_application::ports::{Database, Signal, SignalError, Signals, StoreError};
use aditus_domain::ids::{NotificationId, UserId};

use crate::hub::Hub;

/// How soon the worker sees that it should stop, and tries again what failed.
const LOOK_UP_EVERY: Duration = Duration::from_millis(500);

/// A thread that hears of commits and hands what is new to the hub: notifications, those that were read, changes of roles, ends of
/// sessions. It
/// looks only after a signal, and signals go out after the commit, so nobody is told of what may still be rolled back.
pub struct PushWorker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl PushWorker {
    /// Starts the thread. Commits from now on are heard.
    pub fn start(database: Arc<dyn Database>, hub: Arc<Hub>) -> Result<Self, io::Error> {
        let stop = Arc::new(AtomicBool::new(false));
        let (signals, stopped) = (database.signals(), stop.clone());
        let thread = Builder::new()
            .name("push".to_owned())
            .spawn(move || work(database.as_ref(), &hub, &signals, &stopped))?;
        Ok(Self {
            stop,
            thread: Some(thread),
        })
    }

    /// Ends the thread and waits for it, at most half a second and what it is doing.
    pub fn stop(mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the push worker had panicked");
        }
    }
}

impl Drop for PushWorker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn work(database: &dyn Database, hub: &Hub, signals: &Signals, stop: &AtomicBool) {
    let mut behind = BTreeSet::new();
    while !stop.load(Ordering::Relaxed) {
        let mut read = BTreeSet::new();
        let mut talked = BTreeSet::new();
        let mut changed = BTreeSet::new();
        let mut heard = signals.wait(LOOK_UP_EVERY);
        // All that is there already is taken first: many notifications, of one person or of many, are one query.
        loop {
            match heard {
                Ok(Signal::Notified(user)) => {
                    behind.insert(user);
                }
                Ok(Signal::NotificationsRead(user)) => {
                    read.insert(user);
                }
                Ok(Signal::RolesChanged(user)) => hub.roles_changed(user),
                Ok(Signal::CommentsChanged(user)) => {
                    talked.insert(user);
                }
                Ok(Signal::RequestsChanged(user)) => {
                    changed.insert(user);
                }
                Ok(Signal::SessionEnded(session)) => hub.close_session(session),
                Ok(Signal::Missed) => {
                    // Whose roles changed unheard, and who read what, nobody knows; sessions are looked at again by their
                    // connections. Whoever reads the own roles anew reads requests and comments anew, too.
                    for user in hub.connected() {
                        hub.roles_changed(user);
                        read.insert(user);
                        behind.insert(user);
                    }
                }
                Ok(Signal::Queued(_)) => {}
                Err(SignalError::Timeout) => break,
                Err(SignalError::Closed) => return,
            }
            heard = signals.wait(Duration::ZERO);
        }
        for user in talked {
            hub.comments_changed(user);
        }
        for user in changed {
            hub.requests_changed(user);
        }
        for user in read {
            hub.notifications_read(user);
        }
        if let Err(error) = tell(database, hub, &mut behind) {
            tracing::warn!(
                people = behind.len(),
                error = &error as &dyn std::error::Error,
                "notifications could not be read; trying again"
            );
        }
    }
}

/// Tells those who are behind, many at a time, and leaves in `behind` whoever could not be told.
fn tell(database: &dyn Database, hub: &Hub, behind: &mut BTreeSet<UserId>) -> Result<(), StoreError> {
    while !behind.is_empty() {
        let some: Vec<UserId> = behind.iter().take(MOST_PEOPLE).copied().collect();
        let waiting = some
            .iter()
            .filter_map(|user| hub.settled_up_to(*user).map(|after| (*user, after)))
            .collect();
        tell_some(database, hub, waiting)?;
        for user in some {
            behind.remove(&user);
        }
    }
    Ok(())
}

fn tell_some(
    database: &dyn Database,
    hub: &Hub,
    mut waiting: Vec<(UserId, NotificationId)>,
) -> Result<(), StoreError> {
    if waiting.is_empty() {
        return Ok(());
    }
    let mut views = database.read()?;
    while !waiting.is_empty() {
        let news = views.notifications().since_of_each(&waiting)?;
        waiting.clear();
        for (user, notifications) in news {
            hub.deliver(user, &notifications);
            match notifications.last() {
                Some(last) if notifications.len() >= MOST_SINCE as usize => waiting.push((user, last.id)),
                _ => {}
            }
        }
    }
    Ok(())
}
