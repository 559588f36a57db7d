//! The queue of log lines. A separate thread writes them, so that a log that cannot be written or
//! is not read neither fails nor delays a call.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::{Duration, Instant};

/// The capacity of the queue: 8 MiB if all lines have the maximal length. Further lines are
/// dropped.
pub(super) const MAX_QUEUED_LINES: usize = 1024;

/// The time that the end waits for the remaining lines.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

enum Command {
    Write(String),
    End,
}

/// Accepts lines. It never fails and never blocks.
#[derive(Clone)]
pub(super) struct Queue {
    commands: SyncSender<Command>,
    lost: Arc<AtomicU64>,
}

/// Lines that were dropped since the process began.
static TOTAL_LOST: AtomicU64 = AtomicU64::new(0);

/// Returns the number of lines that were dropped since the process began.
pub(super) fn total_lost() -> u64 {
    TOTAL_LOST.load(Ordering::Relaxed)
}

/// Ends the thread when it is dropped, once the queued lines are written or [`FLUSH_TIMEOUT`] is over.
#[must_use]
pub(super) struct FlushGuard {
    commands: SyncSender<Command>,
    ended: Receiver<()>,
}

/// Starts the thread. `format_loss` formats the line with the number of lines dropped before it.
pub(super) fn start(to: impl Write + Send + 'static, format_loss: fn(u64) -> String) -> (Queue, FlushGuard) {
    let (commands, received) = mpsc::sync_channel(MAX_QUEUED_LINES);
    let (end, ended) = mpsc::channel();
    let lost = Arc::new(AtomicU64::new(0));
    let lost_until_now = Arc::clone(&lost);
    // Without the thread, all lines are dropped.
    let _ = std::thread::Builder::new().name("log".to_owned()).spawn(move || {
        let _end = end;
        write_all(to, &received, || {
            match lost_until_now.swap(0, Ordering::Relaxed) {
                0 => None,
                lost => Some(format_loss(lost)),
            }
        });
    });
    let guard = FlushGuard {
        commands: commands.clone(),
        ended,
    };
    (Queue { commands, lost }, guard)
}

fn write_all(mut to: impl Write, commands: &Receiver<Command>, loss: impl Fn() -> Option<String>) {
    let mut write = |line: &str| -> io::Result<()> {
        to.write_all(line.as_bytes())?;
        to.flush()
    };
    while let Ok(Command::Write(line)) = commands.recv() {
        // A line that cannot be written is lost; the next one is tried all the same.
        let _ = loss()
            .map_or(Ok(()), |loss_line| write(&loss_line))
            .and_then(|()| write(&line));
    }
}

impl Queue {
    pub(super) fn put(&self, line: String) {
        if self.commands.try_send(Command::Write(line)).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
            TOTAL_LOST.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for FlushGuard {
    fn drop(&mut self) {
        let until = Instant::now() + FLUSH_TIMEOUT;
        while let Err(mpsc::TrySendError::Full(_)) = self.commands.try_send(Command::End) {
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
    use crate::logging::testing::Captured;

    fn loss_line(lost: u64) -> String {
        format!("{lost} lost\n")
    }

    #[test]
    fn lines_keep_their_order_and_are_flushed_at_the_end() {
        let kept = Captured::default();
        let (queue, guard) = start(kept.clone(), loss_line);
        for number in 0..100 {
            queue.put(format!("{number}\n"));
        }
        drop(guard);
        let expected: Vec<String> = (0..100).map(|number: u32| number.to_string()).collect();
        assert_eq!(kept.text().lines().collect::<Vec<_>>(), expected);
        queue.put("too late\n".to_owned());
    }

    /// A writer that always fails.
    struct FailingWriter;

    impl Write for FailingWriter {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_that_cannot_be_written_fails_no_caller() {
        let (queue, _guard) = start(FailingWriter, loss_line);
        for _ in 0..MAX_QUEUED_LINES * 2 {
            queue.put("of no use\n".to_owned());
        }
    }

    /// A writer that blocks until the sender is dropped, as a pipe without a reader does.
    struct BlockedWriter(Receiver<()>, Captured);

    impl Write for BlockedWriter {
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
        let kept = Captured::default();
        let (reader, unread) = mpsc::channel();
        let (queue, guard) = start(BlockedWriter(unread, kept.clone()), loss_line);
        for _ in 0..=MAX_QUEUED_LINES * 2 {
            queue.put("line\n".to_owned());
        }
        drop(reader);
        drop(guard);
        let written = kept.text();
        let lost: usize = written
            .lines()
            .filter_map(|line| line.strip_suffix(" lost")?.parse::<usize>().ok())
            .sum();
        let lines = written.lines().filter(|line| *line == "line").count();
        assert!(lost >= MAX_QUEUED_LINES - 1, "{lost}");
        assert_eq!(lost + lines, MAX_QUEUED_LINES * 2 + 1);
    }
}
