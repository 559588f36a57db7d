use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use aditus_application::ports::{Database, Signal, SignalError, Signals, StoreError};
use aditus_domain::ids::UserId;

use crate::hub::Hub;

/// How soon the worker sees that it should stop, and tries again what failed.
const LOOK_UP_EVERY: Duration = Duration::from_millis(500);
/// The most notifications that the database gives at once (`NotificationViews::since`).
const BATCH: usize = 100;

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
        let mut heard = signals.wait(LOOK_UP_EVERY);
        // All that is there already is taken first: ten notifications for one person are one query.
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
        for user in read {
            hub.notifications_read(user);
        }
        behind.retain(|user| match tell(database, hub, *user) {
            Ok(()) => false,
            Err(error) => {
                tracing::warn!(%user, error = &error as &dyn std::error::Error, "notifications could not be read; trying again");
                true
            }
        });
    }
}

fn tell(database: &dyn Database, hub: &Hub, user: UserId) -> Result<(), StoreError> {
    let Some(mut after) = hub.told_up_to(user) else {
        return Ok(());
    };
    let mut views = database.read()?;
    loop {
        let notifications = views.notifications().since(user, after)?;
        hub.deliver(user, &notifications);
        match notifications.last() {
            Some(last) if notifications.len() >= BATCH => after = last.id,
            _ => return Ok(()),
        }
    }
}
