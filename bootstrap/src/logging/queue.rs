//! The queue of log lines. A separate thread writes them, so that a log that cannot be written or
//! is not read neither fails nor delays a call.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::{Duration, Instant};

/// The capacity of the queue: 8 MiB if all lines have the maximal length. Further lines are
/// dropped.
pub(super) const MOST_WAITING: usize = 1024;

/// The time that the end waits for the remaining lines.
const PATIENCE: Duration = Duration::from_secs(1);

enum Order {
    Write(String),
    End,
}

/// Accepts lines. It never fails and never blocks.
#[derive(Clone)]
pub(super) struct Queue {
    orders: SyncSender<Order>,
    lost: Arc<AtomicU64>,
}

/// Lines that were dropped since the process began.
static LOST_IN_ALL: AtomicU64 = AtomicU64::new(0);

/// Returns the number of lines that were dropped since the process began.
pub(super) fn lost_in_all() -> u64 {
    LOST_IN_ALL.load(Ordering::Relaxed)
}

/// Ends the thread when it is dropped, once the queued lines are written or [`PATIENCE`] is over.
#[must_use]
pub(super) struct Ending {
    orders: SyncSender<Order>,
    ended: Receiver<()>,
}

/// Starts the thread. `told_of_loss` formats the line with the number of lines dropped before it.
pub(super) fn start(to: impl Write + Send + 'static, told_of_loss: fn(u64) -> String) -> (Queue, Ending) {
    let (orders, received) = mpsc::sync_channel(MOST_WAITING);
    let (end, ended) = mpsc::channel();
    let lost = Arc::new(AtomicU64::new(0));
    let lost_until_now = Arc::clone(&lost);
    // Without the thread, all lines are dropped.
    let _ = std::thread::Builder::new().name("log".to_owned()).spawn(move || {
        let _end = end;
        write_all(to, &received, || {
            match lost_until_now.swap(0, Ordering::Relaxed) {
                0 => None,
                lost => Some(told_of_loss(lost)),
            }
        });
    });
    let ending = Ending {
        orders: orders.clone(),
        ended,
    };
    (Queue { orders, lost }, ending)
}

fn write_all(mut to: impl Write, orders: &Receiver<Order>, loss: impl Fn() -> Option<String>) {
    let mut write = |line: &str| -> io::Result<()> {
        to.write_all(line.as_bytes())?;
        to.flush()
    };
    while let Ok(Order::Write(line)) = orders.recv() {
        // A line that cannot be written is lost; the next one is tried all the same.
        let _ = loss()
            .map_or(Ok(()), |told| write(&told))
            .and_then(|()| write(&line));
    }
}

impl Queue {
    pub(super) fn put(&self, line: String) {
        if self.orders.try_send(Order::Write(line)).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
            LOST_IN_ALL.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        let until = Instant::now() + PATIENCE;
        while let Err(mpsc::TrySendError::Full(_)) = self.orders.try_send(Order::End) {
            if Instant::now() >= until {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        // The thread sends nothing: its end closes the channel.
        let _ = self
            .ended
            .recv_timeout(until.saturating_duration_since(Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logging::testing::Kept;

    fn told(lost: u64) -> String {
        format!("{lost} lost\n")
    }

    #[test]
    fn lines_keep_their_order_and_are_flushed_at_the_end() {
        let kept = Kept::default();
        let (queue, ending) = start(kept.clone(), told);
        for number in 0..100 {
            queue.put(format!("{number}\n"));
        }
        drop(ending);
        let expected: Vec<String> = (0..100).map(|number: u32| number.to_string()).collect();
        assert_eq!(kept.text().lines().collect::<Vec<_>>(), expected);
        queue.put("too late\n".to_owned());
    }

    /// A writer that always fails.
    struct Broken;

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_that_cannot_be_written_fails_no_caller() {
        let (queue, _ending) = start(Broken, told);
        for _ in 0..MOST_WAITING * 2 {
            queue.put("of no use\n".to_owned());
        }
    }

    /// A writer that blocks until the sender is dropped, as a pipe without a reader does.
    struct Stuck(Receiver<()>, Kept);

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            self.1.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn unread_lines_are_dropped_and_counted() {
        let kept = Kept::default();
        let (reader, unread) = mpsc::channel();
        let (queue, ending) = start(Stuck(unread, kept.clone()), told);
        for _ in 0..=MOST_WAITING * 2 {
            queue.put("line\n".to_owned());
        }
        drop(reader);
        drop(ending);
        let written = kept.text();
        let lost: usize = written
            .lines()
            .filter_map(|line| line.strip_suffix(" lost")?.parse::<usize>().ok())
            .sum();
        let lines = written.lines().filter(|line| *line == "line").count();
        assert!(lost >= MOST_WAITING - 1, "{lost}");
        assert_eq!(lost + lines, MOST_WAITING * 2 + 1);
    }
}
