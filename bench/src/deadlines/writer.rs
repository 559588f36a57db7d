//! Another connection that writes a row of a request again and again, and notes how long it waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::database::Link;
use crate::site::Site;

/// The pause between two writes, so that the writer itself blocks no one.
const PAUSE: Duration = Duration::from_millis(5);

/// The pause after which a writer tries again that finds SQLite busy. With the pauses of SQLite's own
/// handler, which grow to 100 ms, these would be measured instead of the server.
const RETRY_AFTER: Duration = Duration::from_millis(1);

/// A write.
pub(super) struct Write {
    begun: Instant,
    took: Duration,
}

/// Writes these requests in turn while `work` runs.
pub(super) fn beside<T>(
    site: &Site,
    requests: &[i64],
    work: impl FnOnce() -> Outcome<T>,
) -> Outcome<(T, Vec<Write>)> {
    let mut link = site.connect()?;
    if !link.is_postgres() {
        // The server makes the checkpoints.
        link.run("PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = 0")?;
    }
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        let of_writer = scope.spawn(|| write(&mut link, requests, &ended));
        let worked = work();
        ended.store(true, Ordering::Relaxed);
        let writes = of_writer.join().unwrap_or_else(|_| Err("a thread died".into()));
        Ok((worked?, writes?))
    })
}

fn write(link: &mut Link, requests: &[i64], ended: &AtomicBool) -> Outcome<Vec<Write>> {
    let mut done = Vec::new();
    for request in requests.iter().cycle() {
        let statement = format!("UPDATE data_requests SET has_feedback = has_feedback WHERE id = {request}");
        let begun = Instant::now();
        while let Err(error) = link.run(&statement) {
            if ended.load(Ordering::Relaxed) {
                return Ok(done);
            }
            if !error.to_string().contains("database is locked") {
                return Err(error);
            }
            thread::sleep(RETRY_AFTER);
        }
        done.push(Write {
            begun,
            took: begun.elapsed(),
        });
        if ended.load(Ordering::Relaxed) {
            break;
        }
        thread::sleep(PAUSE);
    }
    Ok(done)
}

/// Returns the longest of the writes that took place between these times, at least in part.
pub(super) fn longest(writes: &[Write], begun: Instant, ended: Instant) -> Duration {
    let meanwhile = writes
        .iter()
        .filter(|write| write.begun < ended && write.begun + write.took > begun);
    meanwhile.map(|write| write.took).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_before_and_after_the_work_do_not_count() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let write = |begun, took| Write {
            begun: at(begun),
            took: Duration::from_millis(took),
        };
        let writes = [write(0, 90), write(95, 20), write(150, 7), write(210, 80)];
        assert_eq!(longest(&writes, at(100), at(200)), Duration::from_millis(20));
        assert_eq!(longest(&writes, at(120), at(200)), Duration::from_millis(7));
        assert_eq!(longest(&[], at(100), at(200)), Duration::ZERO);
    }
}
