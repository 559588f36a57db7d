use std::collections::BTreeSet;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use aditus_application::notifications::views::{MAX_PEOPLE, MAX_SINCE};
use aditus_application::ports::{Database, Signal, SignalError, Signals, StoreError};
use aditus_domain::ids::{NotificationId, UserId};

use crate::hub::Hub;

/// Interval at which the worker checks whether to stop, and retries a failed query.
const CHECK_EVERY: Duration = Duration::from_millis(500);

/// A thread that listens for commits and passes their effects to the hub: new notifications, read
/// notifications, changed roles, comments and requests, and ended sessions.
///
/// It queries only after a signal, and signals follow the commit, so it never delivers a
/// notification that may still be rolled back.
pub struct PushWorker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl PushWorker {
    /// Starts the thread. It receives the signals of all commits from now on.
    pub fn start(database: Arc<dyn Database>, hub: Arc<Hub>) -> Result<Self, io::Error> {
        let stop = Arc::new(AtomicBool::new(false));
        let (signals, stopped) = (database.signals(), stop.clone());
        let thread = Builder::new()
            .name("push".to_owned())
            .spawn(move || run_again_after_panics(database.as_ref(), &hub, &signals, &stopped))?;
        Ok(Self {
            stop,
            thread: Some(thread),
        })
    }

    /// Stops the thread and waits for it: at most half a second, plus the query in progress.
    pub fn stop(mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // The thread catches panics of the work.
            let _ = thread.join();
        }
    }
}

impl Drop for PushWorker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Longest pause after a panic.
const MAX_PAUSE: Duration = Duration::from_mins(1);

/// Runs [`work`], and runs it again after a panic. The pause before it doubles with each panic, and
/// is short again after a minute without one. Work that is run again begins as after missed
/// signals, so that those of the pass that panicked are not lost.
fn run_again_after_panics(database: &dyn Database, hub: &Hub, signals: &Signals, stop: &AtomicBool) {
    let (mut has_missed, mut pause) = (false, CHECK_EVERY);
    let mut begun = Instant::now();
    while catch_unwind(AssertUnwindSafe(|| {
        work(database, hub, signals, stop, has_missed);
    }))
    .is_err()
    {
        if begun.elapsed() > MAX_PAUSE {
            pause = CHECK_EVERY;
        }
        tracing::error!("live updates crashed and are started again; this is a defect, please report it");
        let end = Instant::now() + pause;
        while Instant::now() < end && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(CHECK_EVERY);
        }
        has_missed = true;
        pause = (pause * 2).min(MAX_PAUSE);
        begun = Instant::now();
    }
}

/// Passes the effects of commits to the hub until the worker or the database stops. With
/// `has_missed`, it begins as after a missed signal.
fn work(database: &dyn Database, hub: &Hub, signals: &Signals, stop: &AtomicBool, mut has_missed: bool) {
    let mut behind = BTreeSet::new();
    let mut is_failing = false;
    while !stop.load(Ordering::Relaxed) {
        let mut read = BTreeSet::new();
        let mut commented = BTreeSet::new();
        let mut changed = BTreeSet::new();
        let mut received = if std::mem::take(&mut has_missed) {
            Ok(Signal::Missed)
        } else {
            signals.wait(CHECK_EVERY)
        };
        // Collects all waiting signals first, so that many notifications, of one user or of
        // several, take one query.
        loop {
            match received {
                Ok(Signal::Notified(user)) => {
                    behind.insert(user);
                }
                Ok(Signal::NotificationsRead(user)) => {
                    read.insert(user);
                }
                Ok(Signal::RolesChanged(user)) => hub.roles_changed(user),
                Ok(Signal::CommentsChanged(user)) => {
                    commented.insert(user);
                }
                Ok(Signal::RequestsChanged(user)) => {
                    changed.insert(user);
                }
                Ok(Signal::SessionEnded(session)) => hub.close_session(session),
                Ok(Signal::Missed) => {
                    // The content of missed signals is unknown, so every connected user gets new
                    // notifications and two hints. Clients that reload their roles also reload
                    // requests and comments. The checks of the connections find ended sessions.
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
            received = signals.wait(Duration::ZERO);
        }
        for user in commented {
            hub.comments_changed(user);
        }
        for user in changed {
            hub.requests_changed(user);
        }
        for user in read {
            hub.notifications_read(user);
        }
        match deliver_pending(database, hub, &mut behind) {
            Ok(()) if is_failing => {
                is_failing = false;
                tracing::info!("live updates of notifications go on");
            }
            Ok(()) => {}
            Err(error) => {
                // The first failure is logged, not each attempt while it lasts.
                if !is_failing {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "cannot read notifications for live updates, retrying every half second"
                    );
                }
                is_failing = true;
            }
        }
    }
}

/// Delivers notifications to the users in `behind`, in batches. Users remain in `behind` if reading
/// fails.
fn deliver_pending(
    database: &dyn Database,
    hub: &Hub,
    behind: &mut BTreeSet<UserId>,
) -> Result<(), StoreError> {
    while !behind.is_empty() {
        let some: Vec<UserId> = behind.iter().take(MAX_PEOPLE).copied().collect();
        let waiting = some
            .iter()
            .filter_map(|user| hub.settled_up_to(*user).map(|after| (*user, after)))
            .collect();
        deliver_batch(database, hub, waiting)?;
        for user in some {
            behind.remove(&user);
        }
    }
    Ok(())
}

fn deliver_batch(
    database: &dyn Database,
    hub: &Hub,
    mut waiting: Vec<(UserId, NotificationId)>,
) -> Result<(), StoreError> {
    if waiting.is_empty() {
        return Ok(());
    }
    let mut views = database.read()?;
    while !waiting.is_empty() {
        let batches = views.notifications().since_of_each(&waiting)?;
        waiting.clear();
        for (user, notifications) in batches {
            hub.deliver(user, &notifications);
            match notifications.last() {
                Some(last) if notifications.len() >= MAX_SINCE as usize => waiting.push((user, last.id)),
                _ => {}
            }
        }
    }
    Ok(())
}
